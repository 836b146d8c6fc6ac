#pragma once

#include <cstddef>
#include <deque>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace livewarp {

/// A name that is safe here, of what a stranger calls a file: its last part, with _ in place of all
/// but A-Z, a-z, 0-9, dot, minus and _, no dot in front, 100 characters at most.
std::string safe_file_name(std::string_view name);

/// The folder for files that are dropped on the page. A file lies there once it is whole; of the
/// older ones the oldest goes where there would be too many.
class UploadFolder {
 public:
  static constexpr std::size_t most_kept = 32;
  static constexpr int most_at_once = 4;

  explicit UploadFolder(std::string folder) : folder_(std::move(folder)) {}
  UploadFolder(const UploadFolder&) = delete;
  UploadFolder& operator=(const UploadFolder&) = delete;

  /// A file on its way. It is gone with this unless it was kept.
  class Upload {
   public:
    ~Upload();
    Upload(const Upload&) = delete;
    Upload& operator=(const Upload&) = delete;
    void write(std::string_view bytes);  ///< throws `Error`
    std::string keep();                  ///< its path; throws `Error`

   private:
    friend class UploadFolder;
    Upload(UploadFolder& folder, std::string name);
    UploadFolder& folder_;
    std::string name_, path_;
    std::ofstream stream_;
  };
  /// Throws `Error` where nothing can be written, or too many are on their way.
  std::unique_ptr<Upload> begin(std::string_view name);

 private:
  std::string free_path(const std::string& name) const;
  void kept(const std::string& path);

  std::string folder_;
  std::deque<std::string> kept_;
  int on_their_way_ = 0, begun_ = 0;
};

}  // namespace livewarp
