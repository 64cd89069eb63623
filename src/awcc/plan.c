// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "plan.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../base/fnv.h"
#include "../base/os.h"
#include "host_wrapper.h"
#include "source_overlay.h"

// --- inputs ---

enum aw_input_kind aw_plan_kind_of(const char *path)
{
	static const struct {
		const char *suffix;
		enum aw_input_kind kind;
	} rows[] = {
		{ ".cu", AW_INPUT_CUDA }, { ".c", AW_INPUT_C }, { ".cc", AW_INPUT_CXX }, { ".cpp", AW_INPUT_CXX },
		{ ".cxx", AW_INPUT_CXX }, { ".C", AW_INPUT_CXX }, { ".i", AW_INPUT_OTHER }, { ".ii", AW_INPUT_OTHER },
		{ ".s", AW_INPUT_OTHER }, { ".S", AW_INPUT_OTHER }, { ".o", AW_INPUT_OBJECT },
		{ ".obj", AW_INPUT_OBJECT }, { ".a", AW_INPUT_ARCHIVE }, { ".lib", AW_INPUT_ARCHIVE },
		{ ".so", AW_INPUT_SHARED }, { ".bc", AW_INPUT_BITCODE }, { ".ll", AW_INPUT_BITCODE }, { ".ltoir", AW_INPUT_BITCODE },
		{ ".fatbin", AW_INPUT_FATBIN }, { ".ptx", AW_INPUT_PTX },
	};
	const char *suffix = strrchr(aw_text_base(path), '.'); // a file may be called ".c"
	for (size_t i = 0; suffix && i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(suffix, rows[i].suffix))
			return rows[i].kind;
	return strstr(aw_text_base(path), ".so.") ? AW_INPUT_SHARED : AW_INPUT_UNKNOWN;
}

static enum aw_input_kind kind_with_options(const struct aw_options *options, const char *path)
{
	enum aw_input_kind kind = aw_plan_kind_of(path);
	const char *language = aw_option_value(options, AW_OPTION_LANGUAGE, NULL);
	if (!language || kind == AW_INPUT_OBJECT || kind == AW_INPUT_ARCHIVE || kind == AW_INPUT_SHARED)
		return kind;
	if (!strcmp(language, "cu"))
		return AW_INPUT_CUDA;
	return strcmp(language, "c") ? AW_INPUT_CXX : AW_INPUT_C;
}

static bool is_source(enum aw_input_kind kind)
{
	return kind == AW_INPUT_CUDA || kind == AW_INPUT_C || kind == AW_INPUT_CXX || kind == AW_INPUT_OTHER;
}

static bool is_device_module(enum aw_input_kind kind)
{
	return kind == AW_INPUT_BITCODE || kind == AW_INPUT_FATBIN || kind == AW_INPUT_PTX;
}

static bool is_device_phase(enum aw_phase phase)
{
	return phase == AW_PHASE_PTX || phase == AW_PHASE_CUBIN || phase == AW_PHASE_FATBIN || phase == AW_PHASE_LTOIR;
}

/** Beside -dlink these words say what the link makes. */
static bool is_linked_form(enum aw_phase phase)
{
	return phase == AW_PHASE_CUBIN || phase == AW_PHASE_FATBIN;
}

static bool is_last_command_phase(enum aw_phase phase)
{
	return phase == AW_PHASE_LINK || phase == AW_PHASE_LIB || phase == AW_PHASE_DEVICE_LINK;
}

static bool check_kind(const struct aw_plan *plan, const char *path, enum aw_input_kind kind)
{
	if (kind == AW_INPUT_UNKNOWN) {
		aw_fatal("Don't know what to do with '%s'", path);
		return false;
	}
	if (kind == AW_INPUT_PTX && !is_linked_form(plan->phase) && plan->phase != AW_PHASE_DEVICE_LINK) {
		aw_fatal("%s input files are only allowed with '--cubin (-cubin)', '--fatbin (-fatbin)', or '--device-link (-dlink)'",
		         aw_text_suffix(path));
		return false;
	}
	if (is_device_module(kind) && !is_device_phase(plan->phase) && plan->phase != AW_PHASE_DEVICE_LINK) {
		aw_fatal("%s input files are only allowed with '--cubin (-cubin)', '--fatbin (-fatbin)', '--ptx (-ptx)', "
		         "or '--device-link (-dlink)'", aw_text_suffix(path));
		return false;
	}
	return true;
}

