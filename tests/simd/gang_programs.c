// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random codes of one gang (of one lane) with barriers, run in two ways: as gang_loops makes a block of them, and
// as they are, each gang on a stack of its own that is left at barriers.  What they compute must agree.
//
//     gang_programs [SEED [COUNT]]    one seed prints the programs that differ
//
// LINK: compiler
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "compiler/pipeline.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

enum { MOST = 40, NUMBERS = 4, UNIFORM = 3, SLOTS = 4, STACK = 1 << 16 };

// --- the generator ---

static uint64_t random_state;

static unsigned any(unsigned below)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(random_state >> 33) % below;
}

static LLVMContextRef context;
static LLVMModuleRef module;
static LLVMBuilderRef builder;
static LLVMTypeRef i32, pointer;
static LLVMValueRef function, numbers[NUMBERS], uniform[UNIFORM], local;
static LLVMBasicBlockRef leave; // of the innermost loop that has barriers
static LLVMBasicBlockRef finish;
static int budget;

static LLVMValueRef number(unsigned value)
{
	return LLVMConstInt(i32, value, false);
}

static LLVMValueRef call(const char *name, LLVMTypeRef result, LLVMValueRef argument)
{
	LLVMTypeRef type = LLVMFunctionType(result, &i32, argument != NULL, false);
	return LLVMBuildCall2(builder, type, aw_llvm_declare(module, name, type), &argument, argument != NULL, "");
}

static LLVMValueRef get(LLVMValueRef variable)
{
	return LLVMBuildLoad2(builder, i32, variable, "");
}

static LLVMValueRef at(LLVMValueRef base, LLVMValueRef index)
{
	return LLVMBuildGEP2(builder, i32, base, &index, 1, "");
}

static LLVMValueRef uniform_value(void)
{
	switch (any(6)) {
	case 0: return number(any(9));
	case 1: return LLVMGetParam(function, 2);
	case 2: return call("llvm.nvvm.read.ptx.sreg.ctaid.x", i32, NULL);
	default: return get(uniform[any(UNIFORM)]);
	}
}

static const char *const places[] = { "aw.gang.x", "aw.gang.y", "aw.gang.z", "aw.gang.index" };

static LLVMValueRef value(void)
{
	switch (any(5)) {
	case 0: return uniform_value();
	case 1: return call(places[any(4)], i32, NULL);
	case 2: return get(at(local, LLVMBuildAnd(builder, get(numbers[any(NUMBERS)]), number(SLOTS - 1), "")));
	default: return get(numbers[any(NUMBERS)]);
	}
}

static LLVMValueRef mix(LLVMValueRef a, LLVMValueRef b)
{
	switch (any(5)) {
	case 0: return LLVMBuildAdd(builder, a, b, "");
	case 1: return LLVMBuildMul(builder, a, LLVMBuildOr(builder, b, number(3), ""), "");
	case 2: return LLVMBuildXor(builder, a, b, "");
	case 3: return LLVMBuildURem(builder, a, LLVMBuildOr(builder, b, number(1), ""), "");
	default: return LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntULT, a, b, ""), a, number(any(100)), "");
	}
}

static LLVMValueRef odd(LLVMValueRef a)
{
	return LLVMBuildTrunc(builder, LLVMBuildLShr(builder, a, number(any(3)), ""), LLVMInt1TypeInContext(context), "");
}

static LLVMBasicBlockRef block(const char *name)
{
	return LLVMAppendBasicBlockInContext(context, function, name);
}

static void go_to(LLVMBasicBlockRef next)
{
	LLVMBuildBr(builder, next);
	LLVMPositionBuilderAtEnd(builder, next);
}

static void statements(int depth, bool barriers);

static void choice(int depth, bool barriers)
{
	LLVMBasicBlockRef then = block("then"), other = block("else"), join = block("join");
	LLVMBuildCondBr(builder, odd(barriers ? uniform_value() : value()), then, other);
	LLVMPositionBuilderAtEnd(builder, then);
	statements(depth + 1, barriers);
	LLVMBuildBr(builder, join);
	LLVMPositionBuilderAtEnd(builder, other);
	if (any(2))
		statements(depth + 1, barriers);
	go_to(join);
}

// A jump out of a loop or to the end, when a value that may differ (without barriers) or not is odd.
static void jump(LLVMBasicBlockRef target, bool barriers)
{
	LLVMBasicBlockRef on = block("on");
	LLVMBuildCondBr(builder, odd(barriers ? uniform_value() : value()), target, on);
	LLVMPositionBuilderAtEnd(builder, on);
}

