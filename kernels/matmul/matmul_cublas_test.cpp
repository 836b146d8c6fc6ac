// The library without one: what is said where it is missing, and what it is told, by functions in
// its place.
#include "kernels/matmul/matmul_cublas.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"
#include "kernels/core/testing/variants_test.h"
#include "kernels/emulator/run/emulator_exec.h"
#include "kernels/matmul/matmul_variants_operands.h"

namespace livewarp {

std::unique_ptr<Workload> make_matmul();

namespace {

/// What was called last, and how the functions answer.
struct Double {
  int created = 0, destroyed = 0, calls = 0;
  int create_status = 0, stream_status = 0, status = 0;
  void* stream = nullptr;
  int arithmetic = 0, algorithm = 0;
};
Double& the_double() {
  static Double one;
  return one;
}

/// A number of a matrix of columns of `pitch`; the types are those of library_types.h.
double number_of(const void* matrix, int type, int pitch, int row, int column) {
  const std::int64_t at = row + std::int64_t(column) * pitch;
  switch (type) {
  case 1: return static_cast<const double*>(matrix)[at];
  case 2: return double(to_float(static_cast<const Half*>(matrix)[at]));
  case 3: return static_cast<const std::int8_t*>(matrix)[at];
  case 14:
    return double(
        std::bit_cast<float>(std::uint32_t(static_cast<const std::uint16_t*>(matrix)[at]) << 16));
  default: EXPECT_EQ(type, 0) << "fp32"; return static_cast<const float*>(matrix)[at];
  }
}
/// A factor, in what the sums are in, as cublas_api.h calls it.
double factor_of(const void* factor, int arithmetic) {
  if (arithmetic == 70) return *static_cast<const double*>(factor);
  if (arithmetic == 72) return *static_cast<const std::int32_t*>(factor);
  return double(*static_cast<const float*>(factor));
}
void put(void* c, int type, std::int64_t at, double sum) {
  if (type == 1)
    static_cast<double*>(c)[at] = sum;
  else if (type == 10)
    static_cast<std::int32_t*>(c)[at] = std::int32_t(sum);
  else
    static_cast<float*>(c)[at] = float(sum);
}

CublasFunctions functions() {
  the_double() = {};
  CublasFunctions all;
  all.create = [](void** handle) {
    *handle = &the_double();
    ++the_double().created;
    return the_double().create_status;
  };
  all.destroy = [](void* handle) {
    EXPECT_EQ(handle, &the_double());
    ++the_double().destroyed;
    return 0;
  };
  all.set_stream = [](void* handle, void* stream) {
    EXPECT_EQ(handle, &the_double());
    the_double().stream = stream;
    return the_double().stream_status;
  };
  all.multiply = [](void*, int turn_a, int turn_b, int m, int n, int k, const void* alpha,
                    const void* a, int a_type, int a_pitch, const void* b, int b_type, int b_pitch,
                    const void* beta, void* c, int c_type, int c_pitch, int arithmetic,
                    int algorithm) {
    EXPECT_EQ(turn_a + turn_b, 0);
    EXPECT_EQ(factor_of(alpha, arithmetic), 1);
    EXPECT_EQ(factor_of(beta, arithmetic), 0);
    EXPECT_EQ(c_type, arithmetic == 70 ? 1 : arithmetic == 72 ? 10 : 0);
    EXPECT_GE(a_pitch, m);
    EXPECT_GE(b_pitch, k);
    EXPECT_GE(c_pitch, m);
    ++the_double().calls;
    the_double().arithmetic = arithmetic;
    the_double().algorithm = algorithm;
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        double sum = 0;
        for (int p = 0; p < k; ++p)
          sum += number_of(a, a_type, a_pitch, row, p) * number_of(b, b_type, b_pitch, p, column);
        put(c, c_type, row + std::int64_t(column) * c_pitch, sum);
      }
    return the_double().status;
  };
  return all;
}

class MatmulCublas : public testing::Test {
 protected:
  const VariantInfo& variant(const std::string& name) const { return *workload_->find(name); }

  /// A step by the functions in the library's place.
  HostState multiplied(const Cublas& library, const Values& values, const HostState& start,
                       MatmulNumbers numbers, void* stream = nullptr) const {
    const auto problem = Matmul::Problem::from(values);
    HostState state = start;
    std::ranges::fill(state.fields[2], std::byte{0xFF});
    const MatmulOperands sizes(numbers, problem.m, problem.n, problem.k, nullptr);
    std::vector<std::uint64_t> scratch(sizes.bytes / 8 + 1, ~std::uint64_t{});
    StepMemory memory;
    for (auto& field : state.fields) memory.in.push_back(field.data());
    memory.out = memory.in;
    memory.scratch = scratch.data();
    const Matmul::Step step = Matmul::bind(problem, memory);
    const auto exec = make_emulator_exec();
    if (numbers == MatmulNumbers::fp32) {
      library.multiply(CublasProduct(step), stream);
      return state;
    }
    const MatmulOperands operands = matmul::operands_of(step, numbers, *exec);
    library.multiply(CublasProduct(step, operands, numbers), stream);
    matmul::finish(step, numbers, operands, *exec);
    return state;
  }

