// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusolver
//
// cusolverDn: factorisations and the systems solved with them, in all formats, against products of matrices; what `info` says,
// parameters that make no sense, streams and graphs.
#include "dense.h"

#include <algorithm>
#include <cstring>

OVERLOAD_ALL(potrf) OVERLOAD_ALL(potrs) OVERLOAD_ALL(potri) OVERLOAD_ALL(potrf_bufferSize) OVERLOAD_ALL(potrfBatched)
OVERLOAD_ALL(potrsBatched) OVERLOAD_ALL(lauum) OVERLOAD_ALL(getrf) OVERLOAD_ALL(getrf_bufferSize) OVERLOAD_ALL(getrs) OVERLOAD_ALL(laswp)
OVERLOAD_ALL(sytrf) OVERLOAD_ALL(sytri) OVERLOAD_ALL(geqrf) OVERLOAD_PAIR(orgqr, ungqr) OVERLOAD_PAIR(ormqr, unmqr)

enum { N = 23, RIGHT = 3, LD = N + 4, ROOM = 1 << 20 };

// Whether it is our library that works.
static bool on_cpu()
{
	cudaDeviceProp properties;
	return cudaGetDeviceProperties(&properties, 0) == cudaSuccess && !strncmp(properties.uuid.bytes, "anywarp-cpu", 11);
}

template <typename T> T *room()
{
	return managed<T>(ROOM);
}

template <typename T> void test_cholesky()
{
	const double tolerance = format<T>::tolerance;
	int *info = managed<int>(4), size = 0;
	matrix a = positive<T>(N), x = random_matrix<T>(N, RIGHT), b = a * x;
	for (int fill = 0; fill < 2; fill++) {
		cublasFillMode_t uplo = (cublasFillMode_t)fill;
		bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
		T *da = device<T>(triangle(a, lower, false), LD), *db = device<T>(b, LD), *work = room<T>();
		DONE(potrf_bufferSize(handle, uplo, (int)N, da, (int)LD, &size));
		CHECK(size >= 1);
		DONE(potrf(handle, uplo, (int)N, da, (int)LD, work, size, info));
		CHECK(*info == 0);
		matrix l = triangle(host(da, N, N, LD), lower, false);
		CHECK(distance(lower ? l * adjoint(l) : adjoint(l) * l, a) < tolerance * N);
		DONE(potrs(handle, uplo, (int)N, (int)RIGHT, (const T *)da, (int)LD, db, (int)LD, info));
		CHECK(distance(host(db, N, RIGHT, LD), x) < tolerance);
		T *product = device<T>(l, LD);
		DONE(lauum(handle, uplo, (int)N, product, (int)LD, work, size, info));
		CHECK(distance(host(product, N, N, LD), triangle(lower ? adjoint(l) * l : l * adjoint(l), lower, false)) < tolerance * N);
		DONE(potri(handle, uplo, (int)N, da, (int)LD, work, size, info));
		matrix inverse = triangle(host(da, N, N, LD), lower, false), other = adjoint(inverse);
		for (int j = 0; j < N; j++)
			for (int i = 0; i < N; i++)
				inverse(i, j) = (i > j) == lower || i == j ? inverse(i, j) : other(i, j);
		CHECK(distance(inverse * a, identity(N)) < tolerance);
	}
	matrix bad = a;
	bad(4, 4) = -1;
	T *da = device<T>(bad, LD);
	DONE(potrf(handle, CUBLAS_FILL_MODE_LOWER, (int)N, da, (int)LD, room<T>(), 1, info));
	CHECK(*info == 5);
}

