// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop of a gang's own that is left at the end of a turn: for turns that all lanes make (whole_loops.c), and for turns that one gang
// makes for all (flat_loops.c).
#ifndef AW_COMPILER_SIMD_OWN_LOOP_H
#define AW_COMPILER_SIMD_OWN_LOOP_H

#include "../../base/vec.h"
#include "../analysis/loops.h"
#include "../pipeline.h"

typedef AW_VEC(LLVMBasicBlockRef) aw_block_vec;

struct aw_own_loop {
	aw_block_vec blocks;
	LLVMBasicBlockRef header, latch, before, exit;
	LLVMValueRef lanes, again; // the header's phi of lanes that are in, and what it gets from the latch, of which the latch asks
	                           // whether there are any; NULL: another condition
};

// Takes loop NUMBER, which only its latch leaves, which has no other in it, and which may be copied; false: it is another, or too
// much.  *LOOP is empty at first, and to be finished whatever is returned.
bool aw_own_loop_read(const struct aw_loops *loops, const struct aw_cfg *cfg, uint32_t number, struct aw_own_loop *loop);
void aw_own_loop_finish(struct aw_own_loop *loop);

// What a pass does to such loops, whose name PASS is: CHANGE_ONE changes the first of FORM that it can and that isn't one of DONE, to
// which it adds the headers of all that it looks at; then the flow is another.  At most MOST of a form.
struct aw_own_loop_pass {
	const char *pass;
	unsigned most;
	bool (*begin)(struct aw_unit *unit, const struct aw_unit_form *form); // false: nothing is to be done to FORM; NULL: always
	bool (*change_one)(struct aw_unit *unit, const struct aw_unit_form *form, struct aw_map *done);
};

// Does it to all forms, but where a debugger sets breakpoints: it sets one for a line, in the first copy.
bool aw_own_loops_change(struct aw_unit *unit, const struct aw_own_loop_pass *pass);

#endif
