// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops in which each lane walks along a piece of memory of its own:
//
//     for (i = 0; i < each; i++)
//         sum += mine[i];          mine differs from lane to lane, by a row of a matrix, say
//
// Turn by turn they are gathers and scatters, each of which touches a line for every lane; where the pieces are a power of two
// apart, all of these want the same place of the first cache, and are lost before the next turn.  But the turns' elements lie
// together: for as many turns as elements fit into a register, a lane's are one row, and the rows of all lanes, turned like a matrix,
// are the vectors of the turns.  So the loop is made in strips:
//
//     while (as many turns are left as a strip has, and lanes go along rows)
//         load the rows, turn them, and keep the vectors in memory
//         the loop for a strip's turns, which finds its vectors there and leaves what it stores
//         turn what it left, and store the rows
//         leave if no turn is left
//     the loop for what is left
//
// Bytes and shorts are turned as the words that they make, whose turns are sorted behind that.
//
// Loads come before, and stores behind, what the other turns do.  Between lanes nothing orders them, as there are no barriers, atomics
// or volatile accesses in such a loop; a lane's own must not meet: it reads only, or what it stores lies where it loaded it in the
// same turn, or at least a strip away, which is asked at run time.  Lanes that aren't active, as they are not in any of the turns, load
// zeros and store where nobody looks, so nothing is touched that isn't asked for.  Rows of shared memory, by which lanes that go
// in step may exchange values, are only read, or only written.
//
// In ragged loops each lane has a counter and an end of its own, too, as rows of sparse matrices have:
//
//     for (i = first[me]; i < first[me + 1]; i++)
//         sum += value[i] * x[column[i]];
//
// There a strip has as many turns as the longest piece has left but one, and of each row those elements are loaded that its lane will
// ask for; short strips aren't worth it.  Such loops must store nothing, and end for nothing but the counter.
//
// Turning goes by exchanging ever larger squares (J. O. Eklundh, "A fast computer method for matrix transposing", 1972).
#include "simd.h"

#include <assert.h>
#include <string.h>

#include "loop_copy.h"
#include "simd_pieces.h"

// --- the strip ---

static LLVMTypeRef wide(const struct aw_pieces *walk)
{
	return LLVMInt64TypeInContext(walk->unit->context);
}

static LLVMValueRef number(const struct aw_pieces *walk, uint64_t value)
{
	return LLVMConstInt(wide(walk), value, false);
}

static LLVMTypeRef vector_of(const struct aw_piece_move *move)
{
	return LLVMTypeOf(move->value ? move->value : move->call);
}

// What rows are turned by: bytes and shorts go as the words that they make.
static LLVMTypeRef unit_of(const struct aw_pieces *walk, const struct aw_piece_move *move)
{
	return move->joined > 1 ? LLVMInt32TypeInContext(walk->unit->context) : LLVMGetElementType(vector_of(move));
}

static unsigned units_of(const struct aw_pieces *walk, const struct aw_piece_move *move)
{
	return walk->turns / move->joined;
}

static LLVMTypeRef row_of(const struct aw_pieces *walk, const struct aw_piece_move *move)
{
	return LLVMVectorType(unit_of(walk, move), units_of(walk, move));
}

// VALUE where the counter is COUNTER, made where the builder stands.
static LLVMValueRef value_at(const struct aw_pieces *walk, LLVMValueRef value, LLVMValueRef counter)
{
	return aw_loop_value_with(walk->builder, &walk->loops, &walk->cfg, walk->loop, value, walk->counter, counter);
}

static LLVMValueRef all_lanes(const struct aw_pieces *walk, LLVMValueRef bits)
{
	LLVMTypeRef type = LLVMIntTypeInContext(walk->unit->context, walk->width);
	return LLVMBuildICmp(walk->builder, LLVMIntEQ, LLVMBuildBitCast(walk->builder, bits, type, ""), LLVMConstAllOnes(type), "");
}

