#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace livewarp {

class BlockRule;

/// A chosen value. Integers for counts, doubles for physics, text for named options.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Chosen values by parameter id.
using Values = std::map<std::string, Value>;

/// The shortest text that `parse_value` reads back to the same value.
std::string to_text(const Value& value);

/// The value of `file` is the path of one; empty: the workload's own.
enum class ParamKind { integer, real, choice, toggle, file };

/// Where a control stands; panels show the groups in this order.
enum class ParamGroup { launch, problem, start, view };

/// One offered value of a parameter.
struct Option {
  std::string id;      ///< as typed after the command-line option
  std::string label;   ///< as shown
  std::string reason;  ///< why it cannot be chosen on this machine; empty if it can
  bool operator==(const Option&) const = default;
};

/// What a parameter of kind `file` opens.
struct FileType {
  std::string name, plural;           ///< "picture", "Pictures"
  std::string without;                ///< what there is while none is named: "test picture"
  std::vector<std::string> suffixes;  ///< what names of such files end with: "png"
  /// Reads one. Throws `Error` where it cannot be opened, naming the file and the place in it.
  void (*check)(const std::string& path) = nullptr;
};

/// Declares a parameter once, for panels, command line and scripts.
struct Param {
  std::string id;     ///< key in `Values`, and with "--" in front the command-line option
  std::string label;  ///< sentence case, no unit
  std::string unit;   ///< empty for pure numbers
  ParamKind kind = ParamKind::real;
  double min = 0, max = 0;  ///< inclusive range of integer and real
  Value default_value;
  bool log_scale = false;
  double step = 0;                 ///< 0: continuous, or 1 for integers
  std::vector<Option> options;     ///< the offered values (choice; an integer may have some too)
  const FileType* file = nullptr;  ///< of kind `file`; lives as long as the program
  Values selects;  ///< values that go along with naming a file, without which it is not used
  /// Of a block: the shapes that it may have, of which the options are presets. Null: no block.
  std::shared_ptr<const BlockRule> block;
  ParamGroup group = ParamGroup::problem;
  /// Has a control of its own, elsewhere; texts name it and searches vary it only where it is not
  /// at its default or asked for.
  bool aside = false;
  std::string help;    ///< 1-3 sentences
  std::string reason;  ///< non-empty: greyed as a whole, with this reason
};

/// Reads `text` as a value of `param` and checks it. Throws `Error` naming value and limit
/// (unknown option, out of range, not a number, NaN, a block that the kernel cannot take).
Value parse_value(const Param& param, const std::string& text);

/// Checks a value that is already typed. Throws `Error` naming value and limit.
void check_value(const Param& param, const Value& value);

/// Whether texts leave it out: see `Param::aside`.
inline bool goes_without_saying(const Param& param, const Value& value) {
  return param.aside && value == param.default_value;
}

/// Every parameter of the list at its default.
Values defaults(const std::vector<Param>& params);
/// The values with some of them changed.
Values changed(Values values, const Values& changes);

/// The parameter of that id, or null.
const Param* find_param(const std::vector<Param>& params, const std::string& id);

// Typed reads; they throw `Error` if the value is missing or of another type.
std::int64_t get_integer(const Values& values, const std::string& id);
double get_real(const Values& values, const std::string& id);
bool get_toggle(const Values& values, const std::string& id);
const std::string& get_text(const Values& values, const std::string& id);

/// The place of the chosen option among those of parameter `id`. Throws `Error` if it is none of
/// them.
std::size_t chosen_place(const std::vector<Param>& params, const Values& values,
                         const std::string& id);
/// The same as a value of an enumeration that names the options in their order.
template <class Enum>
Enum chosen(const std::vector<Param>& params, const Values& values, const std::string& id) {
  return Enum(chosen_place(params, values, id));
}

// Declarations in one line each.
Param integer_param(std::string id, std::string label, std::string unit, std::int64_t min,
                    std::int64_t max, std::int64_t default_value, std::string help);
Param real_param(std::string id, std::string label, std::string unit, double min, double max,
                 double default_value, std::string help);
Param choice_param(std::string id, std::string label, std::vector<Option> options,
                   std::string default_id, std::string help);
/// `selects`: what naming a file chooses too, for example {{"start", "image"}}. `type` lives on.
Param file_param(std::string id, std::string label, const FileType& type, Values selects,
                 std::string help);
/// A parameter of the start: what random numbers begin with.
Param seed_param(std::string help);
/// The same on a logarithmic scale.
Param log_scaled(Param param);
/// The threads of a block; the id is "block". `presets` are shapes as text, {"32", "64", ...} or
/// {"32x8", ...}; any other that the rule allows may be chosen too (see block_rule.h).
Param block_axis(std::vector<std::string> presets, std::string default_shape,
                 const BlockRule& rule);
/// A small list of integers, for example bodies per thread.
Param integer_axis(std::string id, std::string label, std::string unit,
                   std::vector<std::int64_t> offered, std::int64_t default_value, std::string help);
/// The same, whose first value is shown as "auto".
Param automatic(Param axis);
/// A few named ways.
Param choice_axis(std::string id, std::string label, std::vector<Option> options,
                  std::string default_id, std::string help);
/// How many threads of a CPU variant share the `shared` ("rows"); the id is "threads", all cores at
/// first.
Param threads_axis(const std::string& shared);

}  // namespace livewarp
