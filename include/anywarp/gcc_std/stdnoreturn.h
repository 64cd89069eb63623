// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gcc's has nothing for C++, where [[noreturn]] and __attribute__((noreturn)) may follow; clang's makes the word a macro there, too.
#ifndef AW_GCC_STDNORETURN_H
#define AW_GCC_STDNORETURN_H
#endif
