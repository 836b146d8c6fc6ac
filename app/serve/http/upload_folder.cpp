#include "app/serve/http/upload_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <utility>

#include "kernels/core/base/error.h"

namespace livewarp {

std::string safe_file_name(std::string_view name) {
  constexpr std::size_t longest = 100;
  name = name.substr(name.find_last_of("/\\") + 1);  // npos + 1 is 0
  std::string safe;
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    const bool plain = code < 128 && (std::isalnum(code) || c == '.' || c == '-' || c == '_');
    safe += plain ? c : '_';
  }
  // The end says what kind of file it is.
  if (safe.size() > longest) safe.erase(0, safe.size() - longest);
  if (safe.empty() || safe.front() == '.') safe.insert(0, "_");
  return safe.substr(0, longest);
}

UploadFolder::Upload::Upload(UploadFolder& folder, std::string name)
    : folder_(folder), name_(std::move(name)),
      path_(fmt::format("{}/.upload-{}", folder.folder_, ++folder.begun_)),
      stream_(path_, std::ios::binary | std::ios::trunc) {
  if (!stream_) throw Error("the file cannot be stored");
  ++folder_.on_their_way_;
}

UploadFolder::Upload::~Upload() {
  --folder_.on_their_way_;
  if (path_.empty()) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

void UploadFolder::Upload::write(std::string_view bytes) {
  if (!stream_.write(bytes.data(), std::streamsize(bytes.size())))
    throw Error("the file cannot be stored: the disk may be full");
}

std::string UploadFolder::Upload::keep() {
  stream_.close();
  if (!stream_) throw Error("the file cannot be stored: the disk may be full");
  const std::string path = folder_.free_path(name_);
  std::error_code failed;
  std::filesystem::rename(path_, path, failed);
  if (failed) throw Error("the file cannot be stored: " + failed.message());
  path_.clear();
  folder_.kept(path);
  return path;
}

std::unique_ptr<UploadFolder::Upload> UploadFolder::begin(std::string_view name) {
  if (on_their_way_ >= most_at_once)
    throw Error(fmt::format("{} files are on their way already", most_at_once));
  return std::unique_ptr<Upload>(new Upload(*this, safe_file_name(name)));
}

std::string UploadFolder::free_path(const std::string& name) const {
  std::string path = folder_ + "/" + name;
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(path)); ++number)
    path = fmt::format("{}/{}-{}", folder_, number, name);
  return path;
}

void UploadFolder::kept(const std::string& path) {
  kept_.push_back(path);
  if (kept_.size() <= most_kept) return;
  std::error_code ignored;
  std::filesystem::remove(kept_.front(), ignored);
  kept_.pop_front();
}

}  // namespace livewarp
