// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared memory of a gang in registers.  Code for warps in step exchanges values through volatile shared memory:
// store, load the neighbour's, add, store again.  Once that is vector code, its order is kept by the data alone, and
// nobody else can look: a block runs on one worker, its gangs one after the other from barrier to barrier.  (Loops
// that wait for another warp never become gangs.)  So volatile is dropped there (aw_simd_relax_shared), and then,
// block by block of the flow:
//
//     loads of elements whose last store is known take them from the stored vectors, by a shuffle
//     stores are dropped of which every element is stored again before anything may read it, or that are
//     to shared memory when the kernel is at its end
//
// An element's address is a base, any value, and a constant number of bytes.
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/cfg.h"
#include "../analysis/need.h"
#include "../target/nvptx.h"

enum { MAX_LANES = 32, MAX_CELLS = 512, MAX_SOURCES = 4 };

static bool is_prefetch(LLVMValueRef instruction)
{
	return aw_starts_with(aw_llvm_callee_name(instruction), "llvm.prefetch"); // changes nothing, and sees nothing
}

static bool may_read(LLVMValueRef instruction)
{
	return aw_llvm_may_read(instruction) && !is_prefetch(instruction);
}

static bool may_write(LLVMValueRef instruction)
{
	return aw_llvm_may_write(instruction) && !is_prefetch(instruction);
}

bool aw_simd_relax_shared(LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function) {
		AW_FOR_INSTRUCTIONS(instruction, block) {
			bool load = LLVMIsALoadInst(instruction) != NULL, store = LLVMIsAStoreInst(instruction) != NULL;
			if ((!load && !store) || !LLVMGetVolatile(instruction) || !aw_access_is_shared(LLVMGetOperand(instruction, store)))
				continue;
			LLVMSetVolatile(instruction, false);
			changed = true;
		}
	}
	return changed;
}

// --- accesses ---

// What one load or store of plain memory touches.
struct access {
	LLVMValueRef instruction, value; // VALUE: what is stored
	LLVMTypeRef type;                // of the value; a vector or one element
	LLVMValueRef base, root;         // ROOT: the object that the base leads into, as far as it can be told
	LLVMValueRef passed;             // a masked load's other lanes
	int64_t offset;
	unsigned lanes, size; // of an element, in bytes
	uint32_t active;
	bool load, known; // KNOWN: ACTIVE says which lanes; else it has all that may be
	bool vector;
};

// False, and all lanes, when the mask is no constant.
static bool read_mask(LLVMValueRef mask, unsigned lanes, uint32_t *active)
{
	uint32_t found = 0;
	for (unsigned i = 0; i < lanes; i++) {
		LLVMValueRef bit = LLVMIsConstant(mask) ? LLVMGetAggregateElement(mask, i) : NULL;
		if (!bit || !LLVMIsAConstantInt(bit))
			return false;
		found |= (uint32_t)!LLVMIsNull(bit) << i;
	}
	*active = found;
	return true;
}

// The places of operands: pointer, value, mask.
static bool find_operands(LLVMValueRef instruction, struct access *access, LLVMValueRef *pointer, LLVMValueRef *mask)
{
	struct aw_access found;
	if (!aw_access_find(instruction, &found))
		return false;
	if (!LLVMIsACallInst(instruction) &&
	    !aw_llvm_is_plain(instruction))
		return false;
	access->load = !found.value;
	access->value = found.value;
	access->passed = found.passed;
	access->type = found.type;
	*pointer = found.address;
	*mask = found.mask;
	return true;
}

