// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -fmad=true, nvcc's default: a product and a sum become an fma.  Which product a sum takes, and whether it takes one at all, shows in
// the result, so it is decided here, once, on optimised scalar code: fibers, gangs of each width and all levels of a processor compute
// the same, and as nvcc does, as far as code before this is alike.  LLVM's back ends would decide by what vectors look like.
//
// What nvcc decides was found by programs that compute two products t and u and up to three sums and differences of t, u and other
// numbers, in all orders: 400 programs, whose results tell what was fused (CUDA 13.0, H100).  All of it follows from this.
//
//   - A product is only fused in its own block, and where it has no use but sums that may still be fused.  So it isn't computed twice.
//   - First, from the last sum of the block to the first: a sum takes its first operand, or else its second, that is a product whose uses
//     are all sums (no differences); a difference takes one that has no other use.
//   - Then, from the first to the last: a sum or difference takes a product whose uses are all sums and differences.  Of two, that one
//     which had fewer uses in the beginning, or the first.
//
// A product that was added to another one's fma has a use that can't be fused any more.
//
// Which operand of a sum is the first is not what the program says: LLVM's reassociate, which NVVM has, too, puts those of lower rank
// first.  It isn't run on what is made for gangs, as it changes the integers' code, too, so ranks are computed here, as there
// (Reassociate.cpp).
#include "fuse_products.h"

#include "../../base/map.h"
#include "../../base/vec.h"
#include "../analysis/cfg.h"
#include "../analysis/need.h"
#include "../target/native.h"

struct fusing {
	struct aw_unit *unit;
	struct aw_map ranks;       // of instructions and arguments
	AW_VEC(LLVMValueRef) sums; // of the block, and differences; NULL: fused
	struct aw_map uses;        // product -> how many uses it had in the beginning
	bool changed;
};

// What a product is used by.
enum users { OTHERS, DIFFERENCES, SUMS }; // others, too; differences and perhaps sums; sums alone

static bool may_be_fused(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return aw_llvm_is_float(aw_llvm_is_vector(value) ? LLVMGetElementType(type) : type) &&
	       (LLVMGetFastMathFlags(value) & LLVMFastMathAllowContract);
}

static bool is_sum(LLVMValueRef value)
{
	return (aw_llvm_is_op(value, LLVMFAdd) || aw_llvm_is_op(value, LLVMFSub)) && may_be_fused(value);
}

static bool is_product_in(LLVMValueRef value, LLVMBasicBlockRef block)
{
	return aw_llvm_is_op(value, LLVMFMul) && LLVMGetInstructionParent(value) == block && may_be_fused(value);
}

static size_t count_uses(LLVMValueRef value)
{
	size_t count = 0;
	AW_FOR_USES(use, value)
		count++;
	return count;
}

static enum users users_of(LLVMValueRef product)
{
	enum users users = SUMS;
	AW_FOR_USES(use, product) {
		LLVMValueRef user = LLVMGetUser(use);
		if (!is_sum(user) || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(product))
			return OTHERS;
		if (aw_llvm_is_op(user, LLVMFSub))
			users = DIFFERENCES;
	}
	return users;
}

// Operand NUMBER of SUM if it is a product, or one with its sign changed for SUM alone (*NEGATED); else NULL.
static LLVMValueRef product_of(LLVMValueRef sum, unsigned number, bool *negated)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(sum);
	LLVMValueRef operand = LLVMGetOperand(sum, number);
	*negated = aw_llvm_is_op(operand, LLVMFNeg) && count_uses(operand) == 1 && count_uses(LLVMGetOperand(operand, 0)) == 1;
	if (*negated)
		operand = LLVMGetOperand(operand, 0);
	return is_product_in(operand, block) ? operand : NULL;
}

// --- ranks ---

static uintptr_t rank_of(const struct fusing *fusing, LLVMValueRef value)
{
	return (uintptr_t)aw_map_get(&fusing->ranks, value); // 0 for constants
}

static void set_rank(struct fusing *fusing, LLVMValueRef value, uintptr_t rank)
{
	aw_need(aw_map_put(&fusing->ranks, value, (void *)rank));
}

// Whether reassociate takes INSTRUCTION for one that stays where it is, ranked by its place.
static bool stays(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	if (aw_llvm_is_op(instruction, LLVMCall) && !(callee && aw_llvm_has_attribute(callee, "speculatable")))
		return true;
	return LLVMIsAPHINode(instruction) || LLVMIsAAllocaInst(instruction) || LLVMIsATerminatorInst(instruction) ||
	       aw_llvm_may_read(instruction) || aw_llvm_may_write(instruction);
}

// All others by what they are made of, which was ranked before.
static uintptr_t rank_by_operands(const struct fusing *fusing, LLVMValueRef instruction)
{
	uintptr_t most = 0;
	for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
		uintptr_t rank = rank_of(fusing, LLVMGetOperand(instruction, i));
		most = rank > most ? rank : most;
	}
	return most + !aw_llvm_is_op(instruction, LLVMFNeg);
}

static void rank(struct fusing *fusing, const struct aw_cfg *cfg)
{
	enum { FIRST = 2, OF_BLOCK = 1 << 16 };
	uintptr_t last = FIRST;
	for (LLVMValueRef argument = LLVMGetFirstParam(cfg->function); argument; argument = LLVMGetNextParam(argument))
		set_rank(fusing, argument, ++last);
	for (uint32_t i = 0; i < cfg->count; i++) {
		uintptr_t in_block = ++last * OF_BLOCK;
		AW_FOR_INSTRUCTIONS(instruction, cfg->blocks[i])
			set_rank(fusing, instruction, stays(instruction) ? ++in_block : rank_by_operands(fusing, instruction));
	}
}

