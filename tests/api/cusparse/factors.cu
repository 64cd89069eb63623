// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: incomplete factorisations, systems with three diagonals, sparse products and sums, sampled products, several right sides,
// batches, sorting and counting, in all formats, against dense matrices.
#include "api/cusparse/matrices.h"

OVERLOAD(csrilu02) OVERLOAD(csrilu02_analysis) OVERLOAD(csrilu02_bufferSize) OVERLOAD(csric02) OVERLOAD(csric02_analysis)
OVERLOAD(csric02_bufferSize) OVERLOAD(csrilu02_numericBoost) OVERLOAD(gtsv2) OVERLOAD(gtsv2_bufferSizeExt) OVERLOAD(gtsv2_nopivot)
OVERLOAD(gtsv2_nopivot_bufferSizeExt) OVERLOAD(gtsv2StridedBatch) OVERLOAD(gtsv2StridedBatch_bufferSizeExt) OVERLOAD(csrgeam2)
OVERLOAD(csrgeam2_bufferSizeExt) OVERLOAD(nnz)

enum { N = 30 };
static const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

// Where A has elements, the product of the factors is A.
template <typename T> void test_incomplete(int base)
{
	matrix a = random_matrix<T>(N, N, 4);
	for (int i = 0; i < N; i++) {
		a(i, i) = 20;
		for (int j = 0; j < i; j++) // a Hermitian matrix serves both
			a(i, j) = std::conj(a(j, i));
	}
	sparse<T> m(a, base), c(a, base);
	csrilu02Info_t lu;
	csric02Info_t chol;
	int size = 0, position = -2;
	DONE(cusparseCreateCsrilu02Info(&lu));
	DONE(csrilu02_bufferSize(handle, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, lu, &size));
	void *buffer = managed<char>(size);
	DONE(csrilu02_analysis(handle, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, lu, policy, buffer));
	DONE(cusparseXcsrilu02_zeroPivot(handle, lu, &position));
	CHECK(position == -1);
	DONE(csrilu02(handle, (int)N, m.nnz, m.description, m.values, m.offsets, m.columns, lu, policy, buffer));
	DONE(cusparseXcsrilu02_zeroPivot(handle, lu, &position));
	matrix found = m.dense(), l = found, u = found;
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			l(i, j) = i == j ? 1 : i > j ? l(i, j) : 0, u(i, j) = i <= j ? u(i, j) : 0;
	matrix product = l * u;
	for (int i = 0; i < N * N; i++)
		product.at[i] = a.at[i] != 0.0 ? product.at[i] : 0;
	CHECK(position == -1 && distance(product, a) < format<T>::tolerance);

	DONE(cusparseCreateCsric02Info(&chol));
	DONE(csric02_bufferSize(handle, (int)N, c.nnz, c.description, c.values, c.offsets, c.columns, chol, &size));
	buffer = managed<char>(size);
	DONE(csric02_analysis(handle, (int)N, c.nnz, c.description, c.values, c.offsets, c.columns, chol, policy, buffer));
	DONE(csric02(handle, (int)N, c.nnz, c.description, c.values, c.offsets, c.columns, chol, policy, buffer));
	DONE(cusparseXcsric02_zeroPivot(handle, chol, &position));
	matrix lower = c.dense(), upper(N, N);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			lower(i, j) = i >= j ? lower(i, j) : 0, upper(j, i) = std::conj(lower(i, j));
	product = lower * upper;
	for (int i = 0; i < N * N; i++)
		product.at[i] = a.at[i] != 0.0 ? product.at[i] : 0;
	CHECK(position == -1 && distance(product, a) < format<T>::tolerance);

	// A diagonal element that is missing, and one that is zero, made larger.
	a(5, 5) = 0;
	sparse<T> without(a, base);
	DONE(csrilu02_analysis(handle, (int)N, without.nnz, without.description, without.values, without.offsets, without.columns, lu, policy,
		buffer));
	CHECK(cusparseXcsrilu02_zeroPivot(handle, lu, &position) == CUSPARSE_STATUS_ZERO_PIVOT && position == 5 + base);
	matrix d(N, N);
	for (int i = 0; i < N; i++)
		d(i, i) = 2;
	sparse<T> diagonal(d, base);
	put(diagonal.values[3], 0);
	double tolerance = 0.5;
	T boost = scalar<T>(7);
	DONE(csrilu02_numericBoost(handle, lu, 1, &tolerance, &boost));
	DONE(csrilu02_analysis(handle, (int)N, diagonal.nnz, diagonal.description, diagonal.values, diagonal.offsets, diagonal.columns, lu, policy,
		buffer));
	DONE(csrilu02(handle, (int)N, diagonal.nnz, diagonal.description, diagonal.values, diagonal.offsets, diagonal.columns, lu, policy, buffer));
	CHECK(get(diagonal.values[3]) == 7.0 && get(diagonal.values[4]) == 2.0);
	DONE(cusparseDestroyCsrilu02Info(lu));
	DONE(cusparseDestroyCsric02Info(chol));
}

