/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels, launches, streams and events (CUDA Runtime API, "Execution Control", "Stream
 * Management", "Event Management", "Data types used by CUDA Runtime").
 */
#ifndef AW_RUNTIME_LAUNCH_H
#define AW_RUNTIME_LAUNCH_H

#include <stddef.h>

#include "../vector_types.h"
#include "runtime_errors.h"
#include "runtime_memory.h"

/* --- handles --- */

struct CUstream_st;
typedef struct CUstream_st *cudaStream_t;
struct CUevent_st;
typedef struct CUevent_st *cudaEvent_t;
struct CUfunc_st;
typedef struct CUfunc_st *cudaFunction_t;
struct CUkern_st;
typedef struct CUkern_st *cudaKernel_t;
struct CUlib_st;
typedef struct CUlib_st *cudaLibrary_t;

enum cudaJitOption {
	cudaJitMaxRegisters = 0,
	cudaJitThreadsPerBlock = 1,
	cudaJitWallTime = 2,
	cudaJitInfoLogBuffer = 3,
	cudaJitInfoLogBufferSizeBytes = 4,
	cudaJitErrorLogBuffer = 5,
	cudaJitErrorLogBufferSizeBytes = 6,
	cudaJitOptimizationLevel = 7,
	cudaJitFallbackStrategy = 10,
	cudaJitGenerateDebugInfo = 11,
	cudaJitLogVerbose = 12,
	cudaJitGenerateLineInfo = 13,
	cudaJitCacheMode = 14,
	cudaJitPositionIndependentCode = 30,
	cudaJitMinCtaPerSm = 31,
	cudaJitMaxThreadsPerBlock = 32,
	cudaJitOverrideDirectiveValues = 33
};

/* Values of cudaJitCacheMode and cudaJitFallbackStrategy. */
enum cudaJit_CacheMode {
	cudaJitCacheOptionNone = 0,
	cudaJitCacheOptionCG = 1,
	cudaJitCacheOptionCA = 2
};
enum cudaJit_Fallback {
	cudaPreferPtx = 0,
	cudaPreferBinary = 1
};

enum cudaLibraryOption {
	cudaLibraryHostUniversalFunctionAndDataTable = 0,
	cudaLibraryBinaryIsPreserved = 1
};
/* What cudaLibraryHostUniversalFunctionAndDataTable points to. */
struct cudalibraryHostUniversalFunctionAndDataTable {
	void *functionTable;
	size_t functionWindowSize;
	void *dataTable;
	size_t dataWindowSize;
};
struct CUgraphDeviceUpdatableNode_st;
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;

/* Stream handles with a meaning of their own: the default stream that waits for all others, and
 * the calling thread's default stream. */
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01

#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01

#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

#define cudaCooperativeLaunchMultiDeviceNoPreSync 0x01
#define cudaCooperativeLaunchMultiDeviceNoPostSync 0x02

typedef void(CUDART_CB *cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *userData);
typedef void(CUDART_CB *cudaHostFn_t)(void *userData);

struct cudaHostNodeParams {
	cudaHostFn_t fn;
	void *userData;
};
struct cudaHostNodeParamsV2 {
	cudaHostFn_t fn;
	void *userData;
};

/* --- stream capture --- */

enum cudaStreamCaptureStatus {
	cudaStreamCaptureStatusNone = 0,
	cudaStreamCaptureStatusActive = 1,
	cudaStreamCaptureStatusInvalidated = 2
};
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal = 0,
	cudaStreamCaptureModeThreadLocal = 1,
	cudaStreamCaptureModeRelaxed = 2
};
enum cudaStreamUpdateCaptureDependenciesFlags {
	cudaStreamAddCaptureDependencies = 0x0,
	cudaStreamSetCaptureDependencies = 0x1
};

/* --- functions --- */

struct cudaFuncAttributes {
	size_t sharedSizeBytes; /* static shared memory */
	size_t constSizeBytes;
	size_t localSizeBytes; /* per thread */
	int maxThreadsPerBlock;
	int numRegs;
	int ptxVersion;    /* major * 10 + minor */
	int binaryVersion; /* major * 10 + minor */
	int cacheModeCA;
	int maxDynamicSharedSizeBytes;
	int preferredShmemCarveout; /* percent */
	int clusterDimMustBeSet;
	int requiredClusterWidth;
	int requiredClusterHeight;
	int requiredClusterDepth;
	int clusterSchedulingPolicyPreference;
	int nonPortableClusterSizeAllowed;
	int reserved[16];
};

enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
	cudaFuncAttributePreferredSharedMemoryCarveout = 9,
	cudaFuncAttributeClusterDimMustBeSet = 10,
	cudaFuncAttributeRequiredClusterWidth = 11,
	cudaFuncAttributeRequiredClusterHeight = 12,
	cudaFuncAttributeRequiredClusterDepth = 13,
	cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
	cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
	cudaFuncAttributeMax
};