// --- phases ---

// Whether the host compiler is asked for the make rule alone, which with -E is what nvcc writes then.
static bool host_rule(const struct aw_options *options)
{
	const struct aw_words *flags = aw_option_list(options, AW_OPTION_XCOMPILER);
	return aw_words_have(flags, "-M") || aw_words_have(flags, "-MM");
}

static enum aw_phase choose_phase(const struct aw_options *options)
{
	static const struct {
		enum aw_option_id option;
		enum aw_phase phase;
	} rows[] = { // the first that is given counts
		{ AW_OPTION_DEPENDENCIES, AW_PHASE_DEPENDENCIES }, { AW_OPTION_USER_DEPENDENCIES, AW_PHASE_DEPENDENCIES },
		{ AW_OPTION_PREPROCESS, AW_PHASE_PREPROCESS },
		{ AW_OPTION_PTX, AW_PHASE_PTX }, { AW_OPTION_CUBIN, AW_PHASE_CUBIN }, { AW_OPTION_FATBIN, AW_PHASE_FATBIN },
		{ AW_OPTION_LTOIR, AW_PHASE_LTOIR }, { AW_OPTION_CUDA, AW_PHASE_CUDA }, { AW_OPTION_SYNTAX_ONLY, AW_PHASE_SYNTAX },
		{ AW_OPTION_COMPILE, AW_PHASE_COMPILE }, { AW_OPTION_DEVICE_C, AW_PHASE_COMPILE },
		{ AW_OPTION_DEVICE_W, AW_PHASE_COMPILE }, { AW_OPTION_DEVICE_LINK, AW_PHASE_DEVICE_LINK }, { AW_OPTION_LIB, AW_PHASE_LIB },
	};
	if (aw_option_given(options, AW_OPTION_PREPROCESS) && host_rule(options))
		return AW_PHASE_DEPENDENCIES;
	bool device_link = aw_option_given(options, AW_OPTION_DEVICE_LINK);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (aw_option_given(options, rows[i].option) && !(device_link && is_linked_form(rows[i].phase)))
			return rows[i].phase;
	return AW_PHASE_LINK;
}

static bool check_options(const struct aw_plan *plan)
{
	const struct aw_options *options = plan->source.options;
	bool with = aw_option_given(options, AW_OPTION_WITH_DEPENDENCIES) ||
	            aw_option_given(options, AW_OPTION_WITH_USER_DEPENDENCIES);
	if (!options->inputs.count) {
		aw_fatal("No input files specified; use option --help for more information");
		return false;
	}
	if (with && plan->phase == AW_PHASE_PREPROCESS) {
		aw_fatal("'-MD'/'-MMD' is not supported when '-E' is also specified");
		return false;
	}
	if (aw_option_given(options, AW_OPTION_DEPENDENCY_FILE) && !with && plan->phase != AW_PHASE_DEPENDENCIES) {
		aw_fatal("Option '--dependency-file' requires one of '-M', '-MM', '-MD' or '-MMD' to be specified");
		return false;
	}
	if (aw_option_given(options, AW_OPTION_OUTPUT) && !is_last_command_phase(plan->phase) && options->inputs.count > 1) {
		aw_fatal("A single input file is required for a non-link phase when an outputfile is specified");
		return false;
	}
	for (int id = 0; id < AW_OPTION_COUNT; id++)
		if (aw_option_given(options, (enum aw_option_id)id) && id == AW_OPTION_OPTIX_IR) {
			aw_fatal("Option '--%s' is not supported", aw_option_rows[id].name);
			return false;
		}
	return true;
}

// gcc's name for the oldest AArch64 is taken too.
static void add_cpu_target(struct aw_plan *plan, const char *name)
{
	aw_words_add(&plan->cpu_targets, strcmp(name, "armv8-a") ? name : "aarch64");
}

