// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of PTX emission: scopes and registers, guards, labels, and finding the row of an instruction in
// ptx_ops.def.  An opcode without a row, and a modifier that its row doesn't list, is an error that names it.
#include "ptx_emit.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../analysis/need.h"
#include "../target/nvptx.h"
#include "ptx_signature.h"

#define END "the end" // a label that no PTX can have

const struct aw_ptx_type_row aw_ptx_types[] = {
#define AW_PTX_TYPE(name, bits, class, lanes) { #name, bits, AW_PTX_CLASS_##class, lanes },
#include "ptx_types.def"
#undef AW_PTX_TYPE
	{ "", 0, AW_PTX_CLASS_BITS, 1 },
};

static const struct op_row {
	const char *opcode;
	aw_ptx_handler *handler;
	unsigned least, most; // operands
	unsigned types;       // that it has at least
	const char *modifiers;
} rows[] = {
#define AW_PTX_OP(opcode, handler, least, most, types, modifiers) \
	{ opcode, aw_ptx_emit_##handler, least, most, types, modifiers },
#include "ptx_ops.def"
#undef AW_PTX_OP
};

char *aw_ptx_spelling(const struct aw_ptx_instruction *instruction)
{
	struct aw_str text = { 0 };
	aw_str_add(&text, instruction->opcode);
	for (unsigned i = 0; i < instruction->modifier_count; i++)
		aw_str_format(&text, ".%s", instruction->modifiers[i]);
	aw_need(!text.failed);
	return aw_str_take(&text);
}

void aw_ptx_error(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const char *format, ...)
{
	struct aw_str text = { 0 };
	va_list list;
	va_start(list, format);
	aw_str_vformat(&text, format, list);
	va_end(list);
	char *spelling = op ? aw_ptx_spelling(op->source) : NULL;
	if (!emit->failed && emit->first_line)
		aw_unit_error(emit->unit, NULL, "PTX line %u%s%s: %s", emit->first_line + (op ? op->source->line : emit->parser.token.line),
		              spelling ? ", " : "", spelling ? spelling : "", text.text ? text.text : "");
	else if (!emit->failed)
		aw_unit_error(emit->unit, emit->at, "inline PTX%s%s: %s", spelling ? " " : "",
		              spelling ? spelling : "", text.text ? text.text : "");
	emit->failed = true;
	free(spelling);
	aw_str_finish(&text);
}

// --- scopes and registers ---

static void open_scope(struct aw_ptx_emit *emit)
{
	struct aw_ptx_scope scope = { .registers = AW_MAP_OF_STRINGS };
	aw_need(aw_vec_push(&emit->scopes, scope));
}

static void close_scope(struct aw_ptx_emit *emit)
{
	if (emit->scopes.count < 2) {
		aw_ptx_error(emit, NULL, "\"}\" without \"{\"");
		return;
	}
	aw_map_finish(&emit->scopes.items[--emit->scopes.count].registers);
}

static LLVMValueRef make_variable(struct aw_ptx_emit *emit, LLVMTypeRef type, const char *name)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(aw_llvm_function_of(emit->at));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(emit->context);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
	LLVMValueRef slot = LLVMBuildAlloca(builder, type, name);
	LLVMDisposeBuilder(builder);
	return slot;
}

struct aw_ptx_register *aw_ptx_declare(struct aw_ptx_emit *emit, const char *name, unsigned bits)
{
	struct aw_ptx_register *known = AW_NEED_ARRAY(struct aw_ptx_register, 1);
	aw_need(aw_vec_push(&emit->registers, known));
	known->bits = bits;
	known->slot = make_variable(emit, aw_ptx_int(emit, bits), "");
	aw_need(aw_map_put(&emit->scopes.items[emit->scopes.count - 1].registers, name, known));
	return known;
}

void aw_ptx_name_pointer(struct aw_ptx_emit *emit, const char *name, LLVMValueRef pointer)
{
	struct aw_ptx_register *known = AW_NEED_ARRAY(struct aw_ptx_register, 1);
	aw_need(aw_vec_push(&emit->registers, known));
	known->bits = 64;
	known->value = LLVMBuildPtrToInt(emit->builder, pointer, aw_ptx_int(emit, 64), "");
	aw_need(aw_map_put(&emit->scopes.items[emit->scopes.count - 1].registers, name, known));
}

enum aw_ptx_type aw_ptx_find_type(const char *name)
{
	int type = 0;
	while (type < AW_PTX_NO_TYPE && strcmp(aw_ptx_types[type].name, name))
		type++;
	return (enum aw_ptx_type)type;
}

