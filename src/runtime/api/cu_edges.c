// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Graph Management" and "Stream Management": edges with data, since CUDA 12.3.
#include "../core/capture.h"
#include "api.h"
#include "cu_edges.h"
#include "cu_result.h"

CUresult cuGraphGetEdges_v2(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges)
{
	return AW_CU_CALL((aw_status)cudaGraphGetEdges_v2(hGraph, from, to, (cudaGraphEdgeData *)edgeData, numEdges));
}

CUresult cuGraphNodeGetDependencies_v2(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData,
                                       size_t *numDependencies)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetDependencies_v2(hNode, dependencies, (cudaGraphEdgeData *)edgeData,
	                  numDependencies));
}

CUresult cuGraphNodeGetDependentNodes_v2(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData,
                                         size_t *numDependentNodes)
{
	return AW_CU_CALL((aw_status)cudaGraphNodeGetDependentNodes_v2(hNode, dependentNodes, (cudaGraphEdgeData *)edgeData,
	                  numDependentNodes));
}

CUresult cuGraphAddDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData,
                                   size_t numDependencies)
{
	return AW_CU_CALL(aw_core_graph_connect(hGraph, from, to, aw_api_edge_data(edgeData), numDependencies));
}

CUresult cuGraphRemoveDependencies_v2(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to,
                                      const CUgraphEdgeData *edgeData, size_t numDependencies)
{
	return AW_CU_CALL(aw_core_graph_disconnect(hGraph, from, to, aw_api_edge_data(edgeData), numDependencies));
}

CUresult cuStreamBeginCaptureToGraph(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies,
                                     const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode)
{
	return AW_CU_CONTEXT_CALL(aw_core_capture_begin_to(hStream, hGraph, dependencies, aw_api_edge_data(dependencyData),
	                          numDependencies, (enum cudaStreamCaptureMode)mode));
}

CUresult cuStreamGetCaptureInfo_v3(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out,
                                   CUgraph *graph_out, const CUgraphNode **dependencies_out,
                                   const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
	return AW_CU_CONTEXT_CALL((aw_status)cudaStreamGetCaptureInfo_v3(hStream, (enum cudaStreamCaptureStatus *)captureStatus_out,
	                          (unsigned long long *)id_out, graph_out, dependencies_out, (const cudaGraphEdgeData **)edgeData_out,
	                          numDependencies_out));
}

CUresult cuStreamUpdateCaptureDependencies_v2(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData,
                                              size_t numDependencies, unsigned int flags)
{
	return AW_CU_CONTEXT_CALL(aw_core_capture_update(hStream, dependencies, aw_api_edge_data(dependencyData), numDependencies, flags));
}
