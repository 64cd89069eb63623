// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Machine code for processors that kernels can run on, x86-64 and AArch64.  Images are position independent shared
// objects that need libm at most: everything else is inside or is reached through the thread.
//
// A target is a level of a machine, named as the psABI names it ("x86-64-v3"); LLVM knows it as a processor.
#include "native.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "../analysis/need.h"
#include "code_parts.h"
#include "elf_link.h"

static const struct level {
	const char *name, *processor;
	enum aw_machine machine;
	unsigned registers, register_bytes;
	bool fma;
} levels[] = {
	{ "x86-64", "x86-64", AW_MACHINE_X86_64, 16, 16, false },
	{ "x86-64-v2", "x86-64-v2", AW_MACHINE_X86_64, 16, 16, false },
	{ "x86-64-v3", "x86-64-v3", AW_MACHINE_X86_64, 16, 32, true },
	{ "x86-64-v4", "x86-64-v4", AW_MACHINE_X86_64, 32, 64, true },
	{ "aarch64", "generic", AW_MACHINE_AARCH64, 32, 16, true }, // ARMv8-A with NEON
};

static const struct {
	const char *name, *triple;
} machines[] = {
	[AW_MACHINE_X86_64] = { "x86_64", "x86_64-unknown-linux-gnu" },
	[AW_MACHINE_AARCH64] = { "aarch64", "aarch64-unknown-linux-gnu" },
};

static const struct level *find(const char *target)
{
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
		if (!strcmp(levels[i].name, target))
			return &levels[i];
	return NULL;
}

enum aw_machine aw_native_machine(const char *target)
{
	const struct level *level = find(target);
	return level ? level->machine : AW_MACHINE_X86_64;
}

const char *aw_native_machine_name(const char *target)
{
	return machines[aw_native_machine(target)].name;
}

const char *aw_native_processor(const char *target)
{
	const struct level *level = find(target);
	return level ? level->processor : target;
}

unsigned aw_native_registers(const char *target)
{
	const struct level *level = find(target);
	return level ? level->registers : levels[0].registers;
}

unsigned aw_native_register_bytes(const char *target)
{
	const struct level *level = find(target);
	return level ? level->register_bytes : levels[0].register_bytes;
}

unsigned aw_native_registers_of(const char *target, uint64_t bytes)
{
	unsigned each = aw_native_register_bytes(target);
	return (unsigned)((bytes + each - 1) / each);
}

bool aw_native_has_fma(const char *target)
{
	const struct level *level = find(target);
	return !level || level->fma;
}

static void initialize(void)
{
#define INITIALIZE(back_end) \
	LLVMInitialize##back_end##TargetInfo(); \
	LLVMInitialize##back_end##Target(); \
	LLVMInitialize##back_end##TargetMC(); \
	LLVMInitialize##back_end##AsmPrinter(); \
	LLVMInitialize##back_end##AsmParser()
	INITIALIZE(X86);
	INITIALIZE(AArch64);
}

static LLVMTargetMachineRef make_machine(const struct aw_unit *unit, LLVMTargetRef target)
{
	static const LLVMCodeGenOptLevel opt_levels[] = {
		LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault, LLVMCodeGenLevelDefault,
	};
	return LLVMCreateTargetMachine(target, machines[aw_native_machine(unit->target)].triple, aw_native_processor(unit->target), "",
	                               opt_levels[aw_unit_opt_level(unit)], LLVMRelocPIC, LLVMCodeModelDefault);
}

// One more like that of UNIT.
static LLVMTargetMachineRef make_same_machine(const struct aw_unit *unit)
{
	return make_machine(unit, LLVMGetTargetMachineTarget(unit->machine));
}

bool aw_native_begin(struct aw_unit *unit)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, initialize);
	if (!find(unit->target)) {
		aw_unit_error(unit, NULL, "no code can be made for the CPU '%s'", unit->target);
		return false;
	}
	const char *triple = machines[aw_native_machine(unit->target)].triple;
	char *error = NULL;
	LLVMTargetRef target;
	if (LLVMGetTargetFromTriple(triple, &target, &error)) {
		aw_unit_error(unit, NULL, "this LLVM can't make code for the CPU '%s': %s", unit->target, error);
		LLVMDisposeMessage(error);
		return false;
	}
	unit->machine = make_machine(unit, target);
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(unit->machine);
	LLVMSetTarget(unit->module, triple);
	LLVMSetModuleDataLayout(unit->module, layout);
	LLVMDisposeTargetData(layout);
	return true;
}

aw_status aw_native_emit(struct aw_unit *unit, struct aw_str *image)
{
	assert(unit->machine && (unit->properties & AW_NATIVE));
	struct aw_code code;
	uint64_t start = aw_os_thread_time();
	bool good = aw_code_make(unit, make_same_machine, &code);
	aw_unit_tell_time(unit, "code", start, true);
	start = aw_os_thread_time();
	aw_status status = unit->status;
	if (good && status == AW_OK)
		status = aw_elf_link(aw_native_machine(unit->target), &code, image);
	aw_code_finish(&code);
	aw_unit_tell_time(unit, "link", start, true);
	return status;
}
