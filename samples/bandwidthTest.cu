// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures how fast memory is copied, in the format and with the options that NVIDIA's program of
// this name made known:
//
//     --mode=quick|range|shmoo   one size; --start= --end= --increment=; many sizes
//     --memory=pinned|pageable   host memory (default: pinned)
//     --htod --dtoh --dtod       directions (default: all)
//     --device=N|all  --csv  --wc (write-combined host memory)
//
// Each copy is checked; "Result = PASS" says that every byte arrived.
#include "bandwidth_options.h"
#include "sample.h"

static unsigned char *host_memory(size_t size)
{
	void *memory = NULL;
	if (options.pinned)
		CHECKED(cudaHostAlloc(&memory, size, options.write_combined ? cudaHostAllocWriteCombined : cudaHostAllocDefault));
	else
		memory = malloc(size);
	return (unsigned char *)memory;
}

static void host_release(void *memory)
{
	if (options.pinned)
		CHECKED(cudaFreeHost(memory));
	else
		free(memory);
}

// Megabytes a second (10^6) of one direction at one size; clears *GOOD when a byte arrived wrong.
static double measure(int direction, size_t size, bool *good)
{
	const int repetitions = size > (1 << 24) ? 10 : 100;
	unsigned char *source = host_memory(size), *target = host_memory(size), *device[2];
	for (size_t i = 0; i < size; i++)
		source[i] = (unsigned char)(i * 7 + (i >> 8) + size);
	memset(target, 0, size);
	for (int i = 0; i < 2; i++)
		CHECKED(cudaMalloc((void **)&device[i], size));
	cudaEvent_t start, stop;
	CHECKED(cudaEventCreate(&start));
	CHECKED(cudaEventCreate(&stop));
	CHECKED(cudaMemcpy(device[0], source, size, cudaMemcpyHostToDevice));

	const struct { void *to; const void *from; cudaMemcpyKind kind; } way[DIRECTIONS] = {
		{ device[1], source, cudaMemcpyHostToDevice },
		{ target, device[0], cudaMemcpyDeviceToHost },
		{ device[1], device[0], cudaMemcpyDeviceToDevice },
	};
	CHECKED(cudaMemcpy(way[direction].to, way[direction].from, size, way[direction].kind)); // warms up
	CHECKED(cudaEventRecord(start));
	for (int i = 0; i < repetitions; i++)
		CHECKED(cudaMemcpyAsync(way[direction].to, way[direction].from, size, way[direction].kind));
	CHECKED(cudaEventRecord(stop));
	CHECKED(cudaDeviceSynchronize());
	float milliseconds = 0;
	CHECKED(cudaEventElapsedTime(&milliseconds, start, stop));

	if (direction != DEVICE_TO_HOST)
		CHECKED(cudaMemcpy(target, device[1], size, cudaMemcpyDeviceToHost));
	*good = *good && memcmp(source, target, size) == 0;
	CHECKED(cudaEventDestroy(start));
	CHECKED(cudaEventDestroy(stop));
	for (int i = 0; i < 2; i++)
		CHECKED(cudaFree(device[i]));
	host_release(source);
	host_release(target);
	double bytes = (double)size * repetitions * (direction == DEVICE_TO_DEVICE ? 2 : 1); // read and written
	return bytes / (milliseconds * 1e3);
}

static void report(int direction, int device, size_t size, double rate)
{
	static const char *const short_names[] = { "H2D", "D2H", "D2D" };
	if (options.csv)
		printf("bandwidthTest-%s-%s, Bandwidth = %.1f MB/s, Time = %.5f s, Size = %zu bytes, NumDevsUsed = %d\n",
		       short_names[direction], options.pinned ? "Pinned" : "Paged", rate, size / (rate * 1e6), size, device + 1);
	else
		printf("   %zu\t\t\t%.1f\n", size, rate);
}

static bool run_direction(int direction, int device)
{
	static const char *const names[] = { "Host to Device", "Device to Host", "Device to Device" };
	if (!options.csv)
		printf(" %s Bandwidth, 1 Device(s)\n %s Memory Transfers\n   Transfer Size (Bytes)\tBandwidth(MB/s)\n",
		       names[direction], options.pinned ? "PINNED" : "PAGEABLE");
	bool good = true;
	if (!strcmp(options.mode, "quick")) {
		report(direction, device, options.end, measure(direction, options.end, &good));
	} else if (!strcmp(options.mode, "range")) {
		for (size_t size = options.start; size <= options.end; size += options.increment)
			report(direction, device, size, measure(direction, size, &good));
	} else { // shmoo: steps that grow with the size
		for (size_t size = 1 << 10; size <= 64 << 20; size += size < 50 << 10 ? 2 << 10 : size < 1 << 20 ? 100 << 10 : 8 << 20)
			report(direction, device, size, measure(direction, size, &good));
	}
	printf(options.csv ? "" : "\n");
	return good;
}

int main(int argc, char **argv)
{
	int devices = 0;
	CHECKED(cudaGetDeviceCount(&devices));
	if (!parse(argc, argv, devices)) {
		fprintf(stderr, "usage: %s [--csv] [--device=N|all] [--memory=pinned|pageable] [--mode=quick|range|shmoo]\n"
		                "       [--start=BYTES --end=BYTES --increment=BYTES] [--htod] [--dtoh] [--dtod] [--wc]\n", argv[0]);
		return EXIT_FAILURE;
	}
	printf("[CUDA Bandwidth Test] - Starting...\nRunning on...\n\n");
	bool good = true;
	for (int device = options.first_device; device <= options.last_device; device++) {
		cudaDeviceProp properties;
		CHECKED(cudaSetDevice(device));
		CHECKED(cudaGetDeviceProperties(&properties, device));
		printf(" Device %d: %s\n %c%s Mode\n\n", device, properties.name, options.mode[0] - 'a' + 'A', options.mode + 1);
		for (int direction = 0; direction < DIRECTIONS; direction++)
			if (options.wanted[direction])
				good = run_direction(direction, device) && good;
	}
	printf("Result = %s\n", good ? "PASS" : "FAIL");
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
