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

// Rows of run-time size that have values, each in braces of its own.
static void rows_of_values(int n, int rows)
{
	int counts[2][n] = { {5, 3, 31, 18}, {5, 5, 14} };
	float mixed[rows][n] = {{273.0, 306.5}, /* {, */ {1.5, (3, 4)},};
	unsigned char deep[2][rows][3] = {{{1, 2, 3}, {4}}, {{}, {5, 6}}};
	std::string names[2][rows] = {{"a,b}", std::string(3, 'x')}, {"c"}};
	const char *texts[2][n] = {{"p"}, {"q", "r"}};
	for (int i = 0; i < n; i++) {
		CHECK(counts[0][i] == (i == 0 ? 5 : i == 1 ? 3 : i == 2 ? 31 : i == 3 ? 18 : 0) && counts[1][i] == (i < 2 ? 5 : i == 2 ? 14 : 0));
		CHECK(mixed[0][i] == (i == 0 ? 273 : i == 1 ? 306.5f : 0) && mixed[1][i] == (i == 0 ? 1.5f : i == 1 ? 4 : 0));
		CHECK((texts[0][i] != nullptr) == (i < 1) && (texts[1][i] != nullptr) == (i < 2));
	}
	CHECK(texts[1][1][0] == 'r');
	for (int i = 0; i < rows; i++)
		for (int k = 0; k < 3; k++) {
			CHECK(mixed[i][k] == 0 || i < 2);
			CHECK(deep[0][i][k] == (i == 0 ? k + 1 : i == 1 && k == 0 ? 4 : 0) && deep[1][i][k] == (i == 1 && k < 2 ? k + 5 : 0));
		}
	CHECK(names[0][0] == "a,b}" && names[0][1] == "xxx" && names[1][0] == "c" && names[1][1].empty());
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

static bool throws_rows(int n)
{
	try {
		int a[2][n] = {{1}, {1, 2, 3}};
		return a[1][2] != 3;
	} catch (const std::bad_array_new_length &) {
		return true;
	}
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
	spoil(20000);
	rows_of_values(n, argc + 2);
	macros(n);
	CHECK(sum<int>(n) == 3 && sum<float>(n + 1) == 3.0f);
	CHECK(throws(argc + 1) && !throws(argc + 2) && throws_rows(argc + 1) && !throws_rows(argc + 2));
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
