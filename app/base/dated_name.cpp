#include "app/base/dated_name.h"

#include <filesystem>
#include <system_error>

namespace livewarp {

bool file_exists(const std::string& name) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(name, ignored));
}

std::string date_of(std::time_t now) {
  std::tm local{};
  localtime_r(&now, &local);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", &local);
  return date;
}

std::string time_of_day(std::time_t now) {
  std::tm local{};
  localtime_r(&now, &local);
  char time[16];
  std::strftime(time, sizeof time, "%H:%M", &local);
  return time;
}

std::string dated_name(const std::string& beginning, const std::string& suffix, std::time_t now,
                       const std::function<bool(const std::string&)>& taken) {
  std::tm local{};
  localtime_r(&now, &local);
  char time[64];
  std::strftime(time, sizeof time, "-%Y%m%d-%H%M%S", &local);
  std::string name = beginning + time + '.' + suffix;
  for (int count = 2; taken(name); ++count)
    name = beginning + time + '-' + std::to_string(count) + '.' + suffix;
  return name;
}

}  // namespace livewarp
