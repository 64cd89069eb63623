// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread says before it goes on or ends: printf, assert, trap.
#include "support.h"

int32_t aw_cpu_vprintf(thread *t, const char *format, const void *arguments)
{
	return services(t)->print(t, format, arguments);
}

_Noreturn void aw_cpu_assertfail(thread *t, const char *text, const char *file, uint32_t line, const char *function,
                                 uint64_t character_size)
{
	(void)character_size;
	services(t)->assertion(t, text, file, line, function);
	__builtin_unreachable();
}

_Noreturn void aw_cpu_trap(thread *t, site *s)
{
	services(t)->trap(t, s);
	__builtin_unreachable();
}

_Noreturn void aw_cpu_ubsantrap(thread *t, uint8_t kind, site *s)
{
	(void)kind;
	services(t)->trap(t, s);
	__builtin_unreachable();
}

_Noreturn void aw_cpu_pure_virtual(thread *t, site *s)
{
	services(t)->unsupported(t, "call of a pure virtual function", s);
	__builtin_unreachable();
}

// What a gang does whose lanes would wait for each other at different places.
_Noreturn void aw_cpu_stuck(thread *t, site *s)
{
	services(t)->stuck(t, s);
	__builtin_unreachable();
}

// A breakpoint without a debugger is nothing.
void aw_cpu_breakpoint(thread *t)
{
	(void)t;
}
