// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops as nested strongly connected parts of the control flow graph: the parts of the whole graph
// that have a cycle are the outermost loops; without its header, the same again inside each gives the
// loops within.  For reducible code these are the natural loops (those of one header merged); a loop
// with several entries is found as well and marked.  The order in which the parts come is the weak
// topological order of F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (1993).
#include "loops.h"

#include <assert.h>
#include <string.h>

struct nest {
	const struct aw_cfg *cfg;
	struct aw_loops *loops;
	uint32_t *scratch;
	uint32_t placed; // blocks that have their rank
};

static bool has_edge(const struct aw_digraph *graph, uint32_t from, uint32_t to)
{
	AW_FOR_SUCCESSORS(graph, from, next)
		if (*next == to)
			return true;
	return false;
}

static void place(struct nest *nest, uint32_t block, uint32_t loop)
{
	struct aw_loops *loops = nest->loops;
	assert(nest->placed < loops->block_count);
	loops->innermost[block] = loop;
	loops->rank[block] = nest->placed;
	loops->order[nest->placed++] = block;
}

// Moves the header of a loop to the front of its blocks.  Numbers are in reverse post-order, so in a
// reducible loop the header has the lowest, and in another it is the entry found first.
static void bring_header_forward(uint32_t *blocks, uint32_t count)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < count; i++)
		if (blocks[i] < blocks[best])
			best = i;
	uint32_t header = blocks[best];
	blocks[best] = blocks[0];
	blocks[0] = header;
}

static int compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void nest_blocks(struct nest *nest, uint32_t *blocks, uint32_t count, uint32_t parent);

static void make_loop(struct nest *nest, uint32_t *blocks, uint32_t count, uint32_t parent)
{
	struct aw_loops *loops = nest->loops;
	bring_header_forward(blocks, count);
	struct aw_loop loop = {
		.header = blocks[0],
		.parent = parent,
		.depth = parent == AW_NONE ? 1 : loops->loops.items[parent].depth + 1,
		.first = nest->placed,
		.end = nest->placed + count,
		.reducible = true,
	};
	uint32_t index = (uint32_t)loops->loops.count;
	aw_need(aw_vec_push(&loops->loops, loop));
	place(nest, blocks[0], index);
	nest_blocks(nest, blocks + 1, count - 1, index);
	assert(nest->placed == loop.end);
}

// Gives ranks to BLOCKS, which all lie in loop PARENT and whose header, if any, is not among them.
static void nest_blocks(struct nest *nest, uint32_t *blocks, uint32_t count, uint32_t parent)
{
	struct aw_components parts;
	// In the order of their numbers, so that the result depends on nothing else.
	qsort(blocks, count, sizeof(*blocks), compare_numbers);
	aw_components_init(&parts, &nest->cfg->graph, blocks, count, nest->scratch);
	for (uint32_t i = 0; i < parts.count; i++) {
		uint32_t *part = parts.nodes + parts.start[i];
		uint32_t size = parts.start[i + 1] - parts.start[i];
		if (size > 1 || has_edge(&nest->cfg->graph, part[0], part[0]))
			make_loop(nest, part, size, parent);
		else
			place(nest, part[0], parent);
	}
	aw_components_finish(&parts);
}

// Marks the loops that an edge enters beside their header.
static void find_side_entries(struct aw_loops *loops, const struct aw_cfg *cfg)
{
	for (uint32_t block = 0; block < cfg->count; block++) {
		AW_FOR_SUCCESSORS(&cfg->graph, block, next) {
			uint32_t loop = loops->innermost[*next];
			for (; loop != AW_NONE && !aw_loop_contains(loops, loop, block);
			     loop = loops->loops.items[loop].parent)
				if (loops->loops.items[loop].header != *next)
					loops->loops.items[loop].reducible = false;
		}
	}
}

void aw_loops_init(struct aw_loops *loops, const struct aw_cfg *cfg)
{
	*loops = (struct aw_loops){
		.block_count = cfg->count,
		.innermost = AW_NEED_ARRAY(uint32_t, cfg->count),
		.order = AW_NEED_ARRAY(uint32_t, cfg->count),
		.rank = AW_NEED_ARRAY(uint32_t, cfg->count),
	};
	uint32_t *blocks = AW_NEED_ARRAY(uint32_t, cfg->count);
	for (uint32_t i = 0; i < cfg->count; i++)
		blocks[i] = i;
	struct nest nest = { cfg, loops, AW_NEED_ARRAY(uint32_t, cfg->count), 0 };
	nest_blocks(&nest, blocks, cfg->count, AW_NONE);
	assert(nest.placed == cfg->count);
	find_side_entries(loops, cfg);
	free(nest.scratch);
	free(blocks);
}

void aw_loops_finish(struct aw_loops *loops)
{
	aw_vec_finish(&loops->loops);
	free(loops->innermost);
	free(loops->order);
	free(loops->rank);
	*loops = (struct aw_loops){ 0 };
}

bool aw_loop_is_innermost(const struct aw_loops *loops, uint32_t loop)
{
	for (size_t i = loop + 1; i < loops->loops.count; i++) // an outer one stands before those in it
		if (loops->loops.items[i].parent == loop)
			return false;
	return true;
}

uint32_t aw_loop_way_in(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t loop)
{
	uint32_t found = AW_NONE;
	AW_FOR_PREDECESSORS(&cfg->graph, loops->loops.items[loop].header, from) {
		if (aw_loop_contains(loops, loop, *from))
			continue;
		if (found != AW_NONE)
			return AW_NONE;
		found = *from;
	}
	return found;
}

void aw_loops_print(const struct aw_loops *loops, const struct aw_cfg *cfg, struct aw_str *text)
{
	for (size_t i = 0; i < loops->loops.count; i++) {
		const struct aw_loop *loop = &loops->loops.items[i];
		aw_str_format(text, "loop at %u %s, depth %u%s:", loop->header, aw_cfg_name(cfg, loop->header),
		              loop->depth, loop->reducible ? "" : ", irreducible");
		for (uint32_t at = loop->first; at < loop->end; at++)
			aw_str_format(text, " %u", loops->order[at]);
		aw_str_add(text, "\n");
	}
	aw_str_add(text, "order:");
	for (uint32_t i = 0; i < loops->block_count; i++)
		aw_str_format(text, " %s", aw_cfg_name(cfg, loops->order[i]));
	aw_str_add(text, "\n");
}
