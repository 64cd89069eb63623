// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clusters of several blocks and their distributed shared memory: cooperative groups, registers, PTX, the two halves of the
// barrier, barriers in another block's memory, launches with attributes and with a size in the source.
// FLAGS: -arch=sm_90
#include <cooperative_groups.h>

#include "kernels/kernel_test.h"

namespace cg = cooperative_groups;

template <typename... P, typename... A>
static cudaError_t launch(dim3 cluster, bool cooperative, dim3 grid, dim3 block, size_t shared, void (*kernel)(P...), A... arguments)
{
	cudaLaunchAttribute attributes[2] = {};
	attributes[0].id = cudaLaunchAttributeClusterDimension;
	attributes[0].val.clusterDim.x = cluster.x;
	attributes[0].val.clusterDim.y = cluster.y;
	attributes[0].val.clusterDim.z = cluster.z;
	attributes[1].id = cudaLaunchAttributeCooperative;
	attributes[1].val.cooperative = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = grid;
	config.blockDim = block;
	config.dynamicSmemBytes = shared;
	config.attrs = attributes;
	config.numAttrs = cooperative ? 2 : 1;
	return cudaLaunchKernelEx(&config, kernel, arguments...);
}

// The histogram of the programming guide: each block of a cluster holds a part of the bins.
__global__ void histogram(int *bins, int bin_count, int each, const int *values, int count)
{
	extern __shared__ int part[];
	cg::cluster_group cluster = cg::this_cluster();
	for (int i = threadIdx.x; i < each; i += blockDim.x)
		part[i] = 0;
	cluster.sync();
	for (int i = cg::this_grid().thread_rank(); i < count; i += blockDim.x * gridDim.x) {
		int bin = values[i] < bin_count ? values[i] : bin_count - 1;
		atomicAdd(cluster.map_shared_rank(part, bin / each) + bin % each, 1);
	}
	cluster.sync();
	int *mine = bins + cluster.block_rank() * each;
	for (int i = threadIdx.x; i < each; i += blockDim.x)
		atomicAdd(&mine[i], part[i]);
}

static void test_histogram(void)
{
	enum { BINS = 64, COUNT = 5000 };
	int *values, *bins, wanted[BINS] = {};
	cudaMallocManaged(&values, COUNT * sizeof(int));
	cudaMallocManaged(&bins, BINS * sizeof(int));
	for (int i = 0; i < COUNT; i++) {
		values[i] = i * 7919 % 71;
		wanted[values[i] < BINS ? values[i] : BINS - 1]++;
	}
	for (int size = 1; size <= 8; size *= 2) {
		memset(bins, 0, BINS * sizeof(int));
		CALL(launch(dim3(size), false, 16, 96, BINS / size * sizeof(int), histogram, bins, (int)BINS, BINS / size,
		                (const int *)values, (int)COUNT));
		CALL(cudaDeviceSynchronize());
		CHECK(!memcmp(bins, wanted, sizeof(wanted)));
	}
	cudaFree(values);
	cudaFree(bins);
}

__device__ unsigned sum_of_registers(void)
{
	unsigned r[12];
	asm("mov.u32 %0, %%cluster_ctaid.x; mov.u32 %1, %%cluster_ctaid.y; mov.u32 %2, %%cluster_nctaid.x;"
	    "mov.u32 %3, %%cluster_nctaid.y;" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]));
	asm("mov.u32 %0, %%clusterid.x; mov.u32 %1, %%clusterid.y; mov.u32 %2, %%nclusterid.x; mov.u32 %3, %%nclusterid.y;"
	    : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]));
	asm("{ .reg .pred p; mov.u32 %0, %%cluster_ctarank; mov.u32 %1, %%cluster_nctarank; mov.u32 %2, %%clusterid.z;"
	    "mov.pred p, %%is_explicit_cluster; selp.u32 %3, 1, 0, p; }" : "=r"(r[8]), "=r"(r[9]), "=r"(r[10]), "=r"(r[11]));
	unsigned sum = 0;
	for (int i = 0; i < 12; i++)
		sum = sum * 5 + r[i];
	return sum;
}

struct seen {
	unsigned registers;
	uint3 index, blocks, thread, cluster;
	unsigned rank, threads, thread_rank, there, mine, spaces, narrow;
};