  const std::unique_ptr<Workload> workload_ = make_matmul();
#if LIVEWARP_HAS_CUDA
  const Fault device_{"cudaGetDevice", 0, 0, 1000};  // answers 0 where there is no driver
#endif
};

TEST_F(MatmulCublas, NeedsAGpuAndItsLibrary) {
  for (const char* const name : {"cublas", "cublas-fp16"}) {
    EXPECT_EQ(variant(name).library, "cuBLAS");
    EXPECT_EQ(unavailable_reason(variant(name), Executor::emulator, Machine()),
              "needs a GPU: its library runs nowhere else");
    Machine machine;
    machine.gpus = {GpuInfo{.name = "Test GPU", .major = 9}};
    EXPECT_EQ(unavailable_reason(variant(name), Executor::cuda, machine), cublas().missing());
  }
}

TEST_F(MatmulCublas, AMissingLibraryIsNamedWithWhatToDo) {
  const Cublas none({"libno-such-cublas.so.13", "libno-such-cublas.so"});
  EXPECT_EQ(none.missing(),
            "libno-such-cublas.so.13 was not found: install NVIDIA's cuBLAS, or pip install "
            "nvidia-cublas (nvidia-cublas-cu12 for CUDA 12) and set LD_LIBRARY_PATH");
  const Cublas other({"libm.so.6"});
  EXPECT_NE(other.missing().find("has no cublasCreate_v2: install cuBLAS 12 or 13"),
            std::string::npos)
      << other.missing();
  const Values values = default_choice(*workload_, "cublas", Backend::cuda).problem;
  const Values small =
      changed(values, {{"m", std::int64_t{2}}, {"n", std::int64_t{3}}, {"k", std::int64_t{4}}});
  const HostState start = workload_->initial_state(small);
  EXPECT_THROW(multiplied(none, small, start, MatmulNumbers::fp32), Error);
  EXPECT_THROW(multiplied(other, small, start, MatmulNumbers::fp16), Error);
}

// It holds matrices by columns, and is asked so that rows come out of it.
TEST_F(MatmulCublas, IsRightAtAllSizesOfAVerification) {
  const Cublas library(functions());
  EXPECT_EQ(library.missing(), "");
  using enum MatmulNumbers;
  const std::pair<MatmulNumbers, int> all[] = {
      {fp32, 68}, {fp64, 70}, {fp16, 68}, {bf16, 68}, {int8, 72}};
  for (const auto& [numbers, arithmetic] : all) {
    const Choice choice = default_choice(*workload_, "cublas", Backend::cuda);
    int products = 0;
    for (const Values& values : workload_->check_problems(choice)) {
      if (!operand_refusal(Matmul::Problem::from(values), numbers).empty()) continue;
      ++products;
      const HostState start = workload_->initial_state(values);
      const HostState out = multiplied(library, values, start, numbers);
      for (const Discrepancy& found : workload_->compare(values, start, out, {}, Job{}))
        EXPECT_TRUE(found.within(operand_tolerance(numbers)))
            << int(numbers) << " " << found.rms() << " " << found.worst();
      EXPECT_EQ(the_double().arithmetic, arithmetic) << "sums in fp32 are not in TF32";
      EXPECT_EQ(the_double().algorithm, -1);
    }
    EXPECT_GE(products, 10) << int(numbers);
  }
  EXPECT_EQ(the_double().created, 1) << "one for the device";
}

TEST_F(MatmulCublas, WorksOnTheStreamAndEndsWhatItBegan) {
  const Values values =
      changed(default_choice(*workload_, "cublas", Backend::cuda).problem,
              {{"m", std::int64_t{2}}, {"n", std::int64_t{3}}, {"k", std::int64_t{4}}});
  const HostState start = workload_->initial_state(values);
  {
    const Cublas library(functions());
    int stream = 0;
    multiplied(library, values, start, MatmulNumbers::fp32, &stream);
    EXPECT_EQ(the_double().stream, &stream);
    EXPECT_EQ(the_double().destroyed, 0);
  }
  EXPECT_EQ(the_double().destroyed, 1);
}

TEST_F(MatmulCublas, AStatusIsThrownInWords) {
  const Values values =
      changed(default_choice(*workload_, "cublas", Backend::cuda).problem,
              {{"m", std::int64_t{2}}, {"n", std::int64_t{3}}, {"k", std::int64_t{4}}});
  const HostState start = workload_->initial_state(values);
  const auto said = [&](const Cublas& library) -> std::string {
    try {
      multiplied(library, values, start, MatmulNumbers::fp32);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const Cublas library(functions());
  the_double().create_status = 3;
  EXPECT_EQ(said(library), "cublasCreate: status 3, it has no memory for its own use");
  the_double().create_status = 0;
  the_double().stream_status = 7;
  EXPECT_EQ(said(library), "cublasSetStream: status 7, it does not take these sizes");
  the_double().stream_status = 0;
  the_double().status = 15;
  EXPECT_EQ(said(library), "cublasGemmEx: status 15, it does not multiply such numbers");
  the_double().status = 99;
  EXPECT_EQ(said(library), "cublasGemmEx: status 99");
  the_double().status = 0;
  EXPECT_EQ(said(library), "") << "what failed does no harm to the next call";
  EXPECT_EQ(the_double().created, 2) << "the first one failed";
}

#if LIVEWARP_HAS_CUDA
TEST_F(MatmulCublas, ADeviceThatDoesNotAnswerIsAnError) {
  const Fault gone("cudaGetDevice");
  const Values values = default_choice(*workload_, "cublas", Backend::cuda).problem;
  const Values small =
      changed(values, {{"m", std::int64_t{1}}, {"n", std::int64_t{1}}, {"k", std::int64_t{1}}});
  const Cublas library(functions());
  const HostState start = workload_->initial_state(small);
  EXPECT_THROW(multiplied(library, small, start, MatmulNumbers::fp32), Error);
}
#endif

}  // namespace
}  // namespace livewarp
