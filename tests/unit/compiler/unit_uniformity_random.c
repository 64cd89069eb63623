// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The uniformity analysis against threads that really run: random functions of arithmetic, branches and loops are
// interpreted for all threads of two blocks, each on its own, and what the analysis says must hold for the values
// that they had at the same place in the same turns.
//
// Arguments: the first seed and the number of functions; `1 100` without.
// LINK: compiler
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/analysis/lane_pattern.h"
#include "compiler/analysis/shape_rules.h"
#include "compiler/simd/simd.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

static LLVMContextRef context;

// --- random functions: variables in memory, which mem2reg makes values of ---

enum { VARIABLES = 5, TURNS = 4 };

struct writer {
	struct aw_str text;
	uint32_t seed;
	int names, depth, loops;
	bool flags; // nsw and the like, which threads may not keep
};

static uint32_t pick(struct writer *writer, uint32_t count)
{
	writer->seed = writer->seed * 1664525 + 1013904223;
	return (uint32_t)(((uint64_t)(writer->seed >> 8) * count) >> 24);
}

static int name(struct writer *writer)
{
	return writer->names++;
}

static int load(struct writer *writer)
{
	int value = name(writer);
	aw_str_format(&writer->text, "  %%r%d = load i32, ptr %%v%u\n", value, pick(writer, VARIABLES));
	return value;
}

static void store(struct writer *writer, int value)
{
	aw_str_format(&writer->text, "  store i32 %%r%d, ptr %%v%u\n", value, pick(writer, VARIABLES));
}

static int constant(struct writer *writer)
{
	static const int numbers[] = { 0, 1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 31, 32, 64, 100, 1000, -1, -3, -16, -32 };
	return numbers[pick(writer, sizeof(numbers) / sizeof(*numbers))];
}

static void write_binary(struct writer *writer)
{
	static const char *const operations[] = { "add", "add", "sub", "mul", "and", "or", "xor", "or disjoint", "add nsw", "add nuw", "sub nsw" };
	const char *operation = operations[pick(writer, writer->flags ? sizeof(operations) / sizeof(*operations) : 7)];
	int a = load(writer), b = pick(writer, 2) ? load(writer) : -1, result = name(writer);
	if (b >= 0)
		aw_str_format(&writer->text, "  %%r%d = %s i32 %%r%d, %%r%d\n", result, operation, a, b);
	else
		aw_str_format(&writer->text, "  %%r%d = %s i32 %%r%d, %d\n", result, operation, a, constant(writer));
	store(writer, result);
}

static void write_shift(struct writer *writer)
{
	static const char *const operations[] = { "shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem" };
	uint32_t operation = pick(writer, 7), count = pick(writer, 8);
	int a = load(writer), result = name(writer);
	int number = operation < 3 ? (int)count : pick(writer, 4) ? 1 << count : 3;
	aw_str_format(&writer->text, "  %%r%d = %s i32 %%r%d, %d\n", result, operations[operation], a, number);
	store(writer, result);
}

static void write_register(struct writer *writer)
{
	static const char *const registers[] = { "tid.x", "tid.x", "tid.x", "tid.y", "ntid.x", "ctaid.x", "laneid", "warpid" };
	int result = name(writer);
	aw_str_format(&writer->text, "  %%r%d = call i32 @llvm.nvvm.read.ptx.sreg.%s()\n", result, registers[pick(writer, 8)]);
	store(writer, result);
}

// i = ctaid.x * ntid.x + tid.x
static void write_index(struct writer *writer)
{
	int r = writer->names;
	writer->names += 5;
	aw_str_format(&writer->text, "  %%r%d = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %%r%d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
	              "  %%r%d = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n  %%r%d = mul i32 %%r%d, %%r%d\n  %%r%d = add i32 %%r%d, %%r%d\n",
	              r, r + 1, r + 2, r + 3, r + 2, r + 1, r + 4, r + 3, r);
	store(writer, r + 4);
}

static int write_condition(struct writer *writer)
{
	static const char *const predicates[] = { "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge" };
	const char *predicate = predicates[pick(writer, 10)];
	int a = load(writer), b = pick(writer, 2) ? load(writer) : -1, result = name(writer);
	if (b >= 0)
		aw_str_format(&writer->text, "  %%r%d = icmp %s i32 %%r%d, %%r%d\n", result, predicate, a, b);
	else
		aw_str_format(&writer->text, "  %%r%d = icmp %s i32 %%r%d, %d\n", result, predicate, a, constant(writer));
	return result;
}

