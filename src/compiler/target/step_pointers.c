// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For PTX: strength reduction of addresses.  In a loop where i goes up by one,
//
//     x = a[i * stride + column]           (int)
// is for LLVM an index of 32 bits that is made and widened anew for each access: SCEV doesn't see through the extension of a
// sum that is only promised not to overflow.  What is promised (nsw, nuw) makes the extension of the sum the sum of the
// extensions, because where the promise is broken the address is poison and the access undefined.  So the address is a
// pointer that goes by the same step each turn:
//
//     p = &a[column];  each turn:  x = *p;  p += stride * sizeof(*a)
// which is one instruction an access (on GPUs a product of 32 bits is added to 64 bits), and loads of an unrolled loop have
// their addresses one behind the other.  It runs before loops of unknown turns are unrolled (the pipeline of LLVM that
// ran before was told not to, see prepare_ptx), so that there is one pointer for all copies of an access.
//
// Addresses of a loop that differ by constants share a pointer, and only those that are used in each turn get one.  A loop that
// needs more than MOST_POINTERS stays as it is: ptxas spends the registers that they take on fewer loads at a time (a stencil
// with seven streams took 1.45 ms instead of 1.13 on an H200).  Addresses that are linear in 64 bits with a constant step
// already are left to LLVM.
#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../pipeline.h"
#include "nvptx.h"

enum { MOST_POINTERS = 4, MOST_DEPTH = 24 };

// How a number of less than 64 bits is meant as one of 64.
enum widening { AS_IS, SIGNED, UNSIGNED };

// START + turn * STEP + OFFSET, in 64 bits, modulo 2^64.  START and STEP are computed in front of the loop; NULL: 0.
struct linear {
	LLVMValueRef start, step;
	int64_t offset;
	bool extended; // what is extended changes in the loop
};

struct made { // an instruction in front of the loop, and what it computes
	LLVMOpcode opcode;
	LLVMValueRef a, b, value;
};

struct pointer {
	LLVMValueRef base, start, step, phi;
	int64_t offset; // of the phi
	bool each_turn, worth;
};

struct access {
	LLVMValueRef instruction;
	int operand;
	size_t pointer;
	int64_t offset;
};

struct stepping {
	struct aw_unit *unit;
	LLVMTargetDataRef layout;
	LLVMTypeRef wide;
	const struct aw_cfg *cfg;
	const struct aw_loops *loops;
	const struct aw_dominators *dominators;
	uint32_t loop;
	LLVMBasicBlockRef head, before, latch;
	AW_VEC(struct made) made;
	AW_VEC(struct pointer) pointers;
	AW_VEC(struct access) accesses;
};

static bool is_inside(const struct stepping *s, LLVMValueRef value)
{
	return aw_loop_has_value(s->loops, s->cfg, s->loop, value);
}

// --- numbers in front of the loop ---

// The value of OPCODE over A and B in front of the loop, made once.  B is NULL for an extension.
static LLVMValueRef make(struct stepping *s, LLVMOpcode opcode, LLVMValueRef a, LLVMValueRef b)
{
	for (size_t i = 0; i < s->made.count; i++) {
		const struct made *made = &s->made.items[i];
		if (made->opcode == opcode && made->a == a && made->b == b)
			return made->value;
	}
	LLVMBuilderRef builder = s->unit->builder;
	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(s->before));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef value = b ? LLVMBuildBinOp(builder, opcode, a, b, "") : LLVMBuildCast(builder, opcode, a, s->wide, "");
	aw_need(aw_vec_push(&s->made, ((struct made){ opcode, a, b, value })));
	return value;
}

static LLVMValueRef number(const struct stepping *s, int64_t value)
{
	return LLVMConstInt(s->wide, (unsigned long long)value, true);
}

static LLVMValueRef sum(struct stepping *s, LLVMValueRef a, LLVMValueRef b)
{
	return !a ? b : !b ? a : make(s, LLVMAdd, a, b);
}