static LLVMValueRef splat(const struct aw_pieces *walk, uint64_t value)
{
	return aw_llvm_number(LLVMVectorType(wide(walk), walk->width), value);
}

static LLVMValueRef distance(const struct aw_pieces *walk, LLVMValueRef from, LLVMValueRef to)
{
	LLVMTypeRef type = LLVMVectorType(wide(walk), walk->width);
	return LLVMBuildSub(walk->builder, LLVMBuildPtrToInt(walk->builder, to, type, ""), LLVMBuildPtrToInt(walk->builder, from, type, ""), "");
}

static bool moves_all(const struct aw_piece_move *move)
{
	return move->mask == LLVMConstAllOnes(LLVMTypeOf(move->mask));
}

// BITS where MOVE has its lanes take part, true elsewhere.
static LLVMValueRef where_active(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef bits)
{
	return moves_all(move) ? bits : LLVMBuildSelect(walk->builder, move->mask, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
}

// Whether the lanes of MOVE go along rows until the strip's end: both ends are where they should be, and an index wraps at most once.
static LLVMValueRef goes_along(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef counter)
{
	LLVMValueRef more = LLVMConstInt(LLVMTypeOf(counter), walk->turns - 1, false);
	LLVMValueRef last = value_at(walk, move->pointers, LLVMBuildAdd(walk->builder, counter, more, ""));
	LLVMValueRef expected = splat(walk, (uint64_t)(walk->turns - 1) * move->size);
	LLVMValueRef along = LLVMBuildICmp(walk->builder, LLVMIntEQ, distance(walk, move->first, last), expected, "");
	return all_lanes(walk, where_active(walk, move, along));
}

// Whether what a lane moves by A in the strip lies apart from what it does by B.
static LLVMValueRef lie_apart(const struct aw_pieces *walk, const struct aw_piece_move *a, const struct aw_piece_move *b)
{
	uint64_t most = (uint64_t)walk->turns * a->size - 1;
	LLVMValueRef shifted = LLVMBuildAdd(walk->builder, distance(walk, a->first, b->first), splat(walk, most), "");
	LLVMValueRef apart = LLVMBuildICmp(walk->builder, LLVMIntUGT, shifted, splat(walk, 2 * most), "");
	return all_lanes(walk, where_active(walk, a, where_active(walk, b, apart)));
}

// Whether a strip may be made, where COUNTER is that of its first turn; LAST: whether no turn is left behind it.
static LLVMValueRef build_test(struct aw_pieces *walk, LLVMValueRef counter, LLVMValueRef *last)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMValueRef turns = LLVMConstInt(LLVMTypeOf(counter), walk->turns, false);
	LLVMValueRef left = LLVMBuildSub(builder, walk->end, counter, "");
	LLVMValueRef test = LLVMBuildICmp(builder, LLVMIntUGE, left, turns, "");
	*last = LLVMBuildICmp(builder, LLVMIntEQ, left, turns, "");
	if (walk->below)
		test = LLVMBuildAnd(builder, test, LLVMBuildICmp(builder, walk->below, counter, walk->end, ""), "");
	for (unsigned i = 0; i < walk->count; i++) {
		struct aw_piece_move *move = &walk->moves[i];
		move->first = value_at(walk, move->pointers, counter);
		if (move->extended)
			test = LLVMBuildAnd(builder, test, goes_along(walk, move, counter), "");
	}
	for (unsigned i = 0; i < walk->count; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct aw_piece_move *a = &walk->moves[k], *b = &walk->moves[i];
			bool in_place = a->pointers == b->pointers && !a->value;
			if ((a->value || b->value) && !in_place)
				test = LLVMBuildAnd(builder, test, lie_apart(walk, a, b), "");
		}
	return test;
}