static void write_select(struct writer *writer)
{
	int condition = write_condition(writer), a = load(writer), b = load(writer), result = name(writer);
	aw_str_format(&writer->text, "  %%r%d = select i1 %%r%d, i32 %%r%d, i32 %%r%d\n", result, condition, a, b);
	store(writer, result);
}

// A wide address and back.
static void write_address(struct writer *writer)
{
	static const char *const casts[] = { "sext", "zext", "zext nneg" };
	int a = load(writer), wide = name(writer), address = name(writer), number = name(writer), result = name(writer);
	aw_str_format(&writer->text, "  %%r%d = %s i32 %%r%d to i64\n", wide, casts[pick(writer, writer->flags ? 3 : 2)], a);
	if (pick(writer, 2))
		aw_str_format(&writer->text, "  %%r%d = getelementptr i32, ptr %%p, i64 %%r%d\n", address, wide);
	else
		aw_str_format(&writer->text, "  %%r%d = getelementptr {i32, [3 x i16]}, ptr %%p, i32 %%r%d, i32 1, i64 1\n", address, a);
	aw_str_format(&writer->text, "  %%r%d = ptrtoint ptr %%r%d to i64\n  %%r%d = trunc i64 %%r%d to i32\n", number, address, result, number);
	store(writer, result);
}

// A load or store of an element, or of its neighbour, of an array.
static void write_access(struct writer *writer)
{
	int a = load(writer), b = load(writer), wide = name(writer), first = name(writer), address = name(writer), result = name(writer);
	if (pick(writer, 2)) { // a little below 2^32, or anywhere
		int x = name(writer), offset = name(writer), sum = name(writer);
		aw_str_format(&writer->text, "  %%r%d = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %%r%d = %s i32 %%r%d, %d\n"
		              "  %%r%d = add i32 %%r%d, %%r%d\n", x, offset, pick(writer, 2) ? "or" : "add", a, constant(writer), sum, x, offset);
		a = sum;
	}
	aw_str_format(&writer->text, "  %%r%d = %s i32 %%r%d to i64\n  %%r%d = getelementptr i32, ptr %%p, i64 %%r%d\n"
	              "  %%r%d = getelementptr i32, ptr %%r%d, i64 %u\n", wide, pick(writer, 2) ? "sext" : "zext", a, first, wide,
	              address, first, pick(writer, 2));
	if (pick(writer, 2)) {
		aw_str_format(&writer->text, "  store i32 %%r%d, ptr %%r%d\n", b, address);
		return;
	}
	aw_str_format(&writer->text, "  %%r%d = load i32, ptr %%r%d\n", result, address);
	store(writer, result);
}

static void write_narrow(struct writer *writer)
{
	int a = load(writer), narrow = name(writer), result = name(writer);
	uint32_t bits = pick(writer, 2) ? 8 : 16;
	aw_str_format(&writer->text, "  %%r%d = trunc i32 %%r%d to i%u\n  %%r%d = %s i%u %%r%d to i32\n", narrow, a, bits, result,
	              pick(writer, 2) ? "sext" : "zext", bits, narrow);
	store(writer, result);
}

static void write_operations(struct writer *writer)
{
	static void (*const kinds[])(struct writer *) = { write_binary, write_binary, write_binary, write_shift, write_shift,
	                                                  write_register, write_register, write_index, write_select, write_address,
	                                                  write_narrow, write_access, write_access };
	for (uint32_t i = 0, count = pick(writer, 5); i < count; i++)
		kinds[pick(writer, sizeof(kinds) / sizeof(*kinds))](writer);
}

static void write_statements(struct writer *writer, int leave);

static void branch(struct writer *writer, int a, int b)
{
	int condition = write_condition(writer);
	aw_str_format(&writer->text, "  br i1 %%r%d, label %%b%d, label %%b%d\n", condition, a, b);
}

static void jump(struct writer *writer, int to)
{
	aw_str_format(&writer->text, "  br label %%b%d\n", to);
}

