// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVML: devices and what is known of them, those of the runtime; texts that don't fit; what the cpu device can't tell.
// LINK: cudart -lnvidia-ml
#include <cuda_runtime.h>
#include <nvml.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	nvmlTemperature_t heat = { .version = nvmlTemperature_v1, .sensorType = NVML_TEMPERATURE_GPU, .temperature = 150 };
	CHECK_EQUAL(nvmlDeviceGetTemperatureV(device, &heat), result);
	CHECK(result == NVML_ERROR_NOT_SUPPORTED || heat.temperature < 150);
	heat.version = 0;
	CHECK_EQUAL(nvmlDeviceGetTemperatureV(device, &heat), NVML_ERROR_ARGUMENT_VERSION_MISMATCH);
	CHECK_EQUAL(nvmlDeviceGetTemperatureV(device, NULL), NVML_ERROR_INVALID_ARGUMENT);
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
	CHECK_EQUAL(nvmlDeviceGetCurrentClocksEventReasons(device, &reasons), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetSupportedClocksEventReasons(device, &reasons), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlClocksEventReasonAll, nvmlClocksThrottleReasonAll);
}

// Where the device lies, and who uses it.
static void place(nvmlDevice_t device)
{
	struct cudaDeviceProp properties;
	unsigned long set[16] = { 0 };
	char name[256], own[256];
	unsigned part = 9;
	nvmlMemory_v2_t memory = { .version = nvmlMemory_v2 };
	nvmlBrandType_t brand;
	nvmlDeviceArchitecture_t architecture;
	CHECK_EQUAL(nvmlSystemGetProcessName((unsigned)getpid(), name, sizeof(name)), NVML_SUCCESS);
	ssize_t length = readlink("/proc/self/exe", own, sizeof(own) - 1);
	own[length > 0 ? length : 0] = 0;
	CHECK(strstr(own, strrchr(name, '/') ? strrchr(name, '/') : name));
	CHECK_EQUAL(nvmlDeviceGetMemoryInfo_v2(device, &memory), NVML_SUCCESS);
	CHECK(memory.total >= memory.free + memory.used);
	CHECK_EQUAL(nvmlDeviceIsMigDeviceHandle(device, &part), NVML_SUCCESS);
	CHECK_EQUAL(part, 0);
	CHECK_EQUAL(nvmlDeviceGetBrand(device, &brand), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetArchitecture(device, &architecture), NVML_SUCCESS);
	CHECK_EQUAL(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
	if (memcmp(properties.uuid.bytes, "anywarp-cpu-dev", 15) != 0)
		return;
	nvmlGpuTopologyLevel_t level;
	nvmlGpuP2PStatus_t status;
	nvmlEnableState_t state = NVML_FEATURE_ENABLED;
	int same = 0;
	CHECK_EQUAL(architecture, NVML_DEVICE_ARCH_UNKNOWN);
	CHECK_EQUAL(nvmlDeviceGetCpuAffinity(device, 16, set), NVML_SUCCESS);
	unsigned processors = 0;
	for (int i = 0; i < 16; i++)
		processors += (unsigned)__builtin_popcountl(set[i]);
	CHECK(processors > 0 && processors <= (unsigned)sysconf(_SC_NPROCESSORS_CONF));
	CHECK_EQUAL(nvmlDeviceGetCpuAffinity(device, 0, set), NVML_ERROR_INVALID_ARGUMENT);
	CHECK_EQUAL(nvmlDeviceGetTopologyCommonAncestor(device, device, &level), NVML_SUCCESS);
	CHECK_EQUAL(level, NVML_TOPOLOGY_INTERNAL);
	CHECK_EQUAL(nvmlDeviceGetP2PStatus(device, device, NVML_P2P_CAPS_INDEX_READ, &status), NVML_SUCCESS);
	CHECK_EQUAL(status, NVML_P2P_STATUS_OK);
	CHECK_EQUAL(nvmlDeviceGetP2PStatus(device, device, NVML_P2P_CAPS_INDEX_NVLINK, &status), NVML_SUCCESS);
	CHECK_EQUAL(status, NVML_P2P_STATUS_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetP2PStatus(NULL, device, NVML_P2P_CAPS_INDEX_READ, &status), NVML_ERROR_INVALID_ARGUMENT);
	CHECK_EQUAL(nvmlDeviceOnSameBoard(device, device, &same), NVML_SUCCESS);
	CHECK_EQUAL(same, 1);
	CHECK_EQUAL(nvmlDeviceGetDisplayActive(device, &state), NVML_SUCCESS);
	CHECK_EQUAL(state, NVML_FEATURE_DISABLED);
	CHECK_EQUAL(nvmlDeviceGetNvLinkState(device, 0, &state), NVML_ERROR_NOT_SUPPORTED);
	CHECK_EQUAL(nvmlDeviceGetMigMode(device, &part, &part), NVML_ERROR_NOT_SUPPORTED);
	memory.version = 0;
	CHECK_EQUAL(nvmlDeviceGetMemoryInfo_v2(device, &memory), NVML_ERROR_INVALID_ARGUMENT);
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
	place(device);
	CHECK_EQUAL(strcmp(nvmlErrorString(NVML_ERROR_NOT_FOUND), "Not Found"), 0);
	CHECK_EQUAL(nvmlShutdown(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
	return unit_finish();
}
