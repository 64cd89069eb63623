// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups (CUDA C++ Programming Guide, 11): the threads of a warp's part, a block, a
// cluster or a grid as an object that can be asked for its size and rank and can synchronise.
//
//   thread_block         this_thread_block()
//   grid_group           this_grid(); sync() needs a cooperative launch
//   cluster_group        this_cluster()
//   coalesced_group      coalesced_threads(), labeled_partition(), binary_partition()
//   thread_block_tile<N> tiled_partition<N>(group), N a power of two up to 32
//   thread_group         any of these, when the kind is not known at compile time
//
// reduce(), scans and memcpy_async() are in cooperative_groups/.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDACC__)

// All blocks of the grid wait for each other; the compiler knows this name.
extern "C" __device__ void __aw_grid_sync(void);

namespace cooperative_groups {

namespace details {

#define AW_GROUP __device__ inline

AW_GROUP unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
AW_GROUP unsigned int lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
AW_GROUP unsigned int block_size() { return blockDim.x * blockDim.y * blockDim.z; }
AW_GROUP unsigned int rank_in_block() {
	return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
AW_GROUP unsigned long long block_rank_in_grid() {
	return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
AW_GROUP unsigned long long blocks_of_grid() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }

// Moves a value of any type between lanes, one 32-bit word at a time.
template <typename T, typename Move> AW_GROUP T move_words(const T &value, Move move) {
	unsigned int words[(sizeof(T) + 3) / 4] = {};
	T result = value;
	__builtin_memcpy(words, &value, sizeof(T));
	for (unsigned int i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		words[i] = move(words[i]);
	__builtin_memcpy((void *)&result, words, sizeof(T));
	return result;
}

} // namespace details

// --- the generic group ---

class thread_group {
protected:
	enum kind { block, grid, lanes };
	kind what;
	unsigned int mask; // of a group within a warp

	__device__ thread_group(kind what, unsigned int mask) : what(what), mask(mask) {}
	friend AW_GROUP thread_group tiled_partition(const thread_group &parent, unsigned int size);

public:
	__device__ unsigned long long size() const {
		return what == lanes   ? (unsigned long long)__popc(mask)
		       : what == block ? details::block_size()
		                       : details::blocks_of_grid() * details::block_size();
	}
	__device__ unsigned long long num_threads() const { return size(); }
	__device__ unsigned long long thread_rank() const {
		return what == lanes   ? (unsigned long long)__popc(mask & details::lanes_below())
		       : what == block ? details::rank_in_block()
		                       : details::block_rank_in_grid() * details::block_size() + details::rank_in_block();
	}
	__device__ bool is_valid() const { return true; }
	__device__ void sync() const {
		if (what == lanes)
			__syncwarp(mask);
		else if (what == block)
			__syncthreads();
		else
			__aw_grid_sync();
	}
};

// --- the block ---

class thread_block : public thread_group {
	__device__ thread_block() : thread_group(block, 0) {}
	friend AW_GROUP thread_block this_thread_block();

public:
	// What barrier_arrive gives and barrier_wait takes.
	struct arrival_token {};

	static __device__ void sync() { __syncthreads(); }
	static __device__ arrival_token barrier_arrive() { return arrival_token(); }
	static __device__ void barrier_wait(arrival_token) { __syncthreads(); }
	static __device__ unsigned int thread_rank() { return details::rank_in_block(); }
	static __device__ unsigned int size() { return details::block_size(); }
	static __device__ unsigned int num_threads() { return details::block_size(); }
	static __device__ dim3 group_index() { return blockIdx; }
	static __device__ dim3 thread_index() { return threadIdx; }
	static __device__ dim3 group_dim() { return blockDim; }
	static __device__ dim3 dim_threads() { return blockDim; }
};

AW_GROUP thread_block this_thread_block() { return thread_block(); }

// --- the grid ---

class grid_group : public thread_group {
	__device__ grid_group() : thread_group(grid, 0) {}
	friend AW_GROUP grid_group this_grid();

public:
	struct arrival_token {};

	static __device__ bool is_valid() { return true; }
	static __device__ void sync() { __aw_grid_sync(); }
	static __device__ arrival_token barrier_arrive() { return arrival_token(); }
	static __device__ void barrier_wait(arrival_token) { __aw_grid_sync(); }
	static __device__ unsigned long long thread_rank() {
		return details::block_rank_in_grid() * details::block_size() + details::rank_in_block();
	}
	static __device__ unsigned long long size() { return details::blocks_of_grid() * details::block_size(); }
	static __device__ unsigned long long num_threads() { return size(); }
	static __device__ unsigned long long block_rank() { return details::block_rank_in_grid(); }
	static __device__ unsigned long long num_blocks() { return details::blocks_of_grid(); }
	static __device__ dim3 block_index() { return blockIdx; }
	static __device__ dim3 dim_blocks() { return gridDim; }
	static __device__ dim3 group_dim() { return gridDim; }
};

AW_GROUP grid_group this_grid() { return grid_group(); }

// --- the cluster ---

class cluster_group {
public:
	struct arrival_token {};

	static __device__ void sync() {
		__cluster_barrier_arrive();
		__cluster_barrier_wait();
	}
	static __device__ arrival_token barrier_arrive() {
		__cluster_barrier_arrive();
		return arrival_token();
	}
	static __device__ void barrier_wait() { __cluster_barrier_wait(); }
	static __device__ void barrier_wait(arrival_token &&) { __cluster_barrier_wait(); }
	static __device__ unsigned int block_rank() { return __clusterRelativeBlockRank(); }
	static __device__ unsigned int num_blocks() { return __clusterSizeInBlocks(); }
	static __device__ dim3 block_index() { return __clusterRelativeBlockIdx(); }
	static __device__ dim3 dim_blocks() { return __clusterDim(); }
	static __device__ unsigned int thread_rank() {
		return block_rank() * details::block_size() + details::rank_in_block();
	}
	static __device__ unsigned int num_threads() { return num_blocks() * details::block_size(); }
	static __device__ unsigned int size() { return num_threads(); }
	// The shared variable at ADDRESS as block RANK has it, and whose a variable is.
	template <typename T> static __device__ T *map_shared_rank(T *address, int rank) {
		return (T *)__cluster_map_shared_rank(address, (unsigned int)rank);
	}
	static __device__ unsigned int query_shared_rank(const void *address) {
		return __cluster_query_shared_rank(address);
	}
};

AW_GROUP cluster_group this_cluster() { return cluster_group(); }

// --- some lanes of a warp, ranked in their order ---

class coalesced_group : public thread_group {
	// The lane of RANK, and the bits of the group's lanes pushed together.
	__device__ unsigned int lane_of(unsigned int rank) const { return __fns(mask, 0, (int)rank + 1); }
	__device__ unsigned int pack(unsigned int bits) const {
		unsigned int packed = 0, at = 0;
		for (unsigned int rest = mask; rest; rest &= rest - 1)
			packed |= (bits >> (__ffs((int)rest) - 1) & 1) << at++;
		return packed;
	}

public:
	explicit __device__ coalesced_group(unsigned int mask) : thread_group(lanes, mask) {}

	__device__ unsigned int size() const { return (unsigned int)__popc(mask); }
	__device__ unsigned int num_threads() const { return size(); }
	__device__ unsigned int thread_rank() const { return (unsigned int)__popc(mask & details::lanes_below()); }
	__device__ unsigned int meta_group_size() const { return 1; }
	__device__ unsigned int meta_group_rank() const { return 0; }
	__device__ void sync() const { __syncwarp(mask); }
	// Which lanes of the warp these are.
	__device__ unsigned int lane_mask() const { return mask; }

	// A rank outside of the group gives the caller's own value.
	template <typename T> __device__ T shfl(T value, int rank) const {
		unsigned int from = (unsigned int)rank < size() ? lane_of((unsigned int)rank) : details::lane();
		return details::move_words(value, [&](unsigned int word) { return __shfl_sync(mask, word, (int)from); });
	}
	template <typename T> __device__ T shfl_up(T value, unsigned int delta) const {
		return shfl(value, (int)(thread_rank() - delta));
	}
	template <typename T> __device__ T shfl_down(T value, unsigned int delta) const {
		return shfl(value, (int)(thread_rank() + delta));
	}

	__device__ int any(int predicate) const { return __any_sync(mask, predicate); }
	__device__ int all(int predicate) const { return __all_sync(mask, predicate); }
	__device__ unsigned int ballot(int predicate) const { return pack(__ballot_sync(mask, predicate)); }
	template <typename T> __device__ unsigned int match_any(T value) const {
		return pack(__match_any_sync(mask, value));
	}
	template <typename T> __device__ unsigned int match_all(T value, int &equal) const {
		return pack(__match_all_sync(mask, value, &equal));
	}
};

// The lanes of the calling warp that are here together.
AW_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// --- a warp, or an aligned power of two of its lanes ---

namespace details {

template <unsigned int N> class tile : public thread_group {
	static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

	static __device__ unsigned int first_lane() { return lane() & ~(N - 1); }
	static __device__ unsigned int lane_mask_of_tile() { return (0xffffffffu >> (32 - N)) << first_lane(); }

protected:
	__device__ tile() : thread_group(lanes, lane_mask_of_tile()) {}

public:
	static __device__ constexpr unsigned int size() { return N; }
	static __device__ constexpr unsigned int num_threads() { return N; }
	static __device__ unsigned int thread_rank() { return lane() & (N - 1); }
	__device__ unsigned int lane_mask() const { return mask; }
	__device__ void sync() const { __syncwarp(mask); }

	template <typename T> __device__ T shfl(T value, int rank) const {
		return move_words(value, [&](unsigned int word) { return __shfl_sync(mask, word, rank, N); });
	}
	template <typename T> __device__ T shfl_up(T value, unsigned int delta) const {
		return move_words(value, [&](unsigned int word) { return __shfl_up_sync(mask, word, delta, N); });
	}
	template <typename T> __device__ T shfl_down(T value, unsigned int delta) const {
		return move_words(value, [&](unsigned int word) { return __shfl_down_sync(mask, word, delta, N); });
	}
	template <typename T> __device__ T shfl_xor(T value, unsigned int other) const {
		return move_words(value, [&](unsigned int word) { return __shfl_xor_sync(mask, word, (int)other, N); });
	}

	__device__ int any(int predicate) const { return (__ballot_sync(mask, predicate) & mask) != 0; }
	__device__ int all(int predicate) const { return (__ballot_sync(mask, !predicate) & mask) == 0; }
	__device__ unsigned int ballot(int predicate) const {
		return (__ballot_sync(mask, predicate) & mask) >> first_lane();
	}
	template <typename T> __device__ unsigned int match_any(T value) const {
		return __match_any_sync(mask, value) >> first_lane();
	}
	template <typename T> __device__ unsigned int match_all(T value, int &equal) const {
		return __match_all_sync(mask, value, &equal) >> first_lane();
	}
};

} // namespace details

// A tile of a PARENT, which says how many such tiles there are.
template <unsigned int Size, typename Parent = void> class thread_block_tile : public details::tile<Size> {
	friend class thread_block_tile<Size, void>;
	__device__ thread_block_tile() {}
	template <unsigned int N, typename P>
	friend __device__ thread_block_tile<N, P> tiled_partition(const P &parent);

public:
	static __device__ unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
	static __device__ unsigned int meta_group_size() { return (Parent::size() + Size - 1) / Size; }
	__device__ operator coalesced_group() const { return coalesced_group(this->mask); }
};

// The same when the parent is forgotten.
template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile<Size> {
	unsigned int rank, count;

public:
	template <typename Parent>
	__device__ thread_block_tile(const thread_block_tile<Size, Parent> &other)
	    : rank(other.meta_group_rank()), count(other.meta_group_size()) {}
	__device__ unsigned int meta_group_rank() const { return rank; }
	__device__ unsigned int meta_group_size() const { return count; }
	__device__ operator coalesced_group() const { return coalesced_group(this->mask); }
};

// --- partitions ---

template <unsigned int Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
	return thread_block_tile<Size, Parent>();
}

AW_GROUP thread_group tiled_partition(const thread_group &parent, unsigned int size) {
	unsigned int mask = parent.what == thread_group::lanes ? parent.mask : 0xffffffffu;
	unsigned int first = (unsigned int)parent.thread_rank() & 31 & ~(size - 1), chosen = 0;
	for (unsigned int rank = first; rank < first + size && rank < 32; rank++) {
		unsigned int lane = __fns(mask, 0, (int)rank + 1);
		if (lane < 32)
			chosen |= 1u << lane;
	}
	return thread_group(thread_group::lanes, chosen);
}

// The threads that have the same LABEL, and those whose PREDICATE is the same.
template <typename Label, typename Group>
__device__ inline coalesced_group labeled_partition(const Group &group, Label label) {
	return coalesced_group(__match_any_sync(group.lane_mask(), label));
}
template <typename Group> __device__ inline coalesced_group binary_partition(const Group &group, bool predicate) {
	unsigned int yes = __ballot_sync(group.lane_mask(), predicate) & group.lane_mask();
	return coalesced_group(predicate ? yes : group.lane_mask() & ~yes);
}

// --- the same as functions ---

template <typename Group> __device__ inline void sync(const Group &group) { group.sync(); }
template <typename Group> __device__ inline unsigned long long thread_rank(const Group &group) {
	return group.thread_rank();
}
template <typename Group> __device__ inline unsigned long long group_size(const Group &group) { return group.size(); }
AW_GROUP dim3 group_index(const thread_block &) { return blockIdx; }
AW_GROUP dim3 thread_index(const thread_block &) { return threadIdx; }

// One thread does FUNCTION(arguments); invoke_one_broadcast hands its result to all of the group.
template <typename Group, typename Function, typename... Arguments>
__device__ inline void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
	if (group.thread_rank() == 0)
		function(static_cast<Arguments &&>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
__device__ inline auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> decltype(function(static_cast<Arguments &&>(arguments)...)) {
	decltype(function(static_cast<Arguments &&>(arguments)...)) result{};
	if (group.thread_rank() == 0)
		result = function(static_cast<Arguments &&>(arguments)...);
	return group.shfl(result, 0);
}

#undef AW_GROUP

} // namespace cooperative_groups

#endif
#endif
