/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The error codes of the runtime (CUDA Runtime API, "Data types used by CUDA Runtime", cudaError).
 * The texts are those of cudaGetErrorString.  tests/abi checks that this list and
 * src/base/status.def are the same.
 */
#ifndef AW_RUNTIME_ERRORS_H
#define AW_RUNTIME_ERRORS_H

enum cudaError {
	cudaSuccess = 0,                                  /* no error */
	cudaErrorInvalidValue = 1,                        /* invalid argument */
	cudaErrorMemoryAllocation = 2,                    /* out of memory */
	cudaErrorInitializationError = 3,                 /* initialization error */
	cudaErrorCudartUnloading = 4,                     /* driver shutting down */
	cudaErrorProfilerDisabled = 5,                    /* profiler disabled while using external profiling tool */
	cudaErrorProfilerNotInitialized = 6,              /* profiler not initialized: call cudaProfilerInitialize() */
	cudaErrorProfilerAlreadyStarted = 7,              /* profiler already started */
	cudaErrorProfilerAlreadyStopped = 8,              /* profiler already stopped */
	cudaErrorInvalidConfiguration = 9,                /* invalid configuration argument */
	cudaErrorInvalidPitchValue = 12,                  /* invalid pitch argument */
	cudaErrorInvalidSymbol = 13,                      /* invalid device symbol */
	cudaErrorInvalidHostPointer = 16,                 /* invalid host pointer */
	cudaErrorInvalidDevicePointer = 17,               /* invalid device pointer */
	cudaErrorInvalidTexture = 18,                     /* invalid texture reference */
	cudaErrorInvalidTextureBinding = 19,              /* texture is not bound to a pointer */
	cudaErrorInvalidChannelDescriptor = 20,           /* invalid channel descriptor */
	cudaErrorInvalidMemcpyDirection = 21,             /* invalid copy direction for memcpy */
	cudaErrorAddressOfConstant = 22,                  /* invalid address of constant */
	cudaErrorTextureFetchFailed = 23,                 /* fetch from texture failed */
	cudaErrorTextureNotBound = 24,                    /* cannot fetch from a texture that is not bound */
	cudaErrorSynchronizationError = 25,               /* incorrect use of __syncthreads() */
	cudaErrorInvalidFilterSetting = 26,               /* linear filtering not supported for non-float type */
	/* read as normalized float not supported for 32-bit non float type */
	cudaErrorInvalidNormSetting = 27,
	/* device emulation mode and device execution mode cannot be mixed */
	cudaErrorMixedDeviceExecution = 28,
	cudaErrorNotYetImplemented = 31,                  /* feature not yet implemented */
	cudaErrorMemoryValueTooLarge = 32,                /* memory size or pointer value too large to fit in 32 bit */
	cudaErrorStubLibrary = 34,                        /* CUDA driver is a stub library */
	/* CUDA driver version is insufficient for CUDA runtime version */
	cudaErrorInsufficientDriver = 35,
	cudaErrorCallRequiresNewerDriver = 36,            /* API call is not supported in the installed CUDA driver */
	cudaErrorInvalidSurface = 37,                     /* invalid surface reference */
	cudaErrorDuplicateVariableName = 43,              /* duplicate global variable looked up by string name */
	cudaErrorDuplicateTextureName = 44,               /* duplicate texture looked up by string name */
	cudaErrorDuplicateSurfaceName = 45,               /* duplicate surface looked up by string name */
	cudaErrorDevicesUnavailable = 46,                 /* CUDA-capable device(s) is/are busy or unavailable */
	cudaErrorIncompatibleDriverContext = 49,          /* incompatible driver context */
	cudaErrorMissingConfiguration = 52,               /* __global__ function call is not configured */
	cudaErrorPriorLaunchFailure = 53,                 /* unspecified launch failure in prior launch */
	cudaErrorLaunchMaxDepthExceeded = 65,             /* launch would exceed maximum depth of nested launches */
	/* launch failed because kernel uses unsupported, file-scoped textures (texture objects are
	   supported) */
	cudaErrorLaunchFileScopedTex = 66,
	/* launch failed because kernel uses unsupported, file-scoped surfaces (surface objects are
	   supported) */
	cudaErrorLaunchFileScopedSurf = 67,
	/* cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth */
	cudaErrorSyncDepthExceeded = 68,
	/* launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount */
	cudaErrorLaunchPendingCountExceeded = 69,
	cudaErrorInvalidDeviceFunction = 98,              /* invalid device function */
	cudaErrorNoDevice = 100,                          /* no CUDA-capable device is detected */
	cudaErrorInvalidDevice = 101,                     /* invalid device ordinal */
	cudaErrorDeviceNotLicensed = 102,                 /* device doesn't have valid Grid license */
	cudaErrorSoftwareValidityNotEstablished = 103,    /* integrity checks failed */
	cudaErrorStartupFailure = 127,                    /* startup failure in cuda runtime */
	cudaErrorInvalidKernelImage = 200,                /* device kernel image is invalid */
	cudaErrorDeviceUninitialized = 201,               /* invalid device context */
	cudaErrorMapBufferObjectFailed = 205,             /* mapping of buffer object failed */
	cudaErrorUnmapBufferObjectFailed = 206,           /* unmapping of buffer object failed */
	cudaErrorArrayIsMapped = 207,                     /* array is mapped */
	cudaErrorAlreadyMapped = 208,                     /* resource already mapped */
	/* no kernel image is available for execution on the device */
	cudaErrorNoKernelImageForDevice = 209,
	cudaErrorAlreadyAcquired = 210,                   /* resource already acquired */
	cudaErrorNotMapped = 211,                         /* resource not mapped */
	cudaErrorNotMappedAsArray = 212,                  /* resource not mapped as array */
	cudaErrorNotMappedAsPointer = 213,                /* resource not mapped as pointer */
	cudaErrorECCUncorrectable = 214,                  /* uncorrectable ECC error encountered */
	cudaErrorUnsupportedLimit = 215,                  /* limit is not supported on this architecture */
	/* exclusive-thread device already in use by a different thread */
	cudaErrorDeviceAlreadyInUse = 216,
	cudaErrorPeerAccessUnsupported = 217,             /* peer access is not supported between these two devices */
	cudaErrorInvalidPtx = 218,                        /* a PTX JIT compilation failed */
	cudaErrorInvalidGraphicsContext = 219,            /* invalid OpenGL or DirectX context */
	/* uncorrectable NVLink error detected during the execution */
	cudaErrorNvlinkUncorrectable = 220,
	cudaErrorJitCompilerNotFound = 221,               /* PTX JIT compiler library not found */
	/* the provided PTX was compiled with an unsupported toolchain. */
	cudaErrorUnsupportedPtxVersion = 222,
	cudaErrorJitCompilationDisabled = 223,            /* PTX JIT compilation was disabled */
	cudaErrorUnsupportedExecAffinity = 224,           /* the provided execution affinity is not supported */
	/* the provided PTX contains unsupported call to cudaDeviceSynchronize */
	cudaErrorUnsupportedDevSideSync = 225,
	/* invalid access of peer GPU memory over nvlink or a hardware error */
	cudaErrorContained = 226,
	cudaErrorInvalidSource = 300,                     /* device kernel image is invalid */
	cudaErrorFileNotFound = 301,                      /* file not found */
	cudaErrorSharedObjectSymbolNotFound = 302,        /* shared object symbol not found */
	cudaErrorSharedObjectInitFailed = 303,            /* shared object initialization failed */
	cudaErrorOperatingSystem = 304,                   /* OS call failed or operation not supported on this OS */
	cudaErrorInvalidResourceHandle = 400,             /* invalid resource handle */
	cudaErrorIllegalState = 401,                      /* the operation cannot be performed in the present state */
	cudaErrorLossyQuery = 402,                        /* attempted introspection would be semantically lossy */
	cudaErrorSymbolNotFound = 500,                    /* named symbol not found */
	cudaErrorNotReady = 600,                          /* device not ready */
	cudaErrorIllegalAddress = 700,                    /* an illegal memory access was encountered */
	cudaErrorLaunchOutOfResources = 701,              /* too many resources requested for launch */
	cudaErrorLaunchTimeout = 702,                     /* the launch timed out and was terminated */
	cudaErrorLaunchIncompatibleTexturing = 703,       /* launch uses incompatible texturing mode */
	cudaErrorPeerAccessAlreadyEnabled = 704,          /* peer access is already enabled */
	cudaErrorPeerAccessNotEnabled = 705,              /* peer access has not been enabled */
	cudaErrorSetOnActiveProcess = 708,                /* cannot set while device is active in this process */
	cudaErrorContextIsDestroyed = 709,                /* context is destroyed */
	cudaErrorAssert = 710,                            /* device-side assert triggered */
	cudaErrorTooManyPeers = 711,                      /* peer mapping resources exhausted */
	/* part or all of the requested memory range is already mapped */
	cudaErrorHostMemoryAlreadyRegistered = 712,
	/* pointer does not correspond to a registered memory region */
	cudaErrorHostMemoryNotRegistered = 713,
	cudaErrorHardwareStackError = 714,                /* hardware stack error */
	cudaErrorIllegalInstruction = 715,                /* an illegal instruction was encountered */
	cudaErrorMisalignedAddress = 716,                 /* misaligned address */
	cudaErrorInvalidAddressSpace = 717,               /* operation not supported on global/shared address space */
	cudaErrorInvalidPc = 718,                         /* invalid program counter */
	cudaErrorLaunchFailure = 719,                     /* unspecified launch failure */
	cudaErrorCooperativeLaunchTooLarge = 720,         /* too many blocks in cooperative launch */
	cudaErrorTensorMemoryLeak = 721,                  /* tensor memory not completely freed */
	cudaErrorNotPermitted = 800,                      /* operation not permitted */
	cudaErrorNotSupported = 801,                      /* operation not supported */
	cudaErrorSystemNotReady = 802,                    /* system not yet initialized */
	/* system has unsupported display driver / cuda driver combination */
	cudaErrorSystemDriverMismatch = 803,
	cudaErrorCompatNotSupportedOnDevice = 804,        /* forward compatibility was attempted on non supported HW */
	/* MPS client failed to connect to the MPS control daemon or the MPS server */
	cudaErrorMpsConnectionFailed = 805,
	/* the remote procedural call between the MPS server and the MPS client failed */
	cudaErrorMpsRpcFailure = 806,
	/* MPS server is not ready to accept new MPS client requests */
	cudaErrorMpsServerNotReady = 807,
	/* the hardware resources required to create MPS client have been exhausted */
	cudaErrorMpsMaxClientsReached = 808,
	/* the hardware resources required to support device connections have been exhausted */
	cudaErrorMpsMaxConnectionsReached = 809,
	cudaErrorMpsClientTerminated = 810,               /* the MPS client has been terminated by the server */
	/* program is using CUDA Dynamic Parallelism, but the current configuration, like MPS, does not
	   support it */
	cudaErrorCdpNotSupported = 811,
	/* program contains an unsupported interaction between different versions of CUDA Dynamic
	   Parallelism */
	cudaErrorCdpVersionMismatch = 812,
	cudaErrorStreamCaptureUnsupported = 900,          /* operation not permitted when stream is capturing */
	cudaErrorStreamCaptureInvalidated = 901,          /* operation failed due to a previous error during capture */
	/* operation would result in a merge of separate capture sequences */
	cudaErrorStreamCaptureMerge = 902,
	cudaErrorStreamCaptureUnmatched = 903,            /* capture was not ended in the same stream as it began */
	cudaErrorStreamCaptureUnjoined = 904,             /* capturing stream has unjoined work */
	cudaErrorStreamCaptureIsolation = 905,            /* dependency created on uncaptured work in another stream */
	/* operation would make the legacy stream depend on a capturing blocking stream */
	cudaErrorStreamCaptureImplicit = 906,
	/* operation not permitted on an event last recorded in a capturing stream */
	cudaErrorCapturedEvent = 907,
	/* attempt to terminate a thread-local capture sequence from another thread */
	cudaErrorStreamCaptureWrongThread = 908,
	cudaErrorTimeout = 909,                           /* wait operation timed out */
	/* the graph update was not performed because it included changes which violated constraints
	   specific to instantiated graph update */
	cudaErrorGraphExecUpdateFailure = 910,
	/* an async error has occurred in external entity outside of CUDA */
	cudaErrorExternalDevice = 911,
	/* a kernel launch error has occurred due to cluster misconfiguration */
	cudaErrorInvalidClusterSize = 912,
	cudaErrorFunctionNotLoaded = 913,                 /* the function handle is not loaded */
	/* the resource is not a valid type for the attempted operation */
	cudaErrorInvalidResourceType = 914,
	cudaErrorInvalidResourceConfiguration = 915,      /* the resource configuration is not valid */
	cudaErrorUnknown = 999,                           /* unknown error */
	cudaErrorApiFailureBase = 10000 /* not returned any more */
};
typedef enum cudaError cudaError_t;

#endif
