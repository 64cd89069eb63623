// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers (splitmix64) and memory that lasts as long as the process.
#include <stdarg.h>
#include <stdlib.h>

#include "tree.h"

uint64_t random_bits(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

int random_below(struct random *random, int bound)
{
	return (int)(random_bits(random) % (uint64_t)bound);
}

int random_range(struct random *random, int low, int high)
{
	return low + random_below(random, high - low + 1);
}

bool random_chance(struct random *random, int percent)
{
	return random_below(random, 100) < percent;
}

void *fuzz_allocate(size_t size)
{
	void *memory = calloc(1, size);
	if (!memory)
		abort();
	return memory;
}

const char *fuzz_format(const char *format, ...)
{
	va_list arguments;
	char *text;
	va_start(arguments, format);
	if (vasprintf(&text, format, arguments) < 0)
		abort();
	va_end(arguments);
	return text;
}
