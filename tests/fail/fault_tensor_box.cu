// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A box of a tensor that begins between two pieces of 16 bytes, and one that is stored from before the tensor on: illegal instructions, as an
// H100 says.
// FLAGS: -arch=sm_90a
// LINK: -lcuda
// EXPECT: copy.*begins at no multiple of 16 bytes in the first dimension .*fault_tensor_box\.cu:21
// EXPECT: copy.*begins before the tensor it is stored in .*fault_tensor_box\.cu:24
#include <cuda.h>

#include "fail/fault.h"

__global__ void copy(const __grid_constant__ CUtensorMap map, int at, bool stored)
{
	__shared__ __align__(128) int box[32];
	__shared__ __align__(8) unsigned long long full;
	unsigned here = (unsigned)__cvta_generic_to_shared(box), barrier = (unsigned)__cvta_generic_to_shared(&full);
	asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(barrier) : "memory");
	if (!stored)
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(here),
		             "l"(&map), "r"(at), "r"(barrier) : "memory");
	else
		asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%1}], [%2]; cp.async.bulk.commit_group;"
		             "cp.async.bulk.wait_group 0;" ::"l"(&map), "r"(at), "r"(here) : "memory");
}

static void expect_fault(int at, bool stored)
{
	CUtensorMap map;
	void *memory;
	const cuuint64_t size = 100, stride = 0;
	const cuuint32_t box = 32, step = 1;
	CHECK_EQUAL(cudaMalloc(&memory, 400), cudaSuccess);
	CHECK_EQUAL(cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, memory, &size, &stride, &box, &step, CU_TENSOR_MAP_INTERLEAVE_NONE,
	                                   CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
	            CUDA_SUCCESS);
	copy<<<1, 1>>>(map, 8, stored);
	CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
	copy<<<1, 1>>>(map, at, stored);
	fault_expect(cudaErrorIllegalInstruction);
}

int main()
{
	expect_fault(2, false);
	expect_fault(-4, true);
	return unit_finish();
}
