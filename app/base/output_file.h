#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace livewarp {

/// A file that appears whole or not at all, also where the process is killed or the machine stops.
/// Opening it makes a file without a name in the target's folder, so that a target that cannot be
/// written is refused before any work is done and nothing is left of a file that is never
/// completed; `write` fills it, waits until it lies on the disk, and gives it the target's name.
/// One that replaces an older file has a name beside it for a moment; where file systems know no
/// files without a name (NFS) it has one from the beginning. What a kill leaves there is removed by
/// whoever writes the same target next. Targets that are no ordinary files (/dev/stdout) are
/// written to directly.
class OutputFile {
 public:
  /// What a complete file has reached: `cache` survives a kill, and not a loss of power. For many
  /// files a second.
  enum class Reaches { disk, cache };

  OutputFile() = default;
  /// Throws `Error` if the target cannot be written.
  explicit OutputFile(const std::string& path, Reaches reaches = Reaches::disk);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  ~OutputFile();

  bool is_open() const { return !target_.empty(); }
  /// As given by the user.
  const std::string& path() const { return path_; }
  /// Completes the file; once only. Throws `Error`.
  void write(std::string_view content);
  /// For writers that want a name: fill the file of that name, then call `commit`.
  std::string temporary() const;
  void commit();

 private:
  void open_beside_target();
  void discard() noexcept;
  std::string path_;
  std::filesystem::path target_;
  std::filesystem::path beside_;  ///< the file's own name, while it has one
  Reaches reaches_ = Reaches::disk;
  int descriptor_ = -1;  ///< none: the target is no ordinary file, or all is done
};

}  // namespace livewarp
