// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reports about device code that can't go on: on stderr, one write each, with the names and numbers that
// the programmer knows: kernel, block, threads, source lines.
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu_device.h"
#include "cpu_queue.h"

// The name as it stands in the source, when a C++ library that can tell is there.  To be freed.
static char *demangle(const char *name)
{
	typedef char *demangler(const char *, char *, size_t *, int *);
	demangler *function = (demangler *)(uintptr_t)dlsym(RTLD_DEFAULT, "__cxa_demangle");
	if (!function) {
		void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
		if (library)
			function = (demangler *)(uintptr_t)dlsym(library, "__cxa_demangle");
	}
	int failed = 0;
	char *plain = function ? function(name, NULL, NULL, &failed) : NULL;
	return plain ? plain : aw_format("%s", name);
}

static void add_kernel(struct aw_str *text, const struct cpu_resident *block)
{
	char *name = demangle(block->task->launch.function->kernel->name);
	aw_str_format(text, "anywarp: kernel %s", name ? name : "?");
	free(name);
}

static void add_head(struct aw_str *text, const struct cpu_resident *block)
{
	const uint32_t *index = block->block.block_index;
	bool turned = block->simd && block->task->launch.turned;
	add_kernel(text, block);
	aw_str_format(text, ", block (%u,%u,%u)", index[turned], index[!turned], index[2]);
}

// Whether this is the first failure of the launch.
static bool is_first(const struct cpu_resident *block)
{
	return !atomic_exchange(&block->task->launch.told, true);
}

static void emit(struct aw_str *text)
{
	aw_str_add(text, "\n");
	if (!text->failed) {
		fflush(stdout);
		fwrite(text->text, 1, text->length, stderr);
	}
	aw_str_finish(text);
}

void aw_cpu_report_thread(const struct cpu_resident *block, const struct cpu_fiber *fiber, const char *format, ...)
{
	if (!is_first(block))
		return;
	struct aw_str text = { 0 };
	const uint32_t *index = fiber->thread.thread_index;
	add_head(&text, block);
	aw_str_format(&text, ", thread (%u,%u,%u): ", index[0], index[1], index[2]);
	va_list arguments;
	va_start(arguments, format);
	aw_str_vformat(&text, format, arguments);
	va_end(arguments);
	emit(&text);
}

void aw_cpu_report_stray(const struct cpu_resident *block, struct cpu_stray *stray)
{
	struct aw_str text = { 0 };
	const char *end = stray->allocation + stray->size;
	bool in_front = stray->address < end;
	size_t distance = (size_t)(in_front ? stray->allocation - stray->address : stray->address - end);
	add_kernel(&text, block);
	aw_str_format(&text, " reads %zu bytes %s an allocation of %zu bytes: zeros here, on a GPU whatever lies there "
	              "(ANYWARP_BOUNDS=error makes it an error)", distance, in_front ? "before" : "past the end of", stray->size);
	emit(&text);
	stray->address = NULL;
}

// --- who waits where ---

static bool same_place(const struct cpu_fiber *a, const struct cpu_fiber *b)
{
	return a->wait == b->wait && (a->wait == CPU_LEFT || a->site == b->site);
}

static void add_coordinate(struct aw_str *text, uint32_t from, uint32_t to)
{
	if (from == to)
		aw_str_format(text, "%u", from);
	else
		aw_str_format(text, "%u..%u", from, to);
}

// Threads FROM to TO in linear order, which lie in one row or are whole rows of one plane.
static void add_box(struct aw_str *text, const struct cpu_resident *block, uint32_t from, uint32_t to)
{
	const uint32_t *a = block->fibers[from].thread.thread_index, *b = block->fibers[to].thread.thread_index;
	aw_str_add(text, "(");
	add_coordinate(text, a[0], b[0]);
	aw_str_add(text, ",");
	add_coordinate(text, a[1], b[1]);
	aw_str_add(text, ",");
	add_coordinate(text, a[2], b[2]);
	aw_str_add(text, ")");
}