static void begin(struct writer *writer, int block)
{
	aw_str_format(&writer->text, "b%d:\n", block);
}

static void write_if(struct writer *writer, int leave)
{
	int then = name(writer), other = name(writer), join = name(writer);
	bool has_else = pick(writer, 2);
	branch(writer, then, has_else ? other : join);
	begin(writer, then);
	write_statements(writer, leave);
	jump(writer, join);
	if (has_else) {
		begin(writer, other);
		write_statements(writer, leave);
		jump(writer, join);
	}
	begin(writer, join);
}

// Ways that cross: a to b and c, b to c and d, c to d.
static void write_cross(struct writer *writer, int leave)
{
	int b = name(writer), c = name(writer), d = name(writer);
	branch(writer, b, c);
	begin(writer, b);
	write_statements(writer, leave);
	branch(writer, c, d);
	begin(writer, c);
	write_statements(writer, leave);
	jump(writer, d);
	begin(writer, d);
}

// while (counter++ < TURNS && condition)
static void write_loop(struct writer *writer)
{
	int counter = writer->loops++, head = name(writer), test = name(writer), body = name(writer), done = name(writer);
	int value = name(writer), next = name(writer), more = name(writer);
	aw_str_format(&writer->text, "  store i32 0, ptr %%c%d\n", counter);
	jump(writer, head);
	begin(writer, head);
	aw_str_format(&writer->text, "  %%r%d = load i32, ptr %%c%d\n  %%r%d = add i32 %%r%d, 1\n  store i32 %%r%d, ptr %%c%d\n"
	              "  %%r%d = icmp ult i32 %%r%d, %d\n  br i1 %%r%d, label %%b%d, label %%b%d\n",
	              value, counter, next, value, next, counter, more, value, TURNS, more, test, done);
	begin(writer, test);
	if (pick(writer, 2))
		branch(writer, body, done);
	else
		jump(writer, body);
	begin(writer, body);
	write_statements(writer, done);
	write_statements(writer, done);
	jump(writer, head);
	begin(writer, done);
}

// Goes out of the loop, whose end is LEAVE.
static void write_break(struct writer *writer, int leave)
{
	int go_on = name(writer);
	branch(writer, leave, go_on);
	begin(writer, go_on);
}

enum { MOST_LOOPS = 8 };

static void write_statements(struct writer *writer, int leave)
{
	write_operations(writer);
	if (writer->depth >= 4)
		return;
	writer->depth++;
	for (uint32_t i = 0, count = 1 + pick(writer, 2); i < count; i++) {
		uint32_t kind = pick(writer, 8);
		if (kind < 2)
			write_if(writer, leave);
		else if (kind == 2)
			write_cross(writer, leave);
		else if (kind < 5 && writer->loops < MOST_LOOPS)
			write_loop(writer);
		else if (kind < 7 && leave >= 0)
			write_break(writer, leave);
		write_operations(writer);
	}
	writer->depth--;
}

static LLVMModuleRef make_module(uint32_t seed, bool flags)
{
	struct writer writer = { .seed = seed, .flags = flags };
	static const char *const registers[] = { "tid.x", "tid.y", "ntid.x", "ctaid.x", "laneid", "warpid" };
	aw_str_add(&writer.text, "target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n");
	for (size_t i = 0; i < sizeof(registers) / sizeof(*registers); i++)
		aw_str_format(&writer.text, "declare i32 @llvm.nvvm.read.ptx.sreg.%s() memory(none)\n", registers[i]);
	aw_str_add(&writer.text, "define ptx_kernel void @k(ptr align 16 %p, i32 %n) {\n");
	for (int i = 0; i < VARIABLES; i++)
		aw_str_format(&writer.text, "  %%v%d = alloca i32\n  store i32 %s, ptr %%v%d\n", i, i ? "%n" : "7", i);
	for (int i = 0; i < MOST_LOOPS; i++)
		aw_str_format(&writer.text, "  %%c%d = alloca i32\n  store i32 0, ptr %%c%d\n", i, i);
	write_index(&writer);
	write_register(&writer);
	write_statements(&writer, -1);
	write_statements(&writer, -1);
	aw_str_add(&writer.text, "  ret void\n}\n");
	LLVMModuleRef module = parse_text(context, writer.text.text);
	aw_str_finish(&writer.text);
	CHECK(aw_llvm_run_passes(module, "function(mem2reg,loop-simplify,break-crit-edges,loop-simplify,lcssa)", NULL));
	return module;
}

