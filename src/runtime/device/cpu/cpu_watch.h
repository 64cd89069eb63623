// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checking what device code does with memory, for compute-sanitizer: bounds (memcheck), races (racecheck), reads of what nobody
// wrote (initcheck).  Which of them: ../check.h.
#ifndef AW_DEVICE_CPU_WATCH_H
#define AW_DEVICE_CPU_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../fatbin/cpu_abi.h"

struct cpu_fiber;
struct cpu_resident;
struct cpu_watch;

// SIZE bytes at BEGIN may be accessed although they are no allocation of the device: registered memory of the host, an image,
// mapped memory; and no longer.
void aw_cpu_watch_know(const void *begin, size_t size);
void aw_cpu_watch_forget(const void *begin);
// An allocation was freed: what was found out about addresses before no longer holds.
void aw_cpu_watch_freed(void);

// SIZE bytes are about to be copied, to memory that is watched or not.
void aw_cpu_watch_copy(const char *target, const char *source, size_t size);

// The service.
void aw_cpu_watch_access(struct aw_cpu_thread *, const void *address, uint64_t size, uint32_t kind, uint64_t value,
                         const struct aw_cpu_site *);

// The block begins, and is to be watched where there are tools.
void aw_cpu_watch_begin(struct cpu_resident *block);

// --- of blocks that are watched ---

// All threads of the block have met at a barrier.
void aw_cpu_watch_meet(struct cpu_resident *block);
// The thread comes to a place where some threads wait for each other, any of the block or lanes of its warp; and goes on from
// there.
enum cpu_watch_group { CPU_WATCH_SOME, CPU_WATCH_WARP };
void aw_cpu_watch_arrive(struct cpu_fiber *fiber, enum cpu_watch_group group);
void aw_cpu_watch_pass(struct cpu_fiber *fiber, enum cpu_watch_group group);
void aw_cpu_watch_destroy(struct cpu_watch *watch);

#endif
