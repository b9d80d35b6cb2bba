#include "bench.h"

// The Jacobian of the errors of a bundle adjustment in which all cameras, points and observations are the same
// numbers; the value is the first error. One sweep forward and one back for each row.

enum { CAM = 11, ROW = 15 };

static long cams, points, seen;
static double *cam, *point, *weight, *feat;

static double *repeated(const double *p, long size, long n) {
	double *v = doubles(size * n);
	for (long i = 0; i < n; i++) memcpy(v + i * size, p, sizeof(double) * size);
	return v;
}

long setup(const long *n, double *p) {
	cams = n[0], points = n[1], seen = n[2];
	cam = repeated(p, CAM, cams), point = repeated(p + CAM, 3, points);
	weight = repeated(p + CAM + 3, 1, seen), feat = repeated(p + CAM + 4, 2, seen);
	return 1 + 2 * seen * ROW + seen;
}

// reproject returns the errors e and adds the derivatives of seed[0] e[0] + seed[1] e[1] to row.
static void reproject(const double *R k, const double *R p, double w, const double *R f, const double *seed,
	double *R e, double *R row) {
	double a = k[0], b = k[1], c = k[2], x = p[0] - k[3], y = p[1] - k[4], z = p[2] - k[5];
	double sq = a * a + b * b + c * c, angle = 0, s = 1, cs = 1, t = 0, d = 0, ka = a, kb = b, kc = c;
	double rx, ry, rz;
	if (sq == 0) {
		rx = x + b * z - c * y, ry = y + c * x - a * z, rz = z + a * y - b * x;
	} else {
		angle = sqrt(sq), s = sin(angle), cs = cos(angle);
		ka = a / angle, kb = b / angle, kc = c / angle;
		t = ka * x + kb * y + kc * z, d = t * (1 - cs);
		rx = x * cs + (kb * z - kc * y) * s + ka * d;
		ry = y * cs + (kc * x - ka * z) * s + kb * d;
		rz = z * cs + (ka * y - kb * x) * s + kc * d;
	}
	double u = rx / rz, v = ry / rz, rr = u * u + v * v;
	double poly = 1 + k[9] * rr + k[10] * rr * rr, scale = k[6] * poly;
	e[0] = w * (u * scale + k[7] - f[0]), e[1] = w * (v * scale + k[8] - f[1]);

	double gu = seed[0] * w, gv = seed[1] * w;
	row[14] += seed[0] * (u * scale + k[7] - f[0]) + seed[1] * (v * scale + k[8] - f[1]);
	row[7] += gu, row[8] += gv;
	double scale_adj = gu * u + gv * v;
	double u_adj = gu * scale, v_adj = gv * scale;
	row[6] += scale_adj * poly;
	double poly_adj = scale_adj * k[6];
	row[9] += poly_adj * rr, row[10] += poly_adj * rr * rr;
	double rr_adj = poly_adj * (k[9] + 2 * k[10] * rr);
	u_adj += 2 * rr_adj * u, v_adj += 2 * rr_adj * v;
	double gx = u_adj / rz, gy = v_adj / rz, gz = -(u_adj * u + v_adj * v) / rz;
	double xa, ya, za;
	if (sq == 0) {
		xa = gx + c * gy - b * gz, ya = gy - c * gx + a * gz, za = gz + b * gx - a * gy;
		row[0] += y * gz - z * gy, row[1] += z * gx - x * gz, row[2] += x * gy - y * gx;
	} else {
		double d_adj = ka * gx + kb * gy + kc * gz, t_adj = d_adj * (1 - cs);
		double cs_adj = x * gx + y * gy + z * gz - d_adj * t;
		double s_adj = (kb * z - kc * y) * gx + (kc * x - ka * z) * gy + (ka * y - kb * x) * gz;
		xa = gx * cs + s * (kc * gy - kb * gz) + t_adj * ka;
		ya = gy * cs + s * (ka * gz - kc * gx) + t_adj * kb;
		za = gz * cs + s * (kb * gx - ka * gy) + t_adj * kc;
		double ka_adj = s * (y * gz - z * gy) + d * gx + t_adj * x;
		double kb_adj = s * (z * gx - x * gz) + d * gy + t_adj * y;
		double kc_adj = s * (x * gy - y * gx) + d * gz + t_adj * z;
		double angle_adj = cs * s_adj - s * cs_adj - (ka_adj * ka + kb_adj * kb + kc_adj * kc) / angle;
		row[0] += ka_adj / angle + angle_adj * ka;
		row[1] += kb_adj / angle + angle_adj * kb;
		row[2] += kc_adj / angle + angle_adj * kc;
	}
	row[11] += xa, row[12] += ya, row[13] += za;
	row[3] -= xa, row[4] -= ya, row[5] -= za;
}

void grad(double *res) {
	double *rows = res + 1, *weights = rows + 2 * seen * ROW, e[2], first[2];
	const double seed[2][2] = {{1, 0}, {0, 1}};
	zero(rows, 2 * seen * ROW);
	for (long i = 0; i < seen; i++) {
		for (long r = 0; r < 2; r++)
			reproject(cam + i % cams * CAM, point + i % points * 3, weight[i], feat + 2 * i, seed[r], e,
				rows + (2 * i + r) * ROW);
		weights[i] = -2 * weight[i];
		if (i == 0) memcpy(first, e, sizeof e);
	}
	res[0] = first[0];
}
