// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The simd strategy: W threads of a block, a gang, run as one, each in a lane of SIMD registers.
//
//     simd_clone      a copy of the kernel for each form (width, geometry): everything inlined, in SSA form,
//                     its flow reducible
//     simd_vectorize  the copy becomes the code of one gang: values that differ among lanes are vectors,
//                     branches that differ are masks; barriers stay calls; what gangs call is made (simd_called)
//     gang_loops      the gang's code becomes the block's: split at the barriers, with a loop over the
//                     gangs around each piece
//     simd_entries    what the runtime calls
//
// Between simd_vectorize and gang_loops a form uses these markers, all `i32 ()`:
//     aw.gang.index   which gang of the block this is, from 0
//     aw.gang.x .y .z the thread index of its lane 0
//     aw.gang.block   which block of the span it belongs to, from 0
//     aw.span.block   behind the parting of a span (gang_span.c): the block whose turn it is, from 0
//     aw.gang.line    where its lane 0 is in the row of all the span's threads; in gang_loops (gang_line.c)
// and at the barriers, which stand where all gangs of the block come by together:
//     llvm.nvvm.barrier0
//     i32 aw.block.add(i32), i32 aw.block.or(i32), i32 aw.block.and(i32)
//                     a barrier that gives all gangs the sum (or, and) of what each brings
//     i32 aw.block.any(i32)
//                     the same as or, for all gangs that go on in step: those of a span of blocks (gang_span.c)
// A load of a uniform address gives all gangs the same when they come by; one that doesn't (an atomic made plain)
// has LLVM's ordering "unordered".
//
// The builders here take the context first and assert the types of their operands (the habit of Mesa's
// gallivm, lp_bld_type.h).  A mask is <W x i1>; NULL is the mask of all lanes.
#ifndef AW_COMPILER_SIMD_H
#define AW_COMPILER_SIMD_H

#include "../analysis/uniformity.h"

// --- simd_spins.c ---

// An access, or a clock's reading, that a thread may wait with in a loop, whose header it is.
struct aw_spin {
	LLVMBasicBlockRef header;
	LLVMValueRef wait;
};
struct aw_spins {
	AW_VEC(struct aw_spin) list;
};

// All of FUNCTION.
void aw_simd_find_spins(LLVMValueRef function, struct aw_spins *spins);
void aw_spins_finish(struct aw_spins *spins);
// The first that a thread of FUNCTION may wait with for another thread; NULL: none.
LLVMValueRef aw_simd_find_spin(LLVMValueRef function);

// --- simd_probes.c ---

// Whether TRIAL, a compare-and-swap in the loop with HEADER of CFG's function, is tried at another place in each turn, to stay there.
bool aw_simd_is_probe(const struct aw_cfg *cfg, LLVMBasicBlockRef header, LLVMValueRef trial);
// Whether LOOP goes through something of its own, however early it may end (simd_searches.c).
bool aw_simd_is_search(const struct aw_cfg *cfg, const struct aw_loops *loops, uint32_t loop);

// --- simd_step.c ---

// Whether FUNCTION both reads and writes shared memory, so that the next is worth asking.
bool aw_simd_has_shared_exchange(LLVMValueRef function);
// An access in FUNCTION, a form in its normal form, by which lanes of a warp exchange something without a barrier; NULL:
// none.  Such code goes in step on GPUs.
LLVMValueRef aw_simd_find_step(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);
// Whether FUNCTION, in the normal form, has a loop without a barrier that adds up shared memory in a tree.
bool aw_simd_has_loose_tree(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);
// Makes FUNCTION's accesses of shared memory volatile, so that fibers go in step there.
void aw_simd_say_steps(LLVMValueRef function);
// Puts a step before each of FUNCTION's accesses of shared memory, for a function that only fibers run.
void aw_simd_add_steps(struct aw_unit *unit, LLVMValueRef function);

// --- simd_spaces.c ---

