// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of boxes of tensors by tensor maps in PTX: tiles of one to five dimensions, at their edges, with steps, swizzled; columns of pixels;
// back to memory; reductions; into several blocks of a cluster; maps that a kernel changes.
// FLAGS: -arch=sm_90a
// LINK: -lcuda
#include <cuda.h>
#include <cuda_fp16.h>
#include <stdint.h>

#include "kernels/kernel_test.h"

enum { ROOM = 16384, MEMORY = 1 << 16 };

enum Way { LOAD, PIXELS, STORE, ADD, MIN, MAX, INC, DEC, AND, OR, XOR };

// A copy, beside the map: where, and how many bytes.
struct Job {
	Way way;
	int rank, at[5], offsets[3];
	unsigned bytes;
};

__device__ static unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

#define FIRST_1 "r"(c[0])
#define FIRST_2 FIRST_1, "r"(c[1])
#define FIRST_3 FIRST_2, "r"(c[2])
#define FIRST_4 FIRST_3, "r"(c[3])
#define FIRST_5 FIRST_4, "r"(c[4])
#define LOAD_TILE(rank, places) \
	asm volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" places "}], [%2];" \
	             ::"r"(to), "l"(map), "r"(barrier), FIRST_##rank : "memory")
#define LOAD_PIXELS(rank, places, ...) \
	asm volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {" places \
	             ::"r"(to), "l"(map), "r"(barrier), FIRST_##rank, __VA_ARGS__ : "memory")
#define STORE_TILE(rank, places) \
	asm volatile("cp.async.bulk.tensor." #rank "d.global.shared::cta.bulk_group [%1, {" places "}], [%0];" \
	             ::"r"(to), "l"(map), FIRST_##rank : "memory")
#define REDUCE(way) \
	asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta." way ".tile.bulk_group [%1, {%2, %3}], [%0];" \
	             ::"r"(to), "l"(map), FIRST_2 : "memory")

__device__ static void load(const CUtensorMap *map, const Job &job, unsigned to, unsigned barrier)
{
	const int *c = job.at;
	short a = (short)job.offsets[0], b = (short)job.offsets[1], d = (short)job.offsets[2];
	if (job.way == PIXELS) {
		switch (job.rank) {
		case 3: LOAD_PIXELS(3, "%3, %4, %5}], [%2], {%6};", "h"(a)); break;
		case 4: LOAD_PIXELS(4, "%3, %4, %5, %6}], [%2], {%7, %8};", "h"(a), "h"(b)); break;
		case 5: LOAD_PIXELS(5, "%3, %4, %5, %6, %7}], [%2], {%8, %9, %10};", "h"(a), "h"(b), "h"(d)); break;
		}
		return;
	}
	switch (job.rank) {
	case 1: LOAD_TILE(1, "%3"); break;
	case 2: LOAD_TILE(2, "%3, %4"); break;
	case 3: LOAD_TILE(3, "%3, %4, %5"); break;
	case 4: LOAD_TILE(4, "%3, %4, %5, %6"); break;
	case 5: LOAD_TILE(5, "%3, %4, %5, %6, %7"); break;
	}
}

__device__ static void store(const CUtensorMap *map, const Job &job, unsigned to)
{
	const int *c = job.at;
	switch (job.way) {
	case STORE:
		if (job.rank == 1)
			STORE_TILE(1, "%2");
		else if (job.rank == 2)
			STORE_TILE(2, "%2, %3");
		else
			STORE_TILE(3, "%2, %3, %4");
		break;
	case ADD: REDUCE("add"); break;
	case MIN: REDUCE("min"); break;
	case MAX: REDUCE("max"); break;
	case INC: REDUCE("inc"); break;
	case DEC: REDUCE("dec"); break;
	case AND: REDUCE("and"); break;
	case OR: REDUCE("or"); break;
	case XOR: REDUCE("xor"); break;
	default: break;
	}
	asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}

__device__ static void wait(unsigned barrier)
{
	unsigned done = 0;
	while (!done)
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
		             : "=r"(done) : "r"(barrier) : "memory");
}

// Between the map's tensor and BUFFER, which stands for shared memory.
__global__ void copy_kernel(const __grid_constant__ CUtensorMap map, Job job, unsigned char *buffer)
{
	extern __shared__ __align__(1024) unsigned char room[];
	unsigned char *box = room + (-shared_address(room) & 1023); // of a GPU's dynamic memory no more than 16 bytes are certain
	__shared__ __align__(8) uint64_t full;
	bool loads = job.way == LOAD || job.way == PIXELS;
	unsigned barrier = shared_address(&full);
	for (int i = threadIdx.x; i < ROOM; i += blockDim.x)
		box[i] = buffer[i];
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	if (threadIdx.x == 0 && loads) {
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(job.bytes) : "memory");
		load(&map, job, shared_address(box), barrier);
	} else if (threadIdx.x == 0) {
		store(&map, job, shared_address(box));
	}
	if (loads)
		wait(barrier);
	__syncthreads();
	for (int i = threadIdx.x; i < ROOM && loads; i += blockDim.x)
		buffer[i] = box[i];
}

