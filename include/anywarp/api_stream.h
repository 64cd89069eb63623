/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Streams and events (CUDA Runtime API, "Stream Management", "Event Management").
 *
 * STREAM is a handle, 0 or cudaStreamLegacy for the default stream that waits for all blocking
 * streams and they for it, cudaStreamPerThread for the calling thread's own.  A handle that is none
 * of these gives cudaErrorInvalidResourceHandle.
 */
#ifndef AW_API_STREAM_H
#define AW_API_STREAM_H

/* --- streams --- */

/* FLAGS: cudaStreamDefault or cudaStreamNonBlocking; lower PRIORITY goes first. */
cudaError_t CUDARTAPI cudaStreamCreate(cudaStream_t *pStream);
cudaError_t CUDARTAPI cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags);
cudaError_t CUDARTAPI cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority);
/* Returns at once; work that the stream has is still done. */
cudaError_t CUDARTAPI cudaStreamDestroy(cudaStream_t stream);

cudaError_t CUDARTAPI cudaStreamGetPriority(cudaStream_t hStream, int *priority);
cudaError_t CUDARTAPI cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags);
/* A number that no other stream of this process ever has. */
cudaError_t CUDARTAPI cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId);
cudaError_t CUDARTAPI cudaStreamGetDevice(cudaStream_t hStream, int *device);
cudaError_t CUDARTAPI cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src);
cudaError_t CUDARTAPI cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
	cudaStreamAttrValue *value_out);
cudaError_t CUDARTAPI cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
	const cudaStreamAttrValue *value);

/* Later work of STREAM waits for EVENT.  FLAGS: cudaEventWaitDefault or cudaEventWaitExternal. */
cudaError_t CUDARTAPI cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
	unsigned int flags __AW_DEFAULT(0));
/* Waits for the stream's work; returns the error that it met. */
cudaError_t CUDARTAPI cudaStreamSynchronize(cudaStream_t stream);
/* cudaSuccess when all is done, else cudaErrorNotReady. */
cudaError_t CUDARTAPI cudaStreamQuery(cudaStream_t stream);
/* Calls CALLBACK in the stream's order with the stream's status.  FLAGS must be 0. */
cudaError_t CUDARTAPI cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
	void *userData, unsigned int flags);
/* Ties managed memory to a stream.  LENGTH 0: the whole allocation. */
cudaError_t CUDARTAPI cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr,
	size_t length __AW_DEFAULT(0), unsigned int flags __AW_DEFAULT(cudaMemAttachSingle));

/* --- capture: the work given to a stream becomes a graph --- */

cudaError_t CUDARTAPI cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t CUDARTAPI cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
	const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData,
	size_t numDependencies, enum cudaStreamCaptureMode mode);
cudaError_t CUDARTAPI cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode);
cudaError_t CUDARTAPI cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph);
cudaError_t CUDARTAPI cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus);
cudaError_t CUDARTAPI cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
	enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out __AW_DEFAULT(0),
	cudaGraph_t *graph_out __AW_DEFAULT(0), const cudaGraphNode_t **dependencies_out __AW_DEFAULT(0),
	size_t *numDependencies_out __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaStreamGetCaptureInfo_v3(cudaStream_t stream,
	enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out __AW_DEFAULT(0),
	cudaGraph_t *graph_out __AW_DEFAULT(0), const cudaGraphNode_t **dependencies_out __AW_DEFAULT(0),
	const cudaGraphEdgeData **edgeData_out __AW_DEFAULT(0), size_t *numDependencies_out __AW_DEFAULT(0));
#define cudaStreamGetCaptureInfo cudaStreamGetCaptureInfo_v2
cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
	cudaGraphNode_t *dependencies, size_t numDependencies, unsigned int flags __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaStreamUpdateCaptureDependencies_v2(cudaStream_t stream,
	cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies,
	unsigned int flags __AW_DEFAULT(0));

/* --- events --- */

/* FLAGS: cudaEventBlockingSync, cudaEventDisableTiming, cudaEventInterprocess. */
cudaError_t CUDARTAPI cudaEventCreate(cudaEvent_t *event);
cudaError_t CUDARTAPI cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
/* The event happens when all earlier work of STREAM is done. */
cudaError_t CUDARTAPI cudaEventRecord(cudaEvent_t event, cudaStream_t stream __AW_DEFAULT(0));
cudaError_t CUDARTAPI cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream __AW_DEFAULT(0),
	unsigned int flags __AW_DEFAULT(0));
/* cudaSuccess when it has happened or was never recorded, else cudaErrorNotReady. */
cudaError_t CUDARTAPI cudaEventQuery(cudaEvent_t event);
cudaError_t CUDARTAPI cudaEventSynchronize(cudaEvent_t event);
cudaError_t CUDARTAPI cudaEventDestroy(cudaEvent_t event);
/* Milliseconds between two events that have happened.  cudaErrorNotReady;
 * cudaErrorInvalidResourceHandle when one was never recorded or does not keep time. */
cudaError_t CUDARTAPI cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);
/* The name that CUDA 12.8 and 12.9 give it. */
cudaError_t CUDARTAPI cudaEventElapsedTime_v2(float *ms, cudaEvent_t start, cudaEvent_t end);

#endif
