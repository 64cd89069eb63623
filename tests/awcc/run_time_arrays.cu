// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays of run-time size with initialisers in host functions, in macros too: all elements have the values that g++ gives them, arrays
// of constant size beside them stay what they are, and too many values throw.
#include <new>
#include <string>

#include "unit/unit.h"

#define ZEROS(name, n) int name[n] = {0}
#define GIVEN(type, name, n, ...) type name[n] = __VA_ARGS__
#define SUM_OF_THREE(total, n)                       \
	do {                                         \
		GIVEN(float, three, n, {1, 2, 3.5f}); \
		char more[(n) + 1] = "ab", *last = more; \
		total = three[0] + three[1] + three[2] + last[1] - 'b'; \
	} while (0)
#define DOUBLED(n) ((n)*2)

__global__ void twice(int *values, int count)
{
	ZEROS(constant, 4);
	count += constant[3];
	for (int i = threadIdx.x; i < count; i += blockDim.x)
		values[i] *= 2;
}

struct pair {
	int first;
	double second;
};

static void spoil(int n)
{
	volatile char stack[n];
	for (int i = 0; i < n; i++)
		stack[i] = 0x55;
}

template <typename T> static T sum(int n)
{
	T a[n] = {1, 2}, total = 0;
	for (int i = 0; i < n; i++)
		total += a[i];
	return total;
}

static void kinds(int n)
{
	const int constant = 3;
	int fixed[constant] = {7}, z[n] = {0}, *p[n] = {&fixed[1], &z[0]}, after = z[0] + 5;
	unsigned long empty[n]{}, given[n * 2]{1, 2, 3}, total = 0;
	char text[n] = "abc";
	pair pairs[n] = {{1, 2.5}, {3}};
	std::string names[n] = {"first", std::string(40, 'x')};
	int rows[n][3] = {{1, 2}, {3, 4, 5}}, square[n][n] = {0}, inner[2][n] = {{0}}, order[n] = {0, 0, 9};
	CHECK(fixed[0] == 7 && fixed[1] == 0 && fixed[2] == 0 && after == 5);
	CHECK(p[0] == &fixed[1] && p[1] == z && p[2] == nullptr && p[n - 1] == nullptr);
	for (int i = 0; i < n; i++) {
		total += z[i] + empty[i] + given[i] + given[n + i];
		CHECK(text[i] == (i < 3 ? "abc"[i] : 0));
		CHECK(pairs[i].first == (i == 0 ? 1 : i == 1 ? 3 : 0) && pairs[i].second == (i ? 0 : 2.5));
		CHECK(names[i] == (i == 0 ? "first" : i == 1 ? std::string(40, 'x') : ""));
		CHECK(rows[i][0] == (i == 0 ? 1 : i == 1 ? 3 : 0) && rows[i][2] == (i == 1 ? 5 : 0));
		CHECK(order[i] == (i == 2 ? 9 : 0));
		for (int k = 0; k < n; k++)
			CHECK(square[i][k] == 0 && inner[i & 1][k] == 0);
	}
	CHECK(total == 6);
}

static void macros(int n)
{
	spoil(20000);
	ZEROS(first, n);
	ZEROS(second, n + 1);
	ZEROS(constant, 3);
	GIVEN(int, third, DOUBLED(n), {1, 2});
	int fourth[DOUBLED(n)] = {4};
	float total = 0;
	SUM_OF_THREE(total, n);
	for (int i = 0; i < n; i++)
		CHECK(first[i] == 0 && second[i + 1] == 0 && third[n + i] == 0 && fourth[n + i] == 0);
	CHECK(constant[2] == 0 && third[0] == 1 && third[1] == 2 && fourth[0] == 4 && total == 6.5f);
}

static bool throws(int n)
{
	try {
		int a[n] = {1, 2, 3};
		return a[0] != 1;
	} catch (const std::bad_array_new_length &) {
		return true;
	}
}

int main(int argc, char **)
{
	int n = argc + 5, *device;
	int host[n] = {0}; // what a program fills and sends to the device
	spoil(20000);
	kinds(n);
	macros(n);
	CHECK(sum<int>(n) == 3 && sum<float>(n + 1) == 3.0f);
	CHECK(throws(argc + 1) && !throws(argc + 2));
	for (int i = 0; i < n; i++)
		host[i] += i;
	cudaMalloc(&device, sizeof(host));
	cudaMemcpy(device, host, sizeof(host), cudaMemcpyHostToDevice);
	twice<<<1, 32>>>(device, n);
	cudaMemcpy(host, device, sizeof(host), cudaMemcpyDeviceToHost);
	CHECK(host[0] == 0 && host[n - 1] == 2 * (n - 1));
	cudaFree(device);
	return unit_finish();
}
