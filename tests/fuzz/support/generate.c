// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// generate [-d ID[a|b|c]]... [-n] [-s] [-t] FIRST COUNT BASE
//
// Writes programs FIRST to FIRST + COUNT - 1 as CUDA to BASE.cu and as C to BASE.c; both print a line for
// each program and launch.  Equal numbers give equal programs.  -d leaves out a part, or puts its child a,
// b or c in its place; -n prints the numbers of all parts instead; -s is for GPUs, whose warps need not run
// in step; with -t all programs are made of turns (grow_turns.c).
#include <stdlib.h>
#include <unistd.h>

#include "tree.h"

static FILE *open_file(const char *base, const char *suffix)
{
	FILE *file = fopen(fuzz_format("%s%s", base, suffix), "w");
	if (!file) {
		perror(base);
		exit(2);
	}
	return file;
}

static void write_files(const struct program *const *programs, int count, const char *base)
{
	FILE *cuda = open_file(base, ".cu"), *host = open_file(base, ".c");
	fprintf(cuda, "#include \"fuzz/support/device.h\"\n\n");
	fprintf(host, "#include \"fuzz/support/host.h\"\n\n");
	for (int i = 0; i < count; i++) {
		print_cuda(cuda, programs[i]);
		print_host(host, programs[i]);
	}
	print_programs(cuda, programs, count);
	print_programs(host, programs, count);
	if (fclose(cuda) | fclose(host))
		exit(2);
}

int main(int argc, char **argv)
{
	bool only_nodes = false, only_turns = false;
	for (int option; (option = getopt(argc, argv, "d:nst")) != -1;) {
		char *end;
		if (option == 'n')
			only_nodes = true;
		else if (option == 't')
			only_turns = true;
		else if (option == 's')
			print_strict();
		else if (option == 'd') {
			int id = (int)strtol(optarg, &end, 10);
			print_drop(id, *end ? *end - 'a' : -1);
		} else
			return 2;
	}
	if (argc - optind < 2 + !only_nodes) {
		fprintf(stderr, "usage: generate [-d ID[a|b|c]]... [-n] [-s] [-t] FIRST COUNT BASE\n");
		return 2;
	}
	int first = atoi(argv[optind]), count = atoi(argv[optind + 1]);
	const struct program **programs = fuzz_allocate((size_t)count * sizeof(*programs));
	for (int i = 0; i < count; i++) {
		struct program *program = fuzz_allocate(sizeof(*program));
		program_grow(program, first + i, only_turns);
		programs[i] = program;
	}
	if (only_nodes)
		print_nodes(stdout, programs[0]);
	else
		write_files(programs, count, argv[optind + 2]);
	return 0;
}
