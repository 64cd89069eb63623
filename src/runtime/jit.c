// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler is a library of its own, opened when the first fat binary turns up that has no image
// for this machine, so programs neither link LLVM nor pay for it.  It is looked for beside this
// library first (the installed layout), then as the dynamic linker finds it.  What it made is kept in the disk
// cache, so that the next run needs no compiler.
#include "jit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/cache.h"
#include "../base/log.h"
#include "../base/os.h"
#include "../base/str.h"
#include "../compiler/compiler.h"

static aw_status (*run)(const struct aw_compiler_request *, struct aw_str *);
static pthread_once_t looked = PTHREAD_ONCE_INIT;

// The compiler in a directory, in new memory; NULL when it is not there.
static char *compiler_in(const char *directory, size_t length)
{
	char *path = length ? aw_format("%.*s/%s", (int)length, directory, AW_COMPILER_LIBRARY) : NULL;
	if (path && aw_os_is_file(path))
		return path;
	free(path);
	return NULL;
}

// Where the compiler is, in new memory; NULL when only the dynamic linker may know.
static char *compiler_path(void)
{
	const char *override = getenv("ANYWARP_COMPILER"), *at = getenv("LD_LIBRARY_PATH");
	if (override && *override)
		return aw_format("%s", override);
	char *self = aw_os_path_of((const void *)aw_jit_compile);
	char *directory = self ? aw_os_dirname(self) : NULL;
	char *path = directory ? compiler_in(directory, strlen(directory)) : NULL;
	for (size_t length; !path && at && *at; at += length + (at[length] == ':')) {
		length = strcspn(at, ":");
		path = compiler_in(at, length);
	}
	free(directory);
	free(self);
	return path;
}

