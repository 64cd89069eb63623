// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cooperative groups (CUDA C++ Programming Guide, 11): the threads of a warp's part, a block, a
// cluster or a grid as an object that can be asked for its size and rank and can synchronise.
//
//   thread_block         this_thread_block()
//   grid_group           this_grid(); sync() needs a cooperative launch
//   cluster_group        this_cluster()
//   coalesced_group      coalesced_threads(), labeled_partition(), binary_partition()
//   thread_block_tile<N> tiled_partition<N>(group), N a power of two up to 1,024; this_thread()
//   thread_group         any of these, when the kind is not known at compile time
//
// reduce(), scans and memcpy_async() are in cooperative_groups/.  Groups of several grids, which CUDA 13
// has no more, are left out.
//
// All live in __v1, where CCCL and other libraries declare some of them by themselves; not in an inline namespace,
// which those declarations would contradict.
#ifndef _COOPERATIVE_GROUPS_H_
#define _COOPERATIVE_GROUPS_H_

#include <stdint.h>

#include "cuda_runtime.h"

#define _CG_VERSION 1000
#define _CG_ABI_VERSION 1

// libcu++'s atomic objects come with this header where libcu++ is on the path, and groups tell their scope in its words.
// That of before CCCL declares what <stdint.h> does under NVRTC, where ours reads the system's.
#if defined(__cplusplus) && defined(__CUDACC__) && !defined(_CG_LIMIT_INCLUDED_DEPENDENCIES)
#if __cplusplus >= 201703L && __has_include(<cuda/atomic>) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600) && \
        (!defined(__CUDACC_RTC__) || __has_include(<cuda/__cccl_config>))
#define _CG_HAS_STL_ATOMICS
#include <cuda/atomic>
#endif
#endif
#if defined(_CG_HAS_STL_ATOMICS)
#define AW_THREAD_SCOPE(scope) static constexpr cuda::thread_scope thread_scope = cuda::thread_scope_##scope;
#else
#define AW_THREAD_SCOPE(scope)
#endif

#if defined(__cplusplus) && defined(__CUDACC__)

// All blocks of the grid wait for each other; the compiler knows this name.
extern "C" __device__ void __aw_grid_sync(void);
// The threads of the block's tile number TILE of THREADS wait for each other; as above.
extern "C" __device__ void __aw_tile_sync(unsigned int tile, unsigned int threads);

namespace cooperative_groups {
namespace __v1 {

namespace details {

#define AW_GROUP __device__ inline

AW_GROUP unsigned int lane() { return __nvvm_read_ptx_sreg_laneid(); }
AW_GROUP unsigned int lanes_below() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
AW_GROUP unsigned int block_size_() { return blockDim.x * blockDim.y * blockDim.z; }
AW_GROUP unsigned int rank_in_block() {
	return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
AW_GROUP unsigned long long block_rank_in_grid() {
	return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
}
AW_GROUP unsigned long long blocks_of_grid() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
// The lanes that the calling thread's warp has: the last one of a block may be cut off.
AW_GROUP unsigned int lanes_of_warp() {
	unsigned int rest_ = block_size_() - (rank_in_block() & ~31u);
	return rest_ >= 32 ? 0xffffffffu : (1u << rest_) - 1;
}

template <typename T> struct plain_ { typedef T type; };
template <typename T> struct plain_<T &> { typedef T type; };
template <typename T> struct plain_<const T> { typedef T type; };
template <typename T> struct plain_<const T &> { typedef T type; };
template <typename T> struct plain_<T &&> { typedef T type; };

// Moves a value of any type between lanes, one 32-bit word at a time.
template <typename T, typename Move> AW_GROUP T move_words(const T &value, Move move) {
	unsigned int words_[(sizeof(T) + 3) / 4] = {};
	T result = value;
	__builtin_memcpy(words_, &value, sizeof(T));
	for (unsigned int i = 0; i < sizeof(words_) / sizeof(words_[0]); i++)
		words_[i] = move(words_[i]);
	__builtin_memcpy((void *)&result, words_, sizeof(T));
	return result;
}

} // namespace details

// --- the generic group ---

class thread_group {
protected:
	enum kind_ : unsigned short { block_, grid, cluster, lanes_, warps_ };
	kind_ what;
	unsigned short meta_rank, meta_size;
	unsigned int mask; // LANES: of the group within its warp; WARPS: how many threads

