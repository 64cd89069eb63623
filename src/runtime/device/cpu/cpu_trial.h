// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of several entries that do the same runs a kernel's blocks: found out while they run.
#ifndef AW_CPU_TRIAL_H
#define AW_CPU_TRIAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// Gangs of neighbours, which every kernel has that has others; lanes that take the next thread when theirs waits; one thread after
// the other.
enum { CPU_TRIED_GANGS, CPU_TRIED_REFILLED, CPU_TRIED_SINGLE, CPU_TRIED };

// What is known of a kernel, by all who run its blocks.
struct cpu_trials {
	_Atomic uint64_t time[CPU_TRIED]; // nanoseconds that each took of what all ran
	_Atomic uint64_t blocks;          // how many blocks of each that was
	_Atomic int64_t left;             // how many threads are to run before all are tried again
	_Atomic uint32_t count;           // of trials
};

// One multiprocessor's look at it, from chunk to chunk of its blocks.
struct cpu_trial {
	struct cpu_trials *known;
	const void *entries[CPU_TRIED]; // NULL where there is none
	uint32_t block;                 // threads of a block
	unsigned left;                  // entries that are still to be tried; 0: no trial
	unsigned at;                    // the one that runs, or will next
	uint32_t part;                  // blocks for each
	bool counts;                    // what is found out counts
	unsigned put_off;               // how many times no trial was begun as few blocks were left in a row
	bool watched;                   // what runs instead is
	uint32_t blocks[CPU_TRIED];     // what each has run, and how long that took
	uint64_t time[CPU_TRIED], begun;
};

// Looks at the kernel with ENTRIES, whose blocks have BLOCK threads.
void aw_cpu_trial_look(struct cpu_trial *trial, struct cpu_trials *known, const void *const entries[CPU_TRIED], uint32_t block);
// The entry that is to run the next *COUNT blocks in a row, or only the first of them: then fewer are left of *COUNT.
const void *aw_cpu_trial_begin(struct cpu_trial *trial, uint32_t *count);
// It has run COUNT of them.
void aw_cpu_trial_end(struct cpu_trial *trial, uint32_t count);

#endif
