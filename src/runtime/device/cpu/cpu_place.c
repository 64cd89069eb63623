// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which CPU a worker runs on.  Workers are pinned, each to a CPU of the process's affinity mask, so that a
// core's share of a grid (cpu_share.c) finds its data in the core's own cache and memory near it.  The CPUs are in
// the order of their NUMA nodes, so that neighbouring shares are of one node; Linux places a page on the
// node of the thread that first touches it, which for memory of cudaMalloc is a worker.
//
// Pinning hurts when others are pinned to the same CPUs, since the system can't move either.  So it is done
// only when there is a worker for each CPU, and no other Anywarp process of the machine has done it on one of
// these: each CPU is a byte of a file in /dev/shm, and a pinned process holds locks on its bytes, which end
// with it.  ANYWARP_PIN=0 and 1 say no and yes to it.
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../../base/log.h"
#include "../../../base/os.h"
#include "cpu_device.h"
#include "cpu_queue.h"

#define CLAIMS "/dev/shm/anywarp-pinned"

// The CPUs that LIST ("0-3,8") names and ALLOWED has go to ORDER, and from ALLOWED.
static unsigned add_list(const char *list, cpu_set_t *allowed, int *order)
{
	unsigned count = 0;
	for (char *end; *list >= '0' && *list <= '9'; list = *end == ',' ? end + 1 : end) {
		long first = strtol(list, &end, 10), last = first;
		if (*end == '-')
			last = strtol(end + 1, &end, 10);
		for (long cpu = first; cpu <= last && cpu < CPU_SETSIZE; cpu++) {
			if (!CPU_ISSET((int)cpu, allowed))
				continue;
			CPU_CLR((int)cpu, allowed);
			order[count++] = (int)cpu;
		}
	}
	return count;
}

// The CPUs of the process, node by node.
static unsigned cpus_in_order(int *order)
{
	enum { MOST_NODES = 1024 };
	cpu_set_t allowed;
	unsigned count = 0;
	if (sched_getaffinity(getpid(), sizeof(allowed), &allowed) != 0) // of the main thread: the caller may be pinned
		return 0;
	for (int node = 0; node < MOST_NODES && CPU_COUNT(&allowed) > 0; node++) {
		char path[64], list[4096];
		snprintf(path, sizeof(path), "/sys/devices/system/node/node%d/cpulist", node);
		FILE *file = fopen(path, "re");
		if (!file)
			break; // numbers without a node are rare, and do no harm
		if (fgets(list, sizeof(list), file))
			count += add_list(list, &allowed, order + count);
		fclose(file);
	}
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &allowed))
			order[count++] = cpu;
	return count;
}

// All users share the file; whoever comes first makes it.
static int open_claims(void)
{
	int file = open(CLAIMS, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	if (file >= 0)
		return file;
	file = open(CLAIMS, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (file >= 0)
		fchmod(file, 0666);
	return file;
}

// Locks the bytes of the CPUs for the rest of the process's life; false when another has one of them.
static bool claim(const int *cpus, unsigned count)
{
	int file = open_claims();
	if (file < 0)
		return false;
	for (unsigned i = 0; i < count; i++) {
		struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = cpus[i], .l_len = 1 };
		if (fcntl(file, F_OFD_SETLK, &lock) != 0) {
			close(file);
			return false;
		}
	}
	return true; // the file stays open
}

// Asked once for all devices.
static bool may_pin(const int *cpus, unsigned count)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static enum { UNKNOWN, NO, YES } answer;
	unsigned workers = aw_cpu_device_worker_total();
	long wish = aw_os_env_long("ANYWARP_PIN", -1);
	if (workers > count || workers == 1 || wish == 0)
		return false;
	if (wish > 0)
		return true;
	pthread_mutex_lock(&lock);
	if (answer == UNKNOWN)
		answer = workers == count && claim(cpus, count) ? YES : NO;
	bool yes = answer == YES;
	pthread_mutex_unlock(&lock);
	return yes;
}

void aw_cpu_place_choose(struct cpu_device *device)
{
	if (device->placed)
		return;
	device->placed = true;
	int cpus[CPU_SETSIZE];
	unsigned count = cpus_in_order(cpus), first = aw_cpu_device_workers_before(device->base.index);
	if (!may_pin(cpus, count) || !(device->seat_of_cpu = calloc(CPU_SETSIZE, sizeof(*device->seat_of_cpu)))) {
		aw_debug("cpu", "workers are not pinned");
		return;
	}
	for (unsigned i = 0; i < device->sm_count && first + i < count; i++) {
		device->sms[i].cpu = cpus[first + i];
		device->seat_of_cpu[cpus[first + i]] = (uint16_t)(i + 1);
	}
	atomic_store(&device->pinned, true);
}

void aw_cpu_place_pin(const struct cpu_sm *sm)
{
	if (sm->cpu < 0)
		return;
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(sm->cpu, &one);
	if (pthread_setaffinity_np(pthread_self(), sizeof(one), &one) != 0)
		aw_debug("cpu", "a worker can't be pinned to CPU %d", sm->cpu);
}
