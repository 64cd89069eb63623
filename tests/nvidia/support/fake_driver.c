// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A libcuda.so.1 with one GPU whose memory is the host's and whose kernels do nothing.  It tells in $FAKE_LOG
// what it was asked.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"

typedef unsigned long long address;

static char note[512];
#define NOTE(...) (snprintf(note, sizeof(note), __VA_ARGS__), note)

int cuInit(unsigned flags)
{
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	return fake_call("cuInit", NOTE("%u visible %s", flags, visible ? visible : "unset"));
}

int cuDriverGetVersion(int *version)
{
	*version = getenv("FAKE_VERSION") ? atoi(getenv("FAKE_VERSION")) : 13000;
	return fake_call("cuDriverGetVersion", "");
}

int cuGetErrorName(int result, const char **name)
{
	static char text[32];
	snprintf(text, sizeof(text), "CUDA_ERROR_%d", result);
	*name = text;
	return 0;
}

int cuDeviceGetCount(int *count)
{
	*count = 1;
	return fake_call("cuDeviceGetCount", "");
}

int cuDeviceGetName(char *name, int length, int device)
{
	snprintf(name, (size_t)length, "Fake GPU %d", device);
	return 0;
}

int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
	*bytes = (size_t)(device + 1) << 30;
	return 0;
}

int cuDeviceGetAttribute(int *value, int attribute, int device)
{
	enum { MAJOR = 75, MINOR = 76, WARP_SIZE = 10, SHARED_OPTIN = 97 };
	*value = attribute == MAJOR ? 9 : attribute == MINOR ? device : attribute == WARP_SIZE ? 32 : 1024;
	if (attribute == SHARED_OPTIN)
		*value = 232448;
	return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device)
{
	static int contexts[1];
	*context = &contexts[device];
	return fake_call("cuDevicePrimaryCtxRetain", "");
}

static _Thread_local void *current;

int cuCtxGetCurrent(void **context)
{
	*context = current;
	return 0;
}

int cuCtxSetCurrent(void *context)
{
	current = context;
	return fake_call("cuCtxSetCurrent", "");
}

int cuMemAlloc_v2(address *made, size_t size)
{
	int result = fake_call("cuMemAlloc_v2", NOTE("%zu", size));
	*made = result ? 0 : (address)calloc(1, size);
	return result;
}

int cuMemFree_v2(address memory)
{
	free((void *)memory);
	return fake_call("cuMemFree_v2", "");
}

int cuMemHostAlloc(void **made, size_t size, unsigned flags)
{
	*made = calloc(1, size);
	return fake_call("cuMemHostAlloc", NOTE("%zu flags %u", size, flags));
}

int cuMemAllocManaged(address *made, size_t size, unsigned flags)
{
	*made = (address)calloc(1, size);
	return fake_call("cuMemAllocManaged", NOTE("%zu flags %u", size, flags));
}

int cuMemAdvise(address memory, size_t size, int advice, int device)
{
	return fake_call("cuMemAdvise", NOTE("%zu %d %d", memory ? size : 0, advice, device));
}

int cuMemPrefetchAsync(address memory, size_t size, int device, void *stream)
{
	return fake_call("cuMemPrefetchAsync", NOTE("%zu %d %p", memory ? size : 0, device, stream));
}

int cuMemFreeHost(void *memory)
{
	free(memory);
	return fake_call("cuMemFreeHost", "");
}

int cuMemcpyAsync(address target, address source, size_t size, void *stream)
{
	memcpy((void *)target, (void *)source, size);
	return fake_call("cuMemcpyAsync", NOTE("%zu stream %p", size, stream));
}

int cuMemsetD8Async(address target, unsigned char value, size_t size, void *stream)
{
	memset((void *)target, value, size);
	return fake_call("cuMemsetD8Async", NOTE("%zu stream %p", size, stream));
}

