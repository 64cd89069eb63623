// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The x86-64 target.  A level of the psABI ("x86-64-v3") is a processor name that LLVM knows.  Images are
// position independent shared objects that need libm at most: everything else is inside or is
// reached through the thread.
#include "x86_64.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../analysis/need.h"
#include "elf_link.h"

#define TRIPLE "x86_64-pc-linux-gnu"

static const char *const levels[] = { "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4" };

bool aw_x86_64_has(const char *target)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
		if (!strcmp(levels[i], target))
			return true;
	return false;
}

static void initialize(void)
{
	LLVMInitializeX86TargetInfo();
	LLVMInitializeX86Target();
	LLVMInitializeX86TargetMC();
	LLVMInitializeX86AsmPrinter();
	LLVMInitializeX86AsmParser();
}

bool aw_x86_64_begin(struct aw_unit *unit)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, initialize);
	if (!aw_x86_64_has(unit->target)) {
		aw_unit_error(unit, NULL, "no code can be made for the CPU '%s'", unit->target);
		return false;
	}
	char *error = NULL;
	LLVMTargetRef target;
	if (LLVMGetTargetFromTriple(TRIPLE, &target, &error)) {
		aw_unit_error(unit, NULL, "this LLVM has no x86-64: %s", error);
		LLVMDisposeMessage(error);
		return false;
	}
	static const LLVMCodeGenOptLevel opt_levels[] = {
		LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault, LLVMCodeGenLevelDefault,
	};
	unit->machine = LLVMCreateTargetMachine(target, TRIPLE, unit->target, "", opt_levels[aw_unit_opt_level(unit)],
	                                        LLVMRelocPIC, LLVMCodeModelDefault);
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(unit->machine);
	LLVMSetTarget(unit->module, TRIPLE);
	LLVMSetModuleDataLayout(unit->module, layout);
	LLVMDisposeTargetData(layout);
	return true;
}

aw_status aw_x86_64_emit(struct aw_unit *unit, struct aw_str *image)
{
	assert(unit->machine && (unit->properties & AW_NATIVE));
	char *error = NULL;
	LLVMMemoryBufferRef object = NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, unit->module, LLVMObjectFile, &error, &object)) {
		aw_unit_error(unit, NULL, "code generation for %s failed: %s", unit->target, error);
		LLVMDisposeMessage(error);
		return unit->status;
	}
	aw_status status = unit->status;
	if (status == AW_OK)
		status = aw_elf_link(LLVMGetBufferStart(object), LLVMGetBufferSize(object), image);
	LLVMDisposeMemoryBuffer(object);
	return status;
}