template <typename T> void test_tridiagonal()
{
	enum { RIGHT = 3 };
	for (int heavy = 0; heavy < 2; heavy++) {
		matrix a(N, N), x = random_matrix<T>(N, RIGHT, 1);
		T *dl = managed<T>(N), *d = managed<T>(N), *du = managed<T>(N);
		for (int i = 0; i < N; i++) {
			number low = number(1 + i % 3, format<T>::is_complex), middle = heavy ? 9 : i % 2, high = 2.0 - i % 4 * 0.5;
			put(dl[i], i ? low : 0), put(d[i], middle), put(du[i], i + 1 < N ? high : 0);
			if (i)
				a(i, i - 1) = low;
			a(i, i) = middle;
			if (i + 1 < N)
				a(i, i + 1) = high;
		}
		size_t size;
		T *b = by_columns<T>(a * x);
		DONE(gtsv2_bufferSizeExt(handle, (int)N, (int)RIGHT, (const T *)dl, (const T *)d, (const T *)du, (const T *)b, (int)N, &size));
		DONE(gtsv2(handle, (int)N, (int)RIGHT, (const T *)dl, (const T *)d, (const T *)du, b, (int)N, managed<char>(size)));
		CHECK(distance(from_columns(b, N, RIGHT), x) < 10 * format<T>::tolerance);
		if (!heavy)
			continue;
		b = by_columns<T>(a * x);
		DONE(gtsv2_nopivot_bufferSizeExt(handle, (int)N, (int)RIGHT, (const T *)dl, (const T *)d, (const T *)du, (const T *)b, (int)N, &size));
		DONE(gtsv2_nopivot(handle, (int)N, (int)RIGHT, (const T *)dl, (const T *)d, (const T *)du, b, (int)N, managed<char>(size)));
		CHECK(distance(from_columns(b, N, RIGHT), x) < 10 * format<T>::tolerance);
		T *many[3] = { managed<T>(2 * N), managed<T>(2 * N), managed<T>(2 * N) }, *y = by_columns<T>(a * x);
		for (int i = 0; i < 2 * N; i++)
			many[0][i] = dl[i % N], many[1][i] = d[i % N], many[2][i] = du[i % N];
		DONE(gtsv2StridedBatch_bufferSizeExt(handle, (int)N, (const T *)many[0], (const T *)many[1], (const T *)many[2], (const T *)y, 2,
			(int)N, &size));
		DONE(gtsv2StridedBatch(handle, (int)N, (const T *)many[0], (const T *)many[1], (const T *)many[2], y, 2, (int)N, managed<char>(size)));
		CHECK(std::abs(get(y[3]) - x(3, 0)) < format<T>::tolerance && std::abs(get(y[N + 7]) - x(7, 1)) < format<T>::tolerance);
	}
}