static void declare_registers(struct aw_ptx_emit *emit, const struct aw_ptx_statement *statement)
{
	enum aw_ptx_type type = aw_ptx_find_type(statement->type);
	if (type == AW_PTX_NO_TYPE) {
		aw_ptx_error(emit, NULL, "type .%s of register %s is not supported", statement->type, statement->name);
		return;
	}
	if (!statement->count)
		aw_ptx_declare(emit, statement->name, aw_ptx_types[type].bits);
	for (unsigned i = 0; i < statement->count; i++) {
		char *name = aw_format("%s%u", statement->name, i);
		aw_need(name && aw_vec_push(&emit->parser.words, name));
		aw_ptx_declare(emit, name, aw_ptx_types[type].bits);
	}
}

// Variables in shared memory are the block's, so one has a name of its own in the module; others lie on the stack.
static void declare_variable(struct aw_ptx_emit *emit, const struct aw_ptx_declaration *declaration)
{
	enum aw_ptx_type type = aw_ptx_find_type(declaration->type);
	if (type == AW_PTX_NO_TYPE || type == AW_PTX_pred || !declaration->count) {
		aw_ptx_error(emit, NULL, "variable %s of type .%s is not supported", declaration->name, declaration->type);
		return;
	}
	LLVMTypeRef storage = aw_ptx_storage(emit->context, declaration);
	LLVMValueRef variable;
	if (!strcmp(declaration->space, "shared")) {
		LLVMValueRef global = LLVMAddGlobalInAddressSpace(emit->module, storage, declaration->name, AW_NVPTX_SHARED);
		LLVMSetInitializer(global, LLVMGetUndef(storage));
		LLVMSetLinkage(global, LLVMInternalLinkage);
		LLVMSetAlignment(global, aw_ptx_alignment(declaration));
		variable = LLVMConstAddrSpaceCast(global, LLVMPointerTypeInContext(emit->context, 0));
	} else {
		variable = make_variable(emit, storage, "");
		LLVMSetAlignment(variable, aw_ptx_alignment(declaration));
	}
	aw_ptx_name_pointer(emit, declaration->name, variable);
}

// --- control flow ---

// Ends the block that code goes to by a jump to TARGET, under CONDITION if there is one, and goes on
// in a new block.
static void build_jump(struct aw_ptx_emit *emit, LLVMValueRef condition, LLVMBasicBlockRef target)
{
	LLVMBasicBlockRef before = LLVMGetInstructionParent(emit->at);
	LLVMBasicBlockRef after = aw_llvm_split_before(emit->at);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(emit->builder, before);
	if (condition)
		LLVMBuildCondBr(emit->builder, condition, target, after);
	else
		LLVMBuildBr(emit->builder, target);
	LLVMPositionBuilderBefore(emit->builder, emit->at);
}

static struct aw_ptx_label *find_label(struct aw_ptx_emit *emit, const char *name)
{
	struct aw_ptx_label *label = aw_map_get(&emit->labels, name);
	if (!label) {
		label = AW_NEED_ARRAY(struct aw_ptx_label, 1);
		label->block = LLVMAppendBasicBlockInContext(emit->context, aw_llvm_function_of(emit->at), "");
		aw_need(aw_map_put(&emit->labels, name, label));
	}
	return label;
}

static void define_label(struct aw_ptx_emit *emit, const char *name)
{
	struct aw_ptx_label *label = find_label(emit, name);
	emit->label = name;
	if (label->defined) {
		aw_ptx_error(emit, NULL, "label %s is defined twice", name);
		return;
	}
	label->defined = true;
	LLVMBasicBlockRef after = aw_llvm_split_before(emit->at);
	LLVMPositionBuilderAtEnd(emit->builder, label->block);
	LLVMBuildBr(emit->builder, after);
	LLVMPositionBuilderBefore(emit->builder, emit->at);
}

static LLVMValueRef read_guard(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct aw_ptx_atom atom = {
		.kind = AW_PTX_NAME, .name = op->source->guard, .selector = "", .negated = op->source->guard_negated,
	};
	return aw_ptx_read_atom(emit, op, &atom, AW_PTX_pred);
}

static void emit_branch(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, &op->source->operands[0], 0);
	if (op->source->operand_count != 1 || atom->kind != AW_PTX_NAME) {
		aw_ptx_error(emit, op, "takes a label");
		return;
	}
	LLVMValueRef condition = op->source->guard ? read_guard(emit, op) : NULL;
	build_jump(emit, condition, find_label(emit, atom->name)->block);
}

