// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What random programs use in CUDA and in C: types, conversions, seeded inputs, the hash of the outputs.
// FUNCTION is defined by device.h and host.h.
#ifndef AW_FUZZ_COMMON_H
#define AW_FUZZ_COMMON_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef bool b8;
typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;

enum fuzz_type { BOOL, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };

// --- pure functions ---

FUNCTION u32 bits_f32(f32 x)
{
	u32 bits;
	memcpy(&bits, &x, 4);
	return x != x ? 0x7fc00000 : bits;
}

FUNCTION u64 bits_f64(f64 x)
{
	u64 bits;
	memcpy(&bits, &x, 8);
	return x != x ? 0x7ff8000000000000u : bits;
}

// Conversions that stay in range.
#define CONVERSIONS(X) \
	X(i8, -128, 127) X(u8, 0, 255) X(i16, -32768, 32767) X(u16, 0, 65535) X(i32, -2e9, 2e9) X(u32, 0, 4e9) \
	X(i64, -9e18, 9e18) X(u64, 0, 1.8e19)
#define CONVERSION(to, low, high) \
	FUNCTION to to##_of_f32(f32 x) { return x >= (f32)(low) && x <= (f32)(high) ? (to)x : (to)1; } \
	FUNCTION to to##_of_f64(f64 x) { return x >= (f64)(low) && x <= (f64)(high) ? (to)x : (to)1; }
CONVERSIONS(CONVERSION)

// Which lane a shuffle reads, as the PTX manual has it.
FUNCTION int shuffle_source(int kind, int lane, int by, int width)
{
	const int start = lane & ~(width - 1), last = start + width - 1;
	switch (kind) {
	case 0: return start | (by & (width - 1));
	case 1: return lane - by >= start ? lane - by : lane;
	case 2: return lane + by <= last ? lane + by : lane;
	default: return (lane ^ by) <= last ? lane ^ by : lane;
	}
}

FUNCTION u32 first_mask(int warp, int threads)
{
	return threads - warp * 32 >= 32 ? ~0u : (1u << (threads - warp * 32)) - 1;
}

#define FUZZ_TABLE { 3, -1, 7, 0, 100, 31, -128, 65536, 2, 9, -5, 12, 255, 1, 1000000, -77, \
	64, 8, 5, -3, 17, 0, 1, 1, 2147483647, 10, 20, -9, 33, 4, 6, 511 }

// --- on the host ---

struct fuzz_launch {
	int grid[3], block[3];
};

struct fuzz_program {
	int number;
	void (*run)(const struct fuzz_launch *launch);
	int launches;
	struct fuzz_launch launch[8];
};

static inline int fuzz_volume(const int *dim)
{
	return dim[0] * dim[1] * dim[2];
}

static const int fuzz_sizes[] = { 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8 };
static u64 fuzz_state;

