// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type says of an annotated lambda (CUDA C++ Programming Guide, "Extended Lambda Type Traits").  clang has no such traits: a
// lambda is for the device alone when its name is a lambda's and a call by the host finds no operator().  One for both sides looks like one
// without words for a side, and of a generic lambda no call can be tried, so for these the answer is false.
#ifndef AW_LAMBDA_TRAITS_H
#define AW_LAMBDA_TRAITS_H

namespace anywarp {

constexpr bool begins_with(const char *text, const char *with)
{
	return !*with || (*text == *with && begins_with(text + 1, with + 1));
}

constexpr bool has_text(const char *text, const char *part)
{
	return begins_with(text, part) || (*text && has_text(text + 1, part));
}

template <class T>
constexpr bool is_lambda()
{
	return has_text(__PRETTY_FUNCTION__, "(lambda at ");
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

// Whether the host may call T by OPERATOR, a member of it.
template <class T, class Operator>
struct host_calls;

template <class T, class Class, class Result, class... Arguments>
struct host_calls<T, Result (Class::*)(Arguments...)> : answers<decltype(made<asked<T> &>()(made<Arguments>()...))> {
};

template <class T, class Class, class Result, class... Arguments>
struct host_calls<T, Result (Class::*)(Arguments...) const> : host_calls<T, Result (Class::*)(Arguments...)> {
};

#if __cplusplus >= 201703L
template <class T, class Class, class Result, class... Arguments>
struct host_calls<T, Result (Class::*)(Arguments...) noexcept> : host_calls<T, Result (Class::*)(Arguments...)> {
};

template <class T, class Class, class Result, class... Arguments>
struct host_calls<T, Result (Class::*)(Arguments...) const noexcept> : host_calls<T, Result (Class::*)(Arguments...)> {
};
#endif

template <class Lambda>
struct lent_lambda; // lent_lambda.h
template <class Lambda>
struct lent_lambda_with_type;

template <class T>
struct is_lent {
	static constexpr bool value = false;
};

template <class Lambda>
struct is_lent<lent_lambda<Lambda>> {
	static constexpr bool value = true;
};

template <class Lambda>
struct is_lent<lent_lambda_with_type<Lambda>> {
	static constexpr bool value = true;
};

template <bool LAMBDA, class T>
constexpr bool is_for_device_alone(...)
{
	return is_lent<T>::value;
}

template <bool LAMBDA, class T>
constexpr auto is_for_device_alone(int) -> decltype(void(&T::operator()), true)
{
	return LAMBDA && !host_calls<T, decltype(&T::operator())>::value;
}

} // namespace anywarp

#define __nv_is_extended_device_lambda_closure_type(...) \
	::anywarp::is_for_device_alone<::anywarp::is_lambda<__VA_ARGS__>(), __VA_ARGS__>(0)
#define __nv_is_extended_host_device_lambda_closure_type(...) false
// Libraries ask in order to refuse lambdas whose return type nvcc doesn't know on the host; here a lambda is the same class on both sides,
// so it is known of all.
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) __nv_is_extended_device_lambda_closure_type(__VA_ARGS__)

#endif
