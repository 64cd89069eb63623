// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The NVPTX target.  A driver takes PTX up to the version of its CUDA, so the text says the lowest that will do: 7.0
// (CUDA 11.0), or the first that knows the architecture or has stack frames of run-time sizes (7.3).  What
// inline PTX in a program asks for isn't known; then it is 7.8 (CUDA 11.8), unless the architecture wants a higher one.
// Parameters of more than 4,352 bytes came with 8.1 (CUDA 12.1).
#include "ptx.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../../fatbin/launch_divisor.h"

#define TRIPLE "nvptx64-nvidia-cuda"

static void initialize(void)
{
	LLVMInitializeNVPTXTargetInfo();
	LLVMInitializeNVPTXTarget();
	LLVMInitializeNVPTXTargetMC();
	LLVMInitializeNVPTXAsmPrinter();
}

static bool is_assembly(LLVMValueRef instruction)
{
	return LLVMIsACallInst(instruction) && LLVMIsAInlineAsm(LLVMGetCalledValue(instruction));
}

// Its text; "" for what is no assembly.
static const char *assembly_of(LLVMValueRef instruction)
{
	size_t length;
	return is_assembly(instruction) ? LLVMGetInlineAsmAsmString(LLVMGetCalledValue(instruction), &length) : "";
}

// Products of 8-bit floats, and accesses of 128 bits in the scope of the whole system.
static bool is_of_ptx_8_4(LLVMValueRef instruction)
{
	const char *text = assembly_of(instruction);
	return (strstr(text, "mma.") && (strstr(text, ".e4m3.") || strstr(text, ".e5m2."))) ||
	       (strstr(text, ".sys.") && strstr(text, ".b128"));
}

// The register %current_graph_exec, of all architectures.
static bool is_of_ptx_8_0(LLVMValueRef instruction)
{
	return strstr(assembly_of(instruction), "%current_graph_exec");
}

static bool is_sized_at_run_time(LLVMValueRef instruction)
{
	return LLVMIsAAllocaInst(instruction) && !LLVMIsAConstant(LLVMGetOperand(instruction, 0));
}

// Products of bits that are joined by and: of PTX 7.1, though sm_80 came with 7.0.
static bool is_and_of_bits(LLVMValueRef instruction)
{
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
	return callee && LLVMIsAFunction(callee) && aw_starts_with(aw_llvm_name(callee), "llvm.nvvm.wmma.") &&
	       strstr(aw_llvm_name(callee), ".and.popc");
}

static bool has(LLVMModuleRef module, bool (*sought)(LLVMValueRef instruction))
{
	AW_FOR_FUNCTIONS(function, module)
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block)
				if (sought(instruction))
					return true;
	return false;
}

// Whether a kernel has more bytes of parameters than PTX 8.1 was the first to take.
static bool has_large_parameters(const struct aw_unit *unit)
{
	enum { ONCE_THE_MOST = 4352 };
	for (size_t i = 0; i < unit->kernels.count; i++) {
		LLVMValueRef kernel = unit->kernels.items[i].function;
		unsigned long long size = 0;
		for (unsigned k = 0; k < LLVMCountParams(kernel); k++) {
			LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(kernel, k + 1, aw_llvm_attribute_kind("byval"));
			LLVMTypeRef type = byval ? LLVMGetTypeAttributeValue(byval) : LLVMTypeOf(LLVMGetParam(kernel, k));
			size += LLVMABISizeOfType(LLVMGetModuleDataLayout(unit->module), type);
		}
		if (size > ONCE_THE_MOST)
			return true;
	}
	return false;
}

// As LLVM names it.
static const char *version_of(struct aw_unit *unit)
{
	int number = atoi(strchr(unit->architecture, '_') + 1);
	if (has(unit->module, is_of_ptx_8_4))
		return "+ptx84";
	if (number >= 90 && has(unit->module, is_assembly))
		return "+ptx83"; // bulk copies, what waits for them, and changes of tensor maps
	if (has_large_parameters(unit))
		return "+ptx81";
	if (unit->architecture[strlen(unit->architecture) - 1] == 'a' || has(unit->module, is_of_ptx_8_0))
		return "+ptx80";
	if (number >= 89 || has(unit->module, is_assembly))
		return "+ptx78";
	if (number > 86)
		return "+ptx74";
	if (has(unit->module, is_sized_at_run_time))
		return "+ptx73";
	return number > 80 || has(unit->module, is_and_of_bits) ? "+ptx71" : "+ptx70";
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
	unit->machine = LLVMCreateTargetMachine(target, TRIPLE, unit->architecture, version_of(unit),
	                                        LLVMCodeGenLevelDefault, LLVMRelocDefault, LLVMCodeModelDefault);
	return true;
}

