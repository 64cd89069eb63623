// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the problems of one folder with all peers in one process and prints for each
//     name <tab> metric <tab> ours <tab> the peer's <tab> ratio <tab> bound
// where a ratio above 1 says that we are faster.  Peers are shared objects, opened with scopes of
// their own because gcc's and clang's OpenMP runtimes define the same names.  They take turns, so
// that a busy machine hits all alike, and each turn waits until the threads of the one before sleep
// (OpenMP's and our workers spin a while after their work) and begins with a run that is not timed.
// The median of the turns counts.  A wrong result makes the exit status 1 and is no time.
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "bench.h"
#include "count.h"
#include "peers.h"

enum { CUDA, GCC, CLANG, POCL, PEERS };
enum { ROUNDS = 31, SETTLE_MS = 15 };
static double budget = 3; // seconds of timed runs for each peer and problem, after the first three
static int rounds = ROUNDS;

static struct peer {
	const char *name;
	void *object; // NULL: it is not here
	bench_run_function *run;
	bench_copy_function *copy; // to and from its arrays; NULL: memcpy
	void *data[BENCH_ARRAYS];
	double seconds[ROUNDS], median;
	int rounds, right;
} peers[PEERS] = { { .name = "anywarp" }, { .name = "openmp-gcc" }, { .name = "openmp-clang" }, { .name = "pocl" } };

static const char *const ends[] = { "cuda", "gcc", "clang" }; // of the shared objects
static const char *folder;
static double limit_bandwidth, limit_flops; // of this machine (limits.c); 0: not known

static void open_peer(struct peer *peer, const char *path)
{
	peer->object = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
	if (!peer->object)
		fprintf(stderr, "%s: without %s: %s\n", folder, peer->name, dlerror());
	else
		*(void **)&peer->run = dlsym(peer->object, "bench_run");
}

static void open_opencl(struct peer *peer, const char *path)
{
	if (!peer_opencl_start || !peer_opencl_start(path))
		fprintf(stderr, "%s: without OpenCL\n", folder);
	else {
		peer->object = peer;
		peer->run = peer_opencl_run;
	}
}

static size_t bytes_of(const struct bench_array *array) { return array->count * 4; }

// Memory on huge pages where the kernel gives them, first touched by the OpenMP threads that use it.
static void *allocate_on_host(size_t bytes)
{
	static const size_t huge = 2 << 20;
	size_t size = bench_round_up(bytes, huge);
	void *memory = aligned_alloc(huge, size);
	if (!memory) {
		fprintf(stderr, "%s: out of memory\n", folder);
		exit(EXIT_FAILURE);
	}
	madvise(memory, size, MADV_HUGEPAGE);
	void (*touch)(void *, size_t) = NULL;
	for (int i = GCC; i <= CLANG && !touch; i++)
		if (peers[i].object)
			*(void **)&touch = dlsym(peers[i].object, "bench_touch");
	if (touch)
		touch(memory, size);
	return memory;
}

static void fill(const struct bench_problem *problem, const struct bench_array *array, void *items)
{
	static uint64_t state = 1;
	if (array->fill) {
		array->fill(problem, items);
		return;
	}
	for (size_t i = 0; i < array->count; i++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		double value = array->low + (double)(state >> 40) * 0x1p-24 * (array->high - array->low);
		if (array->type == BENCH_INT)
			((int *)items)[i] = (int)value;
		else
			((float *)items)[i] = (float)value;
	}
}

// --- one problem ---

static const struct bench_problem *problem;
static void *master[BENCH_ARRAYS], *expected[BENCH_ARRAYS];
static const char *expected_from;

static int arrays(void)
{
	int count = 0;
	while (count < BENCH_ARRAYS && problem->arrays[count].role)
		count++;
	return count;
}

static void copy(const struct peer *peer, void *to, const void *from, size_t bytes)
{
	if (peer->copy)
		peer->copy(to, from, bytes);
	else
		memcpy(to, from, bytes);
}

// Array I of PEER, its own: what one peer reads must not be in the caches because another has read it.
static void *allocate_for(const struct peer *peer, int i)
{
	bench_allocate_function *allocate = NULL;
	if (peer == &peers[CUDA])
		*(void **)&allocate = dlsym(peer->object, "bench_allocate");
	size_t bytes = bytes_of(&problem->arrays[i]);
	return allocate ? allocate(bytes) : allocate_on_host(bytes);
}

