// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random expressions.  Everything is defined: signed arithmetic is done unsigned, shifts are masked,
// divisors are not zero, conversions are in range, indices in bounds.  Floating-point operations are
// those that IEEE 754 defines exactly; no bits of a NaN and no sign that fmin may choose can be seen.
#include <string.h>

#include "grow.h"

const struct type_info types[TYPE_COUNT] = {
#define TYPE(constant, name, bits, kind) { #name, bits, kind },
	FUZZ_TYPES(TYPE)
#undef TYPE
};

// Operations: the kinds of types that have them (b: any integer, s: signed, w: 32 bits, d: 64 bits,
// f: floats), the text, and what the children are: T the type, L a leaf of the type, W u32, C a condition.
// In the text $T is the type, $U the unsigned one to compute in, $M bits - 1, $F the suffix of f32 functions.
#define OPERATIONS(X) \
	X("b", "($T)(($U)$a + ($U)$b)", "TT") \
	X("b", "($T)(($U)$a + ($U)$b)", "TT") \
	X("b", "($T)(($U)$a - ($U)$b)", "TT") \
	X("b", "($T)(($U)$a * ($U)$b)", "TT") \
	X("b", "($T)(($U)$a * ($U)$b + ($U)$c)", "TTT") \
	X("b", "($T)($a & $b)", "TT") \
	X("b", "($T)($a | $b)", "TT") \
	X("b", "($T)($a ^ $b)", "TT") \
	X("b", "($T)~$a", "T") \
	X("b", "($T)(0 - ($U)$a)", "T") \
	X("b", "($T)(($U)$a << ((u32)$b & $M))", "TT") \
	X("b", "($T)($a >> ((u32)$b & $M))", "TT") \
	X("b", "($T)($a >> 3)", "T") \
	X("b", "($T)(($U)$a << 1)", "T") \
	X("b", "($T)($a / ($T)7)", "T") \
	X("b", "($T)($a % ($T)10)", "T") \
	X("b", "($T)($a / ($T)16)", "T") \
	X("b", "($b > 0 ? ($T)($a / $b) : $a)", "TL") \
	X("b", "($b > 0 ? ($T)($a % $b) : $b)", "TL") \
	X("b", "($T)($a / ($T)(($b & 31) + 1))", "TT") \
	X("b", "($a < $b ? $a : $b)", "LL") \
	X("b", "($a > $b ? $a : $b)", "LL") \
	X("b", "($a < $b ? ($T)(($U)$b - ($U)$a) : ($T)(($U)$a - ($U)$b))", "LL") \
	X("b", "($c ? $a : $b)", "TTC") \
	X("b", "($T)$c", "--C") \
	X("s", "($a < 0 ? ($T)(0 - ($U)$a) : $a)", "L") \
	X("w", "min_$T($a, $b)", "TT") \
	X("w", "max_$T($a, $b)", "TT") \
	X("w", "($T)__popc((u32)$a)", "T") \
	X("w", "($T)__clz((i32)$a)", "T") \
	X("w", "($T)__ffs((i32)$a)", "T") \
	X("w", "($T)__brev((u32)$a)", "T") \
	X("w", "($T)__mulhi((i32)$a, (i32)$b)", "TT") \
	X("w", "($T)__umulhi((u32)$a, (u32)$b)", "TT") \
	X("w", "($T)__byte_perm((u32)$a, (u32)$b, (u32)$c & 0x7777)", "TTT") \
	X("w", "($T)__funnelshift_l((u32)$a, (u32)$b, (u32)$c)", "TTT") \
	X("w", "($T)__funnelshift_r((u32)$a, (u32)$b, (u32)$c)", "TTT") \
	X("w", "($T)__usad((u32)$a, (u32)$b, (u32)$c)", "TTT") \
	X("d", "min_$T($a, $b)", "TT") \
	X("d", "max_$T($a, $b)", "TT") \
	X("d", "($T)__popcll((u64)$a)", "T") \
	X("d", "($T)__clzll((i64)$a)", "T") \
	X("d", "($T)__ffsll((i64)$a)", "T") \
	X("d", "($T)__brevll((u64)$a)", "T") \
	X("d", "($T)__mul64hi((i64)$a, (i64)$b)", "TT") \
	X("d", "($T)__umul64hi((u64)$a, (u64)$b)", "TT") \
	X("f", "($a + $b)", "TT") \
	X("f", "($a - $b)", "TT") \
	X("f", "($a * $b)", "TT") \
	X("f", "($a + $b)", "TT") \
	X("f", "($a * $b)", "TT") \
	X("f", "($a * $b + $c)", "TTT") \
	X("f", "($a / $b)", "TT") \
	X("f", "(-$a)", "T") \
	X("f", "fma$F($a, $b, $c)", "TTT") \
	X("f", "sqrt$F(fabs$F($a))", "T") \
	X("f", "sqrt$F($a)", "T") \
	X("f", "fabs$F($a)", "T") \
	X("f", "floor$F($a)", "T") \
	X("f", "ceil$F($a)", "T") \
	X("f", "trunc$F($a)", "T") \
	X("f", "rint$F($a)", "T") \
	X("f", "(fmin$F($a, $b) + ($T)0)", "TT") \
	X("f", "(fmax$F($a, $b) + ($T)0)", "TT") \
	X("f", "($a < $b ? $a : $b)", "LL") \
	X("f", "($a >= $b ? $a : $b)", "LL") \
	X("f", "($c ? $a : $b)", "TTC") \
	X("f", "($c ? $a : $b)", "TTC")

