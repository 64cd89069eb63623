// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuSPARSE: what its files share.  Objects that were made while a GPU was current are NVIDIA's and lack the first word.
#ifndef AW_SHIMS_SPARSE_H
#define AW_SHIMS_SPARSE_H

#include "../common/shim_gemm.h"
#include "../common/shim_mat_descr.h"

enum {
	SPARSE_HANDLE = 0x53504148,
	SPARSE_MATRIX = 0x5350414d,
	SPARSE_VECTOR = 0x53504156,
	SPARSE_DENSE_VECTOR = 0x53504176,
	SPARSE_DENSE_MATRIX = 0x5350416d,
	SPARSE_SOLVER = 0x53504153,
};

struct cusparseContext {
	uint64_t magic;
	cusparseHandle_t native;
	cudaStream_t stream;
	cusparsePointerMode_t pointers;
};

// Rows and columns are those of the matrix.  `offsets` counts along rows (CSR), columns (CSC), rows of blocks (BSR) or, in elements,
// slices (SELL), or are the rows' numbers (COO); `indices` are the other coordinate, of blocks where there are any.
struct cusparseSpMatDescr {
	uint64_t magic;
	cusparseFormat_t format;
	int64_t rows, cols, nnz;
	void *offsets, *indices, *values;
	cusparseIndexType_t offsets_type, indices_type;
	cusparseIndexBase_t base;
	cudaDataType type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	int batch; // matrices of one shape, at distances in elements
	int64_t offsets_stride, indices_stride, values_stride;
	int64_t block_rows, block_cols; // BSR and Blocked-ELL; the rows of a slice (SELL)
	int64_t width;                  // columns of values that a row has (Blocked-ELL), or all places (SELL)
	cusparseOrder_t order;          // in a block (BSR)
};

struct cusparseSpVecDescr {
	uint64_t magic;
	int64_t size, nnz;
	void *indices, *values;
	cusparseIndexType_t indices_type;
	cusparseIndexBase_t base;
	cudaDataType type;
};

struct cusparseDnVecDescr {
	uint64_t magic;
	int64_t size;
	void *values;
	cudaDataType type;
};

struct cusparseDnMatDescr {
	uint64_t magic;
	int64_t rows, cols, ld;
	void *values;
	cudaDataType type;
	cusparseOrder_t order;
	int batch;
	int64_t stride;
};

// Calls visit(to, row, column, at) for each element of any format, in the order of its lines; `at` is the value's place.
void aw_sparse_walk(const struct cusparseSpMatDescr *a, void (*visit)(void *to, int64_t row, int64_t column, int64_t at), void *to);

bool aw_sparse_is_handle(cusparseHandle_t handle);
bool aw_sparse_enter(cusparseHandle_t handle, const char *function); // whether it is a handle; the call goes to the log
bool aw_sparse_is_native(void); // whether the current device is a GPU
void *aw_sparse_native(const char *function);

// Calls NVIDIA's function of this name and returns what it does.
#define SPARSE_FORWARD(function, ...) AW_SHIM_FORWARD(aw_sparse_native, CUSPARSE_STATUS_NOT_INITIALIZED, function, #function, (__VA_ARGS__))

