// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvJitLink: the inputs are files of a folder of their own, of which awcc compiles the first and links the others with it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/shim_compiler.h"
#pragma GCC visibility push(default)
#include "../../../include/nvJitLink.h"
#pragma GCC visibility pop

enum { PATH_SIZE = PATH_MAX + 32 };

struct input {
	char *name;
	const char *kind; // the end of its file's name, by which awcc knows objects and archives
	aw_shim_text data;
};

struct nvJitLink {
	aw_shim_words options; // awcc's
	bool arch, lto, ptx;
	struct input *inputs;
	int count;
	bool linked;
	aw_shim_text result, errors, notes;
};

// --- options ---

static bool is_accepted(const char *word)
{
	static const char *const names[] = { "-time", "-verbose", "-no-cache", "-optimize-unused-variables" };
	static const char *const beginnings[] = { "-split-compile=", "-split-compile-extended=", "-jump-table-density=", "-kernels-used=",
		                                  "-variables-used=" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(word, names[i]) == 0)
			return true;
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (strncmp(word, beginnings[i], strlen(beginnings[i])) == 0)
			return true;
	return false;
}

// -NAME=0|1|false|true, which is awcc's OPTION.
static bool take_bool(nvJitLinkHandle handle, const char *word, const char *name, const char *option)
{
	size_t length = strlen(name);
	if (strncmp(word, name, length) != 0 || word[length] != '=')
		return false;
	const char *value = word + length + 1;
	bool on = strcmp(value, "1") == 0 || strcmp(value, "true") == 0, off = strcmp(value, "0") == 0 || strcmp(value, "false") == 0;
	return (on || off) && aw_shim_words_add(&handle->options, "%s=%s", option, on ? "true" : "false");
}

static bool take(nvJitLinkHandle handle, const char *word)
{
	aw_shim_words *words = &handle->options;
	if (strncmp(word, "-arch=sm_", 9) == 0 || strncmp(word, "-arch=compute_", 14) == 0)
		return (handle->arch = true) && aw_shim_words_add(words, "%s", word);
	if (strcmp(word, "-lto") == 0)
		return handle->lto = true;
	if (strcmp(word, "-ptx") == 0)
		return handle->ptx = true;
	if (strncmp(word, "-O", 2) == 0 && isdigit((unsigned char)word[2]) && !word[3])
		return aw_shim_words_add(words, "-Xptxas=%s", word);
	if (strcmp(word, "-g") == 0)
		return aw_shim_words_add(words, "-G");
	if (strcmp(word, "-lineinfo") == 0 || strncmp(word, "-maxrregcount=", 14) == 0)
		return aw_shim_words_add(words, "%s", word);
	return is_accepted(word) || take_bool(handle, word, "-ftz", "-ftz") || take_bool(handle, word, "-prec-div", "-prec-div") ||
	       take_bool(handle, word, "-prec-sqrt", "-prec-sqrt") || take_bool(handle, word, "-fma", "-fmad");
}

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t numOptions, const char **options)
{
	nvJitLinkResult result = NVJITLINK_SUCCESS;
	if (!handle || (numOptions && !options))
		return NVJITLINK_ERROR_NULL_INPUT;
	nvJitLinkHandle made = calloc(1, sizeof(*made));
	if (!made)
		return NVJITLINK_ERROR_INTERNAL;
	for (uint32_t i = 0; i < numOptions && result == NVJITLINK_SUCCESS; i++)
		if (!options[i] || !take(made, options[i]))
			result = NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
	if (result == NVJITLINK_SUCCESS && !made->arch)
		result = NVJITLINK_ERROR_MISSING_ARCH;
	if (result == NVJITLINK_SUCCESS && made->ptx && !made->lto)
		result = NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS;
	if (result == NVJITLINK_SUCCESS)
		*handle = made;
	else
		nvJitLinkDestroy(&made);
	return result;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle)
{
	if (!handle || !*handle)
		return NVJITLINK_ERROR_NULL_INPUT;
	for (int i = 0; i < (*handle)->count; i++) {
		free((*handle)->inputs[i].name);
		aw_shim_text_free(&(*handle)->inputs[i].data);
	}
	free((*handle)->inputs);
	aw_shim_words_free(&(*handle)->options);
	aw_shim_text_free(&(*handle)->result);
	aw_shim_text_free(&(*handle)->errors);
	aw_shim_text_free(&(*handle)->notes);
	free(*handle);
	*handle = NULL;
	return NVJITLINK_SUCCESS;
}

// --- inputs ---

