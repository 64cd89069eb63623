/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Devices, errors, versions (CUDA Runtime API, "Device Management", "Thread Management
 * [DEPRECATED]", "Error Handling", "Version Management", "Peer Device Memory Access").
 */
#ifndef AW_API_DEVICE_H
#define AW_API_DEVICE_H

/* --- errors --- */

/* The last error of the calling thread; the first resets it to cudaSuccess, unless it is one that
 * has ruined the device's context. */
cudaError_t CUDARTAPI cudaGetLastError(void);
cudaError_t CUDARTAPI cudaPeekAtLastError(void);

/* "cudaErrorInvalidValue" and "invalid argument"; "unrecognized error code" for other numbers. */
const char *CUDARTAPI cudaGetErrorName(cudaError_t error);
const char *CUDARTAPI cudaGetErrorString(cudaError_t error);

/* --- choosing a device --- */

/* COUNT: devices that can be used.  cudaErrorNoDevice with 0 when there is none. */
cudaError_t CUDARTAPI cudaGetDeviceCount(int *count);
/* The device of the calling thread's later calls.  cudaErrorInvalidDevice. */
cudaError_t CUDARTAPI cudaSetDevice(int device);
cudaError_t CUDARTAPI cudaGetDevice(int *device);
/* Makes DEVICE ready without choosing it.  FLAGS: cudaDeviceSchedule...; they count only with
 * cudaInitDeviceFlagsAreValid. */
cudaError_t CUDARTAPI cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
/* Tries the LEN devices in this order when none was chosen. */
cudaError_t CUDARTAPI cudaSetValidDevices(int *device_arr, int len);
/* The device that fits PROP best. */
cudaError_t CUDARTAPI cudaChooseDevice(int *device, const struct cudaDeviceProp *prop);
/* How a host thread waits: cudaDeviceSchedule..., cudaDeviceMapHost. */
cudaError_t CUDARTAPI cudaSetDeviceFlags(unsigned int flags);
cudaError_t CUDARTAPI cudaGetDeviceFlags(unsigned int *flags);

/* --- what a device is --- */

/* cudaErrorInvalidDevice.  The binary name carries the layout's version, as CUDA 12's does. */
#define cudaGetDeviceProperties cudaGetDeviceProperties_v2
cudaError_t CUDARTAPI cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device);
/* cudaErrorInvalidDevice, cudaErrorInvalidValue. */
cudaError_t CUDARTAPI cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device);
/* Width in elements of the largest 1D texture over linear memory of FMTDESC's format. */
cudaError_t CUDARTAPI cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
	const struct cudaChannelFormatDesc *fmtDesc, int device);
/* "domain:bus:device.function" to and from the device's number. */
cudaError_t CUDARTAPI cudaDeviceGetByPCIBusId(int *device, const char *pciBusId);
cudaError_t CUDARTAPI cudaDeviceGetPCIBusId(char *pciBusId, int len, int device);
cudaError_t CUDARTAPI cudaDeviceGetNvSciSyncAttributes(void *nvSciSyncAttrList, int device, int flags);

/* --- the current device --- */

/* Waits for all its work and returns the error that the work met. */
cudaError_t CUDARTAPI cudaDeviceSynchronize(void);
/* Frees everything that this process has on it. */
cudaError_t CUDARTAPI cudaDeviceReset(void);
/* cudaErrorUnsupportedLimit, cudaErrorInvalidValue, cudaErrorMemoryAllocation. */
cudaError_t CUDARTAPI cudaDeviceSetLimit(enum cudaLimit limit, size_t value);
cudaError_t CUDARTAPI cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit);
/* Hints that concern GPUs: kept and given back. */
cudaError_t CUDARTAPI cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig);
cudaError_t CUDARTAPI cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig);
cudaError_t CUDARTAPI cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig);
cudaError_t CUDARTAPI cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config);
/* The least and the greatest (numerically lower) stream priority. */
cudaError_t CUDARTAPI cudaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
cudaError_t CUDARTAPI cudaDeviceFlushGPUDirectRDMAWrites(
	enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope);
cudaError_t CUDARTAPI cudaCtxResetPersistingL2Cache(void);
/* In what forms each of COUNT atomic operations works natively between DEVICE and the host, or two devices: sets of
 * cudaAtomicOperationCapability (CUDA 13).  Between a GPU and anything else over PCI Express: none are told of.
 * cudaErrorInvalidDevice; cudaErrorInvalidValue: NULL, no or unknown operations. */
cudaError_t CUDARTAPI cudaDeviceGetHostAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
	unsigned int count, int device);
cudaError_t CUDARTAPI cudaDeviceGetP2PAtomicCapabilities(unsigned int *capabilities, const enum cudaAtomicOperation *operations,
	unsigned int count, int srcDevice, int dstDevice);
/* CALLBACK is called when a memory pool of DEVICE goes over its budget. */
cudaError_t CUDARTAPI cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback callbackFunc,
	void *userData, cudaAsyncCallbackHandle_t *callback);
cudaError_t CUDARTAPI cudaDeviceUnregisterAsyncNotification(int device, cudaAsyncCallbackHandle_t callback);

/* The same under the names of before CUDA 4. */
cudaError_t CUDARTAPI cudaThreadExit(void);
cudaError_t CUDARTAPI cudaThreadSynchronize(void);
cudaError_t CUDARTAPI cudaThreadSetLimit(enum cudaLimit limit, size_t value);
cudaError_t CUDARTAPI cudaThreadGetLimit(size_t *pValue, enum cudaLimit limit);
cudaError_t CUDARTAPI cudaThreadGetCacheConfig(enum cudaFuncCache *pCacheConfig);
cudaError_t CUDARTAPI cudaThreadSetCacheConfig(enum cudaFuncCache cacheConfig);

/* --- several devices --- */

cudaError_t CUDARTAPI cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr,
	int srcDevice, int dstDevice);
cudaError_t CUDARTAPI cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice);
/* FLAGS must be 0.  cudaErrorInvalidDevice, cudaErrorPeerAccessAlreadyEnabled, cudaErrorInvalidValue. */
cudaError_t CUDARTAPI cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
/* cudaErrorPeerAccessNotEnabled, cudaErrorInvalidDevice. */
cudaError_t CUDARTAPI cudaDeviceDisablePeerAccess(int peerDevice);

/* --- versions: major * 1000 + minor * 10 --- */

cudaError_t CUDARTAPI cudaDriverGetVersion(int *driverVersion);
cudaError_t CUDARTAPI cudaRuntimeGetVersion(int *runtimeVersion);

/* The driver's function SYMBOL ("cuLaunchKernel"), in the form that CUDAVERSION introduced or the
 * newest before it.  FLAGS: enum cudaGetDriverEntryPointFlags. */
cudaError_t CUDARTAPI cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *driverStatus __AW_DEFAULT(NULL));
cudaError_t CUDARTAPI cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
	unsigned int cudaVersion, unsigned long long flags,
	enum cudaDriverEntryPointQueryResult *driverStatus __AW_DEFAULT(NULL));
cudaError_t CUDARTAPI cudaGetExportTable(const void **ppExportTable, const cudaUUID_t *pExportTableId);

#endif
