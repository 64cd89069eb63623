// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Green contexts: parts of a device with streams of their own (CUDA Driver API, "Green Contexts").  All else they share with the device's
// one context.
#ifndef AW_RUNTIME_CORE_GREEN_H
#define AW_RUNTIME_CORE_GREEN_H

#include "context.h"
#include "handle.h"

struct CUctx_st;

struct CUgreenCtx_st {
	struct aw_handle handle;
	struct aw_context *context;
	struct aw_part *part;
	unsigned multiprocessors;
	struct CUctx_st *current;   // what programs make current
	struct CUstream_st *stream; // stream 0 while that is current
	_Atomic(struct CUevent_st *) gate; // for which all its streams wait, also those to come (event_all.c); NULL: none
};

// A device's or a part's multiprocessors; AW_INVALID_RESOURCE_TYPE where TYPE is another's.
aw_status aw_core_green_whole(int ordinal, CUdevResourceType type, CUdevResource *resource);
aw_status aw_core_green_resource(struct CUgreenCtx_st *green, CUdevResourceType type, CUdevResource *resource);
// COUNT: see struct aw_part_ops.
aw_status aw_core_green_split(const struct aw_part_split *split, unsigned *count);
// Descriptions are never given back.
aw_status aw_core_green_describe(const CUdevResource *resources, unsigned count, CUdevResourceDesc *description);

// Without a description: of all.
aw_status aw_core_green_create(CUdevResourceDesc description, int ordinal, unsigned flags, struct CUgreenCtx_st **green);
aw_status aw_core_green_destroy(struct CUgreenCtx_st *green);
// AW_INVALID_CONTEXT where HANDLE is none.
aw_status aw_core_green_check(const struct CUgreenCtx_st *handle);
// That of the calling thread's current context; NULL: it is a whole device's.
struct CUgreenCtx_st *aw_core_green_current(void);

#endif
