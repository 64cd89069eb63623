// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the cpu devices lie in the machine (sched_getaffinity(2), proc(5) "/proc/[pid]/cmdline"), and what they never are.
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "ml.h"

static bool is_device(nvmlDevice_t device)
{
	unsigned index;
	return aw_ml_index(device, &index) == NVML_SUCCESS;
}

nvmlReturn_t aw_ml_brand(nvmlDevice_t device, nvmlBrandType_t *brand)
{
	if (!is_device(device) || !brand)
		return NVML_ERROR_INVALID_ARGUMENT;
	*brand = NVML_BRAND_UNKNOWN;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_architecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *architecture)
{
	if (!is_device(device) || !architecture)
		return NVML_ERROR_INVALID_ARGUMENT;
	*architecture = NVML_DEVICE_ARCH_UNKNOWN;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_same_board(nvmlDevice_t one, nvmlDevice_t other, int *same)
{
	if (!is_device(one) || !is_device(other) || !same)
		return NVML_ERROR_INVALID_ARGUMENT;
	*same = 1;
	return NVML_SUCCESS;
}

// The path of the program, cut to the length.
nvmlReturn_t aw_ml_process_name(unsigned pid, char *text, unsigned length)
{
	char path[64];
	if (!text || !length)
		return NVML_ERROR_INVALID_ARGUMENT;
	snprintf(path, sizeof(path), "/proc/%u/cmdline", pid);
	FILE *file = fopen(path, "re");
	if (!file)
		return NVML_ERROR_NOT_FOUND;
	size_t size = fread(text, 1, length - 1, file);
	fclose(file);
	text[size] = 0; // arguments are behind zeros
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_no_units(unsigned *count)
{
	if (!count)
		return NVML_ERROR_INVALID_ARGUMENT;
	*count = 0;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_affinity(nvmlDevice_t device, unsigned words, unsigned long *set)
{
	enum { BITS = 8 * sizeof(*set) };
	cpu_set_t mask;
	if (!is_device(device) || !words || !set)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (sched_getaffinity(0, sizeof(mask), &mask) != 0)
		return NVML_ERROR_UNKNOWN;
	memset(set, 0, words * sizeof(*set));
	for (unsigned cpu = 0; cpu < CPU_SETSIZE && cpu < words * BITS; cpu++)
		if (CPU_ISSET(cpu, &mask))
			set[cpu / BITS] |= 1ul << cpu % BITS;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_topology(nvmlDevice_t one, nvmlDevice_t other, nvmlGpuTopologyLevel_t *level)
{
	if (!is_device(one) || !is_device(other) || !level)
		return NVML_ERROR_INVALID_ARGUMENT;
	*level = NVML_TOPOLOGY_INTERNAL;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_peers(nvmlDevice_t one, nvmlDevice_t other, nvmlGpuP2PCapsIndex_t what, nvmlGpuP2PStatus_t *status)
{
	if (!is_device(one) || !is_device(other) || !status || what < NVML_P2P_CAPS_INDEX_READ || what > NVML_P2P_CAPS_INDEX_UNKNOWN)
		return NVML_ERROR_INVALID_ARGUMENT;
	bool has = what == NVML_P2P_CAPS_INDEX_READ || what == NVML_P2P_CAPS_INDEX_WRITE || what == NVML_P2P_CAPS_INDEX_ATOMICS;
	*status = has ? NVML_P2P_STATUS_OK : NVML_P2P_STATUS_NOT_SUPPORTED;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_no_display(nvmlDevice_t device, nvmlEnableState_t *state)
{
	if (!is_device(device) || !state)
		return NVML_ERROR_INVALID_ARGUMENT;
	*state = NVML_FEATURE_DISABLED;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_is_no_part(nvmlDevice_t device, unsigned *part)
{
	if (!is_device(device) || !part)
		return NVML_ERROR_INVALID_ARGUMENT;
	*part = 0;
	return NVML_SUCCESS;
}
