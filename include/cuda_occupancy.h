/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How many blocks of a kernel fit into a multiprocessor, computed from numbers alone and without a device (the formulas of the
 * CUDA C++ Programming Guide, "Multiprocessor Level" and "Compute Capabilities": warps, registers by the warp, shared memory,
 * blocks).  What is asked of a device is better asked by cudaOccupancyMaxActiveBlocksPerMultiprocessor.
 */
#ifndef AW_CUDA_OCCUPANCY_H
#define AW_CUDA_OCCUPANCY_H

#include <limits.h>
#include <stddef.h>

enum cudaOccError_enum {
	CUDA_OCC_SUCCESS = 0,
	CUDA_OCC_ERROR_INVALID_INPUT = 1,
	CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2
};
typedef enum cudaOccError_enum cudaOccError;

typedef enum cudaOccPartitionedGCConfig_enum {
	PARTITIONED_GC_OFF,
	PARTITIONED_GC_ON,
	PARTITIONED_GC_ON_STRICT
} cudaOccPartitionedGCConfig;

typedef enum cudaOccFuncShmemConfig_enum {
	FUNC_SHMEM_LIMIT_DEFAULT,
	FUNC_SHMEM_LIMIT_OPTIN /* dynamic shared memory up to maxDynamicSharedSizeBytes */
} cudaOccFuncShmemConfig;

typedef enum cudaOccCacheConfig_enum {
	CACHE_PREFER_NONE = 0x00,
	CACHE_PREFER_SHARED = 0x01,
	CACHE_PREFER_L1 = 0x02,
	CACHE_PREFER_EQUAL = 0x03
} cudaOccCacheConfig;

/* Of carveoutConfig: shared memory's share in percent, or no wish. */
typedef enum cudaOccCarveoutConfig_enum {
	SHAREDMEM_CARVEOUT_DEFAULT = -1,
	SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
	SHAREDMEM_CARVEOUT_MAX_L1 = 0,
	SHAREDMEM_CARVEOUT_HALF = 50
} cudaOccCarveoutConfig;

typedef enum cudaOccLimitingFactor_enum { /* bits */
	OCC_LIMIT_WARPS = 0x01,
	OCC_LIMIT_REGISTERS = 0x02,
	OCC_LIMIT_SHARED_MEMORY = 0x04,
	OCC_LIMIT_BLOCKS = 0x08,
	OCC_LIMIT_BARRIERS = 0x10
} cudaOccLimitingFactor;

/* Members as in cudaDeviceProp. */
struct cudaOccDeviceProp {
	int computeMajor, computeMinor;
	int maxThreadsPerBlock, maxThreadsPerMultiprocessor;
	int regsPerBlock, regsPerMultiprocessor;
	int warpSize;
	size_t sharedMemPerBlock, sharedMemPerMultiprocessor;
	int numSms;
	size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
#ifdef __cplusplus
	template <typename P_> cudaOccDeviceProp(const P_ &p_)
		: computeMajor(p_.major), computeMinor(p_.minor), maxThreadsPerBlock(p_.maxThreadsPerBlock),
		  maxThreadsPerMultiprocessor(p_.maxThreadsPerMultiProcessor), regsPerBlock(p_.regsPerBlock),
		  regsPerMultiprocessor(p_.regsPerMultiprocessor), warpSize(p_.warpSize), sharedMemPerBlock(p_.sharedMemPerBlock),
		  sharedMemPerMultiprocessor(p_.sharedMemPerMultiprocessor), numSms(p_.multiProcessorCount),
		  sharedMemPerBlockOptin(p_.sharedMemPerBlockOptin), reservedSharedMemPerBlock(p_.reservedSharedMemPerBlock) {}
	cudaOccDeviceProp()
		: computeMajor(0), computeMinor(0), maxThreadsPerBlock(0), maxThreadsPerMultiprocessor(0), regsPerBlock(0),
		  regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0), sharedMemPerMultiprocessor(0), numSms(0),
		  sharedMemPerBlockOptin(0), reservedSharedMemPerBlock(0) {}
#endif
};
typedef struct cudaOccDeviceProp cudaOccDeviceProp;

