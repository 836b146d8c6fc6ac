#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/run/verification_worker.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// A variant that cannot run here, studied beside the run: its own launch and memory mode, kept for
/// each variant, and what the emulator finds of them. Nothing of it changes the run.
class Study {
 public:
  Study();

  /// What the user studies, asked every frame; a setting that cannot be leaves the one before.
  void want(const Session& session, const std::optional<Choice>& wanted);
  /// What is studied; empty: nothing.
  const std::optional<Choice>& choice() const { return choice_; }
  /// The setting in which a variant that cannot run is listed and studied: the problem of the run,
  /// launch and memory as they were chosen last.
  Choice choice_of(const Session& session, const VariantInfo& info) const;
  /// The same of a setting in which the variant would be listed else.
  Choice as_chosen(Choice choice) const;

  /// Why the emulator cannot verify it; empty if it can.
  const std::string& emulator_reason(const Workload& workload, const Choice& choice);
  /// Begins to compare the studied setting with the reference, executed from its source with every
  /// access checked, on a thread of its own.
  void verify(const Session& session);
  void cancel();
  /// Takes what was found.
  void poll();
  /// While it computes beside the run.
  bool verifying() const { return verified_.has_value(); }
  bool has_news() const { return worker_.has_news(); }
  /// What was found of a setting; an emulator has no time.
  std::optional<CheckResult> found(const Choice& choice) const;
  /// How far it is, for the status bar.
  ui::JobStrip strip() const;

 private:
  struct Setting {
    Values launch;
    MemoryMode memory = MemoryMode::device;
  };
  std::optional<Choice> choice_;
  std::map<std::string, Setting> chosen_;     ///< by workload and variant
  std::map<std::string, CheckResult> found_;  ///< by setting, whatever the problem
  std::optional<Choice> asked_;               ///< whether the emulator can verify it ...
  std::string reason_;                        ///< ... or why not
  std::optional<Choice> verified_;            ///< what is being verified
  std::string title_;                         ///< of its variant
  VerificationWorker worker_;
};

}  // namespace livewarp
