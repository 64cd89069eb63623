// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a CUtensorMap is to code on the CPU: the runtime fills one in (src/runtime/device/cpu/cpu_tensor.c), and the support library of
// images reads and changes it (src/devlib/cpu/support_tensor.c).
#ifndef AW_FATBIN_TENSOR_ABI_H
#define AW_FATBIN_TENSOR_ABI_H

#include <stdint.h>

enum { AW_TENSOR_RANK = 5, AW_TENSOR_PLACES = AW_TENSOR_RANK - 2 };

// Types of elements, as CUtensorMapDataType.
enum {
	AW_TENSOR_U8, AW_TENSOR_U16, AW_TENSOR_U32, AW_TENSOR_S32, AW_TENSOR_U64, AW_TENSOR_S64, AW_TENSOR_F16, AW_TENSOR_F32, AW_TENSOR_F64,
	AW_TENSOR_BF16, AW_TENSOR_F32_FTZ, AW_TENSOR_TF32, AW_TENSOR_TF32_FTZ, AW_TENSOR_TYPES,
};

static inline uint32_t aw_tensor_element_size(uint32_t type)
{
	static const uint8_t sizes[AW_TENSOR_TYPES] = { 1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4 };
	return type < AW_TENSOR_TYPES ? sizes[type] : 1;
}

#define AW_TENSOR_MARK 0x70616d74u

struct aw_tensor_map {
	uint64_t address;
	uint64_t strides[AW_TENSOR_RANK - 1]; // bytes; of all dimensions but the first
	uint32_t last[AW_TENSOR_RANK];        // the greatest coordinates
	uint32_t mark;                        // AW_TENSOR_MARK
	uint16_t box[AW_TENSOR_RANK];         // elements to go over; in a column of pixels the first is that of channels
	uint16_t pixels;                      // of a column (im2col); 0: a tile
	int16_t lower[AW_TENSOR_PLACES], upper[AW_TENSOR_PLACES]; // im2col: where pixels begin and, from the last coordinate, end
	uint8_t steps[AW_TENSOR_RANK];        // from element to element of the box
	uint8_t rank, type, interleave, swizzle, fill; // as the driver interface counts; FILL 1: not a number
};

// Fields that PTX's tensormap.replace changes.
enum aw_tensor_field {
	AW_TENSOR_ADDRESS, AW_TENSOR_RANK_FIELD, AW_TENSOR_BOX, AW_TENSOR_SIZE, AW_TENSOR_STRIDE, AW_TENSOR_STEP, AW_TENSOR_TYPE,
	AW_TENSOR_INTERLEAVE, AW_TENSOR_SWIZZLE, AW_TENSOR_FILL,
};

// Beside coordinates: how many there are, and whether a copy goes over a column of pixels.
enum { AW_TENSOR_SHAPE_RANK = 7, AW_TENSOR_SHAPE_COLUMN = 8 };

// What copies to memory do with what lies there.
enum aw_tensor_reduction {
	AW_TENSOR_STORE, AW_TENSOR_ADD, AW_TENSOR_MIN, AW_TENSOR_MAX, AW_TENSOR_INC, AW_TENSOR_DEC, AW_TENSOR_AND, AW_TENSOR_OR, AW_TENSOR_XOR,
};

#endif
