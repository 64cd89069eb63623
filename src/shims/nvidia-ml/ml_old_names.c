// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that got a version: programs that open the library themselves and look names up by dlsym ask for the first ones too.  What
// these write ends where their structures ended then.
#define NVML_NO_UNVERSIONED_FUNC_DEFS
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ml.h"

nvmlReturn_t nvmlInit(void) { return nvmlInit_v2(); }
nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *version) { return nvmlSystemGetCudaDriverVersion_v2(version); }
nvmlReturn_t nvmlDeviceGetCount(unsigned int *count) { return nvmlDeviceGetCount_v2(count); }

nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device)
{
	return nvmlDeviceGetHandleByIndex_v2(index, device);
}

nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *bus, nvmlDevice_t *device)
{
	return nvmlDeviceGetHandleByPciBusId_v2(bus, device);
}

// --- places ---

static nvmlReturn_t shorten(nvmlReturn_t result, const nvmlPciInfo_t *now, size_t size, nvmlPciInfo_t *pci)
{
	if (result == NVML_SUCCESS)
		memcpy(pci, now, size);
	return result;
}

nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	nvmlPciInfo_t now;
	return shorten(nvmlDeviceGetPciInfo_v3(device, pci ? &now : NULL), &now, offsetof(nvmlPciInfo_t, pciSubSystemId), pci);
}

nvmlReturn_t nvmlDeviceGetPciInfo_v2(nvmlDevice_t device, nvmlPciInfo_t *pci)
{
	nvmlPciInfo_t now;
	return shorten(nvmlDeviceGetPciInfo_v3(device, pci ? &now : NULL), &now, offsetof(nvmlPciInfo_t, busId), pci);
}

nvmlReturn_t nvmlDeviceGetNvLinkRemotePciInfo(nvmlDevice_t device, unsigned int link, nvmlPciInfo_t *pci)
{
	nvmlPciInfo_t now;
	return shorten(nvmlDeviceGetNvLinkRemotePciInfo_v2(device, link, pci ? &now : NULL), &now, offsetof(nvmlPciInfo_t, busId), pci);
}

// --- events ---

nvmlReturn_t nvmlEventSetWait(nvmlEventSet_t set, nvmlEventData_t *data, unsigned int timeout)
{
	nvmlEventData_t now;
	nvmlReturn_t result = nvmlEventSetWait_v2(set, data ? &now : NULL, timeout);
	if (result == NVML_SUCCESS)
		memcpy(data, &now, offsetof(nvmlEventData_t, gpuInstanceId));
	return result;
}

// --- processes ---

typedef nvmlReturn_t (*of_processes)(nvmlDevice_t device, unsigned *count, nvmlProcessInfo_t *processes);

static nvmlReturn_t first_processes(of_processes ask, nvmlDevice_t device, unsigned *count, nvmlProcessInfo_v1_t *processes)
{
	nvmlProcessInfo_t *now = count && *count && processes ? malloc(*count * sizeof(*now)) : NULL;
	nvmlReturn_t result = ask(device, count, now);
	for (unsigned i = 0; now && result == NVML_SUCCESS && i < *count; i++)
		processes[i] = (nvmlProcessInfo_v1_t){ .pid = now[i].pid, .usedGpuMemory = now[i].usedGpuMemory };
	free(now);
	return result;
}

#define OF_PROCESSES(name) \
	nvmlReturn_t name(nvmlDevice_t device, unsigned int *count, nvmlProcessInfo_v1_t *processes) \
	{ \
		return first_processes(name##_v3, device, count, processes); \
	} \
	nvmlReturn_t name##_v2(nvmlDevice_t device, unsigned int *count, nvmlProcessInfo_v2_t *processes) \
	{ \
		return name##_v3(device, count, processes); \
	}

OF_PROCESSES(nvmlDeviceGetComputeRunningProcesses)
OF_PROCESSES(nvmlDeviceGetGraphicsRunningProcesses)
OF_PROCESSES(nvmlDeviceGetMPSComputeRunningProcesses)
