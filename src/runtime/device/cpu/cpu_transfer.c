// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies and fills, cut into pieces that several workers can take: a long run of bytes into pieces of
// PIECE bytes, a rectangle or box into groups of rows of about that size.
#include <stdlib.h>
#include <string.h>

#include "../check_memory.h"
#include "cpu_queue.h"
#include "cpu_watch.h"

enum { PIECE = 512 * 1024 };

// A box of bytes that is really one run is treated as such.
static void flatten(size_t *width, size_t *height, size_t *depth, bool rows_touch, bool slices_touch)
{
	if (*height > 1 && rows_touch) {
		*width *= *height;
		*height = 1;
		if (*depth > 1 && slices_touch) {
			*width *= *depth;
			*depth = 1;
		}
	}
}

static uint64_t rows_of_piece(size_t width)
{
	return width < PIECE ? PIECE / width : 1;
}

static uint64_t pieces(size_t width, size_t height, size_t depth)
{
	if (width == 0 || height == 0 || depth == 0)
		return 0;
	if (height == 1 && depth == 1)
		return (width + PIECE - 1) / PIECE;
	uint64_t rows = (uint64_t)height * depth, group = rows_of_piece(width);
	return (rows + group - 1) / group;
}

bool aw_cpu_transfer_plan(struct cpu_task *task)
{
	task->singly = true;
	task->in_order = false;
	if (task->kind == CPU_TASK_COPY) {
		struct aw_copy *copy = &task->copy;
		bool rows = copy->target_pitch == copy->width && copy->source_pitch == copy->width;
		size_t slice = copy->width * copy->height;
		flatten(&copy->width, &copy->height, &copy->depth, rows,
		        copy->target_slice == slice && copy->source_slice == slice);
		task->total = pieces(copy->width, copy->height, copy->depth);
		task->streams = copy->width * copy->height * copy->depth >= aw_cpu_bytes_limit();
	} else {
		struct aw_fill *fill = &task->fill;
		size_t slice = fill->width * fill->height;
		flatten(&fill->width, &fill->height, &fill->depth, fill->pitch == fill->width, fill->slice == slice);
		task->total = pieces(fill->width, fill->height, fill->depth);
		task->streams = fill->width * fill->height * fill->depth >= aw_cpu_bytes_limit();
	}
	return aw_cpu_task_deal(task);
}

static void move(const struct cpu_task *task, size_t row, size_t slice, size_t offset, size_t size)
{
	if (task->kind == CPU_TASK_COPY) {
		const struct aw_copy *copy = &task->copy;
		char *target = (char *)copy->target + slice * copy->target_slice + row * copy->target_pitch + offset;
		const char *source = (const char *)copy->source + slice * copy->source_slice + row * copy->source_pitch + offset;
		aw_cpu_watch_copy(target, source, size);
		aw_cpu_bytes_copy(target, source, size, task->streams);
	} else {
		const struct aw_fill *fill = &task->fill;
		char *target = (char *)fill->target + slice * fill->slice + row * fill->pitch + offset;
		aw_check_memory_set(target, size);
		aw_cpu_bytes_fill(target, fill->value, fill->element, size, task->streams);
	}
}

void aw_cpu_transfer_run(struct cpu_task *task, uint64_t first, uint64_t count)
{
	bool is_copy = task->kind == CPU_TASK_COPY;
	size_t width = is_copy ? task->copy.width : task->fill.width;
	size_t height = is_copy ? task->copy.height : task->fill.height;
	size_t depth = is_copy ? task->copy.depth : task->fill.depth;
	if (height == 1 && depth == 1) {
		size_t offset = first * PIECE, end = (first + count) * PIECE;
		move(task, 0, 0, offset, (end < width ? end : width) - offset);
		return;
	}
	uint64_t group = rows_of_piece(width), rows = (uint64_t)height * depth;
	uint64_t end = (first + count) * group < rows ? (first + count) * group : rows;
	for (uint64_t row = first * group; row < end; row++)
		move(task, row % height, row / height, 0, width);
}
