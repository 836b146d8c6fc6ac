#include "app/base/temporary_file.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/base/platform.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/mount.h"

namespace livewarp {

TemporaryFile::TemporaryFile(std::span<const std::byte> content) {
  std::string path = (std::filesystem::temp_directory_path() / "livewarp-XXXXXX").string();
  const int made = mkstemp(path.data());
  if (made < 0) throw Error("no file can be made in " + path);
  ::close(made);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(content.data()), std::streamsize(content.size()));
  if (!file.flush()) {
    unlink(path.c_str());
    throw Error(path + " cannot be written");
  }
  path_ = path;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

bool may_execute(const std::filesystem::path& folder) {
  return access(folder.c_str(), W_OK) == 0 && !forbids_programs(folder.string());
}

std::filesystem::path
folder_for_code(const std::vector<std::filesystem::path>& folders,
                const std::function<bool(const std::filesystem::path&)>& allows) {
  const auto found = std::ranges::find_if(folders, allows);
  return found == folders.end() ? folders.front() : *found;
}

PrivateFolder::PrivateFolder() {
  const auto in = folder_for_code({std::filesystem::temp_directory_path(), "/var/tmp", "/dev/shm",
                                   cache_folder().parent_path()});
  std::string path = (in / "livewarp-XXXXXX").string();
  if (!mkdtemp(path.data())) throw Error("no folder can be made in " + path);
  path_ = path;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace livewarp
