// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a device is to the runtime: const tables of operations, one per class of object.  A back end
// is one folder and one row in devices.def; a slot it leaves NULL is filled by stubs.c with a stub
// that names itself and returns AW_NOT_SUPPORTED.
//
// The core checks arguments, keeps handles and error state, and knows nothing of how a device works;
// a device trusts its arguments and knows nothing of CUDA handles.  Every operation may be called
// from any thread.  Work given to a stream runs in that stream's order and returns before it is
// done; an error that such work meets later is sticky: `synchronize`, `query` and every later
// operation of that device return it until the device is closed.
#ifndef AW_RUNTIME_DEVICE_DEVICE_H
#define AW_RUNTIME_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../include/driver_types.h"
#include "../../../include/texture_types.h"
#include "../../../include/anywarp/cu_green.h"
#include "../../../include/anywarp/cu_memory_ops.h"
#include "../../../include/anywarp/cu_tensor_map.h"
#include "../../../include/anywarp/runtime_external.h"
#include "../../base/status.h"
#include "../../fatbin/fatbin.h"

struct aw_array_shape;
struct aw_driver;

// The first member of a back end's own objects.
struct aw_device {
	const struct aw_driver *driver;
	unsigned index; // within the back end
	// What kernels may ask of it, from the core: its number among the program's devices, how many these are, its properties, and changes.
	unsigned ordinal, count;
	const struct cudaDeviceProp *properties;
	aw_status (*update_node)(const struct cudaGraphKernelNodeUpdate *); // of a graph
};
struct aw_module {
	struct aw_device *device;
};
struct aw_function {
	struct aw_module *module;
};
struct aw_stream {
	struct aw_device *device;
	void *foreign; // the handle that other libraries of the process know it by; NULL: they don't
};
struct aw_event {
	struct aw_device *device;
	void *foreign; // likewise
};
struct aw_array {
	struct aw_device *device;
};

// What a program asks of, or sets for, core dumps of a device, or (GLOBAL) of all (CUDA Driver API, "Coredump Attributes Control API").
struct aw_core_dump {
	bool global, set;
	int attribute;
	void *value;
	size_t *size;
};

struct aw_device_ops {
	// Prints what device printf left behind and frees all that belongs to the device, and the device
	// itself.  Work that hasn't begun is dropped.  The core calls it when nothing runs, or on
	// cudaDeviceReset; what still runs then is waited for.
	void (*close)(struct aw_device *);
	void (*describe)(struct aw_device *, struct cudaDeviceProp *);
	aw_status (*attribute)(struct aw_device *, enum cudaDeviceAttr, int *value);
	aw_status (*memory_info)(struct aw_device *, size_t *free_bytes, size_t *total_bytes);
	aw_status (*get_limit)(struct aw_device *, enum cudaLimit, size_t *value);
	aw_status (*set_limit)(struct aw_device *, enum cudaLimit, size_t value);
	// Waits for all streams, prints what device printf left behind, returns the sticky error.
	aw_status (*synchronize)(struct aw_device *);
	// Makes the device the calling thread's for other libraries of the process.  Asked of drivers with own_memory only.
	aw_status (*enter)(struct aw_device *);
	bool (*can_access_peer)(struct aw_device *, struct aw_device *peer);
	// Lets kernels of the device reach PEER's memory, or no longer.  Asked of drivers with own_memory only.
	aw_status (*set_peer)(struct aw_device *, struct aw_device *peer, bool enabled);
	// Asked of drivers with own_memory only.
	aw_status (*core_dump)(struct aw_device *, const struct aw_core_dump *);
};

enum aw_memory_kind {
	AW_MEMORY_DEVICE,
	AW_MEMORY_HOST,    // page-locked; the device sees it at the same address
	AW_MEMORY_MANAGED, // one address for host and device
};

struct aw_memory_ops {
	// SIZE > 0; the address is aligned to 512 bytes for device memory.  AW_NO_MEMORY when it can't be had.
	aw_status (*allocate)(struct aw_device *, enum aw_memory_kind, size_t size, void **address);
	aw_status (*release)(struct aw_device *, enum aw_memory_kind, void *address);
	aw_status (*register_host)(struct aw_device *, void *address, size_t size, bool read_only);
	aw_status (*unregister_host)(struct aw_device *, void *address);
	// Of managed memory of drivers with own_memory only; PLACE is a device's index, or -1 for the host.
	aw_status (*advise)(struct aw_device *, void *address, size_t size, enum cudaMemoryAdvise, int place);
	aw_status (*prefetch)(struct aw_stream *, void *address, size_t size, int place);
};

