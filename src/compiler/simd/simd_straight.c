// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of elements that are computed as they lie.  What a gang does with a float4 for each lane,
//
//     v = a[i];  v.x *= k;  v.y *= k;  v.z *= k;  v.w *= k;  b[i] = v;
//
// is to load four vectors of memory, sort them into columns (all x, all y, ...), multiply each, sort the columns into four vectors
// and store these.  But all columns are treated alike, so the vectors can be multiplied as they were loaded.  The vectorizer says where
// columns are taken from pieces of memory and where pieces are made of columns by marks:
//
//     column = aw.rows.column(piece, piece, ..., number)        piece = aw.rows.piece(column, column, ..., number)
//
// and once its code is tidy, here, a piece becomes what its elements are computed by, if that is the same for all columns:
//
//     columns of the same pieces   those; in another order, or one for several, those with their elements moved
//     what all lanes have          a pattern of it
//     the same in all columns      each lane's for all elements of its row
//     an operation                 that, of what pieces its operands are; a column that is left as it is has one that changes nothing
//     a phi                        one of pieces
//
// So are sums that a loop carries, as of a product of matrices whose threads have some columns each: where columns are added to phis in one
// way, the phis become some of pieces, and columns are made of what these are in the end.
//
// It is superword parallelism (S. Larsen, S. Amarasinghe, "Exploiting Superword Level Parallelism with Multimedia Instruction
// Sets", 2000) across vectors.  All other marks become shuffles (simd_rows.c).
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "simd_index.h"
#include "simd_rows.h"

enum {
	MOST_OPERATIONS = 12, // made anew for pieces
	MOST_TWICE = 3,       // of these, whose columns are needed, too
	MOST_PHIS = 6,        // made anew for pieces
};

static const char column_mark[] = "aw.rows.column", piece_mark[] = "aw.rows.piece";

// --- marks ---

static LLVMValueRef mark(struct aw_simd *simd, const char *name, const struct aw_simd_rows *rows, LLVMValueRef *values, unsigned count,
                         unsigned number, LLVMTypeRef result)
{
	LLVMTypeRef types[AW_SIMD_MAX_ROW + 1];
	LLVMValueRef arguments[AW_SIMD_MAX_ROW + 1];
	assert(count <= AW_SIMD_MAX_ROW);
	for (unsigned i = 0; i < count; i++) {
		arguments[i] = values[i];
		types[i] = LLVMTypeOf(values[i]);
	}
	arguments[count] = aw_simd_number(simd, 32, number);
	types[count] = aw_simd_integer(simd, 32);
	char *full = aw_format("%s.%u.%u.%u.%u", name, rows->count, rows->size, rows->pack, simd->gang.width);
	aw_need(full != NULL);
	LLVMValueRef call = aw_simd_ask(simd, full, LLVMFunctionType(result, types, count + 1, false), arguments, count + 1);
	free(full);
	return call;
}

void aw_simd_say_columns(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *pieces, LLVMValueRef *values)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, rows->size * 8));
	for (unsigned i = 0; i < rows->count; i++)
		values[i] = mark(simd, column_mark, rows, pieces, rows->count / rows->pack, i, type);
}

void aw_simd_say_pieces(struct aw_simd *simd, const struct aw_simd_rows *rows, LLVMValueRef *values, LLVMValueRef *pieces)
{
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, rows->size * 8 * rows->pack));
	for (unsigned i = 0; i < rows->count / rows->pack; i++)
		pieces[i] = mark(simd, piece_mark, rows, values, rows->count, i, type);
}

struct marked {
	struct aw_simd_rows rows;
	unsigned number;                      // of the column or the piece
	LLVMValueRef values[AW_SIMD_MAX_ROW]; // it is made of
};

static unsigned number_of(LLVMValueRef call)
{
	return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1));
}

static bool read_mark(LLVMValueRef call, const char *name, struct marked *marked)
{
	const char *callee = LLVMIsACallInst(call) ? aw_llvm_callee_name(call) : "";
	struct aw_simd_rows *rows = &marked->rows;
	if (!aw_starts_with(callee, name) || sscanf(callee + strlen(name), ".%u.%u.%u", &rows->count, &rows->size, &rows->pack) != 3)
		return false;
	for (unsigned i = 0; i + 1 < LLVMGetNumArgOperands(call); i++)
		marked->values[i] = LLVMGetOperand(call, i);
	marked->number = number_of(call);
	return true;
}

