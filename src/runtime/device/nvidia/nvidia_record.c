// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recordings are the driver's graphs: a stream captures what it is given, and streams that wait for its events capture with it (CUDA
// Driver API, "Stream Management", cuStreamBeginCapture).  The relaxed mode leaves other threads alone, and this one may make streams
// and events meanwhile.
#include <stdlib.h>

#include "nvidia_device.h"

struct aw_recording {
	struct aw_device *device;
	CUgraphExec graph;
};

static _Thread_local bool recording, idle;

bool aw_nvidia_is_recording(void)
{
	return recording;
}

bool aw_nvidia_records_idle(void)
{
	return recording && idle;
}

static CUstream stream_of(struct aw_stream *stream)
{
	return ((struct nvidia_stream *)stream)->stream;
}

static aw_status begin(struct aw_stream *stream)
{
	if (!aw_nvidia.capture_begin || !aw_nvidia.capture_end || !aw_nvidia.graph_instantiate || !aw_nvidia.graph_launch ||
	    !aw_nvidia.graph_destroy || !aw_nvidia.graph_exec_destroy)
		return AW_CALL_REQUIRES_NEWER_DRIVER;
	aw_status status = aw_nvidia_enter(stream->device);
	idle = status == AW_OK && aw_nvidia_is_idle(stream->device); // which nobody may ask of a stream that captures
	if (status == AW_OK)
		status = NVIDIA(capture_begin, stream_of(stream), CU_STREAM_CAPTURE_MODE_RELAXED);
	recording = status == AW_OK;
	return status;
}

static aw_status instantiate(struct aw_device *device, CUgraph graph, struct aw_recording **made)
{
	struct aw_recording *kept = malloc(sizeof(*kept));
	if (!kept)
		return AW_NO_MEMORY;
	kept->device = device;
	aw_status status = NVIDIA(graph_instantiate, &kept->graph, graph, 0);
	if (status == AW_OK)
		*made = kept;
	else
		free(kept);
	return status;
}

// Where something couldn't be captured there is no graph.
static aw_status end(struct aw_stream *stream, struct aw_recording **made)
{
	CUgraph graph = NULL;
	bool wanted = aw_nvidia_records_idle() && aw_nvidia_entries_wanted();
	recording = false;
	aw_status status = NVIDIA(capture_end, stream_of(stream), &graph);
	if (wanted)
		aw_nvidia_entries_settle(stream->device, true);
	if (status == AW_OK)
		status = wanted ? AW_NOT_READY : instantiate(stream->device, graph, made);
	if (graph)
		NVIDIA(graph_destroy, graph);
	return status;
}

static aw_status replay(struct aw_recording *kept, struct aw_stream *stream)
{
	aw_status status = aw_nvidia_enter(stream->device);
	return status == AW_OK ? NVIDIA(graph_launch, kept->graph, stream_of(stream)) : status;
}

static void destroy(struct aw_recording *kept)
{
	if (aw_nvidia_enter(kept->device) == AW_OK)
		NVIDIA(graph_exec_destroy, kept->graph);
	free(kept);
}

const struct aw_record_ops aw_nvidia_record_ops = {
	.begin = begin,
	.end = end,
	.replay = replay,
	.destroy = destroy,
};