template <typename T> void test_sums_and_products(int base)
{
	matrix a = random_matrix<T>(N, 20, 4), b = random_matrix<T>(N, 20, 5), c = random_matrix<T>(20, 25, 4);
	number alpha(1.5, 0), beta(-2, 0);
	T da = scalar<T>(alpha), db = scalar<T>(beta), zero = scalar<T>(0);
	sparse<T> ma(a, base), mb(b, base), mc(c, base);
	cusparseMatDescr_t description;
	DONE(cusparseCreateMatDescr(&description));
	DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	int *offsets = managed<int>(N + 1), *columns = managed<int>(N * 25), nnz_c = -1;
	T *values = managed<T>(N * 25);
	size_t size;
	DONE(csrgeam2_bufferSizeExt(handle, (int)N, 20, (const T *)&da, ma.description, ma.nnz, (const T *)ma.values, (const int *)ma.offsets,
		(const int *)ma.columns, (const T *)&db, mb.description, mb.nnz, (const T *)mb.values, (const int *)mb.offsets,
		(const int *)mb.columns, description, (const T *)values, (const int *)offsets, (const int *)columns, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseXcsrgeam2Nnz(handle, N, 20, ma.description, ma.nnz, ma.offsets, ma.columns, mb.description, mb.nnz, mb.offsets, mb.columns,
		description, offsets, &nnz_c, buffer));
	DONE(csrgeam2(handle, (int)N, 20, (const T *)&da, ma.description, ma.nnz, (const T *)ma.values, (const int *)ma.offsets,
		(const int *)ma.columns, (const T *)&db, mb.description, mb.nnz, (const T *)mb.values, (const int *)mb.offsets,
		(const int *)mb.columns, description, values, offsets, columns, buffer));
	matrix sum(N, 20), found(N, 20);
	int both = 0;
	for (int i = 0; i < N * 20; i++) {
		sum.at[i] = alpha * a.at[i] + beta * b.at[i];
		both += a.at[i] != 0.0 || b.at[i] != 0.0;
	}
	for (int i = 0; i < N; i++)
		for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
			found(i, columns[at] - base) = get(values[at]);
	CHECK(nnz_c == both && offsets[N] == both + base && distance(found, sum) < format<T>::tolerance);

	// The product, and the product again with other numbers.
	for (int reuse = 0; reuse < 2; reuse++) {
		cusparseSpMatDescr_t product;
		cusparseSpGEMMDescr_t descr;
		const cudaDataType type = format<T>::type;
		size_t sizes[5] = { 0 };
		int64_t rows, cols, count;
		DONE(cusparseCreateCsr(&product, N, 25, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
			(cusparseIndexBase_t)base, type));
		DONE(cusparseSpGEMM_createDescr(&descr));
		const cusparseSpGEMMAlg_t algorithm = base ? CUSPARSE_SPGEMM_ALG3 : CUSPARSE_SPGEMM_DEFAULT;
#define SCALED handle, plain, plain, &da, ma.generic, mc.generic, &zero, product, type, algorithm, descr
#define PLAIN handle, plain, plain, ma.generic, mc.generic, product, CUSPARSE_SPGEMM_DEFAULT, descr
		if (reuse) {
			DONE(cusparseSpGEMMreuse_workEstimation(PLAIN, &sizes[0], NULL));
			DONE(cusparseSpGEMMreuse_workEstimation(PLAIN, &sizes[0], managed<char>(sizes[0])));
			DONE(cusparseSpGEMMreuse_nnz(PLAIN, &sizes[1], NULL, &sizes[2], NULL, &sizes[3], NULL));
			DONE(cusparseSpGEMMreuse_nnz(PLAIN, &sizes[1], managed<char>(sizes[1]), &sizes[2], managed<char>(sizes[2]), &sizes[3],
				managed<char>(sizes[3])));
		} else {
			DONE(cusparseSpGEMM_workEstimation(SCALED, &sizes[0], NULL));
			DONE(cusparseSpGEMM_workEstimation(SCALED, &sizes[0], managed<char>(sizes[0])));
			DONE(cusparseSpGEMM_compute(SCALED, &sizes[1], NULL));
			if (base) { // NVIDIA's library estimates for that algorithm alone
				DONE(cusparseSpGEMM_estimateMemory(SCALED, 0.5f, &sizes[2], NULL, NULL));
				DONE(cusparseSpGEMM_estimateMemory(SCALED, 0.5f, &sizes[2], managed<char>(sizes[2]), &sizes[1]));
			}
			DONE(cusparseSpGEMM_compute(SCALED, &sizes[1], managed<char>(sizes[1])));
		}
		DONE(cusparseSpMatGetSize(product, &rows, &cols, &count));
		CHECK(rows == N && cols == 25 && count > 0 && count <= N * 25);
		DONE(cusparseCsrSetPointers(product, offsets, columns, values));
		if (reuse) {
			DONE(cusparseSpGEMMreuse_copy(PLAIN, &sizes[4], NULL));
			DONE(cusparseSpGEMMreuse_copy(PLAIN, &sizes[4], managed<char>(sizes[4])));
			for (int i = 0; i < ma.nnz; i++)
				put(ma.values[i], get(ma.values[i]) * 2.0);
			DONE(cusparseSpGEMMreuse_compute(SCALED));
		} else {
			DONE(cusparseSpGEMM_copy(SCALED));
		}
		matrix expected = a * c, got(N, 25);
		for (number &x : expected.at)
			x *= alpha * (reuse ? 2.0 : 1.0);
		for (int i = 0; i < N; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				got(i, columns[at] - base) = get(values[at]);
		CHECK(offsets[N] == count + base && distance(got, expected) < format<T>::tolerance);
		DONE(cusparseSpGEMM_destroyDescr(descr));
		DONE(cusparseDestroySpMat(product));
	}
}

template <typename T> void test_sampled_and_batches(int base)
{
	enum { M = 12, K = 9, COLS = 14, BATCH = 3 };
	const cudaDataType type = format<T>::type;
	matrix a = random_matrix<T>(M, K, 1), b = random_matrix<T>(K, COLS, 1), c = random_matrix<T>(M, COLS, 3);
	T alpha = scalar<T>(2), beta = scalar<T>(-1), one = scalar<T>(1), none = scalar<T>(0);
	sparse<T> mc(c, base);
	cusparseDnMatDescr_t da, db;
	size_t size;
	DONE(cusparseCreateDnMat(&da, M, K, M, by_columns<T>(a), type, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&db, K, COLS, K, by_columns<T>(b), type, CUSPARSE_ORDER_COL));
	DONE(cusparseSDDMM_bufferSize(handle, plain, plain, &alpha, da, db, &beta, mc.generic, type, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseSDDMM_preprocess(handle, plain, plain, &alpha, da, db, &beta, mc.generic, type, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
	DONE(cusparseSDDMM(handle, plain, plain, &alpha, da, db, &beta, mc.generic, type, CUSPARSE_SDDMM_ALG_DEFAULT, buffer));
	matrix product = a * b;
	for (int i = 0; i < M * COLS; i++)
		product.at[i] = c.at[i] != 0.0 ? 2.0 * product.at[i] - c.at[i] : 0;
	CHECK(distance(mc.dense(), product) < format<T>::tolerance);

	// Products of a batch: one structure, BATCH times its values.
	sparse<T> s(c, base);
	T *values = managed<T>(BATCH * s.nnz), *x = managed<T>(BATCH * COLS * 2), *y = managed<T>(BATCH * M * 2);
	for (int i = 0; i < BATCH * s.nnz; i++)
		put(values[i], get(s.values[i % s.nnz]) * (1.0 + i / s.nnz));
	for (int i = 0; i < BATCH * COLS * 2; i++)
		put(x[i], i % 7 - 3.0);
	cusparseSpMatDescr_t all;
	cusparseDnMatDescr_t dx, dy;
	int count = 0;
	int *indices = managed<int>(BATCH * s.nnz);
	for (int i = 0; i < BATCH * s.nnz; i++)
		indices[i] = s.columns[i % s.nnz];
	DONE(cusparseCreateCsr(&all, M, COLS, s.nnz, s.offsets, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
		(cusparseIndexBase_t)base, type));
	DONE(cusparseCsrSetStridedBatch(all, BATCH, 0, s.nnz));
	DONE(cusparseCreateDnMat(&dx, COLS, 2, COLS, x, type, CUSPARSE_ORDER_COL));
	DONE(cusparseDnMatSetStridedBatch(dx, BATCH, COLS * 2));
	DONE(cusparseCreateDnMat(&dy, M, 2, M, y, type, CUSPARSE_ORDER_COL));
	DONE(cusparseDnMatSetStridedBatch(dy, BATCH, M * 2));
	DONE(cusparseSpMatGetStridedBatch(all, &count));
	CHECK(count == BATCH);
	DONE(cusparseSpMM_bufferSize(handle, plain, plain, &one, all, dx, &none, dy, type, CUSPARSE_SPMM_CSR_ALG2, &size));
	DONE(cusparseSpMM(handle, plain, plain, &one, all, dx, &none, dy, type, CUSPARSE_SPMM_CSR_ALG2, managed<char>(size)));
	for (int i = 0; i < BATCH; i++) {
		matrix scaled = c;
		for (number &v : scaled.at)
			v *= 1.0 + i;
		CHECK(distance(from_columns(y + i * M * 2, M, 2), scaled * from_columns(x + i * COLS * 2, COLS, 2)) < format<T>::tolerance);
	}

	// A lower triangle with two right sides.
	matrix l = random_matrix<T>(N, N, 4), right = random_matrix<T>(N, 2, 1);
	for (int i = 0; i < N; i++)
		for (int j = i; j < N; j++)
			l(i, j) = i == j ? 4.0 : 0.0;
	sparse<T> ml(l, base);
	cusparseSpSMDescr_t solver;
	cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
	cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
	DONE(cusparseSpMatSetAttribute(ml.generic, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
	DONE(cusparseSpMatSetAttribute(ml.generic, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof(diag)));
	cusparseDnMatDescr_t dr, dz;
	T *z = managed<T>(N * 2);
	DONE(cusparseCreateDnMat(&dr, N, 2, N, by_columns<T>(l * right), type, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&dz, N, 2, N, z, type, CUSPARSE_ORDER_COL));
	DONE(cusparseSpSM_createDescr(&solver));
	DONE(cusparseSpSM_bufferSize(handle, plain, plain, &alpha, ml.generic, dr, dz, type, CUSPARSE_SPSM_ALG_DEFAULT, solver, &size));
	DONE(cusparseSpSM_analysis(handle, plain, plain, &alpha, ml.generic, dr, dz, type, CUSPARSE_SPSM_ALG_DEFAULT, solver, managed<char>(size)));
	DONE(cusparseSpSM_solve(handle, plain, plain, &alpha, ml.generic, dr, dz, type, CUSPARSE_SPSM_ALG_DEFAULT, solver));
	for (number &v : right.at)
		v *= 2;
	CHECK(distance(from_columns(z, N, 2), right) < 10 * format<T>::tolerance);
	DONE(cusparseSpSM_destroyDescr(solver));
}

template <typename T> void test_vectors()
{
	const cudaDataType type = format<T>::type;
	matrix y = random_matrix<T>(N, 1, 1), x = random_matrix<T>(5, 1, 1);
	int *indices = managed<int>(5);
	number dot = 0, conjugated = 0;
	for (int i = 0; i < 5; i++) {
		indices[i] = i * 5 + 2;
		dot += x(i, 0) * y(indices[i], 0);
		conjugated += std::conj(x(i, 0)) * y(indices[i], 0);
	}
	T *dx = by_columns<T>(x), *dy = by_columns<T>(y), result, c = scalar<T>(0.6), s = scalar<T>(0.8);
	cusparseSpVecDescr_t sx;
	cusparseDnVecDescr_t sy;
	size_t size;
	DONE(cusparseCreateSpVec(&sx, N, 5, indices, dx, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
	DONE(cusparseCreateDnVec(&sy, N, dy, type));
	DONE(cusparseSpVV_bufferSize(handle, plain, sx, sy, &result, type, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseSpVV(handle, plain, sx, sy, &result, type, buffer));
	CHECK(std::abs(get(result) - dot) < format<T>::tolerance);
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamCreate(&stream) == cudaSuccess && cusparseSetStream(handle, stream) == CUSPARSE_STATUS_SUCCESS);
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess);
	CHECK(cusparseSpVV(handle, plain, sx, sy, &result, type, buffer) == CUSPARSE_STATUS_SUCCESS);
	CHECK(cudaStreamEndCapture(stream, &graph) == cudaSuccess && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);
	put(result, 0); // what a launch of the graph writes
	CHECK(cudaGraphLaunch(exec, stream) == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess);
	CHECK(std::abs(get(result) - dot) < format<T>::tolerance && cusparseSetStream(handle, NULL) == CUSPARSE_STATUS_SUCCESS);
	CHECK(cudaGraphExecDestroy(exec) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess && cudaStreamDestroy(stream) == cudaSuccess);
	if (format<T>::is_complex) {
		DONE(cusparseSpVV(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, sx, sy, &result, type, buffer));
		CHECK(std::abs(get(result) - conjugated) < format<T>::tolerance);
	}
	DONE(cusparseRot(handle, &c, &s, sx, sy));
	for (int i = 0; i < 5; i++) {
		number before = y(indices[i], 0);
		CHECK(std::abs(get(dx[i]) - (0.6 * x(i, 0) + 0.8 * before)) < format<T>::tolerance);
		CHECK(std::abs(get(dy[indices[i]]) - (0.6 * before - 0.8 * x(i, 0))) < format<T>::tolerance);
	}
	CHECK(get(dy[0]) == y(0, 0));
}

template <typename T> void test_counting()
{
	matrix a = random_matrix<T>(11, 7, 3);
	sparse<T> m(a, 0);
	int *each = managed<int>(11), all = -1;
	DONE(nnz(handle, CUSPARSE_DIRECTION_ROW, 11, 7, m.description, (const T *)by_columns<T>(a), 11, each, &all));
	for (int i = 0; i < 11; i++)
		CHECK(each[i] == m.offsets[i + 1] - m.offsets[i]);
	CHECK(all == m.nnz);
	DONE(nnz(handle, CUSPARSE_DIRECTION_COLUMN, 11, 7, m.description, (const T *)by_columns<T>(a), 11, each, &all));
	int sum = 0;
	for (int j = 0; j < 7; j++)
		sum += each[j];
	CHECK(all == m.nnz && sum == all);
}

static void test_sorting(int base)
{
	enum { ROWS = 6, COUNT = 20 };
	int *rows = managed<int>(COUNT), *columns = managed<int>(COUNT), *p = managed<int>(COUNT), before[2][COUNT];
	int *offsets = managed<int>(ROWS + 1), *again = managed<int>(COUNT);
	size_t size;
	cusparseMatDescr_t description;
	DONE(cusparseCreateMatDescr(&description));
	DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	for (int i = 0; i < COUNT; i++)
		before[0][i] = rows[i] = i * 7 % ROWS + base, before[1][i] = columns[i] = i * 13 % 20 + base;
	DONE(cusparseCreateIdentityPermutation(handle, COUNT, p));
	DONE(cusparseXcoosort_bufferSizeExt(handle, ROWS, 20, COUNT, rows, columns, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseXcoosortByRow(handle, ROWS, 20, COUNT, rows, columns, p, buffer));
	bool right = true;
	for (int i = 0; i < COUNT; i++) {
		right &= rows[i] == before[0][p[i]] && columns[i] == before[1][p[i]];
		right &= i == 0 || rows[i - 1] < rows[i] || (rows[i - 1] == rows[i] && columns[i - 1] < columns[i]);
	}
	CHECK(right);
	DONE(cusparseXcoo2csr(handle, rows, COUNT, ROWS, offsets, (cusparseIndexBase_t)base));
	DONE(cusparseXcsr2coo(handle, offsets, COUNT, ROWS, again, (cusparseIndexBase_t)base));
	CHECK(offsets[0] == base && offsets[ROWS] == COUNT + base && std::equal(rows, rows + COUNT, again));
	for (int i = 0; i < ROWS; i++)
		std::reverse(columns + offsets[i] - base, columns + offsets[i + 1] - base);
	std::copy(columns, columns + COUNT, before[1]);
	DONE(cusparseCreateIdentityPermutation(handle, COUNT, p));
	DONE(cusparseXcsrsort_bufferSizeExt(handle, ROWS, 20, COUNT, offsets, columns, &size));
	DONE(cusparseXcsrsort(handle, ROWS, 20, COUNT, description, offsets, columns, p, managed<char>(size)));
	right = true;
	for (int i = 0; i < COUNT; i++)
		right &= columns[i] == before[1][p[i]] && (i == 0 || rows[i - 1] < rows[i] || columns[i - 1] < columns[i]);
	CHECK(right);
	DONE(cusparseXcoosortByColumn(handle, ROWS, 20, COUNT, rows, columns, p, buffer));
	right = true;
	for (int i = 1; i < COUNT; i++)
		right &= columns[i - 1] < columns[i] || (columns[i - 1] == columns[i] && rows[i - 1] <= rows[i]);
	CHECK(right);
}

static void test_errors()
{
	csrilu02Info_t info;
	matrix a = random_matrix<double>(4, 4, 1);
	sparse<double> m(a, 0);
	DONE(cusparseCreateCsrilu02Info(&info));
	CHECK(cusparseDcsrilu02(NULL, 4, m.nnz, m.description, m.values, m.offsets, m.columns, info, policy, m.values) ==
		CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDcsrilu02(handle, -1, m.nnz, m.description, m.values, m.offsets, m.columns, info, policy, m.values) ==
		CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(cusparseCreateCsrilu02Info(NULL) == CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(cusparseCsrSetStridedBatch(m.generic, 0, 0, 0) == CUSPARSE_STATUS_INVALID_VALUE);
	DONE(cusparseDestroyCsrilu02Info(info));
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		test_incomplete<T>(base);
		test_sums_and_products<T>(base);
		test_sampled_and_batches<T>(base);
	}
	test_tridiagonal<T>();
	test_vectors<T>();
	test_counting<T>();
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_sorting(0);
	test_sorting(1);
	test_errors();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
