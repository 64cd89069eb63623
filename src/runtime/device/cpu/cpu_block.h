// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of threads while it is resident on a multiprocessor, and the multiprocessor itself.
//
// A multiprocessor is a seat: a host thread (a worker, or one that synchronises and helps) sits down,
// runs blocks, and gets up.  Everything here is used by the thread in the seat alone, without locks.
#ifndef AW_DEVICE_CPU_BLOCK_H
#define AW_DEVICE_CPU_BLOCK_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../../base/status.h"
#include "../../../base/str.h"
#include "../../../fatbin/cpu_abi.h"
#include "cpu_stack.h"
#include "cpu_trial.h"
#include "cpu_watch.h"

enum { CPU_CLUSTER_BLOCKS = 16 }; // at most, as on an H100
enum { CPU_MAX_THREADS = 1024, CPU_MAX_WARPS = CPU_MAX_THREADS / 32, CPU_BARRIERS = AW_CPU_NAMED_BARRIERS + 32 };

struct cpu_device;
struct cpu_gang_stack;
struct cpu_task;

// The least multiple of UNIT that isn't below VALUE.
static inline size_t aw_cpu_round_up(size_t value, size_t unit)
{
	return (value + unit - 1) / unit * unit;
}

// Why a thread doesn't run.
enum cpu_wait {
	CPU_RUNS, CPU_LEFT, CPU_AT_BARRIER, CPU_AT_CLUSTER, CPU_AT_GRID_SYNC, CPU_AT_PHASE, CPU_YIELDED,
	// Places in a warp.
	CPU_AT_WARP_SYNC, CPU_AT_SHUFFLE, CPU_AT_VOTE, CPU_AT_MATCH, CPU_AT_REDUCE, CPU_AT_ACTIVE_MASK, CPU_AT_STEP,
};

// One CUDA thread.
struct cpu_fiber {
	struct aw_cpu_thread thread; // first: services cast
	void *context;               // where to go on; NULL: not begun
	struct aw_cpu_stack *stack;
	const struct aw_cpu_site *site; // where it waits
	struct aw_cpu_warp_call *call;  // the warp operation it waits for
	uint32_t mask;                  // lanes named by the warp operation; or the barrier's number, or the phase
	const uint64_t *place;          // of the mbarrier whose phase it waits for
	uint32_t result;                // of a barrier or active_mask
	enum cpu_wait wait;
	int32_t last_error;             // of the thread's launches
	uint64_t cluster_turn;          // barriers of the cluster that it arrived at
};

// 32 threads; each member but `held` is a mask of lanes, and a lane is in at most one of ready, masked,
// stepped, yielded, barrier, cluster, grid and done, in none while it runs.
struct cpu_warp {
	uint32_t ready;    // can run
	uint32_t masked;   // wait in an operation that names its lanes
	uint32_t stepped;  // wait at a step or in an operation without a mask
	uint32_t yielded;  // spin, or wait for a phase
	uint32_t barrier;  // wait at a barrier of the block
	uint32_t cluster;  // wait for the cluster
	uint32_t grid;     // wait for the grid
	uint32_t done;     // have left the kernel
	uint32_t steppers; // came by a step since they last yielded
	uint32_t held_back; // `stepped` lanes that wait although all others spin
	uint32_t held;      // for how many turns of the block
};

struct cpu_barrier {
	uint32_t expected; // threads to come; 0: all that have not left
	uint32_t waiting, arrived;
	uint32_t op;
	uint32_t count; // true predicates
	bool mixed;     // threads wait at more than one site
	const struct aw_cpu_site *site;
	uint32_t warps; // warps with waiting lanes
	uint32_t lanes[CPU_MAX_WARPS];
};