__global__ void registers_kernel(seen *all)
{
	__shared__ int own[8];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned block = blockIdx.x + gridDim.x * blockIdx.y, last = cluster.num_blocks() - 1, narrow, rank;
	cluster.sync();
	if (threadIdx.x == 3 && threadIdx.y == 1) {
		int *mine = &own[cluster.block_rank()], *there = cluster.map_shared_rank(mine, last);
		seen *s = all + block;
		s->registers = sum_of_registers();
		s->index = cluster.block_index();
		s->blocks = cluster.dim_blocks();
		s->thread = cluster.thread_index();
		s->cluster = cg::this_grid().cluster_index();
		s->rank = cluster.block_rank();
		s->threads = cluster.num_threads();
		s->thread_rank = cluster.thread_rank();
		s->there = cluster.query_shared_rank(there);
		s->mine = cluster.query_shared_rank(mine);
		s->spaces = __isShared(mine) | __isClusterShared(mine) << 1 | __isClusterShared(there) << 2 |
		            __isClusterShared(all) << 3;
		asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(narrow) : "r"((unsigned)__cvta_generic_to_shared(mine)), "r"(last));
		asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(narrow));
		asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(narrow), "r"(block + 100) : "memory");
		s->narrow = rank == last && *there == (int)block + 100;
	}
	cluster.sync();
}

static void test_registers(void)
{
	seen *all;
	cudaMallocManaged(&all, 32 * sizeof(*all));
	CALL(launch(dim3(2, 3), false, dim3(4, 6), dim3(8, 2), 0, registers_kernel, all));
	CALL(cudaDeviceSynchronize());
	for (unsigned b = 0; b < 24; b++) {
		unsigned x = b % 4, y = b / 4, rank = x % 2 + y % 3 * 2, sum = 0;
		const unsigned registers[] = { x % 2, y % 3, 2, 3, x / 2, y / 3, 2, 2, rank, 6, 0, 1 };
		for (unsigned r : registers)
			sum = sum * 5 + r;
		const seen &s = all[b];
		CHECK(s.registers == sum && s.index.x == x % 2 && s.index.y == y % 3 && s.index.z == 0);
		CHECK(s.blocks.x == 2 && s.blocks.y == 3 && s.blocks.z == 1 && s.cluster.x == x / 2 && s.cluster.y == y / 3);
		CHECK(s.thread.x == x % 2 * 8 + 3 && s.thread.y == y % 3 * 2 + 1 && s.thread.z == 0);
		CHECK(s.rank == rank && s.threads == 96 && s.thread_rank == rank * 16 + 11);
		CHECK(s.there == 5 && s.mine == rank && s.spaces == 7 && s.narrow);
	}
	registers_kernel<<<2, dim3(8, 2)>>>(all); // each block a cluster of its own
	CALL(cudaDeviceSynchronize());
	CHECK(all[1].rank == 0 && all[1].threads == 16 && all[1].cluster.x == 1 && all[1].registers % 5 == 0);
	cudaFree(all);
}

// Work between the halves of the barrier, a barrier of the block there, and threads that leave early.
__global__ void __cluster_dims__(4, 1, 1) halves_kernel(int *out)
{
	__shared__ int cell[64];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned i = threadIdx.x, rank = cluster.block_rank();
	if (i >= 64 - 8 * rank)
		return;
	for (int turn = 0; turn < 5; turn++) {
		cell[i] = turn * 1000 + rank * 100 + i;
		auto token = cluster.barrier_arrive();
		__syncthreads();
		int near = cell[(i + 1) % 8];
		cluster.barrier_wait((decltype(token) &&)token);
		int far = cluster.map_shared_rank(cell, (rank + 1 + turn) % 4)[i % 40];
		asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
		out[(blockIdx.x * 5 + turn) * 64 + i] = near * 10000 + far;
	}
}

static void test_halves(void)
{
	int *out;
	cudaMallocManaged(&out, 8 * 5 * 64 * sizeof(int));
	halves_kernel<<<8, 64>>>(out);
	CALL(cudaDeviceSynchronize());
	bool good = true;
	for (int b = 0; b < 8; b++)
		for (int turn = 0; turn < 5; turn++)
			for (int i = 0, rank = b % 4; i < 64 - 8 * rank; i++) {
				int near = turn * 1000 + rank * 100 + (i + 1) % 8, far = turn * 1000 + (rank + 1 + turn) % 4 * 100 + i % 40;
				good &= out[(b * 5 + turn) * 64 + i] == near * 10000 + far;
			}
	CHECK(good);
	halves_kernel<<<6, 64>>>(out);
	CHECK(cudaGetLastError() == cudaErrorInvalidClusterSize);
	cudaFree(out);
}

