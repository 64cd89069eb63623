// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The uniformity analysis on small kernels.  Each case is the body of `@k(ptr %p, i32 %n, i32 %m)`, a kernel,
// in which %x is threadIdx.x; and what the analysis says of some values and blocks, line by line as it prints
// them, without "aligned".
//
// LINK: compiler
#include <stdlib.h>
#include <string.h>

#include "compiler/simd/simd.h"
#include "unit/llvm_test.h"
#include "unit/unit.h"

static LLVMContextRef context;

static const char declarations[] =
	"target datalayout = \"e-i64:64-i128:128-v16:16-v32:32-n16:32:64\"\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.warpid()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.lanemask.lt()\n"
	"declare i32 @llvm.nvvm.read.ptx.sreg.clock()\n"
	"declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)\n"
	"declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)\n"
	"declare {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32, i32, i32, i32)\n"
	"declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)\n"
	"declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)\n"
	"declare i32 @llvm.nvvm.redux.sync.add(i32, i32)\n"
	"declare i32 @llvm.nvvm.activemask()\n"
	"declare i32 @llvm.nvvm.barrier0.popc(i32)\n"
	"declare float @llvm.fma.f32(float, float, float)\n"
	"declare i32 @llvm.umin.i32(i32, i32)\n"
	"declare {i32, i1} @llvm.uadd.with.overflow.i32(i32, i32)\n"
	"declare i32 @unknown(i32)\n"
	"declare ptr @malloc(i64)\n"
	"@shared = internal addrspace(3) global [256 x float] undef, align 128\n"
	"@global = internal addrspace(1) global [256 x float] zeroinitializer, align 256\n"
	"@constant = internal addrspace(4) global [256 x float] zeroinitializer, align 64\n";

struct options {
	uint32_t width, geometry;
	bool widen; // by aw_simd_widen first
	bool check; // and by aw_simd_check_strides
};
static const struct options full16 = { 16, AW_CPU_GEOMETRY_FULL, false, false }, full32 = { 32, AW_CPU_GEOMETRY_FULL, false, false };
static const struct options rows16 = { 16, AW_CPU_GEOMETRY_ROWS, false, false }, row32 = { 32, AW_CPU_GEOMETRY_ROW, false, false };
static const struct options packed32 = { 32, AW_CPU_GEOMETRY_PACKED, false, false };
static const struct options wide16 = { 16, AW_CPU_GEOMETRY_FULL, true, false };
static const struct options check16 = { 16, AW_CPU_GEOMETRY_FULL, false, true };

static LLVMModuleRef parse(const char *body)
{
	struct aw_str text = { 0 };
	aw_str_add(&text, declarations);
	aw_str_format(&text, "define ptx_kernel void @k(ptr align 16 %%p, i32 %%n, i32 %%m, i1 %%c, "
	                     "ptr byval([8 x i32]) %%s) {\nentry:\n  %%x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n%s}\n", body);
	LLVMModuleRef module = parse_text(context, text.text);
	aw_str_finish(&text);
	return module;
}

// Whether PRINTED has LINE as a line, with or without what follows a comma.
static bool has_line(const char *printed, const char *line, size_t length)
{
	for (const char *at = printed; (at = strstr(at, "\n")); at++) {
		const char *start = at + 1 + strspn(at + 1, " ");
		if (!strncmp(start, line, length) && (start[length] == '\n' || start[length] == ','))
			return true;
	}
	return false;
}

// EXPECTED: lines, separated by "|".
static void check(const struct options *options, const char *body, const char *expected, int line)
{
	LLVMModuleRef module = parse(body);
	struct aw_unit unit = { .context = context, .module = module };
	struct aw_uniformity uniformity;
	struct aw_gang gang = { options->width, options->geometry };
	char *error = NULL;
	if (options->widen || options->check) {
		unit.builder = LLVMCreateBuilderInContext(context);
		CHECK(!options->widen || aw_simd_widen(&unit, LLVMGetNamedFunction(module, "k"), gang));
		CHECK(!options->check || aw_simd_check_strides(&unit, LLVMGetNamedFunction(module, "k"), gang));
		LLVMDisposeBuilder(unit.builder);
		CHECK(!LLVMVerifyModule(module, LLVMPrintMessageAction, &error));
		LLVMDisposeMessage(error);
	}
	aw_uniformity_init(&uniformity, &unit, LLVMGetNamedFunction(module, "k"), gang);
	struct aw_str text = { 0 };
	aw_str_add(&text, "\n");
	aw_uniformity_print(&uniformity, &text);
	bool all = true;
	while (*expected) {
		size_t length = strcspn(expected, "|");
		bool found = has_line(text.text, expected, length);
		if (!found)
			fprintf(stderr, "line %d: not there: %.*s\n", line, (int)length, expected);
		all &= found;
		expected += length + (expected[length] == '|');
	}
	if (!all)
		fprintf(stderr, "line %d:%s\n", line, text.text);
	unit_count(all, __FILE__, line, "the shapes");
	aw_str_finish(&text);
	aw_uniformity_finish(&uniformity);
	LLVMDisposeModule(module);
}

