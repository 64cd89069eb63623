// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the instructions for lanes are slow on this processor.  It depends on the processor, on its microcode and on what the host of a
// virtual machine set, which the processor's number doesn't tell; so each is timed beside what takes its place, once for a process.
//
//   - Gathers of AVX-512, beside 16 loads.  What they load is in the first cache, and what they store goes past the caches: for that a
//     gather waits where microcode lets nothing run beside it.
//   - Masked stores of AVX2, beside plain ones.  Intel's processors do one in a cycle or two; AMD's, whose microcode makes them, in a
//     dozen and more, so there a kernel asks first whether any lane is on, or all are (masked_stores.c).
#include <pthread.h>
#include <stdint.h>
#include <string.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "cpu_device.h"

static bool slow_gathers, slow_stores;

#if defined(__x86_64__)
#include <immintrin.h>

enum { LANES = 16, TURNS = 32, ROUNDS = 5, STRIDE = 5, STORES = 64, HALF = 8 };

// Loads and stores at the same place of two pages would be taken for the same.
static struct {
	float numbers[256], results[TURNS][LANES];
} memory __attribute__((aligned(4096)));
_Static_assert(sizeof(memory) <= 4096 && LANES * STRIDE + TURNS <= 256, "all is in one page");
_Static_assert(STORES * HALF <= TURNS * LANES, "the stores have room");

static int32_t indices[LANES];

static __attribute__((target("avx512f"))) void gather(void)
{
	__m512i index = _mm512_loadu_si512(indices);
	for (int i = 0; i < TURNS; i++)
		_mm512_stream_ps(memory.results[i], _mm512_i32gather_ps(index, memory.numbers + i, sizeof(float)));
}

static inline __m128 load_four(const float *from, const int32_t *at)
{
	return _mm_set_ps(from[at[3]], from[at[2]], from[at[1]], from[at[0]]);
}

static __attribute__((target("avx512f"))) void load(void)
{
	for (int i = 0; i < TURNS; i++) {
		__m512 all = _mm512_castps128_ps512(load_four(memory.numbers + i, indices));
		all = _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 4), 1);
		all = _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 8), 2);
		_mm512_stream_ps(memory.results[i], _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 12), 3));
	}
}

static __attribute__((target("avx2"))) void store_masked(void)
{
	__m256i all = _mm256_set1_epi32(-1);
	__asm__ volatile("" : "+x"(all)); // compilers would store plainly
	for (int i = 0; i < STORES; i++)
		_mm256_maskstore_ps(memory.results[0] + i * HALF, all, _mm256_setzero_ps());
}

static __attribute__((target("avx2"))) void store_plainly(void)
{
	for (int i = 0; i < STORES; i++)
		_mm256_store_ps(memory.results[0] + i * HALF, _mm256_setzero_ps());
}

static uint64_t time_of(void (*function)(void))
{
	uint64_t start = aw_os_now();
	function();
	return aw_os_now() - start;
}

// The least times of both, as anything may come in between.
static void compare(void (*function)(void), void (*other)(void), const char *name, uint64_t times[2])
{
	times[0] = times[1] = UINT64_MAX;
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t one = time_of(function), two = time_of(other);
		times[0] = one < times[0] ? one : times[0];
		times[1] = two < times[1] ? two : times[1];
	}
	aw_debug("cpu", "%s take %llu ns, what takes their place %llu", name, (unsigned long long)times[0], (unsigned long long)times[1]);
}

static void time_gathers(void)
{
	volatile int32_t stride = STRIDE; // compilers would load from constant distances
	uint64_t times[2];
	for (int32_t i = 0; i < LANES; i++)
		indices[i] = i * stride;
	compare(gather, load, "32 gathers", times);
	slow_gathers = 4 * times[0] > 5 * times[1]; // where both take the same, gathers leave more room for what is around them
}

static void time_stores(void)
{
	uint64_t times[2];
	compare(store_masked, store_plainly, "64 masked stores", times);
	slow_stores = times[0] > times[1] + 2 * STORES; // two nanoseconds each
}
#else
static void time_gathers(void)
{
}

static void time_stores(void)
{
}
#endif

// What the user wishes in VARIABLE, 1: that they are used, or else what TIME_THEM finds.
static void find_out(const char *variable, bool *slow, void (*time_them)(void))
{
	long wish = aw_os_env_long(variable, -1);
	if (wish >= 0)
		*slow = wish == 0;
	else
		time_them();
}

static void find_gathers(void)
{
	find_out("ANYWARP_GATHERS", &slow_gathers, time_gathers);
}

static void find_stores(void)
{
	find_out("ANYWARP_MASKED_STORES", &slow_stores, time_stores);
}

bool aw_cpu_is_slow(const char *level)
{
	static pthread_once_t gathers = PTHREAD_ONCE_INIT, stores = PTHREAD_ONCE_INIT;
	bool has_gathers = !strcmp(level, "x86-64-v4");
	pthread_once(has_gathers ? &gathers : &stores, has_gathers ? find_gathers : find_stores);
	return has_gathers ? slow_gathers : slow_stores;
}
