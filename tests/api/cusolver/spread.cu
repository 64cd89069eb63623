// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolver -lcusparse
//
// cusolverSp: least squares of any rank, eigenvalues counted in rectangles, and rows in an order that leaves no zero on the diagonal.
#include "dense.h"

#include <cusolverSp.h>

#include <algorithm>

static cusolverSpHandle_t sp;

#define SP_TYPES(name) \
	template <typename... W> auto name(W... words) -> decltype(cusolverSpS##name(words...)) { return cusolverSpS##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusolverSpD##name(words...)) { return cusolverSpD##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusolverSpC##name(words...)) { return cusolverSpC##name(words...); } \
	template <typename... W> auto name(W... words) -> decltype(cusolverSpZ##name(words...)) { return cusolverSpZ##name(words...); }
SP_TYPES(csrlsqvqrHost) SP_TYPES(csreigsHost) SP_TYPES(csrzfdHost)

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

template <typename T> matrix some(int m, int n, int share)
{
	matrix a(m, n);
	for (number &x : a.at)
		if (rand() % share == 0)
			x = number((rand() % 33 - 16) / 8.0, format<T>::is_complex ? (rand() % 33 - 16) / 8.0 : 0);
	return a;
}

static double size_of(const matrix &a)
{
	double sum = 0;
	for (number x : a.at)
		sum += std::norm(x);
	return std::sqrt(sum);
}

// What is left of b stands on all columns; with two columns alike, the rank is one less.
template <typename T> void test_squares(int base, bool twice)
{
	enum { M = 17, N = 8 };
	typedef typename format<T>::real real;
	matrix a = some<T>(M, N, 2), right = some<T>(M, 1, 1);
	for (int j = 0; j < N; j++)
		a(j, j) = 5;
	for (int i = 0; twice && i < M; i++)
		a(i, 5) = a(i, 2);
	rows<T> m(a, base);
	T b[M], x[N];
	int rank = -1, p[N];
	real rest = -1;
	for (int i = 0; i < M; i++)
		put(b[i], right(i, 0));
	DONE(csrlsqvqrHost(sp, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, b, (real)1e-4, &rank, x, p, &rest));
	matrix solution(N, 1), left = right;
	for (int j = 0; j < N; j++)
		solution(j, 0) = get(x[j]);
	matrix product = a * solution;
	for (int i = 0; i < M; i++)
		left(i, 0) -= product(i, 0);
	CHECK_EQUAL(rank, twice ? N - 1 : N);
	CHECK(size_of(adjoint(a) * left) < 100 * format<T>::tolerance && std::fabs(size_of(left) - rest) < 100 * format<T>::tolerance);
	if (twice)
		CHECK(get(x[p[N - 1]]) == 0.0 && (p[N - 1] == 2 || p[N - 1] == 5));
	std::sort(p, p + N);
	for (int j = 0; j < N; j++)
		CHECK_EQUAL(p[j], j);
	CHECK(csrlsqvqrHost(sp, N - 1, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, b, (real)0, &rank, x, p, &rest) ==
		CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(csrlsqvqrHost(sp, (int)M, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, b, (real)0, (int *)NULL, x, p, &rest) ==
		CUSOLVER_STATUS_INVALID_VALUE);
}

// A similar matrix of one with known eigenvalues: 1, 2, ... on the diagonal, and turns, which have i and -i times a number.
template <typename T, typename C> void test_eigenvalues(int base)
{
	enum { N = 12 };
	matrix d(N, N), s(N, N), t(N, N);
	for (int i = 0; i < N - 2; i++)
		d(i, i) = i + 1;
	d(N - 2, N - 1) = 4;
	d(N - 1, N - 2) = -4;
	for (int i = 0; i < N; i++)
		s(i, i) = t(i, i) = 1;
	for (int i = 0; i + 1 < N; i++) // (1 + e)(1 - e + e^2 ...) = 1, for neighbours apart
		if (i % 2 == 0) {
			s(i, i + 1) = number(0.5, format<T>::is_complex ? 0.25 : 0);
			t(i, i + 1) = -s(i, i + 1);
		}
	matrix u(N, N), v(N, N);
	for (int i = 0; i < N; i++) {
		u(i, i) = v(i, i) = 1;
		if (i % 3 == 2) {
			u(i, i - 2) = 0.5;
			v(i, i - 2) = -0.5;
		}
	}
	rows<T> m(u * (s * d * t) * v, base);
	auto between = [&](double left, double bottom, double right, double top) {
		C low, high;
		int count = -1;
		put(low, number(left, bottom));
		put(high, number(right, top));
		DONE(csreigsHost(sp, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, low, high, &count));
		return count;
	};
	CHECK_EQUAL(between(-100, -100, 100, 100), N);
	CHECK_EQUAL(between(2.5, -0.5, 6.5, 0.5), 4);
	CHECK_EQUAL(between(-1, 3, 1, 5), 1);
	CHECK_EQUAL(between(-1, -5, 0.5, 5), 2);
	CHECK_EQUAL(between(20, 20, 30, 30), 0);
}

template <typename T> void test_diagonal(int base)
{
	enum { N = 30 };
	matrix a = some<T>(N, N, 6);
	for (int i = 0; i < N; i++) // a way there is
		a(i, (i * 7 + 3) % N) = 2;
	for (int turn = 0; turn < 2; turn++) {
		for (int j = 0; turn && j < N; j++)
			a(4, j) = 0;
		rows<T> m(a, base);
		int p[N], count = -1, found = 0;
		DONE(csrzfdHost(sp, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, p, &count));
		CHECK_EQUAL(count, N - turn);
		for (int i = 0; i < N; i++)
			found += a(p[i], i) != 0.0;
		CHECK_EQUAL(found, N - turn);
		std::sort(p, p + N);
		for (int i = 0; i < N; i++)
			CHECK_EQUAL(p[i], i);
		CHECK(csrzfdHost(sp, -1, m.nnz, m.description, m.values, m.offsets, m.columns, p, &count) == CUSOLVER_STATUS_INVALID_VALUE);
		CHECK(csrzfdHost(sp, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, p, (int *)NULL) == CUSOLVER_STATUS_INVALID_VALUE);
	}
}

template <typename T, typename C> void test_all()
{
	for (int base = 0; base < 2; base++) {
		test_squares<T>(base, false);
		test_squares<T>(base, true);
		test_eigenvalues<T, C>(base);
		test_diagonal<T>(base);
	}
}

int main()
{
	CHECK(cusolverSpCreate(&sp) == CUSOLVER_STATUS_SUCCESS);
	test_all<float, cuComplex>();
	test_all<double, cuDoubleComplex>();
	test_all<cuComplex, cuComplex>();
	test_all<cuDoubleComplex, cuDoubleComplex>();
	CHECK(cusolverSpDestroy(sp) == CUSOLVER_STATUS_SUCCESS);
	return unit_finish();
}
