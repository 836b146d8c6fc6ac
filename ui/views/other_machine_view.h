#pragma once

#include <string>

/// What panels read of results of other machines.
namespace livewarp::ui {

/// What another machine measured of a variant, verified: never among what is measured here. It has
/// a time, a rate or the reason for neither.
struct OtherTime {
  double median_ms = 0;  ///< a step, of the very setting; else 0
  double rate = 0;       ///< items per second of another size or setting; else 0
  double items = 0;      ///< of a step of the setting here
  std::string reason;    ///< why neither
  std::string at;        ///< the size at which it was measured
  std::string about;     ///< lines: machine, date, version, setting, and what differs
};

/// A machine whose results are loaded.
struct OtherMachine {
  std::string name;   ///< "H200"
  std::string about;  ///< lines: all of its name, and the file
};

}  // namespace livewarp::ui
