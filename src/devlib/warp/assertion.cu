// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's function behind assert, for programs that declare it for host and device themselves.
#include "../math/math_internal.h"

extern "C" __device__ void __assertfail(const char *text, const char *file, u32 line, const char *function, u64 character_size);

AW_API void __assert_fail(const char *text, const char *file, u32 line, const char *function)
{
	__assertfail(text, file, line, function, sizeof(char));
}
