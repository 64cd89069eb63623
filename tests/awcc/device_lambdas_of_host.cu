// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the host that call a lambda of the device where they are told to run there: they compile, and what is called does nothing
// and gives 0, as with nvcc.  Directly, in a lambda of the host, with `auto`, with a type given, in a macro's argument, on several lines.
// FLAGS: --extended-lambda -std=c++17
#include "unit/unit.h"

#define DEVICE __device__
#define GIVEN(x) x

template <class F> __global__ void run(F apply, int count)
{
	if (threadIdx.x < count)
		apply(threadIdx.x);
}

static int known;

template <class F> int each(bool on_host, int count, F apply)
{
	int sum = 0;
	known += __nv_is_extended_device_lambda_closure_type(F);
	if (on_host)
		for (int i = 0; i < count; i++)
			sum += apply(i);
	else
		run<<<1, 32>>>(apply, count);
	return sum;
}

template <class F> void each_inside(bool on_host, int count, F apply)
{
	auto all = [&](int start) {
		for (int i = start; i < count; i++)
			apply(i);
	};
	if (on_host)
		all(0);
	else
		run<<<1, 32>>>(apply, count);
}

template <class T> void fill(bool on_host, T *out, T value)
{
	each_inside(on_host, 8, [out, value] __device__(const int i) { out[i] += value; });
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 32 * sizeof(int));
	for (int host = 0; host < 2; host++) {
		int sum = each(host, 4, [=] __device__(int i) { out[i] = 10 + i; return __ffs(i); });
		sum += GIVEN(each(host, 8, [=] __device__(auto i) mutable { if (i > 3) { out[i] = 20 + i; } return 3; })) + 1;
		each_inside(host, 8, [=] DEVICE (int i) { int j[2] = { i, 8 }; out[j[0] + j[1]] = __float_as_int(0.0f) + i; });
		if (!host) {
			sum += each(host, 4, [=] __device__(int i) noexcept -> int { return out[16 + i] = i; });
			each(host, 4, [=]
				__device__(int i)
			{
				auto more = [=](int a) { return a + 1; };
				return out[20 + i] = more(i) + __LINE__;
			});
		}
		fill(host, out, 100);
		CHECK(!cudaDeviceSynchronize());
		CHECK_EQUAL(sum, 1);
	}
	for (int i = 0; i < 8; i++) {
		CHECK_EQUAL(out[i], (i < 4 ? 10 : 20) + i + 100);
		CHECK_EQUAL(out[8 + i], i);
	}
	for (int i = 0; i < 4; i++) {
		CHECK_EQUAL(out[16 + i], i);
		CHECK_EQUAL(out[20 + i], i + 1 + 62);
	}
	CHECK_EQUAL(known, 6);
	return unit_finish();
}
