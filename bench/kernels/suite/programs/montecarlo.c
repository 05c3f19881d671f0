/* Pi by points in a square; the random numbers are those of a lagged generator. */
#include "harness.h"

static int64_t *ring, at, under, n;

static void setup(long size) {
	n = size, at = 17, under = 0;
	ring = integers(ring, 32);
	indexes(ring, 1, 32, MODULUS);
}

static inline double next(int64_t *r, int64_t *i) {
	int64_t d = r[(*i - 17) & 31] - r[(*i - 5) & 31];
	d += (d >> 63) & MODULUS;
	r[*i] = d;
	*i = (*i + 1) & 31;
	return 4.656612875245797e-10 * d;
}

static void kernel(void) {
	int64_t *r = ring, i = at, count = under;
	for (int64_t k = n; k > 0; k--) {
		double x = next(r, &i), y = next(r, &i);
		count += x * x + y * y <= 1.0;
	}
	at = i, under = count;
}

static int64_t result(void) { return digest_int(under); }
