// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signals are blocked in all threads but the one that waits for them, which therefore may do what a
// signal handler must not: walk a directory, take a lock.  A crash of the device compiler, which runs
// inside this process, wakes that thread too.
#include "work.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/os.h"

extern char **environ;

enum { MAX_CHILDREN = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int children[MAX_CHILDREN]; // 0: free
static char *directory;            // to be removed at the end
static sigset_t caught, original;
static volatile sig_atomic_t died_of; // the signal of a crash

static void abandon(void)
{
	pthread_mutex_lock(&lock); // for good: no child starts, and none ends unseen
	for (int i = 0; i < MAX_CHILDREN; i++)
		if (children[i])
			kill(children[i], SIGTERM);
	for (int i = 0; i < MAX_CHILDREN; i++)
		if (children[i])
			waitpid(children[i], NULL, 0);
	if (directory)
		aw_os_remove_tree(directory);
}

static void *watch_signals(void *unused)
{
	int number;
	(void)unused;
	if (sigwait(&caught, &number))
		return NULL;
	abandon();
	number = died_of ? died_of : number;
	signal(number, SIG_DFL);
	pthread_sigmask(SIG_SETMASK, &original, NULL);
	raise(number);
	_exit(128 + number);
}

// A crash: the watcher cleans up and ends the program; should the crash have left it without a lock
// that it needs, the alarm does.
static void on_crash(int number)
{
	static const char text[] = "nvcc error   : the device compiler died; this is a bug of awcc\n";
	if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
		_exit(128 + number);
	died_of = number;
	alarm(5);
	kill(getpid(), SIGUSR1);
	for (;;)
		pause();
}

static void watch_crashes(void)
{
	static const int numbers[] = { SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE };
	sigaddset(&caught, SIGUSR1);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		signal(numbers[i], on_crash);
}

void aw_work_start(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	pthread_t watcher;
	pthread_sigmask(SIG_SETMASK, NULL, &original);
	sigemptyset(&caught);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct sigaction action;
		sigaction(numbers[i], NULL, &action);
		if (action.sa_handler != SIG_IGN) // as under nohup
			sigaddset(&caught, numbers[i]);
	}
	watch_crashes();
	aw_text_on_failure(abandon);
	signal(SIGPIPE, SIG_IGN); // a front end that ends early breaks the pipe to it
	pthread_sigmask(SIG_BLOCK, &caught, NULL);
	if (pthread_create(&watcher, NULL, watch_signals, NULL) == 0)
		pthread_detach(watcher);
	else
		pthread_sigmask(SIG_SETMASK, &original, NULL); // then a signal leaves the directory behind
}

const char *aw_work_directory(const char *keep_dir)
{
	if (keep_dir) {
		if (mkdir(keep_dir, 0777) && errno != EEXIST) {
			aw_fatal("Could not create directory '%s': %s", keep_dir, strerror(errno));
			return NULL;
		}
		return keep_dir;
	}
	char *path;
	aw_status status = aw_os_make_temp_dir(&path);
	if (status == AW_NO_MEMORY)
		aw_fatal("Memory allocation failure");
	if (status != AW_OK)
		return NULL;
	pthread_mutex_lock(&lock);
	directory = path;
	pthread_mutex_unlock(&lock);
	return path;
}

const char *aw_work_directory_name(const char *keep_dir)
{
	const char *parent = getenv("TMPDIR");
	if (keep_dir)
		return keep_dir;
	return aw_text("%s/anywarp-%d", parent && *parent ? parent : "/tmp", (int)getpid());
}

void aw_work_finish(void)
{
	pthread_mutex_lock(&lock);
	if (directory)
		aw_os_remove_tree(directory);
	free(directory);
	directory = NULL;
	pthread_mutex_unlock(&lock);
}

// --- children ---

static int *slot_of(int child)
{
	for (int i = 0; i < MAX_CHILDREN; i++)
		if (children[i] == child)
			return &children[i];
	return NULL;
}

static int spawn(char *const argv[], const char *errors, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t defaults;
	posix_spawn_file_actions_init(&actions);
	if (errors)
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &original);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	int error = posix_spawnp(child, argv[0], &actions, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return error;
}

aw_status aw_work_spawn(const struct aw_words *command, const char *errors, int *child)
{
	pid_t process;
	struct aw_words argv = { 0 };
	aw_words_add_all(&argv, command);
	aw_words_add(&argv, NULL);
	pthread_mutex_lock(&lock);
	int *slot = slot_of(0);
	int error = slot ? spawn((char *const *)argv.items, errors, &process) : EAGAIN;
	if (!error)
		*slot = (int)process;
	pthread_mutex_unlock(&lock);
	aw_words_finish(&argv);
	if (error) {
		aw_fatal("Could not start '%s': %s", command->items[0], strerror(error));
		return AW_OPERATING_SYSTEM;
	}
	*child = (int)process;
	return AW_OK;
}

// Waits with WNOWAIT first, so that the number stays taken until its slot is free.
static bool reap(int child, bool block, int *code)
{
	siginfo_t info = { 0 };
	int result;
	do
		result = waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | (block ? 0 : WNOHANG));
	while (result && errno == EINTR);
	if (!result && !info.si_pid)
		return false;
	pthread_mutex_lock(&lock);
	int state = 0;
	pid_t ended = waitpid(child, &state, 0);
	int *slot = slot_of(child);
	if (slot)
		*slot = 0;
	pthread_mutex_unlock(&lock);
	*code = ended != child ? 1 : WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
	return true;
}

void aw_work_wait(int child, int *code)
{
	reap(child, true, code);
}

bool aw_work_poll(int child, int *code)
{
	return reap(child, false, code);
}

void aw_work_stop(int child)
{
	int code;
	kill(child, SIGTERM);
	aw_work_wait(child, &code);
}
