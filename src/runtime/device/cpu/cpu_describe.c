// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the device says of itself.  Name, clock, caches and memory are the machine's, read from /proc and
// /sys when first asked for; l2CacheSize is the last level of cache.  What the system doesn't tell (the
// memory's clock and bus width) is 0.  Limits are those of compute capability 9.0 (CUDA C++ Programming
// Guide, "Technical Specifications per Compute Capability") where nothing of the processor sets others.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "../../../base/os.h"
#include "cpu_device.h"

static struct {
	char name[128];
	int clock_khz;
	int last_cache; // bytes
} machine;

static void trim(char *text)
{
	size_t length = strlen(text);
	while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
		text[--length] = 0;
}

static bool read_line(const char *path, char *line, int size)
{
	FILE *file = fopen(path, "re");
	bool got = file && fgets(line, size, file);
	if (file)
		fclose(file);
	return got;
}

static void read_cpuinfo(void)
{
	FILE *file = fopen("/proc/cpuinfo", "re");
	char line[512];
	while (file && !(machine.name[0] && machine.clock_khz) && fgets(line, sizeof(line), file)) {
		char *value = strchr(line, ':');
		if (!value)
			continue;
		value += strspn(value, ": \t");
		trim(value);
		if (!machine.name[0] && strncmp(line, "model name", 10) == 0)
			snprintf(machine.name, sizeof(machine.name), "%s", value);
		if (!machine.clock_khz && strncmp(line, "cpu MHz", 7) == 0)
			machine.clock_khz = (int)(strtod(value, NULL) * 1000);
	}
	if (file)
		fclose(file);
}

static void read_name_elsewhere(void)
{
	struct utsname system;
	if (read_line("/sys/firmware/devicetree/base/model", machine.name, sizeof(machine.name)))
		trim(machine.name);
	else if (uname(&system) == 0)
		snprintf(machine.name, sizeof(machine.name), "%.100s CPU", system.machine);
}

static void read_caches(void)
{
	for (int index = 0; index < 8; index++) {
		char path[96], line[64];
		snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
		if (!read_line(path, line, sizeof(line)))
			continue;
		char *unit;
		long size = strtol(line, &unit, 10) * (*unit == 'M' ? 1 << 20 : *unit == 'K' ? 1 << 10 : 1);
		if (size > machine.last_cache && size <= INT_MAX)
			machine.last_cache = (int)size;
	}
}

static void read_machine(void)
{
	char line[64];
	read_cpuinfo();
	if (!machine.name[0])
		read_name_elsewhere();
	if (read_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", line, sizeof(line)))
		machine.clock_khz = atoi(line);
	read_caches();
}

static void describe_machine(const struct cpu_device *device, struct cudaDeviceProp *p)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, read_machine);
	snprintf(p->name, sizeof(p->name), "%s", machine.name);
	memcpy(p->uuid.bytes, "anywarp-cpu-dev", 15);
	p->uuid.bytes[15] = (char)device->base.index;
	p->clockRate = machine.clock_khz;
	p->l2CacheSize = machine.last_cache;
	p->totalGlobalMem = aw_cpu_memory_total();
	p->multiProcessorCount = (int)device->sm_count;
	p->pciBusID = (int)device->base.index; // no device of the bus; distinct, as programs expect
}

static void describe_execution(struct cudaDeviceProp *p)
{
	p->major = 9;
	p->minor = 0;
	p->warpSize = AW_CPU_WARP_SIZE;
	p->maxThreadsPerBlock = CPU_MAX_THREADS;
	p->maxThreadsDim[0] = p->maxThreadsDim[1] = CPU_MAX_THREADS;
	p->maxThreadsDim[2] = 64;
	p->maxGridSize[0] = INT_MAX;
	p->maxGridSize[1] = p->maxGridSize[2] = 65535;
	p->maxThreadsPerMultiProcessor = CPU_SM_THREADS;
	p->maxBlocksPerMultiProcessor = CPU_SM_BLOCKS;
	p->regsPerBlock = p->regsPerMultiprocessor = CPU_REGISTERS;
	p->sharedMemPerBlock = CPU_BLOCK_SHARED;
	p->sharedMemPerBlockOptin = CPU_BLOCK_SHARED_OPTIN;
	p->sharedMemPerMultiprocessor = CPU_SM_SHARED;
	p->reservedSharedMemPerBlock = CPU_SHARED_RESERVED;
	p->totalConstMem = 65536;
	p->computeMode = cudaComputeModeDefault;
	p->concurrentKernels = 1;
	p->asyncEngineCount = 1;
	p->deviceOverlap = 1;
	p->streamPrioritiesSupported = 1;
	p->cooperativeLaunch = 1;
	p->clusterLaunch = 1;
	p->computePreemptionSupported = 1;
	p->singleToDoublePrecisionPerfRatio = 2; // a vector holds half as many doubles
	p->unifiedFunctionPointers = 1;
}

