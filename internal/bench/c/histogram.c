#include "bench.h"

static long n, cells;
static const double *weight, *want;
static long *bin;
static double *count, *count_adj;

long setup(const long *size, double *p) {
	n = size[0], cells = size[1];
	weight = p, want = weight + n, bin = ints(want + cells, n);
	count = doubles(cells), count_adj = doubles(cells);
	return 1 + n;
}

void grad(double *res) {
	double *R adj = res + 1, sum = 0;
	zero(count, cells);
	for (long i = 0; i < n; i++) count[bin[i]] += weight[i];
	for (long j = 0; j < cells; j++) {
		double d = count[j] - want[j];
		sum += d * d / want[j];
	}
	res[0] = sum;
	zero(adj, n);
	for (long j = cells - 1; j >= 0; j--) count_adj[j] = 2 * (count[j] - want[j]) / want[j];
	for (long i = n - 1; i >= 0; i--) adj[i] += count_adj[bin[i]];
}
