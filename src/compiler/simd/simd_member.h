// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores that lie at a constant distance from one another.
#ifndef AW_COMPILER_SIMD_MEMBER_H
#define AW_COMPILER_SIMD_MEMBER_H

#include "../pipeline.h"

// A load or store at a constant distance from a pointer, or from an element of an array.
struct aw_simd_member {
	LLVMValueRef instruction, root;
	LLVMValueRef array; // NULL, or what ROOT is an index into, with elements of STRIDE bytes
	bool nested;        // ARRAY is an address in an array of arrays, and ROOT is in its last index: it stands for the others
	uint64_t stride;
	bool is_signed; // that index, where it is extended
	bool walked;    // simd_group.c: of a row along which its thread goes
	int64_t offset;
	unsigned size, order; // bytes; its place in the block
};

LLVMValueRef aw_simd_member_pointer(LLVMValueRef instruction);
LLVMTypeRef aw_simd_member_type(LLVMValueRef instruction);

// The parameter, or what a struct of parameters has, that INSTRUCTION goes to memory by; NULL: another pointer, perhaps to memory where
// threads that go in step hand something on.
LLVMValueRef aw_simd_member_base(LLVMValueRef instruction);
// Whether INSTRUCTION, neither load nor store, leaves memory alone.
bool aw_simd_is_silent(LLVMValueRef instruction);

// Describes INSTRUCTION, but for its order; false when it is none or its address isn't a constant number of bytes from an
// instruction's.  INDEXED: elements of one array whose numbers differ by a constant have one root.
bool aw_simd_read_member(const struct aw_unit *unit, LLVMValueRef instruction, bool indexed, struct aw_simd_member *member);

// Whether what the roots of A and B are indices into is the same.
bool aw_simd_members_of_same(const struct aw_simd_member *a, const struct aw_simd_member *b);
// Whether A and B lie a constant number of bytes apart, and are as large as each other.
bool aw_simd_members_along(const struct aw_simd_member *a, const struct aw_simd_member *b);
// Whether they would, if their arrays were one.
bool aw_simd_members_parallel(const struct aw_simd_member *a, const struct aw_simd_member *b);

#endif