#define SHAPES(options, body, expected) check(&(options), body, expected, __LINE__)

#define SREG(name, register) "  %" name " = call i32 @llvm.nvvm.read.ptx.sreg." register "()\n"
// A global index, and the same as the code of a kernel that leaves out threads behind the end.
#define GLOBAL_INDEX \
	SREG("b", "ctaid.x") SREG("d", "ntid.x") "  %f = mul i32 %b, %d\n  %i = add i32 %f, %x\n"
#define RET "  ret void\n"

static void test_sources(void)
{
	static const char all[] = SREG("y", "tid.y") SREG("z", "tid.z") SREG("d", "ntid.x") SREG("b", "ctaid.x")
		SREG("lane", "laneid") SREG("warp", "warpid") SREG("below", "lanemask.lt") SREG("clock", "clock") RET;
	SHAPES(full32, all, "%x: strided 1, aligned 5|%y: gang|%z: gang|%d: grid, aligned 5|%b: block|"
	                    "%lane: strided 1, aligned 64|%warp: gang|%below: varying|%clock: gang");
	SHAPES(full16, all, "%x: strided 1, aligned 4|%d: grid, aligned 4|%lane: strided 1, aligned 4");
	SHAPES(rows16, all, "%x: strided 1, aligned 4|%y: gang|%z: gang|%d: grid|%lane: varying|%warp: varying");
	SHAPES(row32, all, "%x: strided 1, aligned 5|%y: grid|%z: grid|%d: grid|%lane: strided 1|%warp: gang");
	SHAPES(packed32, all, "%x: varying|%y: varying|%z: varying|%lane: strided 1|%warp: gang");
	SHAPES(full16, RET, "%p: grid, aligned 4|%n: grid|%s: grid");
}

static void test_calls(void)
{
	static const char warp[] =
		"  %odd = trunc i32 %x to i1\n  %any = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %odd)\n"
		"  %group = call i32 @llvm.nvvm.match.any.sync.i32(i32 -1, i32 %x)\n"
		"  %some = call i32 @llvm.nvvm.vote.ballot.sync(i32 %group, i1 %odd)\n"
		"  %sum = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)\n"
		"  %active = call i32 @llvm.nvvm.activemask()\n"
		"  %v = mul i32 %x, %x\n"
		"  %first = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 %n, i32 31)\n"
		"  %halves = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 0, i32 4127)\n"
		"  %next = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 1, i32 31)\n"
		"  %same = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %n, i32 1, i32 31)\n"
		"  %pair = call {i32, i1} @llvm.nvvm.shfl.sync.idx.i32p(i32 -1, i32 %v, i32 %n, i32 31)\n"
		"  %part = extractvalue {i32, i1} %pair, 0\n" RET;
	SHAPES(full32, warp, "%odd: varying|%any: gang|%group: varying|%some: varying|%sum: gang|%active: gang|"
	                     "%v: varying|%first: gang|%halves: varying|%next: varying|%same: varying|%pair: gang|%part: gang");
	SHAPES(full16, warp, "%any: varying|%active: varying|%first: varying|%same: varying");
	SHAPES(full16, "  %count = call i32 @llvm.nvvm.barrier0.popc(i32 %x)\n"
	               "  %u = call i32 @unknown(i32 0)\n  %m1 = call ptr @malloc(i64 4)\n"
	               "  %least = call i32 @llvm.umin.i32(i32 %n, i32 %m)\n"
	               "  %less = call i32 @llvm.umin.i32(i32 %x, i32 %m)\n"
	               "  %both = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %n, i32 1)\n"
	               "  %each = call {i32, i1} @llvm.uadd.with.overflow.i32(i32 %x, i32 1)\n"
	               "  %e = extractvalue {i32, i1} %each, 0\n  %into = insertvalue {i32, i1} %both, i32 %x, 0\n" RET,
	       "%count: block|%u: varying|%m1: varying|%least: grid|%less: varying|%both: grid|%each: varying|"
	       "%e: varying|%into: varying");
}

