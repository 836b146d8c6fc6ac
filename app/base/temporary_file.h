#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

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

/// Whether files can be made in that folder and run as programs: some mounts forbid that (noexec).
bool may_execute(const std::filesystem::path& folder);
/// The first of them from which what is compiled can be loaded; without any the first.
std::filesystem::path
folder_for_code(const std::vector<std::filesystem::path>& folders,
                const std::function<bool(const std::filesystem::path&)>& allows = may_execute);

/// A folder of this user alone, which goes with all that is in it; what is compiled into it can be
/// loaded, if there is any such place.
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