// --- threads ---

struct thread {
	uint32_t block, gang, lane; // of the grid, of the block, of the gang
	uint32_t x, y, linear;
};

struct launch {
	struct aw_gang gang;
	uint32_t size_x, size_y;
};

enum { BLOCKS = 2, MOST_THREADS = 320, ARGUMENT = 4711 };
static const uint32_t block_indices[BLOCKS] = { 3, 0x01a98000 };

static uint32_t list_threads(const struct launch *launch, struct thread *threads)
{
	uint32_t count = 0, width = launch->gang.width;
	bool packed = launch->gang.geometry == AW_CPU_GEOMETRY_PACKED;
	uint32_t per_row = (launch->size_x + width - 1) / width;
	for (uint32_t block = 0; block < BLOCKS; block++) {
		for (uint32_t linear = 0; linear < launch->size_x * launch->size_y; linear++) {
			uint32_t x = linear % launch->size_x, y = linear / launch->size_x;
			assert(count < MOST_THREADS);
			threads[count++] = (struct thread){ block, packed ? linear / width : y * per_row + x / width,
				                            packed ? linear % width : x % width, x, y, linear };
		}
	}
	return count;
}

// What the threads did in one block of the function in the same turns of the loops around it.
struct visit {
	uint32_t block;
	uint64_t *values[MOST_THREADS]; // of its instructions; NULL: the thread did not come by
	uint32_t next[MOST_THREADS];    // the successor's index
};

struct trace {
	const struct aw_uniformity *uniformity;
	const struct launch *launch;
	struct thread threads[MOST_THREADS];
	uint32_t count;
	struct aw_map visits; // "block.turn.turn" -> struct visit
	uint64_t *stored;     // by thread: what it stored, mixed
};

static struct visit *visit_of(struct trace *trace, const char *key, uint32_t block)
{
	struct visit *visit = aw_map_get(&trace->visits, key);
	if (!visit) {
		visit = calloc(1, sizeof(*visit));
		visit->block = block;
		aw_map_put(&trace->visits, strdup(key), visit);
	}
	return visit;
}

// --- the interpreter: bits only, whatever the flags say ---

struct machine {
	struct trace *trace;
	const struct thread *thread;
	uint64_t *values; // by item of the analysis
	uint32_t *turns;  // by loop
	uint64_t *stored;
};

static unsigned bits_of(LLVMValueRef value)
{
	LLVMTypeRef type = LLVMTypeOf(value);
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
}

static uint64_t cut(uint64_t value, unsigned bits)
{
	return bits >= 64 ? value : value & (((uint64_t)1 << bits) - 1);
}

static int64_t with_sign(uint64_t value, unsigned bits)
{
	return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

static size_t item(const struct machine *machine, LLVMValueRef value)
{
	size_t index = (size_t)(uintptr_t)aw_map_get(&machine->trace->uniformity->shapes, value);
	assert(index);
	return index - 1;
}

static uint64_t get(const struct machine *machine, LLVMValueRef value)
{
	if (LLVMIsAConstantInt(value))
		return LLVMConstIntGetZExtValue(value);
	if (LLVMIsUndef(value))
		return 0;
	return machine->values[item(machine, value)];
}

static uint64_t calculate(LLVMOpcode opcode, uint64_t a, uint64_t b, unsigned bits)
{
	int64_t sa = with_sign(a, bits), sb = with_sign(b, bits);
	switch (opcode) {
	case LLVMAdd: return a + b;
	case LLVMSub: return a - b;
	case LLVMMul: return a * b;
	case LLVMAnd: return a & b;
	case LLVMOr: return a | b;
	case LLVMXor: return a ^ b;
	case LLVMShl: return a << b;
	case LLVMLShr: return a >> b;
	case LLVMAShr: return (uint64_t)(sa >> b);
	case LLVMUDiv: return a / b;
	case LLVMURem: return a % b;
	case LLVMSDiv: return (uint64_t)(sa / sb);
	case LLVMSRem: return (uint64_t)(sa % sb);
	default: abort();
	}
}

static bool compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned bits)
{
	int64_t sa = with_sign(a, bits), sb = with_sign(b, bits);
	switch (predicate) {
	case LLVMIntEQ: return a == b;
	case LLVMIntNE: return a != b;
	case LLVMIntULT: return a < b;
	case LLVMIntULE: return a <= b;
	case LLVMIntUGT: return a > b;
	case LLVMIntUGE: return a >= b;
	case LLVMIntSLT: return sa < sb;
	case LLVMIntSLE: return sa <= sb;
	case LLVMIntSGT: return sa > sb;
	default: return sa >= sb;
	}
}

