// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass is given and how passes are run.  To add a pass: one file in analysis/, lower/, fiber/ or
// target/ with `bool aw_pass_NAME(struct aw_unit *)`, one row in passes.def, its place in pipeline.c.
#ifndef AW_COMPILER_PIPELINE_H
#define AW_COMPILER_PIPELINE_H

#include "../base/vec.h"
#include "../fatbin/cpu_abi.h"
#include "compiler.h"
#include "../base/map.h"
#include "llvm.h"

// Facts about the module that passes rely on (requires), bring about (gives) or undo (breaks).
enum aw_property {
	AW_LINKED = 1,       // the whole program, device libraries included, is in the module
	AW_DEFINED = 2,      // no operation is undefined where CUDA defines it (conversions, shifts)
	AW_INLINED = 4,      // inlining of user code is settled
	AW_SITES = 8,        // every waiting operation carries a site (aw_unit_set_site)
	AW_PLACED = 16,      // shared and device variables have their storage; no address space matters
	AW_THREADED = 32,    // every defined function takes the thread as its first parameter
	AW_SUPPORTED = 64,   // no NVVM intrinsic is left
	AW_KERNEL_TABLE = 128, // entries and tables of cpu_abi.h are made
	AW_NATIVE = 256,     // triple, layout and attributes are the host's
};

// One compiled form of a kernel (struct aw_cpu_variant).
struct aw_unit_variant {
	enum aw_cpu_strategy strategy;
	uint32_t width, geometry;
	uint32_t flags; // AW_CPU_VARIANT_*
	uint32_t span_gangs, block_x, block_y, ones, read, written;
	LLVMValueRef entry;
};

// A copy of a kernel on its way to become a variant of the simd strategy (simd/simd.h).
struct aw_unit_form {
	LLVMValueRef function; // takes the kernel's parameters
	uint32_t width, geometry;
	bool finished; // runs all of a block (gang_loops); simd_settle drops those that don't
	bool span;     // or of several, side by side
	bool split;    // and of a part of one
	bool tall;     // and of several rows of them
	bool waits;    // for other blocks (block_waits.c)
	bool in_row;   // is for blocks that are a row, whatever its geometry
	bool across;   // lanes are blocks of one thread in x (simd_across.c)
	bool turned;   // lanes are neighbours along y (simd_turned.c)
	bool plane;    // is for blocks whose z is 1
	bool agreed;   // all threads are to go one way around barriers (simd_agreed.c)
	bool refilled; // one gang runs all threads of a span of blocks, of any size (simd_refill.c)
	bool dealt;    // its only loop is one that each gang makes for itself (deal_turns)
	uint32_t block_x;    // the x of its blocks; 0: of any
	uint32_t block_y;    // the y of those of which several rows run; 0: of any
	uint32_t span_gangs; // of several: the most of their gangs
	uint32_t ones;       // the parameters, a bit for each, that are 1 (simd_strides.c)
	uint32_t read, written; // those that lead to allocations of their own (simd_disjoint.c)
};

// Registers are no scarce thing on a CPU; programs print the number and compute occupancy from it.
enum { AW_UNIT_REGISTERS = 32 };

// The variable of an image in which the device says that gathers (plain_gathers.c) or masked stores (masked_stores.c) are slow.
#define AW_UNIT_SLOW "aw.slow"

// One kernel of the module.
struct aw_unit_kernel {
	LLVMValueRef function;
	char *name; // mangled
	uint32_t bounds[3];   // maxntid of __launch_bounds__, or 0
	uint32_t max_threads; // their product, or 0
	uint32_t min_blocks;
	uint32_t most_registers; // of a thread on a GPU; 0: the driver decides
	uint32_t cluster[3];  // __cluster_dims__, or 0
	uint32_t max_cluster; // third argument of __launch_bounds__, or 0
	uint32_t shared_size; // static shared memory that its calls reach
	uint32_t used_shared_size; // with the tables of count_tables.c behind it
	uint32_t local_size;  // stack bytes a thread, as far as known
	uint32_t flags;       // AW_CPU_KERNEL_*
	AW_VEC(struct aw_unit_variant) variants; // compiled forms, added by each strategy
	AW_VEC(struct aw_unit_form) forms;       // copies that the simd strategy works on
	LLVMValueRef single; // a copy that runs the threads of a span one after the other (simd/simd_single.c); NULL: none
	bool in_rows;  // never asks for a thread's y or z
	bool one_size; // made for blocks of whole gangs, so that gangs for others aren't made (simd_clone.c, simd_vectorize.c)
	bool polls;    // waits for words that are barriers without being mbarriers (simd/simd_polls.c)
	char *refusal; // why the simd strategy has no form, or not all: the first reason (aw_unit_refuse); or NULL
	char *divided;  // PTX: how a launch gets at what it divides by, if it has an entry for that (launch_divisors.c); or NULL
	char *stepping; // where it relies on warps going in step without saying so (simd_step.c); or NULL
	AW_VEC(struct aw_cpu_parameter) parameters;
	uint32_t parameter_size;
};