	__device__ thread_group(kind_ what, unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
	    : what(what), meta_rank((unsigned short)meta_rank), meta_size((unsigned short)meta_size), mask(mask) {}
	friend AW_GROUP thread_group tiled_partition(const thread_group &parent, unsigned int size);

public:
	__device__ unsigned long long size() const;
	__device__ unsigned long long num_threads() const { return size(); }
	__device__ unsigned long long thread_rank() const;
	__device__ bool is_valid() const { return true; }
	__device__ void sync() const;
};

// --- the block ---

// Memory that older GPUs need for tiles of more than a warp; nothing is kept in it.
template <unsigned int MaxBlockSize = 1024> struct __attribute__((aligned(8))) block_tile_memory {
	static_assert(MaxBlockSize >= 1 && MaxBlockSize <= 1024, "a block has 1 to 1,024 threads");
	unsigned char place_[MaxBlockSize / 32 * 8 + 32];
};

class thread_block : public thread_group {
	__device__ thread_block() : thread_group(block_, 0) {}
	friend AW_GROUP thread_block this_thread_block();

public:
	AW_THREAD_SCOPE(block)
	// What barrier_arrive gives and barrier_wait takes.
	struct arrival_token {};

	static __device__ void sync() { __syncthreads(); }
	// The wait stands for both: nobody may pass it before all have arrived, which all do on their way there.
	static __device__ arrival_token barrier_arrive() { return arrival_token(); }
	static __device__ void barrier_wait(arrival_token &&) { __syncthreads(); }
	static __device__ unsigned int thread_rank() { return details::rank_in_block(); }
	static __device__ unsigned int size() { return details::block_size_(); }
	static __device__ unsigned int num_threads() { return details::block_size_(); }
	static __device__ dim3 group_index() { return blockIdx; }
	static __device__ dim3 thread_index() { return threadIdx; }
	static __device__ dim3 group_dim() { return blockDim; }
	static __device__ dim3 dim_threads() { return blockDim; }
};

AW_GROUP thread_block this_thread_block() { return thread_block(); }
template <unsigned int MaxBlockSize>
__device__ inline thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
	return this_thread_block();
}

// --- the grid ---

class grid_group : public thread_group {
	__device__ grid_group() : thread_group(grid, 0) {}
	friend AW_GROUP grid_group this_grid();

public:
	AW_THREAD_SCOPE(device)
	struct arrival_token {};

