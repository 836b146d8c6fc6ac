#include "app/session/notices.h"

#include <algorithm>

#include "app/base/failure.h"

namespace livewarp {
namespace {
constexpr double info_seconds = 6;
constexpr std::size_t most_told = 200;

double seconds_since(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - time).count();
}
}  // namespace

void Notices::add(Severity severity, const std::string& text, const std::string& advice,
                  Remedy remedy) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.notice.text == text; });
  entries_.push_back(
      {{next_id_++, severity, text, advice, 0, remedy}, std::chrono::steady_clock::now()});
  if (told_.size() < most_told && std::ranges::find(told_, text, &Notice::text) == told_.end())
    told_.push_back(entries_.back().notice);
}

void Notices::add_failure(const std::string& what, const std::exception& problem) {
  if (const auto* error = dynamic_cast<const Error*>(&problem)) return add(*error);
  add(Severity::error, what + ": " + reason_of(problem));
}

void Notices::dismiss(std::uint64_t id) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.notice.id == id; });
}

bool Notices::past(const Entry& entry) {
  return entry.notice.severity == Severity::info && seconds_since(entry.since) > info_seconds;
}

bool Notices::due() const { return std::ranges::any_of(entries_, past); }

std::vector<Notice> Notices::current() {
  std::erase_if(entries_, past);
  std::vector<Notice> result;
  for (const Entry& entry : entries_) {
    result.push_back(entry.notice);
    result.back().age_seconds = seconds_since(entry.since);
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace livewarp
