// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the skins of graphs of both interfaces share.
#ifndef AW_RUNTIME_API_GRAPH_SKIN_H
#define AW_RUNTIME_API_GRAPH_SKIN_H

#include "../core/graph_exec.h"

// Whether an edge is another than one without data.
bool aw_api_graph_has_data(const cudaGraphEdgeData *data);

// Lists of a graph's edges and of a node's neighbours: what it follows, or (BEFORE) what follows it.
aw_status aw_api_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                             cudaGraphEdgeData *data, size_t *count);
aw_status aw_api_graph_neighbours(cudaGraphNode_t node, cudaGraphNode_t *nodes, cudaGraphEdgeData *data,
                                  size_t *count, bool before);

// Adds a node and sets the outputs in PARAMS.
aw_status aw_api_graph_add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after,
                           const cudaGraphEdgeData *data, size_t count, struct cudaGraphNodeParams *params);

// The parameters of NODE, which must be of TYPE.
aw_status aw_api_graph_params(cudaGraphNode_t node, enum cudaGraphNodeType type,
                              struct cudaGraphNodeParams *params);
// Sets those of NODE, of a graph or (EXEC not NULL) of an executable one.
aw_status aw_api_graph_set(cudaGraphExec_t exec, cudaGraphNode_t node, bool of_exec,
                           const struct cudaGraphNodeParams *params);

// An attribute of a kernel node.
aw_status aw_api_graph_get_attribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                     cudaLaunchAttributeValue *value);
aw_status aw_api_graph_set_attribute(cudaGraphNode_t node, cudaLaunchAttributeID id,
                                     const cudaLaunchAttributeValue *value);
aw_status aw_api_graph_copy_attributes(cudaGraphNode_t to, cudaGraphNode_t from);

#endif
