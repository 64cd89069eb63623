// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's level 3, and sums of matrices and products with diagonals, against three plain loops.
#include "api/support/blas_test.h"

enum { M = 33, N = 27, K = 21, LD = 40 };
static cublasHandle_t handle;
static const cublasOperation_t operations[] = { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };

#define PRODUCTS(X, T) \
	static void products_##X() \
	{ \
		for (cublasOperation_t opa : operations) \
			for (cublasOperation_t opb : operations) { \
				array<T> a(LD * LD), b(LD * LD), c(LD * N), d(LD * N), ones(1), scalars(2); \
				auto c0 = c.copy(), d0 = d.copy(); \
				alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
				DONE(cublas##X##gemm(handle, opa, opb, M, N, K, raw(&alpha), *a, LD, *b, LD, raw(&beta), *c, LD)); \
				multiply(opa, opb, M, N, K, alpha, a.copy(), LD, b.copy(), LD, beta, c0, LD); \
				CHECK(same(c, c0)); \
				scalars[0] = alpha; \
				scalars[1] = T(0); \
				for (int i = 0; i < LD * N; i++) \
					d[i] = i % LD < M ? T(NAN) : d[i]; /* not read with beta of 0 */ \
				DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE)); \
				DONE(cublas##X##gemm(handle, opa, opb, M, N, K, *scalars, *a, LD, *b, LD, *scalars + 1, *d, LD)); \
				DONE(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST)); \
				multiply(opa, opb, M, N, K, alpha, a.copy(), LD, b.copy(), LD, T(0), d0, LD); \
				CHECK(same(d, d0)); \
			} \
	}
PRODUCTS(S, float)
PRODUCTS(D, double)
PRODUCTS(C, cfloat)
PRODUCTS(Z, cdouble)

#define SYMMETRIC(X, T, routine, KIND) \
	static void routine##_##X() \
	{ \
		for (cublasSideMode_t side : { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT }) \
			for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) { \
				int n = side == CUBLAS_SIDE_LEFT ? M : N; \
				array<T> a(LD * LD), b(LD * N), c(LD * N); \
				auto w = whole(a.copy(), LD, n, fill, KIND), c0 = c.copy(); \
				alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
				DONE(cublas##X##routine(handle, side, fill, M, N, raw(&alpha), *a, LD, *b, LD, raw(&beta), *c, LD)); \
				if (side == CUBLAS_SIDE_LEFT) \
					multiply(CUBLAS_OP_N, CUBLAS_OP_N, M, N, M, alpha, w, M, b.copy(), LD, beta, c0, LD); \
				else \
					multiply(CUBLAS_OP_N, CUBLAS_OP_N, M, N, N, alpha, b.copy(), LD, w, N, beta, c0, LD); \
				CHECK(same(c, c0)); \
			} \
	}
SYMMETRIC(S, float, symm, 'T')
SYMMETRIC(D, double, symm, 'T')
SYMMETRIC(C, cfloat, symm, 'T')
SYMMETRIC(Z, cdouble, hemm, 'C')

// One triangle of C gets that of the product; the other one stays.
template <typename T> void put_triangle(std::vector<T> &c, const std::vector<T> &from, cublasFillMode_t fill)
{
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++)
			if (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)
				c[i + (size_t)j * LD] = from[i + (size_t)j * LD];
}

