#include "bench.h"

static long n, steps;
static const double *u0, *nu, *obs;
static double dx, dt;
static double *tape, *a, *b;

long setup(const long *size, double *p) {
	n = size[0], steps = size[1];
	u0 = p, nu = u0 + n, obs = nu + n, dx = obs[n], dt = obs[n + 1];
	tape = doubles((steps + 1) * n), a = doubles(n), b = doubles(n);
	return 1 + 2 * n;
}

static void step(const double *R u, double *R next, double adv, double diff) {
	next[0] = u[0], next[n - 1] = u[n - 1];
	for (long i = 1; i < n - 1; i++)
		next[i] = u[i] - adv * u[i] * (u[i + 1] - u[i - 1]) + diff * nu[i] * (u[i + 1] - 2 * u[i] + u[i - 1]);
}

static void back(const double *R u, double *R next_adj, double *R u_adj, double *R nu_adj, double adv, double diff) {
	for (long i = n - 2; i >= 1; i--) {
		double g = next_adj[i];
		next_adj[i] = 0;
		u_adj[i] += g - g * adv * (u[i + 1] - u[i - 1]) - 2 * g * diff * nu[i];
		u_adj[i + 1] += g * diff * nu[i] - g * adv * u[i];
		u_adj[i - 1] += g * diff * nu[i] + g * adv * u[i];
		nu_adj[i] += g * diff * (u[i + 1] - 2 * u[i] + u[i - 1]);
	}
	u_adj[0] += next_adj[0], u_adj[n - 1] += next_adj[n - 1];
	next_adj[0] = next_adj[n - 1] = 0;
}

void grad(double *res) {
	double *u0_adj = res + 1, *nu_adj = u0_adj + n;
	double adv = dt / (2 * dx), diff = dt / (dx * dx);
	memcpy(tape, u0, sizeof(double) * n);
	for (long t = 0; t < steps; t++) step(tape + t * n, tape + (t + 1) * n, adv, diff);
	const double *u = tape + steps * n;
	double sum = 0, *next_adj = a, *u_adj = b;
	zero(u_adj, n);
	for (long i = 0; i < n; i++) {
		double d = u[i] - obs[i];
		sum += 0.5 * d * d;
		next_adj[i] = d;
	}
	res[0] = sum;
	zero(nu_adj, n);
	for (long t = steps - 1; t >= 0; t--) {
		back(tape + t * n, next_adj, u_adj, nu_adj, adv, diff);
		double *swap = u_adj;
		u_adj = next_adj, next_adj = swap;
	}
	memcpy(u0_adj, next_adj, sizeof(double) * n);
}
