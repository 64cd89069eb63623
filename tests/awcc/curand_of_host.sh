#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sources that are the host compiler's draw numbers by the functions of kernels.
. "$ROOT/tests/awcc/support/check.sh"
cat >draw.cpp <<'END'
#include <curand_kernel.h>
#include <cstdio>
int main()
{
	curandState_t state;
	curand_init(5, 0, 0, &state);
	unsigned bits = curand(&state);
	float uniform = curand_uniform(&state), normal = curand_normal(&state);
	printf("%u %.6f %.4f\n", bits, uniform, normal);
}
END
g++ -Wall -Wextra -Werror -I"$ROOT/include" draw.cpp -o draw || wrong "g++"
shows '^1388865699 0.269726 0.9005$' ./draw
finish
