// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds accesses of gangs to windows of their own (simd_windows.c): lane i of gang g is at start + g * step + places[i], where a window
// is STEP bytes, a few vectors.  One or several stores behind one another that write each of its elements once make it a window; so
// nothing is written again that only lies in between, and all of it is there.  Loads from there join them.
#include "simd_windows.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "simd_touches.h"

// The type of the elements of TYPE, one or neighbours of one kind; NULL: it is none of these.
static LLVMTypeRef elements_of(LLVMTypeRef type, unsigned *count)
{
	LLVMTypeKind kind = LLVMGetTypeKind(type);
	*count = 1;
	if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
		bool array = kind == LLVMArrayTypeKind;
		*count = array ? (unsigned)LLVMGetArrayLength2(type) : LLVMCountStructElementTypes(type);
		if (!*count || *count > AW_WINDOW_PARTS)
			return NULL;
		LLVMTypeRef first = array ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, 0);
		for (unsigned i = 1; i < *count && !array; i++)
			if (LLVMStructGetTypeAtIndex(type, i) != first)
				return NULL;
		type = first;
		kind = LLVMGetTypeKind(type);
	}
	unsigned bits = kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
	return aw_llvm_is_float(type) || bits == 8 || bits == 16 || bits == 32 || bits == 64 ? type : NULL;
}

// How ACCESS lies in windows, but for where those begin: START is 0, and PLACES are bytes.
static bool find_window(const struct aw_touches *touches, const struct aw_touch *access, struct aw_window *window)
{
	LLVMTypeRef type = LLVMTypeOf(access->writes ? LLVMGetOperand(access->instruction, 0) : access->instruction);
	*window = (struct aw_window){ .object = access->object };
	window->element = elements_of(type, &window->parts);
	if (!window->element || !access->offsets || touches->threads <= touches->width || touches->threads % touches->width)
		return false;
	window->size = (unsigned)LLVMABISizeOfType(LLVMGetModuleDataLayout(touches->unit->module), window->element);
	window->step = access->offsets[touches->width] - access->offsets[0];
	int64_t vector = (int64_t)touches->width * window->size;
	if (access->size != window->parts * window->size || window->step < vector || window->step % vector ||
	    window->step > AW_WINDOW_VECTORS * vector || window->step - vector > AW_CPU_SHARED_ROOM)
		return false;
	for (unsigned i = 0; i < touches->threads; i++)
		if (!access->present[i] || access->offsets[i] < 0 ||
		    access->offsets[i] != access->offsets[i % touches->width] + i / touches->width * window->step)
			return false;
	for (unsigned i = 0; i < touches->width; i++)
		window->places[i] = (unsigned)access->offsets[i];
	return true;
}

// Lets WINDOW begin at START; false when the lanes' elements don't lie in it.
static bool begin_at(const struct aw_touches *touches, struct aw_window *window, int64_t start)
{
	for (unsigned i = 0; i < touches->width; i++) {
		int64_t offset = (int64_t)window->places[i] - start;
		if (offset < 0 || offset % window->size || offset + (int64_t)window->parts * window->size > window->step)
			return false;
	}
	for (unsigned i = 0; i < touches->width; i++)
		window->places[i] = (unsigned)(((int64_t)window->places[i] - start) / window->size);
	window->start = start;
	return true;
}

struct found {
	const struct aw_touch *access;
	struct aw_window window;
};

static int64_t lowest(const struct aw_touches *touches, const struct aw_window *window)
{
	int64_t low = INT64_MAX;
	for (unsigned i = 0; i < touches->width; i++)
		low = window->places[i] < low ? window->places[i] : low;
	return low;
}

static void keep(struct aw_windows *windows, const struct found *found, struct aw_window_group *group)
{
	struct aw_window *window = AW_NEED_ARRAY(struct aw_window, 1);
	*window = found->window;
	window->group = group;
	aw_need(aw_vec_push(&windows->list, window));
	aw_need(aw_map_put(&windows->map, found->access->instruction, (void *)(uintptr_t)windows->list.count));
}

// Whether the stores LIST, which begin at START, write each element of a window once.
static bool is_whole(const struct aw_touches *touches, struct found *list, size_t count, int64_t start)
{
	bool written[AW_WINDOW_VECTORS * AW_SIMD_MAX_WIDTH] = { false };
	unsigned all = 0, parts = 0;
	for (size_t k = 0; k < count; k++) {
		struct aw_window *window = &list[k].window;
		if (window->step != list->window.step || window->element != list->window.element || !begin_at(touches, window, start))
			return false;
		parts += window->parts;
		for (unsigned i = 0; i < touches->width; i++)
			for (unsigned part = 0; part < window->parts; part++, all++) {
				if (written[window->places[i] + part])
					return false;
				written[window->places[i] + part] = true;
			}
	}
	return parts <= AW_WINDOW_VECTORS && all * list->window.size == list->window.step;
}

