// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What graphs hold beside nodes: user objects, which are counted, and the conditions of conditional nodes.
//
// A condition is a word of page-locked memory, which every device reaches at its host address; that
// address is the handle, so cudaGraphSetConditional is one store in device code.
#include <stdlib.h>

#include "graph.h"

struct CUuserObject_st {
	struct aw_handle handle;
	_Atomic unsigned count;
	void *data;
	cudaHostFn_t destroy;
};

static struct aw_handle_class objects = AW_HANDLE_CLASS(struct CUuserObject_st);

// --- user objects ---

aw_status aw_core_user_object_create(void *data, cudaHostFn_t destroy, unsigned count, unsigned flags,
                                     cudaUserObject_t *object)
{
	if (!object || !destroy || !count || count > INT32_MAX || flags != cudaUserObjectNoDestructorSync)
		return AW_INVALID_VALUE;
	struct CUuserObject_st *made = aw_core_handle_create(&objects);
	if (!made)
		return AW_NO_MEMORY;
	made->count = count;
	made->data = data;
	made->destroy = destroy;
	*object = made;
	return AW_OK;
}

static aw_status check_object(cudaUserObject_t object, unsigned count)
{
	bool right = count && count <= INT32_MAX && aw_core_handle_valid(&objects, object);
	return right ? AW_OK : AW_INVALID_VALUE;
}

aw_status aw_core_user_object_retain(cudaUserObject_t object, unsigned count)
{
	aw_status status = check_object(object, count);
	if (status == AW_OK)
		object->count += count;
	return status;
}

aw_status aw_core_user_object_release(cudaUserObject_t object, unsigned count)
{
	aw_status status = check_object(object, count);
	if (status != AW_OK)
		return status;
	if (object->count < count)
		return AW_INVALID_VALUE;
	if (object->count -= count)
		return AW_OK;
	object->destroy(object->data);
	aw_core_handle_destroy(&objects, object);
	return AW_OK;
}

static struct aw_graph_object *held(cudaGraph_t graph, cudaUserObject_t object)
{
	for (size_t i = 0; i < graph->objects.count; i++)
		if (graph->objects.items[i].object == object)
			return &graph->objects.items[i];
	return NULL;
}

aw_status aw_core_graph_retain_object(cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags)
{
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK)
		status = check_object(object, count);
	if (status == AW_OK && (flags & ~(unsigned)cudaGraphUserObjectMove))
		status = AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	struct aw_graph_object *known = held(graph, object);
	if (known)
		known->count += count;
	else if (!aw_vec_push(&graph->objects, (struct aw_graph_object){ object, count }))
		return AW_NO_MEMORY;
	return flags & cudaGraphUserObjectMove ? AW_OK : aw_core_user_object_retain(object, count);
}

aw_status aw_core_graph_release_object(cudaGraph_t graph, cudaUserObject_t object, unsigned count)
{
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK)
		status = check_object(object, count);
	if (status != AW_OK)
		return status;
	struct aw_graph_object *known = held(graph, object);
	if (!known || known->count < count)
		return AW_INVALID_VALUE;
	known->count -= count;
	if (!known->count)
		*known = graph->objects.items[--graph->objects.count];
	return aw_core_user_object_release(object, count);
}

// --- conditions ---

aw_status aw_core_graph_add_condition(cudaGraph_t graph, unsigned first, unsigned flags,
                                      cudaGraphConditionalHandle *handle)
{
	struct aw_context *context;
	void *value;
	aw_status status = aw_core_graph_find(graph);
	if (status == AW_OK && (!handle || (flags & ~(unsigned)cudaGraphCondAssignDefault)))
		status = AW_INVALID_VALUE;
	if (status == AW_OK)
		status = aw_core_context_current(&context);
	if (status != AW_OK)
		return status;
	struct aw_graph_condition *made = calloc(1, sizeof(*made));
	if (!made)
		return AW_NO_MEMORY;
	const struct aw_memory_ops *ops = context->driver->memory;
	status = ops->allocate(context->device, AW_MEMORY_HOST, 64, &value);
	if (status != AW_OK)
		goto free_made;
	*made = (struct aw_graph_condition){ .users = 1, .context = context, .value = value, .first = first,
		                             .assign_first = flags & cudaGraphCondAssignDefault,
		                             .graph = graph->id };
	*made->value = first;
	if (!aw_vec_push(&graph->conditions, made)) {
		status = AW_NO_MEMORY;
		goto release;
	}
	*handle = (uintptr_t)value;
	return AW_OK;

release:
	ops->release(context->device, AW_MEMORY_HOST, value);
free_made:
	free(made);
	return status;
}

struct aw_graph_condition *aw_core_graph_condition(cudaGraph_t graph, cudaGraphConditionalHandle handle)
{
	for (size_t i = 0; i < graph->conditions.count; i++)
		if ((uintptr_t)graph->conditions.items[i]->value == handle)
			return graph->conditions.items[i];
	return NULL;
}

void aw_core_graph_release_condition(struct aw_graph_condition *condition)
{
	if (--condition->users)
		return;
	struct aw_device *device = condition->context->device;
	if (device)
		condition->context->driver->memory->release(device, AW_MEMORY_HOST, (void *)condition->value);
	free(condition);
}
