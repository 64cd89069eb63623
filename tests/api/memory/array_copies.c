// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
//
// Copies between arrays, from and to arrays by rows and by boxes of a device and a peer, at once and in a stream, and what is
// no such copy.
#include <driver_functions.h>

#include "api/support/api_test.h"

enum { WIDTH = 8, HEIGHT = 4, ROW = WIDTH * sizeof(int), COUNT = WIDTH * HEIGHT };

static cudaArray_t first, second;
static int numbers[COUNT], seen[COUNT];
static cudaStream_t stream;

static int at(int x, int y)
{
	return 1000 + y * WIDTH + x;
}

static void begin(void)
{
	static const int zeros[COUNT];
	memset(seen, 0, sizeof(seen));
	for (int i = 0; i < COUNT; i++)
		numbers[i] = 1000 + i;
	SUCCEEDS(cudaMemcpy2DToArray(first, 0, 0, numbers, ROW, ROW, HEIGHT, cudaMemcpyHostToDevice));
	SUCCEEDS(cudaMemcpy2DToArray(second, 0, 0, zeros, ROW, ROW, HEIGHT, cudaMemcpyHostToDevice));
}

static void look(cudaArray_t array)
{
	SUCCEEDS(cudaMemcpy2DFromArray(seen, ROW, array, 0, 0, ROW, HEIGHT, cudaMemcpyDeviceToHost));
}

static void between_arrays(void)
{
	begin();
	SUCCEEDS(cudaMemcpy2DArrayToArray(second, 4, 1, first, 8, 2, 3 * sizeof(int), 2, cudaMemcpyDeviceToDevice));
	look(second);
	CHECK(seen[WIDTH] == 0 && seen[WIDTH + 1] == at(2, 2) && seen[WIDTH + 3] == at(4, 2) && seen[WIDTH + 4] == 0);
	CHECK(seen[2 * WIDTH + 1] == at(2, 3) && seen[3 * WIDTH + 1] == 0 && seen[1] == 0);
	INVALID(cudaMemcpy2DArrayToArray(second, 0, 3, first, 0, 0, ROW, 2, cudaMemcpyDeviceToDevice));
	INVALID(cudaMemcpy2DArrayToArray(second, 4, 0, first, 0, 0, ROW, 1, cudaMemcpyDeviceToDevice));
	INVALID(cudaMemcpy2DArrayToArray(second, 0, 0, first, 4, 0, ROW, 1, cudaMemcpyDeviceToDevice));
	INVALID(cudaMemcpy2DArrayToArray(NULL, 0, 0, first, 0, 0, ROW, 1, cudaMemcpyDeviceToDevice));
	INVALID(cudaMemcpy2DArrayToArray(second, 0, 0, NULL, 0, 0, ROW, 1, cudaMemcpyDeviceToDevice));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy2DArrayToArray(second, 0, 0, first, 0, 0, ROW, 1, cudaMemcpyHostToDevice));
	begin();
	SUCCEEDS(cudaMemcpyArrayToArray(second, 24, 0, first, 28, 1, 3 * sizeof(int), cudaMemcpyDeviceToDevice)); // goes on in the next row
	look(second);
	CHECK(seen[5] == 0 && seen[6] == at(7, 1) && seen[7] == at(0, 2) && seen[8] == at(1, 2) && seen[9] == 0);
	INVALID(cudaMemcpyArrayToArray(second, 0, 0, first, 0, 1, COUNT * sizeof(int), cudaMemcpyDeviceToDevice));
	RETURNS(cudaErrorInvalidResourceHandle, cudaMemcpyArrayToArray(NULL, 0, 0, first, 0, 0, ROW, cudaMemcpyDeviceToDevice));
}

