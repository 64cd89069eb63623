// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be told of the cpu device: from the runtime's properties, and from Linux (proc(5), "/proc/stat", "/proc/cpuinfo"; the
// kernel's "Generic Thermal Sysfs driver How To").
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ml.h"

enum { MOST_DEVICES = 64 };

// A handle is the address of the device's entry.
struct nvmlDevice_st {
	char unused;
};
static struct nvmlDevice_st devices[MOST_DEVICES];

static unsigned count_devices(void)
{
	int count;
	if (cudaGetDeviceCount(&count) != cudaSuccess)
		return 0;
	return count < MOST_DEVICES ? (unsigned)count : MOST_DEVICES;
}

static bool find(nvmlDevice_t device, int *number)
{
	if (device < devices || device >= devices + count_devices())
		return false;
	*number = (int)(device - devices);
	return true;
}

// The properties of DEVICE, for a function whose output is OUT.
static nvmlReturn_t describe(nvmlDevice_t device, const void *out, struct cudaDeviceProp *properties)
{
	int number;
	if (!out || !find(device, &number))
		return NVML_ERROR_INVALID_ARGUMENT;
	return cudaGetDeviceProperties(properties, number) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_UNKNOWN;
}

static nvmlReturn_t put(const char *from, char *text, unsigned length)
{
	if (!text)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (strlen(from) >= length)
		return NVML_ERROR_INSUFFICIENT_SIZE;
	strcpy(text, from);
	return NVML_SUCCESS;
}

// --- the system ---

nvmlReturn_t aw_ml_cuda_version(int *version)
{
	return version && cudaDriverGetVersion(version) == cudaSuccess ? NVML_SUCCESS : NVML_ERROR_INVALID_ARGUMENT;
}

nvmlReturn_t aw_ml_version(char *text, unsigned length)
{
	int version = 0;
	char own[32];
	cudaDriverGetVersion(&version);
	snprintf(own, sizeof(own), "%d.%d", NVML_CUDA_DRIVER_VERSION_MAJOR(version), NVML_CUDA_DRIVER_VERSION_MINOR(version));
	return put(own, text, length);
}

// --- which device ---

