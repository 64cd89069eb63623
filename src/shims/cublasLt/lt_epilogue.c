// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a product: scaling, C, bias, the activation or its gradient, and the format of D, rounded once (cuBLAS,
// cublasLtEpilogue_t).  GELU is the one by tanh.  The aux matrix of RELU has a bit an element.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lt.h"

void aw_lt_read(cudaDataType type, const void *from, int64_t index, double value[2])
{
	value[0] = value[1] = 0;
	aw_shim_load_f64(value, type, (const char *)from + index * (int64_t)aw_shim_type_size(type), 1);
}

// The state of the work on one matrix of a batch.
struct finishing {
	const struct lt_call *call;
	const struct lt_product *p;
	const char *c;
	char *d, *aux;
	const char *bias;
	cudaDataType c_type, d_type, aux_type, bias_type;
	double ab_scale, c_scale, d_scale, amax;
	double alpha[2], beta[2];
	int parts; // numbers of an element
	bool is_double, has_vectors;
	// Of a column: elements (two numbers if complex), those of C, the bias, sums of rows.
	double *values, *c_values, *bias_values, *sums;
};

static double scale_of(const float *pointer)
{
	return pointer ? (double)*pointer : 1;
}

static cudaDataType bias_type_of(const struct lt_call *call)
{
	int32_t type = call->product.bias_type, d = call->d.type;
	if (type >= 0)
		return (cudaDataType)type;
	return d == CUDA_R_8F_E4M3 || d == CUDA_R_8F_E5M2 ? CUDA_R_16BF : d == CUDA_R_8I || d == CUDA_R_32I ? CUDA_R_32F : (cudaDataType)d;
}

// alpha and beta of a row; without vectors they are those of every row.
static void take_scalars(struct finishing *f, int64_t row, int64_t batch)
{
	cudaDataType type = (cudaDataType)f->p->scale_type;
	int64_t element = f->has_vectors ? row + batch * f->p->alpha_stride : 0;
	if (f->call->alpha)
		aw_lt_read(type, f->call->alpha, element, f->alpha);
	if (f->call->beta)
		aw_lt_read(type, f->call->beta, element, f->beta);
}

static void begin(struct finishing *f, const struct lt_call *call, const struct aw_shim_gemm *gemm, int64_t batch)
{
	const struct lt_product *p = &call->product;
	bool is_mask = p->epilogue == CUBLASLT_EPILOGUE_DRELU || p->epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD ||
	               p->epilogue == CUBLASLT_EPILOGUE_RELU_AUX || p->epilogue == CUBLASLT_EPILOGUE_RELU_AUX_BIAS;
	*f = (struct finishing){ .call = call, .p = p, .c_type = gemm->c_type, .d_type = gemm->d_type,
		.bias_type = bias_type_of(call), .aux_type = p->aux_type >= 0 ? (cudaDataType)p->aux_type : gemm->d_type };
	int64_t aux_size = (int64_t)aw_shim_type_size(f->aux_type), bias_size = (int64_t)aw_shim_type_size(f->bias_type);
	f->c = (const char *)call->c_data + batch * call->c.offset * (int64_t)aw_shim_type_size(f->c_type);
	f->d = (char *)call->d_data + batch * call->d.offset * (int64_t)aw_shim_type_size(f->d_type);
	f->bias = p->bias ? (const char *)p->bias + batch * p->bias_stride * bias_size : NULL;
	f->aux = p->aux ? (char *)p->aux + (is_mask ? batch * p->aux_stride / 8 : batch * p->aux_stride * aux_size) : NULL;
	f->ab_scale = scale_of(p->a_scale) * scale_of(p->b_scale);
	f->c_scale = scale_of(p->c_scale);
	f->d_scale = scale_of(p->d_scale);
	f->is_double = gemm->compute == AW_SHIM_F64 || gemm->compute == AW_SHIM_C64 || gemm->compute == AW_SHIM_I32;
	f->parts = gemm->compute == AW_SHIM_C32 || gemm->compute == AW_SHIM_C64 ? 2 : 1;
	f->has_vectors = p->pointer_mode > CUBLASLT_POINTER_MODE_DEVICE;
	memcpy(f->alpha, call->alpha_value, sizeof(f->alpha));
	memcpy(f->beta, call->beta_value, sizeof(f->beta));
	take_scalars(f, 0, batch);
}

static double gelu_gradient(double x)
{
	double inner = M_2_SQRTPI * M_SQRT1_2 * (x + 0.044715 * x * x * x), t = tanh(inner);
	return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * M_2_SQRTPI * M_SQRT1_2 * (1 + 3 * 0.044715 * x * x);
}

