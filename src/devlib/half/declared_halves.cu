// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of both formats of 16 bits for programs that only declare them: where NVRTC compiles NVIDIA's cuda_fp16.h and
// cuda_bf16.h of CUDA 12.3 and later, which programs bring, the compiler has their bodies.  Those of our headers serve.
#define AW_HALF_LINKAGE __attribute__((used))
#define AW_HALF_MEMBER __attribute__((used))
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
