// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type says of an annotated lambda (CUDA C++ Programming Guide, "Extended Lambda Type Traits").  clang has no such traits: a
// lambda is for the device alone when its name is a lambda's and a call by the host finds no operator().  All others are for both sides,
// those without words, too: of these awcc says where they stand (src/awcc/host_lambdas.h).
#ifndef AW_LAMBDA_TRAITS_H
#define AW_LAMBDA_TRAITS_H

#include "call_signature.h"

namespace anywarp {

constexpr bool begins_with(const char *text, const char *with)
{
	return !*with || (*text == *with && begins_with(text + 1, with + 1));
}

constexpr bool says_lambda(const char *name)
{
	return *name && (*name == '[' ? begins_with(name, "[T = (lambda at ") : says_lambda(name + 1));
}

// Of T itself, not of what it is a template of.
template <class T>
constexpr bool is_lambda()
{
	return __is_class(T) && says_lambda(__PRETTY_FUNCTION__);
}

template <class T>
__attribute__((host, device)) T &&made() noexcept;

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

#if __cplusplus >= 201402L
struct anything {
};

// Of calls by the device that LAMBDA, a generic one, and these would serve equally well clang takes that of these, unless LAMBDA is for the
// device alone as well.  So nobody asks for its result, which might not compile.  The last parameters keep LAMBDA's call from being hidden.
template <class Lambda>
struct rivalled : Lambda {
	using Lambda::operator();
	template <class A_, class = void>
	__attribute__((device)) nobody operator()(A_, int = 0) const;
	template <class A_, class B_, class = void>
	__attribute__((device)) nobody operator()(A_, B_, int = 0) const;
	template <class A_, class B_, class C_, class = void>
	__attribute__((device)) nobody operator()(A_, B_, C_, int = 0) const;
};

template <bool VALUE>
struct answer {
	static constexpr bool value = VALUE;
};

template <class Lambda, class... Arguments>
__attribute__((device)) constexpr bool is_ambiguous(...)
{
	return true;
}

template <class Lambda, class... Arguments>
__attribute__((device)) constexpr auto is_ambiguous(int) -> decltype(made<const rivalled<Lambda> &>()(made<Arguments>()...), false)
{
	return false;
}

// A function of the device asks.
template <class Lambda>
struct device_rivals {
	__attribute__((device)) static auto ask()
	{
		return answer<is_ambiguous<Lambda, anything>(0) || is_ambiguous<Lambda, anything, anything>(0) ||
		              is_ambiguous<Lambda, anything, anything, anything>(0)>();
	}
	static constexpr bool value = decltype(ask())::value;
};

template <class Lambda>
constexpr bool is_device_lambda(...)
{
	return device_rivals<Lambda>::value;
}
#else
template <class Lambda>
constexpr bool is_device_lambda(...)
{
	return false;
}
#endif

template <class Lambda>
constexpr auto is_device_lambda(int) -> decltype(void(&Lambda::operator()), true)
{
	return !host_calls<Lambda, typename call_signature<decltype(&Lambda::operator())>::type>::value;
}

template <class Lambda>
struct is_for_device_alone<Lambda, true> {
	static constexpr bool value = is_device_lambda<Lambda>(0);
};

// Where lambdas without words stand, as ends of their types' names, and an empty one: awcc has a <void> in front of sources that ask.
template <class>
struct host_lambdas {
	static constexpr const char *const places[] = { "" };
};

template <class>
struct void_of {
	typedef void type;
};

constexpr bool ends_with(const char *text, size_t length, const char *end, size_t end_length)
{
	return length >= end_length && !__builtin_strcmp(text + length - end_length, end);
}

// Whether one of PLACES from BEGIN on, before END, ends NAME.
constexpr bool stands_at(const char *name, const char *const *places, size_t begin, size_t end)
{
	return end - begin > 1 ? stands_at(name, places, begin, (begin + end) / 2) || stands_at(name, places, (begin + end) / 2, end)
	                       : *places[begin] && ends_with(name, __builtin_strlen(name), places[begin], __builtin_strlen(places[begin]));
}

template <class T>
constexpr bool is_host_lambda()
{
	typedef host_lambdas<typename void_of<T>::type> all;
	return stands_at(__PRETTY_FUNCTION__, all::places, 0, sizeof(all::places) / sizeof(*all::places));
}

template <class T, bool LAMBDA>
struct is_for_both {
	static constexpr bool value = false;
};

template <class Lambda>
constexpr bool is_shared_lambda(...) // a generic one, which nvcc takes for one side alone
{
	return false;
}

template <class Lambda>
constexpr auto is_shared_lambda(int) -> decltype(void(&Lambda::operator()), true)
{
	return !is_device_lambda<Lambda>(0) && !is_host_lambda<Lambda>();
}

template <class Lambda>
struct is_for_both<Lambda, true> {
	static constexpr bool value = is_shared_lambda<Lambda>(0);
};

} // namespace anywarp

#define __nv_is_extended_device_lambda_closure_type(...) \
	::anywarp::is_for_device_alone<__VA_ARGS__, ::anywarp::is_lambda<__VA_ARGS__>()>::value
#define __nv_is_extended_host_device_lambda_closure_type(...) \
	::anywarp::is_for_both<__VA_ARGS__, ::anywarp::is_lambda<__VA_ARGS__>()>::value
// Libraries ask in order to refuse lambdas whose return type nvcc doesn't know on the host; here a lambda is the same class on both sides,
// so it is known of all.
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) __nv_is_extended_device_lambda_closure_type(__VA_ARGS__)

#endif
