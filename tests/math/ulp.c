// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// ulp [-n SAMPLES] [ROW]...
//
// Measures the error of the device math library, as it was built for the device and then translated
// for this machine, against MPFR, and fails where a row of ulp.def exceeds its bound.  Half of the
// arguments are spread evenly over the bit patterns of a range (so evenly over its exponents), half
// over its values.  The error is the distance from the correctly rounded result, as CUDA's manual
// counts it; the column "real" is the distance from the exact one at the worst place.
// ANYWARP_TEST_SIZE=all takes a million samples a row.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/support/adapters.h"
#include "math/support/reference.h"

enum { MAX_ARITY = 4, DEFAULT_SAMPLES = 500, ALL_SAMPLES = 1000000 };

struct range {
	double from, to;
};

struct row {
	const char *name;
	bool is_double;
	bool first_is_int;
	int arity;
	double bound, absolute;
	double (*call)(const double *arguments);
	void (*reference)(mpfr_t result, mpfr_t *arguments);
	struct range ranges[MAX_ARITY];
};

struct worst {
	double distance, real;
	double arguments[MAX_ARITY], result, wanted;
	long failures;
};

// First pass over the table: a call and a reference with one signature for each row.
#define CALL(row, ...) static double call_##row(const double *a) { return __VA_ARGS__; }
#define REFER(row, ...) static void refer_##row(mpfr_t r, mpfr_t *a) { __VA_ARGS__; }
#define F1(row, f, b, c, ref, ...) CALL(row, f((float)a[0])) REFER(row, ref(r, a[0], MPFR_RNDN))
#define F2(row, f, b, c, ref, ...) \
	CALL(row, f((float)a[0], (float)a[1])) REFER(row, ref(r, a[0], a[1], MPFR_RNDN))
#define F3(row, f, b, c, ref, ...) \
	CALL(row, f((float)a[0], (float)a[1], (float)a[2])) REFER(row, ref(r, a[0], a[1], a[2], MPFR_RNDN))
#define F4(row, f, b, c, ref, ...) \
	CALL(row, f((float)a[0], (float)a[1], (float)a[2], (float)a[3])) \
	REFER(row, ref(r, a[0], a[1], a[2], a[3], MPFR_RNDN))
#define FN(row, f, b, c, ref, ...) \
	CALL(row, f((int)a[0], (float)a[1])) REFER(row, ref(r, mpfr_get_si(a[0], MPFR_RNDN), a[1], MPFR_RNDN))
#define D1(row, f, b, c, ref, ...) CALL(row, f(a[0])) REFER(row, ref(r, a[0], MPFR_RNDN))
#define D2(row, f, b, c, ref, ...) CALL(row, f(a[0], a[1])) REFER(row, ref(r, a[0], a[1], MPFR_RNDN))
#define D3(row, f, b, c, ref, ...) \
	CALL(row, f(a[0], a[1], a[2])) REFER(row, ref(r, a[0], a[1], a[2], MPFR_RNDN))
#define D4(row, f, b, c, ref, ...) \
	CALL(row, f(a[0], a[1], a[2], a[3])) REFER(row, ref(r, a[0], a[1], a[2], a[3], MPFR_RNDN))
#define DN(row, f, b, c, ref, ...) \
	CALL(row, f((int)a[0], a[1])) REFER(row, ref(r, mpfr_get_si(a[0], MPFR_RNDN), a[1], MPFR_RNDN))
#include "math/ulp.def"
#undef F1
#undef F2
#undef F3
#undef F4
#undef FN
#undef D1
#undef D2
#undef D3
#undef D4
#undef DN

