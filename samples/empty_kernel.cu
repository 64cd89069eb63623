// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An empty kernel and a look at the error state: the check that an installation works.
#include "sample.h"

#include <string.h>

__global__ void nothing() {}

int main()
{
	nothing<<<1, 1>>>();
	const char *text = cudaGetErrorString(cudaGetLastError());
	printf("%s\n", text);
	CHECKED_LAUNCH();
	return sample_finish("empty kernel", strcmp(text, "no error") == 0);
}
