// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions of tensors for copies by kernels (CUDA Driver API, "Tensor Map Object Management").  They are made by the back end of the
// calling thread's device.
#ifndef AW_RUNTIME_CORE_TENSOR_MAP_H
#define AW_RUNTIME_CORE_TENSOR_MAP_H

#include "../device/device.h"

// AW_INVALID_VALUE where an argument breaks one of the manual's rules.
aw_status aw_core_tensor_map_encode(const struct aw_tensor_box *box, CUtensorMap *map);
aw_status aw_core_tensor_map_replace_address(CUtensorMap *map, void *address);

#endif
