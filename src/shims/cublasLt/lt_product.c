// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products (cuBLAS, cublasLtMatmul).  A matrix that is stored by rows is its transpose stored by columns, so its operation is
// turned around.  The product is made in the format that is computed in, then the epilogue makes D of it.
#include <stdlib.h>
#include <string.h>

#include "lt.h"

// The operation on the matrix as BLAS sees it.
static char operation(int32_t op, int32_t order)
{
	bool turned = order == CUBLASLT_ORDER_ROW;
	switch (op) {
	case CUBLAS_OP_N: return turned ? 'T' : 'N';
	case CUBLAS_OP_T: return turned ? 'N' : 'T';
	case CUBLAS_OP_C: return turned ? 'R' : 'C';
	case CUBLAS_OP_CONJG: return turned ? 'C' : 'R';
	default: return '?';
	}
}

static bool is_8bit_float(int32_t type)
{
	return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

static bool choose_compute(const struct lt_call *call, struct aw_shim_gemm *gemm)
{
	bool is_complex = aw_shim_type_is_complex((cudaDataType)call->a.type);
	int32_t a = call->a.type, d = call->d.type, scale = call->product.scale_type;
	switch (call->product.compute) {
	case CUBLAS_COMPUTE_16F:
	case CUBLAS_COMPUTE_16F_PEDANTIC:
		gemm->compute = AW_SHIM_F32;
		return a == CUDA_R_16F && d == CUDA_R_16F && scale == CUDA_R_16F;
	case CUBLAS_COMPUTE_32F:
	case CUBLAS_COMPUTE_32F_PEDANTIC:
	case CUBLAS_COMPUTE_32F_FAST_16F:
	case CUBLAS_COMPUTE_32F_FAST_16BF:
	case CUBLAS_COMPUTE_32F_FAST_TF32:
	case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
		gemm->compute = is_complex ? AW_SHIM_C32 : AW_SHIM_F32;
		return a != CUDA_R_64F && a != CUDA_C_64F && a != CUDA_R_32I && d != CUDA_R_64F && d != CUDA_C_64F &&
		       d != CUDA_R_32I && scale == (is_complex ? CUDA_C_32F : CUDA_R_32F);
	case CUBLAS_COMPUTE_64F:
	case CUBLAS_COMPUTE_64F_PEDANTIC:
	case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
		gemm->compute = is_complex ? AW_SHIM_C64 : AW_SHIM_F64;
		return a == (is_complex ? CUDA_C_64F : CUDA_R_64F) && d == a && scale == a;
	case CUBLAS_COMPUTE_32I:
	case CUBLAS_COMPUTE_32I_PEDANTIC:
		gemm->compute = AW_SHIM_I32;
		return a == CUDA_R_8I && ((d == CUDA_R_32I && scale == CUDA_R_32I) || (d == CUDA_R_8I && scale == CUDA_R_32F));
	default: return false;
	}
}

static bool is_plain(const struct lt_layout *layout)
{
	bool grouped = layout->mode == CUBLASLT_BATCH_MODE_GROUPED;
	return (layout->order == CUBLASLT_ORDER_COL || layout->order == CUBLASLT_ORDER_ROW) && layout->batch >= 1 &&
	       (grouped || (layout->plane == 0 && layout->rows <= INT32_MAX && layout->cols <= INT32_MAX && layout->ld <= INT32_MAX));
}

bool aw_lt_product_supports(const struct lt_call *given, struct aw_shim_gemm *gemm)
{
	struct lt_call plain = *given, *call = &plain;
	const struct lt_product *p = &call->product;
	if (!aw_lt_stage_plan(call))
		return false;
	*gemm = (struct aw_shim_gemm){
		.op_a = operation(p->op_a, call->a.order), .op_b = operation(p->op_b, call->b.order),
		.m = (int64_t)call->d.rows, .n = (int64_t)call->d.cols,
		.k = (int64_t)(p->op_a == CUBLAS_OP_N || p->op_a == CUBLAS_OP_CONJG ? call->a.cols : call->a.rows),
		.lda = call->a.ld, .ldb = call->b.ld, .ldc = call->c.ld, .ldd = call->d.ld,
		.a_type = (cudaDataType)call->a.type, .b_type = (cudaDataType)call->b.type,
		.c_type = (cudaDataType)call->c.type, .d_type = (cudaDataType)call->d.type,
	};
	return is_plain(&call->a) && is_plain(&call->b) && is_plain(&call->c) && is_plain(&call->d) && gemm->op_a != '?' &&
	       gemm->op_b != '?' && p->op_c == CUBLAS_OP_N && p->fill == CUBLAS_FILL_MODE_FULL && choose_compute(call, gemm) &&
	       (given->a.type == given->b.type || (is_8bit_float(given->a.type) && is_8bit_float(given->b.type))) &&
	       (p->pointer_mode == CUBLASLT_POINTER_MODE_HOST || p->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE ||
	        !aw_shim_type_is_complex((cudaDataType)p->scale_type)) &&
	       ((!p->alpha_distance && !p->beta_distance) ||
	        (p->pointer_mode == CUBLASLT_POINTER_MODE_DEVICE && call->d.mode == CUBLASLT_BATCH_MODE_GROUPED)) &&
	       (p->epilogue == CUBLASLT_EPILOGUE_DEFAULT || !aw_shim_type_is_complex(gemm->d_type)) && aw_shim_gemm_supports(gemm);
}

// Whether all are groups, as many of each, and have arrays of sizes.
static bool are_groups(const struct lt_layout *const all[4])
{
	for (int i = 0; i < 4; i++)
		if (all[i]->mode != CUBLASLT_BATCH_MODE_GROUPED || all[i]->batch != all[0]->batch || !all[i]->rows_array || !all[i]->cols_array ||
		    !all[i]->ld_array)
			return false;
	return true;
}

// Whether the sizes go together.
static bool is_valid(const struct lt_call *call)
{
	const struct lt_layout *a = &call->a, *b = &call->b, *c = &call->c, *d = &call->d;
	bool a_stands = call->product.op_a == CUBLAS_OP_N || call->product.op_a == CUBLAS_OP_CONJG;
	bool b_stands = call->product.op_b == CUBLAS_OP_N || call->product.op_b == CUBLAS_OP_CONJG;
	const struct lt_layout *const all[] = { a, b, c, d };
	if (a->mode == CUBLASLT_BATCH_MODE_GROUPED)
		return are_groups(all);
	for (int i = 0; i < 4; i++)
		if (all[i]->mode == CUBLASLT_BATCH_MODE_GROUPED || (uint32_t)all[i]->mode > CUBLASLT_BATCH_MODE_GROUPED)
			return false;
	for (int i = 0; i < 4; i++)
		if (all[i]->ld < (int64_t)(all[i]->order == CUBLASLT_ORDER_ROW ? all[i]->cols : all[i]->rows) &&
		    all[i]->order <= CUBLASLT_ORDER_ROW)
			return false;
	return (a_stands ? a->rows : a->cols) == d->rows && (b_stands ? b->cols : b->rows) == d->cols &&
	       (a_stands ? a->cols : a->rows) == (b_stands ? b->rows : b->cols) && c->rows == d->rows && c->cols == d->cols;
}

// Whether BLAS can write D itself: stored by columns, scalars for all rows, no epilogue, no scales.
static bool is_simple(const struct lt_call *call)
{
	const struct lt_product *p = &call->product;
	return p->epilogue == CUBLASLT_EPILOGUE_DEFAULT && p->pointer_mode <= CUBLASLT_POINTER_MODE_DEVICE && !p->a_scale &&
	       !p->b_scale && !p->c_scale && !p->d_scale && !p->d_amax && call->c.order == CUBLASLT_ORDER_COL &&
	       call->d.order == CUBLASLT_ORDER_COL;
}

static void run_simple(const struct lt_call *call, struct aw_shim_gemm *gemm)
{
	cudaDataType scale = (cudaDataType)call->product.scale_type;
	memcpy(gemm->alpha, call->alpha_value, sizeof(gemm->alpha));
	memcpy(gemm->beta, call->beta_value, sizeof(gemm->beta));
	if (call->alpha)
		aw_lt_read(scale, call->alpha, 0, gemm->alpha);
	if (call->beta)
		aw_lt_read(scale, call->beta, 0, gemm->beta);
	gemm->c = call->c_data;
	gemm->d = call->d_data;
	if (!aw_shim_gemm_run(gemm))
		aw_shim_log_error("cublasLt", "no memory for a product of matrices");
}

static int64_t size_at(const void *array, int32_t width, int64_t number)
{
	return width == CUBLASLT_INTEGER_WIDTH_64 ? ((const int64_t *)array)[number] : ((const int32_t *)array)[number];
}

static const void *pointer_at(const void *array, int64_t number)
{
	return array ? ((const void *const *)array)[number] : NULL;
}

// Matrix `number` of a batch, alone.
static const void *take_layout(const struct lt_layout *layout, const void *data, int64_t number, struct lt_layout *one)
{
	*one = *layout;
	one->mode = CUBLASLT_BATCH_MODE_STRIDED;
	one->batch = 1;
	one->offset = 0;
	if (layout->mode == CUBLASLT_BATCH_MODE_GROUPED) {
		one->rows = (uint64_t)size_at(layout->rows_array, layout->size_width, number);
		one->cols = (uint64_t)size_at(layout->cols_array, layout->size_width, number);
		one->ld = size_at(layout->ld_array, layout->ld_width, number);
		one->plane = 0;
	}
	if (layout->mode != CUBLASLT_BATCH_MODE_STRIDED)
		return pointer_at(data, number);
	cudaDataType type = (cudaDataType)layout->type;
	int64_t size = layout->plane ? (int64_t)aw_shim_type_size(type) / 2 : (int64_t)aw_shim_type_size(type);
	return data ? (const char *)data + number * layout->offset * size : NULL;
}

// Product `number` of a batch.  Scales, scalars and biases that come in arrays of pointers become its own.
static void take_one(const struct lt_call *call, int64_t number, struct lt_call *one)
{
	struct lt_product *p = &one->product;
	*one = *call;
	one->a_data = take_layout(&call->a, call->a_data, number, &one->a);
	one->b_data = take_layout(&call->b, call->b_data, number, &one->b);
	one->c_data = take_layout(&call->c, call->c_data, number, &one->c);
	one->d_data = (void *)(uintptr_t)take_layout(&call->d, call->d_data, number, &one->d);
	if (p->a_mode && call->d.mode != CUBLASLT_BATCH_MODE_STRIDED) {
		p->a_scale = pointer_at(p->a_scale, number);
		p->b_scale = pointer_at(p->b_scale, number);
		p->c_scale = p->c_mode ? pointer_at(p->c_scale, number) : p->c_scale;
		p->d_out_scale = p->d_out_mode ? (void *)(uintptr_t)pointer_at(p->d_out_scale, number) : NULL;
	}
	if (p->a_mode == CUBLASLT_MATMUL_MATRIX_SCALE_PER_BATCH_SCALAR_32F)
		p->a_mode = p->b_mode = CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
	if (call->d.mode == CUBLASLT_BATCH_MODE_GROUPED && p->bias && p->bias_stride) {
		p->bias = pointer_at(p->bias, number);
		p->bias_stride = 0;
	}
	one->alpha = p->alpha_distance ? pointer_at(call->alpha, number) : call->alpha;
	one->beta = p->beta_distance ? pointer_at(call->beta, number) : call->beta;
	p->alpha_distance = p->beta_distance = 0;
}

static void run_plain(const struct lt_call *call, int64_t number)
{
	struct aw_shim_gemm gemm;
	if (!aw_lt_product_supports(call, &gemm))
		return; // was asked before
	gemm.a = call->a_data;
	gemm.b = call->b_data;
	if (is_simple(call)) {
		run_simple(call, &gemm);
		return;
	}
	void *product = aw_shim_gemm_product(&gemm);
	if (product)
		aw_lt_epilogue_run(call, &gemm, product, number);
	else
		aw_shim_log_error("cublasLt", "no memory for a product of matrices");
	free(product);
}

static void run(void *record)
{
	const struct lt_call *call = record;
	for (int64_t i = 0; i < call->d.batch; i++) {
		struct lt_call one, plain;
		struct lt_stage stage;
		take_one(call, i, &one);
		if (call->d.mode == CUBLASLT_BATCH_MODE_GROUPED && !is_valid(&one)) {
			aw_shim_log_error("cublasLt", "group %lld: sizes that don't go together", (long long)i);
			continue;
		}
		if (one.d.rows == 0 || one.d.cols == 0)
			continue;
		if (aw_lt_stage_begin(&one, &plain, &stage)) {
			run_plain(&plain, i);
			aw_lt_stage_end(&one, &plain, &stage);
		} else {
			aw_shim_log_error("cublasLt", "no memory for the copies of a product's matrices");
			aw_lt_stage_drop(&stage);
		}
	}
	if (call->bits_kept)
		*call->bits_kept = -1;
}

static bool begin(struct lt_call *call, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
	cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d)
{
	if (!product || !a || !b || !c || !d)
		return false;
	memset(call, 0, sizeof(*call));
	memcpy(&call->product, product, sizeof(call->product));
	memcpy(&call->a, a, sizeof(call->a));
	memcpy(&call->b, b, sizeof(call->b));
	memcpy(&call->c, c, sizeof(call->c));
	memcpy(&call->d, d, sizeof(call->d));
	return call->product.magic == LT_PRODUCT && call->a.magic == LT_LAYOUT && call->b.magic == LT_LAYOUT &&
	       call->c.magic == LT_LAYOUT && call->d.magic == LT_LAYOUT && is_valid(call);
}

// Scalars on the host are read now, those on the device when the product is made.
static void take_scalars(struct lt_call *call, const void *alpha, const void *beta)
{
	cudaDataType type = (cudaDataType)call->product.scale_type;
	int32_t mode = call->product.pointer_mode;
	if (mode == CUBLASLT_POINTER_MODE_HOST)
		aw_lt_read(type, alpha, 0, call->alpha_value);
	else
		call->alpha = alpha;
	if (mode == CUBLASLT_POINTER_MODE_HOST || mode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST)
		aw_lt_read(type, beta, 0, call->beta_value);
	else if (mode != CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO)
		call->beta = beta;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, const void *alpha, const void *a,
	cublasLtMatrixLayout_t a_layout, const void *b, cublasLtMatrixLayout_t b_layout, const void *beta, const void *c,
	cublasLtMatrixLayout_t c_layout, void *d, cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t *algorithm,
	void *workspace, size_t size, cudaStream_t stream)
{
	struct aw_shim_gemm gemm;
	struct lt_call call;
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatmul, handle->native, product, alpha, a, a_layout, b, b_layout, beta, c, c_layout, d, d_layout,
			algorithm, workspace, size, stream);
	if (!begin(&call, product, a_layout, b_layout, c_layout, d_layout) || !alpha || !a || !b || !d ||
	    (!beta && call.product.pointer_mode != CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!aw_lt_product_supports(&call, &gemm))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	call.a_data = a;
	call.b_data = b;
	call.c_data = c;
	call.d_data = d;
	take_scalars(&call, alpha, beta);
	const struct lt_emulation *emulation = call.product.emulation;
	bool could_be_emulated = call.product.compute == CUBLAS_COMPUTE_64F || call.product.compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
	if (emulation && emulation->magic == LT_EMULATION && could_be_emulated)
		call.bits_kept = emulation->bits_kept;
	cudaError_t error = aw_shim_queue(stream, run, &call, sizeof(call));
	return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

// --- algorithms: there is one ---

static void describe(cublasLtMatmulAlgo_t *algo)
{
	memset(algo, 0, sizeof(*algo));
	((struct lt_algorithm *)algo)->magic = LT_ALGORITHM;
}

static cublasStatus_t check(cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
	cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, cublasLtMatmulHeuristicResult_t *result)
{
	struct lt_call call;
	struct aw_shim_gemm gemm;
	if (!begin(&call, product, a, b, c, d))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!aw_lt_product_supports(&call, &gemm))
		return CUBLAS_STATUS_NOT_SUPPORTED;
	memset(result, 0, sizeof(*result));
	describe(&result->algo);
	result->state = CUBLAS_STATUS_SUCCESS;
	result->wavesCount = 1;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
	cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t preference,
	int wanted, cublasLtMatmulHeuristicResult_t results[], int *count)
{
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatmulAlgoGetHeuristic, handle->native, product, a, b, c, d, preference, wanted, results, count);
	if (wanted < 1 || !results || !count)
		return CUBLAS_STATUS_INVALID_VALUE;
	cublasStatus_t status = check(product, a, b, c, d, results);
	*count = status == CUBLAS_STATUS_SUCCESS;
	return status;
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristicForStream(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
	cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, cublasLtMatmulPreference_t preference,
	int wanted, cublasLtMatmulHeuristicResult_t results[], int *count, cudaStream_t stream)
{
	if (aw_lt_handle_use(handle, __func__) && handle->native)
		LT_FORWARD(cublasLtMatmulAlgoGetHeuristicForStream, handle->native, product, a, b, c, d, preference, wanted, results, count, stream);
	return cublasLtMatmulAlgoGetHeuristic(handle, product, a, b, c, d, preference, wanted, results, count);
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, cublasLtMatrixLayout_t a,
	cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d, const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulHeuristicResult_t *result)
{
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatmulAlgoCheck, handle->native, product, a, b, c, d, algo, result);
	if (!algo || !result || ((const struct lt_algorithm *)algo)->magic != LT_ALGORITHM)
		return CUBLAS_STATUS_INVALID_VALUE;
	return check(product, a, b, c, d, result);
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t scale,
	cudaDataType_t a, cudaDataType_t b, cudaDataType_t c, cudaDataType_t d, int wanted, int ids[], int *count)
{
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatmulAlgoGetIds, handle->native, compute, scale, a, b, c, d, wanted, ids, count);
	if (wanted < 1 || !ids || !count)
		return CUBLAS_STATUS_INVALID_VALUE;
	ids[0] = 0;
	*count = 1;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t handle, cublasComputeType_t compute, cudaDataType_t scale,
	cudaDataType_t a, cudaDataType_t b, cudaDataType_t c, cudaDataType_t d, int id, cublasLtMatmulAlgo_t *algo)
{
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatmulAlgoInit, handle->native, compute, scale, a, b, c, d, id, algo);
	if (id < 0 || !algo) // numbers are those of a GPU's kernels; here each names the one algorithm
		return CUBLAS_STATUS_INVALID_VALUE;
	describe(algo);
	return CUBLAS_STATUS_SUCCESS;
}

