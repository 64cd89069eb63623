// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Copies and fills of the driver interface between hosts, devices and arrays: at once and in a stream, of rows and boxes, and
// with what they are refused.
#include "api/support/driver_test.h"

enum { COUNT = 64, BYTES = COUNT * 4, WIDTH = 8, HEIGHT = 4 };

static unsigned host[COUNT], seen[COUNT];
static CUdeviceptr first, second;
static CUstream stream;
static CUcontext context;

static void begin(void)
{
	for (int i = 0; i < COUNT; i++) {
		host[i] = 500 + i;
		seen[i] = 0;
	}
	GOOD(cuMemsetD8(first, 0, BYTES));
	GOOD(cuMemsetD8(second, 0, BYTES));
}

static void look(CUdeviceptr address)
{
	GOOD(cuCtxSynchronize());
	GOOD(cuMemcpyDtoH(seen, address, BYTES));
}

static void rows(void)
{
	begin();
	GOOD(cuMemcpyHtoD(first, host, BYTES));
	GOOD(cuMemcpyDtoD(second + 8, first + 4, 12));
	look(second);
	CHECK(seen[1] == 0 && seen[2] == 501 && seen[4] == 503 && seen[5] == 0);
	GOOD(cuMemcpy(second, first, BYTES));
	look(second);
	CHECK(seen[0] == 500 && seen[COUNT - 1] == 563);
	memset(seen, 0, sizeof(seen));
	GOOD(cuMemcpy((CUdeviceptr)(uintptr_t)seen, first + 4, 8)); // from addresses it is seen what is whose
	CHECK(seen[0] == 501 && seen[1] == 502 && seen[2] == 0);
	begin();
	GOOD(cuMemcpyHtoDAsync(first, host, BYTES, stream));
	GOOD(cuMemcpyDtoDAsync(second, first, BYTES / 2, stream));
	GOOD(cuMemcpyDtoHAsync(seen, second, BYTES, stream));
	GOOD(cuStreamSynchronize(stream));
	CHECK(seen[0] == 500 && seen[31] == 531 && seen[32] == 0);
	GOOD(cuMemcpyAsync(second + BYTES / 2, first, 4, stream));
	GOOD(cuMemcpyPeerAsync(second + BYTES / 2 + 4, context, first + 4, context, 4, stream));
	GOOD(cuStreamSynchronize(stream));
	GOOD(cuMemcpyPeer(second + BYTES / 2 + 8, context, first + 8, context, 4));
	look(second);
	CHECK(seen[32] == 500 && seen[33] == 501 && seen[34] == 502 && seen[35] == 0);
	BAD(cuMemcpyHtoD(0, host, 4));
	BAD(cuMemcpyDtoH(seen, 0, 4));
	BAD(cuMemcpyDtoD(0, first, 4));
	BAD(cuMemcpyDtoD(first, 0, 4));
	BAD(cuMemcpy(0, first, 4));
	BAD(cuMemcpyAsync(first, 0, 4, stream));
	BAD(cuMemcpyHtoDAsync(0, host, 4, stream));
	BAD(cuMemcpyDtoHAsync(seen, 0, 4, stream));
	BAD(cuMemcpyDtoDAsync(first, 0, 4, stream));
	BAD(cuMemcpyPeer(0, context, first, context, 4));
	BAD(cuMemcpyPeerAsync(0, context, first, context, 4, stream));
	GOOD(cuMemcpyHtoD(0, host, 0));
}

