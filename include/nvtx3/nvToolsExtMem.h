// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: what a program tells a tool that checks memory of its own allocators: heaps, regions of them, and who may use which.
#ifndef AW_NVTX3_NVTOOLSEXTMEM_H
#define AW_NVTX3_NVTOOLSEXTMEM_H

#include "nvToolsExt.h"

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102
#define NVTX_MEM_HEAP_HANDLE_NO_TOOL ((nvtxMemHeapHandle_t)(intptr_t)-1)
#define NVTX_MEM_REGION_HANDLE_NO_TOOL ((nvtxMemRegionHandle_t)(intptr_t)-1)
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL ((nvtxMemPermissionsHandle_t)(intptr_t)-1)
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE ((nvtxMemHeapHandle_t)0)
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE ((nvtxMemPermissionsHandle_t)0)
#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2
#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1
#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxMemHeap_v1 nvtxMemHeap_t;
typedef nvtxMemHeap_t *nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t;
typedef nvtxMemRegion_t *nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t;
typedef nvtxMemPermissions_t *nvtxMemPermissionsHandle_t;

typedef union nvtxMemRegionRef_t {
	const void *pointer;
	nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;

typedef struct nvtxMemVirtualRangeDesc_v1 {
	size_t size;
	const void *ptr;
} nvtxMemVirtualRangeDesc_v1;
typedef nvtxMemVirtualRangeDesc_v1 nvtxMemVirtualRangeDesc_t;

// Each description begins with NVTX_EXT_COMPATID_MEM and its own size.
typedef struct nvtxMemHeapDesc_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0, usage, type;
	size_t typeSpecificDescSize;
	const void *typeSpecificDesc;
	uint32_t category, messageType;
	nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1;
typedef nvtxMemHeapDesc_v1 nvtxMemHeapDesc_t;

typedef struct nvtxMemRegionsRegisterBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	nvtxMemHeapHandle_t heap;
	size_t regionCount, regionDescElementSize;
	const void *regionDescElements;
	nvtxMemRegionHandle_t *regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1;
typedef nvtxMemRegionsRegisterBatch_v1 nvtxMemRegionsRegisterBatch_t;

typedef struct nvtxMemRegionsResizeBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t regionType;
	size_t regionDescCount, regionDescElementSize;
	const void *regionDescElements;
} nvtxMemRegionsResizeBatch_v1;
typedef nvtxMemRegionsResizeBatch_v1 nvtxMemRegionsResizeBatch_t;

typedef struct nvtxMemRegionsUnregisterBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t refType;
	size_t refCount, refElementSize;
	const nvtxMemRegionRef_t *refElements;
} nvtxMemRegionsUnregisterBatch_v1;
typedef nvtxMemRegionsUnregisterBatch_v1 nvtxMemRegionsUnregisterBatch_t;

typedef struct nvtxMemRegionNameDesc_v1 {
	uint32_t regionRefType, nameType;
	nvtxMemRegionRef_t region;
	nvtxMessageValue_t name;
	uint32_t category, reserved0;
} nvtxMemRegionNameDesc_v1;
typedef nvtxMemRegionNameDesc_v1 nvtxMemRegionNameDesc_t;

typedef struct nvtxMemRegionsNameBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	size_t regionCount, regionElementSize;
	const nvtxMemRegionNameDesc_t *regionElements;
	size_t reserved1;
} nvtxMemRegionsNameBatch_v1;
typedef nvtxMemRegionsNameBatch_v1 nvtxMemRegionsNameBatch_t;

typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
	uint32_t flags, regionRefType;
	nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1;
typedef nvtxMemPermissionsAssignRegionDesc_v1 nvtxMemPermissionsAssignRegionDesc_t;

typedef struct nvtxMemPermissionsAssignBatch_v1 {
	uint16_t extCompatID, structSize;
	uint32_t reserved0;
	nvtxMemPermissionsHandle_t permissions;
	size_t regionCount, regionElementSize;
	const nvtxMemPermissionsAssignRegionDesc_t *regionElements;
	size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1;
typedef nvtxMemPermissionsAssignBatch_v1 nvtxMemPermissionsAssignBatch_t;

NVTX_INLINE_STATIC nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t domain, const nvtxMemHeapDesc_t *description)
{
	return (void)domain, (void)description, (nvtxMemHeapHandle_t)NULL;
}
NVTX_INLINE_STATIC void nvtxMemHeapUnregister(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) { (void)domain, (void)heap; }
NVTX_INLINE_STATIC void nvtxMemHeapReset(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) { (void)domain, (void)heap; }
// Handles that the program wants to have stay what they are.
NVTX_INLINE_STATIC void nvtxMemRegionsRegister(nvtxDomainHandle_t domain, const nvtxMemRegionsRegisterBatch_t *batch)
{
	(void)domain, (void)batch;
}
NVTX_INLINE_STATIC void nvtxMemRegionsResize(nvtxDomainHandle_t domain, const nvtxMemRegionsResizeBatch_t *batch)
{
	(void)domain, (void)batch;
}
NVTX_INLINE_STATIC void nvtxMemRegionsUnregister(nvtxDomainHandle_t domain, const nvtxMemRegionsUnregisterBatch_t *batch)
{
	(void)domain, (void)batch;
}
NVTX_INLINE_STATIC void nvtxMemRegionsName(nvtxDomainHandle_t domain, const nvtxMemRegionsNameBatch_t *batch)
{
	(void)domain, (void)batch;
}
NVTX_INLINE_STATIC void nvtxMemPermissionsAssign(nvtxDomainHandle_t domain, const nvtxMemPermissionsAssignBatch_t *batch)
{
	(void)domain, (void)batch;
}
NVTX_INLINE_STATIC nvtxMemPermissionsHandle_t nvtxMemPermissionsCreate(nvtxDomainHandle_t domain, int32_t flags)
{
	return (void)domain, (void)flags, (nvtxMemPermissionsHandle_t)NULL;
}
NVTX_INLINE_STATIC void nvtxMemPermissionsDestroy(nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions)
{
	(void)domain, (void)permissions;
}
NVTX_INLINE_STATIC void nvtxMemPermissionsReset(nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions)
{
	(void)domain, (void)permissions;
}
NVTX_INLINE_STATIC void nvtxMemPermissionsBind(nvtxDomainHandle_t domain, nvtxMemPermissionsHandle_t permissions, uint32_t scope,
                                               uint32_t flags)
{
	(void)domain, (void)permissions, (void)scope, (void)flags;
}
NVTX_INLINE_STATIC void nvtxMemPermissionsUnbind(nvtxDomainHandle_t domain, uint32_t scope) { (void)domain, (void)scope; }

#ifdef __cplusplus
}
#endif

#endif