// A device function as gangs call it (simd/simd_called.c).
struct aw_unit_called {
	LLVMValueRef scalar;   // while the simd passes run
	LLVMValueRef function; // of a gang
	char *name;            // of the scalar function; NULL: a call through a pointer
	char *refusal;         // why it runs lane by lane; NULL: as vectors
	uint32_t width;
	uint64_t uniform; // bit i: argument i is the same for all lanes
};

// A question for the end of a phase of an mbarrier, as the optimised copies of what it stands in have it (simd/simd_phases.c).
struct aw_unit_ask {
	bool waits; // in a loop that nothing but the answer ends
	bool other; // elsewhere, too
};

// One __device__, __constant__ or __managed__ variable that the host can name.
struct aw_unit_variable {
	LLVMValueRef global;
	LLVMTypeRef type;         // the program's; of the global there may be more
	LLVMValueRef indirection; // managed: the pointer that code reads the address from; else NULL
	uint32_t flags;           // AW_CPU_VARIABLE_*
};

// One device program on its way to one target.
struct aw_unit {
	const struct aw_compiler_request *request;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	const char *target; // "x86-64-v3"; "sm_90", "compute_90"
	bool watched;       // accesses to memory are told to the device
	const char *library_path; // directory of devlib.bc and cpu-*.bc
	unsigned properties; // enum aw_property that hold now
	aw_status status;    // the first error; passes after it aren't run
	AW_VEC(struct aw_unit_kernel) kernels;
	AW_VEC(struct aw_unit_variable) variables;
	AW_VEC(struct aw_unit_called) called;
	AW_VEC(struct aw_unit_ask) asks;
	bool polls; // simd_clone: as of kernels, of the one at hand
	AW_VEC(LLVMValueRef) entries; // PTX: second entries of kernels (join_blocks.c, launch_divisors.c)
	LLVMTargetMachineRef machine; // while properties has AW_NATIVE
	char architecture[16]; // PTX: what it is made for, "sm_80", which may be above the target (choose_architecture.c)
};

// A pass returns whether it changed the module.
typedef bool (*aw_pass)(struct aw_unit *);

#define AW_PASS(name, requires, gives, breaks) bool aw_pass_##name(struct aw_unit *unit);
#include "passes.def"
#undef AW_PASS

enum aw_pass_id {
#define AW_PASS(name, requires, gives, breaks) AW_RUN_##name,
#include "passes.def"
#undef AW_PASS
	AW_PASS_COUNT
};

// Runs LIST (ended by AW_PASS_COUNT) over the unit and stops at the first error.
aw_status aw_pipeline_run(struct aw_unit *unit, const enum aw_pass_id *list);

// The pass called NAME, or AW_PASS_COUNT.
enum aw_pass_id aw_pipeline_find(const char *name);

// Whether a comma separated LIST, which may be NULL, has NAME or "all".
bool aw_pipeline_lists(const char *list, const char *name);

// The passes of each target, in order.
extern const enum aw_pass_id aw_pipeline_cpu[];
extern const enum aw_pass_id aw_pipeline_ptx[];

// 0 to 3; -G means 0.
unsigned aw_unit_opt_level(const struct aw_unit *unit);

// --- messages to the user, with the file and line of an instruction (NULL: none) ---