static void loop(int depth, bool barriers)
{
	LLVMBasicBlockRef head = block("loop"), done = block("done"), outer = leave;
	LLVMValueRef count = LLVMBuildAlloca(builder, i32, "count");
	LLVMInstructionRemoveFromParent(count);
	LLVMBasicBlockRef here = LLVMGetInsertBlock(builder);
	LLVMPositionBuilder(builder, LLVMGetEntryBasicBlock(function), LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
	LLVMInsertIntoBuilder(builder, count);
	LLVMPositionBuilderAtEnd(builder, here);
	LLVMValueRef turns = LLVMBuildAnd(builder, barriers ? uniform_value() : value(), number(3), "");
	LLVMBuildStore(builder, turns, count);
	go_to(head);
	leave = done;
	if (any(3) == 0)
		jump(done, barriers);
	statements(depth + 1, barriers);
	if (any(3) == 0)
		jump(done, barriers);
	LLVMValueRef left = LLVMBuildSub(builder, get(count), number(1), "");
	LLVMBuildStore(builder, left, count);
	LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntSGT, left, number(0), ""), head, done);
	LLVMPositionBuilderAtEnd(builder, done);
	leave = outer;
}

static void exchange(void)
{
	LLVMTypeRef nothing = LLVMVoidTypeInContext(context);
	LLVMValueRef shared = LLVMGetParam(function, 1), count = LLVMGetParam(function, 3);
	LLVMValueRef x = call("aw.gang.index", i32, NULL);
	LLVMBuildStore(builder, get(numbers[any(NUMBERS)]), at(shared, x));
	call("llvm.nvvm.barrier0", nothing, NULL);
	LLVMValueRef other = LLVMBuildURem(builder, LLVMBuildAdd(builder, x, number(any(MOST)), ""), count, "");
	LLVMBuildStore(builder, get(at(shared, other)), numbers[any(NUMBERS)]);
	if (any(2))
		LLVMBuildStore(builder, get(at(shared, LLVMBuildURem(builder, uniform_value(), count, ""))), uniform[any(UNIFORM)]);
	call("llvm.nvvm.barrier0", nothing, NULL);
}

static void combine(void)
{
	static const char *const names[] = { "aw.block.add", "aw.block.or", "aw.block.and" };
	LLVMBuildStore(builder, call(names[any(3)], i32, value()), uniform[any(UNIFORM)]);
}

static void statement(int depth, bool barriers)
{
	switch (any(barriers ? 10 : 6)) {
	case 0: choice(depth, barriers && any(4)); break;
	case 1: loop(depth, barriers && any(4)); break;
	case 2: LLVMBuildStore(builder, value(), at(local, LLVMBuildAnd(builder, value(), number(SLOTS - 1), ""))); break;
	case 3: case 4: case 5:
		LLVMBuildStore(builder, mix(value(), value()), numbers[any(NUMBERS)]); break;
	case 6: LLVMBuildStore(builder, mix(uniform_value(), uniform_value()), uniform[any(UNIFORM)]); break;
	case 7: combine(); break;
	case 8: exchange(); break;
	default:
		if (any(3) == 0)
			jump(finish, true);
		else
			exchange();
	}
}

static void statements(int depth, bool barriers)
{
	for (unsigned left = 1 + any(4); left && budget > 0 && depth < 5; left--) {
		budget--;
		statement(depth, barriers);
	}
}

static void generate(uint64_t seed)
{
	random_state = seed * 7919 + 1;
	any(2);
	LLVMTypeRef types[] = { pointer, pointer, i32, i32 };
	function = LLVMAddFunction(module, "form", LLVMFunctionType(LLVMVoidTypeInContext(context), types, 4, false));
	LLVMPositionBuilderAtEnd(builder, block("entry"));
	for (int i = 0; i < NUMBERS; i++)
		LLVMBuildStore(builder, number(any(50)), numbers[i] = LLVMBuildAlloca(builder, i32, "number"));
	for (int i = 0; i < UNIFORM; i++)
		LLVMBuildStore(builder, number(any(50)), uniform[i] = LLVMBuildAlloca(builder, i32, "uniform"));
	local = LLVMBuildArrayAlloca(builder, i32, number(SLOTS), "local");
	for (unsigned i = 0; i < SLOTS; i++)
		LLVMBuildStore(builder, number(i), at(local, number(i)));
	finish = block("finish");
	budget = 30;
	while (budget > 0)
		statements(0, true);
	go_to(finish);
	LLVMValueRef x = LLVMBuildMul(builder, call("aw.gang.index", i32, NULL), number(NUMBERS + UNIFORM), "");
	for (int i = 0; i < NUMBERS; i++)
		LLVMBuildStore(builder, get(numbers[i]), at(LLVMGetParam(function, 0), LLVMBuildAdd(builder, x, number((unsigned)i), "")));
	for (int i = 0; i < UNIFORM; i++)
		LLVMBuildStore(builder, get(uniform[i]),
		               at(LLVMGetParam(function, 0), LLVMBuildAdd(builder, x, number((unsigned)i + NUMBERS), "")));
	LLVMBuildRetVoid(builder);
}

