// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transformations of matrices (cuBLAS, cublasLtMatrixTransform): sums, transposition, another order or format.
#include <string.h>

#include "lt.h"

struct transformation {
	struct lt_transform transform;
	struct lt_layout a, b, c;
	const void *a_data, *b_data;
	void *c_data;
	const void *alpha, *beta; // on the device
	double alpha_value[2], beta_value[2];
};

// An element of alpha op(M), added to the value.
static void add(const struct lt_layout *layout, const char *data, int32_t op, const double *factor, int64_t i, int64_t j,
	double *value)
{
	double x[2];
	bool stands = op == CUBLAS_OP_N;
	aw_lt_read((cudaDataType)layout->type, data, aw_lt_index(layout, stands ? i : j, stands ? j : i), x);
	if (op == CUBLAS_OP_C)
		x[1] = -x[1];
	value[0] += factor[0] * x[0] - factor[1] * x[1];
	value[1] += factor[0] * x[1] + factor[1] * x[0];
}

static const char *matrix(const struct lt_layout *layout, const void *data, int64_t batch)
{
	return (const char *)data + batch * layout->offset * (int64_t)aw_shim_type_size((cudaDataType)layout->type);
}

static void run(void *record)
{
	struct transformation *t = record;
	size_t size = aw_shim_type_size((cudaDataType)t->c.type);
	if (t->alpha)
		aw_lt_read((cudaDataType)t->transform.scale_type, t->alpha, 0, t->alpha_value);
	if (t->beta)
		aw_lt_read((cudaDataType)t->transform.scale_type, t->beta, 0, t->beta_value);
	for (int64_t batch = 0; batch < t->c.batch; batch++)
		for (int64_t j = 0; j < (int64_t)t->c.cols; j++)
			for (int64_t i = 0; i < (int64_t)t->c.rows; i++) {
				double value[2] = { 0, 0 };
				if (t->alpha_value[0] != 0 || t->alpha_value[1] != 0)
					add(&t->a, matrix(&t->a, t->a_data, batch), t->transform.op_a, t->alpha_value, i, j, value);
				if (t->b_data && (t->beta_value[0] != 0 || t->beta_value[1] != 0))
					add(&t->b, matrix(&t->b, t->b_data, batch), t->transform.op_b, t->beta_value, i, j, value);
				aw_shim_store_f64((cudaDataType)t->c.type,
					(char *)(uintptr_t)matrix(&t->c, t->c_data, batch) + (size_t)aw_lt_index(&t->c, i, j) * size, value, 1);
			}
}

static bool is_plain(const struct lt_layout *layout)
{
	return layout->order <= CUBLASLT_ORDER_COL32_2R_4R4 && layout->mode == CUBLASLT_BATCH_MODE_STRIDED && layout->plane == 0 &&
	       aw_shim_type_size((cudaDataType)layout->type);
}

static bool has_size(const struct lt_layout *layout, int32_t op, const struct lt_layout *c)
{
	return op == CUBLAS_OP_N ? layout->rows == c->rows && layout->cols == c->cols :
	                           layout->rows == c->cols && layout->cols == c->rows;
}

cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t transform, const void *alpha,
	const void *a, cublasLtMatrixLayout_t a_layout, const void *beta, const void *b, cublasLtMatrixLayout_t b_layout, void *c,
	cublasLtMatrixLayout_t c_layout, cudaStream_t stream)
{
	if (!aw_lt_handle_use(handle, __func__))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (handle->native)
		LT_FORWARD(cublasLtMatrixTransform, handle->native, transform, alpha, a, a_layout, beta, b, b_layout, c, c_layout, stream);
	if (!transform || !a_layout || !c_layout || !alpha || !a || !c || (b && (!b_layout || !beta)))
		return CUBLAS_STATUS_INVALID_VALUE;
	struct transformation t = { .a_data = a, .b_data = b, .c_data = c };
	memcpy(&t.transform, transform, sizeof(t.transform));
	memcpy(&t.a, a_layout, sizeof(t.a));
	memcpy(&t.b, b ? b_layout : a_layout, sizeof(t.b));
	memcpy(&t.c, c_layout, sizeof(t.c));
	if (!has_size(&t.a, t.transform.op_a, &t.c) || (b && !has_size(&t.b, t.transform.op_b, &t.c)))
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!is_plain(&t.a) || !is_plain(&t.b) || !is_plain(&t.c) || t.transform.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (t.transform.pointer_mode == CUBLASLT_POINTER_MODE_HOST) {
		aw_lt_read((cudaDataType)t.transform.scale_type, alpha, 0, t.alpha_value);
		if (b)
			aw_lt_read((cudaDataType)t.transform.scale_type, beta, 0, t.beta_value);
	} else {
		t.alpha = alpha;
		t.beta = b ? beta : NULL;
	}
	cudaError_t error = aw_shim_queue(stream, run, &t, sizeof(t));
	return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
