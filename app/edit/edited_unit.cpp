#include "app/edit/edited_unit.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "app/edit/source/kernel_text.h"
#include "app/measure/launch_recorder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/emulator/run/source_lines.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

/// "heat_naive" of "heat_naive<float>".
std::string plain(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

/// What a step of the choice launches; nothing where it cannot be made without a GPU.
std::vector<LaunchRecorder::Record> launches_of(const Workload& workload, const Choice& choice) {
  LaunchRecorder recorder;
  try {
    HostState in = workload.initial_state(choice.problem);
    in.primed = true;
    const auto simulation = workload.simulate(choice, Executor::emulator, &in);
    simulation->step(recorder);
  } catch (const Error&) {
    return {};
  }
  return recorder.records();
}

/// Names and kernels stand in a namespace within that of the project's.
constexpr const char* before_text = R"(#include "kernels/core/device/device.cuh"
#define LIVEWARP_EDITED_BEGIN \
  namespace livewarp { inline namespace LIVEWARP_COMPILATION { namespace edited {
#define LIVEWARP_EDITED_END }}}
)";

std::string entry_of(const std::string& kernel, std::string_view text) {
  const std::string edited = in_edited(kernel, text);
  return "    {\"" + kernel + "\", LIVEWARP_KERNEL(" + edited + ").ref.call,\n" +
         "     parameter_types(&" + edited + "), parameter_types(&" + kernel + ")},\n";
}

std::string quoted(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c != '\n') out += c;
  }
  return out;
}

/// The user's text in a namespace of its own, and behind it the file that it stands in for.
std::string text_in_place(const EditedKernel& edited) {
  std::string text = edited.text;
  if (text.find('\0') != std::string::npos) throw Error(edited.file + " is no text");
  for (const std::string_view word : {kernels_begin, kernels_end})
    if (find_word(text, word) == std::string::npos)
      throw Error(edited.file + ": there is no " + std::string(word),
                  "kernels stand between LIVEWARP_KERNELS_BEGIN and LIVEWARP_KERNELS_END, behind "
                  "what they include");
  replace_word(text, kernels_begin, "LIVEWARP_EDITED_BEGIN");
  replace_word(text, kernels_end, "LIVEWARP_EDITED_END");
  if (const std::size_t once = text.find("#pragma once"); once != std::string::npos)
    text.erase(once, std::string_view("#pragma once").size());
  return before_text + ("#line 1 \"" + quoted(std::string(emulator::edited_root) + edited.file)) +
         "\"\n" + text + "\n#line 1 \"" + std::string(unit_name) + "\"\n#include \"" +
         file_of_kernel(*edited.workload, edited.kernel) + "\"\n";
}

/// Whether two kernels take the same. A structure that the text defines anew is another type, but
/// must be as long: what launches the kernel copies the project's.
constexpr const char* parameter_check = R"(
namespace livewarp { inline namespace LIVEWARP_COMPILATION {
template <class P, class Q>
inline constexpr bool livewarp_alike = __is_class(P) && __is_class(Q) && sizeof(P) == sizeof(Q);
template <class P>
inline constexpr bool livewarp_alike<P, P> = true;
template <class Own, class Expected>
struct LivewarpSame {
  static constexpr bool parameters = false;
};
template <class... P, class... Q>
  requires(sizeof...(P) == sizeof...(Q))
struct LivewarpSame<void (*)(P...), void (*)(Q...)> {
  static constexpr bool parameters = (livewarp_alike<P, Q> && ...);
};
}}
)";

}  // namespace

std::string file_of_kernel(const Workload& workload, const std::string& kernel) {
  for (const std::string_view file : kernel_files()) {
    if (!file.starts_with("kernels/" + workload.info().name + "/")) continue;
    if (find_kernel(kernel_source(file), kernel) != std::string_view::npos)
      return std::string(file);
  }
  return {};
}

int line_of_kernel(const EditedKernel& edited) {
  const std::size_t head = find_kernel(edited.text, edited.kernel);
  if (head == std::string::npos) return 0;
  return 1 + int(std::count(edited.text.begin(), edited.text.begin() + std::ptrdiff_t(head), '\n'));
}

std::string in_edited(const std::string& kernel, std::string_view text) {
  std::string named = "edited::";
  for (std::size_t at = 0; at < kernel.size();) {
    const std::size_t end = std::min(kernel.find_first_of("<>,: ", at), kernel.size());
    const std::string word = kernel.substr(at, end - at);
    if (at > 0 && !word.empty() && structure_definition(text, word)) named += "edited::";
    named += word;
    if (end < kernel.size()) named += kernel[end];
    at = end + 1;
  }
  return named;
}

std::vector<std::string> instantiations(const EditedKernel& edited) {
  const Workload& workload = *edited.workload;
  std::vector<Choice> choices = check_choices(workload, edited.choice, Executor::emulator);
  Choice looked_at = edited.choice;
  looked_at.problem = emulator::lens_problem(workload, edited.choice);
  choices.push_back(std::move(looked_at));
  std::set<std::string> found;
  for (const Choice& choice : choices)
    for (const LaunchRecorder::Record& record : launches_of(workload, choice))
      if (plain(record.kernel.name) == edited.kernel) found.insert(record.kernel.name);
  return {found.begin(), found.end()};
}

std::string unit_text(const EditedKernel& edited, const std::vector<std::string>& kernels) {
  std::string unit = "#include \"kernels/core/device/library_kernel.h\"\n" + text_in_place(edited);
  unit += "namespace livewarp { inline namespace LIVEWARP_COMPILATION {\nnamespace edited {}\n";
  unit += "extern \"C\" const LibraryKernel* livewarp_library_kernels(int* count) {\n";
  unit += "  static const LibraryKernel all[] = {\n";
  for (const std::string& kernel : kernels) unit += entry_of(kernel, edited.text);
  unit += "  };\n  *count = " + std::to_string(kernels.size()) + ";\n  return all;\n}\n}}\n";
  return unit;
}

std::string gpu_unit_text(const EditedKernel& edited, const std::vector<std::string>& kernels) {
  std::string unit = text_in_place(edited) + parameter_check;
  unit += "namespace livewarp { inline namespace LIVEWARP_COMPILATION {\nnamespace edited {}\n";
  for (const std::string& kernel : kernels)
    unit += "static_assert(LivewarpSame<decltype(&" + in_edited(kernel, edited.text) +
            "), decltype(&" + kernel + ")>::parameters, \"" + std::string(other_parameters) +
            "\");\n";
  return unit + "}}\nusing namespace livewarp;\n";
}

}  // namespace livewarp
