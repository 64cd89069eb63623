// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Textures and surfaces (PTX ISA, "Texture Instructions", "Surface Instructions") in the unified mode: one
// handle for image and sampler.  Accesses are calls of the device library (src/devlib/texture), which is linked after
// inline PTX has become IR.
#include <assert.h>
#include <string.h>

#include "../../fatbin/texture_abi.h"
#include "../analysis/need.h"
#include "ptx_emit.h"

enum { MOST_ARGUMENTS = 10 };

static const struct geometry {
	const char *name;
	unsigned number;
	unsigned atoms; // that its coordinates have at least, in registers
} geometries[] = {
	{ "1d", AW_GEOMETRY_1D, 1 },
	{ "2d", AW_GEOMETRY_2D, 2 },
	{ "3d", AW_GEOMETRY_3D, 3 },
	{ "a1d", AW_GEOMETRY_1D | AW_GEOMETRY_LAYERED, 2 },
	{ "a2d", AW_GEOMETRY_2D | AW_GEOMETRY_LAYERED, 3 },
	{ "cube", AW_GEOMETRY_2D | AW_GEOMETRY_LAYERED | AW_GEOMETRY_CUBE, 3 },
	{ "acube", AW_GEOMETRY_2D | AW_GEOMETRY_LAYERED | AW_GEOMETRY_CUBE, 4 },
};

struct access {
	const struct geometry *geometry;
	LLVMValueRef object, layer, coordinates[3];
};

static LLVMValueRef number(struct aw_ptx_emit *emit, uint32_t value)
{
	return LLVMConstInt(aw_ptx_int(emit, 32), value, false);
}

static LLVMValueRef call(struct aw_ptx_emit *emit, const char *name, LLVMTypeRef result, LLVMValueRef *arguments,
                         unsigned count)
{
	LLVMTypeRef types[MOST_ARGUMENTS];
	assert(count <= MOST_ARGUMENTS);
	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(arguments[i]);
	LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
	LLVMValueRef function = aw_llvm_declare(emit->module, name, type);
	return LLVMBuildCall2(emit->builder, type, function, arguments, count, "");
}

static bool find_geometry(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, struct access *access)
{
	for (size_t i = 0; i < sizeof(geometries) / sizeof(*geometries); i++)
		if (aw_ptx_has(op, geometries[i].name))
			access->geometry = &geometries[i];
	if (!access->geometry)
		aw_ptx_error(emit, op, "has no geometry");
	return access->geometry != NULL;
}

// The object and the coordinates of TYPE in operand INDEX.
static bool read_access(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index, enum aw_ptx_type type,
                        struct access *access)
{
	const struct aw_ptx_operand *operand = &op->source->operands[index];
	if (!find_geometry(emit, op, access))
		return false;
	if (operand->kind != AW_PTX_IMAGE || operand->count - 1 < access->geometry->atoms) {
		aw_ptx_error(emit, op, "needs [object, {coordinates}]");
		return false;
	}
	bool cube = access->geometry->number & AW_GEOMETRY_CUBE, layered = access->geometry->name[0] == 'a';
	unsigned dimensions = cube ? 3 : access->geometry->number & AW_GEOMETRY_DIMENSIONS;
	access->object = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 0), AW_PTX_b64);
	access->layer = number(emit, 0);
	if (layered)
		access->layer = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 1), AW_PTX_b32);
	for (unsigned i = 0; i < 3; i++) {
		access->coordinates[i] = LLVMConstNull(aw_ptx_llvm_type(emit, type));
		if (i < dimensions)
			access->coordinates[i] =
				aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, 1 + layered + i), type);
	}
	return !emit->failed;
}

// --- textures ---

// Where the library puts the four components.
static LLVMValueRef make_result(struct aw_ptx_emit *emit)
{
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(aw_llvm_function_of(emit->at));
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(emit->context);
	LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
	LLVMValueRef slot = LLVMBuildAlloca(builder, LLVMArrayType2(aw_ptx_int(emit, 32), 4), "");
	LLVMSetAlignment(slot, 16);
	LLVMDisposeBuilder(builder);
	return slot;
}

