// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Graph Management": what the runtime interface has under the same names.  Handles are the same, and so are
// the layouts of structures.
#include <stdint.h>

#include "api.h"
#include "cu_result.h"

_Static_assert(sizeof(CUDA_HOST_NODE_PARAMS) == sizeof(struct cudaHostNodeParams), "");
_Static_assert(sizeof(CUDA_EXT_SEM_SIGNAL_NODE_PARAMS) == sizeof(struct cudaExternalSemaphoreSignalNodeParams), "");
_Static_assert(sizeof(CUDA_EXT_SEM_WAIT_NODE_PARAMS) == sizeof(struct cudaExternalSemaphoreWaitNodeParams), "");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS) == sizeof(struct cudaExternalSemaphoreSignalParams), "");
_Static_assert(sizeof(CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS) == sizeof(struct cudaExternalSemaphoreWaitParams), "");

// --- order ---

CUresult cuGraphGetRootNodes(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes)
{
	return AW_CU_CALL((aw_status)cudaGraphGetRootNodes(hGraph, rootNodes, numRootNodes));
}

CUresult cuGraphGetEdges(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges)
{
	return AW_CU_CALL((aw_status)cudaGraphGetEdges(hGraph, from, to, numEdges));
}

CUresult cuGraphNodeGetDependencies(CUgraphNode hNode, CUgraphNode *dependencies, size_t *numDependencies)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetDependencies(hNode, dependencies, numDependencies));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *numDependentNodes)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetDependentNodes(hNode, dependentNodes, numDependentNodes));
}

CUresult cuGraphAddDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies)
{
	return AW_CU_CALL((aw_status)cudaGraphAddDependencies(hGraph, from, to, numDependencies));
}

CUresult cuGraphRemoveDependencies(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies)
{
	return AW_CU_CALL((aw_status)cudaGraphRemoveDependencies(hGraph, from, to, numDependencies));
}

CUresult cuGraphClone(CUgraph *phGraphClone, CUgraph originalGraph)
{
	return AW_CU_CALL((aw_status)cudaGraphClone(phGraphClone, originalGraph));
}

CUresult cuGraphNodeFindInClone(CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph));
}

CUresult cuGraphDestroyNode(CUgraphNode hNode)
{
	return AW_CU_CALL((aw_status)cudaGraphDestroyNode(hNode));
}

CUresult cuGraphDebugDotPrint(CUgraph hGraph, const char *path, unsigned int flags)
{
	return AW_CU_CALL((aw_status)cudaGraphDebugDotPrint(hGraph, path, flags));
}

// --- nodes ---

CUresult cuGraphAddEmptyNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies)
{
	return AW_CU_CALL((aw_status)cudaGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies));
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                  size_t numDependencies, CUgraph childGraph)
{
	return AW_CU_CALL((aw_status)cudaGraphAddChildGraphNode(phGraphNode, hGraph, dependencies, numDependencies,
	                  childGraph));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode hNode, CUgraph *phGraph)
{
	return AW_CU_CALL((aw_status)cudaGraphChildGraphNodeGetGraph(hNode, phGraph));
}

CUresult cuGraphExecChildGraphNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph)
{
	return AW_CU_CALL((aw_status)cudaGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph));
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                   size_t numDependencies, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies,
	                  event));
}

CUresult cuGraphEventRecordNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
	return AW_CU_CALL((aw_status)cudaGraphEventRecordNodeGetEvent(hNode, event_out));
}

CUresult cuGraphEventRecordNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphEventRecordNodeSetEvent(hNode, event));
}

CUresult cuGraphExecEventRecordNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                 size_t numDependencies, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies,
	                  event));
}

CUresult cuGraphEventWaitNodeGetEvent(CUgraphNode hNode, CUevent *event_out)
{
	return AW_CU_CALL((aw_status)cudaGraphEventWaitNodeGetEvent(hNode, event_out));
}

CUresult cuGraphEventWaitNodeSetEvent(CUgraphNode hNode, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphEventWaitNodeSetEvent(hNode, event));
}

CUresult cuGraphExecEventWaitNodeSetEvent(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
	return AW_CU_CALL((aw_status)cudaGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event));
}

