// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The contract between generated CPU code and the cpu device that runs it.  The compiler emits the
// tables and calls the services; the device fills the contexts and offers the services.  The support
// library (src/devlib/cpu, C compiled to bitcode and inlined into every image) reads the contexts.
//
// An image is an ELF shared object with one exported symbol, `aw_cpu_image`.  It has no undefined
// symbols but those of libc's libm: everything else is reached through the context, so that the
// image loads the same way beside a static and a shared runtime.
//
// Fiber strategy: every device function takes `struct aw_cpu_thread *` as a hidden first argument.
// A CUDA thread is one fiber of a block, and a block never moves to another worker.
//
// Changing anything here means raising AW_CPU_ABI_VERSION; tests/abi pins the offsets.
#ifndef AW_FATBIN_CPU_ABI_H
#define AW_FATBIN_CPU_ABI_H

#include <stddef.h>
#include <stdint.h>

#define AW_CPU_ABI_VERSION 25u
#define AW_CPU_WARP_SIZE 32u
// Bytes of its stack that a function of gangs may step over without touching them: what guards the stack is larger.
#define AW_CPU_GANG_STEP 65536u
// Bytes of a multiprocessor's shared memory that each block takes beside its own.
#define AW_CPU_SHARED_RESERVED 1024u
#define AW_CPU_MAX_THREADS 1024u
#define AW_CPU_NAMED_BARRIERS 16u // of a block; from there on those of tiles
#define AW_CPU_IMAGE_SYMBOL "aw_cpu_image"

struct aw_cpu_services;

// A place in the source where a thread can wait.  One constant record per place, emitted by the
// compiler after inlining is settled (the same source line inlined twice makes two sites).
struct aw_cpu_site {
	const char *file; // "" when the module has no line information
	const char *function;
	uint32_t line;
	// Rank in the flow of the function: reverse post-order of the blocks, then the order in the block.
	// When the lanes of a warp wait at different sites, those at the lowest rank go first, which makes
	// them meet again after an if or a loop as the hardware's reconvergence does.
	uint32_t order;
	// The divergent branches that may lead a thread around this barrier (see `bypassed` below).
	uint32_t guard_count;
	const uint32_t *guards;
};

// What all threads of a block share.  Constant while the block runs.
struct aw_cpu_block {
	uint32_t block_index[3]; // blockIdx
	uint32_t block_size[3];  // blockDim
	uint32_t grid_size[3];   // gridDim
	uint32_t thread_count;   // product of block_size
	uint32_t multiprocessor; // %smid
	uint32_t multiprocessors; // %nsmid
	uint64_t grid_id;
	char *shared;         // static shared memory of the kernel, aligned to 128
	char *dynamic_shared; // where extern __shared__ arrays begin, aligned to 16 or more
	uint32_t static_shared_size;
	uint32_t dynamic_shared_size;
	const struct aw_cpu_services *services;
	// For a variant with AW_CPU_VARIANT_SPAN: the x of the first block of the span, how many there are, and the distance
	// from the shared memory of one to that of the next.
	uint32_t span_first, span_count, span_shared;
	// With AW_CPU_VARIANT_SPLIT also the part of each row of threads that is to run: from x = span_begin on, up to span_end,
	// both multiples of the width.
	uint32_t span_begin, span_end;
	// When each thread of the grid has written more bytes than this, that is more than stays in the caches, and stores may go
	// past them.
	uint32_t past_from;
	// With AW_CPU_VARIANT_TALL: how many threads the span has along y, a multiple of block_size[1].
	uint32_t span_height;
	// The cluster of blocks that this one belongs to: one block where the launch asks for none, which `in_cluster` tells.
	uint32_t cluster_size[3];
	uint32_t in_cluster;
	char *cluster_shared;    // `shared` of its first block
	uint64_t cluster_stride; // from one block's shared memory to that of the next
	struct aw_cpu_later *later;
};

