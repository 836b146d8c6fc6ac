#include "app/base/temporary_file.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernels/core/base/error.h"

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

PrivateFolder::PrivateFolder() {
  std::string path = (std::filesystem::temp_directory_path() / "livewarp-XXXXXX").string();
  if (!mkdtemp(path.data())) throw Error("no folder can be made in " + path);
  path_ = path;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace livewarp
