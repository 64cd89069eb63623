// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LINK: -lcusparse -lnvrtc
//
// cuSPARSE's products with functions of the program: shortest ways (minimum of sums) by SpMMOp, epilogues with variables by SpMVOp.
#include <nvrtc.h>

#include <string>

#include "api/cusparse/matrices.h"

enum { ROWS = 33, COLS = 20, RIGHT = 6 };

static std::string compile(const char *source)
{
	nvrtcProgram program;
	const char *options[] = { "-rdc=true", "-dlto", "-arch=compute_80" };
	size_t size = 0;
	CHECK(nvrtcCreateProgram(&program, source, nullptr, 0, nullptr, nullptr) == NVRTC_SUCCESS);
	CHECK(nvrtcCompileProgram(program, 3, options) == NVRTC_SUCCESS);
	CHECK(nvrtcGetLTOIRSize(program, &size) == NVRTC_SUCCESS);
	std::string module(size, 0);
	CHECK(nvrtcGetLTOIR(program, &module[0]) == NVRTC_SUCCESS && nvrtcDestroyProgram(&program) == NVRTC_SUCCESS);
	return module;
}

static void test_matrices(int base, bool turned, cusparseOrder_t order)
{
	const std::string add = compile("__device__ double add_op(double a, double b) { return a < b ? a : b; }"),
		multiply = compile("__device__ double mul_op(double a, double b) { return a + b; }"),
		end = compile("__device__ double epilogue(double sum, double old) { return sum * 2 + old; }");
	matrix a = random_matrix<double>(ROWS, COLS, 3), b = random_matrix<double>(COLS, RIGHT, 1), c = random_matrix<double>(ROWS, RIGHT, 1);
	for (int i = 0; i < ROWS; i++)
		a(i, i % COLS) = 5; // no row is empty
	sparse<double> sa(a, base);
	double *db = managed<double>(COLS * RIGHT), *dc = managed<double>((ROWS + 3) * (RIGHT + 3));
	int b_ld = turned ? RIGHT : COLS, c_ld = order == CUSPARSE_ORDER_COL ? ROWS + 3 : RIGHT + 3;
	for (int i = 0; i < COLS; i++)
		for (int j = 0; j < RIGHT; j++)
			db[turned ? j + i * RIGHT : i + j * COLS] = b(i, j).real();
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < RIGHT; j++)
			dc[order == CUSPARSE_ORDER_COL ? i + j * c_ld : i * c_ld + j] = c(i, j).real();
	cusparseDnMatDescr_t from, to;
	DONE(cusparseCreateDnMat(&from, turned ? RIGHT : COLS, turned ? COLS : RIGHT, b_ld, db, CUDA_R_64F, CUSPARSE_ORDER_COL));
	DONE(cusparseCreateDnMat(&to, ROWS, RIGHT, c_ld, dc, CUDA_R_64F, order));
	cusparseSpMMOpPlan_t plan;
	size_t size = 0;
	DONE(cusparseSpMMOp_createPlan(handle, &plan, CUSPARSE_OPERATION_NON_TRANSPOSE,
		turned ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE, sa.generic, from, to, CUDA_R_64F, CUSPARSE_SPMM_OP_ALG_DEFAULT,
		add.data(), add.size(), multiply.data(), multiply.size(), end.data(), end.size(), &size));
	DONE(cusparseSpMMOp(plan, managed<char>(size)));
	for (int i = 0; i < ROWS; i++)
		for (int j = 0; j < RIGHT; j++) {
			double least = INFINITY;
			for (int k = 0; k < COLS; k++)
				if (a(i, k) != number(0))
					least = std::min(least, a(i, k).real() + b(k, j).real());
			CHECK(std::abs(dc[order == CUSPARSE_ORDER_COL ? i + j * c_ld : i * c_ld + j] - (least * 2 + c(i, j).real())) < 1e-12);
		}
	DONE(cusparseSpMMOp_destroyPlan(plan));
	CHECK(cusparseSpMMOp_createPlan(handle, &plan, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, sa.generic, from, to, CUDA_R_64F,
		CUSPARSE_SPMM_OP_ALG_DEFAULT, add.data(), add.size(), multiply.data(), multiply.size(), end.data(), end.size(), &size) !=
		CUSPARSE_STATUS_SUCCESS);
}

