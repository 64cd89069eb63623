// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that CUDA 13.0's headers have and 12.6's had not, with the values that a program of those printed.
#include <cublasLt.h>
#include <cuda.h>
#include <cudaEGLTypedefs.h>
#include <cudaGLTypedefs.h>
#include <cudaProfilerTypedefs.h>
#include <cudaTypedefs.h>
#include <cudaVDPAUTypedefs.h>
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include <cusparse.h>
#include <nvJitLink.h>
#include <stddef.h>
#include <vector_functions.h>

_Static_assert(CU_MEM_ALLOCATION_TYPE_MANAGED == 2 && (int)cudaMemAllocationTypeManaged == 2, "");
_Static_assert(CU_MEM_LOCATION_TYPE_NONE == 0 && (int)cudaMemLocationTypeNone == 0, "");
_Static_assert(CUDA_R_8F_UE4M3 == 28, "");
_Static_assert(NVJITLINK_ERROR_UNRECOGNIZED_ARCH == 16 && NVJITLINK_ERROR_UNSUPPORTED_ARCH == 17, "");
_Static_assert(NVJITLINK_ERROR_LTO_NOT_ENABLED == 18, "");
_Static_assert(CUSPARSE_COLOR_ALG0 == 0 && CUSPARSE_COLOR_ALG1 == 1 && sizeof(cusparseColorAlg_t) == 4, "");

