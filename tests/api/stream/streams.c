// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// ENV: ANYWARP_NULL_DEVICE=1
// RUNS: CUDA_VISIBLE_DEVICES=0,1
//
// Streams: creation, what can be asked of them, special handles, callbacks, and wrong handles.
#include <stdatomic.h>

#include "../support/api_test.h"

static void creation(void)
{
	cudaStream_t first, second;
	int priority = 9;
	unsigned flags = 9;
	unsigned long long id = 0, other = 0;
	INVALID(cudaStreamCreate(NULL));
	INVALID(cudaStreamCreateWithFlags(&first, 99));
	SUCCEEDS(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, -99));
	SUCCEEDS(cudaStreamGetPriority(first, &priority));
	CHECK_EQUAL(priority, -5);
	SUCCEEDS(cudaStreamGetFlags(first, &flags));
	CHECK_EQUAL(flags, cudaStreamNonBlocking);
	SUCCEEDS(cudaStreamCreateWithPriority(&second, cudaStreamDefault, 99));
	SUCCEEDS(cudaStreamGetPriority(second, &priority));
	CHECK_EQUAL(priority, 0);
	INVALID(cudaStreamGetFlags(second, NULL));
	INVALID(cudaStreamGetPriority(second, NULL));
	SUCCEEDS(cudaStreamGetId(first, &id));
	SUCCEEDS(cudaStreamGetId(second, &other));
	CHECK(id != other);
	SUCCEEDS(cudaStreamQuery(first));
	SUCCEEDS(cudaStreamSynchronize(second));
	SUCCEEDS(cudaStreamDestroy(first));
	SUCCEEDS(cudaStreamDestroy(second));
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(second));
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(first));
	RETURNS(cudaErrorInvalidResourceHandle, cudaStreamQuery((cudaStream_t)&id));
}

static void special_handles(void)
{
	const cudaStream_t handles[] = { 0, cudaStreamLegacy, cudaStreamPerThread };
	unsigned flags;
	int priority;
	for (int i = 0; i < 3; i++) {
		SUCCEEDS(cudaStreamGetFlags(handles[i], &flags));
		CHECK_EQUAL(flags, 0);
		SUCCEEDS(cudaStreamGetPriority(handles[i], &priority));
		CHECK_EQUAL(priority, 0);
		SUCCEEDS(cudaStreamQuery(handles[i]));
		SUCCEEDS(cudaStreamSynchronize(handles[i]));
		RETURNS(cudaErrorInvalidResourceHandle, cudaStreamDestroy(handles[i]));
	}
	unsigned long long legacy, zero, own;
	SUCCEEDS(cudaStreamGetId(0, &zero));
	SUCCEEDS(cudaStreamGetId(cudaStreamLegacy, &legacy));
	SUCCEEDS(cudaStreamGetId(cudaStreamPerThread, &own));
	CHECK(zero == legacy && own != legacy);
}

static atomic_int calls;

static void count(void *user)
{
	atomic_fetch_add(&calls, *(int *)user);
}

static void count_stream(cudaStream_t stream, cudaError_t status, void *user)
{
	if (stream && status == cudaSuccess)
		atomic_fetch_add(&calls, *(int *)user);
}

static void host_functions(void)
{
	cudaStream_t stream;
	int one = 1, ten = 10;
	SUCCEEDS(cudaStreamCreate(&stream));
	INVALID(cudaStreamAddCallback(stream, NULL, NULL, 0));
	INVALID(cudaStreamAddCallback(stream, count_stream, NULL, 1));
	INVALID(cudaLaunchHostFunc(stream, NULL, NULL));
	SUCCEEDS(cudaLaunchHostFunc(stream, count, &one));
	SUCCEEDS(cudaStreamAddCallback(stream, count_stream, &ten, 0));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK_EQUAL(calls, 11);
	SUCCEEDS(cudaStreamDestroy(stream));
}

static void attributes(void)
{
	cudaStream_t stream, copy;
	cudaStreamAttrValue value;
	enum cudaStreamCaptureStatus capture = cudaStreamCaptureStatusActive;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaStreamCreate(&copy));
	value.syncPolicy = cudaSyncPolicyBlockingSync;
	SUCCEEDS(cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
	SUCCEEDS(cudaStreamCopyAttributes(copy, stream));
	SUCCEEDS(cudaStreamGetAttribute(copy, cudaStreamAttributeSynchronizationPolicy, &value));
	CHECK_EQUAL(value.syncPolicy, cudaSyncPolicyBlockingSync);
	INVALID(cudaStreamGetAttribute(copy, (cudaStreamAttrID)77, &value));
	memset(&value, 0, sizeof(value));
	value.accessPolicyWindow.hitRatio = 0.5f;
	value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	SUCCEEDS(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
	value.accessPolicyWindow.hitRatio = 1.5f;
	INVALID(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
	SUCCEEDS(cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
	CHECK_EQUAL(value.accessPolicyWindow.hitRatio * 2, 1);
	CHECK_EQUAL(value.accessPolicyWindow.hitProp, cudaAccessPropertyPersisting);
	value.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
	INVALID(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
	SUCCEEDS(cudaStreamGetAttribute(copy, cudaStreamAttributeAccessPolicyWindow, &value));
	CHECK_EQUAL(value.accessPolicyWindow.hitRatio, 0);
	SUCCEEDS(cudaStreamGetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
	CHECK_EQUAL(value.memSyncDomainMap.remote, 1);
	value.memSyncDomainMap.default_ = 2;
	SUCCEEDS(cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomainMap, &value));
	value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
	SUCCEEDS(cudaStreamSetAttribute(stream, cudaStreamAttributeMemSyncDomain, &value));
	SUCCEEDS(cudaStreamCopyAttributes(copy, stream));
	SUCCEEDS(cudaStreamGetAttribute(copy, cudaStreamAttributeMemSyncDomainMap, &value));
	CHECK_EQUAL(value.memSyncDomainMap.default_, 2);
	SUCCEEDS(cudaStreamGetAttribute(copy, cudaStreamAttributeMemSyncDomain, &value));
	CHECK_EQUAL(value.memSyncDomain, cudaLaunchMemSyncDomainRemote);
	SUCCEEDS(cudaStreamIsCapturing(stream, &capture));
	CHECK_EQUAL(capture, cudaStreamCaptureStatusNone);
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaStreamDestroy(copy));
}

int main(void)
{
	creation();
	special_handles();
	host_functions();
	attributes();
	return unit_finish();
}