// --- what is expected, element by element ---

struct Shape {
	CUtensorMapDataType type;
	int size, rank;
	cuuint64_t sizes[5], strides[4];
	cuuint32_t box[5], steps[5];
	CUtensorMapSwizzle swizzle;
	bool nan;
	int lower[3], upper[3];
	unsigned pixels; // 0: a tile
};

static unsigned char memory_before[MEMORY], buffer_before[ROOM], *memory, *buffer;
static unsigned buffer_done, buffer_place; // bytes of the box, and where the next is in shared memory

static int place_in_box(const Shape &shape, int offset)
{
	int mask = (1 << shape.swizzle) - 1;
	return offset ^ ((offset >> 3) & (mask << 4));
}

// A float as TF32, to the nearest even.
static unsigned tf32(unsigned bits)
{
	unsigned dropped = bits & 0x1fff, kept = bits - dropped;
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7fffe000;
	return kept + (dropped > 0x1000 || (dropped == 0x1000 && (kept & 0x2000)) ? 0x2000 : 0);
}

// With a swizzle each row of the box begins with one of the swizzle's.
static void begin_row(const Shape &shape)
{
	unsigned row = shape.swizzle ? 16u << shape.swizzle : 1;
	buffer_place = (buffer_place + row - 1) / row * row;
}

// The element at PLACE is the next one of the box.
static bool expect_element(const Shape &shape, Way way, const long *place)
{
	const unsigned char *there = memory_before, *here = memory;
	unsigned char filled[8] = {};
	long offset = place[0] * shape.size;
	bool loads = way == LOAD || way == PIXELS;
	long end = (long)shape.sizes[0];
	if (!loads)
		end = (end * shape.size + 15) / 16 * 16 / shape.size; // pieces of 16 bytes are stored whole
	bool inside = place[0] >= 0 && place[0] < end;
	for (int i = 1; i < shape.rank; i++) {
		offset += place[i] * (long)shape.strides[i - 1];
		inside = inside && place[i] >= 0 && place[i] < (long)shape.sizes[i];
	}
	int in_box = place_in_box(shape, (int)buffer_place);
	buffer_done += shape.size;
	buffer_place += shape.size;
	for (int i = 0; i < 8 && shape.nan; i++)
		filled[i] = i % 2 ? 0x7f : 0xf7; // whatever the type
	if (loads) {
		alignas(8) unsigned char expected[8];
		memcpy(expected, inside ? there + offset : filled, shape.size);
		if (shape.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 || shape.type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ)
			*(unsigned *)expected = tf32(*(unsigned *)expected);
		bool same = memcmp(buffer + in_box, expected, shape.size) == 0;
		memcpy(buffer + in_box, buffer_before + in_box, shape.size); // nothing else may differ
		return same;
	}
	if (!inside)
		return true;
	bool good = memcmp(here + offset, buffer_before + in_box, shape.size) == 0;
	memcpy(memory + offset, memory_before + offset, shape.size); // nothing else may differ
	return good;
}

