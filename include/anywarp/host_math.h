// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's own mathematical functions for the host code of .cu files, which may call them as device
// code does (CUDA Math API).  Those of the C library are the C library's.
//
// The inverse error functions take a rational start (Abramowitz and Stegun, 26.2.22) and Halley steps.
#ifndef AW_HOST_MATH_H
#define AW_HOST_MATH_H

#define AW_HOST __host__ static inline

AW_HOST double rsqrt(double x) { return 1 / sqrt(x); }
AW_HOST double rcbrt(double x) { return 1 / cbrt(x); }
AW_HOST double fdivide(double a, double b) { return a / b; }

// --- multiples of pi: the argument is reduced exactly, to at most an eighth of a turn around a pole ---

AW_HOST double sinpi(double x) {
	const double pi = 3.14159265358979323846;
	double turn = remainder(x, 2.0), rest = fabs(turn);
	if (x == trunc(x))
		return copysign(0.0, x) + (x - x);
	if (rest > 0.5)
		rest = 1 - rest;
	return copysign(rest <= 0.25 ? sin(pi * rest) : cos(pi * (0.5 - rest)), turn);
}
AW_HOST double cospi(double x) {
	const double pi = 3.14159265358979323846;
	double rest = fabs(remainder(x, 2.0)), sign = rest > 0.5 ? -1 : 1;
	if (rest > 0.5)
		rest = 1 - rest;
	if (rest == 0.5)
		return 0;
	return sign * (rest <= 0.25 ? cos(pi * rest) : sin(pi * (0.5 - rest)));
}
AW_HOST void sincospi(double x, double *sine, double *cosine) {
	*sine = sinpi(x);
	*cosine = cospi(x);
}

// --- error functions and the normal distribution ---

AW_HOST double erfcinv(double y) {
	const double two_over_root_pi = 1.12837916709551257390;
	if (!(y > 0 && y < 2))
		return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : (y - y) / (y - y);
	if (y > 1)
		return -erfcinv(2 - y);
	double t = sqrt(-2 * log(y / 2));
	double x = -0.70711 * ((2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t);
	for (int step = 0; step < 3; step++) {
		double error = erfc(x) - y;
		x += error / (two_over_root_pi * exp(-x * x) - x * error);
	}
	return x;
}
AW_HOST double erfinv(double y) {
	const double two_over_root_pi = 1.12837916709551257390;
	if (!(fabs(y) < 0.5))
		return y < 0 ? -erfcinv(1 + y) : erfcinv(1 - y);
	double x = y / two_over_root_pi;
	for (int step = 0; step < 4; step++) {
		double error = erf(x) - y;
		x -= error / (two_over_root_pi * exp(-x * x) + x * error);
	}
	return x;
}
// exp(x * x) * erfc(x); the asymptotic series where erfc underflows.
AW_HOST double erfcx(double x) {
	const double one_over_root_pi = 0.56418958354775628695;
	if (x > 25) {
		double z = 0.5 / (x * x);
		return one_over_root_pi / x * (1 - z * (1 - 3 * z * (1 - 5 * z * (1 - 7 * z * (1 - 9 * z * (1 - 11 * z))))));
	}
	double square = x * x, rest = fma(x, x, -square);
	return exp(square) * (1 + rest) * erfc(x);
}
AW_HOST double normcdf(double x) { return 0.5 * erfc(x * -0.70710678118654752440); }
AW_HOST double normcdfinv(double p) { return -1.41421356237309504880 * erfcinv(2 * p); }

// --- norms ---

AW_HOST double norm3d(double a, double b, double c) { return hypot(hypot(a, b), c); }
AW_HOST double norm4d(double a, double b, double c, double d) { return hypot(hypot(a, b), hypot(c, d)); }
AW_HOST double norm(int count, const double *values) {
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum = hypot(sum, values[i]);
	return sum;
}
AW_HOST double rhypot(double a, double b) { return 1 / hypot(a, b); }
AW_HOST double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
AW_HOST double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }
AW_HOST double rnorm(int count, const double *values) { return 1 / norm(count, values); }
AW_HOST float normf(int count, const float *values) {
	double sum = 0;
	for (int i = 0; i < count; i++)
		sum = hypot(sum, (double)values[i]);
	return (float)sum;
}
AW_HOST float rnormf(int count, const float *values) { return 1 / normf(count, values); }

// --- modified Bessel functions of the first kind: the power series has no cancellation ---

AW_HOST double cyl_bessel_i0(double x) {
	double term = 1, sum = 1, quarter = x * x / 4;
	for (int k = 1; term > sum * 1e-17; k++)
		sum += term *= quarter / ((double)k * k);
	return sum;
}
AW_HOST double cyl_bessel_i1(double x) {
	double term = x / 2, sum = term, quarter = x * x / 4;
	for (int k = 1; fabs(term) > fabs(sum) * 1e-17; k++)
		sum += term *= quarter / ((double)k * (k + 1));
	return sum;
}

// --- in single precision: rounded from double, under both names ---

#define AW_FLOAT(name) \
	AW_HOST float name##f(float a) { return (float)name((double)a); } \
	AW_HOST float name(float a) { return name##f(a); }
AW_FLOAT(rsqrt)
AW_FLOAT(rcbrt)
AW_FLOAT(sinpi)
AW_FLOAT(cospi)
AW_FLOAT(erfinv)
AW_FLOAT(erfcinv)
AW_FLOAT(erfcx)
AW_FLOAT(normcdf)
AW_FLOAT(normcdfinv)
#undef AW_FLOAT
AW_HOST float cyl_bessel_i0f(float a) { return (float)cyl_bessel_i0(a); }
AW_HOST float cyl_bessel_i1f(float a) { return (float)cyl_bessel_i1(a); }
AW_HOST float exp10(float a) { return exp10f(a); }
AW_HOST float fdividef(float a, float b) { return a / b; }
AW_HOST float rhypotf(float a, float b) { return (float)rhypot(a, b); }
AW_HOST float norm3df(float a, float b, float c) { return (float)norm3d(a, b, c); }
AW_HOST float norm4df(float a, float b, float c, float d) { return (float)norm4d(a, b, c, d); }
AW_HOST float rnorm3df(float a, float b, float c) { return (float)rnorm3d(a, b, c); }
AW_HOST float rnorm4df(float a, float b, float c, float d) { return (float)rnorm4d(a, b, c, d); }
AW_HOST void sincospif(float a, float *sine, float *cosine) { *sine = sinpif(a), *cosine = cospif(a); }
AW_HOST void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }
AW_HOST void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }

// --- integers ---

AW_HOST unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
AW_HOST unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
AW_HOST long long llmin(long long a, long long b) { return a < b ? a : b; }
AW_HOST long long llmax(long long a, long long b) { return a > b ? a : b; }
AW_HOST unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
AW_HOST unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

#undef AW_HOST

#endif
