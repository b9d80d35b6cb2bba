#include "bench.h"

// cell is what one cell keeps of one step.
typedef struct { double in, hidden, cell, forget, ingate, outgate, change, tanh; } cell_tape;

static long l, c, b;
static const double *params, *extra, *state, *seq;
static cell_tape *tape;
static double *hidden, *cell, *hidden_adj, *cell_adj, *e_tape, *sum_tape;

long setup(const long *n, double *p) {
	l = n[0], c = n[1], b = n[2];
	params = p, extra = params + 8 * l * b, state = extra + 3 * b, seq = state + 2 * l * b;
	tape = malloc(sizeof(cell_tape) * (c - 1) * l * b);
	hidden = doubles((l + 1) * b), cell = doubles(l * b);
	hidden_adj = doubles((l + 1) * b), cell_adj = doubles(l * b);
	e_tape = doubles((c - 1) * b), sum_tape = doubles(c - 1);
	return 1 + 8 * l * b + 3 * b;
}

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

void grad(double *res) {
	double *p_adj = res + 1, *x_adj = p_adj + 8 * l * b, total = 0;
	for (long i = 0; i < l; i++)
		for (long e = 0; e < b; e++) {
			hidden[(i + 1) * b + e] = state[2 * i * b + e];
			cell[i * b + e] = state[(2 * i + 1) * b + e];
		}
	for (long t = 0; t < c - 1; t++) {
		for (long e = 0; e < b; e++) hidden[e] = seq[t * b + e] * extra[e];
		for (long i = 0; i < l; i++) {
			const double *w = params + 8 * i * b, *bias = w + 4 * b;
			for (long e = 0; e < b; e++) {
				cell_tape *s = tape + (t * l + i) * b + e;
				double *h = hidden + (i + 1) * b + e, *m = cell + i * b + e;
				s->in = hidden[i * b + e], s->hidden = *h, s->cell = *m;
				s->forget = sigmoid(s->in * w[e] + bias[e]);
				s->ingate = sigmoid(s->hidden * w[b + e] + bias[b + e]);
				s->outgate = sigmoid(s->in * w[2 * b + e] + bias[2 * b + e]);
				s->change = tanh(s->hidden * w[3 * b + e] + bias[3 * b + e]);
				*m = s->cell * s->forget + s->ingate * s->change;
				s->tanh = tanh(*m);
				*h = s->outgate * s->tanh;
			}
		}
		double sum = 2, pred[b];
		for (long e = 0; e < b; e++) {
			pred[e] = hidden[l * b + e] * extra[b + e] + extra[2 * b + e];
			sum += e_tape[t * b + e] = exp(pred[e]);
		}
		sum_tape[t] = sum;
		for (long e = 0; e < b; e++) total += seq[(t + 1) * b + e] * (pred[e] - log(sum));
	}
	res[0] = -total / ((c - 1) * b);

	zero(res + 1, 8 * l * b + 3 * b);
	zero(hidden_adj, (l + 1) * b);
	zero(cell_adj, l * b);
	double total_adj = -1.0 / ((c - 1) * b);
	for (long t = c - 2; t >= 0; t--) {
		double norm_adj = 0;
		for (long e = 0; e < b; e++) norm_adj -= total_adj * seq[(t + 1) * b + e];
		for (long e = 0; e < b; e++) {
			const cell_tape *s = tape + (t * l + l - 1) * b + e;
			double g = total_adj * seq[(t + 1) * b + e] + norm_adj / sum_tape[t] * e_tape[t * b + e];
			x_adj[b + e] += g * s->outgate * s->tanh;
			x_adj[2 * b + e] += g;
			hidden_adj[l * b + e] += g * extra[b + e];
		}
		for (long i = l - 1; i >= 0; i--) {
			const double *w = params + 8 * i * b;
			double *w_adj = p_adj + 8 * i * b, *bias_adj = w_adj + 4 * b;
			for (long e = b - 1; e >= 0; e--) {
				const cell_tape *s = tape + (t * l + i) * b + e;
				double h = hidden_adj[(i + 1) * b + e];
				double m = cell_adj[i * b + e] + h * s->outgate * (1 - s->tanh * s->tanh);
				cell_adj[i * b + e] = m * s->forget;
				double f = m * s->cell * s->forget * (1 - s->forget);
				double a = m * s->change * s->ingate * (1 - s->ingate);
				double o = h * s->tanh * s->outgate * (1 - s->outgate);
				double g = m * s->ingate * (1 - s->change * s->change);
				w_adj[e] += f * s->in, bias_adj[e] += f;
				w_adj[b + e] += a * s->hidden, bias_adj[b + e] += a;
				w_adj[2 * b + e] += o * s->in, bias_adj[2 * b + e] += o;
				w_adj[3 * b + e] += g * s->hidden, bias_adj[3 * b + e] += g;
				hidden_adj[i * b + e] += f * w[e] + o * w[2 * b + e];
				hidden_adj[(i + 1) * b + e] = a * w[b + e] + g * w[3 * b + e];
			}
		}
		for (long e = 0; e < b; e++) {
			x_adj[e] += hidden_adj[e] * seq[t * b + e];
			hidden_adj[e] = 0;
		}
	}
}