struct operation {
	const char *kinds, *text, *operands;
};
static const struct operation operations[] = {
#define OPERATION(kinds, text, operands) { kinds, text, operands },
	OPERATIONS(OPERATION)
#undef OPERATION
};

static bool has_kind(enum type type, char kind)
{
	const struct type_info *info = &types[type];
	switch (kind) {
	case 'b': return info->kind != 'f' && type != BOOL;
	case 's': return info->kind == 'i';
	case 'w': return info->kind != 'f' && info->bits == 32;
	case 'd': return info->kind != 'f' && info->bits == 64;
	default: return info->kind == 'f';
	}
}

// Replaces $T, $U, $M, $F; leaves $a to $c.
static const char *specialise(const char *text, enum type type)
{
	char *result = fuzz_allocate(strlen(text) + 128), *to = result;
	for (; *text; text++) {
		if (*text != '$' || !strchr("TUMF", text[1])) {
			*to++ = *text;
			continue;
		}
		switch (*++text) {
		case 'T': to += sprintf(to, "%s", types[type].name); break;
		case 'U': to += sprintf(to, "%s", types[type].bits > 32 ? "u64" : "u32"); break;
		case 'M': to += sprintf(to, "%d", types[type].bits - 1); break;
		default: to += sprintf(to, "%s", type == F32 ? "f" : "");
		}
	}
	return result;
}

struct expr *grow_text(struct grow *grow, enum type type, const char *text, struct expr *a, struct expr *b)
{
	struct expr *expr = fuzz_allocate(sizeof(*expr));
	expr->id = ++grow->program->ids;
	expr->type = type;
	expr->text = text;
	expr->child[0] = a;
	expr->child[1] = b;
	return expr;
}

struct expr *grow_var(struct grow *grow, const struct var *var)
{
	struct expr *expr = grow_text(grow, var->type, "", NULL, NULL);
	expr->var = var;
	if (var->length)
		expr->text = fuzz_format("[%d]", below(var->length));
	if (var->record) {
		int field = below(var->record->count);
		expr->type = var->record->field[field];
		expr->text = fuzz_format(".f%d", field);
	}
	return expr;
}

enum type grow_type(struct grow *grow)
{
	static const enum type weighted[] = { I32, I32, U32, U32, F32, F32, F32, F64, I64, U64, I8, U8, I16, U16 };
	return weighted[below(sizeof(weighted) / sizeof(*weighted))];
}

static const char *integer_text(struct grow *grow, enum type type)
{
	static const long long small[] = { 0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 100, 127, -1, -2, -7, -128 };
	uint64_t value = chance(70) ? (uint64_t)small[below(16)] : random_bits(&grow->random);
	if (chance(5))
		value = 1ull << (types[type].bits - 1);
	if (types[type].bits < 64)
		value &= (1ull << types[type].bits) - 1;
	return fuzz_format(value < 256 ? "(%s)%lluu" : "(%s)0x%llxu%s", types[type].name, (unsigned long long)value,
	                   types[type].bits == 64 ? "ll" : "");
}

