#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVIDIA's assembler, where there is one, takes the PTX of all kernel tests and samples; what launches kernels is linked with
# the device runtime beside it.
command -v ptxas >/dev/null || { echo "no ptxas"; exit 77; }
. "$ROOT/tests/awcc/support/check.sh"
toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v ptxas)")")")
export toolkit
assemble() { # name
	if grep -q __cudaCDP2 "$1.ptx"; then
		ptxas -c -arch=sm_90 "$1.ptx" -o "$1.o" && nvlink -arch=sm_90 "$1.o" -L"$toolkit/lib64" -lcudadevrt -o /dev/null
	else
		ptxas -arch=sm_90 "$1.ptx" -o /dev/null
	fi
}
one() {
	local source=$1 name
	name=$(basename "$source" .cu)
	if ! "$AWCC" -I"$ROOT/tests" -ptx -arch=sm_90 "$source" -o "$name.ptx" >"$name.log" 2>&1 ||
		! assemble "$name" >>"$name.log" 2>&1; then
		echo "$source: $(head -n 5 "$name.log")"
	fi
}
export -f one assemble
refused=$(ls "$ROOT"/tests/kernels/*.cu "$ROOT"/samples/*.cu | xargs -P "$(nproc)" -I{} bash -c 'one {}')
[ -z "$refused" ] || wrong "$refused"
finish
