// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that have newer ones (cudaThread...), that do little (doubles of old devices, caches), and questions of what
// devices can do together.
#include "api/support/api_test.h"

__global__ void set(int *data, int value)
{
	data[blockIdx.x] = value;
}

__global__ void other(int *) {}

static void of_threads(void)
{
	size_t size = 0;
	cudaFuncCache cache = cudaFuncCachePreferEqual, same;
	SUCCEEDS(cudaThreadSetLimit(cudaLimitPrintfFifoSize, 1 << 21));
	SUCCEEDS(cudaThreadGetLimit(&size, cudaLimitPrintfFifoSize));
	CHECK_EQUAL(size, 1 << 21);
	SUCCEEDS(cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize));
	CHECK_EQUAL(size, 1 << 21);
	INVALID(cudaThreadSetLimit((cudaLimit)99, 1));
	SUCCEEDS(cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
	SUCCEEDS(cudaThreadGetCacheConfig(&cache));
	SUCCEEDS(cudaDeviceGetCacheConfig(&same));
	CHECK(cache == cudaFuncCachePreferL1 && same == cache);
	SUCCEEDS(cudaThreadSetCacheConfig(cudaFuncCachePreferNone));
	SUCCEEDS(cudaThreadGetCacheConfig(&cache));
	CHECK_EQUAL(cache, cudaFuncCachePreferNone);
	INVALID(cudaThreadSetCacheConfig((cudaFuncCache)9));
	INVALID(cudaThreadGetCacheConfig(NULL));
}

static void doubles(void)
{
	double value = 1.0 / 3;
	SUCCEEDS(cudaSetDoubleForDevice(&value));
	CHECK(value == 1.0 / 3);
	SUCCEEDS(cudaSetDoubleForHost(&value));
	CHECK(value == 1.0 / 3);
}

static void caches(void)
{
	SUCCEEDS(cudaCtxResetPersistingL2Cache());
	INVALID(cudaDeviceFlushGPUDirectRDMAWrites((cudaFlushGPUDirectRDMAWritesTarget)9, cudaFlushGPUDirectRDMAWritesToOwner));
	INVALID(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice, (cudaFlushGPUDirectRDMAWritesScope)7));
	int flushes = 0;
	SUCCEEDS(cudaDeviceGetAttribute(&flushes, cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0));
	if (flushes & cudaFlushGPUDirectRDMAWritesOptionHost)
		SUCCEEDS(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
		                                            cudaFlushGPUDirectRDMAWritesToOwner));
}

static void atomics(void)
{
	cudaAtomicOperation operations[] = { cudaAtomicOperationIntegerAdd, cudaAtomicOperationCAS }, unknown = (cudaAtomicOperation)99;
	unsigned forms[] = { 12345, 12345 };
	int native = 0;
	SUCCEEDS(cudaDeviceGetAttribute(&native, cudaDevAttrHostNativeAtomicSupported, 0));
	SUCCEEDS(cudaDeviceGetHostAtomicCapabilities(forms, operations, 2, 0));
	if (native)
		CHECK((forms[0] & cudaAtomicCapabilityScalar32) && (forms[1] & cudaAtomicCapabilityScalar32));
	CHECK(forms[0] != 12345 && forms[1] != 12345);
	INVALID(cudaDeviceGetHostAtomicCapabilities(NULL, operations, 2, 0));
	INVALID(cudaDeviceGetHostAtomicCapabilities(forms, NULL, 2, 0));
	INVALID(cudaDeviceGetHostAtomicCapabilities(forms, operations, 0, 0));
	INVALID(cudaDeviceGetHostAtomicCapabilities(forms, &unknown, 1, 0));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetHostAtomicCapabilities(forms, operations, 2, 99));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(forms, operations, 2, 0, 99));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(forms, operations, 2, 99, 0));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(forms, operations, 2, 0, 0));
	INVALID(cudaDeviceGetP2PAtomicCapabilities(NULL, operations, 2, 0, 1));
	INVALID(cudaDeviceGetP2PAtomicCapabilities(forms, NULL, 2, 0, 1));
	INVALID(cudaDeviceGetP2PAtomicCapabilities(forms, operations, 0, 0, 1));
}

