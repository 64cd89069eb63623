// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bessel functions of the first and second kind.
//
// Up to 8, J and Y are polynomials in x or x^2, in pieces, with their zeros taken out, so that the relative
// error stays small beside them; near 0 Y is the sum of its logarithmic term and a series.  From 8 on
// both come from modulus and phase, J + i Y = sqrt(2 / (pi x)) (P + i Q) e^(i (x - (2n + 1) pi / 4)), where P
// and x Q are functions of 1 / x^2 (Abramowitz and Stegun, 9.2).  Higher orders come by recurrence, for J
// below its order by Miller's (Gautschi, "Computational aspects of three-term recurrence relations", 1967).
// The polynomials interpolate at Chebyshev points, relative error below 2^-53 of the result.  The
// functions of float are those of double, rounded.
#include "math_internal.h"

struct bessel_pair {
	double j, y;
};

// (x - zero) p, the zero in two parts.
AW_INLINE double beside_zero(double x, double high, double low, double p) { return ((x - high) - low) * p; }

// x^2 - square, the square of a zero in two parts.
AW_INLINE double square_less(double x, double high, double low) { return fma(x, x, -high) - low; }

// J of orders 0 and 1 for 0 <= x <= 8.
AW_INLINE double j0_near(double x)
{
	double t = fma(x, x, -7.5);
	double p = horner(t, 0x1.16d6f656fa981p-82, -0x1.363c46ef24395p-73, 0x1.21178be48b4b4p-64,
	                  -0x1.bc3c803dbcf8ap-56, 0x1.1372882731adap-47, -0x1.0c8425188ced1p-39,
	                  0x1.8de4850cc7f2dp-32, -0x1.ac6805ad0db2fp-25, 0x1.3a9c2e245b733p-18,
	                  -0x1.1e512560e93fbp-12, 0x1.11ae42a67a7efp-7, -0x1.7bfd3541fccbep-4);
	double below = square_less(x, 0x1.721fb80462bbbp2, 0x1.db60c816c15d3p-52) * p;
	double q = (x - 0x1.14eb56cccdecap3) * horner(x - 5.9375, -0x1.2ca951420a26ep-61, -0x1.ca98caade5b3ep-56,
	                                              0x1.baf53086b82c5p-53, 0x1.2d9b8a532cfd4p-47,
	                                              -0x1.f4b773ed28e8p-45, -0x1.2a7a1011a8af5p-39,
	                                              0x1.b766fc21e8f37p-37, 0x1.c1a2fc5cee0e5p-32,
	                                              -0x1.2075f921565d4p-29, -0x1.edb55147b393bp-25,
	                                              0x1.0cda7c87c4752p-22, 0x1.73266effc251ep-18,
	                                              -0x1.48e23bf8ebb51p-16, -0x1.5b2394760c054p-12,
	                                              0x1.cd86c120e2aebp-11, 0x1.5583cf2f66fbbp-7,
	                                              -0x1.1115d69d9506fp-6, -0x1.e0650c624c627p-4);
	double above = beside_zero(x, 0x1.6148f5b2c2e45p2, 0x1.75054cd60a517p-54, q);
	return x < 0x1p-28 ? 1.0 : x < 3.875 ? below : above;
}

AW_INLINE double j1_near(double x)
{
	double t = fma(x, x, -14.0);
	double p = horner(t, -0x1.b99c3a34ca07fp-97, 0x1.339fe43b49ed3p-87, -0x1.6f24422c12a0fp-78,
	                  0x1.71e02633e1137p-69, -0x1.352718a965366p-60, 0x1.a45fb9ca56dacp-52,
	                  -0x1.c5ad47f809451p-44, 0x1.7895679a95faap-36, -0x1.cd33a5529d67cp-29,
	                  0x1.890fdb48b3ad1p-22, -0x1.aae19fc7de24dp-16, 0x1.fbba33905c65cp-11,
	                  -0x1.d6b4f39e3197dp-7);
	double below = x * (square_less(x, 0x1.d5d2b4189822cp3, -0x1.c6a0d245172bap-54) * p);
	double q = horner(x - 6.625, 0x1.d2b93f06ec268p-50, -0x1.3995ae247da69p-43, -0x1.aea1e4ab98c49p-42,
	                  0x1.1836014860c36p-35, 0x1.1cc788738b4f9p-34, -0x1.6ce205036a782p-28,
	                  -0x1.013a85f06d004p-27, 0x1.51509a248e9fdp-21, 0x1.1566ee3415ac6p-21,
	                  -0x1.9b4060c22e083p-15, -0x1.e0feec0333c7dp-17, 0x1.26156daef8d99p-9,
	                  -0x1.35ea79632e464p-12, -0x1.8e8f7de745784p-5, 0x1.09c62c14d03a3p-6,
	                  0x1.3465571d81f66p-2);
	double above = beside_zero(x, 0x1.c0ff5f3b4725p2, -0x1.b226d9d243827p-54, q);
	return x < 5.25 ? below : above;
}

