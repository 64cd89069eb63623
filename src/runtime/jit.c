// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler is a library of its own, opened when the first fat binary turns up that has no image
// for this machine, so programs neither link LLVM nor pay for it.  It is looked for beside this
// library first (the installed layout), then as the dynamic linker finds it.
#include "jit.h"

#include <pthread.h>
#include <stdlib.h>

#include "../base/log.h"
#include "../base/os.h"
#include "../base/str.h"
#include "../compiler/compiler.h"

static aw_status (*run)(const struct aw_compiler_request *, struct aw_str *);
static pthread_once_t looked = PTHREAD_ONCE_INIT;

static void *open_beside(void)
{
	char *self = aw_os_path_of((const void *)aw_jit_compile);
	char *directory = self ? aw_os_dirname(self) : NULL;
	char *path = directory ? aw_format("%s/%s", directory, AW_COMPILER_LIBRARY) : NULL;
	void *library = path ? aw_os_library_open(path) : NULL;
	free(path);
	free(directory);
	free(self);
	return library;
}

static void open_compiler(void)
{
	const char *override = getenv("ANYWARP_COMPILER");
	void *library = override && *override ? aw_os_library_open(override) : open_beside();
	if (!library)
		library = aw_os_library_open(AW_COMPILER_LIBRARY);
	if (!library) {
		aw_error("jit", "the compiler can't be opened: %s", aw_os_library_error());
		return;
	}
	*(void **)&run = aw_os_library_symbol(library, "aw_compiler_run");
}

static void tell(void *user, int severity, const char *file, unsigned line, const char *text)
{
	(void)user;
	aw_log(severity == 2 ? AW_LOG_ERROR : AW_LOG_INFO, "jit", "%s:%u: %s", file ? file : "", line, text);
}

aw_status aw_jit_compile(const struct aw_fatbin_header *fatbin, const char *target, char **result)
{
	if (!aw_fatbin_find(fatbin, AW_FATBIN_BITCODE, NULL)) {
		struct aw_str content = { 0 };
		aw_fatbin_describe(fatbin, &content);
		aw_error("jit", "a fat binary has no code for %s and no bitcode to make it of; it has: %s", target,
		         content.text ? content.text : "nothing");
		aw_str_finish(&content);
		return AW_NO_KERNEL_IMAGE;
	}
	pthread_once(&looked, open_compiler);
	if (!run)
		return AW_JIT_COMPILER_NOT_FOUND;
	const char *targets[] = { target, NULL };
	struct aw_compiler_input input = { "registered fat binary", fatbin, (size_t)fatbin->total_size };
	struct aw_compiler_request request = { .inputs = &input,
		                               .input_count = 1,
		                               .output = AW_COMPILER_FATBIN,
		                               .cpu_targets = targets,
		                               .opt_level = 3,
		                               .contract = true,
		                               .message = tell };
	struct aw_str output = { 0 };
	aw_info("jit", "compiling a fat binary for %s", target);
	aw_status status = run(&request, &output);
	if (status == AW_OK) {
		*result = aw_str_take(&output);
		return *result ? AW_OK : AW_NO_MEMORY;
	}
	aw_str_finish(&output);
	return status;
}
