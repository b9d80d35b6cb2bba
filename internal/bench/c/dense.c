#include "bench.h"

static long in, out, batch;
static const double *w, *b, *x, *want;
static double *tape;

long setup(const long *n, double *p) {
	in = n[0], out = n[1], batch = n[2];
	w = p, b = w + out * in, x = b + out, want = x + batch * in;
	tape = doubles(batch * out);
	return 1 + out * in + out + batch * in;
}

void grad(double *res) {
	double *R w_adj = res + 1, *R b_adj = w_adj + out * in, *R x_adj = b_adj + out;
	double loss = 0;
	for (long s = 0; s < batch; s++)
		for (long o = 0; o < out; o++) {
			double z = b[o];
			for (long i = 0; i < in; i++) z += w[o * in + i] * x[s * in + i];
			double y = tanh(z), d = y - want[s * out + o];
			tape[s * out + o] = y;
			loss += 0.5 * d * d;
		}
	res[0] = loss / batch;
	zero(res + 1, out * in + out + batch * in);
	double loss_adj = 1.0 / batch;
	for (long s = batch - 1; s >= 0; s--)
		for (long o = out - 1; o >= 0; o--) {
			double y = tape[s * out + o];
			double z_adj = loss_adj * (y - want[s * out + o]) * (1 - y * y);
			for (long i = in - 1; i >= 0; i--) {
				w_adj[o * in + i] += z_adj * x[s * in + i];
				x_adj[s * in + i] += z_adj * w[o * in + i];
			}
			b_adj[o] += z_adj;
		}
}