// --- pieces computed as they lie ---

// Columns, and the pieces that were made of them.
struct made {
	LLVMValueRef columns[AW_SIMD_MAX_ROW], pieces[AW_SIMD_MAX_ROW];
	bool carried; // phis, or operations on such
};

struct straight {
	struct aw_simd *simd;
	struct aw_simd_rows rows;
	unsigned operations, twice, phis;
	struct made made[MOST_PHIS + MOST_OPERATIONS];
	unsigned made_count;
	bool loads; // some pieces are there already
	bool sums;  // what turns of a loop carry is to be pieces: nothing is to be shuffled for it
};

static unsigned piece_count(const struct straight *straight)
{
	return straight->rows.count / straight->rows.pack;
}

static unsigned elements(const struct straight *straight)
{
	return straight->simd->gang.width * straight->rows.pack;
}

// A piece of elements of the type of VALUE's.
static LLVMTypeRef piece_type(const struct straight *straight, LLVMValueRef value)
{
	return LLVMVectorType(LLVMGetElementType(LLVMTypeOf(value)), elements(straight));
}

// The lane and the column of element ELEMENT of piece PIECE.
static unsigned lane_of(const struct straight *straight, unsigned piece, unsigned element)
{
	return (piece * elements(straight) + element) / straight->rows.count;
}

static unsigned column_of(const struct straight *straight, unsigned piece, unsigned element)
{
	return (piece * elements(straight) + element) % straight->rows.count;
}

static bool make_same(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	unsigned order[AW_SIMD_MOST_PERMUTED];
	for (unsigned i = 1; i < straight->rows.count; i++)
		if (values[i] != values[0])
			return false;
	if (straight->sums && !aw_llvm_same_scalar(values[0]))
		return false;
	for (unsigned piece = 0; piece < piece_count(straight); piece++) {
		for (unsigned i = 0; i < elements(straight); i++)
			order[i] = lane_of(straight, piece, i);
		pieces[piece] = aw_simd_permute(straight->simd, values[0], NULL, order, elements(straight));
	}
	return true;
}

static bool make_pattern(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	LLVMValueRef scalars[AW_SIMD_MAX_ROW];
	unsigned order[AW_SIMD_MOST_PERMUTED];
	for (unsigned i = 0; i < straight->rows.count; i++)
		if (!(scalars[i] = aw_llvm_same_scalar(values[i])))
			return false;
	LLVMValueRef all = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(scalars[0]), straight->rows.count));
	for (unsigned i = 0; i < straight->rows.count; i++)
		all = LLVMBuildInsertElement(straight->simd->builder, all, scalars[i], aw_simd_number(straight->simd, 32, i), "");
	for (unsigned piece = 0; piece < piece_count(straight); piece++) {
		for (unsigned i = 0; i < elements(straight); i++)
			order[i] = column_of(straight, piece, i);
		pieces[piece] = aw_simd_permute(straight->simd, all, NULL, order, elements(straight));
	}
	return true;
}

static bool make_loaded(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	struct marked first, other;
	unsigned count = straight->rows.count, numbers[AW_SIMD_MAX_ROW], order[AW_SIMD_MOST_PERMUTED];
	bool moved = false;
	if (!read_mark(values[0], column_mark, &first) || memcmp(&first.rows, &straight->rows, sizeof(first.rows)) != 0)
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (!read_mark(values[i], column_mark, &other) || LLVMGetCalledValue(values[i]) != LLVMGetCalledValue(values[0]))
			return false;
		for (unsigned piece = 0; piece < piece_count(straight); piece++)
			if (other.values[piece] != first.values[piece])
				return false;
		numbers[i] = other.number;
		moved |= other.number != i;
	}
	if (moved && (straight->sums || elements(straight) % count != 0)) // a lane's elements are in one piece
		return false;
	for (unsigned i = 0; moved && i < elements(straight); i++)
		order[i] = i - i % count + numbers[i % count];
	for (unsigned piece = 0; piece < piece_count(straight); piece++) {
		pieces[piece] = LLVMBuildBitCast(straight->simd->builder, first.values[piece], piece_type(straight, values[0]), "");
		if (moved)
			pieces[piece] = aw_simd_permute(straight->simd, pieces[piece], NULL, order, elements(straight));
	}
	straight->loads = true;
	return true;
}

