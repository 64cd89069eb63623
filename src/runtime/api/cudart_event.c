// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Event Management".
#include "../core/event.h"
#include "api.h"

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
	return AW_CALL(aw_core_event_create(cudaEventDefault, event));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
	return AW_CALL(aw_core_event_create(flags, event));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
	return AW_CALL(aw_core_event_record(event, stream, cudaEventRecordDefault));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
	return AW_CALL(aw_core_event_record(event, stream, flags));
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
	return AW_CALL(aw_core_event_query(event));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
	return AW_CALL(aw_core_event_synchronize(event));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
	return AW_CALL(aw_core_event_destroy(event));
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	return AW_CALL(aw_core_event_elapsed(start, end, ms));
}

cudaError_t cudaEventElapsedTime_v2(float *ms, cudaEvent_t start, cudaEvent_t end)
{
	return cudaEventElapsedTime(ms, start, end);
}
