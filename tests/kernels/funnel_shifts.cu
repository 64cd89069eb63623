// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Funnel shifts, as functions and as inline PTX, by constants and by what each thread has, beyond 32, too; rotations of 32 and 64 bits.
#include "kernels/kernel_test.h"

typedef unsigned u32;
typedef unsigned long long u64;

static const int ways = 14;

__device__ u32 shf(u32 low, u32 high, u32 by, bool left, bool wrap)
{
	u32 r;
	if (left && wrap)
		asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by));
	else if (left)
		asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by));
	else if (wrap)
		asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by));
	else
		asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(by));
	return r;
}

__global__ void all(const u32 *lows, const u32 *highs, const u32 *shifts, u64 *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
	if (i >= n)
		return;
	u32 low = lows[i], high = highs[i], by = shifts[i];
	u64 both = (u64)high << 32 | low;
	auto put = [&](u64 value) { out[k++ * n + i] = value; };
	put(__funnelshift_l(low, high, by));
	put(__funnelshift_r(low, high, by));
	put(__funnelshift_lc(low, high, by));
	put(__funnelshift_rc(low, high, by));
	put(shf(low, high, by, true, true));
	put(shf(low, high, by, false, true));
	put(shf(low, high, by, true, false));
	put(shf(low, high, by, false, false));
	put(__funnelshift_l(low, high, 37));
	put(__funnelshift_rc(low, high, 32));
	put(__funnelshift_r(low, low, 7));
	put(__funnelshift_l(low, low, by));
	put(both >> 19 | both << 45);
	put(both << (by & 63) | both >> (-by & 63));
}

static u32 shifted(u32 low, u32 high, u32 by, bool left)
{
	unsigned __int128 both = (u64)high << 32 | low;
	return (u32)(left ? both << by >> 32 : both >> by);
}

static u64 expected(int way, u32 low, u32 high, u32 by)
{
	u64 both = (u64)high << 32 | low;
	u32 wrapped = by & 31, clamped = by < 32 ? by : 32;
	switch (way) {
	case 0: case 4: return shifted(low, high, wrapped, true);
	case 1: case 5: return shifted(low, high, wrapped, false);
	case 2: case 6: return shifted(low, high, clamped, true);
	case 3: case 7: return shifted(low, high, clamped, false);
	case 8: return shifted(low, high, 5, true);
	case 9: return high;
	case 10: return shifted(low, low, 7, false);
	case 11: return shifted(low, low, wrapped, true);
	case 12: return both >> 19 | both << 45;
	default: return both << (by & 63) | both >> (-by & 63);
	}
}

int main()
{
	const int n = 32 * 72 + 5; // all shifts below 64, and some far beyond
	Buffer<u32> lows(n), highs(n), shifts(n);
	auto low = [](int i) { return (u32)i * 2654435761u ^ 0x5bd1e995; };
	auto high = [](int i) { return (u32)i * 2246822519u + 77; };
	auto by = [](int i) { return i % 72 < 64 ? (u32)i % 72 : 0x80000000u + (u32)i; };
	lows.fill(low);
	highs.fill(high);
	shifts.fill(by);
	for (int block : { 32, 64, 100 }) {
		Buffer<u64> out(n * ways);
		all<<<(n + block - 1) / block, block>>>(lows.device, highs.device, shifts.device, out.device, n);
		out.expect([&](int i) { return expected(i / n, low(i % n), high(i % n), by(i % n)); });
	}
	return unit_finish();
}