// Memory as files, which other processes can map, and addresses apart from memory.  A back end may have none of it.
struct aw_share_ops {
	// SIZE bytes, whole pages, without an address.  MEMORY is a number of the back end's; where it hasn't own_memory it is
	// a file descriptor.  EXPORTABLE: export_file will be asked for it.
	aw_status (*create)(struct aw_device *, size_t size, bool exportable, uint64_t *memory);
	// Mappings keep what is released.
	aw_status (*release)(struct aw_device *, uint64_t memory);
	// A new file descriptor for MEMORY, which the caller closes, and what such a one of this or another process stands for;
	// SIZE is 0 when the back end can't tell.
	aw_status (*export_file)(struct aw_device *, uint64_t memory, int *file);
	aw_status (*import_file)(struct aw_device *, int file, uint64_t *memory, size_t *size);
	// Address space without memory, at WANTED if that is free; ALIGNMENT is a power of two.
	aw_status (*reserve)(struct aw_device *, size_t size, size_t alignment, void *wanted, void **address);
	aw_status (*unreserve)(struct aw_device *, void *address, size_t size);
	// Within reserved space; without access until `protect` gives it.
	aw_status (*map)(struct aw_device *, void *address, size_t size, uint64_t memory, size_t offset);
	aw_status (*unmap)(struct aw_device *, void *address, size_t size);
	// What DEVICE may do there.
	aw_status (*protect)(struct aw_device *, void *address, size_t size, bool readable, bool writable);
	// Moves an allocation of device memory, on which nothing works now, to a file; its address stays, and it
	// begins at OFFSET of the file.  Asked of drivers without own_memory only, the others have handles:
	aw_status (*export_memory)(struct aw_device *, void *address, size_t size, int *file, size_t *offset);
	// A handle of CUDA_IPC_HANDLE_SIZE bytes for the allocation that begins at ADDRESS; the memory that such a one of another
	// process stands for, of which at most SIZE bytes are usable; each opening is closed once.
	aw_status (*export_handle)(struct aw_device *, void *address, void *handle);
	aw_status (*open_handle)(struct aw_device *, const void *handle, void **address, size_t *size);
	aw_status (*close_handle)(struct aw_device *, void *address);
};

// What other APIs export (CUDA Runtime API, "External Resource Interoperability").  Numbers are the back end's; a file
// descriptor is its own once its import succeeded.  Memory is asked of drivers with own_memory only.
struct aw_external_ops {
	aw_status (*import_memory)(struct aw_device *, const struct cudaExternalMemoryHandleDesc *, uint64_t *memory);
	// Mappings keep what is released.
	aw_status (*release_memory)(struct aw_device *, uint64_t memory);
	// `release` of device memory ends it.
	aw_status (*map_buffer)(struct aw_device *, uint64_t memory, size_t offset, size_t size, void **address);
	// A mipmapped array.
	aw_status (*map_array)(struct aw_device *, uint64_t memory, size_t offset, const struct aw_array_shape *, struct aw_array **);
	aw_status (*import_semaphore)(struct aw_device *, const struct cudaExternalSemaphoreHandleDesc *, uint64_t *semaphore);
	aw_status (*release_semaphore)(struct aw_device *, uint64_t semaphore);
	// COUNT of each.
	aw_status (*signal)(struct aw_stream *, const uint64_t *semaphores, const struct cudaExternalSemaphoreSignalParams *, unsigned count);
	aw_status (*wait)(struct aw_stream *, const uint64_t *semaphores, const struct cudaExternalSemaphoreWaitParams *, unsigned count);
};

struct aw_function_attributes {
	size_t static_shared_size, constant_size, local_size;
	unsigned max_threads, registers, min_blocks;
	size_t max_dynamic_shared_size;
	unsigned parameter_count, cluster[3];
	bool cluster_in_source; // by __cluster_dims__
	unsigned max_cluster; // blocks of a cluster, by __launch_bounds__; 0: not told, or the device sees to it
	bool launches_graphs; // through the aw_graph_run of its launch
};

struct aw_variable {
	void *address;
	size_t size;
	bool managed; // declared __managed__: lives where bind_managed says
};

