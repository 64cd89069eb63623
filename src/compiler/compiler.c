// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public face: reads and links the inputs, runs the pipeline of each target on a copy of the linked
// program, and packs what comes out.
#include "compiler.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/os.h"
#include "../fatbin/fatbin.h"
#include "analysis/need.h"
#include "link_program.h"
#include "pipeline.h"
#include "report.h"
#include "target/ptx.h"
#include "target/x86_64.h"

#include <llvm-c/BitWriter.h>

#define EXPORT __attribute__((visibility("default")))

// One compiled target, until the fat binary is written.
struct result {
	enum aw_fatbin_kind kind;
	const char *target;
	struct aw_str data;
};

struct run {
	const struct aw_compiler_request *request;
	char *library_path;
	LLVMContextRef context;
	LLVMModuleRef program; // the linked inputs
	AW_VEC(struct result) results;
	bool managed; // the program has __managed__ variables
	bool failed;  // LLVM told of an error
};

static const char *const default_targets[] = { "x86-64-v3", NULL };

EXPORT const char *aw_compiler_version(void)
{
	return "Anywarp 0.1 (LLVM 19.1)";
}

EXPORT const char *aw_compiler_host_target(void)
{
#ifdef __x86_64__
	__builtin_cpu_init();
	if (__builtin_cpu_supports("x86-64-v4"))
		return "x86-64-v4";
	if (__builtin_cpu_supports("x86-64-v3"))
		return "x86-64-v3";
	return __builtin_cpu_supports("x86-64-v2") ? "x86-64-v2" : "x86-64";
#else
	return "aarch64";
#endif
}

// "lib/anywarp" beside this library.
static char *find_library_path(const struct aw_compiler_request *request)
{
	if (request->library_path)
		return strdup(request->library_path);
	char *own = aw_os_path_of((const void *)aw_compiler_version);
	char *directory = own ? aw_os_dirname(own) : NULL;
	char *path = directory ? aw_format("%s/anywarp", directory) : NULL;
	free(own);
	free(directory);
	return path;
}

static void unit_finish(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		free(unit->kernels.items[i].name);
		aw_vec_finish(&unit->kernels.items[i].parameters);
		aw_vec_finish(&unit->kernels.items[i].variants);
		aw_vec_finish(&unit->kernels.items[i].forms);
		free(unit->kernels.items[i].refusal);
	}
	aw_vec_finish(&unit->kernels);
	aw_vec_finish(&unit->variables);
	if (unit->machine)
		LLVMDisposeTargetMachine(unit->machine);
	LLVMDisposeBuilder(unit->builder);
	LLVMDisposeModule(unit->module);
}

static aw_status print_text(struct aw_unit *unit, struct aw_str *output)
{
	char *text = LLVMPrintModuleToString(unit->module);
	aw_str_add(output, text);
	LLVMDisposeMessage(text);
	return output->failed ? AW_NO_MEMORY : AW_OK;
}

// Compiles the program for one target and appends what the request wants of it to OUTPUT.
static aw_status compile_target(struct run *run, const char *target, bool ptx, struct aw_str *output)
{
	struct aw_unit unit = {
		.request = run->request,
		.context = run->context,
		.module = LLVMCloneModule(run->program),
		.builder = LLVMCreateBuilderInContext(run->context),
		.target = target,
		.library_path = run->library_path,
		.properties = AW_LINKED,
	};
	aw_status status = aw_pipeline_run(&unit, ptx ? aw_pipeline_ptx : aw_pipeline_cpu);
	for (size_t i = 0; i < unit.variables.count; i++)
		run->managed |= unit.variables.items[i].flags & AW_CPU_VARIABLE_MANAGED;
	if (status == AW_OK && run->request->output == AW_COMPILER_LLVM_TEXT)
		status = print_text(&unit, output);
	else if (status == AW_OK)
		status = ptx ? aw_ptx_emit(&unit, output) : aw_x86_64_emit(&unit, output);
	if (status == AW_OK) {
		aw_report_kernels(&unit);
		status = aw_report_keep(&unit, output, ptx ? "ptx" : "so");
	}
	unit_finish(&unit);
	return status;
}

