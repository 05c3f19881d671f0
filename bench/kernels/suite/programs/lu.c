/* The inner loop of a matrix's factorization. */
#include "harness.h"

static double *row, *pivot, factor;
static int64_t n;

static void setup(long size) {
	n = size, factor = 0.375;
	row = doubles(row, n), pivot = doubles(pivot, n);
	fill(row, 1, n), fill(pivot, 2, n);
}

static void kernel(void) {
	double *p = row, *q = pivot;
	const double f = factor;
	const int64_t count = n;
	for (int64_t j = 0; j < count; j++)
		p[j] -= f * q[j];
}

static int64_t result(void) { return digest(row, n); }
