// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps are the driver's own.
#include "nvidia_device.h"

static aw_status encode(const struct aw_tensor_box *box, CUtensorMap *map)
{
	if (!aw_nvidia.tensor_encode_tiled || !aw_nvidia.tensor_encode_im2col)
		return AW_NOT_SUPPORTED;
	if (box->box)
		return NVIDIA(tensor_encode_tiled, map, box->type, box->rank, box->address, box->sizes, box->strides, box->box, box->steps,
		              box->interleave, box->swizzle, box->promotion, box->fill);
	return NVIDIA(tensor_encode_im2col, map, box->type, box->rank, box->address, box->sizes, box->strides, box->lower, box->upper,
	              box->channels, box->pixels, box->steps, box->interleave, box->swizzle, box->promotion, box->fill);
}

static aw_status replace_address(CUtensorMap *map, void *address)
{
	return aw_nvidia.tensor_replace_address ? NVIDIA(tensor_replace_address, map, address) : AW_NOT_SUPPORTED;
}

const struct aw_tensor_ops aw_nvidia_tensor_ops = { .encode = encode, .replace_address = replace_address };
