// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special functions of C++17 can be called from host code of any kind; the device half of a compilation has only their
// declarations.
//
// FLAGS: -std=c++17
// EXPECT: ^all 25 as they should be
#include <cmath>
#include <stdio.h>

static const double pi = 3.14159265358979323846;
static const double zeta = std::riemann_zeta(2.0); // when the program starts

static int right, asked;

static void check(const char *name, double got, double expected)
{
	bool good = std::fabs(got - expected) <= 2e-6 * (1 + std::fabs(expected));
	right += good;
	asked++;
	if (!good)
		printf("%s: %.12g, expected %.12g\n", name, got, expected);
}

template <typename T> static T of_orders(T x)
{
	return std::hermite(2, x) + std::laguerre(1, x) + std::legendre(1, x);
}

__global__ void kernel(float *x) { *x = std::sqrt(*x); }

int main()
{
	check("assoc_laguerre", std::assoc_laguerre(1, 2, 0.5), 2.5);
	check("assoc_legendre", std::fabs(std::assoc_legendre(1, 1, 0.6)), 0.8);
	check("sph_legendre", std::sph_legendre(0, 0, 1.0), 0.5 / std::sqrt(pi));
	check("orders, double", of_orders(0.5), -1 + 0.5 + 0.5);
	check("orders, float", of_orders(0.5f), -1 + 0.5 + 0.5);
	check("orders, long double", (double)of_orders(0.5L), -1 + 0.5 + 0.5);
	check("sph_bessel", std::sph_bessel(0, 1), std::sin(1.0));
	check("sph_neumann", std::sph_neumann(0, 1.0f), -std::cos(1.0));
	check("comp_ellint_1", std::comp_ellint_1(0), pi / 2);
	check("comp_ellint_2", std::comp_ellint_2f(1), 1);
	check("comp_ellint_3", std::comp_ellint_3(0.0, 0.0f), pi / 2);
	check("ellint_1", std::ellint_1(0, 0.5), 0.5);
	check("ellint_2", std::ellint_2(1, 0.5), std::sin(0.5));
	check("ellint_3", std::ellint_3(0, 0, 0.5), 0.5);
	check("expint", std::expint(1.0), 1.8951178163559368);
	check("beta", std::beta(2, 3.0), 1.0 / 12);
	check("betal", (double)std::betal(2, 3), 1.0 / 12);
	check("riemann_zeta", zeta, pi * pi / 6);
	check("cyl_bessel_i", std::cyl_bessel_i(0, 1.0), 1.2660658777520084);
	check("cyl_bessel_j", std::cyl_bessel_j(0, 1.0), 0.7651976865579666);
	check("cyl_bessel_k", std::cyl_bessel_k(0, 1.0), 0.4210244382407083);
	check("cyl_neumann", std::cyl_neumann(0, 1.0), 0.0882569642156769);
	check("assoc_laguerref", std::assoc_laguerref(1, 2, 0.5f), 2.5);
	check("legendrel", (double)std::legendrel(1, 0.5L), 0.5);
	check("hermitef", std::hermitef(1, 0.5f), 1);
	printf("%s %d as they should be\n", right == asked ? "all" : "not all", asked);
	return right != asked;
}
