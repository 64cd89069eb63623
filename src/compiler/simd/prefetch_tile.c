// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that go through an array by tiles, of which each thread takes several elements, a block's threads apart, as CUB and Thrust do:
//
//     for (k = 0; k < 2; k++)                                     // unrolled
//         out[blockIdx.x * 512 + k * 256 + threadIdx.x] = f(in[blockIdx.x * 512 + k * 256 + threadIdx.x]);
//
// A gang loads a line of each of the tile's pieces, and the next gang the lines behind them, so all lines are asked for one after the
// other, but not in their order, and the hardware, which waits for neighbours, finds no pattern: on a Zen 4 such a copy takes twice as
// long as one of whole pieces.  So with its lines each gang asks for as many of a tile some blocks ahead, in their order: the gang at x of
// P elements asks for those from k * x on.
//
// They go to the first cache where a tile is some kilobytes, and else to the second.  Only outside of loops and in kernels without
// barriers, whose tiles prefetch_block.c knows, and for loads: stores go past the caches where they are many.
#include "prefetch_tile.h"

#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/block_uniformity.h"
#include "../analysis/linear_form.h"
#include "../analysis/loops.h"
#include "gang_block.h"
#include "prefetch.h"

enum { LINE = 64, AHEAD = 8192 /* bytes */, TILES_AHEAD = 4, FEW_PIECES = 4, MOST_PIECES = 16, MOST_LINES = 16 };

// A load of a whole vector.
struct row {
	LLVMValueRef load;
	LLVMValueRef address;
	uint64_t bytes;
	struct aw_linear_form form;
	bool masked, taken;
};

// So many bytes, or so many times the number OF.
struct pitch {
	int64_t factor;
	LLVMValueRef of;
};

struct tiles {
	struct aw_unit *unit;
	struct aw_cfg cfg;
	struct aw_loops loops;
	AW_VEC(struct row) rows;
};

static bool is_register(LLVMValueRef value, const char *name)
{
	return !strcmp(aw_intrinsic_register(value), name);
}

static bool is_same_number(LLVMValueRef a, LLVMValueRef b)
{
	const char *name = a ? aw_intrinsic_register(a) : "";
	return a == b || (*name && b && is_register(b, name));
}

// --- forms ---

static bool is_gang(LLVMValueRef value)
{
	return !strcmp(aw_llvm_callee_name(value), "aw.gang.x");
}

// Gangs begin at multiples of their width, so `(aw.gang.x + 256) & -16` is but aw.gang.x and 256.
static void find_gang(LLVMModuleRef module, struct aw_linear_form *form)
{
	for (unsigned i = 0; i < form->count; i++) {
		struct aw_linear_term *term = &form->terms[i];
		struct aw_linear_form first;
		int64_t mask;
		if (!aw_llvm_is_op(term->value, LLVMAnd) || !aw_llvm_constant(LLVMGetOperand(term->value, 1), &mask) || mask >= 0)
			continue;
		aw_linear_form_of(module, LLVMGetOperand(term->value, 0), &first);
		if (first.known && first.count == 1 && first.terms[0].factor == 1 && is_gang(first.terms[0].value)) {
			term->value = first.terms[0].value;
			form->constant += term->factor * first.constant;
		}
	}
}

static bool is_number(const struct aw_linear_form *form, struct pitch *pitch)
{
	bool plain = form->known && !form->base && (form->count == 0 || (form->count == 1 && form->constant == 0));
	*pitch = form->count ? (struct pitch){ form->terms[0].factor, form->terms[0].value } : (struct pitch){ form->constant, NULL };
	return plain;
}

// How far TERM of an address goes from block to block; false: it isn't made of blockIdx.x alone.
static bool block_pitch(LLVMModuleRef module, const struct aw_linear_term *term, struct pitch *pitch)
{
	if (is_register(term->value, "ctaid.x")) {
		*pitch = (struct pitch){ term->factor, NULL };
		return true;
	}
	if (!aw_llvm_is_op(term->value, LLVMMul))
		return false;
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef block = aw_llvm_without_extension(LLVMGetOperand(term->value, i));
		struct aw_linear_form times;
		aw_linear_form_of(module, LLVMGetOperand(term->value, 1 - i), &times);
		if (is_register(block, "ctaid.x") && is_number(&times, pitch)) {
			pitch->factor *= term->factor;
			return true;
		}
	}
	return false;
}

// The pitch of ROW from block to block, and its term of the gang's place in the block, which is a block's threads long; false: it has
// something else.
static bool find_pitch(LLVMModuleRef module, const struct row *row, struct pitch *tile, const struct aw_linear_term **gang)
{
	unsigned blocks = 0, gangs = 0;
	for (unsigned i = 0; i < row->form.count; i++) {
		const struct aw_linear_term *term = &row->form.terms[i];
		if (is_gang(term->value)) {
			*gang = term;
			gangs++;
		} else {
			blocks += block_pitch(module, term, tile);
		}
	}
	return blocks == 1 && gangs == 1 && tile->factor > 0 && (*gang)->factor > 0;
}

// --- pieces ---

