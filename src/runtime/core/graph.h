// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs: nodes of work and the order among them (CUDA Runtime API, "Graph Management").
//
// A graph is a list of nodes in the order of their making.  An executable graph is a deep copy of one,
// whose nodes know by number which nodes they were copied from, with a plan of how they go to streams
// (graph_exec.h).  Both are objects that, as CUDA says, two threads must not use at the same time.
#ifndef AW_RUNTIME_CORE_GRAPH_H
#define AW_RUNTIME_CORE_GRAPH_H

#include <assert.h>

#include "handle.h"
#include "graph_work.h"

struct aw_graph_condition;

// The end of an edge at the node it comes from.
struct aw_graph_edge {
	cudaGraphNode_t node;
	cudaGraphEdgeData data;
};
typedef AW_VEC(struct aw_graph_edge) aw_graph_edges;

struct CUgraphNode_st {
	struct aw_handle handle;
	struct CUgraph_st *graph;
	uint64_t id;     // its own, never used again
	uint64_t origin; // of the node it is a copy of, or 0
	struct aw_work work;
	aw_graph_edges after;          // what it follows
	AW_VEC(cudaGraphNode_t) before; // what follows it
	bool disabled;                 // of an executable graph
	uint32_t mark;                 // scratch of one walk
};

struct aw_graph_object {
	cudaUserObject_t object;
	unsigned count;
};

struct CUgraph_st {
	struct aw_handle handle;
	AW_VEC(cudaGraphNode_t) nodes;
	AW_VEC(struct aw_graph_object) objects;
	AW_VEC(struct aw_graph_condition *) conditions;
	cudaGraphNode_t owner; // the node whose body it is
	uint64_t origin_id, id;
	bool executable;       // it belongs to a cudaGraphExec_t
	unsigned captures;     // that add to it now
	unsigned instances;    // executable graphs made of it that are alive
};

// A value that device code sets and a conditional node reads.
struct aw_graph_condition {
	unsigned users;
	struct aw_context *context;
	volatile uint32_t *value; // in page-locked memory; its address is the handle
	uint32_t first;
	bool assign_first; // at each launch
	bool taken;        // a node uses it
	uint64_t graph;    // the id of the graph that it was made for
};

// --- graphs ---

aw_status aw_core_graph_find(cudaGraph_t handle);
aw_status aw_core_graph_create(cudaGraph_t *graph);
aw_status aw_core_graph_destroy(cudaGraph_t graph);
// A copy of GRAPH; EXECUTABLE ones may copy what cudaGraphClone refuses.
aw_status aw_core_graph_clone(cudaGraph_t graph, bool executable, cudaGraph_t *clone);
// The node of CLONE that was copied from ORIGINAL.
aw_status aw_core_graph_find_in_clone(cudaGraphNode_t original, cudaGraph_t clone, cudaGraphNode_t *node);
// The same for the copy at any depth.
cudaGraphNode_t aw_core_graph_copy_of(cudaGraph_t clone, uint64_t original);
void aw_core_graph_release(cudaGraph_t graph);

// --- nodes ---

aw_status aw_core_graph_node_find(cudaGraphNode_t handle);
// Adds a node that does what REQUEST says behind COUNT nodes; outputs of its parameters (the address of
// an allocation, the bodies of a conditional) are found in node->work.
aw_status aw_core_graph_add(cudaGraph_t graph, const cudaGraphNode_t *after, const cudaGraphEdgeData *data,
                            size_t count, const struct aw_work_request *request, cudaGraphNode_t *node);
aw_status aw_core_graph_destroy_node(cudaGraphNode_t node);
// Takes NODE out of its graph, whatever it does.
void aw_core_graph_remove(cudaGraphNode_t node);
// Replaces what NODE does; its type stays.
aw_status aw_core_graph_set(cudaGraphNode_t node, const struct aw_work_request *request);

aw_status aw_core_graph_connect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                const cudaGraphEdgeData *data, size_t count);
aw_status aw_core_graph_disconnect(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                   const cudaGraphEdgeData *data, size_t count);

// The nodes of GRAPH in an order that respects all edges; AW_INVALID_VALUE when there is a cycle.
aw_status aw_core_graph_sort(cudaGraph_t graph, cudaGraphNode_t *order);

// Writes GRAPH to PATH in Graphviz's language.
aw_status aw_core_graph_print(cudaGraph_t graph, const char *path, unsigned flags);

// The graph that NODE, of type cudaGraphNodeTypeGraph, stands for.
static inline cudaGraph_t aw_core_graph_child(const struct CUgraphNode_st *node)
{
	assert(node->work.params.type == cudaGraphNodeTypeGraph && node->work.bodies.count == 1);
	return node->work.bodies.items[0];
}

// --- conditions ---

aw_status aw_core_graph_add_condition(cudaGraph_t graph, unsigned first, unsigned flags,
                                      cudaGraphConditionalHandle *handle);
struct aw_graph_condition *aw_core_graph_condition(cudaGraph_t graph, cudaGraphConditionalHandle handle);
void aw_core_graph_release_condition(struct aw_graph_condition *condition);

// --- user objects ---

aw_status aw_core_user_object_create(void *data, cudaHostFn_t destroy, unsigned count, unsigned flags,
                                     cudaUserObject_t *object);
aw_status aw_core_user_object_retain(cudaUserObject_t object, unsigned count);
aw_status aw_core_user_object_release(cudaUserObject_t object, unsigned count);
aw_status aw_core_graph_retain_object(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags);
aw_status aw_core_graph_release_object(cudaGraph_t graph, cudaUserObject_t object, unsigned count);

// --- for the context ---

// The kernels of CONTEXT are about to go: no node may use them.
void aw_core_graph_drop_all(struct aw_context *context);

#endif
