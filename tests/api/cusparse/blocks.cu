// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse
//
// cuSPARSE: incomplete factorisations of matrices of blocks.  Where the matrix has blocks, the product of the factors is the matrix.
// Products of matrices of blocks with dense ones, the same matrices by columns of blocks, and triangular systems.
#include "api/cusparse/matrices.h"

OVERLOAD(bsrilu02) OVERLOAD(bsrilu02_analysis) OVERLOAD(bsrilu02_bufferSize) OVERLOAD(bsrilu02_bufferSizeExt)
OVERLOAD(bsric02) OVERLOAD(bsric02_analysis) OVERLOAD(bsric02_bufferSize) OVERLOAD(bsric02_bufferSizeExt)
OVERLOAD(bsrilu02_numericBoost)
OVERLOAD(bsrmv) OVERLOAD(bsrxmv) OVERLOAD(bsrmm) OVERLOAD(gebsr2gebsc) OVERLOAD(gebsr2gebsc_bufferSize) OVERLOAD(gebsr2gebsc_bufferSizeExt)
OVERLOAD(bsrsm2_solve) OVERLOAD(bsrsm2_analysis) OVERLOAD(bsrsm2_bufferSize) OVERLOAD(bsrsm2_bufferSizeExt)

enum { MB = 9 };
static const cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
static const cusparseDirection_t by_rows = CUSPARSE_DIRECTION_ROW;
static const cusparseDirection_t directions[] = { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };

// Blocks of a dense matrix where the pattern, of one element a block, isn't 0.
template <typename T> struct blocks {
	int mb, dim, nnz = 0, base;
	cusparseDirection_t direction;
	int *offsets, *columns;
	T *values;
	cusparseMatDescr_t description;
	blocks(const matrix &a, const matrix &pattern, cusparseDirection_t order, int from) : mb(pattern.rows), dim(a.rows / pattern.rows),
		base(from), direction(order), offsets(managed<int>(mb + 1)), columns(managed<int>(mb * mb)),
		values(managed<T>((size_t)a.rows * a.cols))
	{
		for (int i = 0; i < mb; i++) {
			offsets[i] = nnz + base;
			for (int j = 0; j < mb; j++)
				if (pattern(i, j) != 0.0)
					columns[nnz++] = j + base;
		}
		offsets[mb] = nnz + base;
		each_element([&](int i, int j, T &value) { put(value, a(i, j)); });
		DONE(cusparseCreateMatDescr(&description));
		DONE(cusparseSetMatIndexBase(description, (cusparseIndexBase_t)base));
	}
	template <typename F> void each_element(F work) const
	{
		for (int i = 0; i < mb; i++)
			for (int at = offsets[i] - base; at < offsets[i + 1] - base; at++)
				for (int k = 0; k < dim * dim; k++) {
					int r = direction == by_rows ? k / dim : k % dim, c = direction == by_rows ? k % dim : k / dim;
					work(i * dim + r, (columns[at] - base) * dim + c, values[(size_t)at * dim * dim + k]);
				}
	}
	matrix dense() const
	{
		matrix a(mb * dim, mb * dim);
		each_element([&](int i, int j, T &value) { a(i, j) = get(value); });
		return a;
	}
	bool is_finite() const
	{
		bool finite = true;
		each_element([&](int, int, T &value) { finite &= std::isfinite(std::abs(get(value))); });
		return finite;
	}
};

// Gives the buffer.
template <typename T> void *analyse_lu(blocks<T> &m, bsrilu02Info_t info)
{
	int size = 0;
	size_t longer = 0;
	DONE(bsrilu02_bufferSize(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, &size));
	DONE(bsrilu02_bufferSizeExt(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, &longer));
	CHECK(longer >= (size_t)size && size > 0);
	void *buffer = managed<char>(longer);
	DONE(bsrilu02_analysis(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, policy, buffer));
	return buffer;
}

template <typename T> void factor_lu(blocks<T> &m, bsrilu02Info_t info)
{
	void *buffer = analyse_lu(m, info);
	DONE(bsrilu02(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, policy, buffer));
}

