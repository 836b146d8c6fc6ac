#include "app/window/key_player.h"

#include <imgui.h>

#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "app/base/output_file.h"
#include "app/pictures/off_screen.h"
#include "app/window/live_loop.h"

namespace livewarp {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// The value of a parameter or an axis as it is typed on the command line; empty if there is none.
std::string value_now(const Choice& choice, const std::string& id) {
  if (id == "workload") return choice.workload;
  if (id == "variant") return choice.variant;
  if (id == "memory") return std::string(name_of(choice.memory));
  for (const Values* values : {&choice.launch, &choice.problem, &choice.view})
    if (const auto found = values->find(id); found != values->end()) return to_text(found->second);
  return {};
}

std::string yes_or(bool yes, const std::string& otherwise) { return yes ? "" : otherwise; }

}  // namespace

KeyPlayer::KeyPlayer(LiveLoop& loop, KeyScript script, const KeyPlayerOptions& options)
    : loop_(loop), script_(std::move(script)), options_(options), started_(SteadyClock::now()),
      line_started_(started_) {
  loop_.note_words(&words_);
}

KeyPlayer::~KeyPlayer() { loop_.note_words(nullptr); }

double KeyPlayer::seconds() const {
  return std::chrono::duration<double>(SteadyClock::now() - line_started_).count();
}

/// Lines that need no frame follow one another in the same one.
void KeyPlayer::before_frame() {
  while (!finished()) {
    const script::Line& line = script_.lines[next_];
    if (concerns(line.where, loop_.session().machine().has_gpu()) &&
        !std::visit([&](const auto& what) { return play(what); }, line.what))
      return;
    ++next_;
    strokes_ = part_ = 0;
    line_started_ = SteadyClock::now();
  }
}

bool KeyPlayer::strike(const KeyStroke& stroke) {
  ImGuiIO& io = ImGui::GetIO();
  const auto set = [&](bool down) {
    io.AddKeyEvent(ImGuiMod_Ctrl, down && stroke.ctrl);
    io.AddKeyEvent(ImGuiMod_Shift, down && stroke.shift);
    io.AddKeyEvent(ImGuiMod_Alt, down && stroke.alt);
    if (stroke.key != 0) io.AddKeyEvent(ImGuiKey(stroke.key), down);
  };
  if (part_ == 0) {
    set(true);
    io.AddInputCharactersUTF8(stroke.text.c_str());
  } else if (part_ == 1) {
    set(false);
  }
  part_ = (part_ + 1) % 3;
  return part_ == 0;
}

bool KeyPlayer::play(const script::Press& press) {
  if (strike(press.stroke)) ++strokes_;
  return strokes_ == press.times;
}

bool KeyPlayer::play(const script::Type& type) {
  if (std::size_t(strokes_) == type.text.size()) return true;
  const std::string next = type.text.substr(std::size_t(strokes_++), 1);
  ImGui::GetIO().AddInputCharactersUTF8(next.c_str());
  return false;
}

bool KeyPlayer::play(const script::Wait& wait) {
  return ++part_ > 2 && seconds() * options_.speed >= wait.seconds;
}

bool KeyPlayer::play(const script::Say& say) {
  const auto now = std::chrono::duration_cast<std::chrono::seconds>(SteadyClock::now() - started_);
  if (options_.log)
    *options_.log << fmt::format("{}:{:02}  {}", now.count() / 60, now.count() % 60, say.text)
                  << std::endl;
  return true;
}

std::string KeyPlayer::missing(const script::Expect& expect) const {
  Session& session = loop_.session();
  const ui::Model& model = loop_.model();
  const std::string& what = expect.what;
  if (what == "says" || what == "silent") {
    const bool found = ui::says(words_, expect.value);
    return yes_or(found == (what == "says"), found ? "the window says so" : "the window does not");
  }
  if (what == "paused") return yes_or(session.choice().paused, "it runs");
  if (what == "running") return yes_or(!session.choice().paused, "it is paused");
  if (what == "idle") return yes_or(!session.job() && !model.job, "something is being measured");
  if (what == "slide") {
    if (!model.lecture) return "no lecture is given";
    if (model.lecture->away) return "something else was chosen";
    const std::string slide = std::to_string(model.lecture->slide + 1);
    return yes_or(slide == expect.value, "it is " + slide);
  }
  if (what == "pinned") return yes_or(model.pinned.has_value(), "nothing is");
  if (what == "timed") {
    const bool enough = int(model.step.count) >= model.wanted_samples;
    return yes_or(model.check.ok() && enough,
                  model.check.ok() ? "too few samples" : "not verified");
  }
  const std::string now = value_now(session.choice(), what);
  if (now.empty()) return "nothing here is called that";
  return yes_or(now == expect.value, "it is " + now);
}

bool KeyPlayer::play(const script::Expect& expect) {
  if (part_ == 0) {  // the frame that follows the line before counts
    part_ = 1;
    return false;
  }
  if (!failure_.empty()) throw std::runtime_error(failure_);  // its picture is taken
  const std::string why = missing(expect);
  if (why.empty()) return true;
  if (seconds() < expect.within) return false;
  failure_ = fmt::format("{}:{}: expected {}{}{} within {:g} s, but {}", script_.name,
                         script_.lines[next_].number, expect.what, expect.value.empty() ? "" : " ",
                         expect.value, expect.within, why);
  if (options_.shot_folder.empty()) throw std::runtime_error(failure_);
  shoot("unexpected.png");
  failure_ += "; see " + options_.shot_folder + "/unexpected.png";
  return false;
}

void KeyPlayer::shoot(const std::string& name) {
  loop_.when_drawn([path = options_.shot_folder + "/" + name](const PixelImage& pixels) {
    OutputFile file(path);
    write_picture(pixels, file);
  });
}

bool KeyPlayer::play(const script::Shot& shot) {
  if (options_.shot_folder.empty()) return true;
  if (part_++ == 0) shoot(shot.name);
  return part_ > 2;
}

bool KeyPlayer::play(const script::Report& report) {
  if (options_.shot_folder.empty()) return true;
  OutputFile(options_.shot_folder + "/" + report.name).write(to_json(loop_.report()));
  return true;
}

}  // namespace livewarp
