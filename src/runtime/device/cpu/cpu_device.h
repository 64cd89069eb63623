// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device itself, its memory and its modules.
#ifndef AW_DEVICE_CPU_DEVICE_H
#define AW_DEVICE_CPU_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "../../../base/map.h"
#include "../../../base/str.h"
#include "../../../fatbin/cpu_abi.h"
#include "../device.h"
#include "cpu_trial.h"
#include "cpu_block.h"

struct cpu_module {
	struct aw_module base;
	void *library; // of dlopen
	int file;      // memfd, kept open for debuggers
	const struct aw_cpu_image *image;
	struct cpu_function *functions; // one for each kernel of the image
	struct aw_map names;     // -> struct cpu_function
	struct aw_map variables; // -> struct aw_cpu_variable
};

enum { CPU_TIME_PARTS = 16 };

struct cpu_function {
	struct aw_function base;
	const struct aw_cpu_kernel *kernel;
	size_t max_dynamic_shared; // opted in for
	_Atomic uint32_t unit_time; // what a unit of its last grids took, about, in CPU_TIME_PARTS of nanoseconds; 0: not known
	struct cpu_trials trials;
};

// One block of memory that allocate gave.
struct cpu_allocation {
	char *address;
	size_t size;
	char *map; // NULL: a cell of the pool
	size_t map_size;
	unsigned size_class;
	struct cpu_device *device;
	enum aw_memory_kind kind;
};

// What those hear who sit without work: cpu_news.c.
struct cpu_news {
	_Alignas(128) _Atomic uint64_t number; // of the news; of the last task that became active in all but the lowest bits
	struct cpu_task *_Atomic alone;        // that task, when no other was active
	_Atomic unsigned hands;                // that it wants at most
	_Atomic unsigned teller;               // 1 + the multiprocessor of the core on which a host thread launched last; 0: not known
	_Alignas(128) _Atomic unsigned hearers; // for whom it is
};

struct cpu_heap_block; // device malloc, cpu_heap.c

struct cpu_device {
	struct aw_device base;
	unsigned sm_count;
	struct cpu_sm *sms;
	unsigned free_sms; // where nobody sits; guarded by the queue's lock
	struct cpu_task *active; // running tasks, oldest first; guarded by the queue's lock
	_Atomic unsigned wanting; // active tasks with units left, roughly
	struct cpu_news news;
	_Atomic int error;       // sticky

	// Workers: cpu_worker.c.
	pthread_mutex_t worker_lock;
	bool placed; // CPUs were chosen
	uint16_t *seat_of_cpu; // 1 + the index of the multiprocessor whose worker is pinned there, or 0
	_Atomic bool pinned;
	_Atomic bool closing;

	pthread_mutex_t text_lock;
	struct aw_str output; // of kernels that are done
	_Atomic size_t ready_text;   // bytes in `output`
	_Atomic size_t pending_text; // bytes printed by blocks of running kernels

	pthread_mutex_t heap_lock;
	struct cpu_heap_block *heap;
	size_t heap_used;

	_Atomic size_t stack_size, heap_limit, text_limit, pending_limit, depth_limit, fetch_limit; // cudaDeviceSetLimit
	_Atomic size_t memory_used;
};

static inline struct cpu_device *aw_cpu_device(struct aw_device *device)
{
	return (struct cpu_device *)device;
}

extern const struct aw_driver aw_driver_cpu;

// --- cpu_device.c ---

// CPUs of all cpu devices together, and of those before device INDEX.
unsigned aw_cpu_device_worker_total(void);
unsigned aw_cpu_device_workers_before(unsigned index);
// Writes what kernels that are done have printed to stdout.
void aw_cpu_device_flush(struct cpu_device *device);
aw_status aw_cpu_device_error(struct cpu_device *device);

// --- cpu_print.c ---

