#include "kernels/matmul/matmul_cublas.h"

#include "kernels/core/base/error.h"
#include "kernels/core/exec/cuda/cuda_check.h"

namespace livewarp {

namespace {

// cublas_api.h and library_types.h.
constexpr int as_it_lies = 0;                                               // CUBLAS_OP_N
constexpr int real_fp32 = 0, real_fp64 = 1, real_fp16 = 2, real_bf16 = 14;  // cudaDataType_t
constexpr int whole_int8 = 3, whole_int32 = 10;
constexpr int sums_fp32 = 68;  // CUBLAS_COMPUTE_32F: not in TF32
constexpr int sums_fp64 = 70, sums_int32 = 72;
constexpr int its_own_choice = -1;  // CUBLAS_GEMM_DEFAULT

struct StatusWords {
  int status;
  const char* words;
};
constexpr StatusWords statuses[] = {
    {1, "it could not begin to work on this GPU"},
    {3, "it has no memory for its own use"},
    {7, "it does not take these sizes"},
    {8, "it has no code for this GPU"},
    {13, "its kernel failed"},
    {14, "an internal operation failed"},
    {15, "it does not multiply such numbers"},
};

void check(const char* function, int status) {
  if (status != 0) throw Error(cublas_status_text(function, status));
}

#if LIVEWARP_HAS_CUDA
int current_device() {
  int device = 0;
  check_cuda(LIVEWARP_CUDA(cudaGetDevice, &device), "the device that cuBLAS works on");
  return device;
}
#else
int current_device() { return 0; }
#endif

}  // namespace

std::string cublas_status_text(const char* function, int status) {
  std::string text = std::string(function) + ": status " + std::to_string(status);
  for (const StatusWords& known : statuses)
    if (known.status == status) text += std::string(", ") + known.words;
  return text;
}

CublasProduct::CublasProduct(const Matmul::Step& step)
    : m(step.m), n(step.n), k(step.k), a_pitch(step.k), b_pitch(step.n), a(step.a), b(step.b),
      c(step.c), type(real_fp32), c_type(real_fp32), arithmetic(sums_fp32) {}

CublasProduct::CublasProduct(const Matmul::Step& step, const MatmulOperands& operands,
                             MatmulNumbers numbers)
    : CublasProduct(step) {
  a_pitch = operands.a_pitch, b_pitch = operands.b_pitch;
  a = operands.a, b = operands.b;
  switch (numbers) {
  case MatmulNumbers::fp32: break;
  case MatmulNumbers::fp16: type = real_fp16; break;
  case MatmulNumbers::bf16: type = real_bf16; break;
  case MatmulNumbers::fp64:
    type = c_type = real_fp64;
    arithmetic = sums_fp64;
    c = operands.result;
    break;
  case MatmulNumbers::int8:
    type = whole_int8;
    c_type = whole_int32;
    arithmetic = sums_int32;
    c = operands.result;
    break;
  }
}

Cublas::Cublas(const std::vector<std::string>& names) {
  library_.emplace(names,
                   LibraryAdvice{.title = "cuBLAS",
                                 .how = "install NVIDIA's cuBLAS, or pip install nvidia-cublas "
                                        "(nvidia-cublas-cu12 for CUDA 12) and set LD_LIBRARY_PATH",
                                 .versions = "cuBLAS 12 or 13"});
  const auto find = [&]<class F>(F*& function, const char* name) {
    function = reinterpret_cast<F*>(library_->find(name));
  };
  find(functions_.create, "cublasCreate_v2");
  find(functions_.destroy, "cublasDestroy_v2");
  find(functions_.set_stream, "cublasSetStream_v2");
  find(functions_.multiply, "cublasGemmEx");
}

// Not at the end of the program, when the driver may be gone: see `cublas`.
Cublas::~Cublas() {
  for (const auto& [device, handle] : handles_) functions_.destroy(handle);
}

void* Cublas::handle_of(int device) const {
  if (const auto found = handles_.find(device); found != handles_.end()) return found->second;
  void* handle = nullptr;
  check("cublasCreate", functions_.create(&handle));
  return handles_[device] = handle;
}

// Lesson cublas: The vendor's library, one call: it knows hundreds of kernels, and takes by size
// and GPU which of them, with which tiles, and whether k is split. In fp32 it computes with the
// same units as the variants before, so that the distance to them is craft. It may use tensor cores
// with operands of 11 bits (TF32) only where one allows it, which is not so here.
//
// It holds matrices column by column. What lies row by row is to it the transposed matrix: it is
// asked for B A, and leaves C's rows where they belong. In fp64 it uses the tensor cores of data
// centres, for int8 all of them have; sums of int8 are exact.
void Cublas::multiply(const CublasProduct& product, void* stream) const {
  if (library_) library_->require();
  const std::scoped_lock lock(calling_);
  void* const handle = handle_of(current_device());
  check("cublasSetStream", functions_.set_stream(handle, stream));
  const auto call = [&](const auto& one, const auto& zero) {
    check("cublasGemmEx",
          functions_.multiply(handle, as_it_lies, as_it_lies, product.n, product.m, product.k, &one,
                              product.b, product.type, product.b_pitch, product.a, product.type,
                              product.a_pitch, &zero, product.c, product.c_type, product.n,
                              product.arithmetic, its_own_choice));
  };
  // The factors are of the numbers that are summed.
  if (product.arithmetic == sums_fp64)
    call(1.0, 0.0);
  else if (product.arithmetic == sums_int32)
    call(1, 0);
  else
    call(1.0f, 0.0f);
}

// Lesson cublas-fp16: The same call with operands in binary16 or bfloat16, for tensor cores; on
// Hopper by wgmma, whose operands come from shared memory without passing through registers. Sums
// and C are fp32, and A and B are rounded once, before the first step, as for the variants by
// tensor cores here. At 8,192 it is some ten times as fast as fp32: is the error worth that?
const Cublas& cublas() {
  static const Cublas* const library =
      new Cublas({"libcublas.so.13", "libcublas.so.12", "libcublas.so"});  // lives on
  return *library;
}

}  // namespace livewarp
