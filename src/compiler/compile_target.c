// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the pipeline of one target on a copy of the linked program, and gives what the request asks for.
#include "compile_target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../fatbin/fatbin.h"
#include "analysis/need.h"
#include "pipeline.h"
#include "report.h"
#include "target/native.h"
#include "target/ptx.h"

static void unit_finish(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		free(unit->kernels.items[i].name);
		aw_vec_finish(&unit->kernels.items[i].parameters);
		aw_vec_finish(&unit->kernels.items[i].variants);
		aw_vec_finish(&unit->kernels.items[i].forms);
		free(unit->kernels.items[i].refusal);
		free(unit->kernels.items[i].divided);
		free(unit->kernels.items[i].stepping);
	}
	aw_vec_finish(&unit->kernels);
	aw_vec_finish(&unit->variables);
	for (size_t i = 0; i < unit->called.count; i++) {
		free(unit->called.items[i].name);
		free(unit->called.items[i].refusal);
	}
	aw_vec_finish(&unit->called);
	aw_vec_finish(&unit->asks);
	aw_vec_finish(&unit->entries);
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

aw_status aw_compile_target(struct aw_program *program, struct aw_target_job *job)
{
	const char *target = job->target;
	bool ptx = job->ptx;
	const char *mark = strstr(target, AW_CPU_WATCHED);
	char *level = aw_format("%.*s", (int)(mark ? mark - target : (ptrdiff_t)strlen(target)), target);
	aw_need(level != NULL);
	struct aw_unit unit = {
		.request = program->request,
		.context = program->context,
		.module = LLVMCloneModule(program->module),
		.builder = LLVMCreateBuilderInContext(program->context),
		.target = level,
		.watched = mark != NULL,
		.library_path = program->library_path,
		.properties = AW_LINKED,
	};
	aw_status status = aw_pipeline_run(&unit, ptx ? aw_pipeline_ptx : aw_pipeline_cpu);
	for (size_t i = 0; i < unit.variables.count; i++)
		program->managed |= unit.variables.items[i].flags & AW_CPU_VARIABLE_MANAGED;
	if (status == AW_OK && program->request->output == AW_COMPILER_LLVM_TEXT)
		status = print_text(&unit, &job->data);
	else if (status == AW_OK)
		status = ptx ? aw_ptx_emit(&unit, &job->data, &job->entries) : aw_native_emit(&unit, &job->data);
	if (ptx) // the prefix, "compute_" or "sm_", tells what else than that architecture may take it
		snprintf(job->made_for, sizeof(job->made_for), "%.*s%s", (int)strcspn(target, "_"), target,
		         unit.architecture[0] ? unit.architecture + strlen("sm") : "");
	if (status == AW_OK) {
		aw_report_kernels(&unit);
		status = aw_report_keep(&unit, &job->data, &job->entries, ptx ? "ptx" : "so");
	}
	unit_finish(&unit);
	free(level);
	return status;
}

// What LLVM itself has to say while it links and generates code.
static void diagnose(LLVMDiagnosticInfoRef information, void *user)
{
	struct aw_program *program = user;
	const struct aw_compiler_request *request = program->request;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(information);
	// Warnings are of loops that #pragma unroll names and that stay loops, where nvcc is silent.
	if (severity != LLVMDSError)
		return;
	program->failed |= severity == LLVMDSError;
	char *text = LLVMGetDiagInfoDescription(information);
	if (request->message)
		request->message(request->message_user, severity == LLVMDSError ? 2 : 1, NULL, 0, text);
	else
		aw_error("compiler", "%s", text);
	LLVMDisposeMessage(text);
}

void aw_program_begin(struct aw_program *program)
{
	program->context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(program->context, diagnose, program);
}

void aw_program_finish(struct aw_program *program)
{
	if (program->module)
		LLVMDisposeModule(program->module);
	LLVMContextDispose(program->context);
}
