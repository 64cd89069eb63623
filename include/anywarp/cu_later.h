/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the driver interface has had since CUDA 12.8 (CUDA Driver API).  Where a function of the runtime interface has the same name but for
 * its beginning, it says what happens and which errors there are.
 */
#ifndef AW_CU_LATER_H
#define AW_CU_LATER_H

/* --- messages (api_log.h) --- */

typedef enum CUlogLevel_enum {
	CU_LOG_LEVEL_ERROR = 0,
	CU_LOG_LEVEL_WARNING = 1
} CUlogLevel;
typedef struct CUlogsCallbackEntry_st *CUlogsCallbackHandle;
typedef unsigned int CUlogIterator;
typedef void (CUDA_CB *CUlogsCallback)(void *data, CUlogLevel logLevel, char *message, size_t length);

CUresult CUDAAPI cuLogsRegisterCallback(CUlogsCallback callbackFunc, void *userData, CUlogsCallbackHandle *callback_out);
CUresult CUDAAPI cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
CUresult CUDAAPI cuLogsCurrent(CUlogIterator *iterator_out, unsigned int flags);
CUresult CUDAAPI cuLogsDumpToFile(CUlogIterator *iterator, const char *pathToFile, unsigned int flags);
CUresult CUDAAPI cuLogsDumpToMemory(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags);

/* --- batches (api_memory.h) --- */

typedef enum CUmemcpyFlags_enum {
	CU_MEMCPY_FLAG_DEFAULT = 0x0,
	CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE = 0x1
} CUmemcpyFlags;

typedef enum CUmemcpySrcAccessOrder_enum {
	CU_MEMCPY_SRC_ACCESS_ORDER_INVALID = 0x0,
	CU_MEMCPY_SRC_ACCESS_ORDER_STREAM = 0x1,
	CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL = 0x2,
	CU_MEMCPY_SRC_ACCESS_ORDER_ANY = 0x3,
	CU_MEMCPY_SRC_ACCESS_ORDER_MAX = 0x7fffffff
} CUmemcpySrcAccessOrder;

typedef struct CUmemcpyAttributes_st {
	CUmemcpySrcAccessOrder srcAccessOrder;
	CUmemLocation srcLocHint;
	CUmemLocation dstLocHint;
	unsigned int flags; /* CUmemcpyFlags */
} CUmemcpyAttributes_v1;
typedef CUmemcpyAttributes_v1 CUmemcpyAttributes;

CUresult CUDAAPI cuMemcpyBatchAsync(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
	size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream);
/* As since CUDA 13, without the number of the copy that failed. */
CUresult CUDAAPI cuMemcpyBatchAsync_v2(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs,
	size_t *attrsIdxs, size_t numAttrs, CUstream hStream);
typedef enum CUmemcpy3DOperandType_enum {
	CU_MEMCPY_OPERAND_TYPE_POINTER = 0x1,
	CU_MEMCPY_OPERAND_TYPE_ARRAY = 0x2,
	CU_MEMCPY_OPERAND_TYPE_MAX = 0x7fffffff
} CUmemcpy3DOperandType;
typedef struct CUoffset3D_st {
	size_t x, y, z; /* elements */
} CUoffset3D_v1;
typedef CUoffset3D_v1 CUoffset3D;
typedef struct CUextent3D_st {
	size_t width, height, depth;
} CUextent3D_v1;
typedef CUextent3D_v1 CUextent3D;
typedef struct CUmemcpy3DOperand_st {
	CUmemcpy3DOperandType type;
	union {
		struct {
			CUdeviceptr ptr;
			size_t rowLength;   /* elements; 0: the copy's width */
			size_t layerHeight; /* rows; 0: the copy's height */
			CUmemLocation locHint;
		} ptr;
		struct {
			CUarray array;
			CUoffset3D offset;
		} array;
	} op;
} CUmemcpy3DOperand_v1;
typedef CUmemcpy3DOperand_v1 CUmemcpy3DOperand;
typedef struct CUDA_MEMCPY3D_BATCH_OP_st {
	CUmemcpy3DOperand src;
	CUmemcpy3DOperand dst;
	CUextent3D extent; /* elements: an array's, else bytes */
	CUmemcpySrcAccessOrder srcAccessOrder;
	unsigned int flags; /* CUmemcpyFlags */
} CUDA_MEMCPY3D_BATCH_OP_v1;
typedef CUDA_MEMCPY3D_BATCH_OP_v1 CUDA_MEMCPY3D_BATCH_OP;