// The beginning of a function with a handle.
#define SPARSE_BEGIN(function, ...) \
	if (!aw_sparse_enter(handle, #function)) \
		return CUSPARSE_STATUS_NOT_INITIALIZED; \
	if (handle->native) \
		SPARSE_FORWARD(function, handle->native, __VA_ARGS__);

// A scalar: copied from the host, or read on the device when the work runs.
struct sparse_scalar {
	const void *device;
	double value[2];
};

static inline struct sparse_scalar aw_sparse_scalar(cusparseHandle_t handle, cudaDataType type, const void *from)
{
	struct sparse_scalar scalar = { NULL, { 0, 0 } };
	if (handle->pointers == CUSPARSE_POINTER_MODE_DEVICE)
		scalar.device = from;
	else
		aw_shim_load_f64(scalar.value, type, from, 1);
	return scalar;
}

static inline void aw_sparse_scalar_read(struct sparse_scalar *scalar, cudaDataType type)
{
	if (scalar->device)
		aw_shim_load_f64(scalar->value, type, scalar->device, 1);
}

static inline int64_t aw_sparse_index(const void *indices, cusparseIndexType_t type, int64_t at)
{
	return type == CUSPARSE_INDEX_64I ? ((const int64_t *)indices)[at] :
	       type == CUSPARSE_INDEX_32I ? ((const int32_t *)indices)[at] : ((const uint16_t *)indices)[at];
}

static inline void aw_sparse_put_index(void *indices, cusparseIndexType_t type, int64_t at, int64_t value)
{
	if (type == CUSPARSE_INDEX_64I)
		((int64_t *)indices)[at] = value;
	else
		((int32_t *)indices)[at] = (int32_t)value;
}

// One element, as a complex number.
static inline void aw_sparse_value(const void *values, cudaDataType type, int64_t at, double value[2])
{
	value[1] = 0;
	if (type == CUDA_R_32F)
		value[0] = (double)((const float *)values)[at];
	else if (type == CUDA_R_64F)
		value[0] = ((const double *)values)[at];
	else
		aw_shim_load_f64(value, type, (const char *)values + at * (int64_t)aw_shim_type_size(type), 1);
}

// The place of element (i, j) of a dense matrix.
static inline int64_t aw_sparse_place(const struct cusparseDnMatDescr *m, int64_t i, int64_t j)
{
	return m->order == CUSPARSE_ORDER_ROW ? i * m->ld + j : i + j * m->ld;
}

// Whether the matrix has one of the formats: a sum of bits.
#define SPARSE_CSR (1 << CUSPARSE_FORMAT_CSR)
#define SPARSE_CSC (1 << CUSPARSE_FORMAT_CSC)
#define SPARSE_COO (1 << CUSPARSE_FORMAT_COO)
#define SPARSE_BSR (1 << CUSPARSE_FORMAT_BSR)
#define SPARSE_BLOCKED_ELL (1 << CUSPARSE_FORMAT_BLOCKED_ELL)
#define SPARSE_SLICED_ELL (1 << CUSPARSE_FORMAT_SLICED_ELLPACK)

static inline bool aw_sparse_has_format(const struct cusparseSpMatDescr *m, int formats)
{
	return formats >> m->format & 1;
}

// A vector as a matrix of one column.
static inline struct cusparseDnMatDescr aw_sparse_column(cusparseConstDnVecDescr_t vector)
{
	return (struct cusparseDnMatDescr){ SPARSE_DENSE_MATRIX, vector->size, 1, vector->size, vector->values, vector->type,
		CUSPARSE_ORDER_COL };
}

// One of a batch; where there is only one it serves all.
static inline struct cusparseDnMatDescr aw_sparse_dense_of_batch(const struct cusparseDnMatDescr *m, int number)
{
	struct cusparseDnMatDescr one = *m;
	if (m->batch > 1)
		one.values = (char *)m->values + number * m->stride * (int64_t)aw_shim_type_size(m->type);
	return one;
}

static inline struct cusparseSpMatDescr aw_sparse_matrix_of_batch(const struct cusparseSpMatDescr *m, int number)
{
	struct cusparseSpMatDescr one = *m;
	if (m->batch <= 1)
		return one;
	one.offsets = (char *)m->offsets + number * m->offsets_stride * (m->offsets_type == CUSPARSE_INDEX_64I ? 8 : 4);
	one.indices = (char *)m->indices + number * m->indices_stride * (m->indices_type == CUSPARSE_INDEX_64I ? 8 : 4);
	one.values = (char *)m->values + number * m->values_stride * (int64_t)aw_shim_type_size(m->type);
	return one;
}

static inline cusparseStatus_t aw_sparse_status(cudaError_t error)
{
	return error == cudaSuccess ? CUSPARSE_STATUS_SUCCESS :
	       error == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED : CUSPARSE_STATUS_EXECUTION_FAILED;
}

// Queues work whose result may go to the host, and waits for it then.
static inline cusparseStatus_t aw_sparse_queue_result(cusparseHandle_t handle, void (*run)(void *), const void *record, size_t size)
{
	cudaError_t error = aw_shim_queue(handle->stream, run, record, size);
	if (error == cudaSuccess && handle->pointers == CUSPARSE_POINTER_MODE_HOST)
		error = cudaStreamSynchronize(handle->stream);
	return aw_sparse_status(error);
}

// The cpu device needs no buffers; programs that allocate what they are told get a byte.
static inline cusparseStatus_t aw_sparse_no_buffer(size_t *size)
{
	if (!size)
		return CUSPARSE_STATUS_INVALID_VALUE;
	*size = 1;
	return CUSPARSE_STATUS_SUCCESS;
}

// Instances of a function: DEFINE takes name, type of elements and format.
#define SPARSE_ALL(DEFINE, routine) \
	DEFINE(cusparseS##routine, float, CUDA_R_32F) \
	DEFINE(cusparseD##routine, double, CUDA_R_64F) \
	DEFINE(cusparseC##routine, cuComplex, CUDA_C_32F) \
	DEFINE(cusparseZ##routine, cuDoubleComplex, CUDA_C_64F)

#endif