	static __device__ bool is_valid() { return true; }
	static __device__ void sync() { __aw_grid_sync(); }
	static __device__ arrival_token barrier_arrive() { return arrival_token(); }
	static __device__ void barrier_wait(arrival_token &&) { __aw_grid_sync(); }
	static __device__ unsigned long long thread_rank() {
		return details::block_rank_in_grid() * details::block_size_() + details::rank_in_block();
	}
	static __device__ unsigned long long size() { return details::blocks_of_grid() * details::block_size_(); }
	static __device__ unsigned long long num_threads() { return size(); }
	static __device__ unsigned long long block_rank() { return details::block_rank_in_grid(); }
	static __device__ unsigned long long num_blocks() { return details::blocks_of_grid(); }
	static __device__ dim3 block_index() { return blockIdx; }
	static __device__ dim3 dim_blocks() { return gridDim; }
	static __device__ dim3 group_dim() { return gridDim; }
	static __device__ dim3 thread_index() {
		return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
		            blockIdx.z * blockDim.z + threadIdx.z);
	}
	static __device__ dim3 dim_threads() {
		return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
	}
	static __device__ dim3 cluster_index() { return __clusterIdx(); }
	static __device__ dim3 dim_clusters() { return __clusterGridDimInClusters(); }
	static __device__ unsigned long long num_clusters() {
		dim3 clusters_ = dim_clusters();
		return (unsigned long long)clusters_.x * clusters_.y * clusters_.z;
	}
	static __device__ unsigned long long cluster_rank() {
		dim3 index = cluster_index(), clusters_ = dim_clusters();
		return index.x + (unsigned long long)clusters_.x * (index.y + (unsigned long long)clusters_.y * index.z);
	}
};

AW_GROUP grid_group this_grid() { return grid_group(); }

// --- the cluster ---

class cluster_group : public thread_group {
	__device__ cluster_group() : thread_group(cluster, 0) {}
	friend AW_GROUP cluster_group this_cluster();

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
	static __device__ dim3 thread_index() {
		dim3 block_ = block_index();
		return dim3(block_.x * blockDim.x + threadIdx.x, block_.y * blockDim.y + threadIdx.y,
		            block_.z * blockDim.z + threadIdx.z);
	}
	static __device__ dim3 dim_threads() {
		dim3 blocks_ = dim_blocks();
		return dim3(blocks_.x * blockDim.x, blocks_.y * blockDim.y, blocks_.z * blockDim.z);
	}
	static __device__ unsigned int thread_rank() {
		return block_rank() * details::block_size_() + details::rank_in_block();
	}
	static __device__ unsigned int num_threads() { return num_blocks() * details::block_size_(); }
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
	__device__ unsigned int pack_(unsigned int bits) const {
		unsigned int packed_ = 0, at = 0;
		for (unsigned int rest_ = mask; rest_; rest_ &= rest_ - 1)
			packed_ |= (bits >> (__ffs((int)rest_) - 1) & 1) << at++;
		return packed_;
	}

public:
	AW_THREAD_SCOPE(block)
	explicit __device__ coalesced_group(unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
	    : thread_group(lanes_, mask, meta_rank, meta_size) {}

	__device__ unsigned int size() const { return (unsigned int)__popc(mask); }
	__device__ unsigned int num_threads() const { return size(); }
	__device__ unsigned int thread_rank() const { return (unsigned int)__popc(mask & details::lanes_below()); }
	// How many groups the partition made of which this is one, and which one it is.
	__device__ unsigned int meta_group_size() const { return meta_size; }
	__device__ unsigned int meta_group_rank() const { return meta_rank; }
	__device__ void sync() const { __syncwarp(mask); }
	// Which lanes of the warp these are.
	__device__ unsigned int lane_mask() const { return mask; }
	// The ranks FIRST to FIRST + COUNT - 1 of this group.
	__device__ unsigned int lanes_of_ranks(unsigned int first, unsigned int count) const {
		unsigned int chosen_ = 0, rank = 0;
		for (unsigned int rest_ = mask; rest_; rest_ &= rest_ - 1, rank++)
			chosen_ |= rank - first < count ? rest_ & (0 - rest_) : 0;
		return chosen_;
	}

	// A rank outside of the group gives the caller's own value.
	template <typename T> __device__ T shfl(T value, int rank) const {
		unsigned int from_ = (unsigned int)rank < size() ? lane_of((unsigned int)rank) : details::lane();
		return details::move_words(value, [&](unsigned int word_) { return __shfl_sync(mask, word_, (int)from_); });
	}
	template <typename T> __device__ T shfl_up(T value, unsigned int delta) const {
		return shfl(value, (int)(thread_rank() - delta));
	}
	template <typename T> __device__ T shfl_down(T value, unsigned int delta) const {
		return shfl(value, (int)(thread_rank() + delta));
	}

	__device__ int any(int predicate) const { return __any_sync(mask, predicate); }
	__device__ int all(int predicate) const { return __all_sync(mask, predicate); }
	__device__ unsigned int ballot(int predicate) const { return pack_(__ballot_sync(mask, predicate)); }
	template <typename T> __device__ unsigned int match_any(T value) const {
		return pack_(__match_any_sync(mask, +value));
	}
	template <typename T> __device__ unsigned int match_all(T value, int &equal) const {
		return pack_(__match_all_sync(mask, +value, &equal));
	}
};

// The lanes of the calling warp that are here together.
AW_GROUP coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// --- a warp, or an aligned power of two of its lanes ---

namespace details {

template <unsigned int N_, bool Warps = (N_ > 32)> class tile : public thread_group {
	static_assert(N_ >= 1 && (N_ & (N_ - 1)) == 0, "a tile has a power of two of threads, up to 1,024");

	static __device__ unsigned int first_lane() { return lane() & ~(N_ - 1); }

protected:
	__device__ tile() : thread_group(lanes_, lane_mask()) {}

public:
	AW_THREAD_SCOPE(block)
	static __device__ constexpr unsigned int size() { return N_; }
	static __device__ constexpr unsigned int num_threads() { return N_; }
	static __device__ unsigned int thread_rank() { return lane() & (N_ - 1); }
	static __device__ unsigned int lane_mask() { return (0xffffffffu >> (32 - N_)) << first_lane(); }
	static __device__ void sync() { __syncwarp(lane_mask()); }

	template <typename T> __device__ T shfl(T value, int rank) const {
		return move_words(value, [&](unsigned int word_) { return __shfl_sync(mask, word_, rank, N_); });
	}
	template <typename T> __device__ T shfl_up(T value, unsigned int delta) const {
		return move_words(value, [&](unsigned int word_) { return __shfl_up_sync(mask, word_, delta, N_); });
	}
	template <typename T> __device__ T shfl_down(T value, unsigned int delta) const {
		return move_words(value, [&](unsigned int word_) { return __shfl_down_sync(mask, word_, delta, N_); });
	}
	template <typename T> __device__ T shfl_xor(T value, unsigned int other) const {
		return move_words(value, [&](unsigned int word_) { return __shfl_xor_sync(mask, word_, (int)other, N_); });
	}

	__device__ int any(int predicate) const { return (__ballot_sync(mask, predicate) & mask) != 0; }
	__device__ int all(int predicate) const { return (__ballot_sync(mask, !predicate) & mask) == 0; }
	__device__ unsigned int ballot(int predicate) const {
		return (__ballot_sync(mask, predicate) & mask) >> first_lane();
	}
	template <typename T> __device__ unsigned int match_any(T value) const {
		return __match_any_sync(mask, +value) >> first_lane();
	}
	template <typename T> __device__ unsigned int match_all(T value, int &equal) const {
		return __match_all_sync(mask, +value, &equal) >> first_lane();
	}
};

// Several warps of the block, which meet at a barrier of theirs and exchange values in shared memory.
template <unsigned int N_> class tile<N_, true> : public thread_group {
	static_assert(N_ <= 1024 && (N_ & (N_ - 1)) == 0, "a tile has a power of two of threads, up to 1,024");

protected:
	__device__ tile() : thread_group(warps_, N_) {}

public:
	AW_THREAD_SCOPE(block)
	static __device__ constexpr unsigned int size() { return N_; }
	static __device__ constexpr unsigned int num_threads() { return N_; }
	static __device__ unsigned int thread_rank() { return rank_in_block() & (N_ - 1); }
	static __device__ void sync() { __aw_tile_sync(rank_in_block() / N_, N_); }

	// The first warp of the tile among those of the block; the block's warps have a place each for a T.
	static __device__ unsigned int first_warp() { return rank_in_block() / N_ * (N_ / 32); }
	template <typename T> static __device__ T *places_() {
		__shared__ __align__(alignof(T)) unsigned char of_warps[32 * sizeof(T)];
		return (T *)of_warps;
	}

	template <typename T> __device__ T shfl(T value, int rank) const {
		T *place_ = places_<T>() + first_warp();
		sync();
		if (thread_rank() == ((unsigned int)rank & (N_ - 1)))
			*place_ = value;
		sync();
		return *place_;
	}
	__device__ int any(int predicate) const {
		unsigned int *some_ = places_<unsigned int>() + first_warp(), found_ = __ballot_sync(0xffffffffu, predicate);
		sync();
		some_[thread_rank() / 32] = found_;
		sync();
		found_ = 0;
		for (unsigned int warp = 0; warp < N_ / 32; warp++)
			found_ |= some_[warp];
		return found_ != 0;
	}
	__device__ int all(int predicate) const { return !any(!predicate); }
};

} // namespace details

// A tile of a PARENT, which says how many such tiles there are.
template <unsigned int Size, typename Parent = void> class thread_block_tile : public details::tile<Size> {
	friend class thread_block_tile<Size, void>;
	__device__ thread_block_tile() {}
	template <unsigned int N_, typename P_>
	friend __device__ thread_block_tile<N_, P_> tiled_partition(const P_ &parent);

public:
	static __device__ unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
	static __device__ unsigned int meta_group_size() { return (Parent::size() + Size - 1) / Size; }
};

// The same when the parent is forgotten.
template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile<Size> {
	__device__ thread_block_tile(unsigned int rank, unsigned int count) {
		this->meta_rank = (unsigned short)rank;
		this->meta_size = (unsigned short)count;
	}
	friend AW_GROUP thread_block_tile<1, void> this_thread();

public:
	template <typename Parent>
	__device__ thread_block_tile(const thread_block_tile<Size, Parent> &other)
	    : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}
	__device__ unsigned int meta_group_rank() const { return this->meta_rank; }
	__device__ unsigned int meta_group_size() const { return this->meta_size; }
};

AW_GROUP thread_block_tile<1, void> this_thread() { return thread_block_tile<1, void>(0, 1); }

// --- partitions ---

template <unsigned int Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
	return thread_block_tile<Size, Parent>();
}

AW_GROUP coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
	unsigned int tile = parent.thread_rank() / size;
	return coalesced_group(parent.lanes_of_ranks(tile * size, size), tile, (parent.size() + size - 1) / size);
}

