#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# NVIDIA's assembler, where there is one, takes the PTX of all samples and one in six kernel tests, of all with ANYWARP_TEST_SIZE=all;
# what launches kernels is linked with the device runtime beside it.
command -v ptxas >/dev/null || { echo "no ptxas"; exit 77; }
. "$ROOT/tests/awcc/support/check.sh"
toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v ptxas)")")")
export toolkit
assemble() { # name
	if grep -q __cudaCDP2 "$1.ptx"; then
		ptxas -c -arch=$arch "$1.ptx" -o "$1.o" && nvlink -arch=$arch "$1.o" -L"$toolkit/lib64" -lcudadevrt -o /dev/null
	else
		ptxas -arch=$arch "$1.ptx" -o /dev/null
	fi
}
# Second entries, where there are any.
assemble_entries() { # name
	local entries=$1.compute_${arch#sm_}.entries.ptx
	[ ! -e "$entries" ] || ptxas -arch=$arch "$entries" -o /dev/null
}
one() {
	local source=$1 name arch
	arch=$(grep -om1 'FLAGS:.*-arch=sm_90a' "$source" | grep -o 'sm_90a') || arch=sm_90 # what the test itself asks for
	name=$(basename "$source" .cu)
	if ! "$AWCC" -I"$ROOT/tests" -ltoir -arch=$arch "$source" -o "$name.bc" >"$name.log" 2>&1 ||
		! "$AWCC" -ptx -arch=$arch --keep "$name.bc" -o "$name.ptx" >>"$name.log" 2>&1 ||
		! assemble "$name" >>"$name.log" 2>&1 || ! assemble_entries "$name" >>"$name.log" 2>&1; then
		echo "$source: $(head -n 5 "$name.log")"
	fi
}
export -f one assemble assemble_entries
step=6
[ "${ANYWARP_TEST_SIZE:-}" != all ] || step=1
refused=$({ ls "$ROOT"/tests/kernels/*.cu | sed -n "1~${step}p"; ls "$ROOT"/samples/*.cu; } | xargs -P "$(nproc)" -I{} bash -c 'one {}')
[ -z "$refused" ] || wrong "$refused"
finish