// Whether the sum's second operand is the first by rank.
static bool is_swapped(const struct fusing *fusing, LLVMValueRef sum)
{
	LLVMValueRef first = LLVMGetOperand(sum, 0), second = LLVMGetOperand(sum, 1);
	return aw_llvm_is_op(sum, LLVMFAdd) && first != second && !LLVMIsConstant(second) &&
	       (LLVMIsConstant(first) || rank_of(fusing, second) < rank_of(fusing, first));
}

// --- fusing ---

static LLVMValueRef negate(LLVMBuilderRef builder, LLVMValueRef value, bool negated)
{
	return negated ? LLVMBuildFNeg(builder, value, "") : value;
}

// Makes SUM, which is the item at INDEX, an fma with the product that is its operand NUMBER.
static void fuse(struct fusing *fusing, size_t index, unsigned number)
{
	LLVMBuilderRef builder = fusing->unit->builder;
	LLVMValueRef sum = fusing->sums.items[index], other = LLVMGetOperand(sum, 1 - number), operand = LLVMGetOperand(sum, number);
	bool negated, difference = aw_llvm_is_op(sum, LLVMFSub);
	LLVMValueRef product = product_of(sum, number, &negated);
	LLVMTypeRef type = LLVMTypeOf(sum);
	aw_llvm_at(builder, sum);
	LLVMValueRef function = aw_llvm_intrinsic(fusing->unit->module, "llvm.fma", &type, 1);
	LLVMValueRef arguments[] = { negate(builder, LLVMGetOperand(product, 0), negated != (difference && number == 1)),
	                             LLVMGetOperand(product, 1), negate(builder, other, difference && number == 0) };
	LLVMValueRef fma = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, 3, "");
	LLVMSetFastMathFlags(fma, LLVMGetFastMathFlags(sum) & ~(LLVMFastMathFlags)LLVMFastMathAllowContract);
	set_rank(fusing, fma, rank_of(fusing, sum));
	aw_llvm_replace(sum, fma);
	if (negated)
		aw_llvm_erase(operand);
	if (!LLVMGetFirstUse(product))
		aw_llvm_erase(product);
	fusing->sums.items[index] = NULL;
	fusing->changed = true;
}

static void fuse_first(struct fusing *fusing)
{
	for (size_t i = fusing->sums.count; i-- > 0;) {
		LLVMValueRef sum = fusing->sums.items[i];
		bool difference = aw_llvm_is_op(sum, LLVMFSub), swapped = is_swapped(fusing, sum), negated;
		for (unsigned turn = 0; turn < 2; turn++) {
			unsigned number = turn ^ swapped;
			LLVMValueRef product = product_of(sum, number, &negated);
			if (product && (negated || (difference ? count_uses(product) == 1 : users_of(product) == SUMS))) {
				fuse(fusing, i, number);
				break;
			}
		}
	}
}

static uintptr_t first_uses(const struct fusing *fusing, LLVMValueRef product)
{
	return (uintptr_t)aw_map_get(&fusing->uses, product);
}

static void fuse_then(struct fusing *fusing)
{
	for (size_t i = 0; i < fusing->sums.count; i++) {
		LLVMValueRef sum = fusing->sums.items[i];
		if (!sum)
			continue;
		bool swapped = is_swapped(fusing, sum), negated;
		LLVMValueRef products[] = { product_of(sum, 0, &negated), product_of(sum, 1, &negated) };
		bool both = products[0] && products[1];
		uintptr_t first = both ? first_uses(fusing, products[swapped]) : 0, second = both ? first_uses(fusing, products[!swapped]) : 0;
		for (unsigned turn = 0; turn < 2; turn++) {
			unsigned number = turn ^ swapped ^ (first > second);
			if (products[number] && users_of(products[number]) != OTHERS) {
				fuse(fusing, i, number);
				break;
			}
		}
	}
}

static void fuse_block(struct fusing *fusing, LLVMBasicBlockRef block)
{
	fusing->sums.count = 0;
	AW_FOR_INSTRUCTIONS(instruction, block) {
		if (is_sum(instruction))
			aw_need(aw_vec_push(&fusing->sums, instruction));
		if (is_product_in(instruction, block))
			aw_need(aw_map_put(&fusing->uses, instruction, (void *)(uintptr_t)count_uses(instruction)));
	}
	fuse_first(fusing);
	fuse_then(fusing);
	aw_map_finish(&fusing->uses);
}

// Back ends fuse what may be.
static bool forbid_others(LLVMValueRef function)
{
	bool changed = false;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
			if ((opcode != LLVMFAdd && opcode != LLVMFSub && opcode != LLVMFMul) || !may_be_fused(instruction))
				continue;
			aw_llvm_forbid_contraction(instruction);
			changed = true;
		}
	return changed;
}

bool aw_fuse_products(struct aw_unit *unit, LLVMValueRef function)
{
	if (unit->request->debug || !aw_native_has_fma(unit->target)) // nvcc -G fuses nothing
		return false;
	if (!aw_llvm_find_instruction(function, is_sum))
		return forbid_others(function);
	struct fusing fusing = { .unit = unit };
	struct aw_cfg cfg;
	aw_cfg_init(&cfg, function);
	rank(&fusing, &cfg);
	for (uint32_t i = 0; i < cfg.count; i++)
		fuse_block(&fusing, cfg.blocks[i]);
	aw_cfg_finish(&cfg);
	aw_map_finish(&fusing.ranks);
	aw_vec_finish(&fusing.sums);
	return forbid_others(function) || fusing.changed;
}

bool aw_pass_fuse_products(struct aw_unit *unit)
{
	bool changed = false;
	AW_FOR_FUNCTIONS(function, unit->module)
		changed |= aw_fuse_products(unit, function);
	return changed;
}
