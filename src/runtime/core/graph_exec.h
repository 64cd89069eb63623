// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executable graphs.
#ifndef AW_RUNTIME_CORE_GRAPH_EXEC_H
#define AW_RUNTIME_CORE_GRAPH_EXEC_H

#include "graph.h"

struct aw_graph_plan;
struct aw_graph_launcher;

struct CUgraphExec_st {
	struct aw_handle handle;
	cudaGraph_t graph;      // its own
	cudaGraph_t source;     // that it was made of, perhaps gone
	uint64_t source_id;
	unsigned long long flags;
	pthread_mutex_t lock;   // a launch
	struct aw_graph_plan *plan;
	cudaEvent_t last;       // the end of the last launch
	bool replayed;          // which was a replay
	bool changed;           // since it
	unsigned unchanged;     // launches since the last change
	bool uploaded;          // for launches by devices
	_Atomic bool pending;   // such a launch
	bool launches;          // its kernels launch graphs
	struct aw_graph_launcher *launcher; // NULL: they don't, nor do devices launch it
};

aw_status aw_core_graph_exec_find(cudaGraphExec_t handle);
// RESULT and its node are set on failure too; either may be NULL.
aw_status aw_core_graph_exec_create(cudaGraph_t graph, unsigned long long flags,
                                    cudaGraphInstantiateParams *result, cudaGraphExec_t *exec);
aw_status aw_core_graph_exec_destroy(cudaGraphExec_t exec);
aw_status aw_core_graph_exec_launch(cudaGraphExec_t exec, cudaStream_t stream);
aw_status aw_core_graph_exec_upload(cudaGraphExec_t exec, cudaStream_t stream);

// Changes of the node of EXEC that stands for NODE of the graph it was made of.
aw_status aw_core_graph_exec_set(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const struct aw_work_request *request);
aw_status aw_core_graph_exec_enable(cudaGraphExec_t exec, cudaGraphNode_t node, bool enabled);
aw_status aw_core_graph_exec_enabled(cudaGraphExec_t exec, cudaGraphNode_t node, bool *enabled);
aw_status aw_core_graph_exec_update(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info);

// --- for the context ---

void aw_core_graph_exec_drop_all(struct aw_context *context);

// --- plans (graph_plan.c) ---

aw_status aw_core_graph_plan_create(cudaGraph_t graph, struct aw_graph_plan **plan);
// Has the device keep all of PLAN's work where it can (struct aw_record_ops); later runs, until FORGET, are replays.  A plan that has
// work of several devices, or such as only a stream itself does, stays as it is.
void aw_core_graph_plan_record(struct aw_graph_plan *plan);
void aw_core_graph_plan_forget(struct aw_graph_plan *plan);
// Whether a run on CONTEXT is a replay; the device does these one after another.
bool aw_core_graph_plan_replays(const struct aw_graph_plan *plan, const struct aw_context *context);
// Whether CONTEXT does any of it.
bool aw_core_graph_plan_uses(const struct aw_graph_plan *plan, const struct aw_context *context);
void aw_core_graph_plan_destroy(struct aw_graph_plan *plan);
// Gives all of PLAN's work to STREAM and streams of its own, all of which STREAM waits for at the end.
aw_status aw_core_graph_plan_run(struct aw_graph_plan *plan, struct CUstream_st *stream);
// Where a kernel of it launches graphs; NULL: none does.
struct aw_context *aw_core_graph_plan_launches(const struct aw_graph_plan *plan);
// Gives GRAPH to the kernels of later runs.
void aw_core_graph_plan_attach(struct aw_graph_plan *plan, struct aw_graph_run *graph);
// Gives all of the work to STREAM, of a plan without conditional nodes on the stream's device.
aw_status aw_core_graph_plan_run_in_line(struct aw_graph_plan *plan, struct CUstream_st *stream, struct aw_graph_run *graph);

#endif
