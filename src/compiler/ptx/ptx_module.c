// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules of PTX (PTX ISA, "Syntax", "Kernel and Function Directives", "State Spaces, Types, and Variables").
//
//     .visible .entry scale(.param .u64 to, .param .align 8 .b8 s[24]) { BODY }
//
// becomes a kernel with the parameters (i64, ptr byval([24 x i8]) align 8) whose only work is
//
//     %to.at = alloca i64
//     store i64 %to, ptr %to.at
//     call void asm sideeffect "BODY", "l,l"(i64 ptrtoint %to.at, i64 ptrtoint %s), !aw.ptx !{i32 line, !"to", !"s"}
//
// so that a parameter's name is the address of where it lies, as in PTX.  Functions take and give arrays of bytes as values.
// Variables become globals of NVVM's address spaces; what names them finds them there (ptx_operands.c).
#include "ptx_module.h"

#include <string.h>

#include "../analysis/need.h"
#include "../lower/kernel_entry.h"
#include "../target/nvptx.h"
#include "ptx_emit.h"
#include "ptx_signature.h"

#define TRIPLE "nvptx64-nvidia-cuda"
#define LAYOUT "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"

struct reader {
	struct aw_ptx_parser parser;
	LLVMContextRef context;
	LLVMModuleRef module;
	LLVMBuilderRef builder;
	LLVMLinkage linkage; // of what is declared next
	bool is_extern;
};

static bool refuse(struct reader *reader, const char *format, const char *what)
{
	aw_str_format(&reader->parser.error, format, what);
	return false;
}

static bool at(const struct reader *reader, char sign)
{
	return reader->parser.token.kind == AW_PTX_SIGN && reader->parser.token.sign == sign;
}

// --- variables ---

static bool check_type(struct reader *reader, const struct aw_ptx_declaration *declaration)
{
	enum aw_ptx_type type = aw_ptx_find_type(declaration->type);
	return (type != AW_PTX_NO_TYPE && type != AW_PTX_pred) ||
	       refuse(reader, "variables of type .%s are not supported on the CPU", declaration->type);
}

// A symbol, "generic(symbol)" or either with "+ number" as a number of 64 bits.
static bool read_symbol(struct reader *reader, LLVMValueRef *value)
{
	struct aw_ptx_parser *parser = &reader->parser;
	const char *name = aw_ptx_parser_take(parser);
	bool generic = !strcmp(name, "generic") && aw_ptx_parser_accept(parser, '(');
	if (generic)
		name = aw_ptx_parser_take(parser);
	if (generic && !aw_ptx_parser_expect(parser, ')'))
		return false;
	LLVMValueRef symbol = aw_ptx_symbol(reader->module, name);
	if (!symbol)
		return refuse(reader, "%s is not declared", name);
	LLVMTypeRef wide = LLVMInt64TypeInContext(reader->context);
	*value = LLVMConstPtrToInt(symbol, wide);
	if (!aw_ptx_parser_accept(parser, '+'))
		return true;
	*value = LLVMConstAdd(*value, LLVMConstInt(wide, parser->token.bits, false));
	aw_ptx_parser_advance(parser);
	return true;
}

static bool read_element(struct reader *reader, LLVMTypeRef type, LLVMValueRef *value)
{
	struct aw_ptx_parser *parser = &reader->parser;
	bool minus = aw_ptx_parser_accept(parser, '-');
	unsigned width = LLVMGetIntTypeWidth(type);
	uint64_t bits = parser->token.bits;
	if (parser->token.kind == AW_PTX_WORD) {
		if (width != 64)
			return refuse(reader, "the address of %s takes 64 bits", aw_ptx_parser_take(parser));
		return read_symbol(reader, value);
	}
	if (parser->token.kind == AW_PTX_FLOAT) {
		double real;
		memcpy(&real, &bits, sizeof(real));
		bits = width == 32 ? aw_ptx_single_bits(minus ? -real : real) : minus ? bits ^ UINT64_C(1) << 63 : bits;
	} else if (parser->token.kind != AW_PTX_INTEGER) {
		return aw_ptx_parser_fail(parser, "a number");
	} else if (minus) {
		bits = -bits;
	}
	aw_ptx_parser_advance(parser);
	*value = LLVMConstInt(type, bits, false);
	return true;
}

