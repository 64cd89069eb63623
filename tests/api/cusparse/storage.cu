// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE's matrices of blocks (BSR, Blocked-ELL) and slices (SELL): products, sampled products, triangular systems and
// conversions against a dense matrix; what they are made of; values that triangular systems are given later.
#include "api/cusparse/matrices.h"

enum { ROWS = 24, COLS = 18, RIGHT = 5 };

static cusparseIndexBase_t base_of(int base)
{
	return (cusparseIndexBase_t)base;
}

// Blocks of h x w with an element that isn't zero, by rows or columns.
template <typename T> cusparseSpMatDescr_t make_blocks(const matrix &a, int h, int w, cusparseOrder_t order, int base, T **values)
{
	int *offsets = managed<int>(a.rows / h + 1), *columns = managed<int>(a.rows * a.cols), count = 0;
	*values = managed<T>(a.rows * a.cols);
	for (int bi = 0; bi < a.rows / h; bi++) {
		offsets[bi] = count + base;
		for (int bj = 0; bj < a.cols / w; bj++) {
			bool used = false;
			for (int i = 0; i < h; i++)
				for (int j = 0; j < w; j++) {
					number x = a(bi * h + i, bj * w + j);
					used = used || x != number(0);
					put((*values)[count * h * w + (order == CUSPARSE_ORDER_ROW ? i * w + j : j * h + i)], x);
				}
			if (used)
				columns[count++] = bj + base;
		}
	}
	offsets[a.rows / h] = count + base;
	cusparseSpMatDescr_t made;
	DONE(cusparseCreateBsr(&made, a.rows / h, a.cols / w, count, h, w, offsets, columns, *values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
		base_of(base), format<T>::type, order));
	return made;
}

// The last slice is not full.
template <typename T> cusparseSpMatDescr_t make_slices(const matrix &a, int slice, int base, int *places, T **values)
{
	int slices = (a.rows + slice - 1) / slice, *offsets = managed<int>(slices + 1), nnz = 0;
	int64_t *columns = managed<int64_t>((size_t)slices * slice * a.cols);
	*values = managed<T>((size_t)slices * slice * a.cols);
	*places = 0;
	for (int s = 0; s < slices; s++) {
		int width = 0;
		for (int r = 0; r < slice; r++) {
			int used = 0;
			for (int j = 0; s * slice + r < a.rows && j < a.cols; j++)
				if (a(s * slice + r, j) != number(0)) {
					columns[*places + used * slice + r] = j + base;
					put((*values)[*places + used++ * slice + r], a(s * slice + r, j));
				}
			width = std::max(width, used);
			nnz += used;
			for (; used < a.cols; used++)
				columns[*places + used * slice + r] = -1;
		}
		offsets[s] = *places + base;
		*places += width * slice;
	}
	offsets[slices] = *places + base;
	cusparseSpMatDescr_t made;
	DONE(cusparseCreateSlicedEll(&made, a.rows, a.cols, nnz, *places, slice, offsets, columns, *values, CUSPARSE_INDEX_32I,
		CUSPARSE_INDEX_64I, base_of(base), format<T>::type));
	return made;
}

static matrix turned(const matrix &a, cusparseOperation_t op)
{
	matrix t(a.cols, a.rows);
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			t(j, i) = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(a(i, j)) : a(i, j);
	return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? a : t;
}

// 2 op(A) x - y, or with matrices of RIGHT columns.
template <typename T> void check_product(const matrix &a, cusparseSpMatDescr_t made, cusparseOperation_t op, int columns)
{
	matrix left = turned(a, op), b = random_matrix<T>(left.cols, columns, 1), c = random_matrix<T>(left.rows, columns, 1), right = left * b;
	for (size_t i = 0; i < c.at.size(); i++)
		right.at[i] = number(2) * right.at[i] - c.at[i];
	T *x = by_columns<T>(b), *y = by_columns<T>(c), alpha = scalar<T>(2), beta = scalar<T>(-1);
	size_t size = 0;
	if (columns == 1) {
		cusparseDnVecDescr_t from, to;
		DONE(cusparseCreateDnVec(&from, left.cols, x, format<T>::type));
		DONE(cusparseCreateDnVec(&to, left.rows, y, format<T>::type));
		DONE(cusparseSpMV_bufferSize(handle, op, &alpha, made, from, &beta, to, format<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &size));
		DONE(cusparseSpMV(handle, op, &alpha, made, from, &beta, to, format<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, managed<char>(size)));
	} else {
		cusparseDnMatDescr_t from, to;
		DONE(cusparseCreateDnMat(&from, left.cols, columns, left.cols, x, format<T>::type, CUSPARSE_ORDER_COL));
		DONE(cusparseCreateDnMat(&to, left.rows, columns, left.rows, y, format<T>::type, CUSPARSE_ORDER_COL));
		cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE;
		DONE(cusparseSpMM_bufferSize(handle, op, stands, &alpha, made, from, &beta, to, format<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, &size));
		DONE(cusparseSpMM(handle, op, stands, &alpha, made, from, &beta, to, format<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, managed<char>(size)));
	}
	CHECK(distance(from_columns(y, left.rows, columns), right) < format<T>::tolerance);
}

