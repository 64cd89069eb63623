// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Events of whole contexts (CUDA Driver API, cuCtxRecordEvent and cuCtxWaitEvent).
#ifndef AW_RUNTIME_CORE_EVENT_ALL_H
#define AW_RUNTIME_CORE_EVENT_ALL_H

#include "context.h"

struct CUgreenCtx_st;

// EVENT, one of CONTEXT's, happens when all is done that its streams, or GREEN's if it isn't NULL, were given; all that they are given from
// now on waits for EVENT, which may be another's.  AW_CAPTURE_UNSUPPORTED while one of the streams captures, and what it captures is lost.
aw_status aw_core_event_record_all(struct aw_context *context, struct CUgreenCtx_st *green, cudaEvent_t event);
aw_status aw_core_event_wait_all(struct aw_context *context, struct CUgreenCtx_st *green, cudaEvent_t event);

#endif