struct expr *grow_constant(struct grow *grow, enum type type)
{
	static const char *const floats[] = { "0.0", "1.0", "0.5", "-1.0", "2.0", "3.0", "-0.25", "10.0", "0.1", "1.5e9",
		                                    "-7.5", "1e-20", "3e38", "100.0" };
	const char *text;
	if (type == BOOL)
		text = chance(50) ? "1" : "0";
	else if (types[type].kind == 'f')
		text = fuzz_format("(%s)%s", types[type].name, floats[below(14)]);
	else
		text = integer_text(grow, type);
	return grow_text(grow, type, text, NULL, NULL);
}

// Whether VAR may stand where all of the level must agree.
static bool var_fits(const struct grow *grow, const struct var *var)
{
	switch (grow->level) {
	case LEVEL_THREAD: return true;
	case LEVEL_WARP: return var->place == PLACE_WARP || var->place == PLACE_BLOCK;
	default: return var->place == PLACE_BLOCK;
	}
}

static bool has_type(const struct var *var, enum type type)
{
	if (!var->record)
		return var->type == type;
	for (int i = 0; i < var->record->count; i++)
		if (var->record->field[i] == type)
			return true;
	return false;
}

static struct expr *var_of_type(struct grow *grow, const struct var *var, enum type type)
{
	struct expr *expr = grow_var(grow, var);
	for (int i = 0; var->record && i < var->record->count; i++)
		if (var->record->field[i] == type && expr->type != type) {
			expr->type = type;
			expr->text = fuzz_format(".f%d", i);
		}
	return expr;
}

static struct expr *some_var(struct grow *grow, enum type type)
{
	const struct var *found[MAX_SCOPE];
	int count = 0;
	for (int i = 0; i < grow->scope_count; i++)
		if (var_fits(grow, grow->scope[i]) && (type == TYPE_COUNT || has_type(grow->scope[i], type)))
			found[count++] = grow->scope[i];
	if (!count)
		return NULL;
	const struct var *var = found[below(count)];
	return type == TYPE_COUNT ? grow_var(grow, var) : var_of_type(grow, var, type);
}

const struct var *grow_target(struct grow *grow, enum type type, bool scalar)
{
	const struct var *found[MAX_SCOPE];
	int count = 0;
	for (int i = 0; i < grow->scope_count; i++) {
		const struct var *var = grow->scope[i];
		if (var->read_only || var->place == PLACE_WARP || var->place == PLACE_BLOCK)
			continue;
		if (scalar && (var->length || var->record))
			continue;
		if (type == TYPE_COUNT || var->type == type)
			found[count++] = var;
	}
	return count ? found[below(count)] : NULL;
}

struct expr *grow_cast(struct grow *grow, enum type type, struct expr *from)
{
	const char *to = types[type].name, *of = types[from->type].name;
	if (type == from->type)
		return from;
	if (type == BOOL)
		return grow_text(grow, type, "($a != 0)", from, NULL);
	if (types[from->type].kind == 'f' && types[type].kind != 'f') {
		if (types[type].bits == types[from->type].bits && types[type].kind == 'u' && chance(40))
			return grow_text(grow, type, fuzz_format("bits_%s($a)", of), from, NULL);
		return grow_text(grow, type, fuzz_format("%s_of_%s($a)", to, of), from, NULL);
	}
	return grow_text(grow, type, fuzz_format("(%s)$a", to), from, NULL);
}

struct place_name {
	const char *name;
	enum type type;
	enum level level;
};
static const struct place_name place_names[] = {
	{ "gid", I32, LEVEL_THREAD },          { "tid", I32, LEVEL_THREAD },
	{ "(i32)threadIdx.x", I32, LEVEL_THREAD }, { "(i32)threadIdx.y", I32, LEVEL_THREAD },
	{ "threadIdx.x", U32, LEVEL_THREAD },  { "threadIdx.z", U32, LEVEL_THREAD },
	{ "warp", I32, LEVEL_WARP },           { "bid", I32, LEVEL_BLOCK },
	{ "bn", I32, LEVEL_BLOCK },            { "n", I32, LEVEL_BLOCK },
	{ "blockIdx.x", U32, LEVEL_BLOCK },    { "(i32)blockDim.x", I32, LEVEL_BLOCK },
	{ "gridDim.x", U32, LEVEL_BLOCK },     { "blockDim.y", U32, LEVEL_BLOCK },
};

