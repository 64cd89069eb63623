// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart -lnccl
//
// A profiler's function in front of NCCL's, which it calls by its second name.
#include <nccl.h>

#include "api/support/api_test.h"

static int calls;

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream)
{
	calls++;
	return pncclAllReduce(sendbuff, recvbuff, count, datatype, op, comm, stream);
}

int main(void)
{
	ncclComm_t comm;
	int device = 0, *values, host[2] = { 3, 4 }, got[2] = { 0 }, version;
	CHECK_EQUAL(pncclGetVersion(&version), ncclSuccess);
	CHECK_EQUAL(version, NCCL_VERSION_CODE);
	CHECK_EQUAL(pncclCommInitAll(&comm, 1, &device), ncclSuccess);
	SUCCEEDS(cudaMalloc((void **)&values, sizeof(host)));
	SUCCEEDS(cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice));
	CHECK_EQUAL(ncclAllReduce(values, values, 2, ncclInt, ncclSum, comm, NULL), ncclSuccess);
	SUCCEEDS(cudaMemcpy(got, values, sizeof(got), cudaMemcpyDeviceToHost));
	CHECK(got[0] == 3 && got[1] == 4);
	CHECK_EQUAL(calls, 1);
	CHECK_EQUAL(pncclCommDestroy(comm), ncclSuccess);
	SUCCEEDS(cudaFree(values));
	return unit_finish();
}
