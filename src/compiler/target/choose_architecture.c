// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The architecture that PTX is made for: the one asked for, or the lowest above it that has all that the
// program uses.  The device language isn't cut down by -arch (the front end always sees sm_90), so a program
// compiled without -arch, for sm_52, may call __reduce_add_sync; it runs from sm_80 on then, where nvcc
// would refuse to compile it.
//
// The least is sm_70, also for the older ones that -arch names.  The driver runs PTX for those with the scheduling of
// their time, in which lanes of a warp that wait for each other never end; from sm_70 on, as on the CPU, they do.
//
// Inline PTX is searched for words rather than parsed: one too many only asks for a newer GPU.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../pipeline.h"
#include "ptx.h"

// What LLVM 19 makes PTX for; newer GPUs take PTX of older ones.
enum { LOWEST = 70, HIGHEST = 90, CLUSTERS = 90 };

// fma, minimum and maximum of float and double in their old forms, such as "llvm.nvvm.fmax.ftz.f", which all architectures have.
static bool is_plain(const char *name)
{
	return (aw_ends_with(name, ".f") || aw_ends_with(name, ".d")) && !strstr(name, ".nan") && !strstr(name, ".xorsign");
}

static int need_of(LLVMValueRef function)
{
	static const struct {
		const char *prefix;
		int architecture;
	} rows[] = {
#define AW_PTX_NEED(prefix, architecture) { prefix, architecture },
#define AW_PTX_MATRIX(word, architecture)
#include "ptx_needs.def"
#undef AW_PTX_MATRIX
#undef AW_PTX_NEED
	};
	static const struct {
		const char *word;
		int architecture;
	} matrices[] = {
#define AW_PTX_NEED(prefix, architecture)
#define AW_PTX_MATRIX(word, architecture) { word, architecture },
#include "ptx_needs.def"
#undef AW_PTX_MATRIX
#undef AW_PTX_NEED
	};
	const char *name = aw_llvm_name(function);
	int need = LOWEST;
	if (is_plain(name))
		return need;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (aw_starts_with(name, rows[i].prefix) && rows[i].architecture > need)
			need = rows[i].architecture;
	for (size_t i = 0; aw_starts_with(name, "llvm.nvvm.wmma.") && i < sizeof(matrices) / sizeof(*matrices); i++)
		if (strstr(name, matrices[i].word) && matrices[i].architecture > need)
			need = matrices[i].architecture;
	return need;
}

static bool has_word(const char *text, size_t length, const char *word)
{
	return memmem(text, length, word, strlen(word)) != NULL;
}

static int need_of_instruction(LLVMValueRef instruction)
{
	static const struct {
		const char *word;
		int architecture;
	} rows[] = {
#define AW_PTX_WORD(word, architecture) { word, architecture },
#include "ptx_words.def"
#undef AW_PTX_WORD
	};
	LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
	size_t length = 0;
	const char *text = callee && LLVMIsAInlineAsm(callee) ? LLVMGetInlineAsmAsmString(callee, &length) : NULL;
	int need = LOWEST;
	for (size_t i = 0; text && i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].architecture > need && has_word(text, length, rows[i].word))
			need = rows[i].architecture;
	return need;
}

static int need_of_program(LLVMModuleRef module)
{
	int need = LOWEST;
	AW_FOR_FUNCTIONS(function, module) {
		int one = LLVMIsDeclaration(function) && LLVMGetFirstUse(function) ? need_of(function) : LOWEST;
		need = one > need ? one : need;
		AW_FOR_BLOCKS(block, function)
			AW_FOR_INSTRUCTIONS(instruction, block) {
				one = need_of_instruction(instruction);
				need = one > need ? one : need;
			}
	}
	return need;
}

bool aw_pass_choose_architecture(struct aw_unit *unit)
{
	const char *line = strchr(unit->target, '_');
	char *feature = NULL;
	int asked = line ? (int)strtol(line + 1, &feature, 10) : 0;
	if (asked <= 0) {
		aw_unit_error(unit, NULL, "PTX can't be made for %s", unit->target);
		return false;
	}
	int need = need_of_program(unit->module);
	for (size_t i = 0; i < unit->kernels.count; i++)
		need = unit->kernels.items[i].cluster[0] && need < CLUSTERS ? CLUSTERS : need;
	int number = asked > HIGHEST ? HIGHEST : asked < need ? need : asked;
	bool exact = number == asked && number >= 90;
	snprintf(unit->architecture, sizeof(unit->architecture), "sm_%d%s", number, exact ? feature : "");
	return false;
}
