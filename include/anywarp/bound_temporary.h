// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A member that is a reference, bound to an object which ends with the constructor's initializer: nvcc and g++ take it, clang doesn't.
// awcc puts the object into this call (src/awcc/refusals.c) and includes this file for it; so it does with others of whose type clang is
// to know nothing (src/awcc/late_members.h).
#ifndef AW_BOUND_TEMPORARY_H
#define AW_BOUND_TEMPORARY_H

namespace anywarp {

template <class T> __attribute__((host, device)) constexpr T &&bound(T &&object) { return static_cast<T &&>(object); }

} // namespace anywarp

#endif
