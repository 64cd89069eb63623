// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVRTC's functions (NVRTC User Guide, "User Interface").
#include <stdlib.h>
#include <string.h>

#include "rtc.h"

const char *nvrtcGetErrorString(nvrtcResult result)
{
	static const char *const names[] = { "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
		"NVRTC_ERROR_INVALID_INPUT", "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
		"NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
		"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
		"NVRTC_ERROR_INTERNAL_ERROR", "NVRTC_ERROR_TIME_FILE_WRITE_FAILED", "NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED",
		"NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED", "NVRTC_ERROR_PCH_CREATE", "NVRTC_ERROR_CANCELLED",
		"NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED" };
	return (unsigned)result < sizeof(names) / sizeof(names[0]) ? names[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
	if (!major || !minor)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = CUDART_VERSION / 1000;
	*minor = CUDART_VERSION % 1000 / 10;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
	if (!count)
		return NVRTC_ERROR_INVALID_INPUT;
	*count = aw_rtc_arch_count;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *archs)
{
	if (!archs)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(archs, aw_rtc_archs, (size_t)aw_rtc_arch_count * sizeof(*archs));
	return NVRTC_SUCCESS;
}

// --- programs ---

static void free_named(aw_rtc_named *named, int count)
{
	for (int i = 0; i < count; i++) {
		free(named[i].name);
		free(named[i].text);
	}
	free(named);
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
	if (!program || !*program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	nvrtcProgram p = *program;
	free_named(p->headers, p->header_count);
	free_named(p->expressions, p->expression_count);
	aw_shim_words_free(&p->options);
	aw_shim_words_free(&p->folders);
	aw_shim_words_free(&p->stand_ins);
	aw_shim_text_free(&p->ptx);
	aw_shim_text_free(&p->cubin);
	aw_shim_text_free(&p->ltoir);
	aw_shim_text_free(&p->log);
	free(p->source);
	free(p->name);
	free(p);
	*program = NULL;
	return NVRTC_SUCCESS;
}

// Adds a pair of texts; TEXT may be NULL.
static bool add_named(aw_rtc_named **named, int *count, const char *name, const char *text)
{
	aw_rtc_named *more = realloc(*named, (size_t)(*count + 1) * sizeof(*more));
	if (!more)
		return false;
	*named = more;
	more[*count] = (aw_rtc_named){ strdup(name), text ? strdup(text) : NULL };
	bool good = more[*count].name && (!text || more[*count].text);
	++*count;
	return good;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int header_count,
                               const char *const *headers, const char *const *names)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!source || header_count < 0 || (header_count && (!headers || !names)))
		return NVRTC_ERROR_INVALID_INPUT;
	nvrtcProgram made = calloc(1, sizeof(*made));
	if (!made)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	made->source = strdup(source);
	made->name = strdup(name && *name ? name : "default_program");
	bool good = made->source && made->name;
	for (int i = 0; good && i < header_count; i++)
		good = add_named(&made->headers, &made->header_count, names[i], headers[i]);
	if (good)
		*program = made;
	else
		nvrtcDestroyProgram(&made);
	return good ? NVRTC_SUCCESS : NVRTC_ERROR_OUT_OF_MEMORY;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *const expression)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression)
		return NVRTC_ERROR_INVALID_INPUT;
	if (program->compiled)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	bool good = add_named(&program->expressions, &program->expression_count, expression, NULL);
	return good ? NVRTC_SUCCESS : NVRTC_ERROR_OUT_OF_MEMORY;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *const expression, const char **name)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!expression || !name)
		return NVRTC_ERROR_INVALID_INPUT;
	if (!program->compiled)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	for (int i = 0; i < program->expression_count; i++)
		if (strcmp(program->expressions[i].name, expression) == 0 && program->expressions[i].text) {
			*name = program->expressions[i].text;
			return NVRTC_SUCCESS;
		}
	return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

// The program's callback may end a compilation where it begins and between its runs of awcc.
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram program, int (*callback)(void *payload, void *reserved), void *payload)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (!callback)
		return NVRTC_ERROR_INVALID_INPUT;
	program->flow = callback;
	program->payload = payload;
	return NVRTC_SUCCESS;
}

static bool is_cancelled(nvrtcProgram program)
{
	return program->flow && program->flow(program->payload, NULL) == 1;
}

