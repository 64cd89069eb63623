// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string.h>

#include "shim.h"

// The cpu device's UUID begins with its name, and no GPU's does.
enum aw_shim_device aw_shim_device_current(void)
{
	static const char cpu[] = "anywarp-cpu-dev";
	struct cudaDeviceProp properties;
	int device;
	if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess)
		return AW_SHIM_NONE;
	return memcmp(properties.uuid.bytes, cpu, sizeof(cpu) - 1) == 0 ? AW_SHIM_CPU : AW_SHIM_GPU;
}
