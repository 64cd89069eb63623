// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps, for the copies of support_tensor.c.
#include <assert.h>
#include <string.h>

#include "../../../fatbin/tensor_abi.h"
#include "../../../base/log.h"
#include "cpu_device.h"

static aw_status encode(const struct aw_tensor_box *box, CUtensorMap *map)
{
	struct aw_tensor_map made = {
		.address = (uintptr_t)box->address, .mark = AW_TENSOR_MARK, .rank = (uint8_t)box->rank, .type = (uint8_t)box->type,
		.interleave = (uint8_t)box->interleave, .swizzle = (uint8_t)box->swizzle, .fill = (uint8_t)box->fill,
	};
	static_assert(sizeof(made) <= sizeof(*map), "a map has 128 bytes");
	if (box->interleave) {
		aw_error("cpu", "tensors of interleaved slices are not supported");
		return AW_NOT_SUPPORTED;
	}
	for (unsigned i = 0; i < box->rank; i++) {
		made.last[i] = (uint32_t)(box->sizes[i] - 1);
		made.steps[i] = (uint8_t)box->steps[i];
		made.box[i] = box->box ? (uint16_t)box->box[i] : 1;
		if (i > 0)
			made.strides[i - 1] = box->strides[i - 1];
	}
	if (!box->box) {
		made.box[0] = (uint16_t)box->channels;
		made.pixels = (uint16_t)box->pixels;
		for (unsigned i = 0; i + 2 < box->rank; i++) {
			made.lower[i] = (int16_t)box->lower[i];
			made.upper[i] = (int16_t)box->upper[i];
		}
	}
	memset(map, 0, sizeof(*map));
	memcpy(map, &made, sizeof(made));
	return AW_OK;
}

static aw_status replace_address(CUtensorMap *map, void *address)
{
	struct aw_tensor_map *made = (struct aw_tensor_map *)map;
	if (made->mark != AW_TENSOR_MARK)
		return AW_INVALID_VALUE;
	made->address = (uintptr_t)address;
	return AW_OK;
}

const struct aw_tensor_ops aw_cpu_tensor_ops = { .encode = encode, .replace_address = replace_address };