#define UPDATES(X, T, S, TRANSPOSED, rk, r2k, rkx) \
	static void updates_##X() \
	{ \
		for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) \
			for (cublasOperation_t op : { CUBLAS_OP_N, TRANSPOSED }) { \
				cublasOperation_t other = op == CUBLAS_OP_N ? TRANSPOSED : CUBLAS_OP_N; \
				array<T> a(LD * LD), b(LD * LD), c(LD * N); \
				for (int i = 0; i < N; i++) \
					c[i * (LD + 1)] = std::real(c[i * (LD + 1)]); \
				auto c0 = c.copy(), all = c0; \
				alignas(16) S alpha = random_value<S>(), beta = random_value<S>(); \
				DONE(cublas##X##rk(handle, fill, op, N, K, raw(&alpha), *a, LD, raw(&beta), *c, LD)); \
				multiply(op, other, N, N, K, T(alpha), a.copy(), LD, a.copy(), LD, T(beta), all, LD); \
				put_triangle(c0, all, fill); \
				CHECK(same(c, c0)); \
				alignas(16) T alpha2 = random_value<T>(); \
				S one = 1; \
				DONE(cublas##X##r2k(handle, fill, op, N, K, raw(&alpha2), *a, LD, *b, LD, raw(&beta), *c, LD)); \
				all = c0; \
				multiply(op, other, N, N, K, alpha2, a.copy(), LD, b.copy(), LD, T(beta), all, LD); \
				T alpha3 = TRANSPOSED == CUBLAS_OP_C ? conjugate(alpha2) : alpha2; \
				multiply(op, other, N, N, K, alpha3, b.copy(), LD, a.copy(), LD, T(1), all, LD); \
				put_triangle(c0, all, fill); \
				CHECK(same(c, c0)); \
				alpha2 = std::real(alpha2); \
				DONE(cublas##X##rkx(handle, fill, op, N, K, raw(&alpha2), *a, LD, *a, LD, raw(&one), *c, LD)); \
				all = c0; \
				multiply(op, other, N, N, K, alpha2, a.copy(), LD, a.copy(), LD, T(1), all, LD); \
				put_triangle(c0, all, fill); \
				CHECK(same(c, c0)); \
			} \
	}
UPDATES(S, float, float, CUBLAS_OP_T, syrk, syr2k, syrkx)
UPDATES(D, double, double, CUBLAS_OP_T, syrk, syr2k, syrkx)
UPDATES(C, cfloat, float, CUBLAS_OP_C, herk, her2k, herkx)
UPDATES(Z, cdouble, cdouble, CUBLAS_OP_T, syrk, syr2k, syrkx)

#define TRIANGULAR(X, T) \
	static void triangular_##X() \
	{ \
		for (cublasSideMode_t side : { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT }) \
			for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) \
				for (cublasOperation_t op : operations) { \
					int n = side == CUBLAS_SIDE_LEFT ? M : N; \
					array<T> a(LD * LD), b(LD * N), c(LD * N); \
					for (int i = 0; i < LD * LD; i++) \
						a[i] = a[i] * T(0.05); \
					for (int i = 0; i < LD; i++) \
						a[i * (LD + 1)] += T(2); \
					auto w = whole(a.copy(), LD, n, fill, 'N'), c0 = c.copy(), b0 = b.copy(); \
					alignas(16) T alpha = random_value<T>(), inverse = T(1) / alpha; \
					DONE(cublas##X##trmm(handle, side, fill, op, CUBLAS_DIAG_NON_UNIT, M, N, raw(&alpha), *a, LD, *b, LD, *c, LD)); \
					if (side == CUBLAS_SIDE_LEFT) \
						multiply(op, CUBLAS_OP_N, M, N, M, alpha, w, M, b0, LD, T(0), c0, LD); \
					else \
						multiply(CUBLAS_OP_N, op, M, N, N, alpha, b0, LD, w, N, T(0), c0, LD); \
					CHECK(same(c, c0) && same(b, b0)); \
					DONE(cublas##X##trsm(handle, side, fill, op, CUBLAS_DIAG_NON_UNIT, M, N, raw(&inverse), *a, LD, *c, LD)); \
					for (int j = 0; j < N; j++) \
						for (int i = 0; i < M; i++) \
							c0[i + j * LD] = b0[i + j * LD]; \
					CHECK(same(c, c0)); \
				} \
	}
TRIANGULAR(S, float)
TRIANGULAR(D, double)
TRIANGULAR(C, cfloat)
TRIANGULAR(Z, cdouble)

#define SUMS(X, T) \
	static void sums_##X() \
	{ \
		for (cublasOperation_t opa : operations) \
			for (cublasOperation_t opb : operations) { \
				array<T> a(LD * LD), b(LD * LD), c(LD * N), x(2 * LD); \
				auto a0 = a.copy(), b0 = b.copy(), c0 = c.copy(); \
				alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
				T none = 0; \
				auto each = [&](auto what) { \
					for (int j = 0; j < N; j++) \
						for (int i = 0; i < M; i++) \
							c0[i + j * LD] = what(i, j); \
				}; \
				DONE(cublas##X##geam(handle, opa, opb, M, N, raw(&alpha), *a, LD, raw(&beta), *b, LD, *c, LD)); \
				each([&](int i, int j) { return alpha * element(a0, LD, opa, i, j) + beta * element(b0, LD, opb, i, j); }); \
				CHECK(same(c, c0)); \
				DONE(cublas##X##geam(handle, opa, CUBLAS_OP_N, M, N, raw(&alpha), *a, LD, raw(&none), nullptr, LD, *c, LD)); \
				each([&](int i, int j) { return alpha * element(a0, LD, opa, i, j); }); \
				CHECK(same(c, c0)); \
				DONE(cublas##X##dgmm(handle, CUBLAS_SIDE_LEFT, M, N, *a, LD, *x, 2, *c, LD)); \
				cudaDeviceSynchronize(); \
				each([&](int i, int j) { return a0[i + j * LD] * x[2 * i]; }); \
				CHECK(same(c, c0)); \
				DONE(cublas##X##dgmm(handle, CUBLAS_SIDE_RIGHT, M, N, *a, LD, *x, 2, *c, LD)); \
				cudaDeviceSynchronize(); \
				each([&](int i, int j) { return a0[i + j * LD] * x[2 * j]; }); \
				CHECK(same(c, c0)); \
			} \
	}
SUMS(S, float)
SUMS(D, double)
SUMS(C, cfloat)
SUMS(Z, cdouble)

static void refused()
{
	array<float> a(LD * LD);
	float one = 1;
	CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, *a, M - 1, *a, LD, &one, *a, LD) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, M, N, K, &one, *a, LD, *a, N - 1, &one, *a, LD) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSgemm(handle, (cublasOperation_t)9, CUBLAS_OP_T, M, N, K, &one, *a, LD, *a, LD, &one, *a, LD) == CUBLAS_STATUS_INVALID_VALUE);
	DONE(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 0, N, K, &one, *a, LD, *a, LD, &one, *a, LD));
}

int main()
{
	DONE(cublasCreate(&handle));
	products_S(), products_D(), products_C(), products_Z();
	symm_S(), symm_D(), symm_C(), hemm_Z();
	updates_S(), updates_D(), updates_C(), updates_Z();
	triangular_S(), triangular_D(), triangular_C(), triangular_Z();
	sums_S(), sums_D(), sums_C(), sums_Z();
	refused();
	DONE(cublasDestroy(handle));
	return unit_finish();
}
