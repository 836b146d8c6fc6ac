#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace livewarp {

/// How many hints of each exercise a user has been given, kept in a file of the settings' folder.
/// Where there is none, or it cannot be written, they are known as long as this lives.
class HintCounter {
 public:
  /// `folder`: of the settings; empty: nothing is kept.
  explicit HintCounter(const std::filesystem::path& folder);
  /// The number of those that were given of an exercise that has so many.
  std::size_t given(const std::string& exercise, std::size_t hints) const;
  /// One more of an exercise that has so many; the number of those now given.
  std::size_t ask(const std::string& exercise, std::size_t hints);
  /// It is solved: the next time begins with the first.
  void forget(const std::string& exercise);

 private:
  std::size_t known(const std::string& exercise) const;

  std::filesystem::path file_;
  std::map<std::string, std::size_t> given_;  ///< by this one
};

}  // namespace livewarp
