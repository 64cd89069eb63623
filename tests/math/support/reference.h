// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reference functions that MPFR lacks, from its own by their definitions, with enough extra bits that
// cancellation doesn't reach the precision of the result.
#ifndef AW_TESTS_MATH_REFERENCE_H
#define AW_TESTS_MATH_REFERENCE_H

#include <math.h>
#include <stdbool.h>

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
// (1 - 1/(2 x^2) + 3/(4 x^4) - 15/(8 x^6)) / (x sqrt(pi)), for x > 10^4.
static inline void erfcx_far(mpfr_t result, mpfr_t x)
{
	mpfr_t u, sum;
	mpfr_inits2(mpfr_get_prec(result) + 64, u, sum, (mpfr_ptr)0);
	mpfr_sqr(u, x, MPFR_RNDN);
	mpfr_ui_div(u, 1, u, MPFR_RNDN);
	mpfr_mul_d(sum, u, -15 / 8.0, MPFR_RNDN);
	mpfr_add_d(sum, sum, 3 / 4.0, MPFR_RNDN);
	mpfr_mul(sum, sum, u, MPFR_RNDN);
	mpfr_sub_d(sum, sum, 1 / 2.0, MPFR_RNDN);
	mpfr_mul(sum, sum, u, MPFR_RNDN);
	mpfr_add_ui(sum, sum, 1, MPFR_RNDN);
	mpfr_const_pi(u, MPFR_RNDN);
	mpfr_rec_sqrt(u, u, MPFR_RNDN);
	mpfr_mul(sum, sum, u, MPFR_RNDN);
	mpfr_div(result, sum, x, MPFR_RNDN);
	mpfr_clears(u, sum, (mpfr_ptr)0);
}

// erfc(x) e^(x^2); x^2 is exact with twice the precision of x.
static inline int erfcx_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
	mpfr_t power, factor;
	if (mpfr_cmp_d(x, 1e4) > 0) {
		erfcx_far(result, x);
		return 0;
	}
	mpfr_inits2(mpfr_get_prec(result) + 128, power, factor, (mpfr_ptr)0);
	mpfr_sqr(power, x, MPFR_RNDN);
	mpfr_exp(power, power, MPFR_RNDN);
	mpfr_erfc(factor, x, MPFR_RNDN);
	mpfr_mul(result, power, factor, rounding);
	mpfr_clears(power, factor, (mpfr_ptr)0);
	return 0;
}

// Phi(x) = erfc(-x / sqrt(2)) / 2.
static inline int normcdf_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
	mpfr_t z;
	mpfr_init2(z, mpfr_get_prec(result) + 64);
	mpfr_set_ui(z, 2, MPFR_RNDN);
	mpfr_rec_sqrt(z, z, MPFR_RNDN);
	mpfr_mul(z, z, x, MPFR_RNDN);
	mpfr_neg(z, z, MPFR_RNDN);
	mpfr_erfc(z, z, MPFR_RNDN);
	mpfr_div_2ui(result, z, 1, rounding);
	mpfr_clear(z);
	return 0;
}

// A start for Newton's method: the root of ln erfc(x) = ln y in double precision, from the right, as the
// function is concave; where erfc underflows, its asymptotic size.
static inline double erfcinv_guess(double log_y)
{
	double x = sqrt(-log_y);
	for (int i = 0; i < 40 && x < 26; i++) {
		double step = (log(erfc(x)) - log_y) * erfc(x) * exp(x * x) * 0.886226925452758;
		x += step;
		if (fabs(step) < 1e-12 * x)
			break;
	}
	return x;
}

// The x >= 0 with erfc(x) = y, 0 < y <= 1, by Newton's method.
static inline void erfcinv_upper(mpfr_t result, mpfr_t y)
{
	mpfr_prec_t precision = mpfr_get_prec(result) + 64;
	mpfr_t x, log_y, tail, slope, step;
	mpfr_inits2(precision, x, log_y, tail, slope, step, (mpfr_ptr)0);
	mpfr_log(log_y, y, MPFR_RNDN);
	mpfr_set_d(x, erfcinv_guess(mpfr_get_d(log_y, MPFR_RNDN)), MPFR_RNDN);
	for (int i = 0; i < 60; i++) {
		mpfr_erfc(tail, x, MPFR_RNDN);
		mpfr_sqr(slope, x, MPFR_RNDN); // slope = 2 e^(-x^2) / (sqrt(pi) erfc x)
		mpfr_neg(slope, slope, MPFR_RNDN);
		mpfr_exp(slope, slope, MPFR_RNDN);
		mpfr_const_pi(step, MPFR_RNDN);
		mpfr_rec_sqrt(step, step, MPFR_RNDN);
		mpfr_mul(slope, slope, step, MPFR_RNDN);
		mpfr_mul_2ui(slope, slope, 1, MPFR_RNDN);
		mpfr_div(slope, slope, tail, MPFR_RNDN);
		mpfr_log(step, tail, MPFR_RNDN);
		mpfr_sub(step, step, log_y, MPFR_RNDN);
		mpfr_div(step, step, slope, MPFR_RNDN);
		mpfr_add(x, x, step, MPFR_RNDN);
		if (mpfr_zero_p(step) || mpfr_get_exp(step) < mpfr_get_exp(x) - precision + 24)
			break;
	}
	mpfr_set(result, x, MPFR_RNDN);
	mpfr_clears(x, log_y, tail, slope, step, (mpfr_ptr)0);
}