static void test_memory(void)
{
	SHAPES(full16, "  %a = load i32, ptr %p\n  %v = load volatile i32, ptr %p\n"
	               "  %t = load atomic i32, ptr %p monotonic, align 4\n  %r = load i32, ptr %p, !invariant.load !{}\n"
	               "  %w = load i32, ptr addrspace(3) @shared\n  %k1 = load i32, ptr addrspace(4) @constant\n"
	               "  %sg = getelementptr i32, ptr %s, i64 3\n  %sl = load i32, ptr %sg\n"
	               "  %g = getelementptr i32, ptr %p, i32 %x\n  %gl = load i32, ptr %g\n"
	               "  %old = atomicrmw add ptr %p, i32 1 seq_cst\n"
	               "  %local = alloca [3 x i32], align 8\n  %l1 = getelementptr i32, ptr %local, i64 1\n"
	               "  %ll = load i32, ptr %l1\n" RET,
	       "%a: block|%v: gang|%t: gang|%r: grid|%w: block|%k1: grid|%sg: grid|%sl: grid|%g: strided 4|"
	       "%gl: varying|%old: varying|%local: strided 16, aligned 3|%l1: strided 16, aligned 2|%ll: varying");
	SHAPES(full16, "  %y = getelementptr [256 x float], ptr addrspace(3) @shared, i64 0, i32 %x\n"
	               "  %g = getelementptr {i8, [4 x i64]}, ptr addrspace(1) @global, i32 %x, i32 1, i64 2\n"
	               "  %w = addrspacecast ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @shared, i64 32) to ptr\n"
	               "  %i = ptrtoint ptr addrspace(3) %y to i64\n  %j = add i64 %i, 4\n  %k1 = inttoptr i64 %j to ptr\n"
	               "  %short = ptrtoint ptr addrspace(3) %y to i32\n" RET,
	       "%y: strided 4, aligned 6|%g: strided 40, aligned 3|%w: block, aligned 5|%i: strided 4, aligned 6|"
	       "%j: strided 4, aligned 2|%k1: strided 4|%short: strided 4");
}

static void test_arithmetic(void)
{
	SHAPES(full16, "  %a = add i32 %x, %n\n  %s1 = sub i32 %n, %x\n  %d = sub i32 %a, %x\n  %m1 = mul i32 %x, 12\n"
	               "  %m2 = mul i32 %x, %n\n  %m3 = mul i32 %n, %m\n  %h = shl i32 %x, 3\n  %h2 = shl i32 1, %x\n"
	               "  %t = trunc i32 %m1 to i8\n  %t2 = shl i32 %x, 28\n  %z = trunc i32 %t2 to i8\n"
	               "  %f = freeze i32 %h\n  %not = xor i32 %a, -1\n  %q = udiv i32 %x, 3\n  %fl = uitofp i32 %x to float\n"
	               "  %sum = add i32 %x, %h\n  %un = add i32 %n, undef\n" RET,
	       "%a: strided 1|%s1: strided -1|%d: gang|%m1: strided 12, aligned 6|%m2: varying|%m3: grid|"
	       "%h: strided 8, aligned 7|%h2: varying|%t: strided 12|%t2: strided 268435456|%z: gang|%f: strided 8|"
	       "%not: strided -1|%q: varying|%fl: varying|%sum: strided 9|%un: grid");
	SHAPES(full16, "  %a = select i1 %c, i32 %x, i32 5\n  %b = add i32 %x, 7\n  %d = select i1 %c, i32 %x, i32 %b\n"
	               "  %e = select i1 %c, i32 1, i32 2\n  %odd = trunc i32 %x to i1\n"
	               "  %g = select i1 %odd, i32 %n, i32 %m\n" RET,
	       "%a: varying|%d: strided 1|%e: grid|%g: varying");
	SHAPES(full16, "  %u = fadd float 1.0, 2.0\n  %a = call float @llvm.fma.f32(float %u, float 1.0, float 2.0)\n"
	               "  %v = sitofp i32 %x to float\n  %w = fmul float %v, %u\n" RET,
	       "%u: constant|%a: constant|%w: varying");
}

