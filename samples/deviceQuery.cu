// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints what the runtime says of each device, in the format that NVIDIA's program of this name made
// known, and ends in "Result = PASS" when all calls succeeded and the figures agree with each other.
#include "sample.h"

#include <stdarg.h>

// CUDA cores on a multiprocessor by compute capability (CUDA C++ Programming Guide, "Arithmetic
// Instructions": results of 32-bit floating-point add per clock cycle per multiprocessor).
static int cores_per_multiprocessor(int major, int minor)
{
	static const struct { int capability, cores; } table[] = {
		{ 10, 8 },   { 11, 8 },   { 12, 8 },   { 13, 8 },   { 20, 32 },   { 21, 48 },   { 30, 192 },
		{ 32, 192 }, { 35, 192 }, { 37, 192 }, { 50, 128 }, { 52, 128 },  { 53, 128 },  { 60, 64 },
		{ 61, 128 }, { 62, 128 }, { 70, 64 },  { 72, 64 },  { 75, 64 },   { 80, 64 },   { 86, 128 },
		{ 87, 128 }, { 89, 128 }, { 90, 128 }, { 100, 128 }, { 120, 128 },
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].capability == major * 10 + minor)
			return table[i].cores;
	return 128;
}

static void row(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void row(const char *label, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	printf("  %-46s ", label);
	vprintf(format, arguments);
	printf("\n");
	va_end(arguments);
}

static const char *yes(int value)
{
	return value ? "Yes" : "No";
}

static void print_processors(const cudaDeviceProp &p, int device)
{
	int cores = cores_per_multiprocessor(p.major, p.minor), memory_clock = 0, clock = 0, bus = 0;
	CHECKED(cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device));
	CHECKED(cudaDeviceGetAttribute(&memory_clock, cudaDevAttrMemoryClockRate, device));
	CHECKED(cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, device));
	row("CUDA Capability Major/Minor version number:", "%d.%d", p.major, p.minor);
	row("Total amount of global memory:", "%.0f MBytes (%zu bytes)", p.totalGlobalMem / 1048576.0, p.totalGlobalMem);
	char label[64];
	snprintf(label, sizeof(label), "(%03d) Multiprocessors, (%03d) CUDA Cores/MP:", p.multiProcessorCount, cores);
	row(label, "%d CUDA Cores", cores * p.multiProcessorCount);
	row("GPU Max Clock rate:", "%.0f MHz (%.2f GHz)", clock * 1e-3, clock * 1e-6);
	row("Memory Clock rate:", "%.0f Mhz", memory_clock * 1e-3);
	row("Memory Bus Width:", "%d-bit", bus);
	if (p.l2CacheSize)
		row("L2 Cache Size:", "%d bytes", p.l2CacheSize);
}

static void print_memory(const cudaDeviceProp &p)
{
	row("Maximum Texture Dimension Size (x,y,z)", "1D=(%d), 2D=(%d, %d), 3D=(%d, %d, %d)", p.maxTexture1D,
	    p.maxTexture2D[0], p.maxTexture2D[1], p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]);
	row("Maximum Layered 1D Texture Size, (num) layers", "1D=(%d), %d layers", p.maxTexture1DLayered[0],
	    p.maxTexture1DLayered[1]);
	row("Maximum Layered 2D Texture Size, (num) layers", "2D=(%d, %d), %d layers", p.maxTexture2DLayered[0],
	    p.maxTexture2DLayered[1], p.maxTexture2DLayered[2]);
	row("Total amount of constant memory:", "%zu bytes", p.totalConstMem);
	row("Total amount of shared memory per block:", "%zu bytes", p.sharedMemPerBlock);
	row("Total shared memory per multiprocessor:", "%zu bytes", p.sharedMemPerMultiprocessor);
	row("Total number of registers available per block:", "%d", p.regsPerBlock);
}

