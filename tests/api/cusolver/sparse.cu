// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolver -lcusparse
//
// cusolverSp and cusolverRf: systems with sparse matrices in one call and in steps, orders and permutations, refactorisation, in all
// formats, against products of dense matrices.
#include "dense.h"

#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <ctime>

static cusolverSpHandle_t sp;

#define SP_TYPES(name) OVERLOAD(name, cusolverSpS##name, cusolverSpD##name, cusolverSpC##name, cusolverSpZ##name)
SP_TYPES(csrlsvluHost) SP_TYPES(csrlsvqrHost) SP_TYPES(csrlsvqr) SP_TYPES(csrlsvcholHost) SP_TYPES(csrlsvchol) SP_TYPES(csreigvsi)
SP_TYPES(csrluFactorHost) SP_TYPES(csrluSolveHost) SP_TYPES(csrluExtractHost) SP_TYPES(csrqrSetup) SP_TYPES(csrqrFactor)
SP_TYPES(csrqrSolve) SP_TYPES(csrqrSetupHost) SP_TYPES(csrqrFactorHost) SP_TYPES(csrqrSolveHost) SP_TYPES(csrcholFactor)
SP_TYPES(csrcholSolve) SP_TYPES(csrcholFactorHost) SP_TYPES(csrcholSolveHost) SP_TYPES(csrqrsvBatched) SP_TYPES(csrqrBufferInfoBatched)
SP_TYPES(csrqrBufferInfo) SP_TYPES(csrcholBufferInfo)
SP_TYPES(csrluBufferInfoHost) SP_TYPES(csrqrBufferInfoHost) SP_TYPES(csrcholBufferInfoHost)
// The tests for small pivots differ by their objects and tolerances alone.
static cusolverStatus_t pivot(csrluInfoHost_t i, float t, int *p) { return cusolverSpScsrluZeroPivotHost(sp, i, t, p); }
static cusolverStatus_t pivot(csrluInfoHost_t i, double t, int *p) { return cusolverSpDcsrluZeroPivotHost(sp, i, t, p); }
static cusolverStatus_t pivot(csrqrInfo_t i, float t, int *p) { return cusolverSpScsrqrZeroPivot(sp, i, t, p); }
static cusolverStatus_t pivot(csrqrInfo_t i, double t, int *p) { return cusolverSpDcsrqrZeroPivot(sp, i, t, p); }
static cusolverStatus_t pivot(csrcholInfo_t i, float t, int *p) { return cusolverSpScsrcholZeroPivot(sp, i, t, p); }
static cusolverStatus_t pivot(csrcholInfo_t i, double t, int *p) { return cusolverSpDcsrcholZeroPivot(sp, i, t, p); }

static cusolverStatus_t diagonal_of(csrcholInfo_t i, float, float *d) { return cusolverSpScsrcholDiag(sp, i, d); }
static cusolverStatus_t diagonal_of(csrcholInfo_t i, double, double *d) { return cusolverSpDcsrcholDiag(sp, i, d); }
static cusolverStatus_t diagonal_of(csrcholInfo_t i, cuComplex, float *d) { return cusolverSpCcsrcholDiag(sp, i, d); }
static cusolverStatus_t diagonal_of(csrcholInfo_t i, cuDoubleComplex, double *d) { return cusolverSpZcsrcholDiag(sp, i, d); }

// A dense matrix with many zeros by rows.
template <typename T> struct rows {
	int m, n, nnz = 0, base;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	rows(const matrix &a, int from) : m(a.rows), n(a.cols), base(from), offsets(managed<int>(m + 1)), columns(managed<int>(m * n)),
		values(managed<T>(m * n))
	{
		nnz = compress(a, base, offsets, columns, values);
		CHECK(cusparseCreateMatDescr(&description) == CUSPARSE_STATUS_SUCCESS);
		CHECK(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base) == CUSPARSE_STATUS_SUCCESS);
	}
};