template <typename T> void test_batches()
{
	enum { COUNT = 7 };
	std::vector<matrix> a, x;
	T **da = managed<T *>(COUNT), **db = managed<T *>(COUNT);
	int *infos = managed<int>(COUNT);
	for (int i = 0; i < COUNT; i++) {
		a.push_back(positive<T>(N));
		x.push_back(random_matrix<T>(N, 1));
		da[i] = device<T>(a[i], LD);
		db[i] = device<T>(a[i] * x[i], N);
	}
	put(da[3][0], -2);
	DONE(potrfBatched(handle, CUBLAS_FILL_MODE_UPPER, (int)N, da, (int)LD, infos, (int)COUNT));
	for (int i = 0; i < COUNT; i++)
		CHECK(infos[i] == (i == 3));
	DONE(potrsBatched(handle, CUBLAS_FILL_MODE_UPPER, (int)N, 1, da, (int)LD, db, (int)N, infos, (int)COUNT));
	for (int i = 0; i < COUNT; i++)
		CHECK(i == 3 || distance(host(db[i], N, 1, N), x[i]) < format<T>::tolerance);
	CHECK(potrsBatched(handle, CUBLAS_FILL_MODE_UPPER, (int)N, 2, da, (int)LD, db, (int)N, infos, (int)COUNT) ==
		CUSOLVER_STATUS_INVALID_VALUE);
}

// The rows of a matrix after exchanges counted from 1.
static matrix exchanged(matrix a, const int *pivots, int count)
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < a.cols; j++)
			std::swap(a(i, j), a(pivots[i] - 1, j));
	return a;
}

template <typename T> void test_lu(int m, int n)
{
	int *info = managed<int>(1), *pivots = managed<int>(N), least = m < n ? m : n, size = 0;
	matrix a = random_matrix<T>(m, n);
	T *da = device<T>(a, LD), *rows = device<T>(a, LD);
	DONE(getrf_bufferSize(handle, m, n, da, (int)LD, &size));
	DONE(getrf(handle, m, n, da, (int)LD, room<T>(), pivots, info));
	CHECK(*info == 0);
	matrix lu = host(da, m, n, LD), l(m, least), u(least, n);
	for (int j = 0; j < least; j++)
		for (int i = j; i < m; i++)
			l(i, j) = i == j ? 1 : lu(i, j);
	for (int j = 0; j < n; j++)
		for (int i = 0; i <= j && i < least; i++)
			u(i, j) = lu(i, j);
	CHECK(distance(l * u, exchanged(a, pivots, least)) < format<T>::tolerance * N);
	DONE(laswp(handle, n, rows, (int)LD, 1, least, (const int *)pivots, 1));
	CHECK(distance(host(rows, m, n, LD), exchanged(a, pivots, least)) == 0);
	if (m != n)
		return;
	for (int op = 0; op < 3; op++) {
		matrix x = random_matrix<T>(n, RIGHT), b = (op == 0 ? a : op == 1 ? transposed(a) : adjoint(a)) * x;
		T *db = device<T>(b, LD);
		DONE(getrs(handle, (cublasOperation_t)op, n, (int)RIGHT, (const T *)da, (int)LD, (const int *)pivots, db, (int)LD, info));
		CHECK(*info == 0 && distance(host(db, n, RIGHT, LD), x) < 100 * format<T>::tolerance);
	}
}

template <typename T> void test_lu_without_pivots()
{
	int *info = managed<int>(1), *none = NULL;
	matrix a = positive<T>(N), x = random_matrix<T>(N, RIGHT);
	T *da = device<T>(a, LD), *db = device<T>(a * x, LD);
	DONE(getrf(handle, (int)N, (int)N, da, (int)LD, room<T>(), none, info));
	CHECK(*info == 0);
	matrix lu = host(da, N, N, LD);
	CHECK(distance(triangle(lu, true, true) * triangle(lu, false, false), a) < format<T>::tolerance * N);
	DONE(getrs(handle, CUBLAS_OP_N, (int)N, (int)RIGHT, (const T *)da, (int)LD, (const int *)none, db, (int)LD, info));
	CHECK(distance(host(db, N, RIGHT, LD), x) < format<T>::tolerance);
	matrix zero(N, N);
	T *dz = device<T>(zero, LD);
	DONE(getrf(handle, (int)N, (int)N, dz, (int)LD, room<T>(), managed<int>(N), info));
	CHECK(*info == 1);
}

