// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// What contexts are asked and told (limits, caches, flags, versions), primary contexts, peers, and devices by their place on the bus.
#include "api/support/driver_test.h"

static CUdevice device;
static CUcontext context;

static void limits(void)
{
	size_t size = 0, before = 0;
	GOOD(cuCtxGetLimit(&before, CU_LIMIT_PRINTF_FIFO_SIZE));
	CHECK(before > 0);
	GOOD(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1 << 21));
	GOOD(cuCtxGetLimit(&size, CU_LIMIT_PRINTF_FIFO_SIZE));
	CHECK_EQUAL(size, 1 << 21);
	GOOD(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
	GOOD(cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
	CHECK(size >= 4096);
	GOOD(cuCtxGetLimit(&size, CU_LIMIT_MALLOC_HEAP_SIZE));
	CHECK(size > 0);
	BAD(cuCtxGetLimit(&size, (CUlimit)99));
	BAD(cuCtxSetLimit((CUlimit)99, 1));
	BAD(cuCtxGetLimit(NULL, CU_LIMIT_STACK_SIZE));
}

static void settings(void)
{
	CUfunc_cache cache = CU_FUNC_CACHE_PREFER_EQUAL;
	CUsharedconfig banks = (CUsharedconfig)77;
	unsigned version = 0;
	int least = -99, greatest = -99;
	GOOD(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
	GOOD(cuCtxGetCacheConfig(&cache));
	CHECK_EQUAL(cache, CU_FUNC_CACHE_PREFER_L1);
	GOOD(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_NONE));
	GOOD(cuCtxGetCacheConfig(&cache));
	CHECK_EQUAL(cache, CU_FUNC_CACHE_PREFER_NONE);
	BAD(cuCtxSetCacheConfig((CUfunc_cache)9));
	BAD(cuCtxGetCacheConfig(NULL));
	GOOD(cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE));
	GOOD(cuCtxGetSharedMemConfig(&banks)); // devices of today have banks of four bytes
	CHECK_EQUAL(banks, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE);
	BAD(cuCtxSetSharedMemConfig((CUsharedconfig)9));
	BAD(cuCtxGetSharedMemConfig(NULL));
	GOOD(cuCtxGetApiVersion(context, &version));
	CHECK(version >= 3010);
	unsigned of_current = 0;
	GOOD(cuCtxGetApiVersion(NULL, &of_current));
	CHECK_EQUAL(of_current, version);
	BAD(cuCtxGetApiVersion(context, NULL));
	GOOD(cuCtxGetStreamPriorityRange(&least, &greatest));
	CHECK(least == 0 && greatest <= 0 && greatest > -99);
	GOOD(cuCtxGetStreamPriorityRange(NULL, &greatest));
	GOOD(cuCtxGetStreamPriorityRange(&least, NULL));
	GOOD(cuCtxResetPersistingL2Cache());
}

static void flags(void)
{
	unsigned before = 99, now = 99;
	int active = -1;
	GOOD(cuCtxGetFlags(&before));
	GOOD(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
	GOOD(cuCtxGetFlags(&now));
	CHECK_EQUAL(now & CU_CTX_SCHED_MASK, CU_CTX_SCHED_YIELD);
	BAD(cuCtxSetFlags(0x10000));
	GOOD(cuDevicePrimaryCtxSetFlags(device, CU_CTX_SCHED_BLOCKING_SYNC));
	GOOD(cuDevicePrimaryCtxGetState(device, &now, &active));
	CHECK((now & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_BLOCKING_SYNC && active == 1);
	BAD(cuDevicePrimaryCtxSetFlags(device, 0x10000));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxSetFlags(99, 0));
	GOOD(cuCtxSetFlags(before));
}

static void without_context(void)
{
	size_t size;
	CUfunc_cache cache;
	CUsharedconfig banks;
	int least, greatest;
	GOOD(cuCtxSetCurrent(NULL));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetCacheConfig(&cache));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetSharedMemConfig(&banks));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetFlags(0));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetStreamPriorityRange(&least, &greatest));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxResetPersistingL2Cache());
	GOOD(cuCtxSetCurrent(context));
}

