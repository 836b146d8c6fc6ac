// One hook for faults: a test lets a call of CUDA, OpenGL, EGL or of the dynamic loader fail, where
// nothing else would.
#pragma once

#include <atomic>
#include <string>

namespace livewarp {

/// As long as it lives, the n-th call of that name fails (0: the next), and `times` of them in a
/// row. What fails is not called at all. Calls of all threads count. For tests alone: what a driver
/// does is a fact of the process, and so is this; the owners of such calls ask before each, which
/// costs the read of a flag while there is no fault.
class Fault {
 public:
  static constexpr int never = -1;     ///< as `nth`: calls are counted, none fails
  static constexpr int unknown = 999;  ///< cudaErrorUnknown

  /// `call` is the function's name, "cudaMalloc"; `status` is what a CUDA call returns. Others
  /// return nothing (0, a null pointer, no name of an object), which is how they fail.
  explicit Fault(std::string call, int nth = 0, int status = unknown, int times = 1);
  ~Fault();
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;

  int calls() const;     ///< so far, those that failed among them
  int failures() const;  ///< of these

 private:
  friend bool look_for_fault(const char* call);
  bool hits();

  const std::string call_;
  const int nth_, status_, times_;
  int calls_ = 0, failures_ = 0;
};

/// How many faults there are.
inline std::atomic<int>& fault_count() {
  static constinit std::atomic<int> count{0};
  return count;
}
bool look_for_fault(const char* call);

/// Whether the call of that name, which comes now, is to fail.
inline bool fault_at(const char* call) {
  return fault_count().load(std::memory_order_relaxed) != 0 && look_for_fault(call);
}
/// The status of the fault that this thread met last.
int fault_status();

}  // namespace livewarp

/// A call that fails by returning nothing: `LIVEWARP_CALL(glCreateShader, kind)`.
#define LIVEWARP_CALL(function, ...)                                                               \
  (::livewarp::fault_at(#function) ? decltype(function(__VA_ARGS__))() : function(__VA_ARGS__))
