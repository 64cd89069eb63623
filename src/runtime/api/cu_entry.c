// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Driver functions by name: cuGetProcAddress (CUDA Driver API, "Driver Entry Point Access") and
// cudaGetDriverEntryPoint.
#include <string.h>

#include "api.h"
#include "cu_per_thread.h"
#include "cu_result.h"
#include "../../../include/cudaProfiler.h"

static const struct entry {
	const char *name;
	aw_api_function function;
	unsigned since;
} entries[] = {
#define AW_CU_ENTRY(function, since) { #function, (aw_api_function)function, since },
#include "cu_entry.def"
#undef AW_CU_ENTRY
};

// What programs find by the plain name in the library itself: the form before CUDA 12, which tells nothing of a symbol.
CUresult aw_api_get_proc_address(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags) __asm__("cuGetProcAddress")
	__attribute__((visibility("default")));

CUresult aw_api_get_proc_address(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)
{
	return cuGetProcAddress(symbol, pfn, cudaVersion, flags, NULL);
}

// Names that stand for a later function in programs of a later version, or in programs' sources for another than the driver's.
static const struct later {
	const char *name;
	unsigned version; // from which on
	aw_api_function function;
} later[] = {
	{ "cuGetProcAddress", 12000, (aw_api_function)cuGetProcAddress },
	{ "cuGetProcAddress", 0, (aw_api_function)aw_api_get_proc_address },
	{ "cuStreamGetCtx", 12050, (aw_api_function)cuStreamGetCtx_v2 },
	{ "cuStreamGetCaptureInfo", 12030, (aw_api_function)cuStreamGetCaptureInfo_v3 },
	{ "cuStreamUpdateCaptureDependencies", 12030, (aw_api_function)cuStreamUpdateCaptureDependencies_v2 },
	{ "cuGraphGetEdges", 12030, (aw_api_function)cuGraphGetEdges_v2 },
	{ "cuGraphNodeGetDependencies", 12030, (aw_api_function)cuGraphNodeGetDependencies_v2 },
	{ "cuGraphNodeGetDependentNodes", 12030, (aw_api_function)cuGraphNodeGetDependentNodes_v2 },
	{ "cuGraphAddDependencies", 12030, (aw_api_function)cuGraphAddDependencies_v2 },
	{ "cuGraphRemoveDependencies", 12030, (aw_api_function)cuGraphRemoveDependencies_v2 },
	{ "cuGraphAddNode", 12030, (aw_api_function)cuGraphAddNode_v2 },
	{ "cuGraphInstantiate", 0, (aw_api_function)cuGraphInstantiate_v2 },
	{ "cuMemAdvise", 12020, (aw_api_function)cuMemAdvise_v2 },
	{ "cuMemPrefetchAsync", 12020, (aw_api_function)cuMemPrefetchAsync_v2 },
};

// Functions that had other parameters before a version: the library's under the plain name (cu_old_names.c).
#define AW_EARLIER(name, version, suffix) \
	void aw_api_earlier_##name(void) __asm__(#name); \
	void aw_api_earlier_per_thread_##name(void) __asm__(#name suffix);
#include "cu_earlier.def"
#undef AW_EARLIER
static const struct earlier {
	const char *name;
	unsigned version; // before which
	aw_api_function function, per_thread;
} earlier[] = {
#define AW_EARLIER(name, version, suffix) \
	{ #name, version, (aw_api_function)aw_api_earlier_##name, (aw_api_function)aw_api_earlier_per_thread_##name },
#include "cu_earlier.def"
#undef AW_EARLIER
};
enum { EARLIER = sizeof(earlier) / sizeof(earlier[0]) };

static CUdriverProcAddressQueryResult find_newest(const char *name, unsigned version, aw_api_function *function)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		if (strcmp(entries[i].name, name) != 0)
			continue;
		if (version < entries[i].since && version < CUDA_VERSION) // what came later is there, too
			return CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
		return *function = entries[i].function, CU_GET_PROC_ADDRESS_SUCCESS;
	}
	return CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
}

static CUdriverProcAddressQueryResult find(const char *name, unsigned version, aw_api_function *function)
{
	*function = NULL;
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (version >= later[i].version && strcmp(later[i].name, name) == 0)
			return *function = later[i].function, CU_GET_PROC_ADDRESS_SUCCESS;
	CUdriverProcAddressQueryResult result = find_newest(name, version, function);
	for (size_t i = 0; *function && i < EARLIER; i++)
		if (version < earlier[i].version && strcmp(earlier[i].name, name) == 0)
			*function = earlier[i].function;
	return result;
}

static aw_api_function per_thread_form(aw_api_function function)
{
	for (size_t i = 0; i < EARLIER; i++)
		if (earlier[i].function == function)
			return earlier[i].per_thread;
	return aw_api_cu_per_thread(function);
}

static aw_status get(const char *symbol, void **function, unsigned version, uint64_t flags, int *answer)
{
	const uint64_t known = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	if (!symbol || !function || (flags & ~known) || version > CUDA_VERSION)
		return AW_INVALID_VALUE;
	// Without a flag the runtime interface's second entries look for those of the driver interface (cudart_per_thread.c).
	bool per_thread = flags ? flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM : aw_core_thread.per_thread_default;
	aw_api_function found;
	CUdriverProcAddressQueryResult result = find(symbol, version, &found);
	if (found && per_thread)
		found = per_thread_form(found);
	if (answer)
		*answer = (int)result;
	*function = (void *)found;
	return found ? AW_OK : AW_SYMBOL_NOT_FOUND;
}

// A function that isn't there is NULL, and no error (measured on driver 580).
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus)
{
	aw_status status = get(symbol, pfn, (unsigned)cudaVersion, flags, (int *)symbolStatus);
	return aw_api_cu_code(status == AW_SYMBOL_NOT_FOUND ? AW_OK : status);
}

// So it is with the runtime's forms.
static aw_status get_for_runtime(const char *symbol, void **function, unsigned version, uint64_t flags,
                                 enum cudaDriverEntryPointQueryResult *answer)
{
	aw_status status = get(symbol, function, version, flags, (int *)answer);
	unsigned count;
	if (aw_core_context_count(&count) != AW_OK) // the runtime interface has no cuInit
		return AW_NO_DEVICE;
	return status == AW_SYMBOL_NOT_FOUND ? AW_OK : status;
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus)
{
	return AW_CALL(get_for_runtime(symbol, funcPtr, CUDA_VERSION, flags, driverStatus));
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int cudaVersion,
                                             unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus)
{
	return AW_CALL(get_for_runtime(symbol, funcPtr, cudaVersion, flags, driverStatus));
}
