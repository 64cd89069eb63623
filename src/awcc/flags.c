// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From options to the flags of the tools.
//
// The device half is always compiled for the newest architecture clang knows well, unoptimised, with
// line tables: the language level the user asked for is only what __CUDA_ARCH__ says, and all
// optimisation is the device compiler's.  Both halves must see the same program, so everything that
// changes the meaning of the source (macros, headers, dialect) goes to both.
#include "flags.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/os.h"
#include "version.h"

// Flags of g++ that clang refuses; they only tune, so they are left out.  Each is a prefix.
static const char *const gcc_only[] = {
	"-fno-gnu-unique", "-fvar-tracking", "-fno-var-tracking", "-fconcepts", "-fabi-version", "-fipa-",
	"-fno-ipa-", "-ftree-", "-fno-tree-", "-mno-avx256-split", "-mavx256-split", "-fgnu-tm", "-fgraphite",
	"-floop-", "-fira-", "-fopt-info", "-fno-diagnostics-show-caret", "-fcilkplus", "-fext-numeric-literals",
	"-fno-enforce-eh-specs", "-fno-nonansi-builtins", "-frepo", "-fnothrow-opt", "-mpreferred-stack-boundary",
	"--param=", "-fcompare-debug", "-fsched-", "-fno-sched-", "-fno-reorder-functions", "-fsplit-loops",
	"-fversion-loops", "-fvect-cost-model", "-fsimd-cost-model", "-fno-lifetime-dse", "-flifetime-dse",
	"-fallow-store-data-races", "-fno-printf-return-value", "-fno-isolate-erroneous", "-fno-partial-inlining",
	"-fno-toplevel-reorder", "-fno-section-anchors", "-fno-guess-branch", "-fharden-", "-fimplicit-constexpr",
	"-fmodules-ts", "-fno-new-inheriting-ctors", "-fno-pretty-templates", "-fno-weak", "-fdump-", "-gstabs",
	"-wrapper", "-fno-canonical-system-headers", "-fno-extended-identifiers", "-fnew-abi-tags",
	"-mindirect-branch", "-mfunction-return",
};

// The flags of -Xcompiler that change the meaning of the source or which warnings are given.
static const char *const for_both_halves[] = {
	"-D", "-U", "-I", "-W", "-w", "-std=", "-include", "-isystem", "-iquote", "-idirafter", "-imacros",
	"-fsigned-char", "-funsigned-char", "-fno-signed-char", "-fno-unsigned-char", "-fshort-enums",
	"-fms-extensions", "-fpermissive", "-fexceptions", "-fno-exceptions", "-frtti", "-fno-rtti", "-pedantic",
	"-ansi", "-fconstexpr-", "-ftemplate-", "-fdelayed-template-parsing", "--sysroot=",
};

// Those of them whose value is the next word when it isn't joined.
static const char *const with_value[] = {
	"-D", "-U", "-I", "-include", "-isystem", "-iquote", "-idirafter", "-imacros",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool begins_with_one(const char *word, const char *const *prefixes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (aw_starts_with(word, prefixes[i]))
			return true;
	return false;
}

static bool is_one(const char *word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(word, words[i]))
			return true;
	return false;
}

static void add_each(struct aw_words *command, const char *flag, const struct aw_words *values)
{
	for (size_t i = 0; i < values->count; i++)
		aw_words_addf(command, "%s%s", flag, values->items[i]);
}

static void add_each_separate(struct aw_words *command, const char *flag, const struct aw_words *values)
{
	for (size_t i = 0; i < values->count; i++)
		aw_words_add_list(command, flag, values->items[i], NULL);
}