// Says what the questions of FUNCTION, a kernel, for the memory that a pointer leads to give, where that is known, and makes shared
// addresses of 32 bits the pointers they were made from; whether there were such.
bool aw_simd_settle_spaces(struct aw_unit *unit, LLVMValueRef function);

// --- simd_normal.c: the shape of flow that aw_uniformity_init demands ---

// Brings FUNCTION into it: no switches, no irreducible loops, one return, no unreachable ends, no critical
// edges, loops in LLVM's simplified form, LCSSA, no loads and stores of vectors.  False when it can't be.
bool aw_simd_normalize(struct aw_unit *unit, LLVMValueRef function);
// Parts blocks of FUNCTION, which has it, where that leaves more values uniform; whether there were any (simd_meetings.c).
bool aw_simd_part_meetings(LLVMValueRef function);
// What FUNCTION lacks of it, as far as it is cheap to see; NULL: nothing.
const char *aw_simd_abnormal(LLVMValueRef function);

// --- simd_leavers.c ---

// Between these two, LLVM leaves what stands before different returns of FUNCTION apart, so that it is still to be seen
// who only leaves.
void aw_simd_mark_returns(struct aw_unit *unit, LLVMValueRef function);
void aw_simd_unmark_returns(LLVMValueRef function);

// Takes threads of FUNCTION, a form in its normal form, that leave before a barrier past all that is left, so that all
// threads of the block come to the barriers.  False when it has no normal form any more and is of no use.
bool aw_simd_keep_leavers(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);
// Whether BRANCH only parts threads that have left from the others: those wait for nobody.
bool aw_simd_is_guard(LLVMValueRef branch);

// Whether FUNCTION has a barrier for gangs.
bool aw_simd_has_barrier(const struct aw_unit *unit, LLVMValueRef function);
// What VALUE, an i1, is for any thread of the block, made where the builder stands: an i1, and a barrier.
LLVMValueRef aw_simd_build_any(struct aw_unit *unit, LLVMValueRef value);

// --- simd_agreed.c ---

// Has the threads of FUNCTION, a form in its normal form, agree at branches where they mustn't differ, before aw_simd_keep_leavers;
// *AGREED: there are any.  False when it has no normal form any more and is of no use.
bool aw_simd_agree(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang, bool *agreed);

enum { AW_SIMD_NUMBERS = 4, AW_SIMD_TERMS = 4 };

// The sum of the vectors of integers NUMBER, each times its SCALE.
struct aw_simd_terms {
	struct aw_simd_term {
		LLVMValueRef number;
		uint64_t scale;
	} list[AW_SIMD_TERMS];
	unsigned count;
};

struct aw_simd {
	struct aw_unit *unit;
	LLVMBuilderRef builder; // unit->builder; stands where the next instruction of the gang goes
	LLVMValueRef function;  // the gang's function
	struct aw_gang gang;
	LLVMValueRef entry_mask; // the lanes that there are; NULL: all
	bool compact; // little code for what lanes do one by one: there is too much of it
	struct {
		LLVMValueRef values;
		struct aw_simd_numbers {
			LLVMValueRef slot;
			struct aw_simd_terms terms; // of what was last put there, in BLOCK
			unsigned bits;
			LLVMBasicBlockRef block;
		} numbers[AW_SIMD_NUMBERS];
		unsigned next;
	} turns; // places on the stack, once asked for (simd_turns.c)
	LLVMValueRef told; // in what gangs call: the caller's lane 0, once asked for
	const struct aw_map *later; // the kernel's sums that may be put off (simd_later.h); NULL: none
	LLVMValueRef awaited; // a slot: lanes that others may wait for in vain (simd_parting.h), as bits; NULL: there are none
	struct aw_simd_memory {
		LLVMValueRef place;
		unsigned count;
	} words, product; // the memory by which matrices go to the support library, once asked for
};

// A value of the gang: a scalar when its shape is uniform, lane 0's scalar when it is strided, a vector
// when it is varying.
struct aw_simd_value {
	LLVMValueRef value;
	struct aw_shape shape;
};