static void test_low_bits(void)
{
	static const char warp[] = "  %q = lshr i32 %x, 5\n  %q2 = udiv i32 %x, 32\n  %l = and i32 %x, 31\n"
		"  %l2 = urem i32 %x, 32\n  %b = and i32 %x, -32\n  %h = and i32 %x, 15\n  %h2 = lshr i32 %x, 4\n"
		"  %half = lshr i32 %x, 1\n  %q3 = sdiv i32 %x, 64\n  %flip = xor i32 %l, 31\n  %bit = and i32 %x, 16\n"
		"  %pairs = mul i32 %x, 2\n  %back = lshr i32 %pairs, 1\n  %up = and i32 %pairs, 62\n  %ash = ashr i32 %x, 7\n"
		"  %l3 = srem i32 %x, 64\n" RET;
	SHAPES(full32, warp, "%q: gang|%q2: gang|%l: strided 1, aligned 5|%l2: strided 1|%b: gang, aligned 5|%h: varying|"
	                     "%h2: varying|%half: varying|%q3: gang|%flip: strided -1|%bit: varying|%back: strided 1|"
	                     "%up: strided 2|%ash: gang|%l3: strided 1");
	SHAPES(full16, warp, "%q: gang|%l: strided 1, aligned 4|%h: strided 1|%h2: gang|%bit: gang|%b: gang|%flip: strided -1");
	SHAPES(packed32, warp, "%q: varying|%l: varying|%b: varying");
	// Without a known low end of lane 0 bits may carry.
	SHAPES(full32, "  %a = add i32 %x, %n\n  %q = lshr i32 %a, 5\n  %l = and i32 %a, 31\n" RET, "%q: varying|%l: varying");
	SHAPES(full32, SREG("lane", "laneid") "  %w = shl i32 %n, 5\n  %o = or i32 %w, %lane\n  %o2 = or i32 %lane, %w\n"
	               "  %o3 = or disjoint i32 %n, %lane\n  %o4 = or i32 %x, 1024\n  %o5 = or i32 %x, 1\n" RET,
	       "%o: strided 1|%o2: strided 1|%o3: varying|%o4: strided 1|%o5: varying");
	SHAPES(full32, "  %a = icmp ult i32 %x, 64\n  %b = icmp ugt i32 %x, 31\n  %d = icmp ult i32 %x, 33\n"
	               "  %e = icmp ugt i32 32, %x\n  %f = icmp eq i32 %x, 0\n  %g = icmp slt i32 %x, 256\n"
	               "  %y = add i32 %x, 32\n  %h = icmp eq i32 %x, %y\n  %w = shl i32 %n, 5\n  %i = icmp ult i32 %x, %w\n"
	               "  %j = icmp ult i32 %x, %n\n  %l = icmp ult i32 %x, %y\n" RET,
	       "%a: gang|%b: gang|%d: varying|%e: gang|%f: varying|%g: gang|%h: gang|%i: gang|%j: varying|%l: varying");
}