// The name, without types, of the function of LLVM's that CALL is of, if it is one of elements; NULL: another.
static const char *elementwise(LLVMValueRef call)
{
	static const char *const names[] = {
		"llvm.fma", "llvm.fmuladd", "llvm.fabs", "llvm.sqrt", "llvm.minnum", "llvm.maxnum", "llvm.smin", "llvm.smax", "llvm.umin",
		"llvm.umax", "llvm.uadd.sat", "llvm.usub.sat", "llvm.sadd.sat", "llvm.ssub.sat",
	};
	const char *callee = aw_llvm_callee_name(call);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (aw_starts_with(callee, names[i]) && callee[strlen(names[i])] == '.')
			return names[i];
	return NULL;
}

static unsigned element_bits(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(value));
	switch (LLVMGetTypeKind(type)) {
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
	case LLVMFloatTypeKind: return 32;
	case LLVMDoubleTypeKind: return 64;
	default: return 0;
	}
}

// Whether VALUE is an operation on the elements of vectors.
static bool is_operation(LLVMValueRef value)
{
	if (!LLVMIsAInstruction(value))
		return false;
	if (LLVMIsACastInst(value))
		return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMVectorTypeKind && element_bits(value) &&
		       element_bits(value) == element_bits(LLVMGetOperand(value, 0));
	if (LLVMIsASelectInst(value))
		return LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(value, 0))) == LLVMVectorTypeKind;
	return LLVMIsABinaryOperator(value) || LLVMIsACmpInst(value) || aw_llvm_is_op(value, LLVMFNeg) ||
	       (LLVMIsACallInst(value) && elementwise(value));
}

// VALUE, an operation, on OPERANDS, pieces.
static LLVMValueRef operate(struct straight *straight, LLVMValueRef value, LLVMValueRef *operands)
{
	LLVMBuilderRef builder = straight->simd->builder;
	LLVMTypeRef type = piece_type(straight, value);
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef made;
	if (LLVMIsACallInst(value)) {
		made = aw_simd_intrinsic(straight->simd, elementwise(value), &type, 1, operands, LLVMGetNumArgOperands(value));
	} else if (LLVMIsACastInst(value)) {
		made = LLVMBuildCast(builder, opcode, operands[0], type, "");
	} else if (LLVMIsASelectInst(value)) {
		made = LLVMBuildSelect(builder, operands[0], operands[1], operands[2], "");
	} else if (LLVMIsAICmpInst(value)) {
		made = LLVMBuildICmp(builder, LLVMGetICmpPredicate(value), operands[0], operands[1], "");
	} else if (LLVMIsAFCmpInst(value)) {
		made = LLVMBuildFCmp(builder, LLVMGetFCmpPredicate(value), operands[0], operands[1], "");
	} else if (opcode == LLVMFNeg) {
		made = LLVMBuildFNeg(builder, operands[0], "");
	} else {
		made = LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
	}
	if (LLVMIsAInstruction(made) && LLVMCanValueUseFastMathFlags(made))
		LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(value));
	return made;
}

static bool has_more_uses(LLVMValueRef value, unsigned count)
{
	AW_FOR_USES(use, value)
		if (count-- == 0)
			return true;
	return false;
}

static bool make(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces);

static void note(struct straight *straight, const LLVMValueRef *columns, const LLVMValueRef *pieces, bool carried)
{
	assert(straight->made_count < MOST_PHIS + MOST_OPERATIONS);
	struct made *made = &straight->made[straight->made_count++];
	made->carried = carried;
	memcpy(made->columns, columns, straight->rows.count * sizeof(*columns));
	memcpy(made->pieces, pieces, piece_count(straight) * sizeof(*pieces));
}

// Whether COLUMN, the first of some, is a phi, or made of such, of which there are pieces.
static bool is_carried(const struct straight *straight, LLVMValueRef column)
{
	for (unsigned k = 0; k < straight->made_count; k++)
		if (straight->made[k].columns[0] == column)
			return straight->made[k].carried;
	return false;
}

