#include "kernels/core/base/file_bytes.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <new>
#include <system_error>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why,
                         const std::string& advice = {}) {
  throw Error("cannot read " + path + ": " + why, advice);
}

}  // namespace

std::uintmax_t size_of_file(const std::string& path, const std::string& what, std::uintmax_t most) {
  if (path.empty()) throw Error("no " + what + " is named");
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) refuse(path, "there is no such file");
  if (failure) refuse(path, failure.message());
  if (std::filesystem::is_directory(status)) refuse(path, "it is a folder");
  // A pipe or a device may never end.
  if (!std::filesystem::is_regular_file(status)) refuse(path, "it is no ordinary file");
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (failure) refuse(path, failure.message());
  if (size > most)
    refuse(path,
           "a " + what + " may have " + memory_size(most) + ", this file has " + memory_size(size));
  return size;
}

std::vector<std::uint8_t> bytes_of_file(const std::string& path, std::uintmax_t count) {
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    refuse(path, errno ? std::system_category().message(errno) : "it cannot be opened",
           "Look at its permissions.");
  std::vector<std::uint8_t> bytes;
  try {
    bytes.resize(count);
  } catch (const std::bad_alloc&) {
    refuse(path, "there is no memory for its " + memory_size(count));
  }
  stream.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(count));
  if (stream.bad()) refuse(path, "reading failed at byte " + grouped(stream.gcount()));
  bytes.resize(std::size_t(stream.gcount()));
  return bytes;
}

}  // namespace livewarp
