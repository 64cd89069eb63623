// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which gang touches which bytes of shared memory.  Addresses and conditions are computed for each thread that a block can have
// (analysis/thread_numbers.h), and then all bytes are gone through.
//
// Code is taken for one stretch where it hangs together without a barrier that stays, whichever way control goes; so loops and branches
// need no further thought.  Conditions that ways to an access depend on leave threads out.
#include "simd_touches.h"

#include <assert.h>
#include <string.h>

#include "../analysis/need.h"
#include "../target/nvptx.h"
#include "simd_windows.h"

enum { MOST_BYTES = 1 << 18, MANY = UINT16_MAX };

static const char global_memory; // the object that stands for all that isn't the block's

// --- stretches ---

uint32_t aw_touches_stretch(const struct aw_touches *touches, uint32_t stretch)
{
	while (touches->joined.items[stretch] != stretch)
		stretch = touches->joined.items[stretch];
	return stretch;
}

void aw_touches_join(struct aw_touches *touches, uint32_t a, uint32_t b)
{
	assert(a < touches->joined.count && b < touches->joined.count);
	touches->joined.items[aw_touches_stretch(touches, a)] = aw_touches_stretch(touches, b);
}

static uint32_t add_stretch(struct aw_touches *touches)
{
	uint32_t number = (uint32_t)touches->joined.count;
	aw_need(aw_vec_push(&touches->joined, number));
	return number;
}

uint32_t aw_touches_first(const struct aw_touches *touches, LLVMBasicBlockRef block)
{
	return (uint32_t)(uintptr_t)aw_map_get(&touches->firsts, block) - 1;
}

// --- who comes by ---

const bool *aw_touches_present(struct aw_touches *touches, LLVMBasicBlockRef block)
{
	bool *list = aw_map_get(&touches->present, block);
	if (list)
		return list;
	list = AW_NEED_ARRAY(bool, touches->threads);
	memset(list, true, touches->threads);
	LLVMBasicBlockRef before = aw_llvm_only_way_to(block);
	LLVMValueRef end = before ? LLVMGetBasicBlockTerminator(before) : NULL;
	if (before && before != block)
		memcpy(list, aw_touches_present(touches, before), touches->threads);
	const int64_t *condition = end && LLVMIsABranchInst(end) && LLVMIsConditional(end) ?
		aw_thread_numbers_of(&touches->numbers, LLVMGetCondition(end)) : NULL;
	for (unsigned i = 0; condition && i < touches->threads; i++)
		list[i] &= LLVMGetSuccessor(end, condition[i] == 0) == block;
	aw_need(aw_vec_push(&touches->lists, list));
	aw_need(aw_map_put(&touches->present, block, list));
	return list;
}

// --- accesses ---

// Whether POINTER is a member of what the kernel is passed by value: the host knows no shared memory.
static bool is_parameter(LLVMValueRef pointer)
{
	return LLVMIsALoadInst(pointer) && aw_llvm_is_by_value(aw_llvm_object(LLVMGetOperand(pointer, 0)));
}

// False: what is there is the thread's own, or nobody changes it.
static bool find_object(struct aw_touches *touches, LLVMValueRef pointer, LLVMValueRef *object)
{
	LLVMValueRef root = aw_llvm_object(pointer);
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(root));
	bool variable = LLVMIsAGlobalVariable(root) != NULL;
	if (LLVMIsAAllocaInst(root) || space == AW_NVPTX_LOCAL || space == AW_NVPTX_CONSTANT || (variable && LLVMIsGlobalConstant(root)))
		return false;
	*object = NULL;
	if (variable && space == AW_NVPTX_SHARED) {
		if (LLVMIsDeclaration(root))
			root = touches->dynamic = touches->dynamic ? touches->dynamic : root;
		*object = root;
	} else if (variable || LLVMIsAArgument(root) || space == AW_NVPTX_GLOBAL || is_parameter(root)) {
		*object = (LLVMValueRef)&global_memory;
	}
	return true;
}

static bool is_shared(LLVMValueRef object)
{
	return object && object != (LLVMValueRef)&global_memory;
}

static void add_touch(struct aw_touches *touches, LLVMValueRef instruction, uint32_t stretch)
{
	bool load = aw_llvm_is_op(instruction, LLVMLoad), store = aw_llvm_is_op(instruction, LLVMStore);
	struct aw_touch access = {
		.instruction = instruction, .stretch = stretch,
		.reads = aw_llvm_may_read(instruction), .writes = aw_llvm_may_write(instruction),
	};
	const char *name = aw_llvm_callee_name(instruction);
	if ((!access.reads && !access.writes) || aw_starts_with(name, "llvm.dbg.") || aw_starts_with(name, "llvm.assume") ||
	    aw_starts_with(name, "llvm.lifetime."))
		return;
	if (load || store) {
		LLVMValueRef pointer = LLVMGetOperand(instruction, store);
		LLVMTypeRef type = LLVMTypeOf(store ? LLVMGetOperand(instruction, 0) : instruction);
		if (!find_object(touches, pointer, &access.object))
			return;
		access.size = (unsigned)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(touches->unit->module), type);
		if (is_shared(access.object) && aw_llvm_is_plain(instruction)) {
			access.offsets = AW_NEED_ARRAY(int64_t, touches->threads);
			access.present = aw_touches_present(touches, LLVMGetInstructionParent(instruction));
			if (!aw_thread_numbers_offsets(&touches->numbers, pointer, access.offsets)) {
				free(access.offsets);
				access.offsets = NULL;
			}
		}
	}
	aw_need(aw_vec_push(&touches->list, access));
	aw_need(aw_map_put(&touches->places, instruction, (void *)(uintptr_t)touches->list.count));
}

