// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads whose lanes choose among few places that are the same for all gangs (gang_choices.c): columns and rows that a parameter leads to,
// of which the places that no thread asks for aren't there; under conditions, across barriers between which the numbers change, behind
// a thread's own stores, and in loops.
//
// ENV: ANYWARP_BOUNDS=error
#include "kernels/kernel_test.h"

static const int grid = 3, pitch = 200, present = 11; // of 16 numbers, the highest of which are asked for by nobody

__host__ __device__ static inline unsigned key_of(int i)
{
	unsigned key = (unsigned)i * 2654435761u >> 7;
	return (key & ~15u) | (key % present == 4 ? 5 : key % present);
}

__device__ static inline int index()
{
	return (int)blockIdx.x * block_volume() + thread_rank();
}

__global__ void column(const unsigned *keys, int stride, const int *places, int *out)
{
	int i = index(), digit = keys[i] & 15;
	out[i] = places[digit * stride + blockIdx.x] + i;
}

__global__ void shifted_column(const unsigned *keys, int shift, int stride, const int *places, int *out)
{
	__shared__ int order[1024];
	int i = index(), rank = thread_rank();
	unsigned key = keys[i];
	order[block_volume() - 1 - rank] = rank;
	__syncthreads();
	int digit = key >> shift & 15;
	out[i] = places[digit * stride + blockIdx.x] + order[rank];
}

__global__ void row(const unsigned *keys, const float *table, float *out)
{
	int i = index();
	out[i] = 2 * table[keys[i] & 15];
}

__global__ void some(const unsigned *keys, int stride, const int *places, int *out)
{
	int i = index(), result = -i;
	if (keys[i] & 64)
		result = places[(keys[i] & 15) * (unsigned)pitch + blockIdx.x];
	out[i] = result;
}

// Of two columns, by lanes that differ, one read by nobody in most gangs.
__global__ void two(const unsigned *keys, int stride, const int *places, int *out)
{
	int i = index(), a = keys[i] & 15, result = places[a * stride + blockIdx.x];
	if (i % 37 == 5 && (a ^ 1) < present)
		result -= 3 * places[(a ^ 1) * stride + 2 - blockIdx.x];
	out[i] = result;
}

__global__ void changing(const unsigned *keys, int stride, int *places, int *out)
{
	int i = index(), digit = keys[i] & 15;
	int before = places[digit * stride + blockIdx.x];
	__syncthreads();
	for (int k = thread_rank(); k < present; k += block_volume())
		places[k * stride + blockIdx.x] += 7 * k;
	__syncthreads();
	out[i] = before * 1000 + places[digit * stride + blockIdx.x];
}

// The last threads read what they wrote themselves; what the others read is left open.
__global__ void own(const unsigned *order, const unsigned *again, int stride, int *places, int *out)
{
	__shared__ int ranks[1024];
	int rank = thread_rank(), last = block_volume() - 8;
	ranks[block_volume() - 1 - rank] = rank;
	__syncthreads();
	int place = (order[rank] & 7) * stride + (int)blockIdx.x, number = ranks[rank];
	if (rank >= last)
		places[place] = 1000 + number;
	int found = places[(again[rank] & 7) * stride + blockIdx.x];
	out[index()] = rank >= last ? found : 0;
}

__global__ void turns(const unsigned *keys, int count, int stride, const int *places, int *out)
{
	int i = index(), digit = keys[i] & 15, sum = 0;
	for (int k = 0; k < count; k++)
		sum = sum * 3 + places[digit * stride + k];
	out[i] = sum;
}

// The same with the sum going to memory in each turn.
__global__ void stored_turns(const unsigned *keys, int count, int stride, const int *places, int *out)
{
	int i = index(), digit = keys[i] & 15;
	out[i] = 0;
	for (int k = 0; k < count; k++)
		out[i] = out[i] * 3 + places[digit * stride + k];
}

int main()
{
	static int numbers[present * pitch]; // behind which the memory ends
	for (int i = 0; i < present * pitch; i++)
		numbers[i] = i * i % 1009 + 11;
	auto place = [&](int i, int block) { return numbers[(key_of(i) & 15) * pitch + block]; };
	for (dim3 block : shapes) {
		int threads = size_of(block), count = grid * threads;
		Buffer<unsigned> keys(count);
		Buffer<int> places(present * pitch), out(count);
		Buffer<float> table(present), floats(count);
		keys.fill([](int i) { return key_of(i); });
		places.fill([&](int i) { return numbers[i]; });
		table.fill([](int i) { return 0.5f * i - 1; });
		column<<<grid, block>>>(keys.device, pitch, places.device, out.device);
		out.expect([&](int i) { return place(i, i / threads) + i; });
		shifted_column<<<grid, block>>>(keys.device, 0, pitch, places.device, out.device);
		out.expect([&](int i) { return place(i, i / threads) + threads - 1 - i % threads; });
		row<<<grid, block>>>(keys.device, table.device, floats.device);
		floats.expect([&](int i) { return 2 * (0.5f * (key_of(i) & 15) - 1); });
		some<<<grid, block>>>(keys.device, pitch, places.device, out.device);
		out.expect([&](int i) { return key_of(i) & 64 ? place(i, i / threads) : -i; });
		two<<<grid, block>>>(keys.device, pitch, places.device, out.device);
		out.expect([&](int i) {
			int other = (key_of(i) & 15) ^ 1;
			return place(i, i / threads) - (i % 37 == 5 && other < present ? 3 * numbers[other * pitch + 2 - i / threads] : 0);
		});
		turns<<<grid, block>>>(keys.device, grid, pitch, places.device, out.device);
		auto sum = [&](int i) { return (place(i, 0) * 3 + place(i, 1)) * 3 + place(i, 2); };
		out.expect(sum);
		stored_turns<<<grid, block>>>(keys.device, grid, pitch, places.device, out.device);
		out.expect(sum);
		keys.fill([](int i) { return 13u * i; });
		own<<<grid, block>>>(keys.device, keys.device, pitch, places.device, out.device);
		out.expect([&](int i) { return i % threads >= threads - 8 ? 1000 + threads - 1 - i % threads : 0; });
		keys.fill([](int i) { return key_of(i); });
		places.fill([&](int i) { return numbers[i]; });
		changing<<<grid, block>>>(keys.device, pitch, places.device, out.device);
		out.expect([&](int i) { return place(i, i / threads) * 1001 + 7 * (int)(key_of(i) & 15); });
	}
	return unit_finish();
}
