#include "app/exercise/hint_counter.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "app/base/output_file.h"

namespace livewarp {

namespace {

using nlohmann::json;

json read(const std::filesystem::path& path) {
  try {
    std::ifstream file(path);
    json kept = file ? json::parse(file) : json::object();
    return kept.is_object() ? kept : json::object();
  } catch (const json::exception&) {
    return json::object();
  }
}

void keep(const std::filesystem::path& path, const json& kept) {
  try {
    std::filesystem::create_directories(path.parent_path());
    OutputFile(path.string()).write(kept.dump(1) + "\n");
  } catch (const std::exception&) {
    return;
  }
}

}  // namespace

HintCounter::HintCounter(const std::filesystem::path& folder) {
  if (!folder.empty()) file_ = folder / "hints.json";
}

std::size_t HintCounter::known(const std::string& exercise) const {
  const auto own = given_.find(exercise);
  if (own != given_.end()) return own->second;
  const json kept = file_.empty() ? json::object() : read(file_);
  const auto before = kept.find(exercise);
  return before != kept.end() && before->is_number_unsigned() ? before->get<std::size_t>() : 0;
}

std::size_t HintCounter::given(const std::string& exercise, std::size_t hints) const {
  return std::min(hints, known(exercise));
}

std::size_t HintCounter::ask(const std::string& exercise, std::size_t hints) {
  const std::size_t given = std::min(hints, known(exercise) + 1);
  given_[exercise] = given;
  if (file_.empty()) return given;
  json kept = read(file_);
  kept[exercise] = given;
  keep(file_, kept);
  return given;
}

void HintCounter::forget(const std::string& exercise) {
  given_.erase(exercise);
  if (file_.empty()) return;
  json kept = read(file_);
  if (kept.erase(exercise) > 0) keep(file_, kept);
}

}  // namespace livewarp
