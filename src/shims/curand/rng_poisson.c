// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The squared histogram of Poisson's distribution (Marsaglia, Tsang and Wang, "Fast generation of discrete random variables", 2004):
// the unit interval is cut into as many pieces as there are numbers, and each piece belongs to its own number up to a
// border and to one other number behind it.  The pieces are filled by taking from the largest probability what the
// smallest lacks, again and again.
#include "rng_poisson.h"

#include <math.h>
#include <stdlib.h>

void aw_rng_poisson_free(aw_rng_poisson *table)
{
	free(table->border);
	free(table->other);
	*table = (aw_rng_poisson){ 0 };
}

// The numbers that are more likely than 2^-34 or so, less than which a word can't tell.
static void find_window(double mean, uint32_t *shift, uint32_t *length)
{
	const double least = -34 * 0.69314718055994531;
	double mode = floor(mean), log_mean = log(mean), low = mode, high = mode;
	while (low > 0 && (low - 1) * log_mean - mean - lgamma(low) > least)
		low--;
	while ((high + 1) * log_mean - mean - lgamma(high + 2) > least)
		high++;
	*shift = (uint32_t)low;
	*length = (uint32_t)(high - low) + 1;
}

// All that a histogram of N equal pieces takes.
static void square(double *share, uint32_t n, double *border, uint32_t *other)
{
	double whole = 1.0 / n;
	for (uint32_t i = 0; i < n; i++) {
		border[i] = (i + 1) * whole;
		other[i] = i;
	}
	for (uint32_t turn = 1; turn < n; turn++) {
		uint32_t least = 0, most = 0;
		for (uint32_t i = 1; i < n; i++) {
			least = share[i] < share[least] ? i : least;
			most = share[i] > share[most] ? i : most;
		}
		border[least] = least * whole + share[least];
		other[least] = most;
		share[most] -= whole - share[least];
		share[least] = whole;
	}
}

bool aw_rng_poisson_make(double mean, aw_rng_poisson *table)
{
	*table = (aw_rng_poisson){ .mean = mean };
	find_window(mean, &table->shift, &table->length);
	uint32_t n = table->length;
	double *share = calloc(n, sizeof(*share)), sum = 0;
	table->border = calloc(n, sizeof(*table->border));
	table->other = calloc(n, sizeof(*table->other));
	if (!share || !table->border || !table->other) {
		free(share);
		aw_rng_poisson_free(table);
		return false;
	}
	for (uint32_t i = 0; i < n; i++)
		sum += share[i] = exp((table->shift + i) * log(mean) - mean - lgamma(table->shift + i + 1.0));
	for (uint32_t i = 0; i < n; i++)
		share[i] /= sum;
	square(share, n, table->border, table->other);
	free(share);
	return true;
}

void aw_rng_poisson_numbers(aw_rng_family family, const aw_rng_poisson *table, const void *words, size_t count, uint32_t *out)
{
	const uint32_t *word = words;
	const uint64_t *longs = words;
	for (size_t i = 0; i < count; i++) {
		uint32_t x = family == AW_RNG_SINGLE64 ? (uint32_t)(longs[i] >> 32) : word[i];
		if (family == AW_RNG_MRG)
			x = (uint32_t)(x * 1.000000048662);
		double u = x * 0x1p-32; // below 1
		uint32_t at = (uint32_t)(table->length * u);
		out[i] = table->shift + (u < table->border[at] ? at : table->other[at]);
	}
}
