// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: data of a program's own types beside marks and ranges, and scopes and clocks of its events.  Nobody listens, so that nothing is
// kept: what functions return is what NVIDIA's give without a tool.
#ifndef AW_NVTX3_NVTOOLSEXTPAYLOAD_H
#define AW_NVTX3_NVTOOLSEXTPAYLOAD_H

#include "nvToolsExt.h"

#define NVTX_EXT_PAYLOAD_COMPATID 0x0104
#define NVTX_EXT_PAYLOAD_MODULEID 2
#define NVTX_PAYLOAD_TYPE_EXT ((int32_t)0xDFBD0009)

// How an entry of a schema lies in the data.
#define NVTX_PAYLOAD_ENTRY_FLAG_UNUSED 0
#define NVTX_PAYLOAD_ENTRY_FLAG_POINTER (1 << 1)
#define NVTX_PAYLOAD_ENTRY_FLAG_OFFSET_FROM_BASE (1 << 2)
#define NVTX_PAYLOAD_ENTRY_FLAG_OFFSET_FROM_HERE (1 << 3)
#define NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE (1 << 4)
#define NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_ZERO_TERMINATED (2 << 4)
#define NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_LENGTH_INDEX (3 << 4)
#define NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_LENGTH_PAYLOAD_INDEX (4 << 4)
#define NVTX_PAYLOAD_ENTRY_FLAG_DEEP_COPY (1 << 8)
#define NVTX_PAYLOAD_ENTRY_FLAG_HIDE (1 << 9)
#define NVTX_PAYLOAD_ENTRY_FLAG_EVENT_MESSAGE (1 << 10)
#define NVTX_PAYLOAD_ENTRY_FLAG_TIMESTAMP (2 << 10)
#define NVTX_PAYLOAD_ENTRY_FLAG_RANGE_BEGIN (1 << 12)
#define NVTX_PAYLOAD_ENTRY_FLAG_RANGE_END (2 << 12)
#define NVTX_PAYLOAD_ENTRY_FLAG_MARK (3 << 12)
#define NVTX_PAYLOAD_ENTRY_FLAG_COUNTER (4 << 12)
#define NVTX_PAYLOAD_ENTRY_FLAG_IS_ARRAY \
	(NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_FIXED_SIZE | NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_ZERO_TERMINATED | NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_LENGTH_INDEX)
#define NVTX_PAYLOAD_ENTRY_FLAG_ARRAY_TYPE(flags) ((flags) & NVTX_PAYLOAD_ENTRY_FLAG_IS_ARRAY)

