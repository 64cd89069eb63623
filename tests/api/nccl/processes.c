// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart -lnccl
//
// A process for each rank: they find each other by an id that one has made, and notice when one of them has ended.
#include <nccl.h>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/support/api_test.h"

enum { RANKS = 4, COUNT = 100000 };

static struct shared {
	ncclUniqueId id;
	volatile int made;
} *shared;

#define NCCL(call) CHECK_EQUAL(call, ncclSuccess)

static int rank_main(int rank)
{
	ncclComm_t comm;
	int *values, *host = malloc(COUNT * sizeof(int)), next = (rank + 1) % RANKS, last = (rank + RANKS - 1) % RANKS;
	SUCCEEDS(cudaFree(NULL));
	if (rank == 0) {
		NCCL(ncclGetUniqueId(&shared->id));
		shared->made = 1;
	}
	while (!shared->made)
		usleep(1000);
	NCCL(ncclCommInitRank(&comm, RANKS, shared->id, rank));
	for (int i = 0; i < COUNT; i++)
		host[i] = rank * i;
	SUCCEEDS(cudaMalloc((void **)&values, 2 * COUNT * sizeof(int)));
	SUCCEEDS(cudaMemcpy(values, host, COUNT * sizeof(int), cudaMemcpyHostToDevice));
	// To the next rank and from the last one, as rings do.
	NCCL(ncclGroupStart());
	NCCL(ncclSend(values, COUNT, ncclInt, next, comm, NULL));
	NCCL(ncclRecv(values + COUNT, COUNT, ncclInt, last, comm, NULL));
	NCCL(ncclGroupEnd());
	NCCL(ncclAllReduce(values, values, COUNT, ncclInt, ncclSum, comm, NULL));
	SUCCEEDS(cudaMemcpy(host, values, COUNT * sizeof(int), cudaMemcpyDeviceToHost));
	int wrong = 0;
	for (int i = 0; i < COUNT; i++)
		wrong += host[i] != 6 * i;
	SUCCEEDS(cudaMemcpy(host, values + COUNT, COUNT * sizeof(int), cudaMemcpyDeviceToHost));
	for (int i = 0; i < COUNT; i++)
		wrong += host[i] != last * i;
	CHECK_EQUAL(wrong, 0);
	if (rank == 2)
		_exit(unit_failed ? EXIT_FAILURE : EXIT_SUCCESS);
	ncclResult_t later = ncclSuccess;
	NCCL(ncclAllReduce(values, values, COUNT, ncclInt, ncclSum, comm, NULL));
	SUCCEEDS(cudaDeviceSynchronize());
	NCCL(ncclCommGetAsyncError(comm, &later));
	CHECK_EQUAL(later, ncclRemoteError);
	NCCL(ncclCommAbort(comm));
	free(host);
	_exit(unit_failed ? EXIT_FAILURE : EXIT_SUCCESS);
}

int main(void)
{
	int status;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int rank = 0; rank < RANKS; rank++)
		if (fork() == 0)
			return rank_main(rank);
	for (int rank = 0; rank < RANKS; rank++) {
		CHECK(wait(&status) > 0);
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
	}
	return unit_finish();
}
