#pragma once

#include "app/commands/command.h"
#include "app/window/window_app.h"

namespace livewarp {

/// The program without a sub-command: the window.
class WindowCommand final : public Command {
 public:
  CommandInfo info() const override;
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

  const Choice& choice() const { return choice_; }
  const LiveOptions& options() const { return options_; }

 private:
  void aim_at_kernel(const Context& context);

  const Workload* workload_ = nullptr;
  Backend backend_ = Backend::cpu;  ///< where none is given
  ParsedOptions given_;
  Choice choice_;
  std::string exercise_;
  LiveOptions options_;
};

std::unique_ptr<Command> make_window_command();

}  // namespace livewarp