// Warnings that -Xcompiler -Werror makes no errors of.  For one thing these are what clang says by default, under -Wall or -Wextra and g++
// doesn't; for another what it says of declarations that only device code has a use for: nvcc's host compiler sees little of that.
// (Of what stands in the functions of the device nothing is said: refusals.h.)
static const char *const mere_host_warnings[] = {
	"unused-function", "unused-parameter", "unused-variable", "unused-const-variable", "unused-template",
	"unused-private-field", "unused-lambda-capture", "unused-member-function", "unneeded-internal-declaration",
	"unneeded-member-function", "undefined-internal", "undefined-inline", "undefined-var-template", "missing-braces",
	"defaulted-function-deleted", "mismatched-tags", "overloaded-virtual", "self-assign",
	"braced-scalar-init", "implicit-const-int-float-conversion", "implicit-int-float-conversion", "absolute-value",
	"string-plus-int", "tautological-compare", "sometimes-uninitialized", "for-loop-analysis", "pass-failed",
	"potentially-evaluated-expression", "instantiation-after-specialization", "infinite-recursion", "null-dereference",
	"bool-operation", "deprecated-builtins", "unknown-pragmas", "ignored-pragmas", "unknown-attributes", "ignored-attributes",
	"c++20-extensions",
};
// What g++ says under -Wall alone, and clang without it.
static const char *const all_host_warnings[] = {
	"format", "parentheses", "switch", "uninitialized", "unused-value", "comment", "unsequenced",
	"int-in-bool-context", "delete-non-abstract-non-virtual-dtor",
};

static void forgive(const char *const *warnings, size_t count, struct aw_words *command)
{
	for (size_t i = 0; i < count; i++)
		aw_words_addf(command, "-Wno-error=%s", warnings[i]);
}

// The -Xcompiler flags as the program that gets them understands them.
static void add_xcompiler(const struct aw_flags_source *source, bool to_clang, struct aw_words *command)
{
	const struct aw_words *flags = aw_option_list(source->options, AW_OPTION_XCOMPILER);
	for (size_t i = 0; i < flags->count; i++)
		if (!to_clang || !begins_with_one(flags->items[i], gcc_only, COUNT(gcc_only)))
			aw_words_add(command, flags->items[i]);
	if (!to_clang || !aw_words_have(flags, "-Werror"))
		return;
	forgive(mere_host_warnings, COUNT(mere_host_warnings), command);
	if (!aw_words_have(flags, "-Wall"))
		forgive(all_host_warnings, COUNT(all_host_warnings), command);
}

static void add_xcompiler_to_device(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_words *flags = aw_option_list(source->options, AW_OPTION_XCOMPILER);
	for (size_t i = 0; i < flags->count; i++) {
		const char *flag = flags->items[i];
		if (!strcmp(flag, "-fopenmp"))
			aw_words_add(command, "-D_OPENMP=201511"); // g++'s; from 201811 on omp.h wants OpenMP's own variants
		bool host_alone = aw_starts_with(flag, "-Wl,") || aw_starts_with(flag, "-Werror") || !strcmp(flag, "-pedantic-errors");
		if (host_alone || !begins_with_one(flag, for_both_halves, COUNT(for_both_halves)))
			continue;
		aw_words_add(command, flag);
		if (is_one(flag, with_value, COUNT(with_value)) && i + 1 < flags->count)
			aw_words_add(command, flags->items[++i]);
	}
}

static void add_version_macros(struct aw_words *command)
{
	aw_words_addf(command, "-D__CUDACC_VER_MAJOR__=%d", AW_CUDA_MAJOR);
	aw_words_addf(command, "-D__CUDACC_VER_MINOR__=%d", AW_CUDA_MINOR);
	aw_words_addf(command, "-D__CUDACC_VER_BUILD__=%d", AW_CUDA_BUILD);
	aw_words_addf(command, "-D__CUDA_API_VER_MAJOR__=%d", AW_CUDA_MAJOR);
	aw_words_addf(command, "-D__CUDA_API_VER_MINOR__=%d", AW_CUDA_MINOR);
	aw_words_add(command, "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1");
}

static bool per_thread_streams(const struct aw_options *options)
{
	return !strcmp(aw_option_value(options, AW_OPTION_DEFAULT_STREAM, "legacy"), "per-thread");
}

// Makefiles name the directories of the toolkit they were written for (-I/usr/local/cuda/include).  Where
// there is one, its headers and libraries must not come before ours, but what we don't have may be
// taken from there.
static bool is_other_toolkit(const char *directory, const char *file)
{
	return aw_os_is_file(aw_text("%s/%s", directory, file));
}

// Adds those of DIRECTORIES that hold FILE, or those that don't.
static void add_directories(struct aw_words *command, const char *flag, const struct aw_words *directories,
                            const char *file, bool with)
{
	for (size_t i = 0; i < directories->count; i++)
		if (is_other_toolkit(directories->items[i], file) == with)
			aw_words_addf(command, "%s%s", flag, directories->items[i]);
}

