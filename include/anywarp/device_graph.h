/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What device code says to the graph that runs it (CUDA C++ Programming Guide, "Conditional Graph Nodes").
 */
#ifndef AW_DEVICE_GRAPH_H
#define AW_DEVICE_GRAPH_H

#if defined(__cplusplus) && (defined(__CUDACC__) || defined(__CUDA__))

/* Sets the value that the conditional node of HANDLE reads: a word in memory that the host and every device
 * reach at the address that the handle is. */
static __device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
	*(volatile unsigned int *)handle = value;
	__threadfence_system();
}

#endif

#endif