// What it is.
#define NVTX_PAYLOAD_ENTRY_TYPE_INVALID 0
#define NVTX_PAYLOAD_ENTRY_TYPE_CHAR 1
#define NVTX_PAYLOAD_ENTRY_TYPE_UCHAR 2
#define NVTX_PAYLOAD_ENTRY_TYPE_SHORT 3
#define NVTX_PAYLOAD_ENTRY_TYPE_USHORT 4
#define NVTX_PAYLOAD_ENTRY_TYPE_INT 5
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT 6
#define NVTX_PAYLOAD_ENTRY_TYPE_LONG 7
#define NVTX_PAYLOAD_ENTRY_TYPE_ULONG 8
#define NVTX_PAYLOAD_ENTRY_TYPE_LONGLONG 9
#define NVTX_PAYLOAD_ENTRY_TYPE_ULONGLONG 10
#define NVTX_PAYLOAD_ENTRY_TYPE_INT8 11
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT8 12
#define NVTX_PAYLOAD_ENTRY_TYPE_INT16 13
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT16 14
#define NVTX_PAYLOAD_ENTRY_TYPE_INT32 15
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT32 16
#define NVTX_PAYLOAD_ENTRY_TYPE_INT64 17
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT64 18
#define NVTX_PAYLOAD_ENTRY_TYPE_FLOAT 19
#define NVTX_PAYLOAD_ENTRY_TYPE_DOUBLE 20
#define NVTX_PAYLOAD_ENTRY_TYPE_LONGDOUBLE 21
#define NVTX_PAYLOAD_ENTRY_TYPE_SIZE 22
#define NVTX_PAYLOAD_ENTRY_TYPE_ADDRESS 23
#define NVTX_PAYLOAD_ENTRY_TYPE_WCHAR 24
#define NVTX_PAYLOAD_ENTRY_TYPE_CHAR8 25
#define NVTX_PAYLOAD_ENTRY_TYPE_CHAR16 26
#define NVTX_PAYLOAD_ENTRY_TYPE_CHAR32 27
#define NVTX_PAYLOAD_ENTRY_TYPE_INFO_ARRAY_SIZE (NVTX_PAYLOAD_ENTRY_TYPE_CHAR32 + 1)
#define NVTX_PAYLOAD_ENTRY_TYPE_BYTE 32
#define NVTX_PAYLOAD_ENTRY_TYPE_INT128 33
#define NVTX_PAYLOAD_ENTRY_TYPE_UINT128 34
#define NVTX_PAYLOAD_ENTRY_TYPE_FLOAT16 42
#define NVTX_PAYLOAD_ENTRY_TYPE_FLOAT32 43
#define NVTX_PAYLOAD_ENTRY_TYPE_FLOAT64 44
#define NVTX_PAYLOAD_ENTRY_TYPE_FLOAT128 45
#define NVTX_PAYLOAD_ENTRY_TYPE_BF16 50
#define NVTX_PAYLOAD_ENTRY_TYPE_TF32 52
#define NVTX_PAYLOAD_ENTRY_TYPE_CATEGORY 68
#define NVTX_PAYLOAD_ENTRY_TYPE_COLOR_ARGB 69
#define NVTX_PAYLOAD_ENTRY_TYPE_SCOPE_ID 70
#define NVTX_PAYLOAD_ENTRY_TYPE_PID_UINT32 71
#define NVTX_PAYLOAD_ENTRY_TYPE_PID_UINT64 72
#define NVTX_PAYLOAD_ENTRY_TYPE_TID_UINT32 73
#define NVTX_PAYLOAD_ENTRY_TYPE_TID_UINT64 74
#define NVTX_PAYLOAD_ENTRY_TYPE_CSTRING 75
#define NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF8 76
#define NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF16 77
#define NVTX_PAYLOAD_ENTRY_TYPE_CSTRING_UTF32 78
#define NVTX_PAYLOAD_ENTRY_TYPE_NVTX_REGISTERED_STRING_HANDLE 80
#define NVTX_PAYLOAD_ENTRY_TYPE_UNION_SELECTOR 100
#define NVTX_TYPE_PAYLOAD_SCHEMA_REFERENCED 1022
#define NVTX_TYPE_PAYLOAD_SCHEMA_RAW 1023

// What a schema is, and which members of its attributes are set.
#define NVTX_PAYLOAD_SCHEMA_ID_STATIC_START (1 << 24)
#define NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START ((uint64_t)1 << 32)
#define NVTX_PAYLOAD_SCHEMA_TYPE_INVALID 0
#define NVTX_PAYLOAD_SCHEMA_TYPE_STATIC 1
#define NVTX_PAYLOAD_SCHEMA_TYPE_DYNAMIC 2
#define NVTX_PAYLOAD_SCHEMA_TYPE_UNION 3
#define NVTX_PAYLOAD_SCHEMA_TYPE_UNION_WITH_INTERNAL_SELECTOR 4
#define NVTX_PAYLOAD_SCHEMA_FLAG_NONE 0
#define NVTX_PAYLOAD_SCHEMA_FLAG_DEEP_COPY (1 << 1)
#define NVTX_PAYLOAD_SCHEMA_FLAG_REFERENCED (1 << 2)
#define NVTX_PAYLOAD_SCHEMA_FLAG_COUNTER_GROUP (1 << 3)
#define NVTX_PAYLOAD_SCHEMA_FLAG_RANGE_PUSHPOP (2 << 3)
#define NVTX_PAYLOAD_SCHEMA_FLAG_RANGE_STARTEND (3 << 3)
#define NVTX_PAYLOAD_SCHEMA_FLAG_MARK (4 << 3)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME (1 << 1)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE (1 << 2)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS (1 << 3)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES (1 << 4)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES (1 << 5)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE (1 << 6)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ALIGNMENT (1 << 7)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID (1 << 8)
#define NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_EXTENSION (1 << 9)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_NAME (1 << 1)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_ENTRIES (1 << 2)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_NUM_ENTRIES (1 << 3)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_SIZE (1 << 4)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_SCHEMA_ID (1 << 5)
#define NVTX_PAYLOAD_ENUM_ATTR_FIELD_EXTENSION (1 << 6)

