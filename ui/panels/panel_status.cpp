#include <imgui.h>
#include <imgui_internal.h>

#include <fmt/format.h>

#include <algorithm>

#include "kernels/core/base/text.h"
#include "ui/frame/frame.h"
#include "ui/model/format.h"
#include "ui/model/ids.h"
#include "ui/panels/job_strip.h"

namespace livewarp::ui {

namespace {

std::string cuda_version(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string cpu_text(const CpuInfo& cpu) {
  std::string text = cpu.name.empty() ? "CPU" : cpu.name;
  text += fmt::format(", {} {}", cpu.cores, cpu.cores == 1 ? "core" : "cores");
  if (!cpu.isas.empty()) text += ", " + cpu.isas.back();
  return text;
}

std::string gpu_text(const Machine& machine, int device) {
  const auto last = static_cast<int>(machine.gpus.size()) - 1;
  const GpuInfo& gpu = machine.gpus[static_cast<std::size_t>(std::clamp(device, 0, last))];
  std::string text = fmt::format("{}, compute {}.{}", gpu.name, gpu.major, gpu.minor);
  if (machine.runtime_cuda > 0) text += ", CUDA " + cuda_version(machine.runtime_cuda);
  return text;
}

/// Nothing before the driver was asked.
std::string clock_text(const std::optional<GpuReading>& state) {
  if (!state) return {};
  if (!state->unknown.empty()) return ", clocks: " + state->unknown;
  std::string text;
  if (state->sm_mhz) text += ", SM clock " + grouped(*state->sm_mhz) + " MHz";
  if (state->power_w) text += ", " + fixed(*state->power_w, 0) + " W";
  return text;
}

/// "3 viewers, 62 KB a frame, encoded in 4.8 ms, shown after 18 ms".
std::string served_text(const ServedView& served) {
  std::string text =
      fmt::format("{} {}", served.viewers, served.viewers == 1 ? "viewer" : "viewers");
  if (!served.failure.empty()) return text + ": " + served.failure;
  if (served.encode_ms > 0)
    text += fmt::format(", {:.0f} KB a frame, encoded in {:.1f} ms", served.bytes_a_frame / 1024,
                        served.encode_ms);
  if (served.round_trip_ms > 0)
    text += fmt::format(", shown after {:.0f} ms", served.round_trip_ms);
  return text;
}

std::string facts(const Frame& frame) {
  const Model& model = frame.model;
  if (!model.machine) return {};
  std::string text;
  if (model.served) text = served_text(*model.served) + middle_dot;
  if (model.machine->has_gpu()) {
    text += gpu_text(*model.machine, model.device);
    text += clock_text(frame.numbers.gpu_state);
  } else {
    text += no_gpu_text(*model.machine);
  }
  text += middle_dot + cpu_text(model.machine->cpu);
  if (!model.fitted.empty()) text += middle_dot + model.fitted;
  if (!model.gl_renderer.empty()) text += middle_dot + ("OpenGL: " + model.gl_renderer);
  return text;
}

void put_facts(const Frame& frame, const Box& box) {
  const Look& look = frame.look;
  const std::string steps = grouped(frame.numbers.steps);
  // A picture that is made again and again has no time of its own.
  const bool timeless = frame.numbers.time == 0 && frame.numbers.steps > 0;
  const std::string time = timeless ? "" : middle_dot + ("t " + significant(frame.numbers.time, 4));
  const std::string right = "step " + steps + time;
  const float width = text_width(look, Type::caption, right) + 1;
  put(look, Type::caption, look.tokens.muted, box.right_part(width), right);
  Box left = box;
  left.x1 -= width + look.length(1);
  if (frame.model.filmed) {
    const int seconds = int(*frame.model.filmed);
    const std::string recorded =
        fmt::format("\u25CF Recording {}:{:02}", seconds / 60, seconds % 60);
    put(look, Type::caption, look.tokens.error, left, recorded);
    left.x0 += text_width(look, Type::caption, recorded) + look.length(1);
  }
  std::string text = facts(frame);
  if (frame.model.lecture) text = lecture_text(*frame.model.lecture) + middle_dot + text;
  put(look, Type::caption, look.tokens.muted, left, text);
  if (text_width(look, Type::caption, text) > left.width()) hover_text(look, left, text);
}

}  // namespace

std::string no_gpu_text(const Machine& machine) {
  std::string why = machine.gpu_reason;
  const std::string known = "no CUDA device: ";
  if (why.starts_with(known)) why.erase(0, known.size());
  return "No CUDA device: " + why + ". CPU variants run.";
}

void status_bar(Frame& frame) {
  const Look& look = frame.look;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.length(0.9), 0));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyleColorVec4(ImGuiCol_MenuBarBg));
  ImGui::BeginViewportSideBar(ids::status, ImGui::GetMainViewport(), ImGuiDir_Down,
                              look.length(metrics.status_bar),
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                                  ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  {
    const ids::Scope scope(ids::status);
    const Box box = take(look, 0, metrics.status_bar);
    if (frame.model.job)
      put_job(frame, box, *frame.model.job);
    else
      put_facts(frame, box);
  }
  ImGui::End();
}

}  // namespace livewarp::ui
