// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the nvidia device share.
#ifndef AW_RUNTIME_DEVICE_NVIDIA_DEVICE_H
#define AW_RUNTIME_DEVICE_NVIDIA_DEVICE_H

#include <stdatomic.h>

#include "../device.h"
#include "nvidia_api.h"

struct nvidia_device {
	struct aw_device base;
	CUdevice device;
	CUcontext context; // the primary one
	int capability;    // 90 for 9.0
	char target[8];    // "sm_90"
	bool sees_host;    // reaches all of the host's memory
	uint64_t threads;  // that are resident at a time
};

// The form of a kernel that runs several blocks as one (nvidia_join.c).
struct nvidia_joined {
	atomic_bool sought;  // what follows is known
	CUfunction function; // NULL: there is none
	unsigned parameters; // of the kernel
	unsigned most;       // threads of a block that it may have
};

struct nvidia_function {
	struct aw_function base;
	CUfunction function;
	const char *name;
	struct nvidia_joined joined;
	struct nvidia_divided *divided; // the form that divides by multiplying (nvidia_divide.c), or NULL
};

struct nvidia_stream {
	struct aw_stream base;
	CUstream stream;
};

struct nvidia_event {
	struct aw_event base;
	CUevent event;
};

extern const struct aw_driver aw_driver_nvidia;
extern const struct aw_memory_ops aw_nvidia_memory_ops;
extern const struct aw_module_ops aw_nvidia_module_ops;
extern const struct aw_stream_ops aw_nvidia_stream_ops;
extern const struct aw_event_ops aw_nvidia_event_ops;
extern const struct aw_texture_ops aw_nvidia_texture_ops;
extern const struct aw_share_ops aw_nvidia_share_ops;
extern const struct aw_external_ops aw_nvidia_external_ops;

// What the driver's assembler is asked.
struct nvidia_jit {
	unsigned count;
	CUjit_option *options;
	void **values;
	bool wordy; // its notes are wanted
};

// Whether PTX calls NVIDIA's device runtime; such is linked with that, or with what says that it is missing.
bool aw_nvidia_launches(const char *ptx);
// Loads such PTX into the device's context, which is the calling thread's.
aw_status aw_nvidia_load_linked(const struct nvidia_device *device, const char *ptx, struct nvidia_jit *jit, CUmodule *module);

// An attribute of a function; 0 where the driver doesn't know it.
unsigned aw_nvidia_function_attribute(CUfunction function, CUfunction_attribute attribute);
// The number of a kernel's parameters; 0 where the driver doesn't tell (before CUDA 12.4).
unsigned aw_nvidia_count_parameters(CUfunction function);

// The driver's module.
CUmodule aw_nvidia_module(const struct aw_module *module);

// Does a launch by the form of FUNCTION that runs several blocks as one where there is one and it is worth it; false: nothing was
// done.
bool aw_nvidia_join_launch(struct nvidia_function *function, const struct aw_launch *work, CUstream stream);

// Finds the form of FUNCTION that divides by multiplying with what the launch computes; LINES: what the module's text says of
// divisors, or NULL.  The form is freed by free().
void aw_nvidia_divide_find(struct nvidia_function *function, const char *lines);
// Does a launch by that form if it may be used; false: nothing was done.
bool aw_nvidia_divide_launch(const struct nvidia_function *function, const struct aw_launch *work, CUstream stream);
// What a program asks for the kernel counts for the form, too.
void aw_nvidia_divide_set(const struct nvidia_function *function, CUfunction_attribute attribute, int value);

// The driver's array of a plain one.
CUarray aw_nvidia_array(struct aw_array *array);
// SHAPE as the driver wants it, and an array for a mipmapped one of the driver's; NULL without memory.
CUDA_ARRAY3D_DESCRIPTOR aw_nvidia_array_description(const struct aw_array_shape *shape);
struct aw_array *aw_nvidia_array_adopt(struct aw_device *device, CUmipmappedArray mipmapped);

// WORK as the driver's calls with attributes take it, without a stream; ATTRIBUTES must live as long.
CUlaunchConfig aw_nvidia_configuration(const struct aw_launch *work, CUlaunchAttribute attributes[2]);

static inline struct nvidia_device *aw_nvidia_device(struct aw_device *device)
{
	return (struct nvidia_device *)device;
}

// Makes the device's context the calling thread's.  The driver is asked which it is now, because other libraries
// that use it (cuBLAS) may have changed that.
static inline aw_status aw_nvidia_enter(struct aw_device *base)
{
	const struct nvidia_device *device = aw_nvidia_device(base);
	CUcontext current;
	if (aw_nvidia.context_get(&current) == CUDA_SUCCESS && current == device->context)
		return AW_OK;
	return NVIDIA(context_set, device->context);
}

static inline CUdeviceptr aw_nvidia_address(const void *address)
{
	return (CUdeviceptr)(uintptr_t)address;
}

#endif