static void prepare_data(void)
{
	expected_from = NULL;
	for (int i = 0; i < arrays(); i++) {
		const struct bench_array *array = &problem->arrays[i];
		bool is_input = array->role == BENCH_IN || array->role == BENCH_INOUT;
		void *values = calloc(1, bytes_of(array));
		if (is_input)
			fill(problem, array, values);
		for (int p = 0; p < PEERS; p++) {
			if (!peers[p].object)
				continue;
			peers[p].data[i] = allocate_for(&peers[p], i);
			copy(&peers[p], peers[p].data[i], values, bytes_of(array));
		}
		if (array->role == BENCH_INOUT)
			master[i] = values;
		else
			free(values);
	}
	if (peers[POCL].object)
		peer_opencl_attach(problem, peers[POCL].data);
}

static void free_data(void)
{
	bench_free_function *release = NULL;
	if (peers[POCL].object)
		peer_opencl_detach();
	if (peers[CUDA].object)
		*(void **)&release = dlsym(peers[CUDA].object, "bench_free");
	for (int i = 0; i < arrays(); i++) {
		for (int p = 0; p < PEERS; p++) {
			(p == CUDA && release ? release : free)(peers[p].data[i]);
			peers[p].data[i] = NULL;
		}
		free(master[i]);
		free(expected[i]);
		master[i] = expected[i] = NULL;
	}
}

static void restore(const struct peer *peer)
{
	for (int i = 0; i < arrays(); i++)
		if (problem->arrays[i].role == BENCH_INOUT)
			copy(peer, peer->data[i], master[i], bytes_of(&problem->arrays[i]));
}

// What is in the output array must come from this peer's own run.
static void spoil(const struct peer *peer)
{
	for (int i = 0; i < arrays(); i++) {
		size_t bytes = bytes_of(&problem->arrays[i]);
		if (problem->arrays[i].role != BENCH_OUT)
			continue;
		void *rubbish = malloc(bytes);
		memset(rubbish, 0xa5, bytes);
		copy(peer, peer->data[i], rubbish, bytes);
		free(rubbish);
	}
}

static double run(struct peer *peer)
{
	double (*now)(void) = getenv("BENCH_CPU_TIME") ? bench_cpu_now : bench_now;
	restore(peer);
	double start = now();
	peer->run(problem, peer->data);
	return now() - start;
}

static int close_enough(const struct bench_array *array, const void *got, const void *wanted, size_t i)
{
	if (array->type == BENCH_INT)
		return ((const int *)got)[i] == ((const int *)wanted)[i];
	double a = ((const float *)got)[i], b = ((const float *)wanted)[i];
	return a == b || fabs(a - b) <= array->tolerance * fmax(fabs(b), 1);
}

static int compare(const struct peer *peer, int number, const void *got)
{
	const struct bench_array *array = &problem->arrays[number];
	for (size_t i = 0; i < array->count; i++) {
		if (close_enough(array, got, expected[number], i))
			continue;
		fprintf(stderr, "%s%s: %s and %s differ in array %d at %zu: ", folder, problem->variant, peer->name,
		        expected_from, number, i);
		if (array->type == BENCH_INT)
			fprintf(stderr, "%d, %d\n", ((const int *)got)[i], ((int *)expected[number])[i]);
		else
			fprintf(stderr, "%.9g, %.9g\n", ((const float *)got)[i], ((float *)expected[number])[i]);
		return 0;
	}
	return 1;
}

// One run, whose outputs are compared with those of the first peer that ran.
static void check(struct peer *peer)
{
	spoil(peer);
	run(peer);
	peer->right = 1;
	for (int i = 0; i < arrays(); i++) {
		if (problem->arrays[i].role != BENCH_OUT && problem->arrays[i].role != BENCH_INOUT)
			continue;
		size_t bytes = bytes_of(&problem->arrays[i]);
		void *got = malloc(bytes);
		copy(peer, got, peer->data[i], bytes);
		if (!expected[i])
			expected[i] = got;
		else {
			peer->right &= compare(peer, i, got);
			free(got);
		}
	}
	if (!expected_from)
		expected_from = peer->name;
}

static void settle(void) { nanosleep(&(struct timespec){ .tv_nsec = SETTLE_MS * 1000000 }, NULL); }

static void take_turns(void)
{
	double spent[PEERS] = { 0 };
	for (int p = 0; p < PEERS; p++)
		peers[p].rounds = 0;
	for (int round = 0; round < rounds; round++) {
		for (int p = 0; p < PEERS; p++) {
			struct peer *peer = &peers[p];
			if (!peer->object || !peer->right || (round >= 3 && spent[p] > budget))
				continue;
			settle();
			run(peer);
			spent[p] += peer->seconds[peer->rounds++] = run(peer);
		}
	}
	for (int p = 0; p < PEERS; p++)
		if (peers[p].rounds)
			peers[p].median = bench_median(peers[p].seconds, peers[p].rounds);
}

// --- what is printed ---

static void print(const char *metric, double ours, double theirs, double ratio, double bound)
{
	printf("%s%s\t%s\t%.4g\t%.4g\t%.3f\t", folder, problem->variant, metric, ours, theirs, ratio);
	if (bound > 0)
		printf("%g", bound);
	printf("\n");
}

