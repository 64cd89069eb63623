// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public face: reads and links the inputs, has the program compiled for each target, and packs what
// comes out.
#include "compiler.h"

#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/os.h"
#include "../base/vec.h"
#include "../fatbin/fatbin.h"
#include "../fatbin/ptx_text.h"
#include "analysis/need.h"
#include "compile_target.h"
#include "link_program.h"

#include <llvm-c/BitWriter.h>

#define EXPORT __attribute__((visibility("default")))

// What code is made for by default.  Without optimisation vectors aren't used, and one level is enough.
static const char *const default_targets[] = { "x86-64-v4", "x86-64-v3", NULL };
static const char *const plain_targets[] = { "x86-64-v3", NULL };

static const char *const *cpu_targets(const struct aw_compiler_request *request)
{
	if (request->cpu_targets)
		return request->cpu_targets;
	return request->debug || request->opt_level <= 0 ? plain_targets : default_targets;
}

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

typedef AW_VEC(struct aw_target_job) job_vec;

static void add_jobs(job_vec *jobs, const char *const *targets, bool ptx)
{
	for (size_t i = 0; targets && targets[i]; i++) {
		struct aw_target_job job = { .target = targets[i], .ptx = ptx, .optional = ptx && jobs->count > 0 };
		aw_need(aw_vec_push(jobs, job));
	}
}

static void job_finish(struct aw_target_job *job)
{
	aw_str_finish(&job->data);
	aw_str_finish(&job->entries);
}

// The highest that an input was compiled for: of a device link, the files tell.
static uint32_t architecture_of(const struct aw_compiler_request *request)
{
	uint32_t highest = 0;
	for (size_t i = 0; i < request->input_count; i++) {
		const struct aw_compiler_input *input = &request->inputs[i];
		const struct aw_fatbin_header *header;
		bool tells = aw_fatbin_open(input->data, input->size, &header) == AW_OK;
		uint32_t architecture = tells ? header->architecture : request->architecture;
		highest = architecture > highest ? architecture : highest;
	}
	return highest;
}

static aw_status write_fatbin(const struct aw_program *program, const job_vec *jobs, LLVMMemoryBufferRef bitcode,
                              struct aw_str *output)
{
	struct aw_fatbin_part *parts = AW_NEED_ARRAY(struct aw_fatbin_part, 2 * jobs->count + (bitcode != NULL));
	uint32_t flags = (program->request->debug ? AW_FATBIN_ENTRY_DEBUG : 0) |
	                 (program->managed ? AW_FATBIN_ENTRY_MANAGED : 0) |
	                 (program->request->resource_usage ? AW_FATBIN_ENTRY_USAGE : 0);
	size_t used = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct aw_target_job *job = &jobs->items[i];
		const char *target = job->ptx ? job->made_for : job->target;
		enum aw_fatbin_kind kind = job->ptx ? AW_FATBIN_PTX : AW_FATBIN_CPU_IMAGE;
		// PTX keeps its NUL: drivers read it as a C string.
		if (job->data.length)
			parts[used++] = (struct aw_fatbin_part){ kind, flags, target, job->data.text, job->data.length + job->ptx };
		if (job->entries.length)
			parts[used++] = (struct aw_fatbin_part){ AW_FATBIN_PTX_ENTRIES, flags, target, job->entries.text, job->entries.length + 1 };
	}
	if (bitcode)
		parts[used++] = (struct aw_fatbin_part){
			.kind = AW_FATBIN_BITCODE, .flags = flags, .target = "",
			.data = LLVMGetBufferStart(bitcode), .size = LLVMGetBufferSize(bitcode),
		};
	size_t start = output->length;
	aw_status status = aw_fatbin_write(parts, used, output);
	if (status == AW_OK)
		((struct aw_fatbin_header *)(output->text + start))->architecture = architecture_of(program->request);
	free(parts);
	return status;
}

