// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the nvidia device share.
#ifndef AW_RUNTIME_DEVICE_NVIDIA_DEVICE_H
#define AW_RUNTIME_DEVICE_NVIDIA_DEVICE_H

#include <stdatomic.h>

#include "../../../base/map.h"
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
	struct nvidia_stream *streams; // all, under the lock of nvidia_stream.c
};

struct nvidia_function;

// A second entry of a kernel (nvidia_entries.c).
struct nvidia_entry {
	const char *suffix; // of its name, behind the kernel's
	// Takes what the launches of FUNCTION want to know of it; false: it isn't to be used.
	bool (*take)(struct nvidia_entry *entry, const struct nvidia_function *kernel);
	CUfunction function;
	// Of nvidia_entries.c:
	const struct nvidia_function *kernel;
	atomic_int state;
	struct nvidia_entry *next;
};

// Those of a module.
struct nvidia_entries {
	struct aw_map names;        // of second entries, to the PTX below that has them
	const char *beside, *apart; // PTX that may have some: the module's own, and what is nothing else; APART: or NULL
	CUmodule module;            // of the latter; NULL: it isn't loaded
	uint64_t gain, price; // what launches would have gained from entries, in picoseconds, and what pays for loading
};

// The entry that runs several blocks as one (nvidia_join.c).
struct nvidia_joined {
	struct nvidia_entry entry;
	unsigned parameters; // of the kernel
	unsigned most;       // threads of a block that it may have
};

struct nvidia_function {
	struct aw_function base;
	CUfunction function;
	const char *name;
	struct nvidia_joined joined;
	struct nvidia_divided *divided; // the entry that divides by multiplying (nvidia_divide.c), or NULL
};

struct nvidia_stream {
	struct aw_stream base;
	CUstream stream;
	bool captures;              // what others give to it (nvidia_foreign.c)
	struct nvidia_stream *next; // of the device's
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
extern const struct aw_record_ops aw_nvidia_record_ops;
extern const struct aw_foreign_ops aw_nvidia_foreign_ops;
extern const struct aw_texture_ops aw_nvidia_texture_ops;
extern const struct aw_share_ops aw_nvidia_share_ops;
extern const struct aw_external_ops aw_nvidia_external_ops;
extern const struct aw_tensor_ops aw_nvidia_tensor_ops;
extern const struct aw_part_ops aw_nvidia_part_ops;
// A stream of the driver's as the device's; it is destroyed with it.
aw_status aw_nvidia_stream_adopt(struct aw_device *device, CUstream own, struct aw_stream **created);

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

// Prepares for the second entries in BESIDE, a module's PTX, and APART, PTX of entries alone or NULL.  Both must live as long.
void aw_nvidia_entries_init(struct nvidia_entries *entries, const char *beside, const char *apart);
// The module's second entries.
struct nvidia_entries *aw_nvidia_entries(const struct aw_module *module);

// Whether NAME is that of a second entry.
bool aw_nvidia_is_second(const char *name);

// Unloads them, before the module and its functions go.
void aw_nvidia_entries_finish(struct aw_module *module);

// Whether a launch of KERNEL can be done by ENTRY, which would make it shorter by GAIN picoseconds.
bool aw_nvidia_entry_ready(struct nvidia_entry *entry, const struct nvidia_function *kernel, uint64_t gain);

// Behind a synchronisation on DEVICE, whose context is the thread's: makes entries ready that launches gain by, if no work is left
// there.  IDLE: that is known.
void aw_nvidia_entries_settle(struct aw_device *device, bool idle);

// Whether there is anything for it to do.
bool aw_nvidia_entries_wanted(void);

// Whether no stream of DEVICE has work, as far as the runtime knows of streams.
bool aw_nvidia_is_idle(struct aw_device *device);

// The threads of a launch.
uint64_t aw_nvidia_launch_threads(const struct aw_launch *work);

// Prepares for the entry that runs several blocks as one.
void aw_nvidia_join_init(struct nvidia_joined *joined);
// Does a launch of FUNCTION by that entry where there is one and it is worth it; false: nothing was done.
bool aw_nvidia_join_launch(struct nvidia_function *function, const struct aw_launch *work, CUstream stream);

// Prepares for the entry of FUNCTION that divides by multiplying with what the launch computes, if the texts of the module say that
// there is one.  It is freed by free().
void aw_nvidia_divide_init(struct nvidia_function *function);
// Does a launch by that entry if it may be used; false: nothing was done.
bool aw_nvidia_divide_launch(const struct nvidia_function *function, const struct aw_launch *work, CUstream stream);
// What a program asks for the kernel counts for the entry, too.
void aw_nvidia_divide_set(const struct nvidia_function *function, CUfunction_attribute attribute, int value);

// Whether what the calling thread gives to streams is recorded (nvidia_record.c).
bool aw_nvidia_is_recording(void);
// Whether it is, and the device had no work when that began.
bool aw_nvidia_records_idle(void);

// Whether the driver captures what others give to a stream (nvidia_foreign.c): many calls for other streams would be its end.
bool aw_nvidia_captures_foreign(void);

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
