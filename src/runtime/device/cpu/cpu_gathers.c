// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a gather of 16 floats takes less time than 16 loads.  It depends on the processor, on its microcode and on what the host of a
// virtual machine set, which the processor's number doesn't tell; so both are timed, once for a process.  What they load is in the
// first cache, and what they store goes past the caches: for that a gather waits where microcode lets nothing run beside it.
#include <pthread.h>
#include <stdint.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "cpu_device.h"

static bool pay = true;

#if defined(__x86_64__)
#include <immintrin.h>

enum { LANES = 16, TURNS = 32, ROUNDS = 5, STRIDE = 5 };

// Loads and stores at the same place of two pages would be taken for the same.
static struct {
	float numbers[256], results[TURNS][LANES];
} memory __attribute__((aligned(4096)));
_Static_assert(sizeof(memory) <= 4096 && LANES * STRIDE + TURNS <= 256, "all is in one page");

static __attribute__((target("avx512f"))) void gather(const int32_t *indices)
{
	__m512i index = _mm512_loadu_si512(indices);
	for (int i = 0; i < TURNS; i++)
		_mm512_stream_ps(memory.results[i], _mm512_i32gather_ps(index, memory.numbers + i, sizeof(float)));
}

static inline __m128 load_four(const float *from, const int32_t *indices)
{
	return _mm_set_ps(from[indices[3]], from[indices[2]], from[indices[1]], from[indices[0]]);
}

static __attribute__((target("avx512f"))) void load(const int32_t *indices)
{
	for (int i = 0; i < TURNS; i++) {
		__m512 all = _mm512_castps128_ps512(load_four(memory.numbers + i, indices));
		all = _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 4), 1);
		all = _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 8), 2);
		_mm512_stream_ps(memory.results[i], _mm512_insertf32x4(all, load_four(memory.numbers + i, indices + 12), 3));
	}
}

static uint64_t time_of(void (*function)(const int32_t *), const int32_t *indices)
{
	uint64_t start = aw_os_now();
	function(indices);
	return aw_os_now() - start;
}

static void compare(void)
{
	volatile int32_t stride = STRIDE; // compilers would load from constant distances
	int32_t indices[LANES];
	for (int32_t i = 0; i < LANES; i++)
		indices[i] = i * stride;
	uint64_t gathers = UINT64_MAX, loads = UINT64_MAX; // the least, as anything may come in between
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t one = time_of(gather, indices), other = time_of(load, indices);
		gathers = one < gathers ? one : gathers;
		loads = other < loads ? other : loads;
	}
	pay = 4 * gathers <= 5 * loads; // where both take the same, gathers leave more room for what is around them
	aw_debug("cpu", "%d gathers take %llu ns, the loads %llu", TURNS, (unsigned long long)gathers, (unsigned long long)loads);
}
#else
static void compare(void)
{
}
#endif

static void find_out(void)
{
	long wish = aw_os_env_long("ANYWARP_GATHERS", -1);
	if (wish >= 0)
		pay = wish != 0;
	else
		compare();
}

bool aw_cpu_gathers_pay(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_out);
	return pay;
}
