#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVTX compiles in C, in C++ and in CUDA code, in its second and third version, and does nothing; so do its extensions, whose structures
# are as large as NVIDIA's.
. "$ROOT/tests/awcc/support/check.sh"
cat >plain.c <<'END'
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCuda.h>
#include <nvtx3/nvToolsExtSync.h>
int marks(void)
{
	nvtxEventAttributes_t event = { 0 };
	event.version = NVTX_VERSION;
	event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	event.colorType = NVTX_COLOR_ARGB;
	event.color = 0xff00ff00;
	event.messageType = NVTX_MESSAGE_TYPE_ASCII;
	event.message.ascii = "a range";
	nvtxDomainHandle_t domain = nvtxDomainCreate("library");
	nvtxDomainRangePushEx(domain, &event);
	nvtxNameOsThread(1, "main");
	nvtxNameCuStream(0, "stream");
	nvtxDomainDestroy(domain);
	return nvtxRangePushEx(&event) == NVTX_NO_PUSH_POP_TRACKING && nvtxRangePop() == NVTX_NO_PUSH_POP_TRACKING &&
	       sizeof event == 48;
}
END
cat >more.c <<'END'
#include <nvtx3/nvToolsExtCounters.h>
#include <nvtx3/nvToolsExtMem.h>
#include <nvtx3/nvToolsExtMemCudaRt.h>
#include <nvtx3/nvToolsExtPayload.h>
#include <nvtx3/nvToolsExtSemanticsCounters.h>
#include <nvtx3/nvToolsExtSemanticsScope.h>
#include <nvtx3/nvToolsExtSemanticsTime.h>
#include <nvtx3/nvToolsExtSync.h>
#define HAS_SIZE(type, bytes) typedef char type##_has_size[sizeof(type) == (bytes) ? 1 : -1]; extern type##_has_size of_##type
HAS_SIZE(nvtxPayloadSchemaEntry_t, 64);
HAS_SIZE(nvtxPayloadSchemaAttr_t, 80);
HAS_SIZE(nvtxPayloadEnumAttr_t, 56);
HAS_SIZE(nvtxTimeDomainAttr_t, 48);
HAS_SIZE(nvtxEventBatch_t, 64);
HAS_SIZE(nvtxCounterAttr_t, 56);
HAS_SIZE(nvtxSemanticsCounter_t, 72);
HAS_SIZE(nvtxMemHeapDesc_t, 48);
HAS_SIZE(nvtxMemRegionNameDesc_t, 32);
HAS_SIZE(nvtxMemCudaArrayRangeDesc_t, 64);
typedef struct {
	float x;
	int n;
} sample;
int more(void)
{
	static const nvtxPayloadSchemaEntry_t entries[] = {
		{ 0, NVTX_PAYLOAD_ENTRY_TYPE_FLOAT, "x", NULL, 0, 0, NULL, NULL },
		{ 0, NVTX_PAYLOAD_ENTRY_TYPE_INT, "n", NULL, 0, offsetof(sample, n), NULL, NULL },
	};
	nvtxPayloadSchemaAttr_t schema = { 0 };
	schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES;
	schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
	schema.entries = entries;
	uint64_t id = nvtxPayloadSchemaRegister(NULL, &schema);
	sample data = { 1, 2 };
	nvtxPayloadData_t payload = { id, sizeof(data), &data };
	nvtxEventAttributes_t event = { 0 };
	NVTX_PAYLOAD_EVTATTR_SET_DATA(event, &payload, id, &data, sizeof(data))
	if (event.payloadType != NVTX_PAYLOAD_TYPE_EXT || event.reserved0 != 1)
		return 0;
	nvtxPayloadMark(NULL, &event, id, &data, sizeof(data));
	nvtxMarkPayload(NULL, &payload, 1);
	nvtxCounterAttr_t counter = { 0 };
	nvtxCounterSampleInt64(NULL, nvtxCounterRegister(NULL, &counter), 3);
	nvtxMemHeapDesc_t heap = { 0 };
	nvtxMemHeapUnregister(NULL, nvtxMemHeapRegister(NULL, &heap));
	nvtxMemCudaSetPeerAccess(NULL, nvtxMemCudaGetDeviceWidePermissions(NULL, 0), NVTX_MEM_CUDA_PEER_ALL_DEVICES, 0);
	return !id && !nvtxDomainIsEnabled(NULL) && nvtxRangePushPayload(NULL, &payload, 1) == NVTX_NO_PUSH_POP_TRACKING &&
	       NVTX_RESOURCE_TYPE_SYNC_PTHREAD_ONCE == 0x30006 && NVTX_RESOURCE_TYPE_GENERIC_POINTER == 0x10001;
}
END
cat >main.cu <<'END'
#include <cstdio>
#include <nvToolsExt.h>
#include <nvToolsExtCudaRt.h>
#include <nvtx3/nvtx3.hpp>
extern "C" int marks(void);
extern "C" int more(void);
struct library { static constexpr const char *name = "library"; };
struct greeting { static constexpr const char *message = "hello"; };
__global__ void kernel() { printf("kernel\n"); }
int main()
{
	NVTX3_FUNC_RANGE();
	nvtx3::scoped_range_in<library> range("all", nvtx3::rgb{ 255, 0, 0 }, nvtx3::payload(3), nvtx3::category(1));
	nvtx3::unique_range moved{ nvtx3::registered_string::get<greeting>() };
	auto other = std::move(moved);
	nvtx3::mark("here");
	nvtxRangePush("launch");
	nvtxNameCudaStream(0, "zero");
	kernel<<<1, 1>>>();
	nvtxRangePop();
	nvtxRangeEnd(nvtxRangeStart("wait"));
	return cudaDeviceSynchronize() || !marks() || !more();
}
END
"$AWCC" main.cu plain.c more.c -lnvToolsExt -o program || wrong "compiling"
shows '^kernel$' ./program
gcc -std=c99 -Wall -Wextra -Werror -I"$BUILD/include" -c plain.c more.c || wrong "gcc"
for one in plain more; do
	g++ -std=c++11 -Wall -Wextra -Werror -Wno-missing-field-initializers -I"$BUILD/include" -x c++ -c $one.c -o ${one}11.o 2>log.txt || { wrong "g++"; head -n 5 log.txt; }
done
finish
