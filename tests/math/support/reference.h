// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference functions that MPFR lacks, from its own by their definitions, with enough extra bits that
// cancellation doesn't reach the precision of the result.
#ifndef AW_TESTS_MATH_REFERENCE_H
#define AW_TESTS_MATH_REFERENCE_H

#include <mpfr.h>

#include "math/support/adapters.h"

static inline int rcbrt_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
	return mpfr_rootn_si(result, x, -3, rounding);
}

static inline int pow_of(mpfr_t result, long n, mpfr_t x, mpfr_rnd_t rounding)
{
	return mpfr_pow_si(result, x, n, rounding);
}

// The sum of the squares of COUNT numbers, its root and the root's reciprocal.
static inline void norm_of_array(mpfr_t result, mpfr_ptr *x, int count, int inverse)
{
	mpfr_t square, sum;
	mpfr_inits2(mpfr_get_prec(result) + 64, square, sum, (mpfr_ptr)0);
	mpfr_set_zero(sum, 1);
	for (int i = 0; i < count; i++) {
		mpfr_sqr(square, x[i], MPFR_RNDN);
		mpfr_add(sum, sum, square, MPFR_RNDN);
	}
	if (inverse)
		mpfr_rec_sqrt(result, sum, MPFR_RNDN);
	else
		mpfr_sqrt(result, sum, MPFR_RNDN);
	mpfr_clears(square, sum, (mpfr_ptr)0);
}

static inline int rhypot_of(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_rnd_t rounding)
{
	(void)rounding;
	norm_of_array(result, (mpfr_ptr[]){ x, y }, 2, 1);
	return 0;
}

static inline int norm3d_of(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_t z, mpfr_rnd_t rounding)
{
	(void)rounding;
	norm_of_array(result, (mpfr_ptr[]){ x, y, z }, 3, 0);
	return 0;
}

static inline int rnorm3d_of(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_t z, mpfr_rnd_t rounding)
{
	(void)rounding;
	norm_of_array(result, (mpfr_ptr[]){ x, y, z }, 3, 1);
	return 0;
}

static inline int norm4d_of(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_t z, mpfr_t w, mpfr_rnd_t rounding)
{
	(void)rounding;
	norm_of_array(result, (mpfr_ptr[]){ x, y, z, w }, 4, 0);
	return 0;
}

static inline int rnorm4d_of(mpfr_t result, mpfr_t x, mpfr_t y, mpfr_t z, mpfr_t w, mpfr_rnd_t rounding)
{
	(void)rounding;
	norm_of_array(result, (mpfr_ptr[]){ x, y, z, w }, 4, 1);
	return 0;
}

#define AT_MULTIPLE(name, type, function) \
	static inline int name##_at_multiple_of(mpfr_t result, mpfr_t n, mpfr_rnd_t rounding) \
	{ \
		mpfr_t x; \
		mpfr_init2(x, 53); \
		mpfr_set_d(x, (type)multiple_of_half_pi(mpfr_get_d(n, rounding)), rounding); \
		int exact = function(result, x, rounding); \
		mpfr_clear(x); \
		return exact; \
	}
AT_MULTIPLE(sinf, float, mpfr_sin)
AT_MULTIPLE(cosf, float, mpfr_cos)
AT_MULTIPLE(tanf, float, mpfr_tan)
AT_MULTIPLE(sin, double, mpfr_sin)
AT_MULTIPLE(cos, double, mpfr_cos)
AT_MULTIPLE(tan, double, mpfr_tan)

#endif
