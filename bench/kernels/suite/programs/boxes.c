/* The loop of Figure 2 of Allocation Removal by Partial Evaluation in a Tracing JIT. */
#include "harness.h"

static int64_t y, res;

static void setup(long size) { y = size, res = 0; }

/* Without the empty instruction gcc would compute the sum by a formula. */
static void kernel(void) {
	int64_t sum = res;
	for (int64_t k = y; k > 0; k--) {
		sum = sum + k - 100;
		__asm__ volatile("" : "+r"(sum));
	}
	res = sum;
}

static int64_t result(void) { return digest_int(res); }