// What as the second operand of OPERATION, of integers, leaves the first as it is; NULL: nothing, or it isn't known.
static LLVMValueRef neutral_for(const struct straight *straight, LLVMValueRef operation)
{
	LLVMTypeRef type = LLVMTypeOf(operation), element = LLVMGetElementType(type);
	if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind)
		return NULL;
	switch (LLVMGetInstructionOpcode(operation)) {
	case LLVMAdd: case LLVMSub: case LLVMOr: case LLVMXor: case LLVMShl: case LLVMLShr: case LLVMAShr:
		return LLVMConstNull(type);
	case LLVMAnd:
		return LLVMConstAllOnes(type);
	case LLVMMul:
		return aw_llvm_build_splat(straight->simd->builder, type, LLVMConstInt(element, 1, false));
	case LLVMCall: {
		const char *name = elementwise(operation);
		return strstr(name, ".sat") || !strcmp(name, "llvm.umax") ? LLVMConstNull(type) :
		       !strcmp(name, "llvm.umin")                         ? LLVMConstAllOnes(type) :
		                                                            NULL;
	}
	default:
		return NULL;
	}
}

// The first of VALUES that is an operation; NULL: none is.
static LLVMValueRef first_operation(const struct straight *straight, const LLVMValueRef *values)
{
	for (unsigned i = 0; i < straight->rows.count; i++)
		if (is_operation(values[i]))
			return values[i];
	return NULL;
}

// What is behind VALUES, instructions of one block: there their pieces are made, so what is carried by phis is in their loop; NULL: they
// are of several.
static LLVMValueRef place_behind(const struct straight *straight, const LLVMValueRef *values)
{
	unsigned others = straight->rows.count - 1;
	LLVMValueRef last = values[0];
	for (unsigned i = 0; i < straight->rows.count; i++)
		if (!LLVMIsAInstruction(values[i]) || LLVMGetInstructionParent(values[i]) != LLVMGetInstructionParent(values[0]))
			return NULL;
	for (LLVMValueRef next = values[0]; next && others; next = LLVMGetNextInstruction(next))
		for (unsigned i = 1; i < straight->rows.count; i++)
			if (next == values[i]) {
				last = next;
				others--;
			}
	return LLVMGetNextInstruction(last);
}

static bool make_operation(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	LLVMValueRef operands[3][AW_SIMD_MAX_ROW], column[AW_SIMD_MAX_ROW], model = first_operation(straight, values);
	if (!model || ++straight->operations > MOST_OPERATIONS)
		return false;
	LLVMValueRef neutral = neutral_for(straight, model);
	bool needed = false, carried = false, is_left[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < straight->rows.count; i++) {
		is_left[i] = !is_operation(values[i]) || !aw_llvm_is_alike(model, values[i]);
		if (is_left[i] && (!neutral || LLVMTypeOf(values[i]) != LLVMTypeOf(model)))
			return false;
		needed |= !is_left[i] && has_more_uses(values[i], piece_count(straight));
	}
	straight->twice += needed;
	LLVMValueRef place = place_behind(straight, values);
	if (straight->twice > MOST_TWICE || !place)
		return false;
	unsigned count = LLVMIsACallInst(model) ? LLVMGetNumArgOperands(model) : (unsigned)LLVMGetNumOperands(model);
	assert(count <= 3);
	for (unsigned k = 0; k < count; k++) {
		for (unsigned i = 0; i < straight->rows.count; i++)
			column[i] = !is_left[i] ? LLVMGetOperand(values[i], k) : k ? neutral : values[i];
		aw_llvm_at(straight->simd->builder, place);
		if (!make(straight, column, operands[k]))
			return false;
		carried |= is_carried(straight, column[0]);
	}
	aw_llvm_at(straight->simd->builder, place);
	for (unsigned piece = 0; piece < piece_count(straight); piece++) {
		LLVMValueRef of_piece[3] = { 0 };
		for (unsigned k = 0; k < count; k++)
			of_piece[k] = operands[k][piece];
		pieces[piece] = operate(straight, model, of_piece);
	}
	note(straight, values, pieces, carried);
	return true;
}

