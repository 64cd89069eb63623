#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# --version has the lines that other programs look for; --help names every option of the table.
. "$ROOT/tests/awcc/support/check.sh"
shows '^Cuda compilation tools, release 12\.6, V12\.6\.85$' "$AWCC" --version
shows 'Anywarp' "$AWCC" -V
[ "$("$AWCC" --version | sed -n 's/^.*release \([0-9]*\.[0-9]*\).*$/\1/p')" = 12.6 ] || wrong "release"
"$AWCC" --help >help.txt || wrong "exit code of --help"
for name in $(sed -n 's/^AW_OPTION([A-Z0-9_]*, [A-Z]*, "\([^"]*\)".*/\1/p' "$ROOT/src/awcc/options.def"); do
	grep -q -- "^--$name " help.txt || wrong "--help has no --$name"
done
[ "$(grep -c '^--[a-zA-Z]' help.txt)" -gt 120 ] || wrong "few options"
shows '^sm_90$' "$AWCC" --list-gpu-code
shows '^compute_52$' "$AWCC" --list-gpu-arch
shows '^arch=compute_35,code=sm_35$' "$AWCC" --list-gpu-code --list-gpu-arch
finish
