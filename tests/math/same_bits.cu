// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: devlib
//
// The device's mathematical functions give the same bits as the library has when it is translated for
// this machine by itself: neither the compiler's passes nor the target change a result.  Arguments are
// random bit patterns, special numbers in all pairs, and numbers between -12 and 12.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

#define FLOAT_FUNCTIONS(F) \
	F(acosf) F(acoshf) F(asinf) F(asinhf) F(atanf) F(atanhf) F(cbrtf) F(ceilf) F(cosf) F(coshf) F(cospif) \
	F(cyl_bessel_i0f) F(cyl_bessel_i1f) F(erfcf) F(erfcinvf) F(erfcxf) F(erff) F(erfinvf) F(exp10f) F(exp2f) \
	F(expf) F(expm1f) F(fabsf) F(floorf) F(j0f) F(j1f) F(lgammaf) F(log10f) F(log1pf) F(log2f) F(logbf) F(logf) \
	F(nearbyintf) F(normcdff) F(normcdfinvf) F(rcbrtf) F(rintf) F(roundf) F(rsqrtf) F(saturatef) F(sinf) \
	F(sinhf) F(sinpif) F(sqrtf) F(tanf) F(tanhf) F(tgammaf) F(truncf) F(y0f) F(y1f) F(frcp_rd) F(frcp_ru) \
	F(frcp_rz) F(frsqrt_rn) F(fsqrt_rd) F(fsqrt_ru) F(fsqrt_rz)
#define DOUBLE_FUNCTIONS(F) \
	F(acos) F(acosh) F(asin) F(asinh) F(atan) F(atanh) F(cbrt) F(ceil) F(cos) F(cosh) F(cospi) \
	F(cyl_bessel_i0) F(cyl_bessel_i1) F(erfc) F(erfcinv) F(erfcx) F(erf) F(erfinv) F(exp10) F(exp2) \
	F(exp) F(expm1) F(fabs) F(floor) F(j0) F(j1) F(lgamma) F(log10) F(log1p) F(log2) F(logb) F(log) \
	F(nearbyint) F(normcdf) F(normcdfinv) F(rcbrt) F(rint) F(round) F(rsqrt) F(sin) F(sinh) F(sinpi) \
	F(sqrt) F(tan) F(tanh) F(tgamma) F(trunc) F(y0) F(y1) F(drcp_rd) F(drcp_ru) F(drcp_rz) F(dsqrt_rd) \
	F(dsqrt_ru) F(dsqrt_rz)
#define FLOAT_PAIRS(F) \
	F(atan2f) F(copysignf) F(fdimf) F(fmaxf) F(fminf) F(fmodf) F(hypotf) F(nextafterf) F(powf) F(remainderf) \
	F(rhypotf) F(fadd_rd) F(fadd_ru) F(fadd_rz) F(fmul_rd) F(fmul_ru) F(fmul_rz) F(fdiv_rd) F(fdiv_ru) F(fdiv_rz)
#define DOUBLE_PAIRS(F) \
	F(atan2) F(copysign) F(fdim) F(fmax) F(fmin) F(fmod) F(hypot) F(nextafter) F(pow) F(remainder) F(rhypot) \
	F(dadd_rd) F(dadd_ru) F(dadd_rz) F(dmul_rd) F(dmul_ru) F(dmul_rz) F(ddiv_rd) F(ddiv_ru) F(ddiv_rz)
#define FLOAT_TO_WHOLE(F) \
	F(float2int_rn) F(float2int_rz) F(float2int_rd) F(float2uint_ru) F(float2ll_rn) F(float2ll_rz) F(float2ull_rd)
#define DOUBLE_TO_WHOLE(F) \
	F(double2int_rn) F(double2int_rz) F(double2int_rd) F(double2uint_ru) F(double2ll_rn) F(double2ll_rz) \
	F(double2ull_rd)
#define WHOLE_TO_FLOAT(F) \
	F(int2float_rz, int, float) F(int2float_rd, int, float) F(uint2float_ru, unsigned, float) \
	F(ll2float_rn, long long, float) F(ll2float_rd, long long, float) F(ull2float_rz, unsigned long long, float) \
	F(ull2float_ru, unsigned long long, float) F(ll2double_rz, long long, double) \
	F(ll2double_ru, long long, double) F(ull2double_rn, unsigned long long, double) \
	F(ull2double_rd, unsigned long long, double)
