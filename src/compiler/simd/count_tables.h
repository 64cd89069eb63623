// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several tables for what a block counts (count_tables.c).
#ifndef AW_COMPILER_SIMD_COUNT_TABLES_H
#define AW_COMPILER_SIMD_COUNT_TABLES_H

#include "../pipeline.h"

enum { AW_COUNT_TABLES = 4 };

// Whether a shared variable is such tables: memory that the program doesn't know of.
bool aw_count_are_tables(LLVMValueRef global);
// How many bytes one of the tables has to which ATOMIC adds in the first; 0: it adds to one table alone.
uint64_t aw_count_table_size(LLVMValueRef atomic);

#endif
