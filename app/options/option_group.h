#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace livewarp {

/// Texts of options that were given, by the option's id.
using ParsedOptions = std::map<std::string, std::string>;

/// "--point-size" for the id "point_size". Typed with underscores it is understood too.
std::string option_name(const std::string& id);

/// Declares options of a command line under one heading of its help. When the line is parsed each
/// is checked and sets its variable, which else keeps its value. Throws `Error` then on what is no
/// value of an option, naming both and the limits. `values` says in the help what may follow,
/// "FILE" or "32|64|128"; `help` is a sentence or three.
class OptionGroup {
 public:
  OptionGroup(CLI::App& app, std::string heading) : app_(&app), heading_(std::move(heading)) {}

  using Take = std::function<void(const std::string&)>;

  /// `take` reads the text, and throws `Error` if it cannot.
  void value(const std::string& id, const std::string& values, Take take, const std::string& help);
  /// Takes no value: calls `take` with any text.
  void flag(const std::string& id, Take take, const std::string& help);
  void flag(const std::string& id, bool& variable, const std::string& help) {
    flag(
        id, [&variable](const std::string&) { variable = true; }, help);
  }
  void text(const std::string& id, const std::string& values, std::string& variable,
            const std::string& help) {
    value(
        id, values, [&variable](const std::string& text) { variable = text; }, help);
  }
  void real(const std::string& id, const std::string& values, double min, double max,
            double& variable, const std::string& help);
  /// A whole number; `T` may be an `std::optional`.
  template <class T>
  void integer(const std::string& id, const std::string& values, std::int64_t min, std::int64_t max,
               T& variable, const std::string& help) {
    whole(
        id, values, min, max, [&variable](std::int64_t n) { variable = T(n); }, help);
  }
  void whole(const std::string& id, const std::string& values, std::int64_t min, std::int64_t max,
             std::function<void(std::int64_t)> take, const std::string& help);
  /// "1280x720"; sides 16 ... 16,384.
  void size(const std::string& id, int& width, int& height, const std::string& help);
  /// A text that is read later, together with others.
  void given(const std::string& id, const std::string& values, ParsedOptions& all,
             const std::string& help) {
    value(
        id, values, [&all, id](const std::string& text) { all[id] = text; }, help);
  }
  /// Likewise; without a value it is "on".
  void toggle(const std::string& id, ParsedOptions& all, const std::string& help);
  /// A bare argument.
  void positional(const std::string& id, bool required, Take take, const std::string& help);

 private:
  CLI::App* app_;
  std::string heading_;
};

}  // namespace livewarp
