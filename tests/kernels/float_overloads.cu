// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's functions by their plain name on float, also in std, are the functions of float.
// QUICK: -Xptxas -O0
#include "kernels/kernel_test.h"

#include <cmath>
#include <type_traits>

#define ONE_ARGUMENT(F) \
	F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(erf) F(erfc) F(exp) \
	F(exp2) F(expm1) F(fabs) F(floor) F(ilogb) F(lgamma) F(llrint) F(llround) F(log) F(log10) F(log1p) \
	F(log2) F(logb) F(lrint) F(lround) F(nearbyint) F(rint) F(round) F(sin) F(sinh) F(sqrt) F(tan) F(tanh) \
	F(tgamma) F(trunc)
#define TWO_ARGUMENTS(F) \
	F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter) F(pow) F(remainder)

template <class T>
__device__ bool same(T a, T b)
{
	return a == b || (a != a && b != b);
}

__global__ void check_names(float a, float b, int *wrong)
{
#define CHECK_ONE(name) \
	static_assert(std::is_same<decltype(name(a)), decltype(name##f(a))>::value, #name); \
	*wrong += !same(name(a), name##f(a)) || !same(std::name(a), name##f(a));
#define CHECK_TWO(name) \
	static_assert(std::is_same<decltype(name(a, b)), float>::value, #name); \
	*wrong += !same(name(a, b), name##f(a, b)) || !same(std::name(a, b), name##f(a, b));
	ONE_ARGUMENT(CHECK_ONE)
	TWO_ARGUMENTS(CHECK_TWO)
	int i, j;
	*wrong += !same(fma(a, b, a), fmaf(a, b, a)) || !same(scalbn(a, 5), scalbnf(a, 5));
	*wrong += !same(scalbln(a, 5L), scalblnf(a, 5)) || !same(remquo(a, b, &i), remquof(a, b, &j)) || i != j;
}

int main()
{
	static const float values[] = { 0.0f, -0.75f, 0.3f, 1.5f, 2.5f, -7.25f };
	Buffer<int> wrong(1, 0);
	for (float a : values)
		for (float b : values)
			check_names<<<1, 1>>>(a, b, wrong.device);
	wrong.expect([](int) { return 0; });
	return unit_finish();
}
