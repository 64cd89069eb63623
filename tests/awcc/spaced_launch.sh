# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Launches with blanks in their brackets, in the source, in a macro, over lines and in a header; what
# only looks like one stays as it is; messages name the user's files, lines and columns.
cat >inc.h <<'END'
template <class T> void go(T *p) { set<T> <<< 2, 3 >> >(p, 7); }
END
cat >spaced.cu <<'END'
#include <stdio.h>
#include <vector>
template <class T> __global__ void set(T *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
#include "inc.h"
#define LAUNCH(g, b) set<int> << < g, b >> >
// a << < comment > >> (
const char *text = "x << <1, 2>> >(y)", quote = '"';
const char *raw = R"x(" << <1>> >()x";
int big = 1'000;
int main()
{
	std::vector<std::vector<std::vector<int>> > v(3 > 2 ? 1 : 2);
	int *p, h[12];
	cudaMalloc(&p, sizeof h);
	set<int> << < dim3(2, (1 << 0)),
	   (4 >> 1), 0 >> > (p, 5);
	LAUNCH(1, 2) (p + 4, 6);
	go(p + 6);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	for (int i : h)
		printf("%d ", i);
	printf("%s %s %zu\n", text, raw, v.size());
	return 0;
}
END
set -e
"$AWCC" -std=c++17 spaced.cu -o spaced
[ "$(./spaced)" = '5 5 5 5 6 6 7 7 7 7 7 7 x << <1, 2>> >(y) " << <1>> >( 1' ]
mkdir library && mv inc.h library && "$AWCC" -std=c++17 -I library -c spaced.cu && mv library/inc.h .
mkdir real && ln -s real linked && cp spaced.cu inc.h real && (cd linked && "$AWCC" -std=c++17 -c spaced.cu)
echo 'void f(int *p) { set<int> << <1, 2>> >(p, wrong); }' >>spaced.cu
if "$AWCC" -std=c++17 -c spaced.cu 2>messages; then exit 1; fi
grep -q "^spaced.cu:25:43: error: use of undeclared identifier 'wrong'" messages
