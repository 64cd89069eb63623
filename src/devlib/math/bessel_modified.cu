// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modified Bessel functions of the first kind, orders 0 and 1: polynomials in x^2 up to 8, and beyond e^x /
// sqrt(x) times a polynomial in 1/x.  The polynomials interpolate at Chebyshev points with a relative error
// of 2^-55.  The functions of float are those of double, rounded.
#include "extended.h"

// e^x p / sqrt(x), which is finite for some x whose exponential isn't.
AW_INLINE double grown(double x, double p)
{
	double limited = at_most(x, 800.0);
	power_parts<double> power = exp_parts(limited, 0.0);
	return scaled(power.value * p / square_root(limited), power.exponent);
}

AW_API double __nv_cyl_bessel_i0(double x)
{
	double size = absolute(x), square = size * size;
	double near = horner(square, 0x1.20d247d00eeebp-120, 0x1.31d00bad6ba1ap-111, 0x1.46a4446d3e276p-101,
	                     0x1.e56f7ffb05c87p-92, 0x1.41b6c17a09391p-82, 0x1.69c76363ac35fp-73,
	                     0x1.5601c7e411b36p-64, 0x1.0b312ee43b7c5p-55, 0x1.522a444603fe2p-47,
	                     0x1.522a43f155552p-39, 0x1.02e85c08d260ap-31, 0x1.23456789a8318p-24,
	                     0x1.c71c71c71cbe1p-18, 0x1.c71c71c71c6dfp-12, 0x1.0000000000002p-6, 0x1p-2,
	                     0x1p0);
	double p = horner(1.0 / size - 0.0625, -0x1.dc960403a4f49p56, 0x1.96d8ccae4a1c8p54, 0x1.a5a4450d4218ep51,
	                  -0x1.68fcbddab44bcp49, -0x1.6f5e1f4c059ffp45, 0x1.2b9e5efabc9bdp43,
	                  0x1.c77588ec442f4p38, -0x1.38c7cbe1aee5ep36, -0x1.f29adc10db7a5p31,
	                  0x1.c15afd82f1acep28, 0x1.05f07ed2f9a06p25, -0x1.5964bc18a4c13p20,
	                  -0x1.cda822df1b04ep17, -0x1.d6fb4e030a461p12, 0x1.03ce50f911d56p9,
	                  0x1.7285b4b44d37ap6, 0x1.51cc3ccb42a88p3, 0x1.7d0ce816df54p0,
	                  0x1.3f49adc72b4a3p-2, 0x1.8e513c57869d8p-4, 0x1.75e5ee6fb84c8p-5,
	                  0x1.1daa72b5cddcep-5, 0x1.b87969bb93bdfp-5, 0x1.9bd428ad249a5p-2);
	return size < 8.0 ? near : grown(size, p);
}

AW_API double __nv_cyl_bessel_i1(double x)
{
	double size = absolute(x), square = size * size;
	double near = size * horner(square, 0x1.20de50ee937a2p-115, 0x1.1ec8e2d9b0ddbp-106,
	                            0x1.1dc3a22d140b2p-96, 0x1.8a6faa072cdf9p-87, 0x1.e290ec0d14f98p-78,
	                            0x1.f17258b099a34p-69, 0x1.ab8234c2c46fbp-60, 0x1.2c97552280795p-51,
	                            0x1.522a443ba2a26p-43, 0x1.27e4fb73f1ad7p-35, 0x1.845c8a0d26f8p-28,
	                            0x1.6c16c16c13a93p-21, 0x1.c71c71c71c9ecp-15, 0x1.555555555554p-9,
	                            0x1.0000000000001p-4, 0x1p-1);
	double p = horner(1.0 / size - 0.0625, 0x1.bab19c538ecf6p56, -0x1.a7863e85b01e9p54, -0x1.8771d1c4788f5p51,
	                  0x1.7856de7a4ef25p49, 0x1.56cae5e6c5afep45, -0x1.3939ed973a0e7p43,
	                  -0x1.b007b7069ee8ap38, 0x1.48d41bdb68d1p36, 0x1.e729868135927p31,
	                  -0x1.de621cf2bc1dp28, -0x1.08f419c622461p25, 0x1.7f80957d377a4p20,
	                  0x1.e31d5ee8bbdb3p17, 0x1.d65ddd4dcc0d2p12, -0x1.21cc2bc615b23p9,
	                  -0x1.91e5e3fc8e4b5p6, -0x1.7277ecf36c8c7p3, -0x1.ad8b0f0e05fd6p0,
	                  -0x1.7613853c4d40cp-2, -0x1.ec8e12688e4d9p-4, -0x1.f89c230448dccp-5,
	                  -0x1.cbc54df1d3747p-5, -0x1.3f796198ee642p-3, 0x1.8ebe783a8403p-2);
	return with_sign(size < 8.0 ? near : grown(size, p), x);
}

AW_API float __nv_cyl_bessel_i0f(float x) { return (float)__nv_cyl_bessel_i0(x); }
AW_API float __nv_cyl_bessel_i1f(float x) { return (float)__nv_cyl_bessel_i1(x); }