static bool are_phis(const struct straight *straight, const LLVMValueRef *values)
{
	for (unsigned i = 0; i < straight->rows.count; i++)
		if (!LLVMIsAPHINode(values[i]) || LLVMGetInstructionParent(values[i]) != LLVMGetInstructionParent(values[0]) ||
		    LLVMTypeOf(values[i]) != LLVMTypeOf(values[0]))
			return false;
	return element_bits(values[0]) != 0;
}

// The pieces that come from BLOCK to phis whose columns are VALUES, at its end.
static bool make_incoming(struct straight *straight, const LLVMValueRef *values, LLVMBasicBlockRef block, LLVMValueRef *pieces)
{
	LLVMValueRef columns[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < straight->rows.count; i++)
		columns[i] = aw_llvm_incoming(values[i], block);
	aw_llvm_at(straight->simd->builder, LLVMGetBasicBlockTerminator(block));
	return make(straight, columns, pieces);
}

static bool make_phi(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	unsigned count = piece_count(straight);
	bool made = straight->phis < MOST_PHIS && are_phis(straight, values);
	if (!made)
		return false;
	aw_llvm_at(straight->simd->builder, values[0]);
	for (unsigned piece = 0; piece < count; piece++)
		pieces[piece] = LLVMBuildPhi(straight->simd->builder, piece_type(straight, values[0]), "");
	straight->phis++;
	note(straight, values, pieces, true);
	for (unsigned k = 0; k < LLVMCountIncoming(values[0]); k++) {
		LLVMBasicBlockRef block = LLVMGetIncomingBlock(values[0], k);
		LLVMValueRef incoming[AW_SIMD_MAX_ROW], before = aw_llvm_incoming(pieces[0], block);
		made = made && (before || make_incoming(straight, values, block, incoming));
		for (unsigned piece = 0; piece < count; piece++) {
			LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(pieces[piece]));
			LLVMValueRef value = before ? aw_llvm_incoming(pieces[piece], block) : made ? incoming[piece] : none;
			LLVMAddIncoming(pieces[piece], &value, &block, 1);
		}
	}
	return made;
}

static bool make_known(const struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	for (unsigned k = 0; k < straight->made_count; k++)
		if (memcmp(straight->made[k].columns, values, straight->rows.count * sizeof(*values)) == 0) {
			memcpy(pieces, straight->made[k].pieces, piece_count(straight) * sizeof(*pieces));
			return true;
		}
	return false;
}

// PIECES whose columns are VALUES, vectors of one type; false: they are no piece of the same.
static bool make(struct straight *straight, const LLVMValueRef *values, LLVMValueRef *pieces)
{
	return make_known(straight, values, pieces) || make_loaded(straight, values, pieces) || make_same(straight, values, pieces) ||
	       make_pattern(straight, values, pieces) || make_operation(straight, values, pieces) || make_phi(straight, values, pieces);
}

// --- all marks of a function ---

typedef AW_VEC(LLVMValueRef) call_vec;

// Whether marks A and B are of the same function and the same values.
static bool is_made_of_same(LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMGetCalledValue(a) != LLVMGetCalledValue(b))
		return false;
	for (unsigned i = 0; i + 1 < LLVMGetNumArgOperands(a); i++)
		if (LLVMGetOperand(a, i) != LLVMGetOperand(b, i))
			return false;
	return true;
}

// The marks of ALL from number FIRST on, in its block, that are made of the same, by their numbers: all columns of pieces, or pieces of
// columns.
static void collect(const call_vec *all, size_t first, LLVMValueRef *calls)
{
	LLVMValueRef call = all->items[first];
	memset(calls, 0, AW_SIMD_MAX_ROW * sizeof(*calls));
	for (size_t i = first; i < all->count; i++) {
		LLVMValueRef next = all->items[i];
		if (LLVMGetInstructionParent(next) != LLVMGetInstructionParent(call) || !is_made_of_same(call, next))
			continue;
		unsigned number = number_of(next);
		if (!calls[number])
			calls[number] = next;
	}
}

static void replace(LLVMValueRef *calls, const LLVMValueRef *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		if (calls[i])
			aw_llvm_replace(calls[i], values[i]);
}