static LLVMValueRef difference(struct stepping *s, LLVMValueRef a, LLVMValueRef b)
{
	return !b ? a : make(s, LLVMSub, a ? a : number(s, 0), b);
}

static LLVMValueRef product(struct stepping *s, LLVMValueRef a, LLVMValueRef b)
{
	int64_t factor;
	return !a || (aw_llvm_constant(b, &factor) && factor == 1) ? a : make(s, LLVMMul, a, b);
}

static LLVMValueRef widened(struct stepping *s, LLVMValueRef value, enum widening widening)
{
	return widening == AS_IS ? value : make(s, widening == SIGNED ? LLVMSExt : LLVMZExt, value, NULL);
}

// --- linear numbers ---

static bool keeps(LLVMValueRef value, enum widening widening)
{
	return widening == AS_IS || aw_llvm_never_wraps(value, widening == SIGNED);
}

static bool read_linear(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear);

static bool read_constant(LLVMValueRef value, enum widening widening, int64_t *constant)
{
	if (!aw_llvm_constant(value, constant))
		return false;
	if (widening == UNSIGNED)
		*constant = (int64_t)LLVMConstIntGetZExtValue(value);
	return true;
}

// A number from outside the loop; a constant that is added to it is kept apart, for addresses to be compared by.
static bool read_invariant(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear)
{
	int64_t constant;
	if (LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd && keeps(value, widening) &&
	    read_constant(LLVMGetOperand(value, 1), widening, &constant)) {
		if (!read_linear(s, LLVMGetOperand(value, 0), widening, depth, linear))
			return false;
		linear->offset = (int64_t)((uint64_t)linear->offset + (uint64_t)constant);
		return true;
	}
	linear->start = widened(s, value, widening);
	return true;
}

// What goes by a step that is the same in each turn.
static bool read_phi(struct stepping *s, LLVMValueRef phi, enum widening widening, unsigned depth, struct linear *linear)
{
	LLVMValueRef next = aw_llvm_incoming(phi, s->latch), step, first = aw_llvm_incoming(phi, s->before);
	if (LLVMGetInstructionParent(phi) != s->head || !LLVMIsAInstruction(next))
		return false;
	bool adds = LLVMGetInstructionOpcode(next) == LLVMAdd, subtracts = LLVMGetInstructionOpcode(next) == LLVMSub;
	if ((!adds && !subtracts) || !keeps(next, widening))
		return false;
	LLVMValueRef a = LLVMGetOperand(next, 0), b = LLVMGetOperand(next, 1);
	step = a == phi ? b : adds && b == phi ? a : NULL;
	if (!step || is_inside(s, step) || !read_linear(s, first, widening, depth, linear))
		return false;
	int64_t constant;
	step = read_constant(step, widening, &constant) ? number(s, constant) : widened(s, step, widening);
	linear->step = subtracts ? difference(s, NULL, step) : step;
	return true;
}

static bool read_sum(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear)
{
	struct linear a, b;
	bool minus = LLVMGetInstructionOpcode(value) == LLVMSub;
	if (!read_linear(s, LLVMGetOperand(value, 0), widening, depth, &a) ||
	    !read_linear(s, LLVMGetOperand(value, 1), widening, depth, &b))
		return false;
	linear->start = minus ? difference(s, a.start, b.start) : sum(s, a.start, b.start);
	linear->step = minus ? difference(s, a.step, b.step) : sum(s, a.step, b.step);
	linear->offset = (int64_t)((uint64_t)a.offset + (minus ? 0 - (uint64_t)b.offset : (uint64_t)b.offset));
	linear->extended = a.extended || b.extended;
	return true;
}