// Out of a function of a module: to where its text ends.
static void emit_return(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	if (!emit->first_line) {
		aw_ptx_error(emit, op, "inline PTX can't return from the function around it");
		return;
	}
	LLVMValueRef condition = op->source->guard ? read_guard(emit, op) : NULL;
	build_jump(emit, condition, find_label(emit, END)->block);
}

static void note_targets(struct aw_ptx_emit *emit, const struct aw_ptx_statement *statement)
{
	const struct aw_ptx_operand *list = &statement->instruction.operands[0];
	struct aw_ptx_targets targets = { .name = emit->label, .count = list->count };
	targets.labels = AW_NEED_ARRAY(const char *, list->count);
	for (unsigned i = 0; i < list->count; i++)
		targets.labels[i] = aw_ptx_atom(&emit->parser, list, i)->name;
	aw_need(aw_vec_push(&emit->targets, targets));
}

static const struct aw_ptx_targets *find_targets(const struct aw_ptx_emit *emit, const char *name)
{
	for (size_t i = 0; i < emit->targets.count; i++)
		if (name && emit->targets.items[i].name && !strcmp(emit->targets.items[i].name, name))
			return &emit->targets.items[i];
	return NULL;
}

// brx.idx index, list;
static void emit_table_jump(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_instruction *source = op->source;
	const struct aw_ptx_targets *targets =
	        source->operand_count == 2 ? find_targets(emit, aw_ptx_atom(&emit->parser, &source->operands[1], 0)->name) : NULL;
	if (!targets || !targets->count || source->guard) {
		aw_ptx_error(emit, op, "takes an index and a list of .branchtargets before it, and no guard");
		return;
	}
	LLVMValueRef index = aw_ptx_read(emit, op, 0, AW_PTX_b32);
	LLVMBasicBlockRef before = LLVMGetInstructionParent(emit->at);
	aw_llvm_split_before(emit->at);
	aw_llvm_erase(LLVMGetBasicBlockTerminator(before));
	LLVMPositionBuilderAtEnd(emit->builder, before);
	LLVMValueRef jump = LLVMBuildSwitch(emit->builder, index, find_label(emit, targets->labels[0])->block, targets->count);
	for (unsigned i = 1; i < targets->count; i++)
		LLVMAddCase(jump, LLVMConstInt(aw_ptx_int(emit, 32), i, false), find_label(emit, targets->labels[i])->block);
	LLVMPositionBuilderBefore(emit->builder, emit->at);
}

static void emit_guarded(struct aw_ptx_emit *emit, const struct op_row *row, const struct aw_ptx_op *op)
{
	LLVMValueRef condition = read_guard(emit, op);
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(emit->context, aw_llvm_function_of(emit->at), "");
	build_jump(emit, condition, body);
	LLVMMoveBasicBlockBefore(body, LLVMGetInstructionParent(emit->at));
	LLVMPositionBuilderAtEnd(emit->builder, body);
	row->handler(emit, op);
	LLVMBuildBr(emit->builder, LLVMGetInstructionParent(emit->at));
	LLVMPositionBuilderBefore(emit->builder, emit->at);
}

// --- instructions ---

