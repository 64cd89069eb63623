// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of the host in the order of a stream: cudaLaunchHostFunc with a copy of the arguments.  The copy is freed by the
// work itself, or, where the stream is being captured, with the graph that holds it (as a user object of the graph).
#include <stdlib.h>
#include <string.h>

#include "shim.h"

struct job {
	void (*work)(void *record);
	bool once;
	_Alignas(16) char record[];
};

static void run(void *data)
{
	struct job *job = data;
	job->work(job->record);
	if (job->once)
		free(job);
}

static cudaError_t keep_with_graph(struct job *job, cudaGraph_t graph)
{
	cudaUserObject_t object;
	cudaError_t error = cudaUserObjectCreate(&object, job, free, 1, cudaUserObjectNoDestructorSync);
	if (error != cudaSuccess) {
		free(job);
		return error;
	}
	error = cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove);
	if (error != cudaSuccess)
		cudaUserObjectRelease(object, 1);
	return error;
}

cudaError_t aw_shim_queue(cudaStream_t stream, void (*work)(void *record), const void *record, size_t size)
{
	enum cudaStreamCaptureStatus status;
	cudaGraph_t graph = NULL;
	cudaError_t error = cudaStreamGetCaptureInfo_v2(stream, &status, NULL, &graph, NULL, NULL);
	if (error != cudaSuccess)
		return error;
	bool captured = status == cudaStreamCaptureStatusActive;
	struct job *job = malloc(sizeof(*job) + size);
	if (!job)
		return cudaErrorMemoryAllocation;
	job->work = work;
	job->once = !captured;
	memcpy(job->record, record, size);
	if (captured && (error = keep_with_graph(job, graph)) != cudaSuccess)
		return error;
	error = cudaLaunchHostFunc(stream, run, job);
	if (error != cudaSuccess && !captured)
		free(job);
	return error;
}

cudaError_t aw_shim_keep(cudaStream_t stream, void *object, void (*release)(void *object), bool *kept)
{
	enum cudaStreamCaptureStatus status;
	cudaGraph_t graph = NULL;
	cudaUserObject_t held;
	cudaError_t error = cudaStreamGetCaptureInfo_v2(stream, &status, NULL, &graph, NULL, NULL);
	*kept = false;
	if (error != cudaSuccess || status != cudaStreamCaptureStatusActive)
		return error;
	error = cudaUserObjectCreate(&held, object, release, 1, cudaUserObjectNoDestructorSync);
	if (error != cudaSuccess)
		return error;
	error = cudaGraphRetainUserObject(graph, held, 1, cudaGraphUserObjectMove);
	*kept = true; // from here on the object is the graph's, or released
	if (error != cudaSuccess)
		cudaUserObjectRelease(held, 1);
	return error;
}