struct aw_launch;
struct aw_module_ops {
	// What the compiler must make code for when a fat binary has none for this device: "x86-64-v3", "sm_90".
	aw_status (*target)(struct aw_device *, const char **name);
	// FATBIN was checked by aw_fatbin_open and outlives the module.
	// Errors: AW_NO_KERNEL_IMAGE when no entry suits this device, AW_INVALID_KERNEL_IMAGE, AW_NO_MEMORY.
	aw_status (*load)(struct aw_device *, const struct aw_fatbin_header *fatbin, struct aw_module **);
	void (*unload)(struct aw_module *);
	// Kernels and variables by mangled name; AW_SYMBOL_NOT_FOUND.  A function lives as long as its module.
	aw_status (*function)(struct aw_module *, const char *name, struct aw_function **);
	aw_status (*variable)(struct aw_module *, const char *name, struct aw_variable *);
	// Makes the __managed__ variable NAME live at HOST; FIRST: copies its first value there before
	// (the second device that loads the same fat binary must not undo what happened since).
	aw_status (*bind_managed)(struct aw_module *, const char *name, void *host, bool first);
	aw_status (*function_attributes)(struct aw_function *, struct aw_function_attributes *);
	aw_status (*set_function_attribute)(struct aw_function *, enum cudaFuncAttribute, int value);
	// Blocks of BLOCK_SIZE threads that are resident on one multiprocessor at a time.
	aw_status (*occupancy)(struct aw_function *, unsigned block_size, size_t dynamic_shared, unsigned *blocks);
	// For launches like the one given: how many clusters of its size are active on the device at a time, and how many blocks
	// a cluster may have.  Either result may be NULL.
	aw_status (*clusters)(const struct aw_launch *, unsigned *active, unsigned *largest);
	// Where parameter INDEX lies in the packed buffer; AW_INVALID_VALUE past the last.
	aw_status (*parameter)(struct aw_function *, unsigned index, size_t *offset, size_t *size);
	// The name of kernel INDEX, which lives as long as the module; AW_INVALID_VALUE past the last.
	aw_status (*kernel_name)(struct aw_module *, unsigned index, const char **name);
};

enum aw_stream_kind {
	AW_STREAM_LEGACY,       // the default stream of old: waits for, and is waited for by, blocking streams
	AW_STREAM_BLOCKING,     // made by cudaStreamCreate
	AW_STREAM_PER_THREAD,   // the default stream of the calling thread, else like AW_STREAM_BLOCKING
	AW_STREAM_NON_BLOCKING, // no relation to the legacy stream
};

// Of a kernel in a graph: the executable graph, as device code is told of it, and how another one is launched into stream NUMBER of
// enum aw_cpu_graph_stream, which a thread of the kernel may do at any time.
struct aw_graph_run {
	void *graph;
	aw_status (*launch)(struct aw_graph_run *, void *graph, int number);
};

struct aw_launch {
	struct aw_function *function;
	unsigned grid[3], block[3];
	size_t dynamic_shared;
	bool cooperative;
	unsigned cluster[3]; // 0: none
	// One of the two: addresses of the arguments, or the packed buffer.
	void **arguments;
	const void *packed;
	size_t packed_size;
	struct aw_graph_run *graph; // NULL: it is in none, or launches none
};

// DEPTH slices of HEIGHT rows of WIDTH bytes; pitches in bytes.
struct aw_copy {
	void *target;
	const void *source;
	size_t width, height, depth;
	size_t target_pitch, source_pitch; // row to row
	size_t target_slice, source_slice; // slice to slice
	// Instead of an address and pitches: an array, and bytes, rows and slices in it.
	struct aw_array *target_array, *source_array;
	size_t target_position[3], source_position[3];
	// The source is pageable host memory: it must have been read when the call returns.
	bool source_pageable;
	bool target_host, source_host; // the host reaches it; for reports
};

struct aw_fill {
	void *target;
	uint32_t value;
	unsigned element; // 1, 2 or 4 bytes
	size_t width;     // bytes
	size_t height, depth, pitch, slice;
};

