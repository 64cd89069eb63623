// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Tensor Map Object Management".
#include "../core/tensor_map.h"

#include "api.h"
#include "cu_result.h"

static aw_status encode_tiled(CUtensorMap *map, const struct aw_tensor_box *box)
{
	return box->box ? aw_core_tensor_map_encode(box, map) : AW_INVALID_VALUE;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim,
                                const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	const struct aw_tensor_box box = {
		.type = tensorDataType, .rank = tensorRank, .address = globalAddress, .sizes = globalDim, .strides = globalStrides,
		.box = boxDim, .steps = elementStrides, .interleave = interleave, .swizzle = swizzle, .promotion = l2Promotion,
		.fill = oobFill,
	};
	return AW_CU_CONTEXT_CALL(encode_tiled(tensorMap, &box));
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress,
                                 const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner,
                                 const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
	const struct aw_tensor_box box = {
		.type = tensorDataType, .rank = tensorRank, .address = globalAddress, .sizes = globalDim, .strides = globalStrides,
		.lower = pixelBoxLowerCorner, .upper = pixelBoxUpperCorner, .channels = channelsPerPixel, .pixels = pixelsPerColumn,
		.steps = elementStrides, .interleave = interleave, .swizzle = swizzle, .promotion = l2Promotion, .fill = oobFill,
	};
	return AW_CU_CONTEXT_CALL(aw_core_tensor_map_encode(&box, tensorMap));
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress)
{
	return AW_CU_CONTEXT_CALL(aw_core_tensor_map_replace_address(tensorMap, globalAddress));
}
