// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// EXPECT: ^anywarp: error: runtime: cudaGraphCreate: graphs and stream capture are not supported$
// EXPECT: ^anywarp: error: driver: cuGraphCreate: graphs and stream capture are not supported$
//
// What isn't offered names itself and returns "not supported".
#include <cuda.h>

#include "../support/api_test.h"

int main(void)
{
	cudaGraph_t graph = NULL;
	RETURNS(cudaErrorNotSupported, cudaGraphCreate(&graph, 0));
	CHECK_EQUAL(cuGraphCreate((CUgraph *)&graph, 0), CUDA_ERROR_NOT_SUPPORTED);
	CHECK(graph == NULL);
	return unit_finish();
}
