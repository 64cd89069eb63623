// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Columns of tiles in shared memory, of which each row of threads reads the same (simd/early_loads.c, simd/gang_nest.c): they are gathered
// once for all rows where nothing else is written meanwhile, and each time where it is: by the thread itself to the tile, to another place
// of which nobody knows where it leads, or behind a barrier in a loop.  Of blocks with one gang in a row and several, of rows that end
// in a gang, and of so much code that what lanes do one by one is to be small.
#include "kernels/kernel_test.h"

static const int depth = 16, pitch = depth + 1, most = 64;

// Products of columns: LARGE has 16 results a thread.
template <int EACH>
__global__ void multiply(const int *a, const int *b, int *c, int turns)
{
	__shared__ int rows[EACH * 16][pitch], columns[EACH * most][pitch];
	int sums[EACH][EACH] = {}, x = threadIdx.x, y = threadIdx.y;
	for (int turn = 0; turn < turns; turn++) {
		for (int i = y; i < EACH * 16; i += blockDim.y)
			for (int k = x; k < depth; k += blockDim.x)
				rows[i][k] = a[(turn * EACH * 16 + i) * depth + k];
		for (int i = y; i < EACH * (int)blockDim.x; i += blockDim.y)
			for (int k = x; k < depth; k += blockDim.x)
				columns[i][k] = b[(turn * EACH * most + i) * depth + k];
		__syncthreads();
#pragma unroll
		for (int k = 0; k < depth; k++)
			for (int i = 0; i < EACH; i++)
				for (int j = 0; j < EACH; j++)
					sums[i][j] = __dp4a(rows[y + i * 16][k], columns[x + j * blockDim.x][k], sums[i][j]);
		__syncthreads();
	}
	for (int i = 0; i < EACH; i++)
		for (int j = 0; j < EACH; j++)
			c[((y + i * 16) * EACH + j) * blockDim.x + x] = sums[i][j];
}

static int dot(int a, int b)
{
	int sum = 0;
	for (int i = 0; i < 4; i++)
		sum += (signed char)(a >> 8 * i) * (signed char)(b >> 8 * i);
	return sum;
}

static int word(int i) { return (int)((unsigned)i * 2654435761u); }

template <int EACH>
static void try_product(int width, int height, int turns)
{
	int tall = EACH * 16;
	Buffer<int> a(turns * tall * depth), b(turns * EACH * most * depth), c(tall * EACH * width);
	a.fill(word);
	b.fill([](int i) { return word(i + 12345); });
	c.fill([](int) { return -1; });
	multiply<EACH><<<1, dim3(width, height)>>>(a.device, b.device, c.device, turns);
	c.expect([=](int at) {
		int x = at % width, j = at / width % EACH, row = at / width / EACH, sum = 0;
		if (row % 16 >= height)
			return -1;
		for (int turn = 0; turn < turns; turn++)
			for (int k = 0; k < depth; k++)
				sum += dot(word((turn * tall + row) * depth + k), word((turn * EACH * most + x + j * width) * depth + k + 12345));
		return sum;
	});
}

// What a thread reads of the tile, and what is written in between, as WAY says.
template <int WAY>
__global__ void sum_columns(int *out, int *where, int turns)
{
	__shared__ int tile[most * pitch];
	int x = threadIdx.x, y = threadIdx.y, sum = 0, rank = y * blockDim.x + x;
	for (int i = rank; i < most * pitch; i += blockDim.x * blockDim.y)
		tile[i] = i;
	__syncthreads();
	if (WAY == 0) { // nothing
		for (int k = 0; k < depth; k++)
			sum += tile[x * pitch + k] * (y + k);
	} else if (WAY == 1) { // the tile, each thread its own place
		for (int k = 0; k < turns; k++) {
			sum += tile[(y * blockDim.x + x) * 3 + 1] * 3 + k;
			tile[(y * blockDim.x + x) * 3 + 1] = sum & 1023;
		}
	} else if (WAY == 2) { // memory that may be anywhere, and is the one that is read
		int *own = where + rank * 3;
		for (int k = 0; k < turns; k++) {
			sum += where[rank * 3] + tile[x * pitch + 2];
			*own = sum & 1023;
		}
	} else if (WAY == 4) { // one place that some read
		tile[4 * pitch + turns - 4] = 7;
		for (int k = 1; k < 5; k++)
			sum += tile[x * x % 61 * pitch + k] * k;
		sum += y;
	} else { // behind barriers
		for (int k = 0; k < turns; k++) {
			sum += tile[x * pitch + 1] + tile[x * pitch + 3] * y;
			__syncthreads();
			if (y == 0)
				tile[x * pitch + 1] += k + 1;
			__syncthreads();
		}
	}
	out[rank] = sum;
}

static int column_sum(int way, int x, int y, int width, int turns)
{
	int sum = 0, rank = y * width + x, own = way == 1 ? rank * 3 + 1 : rank * 3 * 2, first = x * pitch + 1;
	for (int k = 0; k < depth && way == 0; k++)
		sum += (x * pitch + k) * (y + k);
	for (int k = 0; k < turns && way == 1; k++) {
		sum += own * 3 + k;
		own = sum & 1023;
	}
	for (int k = 0; k < turns && way == 2; k++) {
		sum += own + x * pitch + 2;
		own = sum & 1023;
	}
	if (way == 4)
		for (int k = 1; k < 5; k++)
			sum += (x * x % 61 == 4 && turns - 4 == k ? 7 : x * x % 61 * pitch + k) * k;
	if (way == 4)
		sum += y;
	for (int k = 0; k < turns && way == 3; k++) {
		sum += first + (x * pitch + 3) * y;
		first += k + 1;
	}
	return sum;
}

template <int WAY>
static void try_columns(int width, int height, int turns)
{
	Buffer<int> out(width * height), where(width * height * 3);
	where.fill([](int i) { return i * 2; });
	sum_columns<WAY><<<1, dim3(width, height)>>>(out.device, where.device, turns);
	out.expect([=](int i) { return column_sum(WAY, i % width, i / width, width, turns); });
}

int main()
{
	const int widths[] = { 16, 32, 48, 64, 8, 20 };
	for (int width : widths)
		for (int height : { 1, 4, 5 }) {
			try_product<1>(width, height, 3);
			try_product<4>(width, height, 2);
			try_columns<0>(width, height, 0);
			try_columns<1>(width, height, 5);
			try_columns<2>(width, height, 5);
			try_columns<3>(width, height, 4);
			try_columns<4>(width, height, 5);
			try_columns<4>(width, height, 6);
		}
	try_product<4>(16, 16, 3);
	try_product<2>(16, 16, 3);
	return unit_finish();
}
