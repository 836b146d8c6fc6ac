#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lecture/lecture.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

/// Reads a lecture: lines as key scripts have them, what is quoted is one word, what follows # is
/// for readers.
///
///     lecture "N-body and the memory hierarchy"
///
///     slide "Shared tiles" 3 min
///       gpu show nbody --variant shared --n 65536
///       cpu show nbody --variant vector --n 8192
///       hall "A block loads a tile once, and all of its threads read it."
///       question "How much faster than the loop before?"
///       guess faster
///       note "For the lecturer; as many of them as wanted."
///       highlight variants
///       open lens shared
///
/// A slide's title is needed, all else may be left out. `gpu` or `cpu` before a line of a slide:
/// only on machines with a GPU, or without one. `show` is followed by a command line that makes the
/// choice, as the menu copies it: what it does not name is at its default. Without `show` what ran
/// before goes on. `hall` and `question` are 80 characters at
/// most, together. `guess faster` or `guess slower`: the hall says how many times as fast, or as
/// slow, a step is as on the slide before, and no time is shown until then. `highlight` names
/// readout, picture, controls, variants, timing, analysis, or a control by its option: block.
/// `open` names a tab of the panel below the picture, which is closed else, and maybe the CUDA
/// variant that it is about.
///
/// A line that is wrong becomes a fault of its slide, whatever is wrong with it; the other lines
/// count. A presets' file is the same: a slide is a named choice. Throws `Error` only where no
/// slide is left.
Lecture parse_lecture(std::string_view text, const std::string& name,
                      const std::vector<const Workload*>& workloads);
/// Throws `Error` too where the file cannot be read.
Lecture read_lecture(const std::string& path, const std::vector<const Workload*>& workloads);

/// The text that reads back to the same lecture, but for its faults (lecture_text.cpp).
/// `workloads`: of its choices.
std::string to_text(const Lecture& lecture, const std::vector<const Workload*>& workloads);

/// The tab of the panel below the picture that is called so, "lens" or "sweep"; empty: none is.
std::string tab_called(std::string_view name);
/// And back: the name of a tab of that id.
std::string tab_name(std::string id);

}  // namespace livewarp