static void write_result(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, LLVMValueRef slot)
{
	const struct aw_ptx_operand *target = &op->source->operands[0];
	if (target->count != 4) {
		aw_ptx_error(emit, op, "gives four components");
		return;
	}
	LLVMTypeRef word = aw_ptx_int(emit, 32);
	for (unsigned i = 0; i < 4; i++) {
		LLVMValueRef index = number(emit, i), address = LLVMBuildGEP2(emit->builder, word, slot, &index, 1, "");
		LLVMValueRef value = LLVMBuildLoad2(emit->builder, word, address, "");
		LLVMSetAlignment(value, 4);
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, target, i), AW_PTX_b32, value);
	}
}

static void sample(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct access *access, LLVMValueRef detail)
{
	LLVMValueRef arguments[MOST_ARGUMENTS] = {
		access->object, number(emit, access->geometry->number), access->layer, access->coordinates[0],
		access->coordinates[1], access->coordinates[2],
	};
	unsigned count = 6;
	if (detail)
		arguments[count++] = detail;
	LLVMValueRef result = arguments[count++] = make_result(emit);
	call(emit, detail ? "__nv_aw_texture_level" : "__nv_aw_texture_sample", LLVMVoidTypeInContext(emit->context), arguments,
	     count);
	write_result(emit, op, result);
}

// The level of detail that the steps in operands 3 and 4 ask for.
static LLVMValueRef read_detail(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, const struct access *access)
{
	LLVMTypeRef real = aw_ptx_llvm_type(emit, AW_PTX_f32);
	LLVMValueRef none = LLVMConstNull(real);
	bool cube = access->geometry->number & AW_GEOMETRY_CUBE;
	unsigned dimensions = cube ? 3 : access->geometry->number & AW_GEOMETRY_DIMENSIONS;
	LLVMValueRef arguments[] = { access->object, number(emit, dimensions), none, none, none, none, none, none };
	for (unsigned step = 0; step < 2; step++) {
		const struct aw_ptx_operand *operand = &op->source->operands[2 + step];
		if (operand->count < dimensions) {
			aw_ptx_error(emit, op, "operand %u must have a number for each dimension", 3 + step);
			return LLVMGetPoison(real);
		}
		for (unsigned i = 0; i < dimensions; i++)
			arguments[2 + 3 * step + i] = aw_ptx_read_atom(emit, op, aw_ptx_atom(&emit->parser, operand, i), AW_PTX_f32);
	}
	return call(emit, "__nv_aw_texture_detail", real, arguments, 8);
}

// The texels of other textures than memory in a row are where their middles are.
static void sample_middle(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, struct access *access)
{
	LLVMTypeRef real = aw_ptx_llvm_type(emit, AW_PTX_f32);
	for (unsigned i = 0; i < 3; i++) {
		LLVMValueRef corner = LLVMBuildSIToFP(emit->builder, access->coordinates[i], real, "");
		access->coordinates[i] = LLVMBuildFAdd(emit->builder, corner, LLVMConstReal(real, 0.5), "");
	}
	sample(emit, op, access, NULL);
}

// Integer coordinates, which aren't normalized.
static void fetch(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct access access = { 0 };
	if (!read_access(emit, op, 1, AW_PTX_b32, &access))
		return;
	if ((access.geometry->number & AW_GEOMETRY_CUBE) || op->source->operand_count != 2) {
		aw_ptx_error(emit, op, "is not supported on the CPU with integer coordinates");
		return;
	}
	if (access.geometry->number != AW_GEOMETRY_1D) {
		sample_middle(emit, op, &access);
		return;
	}
	LLVMValueRef result = make_result(emit), arguments[] = { access.object, access.coordinates[0], result };
	call(emit, "__nv_aw_texture_fetch", LLVMVoidTypeInContext(emit->context), arguments, 3);
	write_result(emit, op, result);
}

void aw_ptx_emit_tex(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct access access = { 0 };
	bool level = aw_ptx_has(op, "level"), gradient = aw_ptx_has(op, "grad");
	if (aw_ptx_type(op, 1) == AW_PTX_s32) {
		fetch(emit, op);
		return;
	}
	if (aw_ptx_type(op, 1) != AW_PTX_f32 || op->source->operand_count != 2u + level + 2 * gradient) {
		aw_ptx_error(emit, op, "has not the operands that it needs");
		return;
	}
	if (!read_access(emit, op, 1, AW_PTX_f32, &access))
		return;
	LLVMValueRef detail = level ? aw_ptx_read(emit, op, 2, AW_PTX_f32) : NULL;
	if (gradient)
		detail = read_detail(emit, op, &access);
	sample(emit, op, &access, detail);
}