// The block is done: its text goes to its task; the task is done: its texts go to the device, in the
// order of the blocks.
void aw_cpu_print_end_block(struct cpu_resident *block);
void aw_cpu_print_end_task(struct cpu_task *task);
// Lets what the grid CHILD printed follow what BLOCK, a thread of which launched it, has printed so far.
void aw_cpu_print_adopt(struct cpu_resident *block, struct cpu_task *child);

// --- cpu_describe.c ---

void aw_cpu_describe(struct aw_device *device, struct cudaDeviceProp *properties);
aw_status aw_cpu_attribute(struct aw_device *device, enum cudaDeviceAttr attribute, int *value);

// --- cpu_memory.c ---

extern const struct aw_memory_ops aw_cpu_memory_ops;
size_t aw_cpu_memory_total(void);
aw_status aw_cpu_memory_info(struct aw_device *device, size_t *free_bytes, size_t *total_bytes);
// Frees all that belongs to the device.
void aw_cpu_memory_release_all(struct cpu_device *device);
// Whether the pages of the live allocation at ADDRESS are its own; they are no other's after it then.
bool aw_cpu_memory_take_out(const void *address);
// The allocation that holds ADDRESS or ends nearest below it; false when there is none.
bool aw_cpu_memory_nearest(const void *address, struct cpu_allocation *found);
// The size of the live allocation that begins at ADDRESS, 0: there is none; and how many allocations have come and gone so far.
size_t aw_cpu_memory_size_at(const void *address);
uint64_t aw_cpu_memory_changes(void);
// Lets the page of ADDRESS be read when it belongs to the guards of a live allocation, which goes to *BESIDE;
// *FIRST: none of its pages was opened before.  For the fault handler: takes a lock that device code never holds.
bool aw_cpu_memory_open_guard(const void *address, struct cpu_allocation *beside, bool *first);

// --- cpu_heap.c ---

// NULL: no room, or ALIGNMENT is no power of two.
void *aw_cpu_heap_allocate(struct cpu_device *device, uint64_t size, uint64_t alignment);
bool aw_cpu_heap_release(struct cpu_device *device, void *address); // false: not of this heap
// The block that holds PLACE, and its size; NULL: none.
const char *aw_cpu_heap_find(struct cpu_device *device, const char *place, size_t *size);
void aw_cpu_heap_finish(struct cpu_device *device);

// --- cpu_texture.c ---

extern const struct aw_texture_ops aw_cpu_texture_ops;

// --- cpu_physical.c ---

extern const struct aw_share_ops aw_cpu_share_ops;
// COPY with addresses in place of arrays.
struct aw_copy aw_cpu_texture_copy(const struct aw_copy *copy);

// --- cpu_tensor.c, cpu_part.c ---

extern const struct aw_tensor_ops aw_cpu_tensor_ops;
extern const struct aw_part_ops aw_cpu_part_ops;

// --- cpu_slow.c ---

// Whether what LEVEL has for lanes is slow here (cpu_abi.h, slow); the first call takes some microseconds.
bool aw_cpu_is_slow(const char *level);

// --- cpu_module.c ---

extern const struct aw_module_ops aw_cpu_module_ops;
// Whether PATH is that of an image which this process opened.
bool aw_cpu_module_is_image(const char *path);
bool aw_cpu_module_is_constant(const struct cpu_function *function, const void *address);
// The most blocks of a function on one multiprocessor.
unsigned aw_cpu_module_occupancy(const struct cpu_function *function, unsigned block_size, size_t dynamic_shared);

// What CUDA calls the limits of a multiprocessor (compute capability 9.0).
enum {
	CPU_SM_THREADS = 2048,
	CPU_SM_BLOCKS = 32,
	CPU_SM_SHARED = 228 * 1024,
	CPU_BLOCK_SHARED = 48 * 1024,
	CPU_BLOCK_SHARED_OPTIN = 227 * 1024,
	CPU_SHARED_RESERVED = AW_CPU_SHARED_RESERVED,
	CPU_REGISTERS = 65536,
};

#endif