nvmlReturn_t aw_ml_count(unsigned *count)
{
	if (!count)
		return NVML_ERROR_INVALID_ARGUMENT;
	*count = count_devices();
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_by_index(unsigned index, nvmlDevice_t *device)
{
	if (!device || index >= count_devices())
		return NVML_ERROR_INVALID_ARGUMENT;
	*device = &devices[index];
	return NVML_SUCCESS;
}

static nvmlReturn_t look_for(const char *wanted, nvmlReturn_t (*tell)(nvmlDevice_t, char *, unsigned), nvmlDevice_t *device)
{
	char text[NVML_DEVICE_UUID_BUFFER_SIZE];
	if (!wanted || !device)
		return NVML_ERROR_INVALID_ARGUMENT;
	for (unsigned i = 0; i < count_devices(); i++)
		if (tell(&devices[i], text, sizeof(text)) == NVML_SUCCESS && strcasecmp(text, wanted) == 0) {
			*device = &devices[i];
			return NVML_SUCCESS;
		}
	return NVML_ERROR_NOT_FOUND;
}

nvmlReturn_t aw_ml_by_uuid(const char *uuid, nvmlDevice_t *device)
{
	return look_for(uuid, aw_ml_uuid, device);
}

// With a domain of 8 digits, as NVML has it.
static nvmlReturn_t tell_bus(nvmlDevice_t device, char *text, unsigned length)
{
	nvmlPciInfo_t info;
	nvmlReturn_t result = aw_ml_bus(device, &info);
	return result == NVML_SUCCESS ? put(info.busId, text, length) : result;
}

static nvmlReturn_t tell_short_bus(nvmlDevice_t device, char *text, unsigned length)
{
	nvmlPciInfo_t info;
	nvmlReturn_t result = aw_ml_bus(device, &info);
	return result == NVML_SUCCESS ? put(info.busIdLegacy, text, length) : result;
}

nvmlReturn_t aw_ml_by_bus(const char *bus, nvmlDevice_t *device)
{
	nvmlReturn_t result = look_for(bus, tell_bus, device);
	return result == NVML_ERROR_NOT_FOUND ? look_for(bus, tell_short_bus, device) : result;
}

// --- what it is ---

nvmlReturn_t aw_ml_index(nvmlDevice_t device, unsigned *index)
{
	int number;
	if (!index || !find(device, &number))
		return NVML_ERROR_INVALID_ARGUMENT;
	*index = (unsigned)number;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_name(nvmlDevice_t device, char *text, unsigned length)
{
	struct cudaDeviceProp properties;
	nvmlReturn_t result = describe(device, text, &properties);
	return result == NVML_SUCCESS ? put(properties.name, text, length) : result;
}

nvmlReturn_t aw_ml_uuid(nvmlDevice_t device, char *text, unsigned length)
{
	struct cudaDeviceProp properties;
	char own[NVML_DEVICE_UUID_BUFFER_SIZE] = "GPU-";
	nvmlReturn_t result = describe(device, text, &properties);
	if (result != NVML_SUCCESS)
		return result;
	for (unsigned i = 0; i < sizeof(properties.uuid.bytes); i++)
		sprintf(own + strlen(own), i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", (unsigned char)properties.uuid.bytes[i]);
	return put(own, text, length);
}

nvmlReturn_t aw_ml_bus(nvmlDevice_t device, nvmlPciInfo_t *info)
{
	struct cudaDeviceProp properties;
	nvmlReturn_t result = describe(device, info, &properties);
	if (result != NVML_SUCCESS)
		return result;
	unsigned domain = (unsigned)properties.pciDomainID, bus = (unsigned)properties.pciBusID, place = (unsigned)properties.pciDeviceID;
	*info = (nvmlPciInfo_t){ .domain = domain, .bus = bus, .device = place };
	snprintf(info->busIdLegacy, sizeof(info->busIdLegacy), "%04X:%02X:%02X.0", domain & 0xffff, bus & 0xff, place & 0xff);
	snprintf(info->busId, sizeof(info->busId), "%08X:%02X:%02X.0", domain, bus, place);
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_capability(nvmlDevice_t device, int *major, int *minor)
{
	struct cudaDeviceProp properties;
	nvmlReturn_t result = major ? describe(device, minor, &properties) : NVML_ERROR_INVALID_ARGUMENT;
	if (result != NVML_SUCCESS)
		return result;
	*major = properties.major;
	*minor = properties.minor;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_compute_mode(nvmlDevice_t device, nvmlComputeMode_t *mode)
{
	struct cudaDeviceProp properties;
	nvmlReturn_t result = describe(device, mode, &properties);
	if (result == NVML_SUCCESS)
		*mode = (nvmlComputeMode_t)properties.computeMode;
	return result;
}

// --- what it does ---

nvmlReturn_t aw_ml_memory(nvmlDevice_t device, nvmlMemory_t *memory)
{
	int number, current;
	size_t free_bytes = 0, total = 0;
	if (!memory || !find(device, &number) || cudaGetDevice(&current) != cudaSuccess)
		return NVML_ERROR_INVALID_ARGUMENT;
	bool good = cudaSetDevice(number) == cudaSuccess && cudaMemGetInfo(&free_bytes, &total) == cudaSuccess;
	cudaSetDevice(current);
	if (!good)
		return NVML_ERROR_UNKNOWN;
	*memory = (nvmlMemory_t){ .total = total, .free = free_bytes, .used = total - free_bytes };
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_memory_v2(nvmlDevice_t device, nvmlMemory_v2_t *memory)
{
	nvmlMemory_t all;
	if (!memory || memory->version != nvmlMemory_v2)
		return NVML_ERROR_INVALID_ARGUMENT;
	nvmlReturn_t result = aw_ml_memory(device, &all);
	if (result == NVML_SUCCESS)
		*memory = (nvmlMemory_v2_t){ .version = nvmlMemory_v2, .total = all.total, .free = all.free, .used = all.used };
	return result;
}

// Time of all processors since the start of the system, in ticks.
struct ticks {
	unsigned long long busy, all;
};
static struct ticks last_ticks;
static pthread_mutex_t ticks_lock = PTHREAD_MUTEX_INITIALIZER;

static bool read_ticks(struct ticks *ticks)
{
	enum { KINDS = 8, IDLE = 3, WAITING = 4 }; // user nice system idle iowait irq softirq steal
	unsigned long long kinds[KINDS] = { 0 };
	FILE *file = fopen("/proc/stat", "r");
	if (!file)
		return false;
	bool good = fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &kinds[0], &kinds[1], &kinds[2], &kinds[3], &kinds[4],
	                   &kinds[5], &kinds[6], &kinds[7]) > IDLE;
	fclose(file);
	*ticks = (struct ticks){ 0 };
	for (int i = 0; i < KINDS; i++) {
		ticks->all += kinds[i];
		ticks->busy += i == IDLE || i == WAITING ? 0 : kinds[i];
	}
	return good;
}

void aw_ml_begin(void)
{
	pthread_mutex_lock(&ticks_lock);
	read_ticks(&last_ticks);
	pthread_mutex_unlock(&ticks_lock);
}

nvmlReturn_t aw_ml_utilization(nvmlDevice_t device, nvmlUtilization_t *utilization)
{
	static unsigned percent; // the last result, for calls within one tick
	struct ticks now;
	int number;
	if (!utilization || !find(device, &number))
		return NVML_ERROR_INVALID_ARGUMENT;
	if (!read_ticks(&now))
		return NVML_ERROR_NOT_SUPPORTED;
	pthread_mutex_lock(&ticks_lock);
	if (now.all > last_ticks.all && now.busy >= last_ticks.busy) {
		percent = (unsigned)((now.busy - last_ticks.busy) * 100 / (now.all - last_ticks.all));
		last_ticks = now;
	}
	*utilization = (nvmlUtilization_t){ .gpu = percent < 100 ? percent : 100 };
	pthread_mutex_unlock(&ticks_lock);
	return NVML_SUCCESS;
}

static bool is_processor_clock(nvmlClockType_t type)
{
	return type == NVML_CLOCK_GRAPHICS || type == NVML_CLOCK_SM;
}

// That of the first processor; virtual machines and other architectures may not say.
nvmlReturn_t aw_ml_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock)
{
	char line[256];
	double megahertz = 0;
	int number;
	if (!clock || !find(device, &number) || (unsigned)type >= NVML_CLOCK_COUNT)
		return NVML_ERROR_INVALID_ARGUMENT;
	FILE *file = is_processor_clock(type) ? fopen("/proc/cpuinfo", "r") : NULL;
	while (file && megahertz == 0 && fgets(line, sizeof(line), file))
		sscanf(line, "cpu MHz : %lf", &megahertz);
	if (file)
		fclose(file);
	if (megahertz <= 0)
		return NVML_ERROR_NOT_SUPPORTED;
	*clock = (unsigned)megahertz;
	return NVML_SUCCESS;
}

nvmlReturn_t aw_ml_max_clock(nvmlDevice_t device, nvmlClockType_t type, unsigned *clock)
{
	struct cudaDeviceProp properties;
	nvmlReturn_t result = (unsigned)type < NVML_CLOCK_COUNT ? describe(device, clock, &properties) : NVML_ERROR_INVALID_ARGUMENT;
	if (result != NVML_SUCCESS)
		return result;
	if (!is_processor_clock(type) || properties.clockRate <= 0)
		return NVML_ERROR_NOT_SUPPORTED;
	*clock = (unsigned)properties.clockRate / 1000;
	return NVML_SUCCESS;
}

static bool read_line(const char *zone, const char *name, char line[64])
{
	char path[512];
	snprintf(path, sizeof(path), "/sys/class/thermal/%s/%s", zone, name);
	FILE *file = fopen(path, "r");
	bool good = file && fgets(line, 64, file);
	if (file)
		fclose(file);
	return good;
}

// The sensor of the processor package.
nvmlReturn_t aw_ml_temperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor, unsigned *degrees)
{
	char line[64];
	int number;
	if (!degrees || sensor != NVML_TEMPERATURE_GPU || !find(device, &number))
		return NVML_ERROR_INVALID_ARGUMENT;
	nvmlReturn_t result = NVML_ERROR_NOT_SUPPORTED;
	DIR *zones = opendir("/sys/class/thermal");
	for (struct dirent *zone; zones && result != NVML_SUCCESS && (zone = readdir(zones));) {
		if (!read_line(zone->d_name, "type", line) || (strncmp(line, "x86_pkg_temp", 12) != 0 && strncmp(line, "cpu", 3) != 0))
			continue;
		if (!read_line(zone->d_name, "temp", line))
			continue;
		*degrees = (unsigned)(atoi(line) / 1000);
		result = NVML_SUCCESS;
	}
	if (zones)
		closedir(zones);
	return result;
}

nvmlReturn_t aw_ml_temperature_v(nvmlDevice_t device, nvmlTemperature_t *temperature)
{
	unsigned degrees;
	if (!temperature)
		return NVML_ERROR_INVALID_ARGUMENT;
	if (temperature->version != nvmlTemperature_v1)
		return NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
	nvmlReturn_t result = aw_ml_temperature(device, temperature->sensorType, &degrees);
	if (result == NVML_SUCCESS)
		temperature->temperature = (int)degrees;
	return result;
}

nvmlReturn_t aw_ml_clock_by_id(nvmlDevice_t device, nvmlClockType_t type, nvmlClockId_t which, unsigned *clock)
{
	if (which < NVML_CLOCK_ID_CURRENT || which >= NVML_CLOCK_ID_COUNT)
		return NVML_ERROR_INVALID_ARGUMENT;
	return which == NVML_CLOCK_ID_CURRENT ? aw_ml_clock(device, type, clock) : NVML_ERROR_NOT_SUPPORTED;
}