// The elements of an initializer, whose dimensions are all in one row: rows within are full but for the last.
static bool read_elements(struct reader *reader, LLVMTypeRef type, LLVMValueRef *elements, uint64_t most)
{
	uint64_t count = 0;
	unsigned depth = 0;
	do {
		while (aw_ptx_parser_accept(&reader->parser, '{'))
			depth++;
		if (count == most)
			return aw_ptx_parser_fail(&reader->parser, "the end of the initializer");
		if (!read_element(reader, type, &elements[count++]))
			return false;
		while (depth && aw_ptx_parser_accept(&reader->parser, '}'))
			depth--;
	} while (aw_ptx_parser_accept(&reader->parser, ','));
	return !depth || aw_ptx_parser_expect(&reader->parser, '}');
}

static bool read_initializer(struct reader *reader, LLVMTypeRef storage, LLVMValueRef global)
{
	bool is_array = LLVMGetTypeKind(storage) == LLVMArrayTypeKind;
	LLVMTypeRef type = is_array ? LLVMGetElementType(storage) : storage;
	uint64_t count = is_array ? LLVMGetArrayLength2(storage) : 1;
	LLVMValueRef *elements = AW_NEED_ARRAY(LLVMValueRef, count);
	for (uint64_t i = 0; i < count; i++)
		elements[i] = LLVMConstNull(type);
	bool good = read_elements(reader, type, elements, count);
	if (good)
		LLVMSetInitializer(global, is_array ? LLVMConstArray2(type, elements, count) : elements[0]);
	free(elements);
	return good;
}

static unsigned space_number(const char *space)
{
	return !strcmp(space, "shared") ? AW_NVPTX_SHARED : !strcmp(space, "const") ? AW_NVPTX_CONSTANT : AW_NVPTX_GLOBAL;
}

// PTX of one program has its variables without ".visible", and the driver gives them to the host all the same.
static bool read_variable(struct reader *reader, const char *space)
{
	struct aw_ptx_declaration declaration;
	if (!aw_ptx_parse_declaration(&reader->parser, space, &declaration) || !check_type(reader, &declaration))
		return false;
	LLVMTypeRef storage = aw_ptx_storage(reader->context, &declaration);
	unsigned number = space_number(space);
	LLVMValueRef global = LLVMGetNamedGlobal(reader->module, declaration.name);
	if (!global)
		global = LLVMAddGlobalInAddressSpace(reader->module, storage, declaration.name, number);
	LLVMSetAlignment(global, aw_ptx_alignment(&declaration));
	if (aw_ptx_parser_accept(&reader->parser, '=')) {
		if (!read_initializer(reader, storage, global))
			return false;
	} else if (!reader->is_extern) {
		LLVMSetInitializer(global, number == AW_NVPTX_SHARED ? LLVMGetUndef(storage) : LLVMConstNull(storage));
	}
	if (number == AW_NVPTX_SHARED && !reader->is_extern)
		LLVMSetLinkage(global, LLVMInternalLinkage);
	else if (number != AW_NVPTX_SHARED)
		LLVMSetExternallyInitialized(global, !reader->is_extern);
	return aw_ptx_parser_expect(&reader->parser, ';');
}

// --- functions ---

static void annotate(struct reader *reader, LLVMValueRef function, const char *key, uint64_t value)
{
	LLVMMetadataRef node[] = {
		LLVMValueAsMetadata(function),
		LLVMMDStringInContext2(reader->context, key, strlen(key)),
		LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(reader->context), value, false)),
	};
	LLVMMetadataRef list = LLVMMDNodeInContext2(reader->context, node, sizeof(node) / sizeof(*node));
	LLVMAddNamedMetadataOperand(reader->module, "nvvm.annotations", LLVMMetadataAsValue(reader->context, list));
}

