// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tensor_map.h"

#include "../../fatbin/tensor_abi.h"
#include "context.h"

enum { MOST_RANK = 5, LEAST_SLICED_RANK = 3, MOST_BOX = 256, MOST_PIXELS = 1024, MOST_STEP = 8, CHUNK = 16 };
// A map need not lie where its type says, for the driver.
enum { MAP_ALIGNMENT = 8, ADDRESS_ALIGNMENT = 16, SLICE_ALIGNMENT = 32, ADDRESS_BITS = 57 };
#define MOST_SIZE ((cuuint64_t)1 << 32)
#define MOST_STRIDE ((cuuint64_t)1 << 40)

// They are the last ones.
static bool is_real(CUtensorMapDataType type)
{
	return type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16 && type <= CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
}

static bool aligned(const void *address, uintptr_t unit)
{
	return (uintptr_t)address % unit == 0;
}

static bool is_sliced(const struct aw_tensor_box *box)
{
	return box->interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
}

static bool enumerators_good(const struct aw_tensor_box *box)
{
	return (unsigned)box->type < AW_TENSOR_TYPES &&
	       (unsigned)box->interleave <= CU_TENSOR_MAP_INTERLEAVE_32B && (unsigned)box->swizzle <= CU_TENSOR_MAP_SWIZZLE_128B &&
	       (unsigned)box->promotion <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
	       (unsigned)box->fill <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA && (!box->fill || is_real(box->type));
}

static bool rank_good(const struct aw_tensor_box *box)
{
	unsigned least = !box->box || is_sliced(box) ? LEAST_SLICED_RANK : 1;
	return box->rank >= least && box->rank <= MOST_RANK;
}

static uintptr_t unit_of(const struct aw_tensor_box *box)
{
	return box->interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? SLICE_ALIGNMENT : ADDRESS_ALIGNMENT;
}

static bool tensor_good(const struct aw_tensor_box *box)
{
	if (!box->sizes || !box->strides || !box->steps || !aligned(box->address, unit_of(box)))
		return false;
	if ((uintptr_t)box->address >> ADDRESS_BITS)
		return false;
	for (unsigned i = 0; i < box->rank; i++)
		if (!box->sizes[i] || box->sizes[i] > MOST_SIZE || !box->steps[i] || box->steps[i] > MOST_STEP)
			return false;
	for (unsigned i = 0; i + 1 < box->rank; i++)
		if (box->strides[i] % unit_of(box) || box->strides[i] >= MOST_STRIDE)
			return false;
	return true;
}

// A row of WIDTH elements in shared memory.
static bool row_good(const struct aw_tensor_box *box, cuuint32_t width)
{
	unsigned bytes = width * aw_tensor_element_size(box->type);
	if (width == 0 || width > MOST_BOX)
		return false;
	if (box->interleave == CU_TENSOR_MAP_INTERLEAVE_32B)
		return box->swizzle == CU_TENSOR_MAP_SWIZZLE_32B;
	bool fits = !box->swizzle || bytes <= (unsigned)CHUNK << box->swizzle;
	return is_sliced(box) || (bytes % CHUNK == 0 && fits);
}

static bool tile_good(const struct aw_tensor_box *box)
{
	for (unsigned i = 0; i < box->rank; i++)
		if (!box->box[i] || box->box[i] > MOST_BOX)
			return false;
	return row_good(box, box->box[0]);
}

// The corners' coordinates share 16 bits of the map.
static bool pixels_good(const struct aw_tensor_box *box)
{
	static const int ranges[] = { 1 << 15, 1 << 7, 1 << 4 };
	int range = ranges[box->rank - LEAST_SLICED_RANK];
	if (!box->lower || !box->upper || !box->pixels || box->pixels > MOST_PIXELS)
		return false;
	for (unsigned i = 0; i < box->rank - 2; i++) {
		int lower = box->lower[i], upper = box->upper[i];
		if (lower < -range || lower >= range || upper < -range || upper >= range)
			return false;
		if ((int64_t)box->sizes[i + 1] + upper - lower <= 0)
			return false;
	}
	return row_good(box, box->channels);
}

aw_status aw_core_tensor_map_encode(const struct aw_tensor_box *box, CUtensorMap *map)
{
	struct aw_context *context;
	if (!map || !aligned(map, MAP_ALIGNMENT) || !enumerators_good(box) || !rank_good(box) || !tensor_good(box))
		return AW_INVALID_VALUE;
	if (!(box->box ? tile_good(box) : pixels_good(box)))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? context->driver->tensor->encode(box, map) : status;
}

aw_status aw_core_tensor_map_replace_address(CUtensorMap *map, void *address)
{
	struct aw_context *context;
	if (!map || !aligned(map, MAP_ALIGNMENT) || !address || !aligned(address, ADDRESS_ALIGNMENT))
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? context->driver->tensor->replace_address(map, address) : status;
}