// A grid's neighbours and some others; with a heavy diagonal, or such that pivots are wanted.
template <typename T> matrix sparse(int n, bool heavy)
{
	matrix a = random_matrix<T>(n, n);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			if (abs(i - j) != 1 && abs(i - j) != 6 && (i * 31 + j * 17) % 23)
				a(i, j) = 0;
	for (int i = 0; i < n; i++)
		a(i, i) = heavy ? 30.0 : i % 3 ? 1e-3 : 0.0;
	for (int i = 0; i + 1 < n; i++) // so that it isn't singular
		a(i, i + 1) += heavy ? 0 : 5, a(i + 1, i) += heavy ? 0 : 4;
	return a;
}

template <typename T> matrix sparse_positive(int n)
{
	matrix a = sparse<T>(n, true), b = adjoint(a);
	for (size_t i = 0; i < a.at.size(); i++)
		a.at[i] = (a.at[i] + b.at[i]) * 0.5;
	return a;
}

enum { N = 50 };

template <typename T> void test_one_call(int base)
{
	typedef typename format<T>::real R;
	const double tolerance = 100 * format<T>::tolerance;
	const R small = (R)1e-6;
	matrix a = sparse<T>(N, false), p = sparse_positive<T>(N), x = random_matrix<T>(N, 1);
	rows<T> general(a, base), definite(p, base);
	T *b = device<T>(a * x, N), *c = device<T>(p * x, N), *y = managed<T>(N);
	for (int reorder = 0; reorder < 4; reorder++) {
		int singular = -2;
#define SOLVES(function, matrix, right) \
		DONE(function(sp, (int)N, matrix.nnz, matrix.description, (const T *)matrix.values, (const int *)matrix.offsets, \
			(const int *)matrix.columns, (const T *)right, small, reorder, y, &singular)); \
		CHECK(singular == -1 && distance(host(y, N, 1, N), x) < tolerance); \
		memset(y, 0, N * sizeof(T)), singular = -2;
		SOLVES(csrlsvluHost, general, b)
		SOLVES(csrlsvqrHost, general, b)
		SOLVES(csrlsvqr, general, b)
		SOLVES(csrlsvcholHost, definite, c)
		SOLVES(csrlsvchol, definite, c)
	}
	// A row of zeros; a matrix that isn't positive definite.
	for (int j = 0; j < N; j++)
		a(7, j) = 0;
	p(9, 9) = -1;
	rows<T> singular_one(a, base), indefinite(p, base);
	int place = -2;
	DONE(csrlsvqr(sp, (int)N, singular_one.nnz, singular_one.description, (const T *)singular_one.values, (const int *)singular_one.offsets,
		(const int *)singular_one.columns, (const T *)b, small, 0, y, &place));
	CHECK(place >= 0);
	DONE(csrlsvchol(sp, (int)N, indefinite.nnz, indefinite.description, (const T *)indefinite.values, (const int *)indefinite.offsets,
		(const int *)indefinite.columns, (const T *)b, small, 0, y, &place));
	CHECK(place >= 0 && place <= 9);
}

template <typename T> void test_lu(int base)
{
	typedef typename format<T>::real R;
	matrix a = sparse<T>(N, false), x = random_matrix<T>(N, 1);
	rows<T> m(a, base);
	T *b = device<T>(a * x, N), *y = managed<T>(N);
	csrluInfoHost_t info;
	int place = -2, nnz_l, nnz_u, *P = managed<int>(N), *Q = managed<int>(N);
	DONE(cusolverSpCreateCsrluInfoHost(&info));
	DONE(cusolverSpXcsrluAnalysisHost(sp, N, m.nnz, m.description, m.offsets, m.columns, info));
	size_t internal, size;
	DONE(csrluBufferInfoHost(sp, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, info,
		&internal, &size));
	void *buffer = malloc(size + (1 << 20)); // also for the extraction
	DONE(csrluFactorHost(sp, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, info, (R)1,
		buffer));
	DONE(pivot(info, (R)1e-10, &place));
	CHECK(place == -1);
	DONE(csrluSolveHost(sp, (int)N, (const T *)b, y, info, buffer));
	CHECK(distance(host(y, N, 1, N), x) < 100 * format<T>::tolerance);
	DONE(cusolverSpXcsrluNnzHost(sp, &nnz_l, &nnz_u, info));
	std::vector<T> lv(nnz_l), uv(nnz_u);
	std::vector<int> lo(N + 1), lc(nnz_l), uo(N + 1), uc(nnz_u);
	DONE(csrluExtractHost(sp, P, Q, m.description, lv.data(), lo.data(), lc.data(), m.description, uv.data(), uo.data(), uc.data(), info,
		buffer));
	matrix l = identity(N), u(N, N), permuted(N, N);
	for (int i = 0; i < N; i++) {
		for (int at = lo[i] - base; at < lo[i + 1] - base; at++)
			l(i, lc[at] - base) = get(lv[at]);
		for (int at = uo[i] - base; at < uo[i + 1] - base; at++)
			u(i, uc[at] - base) = get(uv[at]);
		for (int j = 0; j < N; j++)
			permuted(i, j) = a(P[i], Q[j]);
	}
	CHECK(distance(l * u, permuted) < 10 * format<T>::tolerance);
	CHECK(distance(triangle(l, true, true), l) == 0 && distance(triangle(u, false, false), u) == 0);
	DONE(cusolverSpDestroyCsrluInfoHost(info));
	free(buffer);
}