// The turns that the lanes of MASK have left, the one that COUNTER stands at included, at most a strip's and one.
static LLVMValueRef turns_left(const struct aw_pieces *walk, LLVMValueRef counter, LLVMValueRef mask)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMTypeRef type = LLVMTypeOf(counter), result = LLVMVectorType(LLVMInt32TypeInContext(walk->unit->context), walk->width);
	LLVMValueRef one = aw_llvm_number(type, 1), all = aw_llvm_number(type, walk->turns + 1);
	LLVMValueRef left = LLVMBuildSub(builder, walk->end, counter, "");
	if (walk->below)
		left = LLVMBuildSelect(builder, LLVMBuildICmp(builder, walk->below, counter, walk->end, ""), left, one, "");
	// A counter that stands at an end that it must not come to has all numbers before it.
	LLVMValueRef few = LLVMBuildICmp(builder, LLVMIntULT, LLVMBuildSub(builder, left, one, ""), all, "");
	left = LLVMBuildIntCast2(builder, LLVMBuildSelect(builder, few, left, all, ""), result, false, "");
	return LLVMBuildSelect(builder, mask, left, LLVMConstNull(result), "");
}

static LLVMValueRef most_of(const struct aw_pieces *walk, LLVMValueRef numbers)
{
	LLVMTypeRef type = LLVMTypeOf(numbers);
	LLVMValueRef function = aw_llvm_intrinsic(walk->unit->module, "llvm.vector.reduce.umax", &type, 1);
	LLVMValueRef most = LLVMBuildCall2(walk->builder, LLVMGlobalGetValueType(function), function, &numbers, 1, "");
	return LLVMBuildZExt(walk->builder, most, wide(walk), "");
}

// Whether each lane of MOVE goes along a row in what it has left of the strip.
static LLVMValueRef goes_on_along(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef counter, LLVMValueRef mask)
{
	LLVMBuilderRef builder = walk->builder;
	LLVMTypeRef type = LLVMTypeOf(walk->left), wides = LLVMVectorType(wide(walk), walk->width);
	LLVMValueRef more = LLVMBuildSub(builder, walk->left, aw_llvm_number(type, 1), "");
	LLVMValueRef last = LLVMBuildAdd(builder, counter, LLVMBuildIntCast2(builder, more, LLVMTypeOf(counter), false, ""), "");
	LLVMValueRef expected = LLVMBuildMul(builder, LLVMBuildZExt(builder, more, wides, ""), splat(walk, move->size), "");
	LLVMValueRef went = distance(walk, move->first, value_at(walk, move->pointers, last));
	LLVMValueRef right = LLVMBuildICmp(builder, LLVMIntEQ, went, expected, "");
	return all_lanes(walk, LLVMBuildSelect(builder, mask, right, LLVMConstAllOnes(LLVMTypeOf(mask)), ""));
}

// The same for a ragged loop; TURNS: those of the strip, behind which at least one is left.
static LLVMValueRef build_ragged_test(struct aw_pieces *walk, LLVMValueRef counter, LLVMValueRef mask, LLVMValueRef *turns)
{
	walk->left = turns_left(walk, counter, mask);
	*turns = LLVMBuildSub(walk->builder, most_of(walk, walk->left), number(walk, 1), "");
	LLVMValueRef test = LLVMBuildICmp(walk->builder, LLVMIntUGE, *turns, number(walk, walk->turns / 2), "");
	for (unsigned i = 0; i < walk->count; i++) {
		struct aw_piece_move *move = &walk->moves[i];
		move->first = value_at(walk, move->pointers, counter);
		if (move->extended)
			test = LLVMBuildAnd(walk->builder, test, goes_on_along(walk, move, counter, mask), "");
	}
	return test;
}

