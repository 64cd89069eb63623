// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler's analyses on small functions, by the text that they print.  A function is written as
// its blocks and what they lead to: "entry: then else, then: join" becomes branches and switches on an
// argument; a block that leads nowhere returns, one that leads to "!" ends by unreachable.
//
// LINK: compiler
#include <stdlib.h>
#include <string.h>

#include "compiler/analysis/call_graph.h"
#include "compiler/analysis/control_dependence.h"
#include "compiler/analysis/dominators.h"
#include "compiler/analysis/loops.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

static LLVMContextRef context;

// Appends the terminator that leads to the NAMES (count of them).
static void write_end(struct aw_str *ir, char *names[], int count)
{
	if (count == 0)
		aw_str_add(ir, "  ret void\n");
	else if (names[0][0] == '!')
		aw_str_add(ir, "  unreachable\n");
	else if (count == 1)
		aw_str_format(ir, "  br label %%%s\n", names[0]);
	else if (count == 2)
		aw_str_format(ir, "  br i1 %%c, label %%%s, label %%%s\n", names[0], names[1]);
	else {
		aw_str_format(ir, "  switch i32 %%n, label %%%s [", names[0]);
		for (int i = 1; i < count; i++)
			aw_str_format(ir, " i32 %d, label %%%s", i, names[i]);
		aw_str_add(ir, " ]\n");
	}
}

static LLVMModuleRef make_function(const char *blocks)
{
	struct aw_str ir = { 0 };
	aw_str_add(&ir, "define void @f(i1 %c, i32 %n) {\n");
	char *copy = aw_format("%s", blocks), *rest = copy;
	for (char *block; (block = strsep(&rest, ","));) {
		char *to = strchr(block, ':');
		*to++ = '\0';
		char *names[8];
		int count = 0;
		for (char *name; (name = strsep(&to, " "));)
			if (*name)
				names[count++] = name;
		aw_str_format(&ir, "%s:\n", block + strspn(block, " "));
		write_end(&ir, names, count);
	}
	aw_str_add(&ir, "}\n");
	LLVMModuleRef module = parse_text(context, ir.text);
	free(copy);
	aw_str_finish(&ir);
	return module;
}

static void compare(struct aw_str *text, const char *expected, int line)
{
	bool same = text->text && !strcmp(text->text, expected);
	if (!same)
		fprintf(stderr, "line %d: got\n%s--- expected\n%s", line, text->text, expected);
	unit_count(same, __FILE__, line, "the printed analysis");
	aw_str_finish(text);
}

enum what { CFG, DOMINATORS, POST_DOMINATORS, LOOPS, DEPENDENCE };

static void print_analysis(enum what what, const struct aw_cfg *cfg, struct aw_str *text)
{
	struct aw_dominators tree = { 0 };
	struct aw_loops loops;
	struct aw_control_dependence dependence;
	switch (what) {
	case CFG:
		aw_cfg_print(cfg, text);
		break;
	case DOMINATORS:
		aw_dominators_init(&tree, &cfg->graph, 0);
		aw_dominators_print(&tree, cfg, text);
		break;
	case POST_DOMINATORS:
		aw_post_dominators_init(&tree, cfg);
		aw_dominators_print(&tree, cfg, text);
		break;
	case LOOPS:
		aw_loops_init(&loops, cfg);
		aw_loops_print(&loops, cfg, text);
		aw_loops_finish(&loops);
		break;
	case DEPENDENCE:
		aw_post_dominators_init(&tree, cfg);
		aw_control_dependence_init(&dependence, cfg, &tree);
		aw_control_dependence_print(&dependence, cfg, text);
		aw_control_dependence_finish(&dependence);
		break;
	}
	aw_dominators_finish(&tree);
}

static void check(enum what what, const char *blocks, const char *expected, int line)
{
	LLVMModuleRef module = make_function(blocks);
	struct aw_cfg cfg;
	aw_cfg_init(&cfg, LLVMGetNamedFunction(module, "f"));
	struct aw_str text = { 0 };
	print_analysis(what, &cfg, &text);
	compare(&text, expected, line);
	aw_cfg_finish(&cfg);
	LLVMDisposeModule(module);
}

#define PRINTS(what, blocks, expected) check(what, blocks, expected, __LINE__)

#define DIAMOND "entry: then else, then: join, else: join, join:"
#define WHILE "entry: head, head: body after, body: head, after:"
#define NESTED \
	"entry: outer, outer: inner after, inner: body next, body: inner, next: outer, after:"
// Two ways into the ring a <-> b.
#define IRREDUCIBLE "entry: a b, a: b, b: a after, after:"
// The loop is left in its middle; the block that is left to stands before the loop's end in the text.
#define BREAK "entry: head, head: body after, body: found next, found: after, next: head, after:"