template <typename T> void test_indefinite()
{
	int *info = managed<int>(1), *pivots = managed<int>(N);
	int64_t *wide = managed<int64_t>(N);
	matrix a = random_matrix<T>(N, N), t = transposed(a);
	for (size_t i = 0; i < a.at.size(); i++)
		a.at[i] = (a.at[i] + t.at[i]) * 0.5;
	matrix x = random_matrix<T>(N, RIGHT);
	T *da = device<T>(a, LD), *db = device<T>(a * x, LD);
	DONE(sytrf(handle, CUBLAS_FILL_MODE_LOWER, (int)N, da, (int)LD, pivots, room<T>(), (int)ROOM, info));
	CHECK(*info == 0);
	for (int i = 0; i < N; i++)
		wide[i] = pivots[i];
	size_t size, host_size;
	DONE(cusolverDnXsytrs_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, N, RIGHT, format<T>::type, da, LD, wide, format<T>::type, db, LD,
		&size, &host_size));
	DONE(cusolverDnXsytrs(handle, CUBLAS_FILL_MODE_LOWER, N, RIGHT, format<T>::type, da, LD, wide, format<T>::type, db, LD,
		managed<char>(size), size, malloc(host_size + 1), host_size, info));
	CHECK(distance(host(db, N, RIGHT, LD), x) < 100 * format<T>::tolerance);
	DONE(sytri(handle, CUBLAS_FILL_MODE_LOWER, (int)N, da, (int)LD, (const int *)pivots, room<T>(), (int)ROOM, info));
	matrix inverse = host(da, N, N, LD);
	for (int j = 0; j < N; j++)
		for (int i = 0; i < j; i++)
			inverse(i, j) = inverse(j, i);
	CHECK(distance(inverse * a, identity(N)) < 100 * format<T>::tolerance);
}

template <typename T> void test_qr(int m, int n)
{
	int *info = managed<int>(1), least = m < n ? m : n;
	matrix a = random_matrix<T>(m, n);
	T *da = device<T>(a, LD), *tau = managed<T>(N), *work = room<T>();
	DONE(geqrf(handle, m, n, da, (int)LD, tau, work, (int)ROOM, info));
	CHECK(*info == 0);
	matrix r = triangle(host(da, m, n, LD), false, false), c = random_matrix<T>(m, RIGHT);
	T *dq = device<T>(host(da, m, least, LD), LD), *dr = device<T>(r, LD), *dc = device<T>(c, LD);
	DONE(ormqr(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, n, least, (const T *)da, (int)LD, (const T *)tau, dr, (int)LD, work, (int)ROOM,
		info));
	CHECK(*info == 0 && distance(host(dr, m, n, LD), a) < format<T>::tolerance);
	DONE(orgqr(handle, m, least, least, dq, (int)LD, (const T *)tau, work, (int)ROOM, info));
	matrix q = host(dq, m, least, LD);
	CHECK(distance(adjoint(q) * q, identity(least)) < format<T>::tolerance);
	cublasOperation_t op = format<T>::is_complex ? CUBLAS_OP_C : CUBLAS_OP_T;
	DONE(ormqr(handle, CUBLAS_SIDE_LEFT, op, m, (int)RIGHT, least, (const T *)da, (int)LD, (const T *)tau, dc, (int)LD, work, (int)ROOM,
		info));
	CHECK(distance(host(dc, least, RIGHT, LD), adjoint(q) * c) < format<T>::tolerance);
}

