// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublasLt
//
// cublasLt: scales of blocks, rows and columns with formats of 8 and 4 bits, results with scales of their own, planes of complex numbers,
// batches by arrays of pointers and groups of different sizes, tiles of bytes, emulation's description; against plain loops.
#include <cublasLt.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>

#include <cmath>
#include <complex>
#include <cstdlib>
#include <vector>

#include "unit/unit.h"

#define DONE(...) CHECK((__VA_ARGS__) == CUBLAS_STATUS_SUCCESS)

enum { M = 144, N = 160, K = 288 };
static cublasLtHandle_t handle;

template <typename T> T *managed(size_t count)
{
	T *data;
	CHECK(cudaMallocManaged(&data, count * sizeof(T) + 16) == cudaSuccess);
	memset((void *)data, 0, count * sizeof(T));
	return data;
}

template <typename V> void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t name, V value)
{
	DONE(cublasLtMatmulDescSetAttribute(desc, name, &value, sizeof(value)));
}

template <typename V> void set(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t name, V value)
{
	DONE(cublasLtMatrixLayoutSetAttribute(layout, name, &value, sizeof(value)));
}

static cublasLtMatrixLayout_t make(cudaDataType type, uint64_t rows, uint64_t cols, int64_t ld)
{
	cublasLtMatrixLayout_t layout;
	DONE(cublasLtMatrixLayoutCreate(&layout, type, rows, cols, ld));
	return layout;
}

// Numbers of 8 bits or two of 4 in a byte.
struct narrow {
	bool is_half;
	unsigned char *bytes;
	narrow(size_t count, bool half) : is_half(half), bytes(managed<unsigned char>(count))
	{
		for (size_t i = 0; i < count; i++)
			set(i, (rand() % 17 - 8) / 4.f);
	}
	void set(size_t i, float value)
	{
		if (!is_half) {
			bytes[i] = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
			return;
		}
		unsigned char bits = __nv_cvt_float_to_fp4(value, __NV_E2M1, cudaRoundNearest);
		bytes[i / 2] = i & 1 ? (bytes[i / 2] & 15) | bits << 4 : (bytes[i / 2] & 0xf0) | bits;
	}
	float at(size_t i) const
	{
		__half_raw half = is_half ? __nv_cvt_fp4_to_halfraw(bytes[i / 2] >> (i & 1) * 4 & 15, __NV_E2M1) : __nv_cvt_fp8_to_halfraw(bytes[i], __NV_E4M3);
		return __half2float(__half(half));
	}
};

// Where the scale of a block of `step` numbers lies, by the tiles of the manual: 128 lines of 4 scales.
static size_t tile_place(int inner, int outer, int step, int inner_size)
{
	int across = (inner_size + 4 * step - 1) / (4 * step);
	for (int offset = 0; offset < 512; offset++) // the place whose coordinates are these
		if (offset % 16 / 4 * 32 + offset / 16 == outer % 128 && offset % 4 == inner / step % 4)
			return (size_t)(outer / 128 * across + inner / step / 4) * 512 + offset;
	return 0;
}

// Scales of one operand, as bytes or floats, whose values are powers of two or small fractions.
struct scales {
	cublasLtMatmulMatrixScale_t mode;
	int lines;
	void *data;
	scales(cublasLtMatmulMatrixScale_t m, int outer) : mode(m), lines(outer)
	{
		size_t count = 512 * 64;
		bool bytes = mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 || mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3;
		data = managed<float>(count);
		for (size_t i = 0; i < count; i++)
			if (!bytes)
				((float *)data)[i] = (float)(rand() % 7 + 1) / 4;
			else if (mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0)
				((unsigned char *)data)[i] = 125 + rand() % 5;
			else
				((unsigned char *)data)[i] = __nv_cvt_float_to_fp8((rand() % 7 + 1) / 4.f, __NV_SATFINITE, __NV_E4M3);
	}
	double byte(size_t place) const
	{
		unsigned char bits = ((unsigned char *)data)[place];
		return mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 ? ldexp(1, bits - 127) :
			(double)__half2float(__half(__nv_cvt_fp8_to_halfraw(bits, __NV_E4M3)));
	}
	double at(int inner, int outer, int inner_size = K) const
	{
		const float *f = (const float *)data;
		switch (mode) {
		case CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F: return f[outer];
		case CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F: return f[outer + inner / 128 * lines];
		case CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F: return f[inner / 128 + outer / 128 * 4];
		case CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0: return byte(tile_place(inner, outer, 32, inner_size));
		default: return byte(tile_place(inner, outer, 16, inner_size));
		}
	}
};

