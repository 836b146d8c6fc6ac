#include "app/turns/locked_file.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "kernels/core/base/fault.h"

namespace livewarp {

namespace {

/// -1, where a file cannot be opened or is none. A pipe is not waited for.
int open_file(const std::filesystem::path& path, int flags) {
  constexpr mode_t for_all_to_read = 0644;
  if (LIVEWARP_FAULT_AT("open")) return -1;
  const int descriptor =
      ::open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, for_all_to_read);
  struct stat about {};
  if (descriptor >= 0 && (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))) {
    close(descriptor);
    return -1;
  }
  return descriptor;
}

}  // namespace

/// Unlocked by word: a process that was forked meanwhile has the descriptor too.
LockedFile::~LockedFile() {
  if (descriptor_ < 0) return;
  unlock();
  close(descriptor_);
}

LockedFile::LockedFile(LockedFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

LockedFile& LockedFile::operator=(LockedFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

LockedFile LockedFile::open(const std::filesystem::path& path) {
  return LockedFile(open_file(path, O_RDONLY));
}

LockedFile LockedFile::create(const std::filesystem::path& path) {
  LockedFile file(open_file(path, O_RDWR | O_CREAT | O_EXCL));
  if (file) fchmod(file.descriptor_, 0644);  // whatever the user's mask takes away
  return file;
}

bool LockedFile::try_lock() {
  return descriptor_ >= 0 && !LIVEWARP_FAULT_AT("flock") &&
         flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

void LockedFile::unlock() {
  if (descriptor_ >= 0) flock(descriptor_, LOCK_UN);
}

/// In one call, so that nobody reads a part of it.
void LockedFile::write(const std::string& text) {
  if (pwrite(descriptor_, text.data(), text.size(), 0) == ssize_t(text.size()))
    static_cast<void>(ftruncate(descriptor_, off_t(text.size())) == 0);
}

std::string LockedFile::read() const {
  std::array<char, 4096> text{};
  const ssize_t size = pread(descriptor_, text.data(), text.size(), 0);
  return {text.data(), std::size_t(std::max<ssize_t>(size, 0))};
}

std::string LockedFile::owner() const {
  struct stat about {};
  if (fstat(descriptor_, &about) != 0) return "somebody";
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> text{};
  if (getpwuid_r(about.st_uid, &entry, text.data(), text.size(), &found) == 0 && found)
    return found->pw_name;
  return "user " + std::to_string(about.st_uid);
}

std::string make_common_folder(const std::filesystem::path& folder) {
  constexpr mode_t for_all = S_ISVTX | 0777;
  if (mkdir(folder.c_str(), 0777) == 0) {
    chmod(folder.c_str(), for_all);  // whatever the user's mask takes away
    return {};
  }
  if (errno != EEXIST) return std::strerror(errno);
  struct stat about {};
  if (lstat(folder.c_str(), &about) != 0) return std::strerror(errno);
  return S_ISDIR(about.st_mode) ? "" : "it is no folder";
}

int own_process() { return int(getpid()); }

std::string own_command() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string line{std::istreambuf_iterator<char>(file), {}};
  while (!line.empty() && line.back() == '\0') line.pop_back();
  std::ranges::replace(line, '\0', ' ');
  const std::size_t program = line.find(' ');
  const std::size_t slash = line.rfind('/', program);
  return slash == std::string::npos || slash > program ? line : line.substr(slash + 1);
}

}  // namespace livewarp