// --- gangs on stacks of their own ---

static unsigned gang_count, current, size[3];
static ucontext_t stacks[MOST], scheduler;
static char memory[MOST][STACK];
static bool ended[MOST];

static void wait(void)
{
	swapcontext(&stacks[current], &scheduler);
}

static unsigned gang_index(void) { return current; }
static unsigned gang_x(void) { return current % size[0]; }
static unsigned gang_y(void) { return current / size[0] % size[1]; }
static unsigned gang_z(void) { return current / size[0] / size[1]; }

static unsigned collect(unsigned what, unsigned mine)
{
	static unsigned sums[3];
	if (current == 0)
		sums[0] = 0, sums[1] = 0, sums[2] = ~0u;
	sums[0] += mine, sums[1] |= mine, sums[2] &= mine;
	wait();
	unsigned result = sums[what];
	wait(); // nobody begins the next before all have read
	return result;
}

static unsigned add(unsigned mine) { return collect(0, mine); }
static unsigned or_(unsigned mine) { return collect(1, mine); }
static unsigned and_(unsigned mine) { return collect(2, mine); }
static unsigned block_index(void) { return 5; }
static unsigned one(void) { return 1; }
static void enter(unsigned x) { (void)x; }
static unsigned size_x(void) { return size[0]; }
static unsigned size_y(void) { return size[1]; }
static unsigned size_z(void) { return size[2]; }

typedef void (*code)(unsigned *out, unsigned *shared, unsigned n, unsigned count);
static code gang_code;
static unsigned gang_out[MOST * (NUMBERS + UNIFORM)], block_out[MOST * (NUMBERS + UNIFORM)], shared_memory[MOST];
static unsigned argument;

static void run_gang(void)
{
	gang_code(gang_out, shared_memory, argument, gang_count);
	ended[current] = true;
	wait();
}

static void run_gangs(void)
{
	for (unsigned i = 0; i < gang_count; i++) {
		getcontext(&stacks[i]);
		stacks[i].uc_stack.ss_sp = memory[i];
		stacks[i].uc_stack.ss_size = STACK;
		makecontext(&stacks[i], run_gang, 0);
		ended[i] = false;
	}
	for (bool more = true; more;) {
		more = false;
		for (current = 0; current < gang_count; current++)
			if (!ended[current]) {
				swapcontext(&scheduler, &stacks[current]);
				more |= !ended[current];
			}
	}
}

// --- both ways ---

// Gives the functions that are no functions to the host a name that it can be told.
static void rename_markers(LLVMModuleRef of)
{
	AW_FOR_FUNCTIONS_SAFE(old, of) {
		if (aw_starts_with(aw_llvm_name(old), "test_") || !(aw_starts_with(aw_llvm_name(old), "llvm.nvvm.") || aw_starts_with(aw_llvm_name(old), "aw.")))
			continue;
		char *name = aw_format("test_%s", aw_llvm_name(old));
		LLVMReplaceAllUsesWith(old, aw_llvm_declare(of, name, LLVMGlobalGetValueType(old)));
		LLVMDeleteFunction(old);
		free(name);
	}
}

static void map(LLVMExecutionEngineRef engine, LLVMModuleRef of, const char *name, void *address)
{
	LLVMValueRef found = LLVMGetNamedFunction(of, name);
	if (found)
		LLVMAddGlobalMapping(engine, found, address);
}

static LLVMExecutionEngineRef start(LLVMModuleRef of)
{
	rename_markers(of);
	aw_llvm_run_passes(of, "default<O1>", NULL);
	LLVMExecutionEngineRef engine = start_engine(of, 1);
	map(engine, of, "test_aw.gang.x", gang_x);
	map(engine, of, "test_aw.gang.y", gang_y);
	map(engine, of, "test_aw.gang.z", gang_z);
	map(engine, of, "test_aw.gang.index", gang_index);
	map(engine, of, "test_llvm.nvvm.barrier0", wait);
	map(engine, of, "test_aw.block.add", add);
	map(engine, of, "test_aw.block.or", or_);
	map(engine, of, "test_aw.block.and", and_);
	map(engine, of, "test_llvm.nvvm.read.ptx.sreg.ctaid.x", block_index);
	map(engine, of, "test_aw.span.first", block_index);
	map(engine, of, "test_aw.span.count", one);
	map(engine, of, "test_aw.span.enter", enter);
	map(engine, of, "test_llvm.nvvm.read.ptx.sreg.ntid.x", size_x);
	map(engine, of, "test_llvm.nvvm.read.ptx.sreg.ntid.y", size_y);
	map(engine, of, "test_llvm.nvvm.read.ptx.sreg.ntid.z", size_z);
	return engine;
}

