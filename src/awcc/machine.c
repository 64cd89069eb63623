// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "machine.h"

#include <string.h>
#include <sys/utsname.h>

#include "text.h"

static const struct aw_machine machines[] = {
	{ "x86_64", "x86_64-linux-gnu", "x86_64-linux", "x86-64-v3", false },
	{ "aarch64", "aarch64-linux-gnu", "aarch64-linux", "aarch64", true },
	{ "aarch64", "aarch64-linux-gnu", "sbsa-linux", "aarch64", true }, // the toolkit's other name, for servers
};

enum { COUNT = sizeof(machines) / sizeof(machines[0]) };

static const struct aw_machine *in_directory(const char *directory)
{
	for (int i = 0; i < COUNT; i++)
		if (!strcmp(machines[i].directory, directory))
			return &machines[i];
	return NULL;
}

// The machine of a cross compiler by its name, "aarch64-linux-gnu-g++-12"; NULL: it doesn't say.
static const struct aw_machine *of_compiler(const char *path)
{
	const char *base = aw_text_base(path);
	for (int i = 0; i < COUNT; i++) {
		size_t length = strlen(machines[i].name);
		if (!strncmp(base, machines[i].name, length) && base[length] == '-')
			return &machines[i];
	}
	return NULL;
}

static bool is_this(const struct aw_machine *machine)
{
	struct utsname system;
	return uname(&system) == 0 && !strcmp(system.machine, machine->name);
}

bool aw_machine_find(const struct aw_options *options, const char *host_compiler, const struct aw_machine **machine)
{
	const char *directory = aw_option_value(options, AW_OPTION_TARGET_DIRECTORY, NULL);
	const struct aw_machine *found = host_compiler ? of_compiler(host_compiler) : NULL;
	if (directory) {
		const struct aw_machine *named = in_directory(directory);
		if (!named || (found && strcmp(found->name, named->name))) {
			aw_fatal(named ? "The host compiler of -ccbin is not one for target directory '%s'" :
			                 "Target directory '%s' is not supported", directory);
			return false;
		}
		found = named;
	}
	*machine = found && !is_this(found) ? found : NULL;
	return true;
}
