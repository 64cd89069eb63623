// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "timing.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "../base/os.h"
#include "text.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct aw_words rows;

void aw_timing_add(const char *input, const char *step, uint64_t start)
{
	double milliseconds = (double)(aw_os_now() - start) / 1e6;
	const char *row = aw_text("%s,%s,%.3f,ms", input, step, milliseconds);
	pthread_mutex_lock(&lock);
	aw_words_add(&rows, row);
	pthread_mutex_unlock(&lock);
}

void aw_timing_write(const char *path)
{
	bool to_stdout = !strcmp(path, "-");
	FILE *file = to_stdout ? stdout : fopen(path, "a");
	if (!file) {
		aw_warning("Could not open file '%s' for --time", path);
		return;
	}
	fseek(file, 0, SEEK_END);
	if (to_stdout || ftell(file) == 0)
		fputs("source file,phase,time,unit\n", file);
	for (size_t i = 0; i < rows.count; i++)
		fprintf(file, "%s\n", rows.items[i]);
	if (!to_stdout)
		fclose(file);
	aw_words_finish(&rows);
}