static double gelu(double x)
{
	return 0.5 * x * (1 + tanh(M_2_SQRTPI * M_SQRT1_2 * (x + 0.044715 * x * x * x)));
}

static bool mask(struct finishing *f, int64_t i, int64_t j, bool writes, bool value)
{
	int64_t bit = i + j * f->p->aux_ld;
	unsigned char *byte = (unsigned char *)f->aux + bit / 8, flag = (unsigned char)(1u << bit % 8);
	if (writes)
		*byte = (unsigned char)(value ? *byte | flag : *byte & ~flag);
	return *byte & flag;
}

static void put_aux(struct finishing *f, int64_t i, int64_t j, double value)
{
	double scaled = value * scale_of(f->p->aux_scale);
	aw_shim_store_f64(f->aux_type, f->aux + (i + j * f->p->aux_ld) * (int64_t)aw_shim_type_size(f->aux_type), &scaled, 1);
	if (f->p->aux_amax && fabs(value) > *f->p->aux_amax)
		*f->p->aux_amax = (float)fabs(value);
}

// The activation of element (i, j), after the bias.
static double activate(struct finishing *f, int64_t i, int64_t j, double value)
{
	double aux[2];
	switch (f->p->epilogue) {
	case CUBLASLT_EPILOGUE_RELU_AUX:
	case CUBLASLT_EPILOGUE_RELU_AUX_BIAS:
		if (f->aux)
			mask(f, i, j, true, value > 0);
		return value > 0 ? value : 0;
	case CUBLASLT_EPILOGUE_RELU:
	case CUBLASLT_EPILOGUE_RELU_BIAS: return value > 0 || value != value ? value : 0;
	case CUBLASLT_EPILOGUE_GELU_AUX:
	case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
		if (f->aux)
			put_aux(f, i, j, value);
		return gelu(value);
	case CUBLASLT_EPILOGUE_GELU:
	case CUBLASLT_EPILOGUE_GELU_BIAS: return gelu(value);
	case CUBLASLT_EPILOGUE_DRELU:
	case CUBLASLT_EPILOGUE_DRELU_BGRAD: return f->aux && mask(f, i, j, false, false) ? value : 0;
	case CUBLASLT_EPILOGUE_DGELU:
	case CUBLASLT_EPILOGUE_DGELU_BGRAD:
		aw_lt_read(f->aux_type, f->aux, i + j * f->p->aux_ld, aux);
		return value * gelu_gradient(aux[0]);
	default: return value;
	}
}

// Column j of C or D: at once where it is stored by columns.
static void load_column(const struct lt_layout *layout, cudaDataType type, const char *data, int64_t j, double *values, int parts)
{
	int64_t size = (int64_t)aw_shim_type_size(type), rows = (int64_t)layout->rows;
	if (layout->order == CUBLASLT_ORDER_COL)
		aw_shim_load_f64(values, type, data + j * layout->ld * size, (size_t)rows);
	for (int64_t i = 0; layout->order != CUBLASLT_ORDER_COL && i < rows; i++)
		aw_shim_load_f64(values + i * parts, type, data + aw_lt_index(layout, i, j) * size, 1);
}

static void store_column(const struct lt_layout *layout, cudaDataType type, char *data, int64_t j, const double *values, int parts)
{
	int64_t size = (int64_t)aw_shim_type_size(type), rows = (int64_t)layout->rows;
	if (layout->order == CUBLASLT_ORDER_COL)
		aw_shim_store_f64(type, data + j * layout->ld * size, values, (size_t)rows);
	for (int64_t i = 0; layout->order != CUBLASLT_ORDER_COL && i < rows; i++)
		aw_shim_store_f64(type, data + aw_lt_index(layout, i, j) * size, values + i * parts, 1);
}

// alpha times the product, and beta times C.
static void combine(struct finishing *f, const void *product, int64_t rows, int64_t j, int64_t batch)
{
	bool reads_c = f->beta[0] != 0 || f->beta[1] != 0 || (f->has_vectors && f->call->beta);
	if (reads_c)
		load_column(&f->call->c, f->c_type, f->c, j, f->c_values, f->parts);
	for (int64_t i = 0; i < rows; i++) {
		int64_t at = (i + j * rows) * f->parts;
		double x[2] = { 0, 0 }, c[2] = { 0, 0 };
		for (int part = 0; part < f->parts; part++) {
			x[part] = f->ab_scale * (f->is_double ? ((const double *)product)[at + part] : (double)((const float *)product)[at + part]);
			c[part] = reads_c ? f->c_scale * f->c_values[i * f->parts + part] : 0;
		}
		if (f->has_vectors)
			take_scalars(f, i, batch);
		const double *a = f->alpha, *b = f->beta;
		f->values[i * f->parts] = a[0] * x[0] - a[1] * x[1] + b[0] * c[0] - b[1] * c[1];
		if (f->parts == 2)
			f->values[i * 2 + 1] = a[0] * x[1] + a[1] * x[0] + b[0] * c[1] + b[1] * c[0];
	}
}

