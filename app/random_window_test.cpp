// A window under hands that know nothing: random keys, clicks, drags and sizes. Whatever they do, the session stays
// consistent and nothing is asserted. LIVEWARP_RANDOM_ACTIONS says how many (200 otherwise),
// LIVEWARP_RANDOM_SEED which.
#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <cstdlib>
#include <deque>
#include <random>
#include <string>

#include "app/driven_window_test.h"
#include "app/test_context.h"

namespace livewarp {
namespace {

int from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

/// One action after the other, and a memory of the last ones for whoever has to find the fault.
class Hands {
 public:
  Hands(DrivenWindow& driven, unsigned seed) : driven_(driven), random_(seed) {}

  void act(ImGuiTestContext& person) {
    const int kind = below(100);
    if (kind < 45)
      press(person);
    else if (kind < 80)
      click_control(person);
    else
      use_mouse(person);
  }

  std::string last_actions() const {
    std::string text;
    for (const std::string& action : done_) text += action + "\n";
    return text;
  }

 private:
  int below(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  template <class T, std::size_t N>
  const T& one_of(const std::array<T, N>& all) {
    return all[std::size_t(below(int(N)))];
  }
  void note(std::string action) {
    done_.push_back(std::move(action));
    if (done_.size() > 30) done_.pop_front();
  }

  void press(ImGuiTestContext& person) {
    // Neither Q, which ends the window, nor F12, which writes files, nor +, which asks for more memory than a test has.
    static constexpr std::array<ImGuiKeyChord, 38> keys{ImGuiKey_Space,
                                                        ImGuiKey_R,
                                                        ImGuiKey_B,
                                                        ImGuiKey_P,
                                                        ImGuiKey_X,
                                                        ImGuiKey_G,
                                                        ImGuiKey_Escape,
                                                        ImGuiKey_Tab,
                                                        ImGuiKey_Enter,
                                                        ImGuiKey_UpArrow,
                                                        ImGuiKey_DownArrow,
                                                        ImGuiKey_LeftArrow,
                                                        ImGuiKey_RightArrow,
                                                        ImGuiKey_F1,
                                                        ImGuiKey_F2,
                                                        ImGuiKey_F9,
                                                        ImGuiKey_1,
                                                        ImGuiKey_2,
                                                        ImGuiKey_3,
                                                        ImGuiKey_4,
                                                        ImGuiKey_5,
                                                        ImGuiKey_6,
                                                        ImGuiKey_7,
                                                        ImGuiKey_8,
                                                        ImGuiKey_9,
                                                        ImGuiMod_Shift | ImGuiKey_Tab,
                                                        ImGuiMod_Shift | ImGuiKey_P,
                                                        ImGuiMod_Shift | ImGuiKey_LeftArrow,
                                                        ImGuiMod_Shift | ImGuiKey_RightArrow,
                                                        ImGuiMod_Shift | ImGuiKey_UpArrow,
                                                        ImGuiMod_Shift | ImGuiKey_DownArrow,
                                                        ImGuiMod_Ctrl | ImGuiKey_Z,
                                                        ImGuiMod_Ctrl | ImGuiKey_Y,
                                                        ImGuiMod_Ctrl | ImGuiKey_Tab,
                                                        ImGuiMod_Ctrl | ImGuiKey_Equal,
                                                        ImGuiMod_Ctrl | ImGuiKey_Minus,
                                                        ImGuiMod_Ctrl | ImGuiKey_0,
                                                        ImGuiKey_Escape};
    static constexpr std::array characters{".", "[", "]", "-"};
    if (below(8) == 0) {
      const char* const character = one_of(characters);
      note(std::string("types ") + character);
      person.KeyChars(character);
    } else {
      const ImGuiKeyChord key = one_of(keys);
      note(std::string("presses ") + ImGui::GetKeyChordName(key));
      person.KeyPress(key);
    }
    person.Yield();
  }

  /// A control by its id: an option, a row, a workload, a button.
  void click_control(ImGuiTestContext& person) {
    const std::string id = some_control();
    if (!person.ItemExists(id.c_str())) return;
    note("clicks " + id);
    const ImGuiTestItemInfo item = person.ItemInfo(id.c_str(), ImGuiTestOpFlags_NoError);
    if (item.ID == 0) return;
    const ImRect& place = item.RectClipped;
    if (place.GetWidth() < 1 || place.GetHeight() < 1) return;
    person.MouseTeleportToPos(place.GetCenter());
    person.MouseClick(below(12) == 0 ? 1 : 0);
    person.Yield();
  }

  std::string some_control() {
    const ui::Model& model = driven_.live().model();
    const int kind = below(10);
    if (kind < 3 && !model.rows.empty())
      return "//Variants/row/" + model.rows[std::size_t(below(int(model.rows.size())))].info->name;
    if (kind == 3 && !model.workloads.empty())
      return "//Top/workload/" +
             model.workloads[std::size_t(below(int(model.workloads.size())))].name;
    static constexpr std::array buttons{"//Top/pause",
                                        "//Top/step",
                                        "//Top/reset",
                                        "//Top/pin",
                                        "//Top/measure-all",
                                        "//Top/menu",
                                        "//Controls/backend/cuda",
                                        "//Controls/backend/cpu",
                                        "//Controls/memory",
                                        "//Controls/display",
                                        "//Controls/start-group",
                                        "//Controls/view-group"};
    if (kind < 6) return one_of(buttons);
    const std::vector<Param>& from = below(2) == 0 ? model.axes : model.params;
    if (from.empty()) return "//Top/pause";
    const Param& param = from[std::size_t(below(int(from.size())))];
    const std::string id = "//Controls/" + param.id;
    if (param.options.empty()) return param.kind == ParamKind::toggle ? id : "//Top/step";
    return id + "/" + param.options[std::size_t(below(int(param.options.size())))].id;
  }

  void use_mouse(ImGuiTestContext& person) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const auto somewhere = [&] {
      return ImVec2(size.x * (0.3f + 0.4f * float(below(100)) / 100),
                    size.y * (0.25f + 0.6f * float(below(100)) / 100));
    };
    person.MouseTeleportToPos(somewhere());
    const int kind = below(3);
    note(kind == 0 ? "wheels" : kind == 1 ? "drags" : "clicks the picture");
    if (kind == 0) {
      person.MouseWheelY(below(2) == 0 ? 1.0f : -1.0f);
    } else if (kind == 1) {
      const int button = below(3);
      person.MouseDown(button);
      person.MouseTeleportToPos(somewhere());
      person.Yield();
      person.MouseUp(button);
    } else {
      person.MouseClick(0);
    }
    person.Yield();
  }

