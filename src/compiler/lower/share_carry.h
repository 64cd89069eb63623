// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The carry that one asm statement leaves to another: `add.cc` in the one, `addc` in the next.  NVIDIA's compiler keeps volatile
// statements in order and nothing between them that sets the flag, also where each is in a small function of its own.
#ifndef AW_COMPILER_LOWER_SHARE_CARRY_H
#define AW_COMPILER_LOWER_SHARE_CARRY_H

#include "../pipeline.h"

// What stands for the flag until aw_share_carry: a statement that reads it before it sets it calls the first, which returns it, and
// each that sets it the second at its end.
#define AW_CARRY_IN "aw.carry.in"
#define AW_CARRY_OUT "aw.carry.out"

// Makes the flag a variable of each function that reads another statement's.  Functions that read what their callers set, and those
// that set what their callers read, become part of these.
void aw_share_carry(struct aw_unit *unit);

#endif
