// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_compiler.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/os.h"

typedef aw_status (*run_function)(const struct aw_compiler_request *, struct aw_str *);

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static const struct aw_paths *installation;
static run_function run;
static pthread_t opener;
static bool opening;

static void open_library(void)
{
	const char *named = getenv("ANYWARP_COMPILER");
	const char *path = named && *named ? named : aw_text("%s/" AW_COMPILER_LIBRARY, installation->lib);
	void *library = aw_os_library_open(path);
	if (!library) {
		aw_fatal("Could not open the device compiler: %s", aw_os_library_error());
		return;
	}
	run = (run_function)aw_os_library_symbol(library, "aw_compiler_run");
	if (!run)
		aw_fatal("The device compiler is damaged: %s", aw_os_library_error());
}

static void *open_early(void *unused)
{
	(void)unused;
	pthread_once(&opened, open_library);
	return NULL;
}

void aw_device_prepare(const struct aw_paths *paths)
{
	installation = paths;
	opening = pthread_create(&opener, NULL, open_early, NULL) == 0;
}

void aw_device_finish(void)
{
	if (opening)
		pthread_join(opener, NULL);
	opening = false;
}

static void add_message(void *user, int severity, const char *file, unsigned line, const char *text)
{
	static const char *const names[] = { "note: ", "warning: ", "error: " };
	struct aw_str *messages = user;
	if (file && *file)
		aw_str_format(messages, "%s:%u: ", file, line);
	// Lines without a place, such as those of --resource-usage, are complete in themselves.
	bool bare = severity == 0 && !(file && *file);
	aw_str_format(messages, "%s%s\n", bare ? "" : names[severity < 0 || severity > 2 ? 2 : severity], text);
}

// -O of the device compiler: 3, or what -Xptxas says, and 0 with -G unless -dopt=on.
static int opt_level(const struct aw_options *options)
{
	const struct aw_words *words = aw_option_list(options, AW_OPTION_XPTXAS);
	int level = 3;
	if (aw_option_given(options, AW_OPTION_DEVICE_DEBUG) && !aw_option_given(options, AW_OPTION_DOPT))
		return 0;
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->items[i];
		const char *number = aw_starts_with(word, "-O") ? word + 2 :
		                     aw_starts_with(word, "--opt-level=") ? word + strlen("--opt-level=") : "";
		if (*number >= '0' && *number <= '9')
			level = *number > '3' ? 3 : *number - '0';
	}
	return level;
}

static bool wants_usage(const struct aw_options *options)
{
	const struct aw_words *words = aw_option_list(options, AW_OPTION_XPTXAS);
	return aw_option_given(options, AW_OPTION_RESOURCE_USAGE) || aw_words_have(words, "-v") ||
	       aw_words_have(words, "--verbose");
}

// The file of --libdevice; "toolkit" searches one.  False, and told, when there is none.
static bool find_libdevice(const struct aw_options *options, const char **found)
{
	const char *asked = aw_option_value(options, AW_OPTION_LIBDEVICE, NULL), *file = asked;
	const char *homes[] = { getenv("CUDA_HOME"), getenv("CUDA_PATH"), "/usr/local/cuda" };
	bool toolkit = asked && !strcmp(asked, "toolkit");
	for (size_t i = 0; toolkit && i < sizeof(homes) / sizeof(*homes); i++) {
		file = homes[i] ? aw_text("%s/nvvm/libdevice/libdevice.10.bc", homes[i]) : NULL;
		toolkit = !file || access(file, R_OK) != 0;
	}
	*found = file;
	if (!asked || (!toolkit && access(file, R_OK) == 0))
		return true;
	aw_fatal("--libdevice=%s: there is no such file", asked);
	return false;
}

static const char *keep_prefix(const struct aw_plan *plan, const char *name)
{
	const struct aw_options *options = plan->source.options;
	bool keep = aw_option_given(options, AW_OPTION_KEEP) || aw_option_given(options, AW_OPTION_KEEP_DIR) ||
	            aw_option_given(options, AW_OPTION_SAVE_TEMPS);
	return keep ? aw_text("%s/%s", plan->work, aw_text_stem(name)) : NULL;
}

// Whether a program loads what is made and asks it for names.
static bool is_module(const struct aw_plan *plan)
{
	bool alone = plan->phase == AW_PHASE_PTX || plan->phase == AW_PHASE_CUBIN || plan->phase == AW_PHASE_FATBIN;
	return alone && !plan->source.rdc;
}

aw_status aw_device_compile(const struct aw_plan *plan, const struct aw_compiler_input *inputs, size_t count,
                            enum aw_compiler_output output, struct aw_str *result, struct aw_str *messages)
{
	const struct aw_options *options = plan->source.options;
	installation = plan->source.paths;
	pthread_once(&opened, open_library);
	const char *libdevice;
	if (!run || !find_libdevice(options, &libdevice))
		return AW_FILE_NOT_FOUND;
	struct aw_words cpu_targets = { 0 };
	aw_words_add_all(&cpu_targets, &plan->cpu_targets);
	aw_words_add(&cpu_targets, NULL);
	struct aw_words ptx_targets = { 0 };
	if (output == AW_COMPILER_PTX || !plan->without_ptx)
		aw_words_add_all(&ptx_targets, &plan->arch.ptx_targets);
	aw_words_add(&ptx_targets, NULL);
	bool fast = aw_option_given(options, AW_OPTION_FAST_MATH);
	struct aw_compiler_request request = {
		.inputs = inputs,
		.input_count = count,
		.output = output,
		.cpu_targets = plan->cpu_targets.count ? cpu_targets.items : NULL,
		.ptx_targets = ptx_targets.items,
		.architecture = (unsigned)plan->arch.number,
		.library_path = aw_option_value(options, AW_OPTION_LIBDEVICE_DIRECTORY, NULL),
		.libdevice = libdevice,
		.opt_level = opt_level(options),
		.max_registers = (unsigned)atoi(aw_option_value(options, AW_OPTION_MAXRREGCOUNT, "0")),
		.debug = aw_option_given(options, AW_OPTION_DEVICE_DEBUG),
		.breakpoints = aw_option_given(options, AW_OPTION_DEBUG),
		.line_info = aw_option_given(options, AW_OPTION_LINE_INFO) || aw_option_given(options, AW_OPTION_DEBUG),
		.fast_math = fast,
		.flush_denormals = aw_option_bool(options, AW_OPTION_FTZ, fast),
		.contract = fast || aw_option_bool(options, AW_OPTION_FMAD, true),
		.named_statics = is_module(plan),
		.relocatable = plan->source.rdc && output == AW_COMPILER_PTX,
		.keep_bitcode = true,
		.report = plan->report,
		.resource_usage = wants_usage(options),
		.keep_prefix = keep_prefix(plan, inputs[0].name),
		.message = add_message,
		.message_user = messages,
	};
	aw_status status = run(&request, result);
	aw_words_finish(&cpu_targets);
	aw_words_finish(&ptx_targets);
	return status;
}