static bool expect_tile(const Shape &shape, const Job &job)
{
	long count[5] = { 1, 1, 1, 1, 1 }, i[5], place[5];
	bool good = true;
	for (int k = 0; k < shape.rank; k++)
		count[k] = k ? (shape.box[k] + shape.steps[k] - 1) / shape.steps[k] : shape.box[k];
	for (i[4] = 0; i[4] < count[4]; i[4]++)
		for (i[3] = 0; i[3] < count[3]; i[3]++)
			for (i[2] = 0; i[2] < count[2]; i[2]++)
				for (i[1] = 0; i[1] < count[1]; i[1]++)
					for (i[0] = 0; i[0] < count[0]; i[0]++) {
						for (int k = 0; k < shape.rank; k++)
							place[k] = job.at[k] + i[k] * (k ? shape.steps[k] : 1);
						if (i[0] == 0)
							begin_row(shape);
						good &= expect_element(shape, job.way, place);
					}
	return good;
}

static bool expect_pixels(const Shape &shape, const Job &job)
{
	long pixel[5], place[5];
	int images = shape.rank - 1;
	bool good = true;
	for (int k = 0; k < shape.rank; k++)
		pixel[k] = job.at[k];
	for (unsigned n = 0; n < shape.pixels; n++) {
		begin_row(shape);
		for (long channel = 0; channel < (long)shape.box[0]; channel++) {
			for (int k = 0; k < shape.rank; k++)
				place[k] = pixel[k] + (k == 0 ? channel : k < images ? job.offsets[k - 1] : 0);
			good &= expect_element(shape, job.way, place);
		}
		bool carry = true;
		for (int k = 1; k < images && carry; k++) {
			pixel[k] += shape.steps[k];
			carry = pixel[k] > (long)shape.sizes[k] - 1 + shape.upper[k - 1];
			if (carry)
				pixel[k] = shape.lower[k - 1];
		}
		pixel[images] += carry;
	}
	return good;
}

