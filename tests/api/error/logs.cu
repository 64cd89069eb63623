// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// What the runtime says of errors can be read: by callbacks, and from memory and files.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include "api/support/api_test.h"

static int heard;
static char last[4096];

static void hear(void *data, cudaLogLevel level, char *message, size_t length)
{
	++*(int *)data;
	CHECK(level == cudaLogLevelError && length == strlen(message) && message[0] != '[' && !strchr(message, '\n'));
	snprintf(last, sizeof(last), "%s\n", message); // as a line of a dump ends
}

// An error that the runtime has words for.
static void err(void)
{
	cudaGraphicsResource_t none = NULL;
	CHECK(cudaGraphicsMapResources(1, &none, 0) == cudaErrorNotSupported);
	CHECK(cudaGetLastError() == cudaErrorNotSupported);
}

static size_t lines(const char *text)
{
	size_t count = 0;
	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static void dump_to_memory(void)
{
	cudaLogIterator at, again;
	static char all[65536], some[65536];
	size_t size = sizeof(all);
	CHECK(cudaLogsCurrent(&at, 0) == cudaSuccess && cudaLogsCurrent(&at, 1) == cudaErrorInvalidValue);
	again = at;
	CHECK(cudaLogsDumpToMemory(&again, all, &size, 0) == cudaSuccess && size == 0 && !all[0]);
	err();
	err();
	size = sizeof(all);
	CHECK(cudaLogsDumpToMemory(&again, all, &size, 0) == cudaSuccess && size == strlen(all) && lines(all) == 2);
	CHECK(again == at + 2 && strstr(all, "cudaGraphicsMapResources") && strstr(all, "][E] "));
	// A place for one message and what says that there are more.
	again = at;
	size = strlen(last) + 100;
	CHECK(cudaLogsDumpToMemory(&again, some, &size, 0) == cudaSuccess && lines(some) == 2 && again == at + 2);
	CHECK(strlen(some) == size && strcmp(some + size - strlen(last), last) == 0);
	again = at;
	size = 10;
	CHECK(cudaLogsDumpToMemory(&again, some, &size, 0) == cudaErrorInvalidValue && size == 0 && again == at);
	CHECK(cudaLogsDumpToMemory(&again, NULL, &size, 0) == cudaErrorInvalidValue);
	// Only the last 25,600 bytes are kept.
	for (int i = 0; i < 600; i++)
		err();
	size = sizeof(all);
	CHECK(cudaLogsDumpToMemory(NULL, all, &size, 0) == cudaSuccess && size > 20000 && size < 26000);
	CHECK(strstr(all, "left out"));
}

// The same by the driver interface, of errors of either.
static void by_driver(void)
{
	static char all[65536];
	char path[64], text[4096] = "";
	CUlogIterator at = 0, again;
	size_t size = sizeof(all);
	CHECK(cuLogsCurrent(&at, 0) == CUDA_SUCCESS && cuLogsCurrent(NULL, 0) == CUDA_ERROR_INVALID_VALUE);
	err();
	again = at;
	CHECK(cuLogsDumpToMemory(&again, all, &size, 0) == CUDA_SUCCESS && size == strlen(all) && lines(all) == 1 && again == at + 1);
	CHECK(strstr(all, "cudaGraphicsMapResources") != NULL);
	size = sizeof(all);
	CHECK(cuLogsDumpToMemory(&at, NULL, &size, 0) == CUDA_ERROR_INVALID_VALUE);
	CHECK(cuLogsDumpToMemory(&at, all, &size, 1) == CUDA_ERROR_INVALID_VALUE);
	snprintf(path, sizeof(path), "driver_logs.%d", (int)(size_t)&at & 0xffff);
	CHECK(cuLogsDumpToFile(&at, path, 0) == CUDA_SUCCESS);
	FILE *file = fopen(path, "r");
	CHECK(file && fgets(text, sizeof(text), file) && strcmp(text, all) == 0);
	if (file)
		fclose(file);
	remove(path);
	CHECK(cuLogsDumpToFile(&at, NULL, 0) == CUDA_ERROR_INVALID_VALUE);
}

static void dump_to_file(void)
{
	char path[L_tmpnam + 8], text[4096];
	cudaLogIterator at;
	snprintf(path, sizeof(path), "logs.%d", (int)(size_t)&at & 0xffff);
	CHECK(cudaLogsCurrent(&at, 0) == cudaSuccess);
	err();
	CHECK(cudaLogsDumpToFile(&at, path, 0) == cudaSuccess);
	FILE *file = fopen(path, "r");
	CHECK(file && fgets(text, sizeof(text), file) && strstr(text, last) && !fgets(text, sizeof(text), file));
	if (file)
		fclose(file);
	remove(path);
	CHECK(cudaLogsDumpToFile(&at, "no/such/folder/file", 0) == cudaErrorInvalidValue);
}

int main()
{
	cudaLogsCallbackHandle handle;
	CUlogsCallbackHandle other;
	int count = 0;
	CHECK(cudaLogsRegisterCallback(hear, &heard, &handle) == cudaSuccess);
	CHECK(cudaLogsRegisterCallback(NULL, NULL, &handle) == cudaErrorInvalidValue);
	CHECK(cuInit(0) == CUDA_SUCCESS && cuLogsRegisterCallback((CUlogsCallback)hear, &count, &other) == CUDA_SUCCESS);
	err();
	CHECK(heard == 1 && count == 1);
	CHECK(cuLogsUnregisterCallback(other) == CUDA_SUCCESS && cuLogsUnregisterCallback(other) == CUDA_ERROR_INVALID_VALUE);
	err();
	CHECK(heard == 2 && count == 1);
	dump_to_memory();
	dump_to_file();
	by_driver();
	CHECK(cudaLogsUnregisterCallback(handle) == cudaSuccess && cudaLogsUnregisterCallback(handle) == cudaErrorInvalidValue);
	return unit_finish();
}