template <typename T> void test_steps(int base)
{
	typedef typename format<T>::real R;
	enum { M = N + 9 };
	matrix tall(M, N), square = sparse<T>(N, true), x = random_matrix<T>(N, 1), b = random_matrix<T>(M, 1);
	for (int i = 0; i < M; i++)
		for (int j = 0; j < N; j++)
			tall(i, j) = i < N ? square(i, j) : i - N == j % 9 ? 2.0 : 0.0;
	rows<T> m(tall, base);
	T *right = device<T>(b, M), *y = managed<T>(N), mu;
	put(mu, 0.5);
	csrqrInfo_t info;
	csrqrInfoHost_t host_info;
	int place = -2;
	size_t internal, size;
	DONE(cusolverSpCreateCsrqrInfo(&info));
	DONE(cusolverSpCreateCsrqrInfoHost(&host_info));
	DONE(cusolverSpXcsrqrAnalysis(sp, M, N, m.nnz, m.description, m.offsets, m.columns, info));
	DONE(csrqrBufferInfo(sp, (int)M, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, info,
		&internal, &size));
	DONE(csrqrSetup(sp, (int)M, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, mu,
		info));
	void *buffer = managed<char>(size);
	DONE(csrqrFactor(sp, (int)M, (int)N, m.nnz, (T *)NULL, (T *)NULL, info, buffer));
	DONE(pivot(info, (R)1e-6, &place));
	CHECK(place == -1);
	DONE(csrqrSolve(sp, (int)M, (int)N, right, y, info, buffer));
	for (int i = 0; i < N; i++)
		tall(i, i) -= 0.5;
	matrix rest = tall * host(y, N, 1, N);
	for (int i = 0; i < M; i++)
		rest(i, 0) -= b(i, 0);
	CHECK(distance(adjoint(tall) * rest, matrix(N, 1)) < 1000 * format<T>::tolerance);
	T *again = managed<T>(N);
	right = device<T>(b, M);
	DONE(cusolverSpXcsrqrAnalysisHost(sp, M, N, m.nnz, m.description, m.offsets, m.columns, host_info));
	DONE(csrqrBufferInfoHost(sp, (int)M, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns,
		host_info, &internal, &size));
	DONE(csrqrSetupHost(sp, (int)M, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, mu,
		host_info));
	DONE(csrqrFactorHost(sp, (int)M, (int)N, m.nnz, (T *)NULL, (T *)NULL, host_info, malloc(size)));
	DONE(csrqrSolveHost(sp, (int)M, (int)N, right, again, host_info, malloc(size)));
	CHECK(distance(host(again, N, 1, N), host(y, N, 1, N)) < 100 * format<T>::tolerance);
	DONE(cusolverSpDestroyCsrqrInfo(info));
	DONE(cusolverSpDestroyCsrqrInfoHost(host_info));

	matrix p = sparse_positive<T>(N);
	rows<T> d(p, base);
	T *c = device<T>(p * x, N);
	csrcholInfo_t chol;
	csrcholInfoHost_t host_chol;
	DONE(cusolverSpCreateCsrcholInfo(&chol));
	DONE(cusolverSpXcsrcholAnalysis(sp, N, d.nnz, d.description, d.offsets, d.columns, chol));
	DONE(csrcholBufferInfo(sp, (int)N, d.nnz, d.description, (const T *)d.values, (const int *)d.offsets, (const int *)d.columns, chol,
		&internal, &size));
	buffer = managed<char>(size);
	DONE(csrcholFactor(sp, (int)N, d.nnz, d.description, (const T *)d.values, (const int *)d.offsets, (const int *)d.columns, chol, buffer));
	DONE(pivot(chol, (R)1e-6, &place));
	CHECK(place == -1);
	DONE(csrcholSolve(sp, (int)N, (const T *)c, y, chol, buffer));
	CHECK(distance(host(y, N, 1, N), x) < 100 * format<T>::tolerance);
	R *diagonal = managed<R>(N);
	DONE(diagonal_of(chol, T(), diagonal));
	// det(A) by the diagonal of L, and by elimination here.
	double determinant = 0, by_l = 0;
	for (int k = 0; k < N; k++) {
		determinant += log(p(k, k).real());
		by_l += 2 * log((double)diagonal[k]);
		for (int i = k + 1; i < N; i++)
			for (int j = N - 1; j >= k; j--)
				p(i, j) -= p(i, k) / p(k, k) * p(k, j);
	}
	CHECK(fabs(determinant - by_l) < 100 * format<T>::tolerance);
	DONE(cusolverSpCreateCsrcholInfoHost(&host_chol));
	DONE(cusolverSpXcsrcholAnalysisHost(sp, N, d.nnz, d.description, d.offsets, d.columns, host_chol));
	DONE(csrcholBufferInfoHost(sp, (int)N, d.nnz, d.description, (const T *)d.values, (const int *)d.offsets, (const int *)d.columns,
		host_chol, &internal, &size));
	DONE(csrcholFactorHost(sp, (int)N, d.nnz, d.description, (const T *)d.values, (const int *)d.offsets, (const int *)d.columns, host_chol,
		malloc(size)));
	memset(y, 0, N * sizeof(T));
	DONE(csrcholSolveHost(sp, (int)N, (const T *)c, y, host_chol, malloc(size)));
	CHECK(distance(host(y, N, 1, N), x) < 100 * format<T>::tolerance);
	DONE(cusolverSpDestroyCsrcholInfo(chol));
	DONE(cusolverSpDestroyCsrcholInfoHost(host_chol));
}

