// Lists of the menu that no table holds: slides, lectures, named choices, exercises.
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ui/frame/frame.h"
#include "ui/frame/menu.h"
#include "ui/model/ids.h"

namespace livewarp::ui {

namespace {

constexpr double list_width = 24, tallest_list = 20;  // em

/// Rows with numbers, in a child that scrolls where there are many. Returns the clicked one.
template <class Row>
std::optional<int> numbered_rows(const Look& look, const char* id, int count, const Row& row) {
  std::optional<int> clicked;
  if (count == 0) return clicked;
  const float height =
      look.length(std::min(tallest_list, count * (metrics.hit + metrics.spacing_y)));
  ImGui::BeginChild(id, {look.length(list_width) + look.length(metrics.scrollbar), height});
  {
    const ids::Scope scope(ids::top);
    ImGui::PushID(id);
    for (int i = 0; i < count; ++i) {
      ImGui::PushID(std::to_string(i).c_str());
      if (row(i)) clicked = i;
      ImGui::PopID();
    }
    ImGui::PopID();
  }
  ImGui::EndChild();
  if (clicked) ImGui::ClosePopupToLevel(0, true);
  return clicked;
}

bool list_row(const Look& look, const Help& about, bool ticked) {
  return menu_entry(look, "row", about, {.width = list_width}, ticked);
}

}  // namespace

void lecture_rows(Frame& frame) {
  const Look& look = frame.look;
  const Model& model = frame.model;
  if (model.lecture) {
    const LectureView& given = *model.lecture;
    const auto chosen = numbered_rows(look, ids::slide, int(given.slides.size()), [&](int i) {
      const std::string number = std::to_string(i + 1);
      return list_row(look,
                      {.name = number + "  " + given.slides[std::size_t(i)],
                       .text = "Goes to this slide.",
                       .only_here = true},
                      i == given.slide);
    });
    if (chosen) frame.result.slide = chosen;
    return;
  }
  const auto chosen = numbered_rows(look, ids::lecture, int(model.lectures.size()), [&](int i) {
    const LectureOffer& offer = model.lectures[std::size_t(i)];
    return list_row(look,
                    {.name = offer.title,
                     .text = "Gives this lecture, slide by slide, by the Page keys.",
                     .option = "--lecture " + offer.name},
                    false);
  });
  if (chosen) frame.result.open_lecture = model.lectures[std::size_t(*chosen)].name;
}

void preset_rows(Frame& frame) {
  const Look& look = frame.look;
  std::vector<const PresetEntry*> shown;
  if (frame.model.presets)
    for (const PresetEntry& preset : *frame.model.presets)
      if (preset.own || preset.choice.workload == frame.model.choice.workload)
        shown.push_back(&preset);
  if (shown.empty()) {
    put(look, Type::body, look.tokens.muted, take(look, list_width, metrics.hit),
        "None of this workload");
    return;
  }
  const auto chosen = numbered_rows(look, ids::preset, int(shown.size()), [&](int i) {
    const PresetEntry& preset = *shown[std::size_t(i)];
    return list_row(look,
                    {.name = preset.name,
                     .text = preset.own ? "One of your own." : "One that ships with the program.",
                     .reason = preset.reason,
                     .only_here = true},
                    preset.choice == frame.model.choice);
  });
  if (chosen) frame.wanted = shown[std::size_t(*chosen)]->choice;
}

void exercise_rows(Frame& frame) {
  const std::vector<ExerciseOffer>* const all = frame.model.exercises;
  if (!all) return;
  const ExerciseView* const open = frame.model.edit ? frame.model.edit->exercise.get() : nullptr;
  const auto chosen = numbered_rows(frame.look, ids::exercises, int(all->size()), [&](int i) {
    const ExerciseOffer& offer = (*all)[std::size_t(i)];
    return list_row(frame.look,
                    {.name = offer.title,
                     .text = "Opens this exercise in the tab Edit: " + offer.about + ".",
                     .option = "--exercise " + offer.name},
                    open && open->name == offer.name);
  });
  if (chosen) frame.result.open_exercise = (*all)[std::size_t(*chosen)].name;
}

}  // namespace livewarp::ui
