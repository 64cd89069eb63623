// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gangs above one another read windows that overlap, as those of a convolution:
//
//     sum += weights[i][k] * tile[y + i][x + k]        a gang's i + 1 is the next gang's i
//
// Side by side they load each row once for all, and keep it from when the last of them asks for it until the first one has.  That takes
// a register for each row between the two questions, times the steps from the last gang to the first: here one for each k.
//
// A row's place is a sum of markers and constants (linear_form.h): another row is the next gang's where it is by the axis' factor further
// on and else the same.
#include "gang_overlap.h"

#include <string.h>

#include "../analysis/access.h"
#include "../analysis/linear_form.h"

enum { MOST_ROWS = 512 };

struct row {
	struct aw_linear_form place;
	int64_t step; // from one gang to the next
};
typedef AW_VEC(struct row) row_vec;

// What PLACE grows by from one gang to the next along AXIS.
static int64_t step_of(const struct aw_linear_form *place, const char *axis)
{
	int64_t step = 0;
	for (unsigned i = 0; i < place->count; i++)
		if (!strcmp(aw_llvm_callee_name(place->terms[i].value), axis))
			step += place->terms[i].factor;
	return step;
}

static void find_rows(const struct aw_gang_block *block, LLVMBasicBlockRef part, const char *axis, row_vec *rows)
{
	AW_FOR_INSTRUCTIONS(load, part) {
		struct aw_access access;
		struct row row;
		if (!aw_access_find(load, &access) || access.value || LLVMGetTypeKind(access.type) != LLVMVectorTypeKind)
			continue;
		aw_linear_form_of(block->unit->module, access.address, &row.place);
		row.step = step_of(&row.place, axis);
		aw_need(aw_vec_push(rows, row));
	}
}

static bool is_next(const struct row *row, const struct row *other)
{
	struct aw_linear_form apart;
	if (!row->step || row->place.base != other->place.base)
		return false;
	aw_linear_form_subtract(&other->place, &row->place, &apart);
	return apart.known && !apart.count && (apart.constant == row->step || apart.constant == -row->step);
}

unsigned aw_gang_overlap(const struct aw_gang_block *block, const LLVMBasicBlockRef *parts, size_t count, const char *axis)
{
	row_vec rows = { 0 };
	size_t between = 0;
	AW_FOR_BLOCKS(part, block->function)
		if (aw_llvm_is_among(parts, count, part))
			find_rows(block, part, axis, &rows);
	for (size_t i = 0; i < rows.count && rows.count <= MOST_ROWS; i++)
		for (size_t k = i + 1; k < rows.count; k++)
			if (is_next(&rows.items[i], &rows.items[k])) {
				between += k - i;
				break;
			}
	size_t kept = rows.count ? (between + rows.count - 1) / rows.count : 0;
	aw_vec_finish(&rows);
	return (unsigned)kept;
}
