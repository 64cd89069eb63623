// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads that come again by a choice.  In
//
//     for (k = 1; k < n; k++)
//         best = a[k] > a[best] ? k : best;
//
// what a[best] is was loaded when best was chosen.  A processor finds it in its cache, but for gangs it is a gather, and the loop isn't
// one along rows.  So it is carried from turn to turn beside the place that it is loaded from:
//
//     held = a[best];
//     for (k = 1; k < n; k++) {
//         here = a[k], higher = here > held;
//         best = higher ? k : best;
//         held = higher ? here : held;
//     }
//
// Each choice of the place must be the one before or one that the turn has loaded from already.  That two addresses are the same is told by
// how they are made, or by their polynomials, modulo 2^64: a sum that is only promised not to wrap (nsw, nuw) is the sum of its parts,
// widened, since where it does wrap the address is poison and the load undefined.  Nothing in the loop may write.
#include "simd.h"

#include "../analysis/dominators.h"
#include "loop_copy.h"

enum { MOST_TERMS = 12, DEEP = 10, MOST_CHOICES = 6 };

// How a number of less than 64 bits is meant as one of 64.
enum widening { AS_IS, SIGNED, UNSIGNED };

struct factor {
	LLVMValueRef value; // NULL: 1
	enum widening widening;
};

struct term {
	struct factor a, b; // in the order of their addresses, so that 1 comes first
	uint64_t times;
};

// The sum of its terms, as bytes behind a pointer, or a number.
struct polynomial {
	LLVMValueRef base;
	unsigned count;
	struct term terms[MOST_TERMS];
};

struct carrying {
	struct aw_unit *unit;
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	uint32_t loop;
	LLVMBasicBlockRef before, latch;
	LLVMValueRef load, place; // the load, and the phi of the loop that it depends on
	LLVMValueRef held;        // what is carried
	bool stays;               // the place may be the one before
};

// --- addresses ---

// How an address is read: PLACE as VALUE, and all that doesn't come from there, where that is asked, is from before the loop.
struct reading {
	const struct carrying *carrying;
	LLVMValueRef place, value;
	bool outside;
};

static bool is_inside(const struct carrying *c, LLVMValueRef value)
{
	return aw_loop_has_value(&c->loops, &c->cfg, c->loop, value);
}

static bool same_factor(const struct factor *a, const struct factor *b)
{
	return a->value == b->value && a->widening == b->widening;
}

static bool add_term(struct polynomial *sum, struct term term)
{
	if ((uintptr_t)term.a.value > (uintptr_t)term.b.value) {
		struct factor larger = term.a;
		term.a = term.b;
		term.b = larger;
	}
	for (unsigned i = 0; i < sum->count; i++) {
		struct term *found = &sum->terms[i];
		if (!same_factor(&found->a, &term.a) || !same_factor(&found->b, &term.b))
			continue;
		found->times += term.times;
		if (!found->times)
			*found = sum->terms[--sum->count];
		return true;
	}
	if (!term.times)
		return true;
	if (sum->count == MOST_TERMS)
		return false;
	sum->terms[sum->count++] = term;
	return true;
}

static bool add(struct polynomial *sum, const struct polynomial *more, uint64_t times)
{
	bool fits = true;
	for (unsigned i = 0; i < more->count && fits; i++) {
		struct term term = more->terms[i];
		term.times *= times;
		fits = add_term(sum, term);
	}
	return fits;
}

// False also where a term would have more than two factors.
static bool add_product(struct polynomial *sum, const struct polynomial *a, const struct polynomial *b)
{
	for (unsigned i = 0; i < a->count; i++)
		for (unsigned k = 0; k < b->count; k++) {
			const struct term *one = &a->terms[i], *other = &b->terms[k];
			if ((one->a.value && other->b.value) || (other->a.value && one->b.value))
				return false;
			struct factor first = one->b.value && other->b.value ? one->b : one->b.value ? one->a : other->a;
			struct factor second = other->b.value ? other->b : one->b;
			if (!add_term(sum, (struct term){ first, second, one->times * other->times }))
				return false;
		}
	return true;
}

static bool add_constant(struct polynomial *sum, uint64_t number)
{
	return add_term(sum, (struct term){ .times = number });
}

static bool read_number(const struct reading *reading, LLVMValueRef value, enum widening widening, unsigned depth, struct polynomial *sum);

