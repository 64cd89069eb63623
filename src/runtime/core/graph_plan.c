// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a graph goes to streams.  Child graphs are laid open, but for those that libraries gave to the driver, and the nodes get
// steps in an order that respects all edges.  Each step has a lane, a stream: that of a step it follows, if nothing has
// followed there yet, else one of its own, so branches may run at the same time.  Where an edge leads from one lane
// to another, the earlier step records an event and the later one waits for it.  Lane 0 is the stream of
// the launch; a graph without branches costs no events at all.
//
// Conditional nodes are decided by the host, which waits for what they follow, reads the value, and gives
// the body to the lane: devices are asked for nothing but what streams do.  A launch of a graph that has
// such nodes therefore returns when the last of them is decided.
//
// Where the device can record, a run on a stream of the plan's own is recorded once, with all its lanes, and launches replay that.  What
// nodes do for the host's books alone, allocations and their ends, is done beside each replay.  Copies from pageable memory wait for
// what they follow (copy.c), so graphs with such are launched piece by piece.
#include <assert.h>
#include <string.h>

#include "../../base/log.h"
#include "event.h"
#include "graph_exec.h"
#include "stream.h"

enum { LANES_MOST = 16, NONE = -1 };

typedef AW_VEC(unsigned) numbers;

struct step {
	cudaGraphNode_t node;
	unsigned lane;
	numbers after;    // all steps it follows
	cudaEvent_t done; // for those of other lanes that follow it
	AW_VEC(struct aw_graph_plan *) bodies; // of a conditional node
	const volatile uint32_t *value;        // its condition
};

struct lane {
	struct aw_context *context;
	struct CUstream_st *stream; // NULL: lane 0, while it is the stream of the launch
	int last;                   // the last step so far
	cudaEvent_t end;
	bool used;                  // in this run
};

struct aw_graph_plan {
	AW_VEC(struct step) steps;
	AW_VEC(struct lane) lanes;
	cudaEvent_t begin;
	struct aw_recording *recording; // NULL: none
	bool recording_now, tried;      // TRIED: since the plan changed
	unsigned next_lane; // when all lanes are taken
	struct aw_graph_run *graph; // for kernels that launch graphs
};

static bool push_all(numbers *to, const numbers *from)
{
	for (size_t i = 0; i < from->count; i++)
		if (!aw_vec_push(to, from->items[i]))
			return false;
	return true;
}

// --- making a plan ---

static int continue_lane(const struct aw_graph_plan *plan, const numbers *after, const struct aw_context *context)
{
	for (size_t i = 0; i < after->count; i++) {
		assert(after->items[i] < plan->steps.count);
		unsigned lane = plan->steps.items[after->items[i]].lane;
		assert(lane < plan->lanes.count);
		if (plan->lanes.items[lane].last == (int)after->items[i] && plan->lanes.items[lane].context == context)
			return (int)lane;
	}
	return NONE;
}

// A lane on which STEP waits for nothing that it doesn't follow anyway.
static int find_lane(const struct aw_graph_plan *plan, const numbers *after, const struct aw_context *context)
{
	int lane = continue_lane(plan, after, context);
	for (size_t i = 0; i < after->count && lane == NONE; i++)
		lane = continue_lane(plan, &plan->steps.items[after->items[i]].after, context);
	return lane;
}

static aw_status choose_lane(struct aw_graph_plan *plan, const numbers *after, struct aw_context *context,
                             unsigned *lane)
{
	int found = find_lane(plan, after, context);
	assert(context);
	for (unsigned i = 0; i < plan->lanes.count && found == NONE && plan->lanes.count >= LANES_MOST; i++) {
		unsigned index = plan->next_lane++ % plan->lanes.count;
		found = plan->lanes.items[index].context == context ? (int)index : NONE;
	}
	if (found != NONE) {
		*lane = (unsigned)found;
		return AW_OK;
	}
	struct lane made = { .context = context, .last = NONE };
	aw_status status = AW_OK;
	if (plan->lanes.count)
		status = aw_core_stream_create_lane(context, &made.stream);
	if (status != AW_OK)
		return status;
	*lane = (unsigned)plan->lanes.count;
	if (aw_vec_push(&plan->lanes, made))
		return AW_OK;
	if (made.stream)
		aw_core_stream_forget(made.stream, true);
	return AW_NO_MEMORY;
}

