// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: cudart
// EXPECT: ^anywarp: error: runtime: cudaGetExportTable: the tables of private functions are not supported$
//
// What isn't offered names itself and returns "not supported".
#include "../support/api_test.h"

int main(void)
{
	const void *table = NULL;
	const cudaUUID_t id = { { 0 } };
	RETURNS(cudaErrorNotSupported, cudaGetExportTable(&table, &id));
	CHECK(table == NULL);
	return unit_finish();
}