// What blocks of gangs want to have added to memory by atomic sums whose results nobody waits for (simd/simd_later.c).  The device
// does it when a chunk of blocks has ended; then all is 0 again.
enum {
	AW_CPU_LATER_ROWS = 64,
	AW_CPU_LATER_BYTES = 128, // of a row
	// A row's number is (ADDRESS >> FAR ^ ADDRESS >> NEAR) % ROWS: other ones for neighbouring lines, and for neighbouring words.
	AW_CPU_LATER_FAR = 6,
	AW_CPU_LATER_NEAR = 2,
};
#define AW_CPU_LATER_WIDE (UINT64_C(1) << 63) // in a key: the sums have 64 bits, not 32

struct aw_cpu_later_row {
	_Alignas(64) uint64_t key; // address of the first sum, with WIDE or without; 0: the row is free
	_Alignas(64) union {
		uint32_t words[AW_CPU_LATER_BYTES / 4];
		uint64_t wide[AW_CPU_LATER_BYTES / 8];
	} sums;
};

struct aw_cpu_later {
	struct aw_cpu_later_row rows[AW_CPU_LATER_ROWS];
	uint64_t open; // a bit for each row that is taken
	// What was found out about two addresses while this chunk of blocks runs: whether they lie in different allocations.
	const void *asked[2];
	uint32_t apart;
};

// A loop that the thread is in and whose turns it counts, so that the lanes of a warp print in their order (loop_turns.c).
enum { AW_CPU_TURNS = 8 }; // loops in loops; in those further in, lanes wait for one another at a step
struct aw_cpu_turn {
	const struct aw_cpu_site *site; // of the loop
	uint64_t turn;                  // from 0
};

// One CUDA thread: the hidden argument.  The device embeds it in its own fiber record.
struct aw_cpu_thread {
	struct aw_cpu_block *block;
	uint32_t thread_index[3]; // threadIdx
	uint32_t linear;          // x + y * block_size.x + z * block_size.x * block_size.y
	// Spin points (atomics and volatile loads in loops) count this down and call `yield` below zero.
	int32_t patience;
	// For the divergent-barrier report.  The compiler calls aw_cpu_bypass(guard) on a branch edge that
	// leads around a __syncthreads() to the point where both sides meet again; it stores
	// bypassed = guard, bypass_epoch = epoch.  The device raises `epoch` when a thread leaves a
	// __syncthreads().  A thread that left or waits elsewhere, whose bypassed guard is among the guards
	// of a site where others wait and whose bypass_epoch equals those others' epoch, went around it.
	uint32_t epoch;
	uint32_t bypassed; // 0: none
	uint32_t bypass_epoch;
	uint32_t turn_count;
	struct aw_cpu_turn *turns; // AW_CPU_TURNS, of which turn_count hold, from the outermost loop on
};

// The bit of a barrier in shared memory, and of the tokens of those that arrive, that tells the phase.  Code for gangs reads it.
enum { AW_CPU_MBARRIER_PHASE = 63 };

enum aw_cpu_barrier_op { AW_CPU_BARRIER_SYNC, AW_CPU_BARRIER_COUNT, AW_CPU_BARRIER_AND, AW_CPU_BARRIER_OR };
enum aw_cpu_shuffle_op { AW_CPU_SHUFFLE_UP, AW_CPU_SHUFFLE_DOWN, AW_CPU_SHUFFLE_XOR, AW_CPU_SHUFFLE_IDX };
enum aw_cpu_vote_op { AW_CPU_VOTE_ALL, AW_CPU_VOTE_ANY, AW_CPU_VOTE_UNI, AW_CPU_VOTE_BALLOT };
enum aw_cpu_reduce_op {
	AW_CPU_REDUCE_ADD, AW_CPU_REDUCE_UMIN, AW_CPU_REDUCE_UMAX, AW_CPU_REDUCE_SMIN, AW_CPU_REDUCE_SMAX,
	AW_CPU_REDUCE_AND, AW_CPU_REDUCE_OR, AW_CPU_REDUCE_XOR,
	// Values are addresses of what lanes bring.  The first lane's begins with uint64_t[32]: it gets the addresses of all,
	// 0 of lanes that aren't there, and as the only one the result 1.
	AW_CPU_REDUCE_COLLECT,
};