static uint64_t special(const struct machine *machine, LLVMValueRef call)
{
	const struct thread *thread = machine->thread;
	const char *row = aw_intrinsic_of(call)->support;
	if (!strcmp(row, "aw_cpu_lane_index"))
		return thread->lane;
	if (!strcmp(row, "aw_cpu_tid_x"))
		return thread->x;
	if (!strcmp(row, "aw_cpu_tid_y"))
		return thread->y;
	if (!strcmp(row, "aw_cpu_ntid_x"))
		return machine->trace->launch->size_x;
	if (!strcmp(row, "aw_cpu_ctaid_x"))
		return block_indices[thread->block];
	return !strcmp(row, "aw_cpu_laneid") ? thread->linear % 32 : thread->linear / 32;
}

static uint64_t mix(uint64_t number)
{
	number *= 0x9e3779b97f4a7c15;
	return number ^ number >> 29;
}

static uint64_t address(const struct machine *machine, LLVMValueRef gep)
{
	uint64_t index = get(machine, LLVMGetOperand(gep, 1));
	index = (uint64_t)with_sign(index, bits_of(LLVMGetOperand(gep, 1)));
	bool structure = LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep)) == LLVMStructTypeKind;
	return get(machine, LLVMGetOperand(gep, 0)) + (structure ? index * 12 + 6 : index * 4);
}

// Memory has a number at each address that no store changes.
static uint64_t load_or_store(const struct machine *machine, LLVMValueRef value)
{
	if (LLVMIsALoadInst(value))
		return mix(get(machine, LLVMGetOperand(value, 0))) % 1000;
	*machine->stored = mix(*machine->stored ^ mix(get(machine, LLVMGetOperand(value, 0))) ^ get(machine, LLVMGetOperand(value, 1)));
	return 0;
}

static uint64_t evaluate(const struct machine *machine, LLVMValueRef value)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef first = LLVMGetNumOperands(value) ? LLVMGetOperand(value, 0) : NULL;
	if (LLVMIsABinaryOperator(value))
		return calculate(opcode, get(machine, first), get(machine, LLVMGetOperand(value, 1)), bits_of(value));
	switch (opcode) {
	case LLVMCall:
		return special(machine, value);
	case LLVMICmp:
		return compare(LLVMGetICmpPredicate(value), get(machine, first), get(machine, LLVMGetOperand(value, 1)), bits_of(first));
	case LLVMSelect:
		return get(machine, LLVMGetOperand(value, get(machine, first) ? 1 : 2));
	case LLVMSExt:
		return (uint64_t)with_sign(get(machine, first), bits_of(first));
	case LLVMZExt:
	case LLVMTrunc:
	case LLVMPtrToInt:
		return get(machine, first);
	case LLVMGetElementPtr:
		return address(machine, value);
	case LLVMLoad:
	case LLVMStore:
		return load_or_store(machine, value);
	default:
		abort();
	}
}

static void set(const struct machine *machine, LLVMValueRef value, uint64_t result)
{
	machine->values[item(machine, value)] = cut(result, bits_of(value));
}

