// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookup in intrinsics.def.  Exact names by a hash map that is made on first use, then the few rows
// that are prefixes.
#include <pthread.h>
#include <string.h>

#include "../base/map.h"
#include "../base/str.h"
#include "pipeline.h"

// The table's short words for flags.
enum {
	NONE = AW_INTRINSIC_NONE,
	SITE = AW_INTRINSIC_SITE,
	BLOCK = AW_INTRINSIC_BLOCK,
	WARP = AW_INTRINSIC_WARP,
	GRID = AW_INTRINSIC_GRID,
	STEP = AW_INTRINSIC_STEP,
	PAIR = AW_INTRINSIC_PAIR,
	ATOMIC = AW_INTRINSIC_ATOMIC,
	NORETURN = AW_INTRINSIC_NORETURN,
	PREFIX = AW_INTRINSIC_PREFIX,
	CONTEXT = AW_INTRINSIC_CONTEXT,
	MANY = AW_INTRINSIC_MANY,
	CLUSTER = AW_INTRINSIC_CLUSTER,
};

static const struct aw_intrinsic rows[] = {
#define AW_INTRINSIC(name, support, uniformity, flags) { name, "aw_cpu_" #support, AW_##uniformity, flags },
#include "intrinsics.def"
#undef AW_INTRINSIC
};
enum { ROW_COUNT = sizeof(rows) / sizeof(*rows) };

static struct aw_map exact = AW_MAP_OF_STRINGS;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void)
{
	for (int i = 0; i < ROW_COUNT; i++)
		if (!(rows[i].flags & AW_INTRINSIC_PREFIX))
			aw_map_put(&exact, rows[i].name, (void *)&rows[i]);
}

const struct aw_intrinsic *aw_intrinsic_find(LLVMValueRef function)
{
	if (!LLVMIsDeclaration(function))
		return NULL;
	pthread_once(&once, fill);
	const char *name = aw_llvm_name(function);
	const struct aw_intrinsic *row = aw_map_get(&exact, name);
	for (int i = 0; i < ROW_COUNT && !row; i++)
		if ((rows[i].flags & AW_INTRINSIC_PREFIX) && aw_starts_with(name, rows[i].name))
			row = &rows[i];
	return row;
}

const struct aw_intrinsic *aw_intrinsic_of(LLVMValueRef instruction)
{
	LLVMValueRef callee = aw_llvm_callee(instruction);
	return callee ? aw_intrinsic_find(callee) : NULL;
}

unsigned aw_intrinsic_support_flags(const char *support)
{
	for (int i = 0; i < ROW_COUNT; i++)
		if (!strcmp(rows[i].support, support))
			return rows[i].flags;
	return 0;
}

const char *aw_intrinsic_register(LLVMValueRef instruction)
{
	static const char reads[] = "llvm.nvvm.read.ptx.sreg.";
	const char *name = aw_llvm_callee_name(instruction);
	return aw_starts_with(name, reads) ? name + sizeof(reads) - 1 : "";
}
