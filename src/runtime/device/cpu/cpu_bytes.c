// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copying and filling runs of bytes.  A run that is part of a transfer larger than the caches hold is written
// with streaming stores: the lines of the target are not read first, which saves a third of a copy's traffic
// and half of a fill's, and what is in the caches stays there.  The C library does that only for single
// calls far larger than a worker's piece (glibc's x86_non_temporal_threshold).
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_queue.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

enum { LINE = 64, SHORT = 1024 }; // SHORT: not worth a fence

size_t aw_cpu_bytes_limit(void)
{
	enum { LEAST = 4 << 20, MOST = 64 << 20, SHARE = 8 << 20 };
	static _Atomic size_t known;
	size_t limit = atomic_load_explicit(&known, memory_order_relaxed);
	if (!limit) {
		long cache = sysconf(_SC_LEVEL3_CACHE_SIZE), wish = aw_os_env_long("ANYWARP_STREAM_SIZE", -1);
		size_t share = (size_t)SHARE * aw_cpu_device_worker_total();
		limit = cache > 0 ? (size_t)cache / 4 : 0;
		limit = limit > share ? share : limit;
		limit = limit < LEAST ? LEAST : limit > MOST ? MOST : limit;
		limit = wish > 0 ? (size_t)wish : limit;
		atomic_store_explicit(&known, limit, memory_order_relaxed);
	}
	return limit;
}

#if defined(__x86_64__)
static void stream_lines(char *target, const char *source, size_t lines)
{
	for (size_t i = 0; i < lines; i++, target += LINE, source += LINE) {
		__m128i a = _mm_loadu_si128((const __m128i *)source), b = _mm_loadu_si128((const __m128i *)source + 1);
		__m128i c = _mm_loadu_si128((const __m128i *)source + 2), d = _mm_loadu_si128((const __m128i *)source + 3);
		_mm_stream_si128((__m128i *)target, a);
		_mm_stream_si128((__m128i *)target + 1, b);
		_mm_stream_si128((__m128i *)target + 2, c);
		_mm_stream_si128((__m128i *)target + 3, d);
	}
	_mm_sfence();
}

static void stream_pattern(char *target, uint32_t pattern, size_t lines)
{
	__m128i value = _mm_set1_epi32((int)pattern);
	for (char *end = target + lines * LINE; target < end; target += 16)
		_mm_stream_si128((__m128i *)target, value);
	_mm_sfence();
}
#else
static void stream_lines(char *target, const char *source, size_t lines)
{
	memcpy(target, source, lines * LINE);
}

static void stream_pattern(char *target, uint32_t pattern, size_t lines)
{
	for (size_t i = 0; i < lines * LINE; i += sizeof(pattern))
		memcpy(target + i, &pattern, sizeof(pattern));
}
#endif

// Bytes before the first whole line.
static size_t head_of(const char *target, size_t size)
{
	size_t head = -(uintptr_t)target % LINE;
	return head < size ? head : size;
}

void aw_cpu_bytes_copy(char *target, const char *source, size_t size, bool streams)
{
	bool overlaps = target < source + size && source < target + size;
	if (!streams || size < SHORT || overlaps) {
		memmove(target, source, size);
		return;
	}
	size_t head = head_of(target, size), lines = (size - head) / LINE, body = lines * LINE;
	memcpy(target, source, head);
	stream_lines(target + head, source + head, lines);
	memcpy(target + head + body, source + head + body, size - head - body);
}

static void fill_plainly(char *target, uint32_t pattern, unsigned element, size_t size)
{
	if (pattern == (pattern & 0xff) * 0x01010101u) {
		memset(target, (int)(pattern & 0xff), size);
		return;
	}
	for (size_t i = 0; i < size; i += element)
		memcpy(target + i, &pattern, element);
}

void aw_cpu_bytes_fill(char *target, uint32_t value, unsigned element, size_t size, bool streams)
{
	uint32_t pattern = element == 1 ? (value & 0xff) * 0x01010101u : element == 2 ? (value & 0xffff) * 0x10001u : value;
	if (!streams || size < SHORT || (uintptr_t)target % element != 0) {
		fill_plainly(target, pattern, element, size);
		return;
	}
	size_t head = head_of(target, size), lines = (size - head) / LINE, body = lines * LINE;
	fill_plainly(target, pattern, element, head);
	stream_pattern(target + head, pattern, lines);
	fill_plainly(target + head + body, pattern, element, size - head - body);
}
