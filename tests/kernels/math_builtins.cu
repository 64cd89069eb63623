// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C's mathematical functions as builtins are CUDA's functions of these names, to the bit.
// FLAGS: -arch=sm_70
#include "kernels/kernel_test.h"

#define OF_ONE(ROW) \
	ROW(acos) ROW(acosh) ROW(asin) ROW(asinh) ROW(atan) ROW(atanh) ROW(cbrt) ROW(ceil) ROW(cos) ROW(cosh) ROW(erf) ROW(erfc) ROW(exp) \
	ROW(exp10) ROW(exp2) ROW(expm1) ROW(fabs) ROW(floor) ROW(j0) ROW(j1) ROW(lgamma) ROW(log) ROW(log10) ROW(log1p) ROW(log2) ROW(logb) \
	ROW(nearbyint) ROW(rint) ROW(round) ROW(sin) ROW(sinh) ROW(sqrt) ROW(tan) ROW(tanh) ROW(tgamma) ROW(trunc) ROW(y0) ROW(y1)
#define OF_TWO(ROW) \
	ROW(atan2) ROW(copysign) ROW(fdim) ROW(fmax) ROW(fmin) ROW(fmod) ROW(hypot) ROW(nextafter) ROW(pow) ROW(remainder)
#define TO_INTEGER(ROW) ROW(ilogb) ROW(llrint) ROW(llround) ROW(lrint) ROW(lround)

enum { ROWS = 64 };

__device__ static bool same(double a, double b) { return __double_as_longlong(a) == __double_as_longlong(b) || (a != a && b != b); }

__global__ void kernel(int *out, double start)
{
	double x = start + threadIdx.x * 0.375, y = 1.25 - threadIdx.x * 0.0625;
	float s = (float)x, t = (float)y;
	out += threadIdx.x * ROWS;
	int row = 0;
#define CALLS(name) out[row++] = same(__builtin_##name(x), name(x)) && same(__builtin_##name##f(s), name##f(s));
	OF_ONE(CALLS)
	TO_INTEGER(CALLS)
#undef CALLS
#define CALLS(name) out[row++] = same(__builtin_##name(x, y), name(x, y)) && same(__builtin_##name##f(s, t), name##f(s, t));
	OF_TWO(CALLS)
#undef CALLS
	int quotient, other, n = threadIdx.x % 7;
	double whole, part;
	out[row++] = same(__builtin_remquo(x, y, &quotient), remquo(x, y, &other)) && quotient == other;
	out[row++] = same(__builtin_modf(x, &whole), modf(x, &part)) && whole == part;
	out[row++] = same(__builtin_frexp(x, &quotient), frexp(x, &other)) && quotient == other;
	out[row++] = same(__builtin_scalbn(x, n), scalbn(x, n)) && same(__builtin_ldexpf(s, n), ldexpf(s, n));
	out[row++] = same(__builtin_powi(x, n), __nv_powi(x, n)) && same(__builtin_fma(x, y, x), fma(x, y, x));
	long far = (long)n << 40;
	out[row++] = same(__builtin_scalbln(x, n - 3), scalbln(x, n - 3)) && same(__builtin_scalblnf(s, n - 3), scalblnf(s, n - 3));
	out[row++] = same(__builtin_scalbln(x, far), scalbln(x, far)) && same(__builtin_scalblnf(s, -far), scalblnf(s, -far));
	double sine, cosine;
	float sine_f, cosine_f;
	__builtin_sincos(x, &sine, &cosine);
	__builtin_sincosf(s, &sine_f, &cosine_f);
	out[row++] = same(sine, sin(x)) && same(cosine, cos(x)) && same(sine_f, sinf(s)) && same(cosine_f, cosf(s));
	out[row++] = same(__builtin_jn(n, x), jn(n, x)) && same(__builtin_ynf(n, s), ynf(n, s));
	while (row < ROWS)
		out[row++] = 1;
}

int main()
{
	Buffer<int> out(100 * ROWS);
	kernel<<<1, 100>>>(out.device, -4.3);
	out.expect([](int) { return 1; });
	double sine, cosine;
	__builtin_sincos(1.5, &sine, &cosine); // which host code has, too
	CHECK_EQUAL(sine, sin(1.5));
	CHECK_EQUAL(cosine, cos(1.5));
	return unit_finish();
}