// Exchanges the squares of ROWS, COUNT rows of as many elements each, so that rows become columns.
static void turn_square(const struct aw_pieces *walk, LLVMValueRef *rows, unsigned count)
{
	assert(count <= AW_PIECES_MOST_TURNS && !(count & (count - 1)));
	LLVMTypeRef number_type = LLVMInt32TypeInContext(walk->unit->context);
	for (unsigned half = 1; half < count; half *= 2)
		for (unsigned i = 0; i < count; i++) {
			if (i & half)
				continue;
			LLVMValueRef low[AW_PIECES_MOST_TURNS], high[AW_PIECES_MOST_TURNS], a = rows[i], b = rows[i + half];
			for (unsigned k = 0; k < count; k++) {
				low[k] = LLVMConstInt(number_type, k & half ? count + k - half : k, false);
				high[k] = LLVMConstInt(number_type, k & half ? count + k : k + half, false);
			}
			rows[i] = LLVMBuildShuffleVector(walk->builder, a, b, LLVMConstVector(low, count), "");
			rows[i + half] = LLVMBuildShuffleVector(walk->builder, a, b, LLVMConstVector(high, count), "");
		}
}

// Of an address by one pointer and the lanes' indices the index is taken, which several moves may share.
static LLVMValueRef lane_pointer(const struct aw_pieces *walk, const struct aw_piece_move *move, unsigned lane)
{
	LLVMValueRef at = number(walk, lane), first = move->first;
	if (!LLVMIsAGetElementPtrInst(first) || LLVMGetNumOperands(first) != 2 ||
	    LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(first, 0))) != LLVMPointerTypeKind)
		return LLVMBuildExtractElement(walk->builder, first, at, "");
	LLVMValueRef index = LLVMBuildExtractElement(walk->builder, LLVMGetOperand(first, 1), at, "");
	return LLVMBuildGEP2(walk->builder, LLVMGetGEPSourceElementType(first), LLVMGetOperand(first, 0), &index, 1, "");
}

static LLVMValueRef kept_place(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef turn)
{
	assert(move->kept);
	return LLVMBuildInBoundsGEP2(walk->builder, vector_of(move), move->kept, &turn, 1, "");
}

// Of the row of LANE in a ragged loop what the lane will ask for.
static LLVMValueRef load_part(const struct aw_pieces *walk, const struct aw_piece_move *move, unsigned lane)
{
	LLVMTypeRef number_type = LLVMInt32TypeInContext(walk->unit->context);
	LLVMValueRef places[AW_SIMD_MAX_WIDTH], turns[AW_SIMD_MAX_WIDTH];
	for (unsigned i = 0; i < walk->turns; i++) {
		places[i] = LLVMConstInt(number_type, i, false);
		turns[i] = LLVMConstInt(number_type, lane, false);
	}
	LLVMValueRef left = LLVMBuildShuffleVector(walk->builder, walk->left, LLVMGetPoison(LLVMTypeOf(walk->left)),
	                                           LLVMConstVector(turns, walk->turns), "");
	LLVMValueRef arguments[] = {
		lane_pointer(walk, move, lane), LLVMConstInt(number_type, move->size, false),
		LLVMBuildICmp(walk->builder, LLVMIntULT, LLVMConstVector(places, walk->turns), left, ""),
		LLVMGetPoison(row_of(walk, move)),
	};
	LLVMTypeRef types[] = { row_of(walk, move), LLVMTypeOf(arguments[0]) };
	LLVMValueRef load = aw_llvm_intrinsic(walk->unit->module, "llvm.masked.load", types, 2);
	return LLVMBuildCall2(walk->builder, LLVMGlobalGetValueType(load), load, arguments, 4, "");
}

static LLVMValueRef load_row(const struct aw_pieces *walk, const struct aw_piece_move *move, unsigned lane)
{
	if (walk->mask)
		return load_part(walk, move, lane);
	LLVMValueRef row = LLVMBuildLoad2(walk->builder, row_of(walk, move), lane_pointer(walk, move, lane), "");
	LLVMSetAlignment(row, move->size);
	return row;
}

// Sends the lanes that take no part in MOVE to PLACE.
static void send_others(const struct aw_pieces *walk, struct aw_piece_move *move, LLVMValueRef place)
{
	LLVMValueRef lanes = aw_llvm_build_splat(walk->builder, LLVMTypeOf(move->first), place);
	move->first = LLVMBuildSelect(walk->builder, move->mask, move->first, lanes, "");
}