// What was made of operations for a piece of columns that then turned out to be none is of no use to anyone.
static void straighten(struct aw_simd *simd, const call_vec *all, size_t first, bool shuffles)
{
	struct marked marked;
	LLVMValueRef call = all->items[first], calls[AW_SIMD_MAX_ROW], pieces[AW_SIMD_MAX_ROW];
	read_mark(call, piece_mark, &marked);
	unsigned count = marked.rows.count / marked.rows.pack;
	collect(all, first, calls);
	aw_llvm_at(simd->builder, call);
	struct straight straight = { .simd = simd, .rows = marked.rows };
	bool fits = simd->gang.width * marked.rows.pack <= AW_SIMD_MOST_PERMUTED;
	bool made = !shuffles && fits && make(&straight, marked.values, pieces) && straight.loads;
	aw_llvm_at(simd->builder, call);
	for (unsigned i = 0; made && i < count; i++)
		pieces[i] = LLVMBuildBitCast(simd->builder, pieces[i], LLVMTypeOf(call), "");
	if (shuffles)
		aw_simd_rows_of_columns(simd, &marked.rows, marked.values, pieces);
	if (made || shuffles)
		replace(calls, pieces, count);
}

static void sort(struct aw_simd *simd, const call_vec *all, size_t first)
{
	struct marked marked;
	LLVMValueRef call = all->items[first], calls[AW_SIMD_MAX_ROW], columns[AW_SIMD_MAX_ROW];
	read_mark(call, column_mark, &marked);
	collect(all, first, calls);
	aw_llvm_at(simd->builder, call);
	aw_simd_rows_to_columns(simd, &marked.rows, marked.values, columns);
	replace(calls, columns, marked.rows.count);
}

// --- sums of columns ---

// What COLUMN is taken for where it is added: itself or, of another type, its cast.
static LLVMValueRef taken_for(LLVMValueRef column, LLVMTypeRef type)
{
	if (LLVMTypeOf(column) == type)
		return column;
	AW_FOR_USES(use, column)
		if (LLVMIsABitCastInst(LLVMGetUser(use)) && LLVMTypeOf(LLVMGetUser(use)) == type)
			return LLVMGetUser(use);
	return NULL;
}

// The operand of SUM that is a phi to which SUM leads again; its number is *PLACE.
static LLVMValueRef carried_by(LLVMValueRef sum, unsigned *place)
{
	for (unsigned i = 0; is_operation(sum) && i < (unsigned)LLVMGetNumOperands(sum); i++) {
		LLVMValueRef phi = LLVMGetOperand(sum, i);
		bool again = false;
		for (unsigned k = 0; LLVMIsAPHINode(phi) && k < LLVMCountIncoming(phi); k++)
			again |= LLVMGetIncomingValue(phi, k) == sum;
		*place = i;
		if (again)
			return phi;
	}
	return NULL;
}

// The phi that is to a column what operand PLACE of SUM is to FIRST: OTHER is added in the same way; NULL: it isn't.
static LLVMValueRef find_phi(LLVMValueRef sum, unsigned place, LLVMValueRef first, LLVMValueRef other)
{
	AW_FOR_USES(use, other) {
		LLVMValueRef like = LLVMGetUser(use);
		unsigned there;
		if (!is_operation(like) || !aw_llvm_is_alike(sum, like) || !carried_by(like, &there) || there != place)
			continue;
		bool same = true;
		for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(sum); i++) {
			LLVMValueRef operand = LLVMGetOperand(sum, i);
			same &= i == place || LLVMGetOperand(like, i) == (operand == first ? other : operand);
		}
		if (same)
			return LLVMGetOperand(like, place);
	}
	return NULL;
}

static bool is_made(const struct straight *straight, LLVMValueRef value)
{
	for (unsigned i = 0; i < straight->rows.count; i++)
		for (unsigned k = 0; k < straight->made_count; k++)
			if (straight->made[k].columns[i] == value)
				return true;
	return false;
}

