// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVPTX target.  PTX 7.8 is what the drivers of CUDA 11.8 and later load, and the first that knows sm_90.
#include "ptx.h"

#include <assert.h>
#include <pthread.h>

#define TRIPLE "nvptx64-nvidia-cuda"
#define PTX_VERSION "+ptx78"

static void initialize(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
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
	unit->machine = LLVMCreateTargetMachine(target, TRIPLE, unit->target, PTX_VERSION,
	                                        LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelDefault);
	return true;
}

aw_status aw_ptx_emit(struct aw_unit *unit, struct aw_str *text)
{
	assert(unit->machine && (unit->properties & AW_NATIVE));
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
