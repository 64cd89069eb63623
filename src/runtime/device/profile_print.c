// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of nvprof (Profiler User's Guide, "nvprof", Summary Mode and GPU-Trace Mode).  Of the trace's columns those are left
// out that nobody counts here: registers, static shared memory, contexts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../base/demangle.h"
#include "../../base/log.h"
#include "profile.h"

enum { TEXT = 32 };

// NUMBER as the largest of the units that is not above it, with five digits.
static const char *scaled(char text[TEXT], double number, const char *const *units, double step)
{
	while (number >= step && units[1]) {
		number /= step;
		units++;
	}
	int decimals = number < 10 ? 4 : number < 100 ? 3 : number < 1000 ? 2 : 1;
	snprintf(text, TEXT, "%.*f%s", decimals, number, *units);
	return text;
}

static const char *time_text(char text[TEXT], double nanoseconds)
{
	static const char *const units[] = { "us", "ms", "s", NULL };
	if (nanoseconds >= 1000)
		return scaled(text, nanoseconds / 1000, units, 1000);
	snprintf(text, TEXT, "%.0fns", nanoseconds);
	return text;
}

static const char *size_text(char text[TEXT], double bytes)
{
	static const char *const units[] = { "KB", "MB", "GB", NULL };
	if (bytes >= 1024)
		return scaled(text, bytes / 1024, units, 1024);
	snprintf(text, TEXT, "%.0fB", bytes);
	return text;
}

static void print_name(FILE *out, const char *name, bool quoted)
{
	char *plain = aw_demangle(name);
	fprintf(out, quoted ? "\"%s\"\n" : "%s\n", plain ? plain : name);
	free(plain);
}

// --- sums ---

static int by_total(const void *a, const void *b)
{
	const struct aw_profile_row *first = a, *second = b;
	return (first->total < second->total) - (first->total > second->total);
}

static void print_rows(FILE *out, const char *type, const struct aw_profile_row *rows, size_t count, bool csv)
{
	double total = 0;
	struct aw_profile_row *sorted = malloc((count + 1) * sizeof(*sorted));
	if (!sorted || !count) {
		free(sorted);
		return;
	}
	memcpy(sorted, rows, count * sizeof(*rows));
	qsort(sorted, count, sizeof(*sorted), by_total);
	for (size_t i = 0; i < count; i++)
		total += sorted[i].total;
	for (size_t i = 0; i < count; i++) {
		const struct aw_profile_row *row = &sorted[i];
		char time[TEXT], mean[TEXT], least[TEXT], most[TEXT];
		double percent = total > 0 ? 100 * row->total / total : 0, each = row->total / (double)row->count;
		if (csv)
			fprintf(out, "\"%.*s\",%.6f,%.6f,%llu,%.6f,%.6f,%.6f,", (int)strlen(type) - 1, type, percent, row->total / 1e6,
			        (unsigned long long)row->count, each / 1e6, row->least / 1e6, row->most / 1e6);
		else
			fprintf(out, "%16s%8.2f%%%10s%10llu%10s%10s%10s  ", i ? "" : type, percent, time_text(time, row->total),
			        (unsigned long long)row->count, time_text(mean, each), time_text(least, row->least), time_text(most, row->most));
		print_name(out, row->name, csv);
	}
	free(sorted);
}

static void print_summary(FILE *out, const struct aw_profile *profile, unsigned words)
{
	bool csv = words & AW_PROFILE_CSV;
	fprintf(out, "==%d== Profiling result:\n", (int)getpid());
	if (!(words & AW_PROFILE_CALLS) && !profile->row_count) {
		fprintf(out, "No kernels were profiled.\n");
		return;
	}
	if (csv)
		fprintf(out, "\"Type\",\"Time(%%)\",\"Time\",\"Calls\",\"Avg\",\"Min\",\"Max\",\"Name\"\n,%%,ms,,ms,ms,ms,\n");
	else
		fprintf(out, "%16s%9s%10s%10s%10s%10s%10s  Name\n", "Type", "Time(%)", "Time", "Calls", "Avg", "Min", "Max");
	if (words & AW_PROFILE_SUMMARY)
		print_rows(out, "GPU activities:", profile->rows, profile->row_count, csv);
	if (words & AW_PROFILE_CALLS)
		print_rows(out, "API calls:", profile->calls, profile->call_count, csv);
}

// --- the trace ---

