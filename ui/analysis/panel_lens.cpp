// The tab Lens: what warps do with memory, beside the kernel's source.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/analysis/panel_lens.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/widgets/widgets_lens.h"

namespace livewarp::ui {

namespace {

constexpr double figure_fits = 44;   // em: from this width on it stands beside the source
constexpr double figure_height = 9;  // ... and from this height on
constexpr double figure_share = 0.36, widest_figure = 26;

/// The variant that is looked at: that of the cursor, or the CUDA variant that was looked at last.
const VariantEntry* lens_variant(Frame& frame) {
  State::Lens& lens = frame.state.lens;
  const auto kernel_variant = [&](const std::string& name) {
    const VariantEntry* variant = frame.variant(name);
    return variant && variant->info->backend == Backend::cuda ? variant : nullptr;
  };
  const VariantEntry* variant = kernel_variant(frame.state.cursor);
  if (!variant) variant = kernel_variant(lens.variant);
  if (!variant && frame.model.workload)
    variant = kernel_variant(frame.model.workload->info().default_cuda);
  if (variant) lens.variant = variant->info->name;
  return variant;
}

bool runs(const Frame& frame, const VariantEntry& variant) {
  return variant.info->name == frame.model.choice.variant;
}

/// Workloads have variants of equal names.
std::string name_of(const Choice& choice) { return choice.workload + "/" + choice.variant; }

/// What is to be looked at: of a variant that does not run, with the block that was chosen here.
Choice lens_choice(const Frame& frame, const VariantEntry& variant) {
  Choice choice;
  choice.workload = frame.model.choice.workload;
  choice.variant = variant.info->name;
  choice.problem = frame.wanted.problem;
  choice.launch = runs(frame, variant) ? frame.wanted.launch : variant.choice.launch;
  if (runs(frame, variant)) return choice;
  const auto chosen = frame.state.lens.blocks.find(name_of(choice));
  if (chosen != frame.state.lens.blocks.end()) choice.launch[ids::block] = chosen->second;
  return choice;
}

/// "livewarp lens nbody --variant"; options go on from there.
std::string command_of(const Frame& frame) {
  return "livewarp lens " + frame.model.choice.workload + " --variant";
}

// -- what is looked at ----------------------------------------------------------------------------

void variant_list(Frame& frame, const VariantEntry& current, float width) {
  std::vector<Option> options;
  std::vector<const VariantEntry*> variants;
  int at = 0;
  for (const VariantEntry& variant : frame.model.variants) {
    if (variant.info->backend != Backend::cuda) continue;
    if (&variant == &current) at = int(variants.size());
    variants.push_back(&variant);
    options.push_back({variant.info->name, variant.info->title, {}});
  }
  const auto chosen = dropdown(
      frame.look, ids::lens_variant, options, at, width,
      {.name = "Variant",
       .text = "The CUDA variant whose kernels are traced. It runs too, if it can run here.",
       .option = command_of(frame)});
  if (chosen) choose_variant(frame, *variants[std::size_t(*chosen)]);
}

void block_list(Frame& frame, const VariantEntry& variant, const Choice& looked_at, float width) {
  const Param* const block = find_param(variant.info->axes, ids::block);
  const auto current = looked_at.launch.find(ids::block);
  if (!block || block->options.empty() || current == looked_at.launch.end()) return;
  same_line(frame.look, 0.3);
  const int at = option_index(block->options, to_text(current->second));
  const auto chosen =
      dropdown(frame.look, ids::lens_block, block->options, at, width,
               {.name = "Block",
                .text = "Threads per block. Of the running variant it is the block that runs.",
                .option = command_of(frame) + " " + variant.info->name + " --block"});
  if (!chosen) return;
  Value value = parse_value(*block, block->options[std::size_t(*chosen)].id);
  if (runs(frame, variant))
    set_value(frame.wanted, *block, true, std::move(value));
  else
    frame.state.lens.blocks[name_of(looked_at)] = std::move(value);
}

void kernel_list(Frame& frame, const LensView& view, float width) {
  State::Lens& lens = frame.state.lens;
  if (view.kernels.size() < 2) return;
  std::vector<Option> options;
  for (const LensKernel& kernel : view.kernels)
    options.push_back({std::to_string(options.size()), kernel.name, {}});
  same_line(frame.look, 0.3);
  if (const auto chosen = dropdown(
          frame.look, ids::lens_kernel, options, lens.kernel, width,
          {.name = "Kernel", .text = "Which kernel of the step is shown.", .only_here = true}))
    lens.kernel = *chosen;
}

// -- all of it ------------------------------------------------------------------------------------

double weight_of(const LensKernel& kernel) {
  double weight = 0;
  for (const LensFile& file : kernel.files)
    for (const LensLine& line : file.lines)
      for (const LensAccess& access : line.accesses) weight += double(access.requests);
  return weight;
}

/// Another variant begins with its main kernel: that with most accesses.
void choose_kernel(State::Lens& lens, const LensView& view) {
  if (lens.shown != name_of(view.choice))
    lens.kernel = int(std::ranges::max_element(view.kernels, {}, weight_of) - view.kernels.begin());
  lens.shown = name_of(view.choice);
  lens.kernel = std::clamp(lens.kernel, 0, std::max(0, int(view.kernels.size()) - 1));
}

bool fits_beside(const Look& look, const Box& box) {
  return box.width() >= look.length(figure_fits) && box.height() >= look.length(figure_height);
}

void kernel_view(Frame& frame, const LensKernel& kernel, const Box& box, bool figure_alone) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const LensAccess* const access = lens_access(lens, kernel);
  const bool beside = fits_beside(look, box);
  Box left = box, right = box;
  if (beside) {
    const float width = std::min(float(figure_share) * box.width(), look.length(widest_figure));
    right.x0 = box.x1 - width;
    left.x1 = right.x0 - look.length(1.2);
  }
  if (beside || !figure_alone) lens_source(frame, kernel, left);
  if (access && (beside || figure_alone)) lens_figure(frame, *access, right);
}

/// In a narrow panel the figure takes the place of the source.
void figure_switch(Frame& frame, const Box& box) {
  if (fits_beside(frame.look, box)) return;
  State::Lens& lens = frame.state.lens;
  same_line(frame.look, 0.3);
  if (button(frame.look, ids::lens_lanes, {.label = "Lanes", .active = lens.figure}))
    lens.figure = !lens.figure;
  help(frame.look, {.name = "Lanes",
                    .text = "Where the lanes of the chosen line go, in place of the source.",
                    .only_here = true});
}

void facts(const Look& look, const LensView& view, const LensKernel& kernel, const Box& box) {
  put(look, Type::caption, look.tokens.muted, box,
      fmt::format("{:.1f} of 32 lanes active", kernel.active) + middle_dot + kernel.launch +
          middle_dot + "counted at " + view.problem);
  hover_text(look, box,
             "The emulator executes the step from the kernels' own source; the block in the middle "
             "of the grid is traced, at a size that takes a moment: the present one, halved as "
             "often as it takes. Lanes: mean over the basic blocks of the code.");
}

}  // namespace

