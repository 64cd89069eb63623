// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library's header that asks which lambdas are for both sides where the program has the option for them, in one that hasn't.
// EXPECT: ^doubled 42$
#include <cstdio>

template <class Function>
constexpr bool is_for_both()
{
#if defined(__CUDACC_EXTENDED_LAMBDA__)
	return __nv_is_extended_host_device_lambda_closure_type(Function);
#else
	return false;
#endif
}

int main()
{
	auto twice = [](int i) { return 2 * i; };
	static_assert(!is_for_both<decltype(twice)>(), "no extended lambda");
	printf("doubled %d\n", twice(21));
}
