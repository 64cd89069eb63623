// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A template with parameters that are no types, but have defaults, is an argument for a pack of types.
#include "unit/unit.h"

namespace tables {
template <class Key, class Value = char, int Size = 4> struct table {
	Key key;
	Value values[Size];
	__host__ __device__ int size() const { return Size; }
};
template <class Key, class Value, bool Big = true> struct other {
	Value value;
};
}

template <class...> struct list {};
template <template <class...> class Table, class Key, class Value> using user = Table<Key, Value>;
typedef list<user<tables::table, int, char>, user<tables::table, int, short>,
             user<tables::other, int, double>> every; // two names of one kind, one of another

template <class> struct first;
template <class T, class... Rest> struct first<list<T, Rest...>> {
	typedef T type;
};

struct holder {
	typedef list<user<tables::table, short, short>> tables;
	first<tables>::type table;
};

__global__ void kernel(int *out, first<every>::type table, holder held) { *out = table.values[table.size() - 1] + held.table.size(); }

int main()
{
	int *out;
	cudaMallocManaged(&out, sizeof(*out));
	kernel<<<1, 1>>>(out, {1, {2, 3, 4, 5}}, holder{});
	CHECK(cudaDeviceSynchronize() == cudaSuccess);
	CHECK(*out == 9);
	cudaFree(out);
	return unit_finish();
}