template <typename T> void *analyse_cholesky(blocks<T> &m, bsric02Info_t info)
{
	int size = 0;
	size_t longer = 0;
	DONE(bsric02_bufferSize(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, &size));
	DONE(bsric02_bufferSizeExt(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, &longer));
	CHECK(longer >= (size_t)size && size > 0);
	void *buffer = managed<char>(longer);
	DONE(bsric02_analysis(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, policy, buffer));
	return buffer;
}

template <typename T> void factor_cholesky(blocks<T> &m, bsric02Info_t info)
{
	void *buffer = analyse_cholesky(m, info);
	DONE(bsric02(handle, m.direction, m.mb, m.nnz, m.description, m.values, m.offsets, m.columns, m.dim, info, policy, buffer));
}

// A Hermitian pattern with its diagonal, and a matrix that is large on its diagonal and Hermitian.
static matrix random_pattern()
{
	matrix pattern(MB, MB);
	for (int i = 0; i < MB; i++)
		for (int j = 0; j <= i; j++)
			pattern(i, j) = pattern(j, i) = i == j || rand() % 3 == 0;
	return pattern;
}

template <typename T> matrix random_hermitian(int n)
{
	matrix a = random_matrix<T>(n, n, 1);
	for (int i = 0; i < n; i++) {
		a(i, i) = 6 * n;
		for (int j = 0; j < i; j++)
			a(i, j) = std::conj(a(j, i));
	}
	return a;
}

// The elements of a matrix that lie in blocks of the pattern.
static matrix within(const matrix &a, const matrix &pattern)
{
	matrix inside(a.rows, a.cols);
	int dim = a.rows / pattern.rows;
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			inside(i, j) = pattern(i / dim, j / dim) != 0.0 ? a(i, j) : 0;
	return inside;
}

template <typename T> void test_lu(int dim, cusparseDirection_t direction, int base)
{
	matrix pattern = random_pattern(), a = random_matrix<T>(MB * dim, MB * dim, 1);
	pattern(7, 1) = 0; // L U needs no symmetry
	pattern(1, 7) = 1;
	for (int i = 0; i < MB * dim; i++)
		a(i, i) = 6 * MB * dim;
	blocks<T> m(a, pattern, direction, base);
	bsrilu02Info_t info;
	int position = -2;
	DONE(cusparseCreateBsrilu02Info(&info));
	factor_lu(m, info);
	DONE(cusparseXbsrilu02_zeroPivot(handle, info, &position));
	matrix l = m.dense(), u = l;
	for (int i = 0; i < l.rows; i++)
		for (int j = 0; j < l.rows; j++)
			l(i, j) = i == j ? 1 : i > j ? l(i, j) : 0, u(i, j) = i <= j ? u(i, j) : 0;
	CHECK(position == -1 && m.is_finite() && distance(within(l * u, pattern), within(a, pattern)) < 10 * format<T>::tolerance);
	DONE(cusparseDestroyBsrilu02Info(info));
}

// What is above the diagonal is neither read nor written.
template <typename T> void test_cholesky(int dim, cusparseDirection_t direction, int base)
{
	matrix pattern = random_pattern(), a = random_hermitian<T>(MB * dim), given = a;
	for (int i = 0; i < a.rows; i++)
		for (int j = i + 1; j < a.rows; j++)
			given(i, j) = 1000 + i;
	blocks<T> m(given, pattern, direction, base);
	bsric02Info_t info;
	int position = -2;
	DONE(cusparseCreateBsric02Info(&info));
	factor_cholesky(m, info);
	DONE(cusparseXbsric02_zeroPivot(handle, info, &position));
	matrix lower = m.dense(), upper(a.rows, a.rows);
	bool untouched = true;
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.rows; j++) {
			untouched &= i >= j || lower(i, j) == (pattern(i / dim, j / dim) != 0.0 ? given(i, j) : 0);
			lower(i, j) = i >= j ? lower(i, j) : 0;
			upper(j, i) = std::conj(lower(i, j));
		}
	CHECK(untouched && position == -1 && m.is_finite());
	CHECK(distance(within(lower * upper, pattern), within(a, pattern)) < 10 * format<T>::tolerance);
	DONE(cusparseDestroyBsric02Info(info));
}

