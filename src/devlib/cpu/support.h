// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The support library of CPU images: C compiled to bitcode and linked into every image as far as it is
// needed.  Its functions are named by src/compiler/intrinsics.def and take the thread first, the
// arguments of the intrinsic, and where threads can wait the site last.  Small ones are inlined.
#ifndef AW_DEVLIB_CPU_SUPPORT_H
#define AW_DEVLIB_CPU_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../fatbin/cpu_abi.h"

typedef struct aw_cpu_thread thread;
typedef const struct aw_cpu_site site;

static inline const struct aw_cpu_services *services(const thread *t)
{
	return t->block->services;
}

// PTX's mapa (support_context.c).
void *aw_cpu_mapa(thread *t, char *address, uint32_t rank);
uint32_t aw_cpu_cluster_nctarank(thread *t);

// Bytes that an mbarrier waits for, or that came, when negative (support_mbarrier.c).
void aw_cpu_mbarrier_expect(thread *t, uint64_t *place, int32_t bytes);

static inline uint32_t bits_of(float value)
{
	uint32_t bits;
	__builtin_memcpy(&bits, &value, sizeof(bits));
	return bits;
}

static inline float float_of(uint32_t bits)
{
	float value;
	__builtin_memcpy(&value, &bits, sizeof(value));
	return value;
}

// Of the lower half of BITS.
static inline _Float16 half_of(uint32_t bits)
{
	uint16_t low = (uint16_t)bits;
	_Float16 value;
	__builtin_memcpy(&value, &low, sizeof(value));
	return value;
}

#endif