// Blocks that are resident on one multiprocessor together, by their ranks; usually a block has a cluster of its own.
struct cpu_cluster {
	struct cpu_cluster *next; // in the multiprocessor's list of spare ones
	struct cpu_resident *blocks[CPU_CLUSTER_BLOCKS]; // NULL: is done
	uint32_t count;
	uint32_t live;    // threads that have not left
	uint32_t arrived; // of these, that arrived at the barrier
	uint64_t turn;    // barriers that were passed
	char *map;        // a guard page, then for each block its shared memory and a guard page
	size_t map_size, room, stride; // room: of each block, in whole pages
	bool window; // AW_CPU_KERNEL_WINDOW
};

// What stopped the run of a block.
enum cpu_outcome {
	CPU_BLOCK_DONE,
	CPU_BLOCK_SPINS,      // every thread that can run yielded
	CPU_BLOCK_WAITS_CLUSTER, // no thread can go on before others of the cluster come to its barrier
	CPU_BLOCK_WAITS_GRID, // all its threads wait in grid_sync
	CPU_BLOCK_WAITS_PHASE, // no thread can go on before others of the cluster end a phase
	CPU_BLOCK_FAILED,     // the task's status tells why
};

// Aligned, as the multiprocessor is, so that neighbours never write to one cache line (or pair of lines).
struct cpu_resident {
	_Alignas(128) struct aw_cpu_block block; // first: services cast
	struct cpu_sm *sm;
	struct cpu_task *task;
	struct cpu_resident *next; // in the multiprocessor's open or spare list
	const void *entry, *rest; // as in struct cpu_launch
	const void *parameters;
	bool simd;   // ENTRY runs whole blocks
	bool tries;  // as in struct cpu_launch
	uint32_t span, rows, parts, width; // as in struct cpu_launch
	bool waited; // some thread has a context of its own

	struct cpu_fiber *running;
	enum cpu_outcome outcome;
	uint64_t linear;         // index of the block in the grid
	uint64_t grid_turn;      // the grid barrier that its threads wait for
	uint32_t warp_count, warp; // WARP: the one that runs
	uint32_t ready_warps;    // warps with something to do
	uint32_t live;           // threads that have not left
	uint32_t at_cluster;     // threads that wait for the cluster
	uint32_t at_grid;        // threads that wait for the grid
	uint32_t yielded;        // threads that spin, or wait for a phase
	uint32_t at_phase;       // of these, that wait for a phase of an mbarrier in the block's shared memory
	uint32_t left_bypassing; // threads that left after going around a barrier
	uint64_t barriers_in_use;
	struct cpu_warp warps[CPU_MAX_WARPS];
	struct cpu_barrier barriers[CPU_BARRIERS];

	struct cpu_fiber *fibers;
	struct aw_cpu_turn *turns; // AW_CPU_TURNS for each
	uint32_t fiber_capacity;
	uint32_t fiber_shape[3]; // the block size that they have their indices for
	struct cpu_fiber gangs;  // stands for all threads of a simd block
	struct cpu_gang_stack *gang_stack; // that they run on; NULL: not begun, or fibers
	const struct aw_cpu_site *stuck; // where lanes of one wait for others that wait for them; NULL: they don't
	struct cpu_cluster *cluster; // whose shared memory it has: ALONE, or one with others
	uint32_t rank;
	struct cpu_cluster alone;
	struct aw_str text; // what printf made so far
	struct cpu_watch *watch; // what compute-sanitizer keeps; NULL without
};

// What the signal handler saw.
struct cpu_fault {
	int signal, code;
	const void *address;
	const void *instruction;
};

// A read that strayed over an end of an allocation and went on.
struct cpu_stray {
	const char *address; // NULL: none
	const char *allocation;
	size_t size;
};

// How fast the units of a task go.
struct cpu_pace {
	const struct cpu_task *task;
	uint64_t since; // nanoseconds
	uint64_t until; // it was done with what it took last
	uint64_t units; // taken since then
	uint64_t taken; // of these, the last time
	unsigned share; // from this one
	bool has_waited; // for others to come to their shares
};

