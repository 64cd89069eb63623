// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages lie one behind the other in a ring of text, as large as a driver's.
#include "logs.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../base/log_listen.h"

enum { MOST_BYTES = 25600, MOST_MESSAGES = 256 };

struct listener {
	struct listener *next;
	aw_logs_function function;
	void *user;
};

static struct {
	pthread_mutex_t lock;
	char *messages[MOST_MESSAGES]; // number N lies at N % MOST_MESSAGES
	uint32_t first, next;          // numbers of those that are kept
	size_t bytes;
	struct listener *listeners;
} logs = { .lock = PTHREAD_MUTEX_INITIALIZER };

static char *message_at(uint32_t number)
{
	return logs.messages[number % MOST_MESSAGES];
}

static void drop_first(void)
{
	char *message = message_at(logs.first++);
	logs.bytes -= strlen(message);
	free(message);
}

static void keep(char *message, size_t length)
{
	while (logs.first != logs.next && (logs.next - logs.first == MOST_MESSAGES || logs.bytes + length > MOST_BYTES))
		drop_first();
	logs.messages[logs.next++ % MOST_MESSAGES] = message;
	logs.bytes += length;
}

// "[hour:minute:second.millisecond][thread][CUDA][E] text", as drivers write it.
static char *make_message(enum aw_log_level level, const char *text)
{
	struct timespec now;
	struct tm local;
	char *made = NULL;
	clock_gettime(CLOCK_REALTIME, &now);
	localtime_r(&now.tv_sec, &local);
	int length = asprintf(&made, "[%02d:%02d:%02d.%03ld][%lu][CUDA][%c] %s\n", local.tm_hour, local.tm_min, local.tm_sec,
	                      now.tv_nsec / 1000000, (unsigned long)pthread_self(), level == AW_LOG_ERROR ? 'E' : 'W', text);
	return length < 0 ? NULL : made;
}

// Who listens is told the text alone.
static void hear(enum aw_log_level level, const char *layer, const char *text)
{
	char *message = make_message(level, text);
	(void)layer;
	if (!message)
		return;
	size_t length = strlen(message), own = strlen(text);
	assert(length > own);
	pthread_mutex_lock(&logs.lock);
	message[length - 1] = 0;
	for (struct listener *listener = logs.listeners; listener; listener = listener->next)
		listener->function(listener->user, level, message + length - 1 - own, own);
	message[length - 1] = '\n';
	keep(message, length);
	pthread_mutex_unlock(&logs.lock);
}

__attribute__((constructor)) static void begin(void)
{
	aw_log_listen(hear);
}

aw_status aw_core_logs_register(aw_logs_function function, void *user, void **handle)
{
	struct listener *made = function && handle ? malloc(sizeof(*made)) : NULL;
	if (!made)
		return function && handle ? AW_NO_MEMORY : AW_INVALID_VALUE;
	pthread_mutex_lock(&logs.lock);
	*made = (struct listener){ logs.listeners, function, user };
	logs.listeners = made;
	pthread_mutex_unlock(&logs.lock);
	*handle = made;
	return AW_OK;
}

aw_status aw_core_logs_unregister(void *handle)
{
	pthread_mutex_lock(&logs.lock);
	struct listener **link = &logs.listeners, *found;
	while (*link && *link != handle)
		link = &(*link)->next;
	found = *link;
	if (found)
		*link = found->next;
	pthread_mutex_unlock(&logs.lock);
	free(found);
	return found ? AW_OK : AW_INVALID_VALUE;
}

aw_status aw_core_logs_current(uint32_t *number, unsigned flags)
{
	if (!number || flags)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&logs.lock);
	*number = logs.next;
	pthread_mutex_unlock(&logs.lock);
	return AW_OK;
}

// With the lock held: the first message to be told, and whether some before it are lost.
static uint32_t begin_at(const uint32_t *number, bool *lost)
{
	uint32_t wanted = number ? *number : 0;
	*lost = (int32_t)(wanted - logs.first) < 0;
	return *lost ? logs.first : (int32_t)(wanted - logs.next) > 0 ? logs.next : wanted;
}

static const char truncated[] = "[CUDA][W] earlier messages are left out\n";

aw_status aw_core_logs_to_file(uint32_t *number, const char *path, unsigned flags)
{
	bool lost;
	FILE *file = path && !flags ? fopen(path, "w") : NULL;
	if (!file)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&logs.lock);
	uint32_t at = begin_at(number, &lost);
	bool good = !lost || fputs(truncated, file) >= 0;
	for (; at != logs.next; at++)
		good = good && fputs(message_at(at), file) >= 0;
	if (number)
		*number = at;
	pthread_mutex_unlock(&logs.lock);
	good = fclose(file) == 0 && good;
	return good ? AW_OK : AW_INVALID_VALUE;
}

// From which message on all fit into SIZE bytes with what is told of those that don't.
static uint32_t fit(uint32_t from, bool *lost, size_t size)
{
	uint32_t at = logs.next;
	size_t used = 1;
	while (at != from && used + strlen(message_at(at - 1)) <= size)
		used += strlen(message_at(--at));
	*lost |= at != from;
	for (; *lost && at != logs.next && used + sizeof(truncated) - 1 > size; at++)
		used -= strlen(message_at(at));
	return at;
}

static aw_status write_to(uint32_t *number, char *buffer, size_t *size)
{
	bool lost;
	uint32_t from = begin_at(number, &lost), at = fit(from, &lost, *size);
	char *end = buffer;
	*size = 0;
	*buffer = 0;
	if (at == logs.next && from != logs.next)
		return AW_INVALID_VALUE;
	if (lost && at != logs.next)
		end = stpcpy(end, truncated);
	for (; at != logs.next; at++)
		end = stpcpy(end, message_at(at));
	if (number)
		*number = at;
	*size = (size_t)(end - buffer);
	return AW_OK;
}

aw_status aw_core_logs_to_memory(uint32_t *number, char *buffer, size_t *size, unsigned flags)
{
	if (!buffer || !size || !*size || flags)
		return AW_INVALID_VALUE;
	pthread_mutex_lock(&logs.lock);
	aw_status status = write_to(number, buffer, size);
	pthread_mutex_unlock(&logs.lock);
	return status;
}