template <typename T> void test_batches()
{
	enum { COUNT = 4 };
	matrix a = sparse<T>(N, true), x = random_matrix<T>(N, COUNT);
	rows<T> m(a, 0);
	T *values = managed<T>(COUNT * m.nnz), *b = managed<T>(COUNT * N), *y = managed<T>(COUNT * N);
	csrqrInfo_t info;
	size_t internal, size;
	for (int i = 0; i < COUNT; i++) {
		matrix scaled = a * (host(device<T>(x, N) + i * N, N, 1, N));
		for (int j = 0; j < m.nnz; j++)
			put(values[i * m.nnz + j], get(m.values[j]) * (1.0 + i));
		for (int j = 0; j < N; j++)
			put(b[i * N + j], scaled(j, 0) * (1.0 + i));
	}
	DONE(cusolverSpCreateCsrqrInfo(&info));
	DONE(cusolverSpXcsrqrAnalysisBatched(sp, N, N, m.nnz, m.description, m.offsets, m.columns, info));
	DONE(csrqrBufferInfoBatched(sp, (int)N, (int)N, m.nnz, m.description, (const T *)values, (const int *)m.offsets, (const int *)m.columns,
		(int)COUNT, info, &internal, &size));
	DONE(csrqrsvBatched(sp, (int)N, (int)N, m.nnz, m.description, (const T *)values, (const int *)m.offsets, (const int *)m.columns,
		(const T *)b, y, (int)COUNT, info, managed<char>(size)));
	CHECK(distance(host(y, N, COUNT, N), x) < 100 * format<T>::tolerance);
	DONE(cusolverSpDestroyCsrqrInfo(info));
}