static bool listed(const char *list, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

// Hints about caches say nothing to a CPU: .L2::128B, .L1::no_allocate, .L2::cache_hint.
static bool is_cache_hint(const char *modifier)
{
	return aw_starts_with(modifier, "L1::") || aw_starts_with(modifier, "L2::");
}

static bool check(struct aw_ptx_emit *emit, const struct op_row *row, const struct aw_ptx_op *op)
{
	const struct aw_ptx_instruction *source = op->source;
	for (unsigned i = 0; i < source->modifier_count; i++) {
		if (listed(row->modifiers, source->modifiers[i]) || is_cache_hint(source->modifiers[i]))
			continue;
		aw_ptx_error(emit, op, "modifier .%s is not supported on the CPU", source->modifiers[i]);
		return false;
	}
	if (op->type_count < row->types) {
		aw_ptx_error(emit, op, "has not the types that it needs");
		return false;
	}
	if (source->operand_count < row->least || source->operand_count > row->most) {
		aw_ptx_error(emit, op, "has %u operands", source->operand_count);
		return false;
	}
	return true;
}

static void emit_instruction(struct aw_ptx_emit *emit, const struct aw_ptx_instruction *source)
{
	struct aw_ptx_op op = { .source = source };
	for (unsigned i = 0; i < source->modifier_count; i++) {
		enum aw_ptx_type type = aw_ptx_find_type(source->modifiers[i]);
		if (type != AW_PTX_NO_TYPE && op.type_count < sizeof(op.types) / sizeof(*op.types))
			op.types[op.type_count++] = type;
	}
	static const struct {
		const char *opcode;
		aw_ptx_handler *jump; // reads its guard itself
	} jumps[] = { { "bra", emit_branch }, { "ret", emit_return }, { "brx", emit_table_jump } };
	for (size_t i = 0; i < sizeof(jumps) / sizeof(*jumps); i++) {
		if (!strcmp(source->opcode, jumps[i].opcode)) {
			jumps[i].jump(emit, &op);
			return;
		}
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		if (strcmp(rows[i].opcode, source->opcode))
			continue;
		if (!check(emit, &rows[i], &op))
			return;
		if (source->guard)
			emit_guarded(emit, &rows[i], &op);
		else
			rows[i].handler(emit, &op);
		return;
	}
	aw_ptx_error(emit, &op, "is not supported on the CPU");
}

void aw_ptx_emit_init(struct aw_ptx_emit *emit, struct aw_unit *unit, LLVMValueRef at, const char *text)
{
	*emit = (struct aw_ptx_emit){
		.unit = unit,
		.at = at,
		.builder = unit->builder,
		.module = unit->module,
		.context = unit->context,
		.labels = AW_MAP_OF_STRINGS,
		.prototypes = AW_MAP_OF_STRINGS,
	};
	aw_ptx_parser_init(&emit->parser, text);
	aw_llvm_at(emit->builder, at);
	open_scope(emit);
}

static void emit_statement(struct aw_ptx_emit *emit, struct aw_ptx_statement *statement)
{
	switch (statement->kind) {
	case AW_PTX_FINISHED: break;
	case AW_PTX_INSTRUCTION: emit_instruction(emit, &statement->instruction); break;
	case AW_PTX_LABEL: define_label(emit, statement->name); break;
	case AW_PTX_REGISTER: declare_registers(emit, statement); break;
	case AW_PTX_VARIABLE: declare_variable(emit, &statement->declaration); break;
	case AW_PTX_TARGETS: note_targets(emit, statement); break;
	case AW_PTX_PROTOTYPE: aw_ptx_define_prototype(emit, emit->label, &statement->prototype); break;
	case AW_PTX_OPEN: open_scope(emit); break;
	case AW_PTX_CLOSE: close_scope(emit); break;
	case AW_PTX_WRONG: aw_ptx_error(emit, NULL, "%s", emit->parser.error.text); break;
	}
}

static void check_labels(struct aw_ptx_emit *emit)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&emit->labels, slot));) {
		const struct aw_ptx_label *label = slot->value;
		if (label->defined)
			continue;
		aw_ptx_error(emit, NULL, "label %s is not defined", (const char *)slot->key);
		LLVMPositionBuilderAtEnd(emit->builder, label->block);
		LLVMBuildUnreachable(emit->builder);
	}
}

bool aw_ptx_emit_all(struct aw_ptx_emit *emit)
{
	struct aw_ptx_statement statement = { .kind = AW_PTX_OPEN };
	while (!emit->failed && statement.kind != AW_PTX_FINISHED) {
		aw_ptx_parser_next(&emit->parser, &statement);
		emit_statement(emit, &statement);
	}
	if (!emit->failed && aw_map_get(&emit->labels, END))
		define_label(emit, END);
	if (!emit->failed && emit->scopes.count != 1)
		aw_ptx_error(emit, NULL, "\"{\" without \"}\"");
	check_labels(emit);
	LLVMPositionBuilderBefore(emit->builder, emit->at);
	return !emit->failed;
}

void aw_ptx_emit_finish(struct aw_ptx_emit *emit)
{
	for (size_t i = 0; i < emit->scopes.count; i++)
		aw_map_finish(&emit->scopes.items[i].registers);
	aw_vec_finish(&emit->scopes);
	for (size_t i = 0; i < emit->registers.count; i++)
		free(emit->registers.items[i]);
	aw_vec_finish(&emit->registers);
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&emit->labels, slot));)
		free(slot->value);
	aw_map_finish(&emit->labels);
	aw_map_finish(&emit->prototypes);
	for (size_t i = 0; i < emit->targets.count; i++)
		free(emit->targets.items[i].labels);
	aw_vec_finish(&emit->targets);
	aw_ptx_parser_finish(&emit->parser);
}
