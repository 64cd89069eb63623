#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Which kernels become gangs, by what --report says: with operations of a whole warp behind branches, or code behind several barriers.
. "$ROOT/tests/awcc/support/check.sh"
tests="$ROOT/tests/kernels"
report() { # of a file, which is compiled once
	[ -e "$1.report" ] || "$AWCC" -I"$ROOT/tests" -cubin "$tests/$1" -o out.cubin -Xanywarp --report,--cpu-arch=x86-64-v3 >"$1.report" 2>&1 || return
	cat "$1.report"
}

any='simd, width 32, blocks of any size' row='simd, width 32, blocks of one row'
for kernel in _Z4sumsPiii _Z4waysPiPKi _Z4leftPiiii; do
	shows "$kernel: $any" report parted_warps.cu
done
shows "_Z6groupsPiPKii: $row" report parted_warps.cu
whole='simd, width 32, blocks whose x is a multiple of it'
shows "_Z6halvesPiPKii: $whole" report parted_warps.cu
elsewhere='no simd: a warp operation of all lanes where some may wait elsewhere'
for kernel in _Z7shiftedPiPKi _Z6roundsPiPKi; do
	shows "$kernel: $elsewhere" report parted_warps.cu
done
shows "_Z4armsPi: $elsewhere" report shuffle_arms.cu

for kernel in _Z5skipsPiPKii _Z8searchesPiPKiS1_i; do
	shows "$kernel: simd, width 16, blocks of any size" report shared_tails.cu
done

# What is asked of the hardware is one value, wherever it is asked for.
shows "_Z8row_sumsPKiPii: simd, width 16, blocks of any size" report barrier_legal.cu

# All threads take a branch around a barrier alike, or the launch ends.
for kernel in _Z5loopsPKiPii _Z6nestedPKiPiii _Z7guardedPKiPii _Z5votesPKiPii; do
	shows "$kernel: simd, width 16, blocks of any size" report agreed_branches.cu
done

# Addresses of local variables that go anywhere are no reason to keep the variables of all gangs where none waits.
shows "_Z5alonePii: simd, width 16, blocks of any size" report local_pointers.cu
shows "_Z8togetherPi: simd, width 16, blocks of any size" report local_pointers.cu

# What a loop's end reads of shared memory is nothing to wait for where each turn comes by a barrier.
shows "_Z5pacedPiPKii: $any" report paced_loops.cu
shows "_Z6levelsPiPKiS1_i: $any" report paced_loops.cu
shows "_Z5waitsPi: no simd: a loop that waits for another thread" report paced_loops.cu

# Threads that count themselves in rows, by a number or by blockDim.x.
shows "_Z4tilePiPKji: $any whose x is 8 with z = 1" report counted_threads.cu
shows "_Z4tilePiPKji: no simd for other blocks: a warp operation of all lanes" report counted_threads.cu
shows "_Z4sumsILb0EEvPiPKi: $any with z = 1" report counted_threads.cu
shows "_Z4sumsILb1EEvPiPKi: $any, " report counted_threads.cu
shows "_Z5stepsPiPKi: $any whose x is 16 with z = 1" report counted_threads.cu

# Squares and cubes of 8 threads are whole gangs of 8.
for kernel in _Z7stencilPKfPfiiiii _Z7productPKiS0_Pii _Z5countPi; do
	shows "$kernel: simd, width 8, blocks whose x is a multiple of it" report half_gangs.cu
done

# What is called through a pointer that is known in the end is inlined.
shows "_Z9count_allPKiPiS1_i: $row" report known_pointers.cu
shows "_Z9by_choicePKiPii: no simd: a function that can't be inlined and waits" report known_pointers.cu

# Texels that are read in very many places are read by one function.
shows "_Z5cubesyPf: simd, width 16, blocks of any size" report many_texels.cu

# The reason why there are no gangs for some blocks alone says so.
cat >some.cu <<'END'
__global__ void some(int *p, int n)
{
	int sum = 0;
	for (int round = 0; round < n; round++)
		for (int i = threadIdx.x / 32; i < n; i += blockDim.x / 32)
			sum += __shfl_xor_sync(0xffffffffu, p[i * 32 + threadIdx.x % 32 + threadIdx.y], 1);
	p[threadIdx.x] = sum;
}
END
tests=$PWD
shows '_Z4somePii: simd, width 32, blocks whose x is a multiple of it' report some.cu
shows '_Z4somePii: no simd for other blocks: a warp operation of all lanes' report some.cu
finish
