// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
// EXPECT: cuTensorMapEncodeIm2colWide: columns of one row are not supported
//
// What the functions that make tensor maps take and refuse.
#include <cuda.h>
#include <string.h>

#include "api/support/api_test.h"

// The arguments of a call, good ones at first, which each test changes one by one.
struct Arguments {
	CUtensorMap *map;
	int type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
	unsigned rank = 4;
	char *address = (char *)0x7f0000000000;
	cuuint64_t sizes[5] = { 64, 8, 6, 4, 2 }, strides[4] = { 256, 2048, 16384, 65536 };
	cuuint32_t box[5] = { 16, 4, 2, 2, 1 }, steps[5] = { 1, 1, 1, 1, 1 };
	int interleave = 0, swizzle = 0, promotion = 0, fill = 0, lower[3] = {}, upper[3] = {};
	unsigned channels = 8, pixels = 32;
	bool no_sizes = false, no_strides = false, no_box = false, no_upper = false, no_steps = false;
};

static CUtensorMap maps[2];

static CUresult encode(const Arguments &a, bool columns)
{
	const cuuint64_t *sizes = a.no_sizes ? nullptr : a.sizes, *strides = a.no_strides ? nullptr : a.strides;
	const cuuint32_t *steps = a.no_steps ? nullptr : a.steps;
	CUtensorMapDataType type = (CUtensorMapDataType)a.type;
	CUtensorMapInterleave interleave = (CUtensorMapInterleave)a.interleave;
	CUtensorMapSwizzle swizzle = (CUtensorMapSwizzle)a.swizzle;
	CUtensorMapL2promotion promotion = (CUtensorMapL2promotion)a.promotion;
	CUtensorMapFloatOOBfill fill = (CUtensorMapFloatOOBfill)a.fill;
	if (!columns)
		return cuTensorMapEncodeTiled(a.map, type, a.rank, a.address, sizes, strides, a.no_box ? nullptr : a.box, steps, interleave,
		                              swizzle, promotion, fill);
	return cuTensorMapEncodeIm2col(a.map, type, a.rank, a.address, sizes, strides, a.no_box ? nullptr : a.lower,
	                               a.no_upper ? nullptr : a.upper, a.channels, a.pixels, steps, interleave, swizzle, promotion, fill);
}

// What a call with CHANGES gives.
#define ONE(columns, wanted, ...) \
	do { \
		Arguments a; \
		a.map = maps; \
		__VA_ARGS__; \
		CHECK_EQUAL(encode(a, columns), wanted); \
	} while (0)
#define TILES(wanted, ...) ONE(false, wanted, __VA_ARGS__)
#define COLUMNS(wanted, ...) ONE(true, wanted, __VA_ARGS__)
#define BOTH(wanted, ...) TILES(wanted, __VA_ARGS__); COLUMNS(wanted, __VA_ARGS__)
enum { GOOD = CUDA_SUCCESS, BAD = CUDA_ERROR_INVALID_VALUE };

static void test_pointers(void)
{
	BOTH(GOOD, (void)0);
	BOTH(BAD, a.map = nullptr);
	BOTH(GOOD, a.map = (CUtensorMap *)((char *)maps + 32)); // an H100's driver doesn't look at that
	BOTH(BAD, a.no_sizes = true);
	BOTH(BAD, a.no_strides = true);
	BOTH(BAD, a.no_box = true);
	BOTH(BAD, a.no_steps = true);
	COLUMNS(BAD, a.no_upper = true);
	TILES(BAD, (a.rank = 1, a.no_strides = true));
	BOTH(BAD, a.address += 8);
	BOTH(GOOD, a.address += 16);
	BOTH(GOOD, a.address = nullptr);
	BOTH(BAD, a.address = (char *)((uintptr_t)1 << 57));
}

static void test_sizes(void)
{
	BOTH(BAD, a.rank = 0);
	BOTH(BAD, a.rank = 6);
	TILES(GOOD, a.rank = 1);
	TILES(GOOD, a.rank = 2);
	COLUMNS(BAD, a.rank = 2);
	BOTH(GOOD, a.rank = 3);
	BOTH(GOOD, a.rank = 5);
	BOTH(BAD, a.sizes[3] = 0);
	BOTH(GOOD, a.sizes[3] = 1ull << 32);
	BOTH(BAD, a.sizes[3] = (1ull << 32) + 1);
	BOTH(GOOD, a.sizes[4] = 0);
	BOTH(BAD, a.strides[0] = 264);
	BOTH(BAD, a.strides[2] = 1ull << 40);
	BOTH(GOOD, a.strides[2] = (1ull << 40) - 16);
	BOTH(BAD, a.steps[1] = 0);
	BOTH(GOOD, a.steps[1] = 8);
	BOTH(BAD, a.steps[1] = 9);
}

