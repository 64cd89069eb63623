// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that go along memory with y, as those who name a matrix' rows first write them:
//
//     int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
//     out[i * n + j] = in[i * n + j - 1] + in[i * n + j + 1];
//
// Of a warp each thread is in another row, so a GPU makes many transactions of each access, and gangs along x would reach all memory lane
// by lane.  Which threads of a block go together is nobody's business where they know of no others (simd_across.c), so the lanes of a gang
// are neighbours along y.  The form is made of a copy of the kernel in which x and y of threads, blocks and grid change places,
// and the runtime lets those of the launch change places, too (AW_CPU_VARIANT_TURNED): it is a form for whole gangs like others, that
// walks along rows of blocks like others.
//
// It is for kernels with accesses whose lanes along x lie apart and whose lanes along y lie one behind the other, and none of which only
// those along y lie apart.
#include "simd_turned.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../analysis/access.h"
#include "../analysis/linear_form.h"
#include "../analysis/need.h"
#include "simd_across.h"

// How an address goes from thread to thread: by at most NEAR bytes, as elements and small structs do that lie one behind the other, or not.
enum way { STAYS, ALONG, APART };
enum { NEAR = 32 };

// Whether VALUE depends on register NAME; SEEN: what has been asked for already, and doesn't or is being looked at.
static bool depends(LLVMValueRef value, const char *name, struct aw_map *seen)
{
	if (!LLVMIsAInstruction(value) || aw_map_get(seen, value))
		return false;
	aw_need(aw_map_put(seen, value, value));
	if (!strcmp(aw_intrinsic_register(value), name))
		return true;
	for (int i = 0; i < LLVMGetNumOperands(value); i++)
		if (depends(LLVMGetOperand(value, (unsigned)i), name, seen))
			return true;
	return false;
}

// How address FORM goes with register NAME.
static enum way way_of(const struct aw_linear_form *form, const char *name)
{
	enum way way = STAYS;
	struct aw_map seen = { 0 };
	if (!form->known || depends(form->base, name, &seen))
		way = APART;
	for (unsigned i = 0; i < form->count && way != APART; i++) {
		if (!strcmp(aw_intrinsic_register(form->terms[i].value), name))
			way = llabs(form->terms[i].factor) <= NEAR ? ALONG : APART;
		else if (depends(form->terms[i].value, name, &seen))
			way = APART;
	}
	aw_map_finish(&seen);
	return way;
}

bool aw_simd_wants_turned(const struct aw_unit *unit, LLVMValueRef function)
{
	unsigned with_y = 0, with_x = 0;
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(instruction, block) {
			struct aw_access access;
			struct aw_linear_form form;
			if (!aw_access_find(instruction, &access))
				continue;
			aw_linear_form_of(unit->module, access.address, &form);
			enum way x = way_of(&form, "tid.x"), y = way_of(&form, "tid.y");
			with_y += x == APART && y == ALONG;
			with_x += y == APART && x != APART;
		}
	return with_y && !with_x && aw_simd_threads_are_alone(unit, function);
}

// What register NAME is called when x and y change places; NULL: the same.
static const char *turned_name(const char *name)
{
	static const char *const pairs[][2] = {
		{ "tid.x", "tid.y" }, { "ntid.x", "ntid.y" }, { "ctaid.x", "ctaid.y" }, { "nctaid.x", "nctaid.y" },
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		for (unsigned k = 0; k < 2; k++)
			if (!strcmp(name, pairs[i][k]))
				return pairs[i][!k];
	return NULL;
}

void aw_simd_turn(struct aw_unit *unit, LLVMValueRef function)
{
	AW_VEC(LLVMValueRef) calls = { 0 };
	AW_FOR_BLOCKS(block, function)
		AW_FOR_INSTRUCTIONS(call, block)
			if (turned_name(aw_intrinsic_register(call)))
				aw_need(aw_vec_push(&calls, call));
	for (size_t i = 0; i < calls.count; i++) {
		char name[64];
		snprintf(name, sizeof(name), "llvm.nvvm.read.ptx.sreg.%s", turned_name(aw_intrinsic_register(calls.items[i])));
		aw_llvm_at(unit->builder, calls.items[i]);
		aw_llvm_replace(calls.items[i], aw_llvm_ask(unit->builder, unit->module, name));
	}
	aw_vec_finish(&calls);
}