struct aw_stream_ops {
	aw_status (*create)(struct aw_device *, enum aw_stream_kind, int priority, struct aw_stream **);
	// Work already given is still done; returns at once.
	void (*destroy)(struct aw_stream *);
	aw_status (*launch)(struct aw_stream *, const struct aw_launch *);
	aw_status (*copy)(struct aw_stream *, const struct aw_copy *);
	aw_status (*fill)(struct aw_stream *, const struct aw_fill *);
	aw_status (*host_function)(struct aw_stream *, void (*function)(void *), void *user);
	// Later work of the stream waits for what EVENT recorded last (nothing: no wait).
	aw_status (*wait_event)(struct aw_stream *, struct aw_event *);
	// COUNT operations that were checked, one after another.
	aw_status (*memory_ops)(struct aw_stream *, const CUstreamBatchMemOpParams *, unsigned count);
	// What steers the device's hardware for later launches of the stream; NULL: there is nothing to steer.
	aw_status (*steer)(struct aw_stream *, cudaLaunchAttributeID, const cudaLaunchAttributeValue *);
	aw_status (*query)(struct aw_stream *); // AW_OK, AW_NOT_READY, or the sticky error
	aw_status (*synchronize)(struct aw_stream *);
};

// Work that a driver keeps, to give all of it to a stream at once; that costs less than each piece by itself.
struct aw_recording;

struct aw_record_ops {
	// What the calling thread gives to STREAM, which has no order with the legacy stream, and to streams that wait for its events is
	// kept and not done until END, which makes a recording of it.  To wait for such a stream in between is AW_CAPTURE_UNSUPPORTED.
	// AW_NOT_READY of END: none was made, since the device has got ready to do better when it is recorded once more.
	aw_status (*begin)(struct aw_stream *);
	aw_status (*end)(struct aw_stream *, struct aw_recording **);
	// Does it, after the replay before.
	aw_status (*replay)(struct aw_recording *, struct aw_stream *);
	// A replay under way is still finished.
	void (*destroy)(struct aw_recording *);
};

// What libraries that go to the driver themselves give to a stream while the runtime captures it.
struct aw_foreign_work;

// For drivers whose streams such libraries know (aw_stream's FOREIGN).
struct aw_foreign_ops {
	// From now on what others give to the stream is kept and not done.  The runtime itself gives it nothing meanwhile, and doesn't ask
	// for its state.
	aw_status (*begin)(struct aw_stream *);
	// What came since the beginning or the last call; NULL: nothing.  More is kept.
	aw_status (*take)(struct aw_stream *, struct aw_foreign_work **);
	// What came since is lost.
	void (*end)(struct aw_stream *);
	// Gives it to a stream, or to what is recorded of that.
	aw_status (*submit)(struct aw_foreign_work *, struct aw_stream *);
	// One holder more, and one less.
	void (*retain)(struct aw_foreign_work *);
	void (*release)(struct aw_foreign_work *);
};

struct aw_event_ops {
	aw_status (*create)(struct aw_device *, bool timing, bool blocking_sync, struct aw_event **);
	void (*destroy)(struct aw_event *);
	aw_status (*record)(struct aw_event *, struct aw_stream *);
	aw_status (*query)(struct aw_event *);
	aw_status (*synchronize)(struct aw_event *);
	// Milliseconds between two recorded and finished events; AW_NOT_READY, AW_INVALID_HANDLE when one
	// has no timing or was never recorded.
	aw_status (*elapsed)(struct aw_event *start, struct aw_event *end, float *milliseconds);
	// Events without timing that several processes have, by handles of CUDA_IPC_HANDLE_SIZE bytes.  Asked of drivers with
	// own_memory only.
	aw_status (*create_shared)(struct aw_device *, bool blocking_sync, struct aw_event **);
	aw_status (*export_handle)(struct aw_event *, void *handle);
	aw_status (*open_handle)(struct aw_device *, const void *handle, struct aw_event **);
	// The event records what all streams of its device were given; all of them wait for it, and those to come.  Asked of drivers with
	// own_memory only, which know streams of other libraries, too; AW_NOT_SUPPORTED: this one doesn't.
	aw_status (*record_all)(struct aw_event *);
	aw_status (*wait_all)(struct aw_event *);
};

// Extents in texels; 0 where an image hasn't the dimension.  DEPTH counts layers and faces, too.
struct aw_array_shape {
	struct cudaChannelFormatDesc format;
	size_t width, height, depth;
	unsigned levels; // of a mipmapped array, else 1
	unsigned flags;  // cudaArrayDefault, …
	bool mipmapped;
};