// 2 A B - C at the places of the blocks; the values lie as before.
template <typename T> void check_sampled(const matrix &a, cusparseSpMatDescr_t made, int h, int w, cusparseOrder_t order, T *values)
{
	matrix b = random_matrix<T>(ROWS, 7, 1), c = random_matrix<T>(7, COLS, 1), product = b * c;
	cusparseDnMatDescr_t left, right;
	DONE(cusparseCreateDnMat(&left, ROWS, 7, ROWS, by_columns<T>(b), format<T>::type, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&right, 7, COLS, 7, by_columns<T>(c), format<T>::type, CUSPARSE_ORDER_COL));
	T alpha = scalar<T>(2), beta = scalar<T>(-1);
	cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE;
	DONE(cusparseSDDMM(handle, stands, stands, &alpha, left, right, &beta, made, format<T>::type, CUSPARSE_SDDMM_ALG_DEFAULT, NULL));
	int count = 0;
	double most = 0;
	for (int bi = 0; bi < ROWS / h; bi++)
		for (int bj = 0; bj < COLS / w; bj++) {
			bool used = false;
			for (int i = 0; i < h * w; i++)
				used = used || a(bi * h + i / w, bj * w + i % w) != number(0);
			for (int i = 0; used && i < h; i++)
				for (int j = 0; j < w; j++) {
					number wanted = number(2) * product(bi * h + i, bj * w + j) - a(bi * h + i, bj * w + j);
					most = std::max(most, std::abs(get(values[count * h * w + (order == CUSPARSE_ORDER_ROW ? i * w + j : j * h + i)]) - wanted));
				}
			count += used;
		}
	CHECK(most < format<T>::tolerance && count > 0 && count < ROWS * COLS / (h * w));
}