// tld4.COMPONENT.2d
void aw_ptx_emit_tld4(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	struct access access = { 0 };
	if (!read_access(emit, op, 1, AW_PTX_f32, &access))
		return;
	unsigned component = aw_ptx_has(op, "r") ? 0 : aw_ptx_has(op, "g") ? 1 : aw_ptx_has(op, "b") ? 2 : 3;
	LLVMValueRef result = make_result(emit);
	LLVMValueRef arguments[] = { access.object, access.coordinates[0], access.coordinates[1], number(emit, component), result };
	call(emit, "__nv_aw_texture_gather", LLVMVoidTypeInContext(emit->context), arguments, 5);
	write_result(emit, op, result);
}

// --- surfaces ---

static uint32_t surface_rule(const struct aw_ptx_op *op)
{
	return aw_ptx_has(op, "clamp") ? AW_SURFACE_CLAMP : aw_ptx_has(op, "zero") ? AW_SURFACE_ZERO : AW_SURFACE_TRAP;
}

// Calls FUNCTION of the library for the bytes at BUFFER; operand IMAGE says where.
static void access_surface(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned image, unsigned bytes,
                           const char *function, LLVMValueRef buffer)
{
	struct access access = { 0 };
	if (!read_access(emit, op, image, AW_PTX_b32, &access))
		return;
	uint32_t rule = surface_rule(op);
	LLVMValueRef arguments[] = {
		access.object, number(emit, access.geometry->number), number(emit, rule), number(emit, bytes), access.layer,
		access.coordinates[0], access.coordinates[1], access.coordinates[2], buffer,
	};
	call(emit, function, LLVMVoidTypeInContext(emit->context), arguments, 9);
}

static unsigned count_elements(struct aw_ptx_emit *emit, const struct aw_ptx_op *op, unsigned index)
{
	unsigned wanted = aw_ptx_has(op, "v2") ? 2 : aw_ptx_has(op, "v4") ? 4 : 1;
	if (op->source->operands[index].count != wanted || !aw_ptx_has(op, "b") ||
	    wanted * aw_ptx_types[aw_ptx_type(op, 0)].bits > 128)
		aw_ptx_error(emit, op, "has %u registers for %u elements", op->source->operands[index].count, wanted);
	return emit->failed ? 0 : wanted;
}

static LLVMValueRef element(struct aw_ptx_emit *emit, LLVMValueRef buffer, LLVMTypeRef type, unsigned index)
{
	LLVMValueRef offset = number(emit, index);
	return LLVMBuildGEP2(emit->builder, type, buffer, &offset, 1, "");
}

void aw_ptx_emit_suld(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	unsigned count = count_elements(emit, op, 0), bytes = aw_ptx_types[type].bits / 8;
	LLVMTypeRef bits = aw_ptx_int(emit, aw_ptx_types[type].bits);
	LLVMValueRef buffer = make_result(emit);
	access_surface(emit, op, 1, bytes * count, "__nv_aw_surface_read", buffer);
	for (unsigned i = 0; i < count; i++) {
		LLVMValueRef value = LLVMBuildLoad2(emit->builder, bits, element(emit, buffer, bits, i), "");
		aw_ptx_write_atom(emit, op, aw_ptx_atom(&emit->parser, &op->source->operands[0], i), type, value);
	}
}

void aw_ptx_emit_sust(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	unsigned count = count_elements(emit, op, 1), bytes = aw_ptx_types[type].bits / 8;
	LLVMTypeRef bits = aw_ptx_int(emit, aw_ptx_types[type].bits);
	LLVMValueRef buffer = make_result(emit);
	for (unsigned i = 0; i < count; i++) {
		const struct aw_ptx_atom *atom = aw_ptx_atom(&emit->parser, &op->source->operands[1], i);
		LLVMValueRef value = aw_ptx_read_atom(emit, op, atom, type);
		LLVMBuildStore(emit->builder, value, element(emit, buffer, bits, i));
	}
	access_surface(emit, op, 0, bytes * count, "__nv_aw_surface_write", buffer);
}