CUresult CUDAAPI cuMemcpy3DBatchAsync(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags,
	CUstream hStream);
/* As since CUDA 13, likewise. */
CUresult CUDAAPI cuMemcpy3DBatchAsync_v2(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream);
CUresult CUDAAPI cuMemPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs,
	size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult CUDAAPI cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream);
CUresult CUDAAPI cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs,
	size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream);
CUresult CUDAAPI cuMemPrefetchAsync_v2(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream);
/* The location of advice that needs none is ignored. */
CUresult CUDAAPI cuMemAdvise_v2(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location);
CUresult CUDAAPI cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream);

/* --- pools by place (api_pool.h) --- */

CUresult CUDAAPI cuMemGetDefaultMemPool(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type);
CUresult CUDAAPI cuMemGetMemPool(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type);
CUresult CUDAAPI cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool);

/* --- atomic operations across a link (api_device.h) --- */

typedef enum CUatomicOperation_enum {
	CU_ATOMIC_OPERATION_INTEGER_ADD = 0,
	CU_ATOMIC_OPERATION_INTEGER_MIN = 1,
	CU_ATOMIC_OPERATION_INTEGER_MAX = 2,
	CU_ATOMIC_OPERATION_INTEGER_INCREMENT = 3,
	CU_ATOMIC_OPERATION_INTEGER_DECREMENT = 4,
	CU_ATOMIC_OPERATION_AND = 5,
	CU_ATOMIC_OPERATION_OR = 6,
	CU_ATOMIC_OPERATION_XOR = 7,
	CU_ATOMIC_OPERATION_EXCHANGE = 8,
	CU_ATOMIC_OPERATION_CAS = 9,
	CU_ATOMIC_OPERATION_FLOAT_ADD = 10,
	CU_ATOMIC_OPERATION_FLOAT_MIN = 11,
	CU_ATOMIC_OPERATION_FLOAT_MAX = 12,
	CU_ATOMIC_OPERATION_MAX
} CUatomicOperation;

typedef enum CUatomicOperationCapability_enum {
	CU_ATOMIC_CAPABILITY_SIGNED = 1u << 0,
	CU_ATOMIC_CAPABILITY_UNSIGNED = 1u << 1,
	CU_ATOMIC_CAPABILITY_REDUCTION = 1u << 2,
	CU_ATOMIC_CAPABILITY_SCALAR_32 = 1u << 3,
	CU_ATOMIC_CAPABILITY_SCALAR_64 = 1u << 4,
	CU_ATOMIC_CAPABILITY_SCALAR_128 = 1u << 5,
	CU_ATOMIC_CAPABILITY_VECTOR_32x4 = 1u << 6
} CUatomicOperationCapability;

CUresult CUDAAPI cuDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations,
	unsigned int count, CUdevice dev);
CUresult CUDAAPI cuDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const CUatomicOperation *operations,
	unsigned int count, CUdevice srcDevice, CUdevice dstDevice);

/* --- times --- */

CUresult CUDAAPI cuEventElapsedTime_v2(float *pMilliseconds, CUevent hStart, CUevent hEnd);

/* --- contexts by their handles: NULL is the current one.  CUDA_ERROR_INVALID_CONTEXT --- */

CUresult CUDAAPI cuCtxGetDevice_v2(CUdevice *device, CUcontext ctx);
CUresult CUDAAPI cuCtxSynchronize_v2(CUcontext ctx);
/* All streams of the context's device: the event, one of that device, happens when all is done that they were given; all that they
 * are given later waits for the event.  CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED while one of them captures, CUDA_ERROR_INVALID_CONTEXT also
 * for NULL. */
CUresult CUDAAPI cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent);
CUresult CUDAAPI cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent);

