// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 64 pairs side by side in bytes, up to the longest of their words: what is wanted of a pair stands in the row and column of its own
// lengths, whatever is computed behind it.
#include "problem.h"

enum { LETTERS = 32, LANES = 64 };

typedef unsigned char byte;

// One row of the tables, from the one above in ROW.
static void next_row(byte (*restrict row)[LANES], const byte *restrict from, const byte *restrict to, int columns, int number, long count)
{
	byte diagonal[LANES], left[LANES];
#pragma omp simd
	for (int i = 0; i < LANES; i++) {
		diagonal[i] = (byte)(number - 1);
		left[i] = (byte)number;
	}
	for (int j = 0; j < columns; j++)
#pragma omp simd
		for (int i = 0; i < LANES; i++) {
			byte above = row[j][i], least = above < left[i] ? above : left[i];
			byte replaced = (byte)(diagonal[i] + (from[i] != to[j * count + i]));
			least++;
			diagonal[i] = above;
			row[j][i] = left[i] = least < replaced ? least : replaced;
		}
}

static void compare(const byte *from, const byte *to, const int *from_lengths, const int *to_lengths, int *distances, long count)
{
	byte row[LETTERS][LANES]; // without its first element, which is its number
	int rows = 0, columns = 0;
	for (int i = 0; i < LANES; i++) {
		rows = from_lengths[i] > rows ? from_lengths[i] : rows;
		columns = to_lengths[i] > columns ? to_lengths[i] : columns;
	}
	for (int j = 0; j < columns; j++)
		for (int i = 0; i < LANES; i++)
			row[j][i] = (byte)(j + 1);
	for (int number = 1; number <= rows; number++) {
		next_row(row, from + (number - 1) * count, to, columns, number, count);
		for (int i = 0; i < LANES; i++)
			if (from_lengths[i] == number)
				distances[i] = row[to_lengths[i] - 1][i];
	}
}

void bench_run(const struct bench_problem *problem, void *const *data)
{
	const byte *from = data[0], *to = data[1];
	const int *from_lengths = data[2], *to_lengths = data[3];
	int *distances = data[4], count = problem->size[0];
#pragma omp parallel for schedule(static)
	for (int i = 0; i < count; i += LANES)
		compare(from + i, to + i, from_lengths + i, to_lengths + i, distances + i, count);
}
