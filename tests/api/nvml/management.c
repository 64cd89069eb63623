// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVML: devices and what is known of them, those of the runtime; texts that don't fit; what the cpu device can't tell.
// LINK: cudart -lnvidia-ml
#include <cuda_runtime.h>
#include <nvml.h>
#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

static void describe(nvmlDevice_t device)
{
	struct cudaDeviceProp properties;
	char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE], uuid[NVML_DEVICE_UUID_V2_BUFFER_SIZE];
	nvmlPciInfo_t pci;
	nvmlDevice_t again = NULL;
	unsigned number = 9;
	int major, minor;
	CHECK_EQUAL(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
	CHECK_EQUAL(nvmlDeviceGetName(device, name, sizeof(name)), NVML_SUCCESS);
	CHECK_EQUAL(strcmp(name, properties.name), 0);
	CHECK_EQUAL(nvmlDeviceGetName(device, name, 2), NVML_ERROR_INSUFFICIENT_SIZE);
	CHECK_EQUAL(nvmlDeviceGetIndex(device, &number), NVML_SUCCESS);
	CHECK_EQUAL(number, 0);
	CHECK_EQUAL(nvmlDeviceGetUUID(device, uuid, sizeof(uuid)), NVML_SUCCESS);
	CHECK_EQUAL(strlen(uuid), 40);
	CHECK_EQUAL(nvmlDeviceGetHandleByUUID(uuid, &again), NVML_SUCCESS);
	CHECK(again == device);
	uuid[5] = 'x';
	CHECK_EQUAL(nvmlDeviceGetHandleByUUID(uuid, &again), NVML_ERROR_NOT_FOUND);
	CHECK_EQUAL(nvmlDeviceGetPciInfo(device, &pci), NVML_SUCCESS);
	CHECK_EQUAL(pci.bus, properties.pciBusID);
	again = NULL;
	CHECK_EQUAL(nvmlDeviceGetHandleByPciBusId(pci.busId, &again), NVML_SUCCESS);
	CHECK(again == device);
	CHECK_EQUAL(nvmlDeviceGetCudaComputeCapability(device, &major, &minor), NVML_SUCCESS);
	CHECK_EQUAL(major, properties.major);
	CHECK_EQUAL(minor, properties.minor);
}

static void measure(nvmlDevice_t device)
{
	nvmlMemory_t before, after;
	nvmlUtilization_t use = { 200, 200 };
	unsigned clock = 0, degrees;
	void *memory;
	CHECK_EQUAL(nvmlDeviceGetMemoryInfo(device, &before), NVML_SUCCESS);
	CHECK_EQUAL(before.total, before.free + before.used);
	CHECK_EQUAL(cudaMalloc(&memory, 64 << 20), cudaSuccess);
	CHECK_EQUAL(cudaMemset(memory, 1, 64 << 20), cudaSuccess);
	CHECK_EQUAL(nvmlDeviceGetMemoryInfo(device, &after), NVML_SUCCESS);
	CHECK_EQUAL(after.total, before.total);
	CHECK_EQUAL(nvmlDeviceGetUtilizationRates(device, &use), NVML_SUCCESS);
	CHECK(use.gpu <= 100 && use.memory <= 100);
	nvmlReturn_t result = nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &clock);
	CHECK(result == NVML_ERROR_NOT_SUPPORTED || clock > 100);
	result = nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &degrees);
	CHECK(result == NVML_ERROR_NOT_SUPPORTED || degrees < 150);
	CHECK_EQUAL(nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, NULL), NVML_ERROR_INVALID_ARGUMENT);
	cudaFree(memory);
}

// What no processor has.
static void lack(nvmlDevice_t device)
{
	struct cudaDeviceProp properties;
	unsigned value;
	unsigned long long reasons;
	CHECK_EQUAL(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
	if (memcmp(properties.uuid.bytes, "anywarp-cpu-dev", 15) != 0)
		return;
	CHECK_EQUAL(nvmlDeviceGetFanSpeed(device, &value), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetPowerUsage(device, &value), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetSupportedMemoryClocks(device, &value, &value), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetSupportedGraphicsClocks(device, value, &value, &value), NVML_ERROR_NOT_SUPPORTED);
	nvmlEnableState_t restricted;
	CHECK_EQUAL(nvmlDeviceGetAPIRestriction(device, NVML_RESTRICTED_API_SET_APPLICATION_CLOCKS, &restricted), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetClockInfo(device, NVML_CLOCK_MEM, &value), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceSetPersistenceMode(device, NVML_FEATURE_ENABLED), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceSetGpuLockedClocks(device, (unsigned)NVML_CLOCK_LIMIT_ID_TDP, (unsigned)NVML_CLOCK_LIMIT_ID_UNLIMITED),
	            NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceResetGpuLockedClocks(device), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetCurrentClocksThrottleReasons(device, &reasons), NVML_ERROR_NOT_SUPPORTED);
}

int main(void)
{
	nvmlDevice_t device;
	unsigned count = 0;
	int devices, version, own;
	char text[NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE];
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
	CHECK_EQUAL(nvmlShutdown(), NVML_ERROR_UNINITIALIZED);
	CHECK_EQUAL(nvmlInit(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlInit(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlShutdown(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_SUCCESS);
	CHECK_EQUAL(cudaGetDeviceCount(&devices), cudaSuccess);
	CHECK(count > 0);
	CHECK_EQUAL(nvmlSystemGetDriverVersion(text, sizeof(text)), NVML_SUCCESS);
	CHECK_EQUAL(nvmlSystemGetCudaDriverVersion(&version), NVML_SUCCESS);
	CHECK_EQUAL(cudaDriverGetVersion(&own), cudaSuccess);
	CHECK(version >= own); // a GPU's driver may be newer than the version that is implemented here
	CHECK_EQUAL(nvmlDeviceGetHandleByIndex(count, &device), NVML_ERROR_INVALID_ARGUMENT);
	CHECK_EQUAL(nvmlDeviceGetHandleByIndex(0, &device), NVML_SUCCESS);
	describe(device);
	measure(device);
	lack(device);
	CHECK_EQUAL(strcmp(nvmlErrorString(NVML_ERROR_NOT_FOUND), "Not Found"), 0);
	CHECK_EQUAL(nvmlShutdown(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
	return unit_finish();
}
