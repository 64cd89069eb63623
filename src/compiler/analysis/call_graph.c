// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call graph of a module, by direct calls.  A call through a pointer may reach every function
// whose address is taken; the edges leave that out, aw_call_graph_reach adds it.
#include "call_graph.h"

#include <assert.h>
#include <string.h>

#include "../../base/vec.h"

typedef AW_VEC(struct aw_edge) edge_vec;

// LLVM's own lists of globals to keep, and of kernels: no use of an address.  What stands in front of a function
// (simd_called.c) is one.
static bool is_bookkeeping(LLVMValueRef user)
{
	for (; user && LLVMIsAConstant(user) && !LLVMIsAFunction(user); user = LLVMGetUser(LLVMGetFirstUse(user))) {
		if (LLVMIsAGlobalVariable(user))
			return aw_starts_with(LLVMGetValueName(user), "llvm.");
		if (!LLVMGetFirstUse(user) || LLVMGetNextUse(LLVMGetFirstUse(user)))
			return false;
	}
	return false;
}

static bool is_address_taken(LLVMValueRef function)
{
	for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
		LLVMValueRef user = LLVMGetUser(use);
		if (is_bookkeeping(user))
			continue;
		if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
			return true;
		unsigned arguments = LLVMGetNumArgOperands(user);
		for (unsigned i = 0; i < arguments; i++)
			if (LLVMGetOperand(user, i) == function)
				return true;
	}
	return false;
}

static void add_calls(struct aw_call_graph *calls, uint32_t caller, edge_vec *edges)
{
	struct aw_call_node *node = &calls->nodes[caller];
	AW_FOR_BLOCKS(block, node->function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			if (!LLVMIsACallInst(instruction))
				continue;
			uint32_t callee = aw_call_graph_number(calls, LLVMGetCalledValue(instruction));
			if (callee != AW_NONE)
				aw_need(aw_vec_push(edges, (struct aw_edge){ caller, callee }));
			else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)))
				node->calls_pointers = true;
		}
	}
}

static bool calls_itself(const struct aw_digraph *graph, uint32_t node)
{
	AW_FOR_SUCCESSORS(graph, node, next)
		if (*next == node)
			return true;
	return false;
}

// Finds the rings of recursion, and with them the order from callees to callers.
static void find_recursion(struct aw_call_graph *calls)
{
	uint32_t *all = AW_NEED_ARRAY(uint32_t, calls->count);
	uint32_t *scratch = AW_NEED_ARRAY(uint32_t, calls->count);
	for (uint32_t i = 0; i < calls->count; i++)
		all[i] = i;
	struct aw_components rings;
	aw_components_init(&rings, &calls->graph, all, calls->count, scratch);
	assert(rings.count <= calls->count);
	for (uint32_t ring = 0; ring < rings.count; ring++) {
		for (uint32_t i = rings.start[ring]; i < rings.start[ring + 1]; i++) {
			struct aw_call_node *node = &calls->nodes[rings.nodes[i]];
			node->component = ring;
			node->recursive = rings.start[ring + 1] - rings.start[ring] > 1 ||
			                  calls_itself(&calls->graph, rings.nodes[i]);
			calls->bottom_up[calls->count - 1 - i] = rings.nodes[i];
		}
	}
	aw_components_finish(&rings);
	free(all);
	free(scratch);
}

void aw_call_graph_init(struct aw_call_graph *calls, LLVMModuleRef module)
{
	*calls = (struct aw_call_graph){ 0 };
	AW_FOR_FUNCTIONS(function, module)
		calls->count++;
	calls->nodes = AW_NEED_ARRAY(struct aw_call_node, calls->count);
	calls->bottom_up = AW_NEED_ARRAY(uint32_t, calls->count);

	uint32_t number = 0;
	AW_FOR_FUNCTIONS(function, module) {
		calls->nodes[number].function = function;
		calls->nodes[number].address_taken = is_address_taken(function);
		number++;
		aw_need(aw_map_put(&calls->numbers, function, (void *)(uintptr_t)number));
	}
	edge_vec edges = { 0 };
	for (uint32_t caller = 0; caller < calls->count; caller++)
		add_calls(calls, caller, &edges);
	aw_digraph_init(&calls->graph, calls->count, edges.items, (uint32_t)edges.count);
	aw_vec_finish(&edges);
	find_recursion(calls);
}

void aw_call_graph_finish(struct aw_call_graph *calls)
{
	free(calls->nodes);
	free(calls->bottom_up);
	aw_digraph_finish(&calls->graph);
	aw_map_finish(&calls->numbers);
	*calls = (struct aw_call_graph){ 0 };
}

uint32_t aw_call_graph_number(const struct aw_call_graph *calls, LLVMValueRef function)
{
	return (uint32_t)(uintptr_t)aw_map_get(&calls->numbers, function) - 1;
}

typedef AW_VEC(uint32_t) number_vec;

static void reach_one(uint32_t number, bool *reached, number_vec *work)
{
	if (reached[number])
		return;
	reached[number] = true;
	aw_need(aw_vec_push(work, number));
}

void aw_call_graph_reach(const struct aw_call_graph *calls, LLVMValueRef function, bool *reached)
{
	number_vec work = { 0 };
	reach_one(aw_call_graph_number(calls, function), reached, &work);
	while (work.count) {
		uint32_t at = work.items[--work.count];
		for (uint32_t i = 0; calls->nodes[at].calls_pointers && i < calls->count; i++)
			if (calls->nodes[i].address_taken)
				reach_one(i, reached, &work);
		AW_FOR_SUCCESSORS(&calls->graph, at, callee)
			reach_one(*callee, reached, &work);
	}
	aw_vec_finish(&work);
}

void aw_call_graph_print(const struct aw_call_graph *calls, struct aw_str *text)
{
	for (uint32_t i = 0; i < calls->count; i++) {
		const struct aw_call_node *node = &calls->nodes[i];
		if (!LLVMGetFirstBasicBlock(node->function))
			continue;
		aw_str_format(text, "%s%s%s%s", LLVMGetValueName(node->function),
		              node->address_taken ? " address-taken" : "", node->recursive ? " recursive" : "",
		              node->calls_pointers ? " calls-pointers" : "");
		const char *sign = " ->";
		AW_FOR_SUCCESSORS(&calls->graph, i, callee) {
			aw_str_format(text, "%s %s", sign, LLVMGetValueName(calls->nodes[*callee].function));
			sign = "";
		}
		aw_str_add(text, "\n");
	}
}