/* Members as in cudaFuncAttributes. */
struct cudaOccFuncAttributes {
	int maxThreadsPerBlock, numRegs;
	size_t sharedSizeBytes;
	cudaOccPartitionedGCConfig partitionedGCConfig;
	cudaOccFuncShmemConfig shmemLimitConfig;
	size_t maxDynamicSharedSizeBytes;
	int numBlockBarriers;
#ifdef __cplusplus
	template <typename A_> cudaOccFuncAttributes(const A_ &a_)
		: maxThreadsPerBlock(a_.maxThreadsPerBlock), numRegs(a_.numRegs), sharedSizeBytes(a_.sharedSizeBytes),
		  partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
		  maxDynamicSharedSizeBytes(a_.maxDynamicSharedSizeBytes), numBlockBarriers(1) {}
	cudaOccFuncAttributes()
		: maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0), partitionedGCConfig(PARTITIONED_GC_OFF),
		  shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT), maxDynamicSharedSizeBytes(0), numBlockBarriers(0) {}
#endif
};
typedef struct cudaOccFuncAttributes cudaOccFuncAttributes;

/* What the driver was told about caches; -1: no wish for shared memory's share in percent. */
struct cudaOccDeviceState {
	cudaOccCacheConfig cacheConfig;
	int carveoutConfig;
#ifdef __cplusplus
	cudaOccDeviceState() : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(-1) {}
#endif
};
typedef struct cudaOccDeviceState cudaOccDeviceState;

struct cudaOccResult {
	int activeBlocksPerMultiprocessor;
	unsigned int limitingFactors;
	int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks, blockLimitBarriers;
	int allocatedRegistersPerBlock;
	size_t allocatedSharedMemPerBlock;
	cudaOccPartitionedGCConfig partitionedGCConfig;
};
typedef struct cudaOccResult cudaOccResult;

/* Helpers of NVIDIA's header that programs use, too: the smaller of two numbers, a quotient rounded up, and the least multiple of y
 * that is x or more, for positive numbers. */
static inline int __occMin(int x, int y)
{
	return y < x ? y : x;
}
static inline int __occDivideRoundUp(int x, int y)
{
	return x / y + (x % y > 0);
}
static inline int __occRoundUp(int x, int y)
{
	return x + (y - x % y) % y;
}

/* Blocks that a multiprocessor of this capability holds at most ("Technical Specifications per Compute Capability"). */
static inline int aw_occ_blocks(const cudaOccDeviceProp *device)
{
	int capability = device->computeMajor * 10 + device->computeMinor;
	if (capability < 50)
		return 16;
	if (capability == 89 || capability == 101 || capability == 110 || device->computeMajor == 12)
		return 24;
	return capability == 75 || capability == 86 || capability == 87 ? 16 : 32;
}

/* Shared memory of a block: what it is given in units of, and how much of it there is at most. */
static inline size_t aw_occ_shared_unit(const cudaOccDeviceProp *device)
{
	return device->computeMajor >= 8 ? 128 : 256;
}
static inline size_t aw_occ_shared_limit(const cudaOccDeviceProp *device, const cudaOccFuncAttributes *attributes)
{
	size_t limit = device->sharedMemPerBlock;
	if (attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN && attributes->maxDynamicSharedSizeBytes > limit)
		limit = device->sharedMemPerBlockOptin;
	return limit;
}

/* What a multiprocessor has of shared memory for blocks that need SHARED bytes each: all of it, or when a share was wished for the least
 * capacity that has so much and room for a block ("Compute Capabilities": shared memory of each; in KiB here). */
static inline size_t aw_occ_shared_capacity(const cudaOccDeviceProp *device, const cudaOccDeviceState *state, size_t shared)
{
	static const unsigned char volta_[] = { 0, 8, 16, 32, 64, 96, 255 }, turing_[] = { 32, 64, 255 },
	                           later_[] = { 0, 8, 16, 32, 64, 100, 132, 164, 196, 228, 255 };
	const unsigned char *step_ = device->computeMajor >= 8 ? later_ : device->computeMinor >= 5 ? turing_ : volta_;
	size_t all_ = device->sharedMemPerMultiprocessor, least_;
	if (device->computeMajor < 7 || state->carveoutConfig < 0 || state->carveoutConfig > 100)
		return all_;
	least_ = all_ * (size_t)state->carveoutConfig / 100;
	least_ = shared > least_ ? shared : least_;
	while (*step_ != 255 && (size_t)*step_ * 1024 < least_)
		step_++;
	return *step_ != 255 && (size_t)*step_ * 1024 < all_ ? (size_t)*step_ * 1024 : all_;
}