static void find_stretches(struct aw_touches *touches)
{
	struct aw_map lasts = { 0 }; // block -> the number of its last stretch + 1
	AW_FOR_BLOCKS(block, touches->function) {
		uint32_t stretch = add_stretch(touches);
		aw_need(aw_map_put(&touches->firsts, block, (void *)(uintptr_t)(stretch + 1)));
		AW_FOR_INSTRUCTIONS(instruction, block) {
			bool barrier = aw_simd_is_barrier(touches->unit, instruction);
			if (barrier && !aw_simd_is_relaxed(instruction))
				stretch = add_stretch(touches);
			else if (!barrier)
				add_touch(touches, instruction, stretch);
		}
		aw_need(aw_map_put(&lasts, block, (void *)(uintptr_t)(stretch + 1)));
	}
	AW_FOR_BLOCKS(block, touches->function) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
		for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
			aw_touches_join(touches, (uint32_t)(uintptr_t)aw_map_get(&lasts, block) - 1,
			                aw_touches_first(touches, LLVMGetSuccessor(end, i)));
	}
	aw_map_finish(&lasts);
}

void aw_touches_init(struct aw_touches *touches, struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, unsigned threads)
{
	assert(threads % gang.width == 0 && gang.geometry == AW_CPU_GEOMETRY_FULL);
	*touches = (struct aw_touches){ .unit = unit, .function = function, .width = gang.width, .threads = threads };
	aw_thread_numbers_init(&touches->numbers, threads);
	find_stretches(touches);
}

void aw_touches_finish(struct aw_touches *touches)
{
	for (size_t i = 0; i < touches->list.count; i++)
		free(touches->list.items[i].offsets);
	for (size_t i = 0; i < touches->lists.count; i++)
		free(touches->lists.items[i]);
	aw_vec_finish(&touches->lists);
	aw_vec_finish(&touches->list);
	aw_vec_finish(&touches->joined);
	aw_map_finish(&touches->firsts);
	aw_map_finish(&touches->places);
	aw_map_finish(&touches->present);
	aw_thread_numbers_finish(&touches->numbers);
}

const struct aw_touch *aw_touches_of(const struct aw_touches *touches, LLVMValueRef instruction)
{
	uintptr_t number = (uintptr_t)aw_map_get(&touches->places, instruction);
	return number ? &touches->list.items[number - 1] : NULL;
}

// --- who touches what ---

// By byte, from LOW on: the gang that reads or writes it + 1, or MANY that read it.
struct bytes {
	int64_t low, high;
	uint16_t *readers, *writers;
};

static void widen(const struct aw_touches *touches, const struct aw_touch *access, struct bytes *bytes)
{
	for (unsigned i = 0; i < touches->threads; i++)
		if (access->present[i]) {
			int64_t first = access->offsets[i], behind = first + access->size;
			bytes->low = first < bytes->low ? first : bytes->low;
			bytes->high = behind > bytes->high ? behind : bytes->high;
		}
}

// False when a gang touches what another one writes.
static bool touch(const struct aw_touches *touches, const struct aw_touch *access, struct bytes *bytes)
{
	for (unsigned i = 0; i < touches->threads; i++) {
		uint16_t gang = (uint16_t)(i / touches->width + 1);
		for (unsigned k = 0; access->present[i] && k < access->size; k++) {
			size_t at = (size_t)(access->offsets[i] - bytes->low) + k;
			assert(at < (size_t)(bytes->high - bytes->low));
			uint16_t *reader = &bytes->readers[at], *writer = &bytes->writers[at];
			if ((*writer && *writer != gang) || (access->writes && *reader && *reader != gang))
				return false;
			if (access->writes)
				*writer = gang;
			if (access->reads)
				*reader = !*reader || *reader == gang ? gang : MANY;
		}
	}
	return true;
}

// Whether of OBJECT in stretches A and B no gang touches what another one writes.
bool aw_touches_own(const struct aw_touches *touches, LLVMValueRef object, uint32_t a, uint32_t b)
{
	struct bytes bytes = { INT64_MAX, INT64_MIN, NULL, NULL };
	bool own = is_shared(object);
	for (size_t i = 0; own && i < touches->list.count; i++) {
		const struct aw_touch *access = &touches->list.items[i];
		if (!aw_touch_is_in(touches, access, a, b) || (access->object && access->object != object))
			continue;
		own = access->object && access->offsets;
		if (own)
			widen(touches, access, &bytes);
	}
	if (!own || bytes.low >= bytes.high || bytes.high - bytes.low > MOST_BYTES)
		return own && bytes.low >= bytes.high;
	bytes.readers = AW_NEED_ARRAY(uint16_t, (size_t)(bytes.high - bytes.low));
	bytes.writers = AW_NEED_ARRAY(uint16_t, (size_t)(bytes.high - bytes.low));
	for (size_t i = 0; own && i < touches->list.count; i++) {
		const struct aw_touch *access = &touches->list.items[i];
		if (aw_touch_is_in(touches, access, a, b) && access->object == object)
			own = touch(touches, access, &bytes);
	}
	free(bytes.readers);
	free(bytes.writers);
	return own;
}