// Where an event or counter belongs.
#define NVTX_SCOPE_NONE 0
#define NVTX_SCOPE_ROOT 1
#define NVTX_SCOPE_CURRENT_HW_MACHINE 2
#define NVTX_SCOPE_CURRENT_HW_SOCKET 3
#define NVTX_SCOPE_CURRENT_HW_CPU_PHYSICAL 4
#define NVTX_SCOPE_CURRENT_HW_CPU_LOGICAL 5
#define NVTX_SCOPE_CURRENT_HW_INNERMOST 15
#define NVTX_SCOPE_CURRENT_HYPERVISOR 16
#define NVTX_SCOPE_CURRENT_VM 17
#define NVTX_SCOPE_CURRENT_KERNEL 18
#define NVTX_SCOPE_CURRENT_CONTAINER 19
#define NVTX_SCOPE_CURRENT_OS 20
#define NVTX_SCOPE_CURRENT_SW_PROCESS 21
#define NVTX_SCOPE_CURRENT_SW_THREAD 22
#define NVTX_SCOPE_CURRENT_SW_INNERMOST 31
#define NVTX_SCOPE_ID_STATIC_START (1 << 24)
#define NVTX_SCOPE_ID_DYNAMIC_START ((uint64_t)1 << 32)

// Whose clock it was.
#define NVTX_TIMESTAMP_TYPE_NONE 0
#define NVTX_TIMESTAMP_TYPE_TOOL_PROVIDED 1
#define NVTX_TIMESTAMP_TYPE_CPU_TSC 10
#define NVTX_TIMESTAMP_TYPE_CPU_TSC_NONVIRTUALIZED 11
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_REALTIME 12
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_REALTIME_COARSE 13
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_MONOTONIC 14
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_MONOTONIC_RAW 15
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_MONOTONIC_COARSE 16
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_BOOTTIME 17
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_PROCESS_CPUTIME_ID 18
#define NVTX_TIMESTAMP_TYPE_CPU_CLOCK_GETTIME_THREAD_CPUTIME_ID 19
#define NVTX_TIMESTAMP_TYPE_WIN_QPC 30
#define NVTX_TIMESTAMP_TYPE_WIN_GSTAFT 31
#define NVTX_TIMESTAMP_TYPE_WIN_GSTAFTP 32
#define NVTX_TIMESTAMP_TYPE_C_TIME 40
#define NVTX_TIMESTAMP_TYPE_C_CLOCK 41
#define NVTX_TIMESTAMP_TYPE_C_TIMESPEC_GET 42
#define NVTX_TIMESTAMP_TYPE_CPP_STEADY_CLOCK 50
#define NVTX_TIMESTAMP_TYPE_CPP_HIGH_RESOLUTION_CLOCK 51
#define NVTX_TIMESTAMP_TYPE_CPP_SYSTEM_CLOCK 52
#define NVTX_TIMESTAMP_TYPE_CPP_UTC_CLOCK 53
#define NVTX_TIMESTAMP_TYPE_CPP_TAI_CLOCK 54
#define NVTX_TIMESTAMP_TYPE_CPP_GPS_CLOCK 55
#define NVTX_TIMESTAMP_TYPE_CPP_FILE_CLOCK 56
#define NVTX_TIMESTAMP_TYPE_GPU_GLOBALTIMER 80
#define NVTX_TIME_DOMAIN_ID_NONE 0
#define NVTX_TIME_DOMAIN_ID_STATIC_START (1 << 24)
#define NVTX_TIME_DOMAIN_ID_DYNAMIC_START ((uint64_t)1 << 32)
#define NVTX_TIMER_FLAG_NONE 0
#define NVTX_TIMER_FLAG_CLOCK_MONOTONIC (1 << 1)
#define NVTX_TIMER_FLAG_CLOCK_STEADY (1 << 2)
#define NVTX_TIMER_START_UNKNOWN 0
#define NVTX_TIMER_START_SYSTEM_BOOT 1
#define NVTX_TIMER_START_VM_BOOT 2
#define NVTX_TIMER_START_UNIX_EPOCH 3
#define NVTX_TIMER_START_WIN_FILETIME 4
#define NVTX_TIMER_SOURCE_SAFE_CALL_AFTER_PROCESS_TEARDOWN 0
#define NVTX_TIMER_SOURCE_UNSAFE_CALL_AFTER_PROCESS_TEARDOWN 1

#define NVTX_BATCH_FLAG_TIME_SORTED 0
#define NVTX_BATCH_FLAG_TIME_SORTED_PARTIALLY (1 << 1)
#define NVTX_BATCH_FLAG_TIME_SORTED_PER_SCOPE (2 << 1)
#define NVTX_BATCH_FLAG_UNSORTED (3 << 1)

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxPayloadEntryTypeInfo_v1 {
	uint16_t size, align;
} nvtxPayloadEntryTypeInfo_t;

