// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With --use_fast_math builtins on float are the approximations that their names stand for; those on double are not.
// FLAGS: -use_fast_math
#include "kernels/kernel_test.h"

__global__ void kernel(int *out, float start)
{
	float x = start + threadIdx.x * 0.375f, s, c, fast_s, fast_c;
	int same = __builtin_sinf(x) == __sinf(x) && __builtin_cosf(x) == __cosf(x) && __builtin_tanf(x) == __tanf(x);
	same &= __builtin_expf(x) == __expf(x) && __builtin_exp10f(x) == __exp10f(x) && __builtin_powf(x, 1.5f) == __powf(x, 1.5f);
	same &= __builtin_logf(x) == __logf(x) && __builtin_log2f(x) == __log2f(x) && __builtin_log10f(x) == __log10f(x);
	__builtin_sincosf(x, &s, &c);
	__sincosf(x, &fast_s, &fast_c);
	out[threadIdx.x] = same && s == fast_s && c == fast_c && __builtin_sin((double)x) == sin((double)x);
}

int main()
{
	Buffer<int> out(60);
	kernel<<<1, 60>>>(out.device, 0.25f);
	out.expect([](int) { return 1; });
	return unit_finish();
}
