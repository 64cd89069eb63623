// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What graphs hold: user objects with references of programs and graphs, memory of nodes and what is said of it.
#include <unistd.h>

#include "api/support/api_test.h"

static volatile int destroyed;

static void destroy(void *add)
{
	destroyed += *(int *)add;
}

// Destructors are called when a device gets to it.
static int destroyed_soon(int wanted)
{
	for (int i = 0; i < 1000 && destroyed != wanted; i++)
		usleep(1000);
	return destroyed;
}

static void counts(void)
{
	static int one = 1;
	cudaUserObject_t object;
	SUCCEEDS(cudaUserObjectCreate(&object, &one, destroy, 2, cudaUserObjectNoDestructorSync));
	SUCCEEDS(cudaUserObjectRetain(object, 3));
	SUCCEEDS(cudaUserObjectRelease(object, 4));
	usleep(10000);
	CHECK_EQUAL(destroyed, 0);
	INVALID(cudaUserObjectRetain(object, 0));
	INVALID(cudaUserObjectRetain(object, 0x80000000u));
	INVALID(cudaUserObjectRetain(NULL, 1));
	INVALID(cudaUserObjectRelease(object, 0));
	INVALID(cudaUserObjectRelease(object, 0x80000000u));
	INVALID(cudaUserObjectRelease(NULL, 1));
	SUCCEEDS(cudaUserObjectRelease(object, 1));
	CHECK_EQUAL(destroyed_soon(1), 1);
}

static void of_graphs(void)
{
	static int ten = 10;
	cudaUserObject_t object;
	cudaGraph_t graph, other;
	SUCCEEDS(cudaUserObjectCreate(&object, &ten, destroy, 1, cudaUserObjectNoDestructorSync));
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphCreate(&other, 0));
	SUCCEEDS(cudaGraphRetainUserObject(graph, object, 2, 0));
	SUCCEEDS(cudaUserObjectRelease(object, 1)); // the graph has two
	SUCCEEDS(cudaGraphReleaseUserObject(graph, object, 1));
	usleep(10000);
	CHECK_EQUAL(destroyed, 1);
	INVALID(cudaGraphReleaseUserObject(graph, object, 0));
	INVALID(cudaGraphReleaseUserObject(graph, object, 0x80000000u));
	INVALID(cudaGraphReleaseUserObject(graph, NULL, 1));
	INVALID(cudaGraphReleaseUserObject(NULL, object, 1));
	INVALID(cudaGraphReleaseUserObject(other, object, 1)); // has none
	SUCCEEDS(cudaGraphReleaseUserObject(graph, object, 1));
	CHECK_EQUAL(destroyed_soon(11), 11);
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaGraphDestroy(other));
	CHECK_EQUAL(destroyed, 11);
}

static uint64_t attribute(enum cudaGraphMemAttributeType which)
{
	uint64_t value = 12345;
	SUCCEEDS(cudaDeviceGetGraphMemAttribute(0, which, &value));
	return value;
}

static void memory_nodes(void)
{
	cudaGraph_t graph;
	cudaGraphNode_t alloc, release;
	cudaGraphExec_t exec;
	cudaMemAllocNodeParams params = {}, got;
	void *address = NULL;
	uint64_t zero = 0, one = 1;
	params.poolProps.allocType = cudaMemAllocationTypePinned;
	params.poolProps.location.type = cudaMemLocationTypeDevice;
	params.bytesize = 300000;
	SUCCEEDS(cudaGraphCreate(&graph, 0));
	SUCCEEDS(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &params));
	SUCCEEDS(cudaGraphMemAllocNodeGetParams(alloc, &got));
	CHECK(got.dptr == params.dptr && got.bytesize == 300000 && got.poolProps.allocType == cudaMemAllocationTypePinned);
	CHECK(got.poolProps.location.type == cudaMemLocationTypeDevice && got.poolProps.location.id == 0 && !got.accessDescCount);
	SUCCEEDS(cudaGraphAddMemFreeNode(&release, graph, &alloc, 1, params.dptr));
	SUCCEEDS(cudaGraphMemFreeNodeGetParams(release, &address));
	CHECK(address == params.dptr);
	INVALID(cudaGraphMemAllocNodeGetParams(release, &got));
	INVALID(cudaGraphMemAllocNodeGetParams(NULL, &got));
	INVALID(cudaGraphMemAllocNodeGetParams(alloc, NULL));
	INVALID(cudaGraphMemFreeNodeGetParams(alloc, &address));
	INVALID(cudaGraphMemFreeNodeGetParams(NULL, &address));
	INVALID(cudaGraphMemFreeNodeGetParams(release, NULL));
	SUCCEEDS(cudaGraphInstantiate(&exec, graph, 0));
	SUCCEEDS(cudaGraphLaunch(exec, 0));
	SUCCEEDS(cudaStreamSynchronize(0));
	CHECK(attribute(cudaGraphMemAttrUsedMemHigh) >= 300000);
	CHECK(attribute(cudaGraphMemAttrReservedMemHigh) >= 300000);
	SUCCEEDS(cudaGraphExecDestroy(exec));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaDeviceSynchronize());
	SUCCEEDS(cudaDeviceGraphMemTrim(0));
	INVALID(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one)); // to 0 alone
	INVALID(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero));
	INVALID(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &zero));
	INVALID(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, NULL));
	INVALID(cudaDeviceSetGraphMemAttribute(0, (enum cudaGraphMemAttributeType)9, &zero));
	RETURNS(cudaErrorInvalidDevice, cudaDeviceSetGraphMemAttribute(99, cudaGraphMemAttrUsedMemHigh, &zero));
	SUCCEEDS(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
	SUCCEEDS(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
	CHECK_EQUAL(attribute(cudaGraphMemAttrUsedMemHigh), attribute(cudaGraphMemAttrUsedMemCurrent));
	CHECK_EQUAL(attribute(cudaGraphMemAttrReservedMemHigh), attribute(cudaGraphMemAttrReservedMemCurrent));
}

int main(void)
{
	counts();
	of_graphs();
	memory_nodes();
	return unit_finish();
}
