// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words that programs make macros of in front of headers whose parameters and variables are not called so with nvcc.
#define N 64
#define P 3
#define M 128
#define S 2
#define block (2 + 2)
#define blocks wrong blocks
#define lanes wrong lanes
#define words wrong words
#define word wrong word
#define tiles wrong tiles
#define warps wrong warps
#define sum wrong sum
#define step wrong step
#define place wrong place
#define found wrong found
#define table wrong table
#define row wrong row
#define number wrong number
#define counter wrong counter
#define normal wrong normal
#define factor wrong factor
#define upper wrong upper
#define even wrong even
#define odd wrong odd
#define magnitude wrong magnitude
#define part wrong part
#define stride wrong stride
#define stages wrong stages
#define columns wrong columns
#define chunk wrong chunk
#define scale wrong scale
#define norm wrong norm
#define limits wrong limits
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#undef N
#undef P
#undef sum
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_occupancy.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <mma.h>
#undef number
#undef row
#undef part
#undef limits
#undef table

#include "unit/unit.h"

namespace groups = cooperative_groups;

__global__ void kernel(int *out, float *numbers)
{
	auto half_warp = groups::tiled_partition<16>(groups::this_thread_block());
	int all = groups::reduce(half_warp, (int)threadIdx.x, groups::plus<int>());
	int before = groups::exclusive_scan(half_warp, 1);
	out[threadIdx.x] = 100 * all + before;
	curandState state;
	curand_init(1, threadIdx.x, 0, &state);
	numbers[threadIdx.x] = __half2float(__float2half(curand_uniform(&state))) * (block - 3);
}

int main()
{
	int *out;
	float *numbers;
	cudaMallocManaged(&out, 64 * sizeof(*out));
	cudaMallocManaged(&numbers, 64 * sizeof(*numbers));
	kernel<<<1, 64>>>(out, numbers);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < 64; i++) {
		CHECK_EQUAL(out[i], 100 * (120 + i / 16 * 256) + i % 16);
		CHECK(numbers[i] > 0 && numbers[i] <= 1);
	}
	return unit_finish();
}