static aw_status make_event(struct aw_context *context, cudaEvent_t *event)
{
	return *event ? AW_OK : aw_core_event_create_in(context, cudaEventDisableTiming, event);
}

static aw_status make_bodies(struct step *step, cudaGraph_t top)
{
	const struct aw_work *work = &step->node->work;
	if (work->params.type != cudaGraphNodeTypeConditional)
		return AW_OK;
	struct aw_graph_condition *condition = aw_core_graph_condition(top, work->params.conditional.handle);
	if (!condition)
		return AW_INVALID_VALUE;
	step->value = condition->value;
	for (size_t i = 0; i < work->bodies.count; i++) {
		struct aw_graph_plan *body;
		aw_status status = aw_core_graph_plan_create(work->bodies.items[i], &body);
		if (status != AW_OK)
			return status;
		if (!aw_vec_push(&step->bodies, body)) {
			aw_core_graph_plan_destroy(body);
			return AW_NO_MEMORY;
		}
	}
	return AW_OK;
}

// The graph that has the conditions of all bodies in it.
static cudaGraph_t outermost(cudaGraph_t graph)
{
	while (graph->owner)
		graph = graph->owner->graph;
	return graph;
}

static aw_status add_step(struct aw_graph_plan *plan, cudaGraphNode_t node, const numbers *after, numbers *exits)
{
	struct step step = { .node = node };
	unsigned index = (unsigned)plan->steps.count;
	if (!push_all(&step.after, after) || !aw_vec_push(&plan->steps, step)) {
		aw_vec_finish(&step.after);
		return AW_NO_MEMORY;
	}
	struct step *made = &plan->steps.items[index];
	aw_status status = choose_lane(plan, after, node->work.context, &made->lane);
	if (status != AW_OK)
		return status;
	plan->lanes.items[made->lane].last = (int)index;
	for (size_t i = 0; i < after->count && status == AW_OK; i++) {
		struct step *before = &plan->steps.items[after->items[i]];
		if (before->lane != made->lane)
			status = make_event(plan->lanes.items[before->lane].context, &before->done);
	}
	if (status == AW_OK)
		status = make_bodies(made, outermost(node->graph));
	return status != AW_OK || aw_vec_push(exits, index) ? status : AW_NO_MEMORY;
}

static aw_status lay_open(struct aw_graph_plan *plan, cudaGraph_t graph, const numbers *entry, numbers *exits);

// Adds NODE behind the ENDS of what it follows, or behind ENTRY; EXITS: its own ends.
static aw_status add_node(struct aw_graph_plan *plan, cudaGraphNode_t node, const numbers *ends,
                          const numbers *entry, numbers *exits)
{
	numbers after = { 0 };
	aw_status status = AW_OK;
	for (size_t i = 0; i < node->after.count && status == AW_OK; i++) {
		const struct CUgraphNode_st *before = node->after.items[i].node;
		assert(before->graph == node->graph && before->mark < node->mark && "nodes come in an order that respects edges");
		status = push_all(&after, &ends[before->mark]) ? AW_OK : AW_NO_MEMORY;
	}
	if (!node->after.count && !push_all(&after, entry))
		status = AW_NO_MEMORY;
	if (status == AW_OK && node->work.params.type == cudaGraphNodeTypeGraph && !node->work.foreign)
		status = lay_open(plan, aw_core_graph_child(node), &after, exits);
	else if (status == AW_OK)
		status = add_step(plan, node, &after, exits);
	aw_vec_finish(&after);
	return status;
}

