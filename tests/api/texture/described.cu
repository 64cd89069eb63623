// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What objects of textures and surfaces say of themselves, and references bound to levels and found by their variables.
#include "api/support/api_test.h"

enum { SIDE = 8 };

texture<float, 2, cudaReadModeElementType> levels_reference;
surface<void, 2> board;

__global__ void read_level(float *out, float level)
{
	out[threadIdx.x] = tex2DLod(levels_reference, (threadIdx.x + 0.5f) / 4, 0.125f / 2, level);
}

__global__ void write_board()
{
	surf2Dwrite(threadIdx.x * 2.0f, board, threadIdx.x * 4, 1);
}

__global__ void write_level(cudaSurfaceObject_t level)
{
	surf2Dwrite(threadIdx.x * 3.0f, level, threadIdx.x * 4, 0);
}

static const cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };

static cudaArray_t array_of(unsigned flags)
{
	cudaArray_t array = NULL;
	SUCCEEDS(cudaMallocArray(&array, &format, SIDE, SIDE, flags));
	return array;
}

static void textures(void)
{
	cudaArray_t array = array_of(0);
	cudaTextureObject_t texture, plain;
	cudaResourceDesc resource = {}, got = {};
	cudaTextureDesc reading = {}, got_reading = {};
	cudaResourceViewDesc view = {}, got_view = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	reading.addressMode[0] = cudaAddressModeWrap;
	reading.addressMode[1] = cudaAddressModeBorder;
	reading.filterMode = cudaFilterModeLinear;
	reading.normalizedCoords = 1;
	reading.borderColor[1] = 0.5f;
	view.format = cudaResViewFormatFloat1;
	view.width = view.height = SIDE;
	SUCCEEDS(cudaCreateTextureObject(&texture, &resource, &reading, &view));
	SUCCEEDS(cudaCreateTextureObject(&plain, &resource, &reading, NULL));
	SUCCEEDS(cudaGetTextureObjectResourceDesc(&got, texture));
	CHECK(got.resType == cudaResourceTypeArray && got.res.array.array == array);
	SUCCEEDS(cudaGetTextureObjectTextureDesc(&got_reading, texture));
	CHECK(got_reading.addressMode[0] == cudaAddressModeWrap && got_reading.addressMode[1] == cudaAddressModeBorder);
	CHECK(got_reading.filterMode == cudaFilterModeLinear && got_reading.normalizedCoords == 1 && got_reading.borderColor[1] == 0.5f);
	CHECK_EQUAL(got_reading.readMode, cudaReadModeElementType);
	SUCCEEDS(cudaGetTextureObjectResourceViewDesc(&got_view, texture));
	CHECK(got_view.format == cudaResViewFormatFloat1 && got_view.width == SIDE && got_view.height == SIDE);
	INVALID(cudaGetTextureObjectResourceViewDesc(&got_view, plain)); // has none
	INVALID(cudaGetTextureObjectTextureDesc(NULL, texture));
	INVALID(cudaGetTextureObjectResourceViewDesc(NULL, texture));
	SUCCEEDS(cudaDestroyTextureObject(plain));
	SUCCEEDS(cudaDestroyTextureObject(texture));
	SUCCEEDS(cudaFreeArray(array));
}

static void surfaces(void)
{
	cudaArray_t array = array_of(cudaArraySurfaceLoadStore);
	cudaSurfaceObject_t object;
	cudaResourceDesc resource = {}, got = {};
	const surfaceReference *found = NULL;
	float row[SIDE] = {};
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	SUCCEEDS(cudaCreateSurfaceObject(&object, &resource));
	SUCCEEDS(cudaGetSurfaceObjectResourceDesc(&got, object));
	CHECK(got.resType == cudaResourceTypeArray && got.res.array.array == array);
	INVALID(cudaGetSurfaceObjectResourceDesc(NULL, object));
	SUCCEEDS(cudaDestroySurfaceObject(object));
	SUCCEEDS(cudaGetSurfaceReference(&found, &board));
	CHECK(found != NULL);
	SUCCEEDS(cudaBindSurfaceToArray(found, array, &format));
	write_board<<<1, SIDE>>>();
	SUCCEEDS(cudaMemcpy2DFromArray(row, sizeof(row), array, 0, 1, sizeof(row), 1, cudaMemcpyDeviceToHost));
	for (int i = 0; i < SIDE; i++)
		CHECK(row[i] == 2.0f * i);
	RETURNS(cudaErrorInvalidSurface, cudaGetSurfaceReference(&found, row));
	SUCCEEDS(cudaFreeArray(array));
	array = array_of(0);
	resource.res.array.array = array;
	INVALID(cudaCreateSurfaceObject(&object, &resource));
	SUCCEEDS(cudaFreeArray(array));
}

