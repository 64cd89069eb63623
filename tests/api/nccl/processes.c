// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart -lnccl
//
// A process for each rank: they find each other by an id that one has made, and notice when one of them has ended.  A process that is
// killed while it waits for others leaves no name behind, once there is another communicator.
#include <nccl.h>

#include <signal.h>
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

// The file of the communicator of ID.
static const char *file_of(const ncclUniqueId *id)
{
	static char path[sizeof(*id) + 16];
	const char *name = memmem(id->internal, sizeof(id->internal), "/anywarp-nccl-", 14);
	snprintf(path, sizeof(path), "/dev/shm%s", name ? name : "/missing");
	return path;
}

static ncclUniqueId kill_waiting(void)
{
	int status;
	pid_t child = fork();
	if (child == 0) {
		ncclComm_t comm;
		NCCL(ncclGetUniqueId(&shared->id));
		shared->made = 1;
		ncclCommInitRank(&comm, 2, shared->id, 0);
		_exit(EXIT_FAILURE);
	}
	for (int i = 0; i < 30000 && !(shared->made && access(file_of(&shared->id), F_OK) == 0); i++)
		usleep(1000);
	CHECK_EQUAL(access(file_of(&shared->id), F_OK), 0);
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	shared->made = 0;
	return shared->id;
}

int main(void)
{
	int status;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ncclUniqueId killed = kill_waiting();
	for (int rank = 0; rank < RANKS; rank++)
		if (fork() == 0)
			return rank_main(rank);
	for (int rank = 0; rank < RANKS; rank++) {
		CHECK(wait(&status) > 0);
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
	}
	CHECK(access(file_of(&killed), F_OK) != 0);
	return unit_finish();
}
