// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inline PTX: loads and stores of all spaces and widths, shared addresses of 32 bits, atomics, asynchronous
// copies, conversions, special registers and warp operations.
// FLAGS: -arch=sm_80
#include "kernels/kernel_test.h"

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 shared_address(const void *pointer)
{
	u64 address;
	asm("cvta.to.shared.u64 %0, %1;" : "=l"(address) : "l"(pointer));
	return (u32)address;
}

// Through shared memory by 32-bit addresses, with an offset, volatile and as vectors.
__global__ void through_shared(const u32 *in, u32 *out)
{
	__shared__ __align__(16) u32 tile[64 * 4];
	u32 i = threadIdx.x, address = shared_address(&tile[4 * i]), a, b, c, d;
	asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in + 4 * i));
	asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(address), "r"(b), "r"(a) : "memory");
	asm volatile("st.volatile.shared.u32 [%0+8], %1;" ::"r"(address), "r"(c) : "memory");
	asm volatile("st.shared.u32 [%0+%2], %1;" ::"r"(address), "r"(d), "n"(12) : "memory");
	asm volatile("bar.sync 0;" ::: "memory");
	address = shared_address(&tile[4 * (63 - i)]);
	asm volatile("ld.shared.u32 %0, [%1+4];" : "=r"(a) : "r"(address));
	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(b) : "r"(address));
	asm volatile("ld.shared.v2.b32 {%0, %1}, [%2+8];" : "=r"(c), "=r"(d) : "r"(address));
	asm volatile("st.global.wt.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(out + 4 * i), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
}

// Bytes and halves fill their registers by sign or zeros.
__global__ void narrow(const unsigned char *in, int *out)
{
	int i = threadIdx.x, s8, u8;
	short s16;
	asm("ld.global.nc.s8 %0, [%1];" : "=r"(s8) : "l"(in + i));
	asm("ld.u8 %0, [%1];" : "=r"(u8) : "l"(in + i));
	asm("ld.s8 %0, [%1];" : "=h"(s16) : "l"(in + i));
	out[i] = s8 == (signed char)in[i] && u8 == in[i] && s16 == s8;
	asm volatile("st.global.u8 [%0], %1;" ::"l"(out + i), "r"(out[i] + 0x100) : "memory");
}

// Async copies: whole, and with the rest filled by zeros.
__global__ void copy(const int *in, int *out)
{
	__shared__ __align__(16) int tile[128 * 4];
	int i = threadIdx.x;
	u32 address = shared_address(tile + 4 * i), bytes = i % 2 ? 16 : 8;
	asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], %2, %3;"
	             ::"r"(address), "l"(in + 4 * i), "n"(16), "r"(bytes) : "memory");
	asm volatile("cp.async.commit_group;\n" ::: "memory");
	asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
	__syncthreads();
	for (int j = 0; j < 4; j++)
		out[4 * i + j] = tile[4 * i + j];
}

__global__ void atomics(u32 *word, u64 *wide, float *real)
{
	u32 old;
	asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(word), "r"(2) : "memory");
	asm volatile("red.release.gpu.global.max.u64 [%0], %1;" ::"l"(wide), "l"((u64)threadIdx.x << 33) : "memory");
	asm volatile("red.global.add.f32 [%0], %1;" ::"l"(real), "f"(0.5f) : "memory");
	asm volatile("atom.relaxed.gpu.inc.u32 %0, [%1], 99;" : "=r"(old) : "l"(word + 1) : "memory");
	asm volatile("{ .reg .pred p; .reg .b32 t; LOOP: ld.acquire.gpu.u32 t, [%1]; add.u32 %0, t, 3;\n"
	             "atom.cas.b32 %0, [%1], t, %0; setp.ne.u32 p, %0, t; @p bra LOOP; }"
	             : "=&r"(old) : "l"(word + 2) : "memory");
}

__global__ void conversions(const float *in, float *out)
{
	float x = in[threadIdx.x], y, z;
	unsigned short half;
	u32 pair;
	asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
	asm("cvt.f32.f16 %0, %1;" : "=f"(y) : "h"(half));
	asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(x), "f"(1.0f));
	asm("{ .reg .b16 l, h; mov.b32 {l, h}, %1; cvt.f32.bf16 %0, h; }" : "=f"(z) : "r"(pair));
	out[threadIdx.x] = fabsf(y - x) <= fabsf(x) / 1024 && fabsf(z - x) <= fabsf(x) / 256 ? y : NAN;
}

