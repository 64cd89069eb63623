#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# --dryrun prints the commands as a shell would run them: running them makes the same program.
. "$ROOT/tests/awcc/support/check.sh"
mkdir "a folder"
cat >"a folder/hello.cu" <<'END'
#include <cstdio>
__global__ void kernel() { printf("%s\n", TEXT); }
int main() { kernel<<<1, 1>>>(); return cudaDeviceSynchronize(); }
END
cat >half.cpp <<'END'
int half(int x) { return x / 2; }
END
options=(--keep '-DTEXT="it'\''s $5 & \"more\""' "a folder/hello.cu" half.cpp -o program)
"$AWCC" --dryrun "${options[@]}" 2>commands.txt || wrong "exit code"
[ -e program ] && wrong "made something"
grep -v '^#\$ ' commands.txt && wrong "a line that is no command"
sed 's/^#\$ //' commands.txt | sh -e || wrong "running the commands"
shows "^it's .5 & \"more\"$" ./program
rm -f program
"$AWCC" -v "${options[@]}" 2>verbose.txt || wrong "exit code of -v"
diff commands.txt verbose.txt || wrong "-v differs from --dryrun"
shows 'more' ./program
"$AWCC" -time - -c half.cpp | grep -q '^half.cpp,host compiler,' || wrong "--time"
finish