struct scaled_product {
	narrow a, b;
	scales sa, sb;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t la, lb, lc;
	__nv_bfloat16 *c;
	std::vector<double> sums; // 2 A B - C
	scaled_product(bool half, cublasLtMatmulMatrixScale_t mode_a, cublasLtMatmulMatrixScale_t mode_b) : a((size_t)M * K, half),
		b((size_t)N * K, half), sa(mode_a, M), sb(mode_b, N), c(managed<__nv_bfloat16>(M * N)), sums(M * N)
	{
		cudaDataType type = half ? CUDA_R_4F_E2M1 : CUDA_R_8F_E4M3;
		la = make(type, K, M, K), lb = make(type, K, N, K), lc = make(CUDA_R_16BF, M, N, M);
		DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
		set(desc, CUBLASLT_MATMUL_DESC_TRANSA, CUBLAS_OP_T);
		set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, mode_a);
		set(desc, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, mode_b);
		set(desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, sa.data);
		set(desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, sb.data);
		for (int i = 0; i < M * N; i++)
			c[i] = __float2bfloat16((float)(rand() % 9 - 4));
		std::vector<double> wide_a(M * K), wide_b(N * K);
		for (int i = 0; i < M * K; i++)
			wide_a[i] = a.at(i) * sa.at(i % K, i / K);
		for (int i = 0; i < N * K; i++)
			wide_b[i] = b.at(i) * sb.at(i % K, i / K);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < M; i++) {
				double sum = 0;
				for (int k = 0; k < K; k++)
					sum += wide_a[k + i * K] * wide_b[k + j * K];
				sums[i + j * M] = 2 * sum - __bfloat162float(c[i + j * M]);
			}
	}
	void run(void *d, cublasLtMatrixLayout_t ld)
	{
		float alpha = 2, beta = -1;
		DONE(cublasLtMatmul(handle, desc, &alpha, a.bytes, la, b.bytes, lb, &beta, c, lc, d, ld, nullptr, nullptr, 0, 0));
		CHECK(cudaDeviceSynchronize() == cudaSuccess);
	}
};

static void check_scaled(bool half, cublasLtMatmulMatrixScale_t mode_a, cublasLtMatmulMatrixScale_t mode_b)
{
	scaled_product p(half, mode_a, mode_b);
	float *d = managed<float>(M * N);
	p.run(d, make(CUDA_R_32F, M, N, M));
	double most = 0;
	for (int i = 0; i < M * N; i++)
		most = fmax(most, fabs(d[i] - p.sums[i]) / (1 + fabs(p.sums[i])));
	CHECK(most < 1e-4);
}

// Each block of a column has the scale that makes its largest number fit, and numbers near the exact ones.
static void check_quantized(bool half)
{
	cublasLtMatmulMatrixScale_t mode = half ? CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 : CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0;
	scaled_product p(half, mode, mode);
	int step = half ? 16 : 32;
	narrow d((size_t)M * N, half);
	scales made(mode, N);
	double most = half ? 6 : 448, share = half ? 0.25 : 0.0625, worst = 0;
	float compress = 1.f / 64;
	set(p.desc, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, mode);
	set(p.desc, CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, made.data);
	float *dscale = managed<float>(1);
	*dscale = half ? compress : 1;
	if (half)
		set(p.desc, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, dscale);
	p.run(d.bytes, make(half ? CUDA_R_4F_E2M1 : CUDA_R_8F_E4M3, M, N, M));
	for (int j = 0; j < N; j++)
		for (int first = 0; first < M; first += step) {
			double largest = 0, scale = made.at(first, j, M);
			for (int i = first; i < first + step && i < M; i++)
				largest = fmax(largest, fabs(p.sums[i + j * M]) * *dscale);
			CHECK(half ? fabs(scale - largest / most) <= largest / most * 0.0626 : scale >= largest / most * 0.9999 && scale < 2 * largest / most * 1.0001);
			for (int i = first; i < first + step && i < M; i++)
				worst = fmax(worst, fabs(d.at(i + (size_t)j * M) * scale - p.sums[i + j * M] * *dscale) / (scale * most));
		}
	CHECK(worst < share);
}

