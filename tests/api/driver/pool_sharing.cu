// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// A pool of another process by the driver interface; several attributes of managed memory at once; multicast objects, which are
// refused.
#include <cuda.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/support/carry.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

enum { BYTES = 4096 };

static void start(void)
{
	CUcontext context;
	CU(CUDA_SUCCESS, cuInit(0));
	CU(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, 0));
	CU(CUDA_SUCCESS, cuCtxSetCurrent(context));
}

static void child(int socket)
{
	CUmemPoolPtrExportData data;
	CUmemoryPool pool;
	CUdeviceptr pointer = 0;
	int file = -1;
	unsigned value = 0;
	carry(socket, false, &data, sizeof(data), &file);
	start();
	CU(CUDA_SUCCESS, cuMemPoolImportFromShareableHandle(&pool, (void *)(uintptr_t)file, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(NULL, pool, &data));
	CU(CUDA_SUCCESS, cuMemPoolImportPointer(&pointer, pool, &data));
	CU(CUDA_SUCCESS, cuMemcpyDtoH(&value, pointer, sizeof(value)));
	CHECK_EQUAL(value, 0x07070707);
	CU(CUDA_SUCCESS, cuMemsetD8(pointer, 9, BYTES));
	CU(CUDA_SUCCESS, cuCtxSynchronize());
	CU(CUDA_SUCCESS, cuMemFreeAsync(pointer, 0));
	CU(CUDA_SUCCESS, cuCtxSynchronize());
}

static void parent(int socket, pid_t other)
{
	CUmemPoolPtrExportData data;
	CUmemPoolProps properties = {};
	CUmemoryPool pool;
	CUdeviceptr pointer;
	int file = -1, code;
	unsigned value = 0;
	start();
	properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	properties.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	CU(CUDA_SUCCESS, cuMemPoolCreate(&pool, &properties));
	CU(CUDA_SUCCESS, cuMemPoolExportToShareableHandle(&file, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
	CU(CUDA_SUCCESS, cuMemAllocFromPoolAsync(&pointer, BYTES, pool, 0));
	CU(CUDA_SUCCESS, cuMemsetD8(pointer, 7, BYTES));
	CU(CUDA_SUCCESS, cuCtxSynchronize());
	CU(CUDA_SUCCESS, cuMemPoolExportPointer(&data, pointer));
	carry(socket, true, &data, sizeof(data), &file);
	waitpid(other, &code, 0);
	CHECK_EQUAL(code, 0);
	CU(CUDA_SUCCESS, cuMemcpyDtoH(&value, pointer, sizeof(value)));
	CHECK_EQUAL(value, 0x09090909);
	CU(CUDA_SUCCESS, cuMemFreeAsync(pointer, 0));
}

static void attributes(void)
{
	CUdeviceptr managed;
	int read_mostly = 9, preferred = 9;
	void *data[] = { &read_mostly, &preferred };
	size_t sizes[] = { 4, 4 };
	CUmem_range_attribute wanted[] = { CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION };
	CU(CUDA_SUCCESS, cuMemAllocManaged(&managed, BYTES, CU_MEM_ATTACH_GLOBAL));
	CU(CUDA_SUCCESS, cuMemRangeGetAttributes(data, sizes, wanted, 2, managed, BYTES));
	CHECK_EQUAL(read_mostly, 0);
	CHECK_EQUAL(preferred, CU_DEVICE_INVALID);
	CU(CUDA_SUCCESS, cuMemFree(managed));
	CUmemGenericAllocationHandle handle;
	CUmulticastObjectProp properties = {};
	CU(CUDA_ERROR_NOT_SUPPORTED, cuMulticastCreate(&handle, &properties));
}

int main(void)
{
	int sockets[2];
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	pid_t other = fork();
	if (other == 0) {
		child(sockets[1]);
		return unit_finish();
	}
	parent(sockets[0], other);
	attributes();
	return unit_finish();
}
