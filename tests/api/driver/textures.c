// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Texture references, mipmapped arrays, and objects of textures and surfaces by the driver interface: what was set is told, and the
// errors.
#include "api/support/driver_test.h"

enum { SIDE = 16 };

static CUdeviceptr memory;

static CUarray array_of(unsigned flags)
{
	CUarray array = NULL;
	CUDA_ARRAY3D_DESCRIPTOR shape = { .Width = SIDE, .Height = SIDE, .Format = CU_AD_FORMAT_UNSIGNED_INT8, .NumChannels = 1,
		                          .Flags = flags };
	GOOD(cuArray3DCreate(&array, &shape));
	return array;
}

static CUmipmappedArray levels_of(unsigned count)
{
	CUmipmappedArray array = NULL;
	CUDA_ARRAY3D_DESCRIPTOR shape = { .Width = SIDE, .Height = SIDE, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1 };
	GOOD(cuMipmappedArrayCreate(&array, &shape, count));
	return array;
}

static void sampling(CUtexref reference)
{
	CUaddress_mode mode = (CUaddress_mode)77;
	CUfilter_mode filter = (CUfilter_mode)77;
	float bias = -1, least = -1, most = -1, border[4] = { 0.25f, 0.5f, 0.75f, 1.0f }, got[4] = { 0, 0, 0, 0 };
	int anisotropy = -1;
	for (int dimension = 0; dimension < 3; dimension++) {
		CUaddress_mode wanted = dimension == 1 ? CU_TR_ADDRESS_MODE_BORDER : CU_TR_ADDRESS_MODE_MIRROR;
		GOOD(cuTexRefSetAddressMode(reference, dimension, wanted));
		GOOD(cuTexRefGetAddressMode(&mode, reference, dimension));
		CHECK_EQUAL(mode, wanted);
	}
	BAD(cuTexRefSetAddressMode(reference, 3, CU_TR_ADDRESS_MODE_WRAP));
	BAD(cuTexRefGetAddressMode(&mode, reference, 3));
	BAD(cuTexRefGetAddressMode(NULL, reference, 0));
	GOOD(cuTexRefSetMipmapFilterMode(reference, CU_TR_FILTER_MODE_LINEAR));
	GOOD(cuTexRefGetMipmapFilterMode(&filter, reference));
	CHECK_EQUAL(filter, CU_TR_FILTER_MODE_LINEAR);
	BAD(cuTexRefSetMipmapFilterMode(reference, (CUfilter_mode)9));
	BAD(cuTexRefGetMipmapFilterMode(NULL, reference));
	GOOD(cuTexRefSetMipmapLevelBias(reference, 1.5f));
	GOOD(cuTexRefGetMipmapLevelBias(&bias, reference));
	CHECK(bias == 1.5f);
	GOOD(cuTexRefSetMipmapLevelClamp(reference, 0.5f, 2.0f));
	GOOD(cuTexRefGetMipmapLevelClamp(&least, &most, reference));
	CHECK(least == 0.5f && most == 2.0f);
	GOOD(cuTexRefSetMaxAnisotropy(reference, 4));
	GOOD(cuTexRefGetMaxAnisotropy(&anisotropy, reference));
	CHECK_EQUAL(anisotropy, 4);
	GOOD(cuTexRefSetBorderColor(reference, border));
	GOOD(cuTexRefGetBorderColor(got, reference));
	CHECK(memcmp(border, got, sizeof(border)) == 0);
	BAD(cuTexRefSetBorderColor(reference, NULL));
	BAD(cuTexRefGetBorderColor(NULL, reference));
	BAD(cuTexRefGetMaxAnisotropy(NULL, reference));
	BAD(cuTexRefGetMipmapLevelBias(NULL, reference));
}

static void references(void)
{
	CUtexref reference = NULL;
	CUmipmappedArray levels = levels_of(3), got_levels = NULL;
	CUarray array = array_of(0), got = NULL;
	CUDA_ARRAY_DESCRIPTOR shape = { 16, 4, CU_AD_FORMAT_UNSIGNED_INT8, 1 };
	CUdeviceptr address = 0;
	GOOD(cuTexRefCreate(&reference));
	sampling(reference);
	GOOD(cuTexRefSetMipmappedArray(reference, levels, CU_TRSA_OVERRIDE_FORMAT));
	GOOD(cuTexRefGetMipmappedArray(&got_levels, reference));
	CHECK(got_levels == levels);
	BAD(cuTexRefGetMipmappedArray(NULL, reference));
	GOOD(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT));
	GOOD(cuTexRefGetArray(&got, reference));
	CHECK(got == array);
	BAD(cuTexRefGetMipmappedArray(&got_levels, reference)); // there is none now
	GOOD(cuTexRefSetFormat(reference, CU_AD_FORMAT_UNSIGNED_INT8, 1));
	GOOD(cuTexRefSetAddress2D_v2(reference, &shape, memory, 512));
	GOOD(cuTexRefGetAddress(&address, reference));
	CHECK(address == memory);
	BAD(cuTexRefGetArray(&got, reference));
	BAD(cuTexRefSetAddress2D_v2(reference, &shape, memory, 8)); // rows are longer
	BAD(cuTexRefSetAddress2D_v2(reference, NULL, memory, 512));
	GOOD(cuTexRefDestroy(reference));
	GOOD(cuMipmappedArrayDestroy(levels));
	GOOD(cuArrayDestroy(array));
}

