// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints analyses that ANYWARP_DUMP names, for every function: cfg, dominators, postdominators, loops,
// dependence, and calls for the module.  It stands in the pipeline where the passes that wait on barriers
// begin, and changes nothing.
#include <stdio.h>

#include "../pipeline.h"
#include "call_graph.h"
#include "control_dependence.h"
#include "dominators.h"
#include "loops.h"

static void add_cfg(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text)
{
	(void)post;
	aw_cfg_print(cfg, text);
}

static void add_dominators(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text)
{
	(void)post;
	struct aw_dominators tree;
	aw_dominators_init(&tree, &cfg->graph, 0);
	aw_dominators_print(&tree, cfg, text);
	aw_dominators_finish(&tree);
}

static void add_post_dominators(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text)
{
	aw_dominators_print(post, cfg, text);
}

static void add_loops(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text)
{
	(void)post;
	struct aw_loops loops;
	aw_loops_init(&loops, cfg);
	aw_loops_print(&loops, cfg, text);
	aw_loops_finish(&loops);
}

static void add_dependence(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text)
{
	struct aw_control_dependence dependence;
	aw_control_dependence_init(&dependence, cfg, post);
	aw_control_dependence_print(&dependence, cfg, text);
	aw_control_dependence_finish(&dependence);
}

static const struct {
	const char *name;
	void (*add)(const struct aw_cfg *cfg, const struct aw_dominators *post, struct aw_str *text);
} analyses[] = {
	{ "cfg", add_cfg },
	{ "dominators", add_dominators },
	{ "postdominators", add_post_dominators },
	{ "loops", add_loops },
	{ "dependence", add_dependence },
};

static void dump_function(const char *wanted, LLVMValueRef function, struct aw_str *text)
{
	struct aw_cfg cfg;
	struct aw_dominators post;
	aw_cfg_init(&cfg, function);
	aw_post_dominators_init(&post, &cfg);
	for (size_t i = 0; i < sizeof(analyses) / sizeof(*analyses); i++) {
		if (!aw_pipeline_lists(wanted, analyses[i].name))
			continue;
		aw_str_format(text, "; ---- %s of %s ----\n", analyses[i].name, aw_llvm_name(function));
		analyses[i].add(&cfg, &post, text);
	}
	aw_dominators_finish(&post);
	aw_cfg_finish(&cfg);
}

static void dump_calls(LLVMModuleRef module, struct aw_str *text)
{
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, module);
	aw_str_add(text, "; ---- calls ----\n");
	aw_call_graph_print(&calls, text);
	aw_call_graph_finish(&calls);
}

bool aw_pass_dump_analyses(struct aw_unit *unit)
{
	const char *wanted = getenv("ANYWARP_DUMP");
	if (!wanted)
		return false;
	struct aw_str text = { 0 };
	if (aw_pipeline_lists(wanted, "calls"))
		dump_calls(unit->module, &text);
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function))
			dump_function(wanted, function, &text);
	if (text.text)
		fputs(text.text, stderr);
	aw_str_finish(&text);
	return false;
}
