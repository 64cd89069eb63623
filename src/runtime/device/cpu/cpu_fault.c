// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Faults of device code.  While device code runs on a host thread, SIGSEGV and its like are its own:
// the handler, on a stack of its own, notes what happened and changes the interrupted context so that
// the thread goes on in `land`, on the host thread's stack below what the block's run left there.  From
// there the fault is reported in peace and the block is given up.  A fault that is not ours goes to
// whoever handled it before us.
//
// A read that strays a little over an end of an allocation goes on, as it does on a GPU, and is told when the block has
// run (ANYWARP_BOUNDS=error: it is a fault like any other).
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "../../../base/log.h"
#include "cpu_device.h"
#include "cpu_queue.h"

enum { SIGNAL_STACK = 64 * 1024, RED_ZONE = 256 };

static const int caught[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
static struct sigaction before[NSIG];
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t stack_key;
static bool strict; // reads that stray are faults

static void describe_address(struct aw_str *text, const char *address)
{
	enum { NEAR = 1 << 20 };
	struct cpu_allocation near;
	aw_str_format(text, "0x%llx, ", (unsigned long long)(uintptr_t)address);
	size_t past = 0;
	bool known = aw_cpu_memory_nearest(address, &near);
	if (known && address >= near.address + near.size)
		past = (size_t)(address - near.address) - near.size;
	if (!known || past > NEAR)
		aw_str_add(text, "in no allocation");
	else if (address < near.address)
		aw_str_format(text, "%zu bytes before an allocation of %zu bytes", (size_t)(near.address - address), near.size);
	else if (address < near.address + near.size)
		aw_str_format(text, "inside an allocation of %zu bytes", near.size);
	else
		aw_str_format(text, "%zu bytes past the end of an allocation of %zu bytes", past, near.size);
}

static bool in_shared_guard(const struct cpu_resident *block, const char *address)
{
	const struct cpu_cluster *cluster = block->cluster;
	return cluster->map && address >= cluster->map && address < cluster->map + cluster->map_size;
}

static bool calls_without_bound(const struct cpu_resident *block)
{
	return block->task->launch.function->kernel->flags & AW_CPU_KERNEL_RECURSIVE;
}

static aw_status report_access(const struct cpu_resident *block, const struct cpu_fiber *fiber, const char *address)
{
	const struct cpu_sm *sm = block->sm;
	if (aw_cpu_gangs_guard_holds(block, address)) {
		const char *advice = "; raise it with cudaDeviceSetLimit(cudaLimitStackSize, bytes)";
		aw_cpu_report_thread(block, fiber, "stack overflow: the variables of the block's threads don't fit on %zu bytes%s",
		                     aw_cpu_gangs_stack_size(block),
		                     calls_without_bound(block) ? advice : "");
		return AW_ILLEGAL_ADDRESS;
	}
	if (aw_cpu_stack_guarding(&sm->stacks, address)) {
		aw_cpu_report_thread(block, fiber, "stack overflow: the stack of a thread has %zu bytes; raise it with "
		                     "cudaDeviceSetLimit(cudaLimitStackSize, bytes)", sm->stacks.stack_size);
		return AW_ILLEGAL_ADDRESS; // what an H200 gives
	}
	if (in_shared_guard(block, address)) {
		const char *end = block->block.dynamic_shared + block->block.dynamic_shared_size;
		if (address >= end)
			aw_cpu_report_thread(block, fiber, "illegal access to 0x%llx, %zu bytes past the end of shared memory",
			                     (unsigned long long)(uintptr_t)address, (size_t)(address - end));
		else
			aw_cpu_report_thread(block, fiber, "illegal access to 0x%llx, before the beginning of shared memory",
			                     (unsigned long long)(uintptr_t)address);
		return AW_ILLEGAL_ADDRESS;
	}
	struct aw_str text = { 0 };
	describe_address(&text, address);
	aw_cpu_report_thread(block, fiber, "illegal access to %s", text.text ? text.text : "?");
	aw_str_finish(&text);
	return AW_ILLEGAL_ADDRESS;
}

// Goes on here after a fault, on the host thread's stack.
static void land(void)
{
	struct cpu_sm *sm = aw_cpu_this_sm;
	struct cpu_resident *block = sm->current;
	const struct cpu_fiber *fiber = block->running ? block->running : block->fibers;
	const struct cpu_fault fault_here = sm->fault, *fault = &fault_here;
	aw_status status;
	bool full = aw_cpu_gangs_guard_holds(block, fault->address), recursive = calls_without_bound(block);
	if (block->simd && (!full || recursive) && aw_cpu_grid_find_fault(block))
		aw_cpu_block_leave(block, CPU_BLOCK_FAILED);
	switch (fault->signal) {
	case SIGSEGV:
	case SIGBUS:
		status = report_access(block, fiber, fault->address);
		break;
	case SIGFPE:
		// Integer division by zero; CUDA leaves its result open and goes on, we can't.
		aw_cpu_report_thread(block, fiber, "integer division by zero");
		status = AW_LAUNCH_FAILURE;
		break;
	default:
		aw_cpu_report_thread(block, fiber, "illegal instruction at %p", fault->instruction);
		status = AW_ILLEGAL_INSTRUCTION;
	}
	aw_cpu_block_fail(block, status);
}

static void redirect(ucontext_t *context, struct cpu_sm *sm)
{
	uintptr_t stack = ((uintptr_t)sm->base - RED_ZONE) & ~(uintptr_t)15;
#if defined(__x86_64__)
	sm->fault.instruction = (const void *)context->uc_mcontext.gregs[REG_RIP];
	context->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)land;
	context->uc_mcontext.gregs[REG_RSP] = (greg_t)(stack - 8); // as after a call
	context->uc_mcontext.gregs[REG_EFL] &= ~0x400;             // direction flag: up
#elif defined(__aarch64__)
	sm->fault.instruction = (const void *)context->uc_mcontext.pc;
	context->uc_mcontext.pc = (uintptr_t)land;
	context->uc_mcontext.sp = stack;
#endif
}

