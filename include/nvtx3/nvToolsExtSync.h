// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: what a program tells a profiler about its own locks.
#ifndef AW_NVTX3_NVTOOLSEXTSYNC_H
#define AW_NVTX3_NVTOOLSEXTSYNC_H

#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxSyncUser *nvtxSyncUser_t;
typedef struct nvtxSyncUserAttributes_v0 {
	uint16_t version;
	uint16_t size;
	int32_t messageType;
	nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0;
typedef nvtxSyncUserAttributes_v0 nvtxSyncUserAttributes_t;
#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_v0))

NVTX_INLINE_STATIC nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t domain, const nvtxSyncUserAttributes_t *attributes)
{
	return (void)domain, (void)attributes, (nvtxSyncUser_t)NULL;
}
NVTX_INLINE_STATIC void nvtxDomainSyncUserDestroy(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserReleasing(nvtxSyncUser_t handle) { (void)handle; }

#ifdef __cplusplus
}
#endif

#endif
