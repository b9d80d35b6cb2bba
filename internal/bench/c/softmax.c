#include "bench.h"

static long n, classes;
static const double *score;
static long *label;
static double *e, *norm;

long setup(const long *size, double *p) {
	n = size[0], classes = size[1];
	score = p, label = ints(score + n * classes, n);
	e = doubles(n * classes), norm = doubles(n);
	return 1 + n * classes;
}

void grad(double *res) {
	double *R adj = res + 1, sum = 0;
	for (long i = 0; i < n; i++) {
		const double *z = score + i * classes;
		double top = z[0], s = 0;
		for (long c = 0; c < classes; c++) top = fmax(top, z[c]);
		for (long c = 0; c < classes; c++) {
			double t = exp(z[c] - top);
			e[i * classes + c] = t;
			s += t;
		}
		norm[i] = s;
		sum += top + log(s) - z[label[i]];
	}
	res[0] = sum / n;
	zero(adj, n * classes);
	for (long i = n - 1; i >= 0; i--) {
		adj[i * classes + label[i]] -= 1.0 / n;
		double norm_adj = 1.0 / n / norm[i];
		for (long c = classes - 1; c >= 0; c--) adj[i * classes + c] += norm_adj * e[i * classes + c];
	}
}
