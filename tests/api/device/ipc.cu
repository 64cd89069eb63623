// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two processes: one gives memory, an event and a pool, the other uses them.
#include <sys/wait.h>
#include <unistd.h>

#include "api/support/carry.h"

__global__ void add(int *data, int value, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		data[i] += value;
}

enum { COUNT = 5000, BYTES = COUNT * sizeof(int) };

struct message {
	cudaIpcMemHandle_t memory;
	cudaIpcEventHandle_t event;
	cudaMemPoolPtrExportData pointer;
};

static int child(int socket)
{
	struct message message;
	int *data, *again, *pooled, value = 0;
	cudaEvent_t event;
	cudaMemPool_t pool;
	char byte = 0;
	int file = -1;
	carry(socket, false, &message, sizeof(message), &file);
	INVALID(cudaIpcOpenMemHandle((void **)&data, message.memory, 0));
	SUCCEEDS(cudaIpcOpenMemHandle((void **)&data, message.memory, cudaIpcMemLazyEnablePeerAccess));
	SUCCEEDS(cudaIpcOpenMemHandle((void **)&again, message.memory, cudaIpcMemLazyEnablePeerAccess));
	CHECK(data == again);
	SUCCEEDS(cudaIpcOpenEventHandle(&event, message.event));
	SUCCEEDS(cudaStreamWaitEvent(0, event, 0));
	add<<<(COUNT + 255) / 256, 256>>>(data, 1, COUNT);
	SUCCEEDS(cudaEventRecord(event, 0));
	SUCCEEDS(cudaEventSynchronize(event));
	SUCCEEDS(cudaMemPoolImportFromShareableHandle(&pool, (void *)(intptr_t)file, cudaMemHandleTypePosixFileDescriptor, 0));
	SUCCEEDS(cudaMemPoolImportPointer((void **)&pooled, pool, &message.pointer));
	SUCCEEDS(cudaMemcpy(&value, pooled, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(value, 0x07070707);
	SUCCEEDS(cudaMemset(pooled, 9, sizeof(int)));
	SUCCEEDS(cudaFreeAsync(pooled, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
	SUCCEEDS(cudaIpcCloseMemHandle(data));
	SUCCEEDS(cudaIpcCloseMemHandle(data));
	INVALID(cudaIpcCloseMemHandle(data));
	CHECK_EQUAL(write(socket, &byte, 1), 1);
	return unit_finish();
}

static void parent(int socket, pid_t other)
{
	struct message message;
	int *data, *second, *pooled, *got = (int *)malloc(BYTES), file = -1, code;
	cudaEvent_t event, plain;
	cudaMemPool_t pool;
	cudaIpcMemHandle_t same;
	void *mine;
	char byte;
	SUCCEEDS(cudaMalloc(&data, BYTES));
	SUCCEEDS(cudaMalloc(&second, 100));
	SUCCEEDS(cudaMemset(data, 0, BYTES));
	RETURNS(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
	SUCCEEDS(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
	SUCCEEDS(cudaEventCreate(&plain));
	RETURNS(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&message.event, plain));
	SUCCEEDS(cudaIpcGetEventHandle(&message.event, event));
	SUCCEEDS(cudaIpcGetMemHandle(&message.memory, data));
	SUCCEEDS(cudaIpcGetMemHandle(&same, data + 1));
	CHECK(memcmp(&same, &message.memory, sizeof(same)) == 0);
	INVALID(cudaIpcGetMemHandle(&same, NULL));
	RETURNS(cudaErrorDeviceUninitialized, cudaIpcOpenMemHandle(&mine, message.memory, cudaIpcMemLazyEnablePeerAccess));
	cudaMemPoolProps properties = {};
	properties.allocType = cudaMemAllocationTypePinned;
	properties.location.type = cudaMemLocationTypeDevice;
	properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	SUCCEEDS(cudaMemPoolCreate(&pool, &properties));
	SUCCEEDS(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
	SUCCEEDS(cudaMallocFromPoolAsync((void **)&pooled, 4096, pool, 0));
	SUCCEEDS(cudaMemsetAsync(pooled, 7, 4096, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
	SUCCEEDS(cudaMemPoolExportPointer(&message.pointer, pooled));
	add<<<(COUNT + 255) / 256, 256>>>(data, 40, COUNT);
	SUCCEEDS(cudaEventRecord(event, 0));
	carry(socket, true, &message, sizeof(message), &file);
	CHECK_EQUAL(read(socket, &byte, 1), 1);
	SUCCEEDS(cudaMemcpy(got, data, BYTES, cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < COUNT; i++)
		wrong += got[i] != 41;
	CHECK_EQUAL(wrong, 0);
	SUCCEEDS(cudaMemcpy(got, pooled, sizeof(int), cudaMemcpyDeviceToHost));
	CHECK_EQUAL(got[0], 0x09090909);
	SUCCEEDS(cudaFree(data));
	SUCCEEDS(cudaFreeAsync(pooled, 0));
	SUCCEEDS(cudaEventDestroy(event));
	waitpid(other, &code, 0);
	CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0);
	free(got);
}

int main(void)
{
	int sockets[2];
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	pid_t other = fork();
	if (other == 0)
		return child(sockets[1]);
	parent(sockets[0], other);
	return unit_finish();
}