template <typename T> void test_eigenvalue()
{
	typedef typename format<T>::real R;
	matrix a(N, N);
	for (int i = 0; i < N; i++) {
		a(i, i) = 2;
		if (i + 1 < N)
			a(i, i + 1) = a(i + 1, i) = -1;
	}
	rows<T> m(a, 0);
	T *x0 = device<T>(random_matrix<T>(N, 1), N), *x = managed<T>(N), *value = managed<T>(1), near;
	double exact = 2 - 2 * cos(3 * M_PI / (N + 1)); // the third one
	put(near, exact * 1.02);
	DONE(csreigvsi(sp, (int)N, m.nnz, m.description, (const T *)m.values, (const int *)m.offsets, (const int *)m.columns, near,
		(const T *)x0, 100, (R)(format<T>::tolerance / 10), value, x));
	matrix v = host(x, N, 1, N), w = v;
	for (number &e : w.at)
		e *= exact;
	CHECK(std::abs(get(*value) - exact) < format<T>::tolerance && distance(a * v, w) < 10 * format<T>::tolerance);
}

// The number of elements of the Cholesky factor in an order.
static int fill_of(const matrix &a, const int *p)
{
	int n = a.rows, count = 0;
	std::vector<char> full(n * n);
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			full[i * n + j] = a(p[i], p[j]) != 0.0 || a(p[j], p[i]) != 0.0;
	for (int k = 0; k < n; k++)
		for (int i = k + 1; i < n; i++)
			if (full[i * n + k]) {
				count++;
				for (int j = k + 1; j < n; j++)
					full[i * n + j] |= full[k * n + j];
			}
	return count;
}

static void test_orders()
{
	enum { SIDE = 14, SIZE = SIDE * SIDE };
	matrix a(SIZE, SIZE);
	int shuffled[SIZE], p[SIZE], q[SIZE], natural[SIZE];
	for (int i = 0; i < SIZE; i++)
		shuffled[i] = (i * 89 + 5) % SIZE, natural[i] = i;
	for (int i = 0; i < SIZE; i++) {
		int row = shuffled[i];
		a(row, row) = 4;
		if (i % SIDE + 1 < SIDE)
			a(row, shuffled[i + 1]) = a(shuffled[i + 1], row) = -1;
		if (i + SIDE < SIZE)
			a(row, shuffled[i + SIDE]) = -1; // its counterpart is for the order to add
	}
	rows<double> m(a, 1);
	int without = fill_of(a, natural), fills[4], symmetric = -1;
	DONE(cusolverSpXcsrsymrcmHost(sp, SIZE, m.nnz, m.description, m.offsets, m.columns, p));
	fills[0] = fill_of(a, p);
	DONE(cusolverSpXcsrsymamdHost(sp, SIZE, m.nnz, m.description, m.offsets, m.columns, q));
	fills[1] = fill_of(a, q);
	int sorted[2][SIZE];
	std::copy(p, p + SIZE, sorted[0]), std::copy(q, q + SIZE, sorted[1]);
	for (int k = 0; k < 2; k++) {
		std::sort(sorted[k], sorted[k] + SIZE);
		CHECK(std::equal(sorted[k], sorted[k] + SIZE, natural));
	}
	DONE(cusolverSpXcsrmetisndHost(sp, SIZE, m.nnz, m.description, m.offsets, m.columns, NULL, q));
	fills[2] = fill_of(a, q);
	DONE(cusolverSpXcsrsymmdqHost(sp, SIZE, m.nnz, m.description, m.offsets, m.columns, q));
	fills[3] = fill_of(a, q);
	// Bands are SIDE wide; minimum degree does better.
	CHECK(fills[0] <= SIZE * (SIDE + 1) && fills[0] < without);
	CHECK(fills[1] < fills[0] && fills[3] < fills[0] && fills[2] < without);
	DONE(cusolverSpXcsrissymHost(sp, SIZE, m.nnz, m.description, m.offsets, m.offsets + 1, m.columns, &symmetric));
	CHECK(symmetric == 0);

	size_t size = 0;
	std::vector<int> map(m.nnz);
	for (int i = 0; i < m.nnz; i++)
		map[i] = i;
	std::vector<double> values(m.values, m.values + m.nnz);
	for (int i = 0; i < m.nnz; i++)
		values[i] = i + 1;
	matrix numbered(SIZE, SIZE), permuted(SIZE, SIZE);
	for (int i = 0, at = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++)
			if (a(i, j) != 0.0)
				numbered(i, j) = ++at;
	DONE(cusolverSpXcsrperm_bufferSizeHost(sp, SIZE, SIZE, m.nnz, m.description, m.offsets, m.columns, p, q, &size));
	DONE(cusolverSpXcsrpermHost(sp, SIZE, SIZE, m.nnz, m.description, m.offsets, m.columns, p, q, map.data(), malloc(size)));
	bool ascending = true;
	for (int i = 0; i < SIZE; i++)
		for (int at = m.offsets[i] - 1; at < m.offsets[i + 1] - 1; at++) {
			permuted(i, m.columns[at] - 1) = values[map[at]];
			ascending &= at == m.offsets[i] - 1 || m.columns[at - 1] < m.columns[at];
		}
	bool same = true;
	for (int i = 0; i < SIZE; i++)
		for (int j = 0; j < SIZE; j++)
			same &= permuted(i, j) == numbered(p[i], q[j]);
	CHECK(same && ascending);
}

