// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations that nodes of graphs make and free.  The address is fixed when the node is made; the memory
// behind it is kept as long as a graph or an executable graph can make the allocation again.
#ifndef AW_RUNTIME_CORE_GRAPH_MEMORY_H
#define AW_RUNTIME_CORE_GRAPH_MEMORY_H

#include "context.h"
#include "range.h"

struct aw_graph_memory {
	unsigned users; // nodes that name it, and the program while the allocation is alive
	struct aw_context *context;
	void *address;
	size_t size;
	bool alive; // allocated by a launch and not freed since
	bool placed; // in a graph: its own node is there
};

// Errors: AW_NO_MEMORY, AW_INVALID_VALUE for properties that no graph can have.
aw_status aw_core_graph_memory_create(struct cudaMemAllocNodeParamsV2 *params, struct aw_graph_memory **memory);
void aw_core_graph_memory_retain(struct aw_graph_memory *memory);
void aw_core_graph_memory_release(struct aw_graph_memory *memory);
// The allocation that begins at ADDRESS; NULL.
struct aw_graph_memory *aw_core_graph_memory_find(const void *address);

// A launch allocates or frees it.
void aw_core_graph_memory_begin(struct aw_graph_memory *memory);
void aw_core_graph_memory_end(struct aw_graph_memory *memory);
// cudaFree and cudaFreeAsync: AW_INVALID_VALUE when it isn't alive.
aw_status aw_core_graph_memory_free(struct aw_graph_memory *memory);

aw_status aw_core_graph_memory_get(int ordinal, enum cudaGraphMemAttributeType attribute, void *value);
aw_status aw_core_graph_memory_set(int ordinal, enum cudaGraphMemAttributeType attribute, const void *value);
aw_status aw_core_graph_memory_trim(int ordinal);

#endif