static struct expr *some_name(struct grow *grow, enum type type)
{
	enum { COUNT = sizeof(place_names) / sizeof(*place_names) };
	bool of_row = grow->turn && !chance(20); // what tells threads of a row apart keeps its turns with them
	for (int turn = 0; turn < 8 && !grow->function; turn++) {
		const struct place_name *place = &place_names[below(COUNT)];
		if (of_row && (place->level < LEVEL_BLOCK || !strcmp(place->name, "bid") || !strcmp(place->name, "blockIdx.x")))
			continue;
		if (place->level >= grow->level && place->type == type)
			return grow_text(grow, type, place->name, NULL, NULL);
	}
	return NULL;
}

struct expr *grow_leaf(struct grow *grow, enum type type)
{
	struct expr *expr = NULL;
	int kind = below(100);
	if (kind < 15)
		return grow_constant(grow, type);
	if (kind < 25)
		expr = some_name(grow, type);
	if (!expr && kind < 90)
		expr = some_var(grow, type);
	if (!expr && (expr = some_var(grow, TYPE_COUNT)))
		expr = grow_cast(grow, type, expr);
	return expr ? expr : grow_constant(grow, type);
}

struct expr *grow_bounded(struct grow *grow, int low, int bits)
{
	struct expr *expr = grow_expr(grow, chance(50) ? U32 : I32, 1);
	return grow_text(grow, I32, fuzz_format("(%d + (i32)($a & %d))", low, (1 << bits) - 1), expr, NULL);
}

// An index below 4 n + 64, which is how long inputs are.
static struct expr *input_index(struct grow *grow)
{
	if (grow->function || grow->level != LEVEL_THREAD)
		return chance(30) ? grow_text(grow, I32, fuzz_format("%d", below(64)), NULL, NULL) : grow_bounded(grow, 0, 6);
	if (grow->program->turns.of)
		return grow_turn_index(grow);
	const struct var *counter = grow->scope_count ? grow->scope[grow->scope_count - 1] : NULL;
	if (counter && counter->read_only && counter->place != PLACE_BLOCK && chance(40)) // the innermost loop's
		return grow_text(grow, I32, chance(50) ? "gid + (i32)($a & 63)" : "gid / 16 * 16 + (i32)($a & 15)", grow_var(grow, counter),
		                 NULL);
	switch (below(12)) {
	case 0: case 1: case 2: return grow_text(grow, I32, "gid", NULL, NULL);
	case 3: return grow_text(grow, I32, fuzz_format("gid + %d", range(1, 60)), NULL, NULL);
	case 4: return grow_text(grow, I32, fuzz_format("gid * %d + %d", range(2, 4), below(30)), NULL, NULL);
	case 5: return grow_text(grow, I32, fuzz_format("n - 1 - gid + %d", below(30)), NULL, NULL);
	case 6: return grow_text(grow, I32, "gid + $a", grow_bounded(grow, 0, range(1, 5)), NULL);
	case 7: return grow_text(grow, U32, "(u32)$a % (u32)n", grow_expr(grow, U32, 1), NULL);
	case 8: return grow_text(grow, I32, "perm[gid]", NULL, NULL);
	case 9: return grow_text(grow, U32, "blockIdx.x * blockDim.x + threadIdx.x", NULL, NULL);
	case 10: return grow_text(grow, I32, "bid * bn + $a % bn", grow_bounded(grow, 0, 8), NULL);
	default: return grow_bounded(grow, 0, 6);
	}
}

bool grow_has_vectors(enum type type)
{
	return type == I32 || type == U32 || type == F32 || type == U8 || type == I16 || type == U16;
}

// All elements of a thread's row of COUNT, taken together.
static struct expr *row_of(struct grow *grow, int which, int count)
{
	enum type type = grow->program->in[which];
	const char *text = fuzz_format("in%d[gid * %d]", which, count);
	for (int i = 1; i < count; i++)
		text = fuzz_format("%s %c in%d[gid * %d + %d]", text, types[type].kind == 'f' ? '+' : '^', which, count, i);
	return grow_text(grow, type, fuzz_format("(%s)(%s)", types[type].name, text), NULL, NULL);
}

