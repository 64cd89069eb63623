// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linking itself is lld's work, as a process of its own: it takes 15 ms, and linking lld into this
// library would bring a second copy of much of LLVM.
#include "elf_link.h"

#include <stdlib.h>

#include "../../base/log.h"
#include "../../base/os.h"

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

static aw_status run_linker(enum aw_machine machine, const char *object, const char *image)
{
	char *linker = find_linker();
	if (!linker)
		return AW_FILE_NOT_FOUND;
	char *const arguments[] = {
		linker, "-shared", "--hash-style=gnu", "-Bsymbolic", "-z", "noexecstack", "--build-id=none", "--as-needed",
		"-o", (char *)image, (char *)object, (char *)find_libm(machine), NULL,
	};
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

aw_status aw_elf_link(enum aw_machine machine, const void *object, size_t size, struct aw_str *image)
{
	char *directory = NULL, *linked = NULL;
	size_t linked_size = 0;
	aw_status status = aw_os_make_temp_dir(&directory);
	if (status != AW_OK)
		return status;
	char *object_path = aw_format("%s/device.o", directory), *image_path = aw_format("%s/device.so", directory);
	status = object_path && image_path ? AW_OK : AW_NO_MEMORY;
	if (status == AW_OK)
		status = aw_os_write_file(object_path, object, size);
	if (status == AW_OK)
		status = run_linker(machine, object_path, image_path);
	if (status == AW_OK)
		status = aw_os_read_file(image_path, &linked, &linked_size);
	if (status == AW_OK)
		aw_str_add_bytes(image, linked, linked_size);
	free(linked);
	free(object_path);
	free(image_path);
	aw_os_remove_tree(directory);
	free(directory);
	return status == AW_OK && image->failed ? AW_NO_MEMORY : status;
}