// Order 0 for x >= 8; 0 at infinity.
AW_INLINE bessel_pair order0_far(double x)
{
	double sine, cosine, inverse = 1.0 / x, t = inverse * inverse;
	__nv_sincos(x, &sine, &cosine);
	double p = horner(t, -0x1.c069ee4db2078p33, 0x1.9574a50efb7d8p30, -0x1.5e2a2793ae42cp26,
	                  0x1.9354164f62b79p21, -0x1.7d68fd2aef873p16, 0x1.6d7848975364ep11,
	                  -0x1.b65442cdd091p6, 0x1.84ab2bddf26adp2, -0x1.251eafdb6e717p-1,
	                  0x1.cb5fffa33ee6p-4, -0x1.1ffffffff85e4p-4, 0x1p0);
	double q = inverse * horner(t, 0x1.b76047a4f6cddp47, -0x1.b1cf2acfd9a11p44, 0x1.8fa90600ee4f7p40,
	                            -0x1.d08ae6fe5263dp35, 0x1.8afcd9e0ba16cp30, -0x1.160c13be60e45p25,
	                            0x1.755c77a8404bbp19, -0x1.19413ce972e54p14, 0x1.13523bbe18459p9,
	                            -0x1.8611859cbd981p4, 0x1.ba4c423931c73p0, -0x1.d11dffe3e71b4p-3,
	                            0x1.2bfffffffc9b3p-4, -0x1.fffffffffffffp-4);
	double size = is_inf(x) ? 0.0 : 0x1.20dd750429b6dp-1 / square_root(x);
	double sum = cosine + sine, difference = sine - cosine;
	bessel_pair result = { size * fma(p, sum, -(q * difference)), size * fma(p, difference, q * sum) };
	return is_inf(x) ? bessel_pair{ 0.0, 0.0 } : result;
}

// Order 1 for x >= 8.
AW_INLINE bessel_pair order1_far(double x)
{
	double sine, cosine, inverse = 1.0 / x, t = inverse * inverse;
	__nv_sincos(x, &sine, &cosine);
	double p = horner(t, 0x1.dde5d473f9e5ap33, -0x1.b08a2a4a6567p30, 0x1.762c41dc919c4p26,
	                  -0x1.b0417fcb228a9p21, 0x1.9afe8998fce66p16, -0x1.8da65f08d376dp11,
	                  0x1.e48c6adcb3bcap6, -0x1.b87f0af25e6f6p2, 0x1.5a6a1c7965748p-1,
	                  -0x1.274fffced216fp-3, 0x1.dffffffff7e8p-4, 0x1p0);
	double q = inverse * horner(t, 0x1.3a09499cf853bp42, -0x1.26a53c99ada8ep39, 0x1.034cbe19f2ec1p35,
	                            -0x1.243a00bc24c4ap30, 0x1.f27d8562b7d5dp24, -0x1.780a1870315a4p19,
	                            0x1.2bc3444eb79d5p14, -0x1.2d143b5c6b8b1p9, 0x1.b3eca102cb351p4,
	                            -0x1.fe57cb832f8b3p0, 0x1.1c3cffca0c54bp-2, -0x1.a3fffffff0e37p-4,
	                            0x1.7ffffffffffffp-2);
	double size = 0x1.20dd750429b6dp-1 / square_root(x);
	double sum = cosine + sine, difference = sine - cosine;
	bessel_pair result = { size * fma(p, difference, q * sum), size * fma(q, difference, -(p * sum)) };
	return is_inf(x) ? bessel_pair{ 0.0, 0.0 } : result;
}

