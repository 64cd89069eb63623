// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Members of struct parameters that lanes choose, by a condition or by number: such a struct is in memory, also where all else of it is known
// to stay as it is.  Of all alignments, for gangs that are whole and for those that aren't, of pointers and of numbers.
#include "kernels/kernel_test.h"

template <int alignment>
struct alignas(alignment) choice {
	int *out;
	const int *which, *even, *odd;
	int add[4];
};

template <int alignment>
__global__ void choose(int n, choice<alignment> c)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		c.out[i] = (c.which[i] % 2 ? c.odd[i] : c.even[i]) + c.add[c.which[i] & 3];
}

template <int alignment>
__global__ void choose_by_number(choice<alignment> c, int n, int turns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int sum = 0;
	for (int k = 0; k < turns; k++)
		sum += (&c.even)[c.which[(i + k) % n] & 1][i] * c.add[k & 3];
	c.out[i] = sum;
}

static const int none = 7;

static int which(int i) { return i * 7 % 11; }
static int even(int i) { return 3 * i; }
static int odd(int i) { return -i; }

template <int alignment>
static void try_alignment()
{
	const int most = 1000;
	Buffer<int> out(most), w(most), e(most), o(most);
	w.fill(which);
	e.fill(even);
	o.fill(odd);
	choice<alignment> c = { out.device, w.device, e.device, o.device, { 5, 70, 900, 11000 } };
	for (int n : { most, 960, 77, 16, 3 })
		for (int block : { 256, 96, 33 }) {
			auto reset = [&] { out.fill([](int) { return none; }); };
			reset();
			choose<<<(most + block - 1) / block, block>>>(n, c);
			out.expect([&](int i) { return i < n ? (which(i) % 2 ? odd(i) : even(i)) + c.add[which(i) & 3] : none; });
			reset();
			choose_by_number<<<(most + block - 1) / block, block>>>(c, n, 6);
			out.expect([&](int i) {
				int sum = 0;
				for (int k = 0; k < 6; k++)
					sum += (which((i + k) % n) & 1 ? odd(i) : even(i)) * c.add[k & 3];
				return i < n ? sum : none;
			});
		}
}

int main()
{
	try_alignment<8>();
	try_alignment<16>();
	try_alignment<32>();
	try_alignment<64>();
	try_alignment<128>();
	return unit_finish();
}