static void no_references(void)
{
	CUaddress_mode mode;
	CUfilter_mode filter;
	float number, border[4] = { 0 };
	int anisotropy;
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetAddressMode(NULL, 0, CU_TR_ADDRESS_MODE_WRAP));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMipmapFilterMode(NULL, CU_TR_FILTER_MODE_POINT));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMipmapLevelBias(NULL, 1));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMipmapLevelClamp(NULL, 1, 2));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetMaxAnisotropy(NULL, 1));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefSetBorderColor(NULL, border));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetAddressMode(&mode, NULL, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmapFilterMode(&filter, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmapLevelBias(&number, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMipmapLevelClamp(&number, &number, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetMaxAnisotropy(&anisotropy, NULL));
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexRefGetBorderColor(border, NULL));
}

static void levels(void)
{
	CUmipmappedArray levels = levels_of(3);
	CUDA_ARRAY3D_DESCRIPTOR shape, wrong = { .Width = 0, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1 };
	CUarray level = NULL;
	for (unsigned i = 0; i < 3; i++) {
		GOOD(cuMipmappedArrayGetLevel(&level, levels, i));
		GOOD(cuArray3DGetDescriptor(&shape, level));
		CHECK(shape.Width == (size_t)SIDE >> i && shape.Height == (size_t)SIDE >> i);
	}
	BAD(cuMipmappedArrayGetLevel(&level, levels, 3));
	BAD(cuMipmappedArrayGetLevel(NULL, levels, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayGetLevel(&level, NULL, 0));
	GOOD(cuMipmappedArrayDestroy(levels));
	IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(NULL));
	BAD(cuMipmappedArrayCreate(&levels, &wrong, 1));
	BAD(cuMipmappedArrayCreate(NULL, &shape, 1));
	BAD(cuMipmappedArrayCreate(&levels, NULL, 1));
}

static void objects(void)
{
	CUarray array = array_of(CUDA_ARRAY3D_SURFACE_LDST), plain = array_of(0);
	CUtexObject texture = 0;
	CUsurfObject surface = 0;
	CUDA_RESOURCE_DESC resource = { .resType = CU_RESOURCE_TYPE_ARRAY, .res.array.hArray = array }, got;
	CUDA_TEXTURE_DESC reading = { .addressMode = { CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP },
		                      .filterMode = CU_TR_FILTER_MODE_LINEAR, .flags = CU_TRSF_NORMALIZED_COORDINATES,
		                      .borderColor = { 1, 2, 3, 4 } }, got_reading;
	CUDA_RESOURCE_VIEW_DESC view = { .format = CU_RES_VIEW_FORMAT_UINT_1X8, .width = SIDE, .height = SIDE }, got_view;
	GOOD(cuTexObjectCreate(&texture, &resource, &reading, &view));
	memset(&got, 0, sizeof(got));
	memset(&got_reading, 0, sizeof(got_reading));
	memset(&got_view, 0, sizeof(got_view));
	GOOD(cuTexObjectGetResourceDesc(&got, texture));
	CHECK(got.resType == CU_RESOURCE_TYPE_ARRAY && got.res.array.hArray == array);
	GOOD(cuTexObjectGetTextureDesc(&got_reading, texture));
	CHECK(got_reading.addressMode[0] == CU_TR_ADDRESS_MODE_WRAP && got_reading.addressMode[1] == CU_TR_ADDRESS_MODE_CLAMP);
	CHECK(got_reading.filterMode == CU_TR_FILTER_MODE_LINEAR && (got_reading.flags & CU_TRSF_NORMALIZED_COORDINATES));
	CHECK(got_reading.borderColor[2] == 3);
	GOOD(cuTexObjectGetResourceViewDesc(&got_view, texture));
	CHECK(got_view.format == CU_RES_VIEW_FORMAT_UINT_1X8 && got_view.width == SIDE && got_view.height == SIDE);
	BAD(cuTexObjectGetResourceDesc(NULL, texture));
	BAD(cuTexObjectGetTextureDesc(NULL, texture));
	BAD(cuTexObjectGetResourceViewDesc(NULL, texture));
	GOOD(cuTexObjectDestroy(texture));
	GOOD(cuTexObjectCreate(&texture, &resource, &reading, NULL));
	BAD(cuTexObjectGetResourceViewDesc(&got_view, texture)); // has none
	GOOD(cuTexObjectDestroy(texture));
	GOOD(cuSurfObjectCreate(&surface, &resource));
	memset(&got, 0, sizeof(got));
	GOOD(cuSurfObjectGetResourceDesc(&got, surface));
	CHECK(got.resType == CU_RESOURCE_TYPE_ARRAY && got.res.array.hArray == array);
	BAD(cuSurfObjectGetResourceDesc(NULL, surface));
	BAD(cuSurfObjectCreate(NULL, &resource));
	BAD(cuSurfObjectCreate(&surface, NULL));
	GOOD(cuSurfObjectDestroy(surface));
	resource.res.array.hArray = plain;
	BAD(cuSurfObjectCreate(&surface, &resource)); // not made for surfaces
	resource.resType = CU_RESOURCE_TYPE_LINEAR;
	resource.res.linear.devPtr = memory;
	resource.res.linear.format = CU_AD_FORMAT_FLOAT;
	resource.res.linear.numChannels = 1;
	resource.res.linear.sizeInBytes = 256;
	BAD(cuSurfObjectCreate(&surface, &resource));
	GOOD(cuArrayDestroy(array));
	GOOD(cuArrayDestroy(plain));
}

int main(void)
{
	driver_begin();
	GOOD(cuMemAlloc(&memory, 1 << 16));
	references();
	no_references();
	levels();
	objects();
	GOOD(cuMemFree(memory));
	return unit_finish();
}