static CUresult encode(const Shape &shape, CUtensorMap *map)
{
	CUtensorMapFloatOOBfill fill = shape.nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
	if (shape.pixels)
		return cuTensorMapEncodeIm2col(map, shape.type, shape.rank, memory, shape.sizes, shape.strides, shape.lower, shape.upper,
		                               shape.box[0], shape.pixels, shape.steps, CU_TENSOR_MAP_INTERLEAVE_NONE, shape.swizzle,
		                               CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill);
	return cuTensorMapEncodeTiled(map, shape.type, shape.rank, memory, shape.sizes, shape.strides, shape.box, shape.steps,
	                              CU_TENSOR_MAP_INTERLEAVE_NONE, shape.swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}

static unsigned bytes_of(const Shape &shape)
{
	unsigned bytes = shape.box[0] * shape.size;
	for (int k = 1; k < shape.rank && !shape.pixels; k++)
		bytes *= (shape.box[k] + shape.steps[k] - 1) / shape.steps[k];
	return shape.pixels ? bytes * shape.pixels : bytes;
}

static void check(const Shape &shape, Job job, int line)
{
	CUtensorMap map;
	for (int i = 0; i < MEMORY; i++)
		memory[i] = memory_before[i] = (unsigned char)(i * 31 + (i >> 8) * 17 + 1) & 0x7f; // no NaN, whose bits might change
	for (int i = 0; i < ROOM; i++)
		buffer[i] = buffer_before[i] = (unsigned char)(i * 13 + (i >> 8) * 3 + 0x80);
	job.rank = shape.rank;
	job.bytes = bytes_of(shape);
	check_call((cudaError_t)encode(shape, &map), line);
	copy_kernel<<<1, 32, ROOM + 1024>>>(map, job, buffer);
	check_call(cudaDeviceSynchronize(), line);
	buffer_done = buffer_place = 0;
	bool good = shape.pixels ? expect_pixels(shape, job) : expect_tile(shape, job);
	good &= buffer_done == job.bytes && memcmp(memory, memory_before, MEMORY) == 0;
	good &= memcmp(buffer, buffer_before, ROOM) == 0;
	if (!good)
		printf("line %d: wrong\n", line);
	CHECK(good);
}

#define COPY(shape, ...) \
	do { \
		Job job_ = __VA_ARGS__; \
		check(shape, job_, __LINE__); \
	} while (0)

// --- tests ---

static void test_tiles(void)
{
	Shape row = { CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 1, { 100 }, {}, { 64 }, { 1 } };
	COPY(row, { LOAD, 1, { 20 } });
	COPY(row, { LOAD, 1, { -4 } });
	COPY(row, { LOAD, 1, { 52 } });
	COPY(row, { LOAD, 1, { 2000000000 } });
	Shape plane = { CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, { 60, 30 }, { 80 }, { 32, 20 }, { 1, 1 } };
	COPY(plane, { LOAD, 2, { 16, 7 } });
	COPY(plane, { LOAD, 2, { 48, 20 } });
	COPY(plane, { LOAD, 2, { -16, -20 } });
	Shape solid = { CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3, { 20, 10, 6 }, { 64, 1024 }, { 8, 4, 3 }, { 1, 1, 1 } };
	COPY(solid, { LOAD, 3, { 16, 8, -1 } });
	Shape four = { CU_TENSOR_MAP_DATA_TYPE_INT64, 8, 4, { 10, 5, 4, 3 }, { 80, 512, 4096 }, { 4, 3, 2, 2 }, { 1, 1, 1, 1 } };
	COPY(four, { LOAD, 4, { 4, 3, 1, 2 } });
	Shape five = { CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 5, { 10, 5, 4, 3, 2 }, { 48, 256, 2048, 16384 }, { 8, 3, 2, 2, 2 }, { 1, 1, 1, 1, 1 },
		       CU_TENSOR_MAP_SWIZZLE_32B };
	COPY(five, { LOAD, 5, { 4, 3, 1, 2, -1 } });
	// Rows may lie over one another.
	Shape folded = { CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2, { 64, 64 }, { 16 }, { 8, 4 }, { 1, 1 } };
	COPY(folded, { LOAD, 2, { 4, 5 } });
}

static void test_steps(void)
{
	for (unsigned step = 1; step <= 8; step++) {
		Shape plane = { CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 2, { 64, 20 }, { 256 }, { 8, 7 }, { 1, step } };
		COPY(plane, { LOAD, 2, { 4, 3 } });
		COPY(plane, { LOAD, 2, { 4, -3 } });
	}
	// That of the first dimension means nothing.
	Shape first = { CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 3, { 64, 20, 20 }, { 256, 3072 }, { 8, 9, 5 }, { 2, 2, 3 }, CU_TENSOR_MAP_SWIZZLE_128B };
	COPY(first, { LOAD, 3, { 4, 3, 14 } });
}

// What an H100 makes of floats on their way to shared memory.
static void test_rounding(void)
{
	Shape shape = { CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, 2, { 50, 20 }, { 256 }, { 8, 4 }, { 1, 1 } };
	COPY(shape, { LOAD, 2, { 4, 1 } });
	static const unsigned rounded[][2] = {
		{ 0, 0 }, { 0x80000000, 0x80000000 }, { 1, 0 }, { 0x80000001, 0x80000000 }, { 0x7fffff, 0x800000 }, { 0x400000, 0x400000 },
		{ 0x1000, 0 }, { 0x7ff000, 0x800000 }, { 0x7f800000, 0x7f800000 }, { 0xff800000, 0xff800000 }, { 0x7fc00000, 0x7fffe000 },
		{ 0xffffffff, 0x7fffe000 }, { 0x7f800001, 0x7fffe000 }, { 0x7f7fffff, 0x7f800000 }, { 0xbf801000, 0xbf800000 },
	};
	for (auto &pair : rounded)
		CHECK_EQUAL(tf32(pair[0]), pair[1]);
}

static void test_swizzles(void)
{
	static const CUtensorMapSwizzle swizzles[] = { CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B };
	for (CUtensorMapSwizzle swizzle : swizzles) {
		cuuint32_t width = 16u << swizzle;
		Shape bytes = { CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, { 200, 60 }, { 256 }, { width, 40 }, { 1, 1 }, swizzle };
		COPY(bytes, { LOAD, 2, { 0, 0 } });
		COPY(bytes, { LOAD, 2, { 192, 30 } });
		COPY(bytes, { STORE, 2, { 16, 2 } });
		Shape reals = { CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, 2, { 30, 60 }, { 256 }, { width / 8, 40 }, { 1, 1 }, swizzle };
		COPY(reals, { LOAD, 2, { -2, 3 } });
		COPY(reals, { STORE, 2, { 28, 50 } });
		Shape narrow = { CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, 2, { 200, 60 }, { 256 }, { 16, 20 }, { 1, 1 }, swizzle };
		COPY(narrow, { LOAD, 2, { 0, 0 } });
		COPY(narrow, { STORE, 2, { 192, 50 } });
	}
}

static void test_fills(void)
{
	static const struct {
		CUtensorMapDataType type;
		int size;
	} reals[] = {
		{ CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2 }, { CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4 },
		{ CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8 }, { CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2 },
	};
	for (auto &real : reals)
		for (bool nan : { false, true }) {
			cuuint32_t width = 32u / real.size;
			Shape plane = { real.type, real.size, 2, { width - 1, 5 }, { 64 }, { width, 3 }, { 1, 1 }, CU_TENSOR_MAP_SWIZZLE_NONE, nan };
			COPY(plane, { LOAD, 2, { (int)width / 2, 3 } });
			COPY(plane, { LOAD, 2, { -(int)width / 2, -1 } });
		}
}

static void test_stores(void)
{
	Shape row = { CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 1, { 100 }, {}, { 64 }, { 1 } };
	COPY(row, { STORE, 1, { 64 } });
	Shape plane = { CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 2, { 14, 10 }, { 64 }, { 8, 8 }, { 1, 1 } };
	COPY(plane, { STORE, 2, { 8, 5 } });
	COPY(plane, { STORE, 2, { 4, 9 } });
	Shape solid = { CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, 3, { 20, 10, 6 }, { 64, 1024 }, { 8, 4, 3 }, { 1, 1, 1 } };
	COPY(solid, { STORE, 3, { 16, 8, 4 } });
}

static void test_pixels(void)
{
	static const struct {
		int lower[2], upper[2], at[3], offsets[2];
		cuuint32_t steps[2];
		unsigned pixels;
	} cases[] = {
		{ { 0, 0 }, { 0, 0 }, { 0, 0, 0 }, { 0, 0 }, { 1, 1 }, 20 },
		{ { -1, -1 }, { -1, -1 }, { -1, -1, 0 }, { 2, 1 }, { 1, 1 }, 40 },
		{ { -1, -2 }, { 1, 0 }, { 2, 1, 0 }, { 1, 2 }, { 1, 1 }, 64 },
		{ { 0, 0 }, { -2, -2 }, { 1, 2, 1 }, { 2, 2 }, { 1, 1 }, 30 },
		{ { -1, -1 }, { -1, -1 }, { -1, -1, 0 }, { 1, 1 }, { 2, 2 }, 24 },
		{ { 0, 0 }, { 0, 0 }, { 5, 4, 2 }, { 0, 0 }, { 1, 1 }, 16 },
	};
	for (auto &one : cases)
		for (CUtensorMapSwizzle swizzle : { CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B }) {
			Shape images = { CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, 4, { 16, 6, 5, 3 }, { 64, 512, 4096 }, { 8 },
				         { 1, one.steps[0], one.steps[1], 1 }, swizzle, false, { one.lower[0], one.lower[1] },
				         { one.upper[0], one.upper[1] }, one.pixels };
			COPY(images, { PIXELS, 4, { 4, one.at[0], one.at[1], one.at[2] }, { one.offsets[0], one.offsets[1] } });
		}
	Shape rows = { CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, 3, { 16, 6, 4 }, { 32, 512 }, { 8 }, { 1, 1, 1 }, CU_TENSOR_MAP_SWIZZLE_NONE, true,
		       { -1 }, { -1 }, 20 };
	COPY(rows, { PIXELS, 3, { 8, 1, 0 }, { 2 } });
	Shape solids = { CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 5, { 16, 4, 3, 3, 2 }, { 64, 256, 1024, 4096 }, { 8 }, { 1, 1, 1, 1, 1 },
		         CU_TENSOR_MAP_SWIZZLE_NONE, false, { -1, 0, 1 }, { -1, -1, 0 }, 50 };
	COPY(solids, { PIXELS, 5, { 0, 0, 0, 1, 0 }, { 2, 1, 0 } });
}

// --- reductions ---

template <typename T>
static void reduce(CUtensorMapDataType type, Way way, const T (&before)[4], const T (&values)[4], const T (&wanted)[4])
{
	const int per_row = 16 / sizeof(T);
	Shape plane = { type, (int)sizeof(T), 2, { (cuuint64_t)per_row - 1, 4 }, { 16 }, { (cuuint32_t)per_row, 2 }, { 1, 1 } };
	CUtensorMap map;
	T *there = (T *)memory, *here = (T *)buffer;
	for (int i = 0; i < 4 * per_row; i++) {
		there[i] = before[i % 4];
		here[i] = values[(i + per_row) % 4];
	}
	check_call((cudaError_t)encode(plane, &map), __LINE__);
	Job job = { way, 2, { 0, 1 } };
	copy_kernel<<<1, 32, ROOM + 1024>>>(map, job, buffer);
	check_call(cudaDeviceSynchronize(), __LINE__);
	bool good = true;
	for (int i = 0; i < 4 * per_row; i++) {
		const T *right = i >= per_row && i < 3 * per_row ? wanted : before;
		good &= memcmp(&there[i], &right[i % 4], sizeof(T)) == 0;
	}
	if (!good)
		printf("type %d, way %d: wrong\n", (int)type, (int)way);
	CHECK(good);
}

static void test_reductions(void)
{
	const uint32_t a[4] = { 5, 0xfffffffb, 0, 7 }, b[4] = { 7, 3, 9, 7 };
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, ADD, a, b, { 12, 0xfffffffe, 9, 14 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, MIN, a, b, { 5, 3, 0, 7 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, MAX, a, b, { 7, 0xfffffffb, 9, 7 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, INC, a, b, { 6, 0, 1, 0 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, DEC, a, b, { 4, 3, 9, 6 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, AND, a, b, { 5, 3, 0, 7 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, OR, a, b, { 7, 0xfffffffb, 9, 7 });
	reduce<uint32_t>(CU_TENSOR_MAP_DATA_TYPE_UINT32, XOR, a, b, { 2, 0xfffffff8, 9, 0 });
	reduce<int32_t>(CU_TENSOR_MAP_DATA_TYPE_INT32, MIN, { 5, -5, 0, 7 }, { 7, 3, -9, 7 }, { 5, -5, -9, 7 });
	reduce<int64_t>(CU_TENSOR_MAP_DATA_TYPE_INT64, MAX, { 5, -5, 0, 1l << 40 }, { 7, 3, -9, 7 }, { 7, 3, 0, 1l << 40 });
	reduce<uint64_t>(CU_TENSOR_MAP_DATA_TYPE_UINT64, ADD, { ~0ul, 1, 2, 3 }, { 1, 1, 1, 1ul << 33 }, { 0, 2, 3, (1ul << 33) + 3 });
	reduce<float>(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, ADD, { 1, 0.5f, -3, 1e30f }, { 2, 0.25f, 3, 1 }, { 3, 0.75f, 0, 1e30f });
	reduce<double>(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, ADD, { 1, 0.5, -3, 1e300 }, { 2, 0.1, 3, 1 }, { 3, 0.6, 0, 1e300 });
	// 1 + 2, the largest odd number + 1 to even, 0.5 + 0.25, -1 + 1
	reduce<uint16_t>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, ADD, { 0x3c00, 0x6801, 0x3800, 0xbc00 }, { 0x4000, 0x3c00, 0x3400, 0x3c00 },
	                 { 0x4200, 0x6802, 0x3a00, 0 });
	reduce<uint16_t>(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, ADD, { 0x3f80, 0x4381, 0x3f00, 0xbf80 }, { 0x4000, 0x3f80, 0x3e80, 0x3f80 },
	                 { 0x4040, 0x4382, 0x3f40, 0 });
	reduce<uint16_t>(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, MIN, { 0x3c00, 0x4000, 0xbc00, 0 }, { 0x4000, 0x3c00, 0x3400, 0x3c00 },
	                 { 0x3c00, 0x3c00, 0xbc00, 0 });
}

// --- without maps ---

// Shared memory by addresses of the cluster: with those of its block alone an H100 takes the instruction for an illegal one.
__global__ void __cluster_dims__(2) bulk_reduce_kernel(int *sum, __half *halves, int *maximum)
{
	__shared__ __align__(16) int values[64], others[64];
	__shared__ __align__(16) __half small[64];
	__shared__ __align__(8) uint64_t full;
	unsigned barrier = shared_address(&full), target, told, rank;
	values[threadIdx.x] = (int)threadIdx.x;
	others[threadIdx.x] = 63 - (int)threadIdx.x;
	small[threadIdx.x] = __float2half(0.5f);
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(target) : "r"(shared_address(others)), "r"(rank ^ 1));
	asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(told) : "r"(barrier), "r"(rank ^ 1));
	if (threadIdx.x == 0)
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(barrier) : "memory");
	asm volatile("fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
	if (threadIdx.x == 0) {
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;"
		             ::"l"(sum), "r"(shared_address(values)), "r"(256) : "memory");
		asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], %2;"
		             ::"l"(halves), "r"(shared_address(small)), "r"(128) : "memory");
		asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
		asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.s32 [%0], [%1], %2, [%3];"
		             ::"r"(target), "r"(shared_address(values)), "r"(256), "r"(told) : "memory");
	}
	wait(barrier);
	maximum[blockIdx.x * 64 + threadIdx.x] = others[threadIdx.x];
	asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