// ".maxntid 256, 1": each number becomes an annotation.
static bool read_bounds(struct reader *reader, LLVMValueRef function, const char *const *keys, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		if (reader->parser.token.kind != AW_PTX_INTEGER)
			return aw_ptx_parser_fail(&reader->parser, "a number");
		annotate(reader, function, keys[i], reader->parser.token.bits);
		aw_ptx_parser_advance(&reader->parser);
		if (!aw_ptx_parser_accept(&reader->parser, ','))
			break;
	}
	return true;
}

// A directive between a function's head and its body.
static bool read_directive(struct reader *reader, LLVMValueRef function)
{
	static const char *const sizes[] = { "maxntidx", "maxntidy", "maxntidz" };
	static const char *const ignored[] = { "noreturn", "maxnreg", "explicitcluster", "abi_preserve", "abi_preserve_control" };
	const char *name = aw_ptx_parser_take(&reader->parser);
	if (!strcmp(name, "maxntid") || !strcmp(name, "reqntid"))
		return read_bounds(reader, function, sizes, 3);
	if (!strcmp(name, "minnctapersm"))
		return read_bounds(reader, function, (const char *[]){ "minctasm" }, 1);
	if (!strcmp(name, "maxclusterrank"))
		return read_bounds(reader, function, (const char *[]){ "maxclusterrank" }, 1);
	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++) {
		if (strcmp(name, ignored[i]))
			continue;
		if (reader->parser.token.kind == AW_PTX_INTEGER)
			aw_ptx_parser_advance(&reader->parser);
		return true;
	}
	if (strcmp(name, "pragma"))
		return refuse(reader, "PTX directive .%s is not supported on the CPU", name);
	while (reader->parser.token.kind != AW_PTX_END && !aw_ptx_parser_accept(&reader->parser, ';'))
		aw_ptx_parser_advance(&reader->parser);
	return true;
}

// The text between the braces, in LLVM's notation of asm statements.
static bool take_body(struct reader *reader, struct aw_str *text)
{
	struct aw_ptx_parser *parser = &reader->parser;
	const char *start = parser->token.start + 1, *end = start;
	unsigned depth = 0;
	do {
		depth += at(reader, '{');
		depth -= at(reader, '}');
		end = parser->token.start;
		if (parser->token.kind == AW_PTX_END)
			return aw_ptx_parser_fail(parser, "\"}\"");
		aw_ptx_parser_advance(parser);
	} while (depth);
	for (; start < end; start++) {
		aw_str_add_bytes(text, start, 1);
		if (*start == '$')
			aw_str_add_bytes(text, start, 1);
	}
	aw_str_add(text, "");
	aw_need(!text->failed);
	return true;
}

// What the body finds under a name.
struct operands {
	LLVMValueRef *values;
	LLVMTypeRef *types;
	LLVMMetadataRef *names; // behind the line
	unsigned count;
};

static void add_operand(struct reader *reader, struct operands *operands, const char *name, LLVMValueRef pointer)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(reader->context);
	operands->values[operands->count] = LLVMBuildPtrToInt(reader->builder, pointer, wide, "");
	operands->types[operands->count] = wide;
	operands->names[++operands->count] = LLVMMDStringInContext2(reader->context, name, strlen(name));
}

static LLVMValueRef place_parameter(struct reader *reader, const struct aw_ptx_declaration *parameter, LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) // by value, in memory already
		return value;
	LLVMValueRef slot = LLVMBuildAlloca(reader->builder, type, parameter->name);
	unsigned align = aw_ptx_alignment(parameter);
	LLVMSetAlignment(slot, align);
	LLVMSetAlignment(LLVMBuildStore(reader->builder, value, slot), align);
	return slot;
}

