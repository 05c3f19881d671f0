/* The butterflies of one pass of a Fourier transform. */
#include "harness.h"

static double *data, wr, wi;
static int64_t step, n;

static void setup(long size) {
	n = size * 4, wr = 0.8, wi = 0.6, step = 4;
	data = doubles(data, n);
	fill(data, 1, n);
}

static void kernel(void) {
	double *p = data;
	const double r = wr, s = wi;
	const int64_t stride = step, count = n;
	for (int64_t i = 0, j = 2; j < count; i += stride, j += stride) {
		double zr = p[j], zi = p[j + 1];
		double dr = r * zr - s * zi, di = r * zi + s * zr;
		p[j] = p[i] - dr;
		p[j + 1] = p[i + 1] - di;
		p[i] += dr;
		p[i + 1] += di;
	}
}

static int64_t result(void) { return digest(data, n); }
