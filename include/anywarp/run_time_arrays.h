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

} // namespace anywarp

// FIRST is the first scalar of ARRAY; behind it stands the initialiser.
#define __anywarp_start_array(array, first, ...)                                                                       \
	*({                                                                                                             \
		__typeof__((array)[0]) __anywarp_given[] = __VA_ARGS__;                                                 \
		::anywarp::start_array(&(first), sizeof(array), (__typeof__(&(first)))__anywarp_given,                   \
		                       sizeof(__anywarp_given) / sizeof(first));                                         \
	})
// The same for one that only has zeros, where rows may be of run-time size, too.
#define __anywarp_clear_array(array, first, ...) *::anywarp::start_array(&(first), sizeof(array), &(first), 0)

#endif