enum { AW_SIMD_MAX_WIDTH = 32 };
enum { AW_SIMD_PAGE = 4096 }; // bytes that can be read as soon as one can

// --- simd_type.c: types and plain values ---

// The type of W values of TYPE: <W x T> for integers, floats and pointers; structs and arrays have their
// members replaced.
LLVMTypeRef aw_simd_type(struct aw_simd *simd, LLVMTypeRef type);
bool aw_simd_is_aggregate(LLVMTypeRef type); // a struct or an array
LLVMTypeRef aw_simd_integer(struct aw_simd *simd, unsigned bits); // the scalar iN
LLVMValueRef aw_simd_number(struct aw_simd *simd, unsigned bits, uint64_t number); // the scalar constant
LLVMValueRef aw_simd_splat(struct aw_simd *simd, LLVMValueRef scalar); // aggregates too
LLVMValueRef aw_simd_iota(struct aw_simd *simd, LLVMTypeRef integer);  // 0, 1, 2, …
// The vector of a value of any shape, made where the builder stands.
LLVMValueRef aw_simd_vector(struct aw_simd *simd, struct aw_simd_value value);
LLVMValueRef aw_simd_lane(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef lane); // i32 LANE; aggregates too
LLVMValueRef aw_simd_set_lane(struct aw_simd *simd, LLVMValueRef vector, LLVMValueRef scalar, LLVMValueRef lane);
// MASK ? A : B by lanes; aggregates too.
LLVMValueRef aw_simd_select(struct aw_simd *simd, LLVMValueRef mask, LLVMValueRef a, LLVMValueRef b);
// Calls an overloaded LLVM intrinsic ("llvm.masked.load").
LLVMValueRef aw_simd_intrinsic(struct aw_simd *simd, const char *name, LLVMTypeRef *overloads, unsigned overload_count,
                               LLVMValueRef *arguments, unsigned count);
// A slot in the function's entry block.
LLVMValueRef aw_simd_alloca(struct aw_simd *simd, LLVMTypeRef type, const char *name);
// A new block that follows the builder's.
LLVMBasicBlockRef aw_simd_block(struct aw_simd *simd, const char *name);

// --- simd_widen.c ---

