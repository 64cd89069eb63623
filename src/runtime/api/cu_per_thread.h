// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_API_CU_PER_THREAD_H
#define AW_API_CU_PER_THREAD_H

typedef void (*aw_api_function)(void);

// The second entry of FUNCTION of the driver interface, where stream 0 is the calling thread's own; FUNCTION itself where it has none.
aw_api_function aw_api_cu_per_thread(aw_api_function function);

#endif