// By how much OTHER lies behind ROW in the same tile, or before it; false: it may be anywhere.
static bool is_piece(const struct tiles *tiles, const struct row *row, const struct row *other, struct pitch *behind)
{
	struct aw_linear_form distance;
	if (other->bytes != row->bytes || !aw_linear_form_same_pointer(tiles->unit->module, row->form.base, other->form.base))
		return false;
	aw_linear_form_subtract(&other->form, &row->form, &distance);
	return is_number(&distance, behind);
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

// Whether the COUNT distances, not all of which are 0, are those of the pieces of a tile of PITCH; then they are sorted.
static bool is_tile(int64_t *distances, unsigned count, LLVMValueRef of, const struct pitch *pitch)
{
	qsort(distances, count, sizeof(*distances), compare);
	int64_t piece = count > 1 ? distances[1] - distances[0] : 0;
	for (unsigned i = 1; i < count; i++)
		if (distances[i] - distances[i - 1] != piece)
			return false;
	return piece > 0 && is_same_number(of, pitch->of) && piece * count == pitch->factor;
}

// The number of pieces of the tile that ROW FIRST begins, and by how much the first of them lies before it, in *BEFORE; 0: there is no
// such tile.  All that are pieces of it are taken.
static unsigned find_pieces(struct tiles *tiles, size_t first, const struct pitch *pitch, struct pitch *before)
{
	int64_t distances[MOST_PIECES] = { 0 };
	unsigned count = 1;
	LLVMValueRef of = NULL;
	struct row *row = &tiles->rows.items[first];
	for (size_t i = 0; i < tiles->rows.count; i++) {
		struct row *other = &tiles->rows.items[i];
		struct pitch behind;
		if (other->taken || i == first || !is_piece(tiles, row, other, &behind))
			continue;
		bool known = false;
		for (unsigned k = 0; k < count && !known; k++)
			known = distances[k] == behind.factor && (!behind.factor || is_same_number(of, behind.of));
		if (!known && (count == MOST_PIECES || (count > 1 && !is_same_number(of, behind.of))))
			return 0;
		other->taken = true;
		if (known)
			continue;
		of = behind.of;
		distances[count++] = behind.factor;
	}
	if (count < 2 || !is_tile(distances, count, of, pitch))
		return 0;
	*before = (struct pitch){ -distances[0], pitch->of }; // the same as OF, which may stand behind the first row
	return count;
}

// --- asking ---

static LLVMValueRef bytes_of(LLVMBuilderRef builder, const struct pitch *pitch, int64_t times, LLVMTypeRef type)
{
	LLVMValueRef factor = LLVMConstInt(type, (uint64_t)(pitch->factor * times), true);
	return pitch->of ? LLVMBuildMul(builder, LLVMBuildZExtOrBitCast(builder, pitch->of, type, ""), factor, "") : factor;
}

// Asks for what COUNT pieces have of a later tile for the gang at GANG, as if they were one row.
static void ask(struct tiles *tiles, const struct row *row, const struct aw_linear_term *gang, const struct pitch *tile,
                const struct pitch *before, unsigned count)
{
	LLVMBuilderRef builder = tiles->unit->builder;
	LLVMTypeRef type = LLVMInt64TypeInContext(tiles->unit->context), byte = LLVMInt8TypeInContext(tiles->unit->context);
	int64_t ahead = tile->of ? TILES_AHEAD : (AHEAD + tile->factor - 1) / tile->factor;
	aw_llvm_at(builder, row->load);
	LLVMValueRef place = LLVMBuildZExtOrBitCast(builder, gang->value, type, "");
	LLVMValueRef offset = LLVMBuildMul(builder, place, LLVMConstInt(type, (uint64_t)(gang->factor * (count - 1)), false), "");
	offset = LLVMBuildAdd(builder, offset, bytes_of(builder, tile, ahead, type), "");
	offset = LLVMBuildSub(builder, offset, bytes_of(builder, before, 1, type), "");
	LLVMValueRef address = LLVMBuildGEP2(builder, byte, row->address, &offset, 1, "");
	for (uint64_t line = 0; line < row->bytes * count && line < MOST_LINES * LINE; line += LINE)
		aw_prefetch_line(tiles->unit, address, line, count <= FEW_PIECES ? AW_PREFETCH_READ : AW_PREFETCH_READ_LATER);
}

static void find_rows(struct tiles *tiles, LLVMBasicBlockRef block)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(tiles->unit->module);
	AW_FOR_INSTRUCTIONS(instruction, block) {
		struct aw_access access;
		if (!aw_access_find(instruction, &access) || access.value || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind ||
		    aw_access_is_blocks_own(access.address))
			continue;
		struct row row = { instruction, access.address, LLVMABISizeOfType(layout, access.type), { 0 }, access.mask != NULL, false };
		aw_linear_form_of(tiles->unit->module, access.address, &row.form);
		find_gang(tiles->unit->module, &row.form);
		if (row.form.known)
			aw_need(aw_vec_push(&tiles->rows, row));
	}
}

// Asks for the tiles that begin with loads that are MASKED or not: those that whole gangs make come first.
static void ask_all(struct tiles *tiles, bool masked)
{
	for (size_t i = 0; i < tiles->rows.count; i++) {
		const struct row *row = &tiles->rows.items[i];
		const struct aw_linear_term *gang = NULL;
		struct pitch tile, before;
		if (row->taken || row->masked != masked || !find_pitch(tiles->unit->module, row, &tile, &gang))
			continue;
		unsigned count = find_pieces(tiles, i, &tile, &before);
		if (count)
			ask(tiles, row, gang, &tile, &before, count);
	}
}

void aw_prefetch_tiles(struct aw_unit *unit, LLVMValueRef function)
{
	struct tiles tiles = { .unit = unit };
	if (aw_llvm_find_instruction(function, aw_block_is_barrier))
		return;
	aw_cfg_init(&tiles.cfg, function);
	aw_loops_init(&tiles.loops, &tiles.cfg);
	for (uint32_t i = 0; i < tiles.cfg.count; i++)
		if (tiles.loops.innermost[tiles.loops.order[i]] == AW_NONE)
			find_rows(&tiles, tiles.cfg.blocks[tiles.loops.order[i]]);
	ask_all(&tiles, false);
	ask_all(&tiles, true);
	aw_vec_finish(&tiles.rows);
	aw_loops_finish(&tiles.loops);
	aw_cfg_finish(&tiles.cfg);
}