// Each is rounded once: by way of float the last bit would be another.
__global__ void fused(const unsigned short *in, unsigned short *out)
{
	unsigned short a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5];
	u32 pair;
	asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(out[0]) : "h"(a), "h"(b), "h"(c));
	asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(out[1]) : "h"(d), "h"(e), "h"(f));
	asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(pair) : "r"(a | a << 16), "r"((u32)b), "r"(c | c << 16));
	out[2] = pair;
	out[3] = pair >> 16;
}

// Special registers and what a warp does together.
__global__ void warps(u32 *out)
{
	u32 lane, ballot, moved, sum, all, place;
	asm("mov.u32 %0, %%laneid;" : "=r"(lane));
	asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 5; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(ballot) : "r"(lane));
	asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %1, 1, 31, -1; @!p mov.u32 %0, 77; }" : "=r"(moved) : "r"(lane));
	asm volatile("redux.sync.add.u32 %0, %1, -1;" : "=r"(sum) : "r"(lane));
	asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, 9, -1; }" : "=r"(all));
	asm("{ .reg .u32 w<2>; mov.u32 %0, %%ctaid.x; mov.u32 w0, %%ntid.x; mov.u32 w1, %%tid.x; mad.lo.u32 %0, %0, w0, w1; }" : "=&r"(place));
	bool good = ballot == 31 && moved == (lane == 31 ? 77 : lane + 1) && sum == 496 && all == ~0u;
	out[place] = good ? lane : 1000;
}

__global__ void barrier_counts(u32 *out)
{
	u32 count;
	asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40; barrier.red.popc.u32 %0, 0, p; }" : "=r"(count) : "r"(threadIdx.x));
	out[threadIdx.x] = count;
}

int main()
{
	Buffer<u32> in(256), out(256);
	in.fill([](int i) { return (u32)i * 2654435761u; });
	through_shared<<<1, 64>>>(in.device, out.device);
	out.expect([](int i) { return (u32)(4 * (63 - i / 4) + i % 4) * 2654435761u; });

	Buffer<unsigned char> bytes(256);
	Buffer<int> flags(256), quads(512), copies(512);
	bytes.fill([](int i) { return (unsigned char)i; });
	narrow<<<1, 256>>>(bytes.device, flags.device);
	flags.expect([](int) { return 1; });

	quads.fill([](int i) { return i + 1; });
	copy<<<1, 128>>>(quads.device, copies.device);
	copies.expect([](int i) { return i / 4 % 2 == 0 && i % 4 > 1 ? 0 : i + 1; });

	Buffer<u32> words(3, 0);
	Buffer<u64> wide(1, 0);
	Buffer<float> real(1, 0), floats(64), converted(64);
	atomics<<<4, 256>>>(words.device, wide.device, real.device);
	words.expect([](int i) { return i == 0 ? 2048u : i == 1 ? 24u : 3072u; });
	wide.expect([](int) { return 255ull << 33; });
	real.expect([](int) { return 512.f; });

	floats.fill([](int i) { return (float)(i - 32) / 8; });
	conversions<<<1, 64>>>(floats.device, converted.device);
	converted.expect([](int i) { return (float)(i - 32) / 8; });

	static const unsigned short numbers[] = { 0x0cc6, 0x3eb4, 0x3f03, 0x3ea4, 0x3d10, 0x0012 };
	static const unsigned short results[] = { 0x3f03, 0x3c39, 0x3f03, 0x3f03 };
	Buffer<unsigned short> factors(6), products(4);
	factors.fill([](int i) { return numbers[i]; });
	fused<<<1, 1>>>(factors.device, products.device);
	products.expect([](int i) { return results[i]; });

	Buffer<u32> lanes(192), counts(128);
	warps<<<3, 64>>>(lanes.device);
	lanes.expect([](int i) { return (u32)i % 32; });
	barrier_counts<<<1, 128>>>(counts.device);
	counts.expect([](int) { return 40u; });
	return unit_finish();
}
