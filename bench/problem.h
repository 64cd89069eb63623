// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A problem that several peers solve: CUDA through Anywarp, OpenMP by gcc and by clang, OpenCL through
// PoCL.  kernels/NAME/ holds four files: NAME.c says what the arrays are and how OpenCL launches,
// NAME.cu, NAME_openmp.c and NAME.cl solve it.  peers.c gives all the same data, compares what they
// leave in the output arrays with one another, and times them turn about.
#ifndef AW_BENCH_PROBLEM_H
#define AW_BENCH_PROBLEM_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_ARRAYS = 8, BENCH_SIZES = 4, BENCH_VARIANTS = 8 };

enum bench_role {
	BENCH_IN = 1, // filled once
	BENCH_OUT, // compared
	BENCH_INOUT, // filled before every run, and compared
	BENCH_SCRATCH // neither
};

enum bench_type { BENCH_FLOAT, BENCH_INT }; // both of 4 bytes

struct bench_problem;

struct bench_array {
	enum bench_role role;
	enum bench_type type;
	size_t count;
	double low, high; // filled with random numbers of [low, high) ...
	void (*fill)(const struct bench_problem *problem, void *items); // ... or by this
	double tolerance; // of an output: |difference| <= tolerance * max(|expected|, 1)
};

struct bench_problem {
	const char *variant; // "" or what tells this problem from the folder's others
	int which; // the variant's number
	int size[BENCH_SIZES];
	struct bench_array arrays[BENCH_ARRAYS];
	double bytes, flops; // that a run must move and do at least; 0: not of interest
	double bound; // the ratio of speed to the best OpenMP that must be reached
	double flops_bound; // the part of the peak FMA rate that must be reached, or 0
	double count_bound; // the ratio of instructions, or 0
};

// NAME.c: the folder's problems; SMALL ones are for a quick look at correctness.  Returns their number.
int bench_problems(struct bench_problem *problems, int small);

// NAME.cu and NAME_openmp.c: solves the problem; all is done when it returns.
void bench_run(const struct bench_problem *problem, void *const *data);

// What bench_opencl may call.
struct bench_range {
	size_t items[3], group[3]; // work-items in all and in a group
};

struct bench_opencl {
	// TYPES has a letter for each argument: 'b' the number of an array, 'i' an int, 'f' a double (passed as float).
	void (*launch)(const char *kernel, struct bench_range range, const char *types, ...);
	void (*read)(int array, void *to, size_t bytes); // what the first bytes are after all launches before
	void (*write)(int array, const void *from, size_t bytes);
};

// NAME.c: solves the problem with the kernels of NAME.cl; peers.c waits for the end.
void bench_opencl(const struct bench_problem *problem, const struct bench_opencl *cl);

// What a peer's shared object exports, each with its default for memory of the host.
typedef void *bench_allocate_function(size_t bytes);
typedef void bench_free_function(void *memory);
typedef void bench_copy_function(void *to, const void *from, size_t bytes);
typedef void bench_run_function(const struct bench_problem *problem, void *const *data);

static inline int bench_divide_up(int a, int b) { return (a + b - 1) / b; }

// The smallest multiple of GROUP that holds COUNT, as OpenCL's global sizes must be.
static inline size_t bench_round_up(size_t count, size_t group) { return (count + group - 1) / group * group; }

#ifdef __cplusplus
}
#endif

#endif
