#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The same two programs, linked with the static runtime, under LeakSanitizer: nothing they or the runtime
# allocated is lost at the end.
set -u
support=$ROOT/tests/fail/support
echo 'int main(void) { return 0; }' >"$TMP/empty.c"
gcc -fsanitize=leak "$TMP/empty.c" -o "$TMP/empty" 2>/dev/null && "$TMP/empty" 2>/dev/null || exit 77
gcc -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=leak -I"$ROOT/include" -idirafter /usr/lib/llvm-19/lib/clang/19/include \
	"$support/host_user.c" "$BUILD/lib/libcudart_static.a" -pthread -ldl -lm -o "$TMP/host_user" || exit 1
"$AWCC" -c "$support/kernel_user.cu" -o "$TMP/kernel_user.o" || exit 1
g++ -fsanitize=leak "$TMP/kernel_user.o" "$BUILD/lib/libcudart_static.a" -pthread -ldl -lm -o "$TMP/kernel_user" || exit 1

# The check must see what it is there for.
cat >"$TMP/lossy.c" <<'END'
#include <stdlib.h>
int main(void)
{
	volatile char *lost = malloc(1000);
	lost[0] = 1;
	lost = NULL;
	return 0;
}
END
gcc -O0 -fsanitize=leak "$TMP/lossy.c" -o "$TMP/lossy" && "$TMP/lossy" 2>/dev/null &&
	{ echo "LeakSanitizer finds no leak at all"; exit 77; }

code=0
for program in host_user kernel_user; do
	LSAN_OPTIONS=exitcode=23 "$TMP/$program" >"$TMP/output" 2>&1 && continue
	cat "$TMP/output"
	code=1
done
exit $code
