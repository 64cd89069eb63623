// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's batches: products, triangular systems, LU with and without pivots, inverses, QR and least squares.
#include "api/support/blas_test.h"

enum { N = 12, ROWS = 18, BATCH = 5, RIGHT = 3 };
static cublasHandle_t handle;

// Pointers to equal parts of an array, for the device.
template <typename T, typename RAW> RAW **parts(array<T> &data, size_t each)
{
	RAW **list;
	CHECK(cudaMallocManaged(&list, BATCH * sizeof(RAW *)) == cudaSuccess);
	for (int i = 0; i < BATCH; i++)
		list[i] = raw(data.data + i * each);
	return list;
}

template <typename T> std::vector<T> part(const std::vector<T> &all, size_t each, int i)
{
	return std::vector<T>(all.begin() + i * each, all.begin() + (i + 1) * each);
}

template <typename T> bool near(T *got, const std::vector<T> &wanted)
{
	for (size_t i = 0; i < wanted.size(); i++)
		if (!(std::abs(got[i] - wanted[i]) <= 100 * tolerance<T>() * (1 + std::abs(wanted[i])))) {
			fprintf(stderr, "element %zu is off by %g\n", i, (double)std::abs(got[i] - wanted[i]));
			return false;
		}
	return true;
}

#define PRODUCTS(X, T, RAW) \
	static void products_##X() \
	{ \
		array<T> a(N * N * BATCH), b(N * N * BATCH), c(N * N * BATCH), x(N * BATCH), y(N * BATCH); \
		RAW **as = parts<T, RAW>(a, N * N), **bs = parts<T, RAW>(b, N * N), **cs = parts<T, RAW>(c, N * N); \
		RAW **xs = parts<T, RAW>(x, N), **ys = parts<T, RAW>(y, N); \
		alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
		auto c0 = c.copy(), y0 = y.copy(); \
		DONE(cublas##X##gemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, raw(&alpha), as, N, bs, N, raw(&beta), cs, N, BATCH)); \
		DONE(cublas##X##gemvBatched(handle, CUBLAS_OP_T, N, N, raw(&alpha), as, N, xs, 1, raw(&beta), ys, 1, BATCH)); \
		for (int i = 0; i < BATCH; i++) { \
			auto one = part(c0, N * N, i), v = part(y0, N, i); \
			multiply(CUBLAS_OP_N, CUBLAS_OP_T, N, N, N, alpha, part(a.copy(), N * N, i), N, part(b.copy(), N * N, i), N, beta, one, N); \
			CHECK(near(c.data + i * N * N, one)); \
			multiply(CUBLAS_OP_T, CUBLAS_OP_N, N, 1, N, alpha, part(a.copy(), N * N, i), N, part(x.copy(), N, i), N, beta, v, N); \
			CHECK(near(y.data + i * N, v)); \
		} \
		c0 = c.copy(); \
		DONE(cublas##X##gemmStridedBatched(handle, CUBLAS_OP_C, CUBLAS_OP_N, N, N, N, raw(&alpha), *a, N, N * N, *b, N, 0, raw(&beta), \
			*c, N, N * N, BATCH)); /* all by the first B */ \
		for (int i = 0; i < BATCH; i++) { \
			auto one = part(c0, N * N, i); \
			multiply(CUBLAS_OP_C, CUBLAS_OP_N, N, N, N, alpha, part(a.copy(), N * N, i), N, part(b.copy(), N * N, 0), N, beta, one, N); \
			CHECK(near(c.data + i * N * N, one)); \
		} \
		cudaFree(as), cudaFree(bs), cudaFree(cs), cudaFree(xs), cudaFree(ys); \
	}
PRODUCTS(S, float, float)
PRODUCTS(D, double, double)
PRODUCTS(C, cfloat, cuComplex)
PRODUCTS(Z, cdouble, cuDoubleComplex)

#define FACTORS(X, T, RAW) \
	static void factors_##X(bool pivots) \
	{ \
		array<T> a(N * N * BATCH), inverse(N * N * BATCH), b(N * RIGHT * BATCH); \
		for (int i = 0; i < N * N * BATCH; i++) \
			if (i % (N * N) % (N + 1) == 0) \
				a[i] += T(pivots ? 0 : 8); \
		auto a0 = a.copy(), b0 = b.copy(); \
		RAW **as = parts<T, RAW>(a, N * N), **is = parts<T, RAW>(inverse, N * N), **bs = parts<T, RAW>(b, N * RIGHT); \
		int *pivot, *info, host = 7; \
		CHECK(cudaMallocManaged(&pivot, N * BATCH * sizeof(int)) == cudaSuccess); \
		CHECK(cudaMallocManaged(&info, BATCH * sizeof(int)) == cudaSuccess); \
		DONE(cublas##X##matinvBatched(handle, N, as, N, is, N, info, BATCH)); \
		auto first = inverse.copy(); \
		for (int i = 0; i < BATCH; i++) \
			CHECK_EQUAL(info[i], 0); \
		DONE(cublas##X##getrfBatched(handle, N, as, N, pivots ? pivot : nullptr, info, BATCH)); \
		for (int i = 0; i < BATCH; i++) \
			CHECK_EQUAL(info[i], 0); \
		DONE(cublas##X##getriBatched(handle, N, as, N, pivots ? pivot : nullptr, is, N, info, BATCH)); \
		DONE(cublas##X##getrsBatched(handle, CUBLAS_OP_N, N, RIGHT, as, N, pivots ? pivot : nullptr, bs, N, &host, BATCH)); \
		CHECK_EQUAL(host, 0); \
		for (int i = 0; i < BATCH; i++) { \
			std::vector<T> unit(N * N), product(N * N), back(N * RIGHT); \
			for (int j = 0; j < N; j++) \
				unit[j * (N + 1)] = 1; \
			multiply(CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, T(1), part(a0, N * N, i), N, part(inverse.copy(), N * N, i), N, T(0), product, N); \
			CHECK(near(product.data(), unit)); \
			multiply(CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, T(1), part(a0, N * N, i), N, part(first, N * N, i), N, T(0), product, N); \
			CHECK(near(product.data(), unit)); \
			multiply(CUBLAS_OP_N, CUBLAS_OP_N, N, RIGHT, N, T(1), part(a0, N * N, i), N, part(b.copy(), N * RIGHT, i), N, T(0), back, N); \
			CHECK(near(back.data(), part(b0, N * RIGHT, i))); \
		} \
		for (int i = 0; i < N; i++) \
			a[i] = 0; /* the first column of the first matrix */ \
		DONE(cublas##X##getrfBatched(handle, N, as, N, pivot, info, 1)); \
		CHECK(info[0] == 1); \
		CHECK(cublas##X##getrsBatched(handle, CUBLAS_OP_N, N, RIGHT, as, N - 1, pivot, bs, N, &host, BATCH) == CUBLAS_STATUS_INVALID_VALUE); \
		CHECK_EQUAL(host, -5); \
		cudaFree(as), cudaFree(is), cudaFree(bs), cudaFree(pivot), cudaFree(info); \
	}
FACTORS(S, float, float)
FACTORS(D, double, double)
FACTORS(C, cfloat, cuComplex)
FACTORS(Z, cdouble, cuDoubleComplex)

// The residual of least squares is orthogonal to the columns; QR's R has their lengths.
#define SQUARES(X, T, RAW) \
	static void squares_##X() \
	{ \
		array<T> a(ROWS * N * BATCH), c(ROWS * RIGHT * BATCH), q(ROWS * N * BATCH), tau(N * BATCH); \
		for (size_t i = 0; i < a.size; i++) \
			q[i] = a[i]; \
		auto a0 = a.copy(), c0 = c.copy(); \
		RAW **as = parts<T, RAW>(a, ROWS * N), **cs = parts<T, RAW>(c, ROWS * RIGHT); \
		RAW **qs = parts<T, RAW>(q, ROWS * N), **taus = parts<T, RAW>(tau, N); \
		int info = 7; \
		DONE(cublas##X##gelsBatched(handle, CUBLAS_OP_N, ROWS, N, RIGHT, as, ROWS, cs, ROWS, &info, nullptr, BATCH)); \
		CHECK_EQUAL(info, 0); \
		DONE(cublas##X##geqrfBatched(handle, ROWS, N, qs, ROWS, taus, &info, BATCH)); \
		CHECK_EQUAL(info, 0); \
		for (int i = 0; i < BATCH; i++) { \
			auto one = part(a0, ROWS * N, i), residual = part(c0, ROWS * RIGHT, i); \
			std::vector<T> dots(N * RIGHT), none(N * RIGHT); \
			multiply(CUBLAS_OP_N, CUBLAS_OP_N, ROWS, RIGHT, N, T(-1), one, ROWS, part(c.copy(), ROWS * RIGHT, i), ROWS, T(1), residual, ROWS); \
			multiply(CUBLAS_OP_C, CUBLAS_OP_N, N, RIGHT, ROWS, T(1), one, ROWS, residual, ROWS, T(0), dots, N); \
			CHECK(near(dots.data(), none)); \
			double length = 0; \
			for (int j = 0; j < ROWS; j++) \
				length += (double)std::norm(one[j]); \
			CHECK(std::fabs(std::abs(q[i * ROWS * N]) - std::sqrt(length)) < 1e-4); \
		} \
		cudaFree(as), cudaFree(cs), cudaFree(qs), cudaFree(taus); \
	}
SQUARES(S, float, float)
SQUARES(D, double, double)
SQUARES(C, cfloat, cuComplex)
SQUARES(Z, cdouble, cuDoubleComplex)

// So many products that they are shared among threads have the bits of each alone.
static void many()
{
	enum { SIDE = 24, COUNT = 600 };
	const size_t each = SIDE * SIDE;
	float *a, *b, *c, *alone, alpha = 1.25f, beta = -0.5f;
	for (float **data : { &a, &b, &c, &alone })
		CHECK(cudaMallocManaged(data, COUNT * each * sizeof(float)) == cudaSuccess);
	for (size_t i = 0; i < COUNT * each; i++) {
		a[i] = (float)(rand() % 2001 - 1000) / 7;
		b[i] = (float)(rand() % 2001 - 1000) / 9;
		c[i] = alone[i] = (float)(rand() % 2001 - 1000) / 11;
	}
	DONE(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, SIDE, SIDE, SIDE, &alpha, a, SIDE, each, b, SIDE, each, &beta, c, SIDE,
		each, COUNT));
	for (int i = 0; i < COUNT; i++)
		DONE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, SIDE, SIDE, SIDE, &alpha, a + i * each, SIDE, b + i * each, SIDE, &beta,
			alone + i * each, SIDE));
	size_t different = 0;
	for (size_t i = 0; i < COUNT * each; i++)
		different += std::fabs(c[i] - alone[i]) > 1e-5 * std::fabs(alone[i]) + 0.01;
	CHECK(different == 0);
	cudaDeviceProp properties;
	CHECK(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
	if (!strncmp(properties.uuid.bytes, "anywarp-cpu", 11)) // NVIDIA's library chooses kernels by the batch
		CHECK(!memcmp(c, alone, COUNT * each * sizeof(float)));
	for (float *data : { a, b, c, alone })
		cudaFree(data);
}

int main()
{
	DONE(cublasCreate(&handle));
	many();
	products_S(), products_D(), products_C(), products_Z();
	for (bool pivots : { false, true })
		factors_S(pivots), factors_D(pivots), factors_C(pivots), factors_Z(pivots);
	squares_S(), squares_D(), squares_C(), squares_Z();
	DONE(cublasDestroy(handle));
	return unit_finish();
}
