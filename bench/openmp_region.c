// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The peer of launch.cu: a parallel region that does nothing, by gcc's OpenMP.
void openmp_empty_region(int threads);

void openmp_empty_region(int threads)
{
#pragma omp parallel num_threads(threads)
	__asm__ volatile("");
}
