/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Types of pointers to the functions of cudaProfiler.h (cudaTypedefs.h). */
#ifndef CUDAPROFILERTYPEDEFS_H
#define CUDAPROFILERTYPEDEFS_H

#include <cudaProfiler.h>

/* NAME since VERSION; PFN_NAME is the newest form. */
#define AW_PFN(name, version) \
	typedef __typeof__(&name) PFN_##name##_v##version; \
	typedef __typeof__(&name) PFN_##name;

AW_PFN(cuProfilerInitialize, 4000)
AW_PFN(cuProfilerStart, 4000)
AW_PFN(cuProfilerStop, 4000)

#undef AW_PFN

#endif
