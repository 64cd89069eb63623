// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "green.h"

#include <stdlib.h>
#include <string.h>

#include "current.h"
#include "event.h"
#include "stream.h"

static struct aw_handle_class greens = AW_HANDLE_CLASS(struct CUgreenCtx_st);

struct CUdevResourceDesc_st {
	struct aw_handle handle;
	CUdevResource *resources;
	unsigned count;
};
static struct aw_handle_class descriptions = AW_HANDLE_CLASS(struct CUdevResourceDesc_st);

// --- resources ---

aw_status aw_core_green_whole(int ordinal, CUdevResourceType type, CUdevResource *resource)
{
	struct aw_context *context;
	aw_status status = resource ? aw_core_context_open(ordinal, &context) : AW_INVALID_VALUE;
	if (status == AW_OK && type != CU_DEV_RESOURCE_TYPE_SM)
		status = AW_INVALID_RESOURCE_TYPE;
	return status == AW_OK ? context->driver->part->whole(context->device, resource) : status;
}

aw_status aw_core_green_resource(struct CUgreenCtx_st *green, CUdevResourceType type, CUdevResource *resource)
{
	aw_status status = aw_core_green_check(green);
	if (status == AW_OK && !resource)
		status = AW_INVALID_VALUE;
	if (status == AW_OK && type != CU_DEV_RESOURCE_TYPE_SM)
		status = AW_INVALID_RESOURCE_TYPE;
	return status == AW_OK ? green->context->driver->part->resource(green->part, resource) : status;
}

// Resources don't name their device where all can see it: it is the calling thread's, or the first.
aw_status aw_core_green_split(const struct aw_part_split *split, unsigned *count)
{
	const unsigned both = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING | CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
	struct aw_context *context;
	if (!count || !split->input || (split->result && !*count) || (split->flags & both) == both)
		return AW_INVALID_VALUE;
	if (split->input->type != CU_DEV_RESOURCE_TYPE_SM)
		return AW_INVALID_RESOURCE_TYPE;
	if (split->least > split->input->sm.smCount)
		return AW_INVALID_RESOURCE_CONFIGURATION;
	aw_status status = aw_core_context_open(aw_core_thread.context ? (int)aw_core_thread.context->ordinal : 0, &context);
	return status == AW_OK ? context->driver->part->split(context->device, split, count) : status;
}

aw_status aw_core_green_describe(const CUdevResource *resources, unsigned count, CUdevResourceDesc *description)
{
	if (!description || !resources || count == 0)
		return AW_INVALID_VALUE;
	for (unsigned i = 0; i < count; i++)
		if (resources[i].type != CU_DEV_RESOURCE_TYPE_SM)
			return AW_INVALID_RESOURCE_TYPE;
	struct CUdevResourceDesc_st *made = aw_core_handle_create(&descriptions);
	if (made && !(made->resources = malloc(count * sizeof(*resources)))) {
		aw_core_handle_destroy(&descriptions, made);
		made = NULL;
	}
	if (!made)
		return AW_NO_MEMORY;
	memcpy(made->resources, resources, count * sizeof(*resources));
	made->count = count;
	*description = made;
	return AW_OK;
}

// --- contexts ---

aw_status aw_core_green_check(const struct CUgreenCtx_st *handle)
{
	return aw_core_handle_valid(&greens, handle) ? AW_OK : AW_INVALID_CONTEXT;
}

struct CUgreenCtx_st *aw_core_green_current(void)
{
	struct CUgreenCtx_st *green = aw_core_thread.green;
	return green && aw_core_handle_valid(&greens, green) && green->context == aw_core_thread.context ? green : NULL;
}

static aw_status furnish(struct CUgreenCtx_st *green, CUdevResourceDesc description)
{
	struct aw_context *context = green->context;
	const struct aw_part_ops *ops = context->driver->part;
	CUdevResource whole, *resources = description ? description->resources : &whole;
	aw_status status = description ? AW_OK : ops->whole(context->device, &whole);
	if (status == AW_OK)
		status = ops->create(context->device, resources, description ? description->count : 1, &green->part);
	if (status == AW_OK)
		status = ops->resource(green->part, &whole);
	if (status != AW_OK)
		return status;
	green->multiprocessors = whole.sm.smCount;
	status = aw_core_current_create_green(green, &green->current);
	if (status == AW_OK) {
		status = aw_core_stream_create_green(green, NULL, &green->stream);
		if (status != AW_OK)
			aw_core_current_forget(green->current);
	}
	if (status != AW_OK)
		ops->destroy(green->part);
	return status;
}

aw_status aw_core_green_create(CUdevResourceDesc description, int ordinal, unsigned flags, struct CUgreenCtx_st **created)
{
	struct aw_context *context;
	if (!created || (description && !aw_core_handle_valid(&descriptions, description)) || flags != CU_GREEN_CTX_DEFAULT_STREAM)
		return AW_INVALID_VALUE;
	aw_status status = aw_core_context_open(ordinal, &context);
	if (status != AW_OK)
		return status;
	struct CUgreenCtx_st *green = aw_core_handle_create(&greens);
	if (!green)
		return AW_NO_MEMORY;
	green->context = context;
	status = furnish(green, description);
	if (status == AW_OK)
		*created = green;
	else
		aw_core_handle_destroy(&greens, green);
	return status;
}

aw_status aw_core_green_destroy(struct CUgreenCtx_st *green)
{
	aw_status status = aw_core_green_check(green);
	if (status != AW_OK)
		return status;
	aw_core_stream_forget(green->stream, true);
	aw_core_stream_orphan(green);
	aw_core_current_forget(green->current);
	if (green->gate)
		aw_core_event_destroy(green->gate);
	green->context->driver->part->destroy(green->part);
	aw_core_handle_destroy(&greens, green);
	return AW_OK;
}
