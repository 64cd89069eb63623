// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel nodes that device code changes (CUDA Runtime API, cudaLaunchAttributeDeviceUpdatableKernelNode).  Programs make a node of a graph
// such a one and get a handle; it stands for the copy of the node in the one executable graph that may be made of the graph.  What is
// to be launched is known only when what comes before has ended, so a host function in the node's place looks then.
#ifndef AW_RUNTIME_CORE_GRAPH_UPDATE_H
#define AW_RUNTIME_CORE_GRAPH_UPDATE_H

#include "graph.h"

aw_status aw_core_updatable_create(cudaGraphDeviceNode_t *made);
void aw_core_updatable_retain(cudaGraphDeviceNode_t handle);
void aw_core_updatable_release(cudaGraphDeviceNode_t handle);

// From now on HANDLE means NODE of an executable graph; AW_NOT_SUPPORTED when it means another.
aw_status aw_core_updatable_attach(cudaGraphDeviceNode_t handle, cudaGraphNode_t node);
void aw_core_updatable_detach(cudaGraphDeviceNode_t handle, const struct CUgraphNode_st *node);
// The device is about to close.
void aw_core_updatable_drop(cudaGraphDeviceNode_t handle);

// Launches into STREAM what the node will then be.
aw_status aw_core_updatable_submit(cudaGraphDeviceNode_t handle, struct CUstream_st *stream, struct aw_graph_run *graph);

// For kernels: makes one change.  AW_INVALID_VALUE.
aw_status aw_core_updatable_apply(const struct cudaGraphKernelNodeUpdate *update);

#endif