static void pass_on(int number, siginfo_t *info, void *context)
{
	const struct sigaction *previous = &before[number];
	if (previous->sa_flags & SA_SIGINFO) {
		previous->sa_sigaction(number, info, context);
	} else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
		previous->sa_handler(number);
	} else {
		// The instruction faults again, and now the system's own answer comes.
		signal(number, SIG_DFL);
		if (info->si_code <= 0) // sent by kill: would not come again by itself
			raise(number);
	}
}

// Whether the access that faulted wanted to read only.
static bool only_reads(const ucontext_t *context)
{
#if defined(__x86_64__)
	enum { WRITES = 2, FETCHES = 16 }; // page fault's error code
	return !(context->uc_mcontext.gregs[REG_ERR] & (WRITES | FETCHES));
#elif defined(__aarch64__)
	enum { DATA_ABORT = 0x24, CLASS_BIT = 26, WRITES = 1 << 6 };
	const struct _aarch64_ctx *head = (const void *)context->uc_mcontext.__reserved;
	while (head->magic && head->magic != ESR_MAGIC)
		head = (const void *)((const char *)head + head->size);
	uint64_t syndrome = head->magic ? ((const struct esr_context *)(const void *)head)->esr : 0;
	return syndrome >> CLASS_BIT == DATA_ABORT && !(syndrome & WRITES);
#endif
}

static bool is_stray(struct cpu_sm *sm, const siginfo_t *info, const ucontext_t *context)
{
	struct cpu_allocation beside;
	bool first;
	if (strict || info->si_signo != SIGSEGV || info->si_code != SEGV_ACCERR || !only_reads(context) ||
	    !aw_cpu_memory_open_guard(info->si_addr, &beside, &first))
		return false;
	if (first)
		sm->stray = (struct cpu_stray){ info->si_addr, beside.address, beside.size };
	return true;
}

static void handle(int number, siginfo_t *info, void *context)
{
	struct cpu_sm *sm = aw_cpu_this_sm;
	if (!sm || !sm->in_device || info->si_code <= 0) {
		pass_on(number, info, context);
		return;
	}
	if (is_stray(sm, info, context))
		return;
	sm->in_device = 0; // a fault in `land` is the runtime's own
	sm->fault = (struct cpu_fault){ .signal = number, .code = info->si_code, .address = info->si_addr };
	redirect(context, sm);
}

static void free_signal_stack(void *memory)
{
	stack_t none = { .ss_flags = SS_DISABLE };
	sigaltstack(&none, NULL);
	munmap(memory, SIGNAL_STACK);
}

static void install(void)
{
	const char *bounds = getenv("ANYWARP_BOUNDS");
	strict = bounds && !strcmp(bounds, "error");
	pthread_key_create(&stack_key, free_signal_stack);
	struct sigaction action = { .sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK };
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(caught) / sizeof(caught[0]); i++)
		sigaction(caught[i], &action, &before[caught[i]]);
}

void aw_cpu_fault_prepare_thread(void)
{
	static __thread bool prepared;
	if (prepared)
		return;
	prepared = true;
	pthread_once(&once, install);
	stack_t current;
	if (sigaltstack(NULL, &current) == 0 && !(current.ss_flags & SS_DISABLE))
		return; // the program gave this thread one
	void *memory = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED) {
		aw_warn("cpu", "no memory for a signal stack; faults of device code can't be reported");
		return;
	}
	stack_t stack = { .ss_sp = memory, .ss_size = SIGNAL_STACK };
	sigaltstack(&stack, NULL);
	pthread_setspecific(stack_key, memory);
}