int cuModuleLoadDataEx(void **module, const char *ptx, unsigned count, const int *options, void **values)
{
	enum { INFORMATION = 3, ERROR_LOG = 5, VERBOSE = 12 };
	bool verbose = false;
	const char *target = strstr(ptx, ".target ");
	const char *entry = strstr(ptx, ".entry ");
	entry = entry ? entry + strlen(".entry ") : "";
	int result = fake_call("cuModuleLoadDataEx", NOTE("%.*s %.*s", target ? (int)strcspn(target, ",\n") : 0, target,
	                                                  (int)strcspn(entry, "(\n"), entry));
	for (unsigned i = 0; i < count; i++)
		verbose |= options[i] == VERBOSE && values[i];
	for (unsigned i = 0; i < count; i++) {
		if (result && options[i] == ERROR_LOG)
			strcpy(values[i], "ptxas fake, line 7; error   : it pleases not\n");
		if (verbose && options[i] == INFORMATION)
			strcpy(values[i], "ptxas info    : Used 12 registers, used 0 barriers\n");
	}
	*module = strdup(ptx);
	return result;
}

int cuModuleUnload(void *module)
{
	free(module);
	return fake_call("cuModuleUnload", "");
}

// A kernel is its name.
int cuModuleGetFunction(void **function, void *module, const char *name)
{
	enum { NOT_FOUND = 500 };
	*function = strstr(module, name);
	return fake_call("cuModuleGetFunction", name) || !*function ? NOT_FOUND : 0;
}

// Those of the module's text.
static unsigned list_kernels(const char *module, void **functions, unsigned most)
{
	static const char mark[] = ".entry ";
	unsigned count = 0;
	while ((module = strstr(module, mark))) {
		module += strlen(mark);
		if (count < most)
			functions[count] = (void *)module;
		count++;
	}
	return count;
}

int cuModuleGetFunctionCount(unsigned *count, const char *module)
{
	*count = list_kernels(module, NULL, 0);
	return fake_call("cuModuleGetFunctionCount", "");
}

int cuModuleEnumerateFunctions(void **functions, unsigned count, const char *module)
{
	list_kernels(module, functions, count);
	return fake_call("cuModuleEnumerateFunctions", "");
}

int cuFuncGetName(const char **name, const char *function)
{
	static char names[64][64];
	static unsigned next;
	char *made = names[next++ % 64];
	snprintf(made, sizeof(names[0]), "%.*s", (int)strcspn(function, "( \n"), function);
	*name = made;
	return 0;
}

int cuModuleGetGlobal_v2(address *memory, size_t *size, void *module, const char *name)
{
	enum { NOT_FOUND = 500 };
	static char variable[64];
	*memory = (address)variable;
	*size = sizeof(int);
	return fake_call("cuModuleGetGlobal_v2", name) || !strstr(module, name) ? NOT_FOUND : 0;
}

int cuFuncGetAttribute(int *value, int attribute, void *function)
{
	*value = attribute == 0 ? 1024 : attribute == 8 ? 49152 : attribute == 4 ? 40 : 0;
	return function ? 0 : 1;
}

int cuFuncSetAttribute(const char *function, int attribute, int value)
{
	return fake_call("cuFuncSetAttribute", NOTE("%d %d %.*s", attribute, value, (int)strcspn(function, "( \n"), function));
}

int cuFuncGetParamInfo(void *function, size_t index, size_t *offset, size_t *size)
{
	*offset = index * 8;
	*size = 8;
	bool joined = function && !strncmp((char *)function + strcspn(function, "$( \n"), "$joined", 7);
	return function && index < 3u + joined ? 0 : 1;
}

int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int threads, size_t shared)
{
	*blocks = shared ? 1 : 2048 / threads;
	return function ? 0 : 1;
}

// Streams that capture, and how many kernels each has captured.
static struct capture {
	void *stream;
	size_t count;
} captures[8];

static struct capture *find_capture(void *stream)
{
	for (size_t i = 0; i < sizeof(captures) / sizeof(*captures); i++)
		if (captures[i].stream == stream)
			return &captures[i];
	return NULL;
}

