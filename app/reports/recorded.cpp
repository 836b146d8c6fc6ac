#include "app/reports/recorded.h"

#include <initializer_list>
#include <string_view>

namespace livewarp {

namespace {

struct File {
  const char* name;
  std::string_view text;
};

}  // namespace

std::vector<SavedReport> recorded_reports() {
  const std::initializer_list<File> files = {
#include "app/reports/recorded.inc"
  };
  std::vector<SavedReport> reports;
  for (const File& file : files) reports.push_back(parse_report(file.text, file.name));
  return reports;
}

}  // namespace livewarp