// What is taken whole stands before the others.
static void add_linked(struct aw_plan *plan, const char *file, bool whole)
{
	aw_words_add(&plan->linked, file);
	if (!whole)
		return;
	for (size_t i = plan->linked.count - 1; i > plan->linked_whole; i--)
		plan->linked.items[i] = plan->linked.items[i - 1];
	plan->linked.items[plan->linked_whole++] = (char *)file;
}

// -Xanywarp.
static bool read_own_options(struct aw_plan *plan)
{
	const struct aw_words *words = aw_option_list(plan->source.options, AW_OPTION_XANYWARP);
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->items[i];
		if (!strcmp(word, "--report"))
			plan->report = true;
		else if (!strcmp(word, "--no-ptx"))
			plan->without_ptx = true;
		else if (aw_starts_with(word, "--link="))
			add_linked(plan, word + strlen("--link="), true);
		else if (aw_starts_with(word, "--link-needed="))
			add_linked(plan, word + strlen("--link-needed="), false);
		else if (aw_starts_with(word, "--cpu-arch="))
			add_cpu_target(plan, word + strlen("--cpu-arch="));
		else if (plan->cpu_targets.count && word[0] != '-') // the rest of --cpu-arch=a,b
			add_cpu_target(plan, word);
		else {
			aw_fatal("Unknown option '%s' for -Xanywarp", word);
			return false;
		}
	}
	return true;
}

// "gcc" -> "g++", "aarch64-linux-gnu-gcc-12" -> "aarch64-linux-gnu-g++-12".
static const char *as_cxx_driver(const char *compiler)
{
	const char *base = aw_text_base(compiler), *name = strstr(base, "gcc");
	if (!name || (name > base && name[-1] != '-'))
		return compiler;
	return aw_text("%.*sg++%s", (int)(name - compiler), compiler, name + 3);
}

// -ccbin names a compiler or the directory of one.  gcc and clang are called as C++ drivers.
static void choose_host_compiler(struct aw_flags_source *source, const char *wanted)
{
	source->host_compiler = source->paths->clang;
	source->host_is_clang = true;
	if (!wanted)
		return;
	if (aw_os_is_dir(wanted))
		wanted = aw_text("%s/g++", wanted);
	source->host_is_clang = strstr(aw_text_base(wanted), "clang") != NULL;
	source->host_compiler = as_cxx_driver(wanted);
	aw_host_wrapper_flags(source->host_compiler, &source->wrapped);
}

static bool choose_machine(struct aw_plan *plan)
{
	struct aw_flags_source *source = &plan->source;
	const char *wanted = aw_option_value(source->options, AW_OPTION_CCBIN, getenv("NVCC_CCBIN"));
	if (wanted && !*wanted)
		wanted = NULL;
	if (!aw_machine_find(source->options, wanted, &source->machine))
		return false;
	choose_host_compiler(source, wanted);
	source->lib = source->paths->lib;
	if (!source->machine)
		return true;
	source->lib = aw_text("%s/targets/%s/lib", source->paths->root, source->machine->directory);
	if (!plan->cpu_targets.count)
		aw_words_add(&plan->cpu_targets, source->machine->cpu);
	return true;
}

// --- names of outputs ---

static const char *product_suffix(enum aw_phase phase)
{
	switch (phase) {
	case AW_PHASE_PTX: return ".ptx";
	case AW_PHASE_CUBIN: return ".cubin";
	case AW_PHASE_FATBIN: return ".fatbin";
	case AW_PHASE_LTOIR: return ".ltoir";
	case AW_PHASE_CUDA: return ".cu.cpp.ii";
	default: return ".o";
	}
}

static const char *in_output_directory(const struct aw_plan *plan, const char *name)
{
	const char *directory = aw_option_value(plan->source.options, AW_OPTION_OUTPUT_DIRECTORY, NULL);
	return directory ? aw_text("%s/%s", directory, name) : name;
}

// A file in the work directory; numbered after the first unit, whose inputs may have equal names.
static const char *intermediate(const struct aw_plan *plan, const char *input, const char *suffix)
{
	const char *number = plan->units.count ? aw_text(".%zu", plan->units.count) : "";
	return aw_text("%s/%s%s%s", plan->work, aw_text_stem(input), number, suffix);
}