struct cpu_sm {
	_Alignas(128) struct cpu_device *device;
	unsigned index;
	int cpu; // that its worker is pinned to, or -1
	// Guarded by the queue's lock.
	bool taken; // somebody sits here
	enum { CPU_WORKER_NONE, CPU_WORKER_AWAY, CPU_WORKER_CALLED, CPU_WORKER_BUSY } worker;
	_Atomic uint32_t bell;   // rises when the worker is called
	_Atomic uint32_t asleep; // the worker must be woken
	pthread_t thread;
	bool started; // guarded by the device's worker lock
	// For its worker, in nanoseconds: since when it has had nothing to do (0: it has), when it looked at the clock last, and how long it
	// expects the next pause to take.
	uint64_t idle_since, looked, pause;
	unsigned shy; // for so many pauses it expects nothing
	// For the one who sits here alone.
	struct cpu_pace pace;
	struct cpu_trial trial;
	void *base; // context of the host thread while device code runs
	struct aw_cpu_stack_pool stacks;
	struct cpu_gang_stack *spare_gang_stacks; // for simd blocks
	size_t stack_limit; // the device's stack_size when they were made
	struct cpu_resident *spare;
	struct cpu_cluster *spare_clusters;
	struct cpu_resident *open; // blocks that wait or spin
	unsigned open_count;
	unsigned depth; // nested serving, see cpu_grid.c
	struct cpu_resident *current;
	volatile sig_atomic_t in_device; // device code runs: faults are its own
	struct cpu_fault fault;
	struct cpu_stray stray; // not told yet
	struct aw_cpu_later later; // of the chunk of blocks that runs
};

// The multiprocessor on which the calling host thread sits, or NULL.
extern __thread struct cpu_sm *aw_cpu_this_sm;

// --- cpu_block.c: the scheduler ---

// Makes a resident block ready to run block LINEAR of its task's grid, in CLUSTER (NULL: its own) with RANK; NULL without
// memory.
struct cpu_resident *aw_cpu_block_open_in(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear,
                                          struct cpu_cluster *cluster, uint32_t rank);
struct cpu_resident *aw_cpu_block_open(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear);
// The same for a block of a simd task, whose threads shall be fibers; NULL also when the kernel has no such form.
struct cpu_resident *aw_cpu_block_open_fibers(struct cpu_sm *sm, struct cpu_task *task, uint64_t linear);
// Makes the block the one that has the number LINEAR in its grid, and the first of its span.
void aw_cpu_block_set_index(struct cpu_resident *block, uint64_t linear);
// Makes a resident that is done ready for another block of the same grid.
void aw_cpu_block_begin(struct cpu_resident *block, uint64_t linear);
// Runs the block until it is done or can't go on.
enum cpu_outcome aw_cpu_block_run(struct cpu_resident *block);
// Puts the resident back among the spare ones; threads that have not left are given up.
void aw_cpu_block_close(struct cpu_resident *block);
// Lets threads that wait in grid_sync go on.
void aw_cpu_block_pass_grid(struct cpu_resident *block);
void aw_cpu_block_destroy(struct cpu_resident *block);

// For the services: the calling thread was put into one of its warp's masks; lets others run and
// returns when the thread is picked again.
void aw_cpu_block_wait(struct cpu_fiber *self);
// Leaves device code for the host thread that entered it, with BLOCK's outcome; never returns.
_Noreturn void aw_cpu_block_leave(struct cpu_resident *block, enum cpu_outcome outcome);
// The same, for a block of gangs; returns when aw_cpu_block_run is called for it again.
void aw_cpu_block_pause(struct cpu_resident *block, enum cpu_outcome outcome);
// Enters device code at CONTEXT; returns when it is left.
void aw_cpu_block_enter(struct cpu_resident *block, void *context);
// Ends the run of the calling thread's block; never returns.
// The running thread has come to its end, in whatever calls it is.
_Noreturn void aw_cpu_block_exit(struct cpu_fiber *self);
_Noreturn void aw_cpu_block_fail(struct cpu_resident *block, aw_status status);

