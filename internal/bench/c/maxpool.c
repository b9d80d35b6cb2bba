#include "bench.h"

static long planes, h, w, size, stride, oh, ow;
static const double *x, *seed;
static long *tape;

long setup(const long *n, double *p) {
	planes = n[0], h = n[1], w = n[2], size = n[3], stride = n[4];
	oh = (h - size) / stride + 1, ow = (w - size) / stride + 1;
	x = p, seed = x + planes * h * w;
	tape = malloc(sizeof(long) * planes * oh * ow);
	return 1 + planes * oh * ow + planes * h * w;
}

void grad(double *res) {
	double *R y = res + 1, *R adj = y + planes * oh * ow;
	res[0] = 0;
	for (long p = 0; p < planes; p++)
		for (long i = 0; i < oh; i++)
			for (long j = 0; j < ow; j++) {
				long at = (p * h + i * stride) * w + j * stride, first = at;
				for (long di = 0; di < size; di++)
					for (long dj = 0; dj < size; dj++)
						if (x[first + di * w + dj] > x[at]) at = first + di * w + dj;
				y[(p * oh + i) * ow + j] = x[at];
				tape[(p * oh + i) * ow + j] = at;
			}
	zero(adj, planes * h * w);
	for (long i = planes * oh * ow - 1; i >= 0; i--) adj[tape[i]] += seed[i];
}
