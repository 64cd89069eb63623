// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE's old functions with vectors: triangular systems of blocks with one right side (bsrsv2), masked rows of blocks (bsrxmv), and a
// dense matrix with a sparse vector (gemvi).
#include "api/cusparse/matrices.h"

OVERLOAD(bsrsv2_solve) OVERLOAD(bsrsv2_analysis) OVERLOAD(bsrsv2_bufferSize) OVERLOAD(bsrsv2_bufferSizeExt)
OVERLOAD(bsrxmv) OVERLOAD(gemvi)

enum { MB = 7, DIM = 3, SIZE = MB * DIM };
static const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
static const cusparseDirection_t by_rows = CUSPARSE_DIRECTION_ROW;
static const cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE;
static const cusparseOperation_t operations[] = { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
	CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };

static matrix turned(const matrix &a, cusparseOperation_t op)
{
	matrix b(a.cols, a.rows);
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			b(j, i) = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(a(i, j)) : a(i, j);
	return op == stands ? a : b;
}

// Blocks of a random pattern with its diagonal (but for one block of it), with room in front of each row's blocks.
template <typename T> struct blocks {
	int nnz = 0, base;
	cusparseDirection_t direction;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	matrix dense;
	blocks(matrix a, cusparseDirection_t order, int from, int missing) : base(from), direction(order), offsets(managed<int>(MB + 1)),
		columns(managed<int>(MB * MB)), values(managed<T>(SIZE * SIZE)), dense(SIZE, SIZE)
	{
		for (int i = 0; i < MB; i++) {
			offsets[i] = nnz + base;
			for (int j = 0; j < MB; j++)
				if ((i == j && i != missing) || (i != j && rand() % 2))
					columns[nnz++] = j + base;
		}
		offsets[MB] = nnz + base;
		for (int i = 0; i < MB; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				for (int k = 0; k < DIM * DIM; k++) {
					int r = direction == by_rows ? k / DIM : k % DIM, c = direction == by_rows ? k % DIM : k / DIM;
					int row = i * DIM + r, column = (columns[at] - base) * DIM + c;
					put(values[at * DIM * DIM + k], a(row, column));
					dense(row, column) = a(row, column);
				}
		DONE(cusparseCreateMatDescr(&description));
		DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	}
};

template <typename T> matrix large_diagonal()
{
	matrix a = random_matrix<T>(SIZE, SIZE, 1);
	for (int i = 0; i < SIZE; i++)
		a(i, i) = 6 * SIZE;
	return a;
}

template <typename T> void test_systems(cusparseDirection_t direction, int base, bool on_device)
{
	matrix right = random_matrix<T>(SIZE, 1, 1);
	int position = -2, size = 0;
	size_t longer = 0;
	for (int form = 0; form < 12; form++) {
		bool upper = form & 1, unit = form >> 1 & 1;
		cusparseOperation_t op = operations[form >> 2];
		matrix a = large_diagonal<T>();
		for (number &x : a.at)
			x /= unit ? 8.0 * SIZE : 1.0;
		blocks<T> m(a, direction, base, -1);
		matrix triangle = m.dense;
		for (int i = 0; i < SIZE; i++)
			for (int j = 0; j < SIZE; j++)
				triangle(i, j) = i == j ? (unit ? 1 : triangle(i, i)) : (i < j) == upper ? triangle(i, j) : 0;
		T *f = by_columns<T>(right), *x = managed<T>(SIZE), *alpha = managed<T>(1);
		put(*alpha, 2);
		bsrsv2Info_t info;
		DONE(cusparseSetMatFillMode(m.description, upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER));
		DONE(cusparseSetMatDiagType(m.description, unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT));
		DONE(cusparseCreateBsrsv2Info(&info));
		DONE(bsrsv2_bufferSize(handle, direction, op, (int)MB, m.nnz, m.description, m.values, m.offsets, m.columns, (int)DIM, info, &size));
		DONE(bsrsv2_bufferSizeExt(handle, direction, op, (int)MB, m.nnz, m.description, m.values, m.offsets, m.columns, (int)DIM, info,
			&longer));
		CHECK(size > 0 && longer >= (size_t)size);
		void *buffer = managed<char>(longer);
		DONE(bsrsv2_analysis(handle, direction, op, (int)MB, m.nnz, m.description, m.values, m.offsets, m.columns, (int)DIM, info, policy,
			buffer));
		DONE(cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
		DONE(bsrsv2_solve(handle, direction, op, (int)MB, m.nnz, alpha, m.description, m.values, m.offsets, m.columns, (int)DIM, info, f, x,
			policy, buffer));
		DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
		DONE(cusparseXbsrsv2_zeroPivot(handle, info, &position));
		matrix twice = right;
		for (number &value : twice.at)
			value *= 2.0;
		CHECK(position == -1 && distance(turned(triangle, op) * from_columns(x, SIZE, 1), twice) < 10 * format<T>::tolerance);
		DONE(cusparseDestroyBsrsv2Info(info));
	}
}

static void test_pivots(int base)
{
	blocks<double> m(large_diagonal<double>(), by_rows, base, 4);
	double one = 1, *x = managed<double>(SIZE);
	int position = -2;
	bsrsv2Info_t info;
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	DONE(cusparseCreateBsrsv2Info(&info));
	int size = 0;
	DONE(cusparseDbsrsv2_bufferSize(handle, by_rows, stands, MB, m.nnz, m.description, m.values, m.offsets, m.columns, DIM, info, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseDbsrsv2_analysis(handle, by_rows, stands, MB, m.nnz, m.description, m.values, m.offsets, m.columns, DIM, info, policy,
		buffer));
	CHECK(cusparseXbsrsv2_zeroPivot(handle, info, &position) == CUSPARSE_STATUS_ZERO_PIVOT && position == 4 + base);
	CHECK(cusparseCreateBsrsv2Info(NULL) == invalid && cusparseXbsrsv2_zeroPivot(handle, info, NULL) == invalid);
	CHECK(cusparseDbsrsv2_solve(NULL, by_rows, stands, MB, m.nnz, &one, m.description, m.values, m.offsets, m.columns, DIM, info, x, x,
		policy, buffer) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDbsrsv2_solve(handle, by_rows, stands, -1, m.nnz, &one, m.description, m.values, m.offsets, m.columns, DIM, info, x, x,
		policy, buffer) == invalid);
	CHECK(cusparseDbsrsv2_solve(handle, by_rows, stands, MB, m.nnz, &one, m.description, m.values, m.offsets, m.columns, 0, info, x, x,
		policy, buffer) == invalid);
	DONE(cusparseDestroyBsrsv2Info(info));
}

template <typename T> void test_masked(cusparseDirection_t direction, int base)
{
	blocks<T> m(large_diagonal<T>(), direction, base, 2);
	matrix x = random_matrix<T>(SIZE, 1, 1), y = random_matrix<T>(SIZE, 1, 1), product = m.dense * x, wanted = y;
	int *mask = managed<int>(3), *ends = managed<int>(MB), rows[] = { 5, 0, 2 };
	T *vector = by_columns<T>(x), *result = by_columns<T>(y), alpha = scalar<T>(2), beta = scalar<T>(3);
	for (int i = 0; i < MB; i++)
		ends[i] = m.offsets[i + 1];
	for (int k = 0; k < 3; k++) {
		mask[k] = rows[k] + base;
		for (int i = rows[k] * DIM; i < (rows[k] + 1) * DIM; i++)
			wanted(i, 0) = 2.0 * product(i, 0) + 3.0 * y(i, 0);
	}
	DONE(bsrxmv(handle, direction, stands, 3, (int)MB, (int)MB, m.nnz, &alpha, m.description, m.values, mask, m.offsets, ends, m.columns, (int)DIM,
		vector, &beta, result));
	CHECK(distance(from_columns(result, SIZE, 1), wanted) < 10 * format<T>::tolerance);
	CHECK(bsrxmv(handle, direction, CUSPARSE_OPERATION_TRANSPOSE, 3, (int)MB, (int)MB, m.nnz, &alpha, m.description, m.values, mask, m.offsets,
		ends, m.columns, (int)DIM, vector, &beta, result) == CUSPARSE_STATUS_NOT_SUPPORTED);
	CHECK(bsrxmv(handle, direction, stands, -1, (int)MB, (int)MB, m.nnz, &alpha, m.description, m.values, mask, m.offsets, ends, m.columns,
		(int)DIM, vector, &beta, result) == CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(bsrxmv(handle, direction, stands, 3, (int)MB, (int)MB, m.nnz, &alpha, m.description, m.values, (int *)NULL, m.offsets, ends, m.columns,
		(int)DIM, vector, &beta, result) == CUSPARSE_STATUS_INVALID_VALUE);
}

template <typename T> cusparseStatus_t ask_size(int *size);
template <> cusparseStatus_t ask_size<float>(int *size) { return cusparseSgemvi_bufferSize(handle, stands, 9, 12, 4, size); }
template <> cusparseStatus_t ask_size<double>(int *size) { return cusparseDgemvi_bufferSize(handle, stands, 9, 12, 4, size); }
template <> cusparseStatus_t ask_size<cuComplex>(int *size) { return cusparseCgemvi_bufferSize(handle, stands, 9, 12, 4, size); }
template <> cusparseStatus_t ask_size<cuDoubleComplex>(int *size) { return cusparseZgemvi_bufferSize(handle, stands, 9, 12, 4, size); }

template <typename T> void test_sparse_vector(cusparseOperation_t op, int base)
{
	enum { ROWS = 9, COLS = 12, NNZ = 4 };
	matrix a = random_matrix<T>(ROWS, COLS, 1), b = turned(a, op), x(b.cols, 1), y = random_matrix<T>(b.rows, 1, 1), dense = random_matrix<T>(NNZ, 1, 1);
	int *indices = managed<int>(NNZ), places[] = { 1, 2, 5, 8 }, size = 0;
	T *values = by_columns<T>(dense), alpha = scalar<T>(2), beta = scalar<T>(3), *result = by_columns<T>(y), *columns = by_columns<T>(a);
	for (int k = 0; k < NNZ; k++) {
		indices[k] = places[k] + base;
		x(places[k], 0) = dense(k, 0);
	}
	matrix wanted = b * x;
	for (int i = 0; i < b.rows; i++)
		wanted(i, 0) = 2.0 * wanted(i, 0) + 3.0 * y(i, 0);
	DONE(ask_size<T>(&size));
	void *buffer = managed<char>(size);
	DONE(gemvi(handle, op, (int)ROWS, (int)COLS, &alpha, columns, (int)ROWS, (int)NNZ, values, indices, &beta, result, (cusparseIndexBase_t)base,
		buffer));
	CHECK(distance(from_columns(result, b.rows, 1), wanted) < 10 * format<T>::tolerance);
	CHECK(gemvi(handle, op, (int)ROWS, (int)COLS, &alpha, columns, ROWS - 1, (int)NNZ, values, indices, &beta, result,
		(cusparseIndexBase_t)base, buffer) == CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(gemvi(handle, op, (int)ROWS, (int)COLS, &alpha, columns, (int)ROWS, -1, values, indices, &beta, result,
		(cusparseIndexBase_t)base, buffer) == CUSPARSE_STATUS_INVALID_VALUE);
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		for (cusparseDirection_t direction : { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN }) {
			test_systems<T>(direction, base, base);
			test_masked<T>(direction, base);
		}
		for (cusparseOperation_t op : operations)
			test_sparse_vector<T>(op, base);
	}
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_pivots(0);
	test_pivots(1);
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
