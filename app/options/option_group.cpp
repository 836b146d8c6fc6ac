#include "app/options/option_group.h"

#include <algorithm>
#include <utility>

#include <CLI/App.hpp>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/core/model/param.h"

namespace livewarp {

namespace {

/// As CLI11 takes the names of one option.
std::string spellings(const std::string& id) {
  std::string dashes = option_name(id), underscores = dashes;
  std::replace(underscores.begin() + 2, underscores.end(), '-', '_');
  return underscores == dashes ? dashes : dashes + "," + underscores;
}

void read_size(const std::string& text, int& width, int& height) {
  constexpr std::int64_t least = 16, most = 16'384;
  const std::size_t x = text.find('x');
  std::int64_t w = 0, h = 0;
  if (x == std::string::npos || !read_integer(std::string_view(text).substr(0, x), w) ||
      !read_integer(std::string_view(text).substr(x + 1), h))
    throw Error("size " + text + ": must be like 1280x720");
  if (std::min(w, h) < least || std::max(w, h) > most)
    throw Error("size " + grouped(w) + "x" + grouped(h) + ": both sides must be " + grouped(least) +
                " \u2026 " + grouped(most));
  width = int(w);
  height = int(h);
}

}  // namespace

std::string option_name(const std::string& id) {
  std::string name = "--" + id;
  std::ranges::replace(name, '_', '-');
  return name;
}

void OptionGroup::value(const std::string& id, const std::string& values, Take take,
                        const std::string& help) {
  const auto read = [name = option_name(id), values,
                     take = std::move(take)](const std::string& text) {
    // Another option is no value, whatever CLI11 makes of it.
    if (text.empty() || text.starts_with("--"))
      throw Error(name + " needs a value", "values: " + values);
    take(text);
  };
  app_->add_option(spellings(id), help)->type_name(values)->each(read)->group(heading_);
}

void OptionGroup::flag(const std::string& id, Take take, const std::string& help) {
  app_->add_flag(spellings(id), help)->disable_flag_override()->each(take)->group(heading_);
}

void OptionGroup::toggle(const std::string& id, ParsedOptions& all, const std::string& help) {
  const auto take = [&all, id](const std::string& text) { all[id] = text == "true" ? "on" : text; };
  app_->add_flag(spellings(id), help)->type_name("on|off")->each(take)->group(heading_);
}

void OptionGroup::positional(const std::string& id, bool required, Take take,
                             const std::string& help) {
  app_->add_option(id, help)->required(required)->type_name("")->each(take)->group(heading_);
}

void OptionGroup::real(const std::string& id, const std::string& values, double min, double max,
                       double& variable, const std::string& help) {
  const auto take = [&variable, limits = real_param(id, id, "", min, max, min, "")](auto& text) {
    variable = std::get<double>(parse_value(limits, text));
  };
  value(id, values, take, help);
}

void OptionGroup::whole(const std::string& id, const std::string& values, std::int64_t min,
                        std::int64_t max, std::function<void(std::int64_t)> take,
                        const std::string& help) {
  const auto read = [take = std::move(take), limits = integer_param(id, id, "", min, max, min, "")](
                        auto& text) { take(std::get<std::int64_t>(parse_value(limits, text))); };
  value(id, values, read, help);
}

void OptionGroup::size(const std::string& id, int& width, int& height, const std::string& help) {
  const auto take = [&width, &height](auto& text) { read_size(text, width, height); };
  value(id, "WIDTHxHEIGHT", take, help);
}

}  // namespace livewarp
