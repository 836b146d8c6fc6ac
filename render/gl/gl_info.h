#pragma once

#include <memory>
#include <string>

namespace livewarp {

/// Who draws: the strings of the current OpenGL context.
struct GlInfo {
  std::string vendor, renderer, version;
  int major = 0, minor = 0;
  bool software = false;  ///< drawn by the CPU (llvmpipe and its like)
};
GlInfo gl_info();
/// Whether a renderer of that name draws on the CPU.
bool draws_on_cpu(const std::string& renderer);

/// Takes all pending OpenGL errors and returns how many there were.
int drain_gl_errors();

/// Counts the OpenGL errors of a context. In a debug context the driver reports each with its
/// words, elsewhere `poll` asks for error codes.
class GlErrors {
 public:
  /// Starts listening to the current context.
  GlErrors();
  GlErrors(GlErrors&&) = default;
  GlErrors& operator=(GlErrors&&) = default;
  ~GlErrors() = default;
  void poll();
  int count() const { return log_->count; }
  const std::string& first() const { return log_->first; }  ///< empty while there is none

 private:
  struct Log {
    int count = 0;
    std::string first;
  };
  std::unique_ptr<Log> log_;  ///< the driver keeps its address
  bool listening_ = false;
};

}  // namespace livewarp