static void test_widening(void)
{
	static const char index[] = GLOBAL_INDEX
		"  %s1 = sext i32 %i to i64\n  %z = zext i32 %i to i64\n  %g = getelementptr float, ptr %p, i64 %s1\n"
		"  %i1 = add nuw nsw i32 %i, 1\n  %s2 = sext i32 %i1 to i64\n  %z2 = zext i32 %i1 to i64\n"
		"  %g2 = getelementptr float, ptr %p, i32 %i\n" RET;
	SHAPES(full16, index, "%i: strided 1, aligned 4|%s1: strided 1, aligned 4|%z: strided 1|%g: strided 4|%g2: strided 4|"
	                      "%s2: strided 1|%z2: strided 1");
	// Flags say nothing of lane 0.
	SHAPES(full16, "  %i = add nuw nsw i32 %x, %n\n  %s1 = sext i32 %i to i64\n  %z = zext nneg i32 %i to i64\n" RET,
	       "%i: strided 1|%s1: varying|%z: varying");
	// As many threads as the launches of gangs have are numbers without a sign.
	SHAPES(rows16, index, "%i: strided 1|%s1: strided 1|%z: strided 1|%g: strided 4|%g2: strided 4|%s2: strided 1");
	SHAPES(rows16, SREG("b", "ctaid.x") "  %f = mul i32 %b, 48\n  %f5 = mul i32 %b, 5\n  %i = add i32 %f, %x\n  %j = add i32 %f5, %x\n"
	       "  %zi = zext i32 %i to i64\n  %zj = zext i32 %j to i64\n" RET, "%zi: strided 1|%zj: varying");
	SHAPES(rows16, "  %z = zext i32 %x to i64\n  %a = add i32 %x, 100\n  %za = zext i32 %a to i64\n"
	               "  %b = add i32 %x, -5\n  %sb = sext i32 %b to i64\n  %zb = zext i32 %b to i64\n"
	               "  %r = sub i32 1023, %x\n  %zr = zext i32 %r to i64\n  %t = trunc i32 %x to i8\n  %zt = zext i8 %t to i64\n"
	               "  %w = shl i32 %n, 7\n  %i = add i32 %w, %x\n  %j = add i32 %i, 3\n  %zi = zext i32 %i to i64\n"
	               "  %zj = zext i32 %j to i64\n  %w4 = shl i32 %n, 5\n  %i4 = add i32 %w4, 3\n  %j4 = add i32 %x, %i4\n"
	               "  %zj4 = zext i32 %j4 to i64\n" RET,
	       "%z: strided 1|%za: strided 1|%sb: strided 1|%zb: varying|%zr: strided -1|%zt: strided 1|%zi: strided 1|"
	       "%zj: varying|%zj4: varying");
	// 3 more than a multiple of 32 doesn't carry with 16 lanes.
	SHAPES(full16, SREG("b", "ctaid.x") "  %w = shl i32 %b, 7\n  %l = and i32 %x, 15\n  %i = add i32 %w, %l\n"
	               "  %h = and i32 %i, -16\n  %m2 = mul i32 %i, 4\n  %j = add i32 %m2, 3\n  %zj = zext i32 %j to i64\n" RET,
	       "%i: strided 1, aligned 4|%j: strided 4|%zj: strided 4");
}

// Widening moved to the leaves.
static void test_moved_widening(void)
{
	SHAPES(wide16, GLOBAL_INDEX
	       "  %i1 = add nsw i32 %i, 1\n  %s1 = sext i32 %i1 to i64\n  %g1 = getelementptr float, ptr %p, i64 %s1\n"
	       "  %i2 = add i32 %i, 1\n  %s2 = sext i32 %i2 to i64\n  %g2 = getelementptr float, ptr %p, i64 %s2\n"
	       "  %r = mul i32 %n, %m\n  %i3 = add nsw i32 %r, %x\n  %i4 = mul nsw i32 %i3, 3\n"
	       "  %g4 = getelementptr float, ptr %p, i32 %i4\n"
	       "  %i5 = add nuw i32 %r, %x\n  %s5 = zext i32 %i5 to i64\n  %g5 = getelementptr i8, ptr %p, i64 %s5\n"
	       "  %i6 = add nsw i32 %i, -1\n  %s6 = zext nneg i32 %i6 to i64\n  %g6 = getelementptr i8, ptr %p, i64 %s6\n"
	       "  %i7 = or disjoint i32 %r, %x\n  %i8 = shl nuw i32 %i7, 1\n  %s8 = zext i32 %i8 to i64\n"
	       "  %g8 = getelementptr i8, ptr %p, i64 %s8\n"
	       "  %i9 = sub nsw i32 %n, %x\n  %g9 = getelementptr i8, ptr %p, i32 %i9\n"
	       "  %q = load i32, ptr %p\n  %v = mul i32 %x, %x\n  %i10 = add nsw i32 %v, 1\n  %g10 = getelementptr i8, ptr %p, i32 %i10\n"
	       "  ret void\n",
	       "%g1: strided 4|%g2: strided 4|%g4: strided 12|%g5: strided 1|%g6: strided 1|%g8: strided 2|%g9: strided -1|"
	       "%g10: varying");
	// Round a loop.
	SHAPES(wide16, "  %r = mul i32 %n, %m\n  %i = add nsw i32 %r, %x\n  %e = add nsw i32 %i, 100\n  br label %head\nhead:\n"
	               "  %j = phi i32 [%i, %entry], [%j1, %latch]\n  %t = icmp slt i32 %j, %e\n  br i1 %t, label %latch, label %exit\n"
	               "latch:\n  %w = sext i32 %j to i64\n  %g = getelementptr i32, ptr %p, i64 %w\n"
	               "  %j1 = add nsw i32 %j, %n\n  br label %head\nexit:\n  ret void\n",
	       "%g: strided 4");
	// Two that become one.
	SHAPES(wide16, "  %r = mul i32 %n, %m\n  %i = add nsw i32 %r, %x\n  %t = icmp slt i32 %i, %m\n  br i1 %t, label %a, label %b\n"
	               "a:\n  %s1 = sext i32 %i to i64\n  br label %e\nb:\n  %s2 = sext i32 %i to i64\n  br label %e\n"
	               "e:\n  %v = phi i64 [%s1, %a], [%s2, %b]\n  %g = getelementptr i32, ptr %p, i64 %v\n  ret void\n",
	       "%g: strided 4");
}