// Factors of one matrix serve others of its pattern.
static void test_refactorisation()
{
	matrix a = sparse<double>(N, false), x = random_matrix<double>(N, 1);
	rows<double> m(a, 0);
	csrluInfoHost_t info;
	int nnz_l, nnz_u, *P = managed<int>(N), *Q = managed<int>(N);
	size_t internal, size;
	DONE(cusolverSpCreateCsrluInfoHost(&info));
	DONE(cusolverSpXcsrluAnalysisHost(sp, N, m.nnz, m.description, m.offsets, m.columns, info));
	DONE(cusolverSpDcsrluBufferInfoHost(sp, N, m.nnz, m.description, m.values, m.offsets, m.columns, info, &internal, &size));
	void *buffer = malloc(size + (1 << 20)); // also for the extraction
	DONE(cusolverSpDcsrluFactorHost(sp, N, m.nnz, m.description, m.values, m.offsets, m.columns, info, 1.0, buffer));
	DONE(cusolverSpXcsrluNnzHost(sp, &nnz_l, &nnz_u, info));
	std::vector<double> lv(nnz_l), uv(nnz_u);
	std::vector<int> lo(N + 1), lc(nnz_l), uo(N + 1), uc(nnz_u);
	DONE(cusolverSpDcsrluExtractHost(sp, P, Q, m.description, lv.data(), lo.data(), lc.data(), m.description, uv.data(), uo.data(), uc.data(),
		info, buffer));
	cusolverRfHandle_t rf;
	cusolverRfMatrixFormat_t format;
	cusolverRfUnitDiagonal_t unit;
	DONE(cusolverRfCreate(&rf));
	DONE(cusolverRfSetNumericProperties(rf, 0, 0));
	DONE(cusolverRfSetAlgs(rf, CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_TRIANGULAR_SOLVE_ALG1));
	DONE(cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L));
	DONE(cusolverRfGetMatrixFormat(rf, &format, &unit));
	CHECK(format == CUSOLVERRF_MATRIX_FORMAT_CSR && unit == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
	DONE(cusolverRfSetResetValuesFastMode(rf, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON));
	DONE(cusolverRfSetupHost(N, m.nnz, m.offsets, m.columns, m.values, nnz_l, lo.data(), lc.data(), lv.data(), nnz_u, uo.data(), uc.data(),
		uv.data(), P, Q, rf));
	DONE(cusolverRfAnalyze(rf));
	double *temp = managed<double>(N);
	for (int turn = 0; turn < 3; turn++) {
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				a(i, j) *= 1 + 0.01 * ((i * 7 + j * 3 + turn) % 5);
		rows<double> changed(a, 0);
		double *y = device<double>(a * x, N);
		DONE(cusolverRfResetValues(N, m.nnz, changed.offsets, changed.columns, changed.values, P, Q, rf));
		DONE(cusolverRfRefactor(rf));
		DONE(cusolverRfSolve(rf, P, Q, 1, temp, N, y, N));
		CHECK(distance(host(y, N, 1, N), x) < 1e-8);
	}
	int count_l, count_u, *split_lo, *split_lc, *split_uo, *split_uc;
	double *split_lv, *split_uv;
	DONE(cusolverRfExtractSplitFactorsHost(rf, &count_l, &split_lo, &split_lc, &split_lv, &count_u, &split_uo, &split_uc, &split_uv));
	matrix l = identity(N), u(N, N), permuted(N, N);
	for (int i = 0; i < N; i++) {
		for (int at = split_lo[i]; at < split_lo[i + 1]; at++)
			l(i, split_lc[at]) = split_lv[at];
		for (int at = split_uo[i]; at < split_uo[i + 1]; at++)
			u(i, split_uc[at]) = split_uv[at];
		for (int j = 0; j < N; j++)
			permuted(i, j) = a(P[i], Q[j]);
	}
	CHECK(distance(l * u, permuted) < 1e-10);
	DONE(cusolverRfDestroy(rf));
	DONE(cusolverSpDestroyCsrluInfoHost(info));
	free(buffer);
}

