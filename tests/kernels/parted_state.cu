// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that live across barriers and change under conditions that hold for some gangs only: in each turn others leave theirs alone.
// With values that take each other's places, that change on one of two ways, and loops of a thread's own in between.
#include "kernels/kernel_test.h"

enum { MOST = 1024, KEPT = 6 };

struct Thread {
	int kept[KEPT];
};

__host__ __device__ static void begin(Thread &t, int rank)
{
	for (int i = 0; i < KEPT; i++)
		t.kept[i] = rank * 3 + i * i;
}

// What thread RANK does in TURN with what its neighbour has.
__host__ __device__ static void turn_of(Thread &t, int rank, int turn, int other)
{
	if (turn * 20 > rank)
		for (int i = 0; i < KEPT - 1; i++)
			t.kept[i] = t.kept[i] * 3 + t.kept[i + 1] - other;
	if ((rank / 40 + turn) % 3 == 0) {
		int first = t.kept[0];
		t.kept[0] = t.kept[1];
		t.kept[1] = first;
	} else if ((rank / 64) % 2 == 0) {
		t.kept[2] ^= other;
	}
	if (rank / 100 == turn)
		for (int i = 0; i < rank % 5; i++)
			t.kept[5] = t.kept[5] * 7 + t.kept[4];
}

__global__ void exchange(int *out, int turns)
{
	__shared__ int shown[MOST + 1];
	int rank = thread_rank(), size = block_volume();
	Thread t;
	begin(t, rank);
	for (int turn = 0; turn < turns; turn++) {
		shown[rank] = t.kept[0];
		__syncthreads();
		int other = shown[(rank + 1) % size];
		__syncthreads();
		turn_of(t, rank, turn, other);
	}
	for (int i = 0; i < KEPT; i++)
		out[rank * KEPT + i] = t.kept[i];
}

int main()
{
	for (dim3 shape : shapes)
		for (int turns : { 0, 1, 2, 9 }) {
			int size = size_of(shape);
			Buffer<int> out(size * KEPT);
			exchange<<<1, shape>>>(out.device, turns);
			Thread *threads = new Thread[size];
			int *shown = new int[size];
			for (int i = 0; i < size; i++)
				begin(threads[i], i);
			for (int turn = 0; turn < turns; turn++) {
				for (int i = 0; i < size; i++)
					shown[i] = threads[i].kept[0];
				for (int i = 0; i < size; i++)
					turn_of(threads[i], i, turn, shown[(i + 1) % size]);
			}
			out.expect([&](int i) { return threads[i / KEPT].kept[i % KEPT]; });
			delete[] threads;
			delete[] shown;
		}
	return unit_finish();
}
