// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuSPARSE's matrices and vectors: what they are made of, and what is set and asked for.
#include <stdlib.h>
#include <string.h>

#include "sparse.h"

// Puts a copy of the object where the caller wants it.
static cusparseStatus_t make(const void *object, size_t size, const void **to)
{
	void *made = to ? malloc(size) : NULL;
	if (!made)
		return to ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(made, object, size);
	*to = made;
	return CUSPARSE_STATUS_SUCCESS;
}

static bool is_index(cusparseIndexType_t type)
{
	return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

// For plain and constant objects.
#define COMPRESSED(name, QUALIFIER, HANDLE, form) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t nnz, QUALIFIER void *offsets, \
		QUALIFIER void *indices, QUALIFIER void *values, cusparseIndexType_t offsets_type, cusparseIndexType_t indices_type, \
		cusparseIndexBase_t base, cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, nnz, offsets, indices, values, offsets_type, indices_type, base, type); \
		if (rows < 0 || cols < 0 || nnz < 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(offsets_type) || !is_index(indices_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpMatDescr made = { SPARSE_MATRIX, form, rows, cols, nnz, (void *)(uintptr_t)offsets, \
			(void *)(uintptr_t)indices, (void *)(uintptr_t)values, offsets_type, indices_type, base, type, \
			CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
COMPRESSED(cusparseCreateCsr, , cusparseSpMatDescr_t, CUSPARSE_FORMAT_CSR)
COMPRESSED(cusparseCreateConstCsr, const, cusparseConstSpMatDescr_t, CUSPARSE_FORMAT_CSR)
COMPRESSED(cusparseCreateCsc, , cusparseSpMatDescr_t, CUSPARSE_FORMAT_CSC)
COMPRESSED(cusparseCreateConstCsc, const, cusparseConstSpMatDescr_t, CUSPARSE_FORMAT_CSC)

#define COORDINATES(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t nnz, QUALIFIER void *row_indices, \
		QUALIFIER void *columns, QUALIFIER void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, \
		cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, nnz, row_indices, columns, values, index_type, base, type); \
		if (rows < 0 || cols < 0 || nnz < 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(index_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpMatDescr made = { SPARSE_MATRIX, CUSPARSE_FORMAT_COO, rows, cols, nnz, \
			(void *)(uintptr_t)row_indices, (void *)(uintptr_t)columns, (void *)(uintptr_t)values, index_type, index_type, base, \
			type, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
COORDINATES(cusparseCreateCoo, , cusparseSpMatDescr_t)
COORDINATES(cusparseCreateConstCoo, const, cusparseConstSpMatDescr_t)

// As many rows and columns of blocks as are told; a block is stored by rows or columns.
#define BLOCKS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t nnz, int64_t block_rows, int64_t block_cols, \
		QUALIFIER void *offsets, QUALIFIER void *columns, QUALIFIER void *values, cusparseIndexType_t offsets_type, \
		cusparseIndexType_t columns_type, cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, nnz, block_rows, block_cols, offsets, columns, values, offsets_type, columns_type, \
				base, type, order); \
		if (rows < 0 || cols < 0 || nnz < 0 || block_rows < 1 || block_cols < 1) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(offsets_type) || !is_index(columns_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpMatDescr made = { SPARSE_MATRIX, CUSPARSE_FORMAT_BSR, rows * block_rows, cols * block_cols, \
			nnz * block_rows * block_cols, (void *)(uintptr_t)offsets, (void *)(uintptr_t)columns, (void *)(uintptr_t)values, \
			offsets_type, columns_type, base, type, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, \
			.block_rows = block_rows, .block_cols = block_cols, .order = order }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
BLOCKS(cusparseCreateBsr, , cusparseSpMatDescr_t)
BLOCKS(cusparseCreateConstBsr, const, cusparseConstSpMatDescr_t)

#define BLOCKED_ELL(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t block, int64_t width, QUALIFIER void *columns, \
		QUALIFIER void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, block, width, columns, values, index_type, base, type); \
		if (rows < 0 || cols < 0 || block < 1 || width < 0 || width > cols || width % block) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(index_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpMatDescr made = { SPARSE_MATRIX, CUSPARSE_FORMAT_BLOCKED_ELL, rows, cols, rows * width, NULL, \
			(void *)(uintptr_t)columns, (void *)(uintptr_t)values, index_type, index_type, base, type, CUSPARSE_FILL_MODE_LOWER, \
			CUSPARSE_DIAG_TYPE_NON_UNIT, .block_rows = block, .block_cols = block, .width = width }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
BLOCKED_ELL(cusparseCreateBlockedEll, , cusparseSpMatDescr_t)
BLOCKED_ELL(cusparseCreateConstBlockedEll, const, cusparseConstSpMatDescr_t)

#define SLICED_ELL(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t nnz, int64_t places, int64_t slice, \
		QUALIFIER void *offsets, QUALIFIER void *columns, QUALIFIER void *values, cusparseIndexType_t offsets_type, \
		cusparseIndexType_t columns_type, cusparseIndexBase_t base, cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, nnz, places, slice, offsets, columns, values, offsets_type, columns_type, base, type); \
		if (rows < 0 || cols < 0 || nnz < 0 || places < nnz || slice < 1) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(offsets_type) || !is_index(columns_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpMatDescr made = { SPARSE_MATRIX, CUSPARSE_FORMAT_SLICED_ELLPACK, rows, cols, nnz, \
			(void *)(uintptr_t)offsets, (void *)(uintptr_t)columns, (void *)(uintptr_t)values, offsets_type, columns_type, base, type, \
			CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT, .block_rows = slice, .width = places }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
SLICED_ELL(cusparseCreateSlicedEll, , cusparseSpMatDescr_t)
SLICED_ELL(cusparseCreateConstSlicedEll, const, cusparseConstSpMatDescr_t)

#define SPARSE_VECTOR_MAKER(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *vector, int64_t size, int64_t nnz, QUALIFIER void *indices, QUALIFIER void *values, \
		cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, vector, size, nnz, indices, values, index_type, base, type); \
		if (size < 0 || nnz < 0 || nnz > size) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!is_index(index_type) || !aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseSpVecDescr made = { SPARSE_VECTOR, size, nnz, (void *)(uintptr_t)indices, (void *)(uintptr_t)values, \
			index_type, base, type }; \
		return make(&made, sizeof(made), (const void **)vector); \
	}
SPARSE_VECTOR_MAKER(cusparseCreateSpVec, , cusparseSpVecDescr_t)
SPARSE_VECTOR_MAKER(cusparseCreateConstSpVec, const, cusparseConstSpVecDescr_t)

#define DENSE_VECTOR_MAKER(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *vector, int64_t size, QUALIFIER void *values, cudaDataType type) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, vector, size, values, type); \
		if (size < 0) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseDnVecDescr made = { SPARSE_DENSE_VECTOR, size, (void *)(uintptr_t)values, type }; \
		return make(&made, sizeof(made), (const void **)vector); \
	}
DENSE_VECTOR_MAKER(cusparseCreateDnVec, , cusparseDnVecDescr_t)
DENSE_VECTOR_MAKER(cusparseCreateConstDnVec, const, cusparseConstDnVecDescr_t)

#define DENSE_MATRIX_MAKER(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE *matrix, int64_t rows, int64_t cols, int64_t ld, QUALIFIER void *values, cudaDataType type, \
		cusparseOrder_t order) \
	{ \
		if (aw_sparse_is_native()) \
			SPARSE_FORWARD(name, matrix, rows, cols, ld, values, type, order); \
		if (rows < 0 || cols < 0 || ld < (order == CUSPARSE_ORDER_COL ? rows : cols)) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		if (!aw_shim_type_size(type)) \
			return CUSPARSE_STATUS_NOT_SUPPORTED; \
		struct cusparseDnMatDescr made = { SPARSE_DENSE_MATRIX, rows, cols, ld, (void *)(uintptr_t)values, type, order }; \
		return make(&made, sizeof(made), (const void **)matrix); \
	}
DENSE_MATRIX_MAKER(cusparseCreateDnMat, , cusparseDnMatDescr_t)
DENSE_MATRIX_MAKER(cusparseCreateConstDnMat, const, cusparseConstDnMatDescr_t)

#define DESTROYER(name, HANDLE, MAGIC) \
	cusparseStatus_t name(HANDLE object) \
	{ \
		if (object && object->magic != MAGIC) \
			SPARSE_FORWARD(name, object); \
		free((void *)(uintptr_t)object); \
		return CUSPARSE_STATUS_SUCCESS; \
	}
DESTROYER(cusparseDestroySpMat, cusparseConstSpMatDescr_t, SPARSE_MATRIX)
DESTROYER(cusparseDestroySpVec, cusparseConstSpVecDescr_t, SPARSE_VECTOR)
DESTROYER(cusparseDestroyDnVec, cusparseConstDnVecDescr_t, SPARSE_DENSE_VECTOR)
DESTROYER(cusparseDestroyDnMat, cusparseConstDnMatDescr_t, SPARSE_DENSE_MATRIX)

// Whether it is an object of the kind; NVIDIA's go to NVIDIA's function.
#define OWN(function, object, MAGIC, ...) \
	if (!object) \
		return CUSPARSE_STATUS_INVALID_VALUE; \
	if (object->magic != MAGIC) \
		SPARSE_FORWARD(function, object, __VA_ARGS__);

#define VALUES(setter, getter, HANDLE, MAGIC) \
	cusparseStatus_t setter(HANDLE object, void *values) \
	{ \
		OWN(setter, object, MAGIC, values) \
		object->values = values; \
		return CUSPARSE_STATUS_SUCCESS; \
	} \
	cusparseStatus_t getter(HANDLE object, void **values) \
	{ \
		OWN(getter, object, MAGIC, values) \
		*values = object->values; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
VALUES(cusparseSpMatSetValues, cusparseSpMatGetValues, cusparseSpMatDescr_t, SPARSE_MATRIX)
VALUES(cusparseSpVecSetValues, cusparseSpVecGetValues, cusparseSpVecDescr_t, SPARSE_VECTOR)
VALUES(cusparseDnVecSetValues, cusparseDnVecGetValues, cusparseDnVecDescr_t, SPARSE_DENSE_VECTOR)
VALUES(cusparseDnMatSetValues, cusparseDnMatGetValues, cusparseDnMatDescr_t, SPARSE_DENSE_MATRIX)

#define CONST_VALUES(name, HANDLE, MAGIC) \
	cusparseStatus_t name(HANDLE object, const void **values) \
	{ \
		OWN(name, object, MAGIC, values) \
		if (!values) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*values = object->values; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
CONST_VALUES(cusparseConstSpMatGetValues, cusparseConstSpMatDescr_t, SPARSE_MATRIX)
CONST_VALUES(cusparseConstSpVecGetValues, cusparseConstSpVecDescr_t, SPARSE_VECTOR)
CONST_VALUES(cusparseConstDnVecGetValues, cusparseConstDnVecDescr_t, SPARSE_DENSE_VECTOR)
CONST_VALUES(cusparseConstDnMatGetValues, cusparseConstDnMatDescr_t, SPARSE_DENSE_MATRIX)

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t *base)
{
	OWN(cusparseSpVecGetIndexBase, vector, SPARSE_VECTOR, base)
	*base = vector->base;
	return CUSPARSE_STATUS_SUCCESS;
}

#define SPARSE_VECTOR_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE vector, int64_t *size, int64_t *nnz, QUALIFIER void **indices, QUALIFIER void **values, \
		cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type) \
	{ \
		OWN(name, vector, SPARSE_VECTOR, size, nnz, indices, values, index_type, base, type) \
		if (!size || !nnz || !indices || !values || !index_type || !base || !type) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*size = vector->size; \
		*nnz = vector->nnz; \
		*indices = vector->indices; \
		*values = vector->values; \
		*index_type = vector->indices_type; \
		*base = vector->base; \
		*type = vector->type; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
SPARSE_VECTOR_PARTS(cusparseSpVecGet, , cusparseSpVecDescr_t)
SPARSE_VECTOR_PARTS(cusparseConstSpVecGet, const, cusparseConstSpVecDescr_t)

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t *base)
{
	OWN(cusparseSpMatGetIndexBase, matrix, SPARSE_MATRIX, base)
	*base = matrix->base;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format)
{
	OWN(cusparseSpMatGetFormat, matrix, SPARSE_MATRIX, format)
	*format = matrix->format;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *cols, int64_t *nnz)
{
	OWN(cusparseSpMatGetSize, matrix, SPARSE_MATRIX, rows, cols, nnz)
	*rows = matrix->rows;
	*cols = matrix->cols;
	*nnz = matrix->nnz;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void *data,
	size_t size)
{
	OWN(cusparseSpMatSetAttribute, matrix, SPARSE_MATRIX, attribute, data, size)
	if (!data || size != sizeof(int))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (attribute == CUSPARSE_SPMAT_FILL_MODE)
		memcpy(&matrix->fill, data, size);
	else
		memcpy(&matrix->diag, data, size);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void *data,
	size_t size)
{
	OWN(cusparseSpMatGetAttribute, matrix, SPARSE_MATRIX, attribute, data, size)
	if (!data || size != sizeof(int))
		return CUSPARSE_STATUS_INVALID_VALUE;
	memcpy(data, attribute == CUSPARSE_SPMAT_FILL_MODE ? (const void *)&matrix->fill : &matrix->diag, size);
	return CUSPARSE_STATUS_SUCCESS;
}

#define POINTERS(name) \
	cusparseStatus_t name(cusparseSpMatDescr_t matrix, void *offsets, void *indices, void *values) \
	{ \
		OWN(name, matrix, SPARSE_MATRIX, offsets, indices, values) \
		matrix->offsets = offsets; \
		matrix->indices = indices; \
		matrix->values = values; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
POINTERS(cusparseCsrSetPointers)
POINTERS(cusparseCscSetPointers)
POINTERS(cusparseCooSetPointers)

#define COMPRESSED_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE matrix, int64_t *rows, int64_t *cols, int64_t *nnz, QUALIFIER void **offsets, \
		QUALIFIER void **indices, QUALIFIER void **values, cusparseIndexType_t *offsets_type, cusparseIndexType_t *indices_type, \
		cusparseIndexBase_t *base, cudaDataType *type) \
	{ \
		OWN(name, matrix, SPARSE_MATRIX, rows, cols, nnz, offsets, indices, values, offsets_type, indices_type, base, type) \
		*rows = matrix->rows; \
		*cols = matrix->cols; \
		*nnz = matrix->nnz; \
		*offsets = matrix->offsets; \
		*indices = matrix->indices; \
		*values = matrix->values; \
		*offsets_type = matrix->offsets_type; \
		*indices_type = matrix->indices_type; \
		*base = matrix->base; \
		*type = matrix->type; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
COMPRESSED_PARTS(cusparseCsrGet, , cusparseSpMatDescr_t)
COMPRESSED_PARTS(cusparseConstCsrGet, const, cusparseConstSpMatDescr_t)
COMPRESSED_PARTS(cusparseCscGet, , cusparseSpMatDescr_t)
COMPRESSED_PARTS(cusparseConstCscGet, const, cusparseConstSpMatDescr_t)

#define COORDINATES_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE matrix, int64_t *rows, int64_t *cols, int64_t *nnz, QUALIFIER void **row_indices, \
		QUALIFIER void **columns, QUALIFIER void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type) \
	{ \
		OWN(name, matrix, SPARSE_MATRIX, rows, cols, nnz, row_indices, columns, values, index_type, base, type) \
		*rows = matrix->rows; \
		*cols = matrix->cols; \
		*nnz = matrix->nnz; \
		*row_indices = matrix->offsets; \
		*columns = matrix->indices; \
		*values = matrix->values; \
		*index_type = matrix->indices_type; \
		*base = matrix->base; \
		*type = matrix->type; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
COORDINATES_PARTS(cusparseCooGet, , cusparseSpMatDescr_t)
COORDINATES_PARTS(cusparseConstCooGet, const, cusparseConstSpMatDescr_t)

#define ELL_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE matrix, int64_t *rows, int64_t *cols, int64_t *block, int64_t *width, QUALIFIER void **columns, \
		QUALIFIER void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type) \
	{ \
		OWN(name, matrix, SPARSE_MATRIX, rows, cols, block, width, columns, values, index_type, base, type) \
		if (matrix->format != CUSPARSE_FORMAT_BLOCKED_ELL) \
			return CUSPARSE_STATUS_INVALID_VALUE; \
		*rows = matrix->rows; \
		*cols = matrix->cols; \
		*block = matrix->block_rows; \
		*width = matrix->width; \
		*columns = matrix->indices; \
		*values = matrix->values; \
		*index_type = matrix->indices_type; \
		*base = matrix->base; \
		*type = matrix->type; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
ELL_PARTS(cusparseBlockedEllGet, , cusparseSpMatDescr_t)
ELL_PARTS(cusparseConstBlockedEllGet, const, cusparseConstSpMatDescr_t)

#define DENSE_VECTOR_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE vector, int64_t *size, QUALIFIER void **values, cudaDataType *type) \
	{ \
		OWN(name, vector, SPARSE_DENSE_VECTOR, size, values, type) \
		*size = vector->size; \
		*values = vector->values; \
		*type = vector->type; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
DENSE_VECTOR_PARTS(cusparseDnVecGet, , cusparseDnVecDescr_t)
DENSE_VECTOR_PARTS(cusparseConstDnVecGet, const, cusparseConstDnVecDescr_t)

#define DENSE_MATRIX_PARTS(name, QUALIFIER, HANDLE) \
	cusparseStatus_t name(HANDLE matrix, int64_t *rows, int64_t *cols, int64_t *ld, QUALIFIER void **values, cudaDataType *type, \
		cusparseOrder_t *order) \
	{ \
		OWN(name, matrix, SPARSE_DENSE_MATRIX, rows, cols, ld, values, type, order) \
		*rows = matrix->rows; \
		*cols = matrix->cols; \
		*ld = matrix->ld; \
		*values = matrix->values; \
		*type = matrix->type; \
		*order = matrix->order; \
		return CUSPARSE_STATUS_SUCCESS; \
	}
DENSE_MATRIX_PARTS(cusparseDnMatGet, , cusparseDnMatDescr_t)
DENSE_MATRIX_PARTS(cusparseConstDnMatGet, const, cusparseConstDnMatDescr_t)

// --- batches ---

cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch, int64_t offsets_stride, int64_t values_stride)
{
	OWN(cusparseCsrSetStridedBatch, matrix, SPARSE_MATRIX, batch, offsets_stride, values_stride)
	if (batch < 1 || offsets_stride < 0 || values_stride < 0 || matrix->format != CUSPARSE_FORMAT_CSR)
		return CUSPARSE_STATUS_INVALID_VALUE;
	matrix->batch = batch;
	matrix->offsets_stride = offsets_stride;
	matrix->indices_stride = matrix->values_stride = values_stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batch, int64_t offsets_stride, int64_t columns_stride,
	int64_t values_stride)
{
	OWN(cusparseBsrSetStridedBatch, matrix, SPARSE_MATRIX, batch, offsets_stride, columns_stride, values_stride)
	if (batch < 1 || offsets_stride < 0 || columns_stride < 0 || values_stride < 0 || matrix->format != CUSPARSE_FORMAT_BSR)
		return CUSPARSE_STATUS_INVALID_VALUE;
	matrix->batch = batch;
	matrix->offsets_stride = offsets_stride;
	matrix->indices_stride = columns_stride;
	matrix->values_stride = values_stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batch, int64_t stride)
{
	OWN(cusparseCooSetStridedBatch, matrix, SPARSE_MATRIX, batch, stride)
	if (batch < 1 || stride < 0 || matrix->format != CUSPARSE_FORMAT_COO)
		return CUSPARSE_STATUS_INVALID_VALUE;
	matrix->batch = batch;
	matrix->offsets_stride = matrix->indices_stride = matrix->values_stride = stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *batch)
{
	OWN(cusparseSpMatGetStridedBatch, matrix, SPARSE_MATRIX, batch)
	*batch = matrix->batch > 1 ? matrix->batch : 1;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batch, int64_t stride)
{
	OWN(cusparseDnMatSetStridedBatch, matrix, SPARSE_DENSE_MATRIX, batch, stride)
	if (batch < 1 || stride < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	matrix->batch = batch;
	matrix->stride = stride;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *batch, int64_t *stride)
{
	OWN(cusparseDnMatGetStridedBatch, matrix, SPARSE_DENSE_MATRIX, batch, stride)
	*batch = matrix->batch > 1 ? matrix->batch : 1;
	*stride = matrix->stride;
	return CUSPARSE_STATUS_SUCCESS;
}