static void call_body(struct reader *reader, const struct operands *operands, const char *text)
{
	struct aw_str constraints = { 0 };
	for (unsigned i = 0; i < operands->count; i++)
		aw_str_add(&constraints, i ? ",l" : "l");
	aw_str_add(&constraints, "");
	aw_need(!constraints.failed);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(reader->context), operands->types, operands->count, false);
	LLVMValueRef assembly = LLVMGetInlineAsm(type, text, strlen(text), constraints.text, constraints.length, true, false,
	                                         LLVMInlineAsmDialectATT, false);
	LLVMValueRef call = LLVMBuildCall2(reader->builder, type, assembly, operands->values, operands->count, "");
	LLVMMetadataRef node = LLVMMDNodeInContext2(reader->context, operands->names, operands->count + 1);
	LLVMSetMetadata(call, LLVMGetMDKindIDInContext(reader->context, AW_PTX_BODY, strlen(AW_PTX_BODY)),
	                LLVMMetadataAsValue(reader->context, node));
	aw_str_finish(&constraints);
}

static void build_function(struct reader *reader, LLVMValueRef function, const struct aw_ptx_prototype *prototype, unsigned line,
                           const char *text)
{
	size_t most = prototype->parameters.count + 1;
	struct operands operands = {
		.values = AW_NEED_ARRAY(LLVMValueRef, most),
		.types = AW_NEED_ARRAY(LLVMTypeRef, most),
		.names = AW_NEED_ARRAY(LLVMMetadataRef, most + 1),
	};
	LLVMPositionBuilderAtEnd(reader->builder, LLVMAppendBasicBlockInContext(reader->context, function, ""));
	operands.names[0] = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(reader->context), line, false));
	for (unsigned i = 0; i < prototype->parameters.count; i++) {
		const struct aw_ptx_declaration *parameter = &prototype->parameters.items[i];
		add_operand(reader, &operands, parameter->name, place_parameter(reader, parameter, LLVMGetParam(function, i)));
	}
	LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
	LLVMValueRef slot = NULL;
	if (prototype->result.type) {
		slot = LLVMBuildAlloca(reader->builder, result, prototype->result.name);
		LLVMSetAlignment(slot, aw_ptx_alignment(&prototype->result));
		add_operand(reader, &operands, prototype->result.name, slot);
	}
	call_body(reader, &operands, text);
	if (slot)
		LLVMBuildRet(reader->builder, LLVMBuildLoad2(reader->builder, result, slot, ""));
	else
		LLVMBuildRetVoid(reader->builder);
	free(operands.values);
	free(operands.types);
	free(operands.names);
}

static LLVMValueRef declare_function(struct reader *reader, const struct aw_ptx_prototype *prototype, bool is_entry)
{
	LLVMValueRef function = LLVMGetNamedFunction(reader->module, prototype->name);
	if (function)
		return function;
	function = LLVMAddFunction(reader->module, prototype->name, aw_ptx_signature(reader->context, prototype, is_entry));
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "convergent");
	aw_llvm_add_attribute(function, LLVMAttributeFunctionIndex, "nounwind");
	for (unsigned i = 0; is_entry && i < prototype->parameters.count; i++) {
		const struct aw_ptx_declaration *parameter = &prototype->parameters.items[i];
		if (!parameter->is_array)
			continue;
		aw_llvm_pass_by_value(LLVMGetParam(function, i), aw_ptx_storage(reader->context, parameter), aw_ptx_alignment(parameter));
		aw_kernel_keep_in_place(function, i); // a kernel can't write to it
	}
	return function;
}

static bool read_function_end(struct reader *reader, const struct aw_ptx_prototype *prototype, bool is_entry)
{
	LLVMValueRef function = declare_function(reader, prototype, is_entry);
	struct aw_str text = { 0 };
	while (reader->parser.token.kind == AW_PTX_DOT)
		if (!read_directive(reader, function))
			return false;
	if (aw_ptx_parser_accept(&reader->parser, ';'))
		return true;
	if (!at(reader, '{'))
		return aw_ptx_parser_fail(&reader->parser, "\"{\"");
	if (!LLVMIsDeclaration(function))
		return refuse(reader, "%s is defined twice", prototype->name);
	unsigned line = reader->parser.token.line;
	bool good = take_body(reader, &text);
	if (good) {
		aw_llvm_mark(function, AW_PTX_BODY);
		LLVMSetLinkage(function, is_entry ? LLVMExternalLinkage : reader->linkage);
		build_function(reader, function, prototype, line, text.text);
		if (is_entry)
			annotate(reader, function, "kernel", 1);
	}
	aw_str_finish(&text);
	return good;
}