static bool keeps(LLVMValueRef value, enum widening widening)
{
	return widening == AS_IS || aw_llvm_never_wraps(value, widening == SIGNED);
}

// VALUE as it is.
static bool read_leaf(const struct reading *reading, LLVMValueRef value, enum widening widening, struct polynomial *sum)
{
	if (reading->outside && is_inside(reading->carrying, value))
		return false;
	return add_term(sum, (struct term){ { value, widening }, { NULL, AS_IS }, 1 });
}

// VALUE, an operation on two numbers, each of which is widened.
static bool read_operation(const struct reading *reading, LLVMValueRef value, enum widening widening, unsigned depth,
                           struct polynomial *sum)
{
	struct polynomial a = { 0 }, b = { 0 };
	LLVMValueRef second = LLVMGetOperand(value, 1);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	int64_t bits;
	if (!read_number(reading, LLVMGetOperand(value, 0), widening, depth, &a))
		return false;
	if (opcode == LLVMShl)
		return aw_llvm_constant(second, &bits) && bits >= 0 && bits < 32 && add(sum, &a, UINT64_C(1) << bits);
	if (!read_number(reading, second, widening, depth, &b))
		return false;
	return opcode == LLVMMul ? add_product(sum, &a, &b) : add(sum, &a, 1) && add(sum, &b, opcode == LLVMSub ? UINT64_MAX : 1);
}

static bool read_extension(const struct reading *reading, LLVMValueRef value, enum widening widening, unsigned depth,
                           struct polynomial *sum)
{
	bool is_signed = LLVMIsASExtInst(value) || LLVMGetNNeg(value);
	if (widening == UNSIGNED && LLVMIsASExtInst(value))
		return read_leaf(reading, value, widening, sum);
	return read_number(reading, LLVMGetOperand(value, 0), is_signed ? SIGNED : UNSIGNED, depth, sum);
}

// Adds VALUE, of 64 bits or meant as such by WIDENING.
static bool read_number(const struct reading *reading, LLVMValueRef value, enum widening widening, unsigned depth, struct polynomial *sum)
{
	int64_t number;
	if (aw_llvm_constant(value, &number))
		return add_constant(sum, widening == UNSIGNED ? LLVMConstIntGetZExtValue(value) : (uint64_t)number);
	if (value == reading->place) {
		struct reading chosen = { .carrying = reading->carrying };
		return read_number(&chosen, reading->value, widening, depth, sum);
	}
	if (!LLVMIsAInstruction(value) || !depth--)
		return read_leaf(reading, value, widening, sum);
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMOr:
		if (!LLVMGetIsDisjoint(value))
			break;
		return read_operation(reading, value, widening, depth, sum);
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl:
		if (!keeps(value, widening))
			break;
		return read_operation(reading, value, widening, depth, sum);
	case LLVMSExt: case LLVMZExt:
		return read_extension(reading, value, widening, depth, sum);
	case LLVMTrunc:
		if (widening == AS_IS || !keeps(value, widening) || aw_llvm_integer_bits(LLVMGetOperand(value, 0)) != 64)
			break;
		return read_number(reading, LLVMGetOperand(value, 0), AS_IS, depth, sum);
	default:
		break;
	}
	return read_leaf(reading, value, widening, sum);
}

// Reads ADDRESS as a pointer and bytes.
static bool read_address(const struct reading *reading, LLVMValueRef address, struct polynomial *sum)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(reading->carrying->unit->module);
	*sum = (struct polynomial){ 0 };
	for (unsigned depth = 0; LLVMIsAGetElementPtrInst(address) && depth < DEEP; depth++) {
		LLVMValueRef index = LLVMGetOperand(address, 1);
		unsigned bits = aw_llvm_integer_bits(index);
		struct polynomial part = { 0 };
		if (LLVMGetNumOperands(address) != 2 || (bits != 32 && bits != 64) ||
		    !read_number(reading, index, bits == 64 ? AS_IS : SIGNED, DEEP, &part) ||
		    !add(sum, &part, LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(address))))
			return false;
		address = LLVMGetOperand(address, 0);
	}
	sum->base = address;
	return address != reading->place && !is_inside(reading->carrying, address);
}