enum cudaClusterSchedulingPolicy {
	cudaClusterSchedulingPolicyDefault = 0,
	cudaClusterSchedulingPolicySpread = 1,
	cudaClusterSchedulingPolicyLoadBalancing = 2
};

/* --- launches --- */

enum cudaSynchronizationPolicy {
	cudaSyncPolicyAuto = 1,
	cudaSyncPolicySpin = 2,
	cudaSyncPolicyYield = 3,
	cudaSyncPolicyBlockingSync = 4
};

enum cudaLaunchMemSyncDomain {
	cudaLaunchMemSyncDomainDefault = 0,
	cudaLaunchMemSyncDomainRemote = 1
};
typedef enum cudaLaunchMemSyncDomain cudaLaunchMemSyncDomain;
struct cudaLaunchMemSyncDomainMap_st {
	unsigned char default_;
	unsigned char remote;
};
typedef struct cudaLaunchMemSyncDomainMap_st cudaLaunchMemSyncDomainMap;

enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore = 0,
	cudaLaunchAttributeAccessPolicyWindow = 1,
	cudaLaunchAttributeCooperative = 2,
	cudaLaunchAttributeSynchronizationPolicy = 3,
	cudaLaunchAttributeClusterDimension = 4,
	cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
	cudaLaunchAttributeProgrammaticStreamSerialization = 6,
	cudaLaunchAttributeProgrammaticEvent = 7,
	cudaLaunchAttributePriority = 8,
	cudaLaunchAttributeMemSyncDomainMap = 9,
	cudaLaunchAttributeMemSyncDomain = 10,
	cudaLaunchAttributePreferredClusterDimension = 11, /* a wish, which is not followed */
	cudaLaunchAttributeLaunchCompletionEvent = 12,
	cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
	cudaLaunchAttributePreferredSharedMemoryCarveout = 14,
	cudaLaunchAttributeNvlinkUtilCentricScheduling = 16 /* the same */
};
typedef enum cudaLaunchAttributeID cudaLaunchAttributeID;

union cudaLaunchAttributeValue {
	char pad[64];
	struct cudaAccessPolicyWindow accessPolicyWindow;
	int cooperative;
	enum cudaSynchronizationPolicy syncPolicy;
	struct {
		unsigned int x, y, z;
	} clusterDim;
	enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
	int programmaticStreamSerializationAllowed;
	struct {
		cudaEvent_t event;
		int flags;
		int triggerAtBlockStart;
	} programmaticEvent;
	int priority;
	cudaLaunchMemSyncDomainMap memSyncDomainMap;
	cudaLaunchMemSyncDomain memSyncDomain;
	struct {
		cudaEvent_t event;
		int flags;
	} launchCompletionEvent;
	struct {
		int deviceUpdatable;
		cudaGraphDeviceNode_t devNode;
	} deviceUpdatableKernelNode;
	unsigned int sharedMemCarveout;
	struct {
		unsigned int x, y, z;
	} preferredClusterDim;
	unsigned int nvlinkUtilCentricScheduling;
};
typedef union cudaLaunchAttributeValue cudaLaunchAttributeValue;

struct cudaLaunchAttribute_st {
	cudaLaunchAttributeID id;
	char pad[8 - sizeof(cudaLaunchAttributeID)];
	cudaLaunchAttributeValue val;
};
typedef struct cudaLaunchAttribute_st cudaLaunchAttribute;

/* What cudaLaunchKernelExC launches with; DYNAMICSMEMBYTES of shared memory for each block. */
struct cudaLaunchConfig_st {
	dim3 gridDim;
	dim3 blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs;
	unsigned int numAttrs;
};
typedef struct cudaLaunchConfig_st cudaLaunchConfig_t;

/* Attributes of streams and of kernel nodes are launch attributes under other names. */
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference \
	cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout \
	cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling cudaLaunchAttributeNvlinkUtilCentricScheduling
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue

/* One device's part of cudaLaunchCooperativeKernelMultiDevice. */
struct cudaLaunchParams {
	void *func;
	dim3 gridDim;
	dim3 blockDim;
	void **args;
	size_t sharedMem;
	cudaStream_t stream;
};

struct cudaKernelNodeParams {
	void *func;
	dim3 gridDim;
	dim3 blockDim;
	unsigned int sharedMemBytes;
	void **kernelParams;
	void **extra;
};
/* The same without C++ constructors, so that it may lie in a union. */
struct cudaKernelNodeParamsV2 {
	void *func;
#if !defined(__cplusplus) || __cplusplus >= 201103L
	dim3 gridDim;
	dim3 blockDim;
#else
	uint3 gridDim;
	uint3 blockDim;
#endif
	unsigned int sharedMemBytes;
	void **kernelParams;
	void **extra;
};

#endif
