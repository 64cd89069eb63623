// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVML for the cpu device: its devices are those of the runtime.
#ifndef AW_SHIMS_ML_H
#define AW_SHIMS_ML_H

#include "../common/shim.h"
#pragma GCC visibility push(default)
#include "../../../include/nvml.h"
#pragma GCC visibility pop

// Begins to count the processors' time.
void aw_ml_begin(void);

nvmlReturn_t aw_ml_version(char *text, unsigned length);
nvmlReturn_t aw_ml_cuda_version(int *version);
nvmlReturn_t aw_ml_count(unsigned *count);
nvmlReturn_t aw_ml_by_index(unsigned index, nvmlDevice_t *device);
nvmlReturn_t aw_ml_by_uuid(const char *uuid, nvmlDevice_t *device);
nvmlReturn_t aw_ml_by_bus(const char *bus, nvmlDevice_t *device);
nvmlReturn_t aw_ml_index(nvmlDevice_t device, unsigned *index);
nvmlReturn_t aw_ml_name(nvmlDevice_t device, char *text, unsigned length);
nvmlReturn_t aw_ml_uuid(nvmlDevice_t device, char *text, unsigned length);
nvmlReturn_t aw_ml_bus(nvmlDevice_t device, nvmlPciInfo_t *info);
nvmlReturn_t aw_ml_capability(nvmlDevice_t device, int *major, int *minor);
nvmlReturn_t aw_ml_compute_mode(nvmlDevice_t device, nvmlComputeMode_t *mode);
nvmlReturn_t aw_ml_memory(nvmlDevice_t device, nvmlMemory_t *memory);
nvmlReturn_t aw_ml_utilization(nvmlDevice_t device, nvmlUtilization_t *utilization);
nvmlReturn_t aw_ml_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock);
nvmlReturn_t aw_ml_max_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock);
nvmlReturn_t aw_ml_temperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor, unsigned *degrees);
nvmlReturn_t aw_ml_temperature_v(nvmlDevice_t device, nvmlTemperature_t *temperature);
nvmlReturn_t aw_ml_clock_by_id(nvmlDevice_t device, nvmlClockType_t type, nvmlClockId_t which, unsigned *clock);
nvmlReturn_t aw_ml_memory_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory);

// --- ml_system.c ---

nvmlReturn_t aw_ml_brand(nvmlDevice_t device, nvmlBrandType_t *brand);
nvmlReturn_t aw_ml_architecture(nvmlDevice_t device, nvmlDeviceArchitecture_t *architecture);
nvmlReturn_t aw_ml_same_board(nvmlDevice_t one, nvmlDevice_t other, int *same);
nvmlReturn_t aw_ml_process_name(unsigned pid, char *text, unsigned length);
nvmlReturn_t aw_ml_no_units(unsigned *count);
nvmlReturn_t aw_ml_affinity(nvmlDevice_t device, unsigned words, unsigned long *set);
nvmlReturn_t aw_ml_topology(nvmlDevice_t one, nvmlDevice_t other, nvmlGpuTopologyLevel_t *level);
nvmlReturn_t aw_ml_peers(nvmlDevice_t one, nvmlDevice_t other, nvmlGpuP2PCapsIndex_t what, nvmlGpuP2PStatus_t *status);
nvmlReturn_t aw_ml_no_display(nvmlDevice_t device, nvmlEnableState_t *state);
nvmlReturn_t aw_ml_is_no_part(nvmlDevice_t device, unsigned *part);

#endif