// Blocks of a single element are elements.
static void test_single()
{
	matrix pattern = random_pattern(), a = within(random_hermitian<double>(MB), pattern);
	sparse<double> m(a, 1);
	blocks<double> b(a, a, by_rows, 1); // an element may be zero where the pattern isn't
	csrilu02Info_t lu;
	bsrilu02Info_t of_blocks;
	DONE(cusparseCreateCsrilu02Info(&lu));
	DONE(cusparseCreateBsrilu02Info(&of_blocks));
	int size = 0;
	DONE(cusparseDcsrilu02_bufferSize(handle, MB, m.nnz, m.description, m.values, m.offsets, m.columns, lu, &size));
	void *buffer = managed<char>(size);
	DONE(cusparseDcsrilu02_analysis(handle, MB, m.nnz, m.description, m.values, m.offsets, m.columns, lu, policy, buffer));
	DONE(cusparseDcsrilu02(handle, MB, m.nnz, m.description, m.values, m.offsets, m.columns, lu, policy, buffer));
	factor_lu(b, of_blocks);
	CHECK(m.nnz == b.nnz && distance(m.dense(), b.dense()) == 0);
	DONE(cusparseDestroyCsrilu02Info(lu));
	DONE(cusparseDestroyBsrilu02Info(of_blocks));
}

// A block of the diagonal is missing, or can't be divided by.
template <typename T> void test_zero_pivots(int base)
{
	enum { DIM = 2 };
	matrix pattern = random_pattern(), a = random_hermitian<T>(MB * DIM), diagonal(MB, MB), d(MB * DIM, MB * DIM);
	int *position = managed<int>(1);
	bsrilu02Info_t lu;
	bsric02Info_t chol;
	DONE(cusparseCreateBsrilu02Info(&lu));
	DONE(cusparseCreateBsric02Info(&chol));
	pattern(3, 3) = 0;
	blocks<T> without(a, pattern, by_rows, base);
	analyse_lu(without, lu);
	CHECK(cusparseXbsrilu02_zeroPivot(handle, lu, position) == CUSPARSE_STATUS_ZERO_PIVOT && *position == 3 + base);
	analyse_cholesky(without, chol);
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
	CHECK(cusparseXbsric02_zeroPivot(handle, chol, position) == CUSPARSE_STATUS_ZERO_PIVOT && *position == 3 + base);
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	for (int i = 0; i < MB; i++)
		diagonal(i, i) = 1;
	for (int i = 0; i < MB * DIM; i++)
		d(i, i) = 2;
	d(10, 10) = d(10, 11) = d(11, 10) = d(11, 11) = 1;
	blocks<T> singular(d, diagonal, by_rows, base), semidefinite(d, diagonal, by_rows, base);
	factor_lu(singular, lu);
	CHECK(cusparseXbsrilu02_zeroPivot(handle, lu, position) == CUSPARSE_STATUS_ZERO_PIVOT && *position == 5 + base);
	d(8, 8) = -2; // not positive
	blocks<T> indefinite(d, diagonal, by_rows, base);
	factor_cholesky(semidefinite, chol);
	CHECK(cusparseXbsric02_zeroPivot(handle, chol, position) == CUSPARSE_STATUS_ZERO_PIVOT && *position == 5 + base);
	factor_cholesky(indefinite, chol);
	CHECK(cusparseXbsric02_zeroPivot(handle, chol, position) == CUSPARSE_STATUS_ZERO_PIVOT && *position == 4 + base);
	DONE(cusparseDestroyBsrilu02Info(lu));
	DONE(cusparseDestroyBsric02Info(chol));
}

