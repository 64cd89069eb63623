// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytes and a file descriptor from one process to another.
#ifndef AW_TESTS_API_CARRY_H
#define AW_TESTS_API_CARRY_H

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/support/api_test.h"

// Sends SIZE bytes of DATA and FILE over SOCKET, or receives both.
static inline void carry(int socket, bool send, void *data, size_t size, int *file)
{
	char room[CMSG_SPACE(sizeof(int))] = {};
	struct iovec part = { data, size };
	struct msghdr message = {};
	message.msg_iov = &part;
	message.msg_iovlen = 1;
	message.msg_control = room;
	message.msg_controllen = sizeof(room);
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), file, sizeof(int));
	CHECK_EQUAL(send ? sendmsg(socket, &message, 0) : recvmsg(socket, &message, 0), (ssize_t)size);
	if (!send)
		memcpy(file, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(int));
}

#endif
