// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVML's functions that got versions, in their first forms: devices are the same, and structures end where they did then.
// LINK: cudart -lnvidia-ml
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <cuda_runtime.h>
#include <nvml.h>
#include <string.h>

#include "unit/unit.h"

static void place(nvmlDevice_t device)
{
	nvmlPciInfo_t now, first, second;
	nvmlDevice_t again = NULL;
	CHECK_EQUAL(nvmlDeviceGetPciInfo_v3(device, &now), NVML_SUCCESS);
	memset(&first, 0x5a, sizeof(first));
	memset(&second, 0x5a, sizeof(second));
	CHECK_EQUAL(nvmlDeviceGetPciInfo(device, &first), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetPciInfo_v2(device, &second), NVML_SUCCESS);
	CHECK_EQUAL(strcmp(first.busIdLegacy, now.busIdLegacy), 0);
	CHECK_EQUAL(first.bus, now.bus);
	CHECK_EQUAL(first.pciDeviceId, now.pciDeviceId);
	CHECK_EQUAL(first.pciSubSystemId, 0x5a5a5a5a);
	CHECK_EQUAL(second.device, now.device);
	CHECK_EQUAL(second.pciSubSystemId, now.pciSubSystemId);
	CHECK_EQUAL(second.busId[0], 0x5a);
	CHECK_EQUAL(nvmlDeviceGetPciInfo(device, NULL), NVML_ERROR_INVALID_ARGUMENT);
	CHECK_EQUAL(nvmlDeviceGetHandleByPciBusId(second.busIdLegacy, &again), NVML_SUCCESS);
	CHECK(again == device);
}

static void processes(nvmlDevice_t device)
{
	nvmlProcessInfo_v1_t first[4];
	nvmlProcessInfo_v2_t second[4];
	unsigned count = 4;
	nvmlReturn_t result = nvmlDeviceGetComputeRunningProcesses(device, &count, first);
	CHECK(result == NVML_SUCCESS || result == NVML_ERROR_NOT_SUPPORTED || result == NVML_ERROR_INSUFFICIENT_SIZE);
	count = 4;
	CHECK_EQUAL(nvmlDeviceGetComputeRunningProcesses_v2(device, &count, second), result);
}

int main(void)
{
	nvmlDevice_t device = NULL, now = NULL;
	unsigned count = 0, count_now = 0;
	int version = 0, version_now = 1;
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_ERROR_UNINITIALIZED);
	CHECK_EQUAL(nvmlInit(), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetCount(&count), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetCount_v2(&count_now), NVML_SUCCESS);
	CHECK(count > 0 && count <= count_now);
	CHECK_EQUAL(nvmlSystemGetCudaDriverVersion(&version), NVML_SUCCESS);
	CHECK_EQUAL(nvmlSystemGetCudaDriverVersion_v2(&version_now), NVML_SUCCESS);
	CHECK_EQUAL(version, version_now);
	CHECK_EQUAL(nvmlDeviceGetHandleByIndex(0, &device), NVML_SUCCESS);
	CHECK_EQUAL(nvmlDeviceGetHandleByIndex_v2(0, &now), NVML_SUCCESS);
	CHECK(device == now);
	place(device);
	processes(device);
	CHECK_EQUAL(nvmlShutdown(), NVML_SUCCESS);
	return unit_finish();
}
