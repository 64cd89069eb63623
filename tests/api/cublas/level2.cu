// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcublas
//
// cuBLAS's level 2: whole, banded and packed matrices against products of whole ones.
#include "api/support/blas_test.h"

enum { M = 37, N = 29, LD = 41, K = 3 };
static cublasHandle_t handle;

template <typename T> std::vector<T> dense(const std::vector<T> &x, int inc, int n)
{
	std::vector<T> v(n);
	for (int i = 0; i < n; i++)
		v[i] = x[(size_t)i * inc];
	return v;
}

// y = alpha W x + beta y with the whole matrix W of n rows.
template <typename T> std::vector<T> times(const std::vector<T> &w, int m, int n, T alpha, const std::vector<T> &x, T beta, std::vector<T> y)
{
	multiply(CUBLAS_OP_N, CUBLAS_OP_N, m, 1, n, alpha, w, m, x, n, beta, y, m);
	return y;
}

#define GENERAL(X, T, GER, conjugated) \
	static void general_##X() \
	{ \
		for (cublasOperation_t op : { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C }) { \
			int rows = op == CUBLAS_OP_N ? M : N, columns = op == CUBLAS_OP_N ? N : M; \
			array<T> a(LD * N), x(2 * columns), y(rows); \
			auto a0 = a.copy(), y0 = y.copy(), x0 = dense(x.copy(), 2, columns); \
			alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
			DONE(cublas##X##gemv(handle, op, M, N, raw(&alpha), *a, LD, *x, 2, raw(&beta), *y, 1)); \
			multiply(op, CUBLAS_OP_N, rows, 1, columns, alpha, a0, LD, x0, columns, beta, y0, rows); \
			CHECK(same(y, y0)); \
			/* a band of one diagonal below and two above, the same numbers */ \
			array<T> band(4 * N); \
			std::vector<T> w(M * N); \
			for (int j = 0; j < N; j++) \
				for (int i = 0; i < M; i++) \
					if (j - i <= 2 && i - j <= 1) \
						w[i + j * M] = band[2 + i - j + 4 * j]; \
			DONE(cublas##X##gbmv(handle, op, M, N, 1, 2, raw(&alpha), *band, 4, *x, 2, raw(&beta), *y, 1)); \
			multiply(op, CUBLAS_OP_N, rows, 1, columns, alpha, w, M, x0, columns, beta, y0, rows); \
			CHECK(same(y, y0)); \
		} \
		array<T> a(LD * N), x(M), y(N); \
		auto a0 = a.copy(); \
		alignas(16) T alpha = random_value<T>(); \
		DONE(cublas##X##GER(handle, M, N, raw(&alpha), *x, 1, *y, 1, *a, LD)); \
		for (int j = 0; j < N; j++) \
			for (int i = 0; i < M; i++) \
				a0[i + j * LD] += alpha * x[i] * (conjugated ? conjugate(y[j]) : y[j]); \
		CHECK(same(a, a0)); \
	}
GENERAL(S, float, ger, false)
GENERAL(D, double, ger, false)
GENERAL(C, cfloat, geru, false)
GENERAL(Z, cdouble, gerc, true)

// Packed storage and a band of K + 1 diagonals of a triangle.
template <typename T> void pack(const std::vector<T> &a, cublasFillMode_t fill, array<T> &packed, array<T> &band)
{
	size_t at = 0;
	for (int j = 0; j < N; j++)
		for (int i = fill == CUBLAS_FILL_MODE_LOWER ? j : 0; i < (fill == CUBLAS_FILL_MODE_LOWER ? N : j + 1); i++) {
			packed[at++] = a[i + (size_t)j * N];
			if (abs(i - j) <= K)
				band[(fill == CUBLAS_FILL_MODE_LOWER ? i - j : K + i - j) + (size_t)j * (K + 1)] = a[i + (size_t)j * N];
		}
}

template <typename T> std::vector<T> banded(std::vector<T> w)
{
	for (int j = 0; j < N; j++)
		for (int i = 0; i < N; i++)
			if (abs(i - j) > K)
				w[i + (size_t)j * N] = 0;
	return w;
}

// KIND is T for symmetric and C for Hermitian; SY, SB, SP the routines' names.
#define SYMMETRIC(X, T, SY, SB, SP, KIND) \
	static void symmetric_##SY##X() \
	{ \
		for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) { \
			array<T> a(N * N), x(N), y(N), packed(N * N), band((K + 1) * N); \
			auto w = whole(a.copy(), N, N, fill, KIND), x0 = x.copy(), y0 = y.copy(); \
			alignas(16) T alpha = random_value<T>(), beta = random_value<T>(); \
			pack(a.copy(), fill, packed, band); \
			DONE(cublas##X##SY(handle, fill, N, raw(&alpha), *a, N, *x, 1, raw(&beta), *y, 1)); \
			CHECK(same(y, y0 = times(w, N, N, alpha, x0, beta, y0))); \
			DONE(cublas##X##SP(handle, fill, N, raw(&alpha), *packed, *x, 1, raw(&beta), *y, 1)); \
			CHECK(same(y, y0 = times(w, N, N, alpha, x0, beta, y0))); \
			DONE(cublas##X##SB(handle, fill, N, K, raw(&alpha), *band, K + 1, *x, 1, raw(&beta), *y, 1)); \
			CHECK(same(y, y0 = times(banded(w), N, N, alpha, x0, beta, y0))); \
		} \
	}
SYMMETRIC(S, float, symv, sbmv, spmv, 'T')
SYMMETRIC(D, double, symv, sbmv, spmv, 'T')
SYMMETRIC(C, cfloat, hemv, hbmv, hpmv, 'C')
SYMMETRIC(Z, cdouble, hemv, hbmv, hpmv, 'C')

#define TRIANGULAR(X, T) \
	static void triangular_##X() \
	{ \
		for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) \
			for (cublasOperation_t op : { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C }) \
				for (cublasDiagType_t diag : { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT }) { \
					array<T> a(N * N), x(N), packed(N * N), band((K + 1) * N); \
					for (int i = 0; i < N * N; i++) \
						a[i] = a[i] * T(0.05); \
					for (int i = 0; i < N; i++) \
						a[i * (N + 1)] += T(2); \
					auto w = whole(a.copy(), N, N, fill, 'N', diag == CUBLAS_DIAG_UNIT), x0 = x.copy(), start = x0; \
					pack(a.copy(), fill, packed, band); \
					auto product = [&](const std::vector<T> &matrix, std::vector<T> v) { \
						std::vector<T> r(N); \
						multiply(op, CUBLAS_OP_N, N, 1, N, T(1), matrix, N, v, N, T(0), r, N); \
						return r; \
					}; \
					DONE(cublas##X##trmv(handle, fill, op, diag, N, *a, N, *x, 1)); \
					CHECK(same(x, x0 = product(w, x0))); \
					DONE(cublas##X##trsv(handle, fill, op, diag, N, *a, N, *x, 1)); \
					CHECK(same(x, x0 = start)); \
					DONE(cublas##X##tpmv(handle, fill, op, diag, N, *packed, *x, 1)); \
					CHECK(same(x, x0 = product(w, x0))); \
					DONE(cublas##X##tpsv(handle, fill, op, diag, N, *packed, *x, 1)); \
					CHECK(same(x, x0 = start)); \
					DONE(cublas##X##tbmv(handle, fill, op, diag, N, K, *band, K + 1, *x, 1)); \
					CHECK(same(x, x0 = product(banded(w), x0))); \
					DONE(cublas##X##tbsv(handle, fill, op, diag, N, K, *band, K + 1, *x, 1)); \
					CHECK(same(x, start)); \
				} \
	}
TRIANGULAR(S, float)
TRIANGULAR(D, double)
TRIANGULAR(C, cfloat)
TRIANGULAR(Z, cdouble)

// Updates of one triangle: the other one stays.
#define UPDATES(X, T, R, SY, SP, SY2, SP2, CONJ) \
	static void updates_##X() \
	{ \
		for (cublasFillMode_t fill : { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER }) { \
			array<T> a(N * N), x(N), y(N), packed(N * N), band((K + 1) * N); \
			for (int i = 0; i < N; i++) \
				a[i * (N + 1)] = std::real(a[i * (N + 1)]); /* as Hermitian ones are */ \
			auto a0 = a.copy(); \
			R alpha = random_value<R>(); \
			alignas(16) T alpha2 = random_value<T>(); \
			pack(a0, fill, packed, band); \
			auto each = [&](auto what) { \
				for (int j = 0; j < N; j++) \
					for (int i = 0; i < N; i++) \
						if (fill == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j) \
							a0[i + j * N] += what(i, j); \
			}; \
			auto c = [](T v) { return CONJ ? conjugate(v) : v; }; \
			DONE(cublas##X##SY(handle, fill, N, raw(&alpha), *x, 1, *a, N)); \
			DONE(cublas##X##SP(handle, fill, N, raw(&alpha), *x, 1, *packed)); \
			cudaDeviceSynchronize(); \
			each([&](int i, int j) { return T(alpha) * x[i] * c(x[j]); }); \
			DONE(cublas##X##SY2(handle, fill, N, raw(&alpha2), *x, 1, *y, 1, *a, N)); \
			DONE(cublas##X##SP2(handle, fill, N, raw(&alpha2), *x, 1, *y, 1, *packed)); \
			cudaDeviceSynchronize(); \
			each([&](int i, int j) { return alpha2 * x[i] * c(y[j]) + c(alpha2) * y[i] * c(x[j]); }); \
			CHECK(same(a, a0)); \
			array<T> wanted(N * N); \
			auto p0 = packed.copy(); \
			pack(a0, fill, wanted, band); \
			for (int i = 0; i < N * (N + 1) / 2; i++) \
				CHECK(std::abs(p0[i] - wanted[i]) < 1e-4); \
		} \
	}
UPDATES(S, float, float, syr, spr, syr2, spr2, false)
UPDATES(D, double, double, syr, spr, syr2, spr2, false)
UPDATES(C, cfloat, float, her, hpr, her2, hpr2, true)
UPDATES(Z, cdouble, double, her, hpr, her2, hpr2, true)

static void refused()
{
	array<float> a(N * N), x(N), y(N);
	float one = 1;
	CHECK(cublasSgemv(handle, CUBLAS_OP_N, -1, N, &one, *a, N, *x, 1, &one, *y, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSgemv(handle, CUBLAS_OP_N, N, N, &one, *a, N - 1, *x, 1, &one, *y, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSgemv(handle, CUBLAS_OP_N, N, N, &one, *a, N, *x, 0, &one, *y, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasStrmv(handle, (cublasFillMode_t)5, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, N, *a, N, *x, 1) == CUBLAS_STATUS_INVALID_VALUE);
	CHECK(cublasSgemv(nullptr, CUBLAS_OP_N, N, N, &one, *a, N, *x, 1, &one, *y, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
}

int main()
{
	DONE(cublasCreate(&handle));
	general_S(), general_D(), general_C(), general_Z();
	symmetric_symvS(), symmetric_symvD(), symmetric_hemvC(), symmetric_hemvZ();
	triangular_S(), triangular_D(), triangular_C(), triangular_Z();
	updates_S(), updates_D(), updates_C(), updates_Z();
	refused();
	DONE(cublasDestroy(handle));
	return unit_finish();
}