typedef struct nvtxPayloadData_v1 {
	uint64_t schemaId;
	size_t size;
	const void *payload;
} nvtxPayloadData_t;

// What more is said of an entry or counter: a list.
typedef struct nvtxSemanticsHeader_v1 {
	uint32_t structSize;
	uint16_t semanticId, version;
	const struct nvtxSemanticsHeader_v1 *next;
} nvtxSemanticsHeader_t;

typedef struct nvtxPayloadSchemaEntry_v1 {
	uint64_t flags, type;
	const char *name, *description;
	uint64_t arrayOrUnionDetail, offset;
	const nvtxSemanticsHeader_t *semantics;
	const void *reserved;
} nvtxPayloadSchemaEntry_t;

typedef struct nvtxPayloadSchemaAttr_v1 {
	uint64_t fieldMask;
	const char *name;
	uint64_t type, flags;
	const nvtxPayloadSchemaEntry_t *entries;
	size_t numEntries, payloadStaticSize, packAlign;
	uint64_t schemaId;
	void *extension;
} nvtxPayloadSchemaAttr_t;

typedef struct nvtxPayloadEnum_v1 {
	const char *name;
	uint64_t value;
	int8_t isFlag;
} nvtxPayloadEnum_t;

typedef struct nvtxPayloadEnumAttr_v1 {
	uint64_t fieldMask;
	const char *name;
	const nvtxPayloadEnum_t *entries;
	size_t numEntries, sizeOfEnum;
	uint64_t schemaId;
	void *extension;
} nvtxPayloadEnumAttr_t;

typedef struct nvtxScopeAttr_v1 {
	size_t structSize;
	const char *path;
	uint64_t parentScope, scopeId;
} nvtxScopeAttr_t;

typedef struct nvtxTimeDomainAttr_v1 {
	uint64_t scopeId, timestampTypeId, timeDomainId, timerFlags;
	int64_t timerResolution;
	uint64_t timerStart;
} nvtxTimeDomainAttr_t;

typedef struct nvtxSyncPoint_v1 {
	int64_t src, dst;
} nvtxSyncPoint_t;

typedef struct nvtxEventBatch_v1 {
	uint64_t eventSchemaId;
	size_t size;
	const void *events;
	uint64_t scope, flags;
	const void *flexData;
	size_t flexDataSize, flexDataOffset;
} nvtxEventBatch_t;

NVTX_INLINE_STATIC uint64_t nvtxPayloadSchemaRegister(nvtxDomainHandle_t domain, const nvtxPayloadSchemaAttr_t *attributes)
{
	return (void)domain, (void)attributes, (uint64_t)0;
}
NVTX_INLINE_STATIC uint64_t nvtxPayloadEnumRegister(nvtxDomainHandle_t domain, const nvtxPayloadEnumAttr_t *attributes)
{
	return (void)domain, (void)attributes, (uint64_t)0;
}
NVTX_INLINE_STATIC uint64_t nvtxScopeRegister(nvtxDomainHandle_t domain, const nvtxScopeAttr_t *attributes)
{
	return (void)domain, (void)attributes, (uint64_t)NVTX_SCOPE_NONE;
}
NVTX_INLINE_STATIC void nvtxMarkPayload(nvtxDomainHandle_t domain, const nvtxPayloadData_t *data, size_t count)
{
	(void)domain, (void)data, (void)count;
}
NVTX_INLINE_STATIC int nvtxRangePushPayload(nvtxDomainHandle_t domain, const nvtxPayloadData_t *data, size_t count)
{
	return (void)domain, (void)data, (void)count, NVTX_NO_PUSH_POP_TRACKING;
}
NVTX_INLINE_STATIC int nvtxRangePopPayload(nvtxDomainHandle_t domain, const nvtxPayloadData_t *data, size_t count)
{
	return (void)domain, (void)data, (void)count, NVTX_NO_PUSH_POP_TRACKING;
}
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartPayload(nvtxDomainHandle_t domain, const nvtxPayloadData_t *data, size_t count)
{
	return (void)domain, (void)data, (void)count, (nvtxRangeId_t)0;
}
NVTX_INLINE_STATIC void nvtxRangeEndPayload(nvtxDomainHandle_t domain, nvtxRangeId_t range, const nvtxPayloadData_t *data, size_t count)
{
	(void)domain, (void)range, (void)data, (void)count;
}
// Whether anybody listens.
NVTX_INLINE_STATIC uint8_t nvtxDomainIsEnabled(nvtxDomainHandle_t domain) { return (void)domain, (uint8_t)0; }