// NULL for what is no type of an input.  What is ANY is known by its first bytes.
static const char *kind_of(nvJitLinkInputType type, const void *data, size_t size)
{
	switch (type) {
	case NVJITLINK_INPUT_CUBIN:
	case NVJITLINK_INPUT_PTX:
	case NVJITLINK_INPUT_LTOIR:
	case NVJITLINK_INPUT_FATBIN: return "fatbin";
	case NVJITLINK_INPUT_OBJECT: return "o";
	case NVJITLINK_INPUT_LIBRARY: return "a";
	case NVJITLINK_INPUT_ANY:
		return size >= 8 && !memcmp(data, "!<arch>\n", 8) ? "a" : size >= 4 && !memcmp(data, "\177ELF", 4) ? "o" : "fatbin";
	default: return NULL;
	}
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType, const void *data, size_t size, const char *name)
{
	if (!handle || !data)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (!size)
		return NVJITLINK_ERROR_INVALID_INPUT;
	const char *kind = kind_of(inputType, data, size);
	if (!kind)
		return NVJITLINK_ERROR_INCORRECT_INPUT_TYPE;
	struct input *more = realloc(handle->inputs, (size_t)(handle->count + 1) * sizeof(*more));
	if (!more)
		return NVJITLINK_ERROR_INTERNAL;
	handle->inputs = more;
	struct input *made = &more[handle->count++];
	*made = (struct input){ .name = strdup(name ? name : "<unnamed>"), .kind = kind };
	// The zero that ends text is written, too, where the caller didn't count it: PTX is known by it.
	bool text = inputType == NVJITLINK_INPUT_PTX && ((const char *)data)[size - 1];
	bool good = made->name && aw_shim_text_add(&made->data, data, size);
	made->data.size += good && text;
	return good ? NVJITLINK_SUCCESS : NVJITLINK_ERROR_INTERNAL;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType, const char *fileName)
{
	aw_shim_text text = { 0 };
	if (!handle || !fileName)
		return NVJITLINK_ERROR_NULL_INPUT;
	nvJitLinkResult result = aw_shim_text_read(&text, fileName) ? nvJitLinkAddData(handle, inputType, text.bytes, text.size, fileName)
	                                                            : NVJITLINK_ERROR_INVALID_INPUT;
	aw_shim_text_free(&text);
	return result;
}

// --- linking ---

static void input_path(char path[PATH_SIZE], const char *folder, nvJitLinkHandle handle, int number)
{
	snprintf(path, PATH_SIZE, "%s/input%d.%s", folder, number, handle->inputs[number].kind);
}

// The first input that is no object or archive, which is what is compiled; -1 where there is none.
static int first_input(nvJitLinkHandle handle)
{
	for (int i = 0; i < handle->count; i++)
		if (strcmp(handle->inputs[i].kind, "fatbin") == 0)
			return i;
	return -1;
}

static bool make_command(nvJitLinkHandle handle, const char *folder, aw_shim_words *words)
{
	char path[PATH_SIZE];
	int first = first_input(handle);
	bool good = aw_shim_compiler_begin(words, folder) && aw_shim_words_add(words, handle->ptx ? "-ptx" : "-fatbin");
	for (int i = 0; i < handle->options.count; i++)
		good &= aw_shim_words_add(words, "%s", handle->options.word[i]);
	for (int i = 0; i < handle->count; i++) {
		input_path(path, folder, handle, i);
		good &= aw_shim_text_write(handle->inputs[i].data.bytes, handle->inputs[i].data.size, path);
		if (i != first)
			good &= aw_shim_words_add(words, "-Xanywarp") && aw_shim_words_add(words, "--link=%s", path);
	}
	input_path(path, folder, handle, first);
	return good && aw_shim_words_add(words, "%s", path);
}

// Messages, in which inputs have the program's names.
static void take_messages(nvJitLinkHandle handle, const char *folder, aw_shim_text *messages, aw_shim_text *log)
{
	char path[PATH_SIZE];
	bool good = messages->bytes;
	for (int i = 0; good && i < handle->count; i++) {
		input_path(path, folder, handle, i);
		good = aw_shim_text_replace(messages, path, handle->inputs[i].name);
	}
	if (good && messages->size)
		aw_shim_text_add(log, messages->bytes, messages->size);
}

static nvJitLinkResult link_in(nvJitLinkHandle handle, const char *folder)
{
	aw_shim_text messages = { 0 };
	aw_shim_words words = { 0 };
	int code = make_command(handle, folder, &words) ? aw_shim_compiler_run(&words, folder, &messages) : -1;
	if (code == -1)
		aw_shim_text_print(&handle->errors, "error: can't run %s, the compiler\n", words.count ? words.word[0] : "awcc");
	else
		take_messages(handle, folder, &messages, code ? &handle->errors : &handle->notes);
	aw_shim_text_free(&messages);
	aw_shim_words_free(&words);
	aw_shim_text_free(&handle->result);
	handle->linked = code == 0 && aw_shim_compiler_read(&handle->result, folder);
	return handle->linked ? NVJITLINK_SUCCESS : code == -1 ? NVJITLINK_ERROR_INTERNAL : NVJITLINK_ERROR_FINALIZE;
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle)
{
	char folder[PATH_MAX];
	if (!handle)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (first_input(handle) < 0)
		return NVJITLINK_ERROR_INVALID_INPUT;
	if (!aw_shim_folder_make(folder, "nvjitlink"))
		return NVJITLINK_ERROR_INTERNAL;
	nvJitLinkResult result = link_in(handle, folder);
	aw_shim_folder_remove(folder);
	return result;
}

