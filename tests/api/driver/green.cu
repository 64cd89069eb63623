// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
// ENV: ANYWARP_WORKERS=32
//
// Green contexts: multiprocessors in groups, streams whose kernels stay in theirs, what is current, events of a part, and its end.
#include <cuda.h>
#include <string.h>

#include "api/support/api_test.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

enum { EACH = 8, MOST = 1024, BLOCKS = 3000 };

__global__ void mark(unsigned *seen)
{
	unsigned id;
	asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
	atomicAdd(&seen[id % MOST], 1);
}

__global__ void spin(volatile int *gate)
{
	while (!*gate)
		;
}

__global__ void count(int *at)
{
	++*at;
}

static CUdevResource whole, groups[2], rest;

static void resources(void)
{
	CUdevResource wrong = {}, many[MOST];
	unsigned count = 2;
	CU(CUDA_SUCCESS, cuDeviceGetDevResource(0, &whole, CU_DEV_RESOURCE_TYPE_SM));
	CU(CUDA_SUCCESS, cuDevSmResourceSplitByCount(groups, &count, &whole, &rest, 0, EACH));
	CHECK_EQUAL(count, 2);
	CHECK_EQUAL(groups[0].type, CU_DEV_RESOURCE_TYPE_SM);
	CHECK_EQUAL(groups[0].sm.smCount, EACH);
	CHECK_EQUAL(groups[1].sm.smCount, EACH);
	CHECK_EQUAL(rest.sm.smCount, whole.sm.smCount - 2 * EACH);
	count = MOST;
	CU(CUDA_SUCCESS, cuDevSmResourceSplitByCount(many, &count, &whole, nullptr, 0, EACH));
	CHECK(count >= 2 && count <= whole.sm.smCount / EACH);
	unsigned possible = count;
	count = 0;
	CU(CUDA_SUCCESS, cuDevSmResourceSplitByCount(nullptr, &count, &whole, nullptr, 0, EACH));
	CHECK_EQUAL(count, possible);
	count = 1;
	CU(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplitByCount(groups, nullptr, &whole, nullptr, 0, EACH));
	CU(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplitByCount(groups, &count, nullptr, nullptr, 0, EACH));
	CU(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuDevSmResourceSplitByCount(groups, &count, &wrong, nullptr, 0, EACH));
	CU(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, cuDevSmResourceSplitByCount(many, &count, &whole, nullptr, 0, whole.sm.smCount + 1));
	CU(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, cuDevSmResourceSplitByCount(many, &count, &groups[0], nullptr, 0, EACH));
	CU(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplitByCount(many, &count, &whole, nullptr, 3, EACH));
	count = 0;
	CU(CUDA_ERROR_INVALID_VALUE, cuDevSmResourceSplitByCount(many, &count, &whole, nullptr, 0, EACH));
}

static CUgreenCtx make(CUdevResource *resource)
{
	CUdevResourceDesc description;
	CUgreenCtx green = nullptr;
	CU(CUDA_SUCCESS, cuDevResourceGenerateDesc(&description, resource, 1));
	CU(CUDA_SUCCESS, cuGreenCtxCreate(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM));
	return green;
}