static bool is_same_sum(const struct polynomial *a, const struct polynomial *b)
{
	struct polynomial difference = *a;
	return a->base == b->base && add(&difference, b, UINT64_MAX) && !difference.count;
}

// Whether A, with PLACE as VALUE, is made as B is; all that doesn't come from PLACE is from before the loop.
static bool is_made_alike(const struct carrying *c, LLVMValueRef a, LLVMValueRef value, LLVMValueRef b, unsigned depth)
{
	if (a == c->place)
		return b == value;
	if (!is_inside(c, a) || !is_inside(c, b) || !depth)
		return a == b && !is_inside(c, a);
	bool steps = LLVMIsAGetElementPtrInst(a), pure = steps || LLVMIsABinaryOperator(a) || LLVMIsACastInst(a);
	if (!pure || !aw_llvm_is_alike(a, b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b) ||
	    (steps && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b)))
		return false;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++)
		if (!is_made_alike(c, LLVMGetOperand(a, i), value, LLVMGetOperand(b, i), depth - 1))
			return false;
	return true;
}

// Whether the address of the load, with the place as VALUE, is ADDRESS.
static bool is_same_address(const struct carrying *c, LLVMValueRef value, LLVMValueRef address)
{
	LLVMValueRef own = LLVMGetOperand(c->load, 0);
	struct polynomial wanted, found;
	if (is_made_alike(c, own, value, address, DEEP))
		return true;
	return read_address(&(struct reading){ c, c->place, value, true }, own, &wanted) &&
	       read_address(&(struct reading){ .carrying = c }, address, &found) && is_same_sum(&wanted, &found);
}

// --- choices ---

// Whether what LOAD of the loop, in its block or one behind which AT stands, has loaded is there at AT.
static bool is_there(const struct carrying *c, LLVMValueRef load, LLVMValueRef at)
{
	LLVMBasicBlockRef from = LLVMGetInstructionParent(load), to = LLVMGetInstructionParent(at);
	if (from == to)
		return aw_llvm_comes_up_to(load, at);
	return aw_dominates(&c->dominators, aw_cfg_number(&c->cfg, from), aw_cfg_number(&c->cfg, to));
}

// What the turn has loaded, before AT, from where the next turn would if the place were VALUE; NULL: it hasn't.
static LLVMValueRef loaded_from(const struct carrying *c, LLVMValueRef value, LLVMValueRef at)
{
	const struct aw_loop *loop = &c->loops.loops.items[c->loop];
	for (uint32_t i = loop->first; i < loop->end; i++)
		AW_FOR_INSTRUCTIONS(load, c->cfg.blocks[c->loops.order[i]])
			if (LLVMIsALoadInst(load) && load != c->load && LLVMTypeOf(load) == LLVMTypeOf(c->load) && is_there(c, load, at) &&
			    is_same_address(c, value, LLVMGetOperand(load, 0)))
				return load;
	return NULL;
}

// Whether VALUE, of the place in the next turn, is chosen in the turn by a select or by the ways that meet.
static bool is_choice(const struct carrying *c, LLVMValueRef value)
{
	if (!is_inside(c, value))
		return false;
	return LLVMIsASelectInst(value) || (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) != LLVMGetInstructionParent(c->place));
}

// Whether for each choice that VALUE may be what is loaded from there is known at AT.
static bool is_known(struct carrying *c, LLVMValueRef value, LLVMValueRef at, unsigned depth)
{
	if (value == c->place) {
		c->stays = true;
		return true;
	}
	if (!is_choice(c, value))
		return loaded_from(c, value, at);
	bool known = depth > 0;
	if (LLVMIsASelectInst(value))
		return known && is_known(c, LLVMGetOperand(value, 1), value, depth - 1) && is_known(c, LLVMGetOperand(value, 2), value, depth - 1);
	for (unsigned i = 0; i < LLVMCountIncoming(value) && known; i++)
		known = is_known(c, LLVMGetIncomingValue(value, i), LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(value, i)), depth - 1);
	return known;
}

