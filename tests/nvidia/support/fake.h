// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AW_TESTS_FAKE_H
#define AW_TESTS_FAKE_H

// Notes a call; what it is to return.
int fake_call(const char *name, const char *details);

#endif