// Phis behind the loop to which the columns of MADE lead become some of pieces, too.
static bool follow(struct straight *straight, const struct made *made)
{
	LLVMValueRef phis[AW_SIMD_MAX_ROW], pieces[AW_SIMD_MAX_ROW];
	AW_VEC(LLVMValueRef) users = { 0 };
	AW_FOR_USES(use, made->columns[0])
		if (LLVMIsAPHINode(LLVMGetUser(use)) && !is_made(straight, LLVMGetUser(use)))
			aw_need(aw_vec_push(&users, LLVMGetUser(use)));
	for (size_t k = 0; k < users.count; k++) {
		phis[0] = users.items[k];
		for (unsigned i = 1; i < straight->rows.count; i++) {
			phis[i] = phis[0];
			AW_FOR_USES(use, made->columns[i])
				if (LLVMIsAPHINode(LLVMGetUser(use)) && LLVMGetInstructionParent(LLVMGetUser(use)) == LLVMGetInstructionParent(phis[0]))
					phis[i] = LLVMGetUser(use);
		}
		if (!are_phis(straight, phis) || is_made(straight, phis[0]))
			continue;
		unsigned made_before = straight->made_count, phis_before = straight->phis;
		if (!make_phi(straight, phis, pieces)) { // what was begun stays without use
			straight->made_count = made_before;
			straight->phis = phis_before;
		}
	}
	aw_vec_finish(&users);
	return true;
}

// The block at whose end, or in which, USER takes VALUE, which is of block HOME: one behind the loop that HOME ends, if it does.
static LLVMBasicBlockRef taken_in(LLVMValueRef user, LLVMValueRef value, LLVMBasicBlockRef home)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
	if (!LLVMIsAPHINode(user))
		return block;
	for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
		if (LLVMGetIncomingValue(user, k) == value && LLVMGetIncomingBlock(user, k) != home)
			return LLVMGetIncomingBlock(user, k);
	return aw_llvm_split_edges(home, block); // a value has one incoming block (may_leave)
}

// Column NUMBER of what MADE's pieces are, where the builder stands.
static LLVMValueRef take_column(struct straight *straight, const struct made *made, unsigned number)
{
	struct aw_simd *simd = straight->simd;
	LLVMTypeRef type = aw_simd_type(simd, aw_simd_integer(simd, straight->rows.size * 8));
	LLVMTypeRef word = aw_simd_type(simd, aw_simd_integer(simd, straight->rows.size * 8 * straight->rows.pack));
	LLVMValueRef pieces[AW_SIMD_MAX_ROW];
	for (unsigned i = 0; i < piece_count(straight); i++)
		pieces[i] = LLVMBuildBitCast(simd->builder, made->pieces[i], word, "");
	LLVMValueRef column = mark(simd, column_mark, &straight->rows, pieces, piece_count(straight), number, type);
	return LLVMBuildBitCast(simd->builder, column, LLVMTypeOf(made->columns[number]), "");
}

// Lets what uses the columns of MADE behind the loop take them from its pieces.
static bool leave(struct straight *straight, const struct made *made)
{
	LLVMBasicBlockRef home = LLVMGetInstructionParent(made->columns[0]);
	for (unsigned i = 0; made->carried && i < straight->rows.count; i++) {
		call_vec users = { 0 };
		AW_FOR_USES(use, made->columns[i])
			if (!is_made(straight, LLVMGetUser(use)))
				aw_need(aw_vec_push(&users, LLVMGetUser(use)));
		for (size_t k = 0; k < users.count; k++) {
			LLVMValueRef user = users.items[k];
			LLVMBasicBlockRef block = taken_in(user, made->columns[i], home);
			aw_llvm_at(straight->simd->builder, LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(block) : user);
			aw_llvm_replace_operand(user, made->columns[i], take_column(straight, made, i));
		}
		aw_vec_finish(&users);
	}
	return true;
}

// The times that USER, a phi, has VALUE.
static unsigned times_in(LLVMValueRef user, LLVMValueRef value)
{
	unsigned times = 0;
	for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
		times += LLVMGetIncomingValue(user, k) == value;
	return times;
}

