#pragma once

#include <ctime>
#include <functional>
#include <string>

namespace livewarp {

/// "2026-01-31", by the clock of this place.
std::string date_of(std::time_t now);

/// "14:05", likewise.
std::string time_of_day(std::time_t now);

/// Whether a file of that name is there already.
bool file_exists(const std::string& name);

/// A name for a file in the present folder, made of the time, that no other file has:
/// "livewarp-20260131-235959.png", and for the second one of that second
/// "livewarp-20260131-235959-2.png".
std::string dated_name(const std::string& beginning, const std::string& suffix, std::time_t now,
                       const std::function<bool(const std::string&)>& taken = file_exists);

}  // namespace livewarp