static inline u64 fuzz_random(void)
{
	u64 z = fuzz_state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline f64 fuzz_number(u64 bits)
{
	static const f64 special[] = { 0, -0.0, 1, -1, 0.5, 1e30, -1e30, 1e-40, 3.0000001, 1e9, -7, 0.1, 255, 65536, INFINITY, NAN };
	return bits & 7 ? (f64)((i64)(bits >> 20) % 2000) / (f64)(1 + (bits >> 4 & 7)) : special[bits >> 4 & 15];
}

// COUNT seeded values: many small, some at the limits, some of random bits.
static inline void fuzz_fill(enum fuzz_type type, size_t count, void *to)
{
	static const i64 special[] = { 0, 1, -1, 127, 128, 255, 256, 32767, 65535, 65536, 2147483647, -2147483647 - 1, 31, 32, 33, 2 };
	const int size = fuzz_sizes[type];
	for (size_t i = 0; i < count; i++) {
		u64 bits = fuzz_random(), value = bits >> 8;
		if (type >= F32) {
			f64 wide = fuzz_number(bits);
			f32 narrow = (f32)wide;
			memcpy((char *)to + i * size, type == F32 ? (void *)&narrow : (void *)&wide, size);
			continue;
		}
		if ((bits & 3) < 2)
			value = (u64)((i64)(value % 64) - ((bits & 4) ? 16 : 0));
		else if ((bits & 3) == 2)
			value = (u64)special[value & 15];
		if (type == BOOL)
			value &= 1;
		memcpy((char *)to + i * size, &value, size);
	}
}

static inline void fuzz_scalar(enum fuzz_type type, void *to)
{
	fuzz_fill(type, 1, to);
}

// How long a row is that EACH threads share, and how many elements lie between arrays in one memory of twice SIZE.
static inline i64 fuzz_bound(int each, bool has_negative)
{
	const u64 bits = fuzz_random(), value = bits >> 8, most = each < 64 ? 400 : 6 * (u64)each;
	const i64 special[] = { has_negative ? -3 : 0, 0, 1, each - 1, each, each + 1, 2 * (i64)each, 100 };
	return (bits & 3) ? (i64)(value % most) + 1 : special[value & 7];
}

static inline i64 fuzz_distance(int each, int size)
{
	const u64 bits = fuzz_random();
	return (bits & 7) < 3 ? size : (i64)(bits >> 8 & 3) * each;
}

static inline u64 fuzz_value(enum fuzz_type type, const void *values, size_t i)
{
	u64 bits = 0;
	memcpy(&bits, (const char *)values + i * fuzz_sizes[type], fuzz_sizes[type]);
	if (type == F32 && (bits & 0x7fffffff) > 0x7f800000)
		return 0x7fc00000;
	if (type == F64 && (bits & 0x7fffffffffffffff) > 0x7ff0000000000000)
		return 0x7ff8000000000000;
	return bits;
}

// The arrays of the launch that runs; `there` is the device's copy.
static struct fuzz_array {
	enum fuzz_type type;
	size_t count;
	void *here, *there;
	bool output;
} fuzz_arrays[16];
static int fuzz_count;

static void *fuzz_place(struct fuzz_array *array); // makes `there`
static const char *fuzz_collect(void);             // fetches all outputs; an error's name, or NULL

static inline void *fuzz_array_of(enum fuzz_type type, size_t count, bool output)
{
	struct fuzz_array *array = &fuzz_arrays[fuzz_count++];
	array->type = type, array->count = count, array->output = output;
	array->here = malloc(count * fuzz_sizes[type]);
	fuzz_fill(type, count, array->here);
	return array;
}

static inline void *fuzz_input(enum fuzz_type type, size_t count)
{
	return fuzz_place((struct fuzz_array *)fuzz_array_of(type, count, false));
}

static inline void *fuzz_output(enum fuzz_type type, size_t count)
{
	return fuzz_place((struct fuzz_array *)fuzz_array_of(type, count, true));
}

static inline void *fuzz_permutation(int count)
{
	struct fuzz_array *array = (struct fuzz_array *)fuzz_array_of(I32, (size_t)count, false);
	int *to = (int *)array->here;
	for (int i = 0; i < count; i++) {
		int k = (int)(fuzz_random() % (u64)(i + 1));
		to[i] = to[k];
		to[k] = i;
	}
	return fuzz_place(array);
}

static inline void fuzz_finish(bool dump)
{
	const char *error = fuzz_collect();
	u64 hash = 0xcbf29ce484222325u;
	for (int a = 0; a < fuzz_count; a++)
		for (size_t i = 0; fuzz_arrays[a].output && i < fuzz_arrays[a].count; i++) {
			u64 value = fuzz_value(fuzz_arrays[a].type, fuzz_arrays[a].here, i);
			hash = (hash ^ value) * 0x100000001b3u;
			hash ^= hash >> 29;
			if (dump)
				printf("\narray %d[%d] = 0x%llx", a, (int)i, value);
		}
	printf(dump ? "\n" : "");
	if (error)
		printf("%s\n", error);
	else
		printf("%016llx\n", hash);
	if (error)
		exit(3); // others would fail for this one's sake
}

static void fuzz_release(void);

// Arguments: nothing, the first program to run, or one program and one launch, whose arrays are printed.
static inline int fuzz_main(const struct fuzz_program *programs, int count, int argc, char **argv)
{
	const int first = argc > 1 ? atoi(argv[1]) : 0, only = argc > 2 ? atoi(argv[2]) : -1;
	for (int i = 0; i < count; i++) {
		if (programs[i].number < first || (only >= 0 && programs[i].number != first))
			continue;
		for (int k = 0; k < programs[i].launches; k++) {
			if (only >= 0 && k != only)
				continue;
			fuzz_state = (u64)programs[i].number * 8 + (u64)k;
			fuzz_count = 0;
			printf("%d %d ", programs[i].number, k); // so that a crash leaves the program's number
			fflush(stdout);
			programs[i].run(&programs[i].launch[k]);
			fuzz_finish(only >= 0);
			fuzz_release();
		}
	}
	return 0;
}

#endif
