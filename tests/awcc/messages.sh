#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Both halves of a file report the same mistakes; each is shown once, with the user's file and line,
# and those that only one half finds are shown too.
. "$ROOT/tests/awcc/support/check.sh"
private_temp
cat >a.cu <<'END'
__global__ void kernel() { int unused; missing_one(3); }
int host() { return missing_two; }
#ifdef __CUDA_ARCH__
int only_device = missing_three;
#else
int only_host = missing_four;
#endif
int main() { kernel<<<1, 1>>>(1, 2); }
END
"$AWCC" -c a.cu >out.txt 2>&1 && wrong "exit code 0"
for line in "a.cu:1:.*missing_one" "a.cu:2:.*missing_two" "a.cu:4:.*missing_three" "a.cu:6:.*missing_four" "a.cu:8:.*too many arguments"; do
	[ "$(grep -c "error: .*" <(grep -E "$line" out.txt))" = 1 ] || wrong "not once: $line"
done
[ "$(tail -n 1 out.txt)" = '5 errors detected in the compilation of "a.cu".' ] || wrong "last line: $(tail -n 1 out.txt)"
grep -q "$TMPDIR" out.txt && wrong "names a temporary file"
grep -q generated out.txt && wrong "clang's own count"
[ -e a.o ] && wrong "left an object file"

cat >w.cu <<'END'
#include "w.h"
__global__ void kernel(int *p) { int unused; *p = 1; }
END
echo 'static inline int from_header() { int idle; return 0; }' >w.h
"$AWCC" -c w.cu -Xcompiler -Wall >out.txt 2>&1 || wrong "exit code of warnings"
[ "$(grep -c "w.cu:2:.*unused variable 'unused'" out.txt)" = 1 ] || wrong "warning"
[ "$(grep -c "In file included from w.cu:1" out.txt)" = 1 ] || wrong "context of a warning"
grep -q detected out.txt && wrong "warnings counted as errors"
hides . "$AWCC" -c w.cu -Xcompiler -Wall -w
fails 'unused variable' "$AWCC" -c w.cu -Xcompiler -Wall -Werror all-warnings
for name in cuda/std cub thrust; do
	echo "#include <$name/no_such_header>" >n.cu
	fails "note: .* -I" "$AWCC" -c n.cu
	also "1 error detected"
done
echo '#include <no_such_header>' >n.cu
hides "note:" bash -c "'$AWCC' -c n.cu || true"
[ "$failures" = 0 ] || cat out.txt
left_nothing
finish