static inline int erfcinv_of(mpfr_t result, mpfr_t y, mpfr_rnd_t rounding)
{
	mpfr_t x, other;
	mpfr_init2(x, mpfr_get_prec(result) + 64);
	mpfr_init2(other, 2200);
	mpfr_ui_sub(other, 2, y, MPFR_RNDN);
	bool lower = mpfr_cmp_ui(y, 1) > 0;
	if (mpfr_sgn(y) < 0 || mpfr_sgn(other) < 0)
		mpfr_set_nan(x);
	else if (mpfr_zero_p(y) || mpfr_zero_p(other))
		mpfr_set_inf(x, 1);
	else if (mpfr_cmp_ui(y, 1) == 0)
		mpfr_set_zero(x, 1);
	else
		erfcinv_upper(x, lower ? other : y);
	mpfr_set(result, x, rounding);
	if (lower)
		mpfr_neg(result, result, rounding);
	mpfr_clears(x, other, (mpfr_ptr)0);
	return 0;
}

// erfinv(x) = erfcinv(1 - x), with 1 - x exact; near 0 the series of erf is inverted by its first terms.
static inline int erfinv_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
	mpfr_t y;
	mpfr_init2(y, 400);
	if (mpfr_zero_p(x) || (mpfr_regular_p(x) && mpfr_get_exp(x) < -60)) {
		mpfr_const_pi(y, MPFR_RNDN);
		mpfr_sqrt(y, y, MPFR_RNDN);
		mpfr_div_2ui(y, y, 1, MPFR_RNDN);
		mpfr_mul(result, y, x, rounding);
	} else {
		mpfr_t exact;
		mpfr_init2(exact, mpfr_get_prec(result) + 128);
		mpfr_ui_sub(y, 1, x, MPFR_RNDN);
		erfcinv_of(exact, y, MPFR_RNDN);
		mpfr_set(result, exact, rounding);
		mpfr_clear(exact);
	}
	mpfr_clear(y);
	return 0;
}

static inline int normcdfinv_of(mpfr_t result, mpfr_t p, mpfr_rnd_t rounding)
{
	mpfr_t x, root;
	mpfr_inits2(mpfr_get_prec(result) + 64, x, root, (mpfr_ptr)0);
	mpfr_mul_2ui(x, p, 1, MPFR_RNDN);
	erfcinv_of(x, x, MPFR_RNDN);
	mpfr_sqrt_ui(root, 2, MPFR_RNDN);
	mpfr_mul(x, x, root, MPFR_RNDN);
	mpfr_neg(result, x, rounding);
	mpfr_clears(x, root, (mpfr_ptr)0);
	return 0;
}

static inline int lgamma_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding)
{
	int sign;
	return mpfr_lgamma(result, &sign, x, rounding);
}

static inline int jn_of(mpfr_t result, long n, mpfr_t x, mpfr_rnd_t rounding)
{
	return mpfr_jn(result, n, x, rounding);
}

static inline int yn_of(mpfr_t result, long n, mpfr_t x, mpfr_rnd_t rounding)
{
	return mpfr_yn(result, n, x, rounding);
}

// The series of I_n(x): (x/2)^n / n! (1 + (x/2)^2 / (1 (n + 1)) + (x/2)^4 / (1 2 (n + 1) (n + 2)) + ...), in which
// nothing cancels.
static inline int in_of(mpfr_t result, unsigned n, mpfr_t x, mpfr_rnd_t rounding)
{
	mpfr_t square, term, sum;
	mpfr_inits2(mpfr_get_prec(result) + 64, square, term, sum, (mpfr_ptr)0);
	mpfr_sqr(square, x, MPFR_RNDN);
	mpfr_div_2ui(square, square, 2, MPFR_RNDN);
	mpfr_set_ui(term, 1, MPFR_RNDN);
	mpfr_set_ui(sum, 1, MPFR_RNDN);
	for (unsigned k = 1; mpfr_regular_p(term) && mpfr_get_exp(term) > mpfr_get_exp(sum) - mpfr_get_prec(sum); k++) {
		mpfr_mul(term, term, square, MPFR_RNDN);
		mpfr_div_ui(term, term, k * (n + k), MPFR_RNDN);
		mpfr_add(sum, sum, term, MPFR_RNDN);
	}
	if (n == 1) {
		mpfr_mul(sum, sum, x, MPFR_RNDN);
		mpfr_div_2ui(sum, sum, 1, MPFR_RNDN);
	}
	mpfr_set(result, sum, rounding);
	mpfr_clears(square, term, sum, (mpfr_ptr)0);
	return 0;
}

static inline int i0_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding) { return in_of(result, 0, x, rounding); }
static inline int i1_of(mpfr_t result, mpfr_t x, mpfr_rnd_t rounding) { return in_of(result, 1, x, rounding); }

#endif
