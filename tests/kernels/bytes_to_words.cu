// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers put together from bytes, in both orders, at any address and by some threads only, and what looks like it: bytes that are
// written in between, that are missing, or that lie elsewhere.
#include "kernel_test.h"

#include <stdint.h>

enum { BYTES = 4096, RESULTS = 12 };

__host__ __device__ static uint32_t little(const uint8_t *p)
{
	return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

__host__ __device__ static uint64_t little_long(const uint8_t *p, uint32_t block)
{
	uint64_t word = 0;
	for (uint32_t n = 0; n < 8; n++)
		word |= (uint64_t)p[8 * block + n] << (n * 8);
	return word;
}

__host__ __device__ static uint64_t big_long(const uint8_t *p)
{
	uint64_t word = 0;
	for (int n = 0; n < 8; n++)
		word = word << 8 | p[n];
	return word;
}

// All of RESULTS numbers of thread I; BYTES may be changed where the thread's own are.
__host__ __device__ static void results(uint8_t *bytes, uint8_t *own, int i, uint64_t *out)
{
	const uint8_t *p = bytes + i * 3 % 1000; // misaligned, and shared with others
	const int j = i % 100 * 4;
	out[0] = little(p);
	out[1] = (uint32_t)bytes[j] << 24 | (uint32_t)bytes[j + 1] << 16 | (uint32_t)bytes[j + 2] << 8 | (uint32_t)bytes[j + 3];
	out[2] = little_long(p, i % 7);
	out[3] = big_long(p);
	out[4] = p[0] | p[1] << 8;
	out[5] = (uint16_t)(p[1] | p[0] << 8);
	out[6] = p[0] | p[1] << 8 | p[2] << 16;                     // three
	out[7] = p[0] | p[2] << 8 | p[1] << 16 | (uint64_t)p[3] << 24; // in neither order
	out[8] = (uint64_t)little(p) << 13 | 5;                     // a part of more
	own[0] = (uint8_t)i;
	own[1] = 1;
	uint32_t low = own[0] | own[1] << 8;
	own[2] = (uint8_t)(i >> 3);
	own[3] = 200;
	out[9] = low | own[2] << 16 | (uint32_t)own[3] << 24;
	uint32_t first = own[0];
	own[1] = 77; // what was loaded before this can't be loaded behind it
	own[0] = 3;
	out[10] = first | own[1] << 8;
	out[11] = i % 3 == 1 ? little(p + i % 5) : i % 3 == 2 ? big_long(p + 1) : 0;
}

__global__ void put_together(uint8_t *bytes, uint8_t *own, uint64_t *out, int count)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		results(bytes, own + 4 * i, i, out + RESULTS * i);
}

// Words of two halves, and of bytes in shared memory and in an array of the thread's own.
__global__ void others(const uint16_t *halves, uint32_t *out)
{
	__shared__ uint8_t shared[1024 + 4];
	uint8_t own[8];
	int i = thread_rank();
	shared[i] = (uint8_t)(i * 7);
	for (int k = i; k < 4; k += block_volume())
		shared[block_volume() + k] = 9;
	for (int k = 0; k < 8; k++)
		own[k] = (uint8_t)(i + k);
	__syncthreads();
	out[3 * i] = halves[i] | (uint32_t)halves[i + 1] << 16;
	out[3 * i + 1] = little(shared + i);
	out[3 * i + 2] = little(own + (i & 3));
}

static uint8_t byte_of(int i)
{
	return (uint8_t)(i * 37 ^ i >> 3);
}

int main(void)
{
	uint8_t host[BYTES];
	for (int i = 0; i < BYTES; i++)
		host[i] = byte_of(i);
	for (int count : { 1, 100, 256, 1000 }) {
		Buffer<uint8_t> bytes(BYTES), own(4 * count);
		Buffer<uint64_t> out(RESULTS * count);
		bytes.fill(byte_of);
		put_together<<<(count + 127) / 128, 128>>>(bytes.device, own.device, out.device, count);
		out.expect([&](int i) {
			uint64_t wanted[RESULTS];
			uint8_t scratch[4];
			results(host, scratch, i / RESULTS, wanted);
			return wanted[i % RESULTS];
		});
	}
	for (dim3 block : shapes) {
		Buffer<uint16_t> halves(size_of(block) + 1);
		Buffer<uint32_t> out(3 * size_of(block));
		halves.fill([](int i) { return (uint16_t)(i * 1001); });
		others<<<1, block>>>(halves.device, out.device);
		out.expect([&](int at) {
			int i = at / 3;
			auto shared = [&](int k) { return k < size_of(block) ? (uint8_t)(k * 7) : (uint8_t)9; };
			uint8_t of_shared[] = { shared(i), shared(i + 1), shared(i + 2), shared(i + 3) }, of_own[8];
			for (int k = 0; k < 8; k++)
				of_own[k] = (uint8_t)(i + k);
			if (at % 3 == 0)
				return (uint16_t)(i * 1001) | (uint32_t)(uint16_t)((i + 1) * 1001) << 16;
			return little(at % 3 == 1 ? of_shared : of_own + (i & 3));
		});
	}
	return unit_finish();
}