// (A in two planes) (B in two planes), halves.
static void check_planes()
{
	enum { m = 24, n = 16, k = 40 };
	__half *a = managed<__half>(2 * m * k), *b = managed<__half>(2 * k * n), *c = managed<__half>(2 * m * n);
	for (int i = 0; i < 2 * m * k; i++)
		a[i] = (rand() % 9 - 4) / 4.f;
	for (int i = 0; i < 2 * k * n; i++)
		b[i] = (rand() % 9 - 4) / 4.f;
	cublasLtMatrixLayout_t la = make(CUDA_C_16F, m, k, m), lb = make(CUDA_C_16F, k, n, k), lc = make(CUDA_C_16F, m, n, m);
	set(la, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, (int64_t)(m * k * 2));
	set(lb, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, (int64_t)(k * n * 2));
	set(lc, CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, (int64_t)(m * n * 2));
	cublasLtMatmulDesc_t desc;
	DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_C_32F));
	cuComplex alpha = { 0, 1 }, beta = { 0, 0 };
	DONE(cublasLtMatmul(handle, desc, &alpha, a, la, b, lb, &beta, c, lc, c, lc, nullptr, nullptr, 0, 0));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	double most = 0;
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			std::complex<double> sum = 0;
			for (int l = 0; l < k; l++)
				sum += std::complex<double>(__half2float(a[i + l * m]), __half2float(a[m * k + i + l * m])) *
					std::complex<double>(__half2float(b[l + j * k]), __half2float(b[k * n + l + j * k]));
			sum *= std::complex<double>(0, 1);
			most = fmax(most, std::abs(sum - std::complex<double>(__half2float(c[i + j * m]), __half2float(c[m * n + i + j * m]))));
		}
	CHECK(most < 0.05);
}

