// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs as text in Graphviz's language ("The DOT Language", graphviz.org): a box for each node, and a frame
// for the body of each child graph and conditional node.
#include <stdio.h>

#include "graph.h"
#include "memory_ops.h"

static const char *type_name(enum cudaGraphNodeType type)
{
	static const char *const names[] = {
		[cudaGraphNodeTypeKernel] = "KERNEL",
		[cudaGraphNodeTypeMemcpy] = "MEMCPY",
		[cudaGraphNodeTypeMemset] = "MEMSET",
		[cudaGraphNodeTypeHost] = "HOST",
		[cudaGraphNodeTypeGraph] = "GRAPH",
		[cudaGraphNodeTypeEmpty] = "EMPTY",
		[cudaGraphNodeTypeWaitEvent] = "EVENT_WAIT",
		[cudaGraphNodeTypeEventRecord] = "EVENT_RECORD",
		[cudaGraphNodeTypeExtSemaphoreSignal] = "EXT_SEMAS_SIGNAL",
		[cudaGraphNodeTypeExtSemaphoreWait] = "EXT_SEMAS_WAIT",
		[cudaGraphNodeTypeMemAlloc] = "MEM_ALLOC",
		[cudaGraphNodeTypeMemFree] = "MEM_FREE",
		[AW_GRAPH_NODE_MEMORY_OPS] = "BATCH_MEM_OP",
		[cudaGraphNodeTypeConditional] = "CONDITIONAL",
	};
	return names[type];
}

static void print_kernel(FILE *file, const struct aw_work *work)
{
	const struct cudaKernelNodeParamsV2 *params = &work->params.kernel;
	fprintf(file, "\\n%s\\n\\<\\<\\<(%u,%u,%u),(%u,%u,%u),%u\\>\\>\\>", work->kernel ? work->kernel->name : "?",
	        params->gridDim.x, params->gridDim.y, params->gridDim.z, params->blockDim.x, params->blockDim.y,
	        params->blockDim.z, params->sharedMemBytes);
}

static void print_copy(FILE *file, const struct cudaMemcpy3DParms *copy)
{
	fprintf(file, "\\n%p to %p\\n%zu x %zu x %zu bytes", copy->srcPtr.ptr, copy->dstPtr.ptr, copy->extent.width,
	        copy->extent.height, copy->extent.depth);
}

static bool asked(unsigned flags, unsigned flag)
{
	return flags & (cudaGraphDebugDotFlagsVerbose | flag);
}

static void print_details(FILE *file, const struct aw_work *work, unsigned flags)
{
	const struct cudaGraphNodeParams *params = &work->params;
	switch (params->type) {
	case cudaGraphNodeTypeKernel: print_kernel(file, work); break; // a kernel's name is always of use
	case cudaGraphNodeTypeMemcpy:
		if (asked(flags, cudaGraphDebugDotFlagsMemcpyNodeParams))
			print_copy(file, &params->memcpy.copyParams);
		break;
	case cudaGraphNodeTypeMemset:
		if (asked(flags, cudaGraphDebugDotFlagsMemsetNodeParams))
			fprintf(file, "\\n%p = %u\\n%zu x %zu of %u bytes", params->memset.dst, params->memset.value,
			        params->memset.width, params->memset.height, params->memset.elementSize);
		break;
	case cudaGraphNodeTypeHost:
		if (asked(flags, cudaGraphDebugDotFlagsHostNodeParams))
			fprintf(file, "\\n%p(%p)", (void *)(uintptr_t)params->host.fn, params->host.userData);
		break;
	case cudaGraphNodeTypeWaitEvent:
	case cudaGraphNodeTypeEventRecord:
		if (asked(flags, cudaGraphDebugDotFlagsEventNodeParams))
			fprintf(file, "\\n%p", (void *)params->eventWait.event);
		break;
	default: break;
	}
}

static void print_nodes(FILE *file, cudaGraph_t graph, unsigned flags)
{
	for (size_t i = 0; i < graph->nodes.count; i++) {
		cudaGraphNode_t node = graph->nodes.items[i];
		unsigned long long id = node->id;
		fprintf(file, "\"n%llu\" [shape=\"%s\" label=\"%zu\\n%s", id,
		        node->work.params.type == cudaGraphNodeTypeKernel ? "octagon" : "rectangle", i,
		        type_name(node->work.params.type));
		if (asked(flags, cudaGraphDebugDotFlagsHandles))
			fprintf(file, "\\n%p", (void *)node);
		print_details(file, &node->work, flags);
		fprintf(file, "\"];\n");
		for (size_t k = 0; k < node->work.bodies.count; k++) {
			fprintf(file, "subgraph \"cluster_n%llu_%zu\" {\nlabel=\"%zu: body %zu\";\n", id, k, i, k);
			print_nodes(file, node->work.bodies.items[k], flags);
			fprintf(file, "}\n");
		}
		for (size_t k = 0; k < node->after.count; k++)
			fprintf(file, "\"n%llu\" -> \"n%llu\";\n",
			        (unsigned long long)node->after.items[k].node->id, id);
	}
}

aw_status aw_core_graph_print(cudaGraph_t graph, const char *path, unsigned flags)
{
	aw_status status = path ? aw_core_graph_find(graph) : AW_INVALID_VALUE;
	if (status != AW_OK)
		return status;
	FILE *file = fopen(path, "w");
	if (!file)
		return AW_OPERATING_SYSTEM;
	fprintf(file, "digraph dot {\ncompound=true;\n");
	print_nodes(file, graph, flags);
	fprintf(file, "}\n");
	return fclose(file) ? AW_OPERATING_SYSTEM : AW_OK;
}
