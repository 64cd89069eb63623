// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --help, made from the table of options, and --version.
#include <stdio.h>
#include <string.h>

#include "arch.h"
#include "options.h"
#include "version.h"

static const char head[] =
	"\n"
	"Usage  : awcc [options] <inputfile>\n"
	"\n"
	"awcc compiles CUDA programs for the CPU and takes nvcc's command line.  What happens to a file\n"
	"follows from its suffix: .cu is CUDA C++; .c .cc .cpp .cxx .C .i .ii .s .S go to the host compiler;\n"
	".o .obj .a .so go to the linker.\n";

static const char tail[] =
	"\n"
	"Options of -Xanywarp\n"
	"====================\n"
	"\n"
	"--report                Say for each kernel how it was compiled.\n"
	"--cpu-arch=<cpu>        Make code for this CPU level, and with more such options for others too:\n"
	"                        x86-64, x86-64-v2, x86-64-v3, x86-64-v4, aarch64.\n"
	"--no-ptx                Leave PTX, the code for GPUs, out of the program.\n"
	"--link=<file>           Link this module of device code (LLVM's assembly or bitcode, PTX, a fat binary)\n"
	"                        with those that are compiled.\n"
	"--link-needed=<file>    The same with what they lack alone.\n"
	"\n";

static void print_section(const char *title)
{
	printf("\n%s\n", title);
	for (size_t i = strlen(title); i; i--)
		putchar('=');
	putchar('\n');
}

// Prints TEXT in lines of at most 80 columns, indented by eight.
static void print_wrapped(const char *text)
{
	int column = 0;
	while (*text) {
		int length = (int)strcspn(text, " ");
		if (column && column + 1 + length > 72) {
			putchar('\n');
			column = 0;
		}
		column += printf("%s%.*s", column ? " " : "        ", length, text) - (column ? 0 : 8);
		text += length;
		text += strspn(text, " ");
	}
	putchar('\n');
}

static void print_architectures(bool with_words)
{
	struct aw_str names = { 0 };
	aw_str_add(&names, with_words ? "Allowed values: 'all', 'all-major', 'native', " : "Allowed values: ");
	aw_arch_add_names(&names);
	print_wrapped(names.text);
	aw_str_finish(&names);
}

static void print_option(const struct aw_option_row *row)
{
	const char *name = aw_text("--%s %s", row->name, row->argument);
	printf("\n%-50s %s%s%s\n", name, *row->alias ? "(-" : "", row->alias, *row->alias ? ")" : "");
	print_wrapped(row->help);
	if (*row->allowed)
		print_wrapped(aw_text("Allowed values: %s", row->allowed));
	if (row == &aw_option_rows[AW_OPTION_ARCH] || row == &aw_option_rows[AW_OPTION_CODE])
		print_architectures(row == &aw_option_rows[AW_OPTION_ARCH]);
}

void aw_help_print(void)
{
	fputs(head, stdout);
#define AW_SECTION(title) print_section(title);
#define AW_OPTION(id, kind, name, alias, argument, allowed, help) print_option(&aw_option_rows[AW_OPTION_##id]);
#include "options.def"
#undef AW_OPTION
#undef AW_SECTION
	fputs(tail, stdout);
}

// Programs look for "nvcc: NVIDIA (R) Cuda compiler driver" (CMake does), "release X.Y" and "VX.Y.Z".
void aw_version_print(void)
{
	printf("Anywarp " AW_VERSION ", an open implementation of the CUDA platform, on LLVM 19\n"
	       "awcc, which takes the place of nvcc: NVIDIA (R) Cuda compiler driver\n"
	       "Cuda compilation tools, release %d.%d, V%d.%d.%d\n"
	       "Build cuda_%d.%d.r%d.%d/anywarp." AW_VERSION "\n",
	       AW_CUDA_MAJOR, AW_CUDA_MINOR, AW_CUDA_MAJOR, AW_CUDA_MINOR, AW_CUDA_BUILD, AW_CUDA_MAJOR,
	       AW_CUDA_MINOR, AW_CUDA_MAJOR, AW_CUDA_MINOR);
}
