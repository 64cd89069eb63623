// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a lambda's operator() without its class: int(float) of `int (L::*)(float) const`.
#ifndef AW_CALL_SIGNATURE_H
#define AW_CALL_SIGNATURE_H

namespace anywarp {

template <class Operator>
struct call_signature;

template <class Class, class Result, class... Arguments>
struct call_signature<Result (Class::*)(Arguments...)> {
	typedef Result type(Arguments...);
};

template <class Class, class Result, class... Arguments>
struct call_signature<Result (Class::*)(Arguments...) const> {
	typedef Result type(Arguments...);
};

#if __cplusplus >= 201703L // where noexcept is part of a type
template <class Class, class Result, class... Arguments>
struct call_signature<Result (Class::*)(Arguments...) noexcept> {
	typedef Result type(Arguments...);
};

template <class Class, class Result, class... Arguments>
struct call_signature<Result (Class::*)(Arguments...) const noexcept> {
	typedef Result type(Arguments...);
};
#endif

} // namespace anywarp

#endif