static void add_include_paths(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_words *paths = aw_option_list(source->options, AW_OPTION_INCLUDE_PATH);
	const struct aw_words *system = aw_option_list(source->options, AW_OPTION_SYSTEM_INCLUDE);
	add_directories(command, "-I", paths, "cuda_runtime.h", false);
	add_directories(command, "-isystem", system, "cuda_runtime.h", false);
	aw_words_addf(command, "-isystem%s", source->paths->include);
	aw_words_addf(command, "-isystem%s/anywarp/gcc_std", source->paths->include);
	add_directories(command, "-isystem", paths, "cuda_runtime.h", true);
	add_directories(command, "-isystem", system, "cuda_runtime.h", true);
}

static void add_machine(const struct aw_flags_source *source, struct aw_words *command)
{
	if (source->machine)
		aw_words_addf(command, "--target=%s", source->machine->triple);
}

static void add_dialect(const struct aw_flags_source *source, struct aw_words *command)
{
	const char *std = aw_option_value(source->options, AW_OPTION_STD, NULL);
	if (std)
		aw_words_addf(command, "-std=%s", std);
}

// Clang's headers and ours for device code need C++11, which C++03 is part of but for a few words.
static void add_cuda_dialect(const struct aw_flags_source *source, struct aw_words *command)
{
	const char *std = aw_option_value(source->options, AW_OPTION_STD, "");
	if (!strcmp(std, "c++03"))
		aw_words_add(command, "-std=c++11");
	else
		add_dialect(source, command);
}

