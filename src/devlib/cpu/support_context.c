// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The special registers (PTX ISA, "Special Registers") and the storage of the block.  What these read
// stays the same while a thread runs, clocks excepted.
#include "support.h"

#define DIMENSIONS(name, expression) \
	uint32_t aw_cpu_##name##_x(thread *t) { enum { D = 0 }; return expression; } \
	uint32_t aw_cpu_##name##_y(thread *t) { enum { D = 1 }; return expression; } \
	uint32_t aw_cpu_##name##_z(thread *t) { enum { D = 2 }; return expression; }

DIMENSIONS(tid, t->thread_index[D])
DIMENSIONS(ntid, t->block->block_size[D])
DIMENSIONS(ctaid, t->block->block_index[D])
DIMENSIONS(nctaid, t->block->grid_size[D])

// Clusters are boxes of blocks, ranked as threads are in a block.
DIMENSIONS(cluster_nctaid, t->block->cluster_size[D])
DIMENSIONS(cluster_ctaid, t->block->block_index[D] % t->block->cluster_size[D])
DIMENSIONS(clusterid, t->block->block_index[D] / t->block->cluster_size[D])
DIMENSIONS(nclusterid, t->block->grid_size[D] / t->block->cluster_size[D])

static uint32_t lane(const thread *t)
{
	return t->linear % AW_CPU_WARP_SIZE;
}

// Before the gang of the simd strategy calls something for one lane.
void aw_cpu_lane(thread *t, uint32_t x, uint32_t y, uint32_t z)
{
	const uint32_t *size = t->block->block_size;
	t->thread_index[0] = x;
	t->thread_index[1] = y;
	t->thread_index[2] = z;
	t->linear = x + size[0] * (y + size[1] * z);
}

void aw_cpu_lane_packed(thread *t, uint32_t linear)
{
	const uint32_t *size = t->block->block_size;
	t->thread_index[0] = linear % size[0];
	t->thread_index[1] = linear / size[0] % size[1];
	t->thread_index[2] = linear / size[0] / size[1];
	t->linear = linear;
}

// What a gang tells the functions that it calls of itself: lane 0's linear index, be it a thread or not.
void aw_cpu_called_tell(thread *t, uint32_t linear) { t->linear = linear; }
uint32_t aw_cpu_called_told(thread *t) { return t->linear; }

// Spans of blocks (AW_CPU_VARIANT_SPAN).
uint32_t aw_cpu_span_first(thread *t) { return t->block->span_first; }
uint32_t aw_cpu_span_count(thread *t) { return t->block->span_count; }
uint32_t aw_cpu_span_height(thread *t) { return t->block->span_height; }
uint32_t aw_cpu_span_shared(thread *t) { return t->block->span_shared; }
uint32_t aw_cpu_span_begin(thread *t) { return t->block->span_begin; }
uint32_t aw_cpu_span_end(thread *t) { return t->block->span_end; }
bool aw_cpu_past(thread *t, uint32_t turn, uint32_t bytes, uint32_t row)
{
	// What is written in parts of lines must be in long rows: a line that is left half written costs more than it saves.
	enum { LINE = 64 };
	bool is_long = t->block->block_size[0] * t->block->span_count >= LINE;
	return (turn + UINT64_C(1)) * bytes > t->block->past_from && (row >= LINE || is_long);
}
struct aw_cpu_later *aw_cpu_later(thread *t) { return t->block->later; }
bool aw_cpu_apart(thread *t, const void *a, const void *b)
{
	struct aw_cpu_later *later = t->block->later;
	if (later->asked[0] != a || later->asked[1] != b) {
		later->asked[0] = a;
		later->asked[1] = b;
		t->block->services->query(t, AW_CPU_QUERY_APART, 0, later);
	}
	return later->apart;
}
void aw_cpu_span_enter(thread *t, uint32_t x) { t->block->block_index[0] = x; }

uint32_t aw_cpu_laneid(thread *t) { return lane(t); }
uint32_t aw_cpu_warpid(thread *t) { return t->linear / AW_CPU_WARP_SIZE; }
uint32_t aw_cpu_nwarpid(thread *t) { return (t->block->thread_count + AW_CPU_WARP_SIZE - 1) / AW_CPU_WARP_SIZE; }
uint32_t aw_cpu_warpsize(thread *t) { (void)t; return AW_CPU_WARP_SIZE; }
uint32_t aw_cpu_smid(thread *t) { return t->block->multiprocessor; }
uint32_t aw_cpu_nsmid(thread *t) { return t->block->multiprocessors; }
uint32_t aw_cpu_gridid(thread *t) { return (uint32_t)t->block->grid_id; }
// %gridid, which has 64 bits
uint64_t aw_cpu_gridid64(thread *t) { return t->block->grid_id; }

uint32_t aw_cpu_lanemask_eq(thread *t) { return 1u << lane(t); }
uint32_t aw_cpu_lanemask_lt(thread *t) { return (1u << lane(t)) - 1; }
uint32_t aw_cpu_lanemask_le(thread *t) { return (2u << lane(t)) - 1; }
uint32_t aw_cpu_lanemask_gt(thread *t) { return ~((2u << lane(t)) - 1); }
uint32_t aw_cpu_lanemask_ge(thread *t) { return ~((1u << lane(t)) - 1); }

uint32_t aw_cpu_cluster_nctarank(thread *t)
{
	const uint32_t *size = t->block->cluster_size;
	return size[0] * size[1] * size[2];
}

uint32_t aw_cpu_cluster_ctarank(thread *t)
{
	const uint32_t *size = t->block->cluster_size;
	return aw_cpu_cluster_ctaid_x(t) + size[0] * (aw_cpu_cluster_ctaid_y(t) + size[1] * aw_cpu_cluster_ctaid_z(t));
}

bool aw_cpu_in_cluster(thread *t) { return t->block->in_cluster; }

// Whose shared memory ADDRESS lies in; and what lies at the same place in that of block RANK.
uint32_t aw_cpu_getctarank(thread *t, const char *address)
{
	return (uint32_t)((uint64_t)(address - t->block->cluster_shared) / t->block->cluster_stride);
}

void *aw_cpu_mapa(thread *t, char *address, uint32_t rank)
{
	int64_t blocks = (int64_t)rank - aw_cpu_getctarank(t, address);
	return address + blocks * (int64_t)t->block->cluster_stride;
}

uint32_t aw_cpu_clock(thread *t) { return (uint32_t)services(t)->clock(t); }
uint64_t aw_cpu_clock64(thread *t) { return services(t)->clock(t); }
uint64_t aw_cpu_globaltimer(thread *t) { return services(t)->global_timer(t); }

void *aw_cpu_shared(thread *t) { return __builtin_assume_aligned(t->block->shared, 128); }
void *aw_cpu_dynamic_shared(thread *t) { return __builtin_assume_aligned(t->block->dynamic_shared, 16); }

// %dynamic_smem_size, %total_smem_size, and %aggr_smem_size, which has what CUDA keeps for itself, too.
uint32_t aw_cpu_dynamic_smem_size(thread *t) { return t->block->dynamic_shared_size; }
uint32_t aw_cpu_total_smem_size(thread *t) { return t->block->static_shared_size + t->block->dynamic_shared_size; }
uint32_t aw_cpu_aggr_smem_size(thread *t) { return aw_cpu_total_smem_size(t) + AW_CPU_SHARED_RESERVED; }
