// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Stream Management": capture.
#include "../core/capture.h"

#include "api.h"
#include "graph_skin.h"

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
	return AW_CALL(aw_core_capture_begin(stream, mode));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *dependencyData, size_t numDependencies,
                                          enum cudaStreamCaptureMode mode)
{
	return AW_CALL(aw_core_capture_begin_to(stream, graph, dependencies, dependencyData, numDependencies, mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph)
{
	return AW_CALL(aw_core_capture_end(stream, pGraph));
}

static aw_status is_capturing(cudaStream_t stream, enum cudaStreamCaptureStatus *answer)
{
	struct aw_capture_info info;
	aw_status status = answer ? aw_core_capture_query(stream, &info) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*answer = info.status;
	return status;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus)
{
	return AW_CALL(is_capturing(stream, pCaptureStatus));
}

// What a program asks of a capture; all but the status may be NULL.
struct wanted {
	enum cudaStreamCaptureStatus *status;
	unsigned long long *id;
	cudaGraph_t *graph;
	const cudaGraphNode_t **nodes;
	const cudaGraphEdgeData **data;
	size_t *count;
};

// Whether nodes are asked for alone, and an edge to the next one has data.
static bool loses_data(const struct aw_capture_info *info, const struct wanted *wanted)
{
	bool loses = false;
	for (size_t i = 0; i < info->count && wanted->nodes && !wanted->data; i++)
		loses |= aw_api_graph_has_data(&info->data[i]);
	return loses;
}

static aw_status get_info(cudaStream_t stream, const struct wanted *wanted)
{
	struct aw_capture_info info;
	aw_status status = wanted->status ? aw_core_capture_query(stream, &info) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	if (loses_data(&info, wanted))
		return AW_LOSSY_QUERY;
	*wanted->status = info.status;
	if (info.status != cudaStreamCaptureStatusActive)
		return AW_OK;
	if (wanted->id)
		*wanted->id = info.id;
	if (wanted->graph)
		*wanted->graph = info.graph;
	if (wanted->nodes)
		*wanted->nodes = info.nodes;
	if (wanted->data)
		*wanted->data = info.data;
	if (wanted->count)
		*wanted->count = info.count;
	return AW_OK;
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, cudaGraph_t *graph_out,
                                        const cudaGraphNode_t **dependencies_out, size_t *numDependencies_out)
{
	struct wanted wanted = { captureStatus_out, id_out, graph_out, dependencies_out, NULL, numDependencies_out };
	return AW_CALL(get_info(stream, &wanted));
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, cudaGraph_t *graph_out,
                                        const cudaGraphNode_t **dependencies_out,
                                        const cudaGraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
	struct wanted wanted = { captureStatus_out, id_out,       graph_out,
		                 dependencies_out,  edgeData_out, numDependencies_out };
	return AW_CALL(get_info(stream, &wanted));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                size_t numDependencies, unsigned int flags)
{
	return AW_CALL(aw_core_capture_update(stream, dependencies, NULL, numDependencies, flags));
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                   const cudaGraphEdgeData *dependencyData,
                                                   size_t numDependencies, unsigned int flags)
{
	return AW_CALL(aw_core_capture_update(stream, dependencies, dependencyData, numDependencies, flags));
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
	return AW_CALL(aw_core_capture_exchange_mode(mode));
}
