// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that numerical programs make macros of in front of CUDA's headers.
#define real double
#define imaginary(x) (x).y
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <curand_kernel.h>
#include <mma.h>

#include "unit/unit.h"

__global__ void kernel(real *out)
{
	__half2 product = __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(5, 6));
	__nv_bfloat162 other = __hcmadd(__floats2bfloat162_rn(1, 2), __floats2bfloat162_rn(3, 4), __floats2bfloat162_rn(5, 6));
	out[0] = __low2float(product);
	out[1] = __high2float(product);
	out[2] = __low2float(other);
	out[3] = imaginary(cuCmul(make_cuDoubleComplex(1, 2), make_cuDoubleComplex(3, 4)));
}

int main()
{
	real *out;
	cudaMallocManaged(&out, 4 * sizeof(*out));
	kernel<<<1, 1>>>(out);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	CHECK_EQUAL(out[0], 0);
	CHECK_EQUAL(out[1], 16);
	CHECK_EQUAL(out[2], 0);
	CHECK_EQUAL(out[3], 10);
	return unit_finish();
}
