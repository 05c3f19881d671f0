/* The square root of y by Newton's method, in integers. */
#include "harness.h"

static int64_t x, y, n;

static void setup(long size) { x = 1LL << 40, y = 1234567890123, n = size; }

static void kernel(void) {
	int64_t a = x;
	const int64_t b = y;
	for (int64_t k = n; k > 0; k--)
		a = (a + b / a) / 2;
	x = a;
}

static int64_t result(void) { return digest_int(x); }