static cublasStatus_t give(const void *from, size_t bytes, void *value, size_t size, size_t *written)
{
	if ((size == 0 && !written) || (size != 0 && (!value || size < bytes)))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (size != 0)
		memcpy(value, from, bytes);
	if (written)
		*written = bytes;
	return CUBLAS_STATUS_SUCCESS;
}

// It can work on batches, out of place and with all epilogues, and has no parts to choose.
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoCapAttributes_t name,
	void *value, size_t size, size_t *written)
{
	uint64_t flags = CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA;
	uint32_t answer = 0;
	if (!algo)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (((const struct lt_algorithm *)algo)->magic != LT_ALGORITHM)
		LT_FORWARD(cublasLtMatmulAlgoCapGetAttribute, algo, name, value, size, written);
	switch (name) {
	case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
	case CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT:
	case CUBLASLT_ALGO_CAP_POINTER_ARRAY_GROUPED_SUPPORT:
	case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT: answer = 1; break;
	case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK: answer = 31; break;
	case CUBLASLT_ALGO_CAP_EPILOGUE_MASK: answer = 0x3ff; break;
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
	case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES: answer = 1; break;
	case CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS: return give(&flags, sizeof(flags), value, size, written);
	default: break;
	}
	return give(&answer, sizeof(answer), value, size, written);
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo, cublasLtMatmulAlgoConfigAttributes_t name,
	const void *value, size_t size)
{
	struct lt_algorithm *own = (struct lt_algorithm *)algo;
	if (!algo || !value)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (own->magic != LT_ALGORITHM)
		LT_FORWARD(cublasLtMatmulAlgoConfigSetAttribute, algo, name, value, size);
	if ((unsigned)name >= sizeof(own->values) / sizeof(own->values[0]) || (size != 2 && size != 4))
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(&own->values[name], value, size);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
	cublasLtMatmulAlgoConfigAttributes_t name, void *value, size_t size, size_t *written)
{
	const struct lt_algorithm *own = (const struct lt_algorithm *)algo;
	if (!algo)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (own->magic != LT_ALGORITHM)
		LT_FORWARD(cublasLtMatmulAlgoConfigGetAttribute, algo, name, value, size, written);
	if ((unsigned)name >= sizeof(own->values) / sizeof(own->values[0]))
		return CUBLAS_STATUS_INVALID_VALUE;
	bool is_short = name == CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID || name == CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID;
	return give(&own->values[name], is_short ? 2 : 4, value, size, written);
}
