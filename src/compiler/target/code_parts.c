// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation takes half of the compiler's time, and LLVM does it in one thread.  What a device link brings together are hundreds of
// functions, of which none needs another's code: so a large module is split in parts of about the same size, each of which is written as
// bitcode, read in a context of its own and made an object by a thread, as LLVM's optimisation at link time does it.  The linker that
// makes the image puts them together; what was local is hidden then.
//
// How many parts there are depends on the module alone, so that an image is the same wherever it is made.  Where code is to be
// debugged, there is one.
#include "code_parts.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "../analysis/need.h"
#include "../compile_target.h"

struct part {
	struct aw_unit unit; // what MAKE_MACHINE may ask
	struct aw_compiler_request request;
	struct aw_program program;
	LLVMTargetMachineRef (*make_machine)(const struct aw_unit *unit);
	pthread_mutex_t *lock; // of messages to ASKED
	const struct aw_compiler_request *asked;
	LLVMMemoryBufferRef bitcode, object;
	char *error;
	pthread_t thread;
	bool threaded;
};

static bool emit(LLVMTargetMachineRef machine, LLVMModuleRef module, char **error, LLVMMemoryBufferRef *object)
{
	*object = NULL;
	return !LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, error, object);
}

static void pass_on(void *user, int severity, const char *file, unsigned line, const char *text)
{
	struct part *part = user;
	pthread_mutex_lock(part->lock);
	part->asked->message(part->asked->message_user, severity, file, line, text);
	pthread_mutex_unlock(part->lock);
}

static void *run(void *user)
{
	struct part *part = user;
	aw_program_begin(&part->program);
	LLVMModuleRef module = aw_llvm_read_bitcode(part->program.context, LLVMGetBufferStart(part->bitcode),
	                                            LLVMGetBufferSize(part->bitcode), "part", false, &part->error);
	part->program.module = module;
	LLVMTargetMachineRef machine = part->make_machine(&part->unit);
	if (module)
		emit(machine, module, &part->error, &part->object);
	LLVMDisposeTargetMachine(machine);
	return NULL;
}

static size_t count_instructions(LLVMModuleRef module)
{
	size_t count = 0;
	AW_FOR_FUNCTIONS(function, module)
		count += aw_llvm_count_instructions(function);
	return count;
}

// How many instructions are worth a thread.
static size_t size_of_part(void)
{
	enum { USUAL = 30000 };
	const char *asked = getenv("ANYWARP_CODE_PART");
	int size = asked ? atoi(asked) : 0;
	return size > 0 ? (size_t)size : USUAL;
}

static unsigned count_parts(const struct aw_unit *unit)
{
	const struct aw_compiler_request *request = unit->request;
	if (request->debug || request->breakpoints)
		return 1;
	size_t count = count_instructions(unit->module) / size_of_part();
	return count < 2 ? 1 : count < AW_MOST_CODE_PARTS ? (unsigned)count : AW_MOST_CODE_PARTS;
}

static void begin(struct aw_unit *unit, struct part *part, pthread_mutex_t *lock)
{
	part->unit = *unit;
	part->asked = unit->request;
	part->request = *unit->request;
	if (part->request.message) {
		part->request.message = pass_on;
		part->request.message_user = part;
	}
	part->lock = lock;
	part->program = (struct aw_program){ .request = &part->request, .library_path = unit->library_path };
}

static bool make_parts(struct aw_unit *unit, struct part *parts, unsigned count)
{
	for (unsigned i = 1; i < count; i++)
		parts[i].threaded = pthread_create(&parts[i].thread, NULL, run, &parts[i]) == 0;
	for (unsigned i = 0; i < count; i++)
		if (!parts[i].threaded)
			run(&parts[i]);
	bool good = true;
	for (unsigned i = 0; i < count; i++) {
		if (parts[i].threaded)
			pthread_join(parts[i].thread, NULL);
		if (good && parts[i].error)
			aw_unit_error(unit, NULL, "code generation for %s failed: %s", unit->target, parts[i].error);
		good &= parts[i].object && !parts[i].program.failed;
	}
	return good;
}

static bool make_apart(struct aw_unit *unit, LLVMMemoryBufferRef *bitcode, LLVMTargetMachineRef (*make_machine)(const struct aw_unit *unit),
                       struct aw_code *code)
{
	pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct part parts[AW_MOST_CODE_PARTS] = { 0 };
	for (unsigned i = 0; i < code->count; i++) {
		begin(unit, &parts[i], &lock);
		parts[i].make_machine = make_machine;
		parts[i].bitcode = bitcode[i];
		assert(bitcode[i]);
	}
	bool good = make_parts(unit, parts, code->count);
	if (!good && unit->status == AW_OK)
		unit->status = AW_INVALID_SOURCE;
	for (unsigned i = 0; i < code->count; i++) {
		code->objects[i] = parts[i].object;
		aw_program_finish(&parts[i].program);
		LLVMDisposeMessage(parts[i].error);
		LLVMDisposeMemoryBuffer(bitcode[i]);
	}
	return good;
}

bool aw_code_make(struct aw_unit *unit, LLVMTargetMachineRef (*make_machine)(const struct aw_unit *unit), struct aw_code *code)
{
	char *error = NULL;
	LLVMMemoryBufferRef bitcode[AW_MOST_CODE_PARTS] = { 0 };
	*code = (struct aw_code){ .count = count_parts(unit) };
	if (code->count > 1 && aw_llvm_split_module(unit->module, code->count, bitcode))
		return make_apart(unit, bitcode, make_machine, code);
	code->count = 1;
	if (emit(unit->machine, unit->module, &error, &code->objects[0]))
		return true;
	aw_unit_error(unit, NULL, "code generation for %s failed: %s", unit->target, error);
	LLVMDisposeMessage(error);
	return false;
}

void aw_code_finish(struct aw_code *code)
{
	for (unsigned i = 0; i < code->count; i++)
		if (code->objects[i])
			LLVMDisposeMemoryBuffer(code->objects[i]);
}
