// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas for the device that functions of the host call, as templates for both do where they are told which.  nvcc has a class of its own
// for them on the host, whose call does nothing and gives 0, or no value at all where the lambda says what it returns.  awcc puts such a
// lambda into a call of one of these two functions (src/awcc/device_lambdas.c) and includes this file for it.
#ifndef AW_LENT_LAMBDA_H
#define AW_LENT_LAMBDA_H

#include "call_signature.h"

namespace anywarp {

// The device calls LAMBDA; the host gets what HOST gives.
template <class Lambda, class Host>
struct lent_lambda : Lambda {
	constexpr lent_lambda(Lambda lambda) : Lambda(static_cast<Lambda &&>(lambda)) {}
	using Lambda::operator();
	template <class... Arguments>
	__attribute__((host)) typename Host::type operator()(Arguments &&...) const
	{
		return Host::give();
	}
};

struct gives_zero {
	typedef int type;
	static type give() { return 0; }
};

template <class Signature>
struct result_of;

template <class Result, class... Arguments>
struct result_of<Result(Arguments...)> {
	typedef Result type;
};

// What LAMBDA returns; nothing where that is a template.
template <class Lambda, class = void>
struct stated_result {
	typedef void type;
};

template <class Lambda>
struct stated_result<Lambda, decltype(void(&Lambda::operator()))>
	: result_of<typename call_signature<decltype(&Lambda::operator())>::type> {
};

template <class Lambda>
struct gives_nothing {
	typedef typename stated_result<Lambda>::type type;
	static type give() { __builtin_trap(); }
};

template <class Lambda>
__attribute__((host, device)) constexpr lent_lambda<Lambda, gives_zero> lent(Lambda lambda)
{
	return static_cast<Lambda &&>(lambda);
}

template <class Lambda>
__attribute__((host, device)) constexpr lent_lambda<Lambda, gives_nothing<Lambda>> lent_with_type(Lambda lambda)
{
	return static_cast<Lambda &&>(lambda);
}

} // namespace anywarp

#endif