static int by_begin(const void *a, const void *b)
{
	const struct aw_profile_work *first = a, *second = b;
	if (first->device != second->device)
		return first->device - second->device;
	return (first->begin > second->begin) - (first->begin < second->begin);
}

static void triple(char text[TEXT], const unsigned *numbers)
{
	if (numbers[0])
		snprintf(text, TEXT, "(%u %u %u)", numbers[0], numbers[1], numbers[2]);
	else
		snprintf(text, TEXT, "-");
}

static void print_work(FILE *out, const struct aw_profile_work *work)
{
	char begin[TEXT], time[TEXT], grid[TEXT], block[TEXT], shared[TEXT] = "-", size[TEXT] = "-", rate[TEXT] = "-", device[128];
	triple(grid, work->grid);
	triple(block, work->block);
	if (work->grid[0])
		size_text(shared, (double)work->shared);
	if (!work->grid[0]) {
		size_text(size, (double)work->bytes);
		size_text(rate, work->time > 0 ? (double)work->bytes * 1e9 / work->time : 0);
		strcat(rate, "/s");
	}
	snprintf(device, sizeof(device), "%.24s (%d)", work->device_name, work->device);
	fprintf(out, "%8s  %8s  %19s %15s %9s %9s %11s  %28s %9u  ", time_text(begin, work->begin), time_text(time, work->time), grid,
	        block, shared, size, rate, device, work->stream);
	print_name(out, work->name, false);
}

static void print_work_csv(FILE *out, const struct aw_profile_work *work)
{
	fprintf(out, "%.6f,%.6f,", work->begin / 1e6, work->time / 1e6);
	if (work->grid[0])
		fprintf(out, "%u,%u,%u,%u,%u,%u,%zu,,", work->grid[0], work->grid[1], work->grid[2], work->block[0], work->block[1],
		        work->block[2], work->shared);
	else
		fprintf(out, ",,,,,,,%zu,", work->bytes);
	fprintf(out, "\"%s (%d)\",%u,", work->device_name, work->device, work->stream);
	print_name(out, work->name, true);
}

static void print_trace(FILE *out, const struct aw_profile *profile, bool csv)
{
	struct aw_profile_work *sorted = malloc((profile->work_count + 1) * sizeof(*sorted));
	fprintf(out, "==%d== Profiling result:\n", (int)getpid());
	if (!profile->work_count)
		fprintf(out, "No kernels were profiled.\n");
	else if (csv)
		fprintf(out, "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block X\",\"Block Y\",\"Block Z\",\"Dynamic SMem\",\"Size\","
		             "\"Device\",\"Stream\",\"Name\"\nms,ms,,,,,,,B,B,,,\n");
	else
		fprintf(out, "%8s  %8s  %19s %15s %9s %9s %11s  %28s %9s  Name\n", "Start", "Duration", "Grid Size", "Block Size", "DSMem",
		        "Size", "Throughput", "Device", "Stream");
	if (sorted && profile->work_count) {
		memcpy(sorted, profile->works, profile->work_count * sizeof(*sorted));
		qsort(sorted, profile->work_count, sizeof(*sorted), by_begin);
		for (size_t i = 0; i < profile->work_count; i++)
			csv ? print_work_csv(out, &sorted[i]) : print_work(out, &sorted[i]);
	}
	free(sorted);
}

// The words of the process's command line, as far as they fit.
static void print_command(FILE *out)
{
	char words[1024];
	FILE *file = fopen("/proc/self/cmdline", "re");
	size_t size = file ? fread(words, 1, sizeof(words) - 1, file) : 0;
	if (file)
		fclose(file);
	for (size_t i = 0; i + 1 < size; i++)
		words[i] = words[i] ? words[i] : ' ';
	words[size] = 0;
	fprintf(out, "==%d== Profiling application: %s\n", (int)getpid(), words);
}

void aw_profile_print(const struct aw_profile *profile, unsigned words)
{
	const char *path = getenv("ANYWARP_PROFILE_FILE");
	FILE *file = path && *path ? fopen(path, "ae") : NULL, *out = file ? file : stderr;
	if (path && *path && !file)
		aw_error("profile", "'%s' can't be written to", path);
	fflush(stdout);
	print_command(out);
	if (words & AW_PROFILE_TRACE)
		print_trace(out, profile, words & AW_PROFILE_CSV);
	if (words & (AW_PROFILE_SUMMARY | AW_PROFILE_CALLS))
		print_summary(out, profile, words);
	if (file)
		fclose(file);
}