// 2/pi ln(x) J0(x) + S(x^2).
AW_INLINE double y0_small(double x)
{
	double series = horner(x * x, 0x1.20e8743215f14p-38, -0x1.a6e999da4d6c7p-31, 0x1.bce4a15e0c91ep-24,
	                       -0x1.3e99793f9222bp-17, 0x1.1a6206b7b80d9p-11, -0x1.075b1bbf41357p-6,
	                       0x1.6bbcb41034286p-3, -0x1.2e4d699cbd01fp-4);
	return fma(0x1.45f306dc9c883p-1 * __nv_log(x), j0_near(x), series);
}

// 2/pi (ln(x) J1(x) - 1/x) + x S(x^2).
AW_INLINE double y1_small(double x)
{
	double series = horner(x * x, 0x1.23a09818637b8p-42, -0x1.f0ac6a2581a2dp-35, 0x1.32e57844348cfp-27,
	                       -0x1.0a780a8631e48p-20, 0x1.2c7dbffc76d0dp-14, -0x1.835b97894b439p-9,
	                       0x1.bd3975c75b49bp-5, -0x1.91866143cbc8ap-3);
	double rest = fma(0x1.45f306dc9c883p-1 * __nv_log(x), j1_near(x), x * series);
	return x == 0.0 ? -F64_INFINITY : rest - 0x1.45f306dc9c883p-1 / x;
}

// From 3/4 to 8.
AW_INLINE double y0_near(double x)
{
	if (x < 1.75) {
		double p = horner(x - 1.25, -0x1.d052291641cf5p-12, 0x1.2dadfda8f12ddp-11, -0x1.632ac51dedbcbp-14,
		                  0x1.db025adcf9dc9p-14, -0x1.3434dd3d7a6cbp-11, 0x1.944315b66d936p-11,
		                  -0x1.bd6b07c659983p-11, 0x1.267952e05129bp-10, -0x1.90f30e03fb5eep-10,
		                  0x1.0ac61e12dabf4p-9, -0x1.63a8e0c292854p-9, 0x1.dd876890430aep-9,
		                  -0x1.425e0fd8a526ap-8, 0x1.b5ef16801be6cp-8, -0x1.2babb43ac438ap-7,
		                  0x1.9dbb4802d8e35p-7, -0x1.20821a531be1bp-6, 0x1.976fcab84cd54p-6,
		                  -0x1.27e337af9656dp-5, 0x1.b6e514b682fc5p-5, -0x1.0990771ca5229p-4,
		                  0x1.5b5f911121a98p-4, -0x1.9283f7c5193c7p-2, 0x1.72ed6283a5da9p-1);
		return beside_zero(x, 0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56, p);
	}
	if (x < 3.0)
		return horner(x - 2.375, -0x1.1a24a22a60cb5p-27, 0x1.61b1d37f5b7d4p-26, -0x1.39db84607faffp-25,
		              0x1.8d06c3459723ap-24, -0x1.08eadb67c81fcp-22, 0x1.51b66b8bf2112p-21,
		              -0x1.af463f9f3dd0cp-20, 0x1.163d269cfa727p-18, -0x1.6a6a2659dcfa1p-17,
		              0x1.cff6d0258bbe8p-16, -0x1.20faa5d8595d6p-14, 0x1.e7288f5dba84ap-13,
		              -0x1.c8b7fe0c6097fp-11, -0x1.3ad36a916edbap-13, 0x1.18049b1629f0cp-7,
		              0x1.74f0bf26a6d63p-5, -0x1.e6d8fe030c7b8p-3, -0x1.6b450e1e688eap-4,
		              0x1.068b13f5a6b1p-1);
	if (x < 5.5) {
		double p = horner(x - 4.25, 0x1.0985aa7b16134p-44, -0x1.28370b19a4a91p-42, 0x1.a013e8d018513p-41,
		                  -0x1.d5131ffb17edbp-39, 0x1.21784ef6732a7p-36, -0x1.3ce9b4ffadca1p-34,
		                  0x1.584b7a2eb5f74p-32, -0x1.034c7db7153e8p-29, 0x1.668809d543febp-27,
		                  0x1.5261230cb79c7p-26, -0x1.3863b58bbfc1fp-22, -0x1.77ab0b2988482p-18,
		                  0x1.511e31b4374a9p-15, 0x1.20c2501394e4dp-12, -0x1.e1a13358ce89dp-10,
		                  -0x1.2df296e929332p-7, 0x1.a57853aa7589dp-5, 0x1.54653b59c9e58p-4,
		                  -0x1.880cffe3a0941p-2);
		return beside_zero(x, 0x1.fa9534d98569cp1, -0x1.f06ae7804384ep-54, p);
	}
	double p = horner(x - 6.75, -0x1.1a2257f4e1e2bp-43, -0x1.9661b8383018fp-41, 0x1.1fe8f1c0ea17fp-35,
	                  0x1.d3fbdc060cb66p-34, -0x1.6f5018ff6f232p-28, -0x1.df487ae2ffea1p-27,
	                  0x1.596eaa08c60e2p-21, 0x1.1a6af664bcf08p-20, -0x1.a6ce14e73a5fap-15,
	                  -0x1.671ee28d05f8cp-15, 0x1.31928eb784643p-9, 0x1.1bae915954afp-12,
	                  -0x1.986087c7fc3bp-5, 0x1.858bb5a4fa6f9p-7, 0x1.34eee4b2f27c7p-2);
	return beside_zero(x, 0x1.c581dc4e72103p2, -0x1.9774a495f56cfp-54, p);
}

