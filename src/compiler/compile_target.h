// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linked program, and its way to one target.
#ifndef AW_COMPILER_COMPILE_TARGET_H
#define AW_COMPILER_COMPILE_TARGET_H

#include "compiler.h"
#include "llvm.h"

struct aw_program {
	const struct aw_compiler_request *request;
	const char *library_path;
	LLVMContextRef context;
	LLVMModuleRef module; // the linked inputs
	bool managed; // it has __managed__ variables
	bool failed;  // LLVM told of an error
};

// Makes the context, whose messages go to the request; request and library_path are set.  The program must stay
// where it is.
void aw_program_begin(struct aw_program *program);
void aw_program_finish(struct aw_program *program);

// One target to compile for, and then what came of it.
struct aw_target_job {
	const char *target;
	bool ptx;
	bool optional; // the others go on without it: what stands in the way becomes a warning, and DATA stays empty
	char made_for[24]; // PTX: the target in the end, at least the one asked for
	struct aw_str data;
	struct aw_str entries; // PTX: second entries of kernels, a module of their own
};

// Compiles the program for the target of JOB; what the request wants of it is appended to the job's texts.
aw_status aw_compile_target(struct aw_program *program, struct aw_target_job *job);

// --- target_jobs.c ---

// Compiles PROGRAM for all of JOBS at the same time, each in a context of its own.  Messages come in the order of the
// jobs, those that several targets have once, and end with the first job that fails, whose status is returned.
aw_status aw_target_jobs_run(struct aw_program *program, struct aw_target_job *jobs, size_t count);

#endif