static void show_hidden_names(LLVMModuleRef module)
{
	AW_FOR_FUNCTIONS(function, module) {
		char *name = aw_format("%s", aw_llvm_name(function));
		if (name && aw_starts_with(name, AW_PTX_HIDDEN)) {
			const char *shown = name + strlen(AW_PTX_HIDDEN);
			LLVMSetValueName2(function, shown, strlen(shown));
		}
		free(name);
	}
}

// Where the body of kernel NAME begins in TEXT; NULL when it isn't there.
static const char *body_of(const char *text, const char *name)
{
	static const char entry[] = ".entry ";
	size_t length = strlen(name);
	while ((text = strstr(text, entry))) {
		text += sizeof(entry) - 1;
		if (!strncmp(text, name, length) && text[length] == '(')
			return strstr(text, "\n{");
	}
	return NULL;
}

// Of a thread of KERNEL: what a pass or -maxrregcount says, which counts for kernels without bounds; 0: no limit.
static unsigned most_registers(const struct aw_unit *unit, const struct aw_unit_kernel *kernel)
{
	unsigned asked = aw_unit_is_bounded(kernel) ? 0 : unit->request->max_registers, passes = kernel->most_registers;
	return !asked || (passes && passes < asked) ? passes : asked;
}

// Directives in front of the kernels' bodies that are added as text: .maxnreg, because the back end keeps what nvvm.annotations
// said when the optimiser first asked, and clusters, which LLVM 19 doesn't write.
static void add_directives(const struct aw_unit *unit, struct aw_str *text)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		const uint32_t *cluster = kernel->cluster;
		unsigned most = most_registers(unit, kernel);
		bool wanted = (most || cluster[0]) && !text->failed;
		const char *body = wanted ? body_of(text->text, kernel->name) : NULL;
		if (!body)
			continue;
		struct aw_str whole = { 0 };
		aw_str_add_bytes(&whole, text->text, (size_t)(body - text->text));
		if (most)
			aw_str_format(&whole, "\n.maxnreg %u", most);
		if (cluster[0])
			aw_str_format(&whole, "\n.explicitcluster\n.reqnctapercluster %u, %u, %u", cluster[0], cluster[1], cluster[2]);
		aw_str_add(&whole, body);
		aw_str_finish(text);
		*text = whole;
	}
}

// In front of all: how launches get at what the entries in CODE divide by.
static void tell_divisors(const struct aw_unit *unit, const char *code, struct aw_str *text)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		const struct aw_unit_kernel *kernel = &unit->kernels.items[i];
		char *entry = kernel->divided ? aw_format("%s" AW_DIVIDED_SUFFIX, kernel->name) : NULL;
		if (entry && body_of(code, entry))
			aw_str_format(text, AW_DIVIDED_MARK "%s\n", kernel->divided);
		free(entry);
	}
}

static aw_status emit(struct aw_unit *unit, LLVMModuleRef module, struct aw_str *text)
{
	char *error = NULL;
	LLVMMemoryBufferRef buffer = NULL;
	struct aw_str code = { 0 };
	show_hidden_names(module);
	if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, module, LLVMAssemblyFile, &error, &buffer)) {
		aw_unit_error(unit, NULL, "PTX for %s failed: %s", unit->target, error);
		LLVMDisposeMessage(error);
		return unit->status;
	}
	aw_str_add_bytes(&code, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
	LLVMDisposeMemoryBuffer(buffer);
	add_directives(unit, &code);
	bool failed = code.failed;
	if (!failed) {
		tell_divisors(unit, code.text, text);
		aw_str_add_bytes(text, code.text, code.length);
	}
	aw_str_finish(&code);
	return failed || text->failed ? AW_NO_MEMORY : unit->status;
}

aw_status aw_ptx_emit(struct aw_unit *unit, struct aw_str *text, struct aw_str *entries)
{
	assert(unit->machine && (unit->properties & AW_NATIVE));
	LLVMModuleRef second = aw_ptx_split_entries(unit);
	aw_status status = emit(unit, unit->module, text);
	if (status == AW_OK && second)
		status = emit(unit, second, entries);
	if (second)
		LLVMDisposeModule(second);
	return status;
}
