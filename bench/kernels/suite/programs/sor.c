/* Successive over-relaxation of a grid, along one line. */
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

static Array2D g;
static int64_t n;

static void setup(long size) {
	n = size;
	g.width = n + 2, g.height = 3;
	g.data = doubles(g.data, (n + 2) * 3);
	fill(g.data, 1, (n + 2) * 3);
}

static void kernel(void) {
	Array2D *p = &g;
	const double omega4 = 0.3125, rest = -0.25;
	const int64_t y = 1, w = n + 1;
	for (int64_t x = 1; x < w; x++)
		set(p, x, y,
		    omega4 * (get(p, x, y - 1) + get(p, x, y + 1) + get(p, x - 1, y) + get(p, x + 1, y)) + rest * get(p, x, y));
}

static int64_t result(void) { return digest(g.data, (n + 2) * 3); }
