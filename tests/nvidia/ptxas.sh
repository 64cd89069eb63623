#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVIDIA's assembler, where there is one, takes the PTX of all kernel tests and samples.
command -v ptxas >/dev/null || { echo "no ptxas"; exit 77; }
. "$ROOT/tests/awcc/support/check.sh"
one() {
	local source=$1 name
	name=$(basename "$source" .cu)
	if ! "$AWCC" -I"$ROOT/tests" -ptx -arch=sm_90 "$source" -o "$name.ptx" >"$name.log" 2>&1 ||
		! ptxas -arch=sm_90 "$name.ptx" -o /dev/null >>"$name.log" 2>&1; then
		echo "$source: $(head -n 5 "$name.log")"
	fi
}
export -f one
refused=$(ls "$ROOT"/tests/kernels/*.cu "$ROOT"/samples/*.cu | xargs -P "$(nproc)" -I{} bash -c 'one {}')
[ -z "$refused" ] || wrong "$refused"
finish