static LLVMValueRef make_zeros(const struct aw_pieces *walk, const struct aw_piece_move *move)
{
	LLVMValueRef zeros = LLVMAddGlobal(walk->unit->module, row_of(walk, move), "aw.zeros");
	LLVMSetInitializer(zeros, LLVMConstNull(row_of(walk, move)));
	LLVMSetGlobalConstant(zeros, true);
	LLVMSetUnnamedAddress(zeros, LLVMGlobalUnnamedAddr);
	LLVMSetLinkage(zeros, LLVMPrivateLinkage);
	return zeros;
}

// WORDS, one of each lane, as the vectors of the turns whose elements these hold, one after the other.
static LLVMValueRef part_words(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef words)
{
	unsigned count = move->joined * walk->width;
	LLVMValueRef order[AW_PIECES_WORD * AW_SIMD_MAX_WIDTH], none;
	for (unsigned i = 0; i < count; i++)
		order[i] = aw_llvm_number(LLVMInt32TypeInContext(walk->unit->context), i % walk->width * move->joined + i / walk->width);
	words = LLVMBuildBitCast(walk->builder, words, LLVMVectorType(LLVMGetElementType(vector_of(move)), count), "");
	none = LLVMGetPoison(LLVMTypeOf(words));
	return LLVMBuildShuffleVector(walk->builder, words, none, LLVMConstVector(order, count), "");
}

// The other way round.
static LLVMValueRef join_words(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef vectors)
{
	unsigned count = move->joined * walk->width;
	LLVMValueRef order[AW_PIECES_WORD * AW_SIMD_MAX_WIDTH], none = LLVMGetPoison(LLVMTypeOf(vectors));
	for (unsigned i = 0; i < count; i++)
		order[i] = aw_llvm_number(LLVMInt32TypeInContext(walk->unit->context), i % move->joined * walk->width + i / move->joined);
	vectors = LLVMBuildShuffleVector(walk->builder, vectors, none, LLVMConstVector(order, count), "");
	return LLVMBuildBitCast(walk->builder, vectors, LLVMVectorType(unit_of(walk, move), walk->width), "");
}

static void load_rows(const struct aw_pieces *walk, struct aw_piece_move *move)
{
	LLVMValueRef rows[AW_SIMD_MAX_WIDTH], parts[AW_SIMD_MAX_WIDTH];
	unsigned units = units_of(walk, move), squares = walk->width / units;
	if (!walk->mask && !moves_all(move))
		send_others(walk, move, make_zeros(walk, move));
	for (unsigned lane = 0; lane < walk->width; lane++)
		rows[lane] = load_row(walk, move, lane);
	for (unsigned i = 0; i < squares; i++)
		turn_square(walk, rows + i * units, units);
	for (unsigned unit = 0; unit < units; unit++) {
		for (unsigned i = 0; i < squares; i++)
			parts[i] = rows[i * units + unit];
		LLVMValueRef lanes = aw_llvm_join(walk->builder, parts, squares);
		if (move->joined > 1)
			lanes = part_words(walk, move, lanes);
		LLVMBuildStore(walk->builder, lanes, kept_place(walk, move, number(walk, unit * move->joined)));
	}
}

static void store_rows(const struct aw_pieces *walk, struct aw_piece_move *move)
{
	LLVMValueRef vectors[AW_PIECES_MOST_TURNS], rows[AW_PIECES_MOST_TURNS];
	unsigned units = units_of(walk, move);
	LLVMTypeRef kept = LLVMVectorType(LLVMGetElementType(vector_of(move)), move->joined * walk->width);
	if (!moves_all(move))
		send_others(walk, move, move->aside);
	for (unsigned unit = 0; unit < units; unit++) {
		vectors[unit] = LLVMBuildLoad2(walk->builder, kept, kept_place(walk, move, number(walk, unit * move->joined)), "");
		if (move->joined > 1)
			vectors[unit] = join_words(walk, move, vectors[unit]);
	}
	for (unsigned first = 0; first < walk->width; first += units) {
		for (unsigned unit = 0; unit < units; unit++)
			rows[unit] = aw_llvm_elements(walk->builder, vectors[unit], first, units);
		turn_square(walk, rows, units);
		for (unsigned i = 0; i < units; i++) {
			LLVMValueRef store = LLVMBuildStore(walk->builder, rows[i], lane_pointer(walk, move, first + i));
			LLVMSetAlignment(store, move->size);
		}
	}
}