// The file that a unit leaves: the -o file, or one named after the input.
static const char *unit_output(const struct aw_plan *plan, const char *input)
{
	const char *named = aw_option_value(plan->source.options, AW_OPTION_OUTPUT, NULL);
	if (is_last_command_phase(plan->phase))
		return intermediate(plan, input, ".o");
	if (plan->phase == AW_PHASE_PREPROCESS || plan->phase == AW_PHASE_DEPENDENCIES)
		return named;
	return named ? named : in_output_directory(plan, aw_text("%s%s", aw_text_stem(input), product_suffix(plan->phase)));
}

// The file the last command makes.
static const char *last_output(const struct aw_plan *plan)
{
	const struct aw_options *options = plan->source.options;
	const char *named = aw_option_value(options, AW_OPTION_OUTPUT, NULL);
	const char *stem = aw_text_stem(options->inputs.items[0]);
	if (named || !is_last_command_phase(plan->phase))
		return named;
	if (plan->phase == AW_PHASE_LIB)
		return in_output_directory(plan, aw_text("%s.a", stem));
	if (plan->phase == AW_PHASE_LINK)
		return in_output_directory(plan, "a.out");
	bool bare = aw_option_given(options, AW_OPTION_FATBIN);
	return in_output_directory(plan, aw_text("%s_dlink%s", stem, bare ? ".fatbin" : ".o"));
}

// --- units ---

// The flags of -MD and -MMD for the pass that compiles, or of -M and -MM.
static void add_dependency_flags(const struct aw_plan *plan, const struct aw_unit *unit, struct aw_words *command)
{
	const struct aw_options *options = plan->source.options;
	const char *named = aw_option_value(options, AW_OPTION_OUTPUT, NULL);
	const char *file = aw_option_value(options, AW_OPTION_DEPENDENCY_FILE, NULL);
	const char *object = in_output_directory(plan, aw_text("%s.o", aw_text_stem(unit->input)));
	bool only = plan->phase == AW_PHASE_DEPENDENCIES;
	bool user = aw_option_given(options, only ? AW_OPTION_USER_DEPENDENCIES : AW_OPTION_WITH_USER_DEPENDENCIES);
	if (!only && !user && !aw_option_given(options, AW_OPTION_WITH_DEPENDENCIES))
		return;
	if (!only || !host_rule(options)) // the host compiler's own flags come after these
		aw_words_add(command, only ? (user ? "-MM" : "-M") : (user ? "-MMD" : "-MD"));
	const char *target = !only && named ? named : object;
	if (!only || !aw_words_have(aw_option_list(options, AW_OPTION_XCOMPILER), "-MT"))
		aw_words_add_list(command, "-MT", aw_option_value(options, AW_OPTION_DEPENDENCY_TARGET, target), NULL);
	if (aw_option_given(options, AW_OPTION_PHONY_TARGETS))
		aw_words_add(command, "-MP");
	if (!file && !only) {
		size_t stem = strlen(target) - strlen(aw_text_suffix(target));
		file = aw_text("%.*s.d", (int)stem, target);
	}
	if (only && (file || named))
		aw_words_add_list(command, "-o", file ? file : named, NULL);
	if (!only)
		aw_words_add_list(command, "-MF", file, NULL);
}

static bool wants_dependencies(const struct aw_plan *plan)
{
	return aw_option_given(plan->source.options, AW_OPTION_WITH_DEPENDENCIES) ||
	       aw_option_given(plan->source.options, AW_OPTION_WITH_USER_DEPENDENCIES);
}

// The same for both halves of a file and for each compilation of it, different for different files:
// the names of static device things are made from it.  (clang's driver hands its own option on to the
// device half alone.)
static void add_identity(const struct aw_plan *plan, const char *input, struct aw_words *command)
{
	const char *seed = aw_option_value(plan->source.options, AW_OPTION_RANDOM_SEED, NULL);
	char *full = realpath(input, NULL);
	const struct aw_words *defines = aw_option_list(plan->source.options, AW_OPTION_DEFINE);
	struct aw_str text = { 0 };
	aw_str_add(&text, seed ? seed : full ? full : input);
	for (size_t i = 0; i < defines->count; i++)
		aw_str_format(&text, " %s", defines->items[i]);
	uint64_t hash = aw_fnv_add(AW_FNV_START, text.text, text.length);
	aw_str_finish(&text);
	free(full);
	aw_words_add_list(command, "-fuse-cuid=none", "-Xclang", aw_text("-cuid=%016llx", (unsigned long long)hash), NULL);
}

