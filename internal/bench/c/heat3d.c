#include "bench.h"

static long nx, ny, nz, n, steps;
static const double *u0, *source, *obs;
static double k, *buf[2], *adj[2];

long setup(const long *size, double *p) {
	nx = size[0], ny = size[1], nz = size[2], steps = size[3], n = nx * ny * nz;
	u0 = p, source = u0 + n, obs = source + n, k = obs[n];
	buf[0] = doubles(n), buf[1] = doubles(n), adj[0] = doubles(n), adj[1] = doubles(n);
	return 1 + 2 * n;
}

static void step(const double *R u, double *R next) {
	for (long x = 1; x < nx - 1; x++)
		for (long y = 1; y < ny - 1; y++)
			for (long z = 1; z < nz - 1; z++) {
				long i = (x * ny + y) * nz + z;
				double lap = u[i - ny * nz] + u[i + ny * nz] + u[i - nz] + u[i + nz] + u[i - 1] + u[i + 1] - 6 * u[i];
				next[i] = u[i] + k * lap + source[i];
			}
}

static void back(double *R next_adj, double *R u_adj, double *R source_adj) {
	for (long x = nx - 2; x >= 1; x--)
		for (long y = ny - 2; y >= 1; y--)
			for (long z = nz - 2; z >= 1; z--) {
				long i = (x * ny + y) * nz + z;
				double g = next_adj[i], lap_adj = g * k;
				next_adj[i] = 0;
				source_adj[i] += g;
				u_adj[i] += g - 6 * lap_adj;
				u_adj[i - ny * nz] += lap_adj;
				u_adj[i + ny * nz] += lap_adj;
				u_adj[i - nz] += lap_adj;
				u_adj[i + nz] += lap_adj;
				u_adj[i - 1] += lap_adj;
				u_adj[i + 1] += lap_adj;
			}
}

void grad(double *res) {
	double *u0_adj = res + 1, *source_adj = u0_adj + n, *u = buf[0], *next = buf[1], *swap;
	memcpy(u, u0, sizeof(double) * n);
	memcpy(next, u0, sizeof(double) * n);
	for (long t = 0; t < steps; t++) {
		step(u, next);
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
	zero(source_adj, n);
	for (long t = steps - 1; t >= 0; t--) {
		swap = u_adj, u_adj = next_adj, next_adj = swap;
		back(next_adj, u_adj, source_adj);
	}
	for (long i = 0; i < n; i++) u0_adj[i] = u_adj[i] + next_adj[i];
}