// LINEAR times FACTOR, a number in front of the loop.
static void multiply(struct stepping *s, struct linear *linear, LLVMValueRef factor)
{
	int64_t constant;
	if (aw_llvm_constant(factor, &constant)) {
		linear->offset = (int64_t)((uint64_t)linear->offset * (uint64_t)constant);
	} else if (linear->offset) {
		linear->start = sum(s, linear->start, number(s, linear->offset));
		linear->offset = 0;
	}
	linear->start = product(s, linear->start, factor);
	linear->step = product(s, linear->step, factor);
}

static bool read_product(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear)
{
	LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1), factor = is_inside(s, a) ? b : a;
	bool shifts = LLVMGetInstructionOpcode(value) == LLVMShl;
	int64_t constant;
	if (is_inside(s, factor) || (shifts && (factor != b || !aw_llvm_constant(b, &constant) || constant > 31)))
		return false;
	if (!read_linear(s, factor == b ? a : b, widening, depth, linear))
		return false;
	if (shifts)
		factor = number(s, (int64_t)1 << constant);
	else
		factor = read_constant(factor, widening, &constant) ? number(s, constant) : widened(s, factor, widening);
	multiply(s, linear, factor);
	return true;
}

static bool read_extension(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear)
{
	LLVMValueRef inner = LLVMGetOperand(value, 0);
	bool is_signed = LLVMGetInstructionOpcode(value) == LLVMSExt;
	if (is_signed && widening == UNSIGNED)
		return false;
	bool read = (is_signed || LLVMGetNNeg(value)) && read_linear(s, inner, SIGNED, depth, linear);
	if (!read && !is_signed)
		read = read_linear(s, inner, UNSIGNED, depth, linear);
	linear->extended = true;
	return read;
}

// Reads VALUE, of 64 bits or meant as such by WIDENING, as a linear number.
static bool read_linear(struct stepping *s, LLVMValueRef value, enum widening widening, unsigned depth, struct linear *linear)
{
	*linear = (struct linear){ 0 };
	if (read_constant(value, widening, &linear->offset))
		return true;
	if (++depth > MOST_DEPTH)
		return false;
	if (!is_inside(s, value))
		return read_invariant(s, value, widening, depth, linear);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMPHI: return read_phi(s, value, widening, depth, linear);
	case LLVMAdd:
	case LLVMSub: return keeps(value, widening) && read_sum(s, value, widening, depth, linear);
	case LLVMOr: return LLVMGetIsDisjoint(value) && read_sum(s, value, widening, depth, linear);
	case LLVMMul:
	case LLVMShl: return keeps(value, widening) && read_product(s, value, widening, depth, linear);
	case LLVMSExt:
	case LLVMZExt: return read_extension(s, value, widening, depth, linear);
	default: return false;
	}
}

// --- addresses ---

static int64_t member_offset(const struct stepping *s, LLVMValueRef address, unsigned index)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	for (unsigned i = 2; i < index; i++)
		type = LLVMGetTypeKind(type) == LLVMStructTypeKind
		               ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, i)))
		               : LLVMGetElementType(type);
	unsigned member = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(address, index));
	return (int64_t)LLVMOffsetOfElement(s->layout, type, member);
}

// Adds index INDEX of ADDRESS, a getelementptr, to LINEAR.
static bool add_index(struct stepping *s, LLVMValueRef address, unsigned index, struct linear *linear)
{
	LLVMValueRef value = LLVMGetOperand(address, index);
	LLVMTypeRef counted = aw_llvm_counted_type(address, index);
	struct linear part;
	unsigned bits = aw_llvm_integer_bits(value);
	if (bits != 32 && bits != 64)
		return false;
	if (!counted) {
		linear->offset += member_offset(s, address, index);
		return true;
	}
	if (!read_linear(s, value, bits == 64 ? AS_IS : SIGNED, 0, &part))
		return false;
	multiply(s, &part, number(s, (int64_t)LLVMABISizeOfType(s->layout, counted)));
	linear->start = sum(s, linear->start, part.start);
	linear->step = sum(s, linear->step, part.step);
	linear->offset = (int64_t)((uint64_t)linear->offset + (uint64_t)part.offset);
	linear->extended |= part.extended || (bits == 32 && part.step);
	return true;
}

