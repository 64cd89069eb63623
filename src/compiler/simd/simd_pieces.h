// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop in which each lane walks along a piece of memory of its own (simd_pieces.c).
#ifndef AW_COMPILER_SIMD_PIECES_H
#define AW_COMPILER_SIMD_PIECES_H

#include "../analysis/dominators.h"
#include "../analysis/loops.h"
#include "../pipeline.h"

enum { AW_PIECES_LINE = 64, AW_PIECES_MOST_MOVES = 8, AW_PIECES_MOST_TURNS = 16, AW_PIECES_WORD = 4 }; // the first and last in bytes

// A gather or a scatter, in the order of the loop.
struct aw_piece_move {
	LLVMValueRef call, pointers; // of its lanes
	LLVMValueRef value;          // what is stored; NULL: a gather
	LLVMValueRef mask;           // the same in all turns
	LLVMValueRef row;            // a store in the other way of a branch before it, for lanes that lie together; or NULL
	LLVMValueRef first;          // the pointers in a strip's first turn
	LLVMValueRef kept;           // the memory for the vectors of a strip
	LLVMValueRef aside;          // where lanes store that take no part
	unsigned size, joined;       // bytes of an element; how many make a word, 1 for those that are as large or larger
	bool extended;               // an index is computed in fewer bits and might wrap
};

struct aw_pieces {
	struct aw_unit *unit;
	LLVMBuilderRef builder;
	LLVMValueRef function;
	struct aw_cfg cfg;
	struct aw_loops loops;
	struct aw_dominators dominators;
	uint32_t loop, latch_number;
	LLVMBasicBlockRef header, latch, before;
	LLVMValueRef counter, end; // a phi that goes up by one; the value that ends the loop when the next counter comes there
	LLVMIntPredicate below;    // or the loop goes on while the next counter is below END by this; 0: it doesn't ask that
	LLVMValueRef mask;         // of a ragged loop: the phi of the lanes that take part; COUNTER and END are vectors; else NULL
	LLVMValueRef left;         // in a strip: the turns that each lane has left, at most a strip's and one, as 32 bits
	unsigned width, turns;     // lanes; turns of a strip
	struct aw_piece_move moves[AW_PIECES_MOST_MOVES];
	unsigned count;
	bool stores, reads_shared, writes_shared;
};

bool aw_pieces_in_loop(const struct aw_pieces *walk, LLVMValueRef value);

// Whether loop WALK->loop of WALK->function, with its flow, is of that kind; then finds the rest of WALK up to the moves' masks.
bool aw_pieces_find(struct aw_pieces *walk);

#endif