// Small pivots become larger, with numbers of the host or the device.
template <typename T> void test_boost(bool on_device)
{
	enum { DIM = 2 };
	matrix diagonal(MB, MB), d(MB * DIM, MB * DIM);
	for (int i = 0; i < MB; i++)
		diagonal(i, i) = 1;
	for (int i = 0; i < MB * DIM; i++)
		d(i, i) = 2;
	d(10, 10) = d(10, 11) = d(11, 10) = d(11, 11) = 1;
	d(4, 4) = 0.25;
	blocks<T> m(d, diagonal, by_rows, 0), again(d, diagonal, by_rows, 0);
	bsrilu02Info_t info;
	int position = -2;
	double *tolerance = managed<double>(1);
	T *boost = managed<T>(1);
	*tolerance = 0.5;
	put(*boost, 7);
	DONE(cusparseCreateBsrilu02Info(&info));
	DONE(cusparseSetPointerMode(handle, on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
	DONE(bsrilu02_numericBoost(handle, info, 1, tolerance, boost));
	DONE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
	factor_lu(m, info);
	DONE(cusparseXbsrilu02_zeroPivot(handle, info, &position));
	matrix found = m.dense();
	CHECK(position == -1 && found(4, 4) == 7.0 && found(10, 10) == 1.0 && found(11, 11) == 7.0 && found(5, 5) == 2.0);
	DONE(bsrilu02_numericBoost(handle, info, 0, (double *)nullptr, (T *)nullptr));
	factor_lu(again, info);
	CHECK(cusparseXbsrilu02_zeroPivot(handle, info, &position) == CUSPARSE_STATUS_ZERO_PIVOT && position == 5);
	CHECK(again.dense()(4, 4) == 0.25);
	DONE(cusparseDestroyBsrilu02Info(info));
}

static void test_lu_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	const cusparseDirection_t none = (cusparseDirection_t)7;
	blocks<double> m(random_hermitian<double>(MB * 2), random_pattern(), by_rows, 0);
	cusparseMatDescr_t d = m.description;
	double *v = m.values, tolerance = 1, boost = 1;
	int *o = m.offsets, *c = m.columns, n = m.nnz, size;
	bsrilu02Info_t info;
	CHECK(cusparseCreateBsrilu02Info(NULL) == invalid);
	DONE(cusparseCreateBsrilu02Info(&info));
	CHECK(cusparseDbsrilu02_bufferSize(handle, by_rows, -1, n, d, v, o, c, 2, info, &size) == invalid);
	CHECK(cusparseDbsrilu02_bufferSize(handle, by_rows, MB, n, d, v, o, c, 2, info, NULL) == invalid);
	CHECK(cusparseDbsrilu02(NULL, by_rows, MB, n, d, v, o, c, 2, info, policy, v) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDbsrilu02(handle, none, MB, n, d, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, -1, n, d, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, -1, d, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, NULL, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, NULL, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, v, NULL, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, v, o, NULL, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, v, o, c, 0, info, policy, v) == invalid);
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, v, o, c, 2, NULL, policy, v) == invalid);
	CHECK(cusparseDbsrilu02_analysis(handle, by_rows, MB, n, d, v, o, c, 0, info, policy, v) == invalid);
	CHECK(cusparseXbsrilu02_zeroPivot(handle, info, NULL) == invalid && cusparseXbsrilu02_zeroPivot(handle, NULL, &size) == invalid);
	CHECK(cusparseDbsrilu02_numericBoost(handle, NULL, 1, &tolerance, &boost) == invalid);
	CHECK(cusparseDbsrilu02_numericBoost(handle, info, 1, NULL, &boost) == invalid);
	CHECK(cusparseDbsrilu02_numericBoost(handle, info, 1, &tolerance, NULL) == invalid);
	DONE(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_SYMMETRIC));
	CHECK(cusparseDbsrilu02(handle, by_rows, MB, n, d, v, o, c, 2, info, policy, v) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	DONE(cusparseDestroyBsrilu02Info(info));
}