std::string lens_hindrance(const Frame& frame) {
  const bool any = std::ranges::any_of(frame.model.variants, [](const VariantEntry& variant) {
    return variant.info->backend == Backend::cuda;
  });
  return any ? "" : "There is no CUDA variant here whose kernels could be traced.";
}

void lens_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const VariantEntry* const variant = lens_variant(frame);
  if (!variant) return;
  const Choice looked_at = lens_choice(frame, *variant);
  frame.result.lens = looked_at;
  const LensView* const view = frame.model.lens;
  const bool counted = view && view->choice == looked_at;
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  variant_list(frame, *variant, look.length(11));
  block_list(frame, *variant, looked_at, look.length(5.5));
  if (counted) {
    choose_kernel(lens, *view);
    kernel_list(frame, *view, look.length(10));
    Box rest = box;
    rest.y0 += look.length(metrics.hit + 0.3);
    figure_switch(frame, rest);
  }
  same_line(look, 0.6);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Box line{at.x, box.y0, box.x1, box.y0 + look.length(metrics.hit)};
  Box below = box;
  below.y0 = line.y1 + look.length(0.3);
  if (!counted)
    return void(put_middle(look, look.tokens.muted, below,
                           frame.model.job ? "Nothing is counted while times are measured."
                                           : "Counting\u2026"));
  if (!view->refusal.empty())
    return void(put_middle(look, look.tokens.muted, below, view->refusal));
  if (view->kernels.empty())
    return void(put_middle(look, look.tokens.muted, below, "The step launches no kernel."));
  const LensKernel& kernel = view->kernels[std::size_t(lens.kernel)];
  facts(look, *view, kernel, line);
  kernel_view(frame, kernel, below, lens.figure);
}

}  // namespace livewarp::ui
