// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Device management: choice, properties, attributes, limits, flags, versions.
#include "../support/api_test.h"

static void choice(void)
{
	int value = -1, one[1] = { 99 };
	struct cudaDeviceProp properties;
	SUCCEEDS(cudaGetDeviceCount(&value));
	CHECK_EQUAL(value, 1);
	INVALID(cudaGetDeviceCount(NULL));
	SUCCEEDS(cudaGetDevice(&value));
	CHECK_EQUAL(value, 0);
	INVALID(cudaGetDevice(NULL));
	SUCCEEDS(cudaSetDevice(0));
	RETURNS(cudaErrorInvalidDevice, cudaSetDevice(99));
	RETURNS(cudaErrorInvalidDevice, cudaSetDevice(-1));
	SUCCEEDS(cudaSetValidDevices(NULL, 0));
	RETURNS(cudaErrorInvalidDevice, cudaSetValidDevices(one, 1));
	one[0] = 0;
	SUCCEEDS(cudaSetValidDevices(one, 1));
	memset(&properties, 0, sizeof(properties));
	INVALID(cudaChooseDevice(&value, NULL));
	INVALID(cudaChooseDevice(NULL, &properties));
	SUCCEEDS(cudaChooseDevice(&value, &properties));
	CHECK_EQUAL(value, 0);
	SUCCEEDS(cudaInitDevice(0, 0, 0));
	INVALID(cudaInitDevice(0, 0, 77));
	RETURNS(cudaErrorInvalidDevice, cudaInitDevice(9, 0, 0));
}

// Where an attribute is a property, both say the same.
static void properties(void)
{
	struct cudaDeviceProp device;
	int value;
	SUCCEEDS(cudaGetDeviceProperties(&device, 0));
	RETURNS(cudaErrorInvalidDevice, cudaGetDeviceProperties(&device, 99));
	INVALID(cudaGetDeviceProperties(NULL, 0));
	CHECK(device.name[0] && memchr(device.name, 0, sizeof(device.name)));
	CHECK_EQUAL(device.warpSize, 32);
	CHECK_EQUAL(device.maxThreadsPerBlock, 1024);
	CHECK(device.maxGridSize[0] == 2147483647 && device.maxGridSize[1] == 65535);
	CHECK(device.totalGlobalMem > 0 && device.multiProcessorCount > 0 && device.unifiedAddressing);
	SUCCEEDS(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
	CHECK_EQUAL(value, device.warpSize);
	SUCCEEDS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxBlockDimZ, 0));
	CHECK_EQUAL(value, device.maxThreadsDim[2]);
	SUCCEEDS(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
	CHECK_EQUAL(value, device.multiProcessorCount);
	SUCCEEDS(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
	CHECK_EQUAL(value, device.major);
	INVALID(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)9999, 0));
	INVALID(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)0, 0));
	INVALID(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
}

static void flags(void)
{
	unsigned value = 0;
	SUCCEEDS(cudaSetDeviceFlags(0));
	INVALID(cudaSetDeviceFlags(3)); // two ways of waiting at once
	INVALID(cudaSetDeviceFlags(0x1000));
	SUCCEEDS(cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceMapHost));
	SUCCEEDS(cudaGetDeviceFlags(&value));
	CHECK_EQUAL(value, cudaDeviceScheduleYield | cudaDeviceMapHost);
	INVALID(cudaGetDeviceFlags(NULL));
}

static void limits(void)
{
	size_t value = 0;
	INVALID(cudaDeviceSetLimit((enum cudaLimit)99, 1));
	INVALID(cudaDeviceGetLimit(&value, (enum cudaLimit)99));
	INVALID(cudaDeviceGetLimit(NULL, cudaLimitStackSize));
	SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitStackSize));
	CHECK(value > 0);
	SUCCEEDS(cudaDeviceSetLimit(cudaLimitStackSize, 2 * value));
	size_t larger = 0;
	SUCCEEDS(cudaThreadGetLimit(&larger, cudaLimitStackSize));
	CHECK(larger >= 2 * value);
	SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
	SUCCEEDS(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
	CHECK(value > 0);
}

static void configuration(void)
{
	enum cudaFuncCache cache;
	enum cudaSharedMemConfig banks;
	int least = 9, greatest = 9;
	INVALID(cudaDeviceSetCacheConfig((enum cudaFuncCache)77));
	SUCCEEDS(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
	SUCCEEDS(cudaDeviceGetCacheConfig(&cache));
	CHECK_EQUAL(cache, cudaFuncCachePreferL1);
	INVALID(cudaDeviceGetCacheConfig(NULL));
	SUCCEEDS(cudaDeviceGetSharedMemConfig(&banks));
	CHECK_EQUAL(banks, cudaSharedMemBankSizeFourByte);
	INVALID(cudaDeviceSetSharedMemConfig((enum cudaSharedMemConfig)5));
	SUCCEEDS(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	CHECK(least == 0 && greatest < least);
	SUCCEEDS(cudaDeviceGetStreamPriorityRange(NULL, NULL));
}

static void bus_ids(void)
{
	char id[32];
	int device = -1;
	SUCCEEDS(cudaDeviceGetPCIBusId(id, sizeof(id), 0));
	CHECK_EQUAL(strlen(id), strlen("0000:00:00.0"));
	INVALID(cudaDeviceGetPCIBusId(id, 5, 0));
	INVALID(cudaDeviceGetPCIBusId(NULL, 32, 0));
	SUCCEEDS(cudaDeviceGetByPCIBusId(&device, id));
	CHECK_EQUAL(device, 0);
	RETURNS(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "0000:77:1f.0"));
	INVALID(cudaDeviceGetByPCIBusId(&device, "garbage"));
}

static void versions(void)
{
	int driver = 0, runtime = 0;
	SUCCEEDS(cudaDriverGetVersion(&driver));
	SUCCEEDS(cudaRuntimeGetVersion(&runtime));
	CHECK_EQUAL(runtime, CUDART_VERSION);
	CHECK(driver >= runtime);
	INVALID(cudaDriverGetVersion(NULL));
	INVALID(cudaRuntimeGetVersion(NULL));
}

int main(void)
{
	choice();
	properties();
	flags();
	limits();
	configuration();
	bus_ids();
	versions();
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaThreadSynchronize());
	return unit_finish();
}
