// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linking itself is lld's work, as a process of its own: it takes 15 ms, and linking lld into this
// library would bring a second copy of much of LLVM.
#include "elf_link.h"

#include <assert.h>
#include <stdlib.h>

#include "../../base/log.h"
#include "../../base/os.h"
#include "code_parts.h"

static char *find_linker(void)
{
	static const char *const names[] = { "ld.lld-19", "/usr/lib/llvm-19/bin/ld.lld", "ld.lld", "ld" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *path = aw_os_find_program(names[i]);
		if (path)
			return path;
	}
	aw_error("compiler", "no linker found: install lld-19");
	return NULL;
}

// The libm that the image says it needs; without one here the loader takes what the program has.
static const char *find_libm(enum aw_machine machine)
{
	static const struct {
		enum aw_machine machine;
		const char *path;
	} places[] = {
		{ AW_MACHINE_X86_64, "/lib/x86_64-linux-gnu/libm.so.6" },
		{ AW_MACHINE_X86_64, "/lib64/libm.so.6" },
		{ AW_MACHINE_AARCH64, "/lib/aarch64-linux-gnu/libm.so.6" },
		{ AW_MACHINE_AARCH64, "/usr/aarch64-linux-gnu/lib/libm.so.6" },
	};
	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (places[i].machine == machine && aw_os_is_file(places[i].path))
			return places[i].path;
	return NULL;
}

// Links COUNT files whose names are OBJECTS.
static aw_status run_linker(enum aw_machine machine, char *const *objects, unsigned count, char *image)
{
	enum { MOST = AW_MOST_CODE_PARTS + 16 };
	char *linker = find_linker();
	if (!linker)
		return AW_FILE_NOT_FOUND;
	char *arguments[MOST] = {
		linker, "-shared", "--hash-style=gnu", "-Bsymbolic", "-z", "noexecstack", "--build-id=none", "--as-needed", "-o", image,
	};
	unsigned end = 0;
	while (arguments[end])
		end++;
	for (unsigned i = 0; i < count; i++)
		arguments[end++] = objects[i];
	arguments[end] = (char *)find_libm(machine);
	assert(end + 1 < MOST);
	int process = 0, code = 1;
	aw_status status = aw_os_spawn(arguments, &process);
	if (status == AW_OK)
		status = aw_os_wait(process, &code);
	if (status == AW_OK && code != 0) {
		aw_error("compiler", "%s failed with exit code %d", linker, code);
		status = AW_OPERATING_SYSTEM;
	}
	free(linker);
	return status;
}

static aw_status write_objects(const struct aw_code *code, const char *directory, char **paths)
{
	aw_status status = AW_OK;
	for (unsigned i = 0; i < code->count && status == AW_OK; i++) {
		paths[i] = i ? aw_format("%s/device.%u.o", directory, i) : aw_format("%s/device.o", directory);
		status = !paths[i] ? AW_NO_MEMORY
		                   : aw_os_write_file(paths[i], LLVMGetBufferStart(code->objects[i]), LLVMGetBufferSize(code->objects[i]));
	}
	return status;
}

aw_status aw_elf_link(enum aw_machine machine, const struct aw_code *code, struct aw_str *image)
{
	char *directory = NULL, *linked = NULL, *objects[AW_MOST_CODE_PARTS] = { 0 };
	size_t linked_size = 0;
	aw_status status = aw_os_make_temp_dir(&directory);
	if (status != AW_OK)
		return status;
	char *image_path = aw_format("%s/device.so", directory);
	status = image_path ? write_objects(code, directory, objects) : AW_NO_MEMORY;
	if (status == AW_OK)
		status = run_linker(machine, objects, code->count, image_path);
	if (status == AW_OK)
		status = aw_os_read_file(image_path, &linked, &linked_size);
	if (status == AW_OK)
		aw_str_add_bytes(image, linked, linked_size);
	free(linked);
	for (unsigned i = 0; i < code->count; i++)
		free(objects[i]);
	free(image_path);
	aw_os_remove_tree(directory);
	free(directory);
	return status == AW_OK && image->failed ? AW_NO_MEMORY : status;
}
