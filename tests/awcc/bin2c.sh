#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# bin2c prints files as arrays that C and C++ compile, whose bytes are the file's: in elements of all sizes, with padding.
. "$ROOT/tests/awcc/support/check.sh"
bin2c=$(dirname "$AWCC")/bin2c
for i in $(seq 0 69); do printf "\\x$(printf %x "$i")"; done >file
"$bin2c" file >plain.c
shows '^unsigned char imageBytes\[\] = \{$' cat plain.c
shows '^0x00,0x01,.*,0x0f,$' cat plain.c
shows '^0x40,0x41,0x42,0x43,0x44,0x45$' cat plain.c
shows '^static const unsigned long long other\[\] = \{$' "$bin2c" --const -st -n other -t longlong file
shows '^0x0000454443424140ULL$' "$bin2c" --const -st -n other --type=longlong file
shows '^0x43424140,0x01ff4544$' "$bin2c" -t int -p 0xff,1 file
fails "cannot open 'missing'" "$bin2c" missing
refuses "bin2c fatal   : Value 'long' is not defined for option 'type'" "$bin2c" -t long file
refuses "bin2c fatal   : Unknown option '--bogus'" "$bin2c" --bogus file

"$bin2c" -n bytes -l file >a.c
"$bin2c" -t short -n words -p 0 -a 64 -s .mine -c -l file >b.c
cat >main.cu <<'END'
#include <stdint.h>
extern "C" {
extern unsigned char bytes[];
extern const unsigned short words[];
extern uint32_t bytesLength, wordsLength;
}
int main() {
	int wrong = bytesLength != 70 || wordsLength != 71 || (uintptr_t)words % 64;
	for (int i = 0; i < 70; i++)
		wrong |= bytes[i] != i || ((const unsigned char *)words)[i] != i;
	return wrong;
}
END
"$AWCC" main.cu a.c b.c -o program && ./program || wrong "the arrays"
finish