// --- the copy of the loop ---

struct copy {
	struct aw_loop_copy loop;
	LLVMBasicBlockRef way, own_way;  // into the loop, and into the copy
	LLVMBasicBlockRef header, latch; // of the copy
	LLVMValueRef turn;               // in it, from 0
	LLVMValueRef mask;               // its phi of the lanes that take part, or NULL
	LLVMValueRef calls[AW_PIECES_MOST_MOVES], rows[AW_PIECES_MOST_MOVES]; // of the moves
};

static void copy_loop(const struct aw_pieces *walk, LLVMBasicBlockRef way, struct copy *copy)
{
	aw_loop_copy_make(&walk->loops, &walk->cfg, walk->loop, way, &copy->loop);
	copy->way = way;
	copy->own_way = aw_loop_copy_block(&copy->loop, way);
	copy->header = aw_loop_copy_block(&copy->loop, walk->header);
	copy->latch = aw_loop_copy_block(&copy->loop, walk->latch);
	copy->mask = walk->mask ? aw_loop_copy_value(&copy->loop, walk->mask) : NULL;
	for (unsigned i = 0; i < walk->count; i++) {
		copy->calls[i] = aw_loop_copy_value(&copy->loop, walk->moves[i].call);
		assert(copy->calls[i] != walk->moves[i].call && "moves are the loop's");
		copy->rows[i] = walk->moves[i].row ? aw_loop_copy_value(&copy->loop, walk->moves[i].row) : NULL;
	}
}

// The copy goes round for a strip's TURNS, and then to BEHIND.
static void count_turns(const struct aw_pieces *walk, struct copy *copy, LLVMValueRef turns, LLVMBasicBlockRef behind)
{
	LLVMValueRef values[] = { number(walk, 0), NULL };
	LLVMBasicBlockRef from[] = { copy->own_way, copy->latch };
	LLVMPositionBuilderBefore(walk->builder, LLVMGetFirstInstruction(copy->header));
	copy->turn = LLVMBuildPhi(walk->builder, wide(walk), "");
	LLVMValueRef end = LLVMGetBasicBlockTerminator(copy->latch);
	aw_llvm_at(walk->builder, end);
	values[1] = LLVMBuildNUWAdd(walk->builder, copy->turn, number(walk, 1), "");
	LLVMAddIncoming(copy->turn, values, from, 2);
	LLVMValueRef more = LLVMBuildICmp(walk->builder, LLVMIntNE, values[1], turns, "");
	LLVMBuildCondBr(walk->builder, more, copy->header, behind);
	aw_llvm_erase(end);
}

// In the copy of a ragged loop the number of the turn says which lanes take part in the next one.
static void mask_by_turn(const struct aw_pieces *walk, const struct copy *copy)
{
	LLVMValueRef next = aw_llvm_incoming(copy->mask, copy->latch);
	aw_llvm_at(walk->builder, next);
	LLVMValueRef turn = LLVMBuildNUWAdd(walk->builder, copy->turn, number(walk, 1), "");
	turn = LLVMBuildIntCast2(walk->builder, turn, LLVMGetElementType(LLVMTypeOf(walk->left)), false, "");
	turn = aw_llvm_build_splat(walk->builder, LLVMTypeOf(walk->left), turn);
	aw_llvm_replace(next, LLVMBuildICmp(walk->builder, LLVMIntULT, turn, walk->left, ""));
}

