// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define THREADS 256

struct generator {
	uint v[5], d;
};

uint mix_bits(uint x)
{
	x = (x ^ x >> 16) * 0x7feb352du;
	x = (x ^ x >> 15) * 0x846ca68bu;
	return x ^ x >> 16;
}

float uniform_number(struct generator *state)
{
	uint t = state->v[0] ^ state->v[0] >> 2;
	for (int i = 0; i < 4; i++)
		state->v[i] = state->v[i + 1];
	state->v[4] = state->v[4] ^ state->v[4] << 4 ^ t ^ t << 1;
	state->d += 362437;
	return ((state->v[4] + state->d) >> 8) * (1.0f / (1 << 24));
}

__kernel void count_hits(__global int *hits, int samples, uint first)
{
	__local int all[THREADS];
	int item = get_local_id(0), inside = 0;
	struct generator state = { .d = 6615241 };
	for (int i = 0; i < 5; i++)
		state.v[i] = mix_bits((first + (uint)get_global_id(0)) * 5 + i) | 1;
	for (int i = 0; i < samples; i++) {
		float x = uniform_number(&state), y = uniform_number(&state);
		if (fma(x, x, y * y) < 1)
			inside++;
	}
	all[item] = inside;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int distance = THREADS / 2; distance > 0; distance /= 2) {
		if (item < distance)
			all[item] += all[item + distance];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (item == 0)
		hits[get_group_id(0)] = all[0];
}
