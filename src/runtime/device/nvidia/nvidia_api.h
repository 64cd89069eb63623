// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVIDIA's driver library as a table of functions, opened when devices are first counted.
#ifndef AW_RUNTIME_DEVICE_NVIDIA_API_H
#define AW_RUNTIME_DEVICE_NVIDIA_API_H

#include <stdbool.h>

#include "../../../../include/cuda.h"
#include "../../../base/status.h"

// Functions that the public header has no need of.
CUresult cuMemsetD2D8Async(CUdeviceptr target, size_t pitch, unsigned char value, size_t width, size_t height, CUstream stream);
CUresult cuMemsetD2D16Async(CUdeviceptr target, size_t pitch, unsigned short value, size_t width, size_t height,
                            CUstream stream);
CUresult cuMemsetD2D32Async(CUdeviceptr target, size_t pitch, unsigned value, size_t width, size_t height, CUstream stream);
CUresult cuMemAdvise(CUdeviceptr address, size_t size, CUmem_advise advice, CUdevice place);
CUresult cuMemPrefetchAsync(CUdeviceptr address, size_t size, CUdevice place, CUstream stream);

struct nvidia_api {
#define AW_CUDA(member, symbol, since, need) __typeof__(symbol) *member;
#include "nvidia_api.def"
#undef AW_CUDA
};

// Valid once aw_nvidia_open has succeeded.
extern struct nvidia_api aw_nvidia;

// Loads the library, once.  From then on who opens it by its name gets the same.
void aw_nvidia_preload(void);

// Opens the library and starts the driver, once.  False when there is none that can be used; why is told
// at the level info.
bool aw_nvidia_open(void);

// The status that a result of the driver is; what isn't success or "not ready" is told as CALL's.
aw_status aw_nvidia_failure(const char *call, CUresult result);

// Calls a function of the table.
#define NVIDIA(call, ...) aw_nvidia_check(#call, aw_nvidia.call(__VA_ARGS__))
static inline aw_status aw_nvidia_check(const char *call, CUresult result)
{
	return __builtin_expect(result == CUDA_SUCCESS, 1) ? AW_OK : aw_nvidia_failure(call, result);
}

#endif