static void enter_phis(const struct machine *machine, LLVMBasicBlockRef block, LLVMBasicBlockRef from)
{
	uint64_t results[256];
	unsigned count = 0;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			if (LLVMGetIncomingBlock(phi, i) == from) {
				assert(count < 256);
				results[count++] = get(machine, LLVMGetIncomingValue(phi, i));
				break;
			}
	count = 0;
	for (LLVMValueRef phi = LLVMGetFirstInstruction(block); LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
		set(machine, phi, results[count++]);
}

// Counts the turns of the loops as the thread goes from block FROM (AW_NONE at first) to block TO, and makes the key
// of the visit there.
static void count_turns(const struct machine *machine, uint32_t from, uint32_t to, struct aw_str *key)
{
	const struct aw_loops *loops = &machine->trace->uniformity->loops;
	uint32_t inner = loops->innermost[to];
	if (inner != AW_NONE && loops->loops.items[inner].header == to)
		machine->turns[inner] = from != AW_NONE && aw_loop_contains(loops, inner, from) ? machine->turns[inner] + 1 : 0;
	aw_str_cut(key, 0);
	aw_str_format(key, "%u", to);
	for (uint32_t loop = inner; loop != AW_NONE; loop = loops->loops.items[loop].parent)
		aw_str_format(key, ".%u", machine->turns[loop]);
}

static uint32_t run_block(const struct machine *machine, uint32_t block, struct visit *visit)
{
	const struct aw_cfg *cfg = &machine->trace->uniformity->cfg;
	size_t count = 0, thread = (size_t)(machine->thread - machine->trace->threads);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->blocks[block]);
	AW_FOR_INSTRUCTIONS(value, cfg->blocks[block]) {
		count++;
		if (!LLVMIsAPHINode(value) && value != end)
			set(machine, value, evaluate(machine, value));
	}
	visit->values[thread] = calloc(count, sizeof(uint64_t));
	count = 0;
	AW_FOR_INSTRUCTIONS(value, cfg->blocks[block])
		visit->values[thread][count++] = value == end ? 0 : get(machine, value);
	if (LLVMGetInstructionOpcode(end) == LLVMRet)
		return AW_NONE;
	return LLVMGetNumSuccessors(end) == 2 && !get(machine, LLVMGetCondition(end));
}

static void run_thread(struct trace *trace, uint32_t thread)
{
	const struct aw_cfg *cfg = &trace->uniformity->cfg;
	struct machine machine = { trace, &trace->threads[thread], calloc(trace->uniformity->items.count, sizeof(uint64_t)),
		                   calloc(trace->uniformity->loops.loops.count + 1, sizeof(uint32_t)), &trace->stored[thread] };
	struct aw_str key = { 0 };
	aw_str_add(&key, " ");
	set(&machine, LLVMGetParam(cfg->function, 0), 0x7f0000001230);
	set(&machine, LLVMGetParam(cfg->function, 1), ARGUMENT);
	for (uint32_t block = 0, from = AW_NONE;;) {
		count_turns(&machine, from, block, &key);
		struct visit *visit = visit_of(trace, key.text, block);
		visit->next[thread] = run_block(&machine, block, visit);
		if (visit->next[thread] == AW_NONE)
			break;
		from = block;
		block = aw_cfg_successor(cfg, from, visit->next[thread]);
		enter_phis(&machine, cfg->blocks[block], cfg->blocks[from]);
	}
	aw_str_finish(&key);
	free(machine.values);
	free(machine.turns);
}

// --- what must hold ---

// Whether two threads belong to the same gang, block or grid.
static bool together(const struct thread *a, const struct thread *b, uint8_t kind)
{
	if (kind <= AW_SHAPE_GRID)
		return true;
	return a->block == b->block && (kind <= AW_SHAPE_BLOCK || a->gang == b->gang);
}

static bool value_holds(const struct trace *trace, const struct visit *visit, LLVMValueRef value, size_t index)
{
	struct aw_shape shape = aw_uniformity_shape(trace->uniformity, value);
	unsigned bits = bits_of(value);
	const struct thread *before = NULL;
	uint64_t was = 0;
	for (uint32_t i = 0; i < trace->count; i++) {
		if (!visit->values[i])
			continue;
		const struct thread *thread = &trace->threads[i];
		uint64_t number = visit->values[i][index];
		if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind && number > aw_bounds_highest(value))
			return false;
		if (shape.kind == AW_SHAPE_UNSEEN || shape.kind == AW_SHAPE_VARYING)
			continue;
		uint64_t first = cut(number - thread->lane * (uint64_t)shape.stride, bits);
		if (shape.aligned && cut(first, shape.aligned < bits ? shape.aligned : bits))
			return false;
		if (before && together(before, thread, shape.kind) && first != was)
			return false;
		before = thread;
		was = first;
	}
	return shape.kind != AW_SHAPE_UNSEEN || LLVMIsAStoreInst(value);
}

