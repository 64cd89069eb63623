// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cublasLt: what its files share.  Objects of the cpu device are the structs below, within the opaque ones of the header;
// those of GPUs are NVIDIA's own, which lack the first word.
#ifndef AW_SHIMS_LT_H
#define AW_SHIMS_LT_H

#include "../common/shim_gemm.h"

#pragma GCC visibility push(default)
#include "../../../include/cublasLt.h"
#pragma GCC visibility pop

enum {
	LT_HANDLE = 0x4c544148,
	LT_LAYOUT = 0x4c54414c,
	LT_PRODUCT = 0x4c544150,
	LT_TRANSFORM = 0x4c544154,
	LT_PREFERENCE = 0x4c544146,
	LT_ALGORITHM = 0x4c544147,
	LT_EMULATION = 0x4c544145,
	LT_BLAS = 0x53414c42, // a handle of libcublas, which begins as ours do
};

struct cublasLtContext {
	unsigned magic;
	cublasLtHandle_t native;
};

// Of groups `rows`, `cols` and `ld` are arrays on the device of numbers of so many bits.
struct lt_layout {
	uint32_t magic;
	int32_t mode;
	int32_t type, order;
	union {
		uint64_t rows;
		const void *rows_array;
	};
	union {
		uint64_t cols;
		const void *cols_array;
	};
	union {
		int64_t ld;
		const void *ld_array;
	};
	int64_t offset;
	union {
		int64_t plane;
		struct {
			int32_t size_width, ld_width;
		};
	};
	int32_t batch;
};

struct lt_product {
	uint64_t magic;
	int32_t compute, scale_type, pointer_mode, op_a, op_b, op_c, fill, epilogue;
	const void *bias;
	int64_t bias_stride;
	void *aux;
	int64_t aux_ld, aux_stride, alpha_stride;
	const float *a_scale, *b_scale, *c_scale, *d_scale, *aux_scale;
	float *d_amax, *aux_amax;
	int32_t aux_type, bias_type, sm_count;
	int32_t a_mode, b_mode, c_mode, d_mode, aux_mode, d_out_mode;
	void *d_out_scale;
	struct lt_emulation *emulation;
	int64_t alpha_distance, beta_distance; // 1: an array of pointers to one scalar for each matrix
	int8_t fast;
};

// How formats would be emulated; nothing is.
struct lt_emulation {
	uint64_t magic;
	int32_t strategy, special_values, mantissa_control, mantissa_bits, mantissa_offset;
	int32_t *bits_kept;
};


struct lt_transform {
	uint64_t magic;
	int32_t scale_type, pointer_mode, op_a, op_b;
};

struct lt_preference {
	uint32_t magic;
	float waves;
	uint64_t workspace, implementations;
	uint32_t search, reductions, align_a, align_b, align_c, align_d;
	int32_t average_k, average_rows, average_cols; // of 64 bits for the program
};

struct lt_algorithm {
	uint64_t magic;
	uint32_t values[9];
};

// All that a product is, kept until it is run.
struct lt_call {
	struct lt_product product;
	struct lt_layout a, b, c, d;
	const void *a_data, *b_data, *c_data;
	void *d_data;
	int32_t *bits_kept; // where a product that could be emulated says that it wasn't
	const void *alpha, *beta; // on the device
	double alpha_value[2], beta_value[2]; // of the host
};

// Whether it is a handle; tells the log of the call.
bool aw_lt_handle_use(cublasLtHandle_t handle, const char *function);
void aw_lt_log_call(const char *function);

// Whether the current device is a GPU, for functions that have no handle.
bool aw_lt_is_native(void);

// The function of NVIDIA's library, or NULL when there is none.
void *aw_lt_native(const char *function);

// Calls NVIDIA's function of this name and returns what it does.
#define LT_FORWARD(function, ...) AW_SHIM_FORWARD(aw_lt_native, CUBLAS_STATUS_NOT_INITIALIZED, function, #function, (__VA_ARGS__))

// --- lt_product.c ---

// In what the product is made; false where formats, orders or the epilogue aren't done.
bool aw_lt_product_supports(const struct lt_call *call, struct aw_shim_gemm *gemm);

// --- lt_stage.c ---

// Copies of matrices, or NULL.
struct lt_stage {
	void *a, *b, *c, *d;
};

// Makes layouts and formats those that the product has once the matrices are copied; false where that isn't done.
bool aw_lt_stage_plan(struct lt_call *call);

// The call of one product with the copies that it needs; false without memory.  One of the others ends it.
bool aw_lt_stage_begin(const struct lt_call *call, struct lt_call *plain, struct lt_stage *stage);
void aw_lt_stage_end(const struct lt_call *call, const struct lt_call *plain, struct lt_stage *stage);
void aw_lt_stage_drop(struct lt_stage *stage);

// --- lt_epilogue.c ---

// Makes a matrix of D from the product in the format that is computed in, number `batch` of the batch.
void aw_lt_epilogue_run(const struct lt_call *call, const struct aw_shim_gemm *gemm, const void *product, int64_t batch);

// Reads one number of a format, as a complex one.
void aw_lt_read(cudaDataType type, const void *from, int64_t index, double value[2]);

// The place of element (i, j).  The orders of tensor cores' bytes are of tiles that are 32 columns wide, whose rows lie: one after
// another; in tiles of 8, even ones before odd ones, 4 columns of each at a time; in tiles of 32, in an order of pairs.
static inline int64_t aw_lt_index(const struct lt_layout *layout, int64_t i, int64_t j)
{
	int64_t tile = j / 32 * layout->ld, column = j % 32;
	switch (layout->order) {
	case CUBLASLT_ORDER_ROW: return i * layout->ld + j;
	case CUBLASLT_ORDER_COL32: return tile + i * 32 + column;
	case CUBLASLT_ORDER_COL4_4R2_8C:
		return tile + (i / 8 * 8 + i % 2 * 4 + column / 8) * 32 + (column % 8 / 4 * 4 + i % 8 / 2) * 4 + column % 4;
	case CUBLASLT_ORDER_COL32_2R_4R4: return tile + i / 32 * 1024 + ((i % 8 / 2 * 4 + i % 32 / 8) * 2 + i % 2) * 32 + column;
	default: return i + j * layout->ld;
	}
}

#endif
