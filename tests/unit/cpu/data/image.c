// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image as the compiler makes them, by hand: kernels that use the services of the cpu device.
#include "fatbin/cpu_abi.h"

#if defined(__aarch64__)
#define TARGET "aarch64"
#else
#define TARGET "x86-64-v2"
#endif

typedef struct aw_cpu_thread thread;
typedef struct aw_cpu_site site;

static uint32_t guard_one[] = { 1 };
#define SITE(name, rank) static const site name = { "image.cu", __func__, __LINE__, rank, 0, NULL }

static const struct aw_cpu_services *services(thread *t) { return t->block->services; }
static uint32_t rank_of(thread *t) { return t->block->block_index[0] * t->block->thread_count + t->linear; }
static void spin(thread *t)
{
	if (--t->patience < 0)
		services(t)->yield(t, 0);
}

struct one { int *out; };
struct two { int *out; int n; };

static void index_kernel(thread *t, const struct one *p) { p->out[rank_of(t)] = (int)rank_of(t); }

static void reverse(thread *t, const struct one *p)
{
	SITE(first, 1);
	int *cell = (int *)t->block->dynamic_shared;
	int n = (int)t->block->thread_count;
	cell[t->linear] = (int)t->linear;
	services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_SYNC, 0, &first);
	p->out[rank_of(t)] = cell[n - 1 - (int)t->linear];
}

static void count_even(thread *t, const struct one *p)
{
	SITE(here, 1);
	p->out[t->linear] = (int)services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_COUNT, t->linear % 2 == 0, &here);
}

// Threads from 10 on leave early.
static void early(thread *t, const struct one *p)
{
	SITE(here, 1);
	if (t->linear >= 10)
		return;
	p->out[t->linear] = (int)services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_COUNT, 1, &here);
}

static void sum_warp(thread *t, const struct one *p)
{
	SITE(here, 1);
	int value = (int)t->linear;
	for (uint32_t delta = 16; delta; delta /= 2) {
		struct aw_cpu_warp_call call = { .mask = ~0u, .op = AW_CPU_SHUFFLE_DOWN, .value = (uint32_t)value, .operand = delta, .control = 31 };
		services(t)->shuffle(t, &call, &here);
		value += (int)call.result;
	}
	if (t->linear % 32 == 0)
		p->out[t->linear / 32] = value;
}

// Warp-synchronous code of the old kind: no barrier, volatile shared memory.
static void volatile_sum(thread *t, const struct one *p)
{
	static site sites[10];
	volatile int *cell = (int *)t->block->dynamic_shared;
	uint32_t i = t->linear;
	for (int k = 0; k < 10; k++)
		sites[k] = (site){ "image.cu", "volatile_sum", 70, (uint32_t)k, 0, NULL };
	cell[i] = (int)i + 1;
	int k = 0;
	for (uint32_t delta = 16; delta; delta /= 2) {
		if (i < delta) {
			services(t)->step(t, &sites[k]);
			int other = cell[i + delta], mine = cell[i];
			services(t)->step(t, &sites[k + 1]);
			cell[i] = mine + other;
		}
		k += 2;
	}
	if (i == 0)
		p->out[0] = cell[0];
}

static void votes(thread *t, const struct one *p)
{
	SITE(a, 1); SITE(b, 2); SITE(c, 3); SITE(d, 4);
	struct aw_cpu_warp_call call = { .mask = 0, .op = AW_CPU_VOTE_BALLOT, .value = t->linear % 3 == 0 };
	services(t)->vote(t, &call, &a);
	p->out[t->linear] = (int)call.result;
	uint32_t active = t->linear & 1 ? services(t)->active_mask(t, &b) : services(t)->active_mask(t, &c);
	p->out[32 + t->linear] = (int)active;
	struct aw_cpu_warp_call match = { .mask = ~0u, .op = 0, .value = t->linear / 4 };
	services(t)->match(t, &match, &d);
	p->out[64 + t->linear] = (int)match.result;
	struct aw_cpu_warp_call reduce = { .mask = ~0u, .op = AW_CPU_REDUCE_ADD, .value = t->linear };
	services(t)->reduce(t, &reduce, &d);
	p->out[96 + t->linear] = (int)reduce.result;
}