// What is loaded from there, for each choice.
static LLVMValueRef chosen(const struct carrying *c, LLVMValueRef value, LLVMValueRef at)
{
	LLVMBuilderRef builder = c->unit->builder;
	if (value == c->place)
		return c->held;
	if (!is_choice(c, value))
		return loaded_from(c, value, at);
	if (LLVMIsASelectInst(value)) {
		LLVMValueRef a = chosen(c, LLVMGetOperand(value, 1), value), b = chosen(c, LLVMGetOperand(value, 2), value);
		aw_llvm_at(builder, value);
		return LLVMBuildSelect(builder, LLVMGetOperand(value, 0), a, b, "");
	}
	aw_llvm_at(builder, value);
	LLVMValueRef phi = LLVMBuildPhi(builder, LLVMTypeOf(c->load), "");
	for (unsigned i = 0; i < LLVMCountIncoming(value); i++) {
		LLVMBasicBlockRef from = LLVMGetIncomingBlock(value, i);
		LLVMValueRef own = aw_llvm_incoming(phi, from);
		own = own ? own : chosen(c, LLVMGetIncomingValue(value, i), LLVMGetBasicBlockTerminator(from));
		LLVMAddIncoming(phi, &own, &from, 1);
	}
	return phi;
}

// --- the loop ---

static void carry(struct carrying *c)
{
	LLVMBuilderRef builder = c->unit->builder;
	LLVMBasicBlockRef from[] = { c->before, c->latch };
	LLVMValueRef next = aw_llvm_incoming(c->place, c->latch), values[2];
	aw_llvm_at(builder, LLVMGetBasicBlockTerminator(c->before));
	values[0] = aw_loop_value_with(builder, &c->loops, &c->cfg, c->loop, c->load, c->place, aw_llvm_incoming(c->place, c->before));
	aw_llvm_at(builder, c->place);
	c->held = LLVMBuildPhi(builder, LLVMTypeOf(c->load), "");
	values[1] = chosen(c, next, LLVMGetBasicBlockTerminator(c->latch));
	LLVMAddIncoming(c->held, values, from, 2);
	aw_llvm_replace(c->load, c->held);
}

// Whether LOAD, in the first block of the loop, is one from PLACE, a phi, that can be carried.
static bool may_carry(struct carrying *c, LLVMValueRef load, LLVMValueRef place)
{
	LLVMValueRef next = aw_llvm_incoming(place, c->latch);
	c->load = load;
	c->place = place;
	c->stays = false;
	return is_choice(c, next) && is_known(c, next, LLVMGetBasicBlockTerminator(c->latch), MOST_CHOICES) && c->stays;
}

// Finds the loop's ways in and around; false: it is none of those looked for.
static bool find_ways(struct carrying *c)
{
	const struct aw_loop *loop = &c->loops.loops.items[c->loop];
	uint32_t before = aw_loop_way_in(&c->loops, &c->cfg, c->loop);
	if (!loop->reducible || before == AW_NONE || !aw_loop_is_innermost(&c->loops, c->loop))
		return false;
	c->latch = NULL;
	c->before = c->cfg.blocks[before];
	for (uint32_t i = loop->first; i < loop->end; i++) {
		LLVMBasicBlockRef block = c->cfg.blocks[c->loops.order[i]];
		if (aw_llvm_leads_to(block, c->cfg.blocks[loop->header])) {
			if (c->latch)
				return false;
			c->latch = block;
		}
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (aw_llvm_may_write(instruction))
				return false;
	}
	return c->latch && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(c->before)) == 1;
}

static bool carry_one(struct carrying *c)
{
	LLVMBasicBlockRef header = c->cfg.blocks[c->loops.loops.items[c->loop].header];
	AW_FOR_INSTRUCTIONS(load, header) {
		if (!LLVMIsALoadInst(load) || !aw_llvm_is_plain(load))
			continue;
		AW_FOR_INSTRUCTIONS(place, header)
			if (LLVMIsAPHINode(place) && may_carry(c, load, place)) {
				carry(c);
				return true;
			}
	}
	return false;
}

bool aw_simd_carry_loads(struct aw_unit *unit, LLVMValueRef function)
{
	struct carrying c = { .unit = unit };
	bool changed = false;
	aw_cfg_init(&c.cfg, function);
	aw_loops_init(&c.loops, &c.cfg);
	aw_dominators_init(&c.dominators, &c.cfg.graph, 0);
	for (c.loop = 0; c.loop < c.loops.loops.count; c.loop++)
		while (find_ways(&c) && carry_one(&c))
			changed = true;
	aw_dominators_finish(&c.dominators);
	aw_loops_finish(&c.loops);
	aw_cfg_finish(&c.cfg);
	return changed;
}