static void describe_memory(struct cudaDeviceProp *p)
{
	p->memPitch = INT_MAX;
	p->textureAlignment = 512;
	p->texturePitchAlignment = 32;
	p->surfaceAlignment = 512;
	p->integrated = 1;
	p->canMapHostMemory = 1;
	p->unifiedAddressing = 1;
	p->managedMemory = 1;
	p->concurrentManagedAccess = 1;
	p->pageableMemoryAccess = 1;
	p->pageableMemoryAccessUsesHostPageTables = 1;
	p->directManagedMemAccessFromHost = 1;
	p->hostNativeAtomicSupported = 1;
	p->canUseHostPointerForRegisteredMem = 1;
	p->hostRegisterSupported = 1;
	p->hostRegisterReadOnlySupported = 1;
	p->globalL1CacheSupported = p->localL1CacheSupported = 1;
	p->memoryPoolsSupported = 1;
	p->memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
	p->ipcEventSupported = 1;
}

static void set(int *to, int a, int b, int c)
{
	to[0] = a;
	to[1] = b;
	to[2] = c;
}

static void describe_textures(struct cudaDeviceProp *p)
{
	enum { LINE = 131072, PLANE = 65536, BOX = 16384, LAYERED = 32768, LAYERS = 2048, CUBE_LAYERS = 2046 };
	p->maxTexture1D = LINE;
	p->maxTexture1DMipmap = LAYERED;
	p->maxTexture1DLinear = 1 << 28;
	p->maxTexture2D[0] = LINE;
	p->maxTexture2D[1] = PLANE;
	p->maxTexture2DMipmap[0] = p->maxTexture2DMipmap[1] = LAYERED;
	set(p->maxTexture2DLinear, LINE, 65000, 2097120);
	p->maxTexture2DGather[0] = p->maxTexture2DGather[1] = LAYERED;
	set(p->maxTexture3D, BOX, BOX, BOX);
	set(p->maxTexture3DAlt, BOX / 2, BOX / 2, BOX * 2);
	p->maxTextureCubemap = LAYERED;
	p->maxTexture1DLayered[0] = LAYERED;
	p->maxTexture1DLayered[1] = LAYERS;
	set(p->maxTexture2DLayered, LAYERED, LAYERED, LAYERS);
	p->maxTextureCubemapLayered[0] = LAYERED;
	p->maxTextureCubemapLayered[1] = CUBE_LAYERS;
	p->maxSurface1D = LAYERED;
	p->maxSurface2D[0] = LINE;
	p->maxSurface2D[1] = PLANE;
	set(p->maxSurface3D, BOX, BOX, BOX);
	p->maxSurface1DLayered[0] = LAYERED;
	p->maxSurface1DLayered[1] = LAYERS;
	set(p->maxSurface2DLayered, LAYERED, LAYERED, LAYERS);
	p->maxSurfaceCubemap = LAYERED;
	p->maxSurfaceCubemapLayered[0] = LAYERED;
	p->maxSurfaceCubemapLayered[1] = CUBE_LAYERS;
}

void aw_cpu_describe(struct aw_device *device, struct cudaDeviceProp *properties)
{
	memset(properties, 0, sizeof(*properties));
	describe_machine(aw_cpu_device(device), properties);
	describe_execution(properties);
	describe_memory(properties);
	describe_textures(properties);
}

// Attributes that only the driver interface has, by their numbers there.
static aw_status driver_attribute(int attribute, int *value)
{
	switch (attribute) {
	case 44:  // CAN_TEX2D_GATHER
	case 102: // VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
	case 103: // HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED
	case 92:  // CAN_USE_STREAM_MEM_OPS and what streams wait for, in the first version and the second
	case 93:
	case 94:
	case 122:
	case 123:
	case 127: // TENSOR_MAP_ACCESS_SUPPORTED
	case 142: // pools of the memory of the host's nodes, and of the host's
	case 144:
		*value = 1;
		return AW_OK;
	case 104: // handles of Windows
	case 105:
	case 107: // GENERIC_COMPRESSION_SUPPORTED
	case 110: // GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED
	case 124: // DMA_BUF_SUPPORTED
	case 128: // HANDLE_TYPE_FABRIC_SUPPORTED
	case 129: // UNIFIED_FUNCTION_POINTERS
	case 132: // MULTICAST_SUPPORTED
	case 136: // MEM_DECOMPRESS_ALGORITHM_MASK and its length
	case 137:
	case 141: // memory of the host's nodes, managed as virtual memory
	case 145: // memory of the host: as virtual memory, for dma-buf; atomics to it that aren't all there
	case 146:
	case 147:
		*value = 0;
		return AW_OK;
	default: return AW_INVALID_VALUE;
	}
}

// The core takes the attributes that are members of the properties from there.
aw_status aw_cpu_attribute(struct aw_device *device, enum cudaDeviceAttr attribute, int *value)
{
	(void)device;
	switch ((int)attribute) {
	case cudaDevAttrCanFlushRemoteWrites:
	case cudaDevAttrNumaConfig:
	case cudaDevAttrMpsEnabled:
	case cudaDevAttrD3D12CigSupported:
	case cudaDevAttrVulkanCigSupported:
	case cudaDevAttrGpuPciDeviceId:
	case cudaDevAttrGpuPciSubsystemId:
	case cudaDevAttrHostNumaMultinodeIpcSupported:
	case cudaDevAttrHostNumaId: *value = 0; return AW_OK;
	case cudaDevAttrMemSyncDomainCount: *value = 1; return AW_OK;
	case cudaDevAttrNumaId: *value = -1; return AW_OK;
	default: return driver_attribute((int)attribute, value);
	}
}