// Pieces made twice.  What they store through tells which is which.
static void test_checks(void)
{
	SHAPES(check16, "  %r = mul i32 %n, %m\n  %i = add i32 %r, %x\n  %w = zext i32 %i to i64\n  %g = getelementptr float, ptr %p, i64 %w\n"
	       "  %v = load float, ptr %g\n  %d = fadd float %v, 1.0\n  %j = add i32 %i, 7\n  %w2 = sext i32 %j to i64\n"
	       "  %g2 = getelementptr float, ptr %p, i64 %w2\n  store float %d, ptr %g2\n  %e = fadd float %d, 1.0\n  ret void\n",
	       "entry:|%1: decided gang|%2: decided gang|%3:|%i: strided 1|%w: varying|%g: varying|%v: varying|"
	       "#10: gang|#18: gang|#24: gang|#26: strided 4|#29: strided 4|#36: varying");
	// A piece ends at a call; a stride is as good as none where lanes are far apart.
	SHAPES(check16, "  %r = mul i32 %n, %m\n  %i = add i32 %r, %x\n  %w = zext i32 %i to i64\n  %g = getelementptr i32, ptr %p, i64 %w\n"
	       "  %v = load i32, ptr %g\n  %u = call i32 @unknown(i32 0)\n  store i32 %v, ptr %g\n"
	       "  %far = getelementptr [100 x i32], ptr %p, i64 %w\n  store i32 1, ptr %far\n  ret void\n",
	       "%1: decided gang|%2: decided gang|%3:|%4: decided gang|%5: decided gang|%6:|%far: varying|%u: varying");
}

static void test_branches(void)
{
	static const char diamond[] = "  br i1 %c1, label %then, label %else\nthen:\n  %a = add i32 %n, 1\n  br label %join\n"
		"else:\n  br label %join\njoin:\n  %v = phi i32 [%a, %then], [%n, %else]\n"
		"  %w = phi i32 [%x, %then], [%x, %else]\n  ret void\n";
	char *divergent = aw_format("  %%c1 = icmp ult i32 %%x, %%n\n%s", diamond);
	char *even = aw_format("  %%c1 = icmp ult i32 %%n, %%m\n%s", diamond);
	char *gang = aw_format("  %%c1 = icmp ult i32 %%x, 64\n%s", diamond);
	SHAPES(full16, divergent, "entry: branch|then: decided varying partial|else: decided varying partial|join: join|"
	                          "%v: varying|%w: varying|%a: grid");
	SHAPES(full16, even, "entry:|then: decided grid|else: decided grid|join:|%v: grid|%w: strided 1");
	SHAPES(full16, gang, "entry:|then: decided gang|join:|%v: gang|%w: strided 1");
	free(divergent);
	free(even);
	free(gang);
	// A trap is no way that meets the other again.
	SHAPES(full16, "  %c1 = icmp ult i32 %x, %n\n  br i1 %c1, label %bad, label %go\nbad:\n  unreachable\ngo:\n"
	               "  br i1 %c, label %a, label %b\na:\n  br label %e\nb:\n  br label %e\ne:\n"
	               "  %v = phi i32 [1, %a], [2, %b]\n  ret void\n",
	       "bad: decided varying partial|e:|%v: grid");
	// Joins are found where ways meet, not at the post-dominator only: two ways to the same inner join.
	SHAPES(full16, "  %c1 = icmp ult i32 %x, %n\n  br i1 %c1, label %a, label %b\na:\n  br i1 %c, label %a1, label %a2\n"
	               "a1:\n  br label %m1\na2:\n  br label %e\nb:\n  br label %m1\n"
	               "m1:\n  %u = phi i32 [1, %a1], [2, %b]\n  br label %e\ne:\n  %v = phi i32 [1, %a2], [2, %m1]\n  ret void\n",
	       "m1: decided varying partial join|e: join|%u: varying|%v: varying|a1: decided varying partial");
	// A uniform branch on one side of a divergent one has its own join, which stays uniform.
	SHAPES(full16, "  %c1 = icmp ult i32 %x, %n\n  br i1 %c1, label %a, label %e1\na:\n  br i1 %c, label %a1, label %a2\n"
	               "a1:\n  br label %m1\na2:\n  br label %m1\nm1:\n  %u = phi i32 [1, %a1], [2, %a2]\n  br label %e\n"
	               "e1:\n  br label %e\ne:\n  %v = phi i32 [%u, %m1], [2, %e1]\n  ret void\n",
	       "m1: decided varying partial|%u: grid|%v: varying");
}