static bool make_block(uint64_t seed)
{
	static const uint32_t geometries[] = { AW_CPU_GEOMETRY_FULL, AW_CPU_GEOMETRY_ROWS, AW_CPU_GEOMETRY_PACKED };
	static const enum aw_pass_id list[] = { AW_RUN_gang_loops, AW_PASS_COUNT };
	struct aw_compiler_request request = { .message = NULL };
	struct aw_unit unit = { .request = &request, .context = context, .module = module, .properties = ~0u, .target = "x86-64-v3" };
	unit.builder = LLVMCreateBuilderInContext(context);
	struct aw_unit_kernel kernel = { .function = function };
	struct aw_unit_form form = { .function = function, .width = 1, .geometry = geometries[seed % 3] };
	if (!aw_vec_push(&kernel.forms, form) || !aw_vec_push(&unit.kernels, kernel))
		abort();
	aw_pipeline_run(&unit, list);
	struct aw_unit_kernel *after = &unit.kernels.items[0];
	if (after->refusal)
		fprintf(stderr, "refused: %s\n", after->refusal);
	bool done = after->forms.count == 1 && unit.status == AW_OK;
	if (done) // it may be another function now
		LLVMSetLinkage(after->forms.items[0].function, LLVMExternalLinkage);
	char *problem = NULL;
	if (done && LLVMVerifyModule(module, LLVMReturnStatusAction, &problem)) {
		fprintf(stderr, "%s\n", problem);
		done = false;
	}
	LLVMDisposeMessage(problem);
	aw_vec_finish(&after->forms);
	free(after->refusal);
	aw_vec_finish(&unit.kernels);
	LLVMDisposeBuilder(unit.builder);
	return done;
}

static bool compare(code block_code)
{
	static const unsigned sizes[][3] = { { 1, 1, 1 }, { 2, 1, 1 }, { 33, 1, 1 }, { 1, 7, 1 }, { 4, 3, 2 } };
	for (int i = 0; i < 5; i++)
		for (argument = 0; argument < 3; argument++) {
			memcpy(size, sizes[i], sizeof(size));
			gang_count = size[0] * size[1] * size[2];
			memset(gang_out, 0, sizeof(gang_out));
			memset(block_out, 0, sizeof(block_out));
			run_gangs();
			memset(shared_memory, 0, sizeof(shared_memory));
			block_code(block_out, shared_memory, argument, gang_count);
			memset(shared_memory, 0, sizeof(shared_memory));
			if (memcmp(gang_out, block_out, sizeof(gang_out)))
				return false;
		}
	return true;
}

static void test(uint64_t seed, bool show)
{
	context = LLVMContextCreate();
	module = LLVMModuleCreateWithNameInContext("gangs", context);
	builder = LLVMCreateBuilderInContext(context);
	i32 = LLVMInt32TypeInContext(context);
	pointer = LLVMPointerTypeInContext(context, 0);
	generate(seed);
	aw_llvm_run_passes(module, "function(sroa,early-cse,simplifycfg)", NULL);
	LLVMModuleRef gangs = LLVMCloneModule(module);
	char *text = LLVMPrintModuleToString(module);
	bool made = make_block(seed), same = false;
	char *after = LLVMPrintModuleToString(module);
	LLVMExecutionEngineRef engines[2] = { start(gangs), made ? start(module) : NULL };
	gang_code = (code)LLVMGetFunctionAddress(engines[0], "form");
	if (made)
		same = compare((code)LLVMGetFunctionAddress(engines[1], "form"));
	if (!same)
		fprintf(stderr, "seed %lu differs\n", (unsigned long)seed);
	if (!same && show)
		fprintf(stderr, "%s\n%s\n", text, after);
	unit_count(same, __FILE__, (int)seed, "gangs and block agree");
	LLVMDisposeMessage(text);
	LLVMDisposeMessage(after);
	LLVMDisposeExecutionEngine(engines[0]);
	if (engines[1])
		LLVMDisposeExecutionEngine(engines[1]);
	else
		LLVMDisposeModule(module);
	LLVMDisposeBuilder(builder);
	LLVMContextDispose(context);
}

int main(int count, char **arguments)
{
	uint64_t first = count > 1 ? strtoull(arguments[1], NULL, 10) : 0;
	uint64_t programs = count > 2 ? strtoull(arguments[2], NULL, 10) : count > 1 ? 1 : 100;
	for (uint64_t seed = first; seed < first + programs; seed++)
		test(seed, programs == 1);
	return unit_finish();
}