// Goes CALL's way whether or not the lanes lie together, for which ROW is in the other.
static void pass_by(const struct aw_pieces *walk, LLVMValueRef call, LLVMValueRef row)
{
	LLVMBasicBlockRef way = LLVMGetInstructionParent(call);
	LLVMValueRef branch = LLVMGetUser(LLVMGetFirstUse(LLVMBasicBlockAsValue(way)));
	assert(LLVMIsABranchInst(branch) && LLVMIsConditional(branch));
	aw_llvm_at(walk->builder, branch);
	LLVMBuildBr(walk->builder, way);
	aw_llvm_erase(branch);
	aw_llvm_erase_block(LLVMGetInstructionParent(row));
}

// In the copy MOVE is one of its kept vectors.
static void replace_move(const struct aw_pieces *walk, const struct aw_piece_move *move, LLVMValueRef call, LLVMValueRef row,
                         LLVMValueRef turn)
{
	if (!move->value) {
		aw_llvm_at(walk->builder, call);
		LLVMValueRef kept = LLVMBuildLoad2(walk->builder, vector_of(move), kept_place(walk, move, turn), "");
		LLVMValueRef mask = LLVMGetOperand(call, 2), others = LLVMGetOperand(call, 3);
		bool wanted = !LLVMIsUndef(others) && mask != LLVMConstAllOnes(LLVMTypeOf(mask));
		aw_llvm_replace(call, wanted ? LLVMBuildSelect(walk->builder, mask, kept, others, "") : kept);
		return;
	}
	assert(LLVMTypeOf(LLVMGetOperand(call, 0)) == vector_of(move));
	aw_llvm_at(walk->builder, call);
	LLVMBuildStore(walk->builder, LLVMGetOperand(call, 0), kept_place(walk, move, turn));
	if (row)
		pass_by(walk, call, row);
	aw_llvm_erase(call);
}

static void make_kept(const struct aw_pieces *walk, struct aw_piece_move *move)
{
	LLVMPositionBuilderBefore(walk->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(walk->function)));
	LLVMSetCurrentDebugLocation2(walk->builder, NULL);
	move->kept = LLVMBuildAlloca(walk->builder, LLVMArrayType2(vector_of(move), walk->turns), "kept");
	LLVMSetAlignment(move->kept, AW_PIECES_LINE);
	if (move->value && !moves_all(move)) {
		move->aside = LLVMBuildAlloca(walk->builder, row_of(walk, move), "aside");
		LLVMSetAlignment(move->aside, AW_PIECES_LINE);
	}
}

static LLVMBasicBlockRef append(const struct aw_pieces *walk, const char *name)
{
	return LLVMAppendBasicBlockInContext(walk->unit->context, walk->function, name);
}

// WAY leads to the loop.  ASK, in front of it, has a phi for each of the header's, which a strip hands on at its end BEHIND.
static void carry(const struct aw_pieces *walk, const struct copy *copy, LLVMBasicBlockRef ask, LLVMBasicBlockRef behind)
{
	LLVMPositionBuilderAtEnd(walk->builder, ask);
	for (LLVMValueRef phi = LLVMGetFirstInstruction(walk->header); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
		LLVMValueRef own = aw_loop_copy_value(&copy->loop, phi), carried = LLVMBuildPhi(walk->builder, LLVMTypeOf(phi), "");
		LLVMValueRef values[] = { aw_llvm_incoming(phi, copy->way), aw_llvm_incoming(own, copy->latch) };
		LLVMBasicBlockRef from[] = { walk->before, behind };
		LLVMAddIncoming(carried, values, from, 2);
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
			if (LLVMGetIncomingBlock(phi, i) == copy->way)
				LLVMSetOperand(phi, i, carried);
			if (LLVMGetIncomingBlock(own, i) == copy->own_way)
				LLVMSetOperand(own, i, carried);
		}
	}
}

