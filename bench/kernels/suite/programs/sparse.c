/* One row of a sparse matrix times a vector. */
#include "harness.h"

static double *x, *val, s;
static int64_t *col, n;

static void setup(long size) {
	n = size, s = 0;
	x = doubles(x, 1000), val = doubles(val, n), col = integers(col, n);
	fill(x, 1, 1000), indexes(col, 2, n, 1000), fill(val, 3, n);
}

static void kernel(void) {
	double *p = x, *v = val, sum = s;
	int64_t *c = col;
	const int64_t count = n;
	for (int64_t i = 0; i < count; i++)
		sum += p[c[i]] * v[i];
	s = sum;
}

static int64_t result(void) { return digest_double(0, s); }