static bool read_access(LLVMValueRef instruction, struct access *access)
{
	LLVMValueRef pointer, mask;
	memset(access, 0, sizeof(*access));
	access->instruction = instruction;
	if (!find_operands(instruction, access, &pointer, &mask))
		return false;
	LLVMModuleRef module = LLVMGetGlobalParent(aw_llvm_function_of(instruction));
	LLVMTypeRef element = access->type;
	access->vector = LLVMGetTypeKind(element) == LLVMVectorTypeKind;
	access->lanes = access->vector ? LLVMGetVectorSize(element) : 1;
	if (access->vector)
		element = LLVMGetElementType(element);
	unsigned long long bits = LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(module), element);
	if (access->lanes > MAX_LANES || bits % 8 || bits > 64)
		return false;
	access->size = (unsigned)bits / 8;
	access->base = aw_llvm_strip_offset(module, pointer, &access->offset);
	access->root = aw_llvm_object(access->base);
	access->active = UINT32_MAX >> (MAX_LANES - access->lanes);
	access->known = !mask || read_mask(mask, access->lanes, &access->active);
	return true;
}

// --- elements of memory ---

// One element: what is in it, or that it will be stored.
struct cell {
	LLVMValueRef base, root;
	int64_t offset;
	unsigned size;
	LLVMValueRef value; // the vector, of which it is lane LANE, or the element itself with LANE -1
	int lane;
};
typedef AW_VEC(struct cell) cell_list;

// Two variables, or a variable and what a kernel's parameter points to.  Dynamic shared memory is declared only, and
// all its names are one memory.
static bool are_apart(LLVMValueRef a, LLVMValueRef b)
{
	bool one = LLVMIsAGlobalVariable(a) != NULL, other = LLVMIsAGlobalVariable(b) != NULL;
	if (one && other)
		return a != b && !(LLVMIsDeclaration(a) && LLVMIsDeclaration(b));
	LLVMValueRef variable = one ? a : b, argument = one ? b : a;
	return (one || other) && LLVMGetPointerAddressSpace(LLVMTypeOf(variable)) == AW_NVPTX_SHARED &&
	       LLVMIsAArgument(argument);
}

// Whether ACCESS may touch CELL.
static bool may_touch(const struct access *access, const struct cell *cell)
{
	if (access->base != cell->base)
		return !are_apart(access->root, cell->root);
	int64_t end = access->offset + (int64_t)access->lanes * access->size;
	if (cell->offset >= end || cell->offset + cell->size <= access->offset)
		return false;
	assert(access->size && cell->size);
	int64_t first = (cell->offset - access->offset) / access->size;
	bool exact = cell->size == access->size && cell->offset == access->offset + first * access->size;
	return !access->known || !exact || (access->active >> first & 1);
}

static void forget(cell_list *cells, const struct access *access)
{
	size_t kept = 0;
	for (size_t i = 0; i < cells->count; i++)
		if (!may_touch(access, &cells->items[i]))
			cells->items[kept++] = cells->items[i];
	cells->count = kept;
}

static const struct cell *find_cell(const cell_list *cells, const struct access *access, unsigned lane)
{
	int64_t offset = access->offset + (int64_t)lane * access->size;
	for (size_t i = 0; i < cells->count; i++) {
		const struct cell *cell = &cells->items[i];
		if (cell->base == access->base && cell->offset == offset && cell->size == access->size)
			return cell;
	}
	return NULL;
}

// VALUE's lanes are in the elements that ACCESS touches.
static void remember(cell_list *cells, const struct access *access, LLVMValueRef value)
{
	if (!access->known)
		return;
	assert(access->lanes && access->lanes <= MAX_LANES && cells->count <= MAX_CELLS);
	if (cells->count + access->lanes > MAX_CELLS) // the oldest are the least likely to be asked for
		memmove(cells->items, cells->items + access->lanes, (cells->count -= access->lanes) * sizeof(*cells->items));
	for (unsigned lane = 0; lane < access->lanes; lane++) {
		struct cell cell = {
			.base = access->base, .root = access->root, .offset = access->offset + (int64_t)lane * access->size,
			.size = access->size, .value = value, .lane = access->vector ? (int)lane : -1,
		};
		if (access->active >> lane & 1)
			aw_need(aw_vec_push(cells, cell));
	}
}

