// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of awcc: the modules are files, of which the first is compiled and the others are linked with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/shim_compiler.h"
#include "nvvm_program.h"

enum { PATH_SIZE = PATH_MAX + 32 };

// --- options ---

static bool is_bool(const char *value)
{
	return strcmp(value, "0") == 0 || strcmp(value, "1") == 0;
}

// NAME of libNVVM with a value 0 or 1, which is awcc's OPTION with a value.
static bool take_bool(nvvmProgram program, const char *word, const char *name, const char *option)
{
	size_t length = strlen(name);
	if (strncmp(word, name, length) != 0 || word[length] != '=' || !is_bool(word + length + 1))
		return false;
	return aw_shim_words_add(&program->options, "%s=%s", option, word[length + 1] == '1' ? "true" : "false");
}

static bool take(nvvmProgram program, const char *word)
{
	aw_shim_words *words = &program->options;
	if (strncmp(word, "-arch=compute_", 14) == 0)
		return aw_shim_words_add(words, "%s", word);
	if (strcmp(word, "-g") == 0)
		return aw_shim_words_add(words, "-G");
	if (strcmp(word, "-generate-line-info") == 0)
		return aw_shim_words_add(words, "-lineinfo");
	if (strcmp(word, "-opt=0") == 0 || strcmp(word, "-opt=3") == 0)
		return aw_shim_words_add(words, "-Xptxas=-O%c", word[5]);
	if (strcmp(word, "-gen-lto") == 0) {
		program->lto = true;
		return true;
	}
	return take_bool(program, word, "-ftz", "-ftz") || take_bool(program, word, "-prec-sqrt", "-prec-sqrt") ||
	       take_bool(program, word, "-prec-div", "-prec-div") || take_bool(program, word, "-fma", "-fmad");
}

nvvmResult aw_nvvm_read_options(nvvmProgram program, int count, const char *const *options)
{
	aw_shim_words_free(&program->options);
	program->lto = false;
	for (int i = 0; i < count; i++)
		if (!options[i] || !take(program, options[i])) {
			aw_shim_text_print(&program->log, "libnvvm : error: %s is an unsupported option\n", options[i] ? options[i] : "NULL");
			return NVVM_ERROR_INVALID_OPTION;
		}
	return NVVM_SUCCESS;
}

// --- files ---

static void module_path(char path[PATH_SIZE], const char *folder, const struct aw_nvvm_module *module, int number)
{
	snprintf(path, PATH_SIZE, "%s/module%d.%s", folder, number, module->bitcode ? "bc" : "ll");
}

static bool write_modules(nvvmProgram program, const char *folder)
{
	char path[PATH_SIZE];
	bool good = true;
	for (int i = 0; good && i < program->count; i++) {
		module_path(path, folder, &program->modules[i], i);
		good = aw_shim_text_write(program->modules[i].text.bytes, program->modules[i].text.size, path);
	}
	return good;
}

static int first_module(nvvmProgram program)
{
	int first = 0;
	while (first + 1 < program->count && program->modules[first].lazy)
		first++;
	return first;
}

static bool make_command(nvvmProgram program, const char *folder, aw_shim_words *words)
{
	char path[PATH_SIZE];
	int first = first_module(program);
	bool good = aw_shim_compiler_begin(words, folder) && aw_shim_words_add(words, program->lto ? "-fatbin" : "-ptx") &&
	            aw_shim_words_add(words, "-rdc=true"); // what other modules may call stays
	for (int i = 0; i < program->options.count; i++)
		good &= aw_shim_words_add(words, "%s", program->options.word[i]);
	for (int i = 0; i < program->count; i++) {
		module_path(path, folder, &program->modules[i], i);
		if (i != first)
			good &= aw_shim_words_add(words, "-Xanywarp") &&
			        aw_shim_words_add(words, "--link%s=%s", program->modules[i].lazy ? "-needed" : "", path);
	}
	module_path(path, folder, &program->modules[first], first);
	return good && aw_shim_words_add(words, "%s", path);
}

// Messages, in which modules have the program's names.
static void take_messages(nvvmProgram program, const char *folder, aw_shim_text *messages)
{
	char path[PATH_SIZE];
	bool good = messages->bytes;
	for (int i = 0; good && i < program->count; i++) {
		module_path(path, folder, &program->modules[i], i);
		good = aw_shim_text_replace(messages, path, program->modules[i].name);
	}
	if (good)
		aw_shim_text_add(&program->log, messages->bytes, messages->size);
}

static nvvmResult compile_in(nvvmProgram program, const char *folder, aw_shim_text *out)
{
	aw_shim_text messages = { 0 };
	aw_shim_words words = { 0 };
	bool ready = write_modules(program, folder) && make_command(program, folder, &words);
	int code = ready ? aw_shim_compiler_run(&words, folder, &messages) : -1;
	if (ready && code == -1)
		aw_shim_text_print(&program->log, "libnvvm : error: can't run %s, the compiler\n", words.word[0]);
	else if (ready)
		take_messages(program, folder, &messages);
	aw_shim_text_free(&messages);
	aw_shim_words_free(&words);
	if (code == -1)
		return NVVM_ERROR_PROGRAM_CREATION_FAILURE;
	aw_shim_text_free(out);
	if (code != 0)
		return NVVM_ERROR_COMPILATION;
	return aw_shim_compiler_read(out, folder) ? NVVM_SUCCESS : NVVM_ERROR_OUT_OF_MEMORY;
}

nvvmResult aw_nvvm_compile(nvvmProgram program, aw_shim_text *out)
{
	char folder[PATH_MAX];
	if (!aw_shim_folder_make(folder, "nvvm")) {
		aw_shim_text_print(&program->log, "libnvvm : error: can't make the folder %s\n", folder);
		return NVVM_ERROR_PROGRAM_CREATION_FAILURE;
	}
	nvvmResult result = compile_in(program, folder, out);
	aw_shim_folder_remove(folder);
	return result;
}