static void test_bulk_reduce(void)
{
	int *sum = (int *)memory, *maximum = sum + 64;
	__half *halves = (__half *)buffer;
	bool good = true;
	for (int i = 0; i < 64; i++) {
		sum[i] = 100;
		halves[i] = __float2half(1.0f);
	}
	bulk_reduce_kernel<<<8, 64>>>(sum, halves, maximum);
	check_call(cudaDeviceSynchronize(), __LINE__);
	for (int i = 0; i < 64; i++)
		good &= sum[i] == 100 + 8 * i && __half2float(halves[i]) == 5.0f;
	for (int i = 0; i < 512; i++)
		good &= maximum[i] == (i % 64 > 31 ? i % 64 : 63 - i % 64);
	CHECK(good);
}

// --- clusters, and changed maps ---

__global__ void __cluster_dims__(4) multicast_kernel(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ __align__(128) int box[32];
	__shared__ __align__(8) uint64_t full;
	unsigned barrier = shared_address(&full), rank;
	box[threadIdx.x] = -1;
	asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	if (threadIdx.x == 0) {
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(rank == 2 ? 0 : 128) : "memory");
	}
	asm volatile("fence.proxy.async; barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
	if (rank == 0 && threadIdx.x == 0)
		asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
		             "[%0], [%1, {%2}], [%3], %4;"
		             ::"r"(shared_address(box)), "l"(&map), "r"(8), "r"(barrier), "h"((unsigned short)0xb) : "memory");
	wait(barrier);
	out[blockIdx.x * 32 + threadIdx.x] = box[threadIdx.x];
	asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