// --- loads from what is known ---

struct source {
	LLVMValueRef value;
	int lanes[MAX_LANES]; // of it, by lane of the load; -1: not from there
};

// Where each active lane of a load comes from; 0: that isn't known, or there are too many sources.
static unsigned find_sources(const cell_list *cells, const struct access *access, struct source *sources)
{
	unsigned count = 0;
	for (unsigned lane = 0; lane < access->lanes; lane++) {
		if (!(access->active >> lane & 1))
			continue;
		const struct cell *cell = find_cell(cells, access, lane);
		if (!cell || aw_llvm_element_of(LLVMTypeOf(cell->value)) != aw_llvm_element_of(access->type))
			return 0;
		unsigned which = 0;
		while (which < count && sources[which].value != cell->value)
			which++;
		if (which == MAX_SOURCES)
			return 0;
		if (which == count) {
			sources[count].value = cell->value;
			memset(sources[count++].lanes, -1, sizeof(sources->lanes));
		}
		sources[which].lanes[lane] = cell->lane < 0 ? 0 : cell->lane;
	}
	return count;
}

static LLVMValueRef lane_constant(struct aw_unit *unit, int lane)
{
	LLVMTypeRef type = LLVMInt32TypeInContext(unit->context);
	return lane < 0 ? LLVMGetPoison(type) : LLVMConstInt(type, (unsigned)lane, false);
}

static LLVMValueRef shuffle(struct aw_unit *unit, LLVMValueRef a, LLVMValueRef b, const int *lanes, unsigned count)
{
	LLVMValueRef order[MAX_LANES];
	for (unsigned i = 0; i < count; i++)
		order[i] = lane_constant(unit, lanes[i]);
	return LLVMBuildShuffleVector(unit->builder, a, b, LLVMConstVector(order, count), "");
}

// RESULT with the lanes that come from SOURCE.
static LLVMValueRef add_source(struct aw_unit *unit, LLVMValueRef result, const struct source *source, unsigned lanes)
{
	LLVMTypeRef type = LLVMTypeOf(source->value);
	assert(aw_llvm_element_of(type) == LLVMGetElementType(LLVMTypeOf(result)));
	int blend[MAX_LANES];
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) {
		for (unsigned i = 0; i < lanes; i++)
			if (source->lanes[i] >= 0)
				result = LLVMBuildInsertElement(unit->builder, result, source->value, lane_constant(unit, (int)i), "");
		return result;
	}
	LLVMValueRef placed = shuffle(unit, source->value, LLVMGetPoison(type), source->lanes, lanes);
	for (unsigned i = 0; i < lanes; i++)
		blend[i] = (int)(source->lanes[i] >= 0 ? lanes + i : i);
	return shuffle(unit, result, placed, blend, lanes);
}

static LLVMValueRef build_known(struct aw_unit *unit, const struct access *access, const struct source *sources,
                                unsigned count)
{
	LLVMValueRef result = access->passed ? access->passed : LLVMGetPoison(access->type);
	assert(count && count <= MAX_SOURCES && (access->vector || count == 1));
	if (!access->vector) {
		LLVMValueRef value = sources->value;
		bool vector = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
		return vector ? LLVMBuildExtractElement(unit->builder, value, lane_constant(unit, sources->lanes[0]), "") : value;
	}
	for (unsigned i = 0; i < count; i++)
		result = add_source(unit, result, &sources[i], access->lanes);
	return result;
}

// Replaces the load when what it reads is known; else what it reads is known from here on.
static bool forward_load(struct aw_unit *unit, cell_list *cells, const struct access *access)
{
	struct source sources[MAX_SOURCES];
	unsigned count = access->known && access->active ? find_sources(cells, access, sources) : 0;
	if (!count) {
		struct access fresh = *access;
		for (unsigned lane = 0; lane < access->lanes; lane++)
			if (find_cell(cells, access, lane))
				fresh.active &= ~(1u << lane);
		if (!LLVMIsAArgument(access->root)) // LLVM itself finds what is loaded twice
			remember(cells, &fresh, access->instruction);
		return false;
	}
	aw_llvm_at(unit->builder, access->instruction);
	aw_llvm_replace(access->instruction, build_known(unit, access, sources, count));
	return true;
}