// SIZE is a power of two up to 32.
AW_GROUP thread_group tiled_partition(const thread_group &parent, unsigned int size) {
	if (parent.what == thread_group::lanes_)
		return tiled_partition(coalesced_group(parent.mask), size);
	unsigned int first = details::lane() & ~(size - 1), chosen_ = (0xffffffffu >> (32 - size)) << first;
	unsigned int tiles_ = ((unsigned int)parent.size() + size - 1) / size;
	return thread_group(thread_group::lanes_, chosen_ & details::lanes_of_warp(),
	                    (unsigned int)parent.thread_rank() / size, tiles_);
}

namespace details {

// The threads that have the same LABEL, numbered by their first threads.
template <typename Group, typename Label> __device__ inline coalesced_group partition_(const Group &group, Label label_) {
	unsigned int mask = __match_any_sync(group.lane_mask(), +label_), first = mask & (0 - mask);
	unsigned int firsts_ = __ballot_sync(group.lane_mask(), first == 1u << lane());
	return coalesced_group(mask, (unsigned int)__popc(firsts_ & (first - 1)), (unsigned int)__popc(firsts_));
}
// Those whose PREDICATE is the same: the second group is the one where it is true.
template <typename Group> __device__ inline coalesced_group partition_(const Group &group, bool predicate) {
	unsigned int all = group.lane_mask(), yes_ = __ballot_sync(all, predicate) & all;
	bool two_ = yes_ != 0 && yes_ != all;
	return coalesced_group(predicate ? yes_ : all & ~yes_, two_ && predicate, two_ ? 2 : 1);
}

} // namespace details

