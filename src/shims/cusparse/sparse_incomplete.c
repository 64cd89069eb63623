// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Incomplete factorisations without fill-in (cuSPARSE, "cusparse<t>csrilu02", "cusparse<t>csric02", and of blocks: "cusparse<t>bsrilu02",
// "cusparse<t>bsric02"): elimination row by row, in which only elements are kept that A has.  Columns ascend in each row.  Numbers are
// worked with as complex doubles.  A matrix by rows is one of blocks of a single element.
#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include "sparse.h"

// What an analysis or a factorisation found.  The position is that of the first diagonal element that is missing or zero, or -1.
struct incomplete {
	uint64_t magic;
	int position;
	int boosts;
	double tolerance, boost[2];
};

struct csrilu02Info { struct incomplete found; };
struct csric02Info { struct incomplete found; };
struct bsrilu02Info { struct incomplete found; };
struct bsric02Info { struct incomplete found; };

enum { SPARSE_INCOMPLETE = 0x53504149 };

#define OBJECT(type, kind, create, destroy) \
	cusparseStatus_t create(type *object) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(create, object); \
		struct kind *made = object ? calloc(1, sizeof(*made)) : NULL; \
		if (!made) \
			return object ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE; \
		made->found.magic = SPARSE_INCOMPLETE; \
		made->found.position = -1; \
		*object = made; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t destroy(type object) \
	{ \
		if (object && object->found.magic != SPARSE_INCOMPLETE) \
			SPARSE_FORWARD(destroy, object); \
		cudaDeviceSynchronize(); /* work of any stream may write to it */ \
		free(object); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
OBJECT(csrilu02Info_t, csrilu02Info, cusparseCreateCsrilu02Info, cusparseDestroyCsrilu02Info)
OBJECT(csric02Info_t, csric02Info, cusparseCreateCsric02Info, cusparseDestroyCsric02Info)
OBJECT(bsrilu02Info_t, bsrilu02Info, cusparseCreateBsrilu02Info, cusparseDestroyBsrilu02Info)
OBJECT(bsric02Info_t, bsric02Info, cusparseCreateBsric02Info, cusparseDestroyBsric02Info)

// Rows, offsets and columns are those of blocks of dim x dim elements.
struct job {
	struct incomplete *found, properties;
	cudaDataType type;
	int m, nnz, base, dim;
	bool by_columns, cholesky; // by_columns: the elements of each block
	void *values;
	const int *offsets, *columns;
};

typedef double _Complex number;

// What a factorisation needs room for.  Blocks that are worked with lie by rows.
struct room {
	int *diagonal; // where each row's diagonal block is, or -1
	int *in_row;   // where the columns of the row worked on are, counted from 1; others have a place before its first block
	number *row;   // the blocks of the row worked on
	number *other; // one of an earlier row
};

static char *place(const struct job *j, int block, int r, int c)
{
	size_t at = ((size_t)block * j->dim + (j->by_columns ? c : r)) * j->dim + (j->by_columns ? r : c);
	return (char *)j->values + at * aw_shim_type_size(j->type);
}

static void load(const struct job *j, int block, number *to)
{
	for (int r = 0; r < j->dim; r++)
		for (int c = 0; c < j->dim; c++) {
			double value[2];
			aw_sparse_value(place(j, block, r, c), j->type, 0, value);
			*to++ = CMPLX(value[0], value[1]);
		}
}

// lower: no elements above the diagonal
static void store(const struct job *j, int block, const number *from, bool lower)
{
	for (int r = 0; r < j->dim; r++)
		for (int c = 0; c < (lower ? r + 1 : j->dim); c++) {
			number value = from[r * j->dim + c];
			double parts[2] = { creal(value), cimag(value) };
			aw_shim_store_f64(j->type, place(j, block, r, c), parts, 1);
		}
}

// The first row without a diagonal block, or -1.
static int find_diagonals(const struct job *j, int *diagonal)
{
	int missing = -1;
	for (int i = 0; i < j->m; i++) {
		diagonal[i] = -1;
		for (int at = j->offsets[i] - j->base; at < j->offsets[i + 1] - j->base; at++)
			if (j->columns[at] - j->base == i)
				diagonal[i] = at;
		if (diagonal[i] < 0 && missing < 0)
			missing = i;
	}
	return missing;
}

// --- blocks ---

// Element (r, c) of a block or of its adjoint.
static number element(const number *x, int dim, int r, int c, bool adjoint)
{
	return adjoint ? conj(x[c * dim + r]) : x[r * dim + c];
}

// to -= left * right, or the adjoint of right
static void subtract(int dim, number *to, const number *left, const number *right, bool adjoint)
{
	for (int r = 0; r < dim; r++)
		for (int c = 0; c < dim; c++)
			for (int k = 0; k < dim; k++)
				to[r * dim + c] -= left[r * dim + k] * element(right, dim, k, c, adjoint);
}

// x = x U^-1, where U is the upper triangle of a block, or the adjoint of its lower triangle
static void divide(int dim, number *x, const number *u, bool adjoint)
{
	for (int r = 0; r < dim; r++)
		for (int c = 0; c < dim; c++) {
			for (int k = 0; k < c; k++)
				x[r * dim + c] -= x[r * dim + k] * element(u, dim, k, c, adjoint);
			x[r * dim + c] /= element(u, dim, c, c, adjoint);
		}
}

// x = L^-1 x, where L is the lower triangle of a block with ones on its diagonal
static void divide_left(int dim, number *x, const number *l)
{
	for (int r = 1; r < dim; r++)
		for (int k = 0; k < r; k++)
			for (int c = 0; c < dim; c++)
				x[r * dim + c] -= l[r * dim + k] * x[k * dim + c];
}

// L U of a block in its place; small pivots are made larger where that is wanted.  Whether all pivots can be divided by.
static bool lu_of_block(const struct job *j, number *x)
{
	int dim = j->dim;
	for (int k = 0; k < dim; k++) {
		number *pivot = &x[k * dim + k];
		if (j->properties.boosts && cabs(*pivot) <= j->properties.tolerance)
			*pivot = CMPLX(j->properties.boost[0], j->properties.boost[1]);
		if (*pivot == 0)
			return false;
		for (int r = k + 1; r < dim; r++) {
			x[r * dim + k] /= *pivot;
			for (int c = k + 1; c < dim; c++)
				x[r * dim + c] -= x[r * dim + k] * x[k * dim + c];
		}
	}
	return true;
}

// L L* of a block in its lower triangle.  Whether it is positive definite; if not, the diagonal has a zero where that shows.
static bool cholesky_of_block(int dim, number *x)
{
	for (int c = 0; c < dim; c++)
		for (int r = c; r < dim; r++) {
			number rest = x[r * dim + c];
			for (int k = 0; k < c; k++)
				rest -= x[r * dim + k] * conj(x[c * dim + k]);
			if (r > c)
				x[r * dim + c] = rest / x[c * dim + c];
			else
				x[c * dim + c] = creal(rest) > 0 ? sqrt(creal(rest)) : 0;
			if (x[c * dim + c] == 0)
				return false;
		}
	return true;
}

// --- rows ---

// The block of the row worked on in this column, or NULL.
static number *in_column(const struct job *j, const struct room *room, int begin, int column)
{
	int at = room->in_row[column - j->base] - 1;
	return at < begin ? NULL : room->row + (size_t)(at - begin) * j->dim * j->dim;
}

// Eliminates what is left of row i's diagonal by the rows above.
static void reduce(const struct job *j, const struct room *room, int i)
{
	int begin = j->offsets[i] - j->base, dim = j->dim;
	for (int at = begin; at < room->diagonal[i]; at++) {
		int k = j->columns[at] - j->base;
		number *own = in_column(j, room, begin, j->columns[at]);
		if (j->cholesky)
			for (int other = j->offsets[k] - j->base; other < room->diagonal[k]; other++) {
				const number *earlier = in_column(j, room, begin, j->columns[other]);
				if (!earlier)
					continue;
				load(j, other, room->other);
				subtract(dim, own, earlier, room->other, true);
			}
		load(j, room->diagonal[k], room->other);
		divide(dim, own, room->other, j->cholesky);
		if (j->cholesky)
			subtract(dim, in_column(j, room, begin, i + j->base), own, own, true);
		else
			for (int other = room->diagonal[k] + 1; other < j->offsets[k + 1] - j->base; other++) {
				number *to = in_column(j, room, begin, j->columns[other]);
				if (!to)
					continue;
				load(j, other, room->other);
				subtract(dim, to, own, room->other, false);
			}
	}
}

// Whether row i's diagonal block can be divided by.  Cholesky leaves what is above the diagonal alone.
static bool factor_row(const struct job *j, const struct room *room, int i)
{
	int begin = j->offsets[i] - j->base, end = j->cholesky ? room->diagonal[i] + 1 : j->offsets[i + 1] - j->base, dim = j->dim;
	for (int at = begin; at < end; at++) {
		room->in_row[j->columns[at] - j->base] = at + 1;
		load(j, at, in_column(j, room, begin, j->columns[at]));
	}
	reduce(j, room, i);
	number *diagonal = in_column(j, room, begin, i + j->base);
	bool good = j->cholesky ? cholesky_of_block(dim, diagonal) : lu_of_block(j, diagonal);
	for (int at = begin; at < end; at++) {
		number *own = in_column(j, room, begin, j->columns[at]);
		if (good && at > room->diagonal[i])
			divide_left(dim, own, diagonal);
		store(j, at, own, j->cholesky && at == room->diagonal[i]);
	}
	return good;
}

// Room for the longest row.
static bool make_room(const struct job *j, struct room *room)
{
	int longest = 0;
	for (int i = 0; i < j->m; i++)
		if (j->offsets[i + 1] - j->offsets[i] > longest)
			longest = j->offsets[i + 1] - j->offsets[i];
	size_t block = (size_t)j->dim * j->dim * sizeof(number);
	*room = (struct room){ malloc(((size_t)j->m + 1) * sizeof(int)), calloc((size_t)j->m + 1, sizeof(int)),
		malloc(((size_t)longest + 1) * block), malloc(block) };
	return room->diagonal && room->in_row && room->row && room->other;
}

static void run(void *record)
{
	const struct job *j = record;
	struct room room;
	int zero = -1;
	if (!make_room(j, &room)) {
		aw_shim_log_error("cusparse", "no memory for an incomplete factorisation");
	} else {
		zero = find_diagonals(j, room.diagonal);
		for (int i = 0; zero < 0 && i < j->m; i++)
			if (!factor_row(j, &room, i))
				zero = i;
	}
	j->found->position = zero < 0 ? -1 : zero + j->base;
	free(room.diagonal);
	free(room.in_row);
	free(room.row);
	free(room.other);
}

static void run_analysis(void *record)
{
	const struct job *j = record;
	int *diagonal = malloc(((size_t)j->m + 1) * sizeof(int)), missing = diagonal ? find_diagonals(j, diagonal) : -1;
	j->found->position = missing < 0 ? -1 : missing + j->base;
	free(diagonal);
}

static bool is_direction(cusparseDirection_t direction)
{
	return direction == CUSPARSE_DIRECTION_ROW || direction == CUSPARSE_DIRECTION_COLUMN;
}

static cusparseStatus_t submit(cusparseHandle_t handle, cusparseMatDescr_t description, struct job *j, bool analysis)
{
	if (j->m < 0 || j->nnz < 0 || j->dim < 1 || !description || description->magic != AW_SHIM_MAT_DESCR || !j->found ||
	    j->found->magic != SPARSE_INCOMPLETE || !j->offsets || (j->nnz && (!j->columns || (!analysis && !j->values))))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (description->type != CUSPARSE_MATRIX_TYPE_GENERAL)
		return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
	j->base = description->base;
	j->properties = *j->found;
	return aw_sparse_status(aw_shim_queue(handle->stream, analysis ? run_analysis : run, j, sizeof(*j)));
}

static cusparseStatus_t find_position(cusparseHandle_t handle, const struct incomplete *found, int *position)
{
	if (!found || found->magic != SPARSE_INCOMPLETE || !position)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaStreamSynchronize(handle->stream);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	*position = found->position;
	return found->position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define POSITION(name, object) \
	cusparseStatus_t name(cusparseHandle_t handle, object info, int *position) \
	{ \
		SPARSE_BEGIN(name, info, position) \
		return find_position(handle, info ? &info->found : NULL, position); \
	}
POSITION(cusparseXcsrilu02_zeroPivot, csrilu02Info_t)
POSITION(cusparseXcsric02_zeroPivot, csric02Info_t)
POSITION(cusparseXbsrilu02_zeroPivot, bsrilu02Info_t)
POSITION(cusparseXbsric02_zeroPivot, bsric02Info_t)

// --- of elements ---

#define BUFFER(name, T, object, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, T *values, const int *offsets, \
		const int *columns, object info, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, m, nnz, description, values, offsets, columns, info, size) \
		if (!size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define INCOMPLETE(name, T, format, object, is_cholesky) \
	BUFFER(name##_bufferSize, T, object, int) \
	BUFFER(name##_bufferSizeExt, T, object, size_t) \
	cusparseStatus_t name##_analysis(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, const T *values, \
		const int *offsets, const int *columns, object info, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name##_analysis, m, nnz, description, values, offsets, columns, info, policy, buffer) \
		struct job j = { .found = info ? &info->found : NULL, .type = format, .m = m, .nnz = nnz, .dim = 1, \
			.values = (void *)(uintptr_t)values, .offsets = offsets, .columns = columns }; \
		return submit(handle, description, &j, true); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t description, T *values, const int *offsets, \
		const int *columns, object info, cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name, m, nnz, description, values, offsets, columns, info, policy, buffer) \
		struct job j = { .found = info ? &info->found : NULL, .type = format, .m = m, .nnz = nnz, .dim = 1, \
			.values = values, .offsets = offsets, .columns = columns, .cholesky = is_cholesky }; \
		return submit(handle, description, &j, false); \
	}
#define ILU(name, T, format) INCOMPLETE(name, T, format, csrilu02Info_t, false)
#define IC(name, T, format) INCOMPLETE(name, T, format, csric02Info_t, true)
SPARSE_ALL(ILU, csrilu02)
SPARSE_ALL(IC, csric02)

// --- of blocks ---

#define BLOCK_BUFFER(name, T, object, SIZE) \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb, const cusparseMatDescr_t description, \
		T *values, const int *offsets, const int *columns, int dim, object info, SIZE *size) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nnzb, description, values, offsets, columns, dim, info, size) \
		if (mb < 0 || nnzb < 0 || dim < 1 || !is_direction(direction) || !size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = 1; \
		return CUSPARSE_STATUS_SUCCESS; \
	}

