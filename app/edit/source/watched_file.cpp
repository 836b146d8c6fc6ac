#include "app/edit/source/watched_file.h"

#include <fstream>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::size_t largest_source = 1 << 20;

}  // namespace

WatchedFile::Stamp WatchedFile::stamp() const {
  std::error_code failed;
  Stamp now;
  now.time = std::filesystem::last_write_time(path_, failed);
  if (failed) return {};
  now.bytes = std::filesystem::file_size(path_, failed);
  now.there = !failed;
  return now.there ? now : Stamp();
}

WatchedFile::News WatchedFile::look() {
  const Stamp now = stamp();
  const bool settled = now == seen_;
  seen_ = now;
  if (now == told_) return News::none;
  // An editor that writes a new file takes the old one away first; one that writes in place empties
  // it.
  if (!settled) return News::none;
  told_ = now;
  if (!now.there) return News::gone;
  return now.bytes == 0 ? News::none : News::changed;
}

std::chrono::duration<double> WatchedFile::age() const {
  std::error_code failed;
  const auto written = std::filesystem::last_write_time(path_, failed);
  if (failed) return {};
  return std::filesystem::file_time_type::clock::now() - written;
}

std::string read_source(const std::string& path, const std::string& advice) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) throw Error(path + " is a folder");
  if (std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed))
    throw Error(path + " is no ordinary file");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("cannot read " + path, advice);
  std::string text(largest_source + 1, '\0');
  file.read(text.data(), std::streamsize(text.size()));
  text.resize(std::size_t(file.gcount()));
  if (text.size() > largest_source) throw Error(path + " is longer than 1 MiB");
  return text;
}

}  // namespace livewarp
