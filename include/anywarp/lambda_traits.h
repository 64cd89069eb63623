// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type says of an annotated lambda (CUDA C++ Programming Guide, "Extended Lambda Type Traits").  clang has no such traits: a
// lambda is for the device alone when its name is a lambda's and a call by the host finds no operator().  One for both sides looks like one
// without words for a side, and of a generic lambda no call can be tried, so for these the answer is false.
#ifndef AW_LAMBDA_TRAITS_H
#define AW_LAMBDA_TRAITS_H

#include "call_signature.h"

namespace anywarp {

constexpr bool begins_with(const char *text, const char *with)
{
	return !*with || (*text == *with && begins_with(text + 1, with + 1));
}

constexpr bool has_text(const char *text, const char *part)
{
	return begins_with(text, part) || (*text && has_text(text + 1, part));
}

// Of T itself, not of what it is a template of.
template <class T>
constexpr bool is_lambda()
{
	return has_text(__PRETTY_FUNCTION__, "[T = (lambda at ");
}

template <class T>
T &&made() noexcept;

// What LAMBDA is called with if there is no operator() of its own for the side that calls; a function that it converts to comes after.
struct nobody {
};

template <class Lambda>
struct asked : Lambda {
	using Lambda::operator();
	template <class... Arguments>
	nobody operator()(Arguments &&...) const;
};

template <class Result>
struct answers {
	static constexpr bool value = true;
};

template <>
struct answers<nobody> {
	static constexpr bool value = false;
};

// Whether the host may call LAMBDA, whose call has SIGNATURE.  A function of the host asks: what stands outside of functions is for both
// sides, and then the answer is that of the side that is compiled.
template <class Lambda, class Signature>
struct host_calls;

template <class Lambda, class Result, class... Arguments>
struct host_calls<Lambda, Result(Arguments...)> {
	__attribute__((host)) static constexpr bool ask()
	{
		return answers<decltype(made<asked<Lambda> &>()(made<Arguments>()...))>::value;
	}
	static constexpr bool value = ask();
};

template <class Lambda, class Host>
struct lent_lambda; // lent_lambda.h

// What is neither a lambda nor one that was lent isn't asked for anything: it may be a class from which none derives.
template <class T, bool LAMBDA>
struct is_for_device_alone {
	static constexpr bool value = false;
};

template <class Lambda, class Host>
struct is_for_device_alone<lent_lambda<Lambda, Host>, false> {
	static constexpr bool value = true;
};

template <class Lambda>
constexpr bool is_device_lambda(...) // a generic one
{
	return false;
}

template <class Lambda>
constexpr auto is_device_lambda(int) -> decltype(void(&Lambda::operator()), true)
{
	return !host_calls<Lambda, typename call_signature<decltype(&Lambda::operator())>::type>::value;
}

template <class Lambda>
struct is_for_device_alone<Lambda, true> {
	static constexpr bool value = is_device_lambda<Lambda>(0);
};

} // namespace anywarp

#define __nv_is_extended_device_lambda_closure_type(...) \
	::anywarp::is_for_device_alone<__VA_ARGS__, ::anywarp::is_lambda<__VA_ARGS__>()>::value
#define __nv_is_extended_host_device_lambda_closure_type(...) false
// Libraries ask in order to refuse lambdas whose return type nvcc doesn't know on the host; here a lambda is the same class on both sides,
// so it is known of all.
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) __nv_is_extended_device_lambda_closure_type(__VA_ARGS__)

#endif