// What a texture object is made of; one of array and address.
struct aw_texture_source {
	struct aw_array *array; // the whole array with its levels
	bool mipmapped;
	void *address;
	struct cudaChannelFormatDesc format;
	size_t width, height, pitch; // of memory: texels, rows (0: a row of texels for tex1Dfetch), bytes
	const struct cudaTextureDesc *sampling;
	const struct cudaResourceViewDesc *view; // or NULL
};

struct aw_texture_ops {
	aw_status (*create_array)(struct aw_device *, const struct aw_array_shape *, struct aw_array **);
	// One level of an array, which lives as long as that.
	aw_status (*level)(struct aw_array *, unsigned level, struct aw_array **);
	void (*destroy_array)(struct aw_array *); // or a level
	aw_status (*create)(struct aw_device *, const struct aw_texture_source *, uint64_t *object);
	aw_status (*destroy)(struct aw_device *, uint64_t object);
	aw_status (*create_surface)(struct aw_device *, struct aw_array *, uint64_t *object);
	aw_status (*destroy_surface)(struct aw_device *, uint64_t object);
};

// Some of a device's multiprocessors, and streams whose kernels run on these alone (CUDA Driver API, "Green Contexts").  What
// multiprocessors a resource stands for is the back end's affair; its type and count are the program's, too.
struct aw_part {
	struct aw_device *device;
};

// INPUT in groups of LEAST at least, RESULT (may be NULL), and what is left, REST (may be NULL).
struct aw_part_split {
	const CUdevResource *input;
	CUdevResource *result, *rest;
	unsigned flags, least;
};

struct aw_part_ops {
	// All that there are.
	aw_status (*whole)(struct aw_device *, CUdevResource *);
	// COUNT: at most so many groups, where there is a result; then how many there are.
	aw_status (*split)(struct aw_device *, const struct aw_part_split *, unsigned *count);
	// AW_INVALID_RESOURCE_CONFIGURATION where the COUNT resources don't go together.
	aw_status (*create)(struct aw_device *, const CUdevResource *, unsigned count, struct aw_part **);
	// Its streams may be there still; they are given nothing more.
	void (*destroy)(struct aw_part *);
	aw_status (*resource)(struct aw_part *, CUdevResource *);
	// One without relation to the legacy stream.
	aw_status (*create_stream)(struct aw_part *, int priority, struct aw_stream **);
};

// A box of a tensor, as cuTensorMapEncodeTiled takes it, or, without BOX, pixels as cuTensorMapEncodeIm2col does.
struct aw_tensor_box {
	CUtensorMapDataType type;
	unsigned rank;
	void *address;
	const cuuint64_t *sizes, *strides;
	const cuuint32_t *box;
	const int *lower, *upper;    // corners
	cuuint32_t channels, pixels;
	const cuuint32_t *steps;     // from element to element
	CUtensorMapInterleave interleave;
	CUtensorMapSwizzle swizzle;
	CUtensorMapL2promotion promotion;
	CUtensorMapFloatOOBfill fill;
};

// Tensor maps belong to no device: they are what its back end makes of them.
struct aw_tensor_ops {
	aw_status (*encode)(const struct aw_tensor_box *, CUtensorMap *);
	aw_status (*replace_address)(CUtensorMap *, void *address);
};

struct aw_driver {
	const char *name; // "cpu"
	bool own_memory;  // device memory isn't the host's: only this back end copies to and from it
	bool takes_ptx;   // modules may be PTX text
	bool launches_graphs; // kernels may launch graphs: struct aw_graph_run
	// Loads the vendor's library as a program starts, so that others that look for it by name find this one.  May be NULL.
	void (*preload)(void);
	// How many devices there are; 0 is no error.
	unsigned (*count)(void);
	aw_status (*open)(unsigned index, struct aw_device **);
	const struct aw_device_ops *device;
	const struct aw_memory_ops *memory;
	const struct aw_module_ops *module;
	const struct aw_stream_ops *stream;
	const struct aw_event_ops *event;
	const struct aw_record_ops *record;   // NULL: none
	const struct aw_foreign_ops *foreign; // NULL: others give streams nothing
	const struct aw_texture_ops *texture; // NULL: none
	const struct aw_share_ops *share; // may be NULL
	const struct aw_external_ops *external; // may be NULL
	const struct aw_tensor_ops *tensor; // may be NULL
	const struct aw_part_ops *part; // may be NULL
};

// The back ends in the order in which their devices are numbered (devices.def).
extern const struct aw_driver *const aw_drivers[];
extern const size_t aw_driver_count;

#endif