int cuLaunchKernel(const char *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **arguments, void **extra)
{
	char more[64] = "";
	int name = (int)strcspn(function, "( \n");
	if (name > 7 && !strncmp(function + name - 7, "$joined", 7))
		snprintf(more, sizeof(more), " of %d", *(int *)arguments[3]);
	if (!strncmp(function + name - 8, "$divided", 8))
		snprintf(more, sizeof(more), " by %d %d", *(int *)arguments[3], *(int *)arguments[4]);
	struct capture *capture = find_capture(stream);
	if (capture)
		capture->count++;
	return fake_call("cuLaunchKernel", NOTE("%.*s %u,%u,%u %u,%u,%u %u %p last %d%s%s", name, function, gx, gy, gz, bx, by, bz, shared,
	                                        stream, *(int *)arguments[2], more, extra ? " extra" : ""));
}

int cuStreamCreateWithPriority(void **stream, unsigned flags, int priority)
{
	*stream = malloc(1);
	return fake_call("cuStreamCreateWithPriority", NOTE("flags %u priority %d %p", flags, priority, *stream));
}

int cuStreamDestroy_v2(void *stream)
{
	free(stream);
	return fake_call("cuStreamDestroy_v2", "");
}

int cuStreamBeginCapture_v2(void *stream, int mode)
{
	int result = fake_call("cuStreamBeginCapture_v2", NOTE("%p mode %d", stream, mode));
	struct capture *place = find_capture(NULL);
	if (result == 0 && place)
		*place = (struct capture){ .stream = stream };
	return result;
}

int cuStreamEndCapture(void *stream, void **graph)
{
	struct capture *capture = find_capture(stream);
	size_t *made = malloc(sizeof(*made));
	*made = capture ? capture->count : 0;
	*graph = made;
	if (capture)
		capture->stream = NULL;
	return fake_call("cuStreamEndCapture", NOTE("%p %zu", stream, *made));
}

// Each kernel of a stream follows the one before, so there is one end.
int cuStreamGetCaptureInfo_v2(void *stream, int *status, unsigned long long *id, void **graph, void ***ends, size_t *count)
{
	struct capture *capture = find_capture(stream);
	*status = capture != NULL;
	*id = 1;
	*graph = stream;
	*ends = &capture->stream;
	*count = capture && capture->count;
	return 0;
}

int cuStreamUpdateCaptureDependencies(void *stream, void **nodes, size_t count, unsigned flags)
{
	return fake_call("cuStreamUpdateCaptureDependencies", NOTE("%p %p %zu %u", stream, *nodes, count, flags));
}

int cuGraphGetNodes(const size_t *graph, void **nodes, size_t *count)
{
	*count = *graph;
	return nodes ? 1 : 0;
}

int cuGraphAddChildGraphNode(void **node, void *graph, void **after, size_t count, const size_t *child)
{
	struct capture *capture = find_capture(graph);
	*node = (void *)(uintptr_t)child;
	if (capture)
		capture->count++;
	return fake_call("cuGraphAddChildGraphNode", NOTE("%zu after %zu", *child, after ? count : 99));
}

int cuGraphInstantiateWithFlags(void **made, void *graph, unsigned long long flags)
{
	*made = malloc(1);
	return fake_call("cuGraphInstantiateWithFlags", NOTE("%llu", graph ? flags : 99));
}

int cuGraphLaunch(void *graph, void *stream)
{
	return fake_call("cuGraphLaunch", NOTE("%p", graph ? stream : NULL));
}

int cuGraphDestroy(void *graph)
{
	free(graph);
	return fake_call("cuGraphDestroy", "");
}

int cuGraphExecDestroy(void *graph)
{
	free(graph);
	return fake_call("cuGraphExecDestroy", "");
}

int cuEventCreate(void **event, unsigned flags)
{
	*event = malloc(1);
	return fake_call("cuEventCreate", NOTE("flags %u %p", flags, *event));
}

int cuEventRecord(void *event, void *stream)
{
	return fake_call("cuEventRecord", NOTE("%p %p", event, stream));
}

int cuEventDestroy_v2(void *event)
{
	free(event);
	return fake_call("cuEventDestroy_v2", "");
}

int cuEventElapsedTime(float *milliseconds, void *start, void *end)
{
	*milliseconds = 2.5f;
	return fake_call("cuEventElapsedTime", start != end ? "" : "same");
}