// Macros and header paths: the same for every compiler.
static void add_source_flags(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	aw_words_add_all(command, &source->arch->macros);
	add_version_macros(command);
	if (per_thread_streams(options))
		aw_words_add(command, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
	add_each(command, "-D", aw_option_list(options, AW_OPTION_DEFINE));
	add_each(command, "-U", aw_option_list(options, AW_OPTION_UNDEFINE));
	add_include_paths(source, command);
}

// What clang takes for an error unless told otherwise, and nvcc with its host compiler only warns of: dim3 grid = { n, 1 },
// where n is signed, "%"PRId64, `return;` in a device function that is to return something, and in C what C99 has forbidden.
static const char *const mere_warning_names[] = {
	"c++11-narrowing", "register", "reserved-user-defined-literal", "implicit-function-declaration", "implicit-int",
	"int-conversion", "incompatible-function-pointer-types", "return-mismatch",
};

static void add_message_flags(const struct aw_flags_source *source, bool to_clang, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	const struct aw_words *werror = aw_option_list(options, AW_OPTION_WERROR);
	if (aw_option_given(options, AW_OPTION_NO_WARNINGS))
		aw_words_add(command, "-w");
	if (aw_option_given(options, AW_OPTION_WREORDER))
		aw_words_add(command, "-Wreorder");
	if (aw_option_given(options, AW_OPTION_WNO_DEPRECATED))
		aw_words_add(command, "-Wno-deprecated-declarations");
	if (aw_words_have(werror, "all-warnings"))
		aw_words_add(command, "-Werror");
	if (aw_words_have(werror, "reorder"))
		aw_words_add(command, "-Werror=reorder");
	if (aw_words_have(werror, "deprecated-declarations"))
		aw_words_add(command, "-Werror=deprecated-declarations");
	if (isatty(STDERR_FILENO))
		aw_words_add(command, "-fdiagnostics-color=always"); // messages pass through us, so tools can't tell
	if (!to_clang)
		return;
	aw_words_add_list(command, "-Qunused-arguments", "-Wno-unknown-warning-option", NULL);
	aw_words_add_list(command, "-Wno-c99-designator", "-Wno-vla-cxx-extension", "-Wno-invalid-constexpr",
	                  "-Wno-missing-template-arg-list-after-template-kw", "-Wno-cuda-compat",
	                  "-Wno-inconsistent-missing-override", "-Wno-static-float-init",
	                  "-Wno-undefined-var-template", NULL); // nvcc says nothing
	if (!aw_words_have(werror, "all-warnings"))
		for (size_t i = 0; i < COUNT(mere_warning_names); i++)
			aw_words_addf(command, "-Wno-error=%s", mere_warning_names[i]);
	if (aw_option_bool(options, AW_OPTION_BRIEF_DIAGNOSTICS, false))
		aw_words_add(command, "-fno-caret-diagnostics");
	int backtrace = aw_option_number(options, AW_OPTION_TEMPLATE_BACKTRACE, -1);
	if (backtrace >= 0)
		aw_words_addf(command, "-ftemplate-backtrace-limit=%d", backtrace);
}

static void add_code_flags(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	int level = aw_option_number(options, AW_OPTION_OPTIMIZE, -1);
	if (level >= 0)
		aw_words_addf(command, "-O%d", level > 3 ? 3 : level);
	if (aw_option_given(options, AW_OPTION_DEBUG))
		aw_words_add(command, "-g");
	if (aw_option_given(options, AW_OPTION_PROFILE))
		aw_words_add(command, "-pg");
	if (aw_option_given(options, AW_OPTION_NO_EXCEPTIONS))
		aw_words_add(command, "-fno-exceptions");
}

static void add_template_depth(const struct aw_flags_source *source, struct aw_words *command)
{
	int depth = aw_option_number(source->options, AW_OPTION_TEMPLATE_DEPTH, 0);
	if (depth > 0)
		aw_words_addf(command, "-ftemplate-depth=%d", depth);
}

// What nvcc defines for both halves of CUDA code beyond the macros of add_source_flags.
static void add_cuda_macros(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	bool fast = aw_option_given(options, AW_OPTION_FAST_MATH);
	aw_words_add_list(command, "-D__CUDACC__", "-D__NVCC__", NULL);
	if (source->rdc)
		aw_words_add(command, "-D__CUDACC_RDC__");
	if (aw_option_given(options, AW_OPTION_DEVICE_DEBUG))
		aw_words_add(command, "-D__CUDACC_DEBUG__");
	if (aw_option_given(options, AW_OPTION_EXTENDED_LAMBDA) ||
	    aw_option_given(options, AW_OPTION_EXPT_EXTENDED_LAMBDA))
		aw_words_add(command, "-D__CUDACC_EXTENDED_LAMBDA__");
	if (aw_option_given(options, AW_OPTION_RELAXED_CONSTEXPR))
		aw_words_add(command, "-D__CUDACC_RELAXED_CONSTEXPR__");
	aw_words_addf(command, "-D__CUDA_FTZ=%d", aw_option_bool(options, AW_OPTION_FTZ, fast));
	aw_words_addf(command, "-D__CUDA_PREC_DIV=%d", aw_option_bool(options, AW_OPTION_PREC_DIV, !fast));
	aw_words_addf(command, "-D__CUDA_PREC_SQRT=%d", aw_option_bool(options, AW_OPTION_PREC_SQRT, !fast));
	if (fast)
		aw_words_add(command, "-D__USE_FAST_MATH__");
}

static void add_cuda_front_end(const struct aw_flags_source *source, const char *half, struct aw_words *command)
{
	aw_words_add_list(command, source->paths->clang, "-x", "cuda", half, "--cuda-path=/nonexistent",
	                  "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang",
	                  "-target-sdk-version=12.5", NULL);
	// Traits of C++ headers are written with functions like any(...), which nobody calls.
	aw_words_add_list(command, "-Xclang", "-fcuda-allow-variadic-functions", NULL);
	add_machine(source, command);
	if (source->rdc)
		aw_words_add(command, "-fgpu-rdc");
	if (per_thread_streams(source->options)) // <<<...>>> calls cudaLaunchKernel_ptsz then
		aw_words_add_list(command, "-Xclang", "-fgpu-default-stream=per-thread", NULL);
	add_cuda_dialect(source, command);
	add_cuda_macros(source, command);
	add_source_flags(source, command);
	aw_words_add_all(command, &source->wrapped);
	aw_words_add_list(command, "-include", "cuda_runtime.h", NULL);
	add_each_separate(command, "-include", aw_option_list(source->options, AW_OPTION_INCLUDE_FILE));
	add_message_flags(source, true, command);
	add_template_depth(source, command);
}

void aw_flags_device(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	bool fast = aw_option_given(options, AW_OPTION_FAST_MATH);
	add_cuda_front_end(source, "--cuda-device-only", command);
	aw_words_addf(command, "-isystem%s/anywarp/device_std", source->paths->include);
	aw_words_add_list(command, "--cuda-gpu-arch=sm_90", "--cuda-feature=+ptx85", "-Wno-builtin-macro-redefined",
	                  "-U__CUDA_ARCH__", NULL);
	aw_words_addf(command, "-D__CUDA_ARCH__=%d", source->arch->number);
	// With lifetime markers a return from within a loop goes by way of the loop's usual end.
	aw_words_add_list(command, "-O2", "-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers", NULL);
	// Without the second option clang cuts debug information of optimised device code to directives.
	aw_words_add(command, aw_option_given(options, AW_OPTION_DEVICE_DEBUG) ? "-g" : "-gline-tables-only");
	aw_words_add(command, "--cuda-noopt-device-debug");
	if (fast)
		aw_words_add(command, "-fgpu-approx-transcendentals");
	if (aw_option_bool(options, AW_OPTION_FTZ, fast))
		aw_words_add(command, "-fgpu-flush-denormals-to-zero");
	if (source->machine && source->machine->unsigned_char) // the same on both sides
		aw_words_add(command, "-funsigned-char");
	bool contract = fast || aw_option_bool(options, AW_OPTION_FMAD, true);
	aw_words_add(command, contract ? "-ffp-contract=fast" : "-ffp-contract=off");
	add_xcompiler_to_device(source, command);
}

// Objects that gcc links with its own OpenMP library find LLVM's themselves.
static void add_openmp_entries(const struct aw_flags_source *source, struct aw_words *command)
{
	if (!aw_words_have(aw_option_list(source->options, AW_OPTION_XCOMPILER), "-fopenmp"))
		return;
	const char *library = source->machine ? NULL : aw_paths_openmp(source->paths);
	if (library)
		aw_words_addf(command, "-DAW_OPENMP_LIBRARY=\"%s\"", library);
	aw_words_add_list(command, "-include", "anywarp/openmp_library.h", NULL);
}

void aw_flags_host(const struct aw_flags_source *source, struct aw_words *command)
{
	add_cuda_front_end(source, "--cuda-host-only", command);
	add_openmp_entries(source, command);
	// Programs were made with nvcc and gcc, which seldom exploit that signed overflow is undefined; clang
	// does, for example where a host loop checks int squares up to i = 65536.
	aw_words_add(command, "-fwrapv");
	add_code_flags(source, command);
	add_xcompiler(source, true, command);
}

void aw_flags_plain(const struct aw_flags_source *source, const char *language, struct aw_words *command)
{
	aw_words_add(command, source->host_compiler);
	if (source->host_is_clang)
		add_machine(source, command);
	if (language)
		aw_words_add_list(command, "-x", language, NULL);
	if (!language || strcmp(language, "c")) // nvcc's dialects are all of C++
		add_dialect(source, command);
	aw_words_add(command, "-D__NVCC__");
	add_source_flags(source, command);
	add_each_separate(command, "-include", aw_option_list(source->options, AW_OPTION_INCLUDE_FILE));
	add_message_flags(source, source->host_is_clang, command);
	add_template_depth(source, command);
	add_code_flags(source, command);
	add_xcompiler(source, source->host_is_clang, command);
}

void aw_flags_link_head(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	bool own = source->host_compiler == source->paths->clang && source->paths->linker;
	aw_words_add(command, own ? source->paths->linker : source->host_compiler);
	if (source->host_is_clang && !own)
		aw_words_add(command, "--driver-mode=g++");
	if (source->host_is_clang) {
		aw_words_add(command, "-Qunused-arguments");
		add_machine(source, command);
	}
	if (source->host_is_clang && source->paths->has_lld) // clang notes what #pragma comment(lib) names, which gcc passes over
		aw_words_add_list(command, "-fuse-ld=lld", "-Wl,--no-dependent-libraries", NULL);
	add_code_flags(source, command);
	add_xcompiler(source, source->host_is_clang, command);
	if (aw_option_given(options, AW_OPTION_SHARED))
		aw_words_add(command, "-shared");
	if (aw_option_given(options, AW_OPTION_RELOCATABLE_LINK))
		aw_words_add(command, "-r");
}

// Whether FILE is one of our shared libraries, by whatever path: CMake gives the path with lib64.
static bool is_own_library(const struct aw_flags_source *source, const char *file)
{
	if (strcmp(aw_text_suffix(file), ".so"))
		return false;
	char *given = realpath(file, NULL);
	char *ours = realpath(aw_text("%s/%s", source->lib, aw_text_base(file)), NULL);
	bool same = given && ours && !strcmp(given, ours);
	free(given);
	free(ours);
	return same;
}

// Whether the user's -l or a file of the command line names one of our shared libraries.
static bool uses_own_library(const struct aw_flags_source *source, const struct aw_words *libraries)
{
	const struct aw_words *inputs = &source->options->inputs;
	for (size_t i = 0; i < libraries->count; i++)
		if (aw_os_is_file(aw_text("%s/lib%s.so", source->lib, libraries->items[i])))
			return true;
	for (size_t i = 0; i < inputs->count; i++)
		if (is_own_library(source, inputs->items[i]))
			return true;
	return false;
}

bool aw_flags_is_runtime(const char *library)
{
	static const char *const names[] = { "cuda", "cudart", "cudart_static", "cudadevrt" };
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(library, names[i]))
			return true;
	return false;
}