// The five points of a square grid.  In the order that is good for Cholesky, R of QR is nearly full, which takes minutes.
static void test_grid()
{
	const int side = 100, n = side * side, most = 5 * n, steps[] = { -side, -1, 0, 1, side };
	int *offsets = managed<int>(n + 1), *columns = managed<int>(most), nnz = 0, singular = -2;
	double *values = managed<double>(most), *b = managed<double>(n), *x = managed<double>(n), worst = 0;
	for (int i = 0; i < n; i++) {
		offsets[i] = nnz;
		b[i] = i % 7 - 3;
		for (int step : steps) {
			int j = i + step;
			if (j < 0 || j >= n || (step == -1 && i % side == 0) || (step == 1 && j % side == 0))
				continue;
			columns[nnz] = j;
			values[nnz++] = step ? -1 : 4;
		}
	}
	offsets[n] = nnz;
	cusparseMatDescr_t description;
	CHECK(cusparseCreateMatDescr(&description) == CUSPARSE_STATUS_SUCCESS);
	clock_t begin = clock();
	DONE(cusolverSpDcsrlsvqr(sp, n, nnz, description, values, offsets, columns, b, 1e-12, 2, x, &singular));
	CHECK(singular == -1 && clock() - begin < 60 * CLOCKS_PER_SEC);
	for (int i = 0; i < n; i++) {
		double left = b[i];
		for (int at = offsets[i]; at < offsets[i + 1]; at++)
			left -= values[at] * x[columns[at]];
		worst = std::max(worst, std::fabs(left));
	}
	CHECK(worst < 1e-9);
	CHECK(cusparseDestroyMatDescr(description) == CUSPARSE_STATUS_SUCCESS);
}

static void test_errors()
{
	rows<double> m(sparse<double>(N, true), 0);
	double *b = managed<double>(N);
	int singular;
	cudaStream_t stream;
	CHECK(cusolverSpDcsrlsvqr(NULL, N, m.nnz, m.description, m.values, m.offsets, m.columns, b, 0, 0, b, &singular) ==
		CUSOLVER_STATUS_NOT_INITIALIZED);
	CHECK(cusolverSpDcsrlsvqr(sp, -1, m.nnz, m.description, m.values, m.offsets, m.columns, b, 0, 0, b, &singular) ==
		CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverSpSetStream(sp, NULL) == CUSOLVER_STATUS_SUCCESS && cusolverSpGetStream(sp, &stream) == CUSOLVER_STATUS_SUCCESS);
	CHECK(stream == NULL && cusolverSpCreate(NULL) == CUSOLVER_STATUS_INVALID_VALUE);
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		test_one_call<T>(base);
		test_lu<T>(base);
		test_steps<T>(base);
	}
	test_batches<T>();
	test_eigenvalue<T>();
}

int main()
{
	CHECK(cusolverSpCreate(&sp) == CUSOLVER_STATUS_SUCCESS);
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_orders();
	test_refactorisation();
	test_grid();
	test_errors();
	CHECK(cusolverSpDestroy(sp) == CUSOLVER_STATUS_SUCCESS);
	return unit_finish();
}