static void print_execution(const cudaDeviceProp &p, int device)
{
	row("Warp size:", "%d", p.warpSize);
	row("Maximum number of threads per multiprocessor:", "%d", p.maxThreadsPerMultiProcessor);
	row("Maximum number of threads per block:", "%d", p.maxThreadsPerBlock);
	row("Max dimension size of a thread block (x,y,z):", "(%d, %d, %d)", p.maxThreadsDim[0], p.maxThreadsDim[1],
	    p.maxThreadsDim[2]);
	row("Max dimension size of a grid size    (x,y,z):", "(%d, %d, %d)", p.maxGridSize[0], p.maxGridSize[1],
	    p.maxGridSize[2]);
	row("Maximum memory pitch:", "%zu bytes", p.memPitch);
	row("Texture alignment:", "%zu bytes", p.textureAlignment);
	int overlap = 0, timeout = 0, cooperative = 0, cooperative_multi = 0, mode = 0;
	CHECKED(cudaDeviceGetAttribute(&overlap, cudaDevAttrGpuOverlap, device));
	CHECKED(cudaDeviceGetAttribute(&timeout, cudaDevAttrKernelExecTimeout, device));
	CHECKED(cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, device));
	CHECKED(cudaDeviceGetAttribute(&cooperative_multi, cudaDevAttrCooperativeMultiDeviceLaunch, device));
	CHECKED(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
	row("Concurrent copy and kernel execution:", "%s with %d copy engine(s)", yes(overlap), p.asyncEngineCount);
	row("Run time limit on kernels:", "%s", yes(timeout));
	row("Integrated GPU sharing Host Memory:", "%s", yes(p.integrated));
	row("Support host page-locked memory mapping:", "%s", yes(p.canMapHostMemory));
	row("Alignment requirement for Surfaces:", "%s", yes(p.surfaceAlignment != 0));
	row("Device has ECC support:", "%s", p.ECCEnabled ? "Enabled" : "Disabled");
	row("Device supports Unified Addressing (UVA):", "%s", yes(p.unifiedAddressing));
	row("Device supports Managed Memory:", "%s", yes(p.managedMemory));
	row("Device supports Compute Preemption:", "%s", yes(p.computePreemptionSupported));
	row("Supports Cooperative Kernel Launch:", "%s", yes(cooperative));
	row("Supports MultiDevice Co-op Kernel Launch:", "%s", yes(cooperative_multi));
	row("Device PCI Domain ID / Bus ID / location ID:", "%d / %d / %d", p.pciDomainID, p.pciBusID, p.pciDeviceID);
	static const char *const modes[] = {
		"Default (multiple host threads can use ::cudaSetDevice() with device simultaneously)",
		"Exclusive (only one host thread in one process is able to use ::cudaSetDevice() with this device)",
		"Prohibited (no host thread can use ::cudaSetDevice() with this device)",
		"Exclusive Process (many threads in one process is able to use ::cudaSetDevice() with this device)",
	};
	printf("  Compute Mode:\n     < %s >\n", mode >= 0 && mode < 4 ? modes[mode] : "Unknown");
}

// Figures that can't be otherwise on any device; a wrong one spoils the result.
static bool plausible(const cudaDeviceProp &p)
{
	return p.name[0] && p.warpSize == 32 && p.totalGlobalMem > 0 && p.multiProcessorCount > 0 && p.major > 0 &&
	       p.maxThreadsPerBlock >= 512 && p.maxThreadsPerMultiProcessor >= p.maxThreadsPerBlock &&
	       p.sharedMemPerBlock >= 16384 && p.sharedMemPerMultiprocessor >= p.sharedMemPerBlock &&
	       p.maxGridSize[0] > 0 && p.maxThreadsDim[0] == p.maxThreadsPerBlock;
}

int main(int, char **argv)
{
	printf("%s Starting...\n\n CUDA Device Query (Runtime API) version (CUDART static linking)\n\n", argv[0]);
	int devices = 0, driver = 0, runtime = 0;
	CHECKED(cudaGetDeviceCount(&devices));
	CHECKED(cudaDriverGetVersion(&driver));
	CHECKED(cudaRuntimeGetVersion(&runtime));
	if (devices == 0)
		printf("There are no available device(s) that support CUDA\n");
	else
		printf("Detected %d CUDA Capable device(s)\n", devices);
	char driver_text[16], runtime_text[16];
	snprintf(driver_text, sizeof(driver_text), "%d.%d", driver / 1000, driver % 100 / 10);
	snprintf(runtime_text, sizeof(runtime_text), "%d.%d", runtime / 1000, runtime % 100 / 10);

	bool good = devices > 0;
	for (int device = 0; device < devices; device++) {
		CHECKED(cudaSetDevice(device));
		cudaDeviceProp properties;
		CHECKED(cudaGetDeviceProperties(&properties, device));
		printf("\nDevice %d: \"%s\"\n", device, properties.name);
		row("CUDA Driver Version / Runtime Version", "%s / %s", driver_text, runtime_text);
		print_processors(properties, device);
		print_memory(properties);
		print_execution(properties, device);
		good = good && plausible(properties);
	}
	printf("\ndeviceQuery, CUDA Driver = CUDART, CUDA Driver Version = %s, CUDA Runtime Version = %s, NumDevs = %d\n",
	       driver_text, runtime_text, devices);
	printf("Result = %s\n", good ? "PASS" : "FAIL");
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
