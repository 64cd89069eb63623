// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver interface's contexts: handles of a device's context, and each thread's stack of them.
// All handles of one device share its one context (aw_context), which the runtime interface uses too;
// so memory and streams of one are those of the other.
#ifndef AW_RUNTIME_CORE_CURRENT_H
#define AW_RUNTIME_CORE_CURRENT_H

#include "context.h"
#include "handle.h"

struct CUctx_st {
	struct aw_handle handle;
	struct aw_context *context;
	unsigned flags;
	unsigned long long id;
	bool primary;
	struct CUgreenCtx_st *green; // the part of the device that it stands for; NULL: all
	_Atomic unsigned users; // primary: how often it was retained
	_Atomic unsigned attached; // how often a program attached to it (cuCtxAttach)
};

// A new handle of device ORDINAL's context, pushed on the thread's stack.
aw_status aw_core_current_create(unsigned flags, int ordinal, struct CUctx_st **handle);
// Takes HANDLE off the stack if it is on top.
aw_status aw_core_current_destroy(struct CUctx_st *handle);

// A handle for a part, which isn't pushed; and an end of it, on whatever stacks it is.
aw_status aw_core_current_create_green(struct CUgreenCtx_st *green, struct CUctx_st **handle);
void aw_core_current_forget(struct CUctx_st *handle);

// The handle that device ORDINAL's own context has, made when first asked for.
aw_status aw_core_current_primary(int ordinal, struct CUctx_st **handle);

aw_status aw_core_current_push(struct CUctx_st *handle);
aw_status aw_core_current_pop(struct CUctx_st **handle);
// Replaces the top of the stack; NULL takes it off.
aw_status aw_core_current_set(struct CUctx_st *handle);
// The current handle; NULL when there is none.
struct CUctx_st *aw_core_current_get(void);

// The handle as an argument, or the current one for NULL; AW_INVALID_CONTEXT.
aw_status aw_core_current_find(struct CUctx_st *handle, struct CUctx_st **found);

#endif