static aw_status lay_open(struct aw_graph_plan *plan, cudaGraph_t graph, const numbers *entry, numbers *exits)
{
	size_t count = graph->nodes.count;
	if (!count)
		return push_all(exits, entry) ? AW_OK : AW_NO_MEMORY;
	cudaGraphNode_t *order = malloc(count * sizeof(*order));
	numbers *ends = calloc(count, sizeof(*ends)); // by a node's place in the order
	aw_status status = order && ends ? aw_core_graph_sort(graph, order) : AW_NO_MEMORY;
	for (size_t i = 0; i < count && status == AW_OK; i++)
		order[i]->mark = (uint32_t)i;
	for (size_t i = 0; i < count && status == AW_OK; i++) {
		status = add_node(plan, order[i], ends, entry, &ends[i]);
		if (status == AW_OK && !order[i]->before.count && !push_all(exits, &ends[i]))
			status = AW_NO_MEMORY;
	}
	for (size_t i = 0; i < count && ends; i++)
		aw_vec_finish(&ends[i]);
	free(ends);
	free(order);
	return status;
}

aw_status aw_core_graph_plan_create(cudaGraph_t graph, struct aw_graph_plan **plan)
{
	numbers none = { 0 }, exits = { 0 };
	struct aw_graph_plan *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	aw_status status = lay_open(made, graph, &none, &exits);
	for (size_t i = 0; i < made->lanes.count && status == AW_OK && made->lanes.count > 1; i++)
		status = make_event(made->lanes.items[i].context, &made->lanes.items[i].end);
	aw_vec_finish(&exits);
	if (status != AW_OK) {
		aw_core_graph_plan_destroy(made);
		return status;
	}
	*plan = made;
	return AW_OK;
}

void aw_core_graph_plan_destroy(struct aw_graph_plan *plan)
{
	assert(!plan->recording_now);
	aw_core_graph_plan_forget(plan);
	for (size_t i = 0; i < plan->steps.count; i++) {
		struct step *step = &plan->steps.items[i];
		if (step->done)
			aw_core_event_destroy(step->done);
		aw_vec_finish(&step->after);
		for (size_t k = 0; k < step->bodies.count; k++)
			aw_core_graph_plan_destroy(step->bodies.items[k]);
		aw_vec_finish(&step->bodies);
	}
	aw_vec_finish(&plan->steps);
	for (size_t i = 0; i < plan->lanes.count; i++) {
		if (plan->lanes.items[i].stream)
			aw_core_stream_forget(plan->lanes.items[i].stream, true);
		if (plan->lanes.items[i].end)
			aw_core_event_destroy(plan->lanes.items[i].end);
	}
	aw_vec_finish(&plan->lanes);
	if (plan->begin)
		aw_core_event_destroy(plan->begin);
	free(plan);
}

bool aw_core_graph_plan_uses(const struct aw_graph_plan *plan, const struct aw_context *context)
{
	for (size_t i = 0; i < plan->lanes.count; i++)
		if (plan->lanes.items[i].context == context)
			return true;
	return false;
}

// --- running it ---

// The stream of LANE in a run on STREAM, which waits for the run's beginning when it is first used.
static aw_status enter_lane(struct aw_graph_plan *plan, struct lane *lane, struct CUstream_st *stream,
                            struct CUstream_st **found)
{
	bool own = lane != &plan->lanes.items[0] || stream->context != lane->context;
	aw_status status = AW_OK;
	*found = own ? lane->stream : stream;
	if (!own || lane->used)
		return AW_OK;
	if (!lane->stream) {
		status = aw_core_stream_create_lane(lane->context, &lane->stream);
		if (status == AW_OK)
			status = make_event(lane->context, &lane->end);
		*found = lane->stream;
	}
	if (status != AW_OK)
		return status;
	assert(lane->end && plan->begin && plan->begin->context == stream->context);
	lane->used = true;
	return aw_core_stream_wait_device(lane->stream, plan->begin);
}

