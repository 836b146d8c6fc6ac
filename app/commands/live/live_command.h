#pragma once

#include "app/commands/command.h"
#include "app/window/window_app.h"

namespace livewarp {

/// A live run, wherever it is seen: what runs, how it looks, what is shown from the beginning.
class LiveCommand : public Command {
 public:
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

  const Choice& choice() const { return choice_; }
  const LiveOptions& options() const { return options_; }

 protected:
  /// Options of the place where it is seen, above those of all.
  virtual void declare_place(CLI::App& app, LiveOptions& options) = 0;
  /// Runs it there, and returns the exit code.
  virtual int show(const Context& context, const Choice& start, const LiveOptions& options) = 0;

 private:
  void aim_at_kernel(const Context& context);

  const Workload* workload_ = nullptr;
  Backend backend_ = Backend::cpu;  ///< where none is given
  ParsedOptions given_;
  Choice choice_;
  std::string exercise_;
  LiveOptions options_;
};

}  // namespace livewarp
