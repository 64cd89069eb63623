/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sums of pointers to void and numbers of bytes, which nvcc and g++ take and clang doesn't.  awcc puts `::anywarp::bytes() *` in front
 * of the operand on the right, `::anywarp::bytes() =` in an assignment (src/awcc/refusals.c), so that the operators below are meant.
 * What else meets there in other instances of a template gives what it gave.
 */
#ifndef AW_VOID_POINTERS_H
#define AW_VOID_POINTERS_H

#if defined(__cplusplus) && defined(__CUDACC__)

namespace anywarp {

/* The operand on the right. */
template <class T> struct byte_operand {
	T value;
};
struct bytes {
	template <class T> __host__ __device__ auto operator=(const T &value) -> byte_operand<decltype(+value)> { return { +value }; }
};
template <class T> __host__ __device__ auto operator*(bytes, const T &value) -> byte_operand<decltype(+value)> { return { +value }; }
template <class T, class Other> __host__ __device__ auto operator*(byte_operand<T> a, const Other &b) -> byte_operand<decltype(a.value * b)>
{
	return { a.value * b };
}
template <class T, class Other> __host__ __device__ auto operator/(byte_operand<T> a, const Other &b) -> byte_operand<decltype(a.value / b)>
{
	return { a.value / b };
}
template <class T, class Other> __host__ __device__ auto operator%(byte_operand<T> a, const Other &b) -> byte_operand<decltype(a.value % b)>
{
	return { a.value % b };
}

/* First pointer to void as one to bytes, and back. */
template <class T> __host__ __device__ const T &in_bytes(const T &value) { return value; }
inline __host__ __device__ char *in_bytes(void *const &pointer) { return (char *)pointer; }
inline __host__ __device__ const char *in_bytes(const void *const &pointer) { return (const char *)pointer; }
inline __host__ __device__ volatile char *in_bytes(volatile void *const &pointer) { return (volatile char *)pointer; }
inline __host__ __device__ const volatile char *in_bytes(const volatile void *const &pointer) { return (const volatile char *)pointer; }
template <class First, class Second> struct byte_sum {
	template <class T> static __host__ __device__ T of(T value) { return value; }
};
struct void_sum {
	static __host__ __device__ void *of(char *pointer) { return pointer; }
	static __host__ __device__ const void *of(const char *pointer) { return pointer; }
	static __host__ __device__ volatile void *of(volatile char *pointer) { return pointer; }
	static __host__ __device__ const volatile void *of(const volatile char *pointer) { return pointer; }
};
template <class Second> struct byte_sum<void *, Second> : void_sum {};
template <class Second> struct byte_sum<const void *, Second> : void_sum {};
template <class Second> struct byte_sum<volatile void *, Second> : void_sum {};
template <class Second> struct byte_sum<const volatile void *, Second> : void_sum {};
template <class First> struct byte_sum<First, void *> : void_sum {};
template <class First> struct byte_sum<First, const void *> : void_sum {};
template <class First> struct byte_sum<First, volatile void *> : void_sum {};
template <class First> struct byte_sum<First, const volatile void *> : void_sum {};

template <class First, class Second>
__host__ __device__ auto operator+(const First &a, byte_operand<Second> b)
	-> decltype(byte_sum<First, Second>::of(in_bytes(a) + in_bytes(b.value)))
{
	return byte_sum<First, Second>::of(in_bytes(a) + in_bytes(b.value));
}
template <class First, class Second>
__host__ __device__ auto operator-(const First &a, byte_operand<Second> b)
	-> decltype(byte_sum<First, Second>::of(in_bytes(a) - in_bytes(b.value)))
{
	return byte_sum<First, Second>::of(in_bytes(a) - in_bytes(b.value));
}
template <class First, class Second> __host__ __device__ First &operator+=(First &a, byte_operand<Second> b) { return a = a + b; }
template <class First, class Second> __host__ __device__ First &operator-=(First &a, byte_operand<Second> b) { return a = a - b; }

}

#endif

#endif
