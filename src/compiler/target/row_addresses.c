// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows a stride apart, for x86-64.  Where a loop reads ROW[i], ROW[stride + i], ROW[2 * stride + i] and so on, as unrolled loops over what
// threads have a block's width apart do, LLVM's strength reduction has more rows than registers and makes each row's address from the
// last one's, an instruction a row.  But an address may be a register and another one times 1, 2, 4 or 8, and the multiples of a number
// by 0 to 8 are its multiples by 1, 3, 5 and 7 times these:
//
//     p = &ROW[i];  5 * stride: p + five,  6 * stride: p + 2 * three;  the next eight rows begin with p + 8 * one
// which is an instruction for eight rows, and four registers that a loop keeps.  The shifts stand next to the accesses, where the choice
// of instructions, which goes block by block, finds them; the pointer is frozen, which hides it from strength reduction.
//
// All is computed in 64 bits.  A product of fewer bits counts only if it is promised not to wrap (as in step_pointers.c).
#include <assert.h>

#include "../analysis/loops.h"
#include "../pipeline.h"
#include "native.h"

enum { WINDOW = 8, LEAST_ROWS = 6, MOST_ROWS = 64 };

// A number of rows: FACTOR times VALUE, which is widened to 64 bits with or without its sign, or has them.
struct rows {
	LLVMValueRef value;
	LLVMOpcode widening; // LLVMSExt, LLVMZExt or LLVMFreeze for none
	int64_t factor;
};

struct access {
	LLVMValueRef instruction;
	unsigned operand;
	int64_t row;
};

// The accesses of a block whose addresses are BASE, INDEX elements of SIZE bytes further on, and multiples of a number of rows.
struct walk {
	LLVMValueRef base, index;
	uint64_t size;
	struct rows rows; // VALUE is NULL while only the first row was met
	AW_VEC(struct access) accesses;
};

struct finder {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	uint32_t loop;
	LLVMBasicBlockRef before; // what goes to the loop's head from outside
	AW_VEC(struct walk) walks;
};

static bool is_inside(const struct finder *f, LLVMValueRef value)
{
	return aw_loop_has_value(f->loops, f->cfg, f->loop, value);
}

// Takes a constant factor from ROWS when its product keeps what it is widened by.
static void take_factor(struct rows *rows)
{
	LLVMValueRef value = rows->value;
	bool shifts = aw_llvm_is_op(value, LLVMShl);
	int64_t factor;
	if ((!shifts && !aw_llvm_is_op(value, LLVMMul)) || !LLVMIsAInstruction(value) || !aw_llvm_constant(LLVMGetOperand(value, 1), &factor))
		return;
	if ((rows->widening == LLVMSExt && !LLVMGetNSW(value)) || (rows->widening == LLVMZExt && !LLVMGetNUW(value)))
		return;
	if (shifts && (factor < 0 || factor > 5))
		return;
	rows->value = LLVMGetOperand(value, 0);
	rows->factor = shifts ? (int64_t)1 << factor : factor;
}

// Reads INDEX, of 64 bits.
static struct rows read_rows(LLVMValueRef index)
{
	struct rows rows = { index, LLVMFreeze, 1 };
	if (aw_llvm_is_op(index, LLVMZExt) || aw_llvm_is_op(index, LLVMSExt)) {
		rows.widening = LLVMGetInstructionOpcode(index);
		rows.value = LLVMGetOperand(index, 0);
	}
	take_factor(&rows);
	return rows;
}

// A getelementptr of one element type with one index of 64 bits, which go to SIZE and INDEX.
static bool is_step(const struct finder *f, LLVMValueRef address, uint64_t *size, LLVMValueRef *index)
{
	if (!aw_llvm_is_op(address, LLVMGetElementPtr) || LLVMGetNumOperands(address) != 2 ||
	    LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind)
		return false;
	*size = LLVMABISizeOfType(f->layout, LLVMGetGEPSourceElementType(address));
	*index = LLVMGetOperand(address, 1);
	return LLVMGetTypeKind(LLVMTypeOf(*index)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(*index)) == 64;
}

static bool is_same_number(const struct rows *a, const struct rows *b)
{
	return a->value == b->value && a->widening == b->widening;
}

// The walk that such an access belongs to; NULL: there is none yet.
static struct walk *find(struct finder *f, LLVMValueRef base, LLVMValueRef index, uint64_t size, const struct rows *rows)
{
	for (size_t i = 0; i < f->walks.count; i++) {
		struct walk *walk = &f->walks.items[i];
		bool fits = walk->base == base && walk->index == index && walk->size == size;
		if (fits && (!rows->value || !walk->rows.value || is_same_number(&walk->rows, rows)))
			return walk;
	}
	return NULL;
}

static void note(struct finder *f, LLVMValueRef instruction, unsigned operand)
{
	LLVMValueRef address = LLVMGetOperand(instruction, operand), index, offset;
	uint64_t size, row_size;
	struct rows rows = { 0 };
	if (!is_step(f, address, &size, &index) || !is_inside(f, index) || is_inside(f, LLVMGetOperand(address, 0)))
		return;
	LLVMValueRef base = LLVMGetOperand(address, 0);
	if (is_step(f, base, &row_size, &offset) && row_size == size && !LLVMIsAConstant(offset)) {
		rows = read_rows(offset);
		base = LLVMGetOperand(base, 0);
	}
	if (rows.factor < 0 || rows.factor >= MOST_ROWS)
		return;
	struct walk *walk = find(f, base, index, size, &rows);
	if (!walk) {
		aw_need(aw_vec_push(&f->walks, ((struct walk){ .base = base, .index = index, .size = size })));
		walk = &f->walks.items[f->walks.count - 1];
	}
	if (rows.value)
		walk->rows = rows;
	aw_need(aw_vec_push(&walk->accesses, ((struct access){ instruction, operand, rows.factor })));
}

