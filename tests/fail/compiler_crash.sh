# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A device compiler that crashes: awcc says so, stops the host half that waits for it, leaves no
# temporary files and ends as the signal would have ended it.
cat >crash.c <<'END'
#include <stdlib.h>
int aw_compiler_run(void *request, void *output);
int aw_compiler_run(void *request, void *output)
{
	(void)request, (void)output;
	abort();
}
const char *aw_compiler_version(void);
const char *aw_compiler_version(void) { return "crash"; }
const char *aw_compiler_host_target(void);
const char *aw_compiler_host_target(void) { return "x86-64-v3"; }
END
gcc -shared -fPIC crash.c -o crash.so || exit 1
echo '__global__ void kernel() {} int main() {}' >t.cu
mkdir temporary
(TMPDIR=$PWD/temporary ANYWARP_COMPILER=$PWD/crash.so timeout 30 "$AWCC" t.cu -o t) 2>messages
[ $? = 134 ] || exit 1
grep -q 'the device compiler died' messages || exit 1
[ -z "$(ls temporary)" ] && [ ! -e t ]
