// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions on memory that programs and clang call by name and that NVIDIA's driver doesn't provide.  They go byte by
// byte: calls with sizes that are known have become instructions before.
#include "../math/math_internal.h"

AW_API void *memcpy(void *to, const void *from, unsigned long count)
{
	for (unsigned long i = 0; i < count; i++)
		((volatile char *)to)[i] = ((const char *)from)[i];
	return to;
}

AW_API void *memmove(void *to, const void *from, unsigned long count)
{
	if ((unsigned long)to <= (unsigned long)from)
		return memcpy(to, from, count);
	while (count-- > 0)
		((volatile char *)to)[count] = ((const char *)from)[count];
	return to;
}

AW_API void *memset(void *to, int value, unsigned long count)
{
	for (unsigned long i = 0; i < count; i++)
		((volatile char *)to)[i] = (char)value;
	return to;
}

AW_API int memcmp(const void *a, const void *b, unsigned long count)
{
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	for (unsigned long i = 0; i < count; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

AW_API unsigned long strlen(const char *text)
{
	unsigned long length = 0;
	while (text[length])
		length++;
	return length;
}

AW_API void abort(void) { __builtin_trap(); }