NVTX_INLINE_STATIC int64_t nvtxTimestampGet(void) { return 0; }
NVTX_INLINE_STATIC uint64_t nvtxTimeDomainRegister(nvtxDomainHandle_t domain, const nvtxTimeDomainAttr_t *attributes)
{
	return (void)domain, (void)attributes, (uint64_t)NVTX_TIME_DOMAIN_ID_NONE;
}
NVTX_INLINE_STATIC void nvtxTimerSource(nvtxDomainHandle_t domain, uint64_t timeDomain, uint64_t flags, int64_t (*provider)(void))
{
	(void)domain, (void)timeDomain, (void)flags, (void)provider;
}
NVTX_INLINE_STATIC void nvtxTimerSourceWithData(nvtxDomainHandle_t domain, uint64_t timeDomain, uint64_t flags,
                                                int64_t (*provider)(void *), void *data)
{
	(void)domain, (void)timeDomain, (void)flags, (void)provider, (void)data;
}
NVTX_INLINE_STATIC void nvtxTimeSyncPoint(nvtxDomainHandle_t domain, uint64_t timeDomain, uint64_t other, int64_t time, int64_t otherTime)
{
	(void)domain, (void)timeDomain, (void)other, (void)time, (void)otherTime;
}
NVTX_INLINE_STATIC void nvtxTimeSyncPointTable(nvtxDomainHandle_t domain, uint64_t source, uint64_t target, const nvtxSyncPoint_t *points,
                                               size_t count)
{
	(void)domain, (void)source, (void)target, (void)points, (void)count;
}
NVTX_INLINE_STATIC void nvtxTimestampConversionFactor(nvtxDomainHandle_t domain, uint64_t source, uint64_t target, double slope,
                                                      int64_t sourceTime, int64_t targetTime)
{
	(void)domain, (void)source, (void)target, (void)slope, (void)sourceTime, (void)targetTime;
}
NVTX_INLINE_STATIC void nvtxEventSubmit(nvtxDomainHandle_t domain, const nvtxPayloadData_t *data, size_t count)
{
	(void)domain, (void)data, (void)count;
}
NVTX_INLINE_STATIC void nvtxEventBatchSubmit(nvtxDomainHandle_t domain, const nvtxEventBatch_t *batch) { (void)domain, (void)batch; }

#ifdef __cplusplus
}
#endif

// Data with the attributes of an event: these point to nvtxPayloadData_t, of which RESERVED0 counts how many.
#define NVTX_POINTER_AS_PAYLOAD_ULLVALUE(pointer) ((uint64_t)(uintptr_t)(pointer))
#define NVTX_PAYLOAD_EVTATTR_SET_DATA(attributes, data, schema, address, bytes) \
	(data)->schemaId = (schema); \
	(data)->size = (bytes); \
	(data)->payload = (address); \
	(attributes).payload.ullValue = NVTX_POINTER_AS_PAYLOAD_ULLVALUE(data); \
	(attributes).payloadType = NVTX_PAYLOAD_TYPE_EXT; \
	(attributes).reserved0 = 1;
#define NVTX_PAYLOAD_EVTATTR_SET_MULTIPLE(attributes, data) \
	(attributes).payload.ullValue = NVTX_POINTER_AS_PAYLOAD_ULLVALUE(data); \
	(attributes).payloadType = NVTX_PAYLOAD_TYPE_EXT; \
	(attributes).reserved0 = sizeof(data) / sizeof(nvtxPayloadData_t);
#define NVTX_PAYLOAD_EVTATTR_SET(attributes, schema, address, bytes) \
	nvtxPayloadData_t aw_nvtx_data[] = { { schema, bytes, address } }; \
	(attributes)->payload.ullValue = NVTX_POINTER_AS_PAYLOAD_ULLVALUE(aw_nvtx_data); \
	(attributes)->payloadType = NVTX_PAYLOAD_TYPE_EXT; \
	(attributes)->reserved0 = 1;
#define nvtxPayloadRangePush(domain, attributes, schema, address, bytes) \
	do { \
		NVTX_PAYLOAD_EVTATTR_SET(attributes, schema, address, bytes) \
		nvtxDomainRangePushEx(domain, attributes); \
	} while (0)
#define nvtxPayloadMark(domain, attributes, schema, address, bytes) \
	do { \
		NVTX_PAYLOAD_EVTATTR_SET(attributes, schema, address, bytes) \
		nvtxDomainMarkEx(domain, attributes); \
	} while (0)

#endif