static void fills(void)
{
	begin();
	GOOD(cuMemsetD8Async(first + 1, 0x11, 2, stream));
	GOOD(cuMemsetD16Async(first + 4, 0x2222, 3, stream));
	GOOD(cuMemsetD32Async(first + 12, 0x33333333, 2, stream));
	GOOD(cuStreamSynchronize(stream));
	look(first);
	CHECK(seen[0] == 0x111100 && seen[1] == 0x22222222 && seen[2] == 0x2222 && seen[3] == 0x33333333 && seen[4] == 0x33333333 && !seen[5]);
	begin();
	GOOD(cuMemsetD2D8(first, 16, 0x44, 3, 2));
	GOOD(cuMemsetD2D16(first + 32, 16, 0x5555, 3, 2));
	GOOD(cuMemsetD2D32(first + 64, 16, 0x66666666, 3, 2));
	look(first);
	CHECK(seen[0] == 0x444444 && seen[1] == 0 && seen[4] == 0x444444 && seen[5] == 0);
	CHECK(seen[8] == 0x55555555 && seen[9] == 0x5555 && seen[10] == 0 && seen[12] == 0x55555555 && seen[13] == 0x5555);
	CHECK(seen[16] == 0x66666666 && seen[18] == 0x66666666 && seen[19] == 0 && seen[22] == 0x66666666 && seen[23] == 0);
	begin();
	GOOD(cuMemsetD2D8Async(first, 16, 0x44, 3, 2, stream));
	GOOD(cuMemsetD2D16Async(first + 32, 16, 0x5555, 3, 2, stream));
	GOOD(cuMemsetD2D32Async(first + 64, 16, 0x66666666, 3, 2, stream));
	GOOD(cuStreamSynchronize(stream));
	look(first);
	CHECK(seen[4] == 0x444444 && seen[5] == 0 && seen[13] == 0x5555 && seen[22] == 0x66666666 && seen[23] == 0);
	BAD(cuMemsetD8(0, 1, 4));
	BAD(cuMemsetD8Async(0, 1, 4, stream));
	BAD(cuMemsetD16(first + 1, 1, 4)); // not aligned
	BAD(cuMemsetD16Async(first + 1, 1, 4, stream));
	BAD(cuMemsetD32(first + 2, 1, 4));
	BAD(cuMemsetD32Async(first + 2, 1, 4, stream));
	BAD(cuMemsetD2D16(first + 1, 16, 1, 3, 2));
	BAD(cuMemsetD2D32(first + 2, 16, 1, 3, 2));
	BAD(cuMemsetD2D32(first, 8, 1, 3, 2)); // a pitch below the width
	BAD(cuMemsetD2D8(0, 16, 1, 3, 2));
	GOOD(cuMemsetD32(first, 1, 0));
}

static CUarray array_of(unsigned width, unsigned height)
{
	CUarray array = NULL;
	CUDA_ARRAY_DESCRIPTOR shape = { width, height, CU_AD_FORMAT_UNSIGNED_INT32, 1 }, got;
	GOOD(cuArrayCreate(&array, &shape));
	memset(&got, 0, sizeof(got));
	GOOD(cuArrayGetDescriptor(&got, array));
	CHECK(got.Width == width && got.Height == height && got.Format == CU_AD_FORMAT_UNSIGNED_INT32 && got.NumChannels == 1);
	return array;
}

// Arrays of one row.
static void arrays(void)
{
	CUarray from = array_of(COUNT, 0), to = array_of(COUNT, 0);
	CUDA_ARRAY_DESCRIPTOR got;
	begin();
	GOOD(cuMemcpyHtoD(first, host, BYTES));
	GOOD(cuMemcpyHtoA(from, 0, host, BYTES));
	GOOD(cuMemcpyAtoH(seen, from, 8, 8));
	CHECK(seen[0] == 502 && seen[1] == 503 && seen[2] == 0);
	GOOD(cuMemcpyAtoA(to, 4, from, 12, 8));
	GOOD(cuMemcpyAtoD(second, to, 4, 8));
	look(second);
	CHECK(seen[0] == 503 && seen[1] == 504 && seen[2] == 0);
	GOOD(cuMemcpyDtoA(to, 16, first + 40, 8));
	GOOD(cuMemcpyAtoHAsync(seen + 8, to, 16, 8, stream));
	GOOD(cuStreamSynchronize(stream));
	CHECK(seen[8] == 510 && seen[9] == 511);
	GOOD(cuMemcpyHtoAAsync(to, 32, host + 20, 4, stream));
	GOOD(cuMemcpyAtoHAsync(seen, to, 32, 4, stream));
	GOOD(cuStreamSynchronize(stream));
	CHECK_EQUAL(seen[0], 520);
	BAD(cuMemcpyHtoA(to, BYTES, host, 4));
	BAD(cuMemcpyAtoH(seen, to, BYTES - 4, 8));
	BAD(cuMemcpyAtoA(to, 0, from, 4, BYTES));
	BAD(cuMemcpyAtoD(second, to, BYTES, 4));
	BAD(cuMemcpyDtoA(to, BYTES, first, 4));
	BAD(cuMemcpyAtoHAsync(seen, to, BYTES, 4, stream));
	BAD(cuMemcpyHtoAAsync(to, BYTES, host, 4, stream));
	IS(CUDA_ERROR_INVALID_HANDLE, cuArrayGetDescriptor(&got, NULL));
	BAD(cuArrayGetDescriptor(NULL, to));
	GOOD(cuArrayDestroy(from));
	GOOD(cuArrayDestroy(to));
	IS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(NULL));
}

