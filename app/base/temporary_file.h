#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace livewarp {

/// A file that is there while it lives, for programs that read no pipe.
class TemporaryFile {
 public:
  /// Throws `Error`.
  explicit TemporaryFile(std::span<const std::byte> content);
  explicit TemporaryFile(const std::string& text) : TemporaryFile(std::as_bytes(std::span(text))) {}
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// A folder of this user alone, which goes with all that is in it.
class PrivateFolder {
 public:
  /// Throws `Error`.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace livewarp
