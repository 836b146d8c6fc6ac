#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/edit/study/edit_tools.h"
#include "app/exercise/exercise.h"
#include "app/reports/saved_report.h"
#include "app/scene/screen.h"
#include "app/session/fit.h"
#include "app/turns/turns.h"
#include "kernels/core/base/machine.h"
#include "kernels/core/model/choice.h"
#include "kernels/core/telemetry/gpu_reading.h"
#include "kernels/core/telemetry/topology.h"
#include "kernels/registry.h"
#include "ui/theme/tokens.h"
#include "ui/ui.h"

namespace livewarp {

/// How the window is opened; all of it may stay at its default.
struct LiveOptions {
  double for_seconds = 0;   ///< close after this long; 0: stay
  std::string report;       ///< write frames, times and errors of the run to this JSON file
  bool no_interop = false;  ///< take the copy path even where interop works
  std::string
      interop_reason;  ///< why this window and the device cannot share memory; empty: they can
  int device = -1;     ///< CUDA device; -1: the one that drives the window
  int width = 0, height = 0;       ///< pixels of the window; 0: fitted to the screen
  bool paint = false;              ///< the brush moves by itself
  double text_size = 0;            ///< factor on the text, 0.75 ... 3; 0: as saved, else 1
  std::optional<ui::Theme> theme;  ///< empty: as saved, else dark
  bool presenter = false;          ///< begin with picture and band alone (F9)
  std::string screenshot;  ///< write the whole window as PNG to this file just before it closes
  std::string record;      ///< record the window from the first frame on, FILE.webm or a folder
  std::string keys;        ///< a key script to play, see key_script.h; empty: none
  double keys_speed = 1;   ///< its waits are divided by it
  std::string shots;       ///< folder for the pictures that it asks for; empty: none
  std::ostream* words = nullptr;  ///< where it says something
  std::string lecture;  ///< to be given from the beginning: its name or its file; empty: none
  bool notes = false;   ///< a second window for the lecturer, while a lecture is given
  std::optional<Exercise> exercise;  ///< that is open from the beginning
  std::string kernel;                ///< a file that the tab Edit watches from the beginning
  std::optional<Choice> kernel_of;   ///< for which variant; empty: for the one that it looks at
  std::string presets;   ///< the file of the user's named choices; empty: they are not kept
  std::string settings;  ///< the folder of what else is kept of the user's; empty: nothing is
  bool vsync = true;
  bool keep_settings = true;                ///< read and write the settings folder; tests do not
  Executor cuda_executor = Executor::cuda;  ///< tests without a GPU let the emulator execute them
  std::string fitted;  ///< what was fitted to the machine in the first choice, for the status bar
  std::vector<SavedReport> results;       ///< of other machines, to be shown beside this one's
  std::function<GpuReading()> gpu_state;  ///< read on a thread of its own; none: unknown
  std::function<Topology()> topology;     ///< likewise, once; none: no GPU is known
  const Turns* turns = nullptr;  ///< with other processes that measure; null: none are taken
  EditSetup edit;                ///< with what a kernel is tried that is rewritten in it
  Fitter fitter;  ///< of workloads that are opened later; none: they start at their defaults
  /// Told with which arguments the program is to start again once the window is closed;
  /// `run_window` does so by itself.
  std::function<void(std::vector<std::string>)> restart;
  std::stop_token stop;  ///< closes the window in order, with report and screenshot
  /// Ids of parameters and axes that the command line named: they stay as they are, whatever the
  /// window would fit to the machine ("variant" and "memory" among them).
  std::set<std::string> given;
};

/// What these options say to the user interface; of what is kept from start to start nothing.
ui::UiOptions ui_options(const LiveOptions& options);

/// Where a live run is seen. Once it is made, its OpenGL is current.
class LivePlace {
 public:
  virtual ~LivePlace() = default;
  /// Once, when the user interface's context is current; goes before the place does. Throws
  /// `Error`.
  virtual std::unique_ptr<Screen> make_screen() = 0;
};

/// Makes the place of a run. Throws `Error` where there can be none.
using MakePlace = std::function<std::unique_ptr<LivePlace>(const LiveOptions&)>;

/// Runs it there until it is closed and returns the exit code: that of an interruption where
/// `options.stop` closed it.
int run_live(const Registry& registry, const Machine& machine, const Choice& start,
             const LiveOptions& options, const MakePlace& make_place);

/// The same in a window. Throws `Error` where there is no display or no suitable OpenGL, with what
/// to set and what works without a window.
int run_window(const Registry& registry, const Machine& machine, const Choice& start,
               const LiveOptions& options);

}  // namespace livewarp