// How far a run of threads that begins at FROM and ends before END can be written as one box.
static uint32_t box_end(const struct cpu_resident *block, uint32_t from, uint32_t end)
{
	uint32_t width = block->block.block_size[0], plane = width * block->block.block_size[1];
	uint32_t limit;
	if (from % plane == 0 && end - from >= plane)
		limit = from + (end - from) / plane * plane;
	else if (from % width == 0 && end - from >= width)
		limit = from + (end - from) / width * width;
	else
		limit = from - from % width + width;
	if (limit > from - from % plane + plane && from % plane != 0)
		limit = from - from % plane + plane;
	return limit < end ? limit : end;
}

enum { MOST_BOXES = 8 };

static void add_threads(struct aw_str *text, const struct cpu_resident *block, const struct cpu_fiber *like)
{
	unsigned boxes = 0;
	uint32_t count = block->block.thread_count;
	for (uint32_t i = (uint32_t)(like - block->fibers); i < count;) {
		if (!same_place(&block->fibers[i], like)) {
			i++;
			continue;
		}
		uint32_t end = i + 1;
		while (end < count && same_place(&block->fibers[end], like))
			end++;
		while (i < end) {
			if (boxes++ == MOST_BOXES) {
				aw_str_add(text, " and others");
				return;
			}
			uint32_t stop = box_end(block, i, end);
			aw_str_add(text, boxes > 1 ? ", " : "");
			add_box(text, block, i, stop - 1);
			i = stop;
		}
	}
}

static const char *what_for(enum cpu_wait wait)
{
	switch (wait) {
	case CPU_RUNS: return "run";
	case CPU_LEFT: return "have left the kernel";
	case CPU_AT_BARRIER: return "wait at a barrier of the block";
	case CPU_AT_CLUSTER: return "wait for the cluster (barrier.cluster)";
	case CPU_AT_GRID_SYNC: return "wait for the grid (grid.sync)";
	case CPU_AT_PHASE: return "wait for the end of a phase (mbarrier)";
	case CPU_YIELDED: return "spin";
	case CPU_AT_WARP_SYNC: return "wait for lanes of their warp (__syncwarp)";
	case CPU_AT_SHUFFLE: return "wait for lanes of their warp (shuffle)";
	case CPU_AT_VOTE: return "wait for lanes of their warp (vote)";
	case CPU_AT_MATCH: return "wait for lanes of their warp (match)";
	case CPU_AT_REDUCE: return "wait for lanes of their warp (reduce)";
	case CPU_AT_ACTIVE_MASK: return "wait in __activemask";
	case CPU_AT_STEP: return "wait for lanes of their warp (volatile access)";
	}
	return "wait";
}

static void add_place(struct aw_str *text, const struct cpu_fiber *fiber)
{
	aw_str_format(text, " %s", what_for(fiber->wait));
	const struct aw_cpu_site *site = fiber->wait == CPU_LEFT ? NULL : fiber->site;
	if (!site)
		return;
	char *function = demangle(site->function);
	if (site->file[0])
		aw_str_format(text, " at %s:%u", site->file, site->line);
	aw_str_format(text, " in %s", function ? function : "?");
	free(function);
}

void aw_cpu_report_stuck(const struct cpu_resident *block, const char *what)
{
	if (!is_first(block))
		return;
	struct aw_str text = { 0 };
	add_head(&text, block);
	aw_str_format(&text, ": %s", what);
	for (uint32_t i = 0; i < block->block.thread_count; i++) {
		bool told = false;
		for (uint32_t before = 0; before < i && !told; before++)
			told = same_place(&block->fibers[before], &block->fibers[i]);
		if (told)
			continue;
		aw_str_add(&text, "\nanywarp:   threads ");
		add_threads(&text, block, &block->fibers[i]);
		add_place(&text, &block->fibers[i]);
	}
	emit(&text);
}
