#include "app/fault/planted_kernel.h"

#include <algorithm>

#include "app/measure/launch_recorder.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/measure/verification.h"

namespace livewarp {

namespace {

/// Where the whole lines `part` stand in the text.
std::vector<std::size_t> places_of(const std::string& part, const std::string& text) {
  std::vector<std::size_t> found;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    if (at == 0 || text[at - 1] == '\n') found.push_back(at);
  return found;
}

int lines_in(std::string_view text) { return int(std::ranges::count(text, '\n')); }

struct Place {
  std::size_t at = 0;
  const Replacement* part = nullptr;
};

std::vector<Place> places_of(const KernelFault& fault, const std::string& sound) {
  std::vector<Place> places;
  for (const Replacement& part : fault.planted) {
    const std::vector<std::size_t> found = places_of(part.from, sound);
    if (found.size() != 1)
      throw Error(fault.name + ".fault:" + std::to_string(part.line) +
                      ": what is replaced stands " + std::to_string(found.size()) + " times in " +
                      fault.kernel,
                  "it must stand there once: more lines tell one place from another");
    places.push_back({found.front(), &part});
  }
  std::ranges::sort(places, {}, &Place::at);
  for (std::size_t i = 1; i < places.size(); ++i)
    if (places[i - 1].at + places[i - 1].part->from.size() > places[i].at)
      throw Error(fault.name + ".fault:" + std::to_string(places[i].part->line) +
                  ": this part overlaps another");
  return places;
}

}  // namespace

PlantedText plant(const KernelFault& fault, const std::string& sound) {
  PlantedText text{sound, {}, {}};
  std::size_t done = 0;
  for (const auto& [at, part] : places_of(fault, sound)) {
    text.planted.append(sound, done, at - done);
    const int first = 1 + lines_in(text.planted);
    text.planted += part->to;
    text.lines.push_back({first, lines_in(text.planted)});
    done = at + part->from.size();
  }
  text.planted.append(sound, done);
  return text;
}

FaultSubject subject_of(const KernelFault& fault, const Workload* workload) {
  if (!workload) throw Error(fault.name + ": there is no workload " + fault.workload);
  FaultSubject subject{workload, choice_from(*workload, fault.given, Backend::cuda), {}, {}, {},
                       {}};
  subject.small =
      largest_check(*workload, subject.choice, Executor::emulator).value_or(subject.choice);
  subject.origin = origin_of(*workload, subject.choice, fault.kernel);
  subject.text = plant(fault, starter_of(subject.origin));
  subject.file = fault.kernel + ".cuh";
  return subject;
}

std::vector<std::string> launches_of(const FaultSubject& subject) {
  HostState in = subject.workload->initial_state(subject.small.problem);
  in.primed = true;
  LaunchRecorder recorder;
  subject.workload->simulate(subject.small, Executor::emulator, &in)->step(recorder);
  std::vector<std::string> names;
  for (const LaunchRecorder::Record& record : recorder.records()) {
    const std::string name = record.kernel.name;
    names.push_back(name.substr(0, name.find('<')));
  }
  return names;
}

}  // namespace livewarp
