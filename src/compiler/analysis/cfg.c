// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow graphs of LLVM functions, with blocks numbered in reverse post-order: every block
// comes after those that dominate it, and forward edges lead to higher numbers.
#include "cfg.h"

#include <assert.h>
#include <stdio.h>

#include "../../base/vec.h"

typedef AW_VEC(struct aw_edge) edge_vec;

static void add_edges(edge_vec *edges, const struct aw_map *numbers, LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
	assert(end && "a block without terminator");
	unsigned successors = LLVMGetNumSuccessors(end);
	uint32_t from = (uint32_t)(uintptr_t)aw_map_get(numbers, block) - 1;
	for (unsigned i = 0; i < successors; i++) {
		void *number = aw_map_get(numbers, LLVMGetSuccessor(end, i));
		assert(number && "an edge out of the graph");
		aw_need(aw_vec_push(edges, (struct aw_edge){ from, (uint32_t)(uintptr_t)number - 1 }));
	}
}

// Makes the graph of the COUNT blocks; all that a block leads to are among them.
static void connect(struct aw_digraph *graph, LLVMBasicBlockRef *blocks, uint32_t count,
                    struct aw_map *numbers)
{
	edge_vec edges = { 0 };
	for (uint32_t i = 0; i < count; i++)
		aw_need(aw_map_put(numbers, blocks[i], (void *)(uintptr_t)(i + 1)));
	for (uint32_t i = 0; i < count; i++)
		add_edges(&edges, numbers, blocks[i]);
	aw_digraph_init(graph, count, edges.items, (uint32_t)edges.count);
	aw_vec_finish(&edges);
}

void aw_cfg_init(struct aw_cfg *cfg, LLVMValueRef function)
{
	uint32_t all = LLVMCountBasicBlocks(function);
	assert(all > 0 && "a declaration has no control flow");
	*cfg = (struct aw_cfg){ .function = function };

	// First the graph in the order of the text, to find the numbers by.
	LLVMBasicBlockRef *text_order = AW_NEED_ARRAY(LLVMBasicBlockRef, all);
	LLVMGetBasicBlocks(function, text_order);
	struct aw_digraph graph;
	struct aw_map numbers = { 0 };
	connect(&graph, text_order, all, &numbers);
	uint32_t *order = AW_NEED_ARRAY(uint32_t, all);
	cfg->count = aw_digraph_reverse_postorder(&graph, 0, order);

	cfg->blocks = AW_NEED_ARRAY(LLVMBasicBlockRef, cfg->count);
	for (uint32_t i = 0; i < cfg->count; i++)
		cfg->blocks[i] = text_order[order[i]];
	assert(cfg->count > 0 && cfg->blocks[0] == LLVMGetEntryBasicBlock(function));
	connect(&cfg->graph, cfg->blocks, cfg->count, &cfg->numbers);

	aw_digraph_finish(&graph);
	aw_map_finish(&numbers);
	free(text_order);
	free(order);
}

void aw_cfg_finish(struct aw_cfg *cfg)
{
	aw_digraph_finish(&cfg->graph);
	aw_map_finish(&cfg->numbers);
	free(cfg->blocks);
	*cfg = (struct aw_cfg){ 0 };
}

uint32_t aw_cfg_number(const struct aw_cfg *cfg, LLVMBasicBlockRef block)
{
	return (uint32_t)(uintptr_t)aw_map_get(&cfg->numbers, block) - 1;
}

bool aw_cfg_returns(const struct aw_cfg *cfg, uint32_t block)
{
	assert(block < cfg->count);
	return LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(cfg->blocks[block])) == LLVMRet;
}

const char *aw_cfg_name(const struct aw_cfg *cfg, uint32_t block)
{
	static _Thread_local char number[16];
	if (block >= cfg->count)
		return "exit";
	const char *name = LLVMGetBasicBlockName(cfg->blocks[block]);
	if (name[0])
		return name;
	snprintf(number, sizeof(number), "%%%u", block);
	return number;
}

void aw_cfg_print(const struct aw_cfg *cfg, struct aw_str *text)
{
	for (uint32_t block = 0; block < cfg->count; block++) {
		aw_str_format(text, "%u %s", block, aw_cfg_name(cfg, block));
		const char *sign = " ->";
		AW_FOR_SUCCESSORS(&cfg->graph, block, next) {
			aw_str_format(text, "%s %u", sign, *next);
			sign = "";
		}
		sign = " <-";
		AW_FOR_PREDECESSORS(&cfg->graph, block, previous) {
			aw_str_format(text, "%s %u", sign, *previous);
			sign = "";
		}
		aw_str_add(text, "\n");
	}
}
