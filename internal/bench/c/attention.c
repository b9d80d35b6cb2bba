#include "bench.h"

static long queries, keys, d;
static const double *q, *k, *v, *want;
static double *e, *norm, *o, *p_adj;

long setup(const long *n, double *p) {
	queries = n[0], keys = n[1], d = n[2];
	q = p, k = q + queries * d, v = k + keys * d, want = v + keys * d;
	e = doubles(queries * keys), norm = doubles(queries), o = doubles(queries * d), p_adj = doubles(keys);
	return 1 + (queries + 2 * keys) * d;
}

void grad(double *res) {
	double *R q_adj = res + 1, *R k_adj = q_adj + queries * d, *R v_adj = k_adj + keys * d;
	double loss = 0, scale = 1 / sqrt(d);
	for (long i = 0; i < queries; i++) {
		double *R p = e + i * keys, top = -INFINITY;
		for (long j = 0; j < keys; j++) {
			double s = 0;
			for (long c = 0; c < d; c++) s += q[i * d + c] * k[j * d + c];
			p[j] = s * scale;
			top = fmax(top, p[j]);
		}
		double sum = 0;
		for (long j = 0; j < keys; j++) {
			p[j] = exp(p[j] - top);
			sum += p[j];
		}
		norm[i] = sum;
		for (long c = 0; c < d; c++) {
			double t = 0;
			for (long j = 0; j < keys; j++) t += p[j] * v[j * d + c];
			o[i * d + c] = t;
			double r = t / sum - want[i * d + c];
			loss += 0.5 * r * r;
		}
	}
	res[0] = loss;
	zero(res + 1, (queries + 2 * keys) * d);
	zero(p_adj, keys);
	for (long i = queries - 1; i >= 0; i--) {
		const double *p = e + i * keys;
		double norm_adj = 0;
		for (long c = d - 1; c >= 0; c--) {
			double r = o[i * d + c] / norm[i] - want[i * d + c];
			double o_adj = r / norm[i];
			norm_adj -= o_adj * o[i * d + c] / norm[i];
			for (long j = keys - 1; j >= 0; j--) {
				p_adj[j] += o_adj * v[j * d + c];
				v_adj[j * d + c] += o_adj * p[j];
			}
		}
		for (long j = keys - 1; j >= 0; j--) p_adj[j] = (p_adj[j] + norm_adj) * p[j];
		for (long j = keys - 1; j >= 0; j--) {
			double s_adj = p_adj[j] * scale;
			p_adj[j] = 0;
			for (long c = d - 1; c >= 0; c--) {
				q_adj[i * d + c] += s_adj * k[j * d + c];
				k_adj[j * d + c] += s_adj * q[i * d + c];
			}
		}
	}
}
