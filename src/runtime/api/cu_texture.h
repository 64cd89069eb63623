// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What texture references need of texture objects and modules.
#ifndef AW_RUNTIME_API_CU_TEXTURE_H
#define AW_RUNTIME_API_CU_TEXTURE_H

#include "cu_result.h"

aw_status aw_api_texture_create(CUtexObject *made, const CUDA_RESOURCE_DESC *resource, const CUDA_TEXTURE_DESC *sampling,
                                const CUDA_RESOURCE_VIEW_DESC *view);

// COUNT components of FORMAT; AW_INVALID_VALUE when texels can't have them.
aw_status aw_api_channels(CUarray_format format, unsigned count, struct cudaChannelFormatDesc *channels);

aw_status aw_api_array_describe(CUDA_ARRAY3D_DESCRIPTOR *to, CUarray array);

// MODULE is unloaded: its references end.
void aw_api_texture_references_drop(CUmodule module);

#endif
