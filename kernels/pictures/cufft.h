// cuFFT, the vendor's Fourier transforms: found at run time, and described here as far as workloads
// call it, after docs.nvidia.com/cuda/cufft.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/core/base/runtime_library.h"

namespace livewarp {

/// Its functions; each returns a status, 0 if all is well. A plan is a number, a type too.
struct CufftFunctions {
  int (*create)(int* plan) = nullptr;
  int (*set_auto_allocation)(int plan, int allocate) = nullptr;
  int (*make_plan_many)(int plan, int rank, int* lengths, int* in_embed, int in_stride,
                        int in_distance, int* out_embed, int out_stride, int out_distance, int type,
                        int count, std::size_t* work_bytes) = nullptr;
  int (*set_work_area)(int plan, void* work) = nullptr;
  int (*set_stream)(int plan, void* stream) = nullptr;
  int (*exec_c2c)(int plan, void* in, void* out, int direction) = nullptr;
  int (*destroy)(int plan) = nullptr;
};

/// What a status other than 0 says: "cufftExecC2C: status 6, ...".
std::string cufft_status_text(const char* function, int status);

/// Planes of complex numbers one behind another, each row by row without padding.
struct CufftShape {
  int width = 1, height = 1, planes = 1;
  bool operator==(const CufftShape&) const = default;
};

/// Neither direction scales: there and back is the same times width x height.
enum class CufftDirection { forward = -1, inverse = 1 };

/// Owner of a plan for transforms in two dimensions and fp32, in place, on the device that is
/// present when it is made. A plan takes milliseconds to make, and must not be made while a stream
/// is recorded. Threads may share it: cuFFT lets transforms of one plan overlap on a device as long
/// as each has a work area of its own.
class CufftPlan {
 public:
  /// Throws `Error`.
  CufftPlan(const CufftFunctions& functions, const CufftShape& shape);
  ~CufftPlan();
  CufftPlan(const CufftPlan&) = delete;
  CufftPlan& operator=(const CufftPlan&) = delete;

  /// Of device memory, which a transform needs beside the planes.
  std::size_t work_bytes() const { return work_bytes_; }
  /// Puts a transform of pairs of floats on a `cudaStream_t`. Throws `Error`.
  void transform(void* planes, void* work, CufftDirection direction, void* stream) const;

 private:
  void make(const CufftShape& shape);

  CufftFunctions functions_;
  int plan_ = 0;
  std::size_t work_bytes_ = 0;
  mutable std::mutex in_use_;  ///< from the choice of stream and work area to the call
};

/// The library, and the plans that were asked for last.
class Cufft {
 public:
  /// Takes the first of these file names that is there.
  explicit Cufft(const std::vector<std::string>& names);
  /// A library that is there already.
  explicit Cufft(const CufftFunctions& functions) : functions_(functions) {}

  /// Why it cannot be called, and what to do; empty if it can.
  std::string missing() const { return library_ ? library_->missing() : std::string(); }
  /// For the present device; made when it is first asked for. Throws `Error`.
  std::shared_ptr<const CufftPlan> plan(const CufftShape& shape) const;

 private:
  using Key = std::pair<int, CufftShape>;  ///< with the device's index
  static constexpr std::size_t most_plans = 8;

  std::optional<RuntimeLibrary> library_;
  CufftFunctions functions_;
  mutable std::mutex asking_;
  mutable std::list<std::pair<Key, std::shared_ptr<const CufftPlan>>> plans_;  ///< the last first
};

/// The file names of the library, the newest first.
std::vector<std::string> cufft_names();
/// This machine's, looked for at the first call.
const Cufft& cufft();

}  // namespace livewarp
