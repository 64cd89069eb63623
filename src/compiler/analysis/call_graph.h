// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which functions of a module call which, and which can be called by pointer.
#ifndef AW_COMPILER_ANALYSIS_CALL_GRAPH_H
#define AW_COMPILER_ANALYSIS_CALL_GRAPH_H

#include "../../base/map.h"
#include "../../base/str.h"
#include "../llvm.h"
#include "digraph.h"
#include "need.h"

struct aw_call_node {
	LLVMValueRef function;
	bool address_taken;  // used otherwise than as the callee of a call
	bool calls_pointers; // has calls through pointers
	bool recursive;      // calls itself, directly or through others, as far as direct calls tell
	uint32_t component;  // functions that call one another in a ring have the same
};

struct aw_call_graph {
	uint32_t count;
	struct aw_call_node *nodes; // all functions of the module, declarations and intrinsics too
	struct aw_digraph graph;    // a caller's successors are its callees, once for every call
	uint32_t *bottom_up;        // node numbers, callees before callers but within a ring
	struct aw_map numbers;      // function -> number + 1
};

void aw_call_graph_init(struct aw_call_graph *calls, LLVMModuleRef module);
void aw_call_graph_finish(struct aw_call_graph *calls);

// The number of FUNCTION, or AW_NONE when it isn't of the module.
uint32_t aw_call_graph_number(const struct aw_call_graph *calls, LLVMValueRef function);

// Marks in REACHED, an array of `count`, what a call of FUNCTION can come to call, itself included.  A call
// through a pointer may reach every function whose address is taken.
void aw_call_graph_reach(const struct aw_call_graph *calls, LLVMValueRef function, bool *reached);

// One line a function with a body: "f address-taken recursive -> g h".
void aw_call_graph_print(const struct aw_call_graph *calls, struct aw_str *text);

#endif
