// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all samples share: checked calls, input data, the closing line.
#ifndef AW_SAMPLES_SAMPLE_H
#define AW_SAMPLES_SAMPLE_H

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

// Ends the program with file, line and CUDA's own text when CALL doesn't return cudaSuccess.
#define CHECKED(call) sample_check((call), __FILE__, __LINE__)

static inline void sample_check(cudaError_t error, const char *file, int line)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s:%d: %s: %s\n", file, line, cudaGetErrorName(error), cudaGetErrorString(error));
	exit(EXIT_FAILURE);
}

// After a launch: reports a bad configuration at once and a failed kernel when it has run.
static inline void sample_check_launch(const char *file, int line)
{
	sample_check(cudaGetLastError(), file, line);
	sample_check(cudaDeviceSynchronize(), file, line);
}
#define CHECKED_LAUNCH() sample_check_launch(__FILE__, __LINE__)

// A copy of COUNT items of host memory in new device memory.
template <class T>
T *sample_upload(const T *host, size_t count)
{
	T *device;
	CHECKED(cudaMalloc((void **)&device, count * sizeof(T)));
	CHECKED(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
	return device;
}

template <class T>
void sample_download(T *host, const T *device, size_t count)
{
	CHECKED(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
}

// The next number of a small reproducible generator (Numerical Recipes' LCG), in [0, limit).
static inline unsigned sample_random(unsigned limit)
{
	static unsigned state = 12345;
	state = state * 1664525u + 1013904223u;
	return (unsigned)((unsigned long long)state * limit >> 32);
}

// Prints the sample's last line; returns main's exit code.
static inline int sample_finish(const char *name, bool good)
{
	printf("%s: %s\n", name, good ? "PASS" : "FAIL");
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