#define INTEGERS(F) \
	F(mul24, (int, int), a, b) F(umul24, (int, int), a, b) F(mulhi, (int, int), a, b) F(umulhi, (int, int), a, b) \
	F(sad, (int, int, int), a, b, c) F(usad, (int, int, int), a, b, c) F(byte_perm, (int, int, int), a, b, c) \
	F(brev, (int), a) F(clz, (int), a) F(ffs, (int), a) F(popc, (int), a) F(hadd, (int, int), a, b) \
	F(urhadd, (int, int), a, b)

// For each function a kernel, and the host's function by the name that it has in the library.
#define UNARY(type, name) \
	extern "C" __global__ void kernel_##name(const type *x, const type *, type *result) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		result[i] = __nv_##name(x[i]); \
	} \
	extern "C" type host_##name(type) __asm__("__nv_" #name);
#define BINARY(type, name) \
	extern "C" __global__ void kernel_##name(const type *x, const type *y, type *result) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		result[i] = __nv_##name(x[i], y[i]); \
	} \
	extern "C" type host_##name(type, type) __asm__("__nv_" #name);
#define WHOLE(type, name) \
	extern "C" __global__ void kernel_##name(const type *x, const type *, long long *result) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		result[i] = (long long)__nv_##name(x[i]); \
	} \
	extern "C" decltype(__nv_##name((type)0)) host_##name(type) __asm__("__nv_" #name);
#define FROM_WHOLE(name, from, to) \
	extern "C" __global__ void kernel_##name(const long long *x, const long long *, double *result) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		result[i] = __nv_##name((from)x[i]); \
	} \
	extern "C" to host_##name(from) __asm__("__nv_" #name);
#define INTEGER(name, types, ...) \
	extern "C" __global__ void kernel_##name(const long long *x, const long long *y, long long *result) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		int a = (int)x[i], b = (int)(x[i] >> 32), c = (int)y[i]; \
		(void)b, (void)c; \
		result[i] = (int)__nv_##name(__VA_ARGS__); \
	} \
	extern "C" int host_##name types __asm__("__nv_" #name);
#define UNARY_FLOAT(name) UNARY(float, name)
#define UNARY_DOUBLE(name) UNARY(double, name)
#define BINARY_FLOAT(name) BINARY(float, name)
#define BINARY_DOUBLE(name) BINARY(double, name)
#define WHOLE_FLOAT(name) WHOLE(float, name)
#define WHOLE_DOUBLE(name) WHOLE(double, name)
FLOAT_FUNCTIONS(UNARY_FLOAT)
DOUBLE_FUNCTIONS(UNARY_DOUBLE)
FLOAT_PAIRS(BINARY_FLOAT)
DOUBLE_PAIRS(BINARY_DOUBLE)
FLOAT_TO_WHOLE(WHOLE_FLOAT)
DOUBLE_TO_WHOLE(WHOLE_DOUBLE)
WHOLE_TO_FLOAT(FROM_WHOLE)
INTEGERS(INTEGER)

enum { BLOCKS = 8, THREADS = 256, COUNT = BLOCKS * THREADS };

static __managed__ float float_x[COUNT], float_y[COUNT], float_results[COUNT];
static __managed__ double double_x[COUNT], double_y[COUNT], double_results[COUNT];
static __managed__ long long whole_x[COUNT], whole_y[COUNT], whole_results[COUNT];
static int passed, failed, known;
static bool on_gpu;

static bool same(float a, float b) { return (a != a && b != b) || !memcmp(&a, &b, sizeof a); }
static bool same(double a, double b) { return (a != a && b != b) || !memcmp(&a, &b, sizeof a); }
static bool same(long long a, long long b) { return a == b; }