CUresult cuGraphHostNodeGetParams(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphHostNodeGetParams(hNode, (struct cudaHostNodeParams *)nodeParams));
}

CUresult cuGraphHostNodeSetParams(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphHostNodeSetParams(hNode, (const struct cudaHostNodeParams *)nodeParams));
}

CUresult cuGraphExecHostNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphExecHostNodeSetParams(hGraphExec, hNode,
	                  (const struct cudaHostNodeParams *)nodeParams));
}

CUresult cuGraphAddMemFreeNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies,
                               CUdeviceptr dptr)
{
	return AW_CU_CALL((aw_status)cudaGraphAddMemFreeNode(phGraphNode, hGraph, dependencies, numDependencies,
	                  (void *)(uintptr_t)dptr));
}

CUresult cuGraphMemFreeNodeGetParams(CUgraphNode hNode, CUdeviceptr *dptr_out)
{
	return AW_CU_CALL((aw_status)cudaGraphMemFreeNodeGetParams(hNode, dptr_out));
}

CUresult cuGraphKernelNodeCopyAttributes(CUgraphNode dst, CUgraphNode src)
{
	return AW_CU_CALL((aw_status)cudaGraphKernelNodeCopyAttributes(src, dst));
}

_Static_assert(sizeof(CUlaunchAttributeValue) == sizeof(cudaLaunchAttributeValue), "one layout");

CUresult cuGraphKernelNodeGetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out)
{
	return AW_CU_CALL((aw_status)cudaGraphKernelNodeGetAttribute(hNode, (cudaLaunchAttributeID)attr,
	                  (cudaLaunchAttributeValue *)value_out));
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value)
{
	return AW_CU_CALL((aw_status)cudaGraphKernelNodeSetAttribute(hNode, (cudaLaunchAttributeID)attr,
	                  (const cudaLaunchAttributeValue *)value));
}

// --- semaphores ---

CUresult cuGraphAddExternalSemaphoresSignalNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                                size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphAddExternalSemaphoresSignalNode(phGraphNode, hGraph, dependencies,
	                  numDependencies, (const struct cudaExternalSemaphoreSignalNodeParams *)nodeParams));
}

CUresult cuGraphExternalSemaphoresSignalNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out)
{
	return AW_CU_CALL((aw_status)cudaGraphExternalSemaphoresSignalNodeGetParams(hNode,
	                  (struct cudaExternalSemaphoreSignalNodeParams *)params_out));
}

CUresult cuGraphExternalSemaphoresSignalNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphExternalSemaphoresSignalNodeSetParams(hNode,
	                  (const struct cudaExternalSemaphoreSignalNodeParams *)nodeParams));
}

CUresult cuGraphExecExternalSemaphoresSignalNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                          const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode,
	                  (const struct cudaExternalSemaphoreSignalNodeParams *)nodeParams));
}

CUresult cuGraphAddExternalSemaphoresWaitNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies,
                                              size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphAddExternalSemaphoresWaitNode(phGraphNode, hGraph, dependencies,
	                  numDependencies, (const struct cudaExternalSemaphoreWaitNodeParams *)nodeParams));
}

CUresult cuGraphExternalSemaphoresWaitNodeGetParams(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out)
{
	return AW_CU_CALL((aw_status)cudaGraphExternalSemaphoresWaitNodeGetParams(hNode,
	                  (struct cudaExternalSemaphoreWaitNodeParams *)params_out));
}

CUresult cuGraphExternalSemaphoresWaitNodeSetParams(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphExternalSemaphoresWaitNodeSetParams(hNode,
	                  (const struct cudaExternalSemaphoreWaitNodeParams *)nodeParams));
}

CUresult cuGraphExecExternalSemaphoresWaitNodeSetParams(CUgraphExec hGraphExec, CUgraphNode hNode,
                                                        const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode,
	                  (const struct cudaExternalSemaphoreWaitNodeParams *)nodeParams));
}

// --- executable graphs ---

CUresult cuGraphExecGetFlags(CUgraphExec hGraphExec, cuuint64_t *flags)
{
	return AW_CU_CALL((aw_status)cudaGraphExecGetFlags(hGraphExec, (unsigned long long *)flags));
}

CUresult cuGraphUpload(CUgraphExec hGraphExec, CUstream hStream)
{
	return AW_CU_CALL((aw_status)cudaGraphUpload(hGraphExec, hStream));
}

