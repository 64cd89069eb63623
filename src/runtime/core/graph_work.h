// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One piece of work that can be kept and given to a stream again and again: what a node of a graph does.
// Everything its parameters point to is its own, so that a kernel's arguments are those of the time when
// the node was made (CUDA Programming Guide, "CUDA Graphs").
#ifndef AW_RUNTIME_CORE_GRAPH_WORK_H
#define AW_RUNTIME_CORE_GRAPH_WORK_H

#include "../../base/vec.h"
#include "context.h"
#include "module.h"

struct aw_graph_memory;

struct aw_work {
	struct cudaGraphNodeParams params; // the type and, as a program would ask for them, the parameters
	struct aw_context *context;        // that does it
	struct CUfunc_st *kernel;          // of a kernel
	char *storage; // that PARAMS points into
	size_t storage_size;
	AW_VEC(cudaLaunchAttribute) attributes; // of a kernel
	AW_VEC(cudaGraph_t) bodies;             // graphs of a child graph or conditional node, its own
	struct aw_graph_memory *memory;         // of an allocation, or the one that is freed
	struct aw_foreign_work *foreign;        // of a child graph that a library gave to the driver: it has no body
	cudaGraphDeviceNode_t updatable;        // of a kernel that device code may change (graph_update.h)
};

// What a caller says of the work to be made.
struct aw_work_request {
	const struct cudaGraphNodeParams *params;
	struct CUfunc_st *kernel;     // when the caller has it; else params->kernel.func names it
	struct aw_context *context;   // NULL: the current one
	bool captured;                // checked already by the function that was captured
	struct aw_foreign_work *foreign; // of a child graph: in place of a body
};

// Checks a request and makes the work.  Bodies of conditional nodes are not made here.
aw_status aw_core_work_make(const struct aw_work_request *request, struct aw_work *work);
// A deep copy; its bodies stay empty.
aw_status aw_core_work_copy(const struct aw_work *work, struct aw_work *copy);
void aw_core_work_finish(struct aw_work *work);
// For what takes OLD's place as another kernel node's: its attributes.
aw_status aw_core_work_inherit(struct aw_work *work, const struct aw_work *old);

// Gives WORK to STREAM; of the types that a stream can do by itself.  GRAPH, which may be NULL, is for kernels that launch graphs.
aw_status aw_core_work_submit(const struct aw_work *work, struct CUstream_st *stream, struct aw_graph_run *graph);

// A kernel, as it is now.
aw_status aw_core_work_launch(const struct aw_work *work, struct CUstream_st *stream, struct aw_graph_run *graph);
// Where the arguments of a kernel begin, and how many bytes they are; NULL: it has none.
char *aw_core_work_parameters(const struct aw_work *work, size_t *bytes);

// The cluster, cooperation and priority that ATTRIBUTES ask for go to LAUNCH.
aw_status aw_core_work_set_attribute(struct aw_work *work, const cudaLaunchAttribute *attribute);
void aw_core_work_get_attribute(const struct aw_work *work, cudaLaunchAttributeID id,
                                cudaLaunchAttributeValue *value);

#endif