// Runs a kernel and compares what it wrote with the host's values.
template <typename T, typename R, typename F>
static void compare(const char *name, void (*kernel)(const T *, const T *, R *), T *x, T *y, R *results, F host)
{
	kernel<<<BLOCKS, THREADS>>>(x, y, results);
	cudaError_t error = cudaDeviceSynchronize();
	int wrong = 0, first = 0;
	for (int i = 0; i < COUNT; i++)
		if (!same(results[i], (R)host(x[i], y[i])) && !wrong++)
			first = i;
	if (error != cudaSuccess || wrong)
		fprintf(stderr, "%s: %s, %d differ, first at %a %a: %a, host %a\n", name, cudaGetErrorName(error), wrong,
		        (double)x[first], (double)y[first], (double)results[first], (double)host(x[first], y[first]));
	if (on_gpu && error == cudaSuccess && wrong && !strcmp(name, "rsqrtf"))
		known++;
	else
		error != cudaSuccess || wrong ? failed++ : passed++;
}

#define COMPARE(type, name, results, ...) \
	compare(#name, kernel_##name, type##_x, type##_y, results, \
	        [](type x, type y) { (void)y; return __VA_ARGS__; });
#define COMPARE_FLOAT(name) COMPARE(float, name, float_results, host_##name(x))
#define COMPARE_DOUBLE(name) COMPARE(double, name, double_results, host_##name(x))
#define COMPARE_FLOATS(name) COMPARE(float, name, float_results, host_##name(x, y))
#define COMPARE_DOUBLES(name) COMPARE(double, name, double_results, host_##name(x, y))
#define COMPARE_FLOAT_WHOLE(name) COMPARE(float, name, whole_results, (long long)host_##name(x))
#define COMPARE_DOUBLE_WHOLE(name) COMPARE(double, name, whole_results, (long long)host_##name(x))
#define COMPARE_FROM_WHOLE(name, from, to) \
	compare(#name, kernel_##name, whole_x, whole_y, double_results, \
	        [](long long x, long long) { return host_##name((from)x); });
#define COMPARE_INTEGERS(name, types, ...) \
	compare(#name, kernel_##name, whole_x, whole_y, whole_results, [](long long x, long long y) { \
		int a = (int)x, b = (int)(x >> 32), c = (int)y; \
		(void)b, (void)c; \
		return host_##name(__VA_ARGS__); \
	});

static uint64_t random_bits()
{
	static uint64_t state = 88172645463325252u;
	return state ^= state << 13, state ^= state >> 7, state ^= state << 17;
}

static void fill()
{
	const float special[] = { 0, -0.0f, 1, -1, 0x1p-149f, -0x1p-126f, 0x1.fffffep127f, INFINITY, -INFINITY, NAN };
	const int specials = sizeof special / sizeof *special;
	for (int i = 0; i < COUNT; i++) {
		uint64_t bits = random_bits(), more = random_bits();
		whole_x[i] = (long long)(bits >> more % 64);
		whole_y[i] = (long long)more;
		memcpy(&float_x[i], &bits, sizeof(float));
		memcpy(&float_y[i], &more, sizeof(float));
		memcpy(&double_x[i], &bits, sizeof(double));
		memcpy(&double_y[i], &more, sizeof(double));
		if (i % 2) {
			float_x[i] = (float)(double_x[i] = (double)bits * 0x1.8p-60 - 12);
			float_y[i] = (float)(double_y[i] = (double)more * 0x1.8p-60 - 12);
		} else if (i < 2 * specials * specials) {
			float_x[i] = (float)(double_x[i] = special[i / 2 % specials]);
			float_y[i] = (float)(double_y[i] = special[i / 2 / specials]);
		}
	}
}

int main()
{
	cudaDeviceProp properties;
	on_gpu = cudaGetDeviceProperties(&properties, 0) == cudaSuccess && !strstr(properties.name, "Anywarp");
	fill();
	FLOAT_FUNCTIONS(COMPARE_FLOAT)
	DOUBLE_FUNCTIONS(COMPARE_DOUBLE)
	FLOAT_PAIRS(COMPARE_FLOATS)
	DOUBLE_PAIRS(COMPARE_DOUBLES)
	FLOAT_TO_WHOLE(COMPARE_FLOAT_WHOLE)
	DOUBLE_TO_WHOLE(COMPARE_DOUBLE_WHOLE)
	WHOLE_TO_FLOAT(COMPARE_FROM_WHOLE)
	INTEGERS(COMPARE_INTEGERS)
	printf("%d passed, %d failed\n", passed, failed);
	if (known)
		printf("rsqrtf differs: it is the GPU's instruction (docs/math.md)\n");
	return failed != 0;
}