template <typename T> void test_vectors(const char *epilogue)
{
	const std::string module = epilogue ? compile(epilogue) : std::string();
	matrix a = random_matrix<T>(ROWS, COLS, 3), x = random_matrix<T>(COLS, 1, 1), y = random_matrix<T>(ROWS, 1, 1), product = a * x;
	sparse<T> sa(a, 1);
	T *z = managed<T>(ROWS), alpha = 2, beta = -1, factors[2] = { 3, 4 };
	cusparseDnVecDescr_t vx, vy, vz;
	DONE(cusparseCreateDnVec(&vx, COLS, by_columns<T>(x), format<T>::type));
	DONE(cusparseCreateDnVec(&vy, ROWS, by_columns<T>(y), format<T>::type));
	DONE(cusparseCreateDnVec(&vz, ROWS, z, format<T>::type));
	cusparseSpMVOpDescr_t descr;
	cusparseSpMVOpPlan_t plan;
	size_t size = 0;
	cusparseOperation_t stands = CUSPARSE_OPERATION_NON_TRANSPOSE;
	DONE(cusparseSpMVOp_bufferSize(handle, stands, sa.generic, vx, vy, vz, format<T>::type, CUSPARSE_SPMVOP_ALG_DEFAULT, &size));
	DONE(cusparseSpMVOp_createDescr(handle, &descr, stands, sa.generic, vx, vy, vz, format<T>::type, CUSPARSE_SPMVOP_ALG_DEFAULT,
		managed<char>(size)));
	DONE(cusparseSpMVOp_createPlan(handle, descr, &plan, epilogue ? module.data() : nullptr, module.size()));
	if (epilogue) {
		DONE(cusparseSpMVOp_setGlobalUserData(handle, plan, "factors", factors, sizeof(factors)));
		CHECK(cusparseSpMVOp_setGlobalUserData(handle, plan, "none", factors, sizeof(factors)) == CUSPARSE_STATUS_INVALID_VALUE);
	}
	DONE(cusparseSpMVOp(handle, plan, &alpha, &beta, vx, vy, vz));
	for (int i = 0; i < ROWS; i++) {
		double wanted = 2 * product(i, 0).real() - y(i, 0).real();
		CHECK(std::abs(z[i] - (epilogue ? wanted * factors[i % 2] : wanted)) < format<T>::tolerance);
	}
	CHECK(cusparseSpMVOp(handle, plan, &alpha, &beta, vy, vy, vz) == CUSPARSE_STATUS_INVALID_VALUE);
	DONE(cusparseSpMVOp_destroyPlan(plan));
	DONE(cusparseSpMVOp_destroyDescr(descr));
}

// A handle whose stream is gone already.
static void test_handle()
{
	cusparseHandle_t other;
	cudaStream_t stream;
	DONE(cusparseCreate(&other));
	CHECK(cudaStreamCreate(&stream) == cudaSuccess && cusparseSetStream(other, stream) == CUSPARSE_STATUS_SUCCESS);
	CHECK(cudaStreamDestroy(stream) == cudaSuccess && cusparseDestroy(other) == CUSPARSE_STATUS_SUCCESS);
	cudaGetLastError();
}

int main()
{
	DONE(cusparseCreate(&handle));
	test_matrices(0, false, CUSPARSE_ORDER_ROW);
	test_matrices(1, true, CUSPARSE_ORDER_COL);
	test_vectors<double>("__constant__ double factors[2]; __device__ double spmvop_epilogue(int row, double x) { return factors[row % 2] * x; }");
	test_vectors<float>(nullptr);
	test_handle();
	DONE(cusparseDestroy(handle));
	return unit_finish();
}