#define LOOP_HEAD "  br label %head\nhead:\n  %i = phi i32 [0, %entry], [%i1, %latch]\n"

static void test_loops(void)
{
	SHAPES(full16, LOOP_HEAD "  %t = icmp ult i32 %i, %n\n  br i1 %t, label %latch, label %exit\n"
	               "latch:\n  %i1 = add i32 %i, 1\n  br label %head\nexit:\n  %o = phi i32 [%i, %head]\n  ret void\n",
	       "head: decided grid|%i: constant|%o: grid|exit:");
	SHAPES(full16, LOOP_HEAD "  %t = icmp ult i32 %i, %x\n  br i1 %t, label %latch, label %exit\n"
	               "latch:\n  %i1 = add i32 %i, 1\n  br label %head\nexit:\n  %o = phi i32 [%i, %head]\n"
	               "  %k1 = phi i32 [%n, %head]\n  ret void\n",
	       "head: decided varying partial branch loop|latch: decided varying partial|%i: constant|%o: varying|%k1: grid|exit:");
	// The grid-stride loop.
	SHAPES(full16, GLOBAL_INDEX SREG("nb", "nctaid.x") "  %step = mul i32 %nb, %d\n  br label %head\nhead:\n"
	               "  %j = phi i32 [%i, %entry], [%j1, %latch]\n  %t = icmp ult i32 %j, %n\n"
	               "  br i1 %t, label %latch, label %exit\nlatch:\n  %w = zext i32 %j to i64\n  %j1 = add i32 %j, %step\n"
	               "  br label %head\nexit:\n  ret void\n",
	       "%j: strided 1, aligned 4|%w: strided 1, aligned 4|%j1: strided 1|head: decided varying partial branch loop");
	// The stride must be the same each time round.
	SHAPES(full16, "  br label %head\nhead:\n  %j = phi i32 [%x, %entry], [%j1, %latch]\n  %r = phi i32 [0, %entry], [%r1, %latch]\n"
	               "  br i1 %c, label %latch, label %exit\nlatch:\n  %j1 = add i32 %j, %x\n  %r1 = add i32 %r, %x\n"
	               "  br label %head\nexit:\n  ret void\n",
	       "%j: varying|%r: varying");
	// A uniform loop inside of a divergent if keeps its induction variable, and what it gives.
	SHAPES(full16, "  %c1 = icmp ult i32 %x, %m\n  br i1 %c1, label %pre, label %skip\npre:\n  br label %head\nhead:\n"
	               "  %i = phi i32 [0, %pre], [%i1, %latch]\n  %t = icmp ult i32 %i, %n\n  br i1 %t, label %latch, label %exit\n"
	               "latch:\n  %i1 = add i32 %i, 1\n  br label %head\nexit:\n  %o = phi i32 [%i, %head]\n  br label %end\n"
	               "skip:\n  br label %end\nend:\n  %v = phi i32 [%o, %exit], [0, %skip]\n  ret void\n",
	       "head: decided varying partial|%i: constant|%o: grid|%v: varying|end: join");
	// A branch inside of a loop that meets again before the loop's end leaves the loop uniform.
	SHAPES(full16, LOOP_HEAD "  %t = icmp ult i32 %i, %x\n  br i1 %t, label %a, label %b\na:\n  br label %latch\n"
	               "b:\n  br label %latch\nlatch:\n  %s1 = phi i32 [1, %a], [2, %b]\n  %i1 = add i32 %i, 1\n"
	               "  %u = icmp ult i32 %i1, %n\n  br i1 %u, label %head, label %exit\nexit:\n  %o = phi i32 [%i1, %latch]\n"
	               "  ret void\n",
	       "head: decided grid branch|latch: decided grid join|%s1: varying|%i: constant|%o: grid|exit:");
	// A uniform way out on one side of a divergent branch: lanes leave in different turns.
	SHAPES(full16, LOOP_HEAD "  %t = icmp ult i32 %i, %x\n  br i1 %t, label %a, label %latch\na:\n"
	               "  %u = icmp ult i32 %i, %n\n  br i1 %u, label %latch, label %exit\n"
	               "latch:\n  %i1 = add i32 %i, 1\n  br label %head\nexit:\n  %o = phi i32 [%i, %a]\n  ret void\n",
	       "head: decided varying partial branch loop|latch: decided varying partial join|%o: varying");
}

