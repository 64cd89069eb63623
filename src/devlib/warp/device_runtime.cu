// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What device code may call of the runtime (include/anywarp/device_launch.h): the CPU's way.  There a grid has ended when its
// launch returns, so streams and events have nothing to keep, handles are numbers that nothing looks at, and copies are
// done at once.  src/devlib/ptx/device_launch.cu has the functions of GPUs in their place.
#include "../math/math_internal.h"

enum { SOME_HANDLE = 0x10 };

AW_API i32 __aw_device_synchronize(void) { return 0; }

AW_API i32 __aw_device_number(i32 *device)
{
	*device = 0;
	return 0;
}

AW_API i32 __aw_device_stream_create(void **stream, u32)
{
	*stream = (void *)(u64)SOME_HANDLE;
	return 0;
}

AW_API i32 __aw_device_stream_destroy(void *) { return 0; }

AW_API i32 __aw_device_stream_wait(void *, void *, u32) { return 0; }

AW_API i32 __aw_device_event_create(void **event, u32)
{
	*event = (void *)(u64)SOME_HANDLE;
	return 0;
}

AW_API i32 __aw_device_event_record(void *, void *) { return 0; }

AW_API i32 __aw_device_event_destroy(void *) { return 0; }

AW_API i32 __aw_device_copy(void *to, const void *from, u64 size, u32, void *)
{
	__builtin_memcpy(to, from, size);
	return 0;
}

AW_API i32 __aw_device_fill(void *to, i32 value, u64 size, void *)
{
	__builtin_memset(to, value, size);
	return 0;
}