// What a warp operation takes and gives.  MASK 0 means the form without a mask of before CUDA 9: the
// lanes of the warp that wait at this site together.
struct aw_cpu_warp_call {
	uint32_t mask;
	uint32_t op;      // one of the enums above
	uint64_t value;   // shuffle: the lane's value; vote: predicate; match: key; reduce: value
	uint32_t operand; // shuffle: delta, lane mask or source lane (PTX operand b)
	uint32_t control; // shuffle: PTX operand c, segment mask and clamp
	uint64_t result;
	uint32_t predicate; // shuffle: the source lane was in range; match all: all equal
};

struct aw_cpu_services {
	uint32_t version; // AW_CPU_ABI_VERSION
	uint32_t size;    // bytes of this table

	// __syncthreads and its forms, bar.sync/red, with ID 0..15, and tiles with 17..47; COUNT threads take part (0: all of the
	// block).  Returns the count, or 0/1 for AND and OR.
	uint32_t (*barrier)(struct aw_cpu_thread *, uint32_t id, uint32_t count, uint32_t op,
	                    uint32_t predicate, const struct aw_cpu_site *);
	// bar.arrive: counts the thread in and goes on.
	void (*barrier_arrive)(struct aw_cpu_thread *, uint32_t id, uint32_t count, const struct aw_cpu_site *);
	// grid.sync() of a cooperative launch.
	void (*grid_sync)(struct aw_cpu_thread *, const struct aw_cpu_site *);

