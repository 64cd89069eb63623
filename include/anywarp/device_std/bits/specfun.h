// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the device half of a compilation: libstdc++'s <cmath> finds its special functions ([sf.cmath] of the C++
// standard) here.  They are host functions.  That half reads host code but makes none of it, so their declarations do; to read the
// definitions and to instantiate them takes more than a tenth of its time, in every file.  The host half has libstdc++'s own.
#ifndef _GLIBCXX_BITS_SPECFUN_H
#define _GLIBCXX_BITS_SPECFUN_H 1

#include <bits/c++config.h>
#include <bits/stl_algobase.h>
#include <ext/type_traits.h>
#include <limits>
#include <type_traits>

#define __STDCPP_MATH_SPEC_FUNCS__ 201003L
#define __cpp_lib_math_special_functions 201603L

// Functions of orders N (a list that ends with a comma, or nothing) and of one, two, three or four floating numbers.
#define __ANYWARP_OF_1(name, ...) \
	float name##f(__VA_ARGS__ float); \
	long double name##l(__VA_ARGS__ long double); \
	template <typename _A> typename __gnu_cxx::__promote<_A>::__type name(__VA_ARGS__ _A);
#define __ANYWARP_OF_2(name) \
	float name##f(float, float); \
	long double name##l(long double, long double); \
	template <typename _A, typename _B> typename __gnu_cxx::__promote_2<_A, _B>::__type name(_A, _B);
#define __ANYWARP_OF_3(name) \
	float name##f(float, float, float); \
	long double name##l(long double, long double, long double); \
	template <typename _A, typename _B, typename _C> \
	typename __gnu_cxx::__promote_3<_A, _B, _C>::__type name(_A, _B, _C);
#define __ANYWARP_OF_4(name) \
	float name##f(float, float, float, float); \
	long double name##l(long double, long double, long double, long double); \
	template <typename _A, typename _B, typename _C, typename _D> \
	typename __gnu_cxx::__promote_4<_A, _B, _C, _D>::__type name(_A, _B, _C, _D);

namespace std _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION
__ANYWARP_OF_1(assoc_laguerre, unsigned, unsigned, )
__ANYWARP_OF_1(assoc_legendre, unsigned, unsigned, )
__ANYWARP_OF_1(sph_legendre, unsigned, unsigned, )
__ANYWARP_OF_1(hermite, unsigned, )
__ANYWARP_OF_1(laguerre, unsigned, )
__ANYWARP_OF_1(legendre, unsigned, )
__ANYWARP_OF_1(sph_bessel, unsigned, )
__ANYWARP_OF_1(sph_neumann, unsigned, )
__ANYWARP_OF_1(comp_ellint_1)
__ANYWARP_OF_1(comp_ellint_2)
__ANYWARP_OF_1(expint)
__ANYWARP_OF_1(riemann_zeta)
__ANYWARP_OF_2(beta)
__ANYWARP_OF_2(comp_ellint_3)
__ANYWARP_OF_2(cyl_bessel_i)
__ANYWARP_OF_2(cyl_bessel_j)
__ANYWARP_OF_2(cyl_bessel_k)
__ANYWARP_OF_2(cyl_neumann)
__ANYWARP_OF_2(ellint_1)
__ANYWARP_OF_2(ellint_2)
__ANYWARP_OF_3(ellint_3)
_GLIBCXX_END_NAMESPACE_VERSION
}

#ifndef __STRICT_ANSI__
namespace __gnu_cxx _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION
__ANYWARP_OF_1(airy_ai)
__ANYWARP_OF_1(airy_bi)
__ANYWARP_OF_3(conf_hyperg)
__ANYWARP_OF_4(hyperg)
_GLIBCXX_END_NAMESPACE_VERSION
}
#endif

#undef __ANYWARP_OF_1
#undef __ANYWARP_OF_2
#undef __ANYWARP_OF_3
#undef __ANYWARP_OF_4

#endif