CUresult cuGraphNodeSetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled));
}

CUresult cuGraphNodeGetEnabled(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled));
}

// --- keepsakes ---

CUresult cuUserObjectCreate(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned int initialRefcount,
                            unsigned int flags)
{
	return AW_CU_CALL((aw_status)cudaUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags));
}

CUresult cuUserObjectRetain(CUuserObject object, unsigned int count)
{
	return AW_CU_CALL((aw_status)cudaUserObjectRetain(object, count));
}

CUresult cuUserObjectRelease(CUuserObject object, unsigned int count)
{
	return AW_CU_CALL((aw_status)cudaUserObjectRelease(object, count));
}

CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags)
{
	return AW_CU_CALL((aw_status)cudaGraphRetainUserObject(graph, object, count, flags));
}

CUresult cuGraphReleaseUserObject(CUgraph graph, CUuserObject object, unsigned int count)
{
	return AW_CU_CALL((aw_status)cudaGraphReleaseUserObject(graph, object, count));
}

// --- memory of graphs ---

_Static_assert(sizeof(CUDA_MEM_ALLOC_NODE_PARAMS) == sizeof(struct cudaMemAllocNodeParams), "");

CUresult cuGraphAddMemAllocNode(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies,
                                CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams)
{
	return AW_CU_CALL((aw_status)cudaGraphAddMemAllocNode(phGraphNode, hGraph, dependencies, numDependencies,
	                  (struct cudaMemAllocNodeParams *)nodeParams));
}

CUresult cuGraphMemAllocNodeGetParams(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out)
{
	return AW_CU_CALL((aw_status)cudaGraphMemAllocNodeGetParams(hNode, (struct cudaMemAllocNodeParams *)params_out));
}

CUresult cuDeviceGetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return AW_CU_CALL((aw_status)cudaDeviceGetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr, value));
}

CUresult cuDeviceSetGraphMemAttribute(CUdevice device, CUgraphMem_attribute attr, void *value)
{
	return AW_CU_CALL((aw_status)cudaDeviceSetGraphMemAttribute(device, (enum cudaGraphMemAttributeType)attr, value));
}

CUresult cuDeviceGraphMemTrim(CUdevice device)
{
	return AW_CU_CALL((aw_status)cudaDeviceGraphMemTrim(device));
}

// --- made and updated as a whole ---

_Static_assert(sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS) == sizeof(cudaGraphInstantiateParams), "");
_Static_assert(sizeof(CUgraphExecUpdateResultInfo) == sizeof(cudaGraphExecUpdateResultInfo), "");

CUresult cuGraphInstantiateWithParams(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaGraphInstantiateWithParams(phGraphExec, hGraph,
	                          (cudaGraphInstantiateParams *)instantiateParams));
}

CUresult cuGraphExecUpdate(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo *resultInfo)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaGraphExecUpdate(hGraphExec, hGraph, (cudaGraphExecUpdateResultInfo *)resultInfo));
}

// --- capture ---

CUresult cuStreamGetCaptureInfo(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out,
                                const CUgraphNode **dependencies_out, size_t *numDependencies_out)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetCaptureInfo_v2(hStream, (enum cudaStreamCaptureStatus *)captureStatus_out,
	                          (unsigned long long *)id_out, graph_out, dependencies_out, numDependencies_out));
}

CUresult cuStreamUpdateCaptureDependencies(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamUpdateCaptureDependencies(hStream, dependencies, numDependencies, flags));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
	return AW_CU_CALL((aw_status)cudaThreadExchangeStreamCaptureMode((enum cudaStreamCaptureMode *)mode));
}

// --- streams ---

CUresult cuStreamCopyAttributes(CUstream dst, CUstream src)
{
	return AW_CU_CALL((aw_status)cudaStreamCopyAttributes(dst, src));
}

CUresult cuStreamGetAttribute(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetAttribute(hStream, (cudaLaunchAttributeID)attr,
	                          (cudaLaunchAttributeValue *)value_out));
}

CUresult cuStreamSetAttribute(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamSetAttribute(hStream, (cudaLaunchAttributeID)attr,
	                          (const cudaLaunchAttributeValue *)value));
}