static void wrong_arguments(CUgreenCtx green)
{
	CUdevResource wrong = {}, resource;
	CUdevResourceDesc description;
	CUgreenCtx made;
	CUcontext context;
	CUstream stream;
	CU(CUDA_ERROR_INVALID_VALUE, cuDevResourceGenerateDesc(nullptr, groups, 1));
	CU(CUDA_ERROR_INVALID_VALUE, cuDevResourceGenerateDesc(&description, nullptr, 1));
	CU(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuDevResourceGenerateDesc(&description, &wrong, 1));
	CU(CUDA_SUCCESS, cuDevResourceGenerateDesc(&description, groups, 1));
	CU(CUDA_ERROR_INVALID_VALUE, cuGreenCtxCreate(nullptr, description, 0, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(CUDA_SUCCESS, cuGreenCtxCreate(&made, nullptr, 0, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(CUDA_SUCCESS, cuGreenCtxGetDevResource(made, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CHECK_EQUAL(resource.sm.smCount, whole.sm.smCount);
	CU(CUDA_SUCCESS, cuGreenCtxDestroy(made));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetDevResource(nullptr, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CU(CUDA_ERROR_INVALID_VALUE, cuGreenCtxCreate(&made, description, 0, 0));
	CU(CUDA_ERROR_INVALID_DEVICE, cuGreenCtxCreate(&made, description, 99, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(CUDA_ERROR_INVALID_VALUE, cuCtxFromGreenCtx(nullptr, green));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuCtxFromGreenCtx(&context, nullptr));
	CU(CUDA_ERROR_INVALID_RESOURCE_TYPE, cuGreenCtxGetDevResource(green, &resource, CU_DEV_RESOURCE_TYPE_INVALID));
	CU(CUDA_ERROR_INVALID_VALUE, cuGreenCtxGetDevResource(green, nullptr, CU_DEV_RESOURCE_TYPE_SM));
	CU(CUDA_ERROR_INVALID_VALUE, cuGreenCtxStreamCreate(&stream, green, CU_STREAM_DEFAULT, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuGreenCtxStreamCreate(nullptr, green, CU_STREAM_NON_BLOCKING, 0));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuGreenCtxStreamCreate(&stream, nullptr, CU_STREAM_NON_BLOCKING, 0));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuGreenCtxDestroy(nullptr));
}

// Kernels of a stream keep to its multiprocessors, those of two parts to different ones.
static void kernels(CUstream first, CUstream second)
{
	unsigned *seen, used = 0, both = 0;
	SUCCEEDS(cudaMallocManaged(&seen, 2 * MOST * sizeof(*seen)));
	memset(seen, 0, 2 * MOST * sizeof(*seen));
	for (int i = 0; i < 10; i++) {
		mark<<<BLOCKS, 32, 0, first>>>(seen);
		mark<<<BLOCKS, 32, 0, second>>>(seen + MOST);
	}
	CU(CUDA_SUCCESS, cuStreamSynchronize(first));
	CU(CUDA_SUCCESS, cuStreamSynchronize(second));
	for (int i = 0; i < MOST; i++) {
		used += seen[i] != 0;
		both += seen[i] && seen[MOST + i];
	}
	CHECK(used >= 1 && used <= EACH);
	CHECK_EQUAL(both, 0);
	// As many blocks as the part holds are together, and no more.
	int each;
	void *arguments[] = { &seen };
	SUCCEEDS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, mark, 32, 0));
	CHECK_EQUAL(cudaLaunchCooperativeKernel((void *)mark, dim3(each * EACH), dim3(32), arguments, 0, first), cudaSuccess);
	CHECK_EQUAL(cudaLaunchCooperativeKernel((void *)mark, dim3(each * EACH + 1), dim3(32), arguments, 0, first),
	            cudaErrorCooperativeLaunchTooLarge);
	cudaGetLastError();
	CU(CUDA_SUCCESS, cuStreamSynchronize(first));
	SUCCEEDS(cudaFree(seen));
}

static void streams(CUgreenCtx green, CUstream stream, CUcontext primary)
{
	CUcontext context, again, found;
	CUgreenCtx part;
	CUdevResource resource;
	CUstream own;
	unsigned long long id, other;
	CU(CUDA_SUCCESS, cuCtxFromGreenCtx(&context, green));
	CU(CUDA_SUCCESS, cuCtxFromGreenCtx(&again, green));
	CHECK(context == again && context != primary);
	CU(CUDA_SUCCESS, cuStreamGetGreenCtx(stream, &part));
	CHECK(part == green);
	CU(CUDA_SUCCESS, cuStreamGetGreenCtx(nullptr, &part));
	CHECK(part == nullptr);
	CU(CUDA_SUCCESS, cuStreamGetCtx(stream, &found));
	CHECK(found == context);
	CU(CUDA_SUCCESS, cuStreamGetCtx_v2(stream, &found, &part));
	CHECK(found == primary && part == green);
	CU(CUDA_SUCCESS, cuCtxGetDevResource(context, &resource, CU_DEV_RESOURCE_TYPE_SM));
	CHECK_EQUAL(resource.sm.smCount, EACH);
	CU(CUDA_SUCCESS, cuGreenCtxGetId(green, &id));
	CU(CUDA_SUCCESS, cuCtxGetId(primary, &other));
	CHECK(id != other);
	// While it is current, stream 0 and new streams are its own.
	CU(CUDA_SUCCESS, cuCtxPushCurrent(context));
	CU(CUDA_SUCCESS, cuStreamGetGreenCtx(nullptr, &part));
	CHECK(part == green);
	CU(CUDA_SUCCESS, cuStreamCreate(&own, CU_STREAM_NON_BLOCKING));
	CU(CUDA_SUCCESS, cuStreamGetGreenCtx(own, &part));
	CHECK(part == green);
	CU(CUDA_SUCCESS, cuStreamDestroy(own));
	int *at;
	SUCCEEDS(cudaMallocManaged(&at, sizeof(*at)));
	*at = 0;
	count<<<1, 1>>>(at);
	SUCCEEDS(cudaDeviceSynchronize());
	CHECK_EQUAL(*at, 1);
	SUCCEEDS(cudaFree(at));
	CU(CUDA_SUCCESS, cuCtxPopCurrent(&found));
	CHECK(found == context);
}

// An event of one part happens after all of its streams' work, and another part waits for it with streams that are made later, too.
static void events(CUgreenCtx greens[2], CUstream first, CUstream second)
{
	volatile int *gate;
	CUevent event;
	CUstream later;
	SUCCEEDS(cudaMallocHost((void **)&gate, sizeof(*gate)));
	*gate = 0;
	CU(CUDA_SUCCESS, cuEventCreate(&event, CU_EVENT_DEFAULT));
	spin<<<1, 1, 0, first>>>(gate);
	CU(CUDA_SUCCESS, cuGreenCtxRecordEvent(greens[0], event));
	CU(CUDA_ERROR_NOT_READY, cuEventQuery(event));
	CU(CUDA_SUCCESS, cuGreenCtxWaitEvent(greens[1], event));
	CU(CUDA_SUCCESS, cuGreenCtxStreamCreate(&later, greens[1], CU_STREAM_NON_BLOCKING, 0));
	spin<<<1, 1, 0, second>>>(gate);
	spin<<<1, 1, 0, later>>>(gate);
	CU(CUDA_ERROR_NOT_READY, cuStreamQuery(second));
	CU(CUDA_ERROR_NOT_READY, cuStreamQuery(later));
	*gate = 1;
	CU(CUDA_SUCCESS, cuStreamSynchronize(later));
	CU(CUDA_SUCCESS, cuEventQuery(event));
	CU(CUDA_SUCCESS, cuStreamSynchronize(second));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuGreenCtxRecordEvent(nullptr, event));
	CU(CUDA_ERROR_INVALID_HANDLE, cuGreenCtxRecordEvent(greens[0], nullptr));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuGreenCtxWaitEvent(nullptr, event));
	CU(CUDA_ERROR_INVALID_HANDLE, cuGreenCtxWaitEvent(greens[0], nullptr));
	CU(CUDA_SUCCESS, cuStreamDestroy(later));
	CU(CUDA_SUCCESS, cuEventDestroy(event));
	SUCCEEDS(cudaFreeHost((void *)gate));
}

int main(void)
{
	CUcontext primary;
	CUstream first, second;
	CU(CUDA_SUCCESS, cuInit(0));
	CU(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&primary, 0));
	CU(CUDA_SUCCESS, cuCtxSetCurrent(primary));
	resources();
	CUgreenCtx greens[2] = { make(&groups[0]), make(&groups[1]) };
	CU(CUDA_SUCCESS, cuGreenCtxStreamCreate(&first, greens[0], CU_STREAM_NON_BLOCKING, 0));
	CU(CUDA_SUCCESS, cuGreenCtxStreamCreate(&second, greens[1], CU_STREAM_NON_BLOCKING, -1));
	wrong_arguments(greens[0]);
	kernels(first, second);
	streams(greens[0], first, primary);
	events(greens, first, second);
	CU(CUDA_SUCCESS, cuGreenCtxDestroy(greens[0]));
	CU(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamQuery(first));
	CU(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamSynchronize(first));
	CU(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuStreamDestroy(first));
	CU(CUDA_SUCCESS, cuStreamSynchronize(second));
	CU(CUDA_SUCCESS, cuStreamDestroy(second));
	CU(CUDA_SUCCESS, cuGreenCtxDestroy(greens[1]));
	CU(CUDA_ERROR_INVALID_CONTEXT, cuGreenCtxDestroy(greens[1]));
	SUCCEEDS(cudaDeviceSynchronize());
	return unit_finish();
}