static enum aw_compiler_output device_output(const struct aw_plan *plan)
{
	switch (plan->phase) {
	case AW_PHASE_PTX: return AW_COMPILER_PTX;
	case AW_PHASE_CUBIN: return plan->source.rdc ? AW_COMPILER_RELOCATABLE : AW_COMPILER_CPU_IMAGE;
	case AW_PHASE_LTOIR: return AW_COMPILER_RELOCATABLE;
	default: return plan->source.rdc ? AW_COMPILER_RELOCATABLE : AW_COMPILER_FATBIN;
	}
}

static void plan_device_half(const struct aw_plan *plan, struct aw_unit *unit)
{
	aw_flags_device(&plan->source, &unit->device);
	add_identity(plan, unit->input, &unit->device);
	if (plan->phase == AW_PHASE_SYNTAX) {
		aw_words_add_list(&unit->device, "-fsyntax-only", unit->input, NULL);
		return;
	}
	if (plan->phase == AW_PHASE_PREPROCESS) {
		aw_words_add_list(&unit->device, "-E", unit->input, NULL);
		if (unit->output)
			aw_words_add_list(&unit->device, "-o", unit->output, NULL);
		return;
	}
	bool both = !is_device_phase(plan->phase);
	unit->bitcode = plan->phase == AW_PHASE_LTOIR ? unit->output : intermediate(plan, unit->input, ".bc");
	if (plan->phase != AW_PHASE_LTOIR)
		unit->device_file = both ? intermediate(plan, unit->input, ".fatbin") : unit->output;
	unit->device_output = device_output(plan);
	aw_words_add_list(&unit->device, "-emit-llvm", "-c", unit->input, "-o", unit->bitcode, NULL);
	if (!both && wants_dependencies(plan))
		add_dependency_flags(plan, unit, &unit->device);
}

static void plan_host_half(const struct aw_plan *plan, struct aw_unit *unit)
{
	aw_flags_host(&plan->source, &unit->host);
	add_identity(plan, unit->input, &unit->host);
	add_dependency_flags(plan, unit, &unit->host);
	if (plan->phase == AW_PHASE_DEPENDENCIES) {
		aw_words_add(&unit->host, unit->input);
		return;
	}
	unit->assembly = plan->phase == AW_PHASE_CUDA ? intermediate(plan, unit->input, ".s") : NULL;
	if (unit->assembly)
		aw_words_add(&unit->host, "-fno-addrsig"); // the GNU assembler doesn't know it
	aw_words_add_list(&unit->host, "-Xclang", "-fcuda-include-gpubinary", "-Xclang", unit->device_file,
	                  unit->assembly ? "-S" : "-c", unit->input, "-o", unit->assembly ? unit->assembly : unit->output, NULL);
}

// Both halves read the source as source_overlay.h mends it.
static void plan_overlay(const struct aw_plan *plan, struct aw_unit *unit)
{
	if (!aw_source_overlay_needed(plan->source.options, unit->input))
		return;
	unit->overlay = intermediate(plan, unit->input, ".overlay");
	if (unit->device.count)
		aw_words_add_list(&unit->device, "-ivfsoverlay", unit->overlay, NULL);
	if (unit->host.count)
		aw_words_add_list(&unit->host, "-ivfsoverlay", unit->overlay, NULL);
}

static void plan_plain(const struct aw_plan *plan, struct aw_unit *unit, enum aw_input_kind kind)
{
	const char *language = kind == AW_INPUT_C ? "c" : kind == AW_INPUT_CXX ? "c++" : NULL;
	aw_flags_plain(&plan->source, language, &unit->host);
	add_dependency_flags(plan, unit, &unit->host);
	if (plan->phase == AW_PHASE_PREPROCESS)
		aw_words_add(&unit->host, "-E");
	else if (plan->phase != AW_PHASE_DEPENDENCIES)
		aw_words_add(&unit->host, "-c");
	aw_words_add(&unit->host, unit->input);
	if (unit->output && plan->phase != AW_PHASE_DEPENDENCIES)
		aw_words_add_list(&unit->host, "-o", unit->output, NULL);
}

