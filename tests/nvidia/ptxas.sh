#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVIDIA's assembler, where there is one, takes the PTX of all kernel tests and samples.
command -v ptxas >/dev/null || { echo "no ptxas"; exit 77; }
. "$ROOT/tests/awcc/support/check.sh"
one() {
	local source=$1 name
	name=$(basename "$source" .cu)
	"$AWCC" -I"$ROOT/tests" -ptx -arch=sm_90 "$source" -o "$name.ptx" || { wrong "no PTX of $source"; return; }
	ptxas -arch=sm_90 "$name.ptx" -o /dev/null >"$name.log" 2>&1 || { wrong "$source"; head -n 5 "$name.log"; }
}
for source in "$ROOT"/tests/kernels/*.cu "$ROOT"/samples/*.cu; do one "$source"; done
finish
