#include "bench.h"

static long nx, ny, n, steps;
static const double *u0, *k, *obs;
static double *buf[2], *adj[2], *tape;

long setup(const long *size, double *p) {
	nx = size[0], ny = size[1], steps = size[2], n = nx * ny;
	u0 = p, k = u0 + n, obs = k + n;
	buf[0] = doubles(n), buf[1] = doubles(n), adj[0] = doubles(n), adj[1] = doubles(n);
	tape = doubles(steps * n);
	return 1 + 2 * n;
}

static void step(const double *R u, double *R next, double *R lap) {
	for (long i = 1; i < nx - 1; i++)
		for (long j = 1; j < ny - 1; j++) {
			long at = i * ny + j;
			double l = u[at - ny] + u[at + ny] + u[at - 1] + u[at + 1] - 4 * u[at];
			lap[at] = l;
			next[at] = u[at] + k[at] * l;
		}
}

static void back(const double *R lap, double *R next_adj, double *R u_adj, double *R k_adj) {
	for (long i = nx - 2; i >= 1; i--)
		for (long j = ny - 2; j >= 1; j--) {
			long at = i * ny + j;
			double g = next_adj[at], l_adj = g * k[at];
			next_adj[at] = 0;
			k_adj[at] += g * lap[at];
			u_adj[at] += g - 4 * l_adj;
			u_adj[at - ny] += l_adj;
			u_adj[at + ny] += l_adj;
			u_adj[at - 1] += l_adj;
			u_adj[at + 1] += l_adj;
		}
}

void grad(double *res) {
	double *u0_adj = res + 1, *k_adj = u0_adj + n, *u = buf[0], *next = buf[1], *swap;
	memcpy(u, u0, sizeof(double) * n);
	memcpy(next, u0, sizeof(double) * n);
	for (long t = 0; t < steps; t++) {
		step(u, next, tape + t * n);
		swap = u, u = next, next = swap;
	}
	double sum = 0, *u_adj = adj[0], *next_adj = adj[1];
	zero(next_adj, n);
	for (long i = 0; i < n; i++) {
		double d = u[i] - obs[i];
		sum += 0.5 * d * d;
		u_adj[i] = d;
	}
	res[0] = sum;
	zero(k_adj, n);
	for (long t = steps - 1; t >= 0; t--) {
		swap = u_adj, u_adj = next_adj, next_adj = swap;
		back(tape + t * n, next_adj, u_adj, k_adj);
	}
	for (long i = 0; i < n; i++) u0_adj[i] = u_adj[i] + next_adj[i];
}