  DrivenWindow& driven_;
  std::mt19937 random_;
  std::deque<std::string> done_;
};

class RandomWindowTest : public testing::Test {
 protected:
  void expect_consistent(const Session& session) const {
    const Choice& choice = session.choice();
    EXPECT_EQ(choice.workload, session.workload().info().name);
    EXPECT_EQ(choice.variant, session.variant().name);
    EXPECT_EQ(checked_choice(session.workload(), choice, &choice), choice)
        << "the choice is not complete";
    if (session.check().verdict == Verdict::failed) ADD_FAILURE() << session.check().failure;
  }

  Registry registry_;
  Machine machine_ = test::machine_without_gpu();
};

TEST_F(RandomWindowTest, AnyKeysAndClicksLeaveItConsistent) {
  const int actions = from_environment("LIVEWARP_RANDOM_ACTIONS", 200);
  const auto seed = unsigned(from_environment("LIVEWARP_RANDOM_SEED", 1));
  Choice start = default_choice(*registry_.find("nbody"), "vector", Backend::cpu);
  start.problem["n"] = std::int64_t{500};
  DrivenWindow driven(registry_, machine_, start, DrivenWindow::quiet(), 1280, 720);
  Hands hands(driven, seed);
  constexpr int batch = 20;
  for (int done = 0; done < actions && !HasFailure(); done += batch) {
    driven.drive([&](ImGuiTestContext& person) {
      for (int i = 0; i < batch; ++i) hands.act(person);
    });
    expect_consistent(driven.session());
    if (done / batch % 7 == 3)
      glfwSetWindowSize(driven.handle(), 640 + done * 37 % 1200, 360 + done * 23 % 700);
    driven.frame();
    if (HasFailure()) ADD_FAILURE() << "seed " << seed << ", by then:\n" << hands.last_actions();
  }
  glfwPollEvents();
}

}  // namespace
}  // namespace livewarp