static aw_status make_fatbin(struct aw_program *program, struct aw_str *output)
{
	const struct aw_compiler_request *request = program->request;
	bool relocatable = request->output == AW_COMPILER_RELOCATABLE;
	job_vec jobs = { 0 };
	if (!relocatable) {
		add_jobs(&jobs, cpu_targets(request), false);
		add_jobs(&jobs, request->ptx_targets, true);
	}
	aw_status status = aw_target_jobs_run(program, jobs.items, jobs.count);
	LLVMMemoryBufferRef bitcode = NULL;
	if (status == AW_OK && (relocatable || request->keep_bitcode))
		bitcode = LLVMWriteBitcodeToMemoryBuffer(program->module);
	for (size_t i = 0; i < jobs.count && status == AW_OK; i++)
		status = jobs.items[i].data.failed || jobs.items[i].entries.failed ? AW_NO_MEMORY : AW_OK;
	if (status == AW_OK)
		status = write_fatbin(program, &jobs, bitcode, output);
	for (size_t i = 0; i < jobs.count; i++)
		job_finish(&jobs.items[i]);
	aw_vec_finish(&jobs);
	if (bitcode)
		LLVMDisposeMemoryBuffer(bitcode);
	return status;
}

// Compiles PROGRAM for JOB's target alone and appends the code to OUTPUT.
static aw_status make_code(struct aw_program *program, struct aw_target_job *job, struct aw_str *output)
{
	aw_status status = aw_compile_target(program, job);
	if (status == AW_OK)
		aw_str_add_bytes(output, job->data.text, job->data.length);
	aw_str_cut(&job->data, 0);
	return status == AW_OK && output->failed ? AW_NO_MEMORY : status;
}

// PTX, and behind it the module for devices that don't take PTX, and second entries.
static aw_status make_ptx(struct aw_program *program, const char *target, struct aw_str *output)
{
	struct aw_target_job job = { .target = target, .ptx = true };
	const job_vec attached = { &job, 1, 1 };
	size_t start = output->length;
	aw_status status = make_code(program, &job, output);
	struct aw_str fatbin = { 0 };
	if (status == AW_OK && program->request->keep_bitcode) {
		LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(program->module);
		status = write_fatbin(program, &attached, bitcode, &fatbin);
		LLVMDisposeMemoryBuffer(bitcode);
		if (status == AW_OK)
			aw_ptx_text_attach(output, start, fatbin.text, fatbin.length);
	}
	aw_str_finish(&fatbin);
	job_finish(&job);
	return output->failed ? AW_NO_MEMORY : status;
}

static aw_status make_one(struct aw_program *program, const char *target, bool ptx, struct aw_str *output)
{
	struct aw_target_job job = { .target = target, .ptx = ptx };
	aw_status status = make_code(program, &job, output);
	job_finish(&job);
	return status;
}

static aw_status make_output(struct aw_program *program, struct aw_str *output)
{
	const struct aw_compiler_request *request = program->request;
	const char *cpu = cpu_targets(request)[0];
	const char *ptx = request->ptx_targets ? request->ptx_targets[0] : NULL;
	switch (request->output) {
	case AW_COMPILER_FATBIN:
	case AW_COMPILER_RELOCATABLE:
		return make_fatbin(program, output);
	case AW_COMPILER_PTX:
		return make_ptx(program, ptx ? ptx : "sm_90", output);
	case AW_COMPILER_CPU_IMAGE:
		return make_one(program, request->cpu_targets && cpu ? cpu : plain_targets[0], false, output);
	case AW_COMPILER_LLVM_TEXT:
		return make_one(program, cpu ? cpu : ptx, !cpu, output);
	}
	return AW_INVALID_VALUE;
}

EXPORT aw_status aw_compiler_run(const struct aw_compiler_request *request, struct aw_str *output)
{
	aw_llvm_configure();
	char *library_path = find_library_path(request);
	if (!library_path)
		return AW_NO_MEMORY;
	struct aw_program program = { .request = request, .library_path = library_path };
	size_t before = output->length;
	aw_program_begin(&program);
	aw_status status = aw_link_program(request, program.context, library_path, &program.module);
	if (status == AW_OK)
		status = make_output(&program, output);
	if (status == AW_OK && program.failed)
		status = AW_INVALID_SOURCE;
	if (status != AW_OK && !output->failed)
		aw_str_cut(output, before);
	aw_program_finish(&program);
	free(library_path);
	return status;
}