static void test_multicast(void)
{
	int *in = (int *)memory, *out = (int *)buffer;
	Shape row = { CU_TENSOR_MAP_DATA_TYPE_INT32, 4, 1, { 100 }, {}, { 32 }, { 1 } };
	CUtensorMap map;
	bool good = true;
	for (int i = 0; i < 100; i++)
		in[i] = 10 * i;
	check_call((cudaError_t)encode(row, &map), __LINE__);
	multicast_kernel<<<4, 32>>>(map, out);
	check_call(cudaDeviceSynchronize(), __LINE__);
	for (int i = 0; i < 128; i++)
		good &= out[i] == (i / 32 == 2 ? -1 : 10 * (8 + i % 32));
	CHECK(good);
}

// A map of another address, width and stride, made in shared memory and used from memory.
__global__ void replace_kernel(const __grid_constant__ CUtensorMap map, const int *other, CUtensorMap *changed)
{
	__shared__ __align__(128) CUtensorMap made;
	if (threadIdx.x == 0)
		made = map;
	__syncwarp();
	if (threadIdx.x == 0) {
		unsigned place = shared_address(&made);
		asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;" ::"r"(place), "l"(other) : "memory");
		asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 0, %1;" ::"r"(place), "r"(10) : "memory");
		asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(place), "l"(48ul) : "memory");
		asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, %1;" ::"r"(place), "r"(2) : "memory");
		asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 3;" ::"r"(place) : "memory");
	}
	__syncwarp();
	asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;"
	             ::"l"(changed), "r"(shared_address(&made)) : "memory");
}