// Whether all that uses the columns of MADE is what was made, too, or stands in another block, behind the loop.
static bool may_leave(struct straight *straight, const struct made *made)
{
	for (unsigned i = 0; made->carried && i < straight->rows.count; i++)
		AW_FOR_USES(use, made->columns[i]) {
			LLVMValueRef user = LLVMGetUser(use);
			bool here = LLVMGetInstructionParent(user) == LLVMGetInstructionParent(made->columns[i]);
			if (!is_made(straight, user) && (here || (LLVMIsAPHINode(user) && times_in(user, made->columns[i]) > 1)))
				return false;
		}
	return true;
}

// Calls EACH with what was made, also meanwhile, until it says no; whether it never does.
static bool for_all(struct straight *straight, bool (*each)(struct straight *, const struct made *))
{
	for (unsigned k = 0; k < straight->made_count; k++)
		if (!each(straight, &straight->made[k]))
			return false;
	return true;
}

// Makes one of pieces of the sums whose phis are PHIS, if it can.
static void straighten_phis(struct aw_simd *simd, const struct aw_simd_rows *rows, const LLVMValueRef *phis)
{
	struct straight straight = { .simd = simd, .rows = *rows, .sums = true };
	LLVMValueRef pieces[AW_SIMD_MAX_ROW];
	if (are_phis(&straight, phis) && make_phi(&straight, phis, pieces) && straight.loads && for_all(&straight, follow) &&
	    for_all(&straight, may_leave))
		for_all(&straight, leave);
}

// Makes one of pieces of each sum of the columns of which number FIRST of ALL is one.
static void straighten_sums(struct aw_simd *simd, const call_vec *all, size_t first)
{
	LLVMValueRef columns[AW_SIMD_MAX_ROW], phis[AW_SIMD_MAX_ROW];
	struct marked marked;
	read_mark(all->items[first], column_mark, &marked);
	collect(all, first, columns);
	for (unsigned i = 0; i < marked.rows.count; i++)
		if (!columns[i])
			return;
	if (simd->gang.width * marked.rows.pack > AW_SIMD_MOST_PERMUTED)
		return;
	call_vec sums = { 0 };
	AW_FOR_USES(use, columns[0]) {
		LLVMValueRef user = LLVMGetUser(use);
		aw_need(aw_vec_push(&sums, user));
		if (LLVMIsABitCastInst(user))
			AW_FOR_USES(cast, user)
				aw_need(aw_vec_push(&sums, LLVMGetUser(cast)));
	}
	for (size_t k = 0; k < sums.count; k++) {
		unsigned place;
		LLVMValueRef sum = sums.items[k];
		LLVMValueRef own = taken_for(columns[0], LLVMTypeOf(sum));
		phis[0] = carried_by(sum, &place);
		bool found = phis[0];
		for (unsigned i = 1; found && i < marked.rows.count; i++) {
			LLVMValueRef other = taken_for(columns[i], LLVMTypeOf(sum));
			phis[i] = own && other ? find_phi(sum, place, own, other) : NULL;
			found = phis[i];
		}
		if (found)
			straighten_phis(simd, &marked.rows, phis);
	}
	aw_vec_finish(&sums);
}

// --- all marks of a function ---

static bool find(LLVMValueRef function, const char *name, call_vec *calls)
{
	struct marked marked;
	calls->count = 0;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block)
			if (read_mark(instruction, name, &marked))
				aw_need(aw_vec_push(calls, instruction));
	return calls->count > 0;
}

static bool is_gone(LLVMValueRef call)
{
	return !LLVMGetInstructionParent(call);
}

bool aw_simd_straighten_rows(struct aw_simd *simd, LLVMValueRef function)
{
	call_vec calls = { 0 };
	bool changed = find(function, column_mark, &calls);
	for (size_t i = 0; i < calls.count; i++)
		if (number_of(calls.items[i]) == 0)
			straighten_sums(simd, &calls, i);
	for (int shuffles = 0; shuffles < 2; shuffles++) {
		changed |= find(function, piece_mark, &calls);
		for (size_t i = 0; i < calls.count; i++)
			if (!is_gone(calls.items[i]))
				straighten(simd, &calls, i, shuffles);
	}
	changed |= find(function, column_mark, &calls);
	for (size_t i = 0; i < calls.count; i++)
		if (!is_gone(calls.items[i]))
			sort(simd, &calls, i);
	aw_vec_finish(&calls);
	return changed;
}
