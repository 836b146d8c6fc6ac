// The tab Lens: what warps do with memory, beside the kernel's source.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "kernels/core/base/text.h"
#include "ui/explain/looked_at.h"
#include "ui/explain/panel_lens.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/model/lens_compare.h"
#include "ui/widgets/widgets_lens.h"

namespace livewarp::ui {

namespace {

constexpr double figure_fits = 44;   // em: from this width on it stands beside the source
constexpr double figure_height = 9;  // ... and from this height on
constexpr double figure_share = 0.36, widest_figure = 26;

/// Workloads have variants of equal names.
std::string name_of(const Choice& choice) { return choice.workload + "/" + choice.variant; }

std::string command_of(const Frame& frame) {
  return "livewarp lens " + frame.model.choice.workload;
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

/// Another variant begins with its main kernel: that with most accesses.
void choose_kernel(State::Lens& lens, const LensView& view) {
  if (lens.shown != name_of(view.choice))
    lens.kernel = view.kernels.empty() ? 0 : int(main_kernel(view) - view.kernels.data());
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

/// `original`: see `looked_at_original`.
void facts(const Look& look, const LensView& view, const LensKernel& kernel,
           const std::string& original, const Box& box) {
  const std::string text = original + fmt::format("{:.1f} of 32 lanes active", kernel.active) +
                           middle_dot + kernel.launch + middle_dot + "counted at " + view.problem;
  put(look, Type::caption, original.empty() ? look.tokens.muted : look.tokens.warn, box,
      elided(look, Type::caption, text, box.width()));
  hover_text(
      look, box,
      text +
          "\nThe emulator executes the step from the kernels' own source; the block in the middle "
          "of the grid is traced, at a size that takes a moment: the present one, halved as "
          "often as it takes. Lanes: mean over the basic blocks of the code.");
}

}  // namespace

namespace {

/// Counts, or what a compiler made of the source; as a list where the panel is narrow.
void shows_switch(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const std::vector<Option> kinds{
      {"counts", "Counts", {}}, {"ptx", "PTX", {}}, {"sass", "SASS", frame.model.sass_reason}};
  State::Lens& lens = frame.state.lens;
  const Help about{.name = "Shown of each line",
                   .text =
                       "Accesses that are counted, or the instructions that a compiler makes of "
                       "it: PTX, or the machine code of a GPU.",
                   .option = command_of(frame) + " --variant " + frame.state.looked_at.variant};
  const int now = int(lens.shows);
  same_line(look, 0.3);
  const auto chosen =
      box.width() >= look.length(figure_fits)
          ? segmented(look, ids::lens_shows, kinds, now, segments_width(look, kinds), about)
          : dropdown(look, ids::lens_shows, kinds, now, look.length(5.4), about);
  if (chosen) lens.shows = LensShows(*chosen);
}

}  // namespace

// -- another variant beside it --------------------------------------------------------------------

namespace {

constexpr double title_row = 1.4, between_sides = 0.8;  // em

std::string title_of(const Frame& frame, const std::string& name) {
  const VariantEntry* const variant = frame.variant(name);
  return variant ? variant->info->title : name;
}

void put_side(Frame& frame, const std::string& title, const LensKernel& kernel,
              const LensKernel& other, Box box, const char* id) {
  const Look& look = frame.look;
  Box head = box;
  head.y1 = head.y0 + look.length(title_row);
  const LensKernel shown = differing_first(kernel, other);
  head.x0 = put(look, Type::heading, look.tokens.text, head, title) + look.length(0.8);
  if (shown.files.size() == kernel.files.size())
    put(look, Type::caption, look.tokens.muted, head, "no line differs");
  box.y0 = head.y1;
  lens_source(frame, shown, box, id);
}

std::optional<Choice> beside_list(Frame& frame, const VariantEntry& variant, float width) {
  State::Lens& lens = frame.state.lens;
  std::vector<Option> options{{"none", "No other", {}}};
  int at = 0;
  const VariantEntry* chosen = nullptr;
  for (const VariantEntry& each : frame.model.variants) {
    if (each.info->backend != Backend::cuda || &each == &variant) continue;
    if (each.info->name == lens.beside) {
      at = int(options.size());
      chosen = &each;
    }
    options.push_back({each.info->name, each.info->title, {}});
  }
  same_line(frame.look, 0.3);
  if (const auto picked =
          dropdown(frame.look, ids::lens_beside, options, at, width,
                   {.name = "Beside",
                    .text = "A second variant, whose source and counts stand beside: what differs "
                            "comes first, then all of it.",
                    .only_here = true}))
    lens.beside = *picked == 0 ? std::string() : options[std::size_t(*picked)].id;
  if (!chosen) return {};
  return looked_at_choice(frame, *chosen);
}

void beside_view(Frame& frame, const LensKernel& kernel, const Choice& beside, const Box& box) {
  const Look& look = frame.look;
  const LensView* const view = frame.model.lens_beside;
  const bool counted = view && view->choice == beside;
  Box left = box, right = box;
  left.x1 = (box.x0 + box.x1 - look.length(between_sides)) / 2;
  right.x0 = left.x1 + look.length(between_sides);
  const LensKernel* const other = counted ? main_kernel(*view) : nullptr;
  const LensKernel& compared = other ? *other : kernel;
  put_side(frame, title_of(frame, frame.state.looked_at.variant), kernel, compared, left,
           "lens-source");
  if (other)
    return put_side(frame, title_of(frame, beside.variant), *other, kernel, right,
                    "lens-source-beside");
  put_middle(look, look.tokens.muted, right,
             !counted                ? "Counting\u2026"
             : view->refusal.empty() ? "The step launches no kernel."
                                     : view->refusal);
}

}  // namespace

std::string lens_hindrance(const Frame& frame) { return looked_at_hindrance(frame, "traced"); }

void lens_tab(Frame& frame, const Box& box) {
  const Look& look = frame.look;
  State::Lens& lens = frame.state.lens;
  const VariantEntry* const variant = looked_at_variant(frame);
  if (!variant) return;
  const Choice looked_at = looked_at_choice(frame, *variant);
  const bool counts = lens.shows == LensShows::counts;
  if (counts) frame.result.lens = looked_at;
  const LensView* const view = frame.model.lens;
  const bool counted = view && view->choice == looked_at;
  const bool wide = box.width() >= look.length(figure_fits);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  looked_at_list(frame, ids::lens_variant, *variant, command_of(frame),
                 "The CUDA variant whose kernels are traced. It runs too, if it can run here.",
                 look.length(wide ? 11 : 9));
  looked_at_blocks(frame, ids::lens_block, *variant, command_of(frame),
                   look.length(wide ? 5.5 : 4.5));
  shows_switch(frame, box);
  std::optional<Choice> beside;
  if (counts) beside = beside_list(frame, *variant, look.length(wide ? 8 : 6));
  if (beside) frame.result.lens_beside = beside;
  const float list_width = look.length(wide ? 10 : 6.5);
  if (!counts) return lens_code(frame, *variant, box, list_width);
  if (counted) {
    choose_kernel(lens, *view);
    kernel_list(frame, *view, list_width);
    Box rest = box;
    rest.y0 += look.length(metrics.hit + 0.3);
    if (!beside) figure_switch(frame, rest);
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
  facts(look, *view, kernel, looked_at_original(frame, *variant, "counted"), line);
  if (beside) return beside_view(frame, kernel, *beside, below);
  kernel_view(frame, kernel, below, lens.figure);
}

}  // namespace livewarp::ui
