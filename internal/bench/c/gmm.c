#include "bench.h"

static long d, k, n, nl, m;
static const double *alpha, *mu, *q, *l, *x;
static double gamma_, *diag, *sum_q, *y_tape, *e_tape, *sum_tape, *y_adj, *diag_adj;

long setup(const long *size, double *p) {
	d = size[0], k = size[1], n = size[2], nl = d * (d - 1) / 2;
	alpha = p, mu = alpha + k, q = mu + k * d, l = q + k * d, x = l + k * nl;
	gamma_ = x[n * d], m = (long)x[n * d + 1];
	diag = doubles(k * d), sum_q = doubles(k), y_tape = doubles(n * k * d), e_tape = doubles(n * k);
	sum_tape = doubles(n), y_adj = doubles(d), diag_adj = doubles(k * d);
	return 1 + k + 2 * k * d + k * nl;
}

static double log_sum_exp(const double *R v, double *R e, double *R sum) {
	double top = v[0], s = 0;
	for (long j = 1; j < k; j++) top = fmax(top, v[j]);
	for (long j = 0; j < k; j++) s += e[j] = exp(v[j] - top);
	*sum = s;
	return top + log(s);
}

// q_times sets y to Q v for component j.
static void q_times(long j, const double *R point, double *R y) {
	for (long c = 0; c < d; c++) y[c] = 0;
	const double *R col = l + j * nl;
	for (long c = 0; c < d; c++) {
		double v = point[c] - mu[j * d + c];
		y[c] += diag[j * d + c] * v;
		for (long r = c + 1; r < d; r++) y[r] += *col++ * v;
	}
}

static void q_times_back(long j, const double *R point, double *R mu_adj, double *R l_adj) {
	const double *R col = l + (j + 1) * nl;
	double *R col_adj = l_adj + (j + 1) * nl;
	for (long c = d - 1; c >= 0; c--) {
		double v = point[c] - mu[j * d + c], v_adj = 0;
		col -= d - c - 1, col_adj -= d - c - 1;
		for (long r = d - 1; r > c; r--) {
			col_adj[r - c - 1] += y_adj[r] * v;
			v_adj += y_adj[r] * col[r - c - 1];
		}
		diag_adj[j * d + c] += y_adj[c] * v;
		v_adj += y_adj[c] * diag[j * d + c];
		mu_adj[j * d + c] -= v_adj;
	}
}

void grad(double *res) {
	double *alpha_adj = res + 1, *mu_adj = alpha_adj + k, *q_adj = mu_adj + k * d, *l_adj = q_adj + k * d;
	double total = 0, term[k], e_alpha[k], sum_alpha, w = gamma_ * gamma_, pi = acos(-1);
	for (long j = 0; j < k; j++) {
		sum_q[j] = 0;
		for (long c = 0; c < d; c++) {
			sum_q[j] += q[j * d + c];
			diag[j * d + c] = exp(q[j * d + c]);
		}
	}
	for (long i = 0; i < n; i++) {
		for (long j = 0; j < k; j++) {
			double *y = y_tape + (i * k + j) * d, sq = 0;
			q_times(j, x + i * d, y);
			for (long c = 0; c < d; c++) sq += y[c] * y[c];
			term[j] = alpha[j] + sum_q[j] - 0.5 * sq;
		}
		total += log_sum_exp(term, e_tape + i * k, sum_tape + i);
	}
	total -= n * log_sum_exp(alpha, e_alpha, &sum_alpha);
	for (long j = 0; j < k; j++) {
		double frobenius = 0;
		for (long c = 0; c < d; c++) frobenius += diag[j * d + c] * diag[j * d + c];
		for (long c = 0; c < nl; c++) frobenius += l[j * nl + c] * l[j * nl + c];
		total += m * sum_q[j] - 0.5 * w * frobenius;
	}
	double df = d + m + 1, wishart = df * d * (log(gamma_) - 0.5 * log(2)) - 0.25 * d * (d - 1) * log(pi);
	for (long j = 0; j < d; j++) wishart -= lgamma(0.5 * (df - j));
	res[0] = total - 0.5 * n * d * log(2 * pi) + k * wishart;

	zero(res + 1, k + 2 * k * d + k * nl);
	for (long j = 0; j < k; j++) {
		for (long c = 0; c < nl; c++) l_adj[j * nl + c] -= w * l[j * nl + c];
		for (long c = 0; c < d; c++) {
			diag_adj[j * d + c] = -w * diag[j * d + c];
			q_adj[j * d + c] += m;
		}
		alpha_adj[j] -= n * e_alpha[j] / sum_alpha;
	}
	for (long i = n - 1; i >= 0; i--)
		for (long j = k - 1; j >= 0; j--) {
			double t = e_tape[i * k + j] / sum_tape[i];
			const double *y = y_tape + (i * k + j) * d;
			alpha_adj[j] += t;
			for (long c = 0; c < d; c++) {
				q_adj[j * d + c] += t;
				y_adj[c] = -t * y[c];
			}
			q_times_back(j, x + i * d, mu_adj, l_adj);
		}
	for (long c = 0; c < k * d; c++) q_adj[c] += diag_adj[c] * diag[c];
}
