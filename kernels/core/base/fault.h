// One hook for faults: a test lets a call of CUDA, NVRTC, OpenGL, EGL or of the dynamic loader
// fail, where nothing else would.
#pragma once

#include <atomic>
#include <string>

namespace livewarp {

/// As long as it lives, the n-th call of that name fails (0: the next), and `times` of them in a
/// row; or the n-th call from one site, "cudaMalloc at kernels/core/memory/a.cpp:12". What fails is
/// not called at all. Calls of all threads count. For tests alone: what a driver does is a fact of
/// the process, and so is this; the owners of such calls ask before each, which costs the read of a
/// flag while there is no fault.
class Fault {
 public:
  static constexpr int never = -1;     ///< as `nth`: calls are counted, none fails
  static constexpr int unknown = 999;  ///< cudaErrorUnknown

  /// `call` is the function's name, "cudaMalloc", or a site; `status` is what a CUDA call returns.
  /// Others return nothing (0, a null pointer, no name of an object), which is how they fail.
  explicit Fault(std::string call, int nth = 0, int status = unknown, int times = 1);
  ~Fault();
  Fault(const Fault&) = delete;
  Fault& operator=(const Fault&) = delete;

  int calls() const;     ///< so far, those that failed among them
  int failures() const;  ///< of these

 private:
  friend bool look_for_fault(const char* call, const char* site);
  bool hits();

  const std::string call_;
  const int nth_, status_, times_;
  int calls_ = 0, failures_ = 0;
};

/// How many faults and walks there are.
inline std::atomic<int>& fault_count() {
  static constinit std::atomic<int> count{0};
  return count;
}
bool look_for_fault(const char* call, const char* site);

/// Whether the call of that name, which comes now, is to fail.
inline bool fault_at(const char* call, const char* site = "") {
  return fault_count().load(std::memory_order_relaxed) != 0 && look_for_fault(call, site);
}
/// The status of the fault that this thread met last.
int fault_status();

}  // namespace livewarp

#define LIVEWARP_AS_TEXT(x) #x
#define LIVEWARP_LINE_TEXT(line) LIVEWARP_AS_TEXT(line)
/// The present line as a site of the call of that name, a literal.
#define LIVEWARP_SITE(name) name " at " __FILE__ ":" LIVEWARP_LINE_TEXT(__LINE__)
/// `fault_at` with its site, which is also noted in a section of the program's file. An assembler's
/// directive does that, since it may stand in a template or an inline function, where a variable in
/// a section may not.
#define LIVEWARP_FAULT_AT(name)                                                                    \
  ([] {                                                                                            \
    asm(".pushsection livewarp_sites,\"a\",@progbits\n\t.asciz \"" LIVEWARP_SITE(                  \
        name) "\"\n\t.popsection");                                                                \
    return ::livewarp::fault_at(name, LIVEWARP_SITE(name));                                        \
  }())

/// A call that has a value of its own for its failure.
#define LIVEWARP_FALLIBLE(name, failure, call) (LIVEWARP_FAULT_AT(name) ? (failure) : (call))
/// A call that fails by returning nothing: `LIVEWARP_CALL(glCreateShader, kind)`.
#define LIVEWARP_CALL(function, ...)                                                               \
  (LIVEWARP_FAULT_AT(#function) ? decltype(function(__VA_ARGS__))() : function(__VA_ARGS__))
