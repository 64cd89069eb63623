/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The functions of one argument of the formats of 16 bits, each for AW_UNARY(name), which who includes this defines.
 */
AW_UNARY(ceil)
AW_UNARY(floor)
AW_UNARY(trunc)
AW_UNARY(rint)
AW_UNARY(sqrt)
AW_UNARY(rcp)
AW_UNARY(rsqrt)
AW_UNARY(exp)
AW_UNARY(exp2)
AW_UNARY(exp10)
AW_UNARY(log)
AW_UNARY(log2)
AW_UNARY(log10)
AW_UNARY(sin)
AW_UNARY(cos)
AW_UNARY(tanh)
AW_UNARY(tanh_approx)
