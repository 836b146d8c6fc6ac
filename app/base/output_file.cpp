#include "app/base/output_file.h"

#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

namespace livewarp {

namespace {

constexpr std::string_view part = ".part-";  // the process id follows, a sign and a number

/// A name beside the target that nobody else has.
std::filesystem::path part_of(std::filesystem::path target) {
  static std::atomic<int> number = 0;
  target += std::string(part) + std::to_string(getpid()) + "-" + std::to_string(++number);
  return target;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error("cannot write " + (path.empty() ? std::string("(empty name)") : path) + ": " + why,
              "name a file in an existing folder that you may write to, with room for it");
}

/// A file that is open here by a name that others can open it by.
std::string name_of(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

std::filesystem::path folder_of(const std::filesystem::path& target) {
  return target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
}

/// Waits until it lies on the disk. Some file systems cannot say, and mean no harm by it.
bool reaches_the_disk(int descriptor) {
  int status = -1;
  do status = fsync(descriptor);
  while (status != 0 && errno == EINTR);
  return status == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

/// Temporary files of this target whose process was killed while it wrote.
void remove_abandoned(const std::filesystem::path& target) {
  const std::string beginning = target.filename().string() + std::string(part);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_of(target), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(beginning)) continue;
    int process = 0;
    const char* const end = name.data() + name.size();
    const auto number = std::from_chars(name.data() + beginning.size(), end, process);
    const bool whole = number.ptr == end || *number.ptr == '-';
    if (number.ec == std::errc{} && whole && process > 0 && !process_exists(process))
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path, Reaches reaches) : path_(path), reaches_(reaches) {
  namespace fs = std::filesystem;
  if (path.empty()) refuse(path, "no file name");
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(path, "it is a folder");
  target_ = path;
  if (fs::exists(status) && !fs::is_regular_file(status)) return;  // a device or pipe
  if (fs::exists(status)) {
    target_ = fs::canonical(path, error);  // a link stays a link: its target is replaced
    if (error) refuse(path, error.message());
    if (access(target_.c_str(), W_OK) != 0) refuse(path, std::strerror(errno));
  }
  remove_abandoned(target_);
  constexpr mode_t as_the_mask_allows = 0666;
  descriptor_ = LIVEWARP_FALLIBLE(
      "open without a name", -1,
      ::open(folder_of(target_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, as_the_mask_allows));
  // Without /proc it could be given no name.
  if (descriptor_ >= 0 && access(name_of(descriptor_).c_str(), F_OK) == 0) return;
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  open_beside_target();
}

void OutputFile::open_beside_target() {
  beside_ = part_of(target_);
  constexpr mode_t as_the_mask_allows = 0666;
  descriptor_ = ::open(beside_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, as_the_mask_allows);
  if (descriptor_ >= 0) return;
  const std::string why = std::strerror(errno);
  beside_.clear();
  refuse(path_, why);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)), target_(std::exchange(other.target_, {})),
      beside_(std::exchange(other.beside_, {})), reaches_(other.reaches_),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::move(other.path_);
  target_ = std::exchange(other.target_, {});
  beside_ = std::exchange(other.beside_, {});
  reaches_ = other.reaches_;
  descriptor_ = std::exchange(other.descriptor_, -1);
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() noexcept {
  if (descriptor_ >= 0) close(std::exchange(descriptor_, -1));
  if (!beside_.empty()) unlink(beside_.c_str());
  beside_.clear();
}

std::string OutputFile::temporary() const {
  if (descriptor_ < 0) return target_.string();
  return beside_.empty() ? name_of(descriptor_) : beside_.string();
}

void OutputFile::write(std::string_view content) {
  if (target_.empty()) refuse(path_, "it is complete already");
  std::ofstream stream(temporary(), std::ios::binary | std::ios::trunc);
  stream.write(content.data(), std::streamsize(content.size()));
  stream.close();
  if (!stream) refuse(path_, std::strerror(errno));
  commit();
}

void OutputFile::commit() {
  if (descriptor_ < 0) return;
  if (reaches_ == Reaches::disk && !reaches_the_disk(descriptor_))
    refuse(path_, std::strerror(errno));
  if (beside_.empty()) {
    // A link replaces nothing: where there is a target, the file gets a name beside it first.
    const std::string name = name_of(descriptor_);
    bool linked = linkat(AT_FDCWD, name.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0;
    if (!linked && errno == EEXIST) {
      beside_ = part_of(target_);
      linked = linkat(AT_FDCWD, name.c_str(), AT_FDCWD, beside_.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }
    if (!linked) refuse(path_, std::strerror(errno));
  }
  if (!beside_.empty() && rename(beside_.c_str(), target_.c_str()) != 0)
    refuse(path_, std::strerror(errno));
  beside_.clear();
  close(std::exchange(descriptor_, -1));
  const std::filesystem::path place = folder_of(target_);
  target_.clear();
  if (reaches_ == Reaches::cache) return;
  const int folder = ::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;
  // The name, too.
  fsync(folder);
  close(folder);
}

}  // namespace livewarp