// Levels of an array that was made without a word of surfaces have objects, though no reference.
static void surfaces_of_levels(void)
{
	cudaMipmappedArray_t levels;
	cudaSurfaceObject_t object;
	cudaResourceDesc resource = {};
	const surfaceReference *found = NULL;
	float row[SIDE / 2] = {};
	SUCCEEDS(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(SIDE, SIDE, 0), 2));
	resource.resType = cudaResourceTypeArray;
	SUCCEEDS(cudaGetMipmappedArrayLevel(&resource.res.array.array, levels, 1));
	SUCCEEDS(cudaCreateSurfaceObject(&object, &resource));
	write_level<<<1, SIDE / 2>>>(object);
	SUCCEEDS(cudaMemcpy2DFromArray(row, sizeof(row), resource.res.array.array, 0, 0, sizeof(row), 1, cudaMemcpyDeviceToHost));
	for (int i = 0; i < SIDE / 2; i++)
		CHECK(row[i] == 3.0f * i);
	SUCCEEDS(cudaDestroySurfaceObject(object));
	SUCCEEDS(cudaGetSurfaceReference(&found, &board));
	INVALID(cudaBindSurfaceToArray(found, resource.res.array.array, &format));
	SUCCEEDS(cudaFreeMipmappedArray(levels));
}

static void levels(void)
{
	cudaMipmappedArray_t levels;
	cudaArray_t level;
	float texels[2][SIDE * SIDE], *out, seen[2];
	for (int i = 0; i < SIDE * SIDE; i++) {
		texels[0][i] = i;
		texels[1][i] = 100 + i;
	}
	SUCCEEDS(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(SIDE, SIDE, 0), 2));
	for (unsigned i = 0; i < 2; i++) {
		size_t row = (SIDE >> i) * sizeof(float);
		SUCCEEDS(cudaGetMipmappedArrayLevel(&level, levels, i));
		SUCCEEDS(cudaMemcpy2DToArray(level, 0, 0, texels[i], row, row, SIDE >> i, cudaMemcpyHostToDevice));
	}
	SUCCEEDS(cudaMalloc(&out, sizeof(seen)));
	const textureReference *found = NULL;
	SUCCEEDS(cudaGetTextureReference(&found, &levels_reference));
	INVALID(cudaBindTextureToMipmappedArray(found, levels, &format)); // coordinates of levels are normalized
	levels_reference.normalized = 1;
	levels_reference.maxMipmapLevelClamp = 1;
	SUCCEEDS(cudaBindTextureToMipmappedArray(found, levels, &format));
	for (int level = 0; level < 2; level++) {
		read_level<<<1, 2>>>(out, level);
		SUCCEEDS(cudaMemcpy(seen, out, sizeof(seen), cudaMemcpyDeviceToHost));
		CHECK(seen[0] == (level ? 100 : 1) && seen[1] == (level ? 101 : 3));
	}
	RETURNS(cudaErrorInvalidResourceHandle, cudaBindTextureToMipmappedArray(found, NULL, &format));
	SUCCEEDS(cudaUnbindTexture(found));
	SUCCEEDS(cudaFree(out));
	SUCCEEDS(cudaFreeMipmappedArray(levels));
}

int main(void)
{
	textures();
	surfaces();
	surfaces_of_levels();
	levels();
	return unit_finish();
}