// Parts of two dimensions: host to array, array to device, device to host.
static void boxes(void)
{
	CUarray array = array_of(WIDTH, HEIGHT);
	CUDA_MEMCPY2D copy;
	begin();
	memset(&copy, 0, sizeof(copy));
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = host;
	copy.srcPitch = WIDTH * 4;
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = array;
	copy.WidthInBytes = WIDTH * 4;
	copy.Height = HEIGHT;
	GOOD(cuMemcpy2D(&copy));
	memset(&copy, 0, sizeof(copy));
	copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.srcArray = array;
	copy.srcXInBytes = 8;
	copy.srcY = 1;
	copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.dstDevice = first;
	copy.dstPitch = 16;
	copy.dstXInBytes = 4;
	copy.dstY = 1;
	copy.WidthInBytes = 12;
	copy.Height = 2;
	GOOD(cuMemcpy2DUnaligned(&copy));
	look(first);
	CHECK(seen[4] == 0 && seen[5] == 510 && seen[7] == 512 && seen[8] == 0 && seen[9] == 518 && seen[11] == 520 && seen[12] == 0);
	copy.dstY = 2;
	GOOD(cuMemcpy2DAsync(&copy, stream));
	GOOD(cuStreamSynchronize(stream));
	look(first);
	CHECK(seen[5] == 510 && seen[9] == 510 && seen[13] == 518);
	copy.Height = 4;
	BAD(cuMemcpy2D(&copy));
	BAD(cuMemcpy2DUnaligned(&copy));
	BAD(cuMemcpy2DAsync(&copy, stream));
	copy.Height = 2;
	copy.dstPitch = 8;
	BAD(cuMemcpy2D(&copy)); // below offset and width
	copy.dstPitch = 16;
	copy.dstMemoryType = (CUmemorytype)9;
	BAD(cuMemcpy2D(&copy));
	GOOD(cuArrayDestroy(array));
}

static void volumes(void)
{
	CUarray array = NULL;
	CUDA_ARRAY3D_DESCRIPTOR shape = { 4, 2, 2, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0 }, got;
	CUDA_MEMCPY3D copy;
	begin();
	GOOD(cuArray3DCreate(&array, &shape));
	GOOD(cuArray3DGetDescriptor(&got, array));
	CHECK(got.Width == 4 && got.Height == 2 && got.Depth == 2);
	memset(&copy, 0, sizeof(copy));
	copy.srcMemoryType = CU_MEMORYTYPE_HOST;
	copy.srcHost = host;
	copy.srcPitch = 16;
	copy.srcHeight = 2;
	copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.dstArray = array;
	copy.WidthInBytes = 16;
	copy.Height = copy.Depth = 2;
	GOOD(cuMemcpy3D(&copy));
	memset(&copy, 0, sizeof(copy));
	copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	copy.srcArray = array;
	copy.srcXInBytes = 4;
	copy.srcY = 1;
	copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	copy.dstDevice = first;
	copy.dstPitch = 8;
	copy.dstHeight = 2;
	copy.dstZ = 1;
	copy.WidthInBytes = 8;
	copy.Height = 1;
	copy.Depth = 2;
	GOOD(cuMemcpy3DAsync(&copy, stream));
	GOOD(cuStreamSynchronize(stream));
	look(first);
	CHECK(seen[3] == 0 && seen[4] == 505 && seen[5] == 506 && seen[6] == 0 && seen[8] == 513 && seen[9] == 514 && seen[10] == 0);
	copy.Depth = 3;
	BAD(cuMemcpy3D(&copy));
	BAD(cuMemcpy3DAsync(&copy, stream));
	CUDA_MEMCPY3D_PEER peer;
	memset(&peer, 0, sizeof(peer));
	peer.srcMemoryType = peer.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	peer.srcDevice = first;
	peer.dstDevice = second;
	peer.srcContext = peer.dstContext = context;
	peer.srcPitch = peer.dstPitch = 16;
	peer.srcHeight = peer.dstHeight = 4;
	peer.srcY = 1;
	peer.dstXInBytes = 4;
	peer.WidthInBytes = 8;
	peer.Height = 2;
	peer.Depth = 1;
	GOOD(cuMemcpy3DPeer(&peer));
	look(second);
	CHECK(seen[0] == 0 && seen[1] == 505 && seen[2] == 506 && seen[3] == 0 && seen[5] == 513 && seen[6] == 514 && seen[7] == 0);
	peer.dstY = 2;
	GOOD(cuMemcpy3DPeerAsync(&peer, stream));
	GOOD(cuStreamSynchronize(stream));
	look(second);
	CHECK(seen[9] == 505 && seen[14] == 514);
	peer.dstDevice = 0;
	BAD(cuMemcpy3DPeer(&peer));
	BAD(cuMemcpy3DPeerAsync(&peer, stream));
	GOOD(cuArrayDestroy(array));
}

int main(void)
{
	context = driver_begin();
	GOOD(cuMemAlloc(&first, BYTES));
	GOOD(cuMemAlloc(&second, BYTES));
	GOOD(cuStreamCreate(&stream, CU_STREAM_DEFAULT));
	rows();
	fills();
	arrays();
	boxes();
	volumes();
	GOOD(cuStreamDestroy(stream));
	GOOD(cuMemFree(first));
	GOOD(cuMemFree(second));
	return unit_finish();
}
