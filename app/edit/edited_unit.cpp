#include "app/edit/edited_unit.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "app/measure/launch_recorder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/emulator/run/source_lines.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Where the text has the word by itself; npos where it has not.
std::size_t find_word(std::string_view text, std::string_view word, std::size_t from = 0) {
  for (std::size_t at = text.find(word, from); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word(text[end]))) return at;
  }
  return std::string_view::npos;
}

void replace_word(std::string& text, std::string_view word, std::string_view by) {
  for (std::size_t at = find_word(text, word); at != std::string::npos;
       at = find_word(text, word, at + by.size()))
    text.replace(at, word.size(), by);
}

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

constexpr std::string_view opening = "LIVEWARP_KERNELS_BEGIN", closing = "LIVEWARP_KERNELS_END";

/// Names and kernels stand in a namespace within that of the project's.
constexpr const char* before_text = R"(#include "kernels/core/device/device.cuh"
#include "kernels/core/device/library_kernel.h"
#define LIVEWARP_EDITED_BEGIN \
  namespace livewarp { inline namespace LIVEWARP_COMPILATION { namespace edited {
#define LIVEWARP_EDITED_END }}}
)";

std::string entry_of(const std::string& kernel) {
  const std::string edited = "edited::" + kernel;
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

}  // namespace

std::string file_of_kernel(const Workload& workload, const std::string& kernel) {
  for (const std::string_view file : kernel_files()) {
    if (!file.starts_with("kernels/" + workload.info().name + "/")) continue;
    const std::string_view text = kernel_source(file);
    for (std::size_t at = find_word(text, kernel); at != std::string_view::npos;
         at = find_word(text, kernel, at + 1)) {
      // Its head: "__global__ void [__launch_bounds__(...)] NAME(".
      const std::size_t head = text.rfind("__global__", at);
      if (head != std::string_view::npos &&
          text.substr(head, at - head).find_first_of("{;") == std::string_view::npos)
        return std::string(file);
    }
  }
  return {};
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
  std::string text = edited.text;
  if (text.find('\0') != std::string::npos) throw Error(edited.file + " is no text");
  for (const std::string_view word : {opening, closing})
    if (find_word(text, word) == std::string::npos)
      throw Error(edited.file + ": there is no " + std::string(word),
                  "kernels stand between LIVEWARP_KERNELS_BEGIN and LIVEWARP_KERNELS_END, behind "
                  "what they include");
  replace_word(text, opening, "LIVEWARP_EDITED_BEGIN");
  replace_word(text, closing, "LIVEWARP_EDITED_END");
  if (const std::size_t once = text.find("#pragma once"); once != std::string::npos)
    text.erase(once, std::string_view("#pragma once").size());
  std::string unit = before_text;
  unit += "#line 1 \"" + quoted(std::string(emulator::edited_root) + edited.file) + "\"\n" + text;
  unit += "\n#line 1 \"" + std::string(unit_name) + "\"\n";
  unit += "#include \"" + file_of_kernel(*edited.workload, edited.kernel) + "\"\n";
  unit += "namespace livewarp { inline namespace LIVEWARP_COMPILATION {\nnamespace edited {}\n";
  unit += "extern \"C\" const LibraryKernel* livewarp_library_kernels(int* count) {\n";
  unit += "  static const LibraryKernel all[] = {\n";
  for (const std::string& kernel : kernels) unit += entry_of(kernel);
  unit += "  };\n  *count = " + std::to_string(kernels.size()) + ";\n  return all;\n}\n}}\n";
  return unit;
}

}  // namespace livewarp