// References of old: attaching counts one more, and a context goes with the last.
static void references(void)
{
	CUcontext own = NULL, same = NULL, current = NULL;
	GOOD(cuCtxCreate(&own, 0, device));
	GOOD(cuCtxAttach(&same, 0));
	CHECK(same == own);
	BAD(cuCtxAttach(&same, 1));
	BAD(cuCtxAttach(NULL, 0));
	GOOD(cuCtxDetach(own));
	GOOD(cuCtxGetCurrent(&current));
	CHECK(current == own);
	GOOD(cuCtxSynchronize());
	GOOD(cuCtxDetach(own));
	GOOD(cuCtxSetCurrent(context));
}

static void peers(void)
{
	int can = 7, value = 7, count = 0;
	GOOD(cuDeviceGetCount(&count));
	GOOD(cuDeviceCanAccessPeer(&can, device, device));
	CHECK_EQUAL(can, 0);
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceCanAccessPeer(&can, device, 99));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceCanAccessPeer(&can, 99, device));
	BAD(cuDeviceCanAccessPeer(NULL, device, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, device, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, device, 99));
	BAD(cuDeviceGetP2PAttribute(NULL, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, device, 99));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxEnablePeerAccess(NULL, 0));
	IS(CUDA_ERROR_INVALID_CONTEXT, cuCtxDisablePeerAccess(NULL));
	IS(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(context, 0)); // itself
	IS(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(context));
	if (count < 2)
		return;
	CUcontext other = NULL;
	GOOD(cuDeviceCanAccessPeer(&can, 0, 1));
	GOOD(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 1));
	CHECK_EQUAL(can, value);
	BAD(cuDeviceGetP2PAttribute(&value, (CUdevice_P2PAttribute)99, 0, 1));
	if (!can)
		return;
	GOOD(cuDevicePrimaryCtxRetain(&other, 1));
	BAD(cuCtxEnablePeerAccess(other, 1));
	GOOD(cuCtxEnablePeerAccess(other, 0));
	IS(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cuCtxEnablePeerAccess(other, 0));
	GOOD(cuCtxDisablePeerAccess(other));
	IS(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(other));
	GOOD(cuDevicePrimaryCtxRelease(1));
}

static void places(void)
{
	char name[32] = "", shorter[8];
	CUdevice found = 77;
	CUdevprop properties;
	int value = 0;
	GOOD(cuDeviceGetPCIBusId(name, sizeof(name), device));
	CHECK(strchr(name, ':') && strchr(name, '.') && strlen(name) >= 12);
	GOOD(cuDeviceGetByPCIBusId(&found, name));
	CHECK_EQUAL(found, device);
	BAD(cuDeviceGetPCIBusId(NULL, sizeof(name), device));
	BAD(cuDeviceGetPCIBusId(shorter, 4, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetPCIBusId(name, sizeof(name), 99));
	BAD(cuDeviceGetByPCIBusId(&found, NULL));
	BAD(cuDeviceGetByPCIBusId(NULL, name));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetByPCIBusId(&found, "ffff:fe:1d.0"));
	GOOD(cuDeviceGetProperties(&properties, device));
	GOOD(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
	CHECK_EQUAL(properties.maxThreadsPerBlock, value);
	GOOD(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, device));
	CHECK_EQUAL(properties.maxGridSize[1], value);
	GOOD(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, device));
	CHECK(properties.maxThreadsDim[2] == value && properties.SIMDWidth == 32);
	BAD(cuDeviceGetProperties(NULL, device));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetProperties(&properties, 99));
}

static void memory_of_graphs(void)
{
	cuuint64_t zero = 0, one = 1, value = 99;
	GOOD(cuDeviceSetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
	GOOD(cuDeviceGetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
	CHECK_EQUAL(value, 0);
	BAD(cuDeviceSetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &one));
	BAD(cuDeviceSetGraphMemAttribute(device, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &zero));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDeviceSetGraphMemAttribute(99, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
}

// What was made in a primary context is gone with it.
static void reset(void)
{
	CUdeviceptr memory = 0;
	unsigned now = 0;
	int active = 7;
	GOOD(cuMemAlloc(&memory, 64));
	IS(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxReset(99));
	GOOD(cuDevicePrimaryCtxReset(device));
	GOOD(cuDevicePrimaryCtxGetState(device, &now, &active));
	CHECK_EQUAL(active, 0);
}

int main(void)
{
	context = driver_begin();
	GOOD(cuDeviceGet(&device, 0));
	limits();
	settings();
	flags();
	without_context();
	references();
	peers();
	places();
	memory_of_graphs();
	reset();
	return unit_finish();
}
