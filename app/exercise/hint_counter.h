#pragma once

#include <filesystem>
#include <string>

namespace livewarp {

/// How many hints of each exercise a user has been given, kept in a file of the settings' folder.
/// Where that cannot be written, each begins anew.
class HintCounter {
 public:
  /// `folder`: of the settings; empty: nothing is kept.
  explicit HintCounter(const std::filesystem::path& folder);
  /// One more of an exercise that has so many; the number of those now given.
  std::size_t ask(const std::string& exercise, std::size_t hints);
  /// It is solved: the next time begins with the first.
  void forget(const std::string& exercise);

 private:
  std::filesystem::path file_;
};

}  // namespace livewarp
