/* The largest of nine neighbours, along one line of an image. */
#include "harness.h"

typedef struct {
	int64_t width, height;
	double *data;
} Array2D;

/* With CHECKED an index out of bounds ends the program, as in the other languages. */
static inline int64_t at(const Array2D *a, int64_t x, int64_t y) {
#ifdef CHECKED
	if (x < 0 || x >= a->width || y < 0 || y >= a->height)
		abort();
#endif
	return y * a->width + x;
}

static inline double get(const Array2D *a, int64_t x, int64_t y) { return a->data[at(a, x, y)]; }
static inline void set(Array2D *a, int64_t x, int64_t y, double v) { a->data[at(a, x, y)] = v; }

static inline double larger(double v, double m) { return v > m ? v : m; }

static Array2D a, b;
static int64_t n;

static void setup(long size) {
	n = size;
	a.width = b.width = n + 2, a.height = b.height = 3;
	a.data = doubles(a.data, (n + 2) * 3), b.data = doubles(b.data, (n + 2) * 3);
	ramp(a.data, (n + 2) * 3), zeros(b.data, (n + 2) * 3);
}

static void kernel(void) {
	Array2D *p = &a, *q = &b;
	const int64_t y = 1, w = n + 1;
	for (int64_t x = 1; x < w; x++) {
		double m = get(p, x - 1, y - 1);
		m = larger(get(p, x, y - 1), m);
		m = larger(get(p, x + 1, y - 1), m);
		m = larger(get(p, x - 1, y), m);
		m = larger(get(p, x, y), m);
		m = larger(get(p, x + 1, y), m);
		m = larger(get(p, x - 1, y + 1), m);
		m = larger(get(p, x, y + 1), m);
		m = larger(get(p, x + 1, y + 1), m);
		set(q, x, y, m);
	}
}

static int64_t result(void) { return digest(b.data, (n + 2) * 3); }
