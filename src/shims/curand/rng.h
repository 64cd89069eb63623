// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a generator of cuRAND's host interface is here.  A source makes raw words in the order in which cuRAND's numbers lie in
// memory; rng_numbers.c makes numbers of them.  How many words a number takes, and whether two are made of one draw, depends on
// the family of the source:
//
//   PAIRS    words of 32 bits; doubles of two; normal numbers by pairs (Box and Muller) of two words, or four for doubles
//   MRG      MRG32k3a's own numbers below its modulus; doubles of one; normal numbers by pairs
//   SINGLE   words of 32 bits, one for any number; normal numbers by the inverse of the distribution function
//   TWISTER  the same, but normal doubles are those of single precision
//   SINGLE64 as SINGLE with words of 64 bits
#ifndef AW_CURAND_RNG_H
#define AW_CURAND_RNG_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../common/shim.h"
#pragma GCC visibility push(default)
#include "../../../include/curand.h"
#pragma GCC visibility pop

typedef enum aw_rng_family { AW_RNG_PAIRS, AW_RNG_MRG, AW_RNG_SINGLE, AW_RNG_TWISTER, AW_RNG_SINGLE64 } aw_rng_family;

typedef enum aw_rng_kind {
	AW_RNG_BITS, AW_RNG_LONG_BITS, AW_RNG_UNIFORM, AW_RNG_UNIFORM_DOUBLE, AW_RNG_NORMAL, AW_RNG_NORMAL_DOUBLE,
	AW_RNG_LOG_NORMAL, AW_RNG_LOG_NORMAL_DOUBLE,
	AW_RNG_POISSON,       // from a table
	AW_RNG_POISSON_NORMAL // from normal numbers, for large means
} aw_rng_kind;

// What numbers are wanted.
typedef struct aw_rng_wish {
	aw_rng_kind kind;
	double mean, deviation;
	const struct aw_rng_poisson *poisson;
} aw_rng_wish;

// A draw: WORDS words make NUMBERS numbers.
typedef struct aw_rng_draw {
	int words, numbers;
} aw_rng_draw;

// What a sequence begins with.
typedef struct aw_rng_start {
	uint64_t seed, position;
	curandOrdering_t ordering;
	unsigned dimensions;
} aw_rng_start;

// Sources of random words.
typedef struct aw_rng_source {
	curandRngType_t type;
	aw_rng_family family;
	bool quasi, offsets; // offsets: curandSetGeneratorOffset is possible
	bool (*has_ordering)(curandOrdering_t ordering);
	// The state in which number `position` of a sequence comes next.  NULL: out of memory.  free() takes it.
	void *(*begin)(const aw_rng_start *start);
	// The words of the next draws.  Numbers of the first draw that are gone already: `skipped` says how many.
	void (*take)(void *state, aw_rng_draw draw, size_t count, void *words);
	int (*skipped)(const void *state, aw_rng_draw draw);
	void (*move)(void *state, size_t numbers); // after them
	// The number that comes next.
	uint64_t (*position)(const void *state);
	// Quasirandom ones: the dimension whose numbers come next, from where this filling began; after the last one
	// the next filling begins where they end.
	void (*choose)(void *state, unsigned dimension);
} aw_rng_source;

extern const aw_rng_source aw_rng_xorwow, aw_rng_mrg32k3a, aw_rng_mtgp32, aw_rng_mt19937, aw_rng_philox;
extern const aw_rng_source aw_rng_sobol32, aw_rng_scrambled32, aw_rng_sobol64, aw_rng_scrambled64;

struct curandGenerator_st {
	const aw_rng_source *source;
	bool host;                // numbers go to memory of the host, at once
	curandGenerator_t native; // or NULL: the generator of NVIDIA's library
	cudaStream_t stream;
	// What the next numbers are made with; a job takes a copy along.
	aw_rng_start start;
	bool moved;       // start.position counts: the sequence doesn't go on where it is
	unsigned version; // goes up when one of these is set
	pthread_mutex_t lock; // of what follows, which jobs change
	atomic_int count;     // the caller and the jobs under way
	unsigned begun;       // the version that the state is of
	void *state;          // or NULL
};

// The draw by which a family makes numbers of a kind.
aw_rng_draw aw_rng_draw_of(aw_rng_family family, aw_rng_kind kind);
// The numbers of COUNT draws.
void aw_rng_numbers(aw_rng_family family, const aw_rng_wish *wish, const void *words, size_t count, void *numbers);
size_t aw_rng_size_of(aw_rng_kind kind);

#endif
