#include "app/edit/study/kernel_starter.h"

#include <algorithm>
#include <optional>

#include "app/edit/edited_unit.h"
#include "app/edit/source/kernel_text.h"
#include "app/measure/launch_recorder.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/emulator/lens/lens.h"
#include "kernels/kernel_sources.h"

namespace livewarp {

namespace {

std::string plain(const std::string& kernel) { return kernel.substr(0, kernel.find('<')); }

/// What a step of the variant launches, at a small size.
LaunchRecorder recorded(const Workload& workload, const Choice& choice) {
  Choice small = choice;
  small.problem = emulator::lens_problem(workload, choice);
  HostState in = workload.initial_state(small.problem);
  in.primed = true;
  LaunchRecorder recorder;
  workload.simulate(small, Executor::emulator, &in)->step(recorder);
  return recorder;
}

/// Whether it is a choice that a kernel is made with, and not data, which the rest of the file
/// knows as a type of its own.
bool is_policy(std::string_view source, const std::string& name) {
  const std::optional<TextPart> part = structure_definition(source, name);
  return part && part->of(source).find("static ") != std::string_view::npos;
}

/// Words of template arguments that name such structures of the kernel's file.
std::vector<std::string> structures_of(const std::string& kernel, std::string_view source) {
  std::vector<std::string> found;
  for (std::size_t at = kernel.find('<'); at < kernel.size();) {
    const std::size_t first = kernel.find_first_not_of("<>,: ", at);
    if (first == std::string::npos) break;
    at = std::min(kernel.find_first_of("<>,: ", first), kernel.size());
    std::string word = kernel.substr(first, at - first);
    if (is_policy(source, word) && std::ranges::find(found, word) == found.end())
      found.push_back(std::move(word));
  }
  return found;
}

/// Definitions of the text, in its order: structures, then the kernel.
std::optional<TextPart> definition_of(const KernelOrigin& origin, std::string_view text,
                                      const std::string& name) {
  return name == origin.kernel ? kernel_definition(text, name) : structure_definition(text, name);
}

std::vector<std::string> names_of(const KernelOrigin& origin) {
  std::vector<std::string> names = origin.structures;
  names.push_back(origin.kernel);
  return names;
}

void trim_lines(std::string& text) {
  text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
}

}  // namespace

KernelOrigin origin_of(const Workload& workload, const Choice& choice, const std::string& kernel) {
  const std::string name = workload.info().name + " " + choice.variant;
  if (kernel_files().empty())
    throw Error("this build does not hold the kernels' sources", "a build from source has them");
  if (workload.find(choice.variant)->backend != Backend::cuda)
    throw Error(name + " is no CUDA variant: it has no kernel to edit");
  const LaunchRecorder recorder = recorded(workload, choice);
  if (recorder.fills_constants())
    throw Error(name + " fills constant memory, and an edited kernel has one of its own: it cannot "
                       "be edited");
  std::vector<std::string> launched;
  const LaunchRecorder::Record* found = kernel.empty() ? recorder.main() : nullptr;
  for (const LaunchRecorder::Record& record : recorder.records()) {
    const std::string one = plain(record.kernel.name);
    if (one == kernel && !found) found = &record;
    if (std::ranges::find(launched, one) == launched.end()) launched.push_back(one);
  }
  if (launched.empty()) throw Error(name + " launches no kernel of the project's");
  if (!found)
    throw Error(name + " launches no kernel " + printable(kernel), "known are " + joined(launched));
  KernelOrigin origin{plain(found->kernel.name), {}, {}};
  origin.file = file_of_kernel(workload, origin.kernel);
  if (!kernel_definition(kernel_source(origin.file), origin.kernel))
    throw Error("the source of " + origin.kernel + " is not in a file of " + workload.info().name +
                "'s own: it cannot be edited");
  origin.structures = structures_of(found->kernel.name, kernel_source(origin.file));
  return origin;
}

std::string starter_of(const KernelOrigin& origin) {
  const std::string_view source = kernel_source(origin.file);
  std::string text = "#include \"" + origin.file + "\"\n\n" + std::string(kernels_begin) + "\n\n";
  for (const std::string& name : names_of(origin))
    text += std::string(definition_of(origin, source, name)->of(source)) + "\n";
  return text + std::string(kernels_end) + "\n";
}

std::string patched_source(const KernelOrigin& origin, const std::string& text) {
  const std::optional<TextPart> part = kernels_part(text);
  if (!part || !kernel_definition(part->of(text), origin.kernel))
    throw Error("there is no kernel " + origin.kernel + " between " + std::string(kernels_begin) +
                " and " + std::string(kernels_end));
  std::string source(kernel_source(origin.file)), rest(part->of(text));
  std::string kernel;
  for (const std::string& name : names_of(origin)) {
    const std::optional<TextPart> own = definition_of(origin, rest, name);
    if (!own) continue;
    const std::string written(own->of(rest));
    rest.erase(own->first, own->end - own->first);
    if (name == origin.kernel) {
      kernel = written;
      continue;
    }
    const TextPart old = *structure_definition(source, name);
    source.replace(old.first, old.end - old.first, written);
  }
  trim_lines(rest);
  const TextPart old = *kernel_definition(source, origin.kernel);
  source.replace(old.first, old.end - old.first, rest.empty() ? kernel : rest + "\n\n" + kernel);
  return source;
}

}  // namespace livewarp
