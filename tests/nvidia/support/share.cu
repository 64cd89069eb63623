// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory apart from addresses, and memory, events and pools of several processes; "done" or the first call that fails.  The
// driver interface comes by cudaGetDriverEntryPoint, because a library by its name is the driver itself here.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WANT(wanted, ...) \
	if (int result = (int)(__VA_ARGS__); result != (int)(wanted)) \
		return printf("%s: %d\n", #__VA_ARGS__, result), 1
#define CALL(...) WANT(0, __VA_ARGS__)
#define DRIVER(name) \
	decltype(&::name) name; \
	CALL(cudaGetDriverEntryPoint(#name, (void **)&name, cudaEnableDefault, NULL))

static int share_virtual()
{
	DRIVER(cuMemAddressReserve);
	DRIVER(cuMemAddressFree);
	DRIVER(cuMemCreate);
	DRIVER(cuMemRelease);
	DRIVER(cuMemMap);
	DRIVER(cuMemUnmap);
	DRIVER(cuMemSetAccess);
	DRIVER(cuMemExportToShareableHandle);
	DRIVER(cuMemImportFromShareableHandle);
	const size_t size = 2 << 20;
	CUmemAllocationProp properties = {};
	CUmemAccessDesc access = {};
	CUmemGenericAllocationHandle memory, imported;
	CUdeviceptr base;
	int file, value = 7, got = 0;
	properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	properties.location.type = CU_MEM_LOCATION_TYPE_HOST;
	WANT(CUDA_ERROR_NOT_SUPPORTED, cuMemCreate(&memory, size, &properties, 0));
	properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	properties.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	access.location = properties.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CALL(cuMemAddressReserve(&base, 3 * size, 0, 0, 0));
	CALL(cuMemCreate(&memory, size, &properties, 0));
	CALL(cuMemExportToShareableHandle(&file, memory, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CALL(cuMemImportFromShareableHandle(&imported, (void *)(intptr_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
	close(file);
	CALL(cuMemMap(base, size, 0, memory, 0));
	CALL(cuMemMap(base + size, size, 0, imported, 0)); // only now is its size known
	WANT(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(base + size, 2 * size, 0, imported, 0));
	CALL(cuMemRelease(imported));
	CALL(cuMemSetAccess(base, 2 * size, &access, 1));
	access.location.type = CU_MEM_LOCATION_TYPE_HOST;
	WANT(CUDA_ERROR_NOT_SUPPORTED, cuMemSetAccess(base, 2 * size, &access, 1));
	CALL(cudaMemcpy((void *)base, &value, sizeof(value), cudaMemcpyHostToDevice));
	CALL(cudaMemcpy(&got, (void *)(base + size), sizeof(got), cudaMemcpyDeviceToHost));
	WANT(7, got);
	CALL(cuMemUnmap(base, 2 * size));
	CALL(cuMemRelease(memory));
	CALL(cuMemAddressFree(base, 3 * size));
	return 0;
}

static int share_memory()
{
	cudaIpcMemHandle_t first, second;
	cudaPointerAttributes about;
	char *a, *b, *at[3];
	CALL(cudaMalloc(&a, 1024));
	CALL(cudaMalloc(&b, 1024));
	CALL(cudaIpcGetMemHandle(&first, a + 100));
	CALL(cudaIpcGetMemHandle(&second, b));
	CALL(cudaIpcOpenMemHandle((void **)&at[0], first, cudaIpcMemLazyEnablePeerAccess));
	CALL(cudaIpcOpenMemHandle((void **)&at[1], second, cudaIpcMemLazyEnablePeerAccess));
	CALL(cudaIpcOpenMemHandle((void **)&at[2], first, cudaIpcMemLazyEnablePeerAccess));
	WANT(1, at[0] == at[2] && at[1] == at[0] + 1024);
	CALL(cudaMemset(at[0], 1, 1024));
	WANT(cudaErrorInvalidValue, cudaMemset(at[0], 1, 1025)); // the second begins there
	cudaGetLastError();
	CALL(cudaMemset(at[1], 1, 1025));
	WANT(cudaErrorInvalidValue, cudaFree(at[0]));
	CALL(cudaIpcCloseMemHandle(at[0]));
	CALL(cudaMemset(at[0], 1, 1024));
	CALL(cudaIpcCloseMemHandle(at[0]));
	WANT(cudaErrorInvalidValue, cudaIpcCloseMemHandle(at[0]));
	CALL(cudaPointerGetAttributes(&about, at[0]));
	WANT(cudaMemoryTypeUnregistered, about.type);
	CALL(cudaIpcCloseMemHandle(at[1]));
	CALL(cudaFree(a));
	CALL(cudaFree(b));
	return 0;
}

static int share_events_and_pools()
{
	cudaEvent_t event, plain, opened;
	cudaIpcEventHandle_t handle;
	cudaMemPool_t pool, other;
	cudaMemPoolPtrExportData data;
	cudaMemPoolProps properties = {};
	void *memory, *seen;
	int file;
	CALL(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
	CALL(cudaEventCreate(&plain));
	WANT(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&handle, plain));
	CALL(cudaIpcGetEventHandle(&handle, event));
	CALL(cudaIpcOpenEventHandle(&opened, handle));
	CALL(cudaStreamWaitEvent(0, opened, 0));
	CALL(cudaEventRecord(event, 0));
	CALL(cudaEventSynchronize(opened));
	properties.allocType = cudaMemAllocationTypePinned;
	properties.location.type = cudaMemLocationTypeDevice;
	properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	CALL(cudaMemPoolCreate(&pool, &properties));
	CALL(cudaMallocFromPoolAsync(&memory, 512, pool, 0));
	CALL(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
	CALL(cudaMemPoolExportPointer(&data, memory));
	CALL(cudaMemPoolImportFromShareableHandle(&other, (void *)(intptr_t)file, cudaMemHandleTypePosixFileDescriptor, 0));
	CALL(cudaMemPoolImportPointer(&seen, other, &data));
	CALL(cudaMemset(seen, 1, 512));
	CALL(cudaFreeAsync(seen, 0));
	CALL(cudaFreeAsync(memory, 0));
	return 0;
}

int main()
{
	CALL(cudaFree(0));
	if (share_virtual() || share_memory() || share_events_and_pools())
		return 1;
	puts("done");
}