// A block on the way out of the loop, which a strip's end BEHIND may lead to as well.
static LLVMBasicBlockRef leave_from(const struct aw_pieces *walk, const struct copy *copy, LLVMBasicBlockRef behind)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(walk->latch);
	LLVMBasicBlockRef exit = LLVMGetSuccessor(end, LLVMGetSuccessor(end, 0) == walk->header);
	LLVMBasicBlockRef leave = aw_llvm_split_edges(walk->latch, exit);
	const struct aw_loop_copy *made = &copy->loop;
	for (uint32_t i = 0; i < made->count; i++)
		AW_FOR_INSTRUCTIONS(value, made->blocks[i])
			aw_llvm_join_versions(walk->builder, value, walk->latch, aw_loop_copy_value(made, value), behind, leave, made->blocks, made->count);
	return leave;
}

static void make_strips(struct aw_pieces *walk)
{
	LLVMBuilderRef builder = walk->builder;
	struct copy copy = { 0 };
	for (unsigned i = 0; i < walk->count; i++)
		make_kept(walk, &walk->moves[i]);
	LLVMBasicBlockRef way = aw_llvm_split_edges(walk->before, walk->header);
	LLVMBasicBlockRef ask = append(walk, "strip"), load = append(walk, "strip.load"), behind = append(walk, "strip.store"), leave = NULL;
	copy_loop(walk, way, &copy);
	carry(walk, &copy, ask, behind);
	if (!walk->mask)
		leave = leave_from(walk, &copy, behind);
	LLVMValueRef counter = aw_llvm_incoming(walk->counter, way), turns = number(walk, walk->turns), test, last = NULL;
	LLVMPositionBuilderAtEnd(builder, ask);
	if (walk->mask)
		test = build_ragged_test(walk, counter, aw_llvm_incoming(walk->mask, way), &turns);
	else
		test = build_test(walk, counter, &last);
	LLVMBuildCondBr(builder, test, load, way);
	aw_llvm_lead_to(walk->before, way, ask);
	LLVMPositionBuilderAtEnd(builder, load);
	for (unsigned i = 0; i < walk->count; i++)
		if (!walk->moves[i].value)
			load_rows(walk, &walk->moves[i]);
	LLVMBuildBr(builder, copy.own_way);
	count_turns(walk, &copy, turns, behind);
	if (walk->mask)
		mask_by_turn(walk, &copy);
	for (unsigned i = 0; i < walk->count; i++)
		replace_move(walk, &walk->moves[i], copy.calls[i], copy.rows[i], copy.turn);
	LLVMPositionBuilderAtEnd(builder, behind);
	for (unsigned i = 0; i < walk->count; i++)
		if (walk->moves[i].value)
			store_rows(walk, &walk->moves[i]);
	if (leave)
		LLVMBuildCondBr(builder, last, leave, ask);
	else
		LLVMBuildBr(builder, ask);
	aw_loop_copy_finish(&copy.loop);
}

// --- the pass ---

// Makes strips of the first loop that can be and has none; DONE: the headers of those that have.
static bool make_one(struct aw_unit *unit, LLVMValueRef function, struct aw_map *done)
{
	struct aw_pieces walk = { .unit = unit, .builder = unit->builder, .function = function };
	bool found = false;
	aw_cfg_init(&walk.cfg, function);
	aw_loops_init(&walk.loops, &walk.cfg);
	aw_dominators_init(&walk.dominators, &walk.cfg.graph, 0);
	for (walk.loop = 0; walk.loop < walk.loops.loops.count && !found; walk.loop++) {
		LLVMBasicBlockRef header = walk.cfg.blocks[walk.loops.loops.items[walk.loop].header];
		if (aw_map_get(done, header) || !aw_pieces_find(&walk))
			continue;
		aw_need(aw_map_put(done, header, header));
		make_strips(&walk);
		found = true;
		break;
	}
	aw_dominators_finish(&walk.dominators);
	aw_loops_finish(&walk.loops);
	aw_cfg_finish(&walk.cfg);
	return found;
}

bool aw_simd_strip_pieces(struct aw_unit *unit, LLVMValueRef function)
{
	struct aw_map done = { 0 };
	bool changed = false;
	while (make_one(unit, function, &done))
		changed = true;
	aw_map_finish(&done);
	return changed;
}
