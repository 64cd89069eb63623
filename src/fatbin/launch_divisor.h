// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that a launch decides and that its kernel divides by.  A kernel with such divisors has a second entry in PTX, NAME$divided,
// that takes for each of them, behind the kernel's own arguments, what makes the division a multiplication
// (src/compiler/target/launch_divisors.c).  How a launch gets from its arguments to the divisors stands in comments with which the
// text begins:
//
//     // anywarp.divided NAME COUNT s32 p1+0.4 ; u64 p0+8.4 z b0 * ;
//
// COUNT is the number of the kernel's parameters.  Each divisor is s or u for signed or unsigned, its bits, and its value in postfix
// notation: pK+O.S are the S bytes at byte O of parameter K, #N is a number, bD and gD are the sizes of a block and of the grid in
// dimension D, and the operations are those of the table below, on 64 bits.  The value is the lowest bits of the result.
//
// Of a divisor d the entry takes (Granlund, Montgomery, "Division by Invariant Integers using Multiplication", PLDI 1994)
//     signed, d > 0, n bits:   1 + floor(2^(n-1+l) / d) modulo 2^n as n bits, and l - 1 as 32 bits, with l = max(1, ceil(log2 d));
//     unsigned, d != 0:        floor((2^n - 1) / d) as n bits;
// and then, where n is 64, floor((2^32 - 1) / d) as 32 bits, for numbers that need no more.
#ifndef AW_FATBIN_LAUNCH_DIVISOR_H
#define AW_FATBIN_LAUNCH_DIVISOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define AW_DIVIDED_SUFFIX "$divided"
#define AW_DIVIDED_MARK "// anywarp.divided "

// AW_LAUNCH_OPERATION(NAME, letter, operands, result of a and b)
#define AW_LAUNCH_OPERATIONS \
	AW_LAUNCH_OPERATION(ADD, '+', 2, a + b) \
	AW_LAUNCH_OPERATION(SUBTRACT, '-', 2, a - b) \
	AW_LAUNCH_OPERATION(MULTIPLY, '*', 2, a * b) \
	AW_LAUNCH_OPERATION(SHIFT_LEFT, 'l', 2, a << (b & 63)) \
	AW_LAUNCH_OPERATION(SHIFT_RIGHT, 'r', 2, a >> (b & 63)) \
	AW_LAUNCH_OPERATION(SHIFT_SIGNED, 'a', 2, (uint64_t)((int64_t)a >> (b & 63))) \
	AW_LAUNCH_OPERATION(DIVIDE, 'd', 2, b ? a / b : UINT64_MAX) \
	AW_LAUNCH_OPERATION(DIVIDE_SIGNED, 'q', 2, b && b != UINT64_MAX ? (uint64_t)((int64_t)a / (int64_t)b) : 0 - a) \
	AW_LAUNCH_OPERATION(ZERO_EXTEND, 'z', 1, (uint32_t)a) \
	AW_LAUNCH_OPERATION(SIGN_EXTEND, 'x', 1, (uint64_t)(int64_t)(int32_t)a)

enum aw_launch_operation {
#define AW_LAUNCH_OPERATION(name, letter, operands, result) AW_LAUNCH_##name = letter,
	AW_LAUNCH_OPERATIONS
#undef AW_LAUNCH_OPERATION
	AW_LAUNCH_PARAMETER = 'p',
	AW_LAUNCH_NUMBER = '#',
	AW_LAUNCH_BLOCK = 'b',
	AW_LAUNCH_GRID = 'g',
};

enum { AW_DIVISOR_MOST_STEPS = 24, AW_DIVISOR_MOST_DEPTH = 8, AW_DIVIDED_MOST = 8 };

struct aw_launch_step {
	char operation;     // enum aw_launch_operation
	uint8_t size;       // of a parameter's part, in bytes
	uint16_t parameter; // its number; of bD and gD: the dimension
	uint32_t offset;
	uint64_t number;
};

struct aw_launch_divisor {
	bool is_signed;
	unsigned bits; // 32 or 64
	unsigned count;
	struct aw_launch_step steps[AW_DIVISOR_MOST_STEPS];
};

// The divisors of one kernel.
struct aw_divided {
	unsigned parameters; // of the kernel
	unsigned count;
	struct aw_launch_divisor divisors[AW_DIVIDED_MOST];
};

// What the entry takes of a divisor; SHIFT is of signed ones only, NARROW of those of 64 bits.
struct aw_multiplier {
	uint64_t factor;
	uint32_t shift, narrow;
};

// Reads what PTX, which begins with such lines, says of kernel NAME; false when it isn't there, or is nothing that this reader takes.
bool aw_divided_read(const char *ptx, const char *name, struct aw_divided *divided);

// The divisor of a launch with these arguments (addresses, as cuLaunchKernel takes them) and sizes.
uint64_t aw_divisor_value(const struct aw_launch_divisor *divisor, void *const *arguments, const unsigned grid[3],
                          const unsigned block[3]);

// Sets MULTIPLIER for divisor VALUE; false where the entry must not be used: by 0, or by a negative number.
bool aw_divisor_multiplier(const struct aw_launch_divisor *divisor, uint64_t value, struct aw_multiplier *multiplier);

#endif
