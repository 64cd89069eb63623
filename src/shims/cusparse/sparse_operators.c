// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with the program's own functions (cuSPARSE, "cusparseSpMMOp", "cusparseSpMVOp"): kernels that call them are compiled when a plan
// is made, and linked with what NVRTC made of the functions.  A row's sum begins with its first product, so any addition will do.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/shim_device_code.h"
#include "sparse.h"

enum { SPARSE_OPERATION = 0x5350414f, THREADS = 128 };

// How the kernels' sources call formats and integers.
static const char *name_of(cudaDataType type)
{
	return type == CUDA_R_32F ? "float" : type == CUDA_R_64F ? "double" : type == CUDA_C_32F ? "float2" :
	       type == CUDA_C_64F ? "double2" : NULL;
}

static const char *name_of_index(cusparseIndexType_t type)
{
	return type == CUSPARSE_INDEX_64I ? "long long" : "int";
}

static cusparseStatus_t launch(cudaLibrary_t code, const char *name, int64_t threads, cudaStream_t stream, void **arguments)
{
	cudaKernel_t kernel;
	if (threads == 0)
		return CUSPARSE_STATUS_SUCCESS;
	dim3 grid = { (unsigned)((threads + THREADS - 1) / THREADS), 1, 1 }, block = { THREADS, 1, 1 };
	cudaError_t error = cudaLibraryGetKernel(&kernel, code, name);
	if (error == cudaSuccess)
		error = cudaLaunchKernel((const void *)kernel, grid, block, arguments, 0, stream);
	return aw_sparse_status(error);
}

// --- C = epilogue(sum of mul(A, op(B)), C) ---

struct cusparseSpMMOpPlan {
	uint64_t magic;
	cusparseHandle_t handle;
	cudaLibrary_t code;
	struct cusparseSpMatDescr a;
	struct cusparseDnMatDescr b, c;
};

static const char matrix_source[] =
	"typedef %s T;\n"
	"__device__ T add_op(T, T);\n"
	"__device__ T mul_op(T, T);\n"
	"__device__ T epilogue(T, T);\n"
	"extern \"C\" __global__ void product(long long rows, long long cols, const %s *offsets, const %s *columns, const T *values, int base,\n"
	"	const T *b, long long b_row, long long b_column, T *c, long long c_row, long long c_column)\n"
	"{\n"
	"	long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x, i = at / cols, j = at %% cols;\n"
	"	if (i >= rows)\n"
	"		return;\n"
	"	T sum = T();\n"
	"	long long first = offsets[i] - base, end = offsets[i + 1] - base;\n"
	"	for (long long k = first; k < end; k++) {\n"
	"		T one = mul_op(values[k], b[(columns[k] - base) * b_row + j * b_column]);\n"
	"		sum = k == first ? one : add_op(sum, one);\n"
	"	}\n"
	"	T *to = c + i * c_row + j * c_column;\n"
	"	*to = epilogue(sum, *to);\n"
	"}\n";

cusparseStatus_t cusparseSpMMOp_createPlan(cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan, cusparseOperation_t op_a,
	cusparseOperation_t op_b, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute,
	cusparseSpMMOpAlg_t algorithm, const void *add, size_t add_size, const void *multiply, size_t multiply_size, const void *epilogue,
	size_t epilogue_size, size_t *size)
{
	SPARSE_BEGIN(cusparseSpMMOp_createPlan, plan, op_a, op_b, a, b, c, compute, algorithm, add, add_size, multiply, multiply_size, epilogue,
		epilogue_size, size)
	bool stands = op_b == CUSPARSE_OPERATION_NON_TRANSPOSE;
	const struct aw_shim_code parts[] = { { add, add_size }, { multiply, multiply_size }, { epilogue, epilogue_size } };
	char source[sizeof(matrix_source) + 64];
	if (!plan || !a || !b || !c || !add || !multiply || !epilogue || !size || a->rows != c->rows || a->cols != (stands ? b->rows : b->cols) ||
	    c->cols != (stands ? b->cols : b->rows))
		return CUSPARSE_STATUS_INVALID_VALUE;
	if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || a->format != CUSPARSE_FORMAT_CSR ||
	    a->batch > 1 || !name_of(compute) || a->type != compute || b->type != compute || c->type != compute)
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	struct cusparseSpMMOpPlan *made = calloc(1, sizeof(*made));
	if (!made)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	*made = (struct cusparseSpMMOpPlan){ SPARSE_OPERATION, handle, NULL, *a, *b, *c };
	if (!stands) // its transpose has the other order
		made->b.order = b->order == CUSPARSE_ORDER_ROW ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;
	snprintf(source, sizeof(source), matrix_source, name_of(compute), name_of_index(a->offsets_type), name_of_index(a->indices_type));
	if (!aw_shim_device_code_load("cusparse", source, parts, 3, &made->code)) {
		free(made);
		return CUSPARSE_STATUS_INTERNAL_ERROR;
	}
	*plan = made;
	return aw_sparse_no_buffer(size);
}

cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *buffer)
{
	if (!plan)
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	if (plan->magic != SPARSE_OPERATION)
		SPARSE_FORWARD(cusparseSpMMOp, plan, buffer);
	int64_t rows = plan->c.rows, cols = plan->c.cols, one = 1;
	bool b_by_rows = plan->b.order == CUSPARSE_ORDER_ROW, c_by_rows = plan->c.order == CUSPARSE_ORDER_ROW;
	int base = plan->a.base;
	void *arguments[] = { &rows, &cols, &plan->a.offsets, &plan->a.indices, &plan->a.values, &base, &plan->b.values,
		b_by_rows ? &plan->b.ld : &one, b_by_rows ? &one : &plan->b.ld, &plan->c.values, c_by_rows ? &plan->c.ld : &one,
		c_by_rows ? &one : &plan->c.ld };
	return launch(plan->code, "product", rows * cols, plan->handle->stream, arguments);
}

cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan)
{
	if (plan && plan->magic != SPARSE_OPERATION)
		SPARSE_FORWARD(cusparseSpMMOp_destroyPlan, plan);
	if (plan)
		cudaLibraryUnload(plan->code);
	free(plan);
	return CUSPARSE_STATUS_SUCCESS;
}

// --- Z = epilogue(row, alpha A X + beta Y) ---

struct cusparseSpMVOpDescr {
	uint64_t magic;
	struct cusparseSpMatDescr a;
	cudaDataType compute;
};

// `code` is NULL for a plan without the program's function.
struct cusparseSpMVOpPlan {
	uint64_t magic;
	cudaLibrary_t code;
	struct cusparseSpMatDescr a;
	cudaDataType compute;
};

static const char vector_source[] =
	"typedef %s T;\n"
	"%s"
	"extern \"C\" __global__ void product(%s rows, const %s *offsets, const %s *columns, const T *values, int base, const T *x, const T *y,\n"
	"	T *z, T alpha, T beta)\n"
	"{\n"
	"	long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;\n"
	"	if (i >= rows)\n"
	"		return;\n"
	"	T sum = 0;\n"
	"	for (long long k = offsets[i] - base; k < offsets[i + 1] - base; k++)\n"
	"		sum += values[k] * x[columns[k] - base];\n"
	"	T value = alpha * sum + (beta == T(0) ? T(0) : beta * y[i]);\n"
	"	z[i] = %s;\n"
	"}\n";

