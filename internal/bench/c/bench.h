// What every workload in C shares: the conversation with package bench.
//
// A program is called with the name of a file of inputs (doubles), the name of a file for outputs and the sizes of
// the problem. On standard input it gets lines: "run N" computes N gradients and
// answers with the nanoseconds they took, "out" writes the outputs, value first, and answers "ok".
//
// The adjoints have the shape that a tool without restructuring gives them: the loops of the primal, reversed
// where that matters, with every adjoint added to in place, and a tape addressed by the
// loops' indices. They are compiled with -O3 -march=native, without -ffast-math.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define R restrict

// setup gets sizes and inputs and returns the number of outputs.
long setup(const long *n, double *in);

// grad computes the outputs: the value, then the adjoints.
void grad(double *out);

static inline double *doubles(long n) {
	double *p = malloc(sizeof(double) * (n > 0 ? n : 1));
	if (!p) {
		perror("malloc");
		exit(1);
	}
	return p;
}

static inline void zero(double *p, long n) { memset(p, 0, sizeof(double) * n); }

// ints converts subscripts, which are passed as doubles.
static inline long *ints(const double *p, long n) {
	long *v = malloc(sizeof(long) * (n > 0 ? n : 1));
	for (long i = 0; i < n; i++) v[i] = (long)p[i];
	return v;
}

static inline double *read_inputs(const char *name) {
	FILE *f = fopen(name, "rb");
	if (!f || fseek(f, 0, SEEK_END)) {
		perror(name);
		exit(1);
	}
	long n = ftell(f) / sizeof(double);
	rewind(f);
	double *p = doubles(n);
	if (fread(p, sizeof(double), n, f) != (size_t)n) exit(1);
	fclose(f);
	return p;
}

static inline void write_outputs(const char *name, const double *out, long n) {
	FILE *f = fopen(name, "wb");
	if (!f || fwrite(out, sizeof(double), n, f) != (size_t)n || fclose(f)) {
		perror(name);
		exit(1);
	}
}

int main(int argc, char **argv) {
	if (argc < 3) return 2;
	long size[16] = {0};
	for (int i = 3; i < argc && i < 19; i++) size[i - 3] = atol(argv[i]);
	long n = setup(size, read_inputs(argv[1]));
	double *out = doubles(n);
	char line[64];
	while (fgets(line, sizeof line, stdin)) {
		long calls;
		if (sscanf(line, "run %ld", &calls) == 1) {
			struct timespec a, b;
			clock_gettime(CLOCK_MONOTONIC, &a);
			for (long i = 0; i < calls; i++) grad(out);
			clock_gettime(CLOCK_MONOTONIC, &b);
			printf("%lld\n", (b.tv_sec - a.tv_sec) * 1000000000LL + (b.tv_nsec - a.tv_nsec));
		} else {
			write_outputs(argv[2], out, n);
			puts("ok");
		}
		fflush(stdout);
	}
	return 0;
}
