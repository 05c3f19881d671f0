/* The square root of y by Newton's method, in fixed point numbers. */
#include "harness.h"

typedef struct {
	int64_t val;
} Fix16;

static Fix16 add(Fix16 a, Fix16 b) { return (Fix16){a.val + b.val}; }
static Fix16 divide(Fix16 a, Fix16 b) { return (Fix16){(a.val << 16) / b.val}; }
static Fix16 divide_int(Fix16 a, int64_t b) { return (Fix16){a.val / b}; }

static Fix16 x, y;
static int64_t n;

static void setup(long size) { x.val = 61728LL << 16, y.val = 123456LL << 16, n = size; }

static void kernel(void) {
	Fix16 a = x;
	const Fix16 b = y;
	for (int64_t k = n; k > 0; k--)
		a = divide_int(add(a, divide(b, a)), 2);
	x = a;
}

static int64_t result(void) { return digest_int(x.val); }