// Matrices at addresses of an array; then groups with sizes, scalars and biases of their own, one of them empty.
template <typename I> void check_groups(bool grouped, cublasLtIntegerWidth_t width)
{
	enum { COUNT = 4 };
	const int ms[COUNT] = { 16, 32, 0, 8 }, ns[COUNT] = { 8, 24, 16, 40 }, ks[COUNT] = { 32, 16, 8, 24 };
	I *m = managed<I>(COUNT), *n = managed<I>(COUNT), *k = managed<I>(COUNT);
	float **a = managed<float *>(COUNT), **b = managed<float *>(COUNT), **d = managed<float *>(COUNT), **alpha = managed<float *>(COUNT),
		**beta = managed<float *>(COUNT), **bias = managed<float *>(COUNT);
	std::vector<std::vector<double>> wanted(COUNT);
	for (int g = 0; g < COUNT; g++) {
		m[g] = grouped ? ms[g] : 16, n[g] = grouped ? ns[g] : 8, k[g] = grouped ? ks[g] : 24;
		a[g] = managed<float>(m[g] * k[g]), b[g] = managed<float>(k[g] * n[g]), d[g] = managed<float>(m[g] * n[g]);
		alpha[g] = managed<float>(1), beta[g] = managed<float>(1), bias[g] = managed<float>(m[g] + 1);
		*alpha[g] = grouped ? g + 1 : 3, *beta[g] = grouped ? -g : 2;
		for (int i = 0; i < m[g] * k[g]; i++)
			a[g][i] = (float)(rand() % 9 - 4);
		for (int i = 0; i < k[g] * n[g]; i++)
			b[g][i] = (float)(rand() % 9 - 4);
		for (int i = 0; i < m[g]; i++)
			bias[g][i] = grouped ? (float)(g * 10 + i) : 0;
		for (int j = 0; j < n[g]; j++)
			for (int i = 0; i < m[g]; i++) {
				double sum = 0;
				d[g][i + j * m[g]] = (float)(i - j);
				for (int l = 0; l < k[g]; l++)
					sum += (double)a[g][i + l * m[g]] * b[g][l + j * k[g]];
				wanted[g].push_back(*alpha[g] * sum + *beta[g] * (i - j) + bias[g][i]);
			}
	}
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t la, lb, ld;
	DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
	set(desc, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_POINTER_MODE_DEVICE);
	if (grouped) {
		set(desc, CUBLASLT_MATMUL_DESC_ALPHA_BATCH_STRIDE, (int64_t)1);
		set(desc, CUBLASLT_MATMUL_DESC_BETA_BATCH_STRIDE, (int64_t)1);
		set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
		set(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void *)bias);
		set(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, (int64_t)1);
		DONE(cublasLtGroupedMatrixLayoutCreate(&la, CUDA_R_32F, COUNT, m, k, m));
		DONE(cublasLtGroupedMatrixLayoutCreate(&lb, CUDA_R_32F, COUNT, k, n, k));
		DONE(cublasLtGroupedMatrixLayoutCreate(&ld, CUDA_R_32F, COUNT, m, n, m));
		CHECK(cublasLtGroupedMatrixLayoutCreate(&ld, CUDA_R_32F, 0, m, n, m) == CUBLAS_STATUS_INVALID_VALUE);
	} else {
		la = make(CUDA_R_32F, 16, 24, 16), lb = make(CUDA_R_32F, 24, 8, 24), ld = make(CUDA_R_32F, 16, 8, 16);
	}
	for (cublasLtMatrixLayout_t layout : { la, lb, ld }) {
		set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, grouped ? CUBLASLT_BATCH_MODE_GROUPED : CUBLASLT_BATCH_MODE_POINTER_ARRAY);
		set(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, (int32_t)COUNT);
		if (grouped) {
			set(layout, CUBLASLT_GROUPED_MATRIX_LAYOUT_ROWS_COLS_ARRAY_INTEGER_WIDTH, width);
			set(layout, CUBLASLT_GROUPED_MATRIX_LAYOUT_LD_ARRAY_INTEGER_WIDTH, width);
		}
	}
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t found;
	int64_t average = 16, got = 0;
	int count = 0;
	size_t written;
	DONE(cublasLtMatmulPreferenceCreate(&preference));
	DONE(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_ROWS, &average, sizeof(average)));
	DONE(cublasLtMatmulPreferenceGetAttribute(preference, CUBLASLT_MATMUL_PREF_GROUPED_DESC_D_AVERAGE_ROWS, &got, sizeof(got), &written));
	CHECK(got == average && written == sizeof(got));
	DONE(cublasLtMatmulAlgoGetHeuristicForStream(handle, desc, la, lb, ld, ld, preference, 1, &found, &count, 0));
	CHECK(count == 1);
	DONE(cublasLtMatmul(handle, desc, grouped ? (void *)alpha : alpha[0], a, la, b, lb, grouped ? (void *)beta : beta[0], d, ld, d, ld, &found.algo,
		nullptr, 0, 0));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int g = 0; g < COUNT; g++)
		for (size_t i = 0; i < wanted[g].size(); i++)
			CHECK(fabs(d[g][i] - wanted[g][i]) < 1e-3);
}