static void test_nested_loops(void)
{
	// The inner loop is left in different turns; they meet again before the outer one's next.
	SHAPES(full16, LOOP_HEAD "  br label %inner\ninner:\n  %j = phi i32 [0, %head], [%j1, %inner]\n  %j1 = add i32 %j, 1\n"
	               "  %t = icmp ult i32 %j1, %x\n  br i1 %t, label %inner, label %out\nout:\n  %o = phi i32 [%j1, %inner]\n"
	               "  br label %latch\nlatch:\n  %i1 = add i32 %i, 1\n  %u = icmp ult i32 %i1, %n\n"
	               "  br i1 %u, label %head, label %exit\nexit:\n  %e = phi i32 [%i1, %latch]\n  ret void\n",
	       "head: decided grid|inner: decided varying partial branch loop|out: decided grid|%j: constant|%o: varying|"
	       "%i: constant|%e: grid");
	// The inner loop's two ways out lead to the outer's next turn and out of it.
	SHAPES(full16, LOOP_HEAD "  br label %inner\ninner:\n  %j = phi i32 [0, %head], [%j1, %go]\n  %j1 = add i32 %j, 1\n"
	               "  %t = icmp ult i32 %j1, %x\n  br i1 %t, label %go, label %out\ngo:\n  %u = icmp ult i32 %j1, %n\n"
	               "  br i1 %u, label %inner, label %exit\nout:\n  br label %latch\nlatch:\n  %i1 = add i32 %i, 1\n"
	               "  br label %head\nexit:\n  %e = phi i32 [%i, %go]\n  ret void\n",
	       "inner: decided varying partial branch loop|head: decided varying partial loop|%i: constant|%e: varying");
	// A break out of a loop: two ways meet behind it.
	SHAPES(full16, LOOP_HEAD "  %t = icmp ult i32 %i, %n\n  br i1 %t, label %body, label %done\nbody:\n  %f = icmp eq i32 %i, %x\n"
	               "  br i1 %f, label %found, label %latch\nlatch:\n  %i1 = add i32 %i, 1\n  br label %head\n"
	               "found:\n  br label %end\ndone:\n  br label %end\nend:\n  %v = phi i32 [1, %found], [0, %done]\n  ret void\n",
	       "head: decided varying partial loop|body: decided varying partial branch|end: join|%v: varying|"
	       "found: decided varying partial|done: decided varying partial");
	// A loop left in different turns of two gangs gives a value of the gang.
	SHAPES(full16, "  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()\n" LOOP_HEAD "  %t = icmp ult i32 %i, %y\n"
	               "  br i1 %t, label %latch, label %exit\nlatch:\n  %i1 = add i32 %i, 1\n  br label %head\n"
	               "exit:\n  %o = phi i32 [%i, %head]\n  %z = phi i32 [%n, %head]\n  ret void\n",
	       "head: decided gang|%i: constant|%o: gang|%z: grid");
	// A phi of nothing but undefined values is some value.
	SHAPES(full16, "  br label %head\nhead:\n  %i = phi i32 [undef, %entry], [%i1, %head]\n  %i1 = add i32 %i, 1\n"
	               "  %old = atomicrmw add ptr %p, i32 %i seq_cst\n  br i1 %c, label %head, label %exit\nexit:\n  ret void\n",
	       "%i: constant|%i1: constant|%old: varying");
}

int main(void)
{
	context = LLVMContextCreate();
	test_sources();
	test_calls();
	test_memory();
	test_arithmetic();
	test_low_bits();
	test_widening();
	test_moved_widening();
	test_checks();
	test_branches();
	test_loops();
	test_nested_loops();
	LLVMContextDispose(context);
	return unit_finish();
}
