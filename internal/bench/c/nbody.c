#include "bench.h"

static long n;
static const double *pos, *mass;
static double eps, *tape;

long setup(const long *size, double *p) {
	n = size[0];
	pos = p, mass = pos + 3 * n, eps = mass[n];
	tape = doubles(n * (n - 1) / 2);
	return 1 + 3 * n;
}

void grad(double *res) {
	double *R adj = res + 1, e = 0;
	long at = 0;
	for (long i = 0; i < n; i++)
		for (long j = i + 1; j < n; j++) {
			double dx = pos[3 * i] - pos[3 * j], dy = pos[3 * i + 1] - pos[3 * j + 1], dz = pos[3 * i + 2] - pos[3 * j + 2];
			double r = sqrt(dx * dx + dy * dy + dz * dz + eps * eps);
			tape[at++] = r;
			e -= mass[i] * mass[j] / r;
		}
	res[0] = e;
	zero(adj, 3 * n);
	for (long i = n - 1; i >= 0; i--)
		for (long j = n - 1; j > i; j--) {
			double r = tape[--at];
			double dx = pos[3 * i] - pos[3 * j], dy = pos[3 * i + 1] - pos[3 * j + 1], dz = pos[3 * i + 2] - pos[3 * j + 2];
			double r_adj = mass[i] * mass[j] / (r * r), g = r_adj / r;
			adj[3 * i] += g * dx, adj[3 * j] -= g * dx;
			adj[3 * i + 1] += g * dy, adj[3 * j + 1] -= g * dy;
			adj[3 * i + 2] += g * dz, adj[3 * j + 2] -= g * dz;
		}
}