// Bytes to tiles, a product of them, and back.
static void check_tiles(cublasLtOrder_t order_b, int64_t tile_rows)
{
	enum { m = 20, n = 40, k = 70 };
	int8_t *a = managed<int8_t>(m * k), *b = managed<int8_t>(n * k), *ta = managed<int8_t>(32 * m * 3), *tb = managed<int8_t>(32 * 64 * 3);
	int32_t *tc = managed<int32_t>(32 * m * 2), *c = managed<int32_t>(m * n);
	for (int i = 0; i < m * k; i++)
		a[i] = (int8_t)(rand() % 17 - 8);
	for (int i = 0; i < n * k; i++)
		b[i] = (int8_t)(rand() % 17 - 8);
	cublasLtMatrixLayout_t la = make(CUDA_R_8I, m, k, m), lb = make(CUDA_R_8I, n, k, n), lc = make(CUDA_R_32I, m, n, m);
	cublasLtMatrixLayout_t lta = make(CUDA_R_8I, m, k, 32 * m), ltc = make(CUDA_R_32I, m, n, 32 * m);
	cublasLtMatrixLayout_t ltb = make(CUDA_R_8I, n, k, 32 * ((n + tile_rows - 1) / tile_rows * tile_rows));
	set(lta, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_COL32);
	set(ltb, CUBLASLT_MATRIX_LAYOUT_ORDER, order_b);
	set(ltc, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_ORDER_COL32);
	cublasLtMatrixTransformDesc_t transform;
	cublasLtMatmulDesc_t desc;
	float one = 1, zero = 0;
	int32_t whole = 1, none = 0;
	DONE(cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F));
	DONE(cublasLtMatrixTransform(handle, transform, &one, a, la, &zero, nullptr, nullptr, ta, lta, 0));
	DONE(cublasLtMatrixTransform(handle, transform, &one, b, lb, &zero, nullptr, nullptr, tb, ltb, 0));
	DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32I, CUDA_R_32I));
	set(desc, CUBLASLT_MATMUL_DESC_TRANSB, CUBLAS_OP_T);
	DONE(cublasLtMatmul(handle, desc, &whole, ta, lta, tb, ltb, &none, tc, ltc, tc, ltc, nullptr, nullptr, 0, 0));
	DONE(cublasLtMatrixTransform(handle, transform, &one, tc, ltc, &zero, nullptr, nullptr, c, lc, 0));
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	for (int i = 0; i < m; i++)
		for (int j = 0; j < n; j++) {
			int sum = 0;
			for (int l = 0; l < k; l++)
				sum += a[i + l * m] * b[j + l * n];
			CHECK(c[i + j * m] == sum);
		}
	// Row 9 (the second odd row of its 8) and column 37 of B.
	int64_t place = order_b == CUBLASLT_ORDER_COL4_4R2_8C ? 32 * 40 + (8 + 4) * 32 + 4 * 4 + 1 : 32 * 64 + (1 * 2 + 1) * 32 + 5;
	CHECK(tb[place] == b[9 + 37 * n]);
}

static void check_emulation()
{
	cublasLtEmulationDesc_t emulation;
	cublasLtMatmulDesc_t desc;
	int32_t special = 0, *kept = managed<int32_t>(1);
	cublasEmulationStrategy_t strategy = CUBLAS_EMULATION_STRATEGY_EAGER;
	size_t written;
	double alpha = 1, beta = 0, *x = managed<double>(4);
	DONE(cublasLtEmulationDescCreate(&emulation));
	DONE(cublasLtEmulationDescGetAttribute(emulation, CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, &special, sizeof(special), &written));
	CHECK(special == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
	DONE(cublasLtEmulationDescSetAttribute(emulation, CUBLASLT_EMULATION_DESC_STRATEGY, &strategy, sizeof(strategy)));
	DONE(cublasLtEmulationDescSetAttribute(emulation, CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, &kept, sizeof(kept)));
	DONE(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUDA_R_64F));
	set(desc, CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, emulation);
	cublasLtMatrixLayout_t layout = make(CUDA_R_64F, 1, 1, 1);
	x[0] = 3, x[1] = 5;
	DONE(cublasLtMatmul(handle, desc, &alpha, x, layout, x + 1, layout, &beta, x + 2, layout, x + 2, layout, nullptr, nullptr, 0, 0));
	CHECK(cudaDeviceSynchronize() == cudaSuccess && x[2] == 15 && *kept == -1);
	DONE(cublasLtEmulationDescDestroy(emulation));
}

int main()
{
	DONE(cublasLtCreate(&handle));
	check_scaled(false, CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F, CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F);
	check_scaled(false, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F);
	check_scaled(false, CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F, CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F);
	check_scaled(false, CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0, CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0);
	check_scaled(true, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3, CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3);
	check_quantized(false);
	check_quantized(true);
	check_planes();
	check_groups<int>(false, CUBLASLT_INTEGER_WIDTH_32);
	check_groups<int>(true, CUBLASLT_INTEGER_WIDTH_32);
	check_groups<int64_t>(true, CUBLASLT_INTEGER_WIDTH_64);
	check_tiles(CUBLASLT_ORDER_COL4_4R2_8C, 8);
	check_tiles(CUBLASLT_ORDER_COL32_2R_4R4, 32);
	check_emulation();
	DONE(cublasLtDestroy(handle));
	return unit_finish();
}
