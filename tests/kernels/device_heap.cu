// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// malloc, free, new and delete on the device; memory from one kernel used by the next.
#include "kernels/kernel_test.h"

__device__ int *kept[256];

__global__ void make(int *failed)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	int *block = (int *)malloc((me % 50 + 1) * sizeof(int));
	double *more = new double[me % 7 + 1];
	if (!block || !more)
		atomicAdd(failed, 1);
	for (int i = 0; i <= me % 50; i++)
		block[i] = me + i;
	for (int i = 0; i <= me % 7; i++)
		more[i] = me * 0.5;
	if ((size_t)block % 16 || more[me % 7] != me * 0.5)
		atomicAdd(failed, 1);
	delete[] more;
	kept[me] = block;
	size_t alignment = (size_t)1 << me % 13;
	char *aligned = (char *)__nv_aligned_device_malloc(me % 100 + 1, alignment);
	if (!aligned || (size_t)aligned % alignment)
		atomicAdd(failed, 1);
	aligned[me % 100] = 1;
	free(aligned);
	free(malloc(0));
	free(NULL);
}

__global__ void use(int *out)
{
	int me = blockIdx.x * blockDim.x + threadIdx.x;
	out[me] = kept[me][me % 50];
	free(kept[me]);
}

__global__ void too_much(int *out)
{
	void *huge = malloc((size_t)1 << 50);
	*out = huge == NULL;
}

int main()
{
	Buffer<int> failed(1, 0), out(256);
	make<<<4, 64>>>(failed.device);
	failed.expect([](int) { return 0; });
	use<<<2, 128>>>(out.device);
	out.expect([](int i) { return i + i % 50; });
	too_much<<<1, 1>>>(failed.device);
	failed.expect([](int) { return 1; });
	return unit_finish();
}