// PTX is made at once where it is all there is, or has the names; else when it is asked for.
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char *const *options)
{
	if (!program)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (count < 0 || (count && !options))
		return NVRTC_ERROR_INVALID_INPUT;
	if (is_cancelled(program))
		return NVRTC_ERROR_CANCELLED;
	aw_shim_text_free(&program->ptx);
	aw_shim_text_free(&program->cubin);
	aw_shim_text_free(&program->ltoir);
	aw_shim_text_free(&program->log);
	nvrtcResult result = aw_rtc_options_read(program, count, options);
	if (result == NVRTC_SUCCESS && program->lto)
		result = aw_rtc_compile(program, "ltoir", &program->ltoir);
	else if (result == NVRTC_SUCCESS && (!program->real || program->expression_count))
		result = aw_rtc_compile(program, "ptx", &program->ptx);
	if (result == NVRTC_SUCCESS && program->expression_count && !program->lto)
		result = aw_rtc_names_find(program);
	if (result == NVRTC_SUCCESS && is_cancelled(program))
		result = NVRTC_ERROR_CANCELLED;
	if (result == NVRTC_SUCCESS && program->real && !program->lto) {
		aw_shim_text_free(&program->log); // it has the same messages again
		result = aw_rtc_compile(program, "fatbin", &program->cubin);
	}
	program->compiled = result == NVRTC_SUCCESS;
	return result;
}

// --- what came out ---

static nvrtcResult make_ptx(nvrtcProgram program)
{
	if (!program->compiled || program->ptx.bytes)
		return NVRTC_SUCCESS;
	aw_shim_text log = program->log;
	program->log = (aw_shim_text){ 0 };
	nvrtcResult result = aw_rtc_compile(program, "ptx", &program->ptx);
	aw_shim_text_free(&program->log);
	program->log = log;
	return result;
}

// The size with a zero behind the text.
static nvrtcResult text_size(const aw_shim_text *text, size_t *size)
{
	*size = text->size + 1;
	return NVRTC_SUCCESS;
}

static nvrtcResult copy_text(const aw_shim_text *text, char *to)
{
	memcpy(to, text->bytes ? text->bytes : "", text->size + 1);
	return NVRTC_SUCCESS;
}

#define CHECKED(program, pointer, work) \
	if (!program) \
		return NVRTC_ERROR_INVALID_PROGRAM; \
	if (!pointer) \
		return NVRTC_ERROR_INVALID_INPUT; \
	work

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size)
{
	CHECKED(program, size, nvrtcResult result = make_ptx(program));
	return result == NVRTC_SUCCESS ? text_size(&program->ptx, size) : result;
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx)
{
	CHECKED(program, ptx, nvrtcResult result = make_ptx(program));
	return result == NVRTC_SUCCESS ? copy_text(&program->ptx, ptx) : result;
}
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size)
{
	CHECKED(program, size, *size = program->cubin.size);
	return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin)
{
	CHECKED(program, cubin, );
	if (program->cubin.size)
		memcpy(cubin, program->cubin.bytes, program->cubin.size);
	return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram program, size_t *size)
{
	CHECKED(program, size, *size = program->ltoir.size);
	return program->lto ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetLTOIR(nvrtcProgram program, char *module)
{
	CHECKED(program, module, );
	if (!program->lto)
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (program->ltoir.size)
		memcpy(module, program->ltoir.bytes, program->ltoir.size);
	return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size)
{
	CHECKED(program, size, return text_size(&program->log, size));
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log)
{
	CHECKED(program, log, return copy_text(&program->log, log));
}

// --- precompiled headers: none are made, so their heap has a size and nothing in it ---

static _Atomic size_t heap_size = 256 << 20;

nvrtcResult nvrtcGetPCHHeapSize(size_t *size)
{
	if (!size)
		return NVRTC_ERROR_INVALID_INPUT;
	*size = heap_size;
	return NVRTC_SUCCESS;
}
nvrtcResult nvrtcSetPCHHeapSize(size_t size)
{
	heap_size = size;
	return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram program)
{
	return program ? NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED : NVRTC_ERROR_INVALID_PROGRAM;
}
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram program, size_t *size)
{
	CHECKED(program, size, *size = 0);
	return NVRTC_SUCCESS;
}

// --- what isn't made ---

#define REFUSE(name, type) \
	nvrtcResult name(nvrtcProgram program, type *out) \
	{ \
		CHECKED(program, out, aw_shim_log_error("nvrtc", #name " is not supported")); \
		return NVRTC_ERROR_INVALID_PROGRAM; \
	}
REFUSE(nvrtcGetOptiXIRSize, size_t)
REFUSE(nvrtcGetOptiXIR, char)
