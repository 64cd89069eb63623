// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcuda
//
// Arrays of compressed blocks and of normalized kinds by both interfaces: extents are texels, copies count blocks where they count bytes and
// rows, and texels where they count elements.  What is refused, and with what, is as on an H200.
#include <cuda.h>

#include "api/support/api_test.h"
#include "channel_descriptor.h"

#define CU(wanted, ...) CHECK_EQUAL(__VA_ARGS__, wanted)

enum { WIDTH = 64, HEIGHT = 32, COLUMNS = WIDTH / 4, ROWS = HEIGHT / 4 };

static unsigned char source[4 * COLUMNS * ROWS * 16], back[4 * COLUMNS * ROWS * 16];

template <cudaChannelFormatKind kind> static cudaChannelFormatDesc format()
{
	return cudaCreateChannelDesc<kind>();
}

static cudaError_t make_texture(cudaArray_t array, bool linear, bool normalized, bool srgb, const cudaResourceViewDesc *view = NULL)
{
	cudaResourceDesc resource = {};
	cudaTextureDesc sampling = {};
	cudaTextureObject_t texture;
	resource.res.array.array = array;
	sampling.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
	sampling.readMode = normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
	sampling.sRGB = srgb;
	cudaError_t error = cudaCreateTextureObject(&texture, &resource, &sampling, view);
	if (error == cudaSuccess)
		SUCCEEDS(cudaDestroyTextureObject(texture));
	return error;
}

// Where a copy put the blocks of SOURCE; -1: nowhere.
static int column, row, first;
static void look(cudaArray_t array, size_t bytes)
{
	column = row = first = -1;
	SUCCEEDS(cudaMemcpy2DFromArray(back, COLUMNS * bytes, array, 0, 0, COLUMNS * bytes, ROWS, cudaMemcpyDeviceToHost));
	for (int i = COLUMNS * ROWS - 1; i >= 0; i--)
		if (back[i * bytes]) {
			column = i % COLUMNS;
			row = i / COLUMNS;
			for (first = 0; memcmp(source + first * bytes, back + i * bytes, bytes); first++)
				;
		}
}