static void test_cholesky_errors()
{
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	blocks<double> m(random_hermitian<double>(MB * 2), random_pattern(), by_rows, 0);
	cusparseMatDescr_t d = m.description;
	double *v = m.values;
	int *o = m.offsets, *c = m.columns, n = m.nnz, size;
	bsric02Info_t info;
	CHECK(cusparseCreateBsric02Info(NULL) == invalid);
	DONE(cusparseCreateBsric02Info(&info));
	CHECK(cusparseDbsric02_bufferSize(handle, by_rows, MB, n, d, v, o, c, 0, info, &size) == invalid);
	CHECK(cusparseDbsric02(NULL, by_rows, MB, n, d, v, o, c, 2, info, policy, v) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDbsric02(handle, by_rows, -1, n, d, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseDbsric02(handle, by_rows, MB, n, d, v, o, c, 0, info, policy, v) == invalid);
	CHECK(cusparseDbsric02(handle, by_rows, MB, n, d, v, o, c, 2, NULL, policy, v) == invalid);
	CHECK(cusparseDbsric02_analysis(handle, by_rows, MB, n, NULL, v, o, c, 2, info, policy, v) == invalid);
	CHECK(cusparseXbsric02_zeroPivot(handle, info, NULL) == invalid && cusparseXbsric02_zeroPivot(handle, NULL, &size) == invalid);
	DONE(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_HERMITIAN));
	CHECK(cusparseDbsric02(handle, by_rows, MB, n, d, v, o, c, 2, info, policy, v) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	DONE(cusparseDestroyBsric02Info(info));
}

static matrix turned(const matrix &a, cusparseOperation_t op)
{
	if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
		return a;
	matrix b(a.cols, a.rows);
	for (int i = 0; i < a.rows; i++)
		for (int j = 0; j < a.cols; j++)
			b(j, i) = op == CUSPARSE_OPERATION_TRANSPOSE ? a(i, j) : std::conj(a(i, j));
	return b;
}

static matrix scaled(number alpha, const matrix &a, number beta, const matrix &b)
{
	matrix c = a;
	for (size_t i = 0; i < c.at.size(); i++)
		c.at[i] = alpha * a.at[i] + beta * b.at[i];
	return c;
}

static const cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE, turns = CUSPARSE_OPERATION_TRANSPOSE;
static const cusparseOperation_t operations[] = { stands, turns, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };

template <typename T> void test_products(int dim, cusparseDirection_t direction, int base)
{
	int n = MB * dim, wide = 3;
	blocks<T> m(random_matrix<T>(n, n, 1), random_pattern(), direction, base);
	matrix a = m.dense(), b = random_matrix<T>(n, wide, 1), c = random_matrix<T>(n, wide, 1);
	T *alpha = managed<T>(2), *beta = alpha + 1, *x = by_columns<T>(b), *flat = by_columns<T>(turned(b, turns));
	put(alpha[0], 1.5);
	put(alpha[1], -0.5);
	T *y = by_columns<T>(c);
	DONE(bsrmv(handle, direction, stands, MB, MB, m.nnz, alpha, m.description, m.values, m.offsets, m.columns, dim, x, beta, y));
	matrix first = scaled(1.5, a * b, -0.5, c), got = from_columns(y, n, 1);
	for (int i = 0; i < n; i++)
		CHECK(std::abs(got(i, 0) - first(i, 0)) < 10 * format<T>::tolerance);
	for (cusparseOperation_t op : { stands, turns }) {
		T *to = by_columns<T>(c);
		DONE(bsrmm(handle, direction, stands, op, MB, wide, MB, m.nnz, alpha, m.description, m.values, m.offsets, m.columns, dim,
			op == stands ? x : flat, op == stands ? n : wide, beta, to, n));
		CHECK(distance(from_columns(to, n, wide), first) < 10 * format<T>::tolerance);
	}
}

// Two rows of blocks alone, the second without its last block.
template <typename T> void test_masked(int dim, cusparseDirection_t direction, int base)
{
	int n = MB * dim, *mask = managed<int>(2), *ends = managed<int>(MB);
	matrix pattern = random_pattern();
	blocks<T> m(random_matrix<T>(n, n, 1), pattern, direction, base);
	matrix a = m.dense(), b = random_matrix<T>(n, 1, 1), c = random_matrix<T>(n, 1, 1);
	T *alpha = managed<T>(2), *beta = alpha + 1, *x = by_columns<T>(b), *y = by_columns<T>(c);
	put(alpha[0], 1.5);
	put(alpha[1], -0.5);
	for (int i = 0; i < MB; i++)
		ends[i] = m.offsets[i + 1];
	mask[0] = 6 + base;
	mask[1] = 2 + base;
	int dropped = m.columns[--ends[2] - base] - base;
	for (int i = 0; i < dim; i++)
		for (int j = 0; j < dim; j++)
			a(2 * dim + i, dropped * dim + j) = 0;
	DONE(bsrxmv(handle, direction, stands, 2, MB, MB, m.nnz, alpha, m.description, m.values, mask, m.offsets, ends, m.columns, dim, x,
		beta, y));
	matrix product = scaled(1.5, a * b, -0.5, c), got = from_columns(y, n, 1);
	for (int i = 0; i < n; i++) {
		bool listed = i / dim == 6 || i / dim == 2;
		CHECK(std::abs(got(i, 0) - (listed ? product(i, 0) : c(i, 0))) < 10 * format<T>::tolerance);
	}
	CHECK(bsrxmv(handle, direction, turns, 2, MB, MB, m.nnz, alpha, m.description, m.values, mask, m.offsets, ends, m.columns, dim, x,
		beta, y) == CUSPARSE_STATUS_NOT_SUPPORTED);
	CHECK(bsrxmv(handle, direction, stands, -1, MB, MB, m.nnz, alpha, m.description, m.values, mask, m.offsets, ends, m.columns, dim, x,
		beta, y) == CUSPARSE_STATUS_INVALID_VALUE);
	CHECK(bsrxmv(handle, direction, stands, 2, MB, MB, m.nnz, alpha, m.description, m.values, mask, m.offsets, (int *)NULL, m.columns, dim,
		x, beta, y) == CUSPARSE_STATUS_INVALID_VALUE);
}

// Blocks of 2 x 3 elements, of 3 x 4 blocks.
template <typename T> void test_by_columns(int base)
{
	int offsets[] = { 0, 2, 3, 6 }, columns[] = { 0, 3, 1, 0, 1, 3 }, size = 0;
	int to_offsets[] = { 0, 2, 4, 4, 6 }, to_rows[] = { 0, 2, 1, 2, 0, 2 }, from[] = { 0, 3, 2, 4, 1, 5 };
	int *o = managed<int>(4), *c = managed<int>(6), *rows = managed<int>(6), *ends = managed<int>(5);
	T *values = managed<T>(36), *to = managed<T>(36);
	size_t longer = 0;
	for (int i = 0; i < 4; i++)
		o[i] = offsets[i] + base;
	for (int i = 0; i < 6; i++)
		c[i] = columns[i] + base;
	for (int i = 0; i < 36; i++)
		put(values[i], i + 1);
	DONE(gebsr2gebsc_bufferSize(handle, 3, 4, 6, values, o, c, 2, 3, &size));
	DONE(gebsr2gebsc_bufferSizeExt(handle, 3, 4, 6, values, o, c, 2, 3, &longer));
	CHECK(longer >= (size_t)size && size > 0);
	void *buffer = managed<char>(longer);
	for (cusparseAction_t action : { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC }) {
		DONE(gebsr2gebsc(handle, 3, 4, 6, values, o, c, 2, 3, to, rows, ends, action, (cusparseIndexBase_t)base, buffer));
		for (int j = 0; j < 5; j++)
			CHECK_EQUAL(ends[j], to_offsets[j] + base);
		for (int i = 0; i < 6; i++)
			CHECK_EQUAL(rows[i], to_rows[i] + base);
		for (int i = 0; i < 36 && action == CUSPARSE_ACTION_NUMERIC; i++)
			CHECK(get(to[i]) == (double)(from[i / 6] * 6 + i % 6 + 1));
	}
}

template <typename T> void test_systems(int dim, cusparseDirection_t direction, int base)
{
	int n = MB * dim, wide = 2, position = -2, size = 0;
	matrix whole = random_matrix<T>(n, n, 1), right = random_matrix<T>(n, wide, 1);
	for (int i = 0; i < n; i++)
		whole(i, i) = 5 * n;
	size_t longer = 0;
	for (int form = 0; form < 24; form++) {
		bool upper = form & 1, unit = form >> 1 & 1, flat = form >> 2 & 1;
		cusparseOperation_t op = operations[form >> 3], op_x = flat ? turns : stands;
		matrix scaled_down = whole;
		for (number &x : scaled_down.at)
			x /= unit ? 8.0 * n : 1.0;
		blocks<T> m(scaled_down, random_pattern(), direction, base);
		matrix triangle = m.dense();
		for (int i = 0; i < n; i++)
			for (int j = 0; j < n; j++)
				triangle(i, j) = i == j ? (unit ? 1 : triangle(i, i)) : (i < j) == upper ? triangle(i, j) : 0;
		bsrsm2Info_t info;
		T alpha, *b = by_columns<T>(flat ? turned(right, turns) : right), *x = managed<T>(n * wide);
		put(alpha, 2);
		DONE(cusparseSetMatFillMode(m.description, upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER));
		DONE(cusparseSetMatDiagType(m.description, unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT));
		DONE(cusparseCreateBsrsm2Info(&info));
		DONE(bsrsm2_bufferSize(handle, direction, op, op_x, MB, wide, m.nnz, m.description, m.values, m.offsets, m.columns, dim, info, &size));
		DONE(bsrsm2_bufferSizeExt(handle, direction, op, op_x, MB, wide, m.nnz, m.description, m.values, m.offsets, m.columns, dim, info,
			&longer));
		void *buffer = managed<char>(longer);
		DONE(bsrsm2_analysis(handle, direction, op, op_x, MB, wide, m.nnz, m.description, m.values, m.offsets, m.columns, dim, info, policy,
			buffer));
		int ld = flat ? wide : n;
		DONE(bsrsm2_solve(handle, direction, op, op_x, MB, wide, m.nnz, &alpha, m.description, m.values, m.offsets, m.columns, dim, info, b,
			ld, x, ld, policy, buffer));
		DONE(cusparseXbsrsm2_zeroPivot(handle, info, &position));
		matrix found = flat ? turned(from_columns(x, wide, n), turns) : from_columns(x, n, wide);
		CHECK(position == -1 && distance(turned(triangle, op) * found, scaled(2, right, 0, right)) < 10 * format<T>::tolerance);
		DONE(cusparseDestroyBsrsm2Info(info));
	}
}

// A zero on the diagonal within a block, and a diagonal block that is missing.
static void test_system_pivots(int base)
{
	matrix pattern = random_pattern(), a = random_matrix<double>(2 * MB, 2 * MB, 1);
	double alpha = 1, *b = managed<double>(2 * MB);
	int position = -2;
	for (int i = 0; i < 2 * MB; i++)
		a(i, i) = i == 7 ? 0 : 1;
	for (int missing = 0; missing < 2; missing++) {
		pattern(5, 5) = !missing;
		blocks<double> m(a, pattern, by_rows, base);
		bsrsm2Info_t info;
		DONE(cusparseCreateBsrsm2Info(&info));
		DONE(cusparseDbsrsm2_analysis(handle, by_rows, stands, stands, MB, 1, m.nnz, m.description, m.values, m.offsets, m.columns, 2, info,
			policy, b));
		CHECK(cusparseXbsrsm2_zeroPivot(handle, info, &position) == (missing ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS));
		CHECK_EQUAL(position, missing ? 5 + base : -1);
		DONE(cusparseDbsrsm2_solve(handle, by_rows, stands, stands, MB, 1, m.nnz, &alpha, m.description, m.values, m.offsets, m.columns, 2,
			info, b, 2 * MB, b, 2 * MB, policy, b));
		CHECK(cusparseXbsrsm2_zeroPivot(handle, info, &position) == CUSPARSE_STATUS_ZERO_PIVOT && position == 3 + base);
		DONE(cusparseDestroyBsrsm2Info(info));
	}
}

static void test_product_errors()
{
	blocks<double> m(random_matrix<double>(2 * MB, 2 * MB, 1), random_pattern(), by_rows, 0);
	int n = m.nnz, *o = m.offsets, *c = m.columns, size;
	double *v = m.values, *x = managed<double>(2 * MB), one = 1;
	cusparseMatDescr_t d = m.description;
	const cusparseStatus_t invalid = CUSPARSE_STATUS_INVALID_VALUE;
	bsrsm2Info_t info;
	DONE(cusparseCreateBsrsm2Info(&info));
	CHECK(cusparseDbsrmv(NULL, by_rows, stands, MB, MB, n, &one, d, v, o, c, 2, x, &one, x) == CUSPARSE_STATUS_NOT_INITIALIZED);
	CHECK(cusparseDbsrmv(handle, by_rows, stands, -1, MB, n, &one, d, v, o, c, 2, x, &one, x) == invalid);
	CHECK(cusparseDbsrmv(handle, by_rows, stands, MB, MB, n, &one, d, v, o, c, 0, x, &one, x) == invalid);
	CHECK(cusparseDbsrmv(handle, by_rows, stands, MB, MB, n, NULL, d, v, o, c, 2, x, &one, x) == invalid);
	CHECK(cusparseDbsrmv(handle, by_rows, stands, MB, MB, n, &one, NULL, v, o, c, 2, x, &one, x) == invalid);
	CHECK(cusparseDbsrmv(handle, by_rows, stands, MB, MB, n, &one, d, v, o, c, 2, NULL, &one, x) == invalid);
	CHECK(cusparseDbsrmm(handle, by_rows, stands, stands, MB, 1, MB, n, &one, d, v, o, c, 2, x, 1, &one, x, 2 * MB) == invalid);
	CHECK(cusparseDgebsr2gebsc(handle, MB, MB, n, v, o, c, 0, 2, v, c, o, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, x) == invalid);
	CHECK(cusparseDgebsr2gebsc_bufferSize(handle, MB, MB, n, v, o, c, 2, 2, NULL) == invalid);
	CHECK(cusparseDbsrsm2_bufferSize(handle, by_rows, stands, stands, MB, 1, n, d, v, o, c, 0, info, &size) == invalid);
	CHECK(cusparseDbsrsm2_analysis(handle, by_rows, stands, stands, MB, 1, n, d, v, o, c, 2, NULL, policy, x) == invalid);
	CHECK(cusparseDbsrsm2_solve(handle, by_rows, stands, stands, MB, 1, n, &one, d, v, o, c, 2, info, x, 1, x, 1, policy, x) == invalid);
	CHECK(cusparseXbsrsm2_zeroPivot(handle, info, NULL) == invalid && cusparseCreateBsrsm2Info(NULL) == invalid);
	DONE(cusparseSetMatType(d, CUSPARSE_MATRIX_TYPE_HERMITIAN));
	CHECK(cusparseDbsrmv(handle, by_rows, stands, MB, MB, n, &one, d, v, o, c, 2, x, &one, x) == CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	DONE(cusparseDestroyBsrsm2Info(info));
}

template <typename T> void test_all()
{
	for (int base = 0; base < 2; base++) {
		for (cusparseDirection_t direction : directions)
			for (int dim = 1; dim < 5; dim++) {
				test_lu<T>(dim, direction, base);
				test_cholesky<T>(dim, direction, base);
				test_products<T>(dim, direction, base);
				test_masked<T>(dim, direction, base);
				test_systems<T>(dim, direction, base);
			}
		test_by_columns<T>(base);
		test_zero_pivots<T>(base);
		test_boost<T>(base);
	}
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_all<float>();
	test_all<double>();
	test_all<cuComplex>();
	test_all<cuDoubleComplex>();
	test_system_pivots(0);
	test_system_pivots(1);
	test_product_errors();
	test_single();
	test_lu_errors();
	test_cholesky_errors();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