__global__ void changed_kernel(const CUtensorMap *map, int *out)
{
	__shared__ __align__(128) int box[16];
	__shared__ __align__(8) uint64_t full;
	unsigned barrier = shared_address(&full);
	if (threadIdx.x == 0) {
		asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
		asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
		asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
		asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 64;" ::"r"(barrier) : "memory");
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
		             ::"r"(shared_address(box)), "l"(map), "r"(4), "r"(1), "r"(barrier) : "memory");
	}
	__syncthreads();
	wait(barrier);
	out[threadIdx.x] = box[threadIdx.x];
}

static void test_replace(void)
{
	CUtensorMap map, *changed;
	int *in = (int *)memory, *out = (int *)buffer;
	Shape plane = { CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, 2, { 32, 8 }, { 128 }, { 8, 8 }, { 1, 1 } };
	bool good = true;
	for (int i = 0; i < 1000; i++)
		in[i] = i;
	cudaMallocManaged(&changed, sizeof(*changed));
	check_call((cudaError_t)encode(plane, &map), __LINE__);
	replace_kernel<<<1, 32>>>(map, in + 400, changed);
	changed_kernel<<<1, 16>>>(changed, out);
	check_call(cudaDeviceSynchronize(), __LINE__);
	for (int i = 0; i < 16; i++)
		good &= out[i] == (i % 8 < 6 ? 400 + (1 + i / 8) * 12 + 4 + i % 8 : 0);
	CHECK(good);
	cudaFree(changed);
}

int main(int argc, char **argv)
{
	static void (*const tests[])(void) = { test_tiles, test_steps, test_rounding, test_swizzles, test_fills, test_stores,
		                               test_pixels, test_reductions, test_bulk_reduce, test_multicast, test_replace };
	const int count = sizeof(tests) / sizeof(*tests), only = argc > 1 ? atoi(argv[1]) : count; // one of them, to look for what went wrong
	cudaMallocManaged(&memory, MEMORY);
	cudaMallocManaged(&buffer, ROOM);
	for (int i = 0; i < count; i++)
		if (only == count || only == i)
			tests[i]();
	return unit_finish();
}