static bool forward_block(struct aw_unit *unit, LLVMBasicBlockRef block)
{
	cell_list cells = { 0 };
	bool changed = false;
	AW_FOR_INSTRUCTIONS_SAFE(instruction, block) {
		struct access access;
		if (!read_access(instruction, &access)) {
			if (may_write(instruction))
				cells.count = 0;
		} else if (access.load) {
			changed |= forward_load(unit, &cells, &access);
		} else {
			forget(&cells, &access);
			remember(&cells, &access, access.value);
		}
	}
	aw_vec_finish(&cells);
	return changed;
}

// --- stores that nobody reads ---

// Whether all that a store writes is in OVERWRITTEN.
static bool is_dead(const cell_list *overwritten, const struct access *store)
{
	for (unsigned lane = 0; lane < store->lanes; lane++)
		if ((store->active >> lane & 1) && !find_cell(overwritten, store, lane))
			return false;
	return true;
}

// From the end backwards.  ENDS: nothing of shared memory is read behind the block.
static bool drop_stores(LLVMBasicBlockRef block, bool ends)
{
	cell_list overwritten = { 0 };
	bool changed = false;
	for (LLVMValueRef instruction = LLVMGetLastInstruction(block), before; instruction; instruction = before) {
		struct access access;
		before = LLVMGetPreviousInstruction(instruction);
		if (!read_access(instruction, &access)) {
			bool reads = may_read(instruction);
			if (reads)
				overwritten.count = 0;
			ends = ends && !reads;
		} else if (access.load) {
			forget(&overwritten, &access);
			ends = ends && LLVMIsAArgument(access.root);
		} else if ((ends && aw_access_is_shared(access.base)) || is_dead(&overwritten, &access)) {
			aw_llvm_erase(instruction);
			changed = true;
		} else {
			remember(&overwritten, &access, NULL);
		}
	}
	aw_vec_finish(&overwritten);
	return changed;
}

static bool reads_shared(LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		struct access access;
		bool known = read_access(instruction, &access);
		if (known ? access.load && !LLVMIsAArgument(access.root) : may_read(instruction))
			return true;
	}
	return false;
}

// The blocks behind which shared memory may be read: those with a way to a block that reads.
static void find_readers(const struct aw_cfg *cfg, const bool *reads, bool *read_behind)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t block = cfg->count; block-- > 0;) {
			bool behind = false;
			for (uint32_t i = 0; i < aw_cfg_successor_count(cfg, block); i++) {
				uint32_t next = aw_cfg_successor(cfg, block, i);
				behind |= reads[next] || read_behind[next];
			}
			changed |= behind && !read_behind[block];
			read_behind[block] |= behind;
		}
	}
}

static bool drop_dead_stores(LLVMValueRef function)
{
	struct aw_cfg cfg;
	aw_cfg_init(&cfg, function);
	bool *reads = AW_NEED_ARRAY(bool, cfg.count), *read_behind = AW_NEED_ARRAY(bool, cfg.count), changed = false;
	for (uint32_t block = 0; block < cfg.count; block++)
		reads[block] = reads_shared(cfg.blocks[block]);
	find_readers(&cfg, reads, read_behind);
	for (uint32_t block = 0; block < cfg.count; block++)
		changed |= drop_stores(cfg.blocks[block], !read_behind[block]);
	free(reads);
	free(read_behind);
	aw_cfg_finish(&cfg);
	return changed;
}

bool aw_simd_forward_shared(struct aw_unit *unit, LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		changed |= forward_block(unit, block);
	return drop_dead_stores(function) || changed;
}
