#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace livewarp {

/// A file that appears whole or not at all. Opening it creates a temporary file beside the target,
/// so that a target that cannot be written is refused before any work is done; `write` fills that
/// and gives it the target's name; without `write` nothing is left behind. What a killed process
/// left of the same target is removed. Targets that are no ordinary files (/dev/stdout) are written
/// to directly.
class OutputFile {
 public:
  OutputFile() = default;
  /// Throws `Error` if the target cannot be written.
  explicit OutputFile(const std::string& path);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  bool is_open() const { return !target_.empty(); }
  /// As given by the user.
  const std::string& path() const { return path_; }
  /// Completes the file; once only. Throws `Error`.
  void write(std::string_view content);
  /// For writers that want a name: fill the file of that name, then call `commit`.
  std::string temporary() const { return temporary_.string(); }
  void commit();

 private:
  void discard() noexcept;
  std::string path_;
  std::filesystem::path target_, temporary_;
};

}  // namespace livewarp
