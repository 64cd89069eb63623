// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For tests of the cpu device through its operations: opens it with the image of data/image.c.
#ifndef AW_TESTS_CPU_DEVICE_H
#define AW_TESTS_CPU_DEVICE_H

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "fatbin/fatbin.h"
#include "runtime/device/device.h"
#include "unit/unit.h"

extern const struct aw_driver aw_driver_cpu;

static const struct aw_driver *const driver = &aw_driver_cpu;
static struct aw_device *device;
static struct aw_module *module;
static struct aw_stream *stream;
static struct aw_str fatbin;

#if defined(__aarch64__)
#define IMAGE_TARGET "aarch64"
#define GCC "aarch64-linux-gnu-gcc"
#else
#define IMAGE_TARGET "x86-64-v2"
#define GCC "gcc"
#endif

static void build_fatbin(void)
{
	char command[1024], *data;
	size_t size;
	snprintf(command, sizeof(command),
	         GCC " -std=c11 -O1 -g -shared -fPIC -I'%s/src' '%s/tests/unit/cpu/data/image.c' -o image.so",
	         getenv("ROOT"), getenv("ROOT"));
	if (system(command) != 0 || aw_os_read_file("image.so", &data, &size) != AW_OK)
		abort();
	struct aw_fatbin_part part = { .kind = AW_FATBIN_CPU_IMAGE, .target = IMAGE_TARGET, .data = data, .size = size };
	if (aw_fatbin_write(&part, 1, &fatbin) != AW_OK)
		abort();
	free(data);
}

static void open_device(unsigned index)
{
	if (!fatbin.length)
		build_fatbin();
	CHECK_EQUAL(driver->open(index, &device), AW_OK);
	CHECK_EQUAL(driver->module->load(device, (const void *)fatbin.text, &module), AW_OK);
	CHECK_EQUAL(driver->stream->create(device, AW_STREAM_LEGACY, 0, &stream), AW_OK);
}

static void close_device(void)
{
	driver->stream->destroy(stream);
	driver->module->unload(module);
	driver->device->close(device);
}

static inline void *memory(size_t size)
{
	void *address = NULL;
	CHECK_EQUAL(driver->memory->allocate(device, AW_MEMORY_DEVICE, size, &address), AW_OK);
	return address ? memset(address, 0, size) : NULL;
}

struct shape {
	unsigned grid, block;
	size_t shared;
	bool cooperative;
	struct aw_stream *stream;
};

static inline aw_status start(const char *name, struct shape shape, void *pointer, int number)
{
	struct aw_function *function = NULL;
	CHECK_EQUAL(driver->module->function(module, name, &function), AW_OK);
	void *arguments[] = { &pointer, &number };
	struct aw_launch launch = { .function = function, .grid = { shape.grid, 1, 1 }, .block = { shape.block, 1, 1 },
	                            .dynamic_shared = shape.shared, .cooperative = shape.cooperative, .arguments = arguments };
	return driver->stream->launch(shape.stream ? shape.stream : stream, &launch);
}

static inline aw_status run(const char *name, struct shape shape, void *pointer, int number)
{
	aw_status status = start(name, shape, pointer, number);
	return status == AW_OK ? driver->device->synchronize(device) : status;
}

#endif
