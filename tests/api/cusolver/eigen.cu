// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolver
//
// cusolverDn: reductions to two and three diagonals, eigenvalues, singular values, in all formats, against products of matrices.
#include "dense.h"

OVERLOAD_ALL(gebrd) OVERLOAD_PAIR(orgbr, ungbr) OVERLOAD_PAIR(sytrd, hetrd) OVERLOAD_PAIR(orgtr, ungtr) OVERLOAD_PAIR(ormtr, unmtr)
OVERLOAD_PAIR(syevd, heevd) OVERLOAD_PAIR(syevdx, heevdx) OVERLOAD_PAIR(sygvd, hegvd) OVERLOAD_PAIR(sygvdx, hegvdx)
OVERLOAD_PAIR(syevj, heevj) OVERLOAD_PAIR(syevjBatched, heevjBatched) OVERLOAD_PAIR(sygvj, hegvj) OVERLOAD_PAIR(syevj_bufferSize, heevj_bufferSize)
OVERLOAD_ALL(gesvd) OVERLOAD_ALL(gesvdj) OVERLOAD_ALL(gesvdjBatched) OVERLOAD_ALL(gesvdaStridedBatched)

enum { N = 17, M = 22, LD = M + 3 };
static const cusolverEigMode_t vectors = CUSOLVER_EIG_MODE_VECTOR;
static const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
static int *info, size = 1 << 20;

template <typename T> T *room()
{
	return managed<T>(size);
}

template <typename T> void test_reductions()
{
	typedef typename format<T>::real R;
	R *d = managed<R>(M), *e = managed<R>(M);
	T *tau = managed<T>(M), *tau2 = managed<T>(M), *work = room<T>();
	matrix a = random_matrix<T>(M, N), b(N, N);
	T *da = device<T>(a, LD);
	DONE(gebrd(handle, (int)M, (int)N, da, (int)LD, d, e, tau, tau2, work, size, info));
	T *dq = device<T>(host(da, M, N, LD), LD), *dp = device<T>(host(da, N, N, LD), LD);
	DONE(orgbr(handle, CUBLAS_SIDE_LEFT, (int)M, (int)N, (int)N, dq, (int)LD, (const T *)tau, work, size, info));
	DONE(orgbr(handle, CUBLAS_SIDE_RIGHT, (int)N, (int)N, (int)M, dp, (int)LD, (const T *)tau2, work, size, info));
	for (int i = 0; i < N; i++) {
		b(i, i) = d[i];
		if (i + 1 < N)
			b(i, i + 1) = e[i];
	}
	CHECK(*info == 0 && distance(host(dq, M, N, LD) * b * host(dp, N, N, LD), a) < format<T>::tolerance);

	matrix h = hermitian<T>(N), t(N, N);
	T *dh = device<T>(h, LD);
	DONE(sytrd(handle, lower, (int)N, dh, (int)LD, d, e, tau, work, size, info));
	for (int i = 0; i < N; i++) {
		t(i, i) = d[i];
		if (i + 1 < N)
			t(i, i + 1) = t(i + 1, i) = e[i];
	}
	T *dt = device<T>(t, LD), *dx = device<T>(host(dh, N, N, LD), LD);
	DONE(orgtr(handle, lower, (int)N, dx, (int)LD, (const T *)tau, work, size, info));
	matrix q = host(dx, N, N, LD);
	CHECK(distance(q * t * adjoint(q), h) < format<T>::tolerance);
	DONE(ormtr(handle, CUBLAS_SIDE_LEFT, lower, CUBLAS_OP_N, (int)N, (int)N, dh, (int)LD, tau, dt, (int)LD, work, size, info));
	CHECK(distance(host(dt, N, N, LD), q * t) < format<T>::tolerance);
}

// Whether the columns of V are vectors of A (or of A and B) with the values.
template <typename T, typename R> bool are_eigen(const matrix &a, const matrix &b, const T *v, const R *w, int count)
{
	matrix x = host(v, a.rows, count, LD);
	for (int i = 1; i < count; i++)
		if (w[i] < w[i - 1])
			return false;
	return *info == 0 && distance(a * x, b * x * diagonal(w, count, count)) < 20 * format<T>::tolerance &&
	       distance(adjoint(x) * b * x, identity(count)) < 20 * format<T>::tolerance;
}

