#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Faults that are planted into the project's kernels: what the tab Faults shows.
namespace livewarp::ui {

/// One that can be planted.
struct FaultOffer {
  std::string name, title;        ///< as the command line has it; a few words
  std::string workload, variant;  ///< whose kernel it is planted in, by name
  std::string about;              ///< "N-body, variant Shared tile"
  std::string after;              ///< the texts that warn of it
  std::string seen, mended;       ///< what one notices; how it is mended
  std::string sanitizer;          ///< the command; empty: no tool of it is for this fault
  std::string sanitizer_says;
  std::string gpu;  ///< why it does not run on a GPU; empty: it may
};

/// What the tab asks for as long as it is open.
struct FaultRequest {
  std::string name;
  bool planted = false;  ///< else taken back
  bool tried = false;    ///< and what finds it; else its kernel alone is shown
  bool operator==(const FaultRequest&) const = default;
};

/// The kernel of one, without the fault and with it.
struct FaultSource {
  std::string name;     ///< of the fault
  std::string refusal;  ///< why there is none; empty: there is
  std::string kernel;   ///< "nbody_shared"
  std::shared_ptr<const std::string> sound, planted;
  std::vector<std::pair<int, int>> lines;  ///< that were planted, first and last, from 1
};

/// A call of the step, and who tells of its error.
struct FaultCall {
  std::string call, emulator, gpu;
};

/// What was found of a kernel, with its fault or without.
struct FaultVerdict {
  bool found = false;        ///< something was
  std::string head;          ///< "found by the checker", "nothing is found: the result is right"
  std::string text, advice;  ///< in the words of who found it
  int line = 0;              ///< 0: of none
  std::vector<FaultCall> calls;
  double seconds = 0;  ///< that it took
};

/// Which fault is in this kernel?
struct FaultQuestion {
  std::size_t fault = 0;             ///< its place among the offers
  std::vector<std::size_t> choices;  ///< places of those that one may answer
};

/// A fault by name, planted or taken back.
using FaultState = std::pair<std::string, bool>;

struct FaultsView {
  std::vector<FaultOffer> offers;
  std::vector<FaultQuestion> questions;
  std::string hindrance, advice;  ///< why none can be checked, and what helps; empty: they can
  std::shared_ptr<const FaultSource>
      source;  ///< of the last one that was asked for; null: none yet
  bool checking = false;
  std::map<FaultState, std::shared_ptr<const FaultVerdict>> verdicts;
};

}  // namespace livewarp::ui