// A device module given as input: only the device compiler runs.
static void plan_device_module(const struct aw_plan *plan, struct aw_unit *unit)
{
	unit->bitcode = unit->input;
	unit->device_file = unit->output;
	unit->device_output = device_output(plan);
}

static void plan_source(struct aw_plan *plan, const char *input, enum aw_input_kind kind)
{
	struct aw_unit unit = { .input = input, .output = unit_output(plan, input) };
	bool device_only = is_device_phase(plan->phase);
	if (is_device_module(kind)) {
		plan_device_module(plan, &unit);
	} else if (kind == AW_INPUT_CUDA) {
		if (plan->phase != AW_PHASE_DEPENDENCIES)
			plan_device_half(plan, &unit);
		if (!device_only && plan->phase != AW_PHASE_PREPROCESS && plan->phase != AW_PHASE_SYNTAX)
			plan_host_half(plan, &unit);
		plan_overlay(plan, &unit);
		plan->makes_relocatable |= plan->source.rdc;
	} else if (!device_only && plan->phase != AW_PHASE_SYNTAX && plan->phase != AW_PHASE_CUDA) {
		plan_plain(plan, &unit, kind);
	} else {
		return; // no device code in it
	}
	if (is_last_command_phase(plan->phase))
		aw_words_add(&plan->objects, unit.output);
	if (!aw_vec_push(&plan->units, unit))
		aw_text_no_memory();
}

static bool plan_input(struct aw_plan *plan, const char *input)
{
	enum aw_input_kind kind = kind_with_options(plan->source.options, input);
	if (!check_kind(plan, input, kind))
		return false;
	if (is_source(kind) || (is_device_module(kind) && is_device_phase(plan->phase)))
		plan_source(plan, input, kind);
	else if (is_last_command_phase(plan->phase))
		aw_words_add(&plan->objects, input);
	return true;
}

// `nvcc --run program` starts what it doesn't know how to compile.  Meson writes the path in quotation
// marks, which nvcc's shell takes away.
static bool is_program(const struct aw_plan *plan, const struct aw_options *options)
{
	if (plan->phase != AW_PHASE_LINK || !aw_option_given(options, AW_OPTION_RUN) || options->inputs.count != 1)
		return false;
	const char *input = options->inputs.items[0];
	return kind_with_options(options, input) == AW_INPUT_UNKNOWN || input[0] == '"';
}

static const char *without_quotes(const char *word)
{
	size_t length = strlen(word);
	bool quoted = length > 1 && word[0] == '"' && word[length - 1] == '"';
	return quoted ? aw_text("%.*s", (int)length - 2, word + 1) : word;
}

bool aw_plan_make(struct aw_plan *plan, const struct aw_options *options, const struct aw_paths *paths,
                  const char *work)
{
	struct aw_arch arch;
	*plan = (struct aw_plan){ .phase = choose_phase(options), .work = work };
	plan->source = (struct aw_flags_source){ .options = options, .paths = paths };
	if (!aw_arch_read(options, &arch) || !read_own_options(plan))
		return false;
	plan->arch = arch;
	plan->source.arch = &plan->arch;
	plan->source.rdc = aw_option_bool(options, AW_OPTION_RDC, false) || aw_option_given(options, AW_OPTION_DEVICE_C);
	if (aw_option_given(options, AW_OPTION_DEVICE_W))
		plan->source.rdc = false;
	if (!check_options(plan) || !choose_machine(plan))
		return false;
	if (is_program(plan, options)) {
		plan->phase = AW_PHASE_RUN;
		plan->output = without_quotes(options->inputs.items[0]);
		return true;
	}
	plan->output = last_output(plan);
	plan->link_file = aw_text("%s/%s_dlink", work, plan->output ? aw_text_stem(plan->output) : "a");
	for (size_t i = 0; i < options->inputs.count; i++)
		if (!plan_input(plan, options->inputs.items[i]))
			return false;
	return true;
}

