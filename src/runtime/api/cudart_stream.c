// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Runtime API, "Stream Management".
#include <string.h>

#include "../core/memory.h"
#include "../core/stream.h"
#include "api.h"

cudaError_t cudaStreamCreate(cudaStream_t *pStream)
{
	return AW_CALL(aw_core_stream_create(cudaStreamDefault, AW_STREAM_PRIORITY_LEAST, pStream));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags)
{
	return AW_CALL(aw_core_stream_create(flags, AW_STREAM_PRIORITY_LEAST, pStream));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority)
{
	return AW_CALL(aw_core_stream_create(flags, priority, pStream));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
	return AW_CALL(aw_core_stream_destroy(stream));
}

static aw_status get_priority(cudaStream_t handle, int *priority)
{
	struct CUstream_st *stream;
	aw_status status = priority ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*priority = stream->priority;
	return status;
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority)
{
	return AW_CALL(get_priority(hStream, priority));
}

static aw_status get_flags(cudaStream_t handle, unsigned *flags)
{
	struct CUstream_st *stream;
	aw_status status = flags ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*flags = stream->flags;
	return status;
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags)
{
	return AW_CALL(get_flags(hStream, flags));
}

static aw_status get_id(cudaStream_t handle, unsigned long long *id)
{
	struct CUstream_st *stream;
	aw_status status = id ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*id = stream->id;
	return status;
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId)
{
	return AW_CALL(get_id(hStream, streamId));
}

static aw_status get_device(cudaStream_t handle, int *device)
{
	struct CUstream_st *stream;
	aw_status status = device ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status == AW_OK)
		*device = (int)stream->context->ordinal;
	return status;
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device)
{
	return AW_CALL(get_device(hStream, device));
}

static aw_status get_attribute(cudaStream_t handle, cudaStreamAttrID attribute, cudaStreamAttrValue *value)
{
	struct CUstream_st *stream;
	aw_status status = value ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	cudaStreamAttrValue result;
	memset(&result, 0, sizeof(result));
	const struct aw_stream_wishes *wishes = &stream->wishes;
	switch (attribute) {
	case cudaStreamAttributeSynchronizationPolicy:
		result.syncPolicy = wishes->policy ? wishes->policy : cudaSyncPolicyAuto;
		break;
	case cudaStreamAttributePriority: result.priority = stream->priority; break;
	case cudaStreamAttributeAccessPolicyWindow: result.accessPolicyWindow = wishes->window; break;
	case cudaStreamAttributeMemSyncDomain: result.memSyncDomain = wishes->domain; break;
	case cudaStreamAttributeMemSyncDomainMap:
		result.memSyncDomainMap = wishes->domains;
		if (!wishes->domains.default_ && !wishes->domains.remote)
			result.memSyncDomainMap.remote = 1;
		break;
	default: return AW_INVALID_VALUE;
	}
	*value = result;
	return AW_OK;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaStreamAttrID attr, cudaStreamAttrValue *value_out)
{
	return AW_CALL(get_attribute(hStream, attr, value_out));
}

static bool is_window(const struct cudaAccessPolicyWindow *window)
{
	return window->hitRatio >= 0 && window->hitRatio <= 1 && (unsigned)window->hitProp <= cudaAccessPropertyPersisting &&
	       (unsigned)window->missProp <= cudaAccessPropertyStreaming;
}

static aw_status steer(struct CUstream_st *stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
{
	const struct aw_stream_ops *ops = stream->context->driver->stream;
	return ops->steer ? ops->steer(stream->stream, attribute, value) : AW_OK;
}

static aw_status set_wish(struct CUstream_st *stream, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
{
	struct aw_stream_wishes *wishes = &stream->wishes;
	aw_status status;
	switch (attribute) {
	case cudaStreamAttributeSynchronizationPolicy: wishes->policy = value->syncPolicy; return AW_OK;
	case cudaStreamAttributeAccessPolicyWindow:
		status = is_window(&value->accessPolicyWindow) ? steer(stream, attribute, value) : AW_INVALID_VALUE;
		if (status == AW_OK)
			wishes->window = value->accessPolicyWindow;
		return status;
	case cudaStreamAttributeMemSyncDomain:
		status = (unsigned)value->memSyncDomain <= cudaLaunchMemSyncDomainRemote ? steer(stream, attribute, value) : AW_INVALID_VALUE;
		if (status == AW_OK)
			wishes->domain = value->memSyncDomain;
		return status;
	case cudaStreamAttributeMemSyncDomainMap:
		status = steer(stream, attribute, value);
		if (status == AW_OK)
			wishes->domains = value->memSyncDomainMap;
		return status;
	default: return AW_INVALID_VALUE; // a stream's priority is fixed when it is made
	}
}

static aw_status set_attribute(cudaStream_t handle, cudaStreamAttrID attribute, const cudaStreamAttrValue *value)
{
	struct CUstream_st *stream;
	aw_status status = value ? aw_core_stream_find(handle, &stream) : AW_INVALID_VALUE;
	return status == AW_OK ? set_wish(stream, attribute, value) : status;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaStreamAttrID attr,
                                   const cudaStreamAttrValue *value)
{
	return AW_CALL(set_attribute(hStream, attr, value));
}

static aw_status copy_attributes(cudaStream_t target, cudaStream_t source)
{
	static const cudaStreamAttrID said[] = { cudaStreamAttributeSynchronizationPolicy, cudaStreamAttributeAccessPolicyWindow,
		                                 cudaStreamAttributeMemSyncDomain, cudaStreamAttributeMemSyncDomainMap };
	struct CUstream_st *to;
	cudaStreamAttrValue value, own;
	aw_status status = aw_core_stream_find(target, &to);
	for (size_t i = 0; i < sizeof(said) / sizeof(*said) && status == AW_OK; i++) {
		status = get_attribute(source, said[i], &value);
		if (status == AW_OK)
			status = get_attribute(target, said[i], &own);
		if (status == AW_OK && memcmp(&value, &own, sizeof(value)) != 0)
			status = set_wish(to, said[i], &value);
	}
	return status;
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src)
{
	return AW_CALL(copy_attributes(dst, src));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
	return AW_CALL(aw_core_stream_wait_event(stream, event, flags));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
	return AW_CALL(aw_core_stream_synchronize(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
	return AW_CALL(aw_core_stream_query(stream));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *userData,
                                  unsigned int flags)
{
	return AW_CALL(aw_core_stream_add_callback(stream, callback, userData, flags));
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length, unsigned int flags)
{
	(void)length; // a whole allocation is attached, whatever is said
	return AW_CALL(aw_core_memory_attach(devPtr, flags, stream));
}