#define BLOCK_JOB(format, is_cholesky) \
	{ .found = info ? &info->found : NULL, .type = format, .m = mb, .nnz = nnzb, .dim = is_direction(direction) ? dim : 0, \
		.by_columns = direction == CUSPARSE_DIRECTION_COLUMN, .values = (void *)(uintptr_t)values, .offsets = offsets, \
		.columns = columns, .cholesky = is_cholesky }

#define BLOCKS(name, T, format, object, QUALIFIER, is_cholesky) \
	BLOCK_BUFFER(name##_bufferSize, T, object, int) \
	BLOCK_BUFFER(name##_bufferSizeExt, T, object, size_t) \
	cusparseStatus_t name##_analysis(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb, \
		const cusparseMatDescr_t description, QUALIFIER T *values, const int *offsets, const int *columns, int dim, object info, \
		cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name##_analysis, direction, mb, nnzb, description, values, offsets, columns, dim, info, policy, buffer) \
		return submit(handle, description, &(struct job)BLOCK_JOB(format, is_cholesky), true); \
	} \
	cusparseStatus_t name(cusparseHandle_t handle, cusparseDirection_t direction, int mb, int nnzb, \
		const cusparseMatDescr_t description, T *values, const int *offsets, const int *columns, int dim, object info, \
		cusparseSolvePolicy_t policy, void *buffer) \
	{ \
		SPARSE_BEGIN(name, direction, mb, nnzb, description, values, offsets, columns, dim, info, policy, buffer) \
		return submit(handle, description, &(struct job)BLOCK_JOB(format, is_cholesky), false); \
	}
#define BLOCK_ILU(name, T, format) BLOCKS(name, T, format, bsrilu02Info_t, , false)
#define BLOCK_IC(name, T, format) BLOCKS(name, T, format, bsric02Info_t, const, true)
SPARSE_ALL(BLOCK_ILU, bsrilu02)
SPARSE_ALL(BLOCK_IC, bsric02)

// --- small pivots ---

// Numbers of the device are read when what writes them is done.
static cusparseStatus_t set_boost(cusparseHandle_t handle, struct incomplete *found, int enable, const double *tolerance, cudaDataType type,
	const void *boost)
{
	if (!found || found->magic != SPARSE_INCOMPLETE || (enable && (!tolerance || !boost)))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (enable && handle->pointers == CUSPARSE_POINTER_MODE_DEVICE) {
		cudaError_t error = cudaStreamSynchronize(handle->stream);
		if (error != cudaSuccess)
			return aw_sparse_status(error);
	}
	found->boosts = enable;
	if (enable) {
		found->tolerance = *tolerance;
		aw_sparse_value(boost, type, 0, found->boost);
	}
	return CUSPARSE_STATUS_SUCCESS;
}

#define BOOST(name, T, format, object) \
	cusparseStatus_t name(cusparseHandle_t handle, object info, int enable, double *tolerance, T *boost) \
	{ \
		SPARSE_BEGIN(name, info, enable, tolerance, boost) \
		return set_boost(handle, info ? &info->found : NULL, enable, tolerance, format, boost); \
	}
#define ELEMENT_BOOST(name, T, format) BOOST(name, T, format, csrilu02Info_t)
#define BLOCK_BOOST(name, T, format) BOOST(name, T, format, bsrilu02Info_t)
SPARSE_ALL(ELEMENT_BOOST, csrilu02_numericBoost)
SPARSE_ALL(BLOCK_BOOST, bsrilu02_numericBoost)