static cusparseStatus_t check_vectors(const struct cusparseSpMatDescr *a, cudaDataType compute, cusparseConstDnVecDescr_t x,
	cusparseConstDnVecDescr_t y, cusparseConstDnVecDescr_t z)
{
	if (!x || !y || !z || x->size != a->cols || y->size != a->rows || z->size != a->rows)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return x->type == compute && y->type == compute && z->type == compute ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

static cusparseStatus_t check_matrix(cusparseOperation_t op, cusparseConstSpMatDescr_t a, cudaDataType compute)
{
	if (!a)
		return CUSPARSE_STATUS_INVALID_VALUE;
	return op == CUSPARSE_OPERATION_NON_TRANSPOSE && a->format == CUSPARSE_FORMAT_CSR && a->type == compute &&
		(compute == CUDA_R_32F || compute == CUDA_R_64F) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparseSpMVOp_bufferSize(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpMatDescr_t a,
	cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z, cudaDataType compute, cusparseSpMVOpAlg_t algorithm,
	size_t *size)
{
	SPARSE_BEGIN(cusparseSpMVOp_bufferSize, op, a, x, y, z, compute, algorithm, size)
	cusparseStatus_t status = check_matrix(op, a, compute);
	return status == CUSPARSE_STATUS_SUCCESS ? aw_sparse_no_buffer(size) : status;
}

cusparseStatus_t cusparseSpMVOp_createDescr(cusparseHandle_t handle, cusparseSpMVOpDescr_t *descr, cusparseOperation_t op,
	cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z, cudaDataType compute,
	cusparseSpMVOpAlg_t algorithm, void *buffer)
{
	SPARSE_BEGIN(cusparseSpMVOp_createDescr, descr, op, a, x, y, z, compute, algorithm, buffer)
	cusparseStatus_t status = descr ? check_matrix(op, a, compute) : CUSPARSE_STATUS_INVALID_VALUE;
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	struct cusparseSpMVOpDescr *made = malloc(sizeof(*made));
	if (!made)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	*made = (struct cusparseSpMVOpDescr){ SPARSE_OPERATION, *a, compute };
	*descr = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMVOp_destroyDescr(cusparseSpMVOpDescr_t descr)
{
	if (descr && descr->magic != SPARSE_OPERATION)
		SPARSE_FORWARD(cusparseSpMVOp_destroyDescr, descr);
	free(descr);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMVOp_createPlan(cusparseHandle_t handle, cusparseSpMVOpDescr_t descr, cusparseSpMVOpPlan_t *plan,
	const void *epilogue, size_t epilogue_size)
{
	SPARSE_BEGIN(cusparseSpMVOp_createPlan, descr, plan, epilogue, epilogue_size)
	if (!descr || descr->magic != SPARSE_OPERATION || !plan || (epilogue && !epilogue_size))
		return CUSPARSE_STATUS_INVALID_VALUE;
	const struct aw_shim_code part = { epilogue, epilogue_size };
	const char *index = name_of_index(descr->a.offsets_type);
	char source[sizeof(vector_source) + 256], declaration[128];
	struct cusparseSpMVOpPlan *made = malloc(sizeof(*made));
	if (!made)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	*made = (struct cusparseSpMVOpPlan){ SPARSE_OPERATION, NULL, descr->a, descr->compute };
	// Rows are counted in the offsets' type, whose 64 bits C++ mangles as long.
	snprintf(declaration, sizeof(declaration), "__device__ T spmvop_epilogue(%s, T);\n",
		descr->a.offsets_type == CUSPARSE_INDEX_64I ? "long" : "int");
	snprintf(source, sizeof(source), vector_source, name_of(descr->compute), epilogue ? declaration : "", index, index,
		name_of_index(descr->a.indices_type), epilogue ? "spmvop_epilogue(i, value)" : "value");
	if (!aw_shim_device_code_load("cusparse", source, &part, epilogue ? 1 : 0, &made->code)) {
		free(made);
		return CUSPARSE_STATUS_INTERNAL_ERROR;
	}
	*plan = made;
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMVOp_setGlobalUserData(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const char *symbol, const void *data,
	size_t size)
{
	SPARSE_BEGIN(cusparseSpMVOp_setGlobalUserData, plan, symbol, data, size)
	void *address = NULL;
	size_t room = 0;
	if (!plan || plan->magic != SPARSE_OPERATION || !symbol || !data ||
	    cudaLibraryGetGlobal(&address, &room, plan->code, symbol) != cudaSuccess || size > room)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cudaError_t error = cudaMemcpyAsync(address, data, size, cudaMemcpyDefault, handle->stream);
	return aw_sparse_status(error == cudaSuccess ? cudaStreamSynchronize(handle->stream) : error);
}

// Scalars of the device are read when the call comes to them.
static cudaError_t take_scalar(cusparseHandle_t handle, cudaDataType type, const void *from, double *value)
{
	size_t size = aw_shim_type_size(type);
	if (handle->pointers == CUSPARSE_POINTER_MODE_HOST) {
		memcpy(value, from, size);
		return cudaSuccess;
	}
	cudaError_t error = cudaMemcpyAsync(value, from, size, cudaMemcpyDeviceToHost, handle->stream);
	return error == cudaSuccess ? cudaStreamSynchronize(handle->stream) : error;
}

cusparseStatus_t cusparseSpMVOp(cusparseHandle_t handle, cusparseSpMVOpPlan_t plan, const void *alpha, const void *beta,
	cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y, cusparseDnVecDescr_t z)
{
	SPARSE_BEGIN(cusparseSpMVOp, plan, alpha, beta, x, y, z)
	if (!plan || plan->magic != SPARSE_OPERATION || !alpha || !beta)
		return CUSPARSE_STATUS_INVALID_VALUE;
	cusparseStatus_t status = check_vectors(&plan->a, plan->compute, x, y, z);
	if (status != CUSPARSE_STATUS_SUCCESS)
		return status;
	double scales[2];
	cudaError_t error = take_scalar(handle, plan->compute, alpha, &scales[0]);
	if (error == cudaSuccess)
		error = take_scalar(handle, plan->compute, beta, &scales[1]);
	if (error != cudaSuccess)
		return aw_sparse_status(error);
	int64_t rows = plan->a.rows; // its low half where rows are counted by ints
	int base = plan->a.base;
	void *arguments[] = { &rows, &plan->a.offsets, &plan->a.indices, &plan->a.values, &base, (void *)(uintptr_t)&x->values,
		(void *)(uintptr_t)&y->values, &z->values, &scales[0], &scales[1] };
	return launch(plan->code, "product", rows, handle->stream, arguments);
}

cusparseStatus_t cusparseSpMVOp_destroyPlan(cusparseSpMVOpPlan_t plan)
{
	if (plan && plan->magic != SPARSE_OPERATION)
		SPARSE_FORWARD(cusparseSpMVOp_destroyPlan, plan);
	if (plan)
		cudaLibraryUnload(plan->code);
	free(plan);
	return CUSPARSE_STATUS_SUCCESS;
}
