#include "bench.h"

static long batch, in, out, h, w, size, oh, ow;
static const double *x, *k, *b, *want;
static double *tape;

long setup(const long *n, double *p) {
	batch = n[0], in = n[1], out = n[2], h = n[3], w = n[4], size = n[5];
	oh = h - size + 1, ow = w - size + 1;
	x = p, k = x + batch * in * h * w, b = k + out * in * size * size, want = b + out;
	tape = doubles(batch * out * oh * ow);
	return 1 + batch * in * h * w + out * in * size * size + out;
}

#define K(o, i, dy, dx) (((o * in + i) * size + dy) * size + dx)
#define X(n, i, y, c) (((n * in + i) * h + y) * w + c)
#define Y(n, o, y, c) (((n * out + o) * oh + y) * ow + c)

void grad(double *res) {
	double *R x_adj = res + 1, *R k_adj = x_adj + batch * in * h * w, *R b_adj = k_adj + out * in * size * size;
	double loss = 0;
	for (long n = 0; n < batch; n++)
		for (long o = 0; o < out; o++)
			for (long y = 0; y < oh; y++)
				for (long c = 0; c < ow; c++) {
					double sum = b[o];
					for (long i = 0; i < in; i++)
						for (long dy = 0; dy < size; dy++)
							for (long dx = 0; dx < size; dx++)
								sum += k[K(o, i, dy, dx)] * x[X(n, i, (y + dy), c + dx)];
					double d = sum - want[Y(n, o, y, c)];
					tape[Y(n, o, y, c)] = d;
					loss += 0.5 * d * d;
				}
	res[0] = loss / batch;
	zero(res + 1, batch * in * h * w + out * in * size * size + out);
	double loss_adj = 1.0 / batch;
	for (long n = batch - 1; n >= 0; n--)
		for (long o = out - 1; o >= 0; o--)
			for (long y = oh - 1; y >= 0; y--)
				for (long c = ow - 1; c >= 0; c--) {
					double sum_adj = loss_adj * tape[Y(n, o, y, c)];
					for (long i = in - 1; i >= 0; i--)
						for (long dy = size - 1; dy >= 0; dy--)
							for (long dx = size - 1; dx >= 0; dx--) {
								k_adj[K(o, i, dy, dx)] += sum_adj * x[X(n, i, (y + dy), c + dx)];
								x_adj[X(n, i, (y + dy), c + dx)] += sum_adj * k[K(o, i, dy, dx)];
							}
					b_adj[o] += sum_adj;
				}
}
