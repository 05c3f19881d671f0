/* Convolution of a vector with three weights. */
#include "harness.h"

static double *a, *k, *b;
static int64_t n;

static void setup(long size) {
	n = size;
	a = doubles(a, n + 2), k = doubles(k, 3), b = doubles(b, n);
	fill(a, 1, n + 2), fill(k, 2, 3), zeros(b, n);
}

static void kernel(void) {
	double *p = a, *w = k, *q = b;
	const int64_t count = n;
	for (int64_t i = 0; i < count; i++)
		q[i] = w[2] * p[i] + w[1] * p[i + 1] + w[0] * p[i + 2];
}

static int64_t result(void) { return digest(b, n); }