// Reads ADDRESS as BASE, which stands in front of the loop, plus a linear number of bytes.
static bool read_address(struct stepping *s, LLVMValueRef address, LLVMValueRef *base, struct linear *linear, unsigned depth)
{
	if (!is_inside(s, address)) {
		*base = address;
		*linear = (struct linear){ 0 };
		return true;
	}
	if (!LLVMIsAGetElementPtrInst(address) || depth > MOST_DEPTH ||
	    LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind ||
	    !read_address(s, LLVMGetOperand(address, 0), base, linear, depth + 1))
		return false;
	for (int i = 1; i < LLVMGetNumOperands(address); i++)
		if (!add_index(s, address, (unsigned)i, linear))
			return false;
	return true;
}

// The pointer of the loop that LINEAR goes with.
static size_t pointer_of(struct stepping *s, LLVMValueRef base, const struct linear *linear)
{
	for (size_t i = 0; i < s->pointers.count; i++) {
		const struct pointer *pointer = &s->pointers.items[i];
		if (pointer->base == base && pointer->start == linear->start && pointer->step == linear->step)
			return i;
	}
	struct pointer pointer = { .base = base, .start = linear->start, .step = linear->step, .offset = linear->offset };
	aw_need(aw_vec_push(&s->pointers, pointer));
	return s->pointers.count - 1;
}

// Notes that INSTRUCTION uses memory through its operand OPERAND, when that is such an address.
static void note_access(struct stepping *s, LLVMValueRef instruction, int operand, bool each_turn)
{
	LLVMValueRef base = NULL, address = LLVMGetOperand(instruction, (unsigned)operand);
	struct linear linear;
	int64_t step;
	if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == AW_NVPTX_LOCAL || !is_inside(s, address) ||
	    !read_address(s, address, &base, &linear, 0) || !linear.step)
		return;
	size_t number = pointer_of(s, base, &linear);
	struct pointer *pointer = &s->pointers.items[number];
	pointer->each_turn |= each_turn;
	pointer->worth |= linear.extended || !aw_llvm_constant(linear.step, &step);
	aw_need(aw_vec_push(&s->accesses, ((struct access){ instruction, operand, number, linear.offset })));
}

static void collect(struct stepping *s)
{
	const struct aw_loop *loop = &s->loops->loops.items[s->loop];
	uint32_t latch = aw_cfg_number(s->cfg, s->latch);
	for (uint32_t rank = loop->first; rank < loop->end; rank++) {
		uint32_t block = s->loops->order[rank];
		bool each_turn = aw_dominates(s->dominators, block, latch);
		if (s->loops->innermost[block] != s->loop)
			continue;
		AW_FOR_INSTRUCTIONS(instruction, s->cfg->blocks[block]) {
			if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicRMWInst(instruction))
				note_access(s, instruction, 0, each_turn);
			else if (LLVMIsAStoreInst(instruction))
				note_access(s, instruction, 1, each_turn);
		}
	}
}

// --- making ---

static LLVMValueRef build_offset(struct stepping *s, LLVMValueRef address, LLVMValueRef bytes)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(s->unit->context);
	return bytes ? LLVMBuildGEP2(s->unit->builder, byte, address, &bytes, 1, "") : address;
}

static void build_pointer(struct stepping *s, struct pointer *pointer)
{
	LLVMBuilderRef builder = s->unit->builder;
	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(s->before));
	LLVMSetCurrentDebugLocation2(builder, NULL);
	LLVMValueRef first = build_offset(s, pointer->base, pointer->start);
	first = build_offset(s, first, pointer->offset ? number(s, pointer->offset) : NULL);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(s->head));
	pointer->phi = LLVMBuildPhi(builder, LLVMTypeOf(pointer->base), "");
	LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(s->latch));
	LLVMValueRef next = build_offset(s, pointer->phi, pointer->step);
	LLVMAddIncoming(pointer->phi, &first, &s->before, 1);
	LLVMAddIncoming(pointer->phi, &next, &s->latch, 1);
}