static void print_peer(const char *metric, const struct peer *peer, double bound)
{
	const struct peer *ours = &peers[CUDA];
	print(metric, 1e3 * ours->median, 1e3 * peer->median, peer->median / ours->median, bound);
}

static void report(void)
{
	const struct peer *ours = &peers[CUDA], *best = NULL;
	for (int p = GCC; p <= CLANG; p++) {
		if (!peers[p].rounds)
			continue;
		if (ours->rounds)
			print_peer(p == GCC ? "ms:openmp-gcc" : "ms:openmp-clang", &peers[p], 0);
		if (!best || peers[p].median < best->median)
			best = &peers[p];
	}
	if (!ours->rounds)
		return;
	if (best)
		print_peer("ms:openmp", best, problem->bound);
	if (peers[POCL].rounds)
		print_peer("ms:pocl", &peers[POCL], 1);
	double bandwidth = 1e-9 * problem->bytes / ours->median, rate = 1e-9 * problem->flops / ours->median;
	if (problem->bytes > 0 && limit_bandwidth > 0)
		print("GB/s:limit", bandwidth, limit_bandwidth, bandwidth / limit_bandwidth, 0);
	if (problem->flops > 0 && limit_flops > 0)
		print("GFLOP/s:limit", rate, limit_flops, rate / limit_flops, problem->flops_bound);
	fflush(stdout);
}

static void run_plainly(void *peer) { ((struct peer *)peer)->run(problem, ((struct peer *)peer)->data); }

// Instructions instead of times, for comparisons that memory must not hide.
static void count(void)
{
	char name[256];
	long counts[PEERS] = { 0 }, least = 0;
	for (int p = CUDA; p <= CLANG; p++) {
		if (!peers[p].object)
			continue;
		snprintf(name, sizeof(name), p == CUDA ? "anywarp-image" : "/%s.%s.so", folder, ends[p]);
		restore(&peers[p]);
		counts[p] = count_instructions(run_plainly, &peers[p], name);
		if (p != CUDA && (!least || counts[p] < least))
			least = counts[p];
	}
	if (counts[CUDA] && least)
		print("instructions:openmp", (double)counts[CUDA], (double)least, (double)least / (double)counts[CUDA],
		      problem->count_bound);
}

static int solve(void)
{
	int good = 1;
	prepare_data();
	for (int p = PEERS - 1; p >= 0; p--) { // ours last, against a result that two others agreed on
		if (!peers[p].object)
			continue;
		check(&peers[p]);
		good &= peers[p].right;
		if (!peers[p].right)
			printf("%s%s\twrong:%s\t\t\t\t\n", folder, problem->variant, peers[p].name);
	}
	if (getenv("BENCH_COUNT"))
		count();
	else if (!getenv("BENCH_CHECK"))
		take_turns();
	else if (good)
		printf("%s%s\tright\t\t\t\t\n", folder, problem->variant);
	report();
	free_data();
	return good;
}

int main(int argc, char **argv)
{
	static struct bench_problem problems[BENCH_VARIANTS];
	char path[4096];
	if (argc < 4) {
		fprintf(stderr, "usage: %s FOLDER OBJECTS KERNELS.cl [VARIANT]\n", argv[0]);
		return 2;
	}
	folder = argv[1];
	if (getenv("BENCH_COUNT"))
		count_start();
	for (int p = CUDA; p <= CLANG; p++) {
		snprintf(path, sizeof(path), "%s/%s.%s.so", argv[2], folder, ends[p]);
		open_peer(&peers[p], path);
	}
	if (peers[CUDA].object)
		*(void **)&peers[CUDA].copy = dlsym(peers[CUDA].object, "bench_copy");
	open_opencl(&peers[POCL], argv[3]);
	if (getenv("BENCH_ROUNDS") && atoi(getenv("BENCH_ROUNDS")) < ROUNDS)
		rounds = atoi(getenv("BENCH_ROUNDS"));
	if (getenv("BENCH_BUDGET"))
		budget = atof(getenv("BENCH_BUDGET"));
	limit_bandwidth = atof(getenv("BENCH_LIMIT_GBS") ? getenv("BENCH_LIMIT_GBS") : "0");
	limit_flops = atof(getenv("BENCH_LIMIT_GFLOPS") ? getenv("BENCH_LIMIT_GFLOPS") : "0");
	int count = bench_problems(problems, getenv("BENCH_SMALL") != NULL), good = 1;
	for (int i = 0; i < count; i++) {
		problem = &problems[i];
		if (argc < 5 || strstr(problem->variant, argv[4]))
			good &= solve();
	}
	return !good;
}
