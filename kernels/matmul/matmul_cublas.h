// NVIDIA's library of linear algebra, cuBLAS: found at run time, and described here as far as a
// product of matrices calls it, after docs.nvidia.com/cuda/cublas.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/base/runtime_library.h"
#include "kernels/matmul/matmul_operands.h"

namespace livewarp {

/// The functions that are called; each returns a status, 0 if all is well.
struct CublasFunctions {
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*set_stream)(void* handle, void* stream) = nullptr;
  /// cublasGemmEx, whose matrices are columns one after another.
  int (*multiply)(void* handle, int turn_a, int turn_b, int m, int n, int k, const void* alpha,
                  const void* a, int a_type, int a_pitch, const void* b, int b_type, int b_pitch,
                  const void* beta, void* c, int c_type, int c_pitch, int arithmetic,
                  int algorithm) = nullptr;
};

/// What a status says: "cublasGemmEx: status 13, ...".
std::string cublas_status_text(const char* function, int status);

/// A product, with all that the call needs.
struct CublasProduct {
  int m, n, k, a_pitch, b_pitch;
  const void *a, *b;
  void* c;
  int type, c_type;  ///< of A and B, and of C: cudaDataType_t
  int arithmetic;    ///< cublasComputeType_t

  explicit CublasProduct(const Matmul::Step& step);
  CublasProduct(const Matmul::Step& step, const MatmulOperands& operands, MatmulNumbers numbers);
};

/// The library, with what it keeps for each device. Calls may come from any thread.
class Cublas {
 public:
  /// Takes the first of these file names that is there.
  explicit Cublas(const std::vector<std::string>& names);
  /// These functions stand for it.
  explicit Cublas(const CublasFunctions& functions) : functions_(functions) {}
  ~Cublas();
  Cublas(const Cublas&) = delete;
  Cublas& operator=(const Cublas&) = delete;

  /// Why it cannot be called, and what to do; empty if it can.
  std::string missing() const { return library_ ? library_->missing() : std::string(); }
  /// Puts the work on a `cudaStream_t` of the current device. Throws `Error`.
  void multiply(const CublasProduct& product, void* stream) const;

 private:
  void* handle_of(int device) const;

  std::optional<RuntimeLibrary> library_;
  CublasFunctions functions_;
  mutable std::mutex calling_;
  mutable std::map<int, void*> handles_;  ///< by device
};

/// This machine's, looked for at the first call.
const Cublas& cublas();

}  // namespace livewarp