// Second pass: the rows.
#define ROW(row, is_double, with_int, arity, b, c, ...) \
	{ #row, is_double, with_int, arity, b, c, call_##row, refer_##row, { __VA_ARGS__ } },
#define ONE(from, to) { from, to }
#define TWO(from1, to1, from2, to2) { from1, to1 }, { from2, to2 }
#define THREE(from, to) { from, to }, { from, to }, { from, to }
#define FOUR(from, to) { from, to }, { from, to }, { from, to }, { from, to }
#define F1(row, f, b, c, ref, ...) ROW(row, false, false, 1, b, c, ONE(__VA_ARGS__))
#define F2(row, f, b, c, ref, ...) ROW(row, false, false, 2, b, c, TWO(__VA_ARGS__))
#define F3(row, f, b, c, ref, ...) ROW(row, false, false, 3, b, c, THREE(__VA_ARGS__))
#define F4(row, f, b, c, ref, ...) ROW(row, false, false, 4, b, c, FOUR(__VA_ARGS__))
#define FN(row, f, b, c, ref, ...) ROW(row, false, true, 2, b, c, TWO(__VA_ARGS__))
#define D1(row, f, b, c, ref, ...) ROW(row, true, false, 1, b, c, ONE(__VA_ARGS__))
#define D2(row, f, b, c, ref, ...) ROW(row, true, false, 2, b, c, TWO(__VA_ARGS__))
#define D3(row, f, b, c, ref, ...) ROW(row, true, false, 3, b, c, THREE(__VA_ARGS__))
#define D4(row, f, b, c, ref, ...) ROW(row, true, false, 4, b, c, FOUR(__VA_ARGS__))
#define DN(row, f, b, c, ref, ...) ROW(row, true, true, 2, b, c, TWO(__VA_ARGS__))
#define MAX INFINITY
static const struct row rows[] = {
#include "math/ulp.def"
};

// splitmix64 (Steele, Lea, Flood 2014).
static uint64_t random_bits(void)
{
	static uint64_t state;
	uint64_t z = state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

// Bit patterns as integers in the order of the numbers: neighbours differ by one, -0 and 0 are 0.
static int64_t order_of(double x, bool is_double)
{
	if (is_double) {
		int64_t bits;
		memcpy(&bits, &x, sizeof bits);
		return bits < 0 ? INT64_MIN - bits : bits;
	}
	int32_t bits;
	float single = (float)x;
	memcpy(&bits, &single, sizeof bits);
	return bits < 0 ? (int64_t)INT32_MIN - bits : bits;
}

static double from_order(int64_t order, bool is_double)
{
	if (is_double) {
		int64_t bits = order < 0 ? INT64_MIN - order : order;
		double x;
		memcpy(&x, &bits, sizeof x);
		return x;
	}
	int32_t bits = (int32_t)(order < 0 ? INT32_MIN - order : order);
	float x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

// Number INDEX of the arguments of one range: the ends first, then at random.
static double sample(struct range range, bool is_double, long index)
{
	double limit = is_double ? 0x1.fffffffffffffp1023 : 0x1.fffffep127;
	double from = fmax(range.from, -limit), to = fmin(range.to, limit);
	if (index < 2)
		return is_double ? (index ? to : from) : (float)(index ? to : from);
	if (index % 2) {
		double part = (double)(random_bits() >> 11) * 0x1p-53;
		double x = from * (1 - part) + to * part;
		return is_double ? x : (float)x;
	}
	int64_t first = order_of(from, is_double), last = order_of(to, is_double);
	uint64_t count = (uint64_t)last - (uint64_t)first + 1;
	return from_order((int64_t)((uint64_t)first + random_bits() % count), is_double);
}

static double distance_of(double result, double wanted, bool is_double)
{
	if (isnan(result) || isnan(wanted))
		return isnan(result) && isnan(wanted) ? 0 : INFINITY;
	// A double wouldn't hold the orders of double numbers: neighbours would be equal.
	return (double)fabsl((long double)order_of(result, is_double) - (long double)order_of(wanted, is_double));
}

static double real_error(mpfr_t exact, double result)
{
	mpfr_t error;
	mpfr_init2(error, 64);
	mpfr_sub_d(error, exact, result, MPFR_RNDN);
	double real = fabs(mpfr_get_d(error, MPFR_RNDN));
	mpfr_clear(error);
	return real;
}

static double unit_of(double x, bool is_double)
{
	int lowest = is_double ? -1074 : -149;
	int unit = x == 0 ? lowest : ilogb(x) - (is_double ? 52 : 23);
	return ldexp(1, unit < lowest ? lowest : unit);
}

// Compares one result with its reference, and notes it if it is the worst so far.
static void compare(const struct row *row, const double *arguments, mpfr_t exact, struct worst *worst)
{
	double result = row->call(arguments);
	double wanted = row->is_double ? mpfr_get_d(exact, MPFR_RNDN) : mpfr_get_flt(exact, MPFR_RNDN);
	double distance = distance_of(result, wanted, row->is_double);
	if (distance == 0 || (distance <= row->bound && distance < worst->distance))
		return;
	double real = real_error(exact, result);
	if (row->absolute > 0 && real <= row->absolute)
		return;
	worst->failures += distance > row->bound;
	real /= unit_of(wanted, row->is_double);
	if (distance < worst->distance || (distance == worst->distance && !(real > worst->real)))
		return;
	*worst = (struct worst){ distance, real, { 0 }, result, wanted, worst->failures };
	memcpy(worst->arguments, arguments, sizeof worst->arguments);
}

static void measure(const struct row *row, long samples, struct worst *worst)
{
	mpfr_t exact, inputs[MAX_ARITY];
	// More than twice the precision of the type, so that no correctly rounded root is rounded twice.
	mpfr_init2(exact, row->is_double ? 128 : 64);
	for (int i = 0; i < row->arity; i++)
		mpfr_init2(inputs[i], 53);
	for (long index = 0; index < samples; index++) {
		double arguments[MAX_ARITY] = { 0 };
		for (int i = 0; i < row->arity; i++) {
			arguments[i] = sample(row->ranges[i], row->is_double, index);
			if (row->first_is_int && i == 0)
				arguments[i] = floor(arguments[i]);
			mpfr_set_d(inputs[i], arguments[i], MPFR_RNDN);
		}
		row->reference(exact, inputs);
		compare(row, arguments, exact, worst);
	}
	for (int i = 0; i < row->arity; i++)
		mpfr_clear(inputs[i]);
	mpfr_clear(exact);
}

// Measures one row and prints its line; whether it kept its bound.
static bool run_row(const struct row *row, long samples)
{
	struct worst worst = { 0 };
	measure(row, samples, &worst);
	printf("%-6s %-18s max %-6.6g real %-8.4g bound %-3g", worst.failures ? "FAILED" : "ok", row->name,
	       worst.distance, worst.real, row->bound);
	if (worst.distance > 0) {
		printf(" at");
		for (int i = 0; i < row->arity; i++)
			printf(" %.17g", worst.arguments[i]);
		printf(": %.17g, exact %.17g", worst.result, worst.wanted);
	}
	printf(worst.failures ? " (%ld failures)\n" : "\n", worst.failures);
	return worst.failures == 0;
}

static bool is_wanted(const char *name, char **names, int count)
{
	for (int i = 0; i < count; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return count == 0;
}

int main(int argc, char **argv)
{
	const char *size = getenv("ANYWARP_TEST_SIZE");
	long samples = size && !strcmp(size, "all") ? ALL_SAMPLES : DEFAULT_SAMPLES;
	int first = 1, passed = 0, failed = 0;
	if (argc > 2 && !strcmp(argv[1], "-n")) {
		samples = atol(argv[2]);
		first = 3;
	}
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (!is_wanted(rows[i].name, argv + first, argc - first))
			continue;
		if (run_row(&rows[i], samples))
			passed++;
		else
			failed++;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}
