/* The square root of y by Newton's method, in doubles. */
#include "harness.h"

static double x, y;
static int64_t n;

static void setup(long size) { x = 1e12, y = 1234567.890123, n = size; }

static void kernel(void) {
	double a = x;
	const double b = y;
	for (int64_t k = n; k > 0; k--)
		a = (a + b / a) / 2;
	x = a;
}

static int64_t result(void) { return digest_double(0, x); }