template <typename T> void test_eigenvalues()
{
	typedef typename format<T>::real R;
	matrix a = hermitian<T>(N), b = positive<T>(N), one = identity(N);
	R *w = managed<R>(N), *values = managed<R>(N);
	T *work = room<T>(), *da = device<T>(triangle(a, true, false), LD), *db = device<T>(b, LD);
	int found = -1, lwork;
	DONE(syevd(handle, vectors, lower, (int)N, da, (int)LD, values, work, size, info));
	CHECK(are_eigen(a, one, da, values, N));
	da = device<T>(a, LD);
	DONE(syevd(handle, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, (int)N, da, (int)LD, w, work, size, info));
	for (int i = 0; i < N; i++)
		CHECK(fabs(w[i] - values[i]) < 10 * format<T>::tolerance);
	da = device<T>(a, LD);
	DONE(syevdx(handle, vectors, CUSOLVER_EIG_RANGE_I, lower, (int)N, da, (int)LD, (R)0, (R)0, 3, 6, &found, w, work, size, info));
	CHECK(found == 4 && are_eigen(a, one, da, w, 4) && fabs(w[0] - values[2]) < 10 * format<T>::tolerance);
	da = device<T>(a, LD);
	R low = (values[4] + values[5]) / 2, high = (values[9] + values[10]) / 2;
	DONE(syevdx(handle, vectors, CUSOLVER_EIG_RANGE_V, lower, (int)N, da, (int)LD, low, high, 0, 0, &found, w, work, size, info));
	CHECK(found == 5 && are_eigen(a, one, da, w, 5));
	da = device<T>(a, LD);
	DONE(sygvd(handle, CUSOLVER_EIG_TYPE_1, vectors, lower, (int)N, da, (int)LD, db, (int)LD, w, work, size, info));
	CHECK(are_eigen(a, b, da, w, N));
	da = device<T>(a, LD), db = device<T>(b, LD);
	DONE(sygvdx(handle, CUSOLVER_EIG_TYPE_1, vectors, CUSOLVER_EIG_RANGE_I, lower, (int)N, da, (int)LD, db, (int)LD, (R)0, (R)0, 2, 4,
		&found, w, work, size, info));
	CHECK(found == 3 && are_eigen(a, b, da, w, 3));

	syevjInfo_t params;
	double residual = -1;
	int sweeps = -1;
	CHECK(cusolverDnCreateSyevjInfo(&params) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnXsyevjSetTolerance(params, format<T>::tolerance / 1000) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnXsyevjSetMaxSweeps(params, 50) == CUSOLVER_STATUS_SUCCESS);
	da = device<T>(a, LD);
	DONE(syevj_bufferSize(handle, vectors, lower, (int)N, (const T *)da, (int)LD, (const R *)w, &lwork, params));
	DONE(syevj(handle, vectors, lower, (int)N, da, (int)LD, w, work, size, info, params));
	CHECK(are_eigen(a, one, da, w, N));
	DONE(cusolverDnXsyevjGetResidual(handle, params, &residual));
	DONE(cusolverDnXsyevjGetSweeps(handle, params, &sweeps));
	CHECK(residual >= 0 && residual < 10 * format<T>::tolerance && sweeps >= 1);
	da = device<T>(a, LD), db = device<T>(b, LD);
	DONE(sygvj(handle, CUSOLVER_EIG_TYPE_1, vectors, lower, (int)N, da, (int)LD, db, (int)LD, w, work, size, info, params));
	CHECK(are_eigen(a, b, da, w, N));
	enum { COUNT = 3 };
	T *many = managed<T>(COUNT * LD * N);
	R *all = managed<R>(COUNT * N);
	int *infos = managed<int>(COUNT);
	std::vector<matrix> each;
	for (int i = 0; i < COUNT; i++) {
		each.push_back(hermitian<T>(N));
		for (int j = 0; j < N * N; j++)
			put(many[i * LD * N + j % N + j / N * LD], each[i].at[j]);
	}
	DONE(syevjBatched(handle, vectors, lower, (int)N, many, (int)LD, all, work, size, infos, params, (int)COUNT));
	for (int i = 0; i < COUNT; i++)
		CHECK(infos[i] == 0 && are_eigen(each[i], one, many + i * LD * N, all + i * N, N));
	CHECK(cusolverDnDestroySyevjInfo(params) == CUSOLVER_STATUS_SUCCESS);
}

template <typename R> bool falls(const R *s, int count)
{
	for (int i = 1; i < count; i++)
		if (s[i] > s[i - 1])
			return false;
	return s[count - 1] >= 0;
}