// Their template parameters are CUDA's, which programs name: binary_partition<32>(tile, predicate).
template <typename Label> __device__ inline coalesced_group labeled_partition(const coalesced_group &group, Label label_) {
	return details::partition_(group, label_);
}
template <typename Label, unsigned int Size, typename Parent>
__device__ inline coalesced_group labeled_partition(const thread_block_tile<Size, Parent> &tile, Label label_) {
	static_assert(Size <= 32, "a tile of more than a warp has no partitions");
	return details::partition_(tile, label_);
}
AW_GROUP coalesced_group binary_partition(const coalesced_group &group, bool predicate) {
	return details::partition_(group, predicate);
}
template <unsigned int Size, typename Parent>
__device__ inline coalesced_group binary_partition(const thread_block_tile<Size, Parent> &tile, bool predicate) {
	static_assert(Size <= 32, "a tile of more than a warp has no partitions");
	return details::partition_(tile, predicate);
}

// --- what is known only at run time ---

inline __device__ unsigned long long thread_group::size() const {
	switch (what) {
	case lanes_: return (unsigned long long)__popc(mask);
	case warps_: return mask;
	case block_: return details::block_size_();
	case cluster: return cluster_group::size();
	default: return grid_group::size();
	}
}

inline __device__ unsigned long long thread_group::thread_rank() const {
	switch (what) {
	case lanes_: return (unsigned long long)__popc(mask & details::lanes_below());
	case warps_: return details::rank_in_block() & (mask - 1);
	case block_: return details::rank_in_block();
	case cluster: return cluster_group::thread_rank();
	default: return grid_group::thread_rank();
	}
}

inline __device__ void thread_group::sync() const {
	switch (what) {
	case lanes_: return __syncwarp(mask);
	case warps_: return __aw_tile_sync(details::rank_in_block() / mask, mask);
	case block_: return __syncthreads();
	case cluster: return cluster_group::sync();
	default: return __aw_grid_sync();
	}
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
__device__ inline void invoke_one(const Group &group, Function &&function_, Arguments &&...arguments_) {
	if (group.thread_rank() == 0)
		function_(static_cast<Arguments &&>(arguments_)...);
}
template <typename Group, typename Function, typename... Arguments>
__device__ inline auto invoke_one_broadcast(const Group &group, Function &&function_, Arguments &&...arguments_)
    -> decltype(function_(static_cast<Arguments &&>(arguments_)...)) {
	decltype(function_(static_cast<Arguments &&>(arguments_)...)) result{};
	if (group.thread_rank() == 0)
		result = function_(static_cast<Arguments &&>(arguments_)...);
	return group.shfl(result, 0);
}

#undef AW_GROUP
#undef AW_THREAD_SCOPE

} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
#endif
