// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphs that kernels launch: in which order their work runs beside that of the graph that launches them, also when they launch
// graphs themselves, when a graph launches itself again and when many are launched; what may not be launched, and which graphs can't
// be made for it.
// FLAGS: -std=c++17 -rdc=true
#include <vector>

#include "unit/unit.h"

#define RT(call) CHECK_EQUAL(call, cudaSuccess)

struct record {
	int count, marks[1024], errors[4];
	cudaGraphExec_t graph;
	bool same; // as in the register
};

static cudaStream_t stream;
static record *log_;

__device__ void note(record *log, int mark)
{
	int place = atomicAdd(&log->count, 1);
	if (place < 1024)
		log->marks[place] = mark;
}
__global__ void mark(record *log, int number) { note(log, number); }
__global__ void launch(record *log, cudaGraphExec_t graph, cudaStream_t where, int number)
{
	if (threadIdx.x == 0)
		log->errors[0] = cudaGraphLaunch(graph, where);
	note(log, number);
}
__global__ void launch_two(record *log, cudaGraphExec_t first, cudaGraphExec_t second, cudaStream_t where, int number)
{
	note(log, number);
	log->errors[0] = cudaGraphLaunch(first, where);
	log->errors[1] = cudaGraphLaunch(second, where);
}
__global__ void again(record *log, int *left)
{
	note(log, *left);
	if (--*left > 0)
		log->errors[0] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__global__ void twice(record *log, int *left)
{
	if (--*left > 0)
		for (int i = 0; i < 2; i++)
			log->errors[i] = cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
	note(log, 1);
}
__global__ void own(record *log)
{
	unsigned long long graph;
	asm volatile("mov.u64 %0, %%current_graph_exec;" : "=l"(graph));
	log->graph = cudaGetCurrentGraphExec();
	log->same = graph == (unsigned long long)log->graph;
}
__global__ void many(record *log, const cudaGraphExec_t *graphs, cudaStream_t where, int count)
{
	log->errors[1] = 0;
	for (int i = 0; i < count; i++)
		log->errors[1] += (log->errors[0] = cudaGraphLaunch(graphs[i], where)) == cudaSuccess;
}

template <typename Work> static cudaGraph_t captured(Work work)
{
	cudaGraph_t graph;
	RT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
	work();
	RT(cudaStreamEndCapture(stream, &graph));
	return graph;
}
template <typename Work> static cudaGraphExec_t for_host(Work work)
{
	cudaGraphExec_t exec = nullptr;
	RT(cudaGraphInstantiate(&exec, captured(work), 0));
	return exec;
}
template <typename Work> static cudaGraphExec_t for_device(Work work)
{
	cudaGraphExec_t exec = nullptr;
	RT(cudaGraphInstantiate(&exec, captured(work), cudaGraphInstantiateFlagDeviceLaunch));
	RT(cudaGraphUpload(exec, stream));
	return exec;
}
static void put(int number) { mark<<<1, 1, 0, stream>>>(log_, number); }

// Launches GRAPH and a kernel behind it; WANTED ends with that.
static void expect(cudaGraphExec_t graph, const std::vector<int> &wanted, int line)
{
	log_->count = 0;
	RT(cudaGraphLaunch(graph, stream));
	put(99);
	RT(cudaStreamSynchronize(stream));
	bool same = log_->count == (int)wanted.size() + 1 && log_->marks[wanted.size()] == 99;
	for (size_t i = 0; same && i < wanted.size(); i++)
		same = log_->marks[i] == wanted[i];
	if (!same) {
		fprintf(stderr, "line %d:", line);
		for (int i = 0; i < log_->count && i < 1024; i++)
			fprintf(stderr, " %d", log_->marks[i]);
		fprintf(stderr, "\n");
	}
	CHECK(same);
}
#define EXPECT(graph, ...) expect(graph, std::vector<int>{ __VA_ARGS__ }, __LINE__)

static void orders()
{
	const cudaStream_t tail = cudaStreamGraphTailLaunch, forget = cudaStreamGraphFireAndForget;
	cudaGraphExec_t ab = for_device([] { put(1), put(2); }), cd = for_device([] { put(3), put(4); });
	EXPECT(ab, 1, 2);
	EXPECT(for_host([&] { launch<<<1, 32, 0, stream>>>(log_, ab, tail, 10), put(20); }), 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
	       10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 20, 1, 2);
	EXPECT(for_host([&] { launch_two<<<1, 1, 0, stream>>>(log_, cd, ab, tail, 10), put(20); }), 10, 20, 3, 4, 1, 2);
	// What is forgotten has ended when the launching graph has.
	cudaGraphExec_t forgets = for_host([&] { launch<<<1, 1, 0, stream>>>(log_, ab, forget, 10), put(20); });
	for (int i = 0; i < 3; i++) {
		log_->count = 0;
		RT(cudaGraphLaunch(forgets, stream));
		put(99);
		RT(cudaStreamSynchronize(stream));
		CHECK_EQUAL(log_->count, 5);
		CHECK_EQUAL(log_->marks[4], 99);
	}
	CHECK_EQUAL(log_->errors[0], cudaSuccess);
	// The tails of a tail come before the next tail, and those of a forgotten graph before the tails of the one that forgot it.
	cudaGraphExec_t inner = for_device([&] { launch<<<1, 1, 0, stream>>>(log_, ab, tail, 30), put(31); });
	EXPECT(for_host([&] { launch_two<<<1, 1, 0, stream>>>(log_, inner, cd, tail, 10), put(20); }), 10, 20, 30, 31, 1, 2, 3, 4);
	cudaGraphExec_t outer = for_device([&] { launch<<<1, 1, 0, stream>>>(log_, inner, forget, 40); });
	EXPECT(for_host([&] { launch_two<<<1, 1, 0, stream>>>(log_, outer, cd, tail, 10); }), 10, 40, 30, 31, 1, 2, 3, 4);
}

static void itself()
{
	int *left;
	RT(cudaMallocManaged(&left, sizeof(int)));
	cudaGraphExec_t loop = for_device([&] { again<<<1, 1, 0, stream>>>(log_, left), put(50); });
	*left = 3;
	EXPECT(loop, 3, 50, 2, 50, 1, 50);
	*left = 300;
	log_->count = 0;
	RT(cudaGraphLaunch(loop, stream));
	RT(cudaStreamSynchronize(stream));
	CHECK_EQUAL(log_->count, 600);
	// Only one launch of itself may be pending.
	*left = 2;
	EXPECT(for_device([&] { twice<<<1, 1, 0, stream>>>(log_, left); }), 1, 1);
	CHECK_EQUAL(log_->errors[0], cudaSuccess);
	CHECK_EQUAL(log_->errors[1], cudaErrorInvalidValue);
	RT(cudaFree(left));
}

static void limits()
{
	cudaGraphExec_t *graphs;
	RT(cudaMallocManaged(&graphs, 256 * sizeof(*graphs)));
	for (int i = 0; i < 256; i++)
		graphs[i] = for_device([] { put(1); });
	static const struct {
		cudaStream_t where;
		int most;
	} rows[] = { { cudaStreamGraphFireAndForget, 120 }, { cudaStreamGraphTailLaunch, 255 } };
	for (auto &row : rows)
		for (int count : { row.most, row.most + 1 }) {
			log_->count = 0;
			RT(cudaGraphLaunch(for_host([&] { many<<<1, 1, 0, stream>>>(log_, graphs, row.where, count); }), stream));
			RT(cudaStreamSynchronize(stream));
			CHECK_EQUAL(log_->errors[1], row.most);
			CHECK_EQUAL(log_->count, row.most);
			CHECK_EQUAL(log_->errors[0] == cudaSuccess, count == row.most);
		}
}

// Refused by an H200 with cudaErrorInvalidValue, but for graphs of the host, which end its kernel.
static void refuse(cudaGraphExec_t graph, cudaStream_t where)
{
	EXPECT(for_host([&] { launch<<<1, 1, 0, stream>>>(log_, graph, where, 10); }), 10);
	CHECK_EQUAL(log_->errors[0], cudaErrorInvalidValue);
}

static void refusals()
{
	cudaGraphExec_t good = for_device([] { put(1); }), late;
	refuse(for_host([] { put(1); }), cudaStreamGraphFireAndForget);
	refuse(good, 0);
	refuse(good, stream);
	RT(cudaGraphInstantiate(&late, captured([] { put(1); }), cudaGraphInstantiateFlagDeviceLaunch));
	refuse(late, cudaStreamGraphTailLaunch);
	EXPECT(late, 1);
	EXPECT(for_host([&] { launch<<<1, 1, 0, stream>>>(log_, late, cudaStreamGraphTailLaunch, 10); }), 10, 1);
	// No graph is pending twice.
	EXPECT(for_host([&] { launch_two<<<1, 1, 0, stream>>>(log_, good, good, cudaStreamGraphFireAndForget, 10); }), 10, 1);
	CHECK_EQUAL(log_->errors[0], cudaSuccess);
	CHECK_EQUAL(log_->errors[1], cudaErrorInvalidValue);
	// A kernel that launches graphs is only run by one.
	launch<<<1, 1, 0, stream>>>(log_, good, cudaStreamGraphFireAndForget, 10);
	CHECK_EQUAL(cudaGetLastError(), cudaErrorNotSupported);
	RT(cudaStreamSynchronize(stream));
	// Host graphs have no handle, and any kernel may ask for one.
	cudaGraphExec_t told = good;
	for (bool device : { false, true }) {
		cudaGraphExec_t asking = device ? for_device([] { own<<<1, 1, 0, stream>>>(log_); }) : for_host([] { own<<<1, 1, 0, stream>>>(log_); });
		RT(cudaGraphLaunch(asking, stream));
		RT(cudaStreamSynchronize(stream));
		CHECK(log_->graph == (device ? asking : nullptr) && log_->same);
	}
	log_->graph = told, log_->same = false;
	own<<<1, 1, 0, stream>>>(log_);
	RT(cudaStreamSynchronize(stream));
	CHECK(log_->graph == nullptr && log_->same);
}

static void no_work(void *) {}

static void check_made(cudaGraph_t graph, bool good)
{
	cudaGraphInstantiateParams params = {};
	cudaGraphExec_t exec = nullptr;
	params.flags = cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagUpload;
	params.uploadStream = stream;
	cudaError_t error = cudaGraphInstantiateWithParams(&exec, graph, &params);
	CHECK_EQUAL(error, good ? cudaSuccess : cudaErrorInvalidValue);
	CHECK_EQUAL(params.result_out == cudaGraphInstantiateSuccess, good);
	if (good)
		EXPECT(for_host([&] { launch<<<1, 1, 0, stream>>>(log_, exec, cudaStreamGraphTailLaunch, 10); }), 10);
}

static void kinds()
{
	char *memory, *locked, pageable[64];
	RT(cudaMalloc(&memory, 128));
	RT(cudaMallocHost(&locked, 128));
	memset(locked, 7, 128);
	check_made(captured([&] { cudaMemsetAsync(memory, 5, 64, stream); }), true);
	check_made(captured([&] { cudaMemcpyAsync(memory + 64, memory, 64, cudaMemcpyDeviceToDevice, stream); }), true);
	RT(cudaMemcpy(pageable, memory + 64, 64, cudaMemcpyDeviceToHost));
	CHECK(pageable[0] == 5 && pageable[63] == 5);
	check_made(captured([&] { cudaMemcpyAsync(memory, locked, 64, cudaMemcpyHostToDevice, stream); }), true);
	RT(cudaMemcpy(pageable, memory, 64, cudaMemcpyDeviceToHost));
	CHECK(pageable[0] == 7);
	check_made(captured([&] { cudaMemcpyAsync(memory, pageable, 64, cudaMemcpyHostToDevice, stream); }), false);
	check_made(captured([&] { put(1), cudaLaunchHostFunc(stream, no_work, nullptr); }), false);
	cudaGraph_t empty;
	RT(cudaGraphCreate(&empty, 0));
	check_made(empty, false);
	cudaGraphExec_t exec;
	for (unsigned long long flag : { cudaGraphInstantiateFlagUpload, cudaGraphInstantiateFlagAutoFreeOnLaunch })
		CHECK_EQUAL(cudaGraphInstantiate(&exec, captured([] { put(1); }), cudaGraphInstantiateFlagDeviceLaunch | flag), cudaErrorInvalidValue);
	RT(cudaFree(memory));
	RT(cudaFreeHost(locked));
}

int main()
{
	RT(cudaStreamCreate(&stream));
	RT(cudaMallocManaged(&log_, sizeof(*log_)));
	orders();
	itself();
	limits();
	refusals();
	kinds();
	return unit_finish();
}
