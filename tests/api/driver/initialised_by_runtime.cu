// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LINK: -lcuda
//
// The driver interface needs no cuInit where the runtime has been used.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <stdio.h>

int main()
{
	CUdevice device = -1;
	int before = cuCtxGetDevice(&device);
	cudaSetDevice(0);
	int after = cuCtxGetDevice(&device);
	printf("%d, then %d: device %d\n", before, after, device); // EXPECT: 3, then 0: device 0
	return 0;
}