static void entries(void)
{
	int (*allocate)(unsigned long long *, size_t) = NULL;
	void *found = &found;
	unsigned long long memory = 0;
	cudaDriverEntryPointQueryResult result;
	SUCCEEDS(cudaFree(0));
	SUCCEEDS(cudaGetDriverEntryPointByVersion("cuMemAlloc", (void **)&allocate, 12000, cudaEnableDefault, &result));
	CHECK(allocate && result == cudaDriverEntryPointSuccess);
	CHECK(allocate && allocate(&memory, 64) == 0 && memory);
	SUCCEEDS(cudaFree((void *)memory));
	SUCCEEDS(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &found, 12000, cudaEnableDefault, &result));
	CHECK(!found && result == cudaDriverEntryPointSymbolNotFound);
	found = &found;
	SUCCEEDS(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &found, 12000, cudaEnableDefault, NULL));
	CHECK(!found);
	SUCCEEDS(cudaGetDriverEntryPointByVersion("cuMemAllocAsync", &found, 10000, cudaEnableDefault, &result)); // came with 11.2
	CHECK(!found && result == cudaDriverEntryPointVersionNotSufficent);
	int version = 0;
	SUCCEEDS(cudaDriverGetVersion(&version));
	SUCCEEDS(cudaGetDriverEntryPointByVersion("cuMemAllocAsync", &found, version, cudaEnableDefault, &result));
	CHECK(found && result == cudaDriverEntryPointSuccess);
	INVALID(cudaGetDriverEntryPointByVersion("cuMemAlloc", &found, 99000, cudaEnableDefault, &result));
	INVALID(cudaGetDriverEntryPointByVersion("cuMemAlloc", &found, 12000, 77, &result));
}

static void kernels(void)
{
	cudaKernel_t first = NULL, again = NULL, second = NULL;
	SUCCEEDS(cudaGetKernel(&first, (const void *)set));
	SUCCEEDS(cudaGetKernel(&again, (const void *)set));
	SUCCEEDS(cudaGetKernel(&second, (const void *)other));
	CHECK(first && first == again && second && second != first);
	int value = 6, *data, result[2] = {};
	SUCCEEDS(cudaMalloc(&data, sizeof(result)));
	void *arguments[] = { &data, &value };
	SUCCEEDS(cudaLaunchKernel((const void *)first, dim3(2), dim3(1), arguments, 0, 0)); // a kernel may stand for the function
	SUCCEEDS(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
	CHECK(result[0] == 6 && result[1] == 6);
	SUCCEEDS(cudaFree(data));
	cudaFuncAttributes attributes = {};
	SUCCEEDS(cudaFuncGetAttributes(&attributes, (const void *)first));
	CHECK(attributes.maxThreadsPerBlock > 0);
	INVALID(cudaGetKernel(NULL, (const void *)set));
	RETURNS(cudaErrorInvalidDeviceFunction, cudaGetKernel(&first, &value));
}

static void on_devices(void)
{
	int *data, value = 4, result[3] = {};
	cudaStream_t stream;
	cudaLaunchParams launch = {};
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaMalloc(&data, sizeof(result)));
	void *arguments[] = { &data, &value };
	launch.func = (void *)set;
	launch.gridDim = dim3(3);
	launch.blockDim = dim3(1);
	launch.args = arguments;
	launch.stream = stream;
	SUCCEEDS(cudaLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
	SUCCEEDS(cudaStreamSynchronize(stream));
	SUCCEEDS(cudaMemcpy(result, data, sizeof(result), cudaMemcpyDeviceToHost));
	CHECK(result[0] == 4 && result[1] == 4 && result[2] == 4);
	INVALID(cudaLaunchCooperativeKernelMultiDevice(NULL, 1, 0));
	INVALID(cudaLaunchCooperativeKernelMultiDevice(&launch, 0, 0));
	INVALID(cudaLaunchCooperativeKernelMultiDevice(&launch, 1, 8));
	launch.stream = 0;
	RETURNS(cudaErrorInvalidResourceHandle, cudaLaunchCooperativeKernelMultiDevice(&launch, 1, 0));
	SUCCEEDS(cudaFree(data));
	SUCCEEDS(cudaStreamDestroy(stream));
}

int main(void)
{
	of_threads();
	doubles();
	caches();
	atomics();
	entries();
	kernels();
	on_devices();
	return unit_finish();
}
