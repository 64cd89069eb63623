// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA Driver API, "Coredump Attributes Control API".
#include "../core/core_dump.h"
#include "cu_result.h"

static aw_status of_current(bool set, int attribute, void *value, size_t *size)
{
	struct aw_core_dump dump = { false, set, attribute, value, size };
	struct aw_context *context;
	aw_status status = aw_core_context_current(&context);
	return status == AW_OK ? aw_core_dump(context, &dump) : status;
}

static aw_status of_all(bool set, int attribute, void *value, size_t *size)
{
	struct aw_core_dump dump = { true, set, attribute, value, size };
	return aw_core_dump_global(&dump);
}

CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, void *value, size_t *size)
{
	return AW_CU_CONTEXT_CALL(of_current(false, (int)attrib, value, size));
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, void *value, size_t *size)
{
	return AW_CU_CONTEXT_CALL(of_current(true, (int)attrib, value, size));
}

CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size)
{
	return AW_CU_CALL(of_all(false, (int)attrib, value, size));
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, void *value, size_t *size)
{
	return AW_CU_CALL(of_all(true, (int)attrib, value, size));
}