// A ring: each block tells a barrier in the next one's memory of what it has put there.
__global__ void ring_kernel(int *out)
{
	enum { TURNS = 6 };
	__shared__ __align__(8) unsigned long long full[TURNS];
	__shared__ int box[TURNS];
	cg::cluster_group cluster = cg::this_cluster();
	unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
	for (int turn = 0; turn < TURNS && threadIdx.x == 0; turn++) {
		unsigned mine = (unsigned)__cvta_generic_to_shared(&full[turn]);
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(mine) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 4;" ::"r"(mine) : "memory");
	}
	cluster.sync();
	int value = (int)rank;
	for (int turn = 0; turn < TURNS && threadIdx.x == 0; turn++) {
		unsigned mine = (unsigned)__cvta_generic_to_shared(&full[turn]), there, to, done = 0;
		asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(mine), "r"(next));
		asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"((unsigned)__cvta_generic_to_shared(&box[turn])), "r"(next));
		asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];"
		             ::"r"(to), "r"(value), "r"(there) : "memory");
		while (!done)
			asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;"
			             "selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(mine) : "memory");
		value = box[turn] * 3 + 1;
	}
	cluster.sync();
	if (threadIdx.x == 0)
		out[blockIdx.x] = value;
}

static void test_ring(void)
{
	int *out;
	cudaMallocManaged(&out, 8 * sizeof(int));
	CALL(launch(dim3(4), false, 8, 32, 0, ring_kernel, out));
	CALL(cudaDeviceSynchronize());
	for (int b = 0; b < 8; b++) {
		int wanted = (b % 4 + 4 * 6 - 6) % 4;
		for (int turn = 0; turn < 6; turn++)
			wanted = wanted * 3 + 1;
		CHECK(out[b] == wanted);
	}
	cudaFree(out);
}

// One copy for all blocks of the cluster.
__global__ void multicast_kernel(const int *in, int *out)
{
	__shared__ __align__(16) int box[32];
	__shared__ __align__(8) unsigned long long full;
	cg::cluster_group cluster = cg::this_cluster();
	unsigned barrier = (unsigned)__cvta_generic_to_shared(&full), to = (unsigned)__cvta_generic_to_shared(box), done = 0;
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(barrier) : "memory");
	}
	cluster.sync();
	if (cluster.thread_rank() == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
		             ::"r"(to), "l"(in), "r"(128), "r"(barrier), "h"((unsigned short)0xf) : "memory");
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
		             : "=r"(done) : "r"(barrier) : "memory");
	out[blockIdx.x * 32 + threadIdx.x] = box[threadIdx.x] + (int)cluster.block_rank();
	cluster.sync();
}

static void test_multicast(void)
{
	int *in, *out;
	bool good = true;
	cudaMallocManaged(&in, 128);
	cudaMallocManaged(&out, 4 * 128);
	for (int i = 0; i < 32; i++)
		in[i] = 10 * i;
	CALL(launch(dim3(4), false, 4, 32, 0, multicast_kernel, (const int *)in, out));
	CALL(cudaDeviceSynchronize());
	for (int i = 0; i < 128; i++)
		good &= out[i] == i % 32 * 10 + i / 32;
	CHECK(good);
	cudaFree(in);
	cudaFree(out);
}

__global__ void grid_kernel(int *out)
{
	__shared__ int own;
	cg::cluster_group cluster = cg::this_cluster();
	own = 0;
	cluster.sync();
	atomicAdd(cluster.map_shared_rank(&own, 0), 1);
	cluster.sync();
	if (cluster.thread_rank() == 0)
		atomicAdd(out, own);
	cg::this_grid().sync();
	if (threadIdx.x == 0)
		out[1 + blockIdx.x] = *out;
}

static void test_cooperative(void)
{
	int *out;
	cudaMallocManaged(&out, 16 * sizeof(int));
	*out = 0;
	CALL(launch(dim3(4), true, 8, 64, 0, grid_kernel, out));
	CALL(cudaDeviceSynchronize());
	for (int b = 0; b < 8; b++)
		CHECK(out[1 + b] == 8 * 64);
	cudaFree(out);
}

// Reads the registers only: blocks of its clusters need not run together.
__global__ void plain_kernel(int *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = (int)(cg::cluster_group::block_rank() * 1000 + threadIdx.x);
}

int main(void)
{
	test_histogram();
	test_registers();
	test_halves();
	test_ring();
	test_multicast();
	test_cooperative();
	int *out;
	cudaMallocManaged(&out, 8 * 40 * sizeof(int));
	CALL(launch(dim3(2), false, 8, 40, 0, plain_kernel, out));
	CALL(cudaDeviceSynchronize());
	for (int i = 0; i < 8 * 40; i++)
		if (out[i] != i / 40 % 2 * 1000 + i % 40)
			CHECK(false);
	cudaFree(out);
	return unit_finish();
}
