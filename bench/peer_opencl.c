// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpenCL peer: the first CPU device of the machine, which is PoCL where nothing else is installed.
// Buffers use the host's arrays in place, as a program would on a CPU.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "peers.h"

enum { MAX_KERNELS = 32 };

static cl_context context;
static cl_command_queue queue;
static cl_program program;
static cl_device_id device;
static cl_mem buffers[BENCH_ARRAYS];
static struct {
	char name[64];
	cl_kernel kernel;
} kernels[MAX_KERNELS];

static void check(cl_int error, const char *what)
{
	if (error == CL_SUCCESS)
		return;
	fprintf(stderr, "OpenCL: %s: error %d\n", what, error);
	exit(EXIT_FAILURE);
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "rb");
	char *text = calloc(1, 1 << 16);
	if (!file || !text || !fread(text, 1, (1 << 16) - 1, file)) {
		perror(path);
		exit(EXIT_FAILURE);
	}
	fclose(file);
	return text;
}

static int find_device(void)
{
	cl_platform_id platforms[8];
	cl_uint count = 0;
	if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS)
		return 0;
	for (cl_uint i = 0; i < count && i < 8; i++)
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL) == CL_SUCCESS)
			return 1;
	return 0;
}

int peer_opencl_start(const char *path)
{
	cl_int error;
	if (!find_device())
		return 0;
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	check(error, "context");
	queue = clCreateCommandQueue(context, device, 0, &error);
	check(error, "queue");
	char *text = read_text(path);
	program = clCreateProgramWithSource(context, 1, (const char *[]){ text }, NULL, &error);
	check(error, "program");
	free(text);
	if (clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL) != CL_SUCCESS) {
		static char log[1 << 16];
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
		fprintf(stderr, "%s: %s\n", path, log);
		exit(EXIT_FAILURE);
	}
	return 1;
}

void peer_opencl_attach(const struct bench_problem *problem, void *const *data)
{
	for (int i = 0; i < BENCH_ARRAYS && problem->arrays[i].role; i++) {
		cl_int error;
		buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
		                            problem->arrays[i].count * 4, data[i], &error);
		check(error, "buffer");
	}
}

void peer_opencl_detach(void)
{
	for (int i = 0; i < BENCH_ARRAYS && buffers[i]; i++) {
		clReleaseMemObject(buffers[i]);
		buffers[i] = NULL;
	}
}

static cl_kernel kernel_named(const char *name)
{
	int i = 0;
	for (; i < MAX_KERNELS && kernels[i].kernel; i++)
		if (!strcmp(kernels[i].name, name))
			return kernels[i].kernel;
	cl_int error;
	snprintf(kernels[i].name, sizeof(kernels[i].name), "%s", name);
	kernels[i].kernel = clCreateKernel(program, name, &error);
	check(error, name);
	return kernels[i].kernel;
}

static void launch(const char *name, struct bench_range range, const char *types, ...)
{
	cl_kernel kernel = kernel_named(name);
	va_list arguments;
	va_start(arguments, types);
	for (cl_uint i = 0; types[i]; i++) {
		cl_int integer;
		cl_float real;
		if (types[i] == 'f') {
			real = (cl_float)va_arg(arguments, double);
			check(clSetKernelArg(kernel, i, sizeof(real), &real), name);
			continue;
		}
		integer = va_arg(arguments, int);
		check(types[i] == 'b' ? clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[integer]) :
		                        clSetKernelArg(kernel, i, sizeof(integer), &integer), name);
	}
	va_end(arguments);
	cl_uint dimensions = range.items[2] ? 3 : range.items[1] ? 2 : 1;
	check(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, range.items, range.group, 0, NULL, NULL), name);
}

static void read_array(int array, void *to, size_t bytes)
{
	check(clEnqueueReadBuffer(queue, buffers[array], CL_TRUE, 0, bytes, to, 0, NULL, NULL), "read");
}

static void write_array(int array, const void *from, size_t bytes)
{
	check(clEnqueueWriteBuffer(queue, buffers[array], CL_TRUE, 0, bytes, from, 0, NULL, NULL), "write");
}

void peer_opencl_run(const struct bench_problem *problem, void *const *data)
{
	(void)data; // attached
	bench_opencl(problem, &(struct bench_opencl){ launch, read_array, write_array });
	check(clFinish(queue), "finish");
}
