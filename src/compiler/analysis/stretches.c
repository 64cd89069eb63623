// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stretches.h"

#include <assert.h>

// Spreads the labels of entries; returns the first block that several reach, or AW_NONE.
static uint32_t spread_labels(struct aw_stretches *stretches)
{
	uint32_t clash = AW_NONE;
	for (uint32_t at = 0; at < stretches->cfg.count; at++)
		stretches->label[at] = stretches->entry[at] ? at : AW_NONE;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = 0; at < stretches->cfg.count; at++)
			AW_FOR_SUCCESSORS(&stretches->cfg.graph, at, next) {
				uint32_t mine = stretches->label[at], *other = &stretches->label[*next];
				if (mine == AW_NONE || stretches->once[*next] || stretches->gone[*next] || stretches->entry[*next] || *other == mine)
					continue;
				if (*other != AW_NONE) {
					clash = *next < clash ? *next : clash;
				} else {
					*other = mine;
					changed = true;
				}
			}
	}
	return clash;
}

static void find_labels(struct aw_stretches *stretches)
{
	for (uint32_t at = 0; at < stretches->cfg.count; at++)
		AW_FOR_SUCCESSORS(&stretches->cfg.graph, at, next)
			if (stretches->once[at] && !stretches->once[*next])
				stretches->entry[*next] = true;
	for (uint32_t clash; (clash = spread_labels(stretches)) != AW_NONE;) {
		assert(!stretches->entry[clash] && !stretches->once[clash]);
		stretches->entry[clash] = true;
	}
}

void aw_stretches_init(struct aw_stretches *stretches, LLVMValueRef function, const struct aw_map *places,
                       const struct aw_map *gone)
{
	aw_cfg_init(&stretches->cfg, function);
	uint32_t count = stretches->cfg.count;
	stretches->once = AW_NEED_ARRAY(bool, count);
	stretches->gone = AW_NEED_ARRAY(bool, count);
	stretches->entry = AW_NEED_ARRAY(bool, count);
	stretches->label = AW_NEED_ARRAY(uint32_t, count);
	stretches->next = AW_NEED_ARRAY(uint32_t, count);
	for (uint32_t at = 0; at < count; at++) {
		stretches->once[at] = aw_map_get(places, stretches->cfg.blocks[at]) != NULL;
		stretches->gone[at] = gone && aw_map_get(gone, stretches->cfg.blocks[at]) != NULL;
	}
	find_labels(stretches);
}

void aw_stretches_finish(struct aw_stretches *stretches)
{
	free(stretches->once);
	free(stretches->gone);
	free(stretches->entry);
	free(stretches->label);
	free(stretches->next);
	aw_cfg_finish(&stretches->cfg);
}

unsigned aw_stretches_outside(const struct aw_stretches *stretches, uint32_t at, LLVMBasicBlockRef *from)
{
	assert(at < stretches->cfg.count && stretches->entry[at]);
	unsigned count = 0;
	uint32_t last = AW_NONE;
	AW_FOR_PREDECESSORS(&stretches->cfg.graph, at, previous) {
		if (*previous != last && stretches->label[*previous] != at)
			from[count++] = stretches->cfg.blocks[*previous];
		last = *previous;
	}
	return count;
}

// The place behind an edge to AT.
static uint32_t behind(const struct aw_stretches *stretches, uint32_t at)
{
	return stretches->once[at] ? at : stretches->next[at];
}

void aw_stretches_find_next(struct aw_stretches *stretches)
{
	for (uint32_t at = 0; at < stretches->cfg.count; at++)
		stretches->next[at] = AW_NONE;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = stretches->cfg.count; at-- > 0;) {
			uint32_t found = stretches->next[at];
			AW_FOR_SUCCESSORS(&stretches->cfg.graph, at, successor) {
				uint32_t next = stretches->gone[*successor] ? AW_NONE : behind(stretches, *successor);
				if (next != AW_NONE && next != found)
					found = found == AW_NONE ? next : AW_STRETCH_MANY;
			}
			changed |= !stretches->once[at] && found != stretches->next[at];
			stretches->next[at] = found;
		}
	}
}

bool aw_stretches_decides(const struct aw_stretches *stretches, uint32_t at)
{
	assert(at < stretches->cfg.count);
	unsigned ways = 0;
	bool certain = false;
	if (stretches->once[at] || stretches->gone[at] || stretches->next[at] != AW_STRETCH_MANY)
		return false;
	AW_FOR_SUCCESSORS(&stretches->cfg.graph, at, successor) {
		ways += !stretches->gone[*successor];
		certain |= !stretches->gone[*successor] && behind(stretches, *successor) < AW_STRETCH_MANY;
	}
	return ways > 1 && certain;
}
