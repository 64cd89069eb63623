// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs that kernels of graphs launch (CUDA C++ Programming Guide, "Device Graph Launch").
#ifndef AW_RUNTIME_CORE_GRAPH_LAUNCH_H
#define AW_RUNTIME_CORE_GRAPH_LAUNCH_H

#include "graph_exec.h"

// What an executable graph needs whose kernels launch graphs.
struct aw_graph_launcher;

aw_status aw_core_graph_launcher_create(struct CUgraphExec_st *exec, struct aw_context *context, struct aw_graph_launcher **launcher);
// Work in streams that uses it keeps it.
void aw_core_graph_launcher_release(struct aw_graph_launcher *launcher);

// For the kernels of the graph.
struct aw_graph_run *aw_core_graph_launcher_run(struct aw_graph_launcher *launcher);
// Behind the graph's own work in STREAM: what its kernels have launched, and what follows from that.
aw_status aw_core_graph_launcher_finish(struct aw_graph_launcher *launcher, struct CUstream_st *stream);

// Whether devices may launch GRAPH, which is about to be instantiated with FLAGS; if not, why, and the node that can't be.
aw_status aw_core_graph_check_device(cudaGraph_t graph, unsigned long long flags, cudaGraphInstantiateResult *result,
                                     cudaGraphNode_t *node);

#endif
