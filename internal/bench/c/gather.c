#include "bench.h"

static long n, cells;
static const double *table, *obs;
static long *idx;

long setup(const long *size, double *p) {
	n = size[0], cells = size[1];
	table = p, obs = table + cells, idx = ints(obs + n, n);
	return 1 + cells;
}

void grad(double *res) {
	double *R adj = res + 1, sum = 0;
	for (long i = 0; i < n; i++) {
		double d = table[idx[i]] - obs[i];
		sum += 0.5 * d * d;
	}
	res[0] = sum;
	zero(adj, cells);
	for (long i = n - 1; i >= 0; i--) adj[idx[i]] += table[idx[i]] - obs[i];
}
