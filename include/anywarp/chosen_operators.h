/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Operators of the program's that meet an operator of the language as good as they are, one for each operand: `7l % b`, where
 * operator%(int, const B &) wants another integer and B converts to an integer.  C++ says that these are ambiguous; nvcc and g++ take the
 * program's, whose worst conversion is the better one.  awcc puts `::anywarp::chosen() ->*` in front of the operand on the right
 * (src/awcc/refusals.c), so that the operator is called by its name, which those of the language don't have.
 */
#ifndef AW_CHOSEN_OPERATORS_H
#define AW_CHOSEN_OPERATORS_H

#if defined(__cplusplus) && defined(__CUDACC__)

namespace anywarp {

struct chosen {};
template <class T> struct chosen_operand {
	T value;
};
template <class T> __host__ __device__ chosen_operand<T> operator->*(chosen, T &&value) { return { static_cast<T &&>(value) }; }
template <class T> T &&chosen_value();

/* First function by its name or a member; what stands to the right of the operand with a sign that binds more tightly belongs to it. */
#define AW_CHOSEN(sign, name)                                                                                                         \
	template <class First, class Second>                                                                                              \
	__host__ __device__ auto name(First &&a, Second &&b, int)                                                                         \
		->decltype(operator sign(static_cast<First &&>(a), static_cast<Second &&>(b)))                                                \
	{                                                                                                                                 \
		return operator sign(static_cast<First &&>(a), static_cast<Second &&>(b));                                                    \
	}                                                                                                                                 \
	template <class First, class Second>                                                                                              \
	__host__ __device__ auto name(First &&a, Second &&b, long)                                                                        \
		->decltype(static_cast<First &&>(a).operator sign(static_cast<Second &&>(b)))                                                 \
	{                                                                                                                                 \
		return static_cast<First &&>(a).operator sign(static_cast<Second &&>(b));                                                     \
	}                                                                                                                                 \
	template <class First, class Second>                                                                                              \
	__host__ __device__ auto operator sign(First &&a, chosen_operand<Second> b)                                                       \
		->decltype(name(static_cast<First &&>(a), static_cast<Second &&>(b.value), 0))                                                \
	{                                                                                                                                 \
		return name(static_cast<First &&>(a), static_cast<Second &&>(b.value), 0);                                                    \
	}
#define AW_CHOSEN_MORE(sign)                                                                                                          \
	template <class First, class Second>                                                                                              \
	__host__ __device__ auto operator sign(chosen_operand<First> a, Second &&b)                                                       \
		->chosen_operand<decltype(chosen_value<First>() sign chosen_value<Second>())>                                                 \
	{                                                                                                                                 \
		return { static_cast<First &&>(a.value) sign static_cast<Second &&>(b) };                                                     \
	}                                                                                                                                 \
	template <class First, class Second>                                                                                              \
	__host__ __device__ auto operator sign(chosen_operand<First> a, chosen_operand<Second> b)                                         \
		->chosen_operand<decltype(chosen_value<First>() sign b)>                                                                      \
	{                                                                                                                                 \
		return { static_cast<First &&>(a.value) sign b };                                                                             \
	}
AW_CHOSEN(*, chosen_product)
AW_CHOSEN(/, chosen_quotient)
AW_CHOSEN(%, chosen_remainder)
AW_CHOSEN(+, chosen_sum)
AW_CHOSEN(-, chosen_difference)
AW_CHOSEN(&, chosen_and)
AW_CHOSEN(|, chosen_or)
AW_CHOSEN(^, chosen_xor)
AW_CHOSEN(<<, chosen_left)
AW_CHOSEN(>>, chosen_right)
AW_CHOSEN(==, chosen_equal)
AW_CHOSEN(!=, chosen_unequal)
AW_CHOSEN(<, chosen_less)
AW_CHOSEN(>, chosen_greater)
AW_CHOSEN(<=, chosen_less_equal)
AW_CHOSEN(>=, chosen_greater_equal)
AW_CHOSEN_MORE(*)
AW_CHOSEN_MORE(/)
AW_CHOSEN_MORE(%)
#undef AW_CHOSEN
#undef AW_CHOSEN_MORE

}

#endif

#endif