static void open_compiler(void)
{
	char *path = compiler_path();
	void *library = path ? aw_os_library_open(path) : NULL;
	free(path);
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

static bool is_ptx_target(const char *target)
{
	return aw_starts_with(target, "sm_");
}

static aw_status compile(const struct aw_fatbin_header *fatbin, const char *target, struct aw_str *output)
{
	pthread_once(&looked, open_compiler);
	if (!run)
		return AW_JIT_COMPILER_NOT_FOUND;
	const char *targets[] = { target, NULL };
	struct aw_compiler_input input = { "registered fat binary", fatbin, (size_t)fatbin->total_size };
	bool ptx = is_ptx_target(target);
	struct aw_compiler_request request = { .inputs = &input,
		                               .input_count = 1,
		                               .output = AW_COMPILER_FATBIN,
		                               .cpu_targets = targets + ptx, // none, when it is for a GPU
		                               .ptx_targets = ptx ? targets : NULL,
		                               .opt_level = 3,
		                               .contract = true,
		                               .message = tell };
	aw_info("jit", "compiling a fat binary for %s", target);
	return run(&request, output);
}

aw_status aw_jit_link(const struct aw_jit_input *inputs, size_t count, struct aw_str *result)
{
	pthread_once(&looked, open_compiler);
	struct aw_compiler_input *taken = run ? calloc(count, sizeof(*taken)) : NULL;
	if (!taken)
		return run ? AW_NO_MEMORY : AW_JIT_COMPILER_NOT_FOUND;
	for (size_t i = 0; i < count; i++)
		taken[i] = (struct aw_compiler_input){ .name = inputs[i].name, .data = inputs[i].data, .size = inputs[i].size };
	struct aw_compiler_request request = { .inputs = taken,
		                               .input_count = count,
		                               .output = AW_COMPILER_RELOCATABLE,
		                               .opt_level = 3,
		                               .contract = true,
		                               .message = tell };
	aw_info("jit", "linking %zu modules", count);
	aw_status status = run(&request, result);
	free(taken);
	return status;
}

// --- the cache of results ---

// Another build of the compiler or its libraries makes other code.
static bool add_file(struct aw_sha256 *hash, const char *path)
{
	struct stat info;
	if (stat(path, &info) != 0)
		return false;
	uint64_t facts[] = { (uint64_t)info.st_size, (uint64_t)info.st_ino, (uint64_t)info.st_mtim.tv_sec,
		                 (uint64_t)info.st_mtim.tv_nsec };
	aw_sha256_add(hash, facts, sizeof(facts));
	return true;
}

static bool add_library(struct aw_sha256 *hash, const char *directory, const char *name)
{
	char *path = aw_format("%s/anywarp/%s", directory, name);
	bool good = path && add_file(hash, path);
	free(path);
	return good;
}

// The name of the result: a hash of all that it depends on.  False when the result must not be kept.
static bool key_of(const struct aw_fatbin_header *fatbin, const char *target, unsigned char key[AW_SHA256_SIZE])
{
	static const char *const looking_on[] = { "ANYWARP_DUMP", "ANYWARP_SKIP" };
	for (size_t i = 0; i < sizeof(looking_on) / sizeof(*looking_on); i++)
		if (getenv(looking_on[i]))
			return false;
	char *path = compiler_path();
	if (!path) {
		pthread_once(&looked, open_compiler);
		path = run ? aw_os_path_of(*(void **)&run) : NULL;
	}
	char *directory = path ? aw_os_dirname(path) : NULL;
	struct aw_sha256 hash;
	aw_sha256_start(&hash);
	aw_sha256_add_text(&hash, "fat binary -O3 -fmad=true for");
	aw_sha256_add_text(&hash, target);
	const char *width = getenv("ANYWARP_SIMD_WIDTH");
	aw_sha256_add_text(&hash, width ? width : "");
	const char *support = is_ptx_target(target)           ? "ptx.bc"
	                      : aw_starts_with(target, "x86-64") ? "cpu-x86_64.bc"
	                                                         : "cpu-aarch64.bc";
	bool good = directory && add_file(&hash, path) && add_library(&hash, directory, support) &&
	            add_library(&hash, directory, "devlib.bc");
	for (uint32_t i = 0; good && i < fatbin->entry_count; i++) {
		const struct aw_fatbin_entry *entry = aw_fatbin_entry_at(fatbin, i);
		if (entry->kind == AW_FATBIN_CPU_IMAGE)
			continue;
		aw_sha256_add(&hash, entry, sizeof(*entry));
		aw_sha256_add(&hash, aw_fatbin_payload(fatbin, entry), entry->size);
	}
	free(directory);
	free(path);
	aw_sha256_end(&hash, key);
	return good;
}

static bool find_result(const unsigned char key[AW_SHA256_SIZE], char **result)
{
	const struct aw_fatbin_header *header;
	size_t size;
	if (!aw_cache_get(key, result, &size))
		return false;
	if (size > 0 && aw_fatbin_open(*result, size, &header) == AW_OK) {
		aw_info("jit", "code that was compiled before, %zu bytes", size);
		return true;
	}
	free(*result);
	*result = NULL;
	return false;
}

// Bitcode, or PTX alone: what programs load as text.  PTX beside images was made for GPUs.
static bool is_source(const struct aw_fatbin_header *fatbin)
{
	return aw_fatbin_find(fatbin, AW_FATBIN_BITCODE, NULL) ||
	       (aw_fatbin_find(fatbin, AW_FATBIN_PTX, NULL) && !aw_fatbin_find(fatbin, AW_FATBIN_CPU_IMAGE, NULL));
}

aw_status aw_jit_compile(const struct aw_fatbin_header *fatbin, const char *target, char **result)
{
	unsigned char key[AW_SHA256_SIZE];
	if (!is_source(fatbin)) {
		struct aw_str content = { 0 };
		aw_fatbin_describe(fatbin, &content);
		aw_error("jit", "a fat binary has no code for %s and no bitcode to make it of; it has: %s", target,
		         content.text ? content.text : "nothing");
		aw_str_finish(&content);
		return AW_NO_KERNEL_IMAGE;
	}
	bool may_keep = key_of(fatbin, target, key);
	if (may_keep && find_result(key, result))
		return AW_OK;
	struct aw_str output = { 0 };
	aw_status status = compile(fatbin, target, &output);
	if (status == AW_OK && may_keep && !output.failed)
		aw_cache_put(key, output.text, output.length);
	if (status == AW_OK) {
		*result = aw_str_take(&output);
		return *result ? AW_OK : AW_NO_MEMORY;
	}
	aw_str_finish(&output);
	return status;
}