// Each thread of the grid takes the lock once.
static void lock_kernel(thread *t, const struct one *p)
{
	int free_value;
	do {
		spin(t);
		free_value = 0;
	} while (!__atomic_compare_exchange_n(&p->out[0], &free_value, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
	p->out[1]++;
	__atomic_store_n(&p->out[0], 0, __ATOMIC_RELEASE);
}

// Block 0 waits for the last block; a hand-written barrier of the grid.
static void grid_barrier(thread *t, const struct one *p)
{
	SITE(here, 1);
	if (t->linear == 0) {
		__atomic_fetch_add(&p->out[0], 1, __ATOMIC_ACQ_REL);
		while (__atomic_load_n(&p->out[0], __ATOMIC_ACQUIRE) < (int)t->block->grid_size[0])
			spin(t);
	}
	services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_SYNC, 0, &here);
	__atomic_fetch_add(&p->out[1], 1, __ATOMIC_RELAXED);
}

static void cooperative(thread *t, const struct one *p)
{
	SITE(here, 1);
	int n = (int)(t->block->grid_size[0] * t->block->thread_count), me = (int)rank_of(t);
	for (int turn = 0; turn < 3; turn++) {
		p->out[me] = me + turn;
		services(t)->grid_sync(t, &here);
		int seen = p->out[n - 1 - me];
		services(t)->grid_sync(t, &here);
		p->out[n + me] = seen;
	}
}

static void wait_for_host(thread *t, const struct one *p)
{
	volatile int *flag = p->out;
	while (!*flag)
		spin(t);
	p->out[1] = 7;
}

static void divergent(thread *t, const struct one *p)
{
	static const site here = { "lecture.cu", "divergent", 12, 1, 1, guard_one };
	for (uint32_t i = 64; i; i /= 2) {
		if (t->linear < i) {
			services(t)->barrier(t, 0, 0, AW_CPU_BARRIER_SYNC, 0, &here);
		} else {
			t->bypassed = 1;
			t->bypass_epoch = t->epoch;
		}
	}
	p->out[0] = 1;
}

static void stuck(thread *t, const struct one *p)
{
	SITE(a, 1); SITE(b, 2);
	services(t)->barrier(t, t->linear < 32 ? 1 : 2, 64, AW_CPU_BARRIER_SYNC, 0, t->linear < 32 ? &a : &b);
	p->out[0] = 1;
}

static void access_kernel(thread *t, const struct two *p) { (void)t; ((volatile int *)p->out)[p->n] = 1; }

static int depth(thread *t, volatile int *out, int n)
{
	volatile char room[256];
	room[n & 255] = (char)n;
	return n ? depth(t, out, n - 1) + room[n & 255] : (*out = 1);
}
static void recurse(thread *t, const struct two *p) { p->out[0] = depth(t, p->out, p->n); }

static void check_kernel(thread *t, const struct one *p)
{
	if (t->linear == 3)
		services(t)->assertion(t, "x > 0", "image.cu", 12, "void check(int)");
	p->out[0] = 1;
}

static void speak(thread *t, const struct one *p)
{
	struct {
		uint32_t block, thread;
		double value;
		const char *text;
	} packed = { t->block->block_index[0], t->linear, 0.5, "text" };
	p->out[rank_of(t)] = services(t)->print(t, "%d %d %.2f %s%%\n", &packed);
}

static void heap_kernel(thread *t, const struct one *p)
{
	int *mine = services(t)->allocate(t, 64, 16);
	if (mine)
		*mine = (int)t->linear;
	p->out[rank_of(t)] = mine ? *mine : -1;
	services(t)->release(t, mine);
}

static void compute(thread *t, const struct two *p)
{
	float x = (float)t->linear;
	for (int i = 0; i < p->n; i++)
		x = x * 0.999f + 1.0f;
	p->out[rank_of(t) % 1024] = (int)x;
}

// Simd kernels: a call is a block, or many.
static void gang_index(thread *t, const struct one *p)
{
	for (uint32_t i = 0; i < t->block->thread_count; i++)
		p->out[t->block->block_index[0] * t->block->thread_count + i] = (int)i;
}

static void gang_span(thread *t, const struct one *p)
{
	struct aw_cpu_block *block = t->block;
	for (uint32_t i = block->span_first; i < block->span_first + block->span_count; i++) {
		uint32_t linear = i + block->block_index[1] * block->grid_size[0];
		p->out[linear] += (int)(linear + (block->span_count > AW_CPU_SPAN_MOST / 7));
	}
}

static void gang_speak(thread *t, const struct one *p)
{
	for (t->thread_index[0] = 0; t->thread_index[0] < t->block->block_size[0]; t->thread_index[0]++)
		p->out[0] += services(t)->print(t, "%d %d\n", (uint32_t[]){ t->block->block_index[0], t->thread_index[0] });
}

static void gang_access(thread *t, const struct two *p)
{
	t->thread_index[0] = 5;
	if (t->block->block_index[0] == 3)
		*(volatile int *)&p->out[p->n] = 1;
}

// Needs more stack than a fiber has; N megabytes.
static void gang_stack(thread *t, const struct two *p)
{
	volatile char room[(size_t)p->n << 20];
	for (size_t i = sizeof(room); i > 0; i -= 4096)
		room[i - 1] = 1;
	p->out[t->block->block_index[0]] = room[4095];
}

static int table[4] = { 1, 2, 3, 4 };

#define KERNEL(function, parameters, shared, bits) \
	{ #function, (const struct aw_cpu_variant[]){ { AW_CPU_FIBER, 1, .entry = (void *)function } }, parameters, 1, \
	  sizeof(parameters) / sizeof(parameters[0]), 16, shared, 0, 1024, 0, 32, bits, { 0 } }

#define GANGS(function, parameters, bits) \
	{ #function, (const struct aw_cpu_variant[]){ { AW_CPU_SIMD, 16, AW_CPU_GEOMETRY_ROWS, bits, AW_CPU_SPAN_MOST, .entry = (void *)function } }, \
	  parameters, 1, sizeof(parameters) / sizeof(parameters[0]), 16, 0, 0, 1024, 0, 32, 0, { 0 } }

static const struct aw_cpu_parameter one[] = { { 0, 8 } }, two[] = { { 0, 8 }, { 8, 4 } };
static const struct aw_cpu_kernel kernels[] = {
	KERNEL(index_kernel, one, 0, 0), KERNEL(reverse, one, 100, 1), KERNEL(count_even, one, 0, 1),
	KERNEL(early, one, 0, 1), KERNEL(sum_warp, one, 0, 2), KERNEL(volatile_sum, one, 0, 2),
	KERNEL(votes, one, 0, 2), KERNEL(lock_kernel, one, 0, 4), KERNEL(grid_barrier, one, 0, 5),
	KERNEL(cooperative, one, 0, 16), KERNEL(wait_for_host, one, 0, 4), KERNEL(divergent, one, 0, 1),
	KERNEL(stuck, one, 0, 1), KERNEL(access_kernel, two, 0, 0), KERNEL(recurse, two, 0, 8),
	KERNEL(check_kernel, one, 0, 0), KERNEL(speak, one, 0, 0), KERNEL(heap_kernel, one, 0, 0),
	KERNEL(compute, two, 0, 0), GANGS(gang_index, one, 0), GANGS(gang_span, one, AW_CPU_VARIANT_SPAN),
	GANGS(gang_speak, one, 0), GANGS(gang_access, two, 0), GANGS(gang_stack, two, 0),
};
static const struct aw_cpu_variable variables[] = { { "table", table, sizeof(table), 0, 16, NULL } };

__attribute__((visibility("default"))) const struct aw_cpu_image aw_cpu_image = {
	AW_CPU_ABI_VERSION, sizeof(aw_cpu_image), TARGET, kernels, variables,
	sizeof(kernels) / sizeof(kernels[0]), 1,
};