template <typename T> void test_singular_values(int m, int n)
{
	typedef typename format<T>::real R;
	int least = m < n ? m : n;
	const double tolerance = 10 * format<T>::tolerance;
	matrix a = random_matrix<T>(m, n);
	R *s = managed<R>(M), *values = managed<R>(M);
	T *da = device<T>(a, LD), *u = managed<T>(LD * M), *v = managed<T>(LD * M), *work = room<T>();
	if (m >= n) { // as NVIDIA's
		DONE(gesvd(handle, 'A', 'A', m, n, da, (int)LD, values, u, (int)LD, v, (int)LD, work, size, (R *)NULL, info));
		CHECK(*info == 0 && falls(values, least));
		CHECK(distance(host(u, m, m, LD) * diagonal(values, m, n) * host(v, n, n, LD), a) < tolerance);
		da = device<T>(a, LD);
		DONE(gesvd(handle, 'S', 'S', m, n, da, (int)LD, s, u, (int)LD, v, (int)LD, work, size, (R *)NULL, info));
		CHECK(distance(host(u, m, least, LD) * diagonal(s, least, least) * host(v, least, n, LD), a) < tolerance);
		da = device<T>(a, LD);
		DONE(gesvd(handle, 'N', 'N', m, n, da, (int)LD, s, (T *)NULL, 1, (T *)NULL, 1, work, size, (R *)NULL, info));
		for (int i = 0; i < least; i++)
			CHECK(fabs(s[i] - values[i]) < tolerance);
	}
	gesvdjInfo_t params;
	double residual = -1;
	CHECK(cusolverDnCreateGesvdjInfo(&params) == CUSOLVER_STATUS_SUCCESS);
	for (int econ = 0; econ < 2; econ++) {
		da = device<T>(a, LD);
		DONE(gesvdj(handle, vectors, econ, m, n, da, (int)LD, s, u, (int)LD, v, (int)LD, work, size, info, params));
		CHECK(*info == 0 && falls(s, least));
		int columns_u = econ ? least : m, columns_v = econ ? least : n;
		matrix du = host(u, m, columns_u, LD), dv = host(v, n, columns_v, LD);
		CHECK(distance(du * diagonal(s, columns_u, columns_v) * adjoint(dv), a) < tolerance);
		CHECK(distance(adjoint(du) * du, identity(columns_u)) < tolerance && distance(adjoint(dv) * dv, identity(columns_v)) < tolerance);
		DONE(cusolverDnXgesvdjGetResidual(handle, params, &residual));
		CHECK(residual >= 0 && residual < tolerance);
	}
	CHECK(cusolverDnDestroyGesvdjInfo(params) == CUSOLVER_STATUS_SUCCESS);
	if (m < n)
		return;
	enum { COUNT = 3, RANK = 4 };
	T *many = managed<T>(COUNT * LD * N);
	R *all = managed<R>(COUNT * RANK);
	int *infos = managed<int>(COUNT);
	double residuals[COUNT];
	for (int i = 0; i < COUNT * n * m; i++)
		put(many[i / (n * m) * LD * N + i % m + i / m % n * LD], a.at[i % (n * m)] * (1.0 + i / (n * m)));
	T *us = managed<T>(COUNT * LD * RANK), *vs = managed<T>(COUNT * LD * RANK);
	DONE(gesvdaStridedBatched(handle, vectors, (int)RANK, m, n, (const T *)many, (int)LD, (long long)LD * N, all, (long long)RANK, us,
		(int)LD, (long long)LD * RANK, vs, (int)LD, (long long)LD * RANK, work, size, infos, residuals, (int)COUNT));
	double rest = 0;
	for (int i = RANK; i < least; i++)
		rest += (double)values[i] * values[i];
	for (int i = 0; i < COUNT; i++) {
		CHECK(infos[i] == 0 && fabs(residuals[i] / (i + 1) - sqrt(rest)) < 0.01 * sqrt(rest));
		for (int j = 0; j < RANK; j++)
			CHECK(fabs(all[i * RANK + j] / (i + 1) - values[j]) < tolerance);
		matrix scaled = a;
		for (number &x : scaled.at)
			x *= i + 1;
		matrix part = host(us + i * LD * RANK, m, RANK, LD) * diagonal(all + i * RANK, RANK, RANK) *
		              adjoint(host(vs + i * LD * RANK, n, RANK, LD));
		CHECK(distance(part, scaled) < sqrt(rest) * (i + 1));
	}
}

template <typename T> void test_small_batches()
{
	typedef typename format<T>::real R;
	enum { SIDE = 6, COUNT = 4 };
	std::vector<matrix> each;
	T *a = managed<T>(COUNT * SIDE * SIDE), *u = managed<T>(COUNT * SIDE * SIDE), *v = managed<T>(COUNT * SIDE * SIDE);
	R *s = managed<R>(COUNT * SIDE);
	int *infos = managed<int>(COUNT);
	gesvdjInfo_t params;
	CHECK(cusolverDnCreateGesvdjInfo(&params) == CUSOLVER_STATUS_SUCCESS);
	for (int i = 0; i < COUNT; i++) {
		each.push_back(random_matrix<T>(SIDE, SIDE));
		for (int j = 0; j < SIDE * SIDE; j++)
			put(a[i * SIDE * SIDE + j], each[i].at[j]);
	}
	DONE(gesvdjBatched(handle, vectors, (int)SIDE, (int)SIDE, a, (int)SIDE, s, u, (int)SIDE, v, (int)SIDE, room<T>(), size, infos, params,
		(int)COUNT));
	for (int i = 0; i < COUNT; i++)
		CHECK(infos[i] == 0 && distance(host(u + i * SIDE * SIDE, SIDE, SIDE, SIDE) * diagonal(s + i * SIDE, SIDE, SIDE) *
			adjoint(host(v + i * SIDE * SIDE, SIDE, SIDE, SIDE)), each[i]) < 10 * format<T>::tolerance);
}

template <typename T> void test_all()
{
	test_reductions<T>();
	test_eigenvalues<T>();
	test_singular_values<T>(M, N);
	test_singular_values<T>(N, M);
	test_small_batches<T>();
}

int main()
{
	CHECK(cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS);
	info = managed<int>(4);
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	CHECK(cusolverDnDestroy(handle) == CUSOLVER_STATUS_SUCCESS);
	return unit_finish();
}