// From 5/4 to 8.
AW_INLINE double y1_near(double x)
{
	if (x < 2.75) {
		double p = horner(x - 2.0, -0x1.68dc994693cd9p-25, 0x1.68c3b11fc864ep-24, -0x1.c16aa8146c36p-26,
		                  0x1.c111674f71d5p-25, -0x1.50f462ba4c4e8p-22, 0x1.50c6074711d95p-21,
		                  -0x1.20e4dc25fba0dp-20, 0x1.20a7fe981d23dp-19, -0x1.26c823182dc73p-18,
		                  0x1.266fa3bc382ddp-17, -0x1.25719971d9863p-16, 0x1.24eb525d1ce09p-15,
		                  -0x1.244a66aeb5a5ap-14, 0x1.236e912165357p-13, -0x1.225aeddc64ca2p-12,
		                  0x1.212c967b60d8bp-11, -0x1.1e38dd81258e3p-10, 0x1.1548b44087cdbp-9,
		                  -0x1.204e7c2aa0b14p-8, 0x1.60e0d5123ae7p-7, -0x1.8473667f18a8p-7,
		                  -0x1.cbc616afa5202p-6, -0x1.b3aeff3eecaf9p-4, 0x1.15f9eafe8efd7p-1);
		return beside_zero(x, 0x1.193bed4dff243p1, -0x1.bd1e50d219bfdp-55, p);
	}
	if (x < 5.0)
		return horner(x - 3.875, -0x1.ec9ecfba14869p-42, 0x1.dc590747d5bep-40, -0x1.ffcc76f943b4dp-39,
		              0x1.ee499f2cd7a55p-37, -0x1.12f0d18a0b8fp-34, 0x1.0968f9b6591edp-32,
		              -0x1.f95697463fd2p-31, 0x1.e306e0c9ef373p-29, -0x1.c6c6c5a3fe0ccp-27,
		              0x1.db23645531073p-25, -0x1.0fbb316c97607p-22, 0x1.b6a1929d4678bp-22,
		              0x1.4384a3d08e7a6p-19, 0x1.3a4eeea2f4ea2p-15, -0x1.8d03ff0c7f3afp-12,
		              -0x1.0353688a9b0fdp-10, 0x1.74654e08f0b56p-7, 0x1.84b04c1369403p-6,
		              -0x1.749064928a06ap-3, -0x1.277f1ee9ae1cfp-4, 0x1.a392128ee4f97p-2);
	double p = horner(x - 6.5, -0x1.5c411505c2f49p-52, 0x1.31b6be36d52e5p-49, -0x1.5a3d3536575ddp-46,
	                  0x1.405dfcd0e2e5cp-44, 0x1.f9a45d4732fdep-40, 0x1.e71ed60dd9f9bp-41,
	                  -0x1.ee755345f4e4ep-32, 0x1.69e6dc87b762dp-31, 0x1.00f785a766223p-24,
	                  -0x1.8f194d63076e9p-24, -0x1.87ce0223ddb32p-18, 0x1.7e28315c6c5bdp-17,
	                  0x1.6937ee5821bfcp-12, -0x1.893c1d40bfe91p-11, -0x1.6164e15181164p-7,
	                  0x1.9ea8805fdde82p-6, 0x1.de65b0d9e40f9p-4, -0x1.063ad05f38b63p-2);
	return beside_zero(x, 0x1.5b7fe4e87b02ep2, 0x1.dfe7bac228e8cp-52, p);
}

