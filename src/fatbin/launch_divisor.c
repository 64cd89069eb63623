// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch_divisor.h"

#include <stdlib.h>
#include <string.h>

static unsigned operands_of(char operation)
{
	switch (operation) {
#define AW_LAUNCH_OPERATION(name, letter, operands, result) case letter: return operands;
	AW_LAUNCH_OPERATIONS
#undef AW_LAUNCH_OPERATION
	default: return 0;
	}
}

// Reads a number at *AT behind the character LEAD.
static bool read_number(const char **at, char lead, uint64_t most, uint64_t *number)
{
	char *end;
	if (**at != lead || (*at)[1] < '0' || (*at)[1] > '9')
		return false;
	*number = strtoull(*at + 1, &end, 10);
	*at = end;
	return *number <= most;
}

static bool read_step(const char **at, struct aw_launch_step *step)
{
	uint64_t parameter, offset = 0, size = 0;
	*step = (struct aw_launch_step){ .operation = **at };
	switch (**at) {
	case AW_LAUNCH_NUMBER: return read_number(at, AW_LAUNCH_NUMBER, UINT64_MAX, &step->number);
	case AW_LAUNCH_BLOCK:
	case AW_LAUNCH_GRID:
		if (!read_number(at, **at, 2, &parameter))
			return false;
		break;
	case AW_LAUNCH_PARAMETER:
		if (!read_number(at, AW_LAUNCH_PARAMETER, UINT16_MAX, &parameter) || !read_number(at, '+', UINT16_MAX, &offset) ||
		    !read_number(at, '.', sizeof(uint64_t), &size))
			return false;
		break;
	default:
		++*at;
		return operands_of(step->operation) != 0;
	}
	step->parameter = (uint16_t)parameter;
	step->offset = (uint32_t)offset;
	step->size = (uint8_t)size;
	return true;
}

// Reads one divisor, up to the blank behind its semicolon.
static bool read_divisor(const char **at, unsigned parameters, struct aw_launch_divisor *divisor)
{
	uint64_t bits;
	unsigned depth = 0;
	*divisor = (struct aw_launch_divisor){ .is_signed = **at == 's' };
	if (!read_number(at, divisor->is_signed ? 's' : 'u', 64, &bits) || (bits != 32 && bits != 64))
		return false;
	divisor->bits = (unsigned)bits;
	while (**at == ' ' && (*at)[1] != ';') {
		struct aw_launch_step step;
		++*at;
		if (divisor->count == AW_DIVISOR_MOST_STEPS || !read_step(at, &step) || operands_of(step.operation) > depth ||
		    (step.operation == AW_LAUNCH_PARAMETER && step.parameter >= parameters))
			return false;
		depth = depth + 1 - operands_of(step.operation);
		if (depth > AW_DIVISOR_MOST_DEPTH)
			return false;
		divisor->steps[divisor->count++] = step;
	}
	if (strncmp(*at, " ;", 2) != 0 || depth != 1)
		return false;
	*at += 2;
	return true;
}

bool aw_divided_read(const char *ptx, const char *name, struct aw_divided *divided)
{
	static const char mark[] = AW_DIVIDED_MARK;
	size_t length = strlen(name);
	uint64_t parameters;
	for (const char *at = ptx; !strncmp(at, mark, sizeof(mark) - 1); at += *at == '\n') {
		at += sizeof(mark) - 1;
		bool found = !strncmp(at, name, length) && at[length] == ' ';
		if (!found) {
			at += strcspn(at, "\n");
			continue;
		}
		at += length;
		*divided = (struct aw_divided){ 0 };
		if (!read_number(&at, ' ', UINT16_MAX, &parameters))
			return false;
		divided->parameters = (unsigned)parameters;
		for (; *at == ' '; divided->count++) {
			at++;
			if (divided->count == AW_DIVIDED_MOST || !read_divisor(&at, divided->parameters, &divided->divisors[divided->count]))
				return false;
		}
		return divided->count && (*at == '\n' || !*at);
	}
	return false;
}

static uint64_t operate(char operation, uint64_t a, uint64_t b)
{
	switch (operation) {
#define AW_LAUNCH_OPERATION(name, letter, operands, result) case letter: return result;
	AW_LAUNCH_OPERATIONS
#undef AW_LAUNCH_OPERATION
	default: return 0;
	}
}

uint64_t aw_divisor_value(const struct aw_launch_divisor *divisor, void *const *arguments, const unsigned grid[3],
                          const unsigned block[3])
{
	uint64_t stack[AW_DIVISOR_MOST_DEPTH + 1] = { 0 };
	unsigned depth = 0;
	for (unsigned i = 0; i < divisor->count; i++) {
		const struct aw_launch_step *step = &divisor->steps[i];
		uint64_t value = 0;
		switch (step->operation) {
		case AW_LAUNCH_PARAMETER:
			memcpy(&value, (const char *)arguments[step->parameter] + step->offset, step->size);
			break;
		case AW_LAUNCH_NUMBER: value = step->number; break;
		case AW_LAUNCH_BLOCK: value = block[step->parameter]; break;
		case AW_LAUNCH_GRID: value = grid[step->parameter]; break;
		default:
			depth -= operands_of(step->operation);
			value = operate(step->operation, stack[depth], stack[depth + 1]);
		}
		stack[depth++] = value;
	}
	return divisor->bits == 32 ? (uint32_t)stack[0] : stack[0];
}

bool aw_divisor_multiplier(const struct aw_launch_divisor *divisor, uint64_t value, struct aw_multiplier *multiplier)
{
	unsigned bits = divisor->bits, log = 1;
	uint64_t ones = UINT64_MAX >> (64 - bits);
	*multiplier = (struct aw_multiplier){ 0 };
	if (!value || (divisor->is_signed && value > ones / 2))
		return false;
	multiplier->narrow = (uint32_t)(UINT32_MAX / value);
	if (!divisor->is_signed) {
		multiplier->factor = ones / value;
		return true;
	}
	while (log < bits && ((uint64_t)1 << log) < value)
		log++;
	multiplier->shift = log - 1;
	if (bits == 32)
		multiplier->factor = (1 + ((uint64_t)1 << (31 + log)) / value) & ones;
	else
		multiplier->factor = (uint64_t)(1 + ((unsigned __int128)1 << (63 + log)) / value);
	return true;
}
