// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Memory and events of another process by the driver interface.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/support/driver_test.h"

enum { WORDS = 1024 };

struct message {
	CUipcMemHandle memory;
	CUipcEventHandle event;
};

static int child(int socket)
{
	struct message message;
	CUdeviceptr memory = 0;
	CUevent event;
	unsigned word = 0;
	char byte = 1;
	CHECK_EQUAL(read(socket, &message, sizeof(message)), sizeof(message));
	driver_begin();
	BAD(cuIpcOpenMemHandle(&memory, message.memory, 0));
	BAD(cuIpcOpenMemHandle(NULL, message.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	GOOD(cuIpcOpenMemHandle(&memory, message.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	BAD(cuIpcOpenEventHandle(NULL, message.event));
	GOOD(cuIpcOpenEventHandle(&event, message.event));
	GOOD(cuStreamWaitEvent(NULL, event, 0));
	GOOD(cuMemcpyDtoH(&word, memory + 4 * (WORDS - 1), 4));
	CHECK_EQUAL(word, 41);
	GOOD(cuMemsetD32(memory, 42, WORDS));
	GOOD(cuCtxSynchronize());
	GOOD(cuEventDestroy(event));
	GOOD(cuIpcCloseMemHandle(memory));
	BAD(cuIpcCloseMemHandle(memory));
	CHECK_EQUAL(write(socket, &byte, 1), 1);
	return unit_finish();
}

static void parent(int socket)
{
	struct message message;
	CUdeviceptr memory = 0, mine;
	CUevent event, plain;
	CUipcMemHandle same;
	unsigned word = 0;
	char byte = 0;
	driver_begin();
	GOOD(cuMemAlloc(&memory, 4 * WORDS));
	GOOD(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
	GOOD(cuEventCreate(&plain, CU_EVENT_DEFAULT));
	GOOD(cuIpcGetMemHandle(&message.memory, memory));
	GOOD(cuIpcGetMemHandle(&same, memory + 8));
	CHECK(memcmp(&same, &message.memory, sizeof(same)) == 0);
	BAD(cuIpcGetMemHandle(&same, 0));
	BAD(cuIpcGetMemHandle(NULL, memory));
	GOOD(cuIpcGetEventHandle(&message.event, event));
	IS(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&message.event, plain));
	BAD(cuIpcGetEventHandle(NULL, event));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuIpcOpenMemHandle(&mine, message.memory, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)); // one's own
	GOOD(cuMemsetD32(memory, 41, WORDS));
	GOOD(cuEventRecord(event, NULL));
	CHECK_EQUAL(write(socket, &message, sizeof(message)), sizeof(message));
	CHECK_EQUAL(read(socket, &byte, 1), 1);
	GOOD(cuMemcpyDtoH(&word, memory, 4));
	CHECK_EQUAL(word, 42);
	BAD(cuIpcCloseMemHandle(memory));
	GOOD(cuEventDestroy(event));
	GOOD(cuEventDestroy(plain));
	GOOD(cuMemFree(memory));
}

int main(void)
{
	int sockets[2], code = -1;
	CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
	pid_t other = fork();
	if (other == 0)
		return child(sockets[1]);
	parent(sockets[0]);
	waitpid(other, &code, 0);
	CHECK(WIFEXITED(code) && WEXITSTATUS(code) == 0);
	return unit_finish();
}
