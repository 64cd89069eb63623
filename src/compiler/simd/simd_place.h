// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of simd_memory.c: an access of all lanes to values of a plain type, by where the lanes are.
#ifndef AW_COMPILER_SIMD_PLACE_H
#define AW_COMPILER_SIMD_PLACE_H

#include "simd.h"

struct aw_simd_place {
	LLVMTypeRef element; // as it lies in memory: an integer of 8 to 64 bits, float, double or pointer
	unsigned size;       // of it in bytes
	unsigned alignment;  // what each lane's address is a multiple of
	struct aw_simd_value address;
	LLVMValueRef mask; // NULL: all lanes
	uint64_t reach;    // bytes in which the places of all lanes lie of which this is a piece, of whose lanes none may be active; 0: none
	const int64_t *offsets; // as in struct aw_simd_access, and
	int64_t rest;
	LLVMValueRef origin;
	struct aw_simd_row row;
};

// --- simd_memory.c ---

// The vector of what lies there, and the other way, with the best code for where the lanes are.
LLVMValueRef aw_simd_place_get(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_place_put(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);
// PLACE OFFSET bytes further on.
struct aw_simd_place aw_simd_place_further(struct aw_simd *simd, const struct aw_simd_place *place, uint64_t offset);

// --- simd_place.c ---

// Masked loads and stores of elements of SIZE bytes are instructions; as cheap as those without; gathers and scatters; what a register
// holds.
bool aw_simd_has_masked(const struct aw_simd *simd, unsigned size);
bool aw_simd_has_mask_registers(const struct aw_simd *simd);
bool aw_simd_has_gather(const struct aw_simd *simd, unsigned size);
unsigned aw_simd_register_bytes(const struct aw_simd *simd);
// The elements INDICES of A and B one after the other, at most so many: a word of bytes for each lane; B may be NULL.
enum { AW_SIMD_MOST_PERMUTED = 4 * AW_SIMD_MAX_WIDTH };
LLVMValueRef aw_simd_permute(struct aw_simd *simd, LLVMValueRef a, LLVMValueRef b, const unsigned *indices, unsigned count);
LLVMValueRef aw_simd_move_pointer(struct aw_simd *simd, LLVMValueRef pointer, int64_t bytes);
// Gives INSTRUCTION what the kernel's says of its own (tbaa, volatile).
LLVMValueRef aw_simd_place_mark(struct aw_simd *simd, LLVMValueRef instruction, LLVMValueRef origin);
LLVMValueRef aw_simd_place_load(struct aw_simd *simd, const struct aw_simd_place *place, LLVMTypeRef type, LLVMValueRef pointer,
                               unsigned alignment);
void aw_simd_place_store(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value, LLVMValueRef pointer,
                        unsigned alignment);
// Whether a store of PLACE under a mask may write lanes again as they are that aren't in it, if some lane is and all places lie in REACH
// bytes (aw_access_mark_own).
bool aw_simd_is_own(const struct aw_simd *simd, const struct aw_simd_place *place, uint64_t reach);
LLVMTypeRef aw_simd_place_vector(struct aw_simd *simd, const struct aw_simd_place *place);
// What an address some elements away from a lane's is a multiple of: what lies between may be aligned less.
unsigned aw_simd_element_alignment(const struct aw_simd_place *place);
// A store of VALUE under MASK to POINTER, a piece of PLACE; OWN: aw_simd_is_own.
void aw_simd_place_put_masked(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value, LLVMValueRef pointer,
                              LLVMValueRef mask, unsigned alignment, bool own);
LLVMValueRef aw_simd_place_load_masked(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_place_store_masked(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// A branch between a way for gangs of which all lanes are in a mask and one for others: the builder stands on the first, then on the
// second, then where they meet, and where ALL comes from the first and SOME from the second.
struct aw_simd_ways {
	LLVMBasicBlockRef some, done;
	LLVMBasicBlockRef from_all, from_some; // where the ways end
};
void aw_simd_all_begin(struct aw_simd *simd, LLVMValueRef mask, struct aw_simd_ways *ways);
// The same for loads of PLACE, whose first way is also for gangs that may read what inactive lanes don't ask for, as some lane is active
// and all lanes' bytes lie in one page.  The lanes are strided.
void aw_simd_readable_begin(struct aw_simd *simd, const struct aw_simd_place *place, struct aw_simd_ways *ways);
void aw_simd_some_begin(struct aw_simd *simd, struct aw_simd_ways *ways);
void aw_simd_some_end(struct aw_simd *simd, struct aw_simd_ways *ways);
LLVMValueRef aw_simd_either(struct aw_simd *simd, const struct aw_simd_ways *ways, LLVMValueRef all, LLVMValueRef some);

// Strided by the size.
LLVMValueRef aw_simd_load_contiguous(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_store_contiguous(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// Vectors that are stored one behind the other.
struct aw_simd_pieces {
	const struct aw_simd_place *places;
	const LLVMValueRef *values;
	unsigned count;
	LLVMValueRef mask; // of the lanes whose elements they are, or NULL
};
void aw_simd_store_pieces(struct aw_simd *simd, const struct aw_simd_pieces *pieces);

// --- simd_apart.c ---

// Strided by a small multiple of the size; the load without a mask or where it has masked loads, the store where it has gathers.
LLVMValueRef aw_simd_load_strided(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_store_strided(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// --- simd_turns.c ---

// Accesses of lanes that lie anywhere in code that is to be compact.
LLVMValueRef aw_simd_load_in_turn(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_store_in_turn(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// --- simd_gather.c ---

LLVMValueRef aw_simd_load_gather(struct aw_simd *simd, const struct aw_simd_place *place);
void aw_simd_store_scatter(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// Makes gathers of bytes and shorts in FUNCTION, for which no level has an instruction, gathers of the words that they lie in, where
// there are these.  Returns whether it changed something.
bool aw_simd_gather_words(struct aw_simd *simd, LLVMValueRef function);

// --- simd_rows.c ---

enum { AW_SIMD_MAX_ROW = 8 };
// COUNT integers of PLACE's size one after the other in each lane: a vector for each.
void aw_simd_load_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values);
void aw_simd_store_rows(struct aw_simd *simd, const struct aw_simd_place *place, unsigned count, LLVMValueRef *values);

// --- simd_runs.c ---

// Accesses whose lanes' distances are known: the vector loaded, whether it is stored; NULL and false where there is
// nothing better than a gather or scatter.
LLVMValueRef aw_simd_load_runs(struct aw_simd *simd, const struct aw_simd_place *place);
bool aw_simd_store_runs(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// --- simd_few.c ---

// Accesses to local arrays of a few elements; NULL and false where it is none.
LLVMValueRef aw_simd_load_few(struct aw_simd *simd, const struct aw_simd_place *place);
bool aw_simd_store_few(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

// --- simd_table.c ---

// Among how many elements of SIZE bytes in a row, all of them there, the lanes choose by ADDRESS, KERNELS in the kernel: a power
// of two, at most 32; 0: nobody knows, or too many.
unsigned aw_simd_choices(struct aw_simd *simd, LLVMValueRef address, LLVMValueRef kernels, unsigned size);
// Then the row begins at ADDRESS's operand 0, and these are the numbers that lanes choose, i32.
LLVMValueRef aw_simd_choice(struct aw_simd *simd, LLVMValueRef address);
// A load of that kind; NULL: it is none.
LLVMValueRef aw_simd_load_table(struct aw_simd *simd, const struct aw_simd_place *place);

// --- simd_fill.c ---

// A store of that kind to shared memory; false: it is none.
bool aw_simd_store_table(struct aw_simd *simd, const struct aw_simd_place *place, LLVMValueRef value);

#endif