// IN[WHICH][INDEX] in one of several ways.
static struct expr *load_from(struct grow *grow, int which, struct expr *index)
{
	enum type type = grow->program->in[which];
	const char *text = fuzz_format("in%d[$a]", which);
	struct expr *load;
	bool has_vectors = grow_has_vectors(type);
	switch (below(16)) {
	case 0: text = fuzz_format("__ldg(&in%d[$a])", which); break;
	case 1:
		load = grow_text(grow, type, fuzz_format("($c ? in%d : in%d + %d)[$a]", which, which, range(1, 4)), index, NULL);
		load->child[2] = grow_condition(grow, 1);
		index->text = fuzz_format("(%s) / 2", index->text);
		return load;
	case 2: case 3:
		if (!has_vectors || grow->function || grow->level != LEVEL_THREAD || grow->program->turns.of)
			break;
		const char *part = chance(50) ? "gid" : fuzz_format("(gid + %d) %% n", below(9));
		int members = range(3, 4);
		return grow_text(grow, type, fuzz_format("((const %sx%d *)in%d)[%s].%c", types[type].name, members, which, part,
		                 "xyzw"[below(members)]), NULL, NULL);
	case 4: case 5:
		if (!grow->function && grow->level == LEVEL_THREAD && !grow->program->turns.of)
			return row_of(grow, which, range(2, 4));
		break;
	default: break;
	}
	return grow_text(grow, type, text, index, NULL);
}

static struct expr *input_load(struct grow *grow, enum type type)
{
	int inputs = grow->program->turns.input_too ? MAX_IN - 1 : MAX_IN, which = below(inputs);
	for (int i = 0; i < inputs; i++)
		if (grow->program->in[i] == type && chance(60))
			which = i;
	if (grow->function) // whose first pointer is the first input
		which = 0;
	struct expr *index = input_index(grow);
	if (chance(12) && !grow->function)
		return grow_cast(grow, type, grow_text(grow, I32, chance(50) ? "table_i32[$a & 31]" : "fixed_i32[$a & 31]", index, NULL));
	return grow_cast(grow, type, load_from(grow, which, index));
}

enum mode grow_mode(struct grow *grow, int x)
{
	int i = grow->interval;
	while (grow->root[i] != i)
		i = grow->root[i];
	return grow->mode[i][x];
}

struct expr *grow_element(struct grow *grow, int x, const char *index, struct expr *a)
{
	const struct exchange *exchange = &grow->program->exchange[x];
	const char *name = types[exchange->type].name, *text;
	if (exchange->form == SHARED_TILE)
		text = fuzz_format("x%d[(%s) >> 5][(%s) & 31]", x, index, index);
	else if (exchange->form == GLOBAL_FLAT)
		text = fuzz_format("x%d[bid * bn + (%s)]", x, index);
	else if (exchange->is_volatile)
		text = fuzz_format("((volatile %s *)x%d)[%s]", name, x, index);
	else
		text = fuzz_format("x%d[%s]", x, index);
	return grow_text(grow, exchange->type, text, a, NULL);
}

// The place of a thread that is known from one's own.
static const char *some_partner(struct grow *grow)
{
	int bit = 1 << below(6);
	switch (below(6)) {
	case 0: return fuzz_format("tid & ~%d", 2 * bit - 1);
	case 1: return fuzz_format("tid * %d %% bn", range(2, 9));
	case 2: return fuzz_format("tid / %d", range(2, 9));
	case 3: return "((tid & 31) * 32 + (tid >> 5)) % bn";
	default: return fuzz_format("(tid ^ %d) < bn ? tid ^ %d : tid", bit, bit);
	}
}

