// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of run-time size with initialisers, which awcc rewrites (src/awcc/run_time_arrays.h) and includes this file for.  As with
// g++ elements behind the given ones are made of nothing.  More given ones than there are elements throw std::bad_array_new_length
// instead of being written behind the array.  The same macro may make arrays of constant size in device code.
#ifndef AW_RUN_TIME_ARRAYS_H
#define AW_RUN_TIME_ARRAYS_H

// Of the C++ support library of either host compiler.
extern "C" void __cxa_throw_bad_array_new_length() __attribute__((noreturn));

namespace anywarp {

// Gives the scalars of BYTES at TO the values of GIVEN at FROM; returns TO.
template <typename Scalar>
inline __attribute__((host, device)) Scalar *start_array(Scalar *to, unsigned long bytes, Scalar *from, unsigned long given) {
	unsigned long count = bytes / sizeof(Scalar), i = 0;
#ifndef __CUDA_ARCH__
	if (given > count)
		__cxa_throw_bad_array_new_length();
#endif
	for (; i < given; i++)
		to[i] = static_cast<Scalar &&>(from[i]);
	for (; i < count; i++)
		to[i] = Scalar();
	return to;
}

// The same for rows, of which those at FROM may be shorter than those at TO: rows within rows, whose bytes SIZES and GIVEN tell from
// the whole arrays' to the scalars'.  A row for which nothing is given has no FROM.
template <typename Scalar>
inline __attribute__((host, device)) Scalar *start_rows(Scalar *to, const unsigned long *sizes, Scalar *from, const unsigned long *given) {
	if (sizes[0] == sizeof(Scalar) && sizes[1] == 0) {
		*to = from ? static_cast<Scalar &&>(*from) : Scalar();
		return to;
	}
	unsigned long count = sizes[1] ? sizes[0] / sizes[1] : 0, most = from ? given[0] / given[1] : 0;
#ifndef __CUDA_ARCH__
	if (most > count)
		__cxa_throw_bad_array_new_length();
#endif
	for (unsigned long i = 0; i < count; i++)
		start_rows(to + i * (sizes[1] / sizeof(Scalar)), sizes + 1, i < most ? from + i * (given[1] / sizeof(Scalar)) : nullptr, given + 1);
	return to;
}

} // namespace anywarp

// FIRST is the first scalar of ARRAY; behind it stands the initialiser.
#define __anywarp_start_array(array, first, ...)                                                                       \
	*({                                                                                                             \
		__typeof__((array)[0]) __anywarp_given[] = __VA_ARGS__;                                                 \
		::anywarp::start_array(&(first), sizeof(array), (__typeof__(&(first)))__anywarp_given,                   \
		                       sizeof(__anywarp_given) / sizeof(first));                                         \
	})
// The same for rows in braces of their own: ROWS is how many values these have at most, the sizes are in brackets.
#define __anywarp_start_rows(first, rows, sizes, given_sizes, ...)                                                      \
	*({                                                                                                             \
		__typeof__(first) __anywarp_given[] rows = __VA_ARGS__;                                                 \
		unsigned long __anywarp_sizes[] = {__anywarp_all sizes, 0};                                             \
		unsigned long __anywarp_given_sizes[] = {__anywarp_all given_sizes, 0};                                 \
		::anywarp::start_rows(&(first), __anywarp_sizes, (__typeof__(&(first)))__anywarp_given, __anywarp_given_sizes); \
	})
#define __anywarp_all(...) __VA_ARGS__
// The same for one that only has zeros, where rows may be of run-time size, too.
#define __anywarp_clear_array(array, first, ...) *::anywarp::start_array(&(first), sizeof(array), &(first), 0)

#endif