/* --- of arrays with several planes, sparse ones and those without memory, of which there are none: CUDA_ERROR_INVALID_VALUE --- */

typedef struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
	size_t size, alignment;
	unsigned int reserved[4];
} CUDA_ARRAY_MEMORY_REQUIREMENTS_v1;
typedef CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 CUDA_ARRAY_MEMORY_REQUIREMENTS;
typedef struct CUDA_ARRAY_SPARSE_PROPERTIES_st {
	struct {
		unsigned int width, height, depth;
	} tileExtent;
	unsigned int miptailFirstLevel;
	unsigned long long miptailSize;
	unsigned int flags;
	unsigned int reserved[4];
} CUDA_ARRAY_SPARSE_PROPERTIES_v1;
typedef CUDA_ARRAY_SPARSE_PROPERTIES_v1 CUDA_ARRAY_SPARSE_PROPERTIES;

CUresult CUDAAPI cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device);
CUresult CUDAAPI cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements,
	CUmipmappedArray mipmap, CUdevice device);
CUresult CUDAAPI cuArrayGetPlane(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx);
CUresult CUDAAPI cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array);
CUresult CUDAAPI cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap);

/* --- core dumps of devices --- */

typedef enum CUcoredumpSettings_enum {
	CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
	CU_COREDUMP_TRIGGER_HOST,
	CU_COREDUMP_LIGHTWEIGHT,
	CU_COREDUMP_ENABLE_USER_TRIGGER,
	CU_COREDUMP_FILE,
	CU_COREDUMP_PIPE,
	CU_COREDUMP_GENERATION_FLAGS,
	CU_COREDUMP_MAX
} CUcoredumpSettings;

typedef enum CUCoredumpGenerationFlags {
	CU_COREDUMP_DEFAULT_FLAGS = 0,
	CU_COREDUMP_SKIP_NONRELOCATED_ELF_IMAGES = 1 << 0,
	CU_COREDUMP_SKIP_GLOBAL_MEMORY = 1 << 1,
	CU_COREDUMP_SKIP_SHARED_MEMORY = 1 << 2,
	CU_COREDUMP_SKIP_LOCAL_MEMORY = 1 << 3,
	CU_COREDUMP_SKIP_ABORT = 1 << 4,
	CU_COREDUMP_SKIP_CONSTBANK_MEMORY = 1 << 5,
	CU_COREDUMP_LIGHTWEIGHT_FLAGS = 0x2f
} CUCoredumpGenerationFlags;

/* Of the current context, or of all.  The first four have one byte, the flags four, the last but one and the pipe, which contexts
 * haven't, text of 1024 at most; what contexts haven't, other sizes and unknown settings are CUDA_ERROR_INVALID_VALUE.  A VALUE of
 * NULL asks for the size.  The cpu device makes no dumps: to enable them is CUDA_ERROR_NOT_SUPPORTED. */
CUresult CUDAAPI cuCoredumpGetAttribute(CUcoredumpSettings attrib, void *value, size_t *size);
CUresult CUDAAPI cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size);
CUresult CUDAAPI cuCoredumpSetAttribute(CUcoredumpSettings attrib, void *value, size_t *size);
CUresult CUDAAPI cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size);

/* --- refused with CUDA_ERROR_NOT_SUPPORTED; what most of their structures hold is not told here --- */

typedef enum CUarraySparseSubresourceType_enum {
	CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_SPARSE_LEVEL = 0,
	CU_ARRAY_SPARSE_SUBRESOURCE_TYPE_MIPTAIL = 1
} CUarraySparseSubresourceType;
typedef enum CUmemOperationType_enum {
	CU_MEM_OPERATION_TYPE_MAP = 1,
	CU_MEM_OPERATION_TYPE_UNMAP = 2
} CUmemOperationType;
typedef enum CUmemHandleType_enum {
	CU_MEM_HANDLE_TYPE_GENERIC = 0
} CUmemHandleType;
typedef enum CUmemRangeFlags_enum {
	CU_MEM_RANGE_FLAG_DMA_BUF_MAPPING_TYPE_PCIE = 0x1
} CUmemRangeFlags;
typedef enum CUasyncNotificationType_enum {
	CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET = 0x1
} CUasyncNotificationType;