/* What a device of these properties has, in *LIMIT: bytes that a block's shared memory is a multiple of, registers that a warp's are a
 * multiple of, registers of a thread, parts of a multiprocessor, blocks of one.  CUDA_OCC_ERROR_UNKNOWN_DEVICE below 3.0. */
static inline cudaOccError aw_occ_answer(int *limit, const cudaOccDeviceProp *properties, int value)
{
	if (properties->computeMajor < 3)
		return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
	*limit = value;
	return CUDA_OCC_SUCCESS;
}
static inline cudaOccError cudaOccSMemAllocationGranularity(int *limit, const cudaOccDeviceProp *properties)
{
	return aw_occ_answer(limit, properties, (int)aw_occ_shared_unit(properties));
}
static inline cudaOccError cudaOccRegAllocationGranularity(int *limit, const cudaOccDeviceProp *properties)
{
	return aw_occ_answer(limit, properties, 256);
}
static inline cudaOccError cudaOccRegAllocationMaxPerThread(int *limit, const cudaOccDeviceProp *properties)
{
	return aw_occ_answer(limit, properties, properties->computeMajor >= 7 ? 256 : 255);
}
static inline cudaOccError cudaOccSubPartitionsPerMultiprocessor(int *limit, const cudaOccDeviceProp *properties)
{
	return aw_occ_answer(limit, properties, properties->computeMajor == 6 && !properties->computeMinor ? 2 : 4);
}
static inline cudaOccError cudaOccMaxBlocksPerMultiprocessor(int *limit, const cudaOccDeviceProp *properties)
{
	return aw_occ_answer(limit, properties, aw_occ_blocks(properties));
}