template <typename T> void check_blocks(int base)
{
	const cusparseOperation_t ops[] = { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
	const cusparseOrder_t orders[] = { CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL };
	for (cusparseOrder_t order : orders) {
		matrix a = random_matrix<T>(ROWS, COLS, 9);
		T *values;
		cusparseSpMatDescr_t made = make_blocks(a, 3, 2, order, base, &values);
		int64_t rows, cols, nnz;
		cusparseFormat_t form;
		DONE(cusparseSpMatGetSize(made, &rows, &cols, &nnz));
		DONE(cusparseSpMatGetFormat(made, &form));
		CHECK(rows == ROWS && cols == COLS && form == CUSPARSE_FORMAT_BSR);
		for (cusparseOperation_t op : ops) {
			check_product<T>(a, made, op, 1);
			check_product<T>(a, made, op, RIGHT);
		}
		check_sampled(a, made, 3, 2, order, values);
		DONE(cusparseDestroySpMat(made));
	}
}

// Blocks of 2 x 2, up to two in a row of blocks; what isn't at them is lost.
template <typename T> void check_ell(int base)
{
	const int width = 4, size = 2;
	matrix a = random_matrix<T>(ROWS, COLS, 1);
	int *columns = managed<int>(ROWS / size * (width / size));
	T *values = managed<T>(ROWS * width);
	cusparseSpMatDescr_t made;
	cusparseDnMatDescr_t dense;
	matrix kept(ROWS, COLS);
	for (int i = 0; i < ROWS / size; i++) {
		columns[i * 2] = i % (COLS / size) + base;
		columns[i * 2 + 1] = i % 3 ? (i + 2) % (COLS / size) + base : -1;
		for (int r = i * size; r < (i + 1) * size; r++)
			for (int k = 0; k < (i % 3 ? 2 : 1) * size; k++) {
				int j = (columns[i * 2 + k / size] - base) * size + k % size;
				kept(r, j) = a(r, j);
			}
	}
	DONE(cusparseCreateBlockedEll(&made, ROWS, COLS, size, width, columns, values, CUSPARSE_INDEX_32I, base_of(base), format<T>::type));
	DONE(cusparseCreateDnMat(&dense, ROWS, COLS, ROWS, by_columns<T>(a), format<T>::type, CUSPARSE_ORDER_COL));
	DONE(cusparseDenseToSparse_analysis(handle, dense, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
	DONE(cusparseDenseToSparse_convert(handle, dense, made, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
	check_product<T>(kept, made, CUSPARSE_OPERATION_NON_TRANSPOSE, RIGHT);
	check_product<T>(kept, made, CUSPARSE_OPERATION_TRANSPOSE, RIGHT);
	int64_t rows, cols, block, got;
	const void *got_columns, *got_values;
	cusparseIndexType_t index;
	cusparseIndexBase_t got_base;
	cudaDataType type;
	DONE(cusparseConstBlockedEllGet(made, &rows, &cols, &block, &got, &got_columns, &got_values, &index, &got_base, &type));
	CHECK(rows == ROWS && cols == COLS && block == size && got == width && got_columns == columns && got_values == values &&
		index == CUSPARSE_INDEX_32I && got_base == base_of(base) && type == format<T>::type);
	CHECK(cusparseCreateBlockedEll(&made, ROWS, COLS, size, 3, columns, values, CUSPARSE_INDEX_32I, base_of(base), format<T>::type) ==
		CUSPARSE_STATUS_INVALID_VALUE);
}

template <typename T> matrix solve(cusparseSpSVDescr_t solver, cusparseSpMatDescr_t made, cusparseOperation_t op, const matrix &b)
{
	T *x = by_columns<T>(b), *y = managed<T>(b.rows), one = scalar<T>(1);
	cusparseDnVecDescr_t from, to;
	DONE(cusparseCreateDnVec(&from, b.rows, x, format<T>::type));
	DONE(cusparseCreateDnVec(&to, b.rows, y, format<T>::type));
	DONE(cusparseSpSV_solve(handle, op, &one, made, from, to, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver));
	return from_columns(y, b.rows, 1);
}

// The lower triangle is solved with; the elements above it are left out.
template <typename T> void check_slices(int base, int slice)
{
	matrix a = random_matrix<T>(ROWS, ROWS, 3), lower(ROWS, ROWS), b = random_matrix<T>(ROWS, 1, 1);
	for (int i = 0; i < ROWS; i++) {
		a(i, i) = 16;
		for (int j = 0; j <= i; j++)
			lower(i, j) = a(i, j);
	}
	int places;
	T *values, one = scalar<T>(1);
	cusparseSpMatDescr_t made = make_slices(a, slice, base, &places, &values);
	const cusparseOperation_t ops[] = { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE };
	for (cusparseOperation_t op : ops) {
		check_product<T>(a, made, op, 1);
		cusparseSpSVDescr_t solver;
		cusparseDnVecDescr_t vector;
		DONE(cusparseSpSV_createDescr(&solver));
		DONE(cusparseCreateDnVec(&vector, ROWS, managed<T>(ROWS), format<T>::type));
		CHECK(cusparseSpSV_updateMatrix(handle, solver, values, CUSPARSE_SPSV_UPDATE_GENERAL) == CUSPARSE_STATUS_INVALID_VALUE);
		size_t size = 0;
		DONE(cusparseSpSV_bufferSize(handle, op, &one, made, vector, vector, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
		DONE(cusparseSpSV_analysis(handle, op, &one, made, vector, vector, format<T>::type, CUSPARSE_SPSV_ALG_DEFAULT, solver,
			managed<char>(size)));
		CHECK(distance(turned(lower, op) * solve<T>(solver, made, op, b), b) < format<T>::tolerance);
		T *diagonal = managed<T>(ROWS), *twice = managed<T>(places);
		matrix other = lower, doubled = lower;
		for (int i = 0; i < ROWS; i++) {
			other(i, i) = 20 + i;
			put(diagonal[i], other(i, i));
		}
		DONE(cusparseSpSV_updateMatrix(handle, solver, diagonal, CUSPARSE_SPSV_UPDATE_DIAGONAL));
		CHECK(distance(turned(other, op) * solve<T>(solver, made, op, b), b) < format<T>::tolerance);
		for (int i = 0; i < places; i++)
			put(twice[i], number(2) * get(values[i]));
		for (number &x : doubled.at)
			x *= 2;
		DONE(cusparseSpSV_updateMatrix(handle, solver, twice, CUSPARSE_SPSV_UPDATE_GENERAL));
		CHECK(distance(turned(doubled, op) * solve<T>(solver, made, op, b), b) < format<T>::tolerance);
		DONE(cusparseSpSV_destroyDescr(solver));
	}
	DONE(cusparseDestroySpMat(made));
}

// The same for several right sides, with a matrix by rows.
static void check_update_of_several()
{
	matrix a = random_matrix<double>(ROWS, ROWS, 3), b = random_matrix<double>(ROWS, RIGHT, 1);
	for (int i = 0; i < ROWS; i++)
		for (int j = i; j < ROWS; j++)
			a(i, j) = i == j ? 16 : 0;
	sparse<double> made(a, 1);
	double one = 1, *x = by_columns<double>(b), *y = managed<double>(ROWS * RIGHT), *diagonal = managed<double>(ROWS);
	cusparseDnMatDescr_t from, to;
	cusparseSpSMDescr_t solver;
	cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE;
	DONE(cusparseCreateDnMat(&from, ROWS, RIGHT, ROWS, x, CUDA_R_64F, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&to, ROWS, RIGHT, ROWS, y, CUDA_R_64F, CUSPARSE_ORDER_COL));
	DONE(cusparseSpSM_createDescr(&solver));
	size_t size = 0;
	DONE(cusparseSpSM_bufferSize(handle, stands, stands, &one, made.generic, from, to, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver, &size));
	DONE(cusparseSpSM_analysis(handle, stands, stands, &one, made.generic, from, to, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver,
		managed<char>(size)));
	for (int i = 0; i < ROWS; i++)
		a(i, i) = diagonal[i] = 20 + i;
	DONE(cusparseSpSM_updateMatrix(handle, solver, diagonal, CUSPARSE_SPSM_UPDATE_DIAGONAL));
	DONE(cusparseSpSM_solve(handle, stands, stands, &one, made.generic, from, to, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver));
	CHECK(distance(a * from_columns(y, ROWS, RIGHT), b) < 1e-10);
	DONE(cusparseSpSM_destroyDescr(solver));
}

// A batch of matrices of blocks; what a constant object is made of.
static void check_batch_and_parts()
{
	matrix a = random_matrix<float>(ROWS, COLS, 9);
	float *values, alpha = 1, beta = 0;
	cusparseSpMatDescr_t made = make_blocks(a, 3, 2, CUSPARSE_ORDER_ROW, 0, &values);
	int64_t rows, cols, nnz;
	DONE(cusparseSpMatGetSize(made, &rows, &cols, &nnz));
	float *both = managed<float>(2 * nnz), *x = managed<float>(COLS), *y = managed<float>(2 * ROWS);
	for (int i = 0; i < nnz; i++)
		both[nnz + i] = 3 * (both[i] = values[i]);
	for (int i = 0; i < COLS; i++)
		x[i] = 1;
	DONE(cusparseSpMatSetValues(made, both));
	DONE(cusparseBsrSetStridedBatch(made, 2, 0, 0, nnz));
	cusparseDnMatDescr_t from, to;
	DONE(cusparseCreateDnMat(&from, COLS, 1, COLS, x, CUDA_R_32F, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&to, ROWS, 1, ROWS, y, CUDA_R_32F, CUSPARSE_ORDER_COL));
	DONE(cusparseDnMatSetStridedBatch(from, 2, 0));
	DONE(cusparseDnMatSetStridedBatch(to, 2, ROWS));
	DONE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, made, from, &beta, to, CUDA_R_32F,
		CUSPARSE_SPMM_ALG_DEFAULT, NULL));
	bool right = false;
	for (int i = 0; i < ROWS; i++) {
		double sum = 0;
		for (int j = 0; j < COLS; j++)
			sum += a(i, j).real();
		right = right || sum != 0;
		CHECK(std::abs(y[i] - sum) < 1e-4 && std::abs(y[ROWS + i] - 3 * sum) < 1e-4);
	}
	CHECK(right);
	const void *got, *offsets, *columns;
	cusparseIndexType_t offsets_type, columns_type;
	cusparseIndexBase_t base;
	cudaDataType type;
	cusparseOrder_t order;
	int64_t ld;
	sparse<float> plain(a, 1);
	DONE(cusparseConstCsrGet(plain.generic, &rows, &cols, &nnz, &offsets, &columns, &got, &offsets_type, &columns_type, &base, &type));
	CHECK(rows == ROWS && cols == COLS && nnz == plain.nnz && offsets == plain.offsets && columns == plain.columns && got == plain.values &&
		base == CUSPARSE_INDEX_BASE_ONE && type == CUDA_R_32F);
	DONE(cusparseConstSpMatGetValues(plain.generic, &got));
	CHECK(got == plain.values);
	DONE(cusparseConstDnMatGetValues(from, &got));
	CHECK(got == x);
	DONE(cusparseConstDnMatGet(to, &rows, &cols, &ld, &got, &type, &order));
	CHECK(rows == ROWS && cols == 1 && ld == ROWS && got == y && type == CUDA_R_32F && order == CUSPARSE_ORDER_COL);
}

int main()
{
	DONE(cusparseCreate(&handle));
	for (int base = 0; base < 2; base++) {
		check_blocks<float>(base);
		check_blocks<cuDoubleComplex>(base);
		check_ell<double>(base);
		check_ell<cuComplex>(base);
	}
	check_slices<float>(0, 4);
	check_slices<double>(0, 5);
	check_slices<cuDoubleComplex>(0, 32);
	check_update_of_several();
	check_batch_and_parts();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
