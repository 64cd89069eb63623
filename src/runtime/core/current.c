// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime interface's current device and the top of the stack are one thing: cudaSetDevice makes
// the device's primary context current, and pushing a context makes its device current.
#include "current.h"

#include "../../base/vec.h"
#include "green.h"

static struct aw_handle_class handles = AW_HANDLE_CLASS(struct CUctx_st);
static struct CUctx_st *primaries[AW_DEVICE_MAX];
static pthread_mutex_t primary_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic unsigned long long last_id;

enum { STACK_DEPTH = 64 };

static _Thread_local struct CUctx_st *stack[STACK_DEPTH];
static _Thread_local unsigned depth;

static aw_status make(struct aw_context *context, unsigned flags, struct CUctx_st **handle)
{
	struct CUctx_st *made = aw_core_handle_create(&handles);
	if (!made)
		return AW_NO_MEMORY;
	made->context = context;
	made->flags = flags;
	made->id = ++last_id;
	*handle = made;
	return AW_OK;
}

aw_status aw_core_current_primary(int ordinal, struct CUctx_st **handle)
{
	struct aw_context *context;
	aw_status status = aw_core_context_find(ordinal, &context);
	if (status != AW_OK)
		return status;
	pthread_mutex_lock(&primary_lock);
	if (!primaries[ordinal])
		status = make(context, context->flags, &primaries[ordinal]);
	if (status == AW_OK) {
		primaries[ordinal]->primary = true;
		*handle = primaries[ordinal];
	}
	pthread_mutex_unlock(&primary_lock);
	return status;
}

// Makes the device of the stack's top the runtime's current one; with an empty stack there is none.
static void follow_top(void)
{
	struct aw_context *context = depth ? stack[depth - 1]->context : NULL;
	aw_core_thread.context = context;
	aw_core_thread.device = context ? context->ordinal : 0;
	aw_core_thread.green = depth ? stack[depth - 1]->green : NULL;
	if (context)
		aw_core_context_enter(context); // an error comes again with the first use
}

aw_status aw_core_current_push(struct CUctx_st *handle)
{
	struct aw_context *context;
	if (!aw_core_handle_valid(&handles, handle))
		return AW_INVALID_CONTEXT;
	if (depth == STACK_DEPTH)
		return AW_NO_MEMORY;
	aw_status status = aw_core_context_open((int)handle->context->ordinal, &context);
	if (status != AW_OK)
		return status;
	if (!depth && aw_core_thread.context) { // what the runtime chose lies below
		status = aw_core_current_primary((int)aw_core_thread.device, &stack[0]);
		depth = status == AW_OK;
	}
	stack[depth++] = handle;
	follow_top();
	return status;
}

aw_status aw_core_current_pop(struct CUctx_st **handle)
{
	struct CUctx_st *top = aw_core_current_get();
	if (!top)
		return AW_INVALID_CONTEXT;
	if (depth)
		depth--;
	follow_top();
	if (handle)
		*handle = top;
	return AW_OK;
}

aw_status aw_core_current_set(struct CUctx_st *handle)
{
	if (handle && !aw_core_handle_valid(&handles, handle))
		return AW_INVALID_CONTEXT;
	if (depth)
		depth--;
	follow_top();
	return handle ? aw_core_current_push(handle) : AW_OK;
}

struct CUctx_st *aw_core_current_get(void)
{
	struct CUctx_st *primary;
	if (!aw_core_thread.context)
		return NULL;
	if (depth && stack[depth - 1]->context == aw_core_thread.context &&
	    aw_core_handle_valid(&handles, stack[depth - 1]))
		return stack[depth - 1];
	// cudaSetDevice came after the push
	return aw_core_current_primary((int)aw_core_thread.device, &primary) == AW_OK ? primary : NULL;
}

aw_status aw_core_current_find(struct CUctx_st *handle, struct CUctx_st **found)
{
	struct CUctx_st *wanted = handle ? handle : aw_core_current_get();
	if (!aw_core_handle_valid(&handles, wanted))
		return AW_INVALID_CONTEXT;
	*found = wanted;
	return AW_OK;
}

aw_status aw_core_current_create(unsigned flags, int ordinal, struct CUctx_st **handle)
{
	struct aw_context *context;
	struct CUctx_st *made;
	aw_status status = handle ? aw_core_context_open(ordinal, &context) : AW_INVALID_VALUE;
	if (status == AW_OK)
		status = make(context, flags, &made);
	if (status != AW_OK)
		return status;
	status = aw_core_current_push(made);
	if (status != AW_OK) {
		aw_core_handle_destroy(&handles, made);
		return status;
	}
	*handle = made;
	return AW_OK;
}

aw_status aw_core_current_create_green(struct CUgreenCtx_st *green, struct CUctx_st **handle)
{
	aw_status status = make(green->context, green->context->flags, handle);
	if (status == AW_OK)
		(*handle)->green = green;
	return status;
}

void aw_core_current_forget(struct CUctx_st *handle)
{
	aw_core_handle_destroy(&handles, handle);
}

aw_status aw_core_current_destroy(struct CUctx_st *handle)
{
	if (!aw_core_handle_valid(&handles, handle) || handle->primary || handle->green)
		return AW_INVALID_CONTEXT;
	aw_status status = aw_core_context_settle(handle->context);
	if (depth && stack[depth - 1] == handle) {
		depth--;
		follow_top();
	}
	aw_core_handle_destroy(&handles, handle);
	return status;
}