static bool is_wanted(const struct pointer *pointer)
{
	return pointer->each_turn && pointer->worth;
}

static bool build(struct stepping *s)
{
	unsigned count = 0;
	for (size_t i = 0; i < s->pointers.count; i++)
		count += is_wanted(&s->pointers.items[i]);
	if (count > MOST_POINTERS)
		return false;
	for (size_t i = 0; i < s->pointers.count; i++)
		if (is_wanted(&s->pointers.items[i]))
			build_pointer(s, &s->pointers.items[i]);
	for (size_t i = 0; i < s->accesses.count; i++) {
		const struct access *access = &s->accesses.items[i];
		const struct pointer *pointer = &s->pointers.items[access->pointer];
		int64_t apart = (int64_t)((uint64_t)access->offset - (uint64_t)pointer->offset);
		if (!pointer->phi)
			continue;
		aw_llvm_at(s->unit->builder, access->instruction);
		LLVMSetOperand(access->instruction, (unsigned)access->operand,
		               build_offset(s, pointer->phi, apart ? number(s, apart) : NULL));
	}
	return count > 0;
}

// --- loops ---

// Sets the one block in front of the loop and the one from which it goes back to its head; false when there are several.
static bool find_ends(struct stepping *s)
{
	LLVMValueRef phi = LLVMGetFirstInstruction(s->head);
	if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
		uint32_t block = aw_cfg_number(s->cfg, from);
		if (block != AW_NONE && aw_loop_contains(s->loops, s->loop, block))
			s->latch = from;
		else
			s->before = from;
	}
	return s->before && s->latch && aw_cfg_number(s->cfg, s->before) != AW_NONE;
}

static bool step_in(struct stepping *s, uint32_t number)
{
	const struct aw_loop *loop = &s->loops->loops.items[number];
	s->loop = number;
	s->head = s->cfg->blocks[loop->header];
	s->before = s->latch = NULL;
	s->made.count = s->pointers.count = s->accesses.count = 0;
	if (!loop->reducible || !find_ends(s))
		return false;
	collect(s);
	return build(s);
}

static bool step_function(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	bool changed = false;
	aw_cfg_init(&cfg, function);
	aw_loops_init(&loops, &cfg);
	aw_dominators_init(&dominators, &cfg.graph, 0);
	struct stepping stepping = {
		.unit = unit, .cfg = &cfg, .loops = &loops, .dominators = &dominators,
		.layout = LLVMGetModuleDataLayout(unit->module), .wide = LLVMInt64TypeInContext(unit->context),
	};
	for (uint32_t i = 0; i < loops.loops.count; i++)
		changed |= step_in(&stepping, i);
	aw_vec_finish(&stepping.made);
	aw_vec_finish(&stepping.pointers);
	aw_vec_finish(&stepping.accesses);
	aw_dominators_finish(&dominators);
	aw_loops_finish(&loops);
	aw_cfg_finish(&cfg);
	return changed;
}

bool aw_pass_step_pointers(struct aw_unit *unit)
{
	bool changed = false;
	if (aw_unit_opt_level(unit) < 2 || unit->request->breakpoints)
		return false;
	AW_FOR_FUNCTIONS(function, unit->module) {
		if (!aw_llvm_is_defined(function) || aw_llvm_has_attribute(function, "optnone"))
			continue;
		aw_llvm_run_function_passes(function, "loop-simplify", unit->machine);
		if (step_function(unit, function))
			aw_llvm_run_function_passes(function, "early-cse,instcombine<no-verify-fixpoint>,dce", unit->machine);
		changed = true;
	}
	return changed;
}