/* Fills RESULT; all pointers are needed.  CUDA_OCC_ERROR_INVALID_INPUT for numbers that no device or kernel has. */
static inline cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *result, const cudaOccDeviceProp *properties,
	const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state, int blockSize, size_t dynamicSmemSize)
{
	int warps_, warp_registers, limits_[5], i_, least_ = INT_MAX;
	size_t shared_, limit, unit_ = aw_occ_shared_unit(properties);
	if (!result || !properties || !attributes || !state || blockSize <= 0 || properties->warpSize <= 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	if (properties->computeMajor < 3)
		return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
	warps_ = (blockSize + properties->warpSize - 1) / properties->warpSize;
	/* Each of the four parts of a multiprocessor gives registers to its warps in units of 256. */
	warp_registers = (attributes->numRegs * properties->warpSize + 255) / 256 * 256;
	shared_ = attributes->sharedSizeBytes + dynamicSmemSize + properties->reservedSharedMemPerBlock;
	shared_ = (shared_ + unit_ - 1) / unit_ * unit_;
	limit = aw_occ_shared_limit(properties, attributes);
	limits_[0] = properties->maxThreadsPerMultiprocessor / properties->warpSize / warps_;
	if (blockSize > properties->maxThreadsPerBlock || (attributes->maxThreadsPerBlock && blockSize > attributes->maxThreadsPerBlock))
		limits_[0] = 0;
	limits_[1] = warp_registers ? properties->regsPerMultiprocessor / 4 / warp_registers * 4 / warps_ : INT_MAX;
	if (warp_registers * ((warps_ + 3) / 4 * 4) > properties->regsPerBlock)
		limits_[1] = 0;
	limits_[2] = shared_ ? (int)(aw_occ_shared_capacity(properties, state, shared_) / shared_) : INT_MAX;
	if (attributes->sharedSizeBytes + dynamicSmemSize > limit ||
	    (attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN && dynamicSmemSize > attributes->maxDynamicSharedSizeBytes))
		limits_[2] = 0;
	limits_[3] = aw_occ_blocks(properties);
	limits_[4] = INT_MAX; /* 64 barriers from 9.0 on, 24 of 12.x */
	if (attributes->numBlockBarriers > 0 && properties->computeMajor >= 9)
		limits_[4] = (properties->computeMajor == 12 ? 24 : 64) / attributes->numBlockBarriers;
	for (i_ = 0; i_ < 5; i_++)
		least_ = limits_[i_] < least_ ? limits_[i_] : least_;
	result->limitingFactors = 0;
	for (i_ = 0; i_ < 5; i_++)
		if (limits_[i_] == least_) {
			static const unsigned int factors_[] = { OCC_LIMIT_WARPS, OCC_LIMIT_REGISTERS, OCC_LIMIT_SHARED_MEMORY, OCC_LIMIT_BLOCKS,
			                                        OCC_LIMIT_BARRIERS };
			result->limitingFactors |= factors_[i_];
		}
	result->activeBlocksPerMultiprocessor = least_;
	result->blockLimitWarps = limits_[0];
	result->blockLimitRegs = limits_[1];
	result->blockLimitSharedMem = limits_[2];
	result->blockLimitBlocks = limits_[3];
	result->blockLimitBarriers = limits_[4];
	result->allocatedRegistersPerBlock = warp_registers * ((warps_ + 3) / 4 * 4);
	result->allocatedSharedMemPerBlock = shared_;
	result->partitionedGCConfig = PARTITIONED_GC_OFF;
	return CUDA_OCC_SUCCESS;
}

/* The largest of the block sizes that keep the most threads on a multiprocessor, and how many such blocks fill the device.
 * SHAREDSIZE(block size), where there is one, tells the dynamic shared memory of a block, else DYNAMICSMEMSIZE. */
static inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize,
	const cudaOccDeviceProp *properties, const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
	size_t (*sharedSize_)(int), size_t dynamicSMemSize)
{
	int most_ = 0, limit, size;
	if (!minGridSize || !blockSize || !properties || !attributes || !state || properties->warpSize <= 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	*minGridSize = *blockSize = 0;
	limit = properties->maxThreadsPerBlock < attributes->maxThreadsPerBlock ? properties->maxThreadsPerBlock
	                                                                         : attributes->maxThreadsPerBlock;
	for (size = (limit + properties->warpSize - 1) / properties->warpSize * properties->warpSize; size > 0;
	     size -= properties->warpSize) {
		int threads_ = size < limit ? size : limit;
		cudaOccResult result;
		cudaOccError error_ = cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, threads_,
			sharedSize_ ? sharedSize_(threads_) : dynamicSMemSize);
		if (error_ != CUDA_OCC_SUCCESS)
			return error_;
		if (result.activeBlocksPerMultiprocessor * threads_ > most_) {
			most_ = result.activeBlocksPerMultiprocessor * threads_;
			*blockSize = threads_;
			*minGridSize = result.activeBlocksPerMultiprocessor * properties->numSms;
		}
	}
	return CUDA_OCC_SUCCESS;
}

/* The most dynamic shared memory with which NUMBLOCKS blocks still fit into a multiprocessor; as NVIDIA's function, it doesn't count
 * what is reserved for each block. */
static inline cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const cudaOccDeviceProp *properties,
	const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state, int numBlocks, int blockSize)
{
	size_t limit, share_, taken_;
	cudaOccResult result;
	cudaOccError error_;
	if (!dynamicSmemSize || numBlocks <= 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	error_ = cudaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, blockSize, 0);
	if (error_ != CUDA_OCC_SUCCESS)
		return error_;
	if (result.activeBlocksPerMultiprocessor < numBlocks)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	limit = aw_occ_shared_limit(properties, attributes);
	share_ = properties->sharedMemPerMultiprocessor / (size_t)numBlocks / aw_occ_shared_unit(properties);
	share_ *= aw_occ_shared_unit(properties);
	taken_ = attributes->sharedSizeBytes;
	share_ = share_ > taken_ ? share_ - taken_ : 0;
	limit += properties->reservedSharedMemPerBlock;
	limit = limit > taken_ ? limit - taken_ : 0;
	share_ = share_ < limit ? share_ : limit;
	*dynamicSmemSize = share_ < attributes->maxDynamicSharedSizeBytes ? share_ : attributes->maxDynamicSharedSizeBytes;
	return CUDA_OCC_SUCCESS;
}

#ifdef __cplusplus
namespace {
inline cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
	const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state, size_t dynamicSMemSize = 0)
{
	return cudaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes, state, NULL, dynamicSMemSize);
}
} // namespace
#endif

#endif
