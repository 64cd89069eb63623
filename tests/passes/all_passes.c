// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs passes over small modules and looks for lines in what comes out.  Each file tests/passes/PASS/*.ll
// is LLVM assembly whose comments say what is done and expected:
//
//     ; PASSES: inline_waiting llvm:sroa lower_bypass    (llvm:NAME is a pass of LLVM)
//     ; CHECK: text            a line with this text comes after the line of the CHECK before
//     ; NOT: text              no line has this text
//     ; COUNT 3: text          three lines have this text
//     ; ERROR: text            the passes fail with a message that has this text
//     ; TARGET: x86-64-v4      the level of the CPU, x86-64-v3 without it
//     ; FORM: name 16 1        function NAME is a form of the first kernel, of this width and geometry
//     ; REFUSED: text          the first kernel's reason not to have (all) its forms has this text
//
// Texts are compared as they stand, but for runs of blanks.  Metadata numbers (!7) are left out of the
// output, as they say nothing.  The kernels are the functions of calling convention ptx_kernel.
//
// LINK: compiler
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>

#include "base/os.h"
#include "base/str.h"
#include "compiler/pipeline.h"
#include "unit/unit.h"

enum { PTX_KERNEL = 71 }; // LLVM's number of the calling convention

static struct aw_str messages;

static void take_message(void *user, int severity, const char *file, unsigned line, const char *text)
{
	(void)user;
	aw_str_format(&messages, "%s:%u: %d: %s\n", file ? file : "", line, severity, text);
}

// The rest of the next line of *REST that begins with "; KEY", in new memory; NULL: no more.
static char *next_field(const char **rest, const char *key)
{
	char *start = aw_format("; %s", key), *field = NULL;
	while (**rest && !field) {
		size_t length = strcspn(*rest, "\n");
		if (aw_starts_with(*rest, start))
			field = aw_format("%.*s", (int)(length - strlen(start)), *rest + strlen(start));
		*rest += length + ((*rest)[length] != '\0');
	}
	free(start);
	return field;
}

// Makes runs of blanks single, and drops "!7" and what LLVM aligns.
static char *normalized(const char *text)
{
	struct aw_str out = { 0 };
	for (; *text; text++) {
		if (*text == '!' && text[1] >= '0' && text[1] <= '9') {
			while (text[1] >= '0' && text[1] <= '9')
				text++;
			continue;
		}
		bool blank = *text == ' ' && (!out.length || strchr(" \n", out.text[out.length - 1]));
		if (!blank)
			aw_str_add_bytes(&out, text, 1);
	}
	return out.text ? out.text : strdup("");
}

static int count_lines(const char *output, const char *wanted)
{
	int count = 0;
	for (const char *at = output; (at = strstr(at, wanted)); at += strcspn(at, "\n"))
		count++;
	return count;
}

static void expect(int good, const char *path, const char *what, const char *text)
{
	if (!good)
		fprintf(stderr, "%s: %s: %s\n", path, what, text);
	unit_count(good, path, 0, text);
}

static void compare_in_order(const char *path, const char *source, const char *output)
{
	for (char *text; (text = next_field(&source, "CHECK: "));) {
		char *wanted = normalized(text);
		const char *at = strstr(output, wanted);
		expect(at != NULL, path, "not found after the one before", wanted);
		if (at)
			output = at + strcspn(at, "\n");
		free(wanted);
		free(text);
	}
}

static void compare(const char *path, const char *source, const char *output)
{
	compare_in_order(path, source, output);
	const char *rest = source;
	for (char *text; (text = next_field(&rest, "NOT: ")); free(text))
		expect(count_lines(output, text) == 0, path, "must not be there", text);
	rest = source;
	for (char *text; (text = next_field(&rest, "COUNT ")); free(text)) {
		char *wanted = strchr(text, ':');
		int count = wanted ? count_lines(output, wanted + 2) : -1;
		if (count != atoi(text))
			fprintf(stderr, "%s: found %d times\n", path, count);
		expect(count == atoi(text), path, "wrong number of lines", text);
	}
	rest = source;
	bool fails = false;
	for (char *text; (text = next_field(&rest, "ERROR: ")); free(text)) {
		fails = true;
		expect(messages.text && strstr(messages.text, text), path, "no such message", text);
	}
	expect(fails || !messages.length, path, "unexpected message", messages.text ? messages.text : "");
}

static void run_passes(struct aw_unit *unit, const char *path, char *passes)
{
	for (char *pass; (pass = strsep(&passes, " ")) && unit->status == AW_OK;) {
		if (aw_starts_with(pass, "llvm:")) {
			expect(aw_llvm_run_passes(unit->module, pass + 5, NULL), path, "LLVM pass", pass);
			continue;
		}
		enum aw_pass_id list[] = { aw_pipeline_find(pass), AW_PASS_COUNT };
		expect(list[0] != AW_PASS_COUNT, path, "no such pass", pass);
		unit->properties = ~0u; // files begin where they like
		aw_pipeline_run(unit, list);
	}
}

