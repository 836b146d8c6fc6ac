#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "kernels/core/base/text.h"

/// Options that are lists: "serial,blocked".
namespace livewarp {

/// What stands between commas.
inline std::vector<std::string> list_parts(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

/// "serial, blocked": how entries of a table are named.
template <class Infos>
std::string list_ids(const Infos& infos) {
  std::vector<std::string> ids;
  for (const auto& info : infos) ids.emplace_back(info.id);
  return joined(ids);
}

/// What is named twice is meant once.
template <class T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

}  // namespace livewarp