static void test_enumerators(void)
{
	BOTH(BAD, a.type = -1);
	BOTH(BAD, a.type = CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B + 2);
	BOTH(BAD, a.interleave = 3);
	BOTH(BAD, a.swizzle = -1);
	BOTH(BAD, a.swizzle = 7);
	BOTH(GOOD, a.promotion = CU_TENSOR_MAP_L2_PROMOTION_L2_256B);
	BOTH(BAD, a.promotion = 4);
	BOTH(GOOD, a.fill = 1);
	BOTH(BAD, a.fill = 2);
	BOTH(BAD, (a.fill = 1, a.type = CU_TENSOR_MAP_DATA_TYPE_UINT16));
}

static void test_boxes(void)
{
	TILES(BAD, a.box[1] = 0);
	TILES(GOOD, a.box[1] = 256);
	TILES(BAD, a.box[1] = 257);
	TILES(BAD, a.box[0] = 12);
	TILES(GOOD, a.box[0] = 256);
	TILES(BAD, a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B, a.box[0] = 24);
	TILES(GOOD, a.swizzle = CU_TENSOR_MAP_SWIZZLE_64B, a.box[0] = 24);
	TILES(GOOD, a.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, a.box[0] = 64);
	TILES(BAD, a.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, a.box[0] = 72);
}

static void test_columns(void)
{
	COLUMNS(BAD, a.channels = 0);
	COLUMNS(GOOD, a.channels = 256);
	COLUMNS(BAD, a.channels = 257);
	COLUMNS(BAD, a.channels = 4);
	COLUMNS(BAD, (a.channels = 24, a.swizzle = CU_TENSOR_MAP_SWIZZLE_32B));
	COLUMNS(GOOD, a.pixels = 1024);
	COLUMNS(BAD, a.pixels = 1025);
	COLUMNS(GOOD, a.lower[0] = -128);
	COLUMNS(BAD, a.lower[0] = -129);
	COLUMNS(GOOD, a.upper[1] = 127);
	COLUMNS(BAD, a.upper[1] = 128);
	COLUMNS(GOOD, a.lower[2] = 1000);
	COLUMNS(GOOD, (a.rank = 3, a.lower[0] = -32768));
	COLUMNS(BAD, (a.rank = 3, a.lower[0] = -32769));
	COLUMNS(GOOD, (a.rank = 5, a.lower[2] = -16));
	COLUMNS(BAD, (a.rank = 5, a.lower[2] = -17));
	COLUMNS(GOOD, a.upper[0] = -7);
	COLUMNS(BAD, a.upper[0] = -8);
}

static void test_replace(void)
{
	Arguments a;
	a.map = &maps[0];
	CHECK_EQUAL(encode(a, false), CUDA_SUCCESS);
	a.map = &maps[1];
	a.address += 32;
	CHECK_EQUAL(encode(a, false), CUDA_SUCCESS);
	CHECK(memcmp(&maps[0], &maps[1], sizeof(CUtensorMap)) != 0);
	CHECK_EQUAL(cuTensorMapReplaceAddress(&maps[0], a.address), CUDA_SUCCESS);
	CHECK(memcmp(&maps[0], &maps[1], sizeof(CUtensorMap)) == 0);
	CHECK_EQUAL(cuTensorMapReplaceAddress(&maps[0], a.address + 8), CUDA_ERROR_INVALID_VALUE);
	CHECK_EQUAL(cuTensorMapReplaceAddress(&maps[0], nullptr), CUDA_ERROR_INVALID_VALUE);
}

int main(void)
{
	Arguments a;
	a.map = maps;
	void *function = nullptr;
	CHECK_EQUAL(sizeof(CUtensorMap), 128);
	CHECK_EQUAL(alignof(CUtensorMap), 64);
	CHECK_EQUAL(encode(a, false), CUDA_ERROR_NOT_INITIALIZED);
	CHECK_EQUAL(cuInit(0), CUDA_SUCCESS);
	CHECK_EQUAL(encode(a, false), CUDA_ERROR_INVALID_CONTEXT);
	CUcontext context;
	CHECK_EQUAL(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
	CHECK_EQUAL(cuCtxSetCurrent(context), CUDA_SUCCESS);
	int supported = 0;
	CHECK_EQUAL(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED, 0), CUDA_SUCCESS);
	CHECK_EQUAL(supported, 1);
	test_pointers();
	test_sizes();
	test_enumerators();
	test_boxes();
	test_columns();
	test_replace();
	CHECK_EQUAL(cuGetProcAddress("cuTensorMapEncodeTiled", &function, 12000, CU_GET_PROC_ADDRESS_DEFAULT, nullptr), CUDA_SUCCESS);
	CHECK(function != nullptr);
	CHECK_EQUAL(cuTensorMapEncodeIm2colWide(maps, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, a.address, a.sizes, a.strides, 0, 0, 8, 32, a.steps,
	                                        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_IM2COL_WIDE_MODE_W,
	                                        CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
	                                        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
	            CUDA_ERROR_NOT_SUPPORTED);
	return unit_finish();
}