// --- results ---

static nvJitLinkResult tell_size(nvJitLinkHandle handle, bool ptx, size_t *size)
{
	if (!handle || !size)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (!handle->linked || handle->ptx != ptx)
		return NVJITLINK_ERROR_INTERNAL;
	*size = handle->result.size + ptx; // text with its end
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult copy(nvJitLinkHandle handle, bool ptx, void *to)
{
	size_t size;
	nvJitLinkResult result = to ? tell_size(handle, ptx, &size) : NVJITLINK_ERROR_NULL_INPUT;
	if (result == NVJITLINK_SUCCESS)
		memcpy(to, handle->result.bytes, size);
	return result;
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *size) { return tell_size(handle, false, size); }
nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin) { return copy(handle, false, cubin); }
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *size) { return tell_size(handle, true, size); }
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx) { return copy(handle, true, ptx); }

static nvJitLinkResult log_size(const aw_shim_text *log, size_t *size)
{
	if (!log || !size)
		return NVJITLINK_ERROR_NULL_INPUT;
	*size = log->size ? log->size + 1 : 0;
	return NVJITLINK_SUCCESS;
}

static nvJitLinkResult copy_log(const aw_shim_text *log, char *to)
{
	if (!log || !to)
		return NVJITLINK_ERROR_NULL_INPUT;
	if (log->size)
		memcpy(to, log->bytes, log->size + 1);
	return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size) { return log_size(handle ? &handle->errors : NULL, size); }
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log) { return copy_log(handle ? &handle->errors : NULL, log); }
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size) { return log_size(handle ? &handle->notes : NULL, size); }
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log) { return copy_log(handle ? &handle->notes : NULL, log); }

nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor)
{
	if (!major || !minor)
		return NVJITLINK_ERROR_NULL_INPUT;
	*major = 12;
	*minor = 6;
	return NVJITLINK_SUCCESS;
}

// --- the names that NVIDIA's headers call, each with the version of the header ---

#define ALIAS(name, version, result, ...) \
	result __##name##_##version(__VA_ARGS__); \
	__attribute__((alias(#name), visibility("default"))) result __##name##_##version(__VA_ARGS__);
#define ALIASES(version) \
	ALIAS(nvJitLinkCreate, version, nvJitLinkResult, nvJitLinkHandle *, uint32_t, const char **) \
	ALIAS(nvJitLinkDestroy, version, nvJitLinkResult, nvJitLinkHandle *) \
	ALIAS(nvJitLinkAddData, version, nvJitLinkResult, nvJitLinkHandle, nvJitLinkInputType, const void *, size_t, const char *) \
	ALIAS(nvJitLinkAddFile, version, nvJitLinkResult, nvJitLinkHandle, nvJitLinkInputType, const char *) \
	ALIAS(nvJitLinkComplete, version, nvJitLinkResult, nvJitLinkHandle) \
	ALIAS(nvJitLinkGetLinkedCubinSize, version, nvJitLinkResult, nvJitLinkHandle, size_t *) \
	ALIAS(nvJitLinkGetLinkedCubin, version, nvJitLinkResult, nvJitLinkHandle, void *) \
	ALIAS(nvJitLinkGetLinkedPtxSize, version, nvJitLinkResult, nvJitLinkHandle, size_t *) \
	ALIAS(nvJitLinkGetLinkedPtx, version, nvJitLinkResult, nvJitLinkHandle, char *) \
	ALIAS(nvJitLinkGetErrorLogSize, version, nvJitLinkResult, nvJitLinkHandle, size_t *) \
	ALIAS(nvJitLinkGetErrorLog, version, nvJitLinkResult, nvJitLinkHandle, char *) \
	ALIAS(nvJitLinkGetInfoLogSize, version, nvJitLinkResult, nvJitLinkHandle, size_t *) \
	ALIAS(nvJitLinkGetInfoLog, version, nvJitLinkResult, nvJitLinkHandle, char *)
ALIASES(12_0) ALIASES(12_1) ALIASES(12_2) ALIASES(12_3) ALIASES(12_4) ALIASES(12_5) ALIASES(12_6) ALIASES(12_8) ALIASES(12_9) ALIASES(13_0)