static struct expr *exchange_load(struct grow *grow, enum type type)
{
	if (grow->turn && !grow->function && grow->level == LEVEL_THREAD) {
		struct expr *load = grow_turn_load(grow);
		return load ? grow_cast(grow, type, load) : NULL;
	}
	if (!grow->program->exchanges || grow->function || grow->interval < 0)
		return NULL;
	int x = below(grow->program->exchanges);
	bool uniform = grow->level != LEVEL_THREAD;
	struct expr *a = NULL;
	const char *index;
	switch (grow_mode(grow, x)) {
	case MODE_OWN: index = "tid"; break;
	case MODE_OWN_REVERSED: index = "bn - 1 - tid"; break;
	case MODE_READ:
		switch (uniform ? 4 : below(6)) {
		case 0: index = "tid"; break;
		case 1: index = "bn - 1 - tid"; break;
		case 2: index = fuzz_format("(tid + %d) %% bn", range(1, 40)); break;
		case 3: index = some_partner(grow); break;
		case 4: index = fuzz_format("%d %% bn", below(40)); break;
		default:
			a = grow_leaf(grow, U32);
			index = "(i32)($a % (u32)bn)";
		}
		return grow_cast(grow, type, grow_element(grow, x, index, a));
	default: return NULL;
	}
	return uniform ? NULL : grow_cast(grow, type, grow_element(grow, x, index, NULL));
}

static struct expr *array_load(struct grow *grow, enum type type)
{
	for (int turn = 0; turn < 6 && grow->scope_count && grow->level == LEVEL_THREAD; turn++) {
		const struct var *var = grow->scope[below(grow->scope_count)];
		if (!var->length)
			continue;
		struct expr *expr = grow_var(grow, var);
		expr->text = fuzz_format("[$a & %d]", var->length - 1);
		expr->child[0] = grow_expr(grow, I32, 1);
		return grow_cast(grow, type, expr);
	}
	return NULL;
}

static struct expr *operand(struct grow *grow, char code, enum type type, int depth)
{
	switch (code) {
	case 'T': return grow_expr(grow, type, depth - 1);
	case 'L': return grow_leaf(grow, type);
	case 'W': return grow_expr(grow, U32, depth - 1);
	case 'C': return grow_condition(grow, depth - 1);
	default: return NULL;
	}
}

static struct expr *operation_expr(struct grow *grow, enum type type, int depth)
{
	enum { COUNT = sizeof(operations) / sizeof(*operations) };
	const struct operation *operation;
	do
		operation = &operations[below(COUNT)];
	while (!has_kind(type, operation->kinds[0]));
	struct expr *expr = grow_text(grow, type, specialise(operation->text, type), NULL, NULL);
	for (int i = 0; operation->operands[i]; i++)
		expr->child[i] = operand(grow, operation->operands[i], type, depth);
	return expr;
}

struct expr *grow_expr(struct grow *grow, enum type type, int depth)
{
	struct expr *expr = NULL;
	if (type == BOOL)
		return depth > 0 ? grow_condition(grow, depth) : grow_leaf(grow, BOOL);
	int kind = below(100);
	if (depth <= 0)
		return grow_leaf(grow, type);
	if (kind < 12)
		expr = input_load(grow, type);
	else if (kind < 20)
		expr = exchange_load(grow, type);
	else if (kind < 26)
		expr = array_load(grow, type);
	else if (kind < 36)
		expr = grow_cast(grow, type, grow_expr(grow, grow_type(grow), depth - 1));
	else if (kind < 50)
		expr = grow_leaf(grow, type);
	return expr ? expr : operation_expr(grow, type, depth);
}

static struct expr *comparison(struct grow *grow, int depth)
{
	static const char *const relations[] = { "<", "<=", ">", ">=", "==", "!=" };
	enum type type = grow_type(grow);
	struct expr *a = grow_expr(grow, type, depth - 1);
	struct expr *b = chance(50) ? grow_constant(grow, type) : grow_leaf(grow, type);
	return grow_text(grow, BOOL, fuzz_format("($a %s $b)", relations[below(6)]), a, b);
}

struct expr *grow_condition(struct grow *grow, int depth)
{
	int kind = below(100);
	if (depth <= 0 || kind < 40)
		return comparison(grow, depth);
	if (kind < 60) {
		struct expr *a = grow_condition(grow, depth - 1);
		return grow_text(grow, BOOL, chance(50) ? "($a && $b)" : "($a || $b)", a, grow_condition(grow, depth - 1));
	}
	if (kind < 68)
		return grow_text(grow, BOOL, "(!$a)", grow_condition(grow, depth - 1), NULL);
	if (kind < 90) {
		struct expr *a = grow_leaf(grow, chance(50) ? I32 : U32);
		return grow_text(grow, BOOL, fuzz_format("(($a >> %d & 1) == %d)", below(5), below(2)), a, NULL);
	}
	return grow_leaf(grow, BOOL);
}