static aw_status add_result(struct run *run, enum aw_fatbin_kind kind, const char *target)
{
	struct result result = { .kind = kind, .target = target };
	aw_status status = AW_OK;
	if (kind == AW_FATBIN_BITCODE) {
		LLVMMemoryBufferRef buffer = LLVMWriteBitcodeToMemoryBuffer(run->program);
		aw_str_add_bytes(&result.data, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
		LLVMDisposeMemoryBuffer(buffer);
	} else {
		status = compile_target(run, target, kind == AW_FATBIN_PTX, &result.data);
	}
	if (status == AW_OK && (result.data.failed || !aw_vec_push(&run->results, result)))
		status = AW_NO_MEMORY;
	if (status != AW_OK)
		aw_str_finish(&result.data);
	return status;
}

static aw_status write_fatbin(struct run *run, struct aw_str *output)
{
	size_t count = run->results.count;
	struct aw_fatbin_part *parts = AW_NEED_ARRAY(struct aw_fatbin_part, count);
	uint32_t flags = (run->request->debug ? AW_FATBIN_ENTRY_DEBUG : 0) |
	                 (run->managed ? AW_FATBIN_ENTRY_MANAGED : 0);
	for (size_t i = 0; i < count; i++) {
		const struct result *result = &run->results.items[i];
		parts[i] = (struct aw_fatbin_part){
			.kind = result->kind,
			.flags = flags,
			.target = result->target,
			.data = result->data.text,
			// PTX keeps its NUL: drivers read it as a C string.
			.size = result->data.length + (result->kind == AW_FATBIN_PTX),
		};
	}
	aw_status status = aw_fatbin_write(parts, count, output);
	free(parts);
	return status;
}

static aw_status make_fatbin(struct run *run, struct aw_str *output)
{
	const struct aw_compiler_request *request = run->request;
	const char *const *cpus = request->cpu_targets ? request->cpu_targets : default_targets;
	aw_status status = AW_OK;
	bool relocatable = request->output == AW_COMPILER_RELOCATABLE;
	for (size_t i = 0; !relocatable && cpus[i] && status == AW_OK; i++)
		status = add_result(run, AW_FATBIN_CPU_IMAGE, cpus[i]);
	for (size_t i = 0; !relocatable && request->ptx_targets && request->ptx_targets[i] && status == AW_OK; i++)
		status = add_result(run, AW_FATBIN_PTX, request->ptx_targets[i]);
	if (status == AW_OK && (relocatable || request->keep_bitcode))
		status = add_result(run, AW_FATBIN_BITCODE, "");
	return status == AW_OK ? write_fatbin(run, output) : status;
}

static aw_status make_output(struct run *run, struct aw_str *output)
{
	const struct aw_compiler_request *request = run->request;
	const char *const *cpus = request->cpu_targets ? request->cpu_targets : default_targets;
	const char *ptx = request->ptx_targets ? request->ptx_targets[0] : NULL;
	switch (request->output) {
	case AW_COMPILER_FATBIN:
	case AW_COMPILER_RELOCATABLE:
		return make_fatbin(run, output);
	case AW_COMPILER_PTX:
		return compile_target(run, ptx ? ptx : "sm_90", true, output);
	case AW_COMPILER_CPU_IMAGE:
		return compile_target(run, cpus[0] ? cpus[0] : default_targets[0], false, output);
	case AW_COMPILER_LLVM_TEXT:
		return compile_target(run, cpus[0] ? cpus[0] : ptx, !cpus[0], output);
	}
	return AW_INVALID_VALUE;
}

static void run_finish(struct run *run)
{
	for (size_t i = 0; i < run->results.count; i++)
		aw_str_finish(&run->results.items[i].data);
	aw_vec_finish(&run->results);
	if (run->program)
		LLVMDisposeModule(run->program);
	LLVMContextDispose(run->context);
	free(run->library_path);
}

// What LLVM itself has to say while it links and generates code.
static void diagnose(LLVMDiagnosticInfoRef information, void *user)
{
	struct run *run = user;
	const struct aw_compiler_request *request = run->request;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(information);
	if (severity == LLVMDSRemark || severity == LLVMDSNote)
		return;
	run->failed |= severity == LLVMDSError;
	char *text = LLVMGetDiagInfoDescription(information);
	if (request->message)
		request->message(request->message_user, severity == LLVMDSError ? 2 : 1, NULL, 0, text);
	else
		aw_error("compiler", "%s", text);
	LLVMDisposeMessage(text);
}

EXPORT aw_status aw_compiler_run(const struct aw_compiler_request *request, struct aw_str *output)
{
	aw_llvm_configure();
	struct run run = { .request = request, .context = LLVMContextCreate() };
	size_t before = output->length;
	LLVMContextSetDiagnosticHandler(run.context, diagnose, &run);
	run.library_path = find_library_path(request);
	aw_status status = run.library_path ? AW_OK : AW_NO_MEMORY;
	if (status == AW_OK)
		status = aw_link_program(request, run.context, run.library_path, &run.program);
	if (status == AW_OK)
		status = make_output(&run, output);
	if (status == AW_OK && run.failed)
		status = AW_INVALID_SOURCE;
	if (status != AW_OK && !output->failed)
		aw_str_cut(output, before);
	run_finish(&run);
	return status;
}