static bool read_function(struct reader *reader, bool is_entry)
{
	struct aw_ptx_prototype prototype;
	bool good = aw_ptx_parse_prototype(&reader->parser, &prototype);
	for (size_t i = 0; good && i < prototype.parameters.count; i++)
		good = check_type(reader, &prototype.parameters.items[i]);
	good = good && (!prototype.result.type || check_type(reader, &prototype.result)) &&
	       read_function_end(reader, &prototype, is_entry);
	aw_vec_finish(&prototype.parameters);
	return good;
}

// --- the module ---

static bool read_linkage(struct reader *reader, const char *word)
{
	static const struct {
		const char *word;
		LLVMLinkage linkage;
	} rows[] = {
		{ "visible", LLVMExternalLinkage }, { "extern", LLVMExternalLinkage }, { "weak", LLVMWeakODRLinkage },
		{ "common", LLVMWeakODRLinkage },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(rows[i].word, word))
			continue;
		reader->linkage = rows[i].linkage;
		reader->is_extern = !strcmp(word, "extern");
		return true;
	}
	return false;
}

static bool check_address_size(struct reader *reader)
{
	bool good = reader->parser.token.bits == 64;
	aw_ptx_parser_advance(&reader->parser);
	return good || refuse(reader, "%s", "only PTX with addresses of 64 bits runs on the CPU (.address_size 64)");
}

// One directive behind its linkage; LINE is its own.
static bool read_declaration(struct reader *reader, const char *word, unsigned line)
{
	static const char *const lines[] = { "version", "target", "file", "section" };
	struct aw_ptx_parser *parser = &reader->parser;
	if (!strcmp(word, "address_size"))
		return check_address_size(reader);
	if (!strcmp(word, "entry") || !strcmp(word, "func"))
		return read_function(reader, !strcmp(word, "entry"));
	if (!strcmp(word, "global") || !strcmp(word, "const") || !strcmp(word, "shared"))
		return read_variable(reader, word);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		if (strcmp(word, lines[i]))
			continue;
		if (parser->token.line == line)
			aw_ptx_parser_skip_line(parser);
		if (at(reader, '{')) // a section's contents
			aw_ptx_parser_skip_line(parser);
		return true;
	}
	return refuse(reader, "PTX directive .%s is not supported on the CPU", word);
}

static bool read_next(struct reader *reader)
{
	const char *word;
	unsigned line;
	reader->linkage = LLVMInternalLinkage;
	reader->is_extern = false;
	do {
		if (reader->parser.token.kind != AW_PTX_DOT)
			return aw_ptx_parser_fail(&reader->parser, "a directive");
		line = reader->parser.token.line;
		word = aw_ptx_parser_take(&reader->parser);
	} while (read_linkage(reader, word));
	return read_declaration(reader, word, line);
}

bool aw_ptx_is_module(const char *data, size_t size)
{
	if (size < 2 || data[size - 1] != '\0')
		return false;
	data += strspn(data, " \t\r\n");
	return aw_starts_with(data, "//") || aw_starts_with(data, ".version");
}

LLVMModuleRef aw_ptx_read_module(LLVMContextRef context, const char *text, unsigned *line, struct aw_str *error)
{
	struct reader reader = {
		.context = context,
		.module = LLVMModuleCreateWithNameInContext("PTX", context),
		.builder = LLVMCreateBuilderInContext(context),
	};
	LLVMSetTarget(reader.module, TRIPLE);
	LLVMSetDataLayout(reader.module, LAYOUT);
	aw_ptx_parser_init(&reader.parser, text);
	bool good = true;
	while (good && reader.parser.token.kind != AW_PTX_END)
		good = read_next(&reader);
	*line = reader.parser.token.line + 1;
	if (!good)
		aw_str_add(error, reader.parser.error.text);
	aw_ptx_parser_finish(&reader.parser);
	LLVMDisposeBuilder(reader.builder);
	if (!good)
		LLVMDisposeModule(reader.module);
	return good ? reader.module : NULL;
}
