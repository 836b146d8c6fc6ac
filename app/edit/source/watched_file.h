#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace livewarp {

/// A file of source that an editor writes again and again. It is asked, and waits for nothing.
class WatchedFile {
 public:
  explicit WatchedFile(std::string path) : path_(std::move(path)) {}

  enum class News { none, changed, gone };
  /// What has become of it since the last call: each save once, as soon as it is written whole. The
  /// first call finds it changed, if it is there.
  News look();
  /// How long ago it was written, by the file's own time.
  std::chrono::duration<double> age() const;
  const std::string& path() const { return path_; }

 private:
  /// Two saves differ in one of these: editors write in place, or a new file of the same name.
  struct Stamp {
    std::filesystem::file_time_type time{};
    std::uintmax_t bytes = 0;
    bool there = false;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp() const;

  std::string path_;
  Stamp seen_, told_;
};

/// The text of a file of source. Throws `Error` with what helps where it is none: `advice` where
/// there is no such file.
std::string read_source(const std::string& path, const std::string& advice);

}  // namespace livewarp