// The next store behind STORE to the same object that nothing parts from it that may touch that; NULL: there is none.
static const struct aw_touch *next_store(const struct aw_touches *touches, const struct aw_touch *store)
{
	for (LLVMValueRef i = LLVMGetNextInstruction(store->instruction); i; i = LLVMGetNextInstruction(i)) {
		const struct aw_touch *other = aw_touches_of(touches, i);
		if (aw_simd_is_barrier(touches->unit, i) || (other && !other->object))
			return NULL;
		if (other && other->object == store->object)
			return other->writes && !other->reads && other->offsets ? other : NULL;
		if (!other && (aw_llvm_may_read(i) || aw_llvm_may_write(i)) && LLVMIsACallInst(i))
			return NULL;
	}
	return NULL;
}

// Makes a group of STORE and those behind it, if they write whole windows, in WINDOWS.
static bool group_stores(const struct aw_touches *touches, const struct aw_touch *store, struct aw_windows *windows)
{
	struct found list[AW_WINDOW_VECTORS];
	int64_t start = INT64_MAX;
	size_t count = 0;
	for (const struct aw_touch *next = store; next && count < AW_WINDOW_VECTORS; next = next_store(touches, next)) {
		struct found copies[AW_WINDOW_VECTORS];
		list[count].access = next;
		if (aw_map_get(&windows->map, next->instruction) || !find_window(touches, next, &list[count].window))
			return false;
		int64_t low = lowest(touches, &list[count++].window);
		start = low < start ? low : start;
		memcpy(copies, list, sizeof(list));
		if (!is_whole(touches, copies, count, start))
			continue;
		assert(start >= 0 && list->window.step > 0);
		struct aw_window_group *group = AW_NEED_ARRAY(struct aw_window_group, 1);
		group->last = next->instruction;
		aw_need(aw_vec_push(&windows->groups, group));
		for (size_t k = 0; k < count; k++)
			keep(windows, &copies[k], group);
		return true;
	}
	return false;
}

// A load from where stores of its stretch write whole windows.
static void join_load(const struct aw_touches *touches, const struct aw_touch *load, struct aw_windows *windows)
{
	struct found found = { .access = load };
	if (!find_window(touches, load, &found.window))
		return;
	for (size_t i = 0; i < windows->list.count; i++) {
		const struct aw_window *other = windows->list.items[i];
		struct found copy = found;
		if (other->group && other->object == load->object && other->step == found.window.step && other->element == found.window.element &&
		    begin_at(touches, &copy.window, other->start)) {
			keep(windows, &copy, NULL);
			return;
		}
	}
}

static bool has_relaxed(LLVMValueRef function)
{
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (LLVMIsACallInst(instruction) && aw_simd_is_relaxed(instruction))
				return true;
	return false;
}

void aw_simd_find_windows(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads, struct aw_windows *windows)
{
	struct aw_touches touches;
	if (!has_relaxed(function))
		return;
	aw_touches_init(&touches, unit, function, gang, threads);
	for (size_t i = 0; i < touches.list.count; i++) {
		const struct aw_touch *access = &touches.list.items[i];
		if (access->writes && !access->reads && access->offsets)
			group_stores(&touches, access, windows);
	}
	for (size_t i = 0; i < touches.list.count; i++) {
		const struct aw_touch *access = &touches.list.items[i];
		if (access->reads && !access->writes && access->offsets)
			join_load(&touches, access, windows);
	}
	aw_touches_finish(&touches);
}

void aw_windows_finish(struct aw_windows *windows)
{
	for (size_t i = 0; i < windows->list.count; i++)
		free(windows->list.items[i]);
	for (size_t i = 0; i < windows->groups.count; i++)
		free(windows->groups.items[i]);
	aw_vec_finish(&windows->list);
	aw_vec_finish(&windows->groups);
	aw_map_finish(&windows->map);
}

const struct aw_window *aw_windows_of(const struct aw_windows *windows, LLVMValueRef access)
{
	uintptr_t number = windows ? (uintptr_t)aw_map_get(&windows->map, access) : 0;
	return number ? windows->list.items[number - 1] : NULL;
}
