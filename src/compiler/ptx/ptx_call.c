// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls and jumps by tables (PTX ISA, "Control Flow Instructions").  A call's parameters and its result are variables in .param
// space that code around it fills and reads:
//
//     { .param .b64 p; st.param.b64 [p], %rd1; .param .b32 r; call (r), f, (p); ld.param.b32 %r1, [r]; }
//
// so a call loads what each name leads to and stores what comes back.
#include <string.h>

#include "../analysis/need.h"
#include "ptx_emit.h"
#include "ptx_signature.h"

// The variable behind a name in a call's lists; NULL after an error.
static LLVMValueRef variable_of(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_operand *list, unsigned index)
{
	const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, list, index);
	LLVMValueRef variable = atom->kind == AW_PTX_NAME ? aw_ptx_variable(emit, atom->name) : NULL;
	if (!variable)
		aw_ptx_error(emit, op, "takes variables in .param only");
	return variable;
}

static LLVMValueRef load_argument(struct aw_ptx_emit *emit, LLVMValueRef variable, LLVMTypeRef type)
{
	bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
	LLVMValueRef value = LLVMBuildLoad2(emit->builder, is_pointer ? aw_ptx_int(emit, 64) : type, variable, "");
	LLVMSetAlignment(value, 1);
	return is_pointer ? LLVMBuildIntToPtr(emit->builder, value, type, "") : value;
}

static void store_result(struct aw_ptx_emit *emit, LLVMValueRef variable, LLVMValueRef value)
{
	if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
		value = LLVMBuildPtrToInt(emit->builder, value, aw_ptx_int(emit, 64), "");
	LLVMSetAlignment(LLVMBuildStore(emit->builder, value, variable), 1);
}

// What is called, and its type: a function of the module, or what a register leads to by the prototype that comes last.
static LLVMValueRef find_callee(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_operand *target,
                                LLVMTypeRef *type)
{
	const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, target, 0);
	LLVMValueRef function = LLVMGetNamedFunction(emit->module, atom->name);
	if (function) {
		*type = LLVMGlobalGetValueType(function);
		return function;
	}
	const struct aw_ptx_operand *last = &op->source->operands[op->source->operand_count - 1];
	const char *name = last->kind == AW_PTX_SINGLE && last != target ? aw_ptx_atom(&emit->parser, last, 0)->name : NULL;
	*type = name ? aw_map_get(&emit->prototypes, name) : NULL;
	if (!*type) {
		aw_ptx_error(emit, op, "neither function %s nor a prototype is known", atom->name);
		return NULL;
	}
	LLVMValueRef address = aw_ptx_read_atom(emit, op, atom, AW_PTX_b64);
	return LLVMBuildIntToPtr(emit->builder, address, LLVMPointerTypeInContext(emit->context, 0), "");
}

static void build_call(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct aw_ptx_operand *result,
                       const struct aw_ptx_operand *target, const struct aw_ptx_operand *list)
{
	LLVMTypeRef type, types[AW_PTX_MAX_PARAMETERS];
	LLVMValueRef arguments[AW_PTX_MAX_PARAMETERS], callee = find_callee(emit, op, target, &type);
	if (!callee)
		return;
	unsigned count = LLVMCountParamTypes(type);
	bool gives = LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind;
	if (count != (list ? list->count : 0) || (result && result->count && !gives)) {
		aw_ptx_error(emit, op, "doesn't have the parameters of what it calls");
		return;
	}
	LLVMGetParamTypes(type, types);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef variable = variable_of(emit, op, list, i);
		if (!variable)
			return;
		arguments[i] = load_argument(emit, variable, types[i]);
	}
	LLVMValueRef value = LLVMBuildCall2(emit->builder, type, callee, arguments, count, "");
	LLVMValueRef variable = result && result->count ? variable_of(emit, op, result, 0) : NULL;
	if (variable)
		store_result(emit, variable, value);
}

void aw_ptx_emit_call(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct aw_ptx_operand *operands = op->source->operands;
	unsigned count = op->source->operand_count, at = operands[0].kind == AW_PTX_LIST;
	if (at >= count || operands[at].kind != AW_PTX_SINGLE || aw_ptx_atom(&emit->parser, &operands[at], 0)->kind != AW_PTX_NAME) {
		aw_ptx_error(emit, op, "takes the name of a function");
		return;
	}
	const struct aw_ptx_operand *list = at + 1 < count && operands[at + 1].kind == AW_PTX_LIST ? &operands[at + 1] : NULL;
	build_call(emit, op, at ? &operands[0] : NULL, &operands[at], list);
}

void aw_ptx_define_prototype(struct aw_ptx_emit *emit, const char *name, struct aw_ptx_prototype *prototype)
{
	bool good = true;
	for (size_t i = 0; i <= prototype->parameters.count; i++) {
		const struct aw_ptx_declaration *declaration = i ? &prototype->parameters.items[i - 1] : &prototype->result;
		good &= !declaration->type || aw_ptx_find_type(declaration->type) != AW_PTX_NO_TYPE;
	}
	if (!name || !good)
		aw_ptx_error(emit, NULL, "a prototype %s", name ? "has a type that isn't known" : "has no label");
	else
		aw_need(aw_map_put(&emit->prototypes, name, aw_ptx_signature(emit->context, prototype, false)));
	aw_vec_finish(&prototype->parameters);
}