// Makes sums of what FUNCTION joins of disjoint bits, as LLVM does with the rows of pictures whose width is a power of two, `y << 8 | x`.
// Before what looks for strides; returns whether it changed something.
bool aw_simd_make_sums(struct aw_unit *unit, LLVMValueRef function);
// Rewrites narrow indices of FUNCTION, a form in its normal form, so that more addresses are strided in GANG.  Returns
// whether it changed something; then what aw_uniformity says is to be found anew.
bool aw_simd_widen(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_inside.c ---

// Doubles what follows clamps of indices in FUNCTION, with a test whether these leave all lanes of a gang alone; returns whether it changed
// something.
bool aw_simd_split_inside(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_between.c ---

// Moves loads of FUNCTION from under conditions to where their thread reads what lies on both sides; returns whether there were any.
bool aw_simd_load_between(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_bases.c ---

// Gives loads and stores of FUNCTION in one of two arrays, which lanes choose, a way for each.  Before aw_simd_widen; returns whether it
// changed something.
bool aw_simd_part_bases(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_unsink.c ---

// Gives whole gangs of FUNCTION that meet with some lanes of others code of their own again, in the normal form; returns whether there
// were any.
bool aw_simd_unsink(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_clamp.c ---

// Makes choices of the indices of FUNCTION that are a constant more than a minimum or maximum.  Before aw_simd_split_inside.
void aw_simd_open_clamps(struct aw_unit *unit, LLVMValueRef function);

// Gives loads of FUNCTION at clamped indices a way of their own for lanes that the clamp leaves alone.  Before
// aw_simd_widen; returns whether it changed something.
bool aw_simd_split_clamps(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_counters.c ---

// Gives counters of 64 bits of which only 32 count those.  Returns whether there were any.
bool aw_simd_narrow_counters(struct aw_unit *unit, LLVMValueRef function);
// Compares counters with bounds of 32 bits that differ from lane to lane as such.  Returns whether there were any.
bool aw_simd_narrow_ends(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_signs.c ---

// Lets FUNCTION ask numbers for their signs one by one where that tells more of the lanes; returns whether it changed something.
bool aw_simd_part_signs(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_even.c ---

// Lets comparisons of FUNCTION that whole gangs agree on be seen to be such; returns whether it changed something.
bool aw_simd_even_bounds(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_quotients.c ---

// Doubles what follows divisions of threads' numbers in FUNCTION, with a test whether all lanes of a gang have one quotient; returns
// whether it changed something.
bool aw_simd_split_quotients(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_check.c ---

// Doubles the pieces of FUNCTION's blocks where addresses are strided unless 32-bit numbers wrap, with a test at run
// time.  After aw_simd_widen; returns whether it changed something, its flow that is.
bool aw_simd_check_strides(struct aw_unit *unit, LLVMValueRef function, struct aw_gang gang);

// --- simd_mask.c ---

LLVMTypeRef aw_simd_mask_type(struct aw_simd *simd);
LLVMValueRef aw_simd_full(struct aw_simd *simd); // the constant of all lanes
LLVMValueRef aw_simd_mask(struct aw_simd *simd, LLVMValueRef mask); // MASK, or the constant for NULL
LLVMValueRef aw_simd_any(struct aw_simd *simd, LLVMValueRef mask);  // i1
LLVMValueRef aw_simd_all(struct aw_simd *simd, LLVMValueRef mask);  // i1
LLVMValueRef aw_simd_bits(struct aw_simd *simd, LLVMValueRef mask); // i32, lane i in bit i
LLVMValueRef aw_simd_of_bits(struct aw_simd *simd, LLVMValueRef bits); // the mask of an i32
LLVMValueRef aw_simd_first(struct aw_simd *simd, LLVMValueRef mask); // i32: the lowest active lane; some lane when none
LLVMValueRef aw_simd_last(struct aw_simd *simd, LLVMValueRef mask);  // i32: the highest
// A loop over the active lanes, from the lowest.  Begin leaves the builder in the loop's body with *LANE the
// i32 lane; the body may make blocks of its own; end leaves the builder behind the loop.
struct aw_simd_lanes {
	LLVMBasicBlockRef body, done;
	LLVMValueRef bits, lane;
};
void aw_simd_lanes_begin(struct aw_simd *simd, LLVMValueRef mask, struct aw_simd_lanes *loop);
void aw_simd_lanes_end(struct aw_simd *simd, struct aw_simd_lanes *loop);

// --- simd_phases.c ---

// Has the threads of FUNCTION's block meet where they ask for the end of a phase of a barrier in shared memory.
// Whether there was one that was none of an mbarrier.
bool aw_simd_meet_at_phases(struct aw_unit *unit, LLVMValueRef function);
// Numbers all such questions of kernels, before copies are made.
void aw_simd_number_asks(struct aw_unit *unit);
bool aw_simd_has_asks(LLVMValueRef function);
// Makes a wait of each question of FUNCTION that was a wait in all copies; whether there is one.
bool aw_simd_settle_asks(struct aw_unit *unit, LLVMValueRef function);
// The same of tests of words that are barriers without being mbarriers.
bool aw_simd_await_polls(struct aw_unit *unit, LLVMValueRef function);
// A new block at the end of AT's function that ends the launch, as threads wait there for others that wait for them.  The builder is left
// there.
LLVMBasicBlockRef aw_simd_build_stuck(struct aw_unit *unit, LLVMValueRef at);
// Drops what FUNCTION asks of clocks, of loops that are no more, in which one waited for a time.
void aw_simd_drop_times(LLVMValueRef function);
// Whether CALL is an arrival of all active lanes at one barrier; then has them arrive, and gives their tokens.
bool aw_simd_arrives_together(LLVMValueRef call, const struct aw_simd_value *arguments);
LLVMValueRef aw_simd_arrive(struct aw_simd *simd, const struct aw_simd_value *arguments, LLVMValueRef mask);

// --- simd_polls.c ---

// Makes questions of tests in FUNCTION whether a word's phase is over; whether there are any.
bool aw_simd_ask_polls(struct aw_unit *unit, LLVMValueRef function);
// Whether CALL is such a question.
bool aw_simd_is_poll(const struct aw_unit *unit, LLVMValueRef call);
// Whether the thread has counted itself in there before: the word is a barrier in shared memory.
bool aw_simd_counts_itself(LLVMValueRef call);
// STAYS: drops the test that CALL was made of; else makes it that test again.
void aw_simd_settle_poll(struct aw_unit *unit, LLVMValueRef call, bool stays);

// --- simd_memory.c: each kind of access with its best code ---

// What is known of a store of a row (simd_past.h); all 0 for others.
struct aw_simd_row {
	LLVMValueRef turn; // which turn of the loop it is, when it may go past the caches, else NULL
	unsigned lane;     // bytes that a thread writes
	unsigned bytes;    // that it does in all rows of a turn
	bool ahead;        // the lines of the next ones are asked for
	bool crowded;      // many rows are loaded beside it: only whole lines may go past the caches
};

struct aw_simd_access {
	LLVMTypeRef type; // of one lane's value
	struct aw_simd_value address;
	LLVMValueRef mask;      // at least one lane is active
	LLVMValueRef origin;    // the kernel's load or store: alignment, volatile, ordering, metadata
	const int64_t *offsets; // NULL, or how many bytes each lane's address is from lane 0's
	int64_t rest;           // then lane 0's is so many bytes from one that other accesses to the same array begin near, too
	struct aw_simd_row row; // of a store
};
// A scalar when the address is uniform, else a vector.
LLVMValueRef aw_simd_load(struct aw_simd *simd, const struct aw_simd_access *access);
// Lanes that write the same place: one of them wins.
void aw_simd_store(struct aw_simd *simd, const struct aw_simd_access *access, struct aw_simd_value value);

// --- simd_atomic.c ---

// atomicrmw or cmpxchg INSTRUCTION with its operands as the gang has them; returns the vector of results
// (NULL when the kernel doesn't use it).
LLVMValueRef aw_simd_atomic(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *operands,
                            LLVMValueRef mask);

// --- simd_lanes.c: what has no vector form, lane by lane ---

// The call INSTRUCTION for each active lane with the thread index set to the lane's; the vector of
// results, or NULL for void.
LLVMValueRef aw_simd_call_lanes(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *arguments,
                                LLVMValueRef mask);
// The same for a call that stands nowhere, whose result is wanted or not.
LLVMValueRef aw_simd_call_each(struct aw_simd *simd, LLVMValueRef instruction, const struct aw_simd_value *arguments,
                               LLVMValueRef mask, bool wanted);
// Says to what the gang calls next which gang it is; in what gangs call it is said already.
void aw_simd_tell(struct aw_simd *simd);
// The scalar that lane LANE (i32) has of a value of any shape.
LLVMValueRef aw_simd_extract(struct aw_simd *simd, struct aw_simd_value value, LLVMValueRef lane);
// The same for a lane loop: stashed before the loop, taken out in it.  A vector goes to memory once, where each turn
// finds its element.
struct aw_simd_stash {
	struct aw_simd_value value;
	LLVMValueRef slot;
};
struct aw_simd_stash aw_simd_stash(struct aw_simd *simd, struct aw_simd_value value);
LLVMValueRef aw_simd_stashed(struct aw_simd *simd, const struct aw_simd_stash *stash, LLVMValueRef lane);
// The vector of the scalars that the turns of a lane loop give: begin before the loop, put in it, end behind it.
struct aw_simd_results {
	LLVMTypeRef type; // of a lane's
	LLVMValueRef slot;
};
void aw_simd_results_begin(struct aw_simd *simd, LLVMTypeRef type, struct aw_simd_results *results);
void aw_simd_results_put(struct aw_simd *simd, struct aw_simd_results *results, LLVMValueRef scalar, LLVMValueRef lane);
LLVMValueRef aw_simd_results_end(struct aw_simd *simd, struct aw_simd_results *results);

// --- simd_intrinsic.c: calls that have a vector form ---

// What is there for a call that is no device function.
enum aw_simd_form {
	AW_SIMD_NONE,  // the kernel can't run as gangs (aw_simd_call_form's REASON says why)
	AW_SIMD_LANES, // lane by lane
	AW_SIMD_CALL,  // a device function: aw_simd_call
	AW_SIMD_PLAIN, // aw_simd_intrinsic_call, without a mask: no effect, can't fault
	AW_SIMD_MASKED, // aw_simd_intrinsic_call, with a mask
	AW_SIMD_WARP,  // aw_simd_warp: lanes exchange values; the gang must be the warp (W = 32)
	AW_SIMD_BLOCK, // a barrier: aw_simd_barrier
};
enum aw_simd_form aw_simd_call_form(const struct aw_unit *unit, LLVMValueRef call, const char **reason);
// Whether INSTRUCTION is a barrier for gangs: AW_SIMD_BLOCK.
bool aw_simd_is_barrier(const struct aw_unit *unit, LLVMValueRef instruction);
// LLVM's overloaded functions (llvm.fma, llvm.ctpop), thread indices, lane numbers, fences.  Returns what
// SHAPE, the call's, asks for: a scalar when it is uniform, lane 0's when it is strided, else a vector; NULL
// when the gang has no use for the call (llvm.assume).
LLVMValueRef aw_simd_intrinsic_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                                    LLVMValueRef mask, struct aw_shape shape);
// The lanes that are threads of the block, by the gang's geometry; NULL when all are.
LLVMValueRef aw_simd_entry_mask(struct aw_simd *simd);

// Lane 0's linear index, i32.
LLVMValueRef aw_simd_linear_zero(struct aw_simd *simd);

// --- simd_called.c: device functions that gangs call ---

// Whether they can call FUNCTION as one: the types of its arguments and result have vectors.
bool aw_simd_can_call(LLVMValueRef function);
// The call CALL of such a function for the lanes of MASK; the vector of results, NULL for void.
LLVMValueRef aw_simd_call(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                          LLVMValueRef mask);
// Notes for --report that gangs of WIDTH lanes call FUNCTION lane by lane because they can't call it as one.
void aw_simd_note_lanes(struct aw_unit *unit, LLVMValueRef function, uint32_t width);
// Makes the functions that forms, and these functions, call.
void aw_simd_build_called(struct aw_unit *unit);

// --- simd_entries.c ---

// Tells LLVM to hold vectors in the largest registers of the level in FUNCTION.
void aw_simd_use_registers(const struct aw_unit *unit, LLVMValueRef function);
// Tells LLVM that FUNCTION runs on a gang's stack, whose pages its frame need not touch one by one (cpu_abi.h).
void aw_simd_use_stack(LLVMValueRef function);

// --- simd_support.c ---

// Brings into the module the support functions that are no more than arithmetic, as far as it calls them; returns whether
// there are any.
bool aw_simd_link_support(struct aw_unit *unit);
// Makes ordinary code of FUNCTION's calls of NVVM intrinsics that are no more than that: instructions in disguise
// (expand_intrinsics.c), and arithmetic, whose support functions are inlined.  Returns whether it changed something.
bool aw_simd_inline_support(struct aw_unit *unit, LLVMValueRef function);
// Takes the functions out again.
void aw_simd_drop_support(struct aw_unit *unit);

// --- simd_carried.c ---

// In FUNCTION, a scalar clone: what loops load from a place that they chose among those loaded from before is carried from turn to turn.
// Returns whether it changed something.
bool aw_simd_carry_loads(struct aw_unit *unit, LLVMValueRef function);

// --- simd_narrow.c ---

// Computes with half and bfloat16 as floats in FUNCTION, a scalar clone, where vectors of them have no code.
bool aw_simd_widen_narrow(struct aw_unit *unit, LLVMValueRef function);

// --- simd_shared.c ---

// Before the vectorizer builds: accesses of shared memory in a scalar form need not be volatile any more.
bool aw_simd_relax_shared(LLVMValueRef function);
// In a gang's code: shared memory that the gang writes and reads again in registers; dead stores dropped.
bool aw_simd_forward_shared(struct aw_unit *unit, LLVMValueRef function);

// --- simd_reduce.c ---

// Trees of shuffles in a gang's code of which one lane is wanted become LLVM's reductions.
bool aw_simd_fold_reductions(struct aw_unit *unit, LLVMValueRef function);

// --- simd_butterfly.c ---

// Steps in a gang's code after which several lanes have the same are computed once for these; returns whether there were any.
bool aw_simd_fold_butterflies(struct aw_unit *unit, LLVMValueRef function);

// --- simd_asked.c ---

// In a gang's code: uses what is known of masks behind branches that ask whether any lane is in one.  Returns whether it changed something.
bool aw_simd_know_asked(LLVMBuilderRef builder, LLVMValueRef function);

// --- simd_straight.c ---

// In a gang's code: what rows of elements in memory become, and what they are made of, without sorting them where that can be, and sorted
// where it can't.  Returns whether it changed something.
bool aw_simd_straighten_rows(struct aw_simd *simd, LLVMValueRef function);

// --- whole_guards.c ---

// In a gang's code: what follows a guard that is full for most gangs, without its mask behind one test of scalars.  False when
// LLVM's passes failed.
bool aw_simd_split_whole(struct aw_unit *unit, LLVMValueRef function);
// Whether BRANCH is such a test, which sends whole gangs one way, its first.
bool aw_simd_tells_whole(LLVMValueRef branch);

// --- simd_whole.c ---

// A vector that is FIRST, of 32 bits, and constants from LOW to HIGH, not negative, added to it lane by lane.
struct aw_simd_lane_row {
	LLVMValueRef first;
	int64_t low, high;
};
// False when VALUE is none.
bool aw_simd_find_lane_row(LLVMValueRef value, struct aw_simd_lane_row *row);

// --- simd_pieces.c ---

// Makes loops of a gang's code in which each lane walks along a piece of memory of its own load and store rows of these.  Returns whether
// it changed something.
bool aw_simd_strip_pieces(struct aw_unit *unit, LLVMValueRef function);

// --- simd_division.c ---

// The quotients or remainders that OLD makes, of the lanes of A by B's, for those of MASK (NULL: all); NULL when LLVM's own instruction
// does it as well.
LLVMValueRef aw_simd_divide(struct aw_simd *simd, LLVMValueRef old, LLVMValueRef a, struct aw_simd_value b, LLVMValueRef mask);

// --- simd_reciprocal.c ---

// In a gang's code: 1 / sqrt(x) without the division, to the same bits.
bool aw_simd_refine_reciprocals(struct aw_unit *unit, LLVMValueRef function);

// --- simd_shuffle.c: shuffles, votes, match, reduce, activemask, __syncwarp ---

// Returns what SHAPE, the call's, asks for, NULL for void.  A vote's or redux's result is uniform only when its
// operand mask is.
LLVMValueRef aw_simd_warp(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                          LLVMValueRef mask, struct aw_shape shape);
// __syncthreads and its forms; returns the scalar result or NULL.
LLVMValueRef aw_simd_barrier(struct aw_simd *simd, LLVMValueRef call, const struct aw_simd_value *arguments,
                             LLVMValueRef mask);

// --- simd_lookup.c ---

// For each of NUMBERS, a vector of i32, the element of TABLE with that number, which must be less than its length; 32 bits
// each, 32 elements and numbers at most.
LLVMValueRef aw_simd_lookup(struct aw_simd *simd, LLVMValueRef table, LLVMValueRef numbers);
// Whether registers do it.
bool aw_simd_has_lookup(const struct aw_simd *simd);

// --- simd_local.c: local variables that live in memory ---

// Makes each alloca of a scalar FUNCTION memory of the gang, with the lane's own place in it as the address; small
// copies of memory become loads and stores.  Before the analysis.  Returns why the kernel can't run as gangs, or
// NULL.  The addresses are made with the marker i64 aw.lane.index(), which is 0, 1, 2, … in the lanes.
const char *aw_simd_spread_locals(struct aw_unit *unit, LLVMValueRef function, uint32_t width);
// Asks, where the builder stands in scalar code, which lane of its gang a thread is: a number of 64 bits.
LLVMValueRef aw_simd_build_lane(struct aw_unit *unit);
// Whether ALLOCA was made by it: one for all lanes, so its address is uniform.
bool aw_simd_is_gang_memory(LLVMValueRef alloca);
// The bytes that lie together for each lane where POINTER leads into such memory and it is interleaved; else 0.
uint64_t aw_simd_granule(LLVMValueRef pointer);
// Such an alloca's counterpart in the gang's function.
struct aw_simd_value aw_simd_local(struct aw_simd *simd, LLVMValueRef alloca);

// --- simd_group.c ---

// Makes loads and stores of structs of FUNCTION's that are of one struct's members.  After the local variables
// are spread, whose elements don't lie together any more.
bool aw_simd_group_accesses(struct aw_unit *unit, LLVMValueRef function);

// --- simd_scaled.c ---

// Divides before it scales, where LLVM masks a quotient by less.
bool aw_simd_divide_first(struct aw_unit *unit, LLVMValueRef function);

// --- simd_words.c ---

// Makes one load of the bytes that FUNCTION puts together to a number.  What has no use any more is left.
bool aw_simd_join_bytes(struct aw_unit *unit, LLVMValueRef function);

// --- simd_counts.c ---

// Adds up bytes as bytes where FUNCTION only compares their sum with small numbers.  What has no use any more is left; returns whether
// there were any.
bool aw_simd_count_bytes(struct aw_unit *unit, LLVMValueRef function);

// --- simd_growing.c ---

// Has FUNCTION a local array of bytes in the place of one of ints whose numbers grow slowly, where its loops end soon enough.  What has no
// use any more is left; returns whether there was one.
bool aw_simd_shrink_growing(struct aw_unit *unit, LLVMValueRef function);
// Whether it did, and bytes are what FUNCTION, or what it is a copy of, computes in its loops.
bool aw_simd_has_growing_bytes(LLVMValueRef function);

// --- simd_small.c ---

// Computes numbers of FUNCTION's that are made of bytes and shorts, and stay small, in 8 or 16 bits.  What has no use any more is left;
// returns whether there were any.
bool aw_simd_shrink_numbers(struct aw_unit *unit, LLVMValueRef function);

// --- simd_sink.c ---

// Makes stores of FUNCTION's that several ways make to one place once, where these meet.  What has no use any more is left; returns
// whether there were any.
bool aw_simd_sink_stores(struct aw_unit *unit, LLVMValueRef function);

// --- simd_registers.c ---

// Has FUNCTION, scalar code, read each register of the hardware that is a thread's for good once, where it begins.
void aw_simd_read_registers_first(struct aw_unit *unit, LLVMValueRef function);
// Whether FUNCTION asks for a thread's y or z.
bool aw_simd_asks_for_row(LLVMValueRef function);

// --- simd_copy.c ---

// Makes loads and stores of FUNCTION's small memcpy, memmove and memset of constant size.
void aw_simd_expand_copies(struct aw_unit *unit, LLVMValueRef function);

#endif
