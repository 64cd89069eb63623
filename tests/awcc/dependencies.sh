#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# -M and its relatives: nvcc's names of rules and files.
. "$ROOT/tests/awcc/support/check.sh"
echo '#include "h.h"' >a.cu
echo 'int f();' >h.h
echo '#include "h.h"' >b.cpp
shows '^a\.o: a\.cu' "$AWCC" -M a.cu
shows 'cuda_runtime\.h' "$AWCC" -M a.cu
shows '^a\.o: a\.cu h\.h$' "$AWCC" -MM a.cu
shows '^b\.o: b\.cpp h\.h$' "$AWCC" -MM a.cu b.cpp
shows '^build/a\.o: a\.cu h\.h$' "$AWCC" -MM a.cu -odir build
shows '^target: a\.cu h\.h$' "$AWCC" -MM a.cu -MT target
shows '^h\.h:$' "$AWCC" -MM -MP a.cu
"$AWCC" -MM a.cu -o rule.d && grep -qx 'a.o: a.cu h.h' rule.d || wrong "-MM -o"
"$AWCC" -MM a.cu -MF rule2.d && grep -qx 'a.o: a.cu h.h' rule2.d || wrong "-MM -MF"
"$AWCC" -MMD -c a.cu && grep -qx 'a.o: a.cu h.h' a.d && [ -e a.o ] || wrong "-MMD"
"$AWCC" -MMD -c a.cu -o x.o && grep -qx 'x.o: a.cu h.h' x.d || wrong "-MMD -o"
"$AWCC" -MD -MF named.d -c a.cu && grep -q 'cuda_runtime.h' named.d || wrong "-MD -MF"
"$AWCC" -MMD -c b.cpp && grep -qx 'b.o: b.cpp h.h' b.d || wrong "-MMD of a .cpp"
"$AWCC" -MMD -ptx a.cu -o y.ptx && grep -qx 'y.ptx: a.cu h.h' y.d || wrong "-MMD -ptx"
shows '^a\.o: a\.cu h\.h$' "$AWCC" -E -Xcompiler -MM a.cu
shows 'cuda_runtime\.h' "$AWCC" -E -Xcompiler "-isystem /include -M" a.cu
shows '^target: a\.cu h\.h$' "$AWCC" -E -Xcompiler -MM,-MT,target a.cu
"$AWCC" -E -Xcompiler -MM a.cu -o rule3.d && grep -qx 'a.o: a.cu h.h' rule3.d || wrong "-E -Xcompiler -MM -o"
"$AWCC" -c -Xcompiler -MMD a.cu -o z.o && grep -qx 'z.o: a.cu h.h' z.d || wrong "-Xcompiler -MMD"
echo 'int main() { return missing; }' >wrong.cu
[ "$("$AWCC" -MD -c wrong.cu 2>&1 | head -1 | cut -c-16)" = "wrong.cu:1:21: e" ] || wrong "-MD of a wrong file tells more than what is wrong"
finish
