// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of mathematical functions in device code: the plain name on float is the f form, std::
// has the same, integers become double, minima and maxima of mixed types follow C's conversions; and
// host code of a .cu file has CUDA's own functions too.
// FLAGS: -arch=sm_70
// QUICK: -Xptxas -O0
#include <algorithm>
#include <cmath>

#include "kernels/kernel_test.h"

#define IN_STD(ROW) \
	ROW(acos) ROW(acosh) ROW(asin) ROW(asinh) ROW(atan) ROW(atanh) ROW(cbrt) ROW(ceil) ROW(cos) ROW(cosh) ROW(erf) \
	ROW(erfc) ROW(exp) ROW(exp2) ROW(expm1) ROW(fabs) ROW(floor) ROW(lgamma) ROW(log) ROW(log10) ROW(log1p) \
	ROW(log2) ROW(logb) ROW(nearbyint) ROW(rint) ROW(round) ROW(sin) ROW(sinh) ROW(sqrt) ROW(tan) ROW(tanh) \
	ROW(tgamma) ROW(trunc)
#define ONLY_CUDA(ROW) \
	ROW(rsqrt) ROW(rcbrt) ROW(sinpi) ROW(cospi) ROW(exp10) ROW(erfinv) ROW(erfcinv) ROW(erfcx) ROW(normcdf) \
	ROW(normcdfinv) ROW(j0) ROW(j1) ROW(y0) ROW(y1) ROW(cyl_bessel_i0) ROW(cyl_bessel_i1)
#define OF_TWO(ROW) \
	ROW(atan2) ROW(copysign) ROW(fdim) ROW(fmax) ROW(fmin) ROW(fmod) ROW(hypot) ROW(nextafter) ROW(pow) ROW(remainder)

enum { TESTS = 64 };

__device__ static bool same(float a, float b) { return __float_as_int(a) == __float_as_int(b); }
__device__ static bool same(double a, double b) { return __double_as_longlong(a) == __double_as_longlong(b); }

__global__ void kernel(int *out, float x, float y, int n)
{
	int row = 0;
#define CALLS(name) out[row++] = same(name(x), name##f(x)) && same(std::name(x), name##f(x)) && \
                                 same(std::name(n), std::name((double)n));
	IN_STD(CALLS)
#undef CALLS
#define CALLS(name) out[row++] = same(name(x), name##f(x));
	ONLY_CUDA(CALLS)
#undef CALLS
#define CALLS(name) out[row++] = same(name(x, y), name##f(x, y)) && same(std::name(x, y), name##f(x, y));
	OF_TWO(CALLS)
#undef CALLS
	int quotient, other;
	out[row++] = same(remquo(y, x, &quotient), remquof(y, x, &other)) && quotient == other;
	out[row++] = lrint(2.5f) == 2 && lround(2.5f) == 3 && llrint(3.5f) == 4 && ilogb(8.0f) == 3;
	out[row++] = same(scalbn(x, 3), x * 8) && same(ldexp(x, n), ldexpf(x, n)) && same(fma(x, y, x), fmaf(x, y, x));
	out[row++] = max(-1, 1u) == 0xffffffffu && max(-1ll, 1ull) == ~0ull && max(1.0f, 2.0) == 2.0 && min(nanf(""), 3.0f) == 3;
	out[row++] = std::max(n, 3) == 3 && std::min(x, y) == x && abs(-n) == n && std::abs(-x) == x && abs(-5ll) == 5;
	out[row++] = isnan(nan("1")) && std::isinf(1 / (x - x)) && signbit(-x) && isfinite(y) && !isnan(x);
	out[row++] = same(jn(n, x), jnf(n, x)) && same(yn(n, x), ynf(n, x));
	// The names of before CUDA 4.
	const double third = 1 / 3.0;
	out[row++] = dadd(x, third) == x + third && dmul(x, third, cudaRoundZero) == __dmul_rz(x, third) &&
	             dsub(x, third, cudaRoundPosInf) == __dsub_ru(x, third) && fma(third, third, third, cudaRoundMinInf) == __fma_rd(third, third, third);
	out[row++] = double2int(-2.5) == -2 && double2uint(2.5, cudaRoundPosInf) == 3 && double2ll(-2.5, cudaRoundMinInf) == -3 &&
	             double2ull(3.5, cudaRoundNearest) == 4 && float2int(2.5f, cudaRoundNearest) == 2 && int2float(0x1000003, cudaRoundZero) == 0x1000002;
	out[row++] = ll2double(-7) == -7 && ull2double(~0ull, cudaRoundZero) == __ull2double_rz(~0ull) && int2double(-3) == -3 &&
	             uint2double(0xffffffffu) == 4294967295.0 && float2double(x) == x;
	out[row++] = fabsf(__tanhf(x) - tanhf(x)) < 1e-3f && __tanhf(-30.0f) == -1;
	out[row++] = __nv_bswap16(0x1234) == 0x3412 && __nv_bswap32(0x12345678u) == 0x78563412u &&
	             __nv_bswap64(0x0102030405060708ull) == 0x0807060504030201ull;
	while (row < TESTS)
		out[row++] = 1;
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-14 * fabs(b);
}

static void host_code()
{
	CHECK(rsqrt(4.0) == 0.5 && rsqrtf(4.0f) == 0.5f && rcbrt(8.0) == 0.5);
	CHECK(sinpi(0.5) == 1 && sinpi(1.0) == 0 && cospi(0.5) == 0 && cospi(3.0) == -1 && near(sinpi(0.25), sqrt(0.5)));
	CHECK(near(erf(erfinv(0.3)), 0.3) && near(erfcinv(1e-200), 21.374783049026259) && near(normcdf(normcdfinv(0.9)), 0.9));
	CHECK(near(erfcx(2.0), 0.25539567631050571) && near(erfcx(30.0), 0.018795888861416751));
	CHECK(near(norm3d(2, 3, 6), 7) && near(rnorm3d(2, 3, 6), 1.0 / 7) && near(cyl_bessel_i0(1.0), 1.2660658777520084));
	CHECK(max(1, 2) == 2 && min(1u, 2u) == 1 && max(-1, 1u) == 0xffffffffu && max(1.5f, 2.5f) == 2.5f && umax(3, 4) == 4);
}

int main()
{
	Buffer<int> out(TESTS);
	kernel<<<1, 1>>>(out.device, 0.75f, 1.625f, 2);
	out.expect([](int) { return 1; });
	host_code();
	return unit_finish();
}