static inline struct cpu_resident *aw_cpu_block_of(const struct cpu_fiber *fiber)
{
	return (struct cpu_resident *)fiber->thread.block;
}

static inline struct cpu_fiber *aw_cpu_fiber_of(struct aw_cpu_thread *thread)
{
	return (struct cpu_fiber *)thread;
}

static inline struct cpu_warp *aw_cpu_warp_of(const struct cpu_fiber *fiber)
{
	return &aw_cpu_block_of(fiber)->warps[fiber->thread.linear / 32];
}

static inline uint32_t aw_cpu_lane_bit(const struct cpu_fiber *fiber)
{
	return 1u << fiber->thread.linear % 32;
}

// Whether the phase is over that the thread waits for.
static inline bool aw_cpu_phase_is_over(const struct cpu_fiber *fiber)
{
	return __atomic_load_n(fiber->place, __ATOMIC_ACQUIRE) >> AW_CPU_MBARRIER_PHASE != fiber->mask;
}

// Whether all that could go on in BLOCK wait for phases, none of which is over.
bool aw_cpu_block_waits_for_phases(const struct cpu_resident *block);

// --- cpu_gangs.c ---

// Runs blocks of a simd task until none is left to take, it fails, or other tasks want hands too; ONCE: one chunk.
void aw_cpu_gangs_serve(struct cpu_sm *sm, struct cpu_task *task, bool once);
// aw_cpu_block_run for a block of gangs that may wait, and what aw_cpu_block_close does for it.
enum cpu_outcome aw_cpu_gangs_run(struct cpu_resident *block);
void aw_cpu_gangs_close(struct cpu_resident *block);
// After a fault in BLOCK, which is made of gangs: runs it once more by fibers, whose report names the thread.  False when
// that ran to its end or wasn't possible.  To be called on the host thread's stack.
bool aw_cpu_grid_find_fault(const struct cpu_resident *block);
// Whether ADDRESS lies on the stack of BLOCK's gangs, or in the guard below it.
bool aw_cpu_gangs_stack_holds(const struct cpu_resident *block, const void *address);
bool aw_cpu_gangs_guard_holds(const struct cpu_resident *block, const void *address);
size_t aw_cpu_gangs_stack_size(const struct cpu_resident *block);
void aw_cpu_gangs_trim(struct cpu_sm *sm);
void aw_cpu_gangs_finish(struct cpu_sm *sm);

// --- cpu_barrier.c ---

uint32_t aw_cpu_barrier_wait(struct aw_cpu_thread *, uint32_t id, uint32_t count, uint32_t op,
                             uint32_t predicate, const struct aw_cpu_site *);
void aw_cpu_barrier_arrive(struct aw_cpu_thread *, uint32_t id, uint32_t count, const struct aw_cpu_site *);
void aw_cpu_barrier_grid_sync(struct aw_cpu_thread *, const struct aw_cpu_site *);
// Whether barriers open that some threads went around: ANYWARP_BARRIERS=pass.
bool aw_cpu_barriers_pass(void);
// A thread has left: completes barriers that waited for it alone.
// False when one of them was gone around: the launch must fail.
bool aw_cpu_barrier_leave(struct cpu_resident *block);

// --- cpu_cluster.c ---