	// __syncwarp, and the warp operations; each waits for all lanes of call->mask that have not left.
	void (*warp_sync)(struct aw_cpu_thread *, uint32_t mask, const struct aw_cpu_site *);
	void (*shuffle)(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
	void (*vote)(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
	void (*match)(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *); // op: 0 any, 1 all
	void (*reduce)(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
	// __activemask(): the lanes that wait at this site together.
	uint32_t (*active_mask)(struct aw_cpu_thread *, const struct aw_cpu_site *);
	// Called before a volatile access to memory that other threads can see: keeps the warp in step.
	void (*step)(struct aw_cpu_thread *, const struct aw_cpu_site *);

	// A spin point whose patience ran out, and __nanosleep(NANOSECONDS): lets others run, resets patience.
	void (*yield)(struct aw_cpu_thread *, uint32_t nanoseconds);

	// Device printf; ARGUMENTS is the packed buffer clang makes (each value at its natural alignment).
	int32_t (*print)(struct aw_cpu_thread *, const char *format, const void *arguments);
	// These end the launch and do not return.
	void (*assertion)(struct aw_cpu_thread *, const char *text, const char *file, uint32_t line,
	                  const char *function);
	void (*trap)(struct aw_cpu_thread *, const struct aw_cpu_site *);
	void (*unsupported)(struct aw_cpu_thread *, const char *what, const struct aw_cpu_site *);

	// Device malloc and free, on the device's heap (cudaLimitMallocHeapSize).
	void *(*allocate)(struct aw_cpu_thread *, uint64_t size, uint64_t alignment);
	void (*release)(struct aw_cpu_thread *, void *);

	uint64_t (*clock)(struct aw_cpu_thread *);        // clock64()
	uint64_t (*global_timer)(struct aw_cpu_thread *); // nanoseconds
	// What a generic address points to: 0 global, 1 shared, 2 local, 3 constant, 4 a parameter of the kernel.
	uint32_t (*address_space)(struct aw_cpu_thread *, const void *address);

	// A launch by a kernel: SHAPE is grid, block, bytes of shared memory and of arguments, ARGUMENTS one pointer a parameter, or
	// where AW_CPU_PACKED stands for their bytes, a buffer.  Gives a cudaError_t, which is also the thread's last error.
	int32_t (*launch)(struct aw_cpu_thread *, const char *kernel, const uint32_t *shape, void *stream, void **arguments);
	int32_t (*last_error)(struct aw_cpu_thread *, uint32_t clear);

	// barrier.cluster: counts the thread in; and waits until all threads of the cluster that have not left were counted.
	void (*cluster_arrive)(struct aw_cpu_thread *, const struct aw_cpu_site *);
	void (*cluster_wait)(struct aw_cpu_thread *, const struct aw_cpu_site *);

	// What a kernel asks of the device: WHAT is an aw_cpu_query, NUMBER a cudaDeviceAttr or cudaLimit.  Gives a cudaError_t.
	int32_t (*query)(struct aw_cpu_thread *, uint32_t what, int32_t number, void *result);

	// Ends the thread, from within any calls.  Never returns.
	void (*exit)(struct aw_cpu_thread *);

	// Of watched images alone: the thread is about to access SIZE bytes at ADDRESS, or to order its accesses.  KIND is of
	// AW_CPU_WATCH_*; VALUE is what it stores, where KIND says that it is known.
	void (*watch)(struct aw_cpu_thread *, const void *address, uint64_t size, uint32_t kind, uint64_t value,
	              const struct aw_cpu_site *);

	// Ends the launch as a GPU's hardware does that cannot do WHAT: cudaErrorIllegalInstruction.  Never returns.
	void (*illegal)(struct aw_cpu_thread *, const char *what, const struct aw_cpu_site *);

	// Of gangs: lanes have come to the place where they wait for others of their warp, which wait for them elsewhere.  Ends the
	// launch.  Never returns.
	void (*stuck)(struct aw_cpu_thread *, const struct aw_cpu_site *);

	// Returns when the PHASE (0 or 1) of the mbarrier at PLACE is over.
	void (*await)(struct aw_cpu_thread *, const uint64_t *place, uint32_t phase, const struct aw_cpu_site *);
};

enum {
	AW_CPU_WATCH_READ = 1,
	AW_CPU_WATCH_WRITE = 2,
	AW_CPU_WATCH_ATOMIC = 4,
	AW_CPU_WATCH_VOLATILE = 8,
	AW_CPU_WATCH_VALUE = 16,
	AW_CPU_WATCH_ORDER = 32, // a fence, or an operation of an mbarrier; no access
	AW_CPU_WATCH_WHOLE = 64, // of objects as a whole, padding included
};

#define AW_CPU_PACKED 0xffffffffu

// The device's number (int), how many devices there are (int), an attribute (int), a limit (size_t).  The next two take an
// aw_cpu_function_query in the place of the result, the last ones a handle of an executable graph: it is launched into a stream of
// graphs, NUMBER of enum aw_cpu_graph_stream, or it is the one that the kernel belongs to; then NUMBER changes of kernel nodes, a
// cudaGraphKernelNodeUpdate[].
enum aw_cpu_query {
	AW_CPU_QUERY_DEVICE,
	AW_CPU_QUERY_COUNT,
	AW_CPU_QUERY_ATTRIBUTE,
	AW_CPU_QUERY_LIMIT,
	AW_CPU_QUERY_FUNCTION,
	AW_CPU_QUERY_OCCUPANCY,
	AW_CPU_QUERY_GRAPH_LAUNCH,
	AW_CPU_QUERY_GRAPH,
	AW_CPU_QUERY_GRAPH_UPDATES,
	AW_CPU_QUERY_APART, // an aw_cpu_later, which has what is asked and gets the answer
};

// cudaStreamGraphTailLaunch and its like, shifted down by 56 bits.
enum aw_cpu_graph_stream { AW_CPU_GRAPH_TAIL = 1, AW_CPU_GRAPH_FORGOTTEN = 2, AW_CPU_GRAPH_SIBLING = 3 };

struct aw_cpu_function_query {
	const char *kernel;
	void *result; // struct cudaFuncAttributes; or int: blocks of BLOCK_SIZE threads on a multiprocessor
	uint64_t dynamic_shared;
	int32_t block_size;
	uint32_t flags;
};

enum aw_cpu_strategy { AW_CPU_FIBER = 1, AW_CPU_SIMD = 2 };

// Entry of the fiber strategy: runs one thread.  PARAMETERS is the packed buffer described below.
typedef void (*aw_cpu_fiber_entry)(struct aw_cpu_thread *, const void *parameters);
// Entry of the simd strategy: runs one whole block.  The thread is a record for what needs one; generated code
// sets its index to that of the lane it works for before it calls a service.
// With AW_CPU_VARIANT_SPAN it runs a span, block->span_count blocks from x = block->span_first on in one row of the grid
// and with no more gangs in all than the variant's span_gangs, unless it is one block, in step as it likes.  With AW_CPU_VARIANT_TALL
// the next rows of the grid may belong to it.  It stores the x of a
// block in block->block_index before it does what can fault for it.  Not for kernels that print.
typedef void (*aw_cpu_simd_entry)(struct aw_cpu_thread *, const void *parameters);

// One compiled form of a kernel.
struct aw_cpu_variant {
	uint32_t strategy; // enum aw_cpu_strategy
	uint32_t width;    // lanes of a gang; 1 for fibers
	uint32_t geometry; // AW_CPU_GEOMETRY_*: what the launch must satisfy
	uint32_t flags;    // AW_CPU_VARIANT_*
	uint32_t span_gangs; // with AW_CPU_VARIANT_SPAN: at most so many gangs; AW_CPU_SPAN_MOST: they keep nothing while others run
	uint32_t block_x;    // the only x of blocks that it runs; 0: any
	uint32_t block_y;    // with AW_CPU_VARIANT_TALL: the only y of blocks that it runs several rows of; 0: any
	uint32_t ones;       // a bit for each of the first 32 parameters, an integer, that is to be 1
	uint32_t read, written; // the same for pointers, each in one of the two; what is in `written` is to be the beginning of an allocation
	                        // which none of the others leads into
	void *entry;
};

enum {
	AW_CPU_VARIANT_SPAN = 1,  // the entry runs spans of blocks
	AW_CPU_VARIANT_SPLIT = 2, // and parts of blocks: their gangs have nothing to do with one another
	AW_CPU_VARIANT_WAITS = 4, // blocks may wait for other blocks: `yield` and `grid_sync` are called for a block as a whole
	AW_CPU_VARIANT_IN_ROW = 8, // for blocks with y = z = 1 only
	AW_CPU_VARIANT_ACROSS = 16, // for blocks with x = 1: lanes are blocks, block_size[0] of them, a multiple of the width, from x =
	                            // block_index[0] on in one row of the grid
	AW_CPU_VARIANT_AGREED = 32, // a barrier that some threads go around ends the launch, even where the device lets such pass
	AW_CPU_VARIANT_PLANE = 64,  // for blocks with z = 1 only
	AW_CPU_VARIANT_TALL = 128,  // a span may be several whole rows of the grid, one above the other
	AW_CPU_VARIANT_TURNED = 256, // x and y of the launch's grid and blocks change places, for the geometry, too
	AW_CPU_VARIANT_TRIED = 512,  // runs spans as the next variant that fits does, if that does, and leaves the same: the faster is to be
	                             // found out
};
enum { AW_CPU_VARIANT_PARAMETERS = 32 }; // those that have bits in `ones`, `read` and `written`
enum { AW_CPU_SPAN_MOST = 8192 }; // some rows of as many gangs stay in the second cache

// How the threads of a block are dealt to gangs, and what the launch must satisfy for it.
enum {
	AW_CPU_GEOMETRY_ANY = 0,    // fibers: any block
	AW_CPU_GEOMETRY_FULL = 1,   // blockDim.x is a multiple of the width: x goes up by one from lane to lane, y and
	                            // z are the gang's, all lanes are threads
	AW_CPU_GEOMETRY_ROWS = 2,   // any block: the same, but the last gang of a row may have lanes that are no threads
	AW_CPU_GEOMETRY_ROW = 3,    // as ROWS, for blocks with y = z = 1, where gangs are warps
	AW_CPU_GEOMETRY_PACKED = 4, // any block: lanes are threads of consecutive linear index
};

// Gangs are for grids of at most so many threads in each dimension: then a global index, and one that is a block
// or two beyond it, is no more than INT32_MAX in any lane, also in those behind the last thread of a row.
enum { AW_CPU_MOST_THREADS = INT32_MAX - 4096 };

struct aw_cpu_parameter {
	uint32_t offset; // in the packed buffer; CUDA's rule: each at its natural alignment
	uint32_t size;
};

enum {
	AW_CPU_KERNEL_BARRIERS = 1,    // may wait at a block barrier
	AW_CPU_KERNEL_WARP = 2,        // may wait for lanes of its warp
	AW_CPU_KERNEL_SPINS = 4,       // has atomics or volatile loads in loops
	AW_CPU_KERNEL_RECURSIVE = 8,   // stack use has no static bound
	AW_CPU_KERNEL_GRID_SYNC = 16,
	AW_CPU_KERNEL_LAUNCHES = 32, // other kernels of its image
	AW_CPU_KERNEL_CLUSTER = 64,  // waits for its cluster or reaches into the others' shared memory
	AW_CPU_KERNEL_WINDOW = 128,  // its shared memory is to begin at a multiple of 2^32, so that addresses of 32 bits begin with 0
	AW_CPU_KERNEL_GRAPHS = 256,  // launches graphs
};

enum { AW_CPU_SHARED_ALIGNMENT = 128 }; // of a block's shared memory, bytes
// Before and behind it there is as much room, where gangs run: what lies there is read, and written again as it is, where a row of lanes is
// accessed of which some aren't active, as those behind the end are that `s[threadIdx.x + 1]` has.
enum { AW_CPU_SHARED_ROOM = 256 };

struct aw_cpu_kernel {
	const char *name; // mangled
	const struct aw_cpu_variant *variants;
	const struct aw_cpu_parameter *parameters;
	uint32_t variant_count;
	uint32_t parameter_count;
	uint32_t parameter_size;   // bytes of the packed buffer
	uint32_t static_shared_size;
	uint32_t local_size;       // estimate of stack bytes a thread, for cudaFuncAttributes
	uint32_t max_threads;      // __launch_bounds__, or 1024
	uint32_t min_blocks;       // second argument of __launch_bounds__, or 0
	uint32_t registers;        // reported by cudaFuncGetAttributes
	uint32_t flags;            // AW_CPU_KERNEL_*
	uint32_t cluster[3];       // __cluster_dims__, or 0
	uint32_t max_cluster;      // third argument of __launch_bounds__, or 0
	uint32_t used_shared_size; // static shared memory with what gangs have behind the program's
};

enum { AW_CPU_VARIABLE_CONSTANT = 1, AW_CPU_VARIABLE_MANAGED = 2 };

struct aw_cpu_variable {
	const char *name; // mangled
	void *address;    // in the image; each loaded copy of the image has its own
	uint64_t size;
	uint32_t flags;   // AW_CPU_VARIABLE_*
	uint32_t alignment;
	// __managed__ variables are read through this pointer, which starts as `address`; the runtime
	// sets it to the host's own variable after copying the first value there.  NULL for others.
	void **indirection;
};

struct aw_cpu_image {
	uint32_t abi_version; // AW_CPU_ABI_VERSION
	uint32_t size;        // bytes of this record
	const char *target;   // "x86-64-v3"
	const struct aw_cpu_kernel *kernels;
	const struct aw_cpu_variable *variables;
	uint32_t kernel_count;
	uint32_t variable_count;
	// The device sets it before it runs anything where what the level has for lanes is slow on this processor: the gathers of x86-64-v4,
	// the masked stores of x86-64-v3; NULL: nothing asks.
	uint32_t *slow;
};

#endif