static uint32_t reduction(const struct aw_ptx_op *op, enum aw_ptx_type type)
{
	bool is_signed = aw_ptx_is_signed(type), own = aw_ptx_has(op, "p");
	if (aw_ptx_has(op, "min"))
		return own ? AW_SURFACE_OWN_MIN : is_signed ? AW_SURFACE_SIGNED_MIN : AW_SURFACE_MIN;
	if (aw_ptx_has(op, "max"))
		return own ? AW_SURFACE_OWN_MAX : is_signed ? AW_SURFACE_SIGNED_MAX : AW_SURFACE_MAX;
	return aw_ptx_has(op, "and") ? AW_SURFACE_AND : aw_ptx_has(op, "or") ? AW_SURFACE_OR : AW_SURFACE_ADD;
}

// sured.b counts x in bytes, sured.p in texels, which are words.
void aw_ptx_emit_sured(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	enum aw_ptx_type type = aw_ptx_type(op, 0);
	struct access access = { 0 };
	if (aw_ptx_has(op, "p") && type != AW_PTX_b32) {
		aw_ptx_error(emit, op, "is of .b32 with .p");
		return;
	}
	if (!read_access(emit, op, 0, AW_PTX_b32, &access))
		return;
	LLVMValueRef x = access.coordinates[0];
	if (aw_ptx_has(op, "p"))
		x = LLVMBuildMul(emit->builder, x, number(emit, 4), "");
	LLVMValueRef value = aw_ptx_to_bits(emit, type, aw_ptx_read(emit, op, 1, type));
	LLVMValueRef arguments[] = {
		access.object, number(emit, access.geometry->number), number(emit, surface_rule(op)), number(emit, aw_ptx_types[type].bits / 8),
		access.layer, x, access.coordinates[1], access.coordinates[2], number(emit, reduction(op, type)),
		LLVMBuildZExt(emit->builder, value, aw_ptx_int(emit, 64), ""),
	};
	call(emit, "__nv_aw_surface_reduce", LLVMVoidTypeInContext(emit->context), arguments, 10);
}

// --- questions ---

static const struct question {
	const char *name;
	uint32_t number;
} questions[] = {
	{ "width", AW_QUERY_WIDTH },
	{ "height", AW_QUERY_HEIGHT },
	{ "depth", AW_QUERY_DEPTH },
	{ "channel_data_type", AW_QUERY_DATA_TYPE },
	{ "channel_order", AW_QUERY_ORDER },
	{ "normalized_coords", AW_QUERY_NORMALIZED },
	{ "array_size", AW_QUERY_ARRAY_SIZE },
	{ "num_mipmap_levels", AW_QUERY_LEVELS },
	{ "filter_mode", AW_QUERY_FILTER },
	{ "addr_mode_0", AW_QUERY_ADDRESS_0 },
	{ "addr_mode_1", AW_QUERY_ADDRESS_1 },
	{ "addr_mode_2", AW_QUERY_ADDRESS_2 },
	{ "num_samples", AW_QUERY_NOTHING },
	{ "memory_layout", AW_QUERY_NOTHING },
};

// txq and suq.
void aw_ptx_emit_txq(struct aw_ptx_emit *emit, const struct aw_ptx_op *op)
{
	const struct question *asked = NULL;
	bool level = aw_ptx_has(op, "level");
	for (size_t i = 0; i < sizeof(questions) / sizeof(*questions); i++)
		if (aw_ptx_has(op, questions[i].name))
			asked = &questions[i];
	if (!asked || (level && asked->number > AW_QUERY_DEPTH) || op->source->operand_count != 2u + level) {
		aw_ptx_error(emit, op, "is not supported with these operands");
		return;
	}
	LLVMValueRef arguments[] = {
		LLVMBuildPtrToInt(emit->builder, aw_ptx_address(emit, op, 1), aw_ptx_int(emit, 64), ""), number(emit, asked->number),
		level ? aw_ptx_read(emit, op, 2, AW_PTX_b32) : number(emit, 0),
	};
	aw_ptx_write(emit, op, 0, AW_PTX_b32, call(emit, "__nv_aw_texture_query", aw_ptx_int(emit, 32), arguments, 3));
}