void aw_unit_error(struct aw_unit *unit, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void aw_unit_warning(struct aw_unit *unit, LLVMValueRef instruction, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

// Tells of the processor time that a pass or step took since START (aw_os_thread_time); with ANYWARP_LOG=debug it is seen.
void aw_unit_tell_time(const struct aw_unit *unit, const char *step, uint64_t start, bool changed);

// Notes for --report why KERNEL, or a form of it, doesn't go the way of the simd strategy; INSTRUCTION (or
// NULL) is what stands against it.  The first reason is kept.
void aw_unit_refuse(struct aw_unit_kernel *kernel, LLVMValueRef instruction, const char *reason);
// The same for what isn't a kernel: *REFUSAL is NULL or the first reason.
void aw_unit_note_refusal(char **refusal, LLVMValueRef instruction, const char *reason);

// The unit's kernel that FUNCTION is, or NULL.
struct aw_unit_kernel *aw_unit_kernel_of(const struct aw_unit *unit, LLVMValueRef function);
bool aw_unit_is_kernel(const struct aw_unit *unit, LLVMValueRef function);
// Whether the COUNT operands of a node of nvvm.annotations say that the first of them is a kernel.
bool aw_annotation_says_kernel(LLVMValueRef *operands, unsigned count);

// Whether the program says how large KERNEL's blocks are, or how many of them a multiprocessor is to have.
bool aw_unit_is_bounded(const struct aw_unit_kernel *kernel);
// Whether FUNCTION is a form of one, or what gangs call: its threads don't wait one by one.
bool aw_unit_is_form(const struct aw_unit *unit, LLVMValueRef function);

// Takes AW_UNIT_SLOW away: nothing asks (image_table.c).
void aw_unit_drop_slow(struct aw_unit *unit);
// Whether FUNCTION is what gangs call; aw_unit_mark_called says so.
bool aw_unit_is_called(LLVMValueRef function);
void aw_unit_mark_called(LLVMValueRef function);
// The mark of functions that other modules may call, where a request is for relocatable code.
#define AW_EXPORTED "aw.exported"

// --- what passes tell one another through the module ---

// The site (a constant struct aw_cpu_site) of a waiting call: set by lower_sites as metadata of the
// call, read by lower_intrinsics, which passes it as the support function's last argument.
void aw_unit_set_site(LLVMValueRef call, LLVMValueRef site);
LLVMValueRef aw_unit_site(LLVMValueRef call); // NULL: none

// Marker functions that passes call and lower_intrinsics turns into support functions like an NVVM
// intrinsic (rows of intrinsics.def):
//     void aw.step()             before a volatile access; has a site
//     i32 aw.turns(), void aw.turn(i32 level, i64 turn), void aw.turns.end(i32 level)
//                                in loops that count their turns (loop_turns.c); aw.turn has a site
//     void aw.bypass(i32 guard)  on an edge that leads around a barrier
//     void aw.spin()             at an atomic or volatile access in a loop
//     void aw.spin.time()        at a clock that is read in a loop
//     ptr aw.shared(), ptr aw.dynamic_shared()   the block's shared memory
LLVMValueRef aw_unit_marker(struct aw_unit *unit, const char *name); // its function, declared when needed
LLVMValueRef aw_unit_mark(struct aw_unit *unit, const char *name); // a call of it without arguments, where the unit's builder stands

// --- intrinsics.def ---

enum aw_intrinsic_uniformity {
	AW_UNIFORM_GRID,   // the same for all threads of the grid
	AW_UNIFORM_BLOCK,  // the same for all threads of a block
	AW_UNIFORM_WARP,   // the same for all threads of a warp
	AW_UNIFORM_INPUTS, // as uniform as its arguments
	AW_CONSECUTIVE,    // goes up by one from lane to lane (threadIdx.x, lane)
	AW_VARYING,
};
enum {
	AW_INTRINSIC_NONE = 0,
	AW_INTRINSIC_SITE = 1,      // takes a site: threads may wait there
	AW_INTRINSIC_BLOCK = 2,     // waits for threads of the block (a __syncthreads form)
	AW_INTRINSIC_WARP = 4,      // waits for lanes of the warp
	AW_INTRINSIC_GRID = 8,      // waits for the grid
	AW_INTRINSIC_STEP = 16,     // keeps the warp in step
	AW_INTRINSIC_PAIR = 32,     // returns { value, i1 }: the support function stores the i1 through a pointer after the arguments
	AW_INTRINSIC_ATOMIC = 64,   // an atomic access: a spin point when in a loop
	AW_INTRINSIC_NORETURN = 128,
	AW_INTRINSIC_PREFIX = 256,  // the name is a prefix: overloaded intrinsics
	AW_INTRINSIC_CONTEXT = 512, // reads what stays the same while the thread runs
	AW_INTRINSIC_MANY = 1024,   // arguments after the first, and the result, go through memory
	AW_INTRINSIC_CLUSTER = 2048, // has to do with the other blocks of the cluster
};
struct aw_intrinsic {
	const char *name;    // "llvm.nvvm.barrier0", or an undefined function such as "vprintf"
	const char *support; // "aw_cpu_barrier0"
	enum aw_intrinsic_uniformity uniformity;
	unsigned flags; // AW_INTRINSIC_*
};
// The row of a called function, NULL when it has none.
const struct aw_intrinsic *aw_intrinsic_find(LLVMValueRef function);
// The flags of the first row whose support function is SUPPORT, 0 without one.
unsigned aw_intrinsic_support_flags(const char *support);
// The row of what an instruction calls; NULL when it is no call or has none.
const struct aw_intrinsic *aw_intrinsic_of(LLVMValueRef instruction);
// The special register that an instruction reads, by the PTX name ("laneid"); "" when it reads none.
const char *aw_intrinsic_register(LLVMValueRef instruction);

#endif
