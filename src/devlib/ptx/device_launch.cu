// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels by kernels for PTX.  NVIDIA's are in a library that programs link, libcudadevrt; without it a
// program that comes to one is stopped with a message.  It runs on the cpu device.
#include "../math/math_internal.h"

extern "C" AW_DEVICE void __assertfail(const char *text, const char *file, u32 line, const char *function, unsigned long size);

AW_API i32 __aw_device_launch(const void *, const u32 *, void *, void **)
{
	__assertfail("launches by kernels run on the cpu device only (CUDA_VISIBLE_DEVICES)", "device_launch.h", 0, "launch", 1);
	__builtin_trap();
}

AW_API i32 __aw_device_error(i32) { return 0; }
