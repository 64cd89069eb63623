// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX: marks and ranges with which a program tells a profiler what it does.  As in NVIDIA's third version all of it is in the
// header, and without a profiler every function returns at once.  No profiler listens here, so they do no more than that: what
// a function returns is what the NVTX manual gives for a program that runs without a tool.
//
// Names and values are those of the "NVTX C API Reference".
#ifndef AW_NVTX3_NVTOOLSEXT_H
#define AW_NVTX3_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_ERR_INIT_LOAD_PROPERTY 2
#define NVTX_ERR_INIT_ACCESS_LIBRARY 3
#define NVTX_ERR_INIT_LOAD_LIBRARY 4
#define NVTX_ERR_INIT_MISSING_LIBRARY_ENTRY_POINT 5
#define NVTX_ERR_INIT_FAILED_LIBRARY_ENTRY_POINT 6
#define NVTX_ERR_NO_INJECTION_LIBRARY_AVAILABLE 7

// What push and pop return when nobody counts levels.
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

#define NVTX_INLINE_STATIC static inline
#define NVTX_API
#define NVTX_DECLSPEC
#define NVTX_VERSIONED_IDENTIFIER(NAME) NAME

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t nvtxRangeId_t;

// A domain keeps the names and categories of a library apart from others'; NULL is the program's own.
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;

// A string that a tool was told once.
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;

typedef struct nvtxResourceRegistration_st nvtxResourceHandle;
typedef nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t {
	NVTX_COLOR_UNKNOWN = 0,
	NVTX_COLOR_ARGB = 1
} nvtxColorType_t;

typedef enum nvtxMessageType_t {
	NVTX_MESSAGE_UNKNOWN = 0,
	NVTX_MESSAGE_TYPE_ASCII = 1,
	NVTX_MESSAGE_TYPE_UNICODE = 2,
	NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;

typedef union nvtxMessageValue_t {
	const char *ascii;
	const wchar_t *unicode;
	nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef enum nvtxPayloadType_t {
	NVTX_PAYLOAD_UNKNOWN = 0,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
	NVTX_PAYLOAD_TYPE_INT64 = 2,
	NVTX_PAYLOAD_TYPE_DOUBLE = 3,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
	NVTX_PAYLOAD_TYPE_INT32 = 5,
	NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

// The attributes of a mark or range.  VERSION and SIZE are NVTX_VERSION and NVTX_EVENT_ATTRIB_STRUCT_SIZE.
typedef struct nvtxEventAttributes_v2 {
	uint16_t version;
	uint16_t size;
	uint32_t category;
	int32_t colorType;
	uint32_t color; // 0xAARRGGBB
	int32_t payloadType;
	int32_t reserved0;
	union payload_t {
		uint64_t ullValue;
		int64_t llValue;
		double dValue;
		uint32_t uiValue;
		int32_t iValue;
		float fValue;
	} payload;
	int32_t messageType;
	nvtxMessageValue_t message;
} nvtxEventAttributes_v2;

typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_v2))

// Types of resources by class: those of the system's, of CUDA's …
#define NVTX_RESOURCE_CLASS_GENERIC 1
#define NVTX_RESOURCE_MAKE_TYPE(class_name, number) ((NVTX_RESOURCE_CLASS_##class_name << 16) | (number))
typedef enum nvtxResourceGenericType_t {
	NVTX_RESOURCE_TYPE_UNKNOWN = 0,
	NVTX_RESOURCE_TYPE_GENERIC_POINTER = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 1),
	NVTX_RESOURCE_TYPE_GENERIC_HANDLE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 2),
	NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 3),
	NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 4)
} nvtxResourceGenericType_t;

typedef struct nvtxResourceAttributes_v0 {
	uint16_t version;
	uint16_t size;
	int32_t identifierType;
	union identifier_t {
		const void *pValue;
		uint64_t ullValue;
	} identifier;
	int32_t messageType;
	nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;

typedef nvtxResourceAttributes_v0 nvtxResourceAttributes_t;
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxResourceAttributes_v0))

// Loads the tool now instead of at the first call.
NVTX_INLINE_STATIC void nvtxInitialize(const void *reserved) { (void)reserved; }

// A point in time.
NVTX_INLINE_STATIC void nvtxMarkEx(const nvtxEventAttributes_t *attributes) { (void)attributes; }
NVTX_INLINE_STATIC void nvtxMarkA(const char *message) { (void)message; }
NVTX_INLINE_STATIC void nvtxMarkW(const wchar_t *message) { (void)message; }
NVTX_INLINE_STATIC void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	(void)domain;
	(void)attributes;
}

// A range that may begin in one thread and end in another; its number is 0 without a tool.
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) { return (void)attributes, 0; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartA(const char *message) { return (void)message, 0; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxRangeStartW(const wchar_t *message) { return (void)message, 0; }
NVTX_INLINE_STATIC void nvtxRangeEnd(nvtxRangeId_t id) { (void)id; }
NVTX_INLINE_STATIC nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	return (void)domain, (void)attributes, 0;
}
NVTX_INLINE_STATIC void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id)
{
	(void)domain;
	(void)id;
}

// Nested ranges of one thread.  They return the level, counted from 0, or NVTX_NO_PUSH_POP_TRACKING.
NVTX_INLINE_STATIC int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) { return (void)attributes, NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePushA(const char *message) { return (void)message, NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePushW(const wchar_t *message) { return (void)message, NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxRangePop(void) { return NVTX_NO_PUSH_POP_TRACKING; }
NVTX_INLINE_STATIC int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *attributes)
{
	return (void)domain, (void)attributes, NVTX_NO_PUSH_POP_TRACKING;
}
NVTX_INLINE_STATIC int nvtxDomainRangePop(nvtxDomainHandle_t domain) { return (void)domain, NVTX_NO_PUSH_POP_TRACKING; }

// Names of categories and threads.
NVTX_INLINE_STATIC void nvtxNameCategoryA(uint32_t category, const char *name)
{
	(void)category;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameCategoryW(uint32_t category, const wchar_t *name)
{
	(void)category;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char *name)
{
	(void)domain;
	(void)category;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t *name)
{
	(void)domain;
	(void)category;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameOsThreadA(uint32_t thread, const char *name)
{
	(void)thread;
	(void)name;
}
NVTX_INLINE_STATIC void nvtxNameOsThreadW(uint32_t thread, const wchar_t *name)
{
	(void)thread;
	(void)name;
}

// Domains, strings and resources: NULL without a tool, which all functions take.
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateA(const char *name) { return (void)name, (nvtxDomainHandle_t)NULL; }
NVTX_INLINE_STATIC nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) { return (void)name, (nvtxDomainHandle_t)NULL; }
NVTX_INLINE_STATIC void nvtxDomainDestroy(nvtxDomainHandle_t domain) { (void)domain; }
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *string)
{
	return (void)domain, (void)string, (nvtxStringHandle_t)NULL;
}
NVTX_INLINE_STATIC nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t *string)
{
	return (void)domain, (void)string, (nvtxStringHandle_t)NULL;
}
NVTX_INLINE_STATIC nvtxResourceHandle_t nvtxDomainResourceCreate(nvtxDomainHandle_t domain, nvtxResourceAttributes_t *attributes)
{
	return (void)domain, (void)attributes, (nvtxResourceHandle_t)NULL;
}
NVTX_INLINE_STATIC void nvtxDomainResourceDestroy(nvtxResourceHandle_t resource) { (void)resource; }

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif

#endif
