#pragma once

#include <cstdint>
#include <string>

namespace livewarp {

enum class Severity { info, warning, error };
constexpr const char* name_of(Severity severity) {
  constexpr const char* names[]{"info", "warning", "error"};
  return names[int(severity)];
}
/// What helps at once, where the program can do it.
enum class Remedy { none, restart };

/// What a user is told while the program goes on.
struct Notice {
  std::uint64_t id = 0;
  Severity severity = Severity::info;
  std::string text, advice;
  double age_seconds = 0;
  Remedy remedy = Remedy::none;
};

}  // namespace livewarp