static aw_status run_body(const struct step *step, struct CUstream_st *stream, bool *again)
{
	const struct cudaConditionalNodeParams *params = &step->node->work.params.conditional;
	aw_status status = stream->context->driver->stream->synchronize(stream->stream);
	uint32_t value = *step->value, body = 0;
	*again = false;
	if (status != AW_OK)
		return status;
	switch (params->type) {
	case cudaGraphCondTypeIf:
		body = value ? 0 : 1;
		break;
	case cudaGraphCondTypeWhile:
		*again = value != 0;
		body = value ? 0 : 1;
		break;
	default: body = value;
	}
	return body < step->bodies.count ? aw_core_graph_plan_run(step->bodies.items[body], stream) : AW_OK;
}

static bool is_bookkeeping(const struct aw_work *work)
{
	return work->params.type == cudaGraphNodeTypeMemAlloc || work->params.type == cudaGraphNodeTypeMemFree;
}

// What device code may enable is looked at later.
static bool is_left(const struct CUgraphNode_st *node)
{
	return node->disabled && !node->work.updatable;
}

static aw_status run_step(struct aw_graph_plan *plan, struct step *step, struct CUstream_st *stream)
{
	struct CUstream_st *own;
	aw_status status = enter_lane(plan, &plan->lanes.items[step->lane], stream, &own);
	assert(status != AW_OK || own->context == plan->lanes.items[step->lane].context);
	for (size_t i = 0; i < step->after.count && status == AW_OK; i++) {
		const struct step *before = &plan->steps.items[step->after.items[i]];
		assert(before < step && (before->lane == step->lane || before->done));
		if (before->lane != step->lane)
			status = aw_core_stream_wait_device(own, before->done);
	}
	bool again = step->bodies.count != 0 && !step->node->disabled;
	bool left = is_left(step->node) || (plan->recording_now && is_bookkeeping(&step->node->work));
	if (status == AW_OK && !again && !left)
		status = aw_core_work_submit(&step->node->work, own, plan->graph);
	while (again && status == AW_OK)
		status = run_body(step, own, &again);
	if (status == AW_OK && step->done)
		status = aw_core_event_record_device(step->done, own);
	return status;
}

bool aw_core_graph_plan_replays(const struct aw_graph_plan *plan, const struct aw_context *context)
{
	return plan->recording && plan->lanes.items[0].context == context;
}

static aw_status replay(struct aw_graph_plan *plan, struct CUstream_st *stream)
{
	aw_status status = AW_OK;
	assert(plan->recording && stream->context->driver->record);
	for (size_t i = 0; i < plan->steps.count && status == AW_OK; i++)
		if (is_bookkeeping(&plan->steps.items[i].node->work))
			status = aw_core_work_submit(&plan->steps.items[i].node->work, stream, NULL);
	return status == AW_OK ? stream->context->driver->record->replay(plan->recording, stream->stream) : status;
}

aw_status aw_core_graph_plan_run(struct aw_graph_plan *plan, struct CUstream_st *stream)
{
	aw_status status = AW_OK;
	if (!plan->steps.count)
		return AW_OK;
	if (aw_core_graph_plan_replays(plan, stream->context))
		return replay(plan, stream);
	if (plan->lanes.count > 1 || plan->lanes.items[0].context != stream->context) {
		if (plan->begin && plan->begin->context != stream->context) {
			aw_core_event_destroy(plan->begin);
			plan->begin = NULL;
		}
		status = make_event(stream->context, &plan->begin);
		if (status == AW_OK)
			status = aw_core_event_record_device(plan->begin, stream);
	}
	for (size_t i = 0; i < plan->lanes.count; i++)
		assert(!plan->lanes.items[i].used && "the run before has joined all lanes");
	for (size_t i = 0; i < plan->steps.count && status == AW_OK; i++)
		status = run_step(plan, &plan->steps.items[i], stream);
	for (size_t i = 0; i < plan->lanes.count; i++) {
		struct lane *lane = &plan->lanes.items[i];
		if (!lane->used)
			continue;
		lane->used = false;
		aw_status joined = aw_core_event_record_device(lane->end, lane->stream);
		if (joined == AW_OK)
			joined = aw_core_stream_wait_device(stream, lane->end);
		status = status == AW_OK ? joined : status;
	}
	return status;
}

// --- for kernels that launch graphs ---

