// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that something else made and shares by a file descriptor: here the system, whose files GPUs don't take
// (gpu-tests says which devices there are).
#include <sys/mman.h>
#include <unistd.h>

#include "api/support/api_test.h"

__global__ void add(int *data, int value)
{
	*data += value;
}

int main(void)
{
	const char *devices = getenv("ANYWARP_DEVICES");
	if (devices && strstr(devices, "nvidia"))
		return 77;
	int file = memfd_create("external", 0), *mapped, value = 5;
	cudaExternalMemory_t memory;
	cudaExternalMemoryHandleDesc wanted = {};
	cudaExternalMemoryBufferDesc part = {};
	CHECK(ftruncate(file, 8192) == 0 && pwrite(file, &value, sizeof(value), 4096) == sizeof(value));
	int *seen = (int *)mmap(NULL, 8192, PROT_READ, MAP_SHARED, file, 0);
	wanted.type = cudaExternalMemoryHandleTypeOpaqueFd;
	wanted.handle.fd = file;
	wanted.size = 8192;
	SUCCEEDS(cudaImportExternalMemory(&memory, &wanted));
	part.offset = 4096;
	part.size = 8192;
	INVALID(cudaExternalMemoryGetMappedBuffer((void **)&mapped, memory, &part));
	part.size = 4096;
	SUCCEEDS(cudaExternalMemoryGetMappedBuffer((void **)&mapped, memory, &part));
	add<<<1, 1>>>(mapped, 10);
	SUCCEEDS(cudaDeviceSynchronize());
	CHECK_EQUAL(seen[1024], 15);
	SUCCEEDS(cudaFree(mapped));
	SUCCEEDS(cudaDestroyExternalMemory(memory));
	RETURNS(cudaErrorInvalidResourceHandle, cudaDestroyExternalMemory(memory));
	return unit_finish();
}
