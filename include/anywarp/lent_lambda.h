// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lambdas for the device that functions of the host call, as templates for both do where they are told which.  nvcc has a class of its own
// for them on the host, whose call does nothing and gives 0, or no value at all where the lambda says what it returns.  awcc puts such a
// lambda into a call of one of these two functions (src/awcc/device_lambdas.c) and includes this file for it.
#ifndef AW_LENT_LAMBDA_H
#define AW_LENT_LAMBDA_H

namespace anywarp {

// The device calls LAMBDA, the host the second.
template <class Lambda>
struct lent_lambda : Lambda {
	constexpr lent_lambda(Lambda lambda) : Lambda(static_cast<Lambda &&>(lambda)) {}
	using Lambda::operator();
	template <class... Arguments>
	__attribute__((host)) int operator()(Arguments &&...) const
	{
		return 0;
	}
};

// What a member function returns; of a template of such, nothing.
template <class Lambda, class = void>
struct lent_result {
	typedef void type;
};

template <class Operator>
struct lent_result_of;

template <class Class, class Result, class... Arguments>
struct lent_result_of<Result (Class::*)(Arguments...)> {
	typedef Result type;
};

template <class Class, class Result, class... Arguments>
struct lent_result_of<Result (Class::*)(Arguments...) const> {
	typedef Result type;
};

template <class Lambda>
struct lent_result<Lambda, decltype(void(&Lambda::operator()))> : lent_result_of<decltype(&Lambda::operator())> {
};

template <class Lambda>
struct lent_lambda_with_type : Lambda {
	constexpr lent_lambda_with_type(Lambda lambda) : Lambda(static_cast<Lambda &&>(lambda)) {}
	using Lambda::operator();
	template <class... Arguments>
	__attribute__((host)) typename lent_result<Lambda>::type operator()(Arguments &&...) const
	{
		__builtin_trap();
	}
};

template <class Lambda>
__attribute__((host, device)) constexpr lent_lambda<Lambda> lent(Lambda lambda)
{
	return lent_lambda<Lambda>(static_cast<Lambda &&>(lambda));
}

template <class Lambda>
__attribute__((host, device)) constexpr lent_lambda_with_type<Lambda> lent_with_type(Lambda lambda)
{
	return lent_lambda_with_type<Lambda>(static_cast<Lambda &&>(lambda));
}

} // namespace anywarp

#endif
