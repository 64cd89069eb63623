// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local arrays of ints whose numbers grow slowly, as rows of tables of dynamic programming: loops that end where numbers just fit in bytes,
// and behind that, among lanes of one gang; numbers that grow by one or more in a turn, to the most that there can be; and arrays that look
// like that but whose numbers grow faster, are loaded from where they were just stored, or go below zero.  What the loops load again and
// again is the same, or changes in between, or isn't wanted in the first turn.
#include "kernels/kernel_test.h"

static const int most = 400;

enum { EDITS, COMMON, UP, UP_BY_TWO, STORED, SUMS, BELOW, TWO_STORES, EARLY, LATE, SKIPPED, CHANGED, KINDS };

// ROW is a thread's own; what it does on the host, too.
template <int kind>
__device__ __host__ static int table(const char *from, char *to, int rows, int columns, int stride)
{
	int row[most + 2], result = 0;
	for (int j = 0; j <= columns; j++)
		row[j] = kind == COMMON ? 0 : j;
	for (int i = 0; i < rows; i++) {
		char letter = from[i * stride];
		int diagonal = row[0];
		if (kind == EDITS || kind >= EARLY)
			row[0] = i + 1;
		if (kind == TWO_STORES)
			row[columns] = row[0] + 3;
		if (kind == SKIPPED && letter < 'd')
			continue;
		for (int j = 0; j < columns; j++) {
			bool same = letter == to[j * stride];
			if (kind == UP) {
				row[j] = row[j] + 1;
			} else if (kind == UP_BY_TWO) {
				row[j] = same ? row[j] + 2 : row[j] + 1;
			} else if (kind == STORED) {
				row[j + 1] = row[j] + 1;
			} else if (kind == SUMS) {
				row[j + 1] = row[j + 1] + row[j];
			} else if (kind == BELOW) {
				row[j + 1] = min(row[j + 1], row[j]) - !same;
			} else {
				int above = row[j + 1];
				if (kind == COMMON)
					row[j + 1] = same ? diagonal + 1 : max(above, row[j]);
				else
					row[j + 1] = min(min(above, row[j]) + 1, diagonal + !same);
				diagonal = above;
				if (kind == EARLY && same && i % 3 == 2)
					break;
			}
		}
		if (kind == CHANGED)
			to[i % (columns + 1) * stride] = from[i * stride];
		if (kind == LATE)
			result += row[columns / 2] * (i + 1);
	}
	return result + row[columns];
}

template <int kind>
__global__ void tables(const char *from, char *to, const int *rows, const int *columns, int *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[i] = table<kind>(from + i, to + i, rows[i], columns[i], count);
}

static int letter(int i)
{
	return 'a' + (int)(((unsigned)i * 2654435761u) >> 29);
}

template <int kind>
static void try_kind()
{
	static const int sizes[] = { 0, 1, 2, 31, 32, 33, 62, 63, 64, 83, 84, 85, 100, 125, 126, 127, 128, 129, 200, 254, 255, 256, 300, most };
	const int sorts = sizeof(sizes) / sizeof(*sizes), count = 500;
	Buffer<char> from(count * (most + 1)), to(count * (most + 1));
	Buffer<int> rows(count), columns(count), out(count);
	char *a = (char *)malloc(from.count), *b = (char *)malloc(to.count);
	for (int round = 0; round < 6; round++) {
		int some = kind == SUMS ? 6 : sorts; // numbers of 32 bits don't overflow
		auto rows_of = [&](int i) { return round == 0 ? 127 : round == 1 ? 20 + i % 11 : sizes[i * (round + 1) % some]; };
		auto columns_of = [&](int i) {
			return round == 0 ? 125 + i % 2 : round == 1 ? 30 : round == 2 ? 40 + i % 3 : sizes[i * 7 / (round + 1) % some];
		};
		if (kind == SUMS && round < 3)
			continue;
		for (int i = 0; i < from.count; i++) {
			a[i] = letter(i);
			b[i] = letter(i + 77777) + (i % 500 > 400 ? 20 : 0); // of some threads none is the same
		}
		from.upload(a);
		to.upload(b);
		rows.fill(rows_of);
		columns.fill(columns_of);
		tables<kind><<<(count + 95) / 96, 96>>>(from.device, to.device, rows.device, columns.device, out.device, count);
		int *got = out.download();
		for (int i = 0; i < count; i += kind == SUMS ? 1 : 3) {
			int wanted = table<kind>(a + i, b + i, rows_of(i), columns_of(i), count);
			if (got[i] != wanted)
				fprintf(stderr, "kind %d, round %d, %d: %d, not %d\n", kind, round, i, got[i], wanted);
			CHECK(got[i] == wanted);
		}
		free(got);
	}
	free(a);
	free(b);
}

int main()
{
	try_kind<EDITS>();
	try_kind<COMMON>();
	try_kind<UP>();
	try_kind<UP_BY_TWO>();
	try_kind<EARLY>();
	try_kind<STORED>();
	try_kind<SUMS>();
	try_kind<BELOW>();
	try_kind<TWO_STORES>();
	try_kind<LATE>();
	try_kind<SKIPPED>();
	try_kind<CHANGED>();
	return unit_finish();
}
