// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrices that no product reads or writes as they are: with scales for blocks, rows or columns, of numbers of 4 bits (cuBLAS, "Narrow
// Precision Data Types Usage"), in tiles, complex ones in two planes.  They are copied to matrices stored by columns, floats with
// their scales applied; of D the product makes such a copy, which is then brought to its places, or becomes numbers and scales of blocks
// ("1D Block Quantization").
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lt.h"

enum {
	SCALAR = CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F,
	VEC16 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3,
	VEC32 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0,
	OUTER_VEC = CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
	VEC128 = CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F,
	BLK128 = CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F,
};

// --- what is staged ---

static bool is_8bit_float(int32_t type)
{
	return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

// Whether a matrix of this format may have such scales.
static bool goes_with(int32_t type, int32_t mode)
{
	return mode == SCALAR ? type != CUDA_R_4F_E2M1 : mode == VEC16 ? type == CUDA_R_4F_E2M1 : is_8bit_float(type);
}

static bool modes_go_together(int32_t a, int32_t b)
{
	bool a_is_128 = a == VEC128 || a == BLK128, b_is_128 = b == VEC128 || b == BLK128;
	return a_is_128 || b_is_128 ? a_is_128 && b_is_128 && (a != BLK128 || b != BLK128) : a == b;
}

static bool is_staged(const struct lt_layout *layout, int32_t mode)
{
	return mode != SCALAR || layout->order > CUBLASLT_ORDER_ROW || (layout->mode != CUBLASLT_BATCH_MODE_GROUPED && layout->plane != 0);
}

// Tiles keep their format.
static void make_plain(struct lt_layout *layout)
{
	bool is_narrow = is_8bit_float(layout->type) || layout->type == CUDA_R_4F_E2M1;
	bool has_planes = layout->mode != CUBLASLT_BATCH_MODE_GROUPED && layout->plane != 0;
	if (is_narrow)
		layout->type = CUDA_R_32F;
	else if (has_planes && layout->type != CUDA_C_64F)
		layout->type = CUDA_C_32F;
	layout->order = CUBLASLT_ORDER_COL;
	if (layout->mode == CUBLASLT_BATCH_MODE_GROUPED)
		return;
	layout->ld = layout->rows > 0 ? (int64_t)layout->rows : 1;
	layout->plane = 0;
}

bool aw_lt_stage_plan(struct lt_call *call)
{
	struct lt_product *p = &call->product;
	bool grouped = call->d.mode == CUBLASLT_BATCH_MODE_GROUPED, is_narrow = p->a_mode == VEC16 || p->a_mode == VEC32;
	if (p->a_mode == CUBLASLT_MATMUL_MATRIX_SCALE_PER_BATCH_SCALAR_32F && p->b_mode == p->a_mode && grouped)
		p->a_mode = p->b_mode = SCALAR;
	if ((uint32_t)p->a_mode > BLK128 || (uint32_t)p->b_mode > BLK128 || !modes_go_together(p->a_mode, p->b_mode) || p->d_mode || p->aux_mode)
		return false;
	if (!goes_with(call->a.type, p->a_mode) || !goes_with(call->b.type, p->b_mode) || !goes_with(call->c.type, p->c_mode) ||
	    !goes_with(call->d.type, p->d_out_mode))
		return false;
	if ((p->c_mode && (p->c_mode != p->a_mode || !is_narrow)) || (p->d_out_mode && (p->d_out_mode != p->a_mode || !is_narrow)) ||
	    (is_8bit_float(call->d.type) && p->a_mode && !p->d_out_mode))
		return false;
	// Where the scales of the second matrix of a batch lie is only said of arrays.
	if (p->a_mode && call->d.batch > 1 && call->d.mode == CUBLASLT_BATCH_MODE_STRIDED)
		return false;
	if (p->d_out_mode && p->bias_type < 0)
		p->bias_type = CUDA_R_16BF;
	bool tiled = call->a.order > CUBLASLT_ORDER_ROW || call->b.order > CUBLASLT_ORDER_ROW || call->c.order > CUBLASLT_ORDER_ROW ||
	             call->d.order > CUBLASLT_ORDER_ROW;
	if (tiled && (call->a.type != CUDA_R_8I || call->a.mode != CUBLASLT_BATCH_MODE_STRIDED))
		return false;
	struct lt_layout *const layouts[] = { &call->a, &call->b, &call->c, &call->d };
	const int32_t modes[] = { p->a_mode, p->b_mode, p->c_mode, p->d_out_mode };
	for (int i = 0; i < 4; i++)
		if (is_staged(layouts[i], modes[i]))
			make_plain(layouts[i]);
	if (p->a_mode)
		p->a_scale = p->b_scale = NULL;
	if (p->c_mode)
		p->c_scale = NULL;
	p->a_mode = p->b_mode = p->c_mode = p->d_out_mode = SCALAR;
	return true;
}

// --- numbers of 4 bits and scales ---

static const double halves[8] = { 0, 0.5, 1, 1.5, 2, 3, 4, 6 };

static double from_4bits(unsigned bits)
{
	return bits & 8 ? -halves[bits & 7] : halves[bits & 7];
}

// The nearest, of two as near the one whose last bit is 0, and at most 6.
static unsigned to_4bits(double value)
{
	double size = fabs(value);
	unsigned best = 0;
	for (unsigned i = 1; i < 8; i++) {
		double middle = (halves[i - 1] + halves[i]) / 2;
		if (size > middle || (size == middle && !(i & 1)))
			best = i;
	}
	return best | (signbit(value) ? 8 : 0);
}

// Of `inner` along the sums (or, of C and D, along a column) and `outer` across them.  Scales of 16 and 32 numbers lie in tiles of 4
// by 128.
static int64_t scale_place(int32_t mode, int64_t inner, int64_t outer, int64_t inner_size, int64_t outer_size)
{
	if (mode == OUTER_VEC)
		return outer;
	if (mode == VEC128)
		return outer + inner / 128 * outer_size;
	if (mode == BLK128)
		return inner / 128 + outer / 128 * (((inner_size + 127) / 128 + 3) / 4 * 4);
	int64_t step = mode == VEC16 ? 16 : 32, block = inner / step, tiles = ((inner_size + step - 1) / step + 3) / 4;
	return (outer / 128 * tiles + block / 4) * 512 + outer % 32 * 16 + outer % 128 / 32 * 4 + block % 4;
}

static double scale_at(int32_t mode, const void *scales, int64_t place)
{
	double value[2] = { 1, 0 };
	unsigned char byte = mode == VEC32 ? ((const unsigned char *)scales)[place] : 0;
	if (mode == VEC32)
		return byte == 255 ? (double)NAN : ldexp(1, byte - 127);
	aw_lt_read(mode == VEC16 ? CUDA_R_8F_E4M3 : CUDA_R_32F, scales, place, value);
	return mode == VEC16 ? fabs(value[0]) : value[0];
}

// --- before ---

static cudaDataType part_of(cudaDataType type)
{
	return type == CUDA_C_64F ? CUDA_R_64F : type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_16F ? CUDA_R_16F : CUDA_R_16BF;
}

static void read_element(const struct lt_layout *layout, const void *data, int64_t place, double value[2])
{
	value[1] = 0;
	if (layout->type == CUDA_R_4F_E2M1) {
		value[0] = from_4bits(((const unsigned char *)data)[place / 2] >> (place & 1) * 4 & 15);
	} else if (layout->plane != 0) {
		double other[2];
		aw_lt_read(part_of((cudaDataType)layout->type), data, place, value);
		aw_lt_read(part_of((cudaDataType)layout->type), (const char *)data + layout->plane, place, other);
		value[1] = other[0];
	} else {
		aw_lt_read((cudaDataType)layout->type, data, place, value);
	}
}

// A copy of a matrix; `rows_are_inner`: its rows are what sums run along.
static void *stage(const struct lt_layout *from, const struct lt_layout *to, const void *data, int32_t mode, const void *scales,
	bool rows_are_inner)
{
	int64_t rows = (int64_t)from->rows, cols = (int64_t)from->cols;
	size_t size = aw_shim_type_size((cudaDataType)to->type);
	char *copy = malloc((size_t)rows * (size_t)cols * size + 1);
	for (int64_t j = 0; copy && j < cols; j++)
		for (int64_t i = 0; i < rows; i++) {
			double value[2], scale = 1;
			read_element(from, data, aw_lt_index(from, i, j), value);
			if (mode && scales)
				scale = scale_at(mode, scales, scale_place(mode, rows_are_inner ? i : j, rows_are_inner ? j : i, rows_are_inner ? rows : cols,
					rows_are_inner ? cols : rows));
			value[0] *= scale;
			value[1] *= scale;
			aw_shim_store_f64((cudaDataType)to->type, copy + (size_t)(i + j * rows) * size, value, 1);
		}
	return copy;
}

bool aw_lt_stage_begin(const struct lt_call *call, struct lt_call *plain, struct lt_stage *s)
{
	const struct lt_product *p = &call->product;
	*plain = *call;
	memset(s, 0, sizeof(*s));
	if (!aw_lt_stage_plan(plain))
		return false;
	if (is_staged(&call->a, p->a_mode))
		plain->a_data = s->a = stage(&call->a, &plain->a, call->a_data, p->a_mode, p->a_scale, p->op_a != CUBLAS_OP_N);
	if (is_staged(&call->b, p->b_mode))
		plain->b_data = s->b = stage(&call->b, &plain->b, call->b_data, p->b_mode, p->b_scale, p->op_b == CUBLAS_OP_N);
	if (is_staged(&call->c, p->c_mode) && call->c_data)
		plain->c_data = s->c = stage(&call->c, &plain->c, call->c_data, p->c_mode, p->c_scale, true);
	if (is_staged(&call->d, p->d_out_mode))
		plain->d_data = s->d = calloc((size_t)call->d.rows * call->d.cols + 1, aw_shim_type_size((cudaDataType)plain->d.type));
	return plain->a_data && plain->b_data && plain->d_data && (plain->c_data || !call->c_data);
}

// --- afterwards ---

static void put_elements(const struct lt_layout *d, char *data, const char *copy, cudaDataType copied)
{
	cudaDataType part = d->plane ? part_of((cudaDataType)d->type) : (cudaDataType)d->type;
	int64_t rows = (int64_t)d->rows, size = (int64_t)aw_shim_type_size(part);
	for (int64_t j = 0; j < (int64_t)d->cols; j++)
		for (int64_t i = 0; i < rows; i++) {
			double value[2];
			aw_lt_read(copied, copy, i + j * rows, value);
			aw_shim_store_f64(part, data + aw_lt_index(d, i, j) * size, value, 1);
			if (d->plane)
				aw_shim_store_f64(part, data + d->plane + aw_lt_index(d, i, j) * size, &value[1], 1);
		}
}

// The byte of a block's scale, rounded up to a power of two or to the nearest number of 8 bits, and what the numbers are multiplied by.
static unsigned char choose_scale(int32_t mode, float scale, float *factor)
{
	uint32_t bits;
	unsigned char byte;
	memcpy(&bits, &scale, sizeof(bits));
	if (mode == VEC16) {
		aw_shim_store_f32(CUDA_R_8F_E4M3, &byte, &scale, 1);
		double rounded = scale_at(VEC16, &byte, 0);
		*factor = rounded > 0 ? (float)(1 / rounded) : 0;
		return byte;
	}
	uint32_t exponent = bits >> 23 & 255, fraction = bits & 0x7fffff;
	if (exponent ? exponent < 254 && fraction > 0 : fraction > 0x400000)
		exponent++;
	*factor = (float)ldexp(1, 127 - (int)exponent);
	return (unsigned char)exponent;
}

static void put_block(const struct lt_layout *d, char *data, const float *values, int64_t first, int64_t count, float factor)
{
	for (int64_t i = 0; i < count; i++) {
		int64_t place = first + i;
		float value = values[i] * factor;
		if (d->type == CUDA_R_4F_E2M1) {
			unsigned char *byte = (unsigned char *)data + place / 2;
			*byte = (unsigned char)(place & 1 ? (*byte & 15) | to_4bits((double)value) << 4 : (*byte & 0xf0) | to_4bits((double)value));
		} else {
			aw_shim_store_f32((cudaDataType)d->type, data + place, &value, 1);
		}
	}
}

static void put_blocks(const struct lt_call *call, const float *copy)
{
	const struct lt_layout *d = &call->d;
	int32_t mode = call->product.d_out_mode;
	int64_t rows = (int64_t)d->rows, cols = (int64_t)d->cols, step = mode == VEC16 ? 16 : 32;
	float most_of_type = d->type == CUDA_R_4F_E2M1 ? 6 : d->type == CUDA_R_8F_E4M3 ? 448 : 57344;
	for (int64_t j = 0; j < cols; j++)
		for (int64_t first = 0; first < rows; first += step) {
			int64_t count = rows - first < step ? rows - first : step;
			float most = 0, factor;
			for (int64_t i = 0; i < count; i++)
				most = fmaxf(most, fabsf(copy[first + i + j * rows]));
			unsigned char byte = choose_scale(mode, most / most_of_type, &factor);
			if (call->product.d_out_scale)
				((unsigned char *)call->product.d_out_scale)[scale_place(mode, first, j, rows, cols)] = byte;
			put_block(d, call->d_data, &copy[first + j * rows], first + j * d->ld, count, factor);
		}
}

void aw_lt_stage_end(const struct lt_call *call, const struct lt_call *plain, struct lt_stage *s)
{
	if (s->d && call->product.d_out_mode)
		put_blocks(call, s->d);
	else if (s->d)
		put_elements(&call->d, call->d_data, s->d, (cudaDataType)plain->d.type);
	aw_lt_stage_drop(s);
}

void aw_lt_stage_drop(struct lt_stage *s)
{
	free(s->a);
	free(s->b);
	free(s->c);
	free(s->d);
}
