// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Driver functions by name: cuGetProcAddress (CUDA Driver API, "Driver Entry Point Access") and
// cudaGetDriverEntryPoint.
#include <string.h>

#include "api.h"
#include "cu_result.h"
#include "../../../include/cudaProfiler.h"

static const struct entry {
	const char *name;
	void (*function)(void);
} entries[] = {
#define AW_CU_ENTRY(function) { #function, (void (*)(void))function },
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
	void (*function)(void);
} later[] = {
	{ "cuGetProcAddress", 12000, (void (*)(void))cuGetProcAddress },
	{ "cuGetProcAddress", 0, (void (*)(void))aw_api_get_proc_address },
	{ "cuStreamGetCtx", 12050, (void (*)(void))cuStreamGetCtx_v2 },
	{ "cuStreamGetCaptureInfo", 12030, (void (*)(void))cuStreamGetCaptureInfo_v3 },
	{ "cuStreamUpdateCaptureDependencies", 12030, (void (*)(void))cuStreamUpdateCaptureDependencies_v2 },
	{ "cuGraphGetEdges", 12030, (void (*)(void))cuGraphGetEdges_v2 },
	{ "cuGraphNodeGetDependencies", 12030, (void (*)(void))cuGraphNodeGetDependencies_v2 },
	{ "cuGraphNodeGetDependentNodes", 12030, (void (*)(void))cuGraphNodeGetDependentNodes_v2 },
	{ "cuGraphAddDependencies", 12030, (void (*)(void))cuGraphAddDependencies_v2 },
	{ "cuGraphRemoveDependencies", 12030, (void (*)(void))cuGraphRemoveDependencies_v2 },
	{ "cuGraphAddNode", 12030, (void (*)(void))cuGraphAddNode_v2 },
	{ "cuGraphInstantiate", 0, (void (*)(void))cuGraphInstantiate_v2 },
	{ "cuMemAdvise", 12020, (void (*)(void))cuMemAdvise_v2 },
	{ "cuMemPrefetchAsync", 12020, (void (*)(void))cuMemPrefetchAsync_v2 },
};

static void *find(const char *name, unsigned version)
{
	for (size_t i = 0; i < sizeof(later) / sizeof(later[0]); i++)
		if (version >= later[i].version && strcmp(later[i].name, name) == 0)
			return (void *)later[i].function;
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (strcmp(entries[i].name, name) == 0)
			return (void *)entries[i].function;
	return NULL;
}

static aw_status get(const char *symbol, void **function, unsigned version, uint64_t flags, int *answer)
{
	const uint64_t known = CU_GET_PROC_ADDRESS_LEGACY_STREAM | CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	if (!symbol || !function || (flags & ~known))
		return AW_INVALID_VALUE;
	void *found = version <= CUDA_VERSION ? find(symbol, version) : NULL;
	if (answer)
		*answer = found ? CU_GET_PROC_ADDRESS_SUCCESS : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	*function = found;
	return found ? AW_OK : AW_SYMBOL_NOT_FOUND;
}

// A function that isn't there is NULL, and no error (measured on driver 580).
CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus)
{
	aw_status status = get(symbol, pfn, (unsigned)cudaVersion, flags, (int *)symbolStatus);
	return aw_api_cu_code(status == AW_SYMBOL_NOT_FOUND ? AW_OK : status);
}

// The runtime's forms tell of a missing symbol by DRIVERSTATUS and succeed.
static aw_status get_for_runtime(const char *symbol, void **function, unsigned version, uint64_t flags,
                                 enum cudaDriverEntryPointQueryResult *answer)
{
	aw_status status = get(symbol, function, version, flags, (int *)answer);
	unsigned count;
	if (aw_core_context_count(&count) != AW_OK) // the runtime interface has no cuInit
		return AW_NO_DEVICE;
	return status == AW_SYMBOL_NOT_FOUND && answer ? AW_OK : status;
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
