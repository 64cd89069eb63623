// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Headers of C as gcc has them in C++, in a strict dialect: _Bool is a type, and noreturn no macro.
// FLAGS: -std=c++17
// EXPECT: ^1 0 1$
#include <cstdio>
#include <cstdlib>
#include <stdbool.h>
#include <stdnoreturn.h>

#ifdef noreturn
#error "a macro called noreturn"
#endif

[[noreturn]] static void leave(int code) { exit(code); }
__attribute__((noreturn)) static void succeed(void) { leave(0); }

struct state {
	_Bool initialized;
};

__global__ void turn(struct state *states) { states[threadIdx.x].initialized = !states[threadIdx.x].initialized; }

int main()
{
	struct state *states;
	cudaMallocManaged(&states, 3 * sizeof *states);
	for (int i = 0; i < 3; i++)
		states[i].initialized = i % 2;
	turn<<<1, 3>>>(states);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", states[0].initialized, states[1].initialized, states[2].initialized);
	succeed();
}
