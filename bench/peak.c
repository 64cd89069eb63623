// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// peak PROGRAM [ARGUMENT]...: runs a program and prints its largest resident set in KiB.
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	(void)argc;
	pid_t child = fork();
	if (child == 0) {
		if (!freopen("/dev/null", "w", stdout))
			_exit(126);
		execv(argv[1], argv + 1);
		_exit(127);
	}
	int state;
	struct rusage usage;
	if (child < 0 || wait4(child, &state, 0, &usage) < 0 || !WIFEXITED(state) || WEXITSTATUS(state))
		return 1;
	printf("%ld\n", usage.ru_maxrss);
	return 0;
}