static void copies(cudaChannelFormatDesc channels, size_t bytes)
{
	cudaArray_t array;
	size_t line = COLUMNS * bytes;
	for (size_t i = 0; i < sizeof(source); i++)
		source[i] = (unsigned char)(1 + i / bytes + i % bytes * 0x11);
	SUCCEEDS(cudaMallocArray(&array, &channels, WIDTH, HEIGHT));
	SUCCEEDS(cudaMemcpy2DToArray(array, 0, 0, source, line, line, ROWS, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy2DToArray(array, 0, 0, source, line, line, ROWS + 1, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy2DToArray(array, 0, 0, source, line, 4, 1, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpy2DToArray(array, 4, 0, source, line, bytes, 1, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpy2DToArray(array, bytes, ROWS - 1, source, line, bytes, 1, cudaMemcpyHostToDevice));
	INVALID(cudaMemcpyToArray(array, 0, 0, source, line * ROWS + bytes, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpyToArray(array, 0, 0, source, line * 2 + bytes * 2, cudaMemcpyHostToDevice));

	static const struct {
		size_t x, y, width, height; // texels in the array
		size_t source_x, source_y;  // blocks in memory
		int column, row, first;
	} boxes[] = {
		{ 0, 0, WIDTH, HEIGHT, 0, 0, 0, 0, 0 }, { 4, 4, 4, 4, 0, 0, 1, 1, 0 }, { 60, 28, 4, 4, 0, 0, 15, 7, 0 },
		{ 2, 2, 4, 4, 0, 0, 0, 0, 0 },          { 3, 7, 1, 1, 0, 0, 0, 1, 0 }, { 8, 8, 8, 8, 4, 1, 2, 2, COLUMNS + 4 },
	};
	for (const auto &box : boxes) {
		memset(back, 0, sizeof(back));
		SUCCEEDS(cudaMemcpy2DToArray(array, 0, 0, back, line, line, ROWS, cudaMemcpyHostToDevice));
		cudaMemcpy3DParms copy = {};
		copy.srcPtr = make_cudaPitchedPtr(source, line, COLUMNS, ROWS);
		copy.srcPos = make_cudaPos(box.source_x, box.source_y, 0);
		copy.dstArray = array;
		copy.dstPos = make_cudaPos(box.x, box.y, 0);
		copy.extent = make_cudaExtent(box.width, box.height, 1);
		copy.kind = cudaMemcpyHostToDevice;
		SUCCEEDS(cudaMemcpy3D(&copy));
		look(array, bytes);
		CHECK_EQUAL(column, box.column);
		CHECK_EQUAL(row, box.row);
		CHECK_EQUAL(first, box.first);
		copy.dstPos.x = WIDTH - 3;
		copy.extent.width = 8;
		INVALID(cudaMemcpy3D(&copy));
	}
	CUDA_MEMCPY2D copy = {};
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = source;
	copy.srcPitch = line;
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = (CUarray)array;
	copy.WidthInBytes = line;
	copy.Height = ROWS;
	CU(CUDA_SUCCESS, cuMemcpy2D(&copy));
	copy.Height = ROWS + 1;
	CU(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&copy));

	// A copy that is captured is counted in texels, and does the same.
	cudaStream_t stream;
	cudaGraph_t graph;
	cudaGraphExec_t executable;
	cudaGraphNode_t node;
	cudaMemcpy3DParms captured = {};
	size_t count = 1;
	SUCCEEDS(cudaStreamCreate(&stream));
	SUCCEEDS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
	SUCCEEDS(cudaMemcpy2DToArrayAsync(array, bytes, 1, source + bytes, line, bytes, 2, cudaMemcpyHostToDevice, stream));
	SUCCEEDS(cudaStreamEndCapture(stream, &graph));
	SUCCEEDS(cudaGraphGetNodes(graph, &node, &count));
	SUCCEEDS(cudaGraphMemcpyNodeGetParams(node, &captured));
	CHECK(captured.extent.width == 4 && captured.extent.height == 8 && captured.dstPos.x == 4 && captured.dstPos.y == 4);
	memset(back, 0, sizeof(back));
	SUCCEEDS(cudaMemcpy2DToArray(array, 0, 0, back, line, line, ROWS, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaGraphInstantiate(&executable, graph, NULL, NULL, 0));
	SUCCEEDS(cudaGraphLaunch(executable, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	look(array, bytes);
	CHECK(column == 1 && row == 1 && first == 1);
	SUCCEEDS(cudaGraphExecDestroy(executable));
	SUCCEEDS(cudaGraphDestroy(graph));
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaFreeArray(array));
}

// Positions in memory beside an array are counted in its texels, too.
static void plain_positions()
{
	cudaArray_t array;
	float numbers[4][WIDTH], *result = (float *)back;
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
	for (int i = 0; i < 4 * WIDTH; i++)
		(&numbers[0][0])[i] = (float)i;
	SUCCEEDS(cudaMallocArray(&array, &channels, WIDTH, 4));
	cudaMemcpy3DParms copy = {};
	copy.srcPtr = make_cudaPitchedPtr(numbers, sizeof(numbers[0]), WIDTH, 4);
	copy.srcPos = make_cudaPos(4, 1, 0);
	copy.dstArray = array;
	copy.extent = make_cudaExtent(8, 2, 1);
	copy.kind = cudaMemcpyHostToDevice;
	SUCCEEDS(cudaMemcpy3D(&copy));
	SUCCEEDS(cudaMemcpy2DFromArray(result, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
	CHECK(result[0] == WIDTH + 4 && result[8] == 2 * WIDTH + 4);
	SUCCEEDS(cudaFreeArray(array));
}

static void shapes()
{
	cudaArray_t array;
	cudaExtent extent;
	cudaChannelFormatDesc bc1 = format<cudaChannelFormatKindUnsignedBlockCompressed1>(), seen, wrong = bc1;
	unsigned flags;
	SUCCEEDS(cudaMallocArray(&array, &bc1, 63, 31));
	SUCCEEDS(cudaArrayGetInfo(&seen, &extent, &flags, array));
	CHECK(seen.f == bc1.f && seen.x == 8 && seen.w == 8 && extent.width == 63 && extent.height == 31 && extent.depth == 0);
	CUDA_ARRAY3D_DESCRIPTOR shape = {};
	CU(CUDA_SUCCESS, cuArray3DGetDescriptor(&shape, (CUarray)array));
	CHECK(shape.Format == CU_AD_FORMAT_BC1_UNORM && shape.NumChannels == 4 && shape.Width == 63);
	SUCCEEDS(cudaFreeArray(array));
	INVALID(cudaMallocArray(&array, &bc1, 64, 0));
	RETURNS(cudaErrorNotSupported, cudaMallocArray(&array, &bc1, 64, 32, cudaArraySurfaceLoadStore));
	wrong.w = 0;
	RETURNS(cudaErrorInvalidChannelDescriptor, cudaMallocArray(&array, &wrong, 64, 32));
	cudaChannelFormatDesc planes = cudaCreateChannelDescNV12();
	INVALID(cudaMallocArray(&array, &planes, 64, 32));

	static const struct {
		CUarray_format format;
		unsigned channels;
		cudaChannelFormatKind kind;
	} driver[] = {
		{ CU_AD_FORMAT_BC1_UNORM_SRGB, 4, cudaChannelFormatKindUnsignedBlockCompressed1SRGB },
		{ CU_AD_FORMAT_BC4_SNORM, 1, cudaChannelFormatKindSignedBlockCompressed4 },
		{ CU_AD_FORMAT_BC5_UNORM, 2, cudaChannelFormatKindUnsignedBlockCompressed5 },
		{ CU_AD_FORMAT_BC6H_UF16, 3, cudaChannelFormatKindUnsignedBlockCompressed6H },
		{ CU_AD_FORMAT_BC7_UNORM, 4, cudaChannelFormatKindUnsignedBlockCompressed7 },
		{ CU_AD_FORMAT_UNORM_INT8X1, 1, cudaChannelFormatKindUnsignedNormalized8X1 },
		{ CU_AD_FORMAT_SNORM_INT16X4, 4, cudaChannelFormatKindSignedNormalized16X4 },
	};
	for (const auto &line : driver)
		for (unsigned channels = 1; channels <= 4; channels++) {
			CUDA_ARRAY3D_DESCRIPTOR wanted = {};
			CUarray made;
			wanted.Width = 64;
			wanted.Height = 32;
			wanted.Format = line.format;
			wanted.NumChannels = channels;
			CU(channels == line.channels ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, cuArray3DCreate(&made, &wanted));
			if (channels != line.channels)
				continue;
			SUCCEEDS(cudaGetChannelDesc(&seen, (cudaArray_t)made));
			CHECK_EQUAL(seen.f, line.kind);
			CU(CUDA_SUCCESS, cuArrayDestroy(made));
		}
}

static void reading()
{
	cudaArray_t array;
	cudaChannelFormatDesc bc1 = format<cudaChannelFormatKindUnsignedBlockCompressed1>(),
	                      bc1_srgb = format<cudaChannelFormatKindUnsignedBlockCompressed1SRGB>(),
	                      bc6 = format<cudaChannelFormatKindSignedBlockCompressed6H>(),
	                      bytes = format<cudaChannelFormatKindSignedNormalized8X2>();
	cudaResourceViewDesc view = {};
	view.format = cudaResViewFormatUnsignedBlockCompressed1;
	view.width = WIDTH;
	view.height = HEIGHT;
	SUCCEEDS(cudaMallocArray(&array, &bc1, WIDTH, HEIGHT));
	RETURNS(cudaErrorInvalidNormSetting, make_texture(array, false, false, false));
	SUCCEEDS(make_texture(array, true, true, false));
	SUCCEEDS(make_texture(array, true, true, true));
	INVALID(make_texture(array, false, true, false, &view));
	SUCCEEDS(cudaFreeArray(array));
	SUCCEEDS(cudaMallocArray(&array, &bc1_srgb, WIDTH, HEIGHT));
	INVALID(make_texture(array, false, true, false));
	SUCCEEDS(make_texture(array, false, true, true));
	SUCCEEDS(cudaFreeArray(array));
	SUCCEEDS(cudaMallocArray(&array, &bc6, WIDTH, HEIGHT));
	SUCCEEDS(make_texture(array, true, false, false));
	RETURNS(cudaErrorInvalidNormSetting, make_texture(array, false, true, false));
	SUCCEEDS(cudaFreeArray(array));
	SUCCEEDS(cudaMallocArray(&array, &bytes, WIDTH, HEIGHT));
	SUCCEEDS(make_texture(array, true, true, false));
	RETURNS(cudaErrorInvalidNormSetting, make_texture(array, false, false, false));
	SUCCEEDS(cudaFreeArray(array));
}

static void views()
{
	cudaArray_t array;
	cudaChannelFormatDesc pairs = cudaCreateChannelDesc<uint2>(), floats = cudaCreateChannelDesc<float2>();
	cudaResourceViewDesc view = {};
	view.format = cudaResViewFormatSignedBlockCompressed4;
	view.width = WIDTH;
	view.height = HEIGHT;
	SUCCEEDS(cudaMallocArray(&array, &pairs, COLUMNS, ROWS));
	SUCCEEDS(make_texture(array, false, false, false, &view));
	RETURNS(cudaErrorInvalidFilterSetting, make_texture(array, true, false, false, &view));
	CUDA_RESOURCE_DESC resource = {};
	CUDA_TEXTURE_DESC sampling = {};
	CUDA_RESOURCE_VIEW_DESC driver_view = {};
	CUtexObject texture;
	resource.res.array.hArray = (CUarray)array;
	sampling.filterMode = CU_TR_FILTER_MODE_LINEAR;
	driver_view.format = CU_RES_VIEW_FORMAT_SIGNED_BC4;
	driver_view.width = WIDTH;
	driver_view.height = HEIGHT;
	CU(CUDA_SUCCESS, cuTexObjectCreate(&texture, &resource, &sampling, &driver_view));
	CU(CUDA_SUCCESS, cuTexObjectDestroy(texture));
	view.height = HEIGHT - 1;
	INVALID(make_texture(array, false, false, false, &view));
	view.height = HEIGHT;
	view.format = cudaResViewFormatUnsignedBlockCompressed5;
	INVALID(make_texture(array, false, false, false, &view));
	view.format = cudaResViewFormatFloat2;
	INVALID(make_texture(array, false, false, false, &view));
	view.width = COLUMNS;
	view.height = ROWS;
	SUCCEEDS(make_texture(array, false, false, false, &view));
	view.format = cudaResViewFormatNone;
	INVALID(make_texture(array, false, false, false, &view));
	SUCCEEDS(cudaFreeArray(array));
	SUCCEEDS(cudaMallocArray(&array, &floats, COLUMNS, ROWS));
	view.format = cudaResViewFormatUnsignedBlockCompressed4;
	view.width = WIDTH;
	view.height = HEIGHT;
	INVALID(make_texture(array, false, false, false, &view));
	RETURNS(cudaErrorInvalidNormSetting, make_texture(array, false, true, false));
	SUCCEEDS(cudaFreeArray(array));
}

// What only arrays have whose memory is mapped later, and images of several planes.
static void questions()
{
	cudaArray_t array, plane;
	cudaMipmappedArray_t levels;
	cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
	cudaArrayMemoryRequirements needs;
	cudaArraySparseProperties tiles;
	memset(&needs, 1, sizeof(needs));
	memset(&tiles, 1, sizeof(tiles));
	SUCCEEDS(cudaMallocArray(&array, &channels, WIDTH, HEIGHT));
	SUCCEEDS(cudaMallocMipmappedArray(&levels, &channels, make_cudaExtent(WIDTH, HEIGHT, 0), 3));
	INVALID(cudaArrayGetMemoryRequirements(&needs, array, 0));
	CHECK(needs.size == 0 && needs.alignment == 0);
	INVALID(cudaArrayGetMemoryRequirements(&needs, NULL, 0));
	INVALID(cudaMipmappedArrayGetMemoryRequirements(&needs, levels, 0));
	INVALID(cudaArrayGetSparseProperties(&tiles, array));
	CHECK(tiles.tileExtent.width == 0 && tiles.miptailSize == 0);
	INVALID(cudaArrayGetSparseProperties(&tiles, NULL));
	INVALID(cudaMipmappedArrayGetSparseProperties(&tiles, levels));
	INVALID(cudaArrayGetPlane(&plane, array, 0));
	RETURNS(cudaErrorInvalidResourceHandle, cudaArrayGetPlane(&plane, NULL, 0));
	CUDA_ARRAY_MEMORY_REQUIREMENTS driver_needs;
	CUDA_ARRAY_SPARSE_PROPERTIES driver_tiles;
	CUarray driver_plane;
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&driver_needs, (CUarray)array, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&driver_needs, (CUmipmappedArray)levels, 0));
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&driver_tiles, (CUarray)array));
	CU(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetSparseProperties(&driver_tiles, (CUmipmappedArray)levels));
	CU(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&driver_plane, (CUarray)array, 0));
	CU(CUDA_ERROR_INVALID_HANDLE, cuArrayGetPlane(&driver_plane, NULL, 0));
	SUCCEEDS(cudaFreeMipmappedArray(levels));
	SUCCEEDS(cudaFreeArray(array));
}

int main(void)
{
	SUCCEEDS(cudaFree(0));
	shapes();
	copies(format<cudaChannelFormatKindUnsignedBlockCompressed1>(), 8);
	copies(format<cudaChannelFormatKindUnsignedBlockCompressed7>(), 16);
	plain_positions();
	reading();
	views();
	questions();
	return unit_finish();
}