// The program's libraries, without those that come with the runtime anyway.
static void add_libraries(const struct aw_words *libraries, bool with_runtime, struct aw_words *command)
{
	for (size_t i = 0; i < libraries->count; i++)
		if (!with_runtime || !aw_flags_is_runtime(libraries->items[i]))
			aw_words_addf(command, "-l%s", libraries->items[i]);
}

// CUDA code is clang's and calls LLVM's OpenMP library, for which gcc links its own, as -lgomp does beside it.  LLVM's has all
// functions of both, so that where it comes first no thread is unknown to the other's.
static void add_openmp(const struct aw_flags_source *source, const struct aw_words *libraries, struct aw_words *command)
{
	const struct aw_words *flags = aw_option_list(source->options, AW_OPTION_XCOMPILER);
	bool wanted = aw_words_have(libraries, "gomp") || (!source->host_is_clang && aw_words_have(flags, "-fopenmp"));
	const char *library = wanted && !source->machine ? aw_paths_openmp(source->paths) : NULL;
	if (library)
		aw_words_add(command, library);
}

// The static runtime needs what Makefile's libcudart.so is linked with, and modules that the program opens find it by its table
// (src/runtime/join.c); a program linked to the shared one finds it by its run path, which LD_LIBRARY_PATH overrides.
void aw_flags_link_tail(const struct aw_flags_source *source, struct aw_words *command)
{
	const struct aw_options *options = source->options;
	const char *cudart = aw_option_value(options, AW_OPTION_CUDART, "static");
	const struct aw_words *directories = aw_option_list(options, AW_OPTION_LIBRARY_PATH);
	const struct aw_words *libraries = aw_option_list(options, AW_OPTION_LIBRARY);
	bool forward = aw_option_given(options, AW_OPTION_FORWARD_BOTH) ||
	               aw_option_given(options, AW_OPTION_FORWARD_LINKER);
	add_each_separate(command, "-Xlinker", aw_option_list(options, AW_OPTION_XLINKER));
	if (forward && !aw_option_given(options, AW_OPTION_FORWARD_BOTH))
		aw_words_add_all(command, &options->unknown);
	add_directories(command, "-L", directories, "libcudart.so", false);
	aw_words_addf(command, "-L%s", source->lib);
	add_directories(command, "-L", directories, "libcudart.so", true);
	add_openmp(source, libraries, command);
	add_libraries(libraries, strcmp(cudart, "none") != 0, command);
	if (aw_option_given(options, AW_OPTION_RELOCATABLE_LINK))
		return;
	if (!strcmp(cudart, "static"))
		aw_words_add_list(command, "-Wl,--export-dynamic-symbol=anywarp_runtime_table", "-lcudart_static", "-lrt", "-lpthread",
		                  "-ldl", "-lm", NULL);
	if (!strcmp(cudart, "shared"))
		aw_words_add(command, "-lcudart");
	// With the runtime in it, too, a program may open libcuda.so.1 itself.
	if (strcmp(cudart, "none") != 0 || uses_own_library(source, libraries))
		aw_words_addf(command, "-Wl,-rpath,%s", source->lib);
}
