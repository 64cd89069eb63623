// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several targets of one program, compiled side by side.  An LLVM context belongs to one thread, so each target but
// the first reads the program anew from bitcode.  What they have to say is kept until all have finished and then
// told in order, so that the output doesn't depend on which was faster.
//
// LLVM ends the process where its code generation for PTX meets what it has no instruction for.  An optional job is
// left by longjmp then: its context is never touched again, nor freed.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "../base/log.h"
#include "../base/vec.h"
#include "analysis/need.h"
#include "compile_target.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>

struct message {
	int severity;
	char *file, *text; // FILE may be NULL
	unsigned line;
};

struct job {
	struct aw_target_job *public;
	struct aw_compiler_request request; // with messages to here
	struct aw_program program;
	LLVMMemoryBufferRef bitcode; // NULL: the program's own
	AW_VEC(struct message) messages;
	pthread_t thread;
	bool threaded;
	bool abandoned; // LLVM gave up in the middle of it
	aw_status status;
};

static _Thread_local struct job *current; // whose code LLVM is to leave instead of the process
static _Thread_local jmp_buf way_out;

static char *copy_of(const char *text)
{
	char *copy = text ? strdup(text) : NULL;
	aw_need(copy || !text);
	return copy;
}

static void keep(void *user, int severity, const char *file, unsigned line, const char *text)
{
	struct job *job = user;
	struct message message = { severity, copy_of(file), copy_of(text), line };
	aw_need(aw_vec_push(&job->messages, message));
}

static void leave(const char *reason)
{
	struct job *job = current;
	if (!job) {
		aw_error("compiler", "%s", reason);
		return; // LLVM ends the process
	}
	keep(job, 2, NULL, 0, reason);
	job->abandoned = true;
	longjmp(way_out, 1);
}

static aw_status compile(struct job *job)
{
	aw_status status = AW_INVALID_SOURCE;
	current = job->public->optional && job->bitcode ? job : NULL;
	if (!setjmp(way_out))
		status = aw_compile_target(&job->program, job->public);
	current = NULL;
	return job->abandoned ? AW_INVALID_SOURCE : status;
}

static void *run(void *user)
{
	struct job *job = user;
	char *error = NULL;
	if (job->bitcode) {
		aw_program_begin(&job->program);
		job->program.module = aw_llvm_read_bitcode(job->program.context, LLVMGetBufferStart(job->bitcode),
		                                           LLVMGetBufferSize(job->bitcode), "program", false, &error);
	}
	if (job->program.module)
		job->status = compile(job);
	else
		job->status = AW_UNKNOWN;
	if (job->status == AW_OK && job->program.failed)
		job->status = AW_INVALID_SOURCE;
	if (error)
		LLVMDisposeMessage(error);
	return NULL;
}

static bool same(const struct message *a, const struct message *b)
{
	return a->severity == b->severity && a->line == b->line && !strcmp(a->text, b->text) &&
	       !strcmp(a->file ? a->file : "", b->file ? b->file : "");
}

// Whether a job before JOBS[INDEX] has said MESSAGE.
static bool is_known(const struct job *jobs, size_t index, const struct message *message)
{
	for (size_t i = 0; i < index; i++)
		for (size_t j = 0; j < jobs[i].messages.count; j++)
			if (same(&jobs[i].messages.items[j], message))
				return true;
	return false;
}

static void tell(const struct aw_compiler_request *request, const struct message *message)
{
	if (request->message)
		request->message(request->message_user, message->severity, message->file, message->line, message->text);
	else
		aw_log(message->severity == 2 ? AW_LOG_ERROR : AW_LOG_WARN, "compiler", "%s:%u: %s",
		       message->file ? message->file : "", message->line, message->text);
}

static void begin(struct aw_program *program, struct job *job, LLVMMemoryBufferRef bitcode)
{
	job->request = *program->request;
	job->request.message = keep;
	job->request.message_user = job;
	if (bitcode) {
		job->program = (struct aw_program){ .request = &job->request, .library_path = program->library_path };
		job->bitcode = bitcode;
		job->threaded = pthread_create(&job->thread, NULL, run, job) == 0;
		if (!job->threaded)
			run(job);
	} else {
		// LLVM's own messages about this context go to the caller's request at once.
		job->program = *program;
		job->program.request = &job->request;
		run(job);
		program->managed |= job->program.managed;
	}
}

static void finish(struct aw_program *program, struct job *jobs, size_t index)
{
	struct job *job = &jobs[index];
	assert(job->program.request == &job->request);
	if (job->bitcode) {
		program->managed |= job->program.managed;
		if (!job->abandoned)
			aw_program_finish(&job->program);
	}
	for (size_t i = 0; i < job->messages.count; i++) {
		free(job->messages.items[i].file);
		free(job->messages.items[i].text);
	}
	aw_vec_finish(&job->messages);
}

// The others do without JOB: the first error that it met is worth one warning.
static void tell_lack(const struct aw_compiler_request *request, const struct job *job)
{
	const struct message *reason = NULL;
	for (size_t i = 0; i < job->messages.count && !reason; i++)
		if (job->messages.items[i].severity == 2)
			reason = &job->messages.items[i];
	char *text = aw_format("There will be no code for GPUs (%s): %s", job->public->target,
	                       reason ? reason->text : aw_status_text(job->status));
	aw_need(text != NULL);
	struct message warning = { 1, reason ? reason->file : NULL, text, reason ? reason->line : 0 };
	tell(request, &warning);
	free(text);
	aw_str_cut(&job->public->data, 0);
	aw_str_cut(&job->public->entries, 0);
}

// Tells what JOBS[INDEX] has to say that no other has; its status.
static aw_status conclude(const struct aw_compiler_request *request, struct job *jobs, size_t index)
{
	struct job *job = &jobs[index];
	if (job->public->optional && job->status != AW_OK) {
		tell_lack(request, job);
		return AW_OK;
	}
	for (size_t i = 0; i < job->messages.count; i++)
		if (!is_known(jobs, index, &job->messages.items[i]))
			tell(request, &job->messages.items[i]);
	return job->status;
}

aw_status aw_target_jobs_run(struct aw_program *program, struct aw_target_job *public, size_t count)
{
	if (count == 1)
		return aw_compile_target(program, public);
	struct job *jobs = AW_NEED_ARRAY(struct job, count);
	LLVMMemoryBufferRef bitcode = count > 1 ? LLVMWriteBitcodeToMemoryBuffer(program->module) : NULL;
	LLVMInstallFatalErrorHandler(leave);
	for (size_t i = count; i-- > 0;) { // the first last, in this thread
		jobs[i].public = &public[i];
		begin(program, &jobs[i], i ? bitcode : NULL);
	}
	aw_status status = AW_OK;
	for (size_t i = 0; i < count; i++) {
		if (jobs[i].threaded)
			pthread_join(jobs[i].thread, NULL);
		if (status == AW_OK)
			status = conclude(program->request, jobs, i);
	}
	LLVMResetFatalErrorHandler();
	for (size_t i = 0; i < count; i++)
		finish(program, jobs, i);
	if (bitcode)
		LLVMDisposeMemoryBuffer(bitcode);
	free(jobs);
	return status;
}
