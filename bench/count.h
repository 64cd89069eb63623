// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts executed instructions, on machines too whose processor's counters are not to be had.
#ifndef AW_BENCH_COUNT_H
#define AW_BENCH_COUNT_H

// From here on the program runs under a tracer, which costs nothing until something is counted.
void count_start(void);

// How many instructions of the mapped files whose name contains FILE run(argument) executes, in all threads.
long count_instructions(void (*run)(void *argument), void *argument, const char *file);

#endif