static void collect(struct finder *f, LLVMBasicBlockRef block)
{
	AW_FOR_INSTRUCTIONS(instruction, block) {
		const char *name = aw_llvm_callee_name(instruction);
		if (aw_llvm_is_op(instruction, LLVMLoad) || aw_starts_with(name, "llvm.masked.load."))
			note(f, instruction, 0);
		else if (aw_llvm_is_op(instruction, LLVMStore) || aw_starts_with(name, "llvm.masked.store."))
			note(f, instruction, 1);
	}
}

static unsigned count_rows(const struct walk *walk)
{
	uint64_t met = 0;
	static_assert(MOST_ROWS <= 64, "a bit for each row");
	for (size_t i = 0; i < walk->accesses.count; i++)
		met |= (uint64_t)1 << walk->accesses.items[i].row;
	return (unsigned)__builtin_popcountll(met);
}

// --- making ---

struct maker {
	struct finder *f;
	LLVMTypeRef wide, byte;
	LLVMValueRef odd[WINDOW];                  // in front of the loop: the bytes of so many rows
	LLVMValueRef window[MOST_ROWS / WINDOW]; // in the block: the first row of each window
};

static LLVMValueRef number(const struct maker *m, uint64_t value)
{
	return LLVMConstInt(m->wide, value, false);
}

// COUNT rows in bytes, in front of the loop.
static LLVMValueRef bytes_of(struct maker *m, const struct walk *walk, unsigned count)
{
	LLVMBuilderRef builder = m->f->unit->builder;
	if (m->odd[count])
		return m->odd[count];
	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(m->f->before));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef value = walk->rows.value;
	if (walk->rows.widening != LLVMFreeze)
		value = LLVMBuildCast(builder, walk->rows.widening, value, m->wide, "");
	m->odd[count] = LLVMBuildMul(builder, value, number(m, walk->size * count), "");
	return m->odd[count];
}

// ADDRESS and 2^SHIFT times COUNT rows, before AT.
static LLVMValueRef further(struct maker *m, const struct walk *walk, LLVMValueRef address, unsigned count, unsigned shift, LLVMValueRef at)
{
	LLVMBuilderRef builder = m->f->unit->builder;
	LLVMValueRef bytes = bytes_of(m, walk, count);
	aw_llvm_at(builder, at);
	if (shift)
		bytes = LLVMBuildShl(builder, bytes, number(m, shift), "");
	return LLVMBuildGEP2(builder, m->byte, address, &bytes, 1, "");
}

// The first row of window NUMBER.  All that is made for a walk stands before its first access.
static LLVMValueRef window_of(struct maker *m, const struct walk *walk, unsigned number)
{
	LLVMBuilderRef builder = m->f->unit->builder;
	LLVMValueRef at = walk->accesses.items[0].instruction;
	if (m->window[number])
		return m->window[number];
	LLVMValueRef first;
	if (number) {
		first = further(m, walk, window_of(m, walk, number - 1), 1, 3, at);
	} else {
		LLVMValueRef index = walk->index;
		LLVMTypeRef element = LLVMArrayType2(m->byte, walk->size);
		aw_llvm_at(builder, at);
		first = LLVMBuildGEP2(builder, element, walk->base, &index, 1, "");
	}
	m->window[number] = LLVMBuildFreeze(builder, first, "row");
	return m->window[number];
}

static void make(struct finder *f, const struct walk *walk)
{
	struct maker maker = {
		.f = f, .wide = LLVMInt64TypeInContext(f->unit->context), .byte = LLVMInt8TypeInContext(f->unit->context),
	};
	for (size_t i = 0; i < walk->accesses.count; i++) {
		const struct access *access = &walk->accesses.items[i];
		unsigned row = (unsigned)access->row % WINDOW, shift = row ? (unsigned)__builtin_ctz(row) : 0;
		LLVMValueRef address = window_of(&maker, walk, (unsigned)access->row / WINDOW);
		if (row)
			address = further(&maker, walk, address, row >> shift, shift, access->instruction);
		LLVMSetOperand(access->instruction, access->operand, address);
	}
}

// --- blocks ---

static bool change_block(struct finder *f, uint32_t block)
{
	bool changed = false;
	f->loop = f->loops->innermost[block];
	if (f->loop == AW_NONE || !f->loops->loops.items[f->loop].reducible)
		return false;
	collect(f, f->cfg->blocks[block]);
	uint32_t before = aw_loop_way_in(f->loops, f->cfg, f->loop);
	f->before = before == AW_NONE ? NULL : f->cfg->blocks[before];
	for (size_t i = 0; i < f->walks.count; i++) {
		struct walk *walk = &f->walks.items[i];
		if (f->before && walk->rows.value && count_rows(walk) >= LEAST_ROWS) {
			make(f, walk);
			changed = true;
		}
		aw_vec_finish(&walk->accesses);
	}
	f->walks.count = 0;
	return changed;
}

static bool change_function(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	bool changed = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	struct finder finder = { .unit = unit, .layout = LLVMGetModuleDataLayout(unit->module), .cfg = &cfg, .loops = &loops };
	for (uint32_t block = 0; block < cfg.count; block++)
		changed |= change_block(&finder, block);
	aw_vec_finish(&finder.walks);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return changed;
}

bool aw_pass_row_addresses(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || aw_native_machine(unit->target) != AW_MACHINE_X86_64)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module)
		if (aw_llvm_is_defined(function) && !aw_llvm_has_attribute(function, "optnone"))
			changed |= change_function(unit, function);
	return changed;
}