void aw_plan_finish(struct aw_plan *plan)
{
	for (size_t i = 0; i < plan->units.count; i++) {
		aw_words_finish(&plan->units.items[i].device);
		aw_words_finish(&plan->units.items[i].host);
	}
	aw_vec_finish(&plan->units);
	aw_words_finish(&plan->objects);
	aw_words_finish(&plan->cpu_targets);
	aw_words_finish(&plan->source.wrapped);
	aw_words_finish(&plan->linked);
	aw_arch_finish(&plan->arch);
}

// --- the commands after the units ---

static void archive_command(const struct aw_plan *plan, struct aw_words *command)
{
	const struct aw_options *options = plan->source.options;
	aw_words_add(command, aw_option_value(options, AW_OPTION_ARBIN, plan->source.paths->archiver));
	aw_words_add_all(command, aw_option_list(options, AW_OPTION_XARCHIVE));
	aw_words_add_list(command, "rcs", plan->output, NULL);
	aw_words_add_all(command, &plan->objects);
}

void aw_plan_last_command(const struct aw_plan *plan, const char *device_object, struct aw_words *command)
{
	if (plan->phase == AW_PHASE_LIB) {
		archive_command(plan, command);
		return;
	}
	aw_flags_link_head(&plan->source, command);
	aw_words_add(command, "-Wl,--start-group");
	if (device_object)
		aw_words_add(command, device_object);
	aw_words_add_all(command, &plan->objects);
	aw_flags_link_tail(&plan->source, command);
	aw_words_add_list(command, "-Wl,--end-group", "-o", plan->output, NULL);
}

void aw_plan_register_command(const struct aw_plan *plan, const char *source_file, const char *object,
                              struct aw_words *command)
{
	const struct aw_machine *machine = plan->source.machine;
	aw_words_add(command, plan->source.paths->clang);
	if (machine)
		aw_words_addf(command, "--target=%s", machine->triple);
	aw_words_add_list(command, "-x", "c", "-O1", "-fPIC", "-c", source_file, "-o", object, NULL);
}

void aw_plan_run_command(const struct aw_plan *plan, struct aw_words *command)
{
	aw_words_add(command, strchr(plan->output, '/') ? plan->output : aw_text("./%s", plan->output));
	aw_words_add_all(command, aw_option_list(plan->source.options, AW_OPTION_RUN_ARGS));
}

static const char *device_option(enum aw_compiler_output output)
{
	switch (output) {
	case AW_COMPILER_PTX: return "-ptx";
	case AW_COMPILER_CPU_IMAGE: return "-cubin";
	default: return "-fatbin";
	}
}

void aw_plan_device_command(const struct aw_plan *plan, const struct aw_words *inputs,
                            enum aw_compiler_output output, const char *file, struct aw_words *command)
{
	static const enum aw_option_id passed[] = {
		AW_OPTION_DEVICE_DEBUG, AW_OPTION_LINE_INFO, AW_OPTION_DEBUG, AW_OPTION_FAST_MATH, AW_OPTION_DOPT,
		AW_OPTION_FMAD, AW_OPTION_RESOURCE_USAGE, AW_OPTION_XPTXAS, AW_OPTION_XANYWARP, AW_OPTION_LIBDEVICE,
		AW_OPTION_MAXRREGCOUNT,
	};
	// CMake learns the default architecture from this option, which it looks for in -v's lines.
	const char *arch = aw_text("compute_%d", plan->arch.number / 10);
	aw_words_add_list(command, plan->source.paths->program, device_option(output), "-arch", arch, NULL);
	if (plan->source.machine)
		aw_words_add_list(command, "-target-dir", plan->source.machine->directory, NULL);
	if (output == AW_COMPILER_RELOCATABLE)
		aw_words_add(command, "-rdc=true");
	for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); i++) {
		const struct aw_words *values = aw_option_list(plan->source.options, passed[i]);
		for (size_t k = 0; k < values->count; k++) {
			aw_words_addf(command, "-%s", aw_option_rows[passed[i]].alias);
			if (*values->items[k])
				aw_words_add(command, values->items[k]);
		}
	}
	aw_words_add_all(command, inputs);
	aw_words_add_list(command, "-o", file, NULL);
}