typedef struct CUarrayMapInfo_st {
	CUresourcetype resourceType;
	union {
		CUmipmappedArray mipmap;
		CUarray array;
	} resource;
	CUarraySparseSubresourceType subresourceType;
	union {
		struct {
			unsigned int level, layer;
			unsigned int offsetX, offsetY, offsetZ;
			unsigned int extentWidth, extentHeight, extentDepth;
		} sparseLevel;
		struct {
			unsigned int layer;
			unsigned long long offset, size;
		} miptail;
	} subresource;
	CUmemOperationType memOperationType;
	CUmemHandleType memHandleType;
	union {
		CUmemGenericAllocationHandle memHandle;
	} memHandle;
	unsigned long long offset;
	unsigned int deviceBitMask;
	unsigned int flags;
	unsigned int reserved[2];
} CUarrayMapInfo, CUarrayMapInfo_v1;
typedef struct CUcheckpointLockArgs_st {
	unsigned int timeoutMs, reserved0;
	cuuint64_t reserved1[7];
} CUcheckpointLockArgs;
typedef struct CUcheckpointCheckpointArgs_st {
	cuuint64_t reserved[8];
} CUcheckpointCheckpointArgs;
/* Which GPU takes the place of which. */
typedef struct CUcheckpointGpuPair_st {
	CUuuid oldUuid, newUuid;
} CUcheckpointGpuPair;
typedef struct CUcheckpointRestoreArgs_st {
	CUcheckpointGpuPair *gpuPairs;
	unsigned int gpuPairsCount;
	char reserved[52 - sizeof(CUcheckpointGpuPair *)];
	cuuint64_t reserved1;
} CUcheckpointRestoreArgs;
typedef struct CUcheckpointUnlockArgs_st {
	cuuint64_t reserved[8];
} CUcheckpointUnlockArgs;
typedef struct CUmemDecompressParams_st CUmemDecompressParams;
typedef struct CUasyncNotificationInfo_st {
	CUasyncNotificationType type;
	union {
		struct {
			unsigned long long bytesOverBudget;
		} overBudget;
	} info;
} CUasyncNotificationInfo;
typedef struct CUasyncCallbackEntry_st *CUasyncCallbackHandle;
typedef void (*CUasyncCallback)(CUasyncNotificationInfo *info, void *userData, CUasyncCallbackHandle callback);
struct CUDA_LAUNCH_PARAMS_st;

CUresult CUDAAPI cuMemMapArrayAsync(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream);
CUresult CUDAAPI cuCheckpointProcessGetRestoreThreadId(int pid, int *tid);
CUresult CUDAAPI cuCheckpointProcessGetState(int pid, CUprocessState *state);
CUresult CUDAAPI cuCheckpointProcessLock(int pid, CUcheckpointLockArgs *args);
CUresult CUDAAPI cuCheckpointProcessCheckpoint(int pid, CUcheckpointCheckpointArgs *args);
CUresult CUDAAPI cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs *args);
CUresult CUDAAPI cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs *args);
CUresult CUDAAPI cuDeviceGetLuid(char *luid, unsigned int *deviceNodeMask, CUdevice dev);
CUresult CUDAAPI cuDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, CUdevice dev, int flags);
CUresult CUDAAPI cuDeviceRegisterAsyncNotification(CUdevice device, CUasyncCallback callbackFunc, void *userData,
	CUasyncCallbackHandle *callback);
CUresult CUDAAPI cuDeviceUnregisterAsyncNotification(CUdevice device, CUasyncCallbackHandle callback);
CUresult CUDAAPI cuLaunchCooperativeKernelMultiDevice(struct CUDA_LAUNCH_PARAMS_st *launchParamsList, unsigned int numDevices,
	unsigned int flags);
CUresult CUDAAPI cuMemBatchDecompressAsync(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags,
	size_t *errorIndex, CUstream stream);
CUresult CUDAAPI cuMemGetHandleForAddressRange(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType,
	unsigned long long flags);
CUresult CUDAAPI cuTensorMapEncodeIm2colWide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
	void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth,
	int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
	const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
	CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);

#endif