struct aw_context *aw_core_graph_plan_launches(const struct aw_graph_plan *plan)
{
	struct aw_context *found = NULL;
	for (size_t i = 0; i < plan->steps.count && !found; i++) {
		const struct step *step = &plan->steps.items[i];
		const struct CUfunc_st *kernel = step->node->work.kernel;
		if (kernel && kernel->attributes.launches_graphs)
			found = kernel->context;
		for (size_t k = 0; k < step->bodies.count && !found; k++)
			found = aw_core_graph_plan_launches(step->bodies.items[k]);
	}
	return found;
}

void aw_core_graph_plan_attach(struct aw_graph_plan *plan, struct aw_graph_run *graph)
{
	plan->graph = graph;
	for (size_t i = 0; i < plan->steps.count; i++)
		for (size_t k = 0; k < plan->steps.items[i].bodies.count; k++)
			aw_core_graph_plan_attach(plan->steps.items[i].bodies.items[k], graph);
}

aw_status aw_core_graph_plan_run_in_line(struct aw_graph_plan *plan, struct CUstream_st *stream, struct aw_graph_run *graph)
{
	aw_status status = AW_OK;
	for (size_t i = 0; i < plan->steps.count && status == AW_OK; i++) {
		const struct step *step = &plan->steps.items[i];
		assert(!step->bodies.count && step->node->work.context == stream->context);
		if (!is_left(step->node))
			status = aw_core_work_submit(&step->node->work, stream, graph);
	}
	return status;
}

// --- recording it ---

// Events, semaphores and words in memory are seen from outside, where a recorded one would be another.
static bool is_recordable(const struct aw_work *work)
{
	switch (work->params.type) {
	case cudaGraphNodeTypeKernel:
	case cudaGraphNodeTypeMemcpy:
	case cudaGraphNodeTypeMemset:
	case cudaGraphNodeTypeHost:
	case cudaGraphNodeTypeGraph:
	case cudaGraphNodeTypeEmpty: return true;
	default: return is_bookkeeping(work);
	}
}

static bool all_recordable(const struct aw_graph_plan *plan)
{
	for (size_t i = 0; i < plan->lanes.count; i++)
		if (plan->lanes.items[i].context != plan->lanes.items[0].context)
			return false;
	for (size_t i = 0; i < plan->steps.count; i++)
		if (!is_recordable(&plan->steps.items[i].node->work))
			return false;
	return plan->steps.count != 0;
}

static aw_status record_on(struct aw_graph_plan *plan, struct CUstream_st *stream)
{
	const struct aw_record_ops *ops = stream->context->driver->record;
	assert(ops && !plan->recording && !plan->recording_now);
	aw_status status = ops->begin(stream->stream);
	if (status != AW_OK)
		return status;
	plan->recording_now = true;
	status = aw_core_graph_plan_run(plan, stream);
	plan->recording_now = false;
	aw_status ended = ops->end(stream->stream, &plan->recording);
	if (status != AW_OK && ended == AW_OK) {
		ops->destroy(plan->recording);
		plan->recording = NULL;
	}
	return status == AW_OK ? ended : status;
}

void aw_core_graph_plan_record(struct aw_graph_plan *plan)
{
	struct CUstream_st *stream;
	if (plan->tried || !all_recordable(plan) || !plan->lanes.items[0].context->driver->record ||
	    aw_core_stream_create_lane(plan->lanes.items[0].context, &stream) != AW_OK)
		return;
	enum { MOST = 3 };
	aw_status status = AW_NOT_READY;
	plan->tried = true;
	for (int i = 0; i < MOST && status == AW_NOT_READY; i++)
		status = record_on(plan, stream);
	if (status != AW_OK)
		aw_info("core", "a graph is launched piece by piece: %s", aw_status_text(status));
	aw_core_stream_forget(stream, true);
}

void aw_core_graph_plan_forget(struct aw_graph_plan *plan)
{
	if (plan->recording)
		plan->lanes.items[0].context->driver->record->destroy(plan->recording);
	plan->recording = NULL;
	plan->tried = false;
}