// Bias, activation, and the format of D; these are of real numbers, but for a plain result.
static void finish_column(struct finishing *f, int64_t rows, int64_t j)
{
	for (int64_t i = 0; f->p->epilogue != CUBLASLT_EPILOGUE_DEFAULT && i < rows; i++) {
		double value = activate(f, i, j, f->values[i] + f->bias_values[i]);
		f->values[i] = value;
		f->sums[i] += value;
	}
	for (int64_t i = 0; f->p->d_amax && i < rows; i++)
		f->amax = fabs(f->values[i]) > f->amax ? fabs(f->values[i]) : f->amax;
	for (int64_t i = 0; f->d_scale != 1 && i < rows * f->parts; i++)
		f->values[i] *= f->d_scale;
	store_column(&f->call->d, f->d_type, f->d, j, f->values, f->parts);
}

static void put_bias(struct finishing *f, int64_t index, double sum)
{
	if (f->bias)
		aw_shim_store_f64(f->bias_type, (char *)(uintptr_t)f->bias + index * (int64_t)aw_shim_type_size(f->bias_type), &sum, 1);
}

// Sums over k of a row of op(A) or a column of op(B).
static void sum_operand(struct finishing *f, const struct aw_shim_gemm *gemm, bool is_a)
{
	const struct lt_layout *layout = is_a ? &f->call->a : &f->call->b;
	int32_t op = is_a ? f->p->op_a : f->p->op_b;
	bool stands = op == CUBLAS_OP_N;
	for (int64_t i = 0; i < (is_a ? gemm->m : gemm->n); i++) {
		double sum = 0, value[2];
		for (int64_t k = 0; k < gemm->k; k++) {
			bool rows_first = is_a == stands;
			aw_lt_read((cudaDataType)layout->type, is_a ? gemm->a : gemm->b,
				rows_first ? aw_lt_index(layout, i, k) : aw_lt_index(layout, k, i), value);
			sum += value[0];
		}
		put_bias(f, i, sum);
	}
}

static void finish_matrix(struct finishing *f, const struct aw_shim_gemm *gemm, const void *product, int64_t batch)
{
	int32_t epilogue = f->p->epilogue;
	if ((epilogue & CUBLASLT_EPILOGUE_BIAS) && f->bias)
		aw_shim_load_f64(f->bias_values, f->bias_type, f->bias, (size_t)gemm->m);
	for (int64_t j = 0; j < gemm->n; j++) {
		combine(f, product, gemm->m, j, batch);
		finish_column(f, gemm->m, j);
	}
	if (epilogue == CUBLASLT_EPILOGUE_DRELU_BGRAD || epilogue == CUBLASLT_EPILOGUE_DGELU_BGRAD)
		for (int64_t i = 0; i < gemm->m; i++)
			put_bias(f, i, f->sums[i]);
	if (epilogue == CUBLASLT_EPILOGUE_BGRADA || epilogue == CUBLASLT_EPILOGUE_BGRADB)
		sum_operand(f, gemm, epilogue == CUBLASLT_EPILOGUE_BGRADA);
	if (f->p->d_amax)
		*f->p->d_amax = (float)(batch && f->amax < *f->p->d_amax ? *f->p->d_amax : f->amax);
}

void aw_lt_epilogue_run(const struct lt_call *call, const struct aw_shim_gemm *gemm, const void *product, int64_t batch)
{
	struct finishing f;
	begin(&f, call, gemm, batch);
	size_t rows = (size_t)gemm->m + 1;
	double *room = calloc(6 * rows, sizeof(*room));
	if (!room) {
		aw_shim_log_error("cublasLt", "no memory for a column of a matrix");
		return;
	}
	f.values = room;
	f.c_values = room + 2 * rows;
	f.bias_values = room + 4 * rows;
	f.sums = room + 5 * rows;
	finish_matrix(&f, gemm, product, batch);
	free(room);
}
