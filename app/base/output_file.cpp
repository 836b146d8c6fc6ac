#include "app/base/output_file.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr std::string_view part = ".part-";  // the process id follows

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error("cannot write " + (path.empty() ? std::string("(empty name)") : path) + ": " + why,
              "name a file in an existing folder that you may write to");
}

/// Temporary files of this target whose process was killed while it wrote.
void remove_abandoned(const std::filesystem::path& target) {
  const std::string beginning = target.filename().string() + std::string(part);
  const auto folder = target.has_parent_path() ? target.parent_path() : ".";
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning)) continue;
    int process = 0;
    const char* const end = name.data() + name.size();
    const auto number = std::from_chars(name.data() + beginning.size(), end, process);
    if (number.ec == std::errc{} && number.ptr == end && process > 0 && !process_exists(process))
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path) : path_(path) {
  namespace fs = std::filesystem;
  if (path.empty()) refuse(path, "no file name");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(path, "it is a folder");
  target_ = path;
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    temporary_ = target_;  // a device or pipe: there is nothing to rename
    return;
  }
  if (fs::exists(status)) {
    target_ = fs::canonical(path, error);  // a link stays a link: its target is replaced
    if (error) refuse(path, error.message());
    if (access(target_.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  }
  remove_abandoned(target_);
  temporary_ = target_;
  temporary_ += std::string(part) + std::to_string(getpid());
  if (!std::ofstream(temporary_)) {
    const std::string why = std::strerror(errno);
    temporary_.clear();
    refuse(path, why);
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), target_(std::exchange(other.target_, {})),
      temporary_(std::exchange(other.temporary_, {})) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::move(other.path_);
  target_ = std::exchange(other.target_, {});
  temporary_ = std::exchange(other.temporary_, {});
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
  std::error_code ignored;
  if (!temporary_.empty() && temporary_ != target_) std::filesystem::remove(temporary_, ignored);
  temporary_.clear();
}

void OutputFile::write(std::string_view content) {
  std::ofstream stream(temporary_, std::ios::binary | std::ios::trunc);
  stream.write(content.data(), std::streamsize(content.size()));
  stream.close();
  if (!stream) refuse(path_, std::strerror(errno));
  commit();
}

void OutputFile::commit() {
  if (temporary_ != target_) {
    std::error_code error;
    std::filesystem::rename(temporary_, target_, error);
    if (error) refuse(path_, error.message());
  }
  temporary_.clear();
}

}  // namespace livewarp