static void add_kernels(struct aw_unit *unit)
{
	AW_FOR_FUNCTIONS(function, unit->module) {
		struct aw_unit_kernel kernel = { .function = function, .name = strdup(aw_llvm_name(function)) };
		if (LLVMGetFunctionCallConv(function) == PTX_KERNEL && !aw_vec_push(&unit->kernels, kernel))
			abort();
	}
}

static void add_forms(struct aw_unit *unit, const char *path, const char *source)
{
	for (char *text; (text = next_field(&source, "FORM: ")); free(text)) {
		char name[64] = "";
		struct aw_unit_form form = { 0 };
		bool good = sscanf(text, "%63s %u %u", name, &form.width, &form.geometry) == 3;
		form.function = LLVMGetNamedFunction(unit->module, name);
		expect(good && form.function && unit->kernels.count, path, "not a form", text);
		if (form.function && unit->kernels.count && !aw_vec_push(&unit->kernels.items[0].forms, form))
			abort();
	}
}

static void compare_refusal(const struct aw_unit *unit, const char *path, const char *source)
{
	const char *reason = unit->kernels.count ? unit->kernels.items[0].refusal : NULL;
	char *wanted = next_field(&source, "REFUSED: ");
	if (wanted)
		expect(reason && strstr(reason, wanted), path, "not refused with", wanted);
	free(wanted);
}

static void finish_kernels(struct aw_unit *unit)
{
	for (size_t i = 0; i < unit->kernels.count; i++) {
		free(unit->kernels.items[i].name);
		free(unit->kernels.items[i].refusal);
		aw_vec_finish(&unit->kernels.items[i].forms);
		aw_vec_finish(&unit->kernels.items[i].variants);
	}
	aw_vec_finish(&unit->kernels);
}

static void run_module(const char *path, const char *source, LLVMContextRef context, LLVMModuleRef module)
{
	struct aw_compiler_request request = { .message = take_message, .opt_level = 2 };
	const char *rest = source;
	char *target = next_field(&rest, "TARGET: ");
	struct aw_unit unit = {
		.request = &request,
		.context = context,
		.module = module,
		.builder = LLVMCreateBuilderInContext(context),
		.target = target ? target : "x86-64-v3",
		.architecture = "sm_80",
	};
	char *library = aw_format("%s/lib/anywarp", getenv("BUILD") ? getenv("BUILD") : "build");
	unit.library_path = library;
	add_kernels(&unit);
	add_forms(&unit, path, source);
	rest = source;
	char *passes = next_field(&rest, "PASSES: ");
	expect(passes != NULL, path, "has no line", "; PASSES:");
	if (passes)
		run_passes(&unit, path, passes);
	char *problem = NULL;
	bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &problem);
	expect(!broken, path, "broken module", problem);
	LLVMDisposeMessage(problem);

	char *text = LLVMPrintModuleToString(module), *output = normalized(text);
	int failed = unit_failed;
	compare(path, source, output);
	compare_refusal(&unit, path, source);
	if (unit_failed > failed)
		fprintf(stderr, "%s", output);
	free(output);
	LLVMDisposeMessage(text);
	LLVMDisposeBuilder(unit.builder);
	if (unit.machine)
		LLVMDisposeTargetMachine(unit.machine);
	free(passes);
	free(target);
	free(library);
	finish_kernels(&unit);
	aw_str_finish(&messages);
}

static void run_file(const char *path)
{
	char *source = NULL, *error = NULL;
	size_t size;
	if (aw_os_read_file(path, &source, &size) != AW_OK)
		exit(2);
	LLVMContextRef context = LLVMContextCreate();
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(source, size, path);
	LLVMModuleRef module = NULL;
	if (LLVMParseIRInContext(context, buffer, &module, &error)) {
		expect(0, path, "not LLVM assembly", error);
		LLVMDisposeMessage(error);
	} else {
		run_module(path, source, context, module);
		LLVMDisposeModule(module);
	}
	LLVMContextDispose(context);
	free(source);
}

static void run_folder(const char *folder)
{
	DIR *entries = opendir(folder);
	for (struct dirent *entry; entries && (entry = readdir(entries));) {
		char *path = aw_format("%s/%s", folder, entry->d_name);
		if (entry->d_name[0] != '.' && aw_os_is_dir(path))
			run_folder(path);
		else if (aw_ends_with(path, ".ll"))
			run_file(path);
		free(path);
	}
	if (entries)
		closedir(entries);
}

// With arguments, the files to run; else all of tests/passes.
int main(int count, char **arguments)
{
	for (int i = 1; i < count; i++)
		run_file(arguments[i]);
	if (count == 1) {
		char *folder = aw_format("%s/tests/passes", getenv("ROOT") ? getenv("ROOT") : ".");
		run_folder(folder);
		free(folder);
	}
	return unit_finish();
}
