// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registers that tell how much shared memory a block has: what the launch gives, all of it, and with what CUDA keeps for itself.
// FLAGS: -arch=sm_90
#include "kernels/kernel_test.h"

__global__ void kernel(int *out, int reserved)
{
	__shared__ volatile int own[256];
	extern __shared__ int given[];
	unsigned dynamic, total, aggregate;
	own[threadIdx.x] = given[threadIdx.x] = (int)threadIdx.x;
	asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(dynamic));
	asm("mov.u32 %0, %%total_smem_size;" : "=r"(total));
	asm("mov.u32 %0, %%aggr_smem_size;" : "=r"(aggregate));
	out[threadIdx.x] = (dynamic == 512) + (total == sizeof own + 512) * 2 + (aggregate == total + (unsigned)reserved) * 4 +
	                   (own[threadIdx.x] == given[threadIdx.x]) * 8;
}

int main()
{
	Buffer<int> out(100);
	int reserved = -1;
	CHECK_EQUAL(cudaDeviceGetAttribute(&reserved, cudaDevAttrReservedSharedMemoryPerBlock, 0), cudaSuccess);
	kernel<<<1, 100, 512>>>(out.device, reserved);
	out.expect([](int) { return 15; });
	return unit_finish();
}
