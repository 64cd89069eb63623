// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether AVX2's masked stores are to be used without a look at the mask.  Intel's processors do one in a cycle or two; AMD's, whose
// microcode makes them, in a dozen and more, so there a kernel asks first whether any lane is on, or all are (masked_stores.c).
// Both kinds of stores are timed, once for a process.
#include <pthread.h>
#include <stdint.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "cpu_device.h"

static bool pay = true;

#if defined(__x86_64__)
#include <immintrin.h>

enum { LANES = 8, STORES = 64, ROUNDS = 5 };

static float memory[STORES * LANES] __attribute__((aligned(64)));

static __attribute__((target("avx2"))) void store_masked(void)
{
	__m256i all = _mm256_set1_epi32(-1);
	__asm__ volatile("" : "+x"(all)); // compilers would store plainly
	for (int i = 0; i < STORES; i++)
		_mm256_maskstore_ps(memory + i * LANES, all, _mm256_setzero_ps());
}

static __attribute__((target("avx2"))) void store_plainly(void)
{
	for (int i = 0; i < STORES; i++)
		_mm256_store_ps(memory + i * LANES, _mm256_setzero_ps());
}

static uint64_t time_of(void (*function)(void))
{
	uint64_t start = aw_os_now();
	function();
	return aw_os_now() - start;
}

static void compare(void)
{
	uint64_t masked = UINT64_MAX, plain = UINT64_MAX; // the least, as anything may come in between
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t one = time_of(store_masked), other = time_of(store_plainly);
		masked = one < masked ? one : masked;
		plain = other < plain ? other : plain;
	}
	pay = masked <= plain + 2 * STORES; // two nanoseconds each
	aw_debug("cpu", "%d masked stores take %llu ns, plain ones %llu", STORES, (unsigned long long)masked, (unsigned long long)plain);
}
#else
static void compare(void)
{
}
#endif

static void find_out(void)
{
	long wish = aw_os_env_long("ANYWARP_MASKED_STORES", -1);
	if (wish >= 0)
		pay = wish != 0;
	else
		compare();
}

bool aw_cpu_masked_stores_pay(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, find_out);
	return pay;
}