static void test_cfg(void)
{
	PRINTS(CFG, DIAMOND, "0 entry -> 1 2\n1 then -> 3 <- 0\n2 else -> 3 <- 0\n3 join <- 1 2\n");
	// What can't be reached has no number; a switch keeps its double edges.
	PRINTS(CFG, "entry: a b a, dead: a, a: b, b:", "0 entry -> 1 2 1\n1 a -> 2 <- 0 0\n2 b <- 0 1\n");
}

static void test_dominators(void)
{
	PRINTS(DOMINATORS, DIAMOND, "0 entry:\n1 then: 0\n2 else: 0\n3 join: 0\n");
	PRINTS(DOMINATORS, NESTED,
	       "0 entry:\n1 outer: 0\n2 inner: 1\n3 body: 2\n4 next: 2\n5 after: 1\n");
	PRINTS(DOMINATORS, IRREDUCIBLE, "0 entry:\n1 b: 0\n2 a: 0\n3 after: 1\n");
	// The example of the algorithm's paper, its figure 4: everything hangs below node 6, the entry.
	PRINTS(DOMINATORS, "six: five four, five: one, four: two three, one: two, two: one three, three: two",
	       "0 six:\n1 five: 0\n2 four: 0\n3 three: 0\n4 two: 0\n5 one: 0\n");
}

static void test_post_dominators(void)
{
	PRINTS(POST_DOMINATORS, DIAMOND, "0 entry: 3\n1 then: 3\n2 else: 3\n3 join: 4\n4 exit:\n");
	// A side that traps decides nothing about where the others meet.
	PRINTS(POST_DOMINATORS, "entry: ok bad, ok: end, bad: !, end:",
	       "0 entry: 1\n1 ok: 2\n2 end: 4\n3 bad:\n4 exit:\n");
	// Two returns meet at the virtual exit.
	PRINTS(POST_DOMINATORS, "entry: out on, out:, on:", "0 entry: 3\n1 out: 3\n2 on: 3\n3 exit:\n");
	// A loop without end, beside a way out and alone.
	PRINTS(POST_DOMINATORS, "entry: spin out, spin: spin, out:", "0 entry: 2\n1 spin:\n2 out: 3\n3 exit:\n");
	PRINTS(POST_DOMINATORS, "entry: spin, spin: spin", "0 entry: 1\n1 spin: 2\n2 exit:\n");
}

static void test_loops(void)
{
	PRINTS(LOOPS, DIAMOND, "order: entry then else join\n");
	PRINTS(LOOPS, WHILE, "loop at 1 head, depth 1: 1 2\norder: entry head body after\n");
	PRINTS(LOOPS, NESTED, "loop at 1 outer, depth 1: 1 2 3 4\nloop at 2 inner, depth 2: 2 3\n"
	                      "order: entry outer inner body next after\n");
	PRINTS(LOOPS, IRREDUCIBLE, "loop at 1 b, depth 1, irreducible: 1 2\norder: entry b a after\n");
	PRINTS(LOOPS, BREAK, "loop at 1 head, depth 1: 1 2 4\norder: entry head body next found after\n");
	PRINTS(LOOPS, "entry: self, self: self out, out:", "loop at 1 self, depth 1: 1\norder: entry self out\n");
	// One header, two back edges: one loop.
	PRINTS(LOOPS, "entry: head, head: a out, a: head b, b: head, out:",
	       "loop at 1 head, depth 1: 1 2 3\norder: entry head a b out\n");
	// Loops one after the other stay in one piece each, even where plain reverse post-order mixes
	// what follows the first into it.
	PRINTS(LOOPS, "entry: h, h: x exit, exit: k, x: y exit, y: h, k: z end, z: k, end:",
	       "loop at 1 h, depth 1: 1 2 3\nloop at 5 k, depth 1: 5 6\norder: entry h x y exit k z end\n");
}

static void test_dependence(void)
{
	PRINTS(DEPENDENCE, DIAMOND, "1 then: 0.0\n2 else: 0.1\n");
	// A loop's header decides about its body and itself.
	PRINTS(DEPENDENCE, WHILE, "1 head: 1.0\n2 body: 1.0\n");
	PRINTS(DEPENDENCE, "entry: a join, a: b join, b: join, join:", "1 a: 0.0\n2 b: 1.0\n");
}

