// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of bandwidthTest.cu.
#ifndef AW_SAMPLES_BANDWIDTH_OPTIONS_H
#define AW_SAMPLES_BANDWIDTH_OPTIONS_H

#include <stdlib.h>
#include <string.h>

enum { HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE, DIRECTIONS };

static struct {
	const char *mode = "quick";
	bool pinned = true, write_combined = false, csv = false, wanted[DIRECTIONS] = { false };
	int first_device = 0, last_device = 0;
	size_t start = 1 << 10, end = 32000000, increment = 1 << 20;
} options;

// Whether ARGUMENT is the option NAME, with one dash or two; *VALUE is what stands behind its `=`.
static bool option(const char *argument, const char *name, const char **value)
{
	while (*argument == '-')
		argument++;
	size_t length = strlen(name);
	if (strncmp(argument, name, length) || (argument[length] && argument[length] != '='))
		return false;
	*value = argument[length] ? argument + length + 1 : "";
	return true;
}

static bool parse(int argc, char **argv, int devices)
{
	const char *value;
	bool all = true;
	for (int i = 1; i < argc; i++) {
		if (option(argv[i], "mode", &value)) options.mode = value;
		else if (option(argv[i], "memory", &value)) options.pinned = strcmp(value, "pageable") != 0;
		else if (option(argv[i], "htod", &value)) options.wanted[HOST_TO_DEVICE] = true, all = false;
		else if (option(argv[i], "dtoh", &value)) options.wanted[DEVICE_TO_HOST] = true, all = false;
		else if (option(argv[i], "dtod", &value)) options.wanted[DEVICE_TO_DEVICE] = true, all = false;
		else if (option(argv[i], "csv", &value)) options.csv = true;
		else if (option(argv[i], "wc", &value)) options.write_combined = true;
		else if (option(argv[i], "start", &value)) options.start = strtoull(value, NULL, 10);
		else if (option(argv[i], "end", &value)) options.end = strtoull(value, NULL, 10);
		else if (option(argv[i], "increment", &value)) options.increment = strtoull(value, NULL, 10);
		else if (option(argv[i], "device", &value) && !strcmp(value, "all")) options.last_device = devices - 1;
		else if (option(argv[i], "device", &value)) options.first_device = options.last_device = atoi(value);
		else return false;
	}
	for (int i = 0; all && i < DIRECTIONS; i++)
		options.wanted[i] = true;
	bool known = !strcmp(options.mode, "quick") || !strcmp(options.mode, "range") || !strcmp(options.mode, "shmoo");
	return known && options.first_device >= 0 && options.last_device < devices && options.increment && options.start && options.end;
}

#endif
