// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The atomic functions with an order and a scope that nvcc has since 12.8 (CUDA C++ Programming Guide,
// "__nv_atomic_load" and what follows it).  nvcc wants order and scope as literals, so the branches here fold.
//
// An access is relaxed, with the fences of its order around it, each as wide as the scope asks.
#ifndef AW_DEVICE_NV_ATOMICS_H
#define AW_DEVICE_NV_ATOMICS_H

enum {
	__NV_ATOMIC_RELAXED,
	__NV_ATOMIC_CONSUME,
	__NV_ATOMIC_ACQUIRE,
	__NV_ATOMIC_RELEASE,
	__NV_ATOMIC_ACQ_REL,
	__NV_ATOMIC_SEQ_CST
};
enum {
	__NV_THREAD_SCOPE_THREAD,
	__NV_THREAD_SCOPE_BLOCK,
	__NV_THREAD_SCOPE_CLUSTER,
	__NV_THREAD_SCOPE_DEVICE,
	__NV_THREAD_SCOPE_SYSTEM
};

#define AW_DEVICE __device__ static inline __attribute__((always_inline))
#define AW_SCOPE int scope = __NV_THREAD_SCOPE_SYSTEM

// A value is converted to the type that the pointer names, as in C.
template <class T> struct __aw_same { typedef T type; };
#define AW_VALUE typename __aw_same<T>::type

AW_DEVICE void __nv_atomic_thread_fence(int order, AW_SCOPE) {
	if (order == __NV_ATOMIC_RELAXED)
		return;
	if (scope == __NV_THREAD_SCOPE_SYSTEM)
		__nvvm_membar_sys();
	else if (scope == __NV_THREAD_SCOPE_DEVICE || scope == __NV_THREAD_SCOPE_CLUSTER)
		__nvvm_membar_gl();
	else
		__nvvm_membar_cta();
}
AW_DEVICE void __aw_fence_before(int order, int scope) {
	if (order >= __NV_ATOMIC_RELEASE)
		__nv_atomic_thread_fence(order, scope);
}
AW_DEVICE void __aw_fence_after(int order, int scope) {
	if (order != __NV_ATOMIC_RELEASE)
		__nv_atomic_thread_fence(order, scope);
}

// --- loads, stores, exchanges: of integers by value, of all else by address ---

template <class T> AW_DEVICE void __nv_atomic_load(T *from, T *value, int order, AW_SCOPE) {
	__aw_fence_before(order, scope);
	__atomic_load(from, value, __ATOMIC_RELAXED);
	__aw_fence_after(order, scope);
}
template <class T> AW_DEVICE T __nv_atomic_load_n(T *from, int order, AW_SCOPE) {
	T value;
	__nv_atomic_load(from, &value, order, scope);
	return value;
}
template <class T> AW_DEVICE void __nv_atomic_store(T *to, T *value, int order, AW_SCOPE) {
	__aw_fence_before(order, scope);
	__atomic_store(to, value, __ATOMIC_RELAXED);
	if (order == __NV_ATOMIC_SEQ_CST)
		__aw_fence_after(order, scope);
}
template <class T> AW_DEVICE void __nv_atomic_store_n(T *to, AW_VALUE value, int order, AW_SCOPE) {
	__nv_atomic_store(to, &value, order, scope);
}
template <class T> AW_DEVICE void __nv_atomic_exchange(T *at, T *value, T *old, int order, AW_SCOPE) {
	__aw_fence_before(order, scope);
	__atomic_exchange(at, value, old, __ATOMIC_RELAXED);
	__aw_fence_after(order, scope);
}
template <class T> AW_DEVICE T __nv_atomic_exchange_n(T *at, AW_VALUE value, int order, AW_SCOPE) {
	T old;
	__nv_atomic_exchange(at, &value, &old, order, scope);
	return old;
}
// A comparison never fails for nothing, so WEAK doesn't matter; the order of success serves for failure.
template <class T>
AW_DEVICE bool __nv_atomic_compare_exchange(T *at, T *expected, T *value, bool weak, int order, int failure, AW_SCOPE) {
	(void)weak, (void)failure;
	__aw_fence_before(order, scope);
	bool done = __atomic_compare_exchange(at, expected, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	__aw_fence_after(order > failure ? order : failure, scope);
	return done;
}
template <class T>
AW_DEVICE bool __nv_atomic_compare_exchange_n(T *at, T *expected, AW_VALUE value, bool weak, int order, int failure,
                                              AW_SCOPE) {
	return __nv_atomic_compare_exchange(at, expected, &value, weak, order, failure, scope);
}

// --- arithmetic: with the old value, and without ---

#define AW_FETCH(name, operand) \
	template <class T> AW_DEVICE T __nv_atomic_fetch_##name(T *at, AW_VALUE value, int order, AW_SCOPE) { \
		__aw_fence_before(order, scope); \
		T old = operand; \
		__aw_fence_after(order, scope); \
		return old; \
	} \
	template <class T> AW_DEVICE void __nv_atomic_##name(T *at, AW_VALUE value, int order, AW_SCOPE) { \
		__nv_atomic_fetch_##name(at, value, order, scope); \
	}
AW_FETCH(add, __atomic_fetch_add(at, value, __ATOMIC_RELAXED))
AW_FETCH(sub, __atomic_fetch_add(at, (T)-value, __ATOMIC_RELAXED))
AW_FETCH(and, __atomic_fetch_and(at, value, __ATOMIC_RELAXED))
AW_FETCH(or, __atomic_fetch_or(at, value, __ATOMIC_RELAXED))
AW_FETCH(xor, __atomic_fetch_xor(at, value, __ATOMIC_RELAXED))
AW_FETCH(min, __atomic_fetch_min(at, value, __ATOMIC_RELAXED))
AW_FETCH(max, __atomic_fetch_max(at, value, __ATOMIC_RELAXED))

#undef AW_FETCH
#undef AW_VALUE
#undef AW_SCOPE
#undef AW_DEVICE

#endif
