// How many warps a variant's kernel keeps on a multiprocessor, and what stands against more.
#include <algorithm>
#include <optional>
#include <ostream>

#include "app/base/version.h"
#include "app/commands/commands.h"
#include "app/explain/occupancy_study.h"
#include "app/explain/occupancy_table.h"
#include "app/options/choice_options.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr int most_multiprocessors = 1024, most_shared = 256 * 1024;

class OccupancyCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"warps that a kernel keeps on a multiprocessor, and what limits them",
            "Tells the occupancy of CUDA variants on the present GPU or on any architecture: from "
            "the registers and the shared memory that the compiler gave their kernels, and from "
            "what a multiprocessor has. Of all variants in a table, or, where one is named, for "
            "every block that it may have. Needs no GPU and no toolkit.",
            WorkloadArgument::required};
  }
  void declare(CLI::App& app, const CommandScope& scope) override;
  void finish() override;
  int run(const Context& context) override;

 private:
  ui::OccupancyGpu gpu_for(const Machine& machine, const KernelCodes& codes) const;
  int refuse(const Context& context, const ui::OccupancyView& view) const;
  bool for_all() const { return !given_.contains("variant") && !given_.contains("backend"); }
  std::string name() const;

  const Workload* workload_ = nullptr;
  ParsedOptions given_;
  std::vector<Choice> choices_;
  std::string architecture_;
  std::optional<int> multiprocessors_;
  ui::WhatIf what_if_;
  NamedOutput json_;
};

void OccupancyCommand::declare(CLI::App& app, const CommandScope& scope) {
  workload_ = scope.workload;
  if (workload_) declare_choice(app, *workload_, scope.variants, given_);
  OptionGroup gpu(app, "GPU:"), what_if(app, "What if:"), output(app, "Output:");
  gpu.text("arch", "X.Y", architecture_,
           "Compute capability, 8.6; without it that of the present GPU, or one that this program "
           "was compiled for.");
  gpu.integer("multiprocessors", "N", 1, most_multiprocessors, multiprocessors_,
              "How many multiprocessors it has, for waves; without it those of the present GPU, or "
              "of one that many have.");
  what_if.integer("registers", "N", 1, 255, what_if_.registers,
                  "As if the compiler had given a thread so many registers.");
  what_if.integer("shared", "BYTES", 0, most_shared, what_if_.shared,
                  "As if a block took so much shared memory.");
  declare_json(output, json_);
}

void OccupancyCommand::finish() {
  if (!architecture_.empty()) parse_compute(architecture_);
  if (!for_all()) {
    choices_.push_back(choice_from(*workload_, given_, Backend::cuda));
    return;
  }
  choices_ = choices_of_cuda(*workload_, given_, [&](const ParsedOptions& named) {
    return choice_from(*workload_, named, Backend::cuda);
  });
}

std::string OccupancyCommand::name() const {
  const std::string& workload = workload_->info().name;
  return for_all() ? workload : workload + " " + choices_.front().variant;
}

/// That which is asked for; the present one; one that this program has code for; any.
ui::OccupancyGpu OccupancyCommand::gpu_for(const Machine& machine, const KernelCodes& codes) const {
  const std::vector<ui::OccupancyGpu> all = ui::occupancy_gpus(machine, std::max(0, device()));
  const auto of = [&](int compute) {
    return std::ranges::find_if(
        all, [&](const ui::OccupancyGpu& gpu) { return gpu.limits.compute == compute; });
  };
  auto found = all.begin();
  if (!architecture_.empty()) {
    found = of(parse_compute(architecture_));
  } else if (!found->present) {
    found = of(codes.usual_architecture());
  }
  ui::OccupancyGpu gpu = *found;
  if (multiprocessors_) gpu.multiprocessors = *multiprocessors_;
  return gpu;
}

int OccupancyCommand::refuse(const Context& context, const ui::OccupancyView& view) const {
  *context.err << "livewarp: " << name() << ": " << view.refusal << "\n";
  if (!view.advice.empty()) *context.err << view.advice << "\n";
  return exit_wrong;
}

int OccupancyCommand::run(const Context& context) {
  json_.open();
  const KernelCodes codes;
  const ui::OccupancyGpu gpu = gpu_for(*context.machine, codes);
  std::vector<ui::OccupancyView> views;
  views.reserve(choices_.size());
  for (const Choice& choice : choices_)
    views.push_back(study_occupancy(*workload_, {choice, gpu.limits.compute}, codes, context.stop));
  const auto shown = std::ranges::find_if(
      views, [](const ui::OccupancyView& view) { return view.refusal.empty(); });
  if (views.empty()) {
    *context.err << "livewarp: " << name() << " has no CUDA variant\n";
    return exit_wrong;
  }
  if (shown == views.end()) return refuse(context, views.front());
  *context.out << name() << ", " << problem_text(*workload_, shown->request.choice.problem)
               << "\non " << compute_text(gpu.limits.compute) << ", " << gpu.name;
  if (gpu.multiprocessors > 0)
    *context.out << ", " << grouped(gpu.multiprocessors) << " multiprocessors";
  *context.out << "\n\n";
  Json report{
      {"version", version_text()}, {"workload", workload_->info().name}, {"gpu", to_json(gpu)}};
  if (for_all()) {
    *context.out << occupancy_overview(views, gpu, what_if_) << "\nlivewarp occupancy " << name()
                 << " --variant NAME tells why\n";
    for (const ui::OccupancyView& view : views)
      report["variants"].push_back(to_json(view, gpu, what_if_));
  } else {
    *context.out << occupancy_text(*shown, gpu, what_if_) << "\n"
                 << occupancy_table(*shown, gpu, what_if_);
    report.update(to_json(*shown, gpu, what_if_));
  }
  json_.write(report.dump(2) + "\n");
  return exit_ok;
}

}  // namespace

std::unique_ptr<Command> make_occupancy_command() { return std::make_unique<OccupancyCommand>(); }

}  // namespace livewarp
