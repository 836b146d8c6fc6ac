#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace livewarp {

/// NVIDIA's run-time compiler, found at run time: it makes machine code of kernels' sources, for
/// any architecture, and needs no GPU. Threads may share one.
class Nvrtc {
 public:
  /// What LIVEWARP_NVRTC names, or the loader finds, or an installed toolkit has.
  Nvrtc();
  /// The first of these that is there.
  explicit Nvrtc(const std::vector<std::string>& libraries);
  ~Nvrtc();
  Nvrtc(const Nvrtc&) = delete;
  Nvrtc& operator=(const Nvrtc&) = delete;

  /// Why it cannot be called, and what to do; empty if it can.
  const std::string& missing() const { return missing_; }
  /// "13.0"
  std::string version() const;
  /// Compute capabilities that it compiles for: 86 = 8.6.
  std::vector<int> architectures() const;

  struct Source {
    std::string text;
    std::vector<std::pair<std::string, std::string>> headers;  ///< name as included, and text
    std::vector<std::string> kernels;       ///< as the text names them: "scale<4>"
    std::vector<std::string> options = {};  ///< of the compiler, beside its usual ones
  };
  /// Machine code of the kernels, a cubin. Throws `Error` with the compiler's first complaint.
  std::vector<std::byte> compile(const Source& source, int compute) const;
  /// What came of a source that somebody is still writing: code, or none; and what the compiler
  /// said, warnings too.
  struct Attempt {
    bool made = false;
    std::vector<std::byte> cubin;
    std::string said;
  };
  /// Throws `Error` only where the compiler itself fails.
  Attempt attempt(const Source& source, int compute) const;
  /// The same with the lines of the source in it, and the PTX that it was made of.
  struct Code {
    std::string ptx;
    std::vector<std::byte> cubin;
  };
  Code compile_with_lines(const Source& source, int compute) const;

 private:
  struct Functions;
  class Program;
  std::vector<std::string> options_for(int compute, const Source& source) const;
  void open(const std::string& library);

  std::shared_ptr<void> builtins_, library_;  ///< in that order, so that they go the other way
  std::unique_ptr<Functions> functions_;
  std::string missing_, include_folder_;
};

}  // namespace livewarp