// So many matrices that they are shared among threads have the bits of each alone.
static void test_many()
{
	enum { COUNT = 1000, EACH = N * N };
	double *all = managed<double>(COUNT * EACH), *alone = managed<double>(EACH), **a = managed<double *>(COUNT);
	int *infos = managed<int>(COUNT), *info = managed<int>(1), different = 0;
	for (int i = 0; i < COUNT; i++) {
		matrix one = positive<double>(N);
		a[i] = all + i * EACH;
		for (int j = 0; j < EACH; j++)
			a[i][j] = one.at[j].real();
	}
	std::vector<double> before(all, all + COUNT * EACH);
	DONE(cusolverDnDpotrfBatched(handle, CUBLAS_FILL_MODE_LOWER, N, a, N, infos, COUNT));
	for (int i = 0; i < COUNT; i += 37) {
		std::copy(&before[i * EACH], &before[i * EACH] + EACH, alone);
		DONE(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, N, alone, N, room<double>(), ROOM, info));
		for (int j = 0; j < EACH; j++)
			different += j % N >= j / N && fabs(alone[j] - a[i][j]) > (on_cpu() ? 0 : 1e-12);
		CHECK(infos[i] == 0);
	}
	CHECK(different == 0);
}

template <typename T> void test_all()
{
	test_cholesky<T>();
	test_batches<T>();
	test_lu<T>(N, N);
	test_lu<T>(N, 11);
	test_lu<T>(11, N);
	test_lu_without_pivots<T>();
	test_indefinite<T>();
	test_qr<T>(N, 14);
	test_qr<T>(14, N);
}

// The second launch of the graph factors what the host has put there since.
static void test_capture()
{
	cudaStream_t stream, was;
	cudaGraph_t graph;
	cudaGraphExec_t executable;
	int device_kind, *info = managed<int>(1);
	matrix a = positive<double>(N);
	double *da = device<double>(a, LD);
	CHECK(cudaGetDevice(&device_kind) == cudaSuccess && cudaStreamCreate(&stream) == cudaSuccess);
	DONE(cusolverDnSetStream(handle, stream));
	DONE(cusolverDnGetStream(handle, &was));
	CHECK(was == stream);
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
	cusolverStatus_t status = cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, N, da, LD, NULL, 1, info);
	CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
	if (status == CUSOLVER_STATUS_SUCCESS) { // NVIDIA's library isn't captured by our graphs
		CHECK(cudaGraphInstantiate(&executable, graph, 0) == cudaSuccess);
		for (int turn = 1; turn < 3; turn++) {
			for (int i = 0; i < N * N; i++)
				da[i % N + i / N * LD] = a.at[i].real() * turn * turn;
			CHECK(cudaGraphLaunch(executable, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess);
			matrix l = triangle(host(da, N, N, LD), true, false), square = l * adjoint(l);
			for (number &x : square.at)
				x /= turn * turn;
			CHECK(*info == 0 && distance(square, a) < 1e-10);
		}
	}
	DONE(cusolverDnSetStream(handle, NULL));
}

static void test_errors()
{
	double *a = managed<double>(16);
	int *info = managed<int>(4), size;
	CHECK(cusolverDnDpotrf(NULL, CUBLAS_FILL_MODE_LOWER, 2, a, 2, a, 1, info) == CUSOLVER_STATUS_NOT_INITIALIZED);
	CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, -1, a, 2, a, 1, info) == CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, a, 1, a, 1, info) == CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverDnDgetrs(handle, (cublasOperation_t)7, 2, 1, a, 2, info, a, 2, info) == CUSOLVER_STATUS_INVALID_VALUE);
	CHECK(cusolverDnDgetrf_bufferSize(handle, 2, 2, a, 2, &size) == CUSOLVER_STATUS_SUCCESS);
	CHECK(cusolverDnCreate(NULL) == CUSOLVER_STATUS_INVALID_VALUE);
	int version, major;
	CHECK(cusolverGetVersion(&version) == CUSOLVER_STATUS_SUCCESS && cusolverGetProperty(MAJOR_VERSION, &major) == CUSOLVER_STATUS_SUCCESS);
	CHECK(version / 1000 == major);
}

int main()
{
	CHECK(cusolverDnCreate(&handle) == CUSOLVER_STATUS_SUCCESS);
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_many();
	test_capture();
	test_errors();
	CHECK(cusolverDnDestroy(handle) == CUSOLVER_STATUS_SUCCESS);
	return unit_finish();
}