AW_API double __nv_j0(double x)
{
	double size = absolute(x);
	return size < 8.0 ? j0_near(size) : order0_far(size).j;
}

AW_API double __nv_j1(double x)
{
	double size = absolute(x), result = size < 8.0 ? j1_near(size) : order1_far(size).j;
	return is_negative(x) ? -result : result;
}

AW_API double __nv_y0(double x)
{
	return x >= 8.0 ? order0_far(x).y : x >= 0.75 ? y0_near(x) : y0_small(x);
}

AW_API double __nv_y1(double x)
{
	return x >= 8.0 ? order1_far(x).y : x >= 1.25 ? y1_near(x) : y1_small(x);
}

// J of order n > 1 for n < x, by the recurrence upwards.
static AW_DEVICE double jn_upwards(int n, double x)
{
	double before = __nv_j0(x), result = __nv_j1(x);
	for (int k = 1; k < n; k++) {
		double next = 2.0 * k / x * result - before;
		before = result;
		result = next;
	}
	return result;
}

// J of order n > 1 for 2^-500 <= x <= n: downwards from a high order, where any start will do, and then
// divided by J0 + 2 (J2 + J4 + ...), which should be 1.
static AW_DEVICE double jn_downwards(int n, double x)
{
	double above = 0.0, value = 1.0, result = 0.0, sum = 0.0;
	for (int k = (n + (int)square_root(60.0 * n) + 12) & ~1; k > 0; k--) {
		sum += k & 1 ? 0.0 : value + value;
		result = k == n ? value : result;
		double below = 2.0 * k / x * value - above;
		double factor = absolute(below) > 0x1p300 ? 0x1p-500 : 1.0;
		above = value * factor;
		value = below * factor;
		result *= factor;
		sum *= factor;
	}
	return result / (sum + value);
}

// For orders far above x the function is less than any number.
AW_API double __nv_jn(int n, double x)
{
	double size = absolute(x), result;
	if (n < 0 || is_nan(x))
		return F64_NAN;
	if (n < 2)
		return n ? __nv_j1(x) : __nv_j0(x);
	if (size < 0x1p-500 || is_inf(x) || (n > 2000 && n > 2.0 * size))
		result = 0.0;
	else
		result = size > n ? jn_upwards(n, size) : jn_downwards(n, size);
	return is_negative(x) && n & 1 ? -result : result;
}

AW_API double __nv_yn(int n, double x)
{
	if (n < 0)
		return F64_NAN;
	double before = __nv_y0(x), result = __nv_y1(x);
	if (n == 0 || is_inf(x))
		return before;
	for (int k = 1; k < n && result > -F64_INFINITY; k++) {
		double next = 2.0 * k / x * result - before;
		before = result;
		result = next;
	}
	return result;
}

AW_API float __nv_j0f(float x) { return (float)__nv_j0(x); }
AW_API float __nv_j1f(float x) { return (float)__nv_j1(x); }
AW_API float __nv_y0f(float x) { return (float)__nv_y0(x); }
AW_API float __nv_y1f(float x) { return (float)__nv_y1(x); }
AW_API float __nv_jnf(int n, float x) { return (float)__nv_jn(n, x); }
AW_API float __nv_ynf(int n, float x) { return (float)__nv_yn(n, x); }