static void in_streams(void)
{
	int row[WIDTH] = { 0 }, *pinned;
	begin();
	SUCCEEDS(cudaMallocHost((void **)&pinned, sizeof(seen)));
	for (int i = 0; i < COUNT; i++)
		pinned[i] = 5 * i;
	SUCCEEDS(cudaMemcpyToArrayAsync(second, 4, 1, pinned, 10 * sizeof(int), cudaMemcpyHostToDevice, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	look(second);
	CHECK(seen[8] == 0 && seen[9] == 0 && seen[10] == 5 && seen[15] == 30 && seen[16] == 35 && seen[18] == 45 && seen[19] == 0);
	SUCCEEDS(cudaMemcpyFromArrayAsync(row, second, 24, 1, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(row[0] == 25 && row[1] == 30 && row[2] == 35 && row[3] == 40 && row[4] == 0);
	SUCCEEDS(cudaMemcpy2DFromArrayAsync(pinned, 12, first, 4, 1, 8, 2, cudaMemcpyDeviceToHost, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	CHECK(pinned[0] == at(1, 1) && pinned[1] == at(2, 1) && pinned[2] == 10 && pinned[3] == at(1, 2) && pinned[4] == at(2, 2));
	RETURNS(cudaErrorInvalidPitchValue, cudaMemcpy2DFromArrayAsync(pinned, 4, first, 0, 0, 8, 2, cudaMemcpyDeviceToHost, stream));
	INVALID(cudaMemcpy2DFromArrayAsync(pinned, ROW, first, 4, 0, ROW, 1, cudaMemcpyDeviceToHost, stream));
	INVALID(cudaMemcpyFromArrayAsync(pinned, first, 0, 3, ROW + 4, cudaMemcpyDeviceToHost, stream));
	INVALID(cudaMemcpyToArrayAsync(first, 0, 3, pinned, ROW + 4, cudaMemcpyHostToDevice, stream));
	RETURNS(cudaErrorInvalidResourceHandle, cudaMemcpy2DFromArrayAsync(pinned, ROW, NULL, 0, 0, ROW, 1, cudaMemcpyDeviceToHost, stream));
	RETURNS(cudaErrorInvalidResourceHandle, cudaMemcpyFromArrayAsync(pinned, NULL, 0, 0, ROW, cudaMemcpyDeviceToHost, stream));
	RETURNS(cudaErrorInvalidResourceHandle, cudaMemcpyToArrayAsync(NULL, 0, 0, pinned, ROW, cudaMemcpyHostToDevice, stream));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyToArrayAsync(first, 0, 0, pinned, ROW, cudaMemcpyDeviceToHost, stream));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromArrayAsync(pinned, first, 0, 0, ROW, cudaMemcpyHostToDevice, stream));
	RETURNS(cudaErrorInvalidMemcpyDirection, cudaMemcpy2DToArray(first, 0, 0, pinned, ROW, ROW, 1, cudaMemcpyDeviceToHost));
	SUCCEEDS(cudaMemcpy2DToArray(NULL, 0, 0, pinned, ROW, 0, 0, cudaMemcpyHostToDevice)); // nothing
	SUCCEEDS(cudaFreeHost(pinned));
}

// Boxes, with both sides on the one device that there is for sure.
static void peers(void)
{
	struct cudaPitchedPtr box;
	struct cudaMemcpy3DPeerParms copy = { 0 };
	begin();
	SUCCEEDS(cudaMalloc3D(&box, make_cudaExtent(ROW, HEIGHT, 2)));
	SUCCEEDS(cudaMemset3D(box, 0, make_cudaExtent(ROW, HEIGHT, 2)));
	copy.srcArray = first;
	copy.srcPos = make_cudaPos(2, 1, 0); // in elements of the array, as that of the pointer
	copy.dstPtr = box;
	copy.dstPos = make_cudaPos(1, 0, 1);
	copy.extent = make_cudaExtent(3, 2, 1);
	SUCCEEDS(cudaMemcpy3DPeer(&copy));
	char *slice = (char *)box.ptr + box.pitch * HEIGHT;
	SUCCEEDS(cudaMemcpy2D(seen, ROW, slice, box.pitch, ROW, HEIGHT, cudaMemcpyDeviceToHost));
	CHECK(seen[0] == 0 && seen[1] == at(2, 1));
	CHECK(seen[3] == at(4, 1) && seen[4] == 0 && seen[WIDTH + 1] == at(2, 2) && seen[2 * WIDTH + 1] == 0);
	copy = (struct cudaMemcpy3DPeerParms){ .srcPtr = box, .srcPos = { 1, 0, 1 }, .dstArray = second, .dstPos = { 5, 3, 0 },
		                               .extent = { 2, 1, 1 } };
	SUCCEEDS(cudaMemcpy3DPeerAsync(&copy, stream));
	SUCCEEDS(cudaStreamSynchronize(stream));
	look(second);
	CHECK(seen[3 * WIDTH + 4] == 0 && seen[3 * WIDTH + 5] == at(2, 1) && seen[3 * WIDTH + 6] == at(3, 1) && seen[3 * WIDTH + 7] == 0);
	copy.extent.width = 4;
	INVALID(cudaMemcpy3DPeer(&copy));
	INVALID(cudaMemcpy3DPeerAsync(&copy, stream));
	copy.extent.width = 1;
	copy.dstDevice = 99;
	RETURNS(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&copy));
	RETURNS(cudaErrorInvalidDevice, cudaMemcpy3DPeerAsync(&copy, stream));
	copy.dstDevice = 0;
	copy.srcPtr.ptr = NULL;
	INVALID(cudaMemcpy3DPeer(&copy));
	INVALID(cudaMemcpy3DPeer(NULL));
	INVALID(cudaMemcpy3DPeerAsync(NULL, stream));
	SUCCEEDS(cudaFree(box.ptr));
}

int main(void)
{
	struct cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindSigned);
	SUCCEEDS(cudaMallocArray(&first, &format, WIDTH, HEIGHT, 0));
	SUCCEEDS(cudaMallocArray(&second, &format, WIDTH, HEIGHT, 0));
	SUCCEEDS(cudaStreamCreate(&stream));
	between_arrays();
	in_streams();
	peers();
	SUCCEEDS(cudaStreamDestroy(stream));
	SUCCEEDS(cudaFreeArray(first));
	SUCCEEDS(cudaFreeArray(second));
	return unit_finish();
}