static bool flags_may_lie; // the function's threads may break what its flags promise

// What is said of gangs all of whose lanes are there.
static bool pattern_holds(const struct trace *trace, const struct visit *visit, LLVMValueRef value, size_t index)
{
	uint32_t width = trace->uniformity->gang.width, count;
	unsigned bits = bits_of(value);
	struct aw_lane_pattern pattern;
	if (flags_may_lie || !aw_lane_pattern_find(trace->uniformity, value, &pattern))
		return true;
	bool is_integer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
	unsigned zeros = !is_integer ? 0 : pattern.aligned < bits ? pattern.aligned : bits;
	for (uint32_t i = 0; i < trace->count; i += count) {
		for (count = 0; i + count < trace->count && visit->values[i + count] && trace->threads[i + count].lane == count;)
			if (++count == width)
				break;
		for (uint32_t k = 0; count == width && k < width; k++)
			if (visit->values[i + k][index] != cut(visit->values[i][index] + (uint64_t)pattern.offsets[k], bits))
				return false;
		if (count == width && zeros && cut(visit->values[i][index] - (uint64_t)pattern.rest, zeros))
			return false;
		count += !count;
	}
	return true;
}

static bool flow_holds(const struct trace *trace, const struct visit *visit)
{
	const struct aw_uniformity *uniformity = trace->uniformity;
	uint8_t decided = uniformity->decided[visit->block];
	for (uint32_t i = 0; i < trace->count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			const struct thread *a = &trace->threads[i], *b = &trace->threads[j];
			bool both = visit->values[i] && visit->values[j];
			if (together(a, b, decided) && decided <= AW_SHAPE_GANG && !visit->values[i] != !visit->values[j])
				return false;
			if (both && together(a, b, AW_SHAPE_GANG) && !uniformity->divergent_branch[visit->block] &&
			    visit->next[i] != visit->next[j])
				return false;
		}
	}
	return uniformity->partial[visit->block] == (decided > AW_SHAPE_GANG);
}

static bool visit_holds(const struct trace *trace, const struct visit *visit)
{
	size_t index = 0;
	AW_FOR_INSTRUCTIONS(value, trace->uniformity->cfg.blocks[visit->block]) {
		bool holds = LLVMIsATerminatorInst(value) || value_holds(trace, visit, value, index);
		if (!holds || (!LLVMIsATerminatorInst(value) && !pattern_holds(trace, visit, value, index))) {
			char *text = LLVMPrintValueToString(value);
			fprintf(stderr, "wrong in block %s:%s\n", aw_cfg_name(&trace->uniformity->cfg, visit->block), text);
			LLVMDisposeMessage(text);
			return false;
		}
		index++;
	}
	if (flow_holds(trace, visit))
		return true;
	fprintf(stderr, "wrong flow in block %s\n", aw_cfg_name(&trace->uniformity->cfg, visit->block));
	return false;
}

// The lanes that begin a turn of a loop that is not divergent are those that began the first.
static bool turns_hold(struct trace *trace)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&trace->visits, slot));) {
		const struct visit *visit = slot->value;
		uint32_t loop = trace->uniformity->loops.innermost[visit->block];
		if (loop == AW_NONE || trace->uniformity->loops.loops.items[loop].header != visit->block ||
		    trace->uniformity->divergent_loop[loop])
			continue;
		struct aw_str key = { 0 };
		const char *turn = strchr(slot->key, '.'), *rest = strchr(turn + 1, '.');
		aw_str_format(&key, "%u.0%s", visit->block, rest ? rest : "");
		const struct visit *first = aw_map_get(&trace->visits, key.text);
		aw_str_finish(&key);
		for (uint32_t i = 0; i < trace->count; i++)
			for (uint32_t j = 0; j < i; j++)
				if (together(&trace->threads[i], &trace->threads[j], AW_SHAPE_GANG) && first->values[i] && first->values[j] &&
				    !visit->values[i] != !visit->values[j])
					return false;
	}
	return true;
}

