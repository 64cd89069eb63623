#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The errors of the public headers are those of src/base/status.def: every row has its enumerators
# with its number, and the headers have no others.
list=$ROOT/src/base/status.def
{
	echo '#include <cuda.h>'
	echo '#include <driver_types.h>'
	sed -nE 's/^AW_STATUS\(\w+, ([0-9]+), "(\w*)", "(\w*)".*/_Static_assert(\2 == \1, "\2");\n\3 \1/p' "$list" |
		sed -E '/^_Static_assert\( ==/d; /^_Static/b; /^ /d; s/^(\w+) ([0-9]+)$/_Static_assert(\1 == \2, "\1");/'
} >errors.c
gcc -std=c11 -Wall -Werror -I"$ROOT/include" -fsyntax-only errors.c || exit 1

rows=$(grep -cE '^AW_STATUS\(\w+, [0-9]+, "\w' "$list")
driver_rows=$(grep -cE '^AW_STATUS\(\w+, [0-9]+, "\w*", "\w' "$list")
runtime=$(grep -cE '^\s*cuda(Error|Success)\w* = ' "$ROOT/include/anywarp/runtime_errors.h")
driver=$(grep -cE '^\s*CUDA_\w+ = ' "$ROOT/include/anywarp/cu_results.h")
# cudaErrorApiFailureBase is no error.
[ "$runtime" = $((rows + 1)) ] || { echo "$runtime runtime errors in the header, $rows in status.def"; exit 1; }
[ "$driver" = "$driver_rows" ] || { echo "$driver driver errors in the header, $driver_rows in status.def"; exit 1; }
