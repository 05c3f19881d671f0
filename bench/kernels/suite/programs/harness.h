/* What all kernels in C share: their data, the digest of their result, the clock,
 * and two ways to run:
 *
 *   kernel N SAMPLES   warms up, then prints the least and the median time of an iteration
 *   kernel serve       for every line "N" on the standard input runs once and prints
 *                      "nanoseconds digest"
 *
 * Only the loop is timed; data are made anew for every run.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MODULUS 2147483647LL

/* A kernel defines these three. */
static void setup(long n);
static void kernel(void) __attribute__((noipa));
static int64_t result(void);

static void *allocate(long count) {
	void *p = malloc(count * 8);
	if (!p)
		abort();
	return p;
}

/* Memory is taken once, for the first size. */
static double *doubles(double *p, long count) { return p ? p : allocate(count); }
static int64_t *integers(int64_t *p, long count) { return p ? p : allocate(count); }

static void fill(double *p, int64_t seed, long n) {
	for (long k = 0; k < n; k++) {
		seed = seed * 16807 % MODULUS;
		p[k] = (double)seed / MODULUS;
	}
}

static void indexes(int64_t *p, int64_t seed, long n, int64_t below) {
	for (long k = 0; k < n; k++) {
		seed = seed * 16807 % MODULUS;
		p[k] = seed % below;
	}
}

static void ramp(double *p, long n) {
	for (long k = 0; k < n; k++)
		p[k] = k * 0.5;
}

static void zeros(double *p, long n) { memset(p, 0, n * sizeof *p); }

static int64_t mix(int64_t d, int64_t x) { return (d * 31 + x) % MODULUS; }

static int64_t digest_int(int64_t n) { return mix(0, ((n % MODULUS) + MODULUS) % MODULUS); }

static int64_t digest_double(int64_t d, double f) {
	if (isnan(f) || isinf(f))
		return mix(d, 1);
	int exponent;
	double scaled = frexp(f, &exponent) * (1 << 27);
	double high = floor(scaled);
	d = mix(d, (int64_t)high + (1 << 27));
	d = mix(d, (int64_t)((scaled - high) * (1 << 26)));
	return mix(d, (int64_t)exponent + 2000);
}

static int64_t digest(const double *p, long n) {
	int64_t d = 0;
	for (long k = 0; k < n; k++)
		d = digest_double(d, p[k]);
	return d;
}

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int64_t sample(long n) {
	setup(n);
	int64_t start = now();
	kernel();
	return now() - start;
}

static int ascending(const void *a, const void *b) {
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

int main(int argc, char **argv) {
	long n;
	if (argc == 2 && !strcmp(argv[1], "serve")) {
		while (scanf("%ld", &n) == 1) {
			int64_t time = sample(n);
			printf("%lld %lld\n", (long long)time, (long long)result());
			fflush(stdout);
		}
		return 0;
	}
	if (argc != 3 || (n = atol(argv[1])) < 1 || atol(argv[2]) < 1) {
		fprintf(stderr, "Usage: %s N SAMPLES | %s serve\n", argv[0], argv[0]);
		return 2;
	}
	long count = atol(argv[2]);
	int64_t *times = integers(0, count);
	for (int k = 0; k < 5; k++)
		sample(n);
	for (long k = 0; k < count; k++)
		times[k] = sample(n);
	qsort(times, count, sizeof *times, ascending);
	printf("digest %lld, least %.3f ns, median %.3f ns\n", (long long)result(), (double)times[0] / n,
	       (double)times[count / 2] / n);
	return 0;
}