static void finish_visits(struct trace *trace)
{
	for (struct aw_map_slot *slot = NULL; (slot = aw_map_next(&trace->visits, slot));) {
		struct visit *visit = slot->value;
		for (uint32_t i = 0; i < trace->count; i++)
			free(visit->values[i]);
		free(visit);
		free((void *)slot->key);
	}
	aw_map_finish(&trace->visits);
}

// Runs all threads; STORED gets what each stores.
static bool run_and_compare(const struct aw_uniformity *uniformity, const struct launch *launch, uint64_t *stored)
{
	struct trace *trace = calloc(1, sizeof(*trace));
	trace->uniformity = uniformity;
	trace->launch = launch;
	trace->visits.strings = true;
	trace->stored = stored;
	trace->count = list_threads(launch, trace->threads);
	for (uint32_t thread = 0; thread < trace->count; thread++)
		run_thread(trace, thread);
	bool good = turns_hold(trace);
	for (struct aw_map_slot *slot = NULL; good && (slot = aw_map_next(&trace->visits, slot));)
		good = visit_holds(trace, slot->value);
	finish_visits(trace);
	free(trace);
	return good;
}

static const struct launch launches[] = {
	{ { 16, AW_CPU_GEOMETRY_FULL }, 32, 2 },   { { 32, AW_CPU_GEOMETRY_FULL }, 64, 2 },
	{ { 8, AW_CPU_GEOMETRY_ROWS }, 13, 2 },    { { 32, AW_CPU_GEOMETRY_ROW }, 77, 1 },
	{ { 32, AW_CPU_GEOMETRY_PACKED }, 11, 6 }, { { 16, AW_CPU_GEOMETRY_ROWS }, 21, 3 },
};

static void fail(const struct aw_uniformity *uniformity, LLVMModuleRef module, uint32_t seed, const char *state)
{
	struct aw_str text = { 0 };
	aw_uniformity_print(uniformity, &text);
	char *code = LLVMPrintModuleToString(module);
	fprintf(stderr, "seed %u, width %u, geometry %u, %s\n%s%s\n", seed, uniformity->gang.width, uniformity->gang.geometry, state,
	        code, text.text);
	exit(1);
}

static bool run(struct aw_unit *unit, const struct launch *launch, uint32_t seed, const char *state, uint64_t *stored)
{
	struct aw_uniformity uniformity;
	CHECK(!LLVMVerifyModule(unit->module, LLVMPrintMessageAction, NULL));
	aw_uniformity_init(&uniformity, unit, LLVMGetNamedFunction(unit->module, "k"), launch->gang);
	bool good = run_and_compare(&uniformity, launch, stored);
	CHECK(good);
	if (!good)
		fail(&uniformity, unit->module, seed, state);
	aw_uniformity_finish(&uniformity);
	return good;
}

// As it is, and then with its addresses rewritten, by which each thread goes on storing the same.
static void test(uint32_t seed, const struct launch *launch)
{
	uint64_t before[MOST_THREADS] = { 0 }, after[MOST_THREADS] = { 0 };
	bool flags = seed % 3 == 0;
	flags_may_lie = flags;
	LLVMModuleRef module = make_module(seed, flags);
	LLVMValueRef function = LLVMGetNamedFunction(module, "k");
	struct aw_unit unit = { .context = context, .module = module, .builder = LLVMCreateBuilderInContext(context) };
	run(&unit, launch, seed, "as it is", before);
	bool changed = aw_simd_widen(&unit, function, launch->gang);
	changed |= aw_simd_check_strides(&unit, function, launch->gang);
	if (changed) {
		run(&unit, launch, seed, "rewritten", after);
		CHECK(flags || !memcmp(before, after, sizeof(before)));
		if (!flags && memcmp(before, after, sizeof(before)))
			fprintf(stderr, "seed %u stores other values\n", seed);
	}
	LLVMDisposeBuilder(unit.builder);
	LLVMDisposeModule(module);
}

int main(int count, char **arguments)
{
	uint32_t first = count > 1 ? (uint32_t)atoi(arguments[1]) : 1, functions = count > 2 ? (uint32_t)atoi(arguments[2]) : 100;
	context = LLVMContextCreate();
	for (uint32_t seed = first; seed < first + functions; seed++)
		test(seed, &launches[seed % (sizeof(launches) / sizeof(*launches))]);
	LLVMContextDispose(context);
	return unit_finish();
}
