/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * The definitions are in vector_functions.h. */
#include "vector_functions.h"
