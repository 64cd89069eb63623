// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The direction numbers of Joe and Kuo, packed by scripts/gen-sobol, which says how.
	.section .rodata
	.global aw_rng_joe_kuo
	.hidden aw_rng_joe_kuo
aw_rng_joe_kuo:
	.incbin "src/shims/curand/joe_kuo.bin"
	.zero 8
	.section .note.GNU-stack, "", %progbits