#define HAS_SHAPE(type, size, alignment) _Static_assert(sizeof(type) == (size) && _Alignof(type) == (alignment), #type)
HAS_SHAPE(double4_16a, 32, 16);
HAS_SHAPE(double4_32a, 32, 32);
HAS_SHAPE(long4_16a, 32, 16);
HAS_SHAPE(ulong4_32a, 32, 32);
HAS_SHAPE(longlong4_32a, 32, 32);
HAS_SHAPE(ulonglong4_16a, 32, 16);
HAS_SHAPE(CUDA_KERNEL_NODE_PARAMS_v1, 56, 8);
HAS_SHAPE(CUDA_KERNEL_NODE_PARAMS_v3, 72, 8);
HAS_SHAPE(CUDA_HOST_NODE_PARAMS_v2, 16, 8);
HAS_SHAPE(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2, 24, 8);
HAS_SHAPE(CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2, 24, 8);
HAS_SHAPE(CUDA_MEM_ALLOC_NODE_PARAMS_v2, sizeof(CUDA_MEM_ALLOC_NODE_PARAMS_v1), 8);
HAS_SHAPE(CUarrayMapInfo_v1, 96, 8);
HAS_SHAPE(CUasyncNotificationInfo, 16, 8);
HAS_SHAPE(CUdevprop_v1, sizeof(CUdevprop), 4);
HAS_SHAPE(CUipcMemHandle_v1, 64, 1);
HAS_SHAPE(CUtexObject_v1, 8, 8);
HAS_SHAPE(CUkernelNodeAttrValue_v1, 64, 8);
HAS_SHAPE(CUcheckpointLockArgs, 64, 8);
HAS_SHAPE(CUcheckpointCheckpointArgs, 64, 8);
HAS_SHAPE(CUcheckpointGpuPair, 32, 1);
HAS_SHAPE(CUcheckpointRestoreArgs, 64, 8);
HAS_SHAPE(CUcheckpointUnlockArgs, 64, 8);
HAS_SHAPE(CUlibraryHostUniversalFunctionAndDataTable, 32, 8);
HAS_SHAPE(struct cudalibraryHostUniversalFunctionAndDataTable, 32, 8);
_Static_assert(CUDA_ERROR_KEY_ROTATION == 916, "");
_Static_assert(offsetof(CUarrayMapInfo, subresource) == 24 && offsetof(CUarrayMapInfo, deviceBitMask) == 80, "");
_Static_assert(offsetof(CUlaunchAttributeValue, deviceUpdatableKernelNode.devNode) == 8, "");
_Static_assert(CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED == 144 && (int)cudaDevAttrHostMemoryPoolsSupported == 144, "");
_Static_assert(CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED == 145, "");
_Static_assert(CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED == 146, "");
_Static_assert(CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED == 147, "");
_Static_assert((int)cudaDevAttrOnlyPartialHostNativeAtomicSupported == 147, "");
_Static_assert(CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED == 5, "");
_Static_assert(CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION == 11 && (int)cudaLaunchAttributePreferredClusterDimension == 11, "");
_Static_assert(CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING == 16, "");
_Static_assert(CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE == 21 && CUDA_ARRAY3D_VIDEO_ENCODE_DECODE == 256, "");
_Static_assert((int)cudaChannelFormatKindUnsignedNormalized1010102 == 31 && (int)cudaCGScopeReserved == 2, "");
_Static_assert(CUBLASLT_MATMUL_TILE_8x192 == 37 && CUBLASLT_MATMUL_TILE_128x8 == 393 && CUBLASLT_MATMUL_TILE_END == 635, "");
_Static_assert(CUBLASLT_MATMUL_STAGES_END == 39 && CUBLASLT_MATMUL_INNER_SHAPE_END == 5, "");
_Static_assert(CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT == 22, "");
#define IS_SAME(type, other) _Static_assert(__builtin_types_compatible_p(type, other), #type)
IS_SAME(PFN_cuMemcpyAsync_v7000_ptsz, PFN_cuMemcpyAsync);
IS_SAME(PFN_cuArrayGetPlane_v11020, CUresult (*)(CUarray *, CUarray, unsigned int));
IS_SAME(PFN_cuStreamGetCtx_v12050_ptsz, PFN_cuStreamGetCtx_v12050);
IS_SAME(PFN_cuCtxCreate_v12050, CUresult (*)(CUcontext *, CUctxCreateParams *, unsigned int, CUdevice));
IS_SAME(PFN_cuGraphKernelNodeSetParams_v10000, CUresult (*)(CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1 *));
IS_SAME(PFN_cuGraphKernelNodeGetParams_v10000, CUresult (*)(CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v1 *));
IS_SAME(PFN_cuGraphExecKernelNodeSetParams_v10010, CUresult (*)(CUgraphExec, CUgraphNode, const CUDA_KERNEL_NODE_PARAMS_v1 *));
IS_SAME(PFN_cuStreamGetCaptureInfo_v10010_ptsz, CUresult (*)(CUstream, CUstreamCaptureStatus *, cuuint64_t *));
IS_SAME(PFN_cuGLMapBufferObject_v7000_ptds, PFN_cuGLMapBufferObject);
IS_SAME(PFN_cuProfilerStart_v4000, CUresult (*)(void));
IS_SAME(PFN_cuVDPAUGetDevice_v3010, PFN_cuVDPAUGetDevice);
IS_SAME(PFN_cuEventCreateFromEGLSync_v9000, PFN_cuEventCreateFromEGLSync);

static cufftComplex load(void *data, unsigned long long offset, void *info, void *shared)
{
	(void)info;
	(void)shared;
	return ((cufftComplex *)data)[offset];
}

static void store(void *data, unsigned long long offset, cufftDoubleReal element, void *info, void *shared)
{
	(void)info;
	(void)shared;
	((cufftDoubleReal *)data)[offset] = element;
}

int main(void)
{
	cufftJITCallbackLoadC load_complex = load;
	cufftJITCallbackStoreD store_double = store;
	double4_32a four = make_double4_32a(1, 2, 3, 4);
	ulong4_16a whole = make_ulong4_16a(1, 2, 3, 4);
	cufftComplex complex[2] = { { 1, 2 }, { 3, 4 } };
	double number = 0;
	store_double(&number, 0, 5, NULL, NULL);
	return load_complex(complex, 1, NULL, NULL).y == 4 && number == 5 && four.w == 4 && whole.z == 3 ? 0 : 1;
}