static void test_call_graph(void)
{
	LLVMModuleRef module = parse_text(context, "@table = constant [1 x ptr] [ptr @taken]\n"
	                             "@llvm.used = appending global [1 x ptr] [ptr @plain], section \"x\"\n"
	                             "declare void @outside()\n"
	                             "define void @plain() { call void @outside() ret void }\n"
	                             "define void @taken() { ret void }\n"
	                             "define void @self() { call void @self() ret void }\n"
	                             "define void @ping() { call void @pong() ret void }\n"
	                             "define void @pong() { call void @ping() ret void }\n"
	                             "define void @front() prefix i64 sub (i64 ptrtoint (ptr @behind to i64), i64 ptrtoint (ptr @front "
	                             "to i64)) { ret void }\n"
	                             "define void @behind() { ret void }\n"
	                             "define void @top(ptr %f) { call void %f() call void @plain() call void @ping() "
	                             "ret void }\n");
	struct aw_call_graph calls;
	aw_call_graph_init(&calls, module);
	struct aw_str text = { 0 };
	aw_call_graph_print(&calls, &text);
	compare(&text,
	        "plain -> outside\ntaken address-taken\nself recursive -> self\nping recursive -> pong\n"
	        "pong recursive -> ping\nfront address-taken\nbehind address-taken\ntop calls-pointers -> plain ping\n",
	        __LINE__);
	// Callees stand before callers.
	uint32_t place[16];
	for (uint32_t i = 0; i < calls.count; i++)
		place[calls.bottom_up[i]] = i;
	for (uint32_t i = 0; i < calls.count; i++)
		AW_FOR_SUCCESSORS(&calls.graph, i, callee)
			CHECK(place[*callee] < place[i] || calls.nodes[i].component == calls.nodes[*callee].component);
	aw_call_graph_finish(&calls);
	LLVMDisposeModule(module);
}

// Dominance by its definition: A dominates B if B can't be reached when A is taken away.
static bool reaches_without(const struct aw_cfg *cfg, uint32_t without, uint32_t target)
{
	uint32_t stack[64], depth = 0;
	bool seen[64] = { false };
	if (without != 0)
		stack[depth++] = 0;
	seen[0] = true;
	while (depth) {
		uint32_t block = stack[--depth];
		if (block == target)
			return true;
		AW_FOR_SUCCESSORS(&cfg->graph, block, next)
			if (*next != without && !seen[*next]) {
				seen[*next] = true;
				stack[depth++] = *next;
			}
	}
	return false;
}

static void make_random_blocks(struct aw_str *text, unsigned *seed, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned successors = rand_r(seed) % 4;
		aw_str_format(text, "%sb%u:", i ? ", " : "", i);
		for (unsigned j = 0; j < successors; j++)
			aw_str_format(text, " b%u", 1 + rand_r(seed) % (count - 1));
	}
}

static void check_random(const struct aw_cfg *cfg)
{
	struct aw_dominators tree;
	struct aw_loops loops;
	aw_dominators_init(&tree, &cfg->graph, 0);
	aw_loops_init(&loops, cfg);
	for (uint32_t a = 0; a < cfg->count; a++)
		for (uint32_t b = 0; b < cfg->count; b++)
			CHECK(aw_dominates(&tree, a, b) == !reaches_without(cfg, a, b));
	// Only edges to the header of a loop around both ends go backward in flow order.
	for (uint32_t from = 0; from < cfg->count; from++) {
		CHECK(loops.order[loops.rank[from]] == from);
		AW_FOR_SUCCESSORS(&cfg->graph, from, to) {
			bool back = false;
			for (size_t i = 0; i < loops.loops.count; i++)
				back |= loops.loops.items[i].header == *to && aw_loop_contains(&loops, (uint32_t)i, from);
			CHECK(back == (loops.rank[*to] <= loops.rank[from]));
		}
	}
	for (size_t i = 0; i < loops.loops.count; i++) {
		bool dominated = true;
		for (uint32_t at = loops.loops.items[i].first; at < loops.loops.items[i].end; at++)
			dominated &= aw_dominates(&tree, loops.loops.items[i].header, loops.order[at]);
		CHECK(dominated == loops.loops.items[i].reducible);
	}
	aw_loops_finish(&loops);
	aw_dominators_finish(&tree);
}

static void test_random(void)
{
	unsigned seed = 1;
	for (int round = 0; round < 300; round++) {
		struct aw_str blocks = { 0 };
		make_random_blocks(&blocks, &seed, 2 + rand_r(&seed) % 14);
		LLVMModuleRef module = make_function(blocks.text);
		struct aw_cfg cfg;
		aw_cfg_init(&cfg, LLVMGetNamedFunction(module, "f"));
		check_random(&cfg);
		aw_cfg_finish(&cfg);
		LLVMDisposeModule(module);
		aw_str_finish(&blocks);
	}
}

int main(void)
{
	context = LLVMContextCreate();
	test_cfg();
	test_dominators();
	test_post_dominators();
	test_loops();
	test_dependence();
	test_call_graph();
	test_random();
	LLVMContextDispose(context);
	return unit_finish();
}
