// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVPTX target.  The PTX version is the lowest that knows the architecture, so that old drivers load it.
#include "ptx.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define TRIPLE "nvptx64-nvidia-cuda"

static void initialize(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}

static const char *ptx_version(const char *target)
{
	int number = atoi(target + 3);
	return number >= 90 ? "+ptx78" : number > 80 ? "+ptx74" : number >= 80 ? "+ptx70" : "+ptx63";
}

bool aw_ptx_begin(struct aw_unit *unit)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, initialize);
	char *error = NULL;
	LLVMTargetRef target;
	if (LLVMGetTargetFromTriple(TRIPLE, &target, &error)) {
		aw_unit_error(unit, NULL, "this LLVM has no NVPTX: %s", error);
		LLVMDisposeMessage(error);
		return false;
	}
	unit->machine = LLVMCreateTargetMachine(target, TRIPLE, unit->target, ptx_version(unit->target),
	                                        LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelDefault);
	return true;
}

aw_status aw_ptx_emit(struct aw_unit *unit, struct aw_str *text)
{
	char *error = NULL;
	LLVMMemoryBufferRef buffer = NULL;
	if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, unit->module, LLVMAssemblyFile, &error, &buffer)) {
		aw_unit_error(unit, NULL, "PTX for %s failed: %s", unit->target, error);
		LLVMDisposeMessage(error);
		return unit->status;
	}
	aw_str_add_bytes(text, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	return text->failed ? AW_NO_MEMORY : unit->status;
}