// Makes all blocks of cluster NUMBER of the task's grid resident and open; false without memory.
bool aw_cpu_cluster_open(struct cpu_sm *sm, struct cpu_task *task, uint64_t number);
// Shared memory of SIZE bytes for each of its blocks, between pages without access, of a WINDOW if there is room for one, which then
// begins behind a page that can be accessed; false without memory.
bool aw_cpu_cluster_reserve(struct cpu_cluster *cluster, size_t size, bool window);
// Where that of block RANK lies: it ends as near to the page behind it as its alignment allows, but in windows.
char *aw_cpu_cluster_shared(const struct cpu_cluster *cluster, uint32_t rank, size_t size);
// BLOCK begins alone in its cluster.
void aw_cpu_cluster_begin_alone(struct cpu_resident *block);
void aw_cpu_cluster_arrive(struct aw_cpu_thread *, const struct aw_cpu_site *);
void aw_cpu_cluster_wait(struct aw_cpu_thread *, const struct aw_cpu_site *);
// A thread of BLOCK has left the kernel.
void aw_cpu_cluster_leave(struct cpu_resident *block, const struct cpu_fiber *fiber);
// BLOCK is closed; the last of its cluster gives that back.
void aw_cpu_cluster_close(struct cpu_resident *block);
// Whether BLOCK waits for its cluster, and nothing has come of it since.
static inline bool aw_cpu_cluster_holds(const struct cpu_resident *block)
{
	return block->at_cluster > 0 && !block->at_phase && !block->ready_warps;
}
// BLOCK has stopped.  Whether the cluster's blocks wait for one another without end; who waits where has been reported.
bool aw_cpu_cluster_is_stuck(const struct cpu_resident *block);
void aw_cpu_cluster_finish(struct cpu_sm *sm);

// --- cpu_warp.c ---

void aw_cpu_warp_sync(struct aw_cpu_thread *, uint32_t mask, const struct aw_cpu_site *);
void aw_cpu_warp_shuffle(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
void aw_cpu_warp_vote(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
void aw_cpu_warp_match(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
void aw_cpu_warp_reduce(struct aw_cpu_thread *, struct aw_cpu_warp_call *, const struct aw_cpu_site *);
uint32_t aw_cpu_warp_active_mask(struct aw_cpu_thread *, const struct aw_cpu_site *);
void aw_cpu_warp_step(struct aw_cpu_thread *, const struct aw_cpu_site *);
// All lanes of the warp have stopped: lets some go on, and says whether any can.
bool aw_cpu_warp_resolve(struct cpu_resident *block, unsigned index);

// --- cpu_report.c ---

// No thread of the block can ever run again: says on stderr who waits where.
void aw_cpu_report_stuck(const struct cpu_resident *block, const char *what);
// One line: "anywarp: kernel NAME, block (x,y,z), thread (x,y,z): TEXT".
void aw_cpu_report_thread(const struct cpu_resident *block, const struct cpu_fiber *fiber,
                          const char *format, ...) __attribute__((format(printf, 3, 4)));
// Tells of a read that strayed, and that it is told.
void aw_cpu_report_stray(const struct cpu_resident *block, struct cpu_stray *stray);

// --- cpu_fault.c ---

// Installs the signal handlers once, and the calling thread's signal stack.
void aw_cpu_fault_prepare_thread(void);

// --- cpu_services.c ---

extern const struct aw_cpu_services aw_cpu_service_table;
// Of a thread, and of a block of gangs: what it waits for is mostly at work on another multiprocessor, and another block in between would
// only take its place in the caches.
enum { CPU_PATIENCE = 128, CPU_BLOCK_PATIENCE = 1024 };

// --- cpu_query.c: what kernels ask of the device ---

int32_t aw_cpu_query(struct aw_cpu_thread *, uint32_t what, int32_t number, void *result);

// --- cpu_child.c: launches by kernels ---

int32_t aw_cpu_child_launch(struct aw_cpu_thread *, const char *kernel, const uint32_t *shape, void *stream,
                            void **arguments);
int32_t aw_cpu_child_last_error(struct aw_cpu_thread *, uint32_t clear);

// --- cpu_print.c ---

int32_t aw_cpu_print(struct aw_cpu_thread *, const char *format, const void *arguments);
// Appends what FORMAT makes of packed ARGUMENTS to TEXT and returns the number of arguments.
int aw_cpu_format(struct aw_str *text, const char *format, const void *arguments);

#endif
