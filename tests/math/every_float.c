// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// every_float [STRIDE]
//
// Compares the float functions of one argument with the double functions of the same library (which
// ulp.c holds to MPFR) at every STRIDE-th float there is: at every single one with
// ANYWARP_TEST_SIZE=all.  The bounds are those of ulp.def; a result is good when its distance from the
// exact one is at most the bound and a half.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/support/adapters.h"

#define FUNCTIONS(X) \
	X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sqrt) X(rsqrt) X(cbrt) X(rcbrt) \
	X(sin) X(cos) X(tan) X(sinpi) X(cospi) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) \
	X(acosh) X(atanh) X(erf) X(erfc) X(erfcx) X(normcdf) X(erfinv) X(erfcinv) X(normcdfinv)

struct function {
	const char *name;
	float (*single)(float);
	double (*twice)(double);
};

static const struct function functions[] = {
#define FUNCTION(name) { #name "f", __nv_##name##f, __nv_##name },
	FUNCTIONS(FUNCTION)
};

// Only the names and bounds of ulp.def.
static double bound_of(const char *name)
{
	static const struct {
		const char *name;
		double bound;
	} bounds[] = {
#define F1(row, function, bound, ...) { #row, bound },
#define IGNORED(...)
#define F2 IGNORED
#define F3 IGNORED
#define F4 IGNORED
#define FN IGNORED
#define D1 IGNORED
#define D2 IGNORED
#define D3 IGNORED
#define D4 IGNORED
#define DN IGNORED
#include "math/ulp.def"
	};
	for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
		if (!strcmp(bounds[i].name, name))
			return bounds[i].bound;
	fprintf(stderr, "%s has no row in ulp.def\n", name);
	exit(1);
}

// The distance of RESULT from EXACT in ULP; infinite where one is special and they aren't the same.
static double error_of(float result, double exact)
{
	float wanted = (float)exact;
	if (isnan(result) || isnan(wanted))
		return isnan(result) && isnan(wanted) ? 0 : INFINITY;
	if (result == wanted)
		return signbit(result) == signbit(wanted) ? 0 : INFINITY;
	if (isinf(result) || isinf(wanted))
		return INFINITY;
	int exponent = exact == 0 ? -126 : ilogb(exact);
	return fabs(result - exact) * ldexp(1, 23 - (exponent < -126 ? -126 : exponent));
}

static bool run_function(const struct function *function, uint32_t stride)
{
	double bound = bound_of(function->name) + 0.5, worst = 0;
	float place = 0;
	for (uint64_t bits = 0; bits < 1ull << 32; bits += stride) {
		uint32_t low = (uint32_t)bits;
		float x;
		memcpy(&x, &low, sizeof x);
		double error = error_of(function->single(x), function->twice(x));
		if (error > worst) {
			worst = error;
			place = x;
		}
	}
	bool good = worst <= bound;
	printf("%-6s %-7s max %.3f bound %g at %a: %a, exact %a\n", good ? "ok" : "FAILED", function->name, worst,
	       bound, place, function->single(place), function->twice(place));
	return good;
}

int main(int argc, char **argv)
{
	const char *size = getenv("ANYWARP_TEST_SIZE");
	uint32_t stride = size && !strcmp(size, "all") ? 1 : 16381;
	if (argc > 1)
		stride = (uint32_t)strtoul(argv[1], NULL, 0);
	int passed = 0, failed = 0;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		if (run_function(&functions[i], stride ? stride : 1))
			passed++;
		else
			failed++;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}
