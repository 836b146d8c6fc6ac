#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/code/look_worker.h"
#include "app/edit/study/edit_tools.h"
#include "app/fault/fault.h"
#include "kernels/registry.h"
#include "ui/model/model.h"

namespace livewarp {

/// What a window has looked at of a fault: its kernel, and what was found of it.
struct FaultLook {
  ui::FaultRequest request;
  std::shared_ptr<const ui::FaultSource> source;
  std::shared_ptr<const ui::FaultVerdict> verdict;  ///< null: not yet, or nobody asked
  std::string hindrance, advice;                    ///< why nothing can be checked, and what helps
};

/// Plants a fault and has it checked, on a thread of its own; the kernel runs in another process.
class FaultWorker : public LookWorker<ui::FaultRequest, FaultLook> {
 public:
  FaultWorker(std::shared_ptr<EditTools> tools,
              std::shared_ptr<const std::vector<KernelFault>> faults);
};

/// The faults of the tab Faults. Nothing of them touches the live run.
class LiveFaults {
 public:
  LiveFaults(const Registry& registry, EditSetup setup);

  /// What the tab asked for in this frame; `quiet`: nothing may compute beside what is measured.
  void want(const ui::Result& result, bool quiet);
  /// Takes what has been found.
  void poll();
  bool has_news() const { return worker_.has_news(); }
  bool checking() const { return checking_; }
  void describe(ui::Model& model);
  /// The setting whose kernel the fault of that name is planted in. Throws `Error`.
  Choice choice_of(const std::string& name) const;

 private:
  const Registry& registry_;
  std::shared_ptr<const std::vector<KernelFault>> faults_;
  std::shared_ptr<EditTools> tools_;
  FaultWorker worker_;
  std::shared_ptr<const FaultLook> seen_;
  bool checking_ = false;
  ui::FaultsView view_;
};

}  // namespace livewarp
