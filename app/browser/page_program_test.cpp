// The page in a real browser, which steers `livewarp serve` as somebody would.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/browser/testing/served_program.h"
#include "app/measure/context.h"
#include "app/serve/testing/chromium.h"
#include "app/testing/off_screen.h"
#include "app/testing/test_commands.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::Chromium;
using test::content_of;
using test::PageClient;
using test::ServedProgram;

class BrowserPage : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = test::why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
    if (!Chromium::is_there()) GTEST_SKIP() << "no chromium on this machine";
    if (!std::filesystem::exists(test::program_of_build()))
      GTEST_SKIP() << test::program_of_build() << " is not there";
  }

  static void press(Chromium& browser, const std::string& code, const std::string& key,
                    const std::string& text = {}) {
    browser.key("keyDown", code, key, text);
    browser.key("keyUp", code, key);
  }
  static void type(Chromium& browser, const std::string& text) {
    for (const char c : text) press(browser, "", {c}, {c});
  }
  /// Waits until frames were drawn that come after all that was done.
  static void settle(Chromium& browser) {
    const auto shown = browser.evaluate("last").get<int>();
    EXPECT_TRUE(browser.becomes_true("last >= " + std::to_string(shown + 8), 60s));
  }
};

/// Everything that a hand can do on the page, and what became of it in the report.
TEST_F(BrowserPage, IsSteeredAsAWindowIs) {
  const test::TemporaryFolder folder;
  ServedProgram program({"heat", "--nx", "256", "--ny", "256", "--backend", "cpu", "--variant",
                         "scalar", "--report", folder.file("report.json")});
  Chromium browser;
  browser.set_viewport(1280, 754);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("you.steers && last > 3", 60s))
      << browser.evaluate("document.body.innerText");
  EXPECT_EQ(browser.evaluate("canvas.width + 'x' + canvas.height").get<std::string>().substr(0, 5),
            "1280x")
      << "the window is as wide as the page";
  EXPECT_TRUE(browser.evaluate("at('said').hidden").get<bool>());

  press(browser, "ArrowDown", "ArrowDown");  // the next variant
  settle(browser);
  // A line of heat across the plate.
  browser.mouse("mouseMoved", 600, 300);
  browser.mouse("mousePressed", 600, 300, "left");
  browser.mouse("mouseMoved", 700, 400, "left");
  browser.mouse("mouseReleased", 700, 400, "left");
  settle(browser);
  // Panels away and back.
  press(browser, "F9", "F9");
  settle(browser);
  press(browser, "F9", "F9");
  settle(browser);
  // A setting, typed after / in the words of the command line.
  type(browser, "/");
  settle(browser);
  type(browser, "ny 300");
  settle(browser);
  press(browser, "Enter", "Enter");
  settle(browser);

  EXPECT_EQ(program.end(), exit_ok) << program.child().error();
  EXPECT_TRUE(browser.becomes_true("!at('said').hidden", 10s)) << "it says that the server ended";
  const auto report = nlohmann::json::parse(content_of(folder.file("report.json")));
  EXPECT_EQ(report["variant"], "vector");
  EXPECT_NE(report["command_line"].get<std::string>().find("--ny 300"), std::string::npos)
      << report["command_line"];
  EXPECT_EQ(report["gl_errors"], 0) << report["first_gl_error"];
}

/// Bodies that stand still are seen from elsewhere once the picture was dragged.
TEST_F(BrowserPage, TurnsTheCamera) {
  ServedProgram program({"nbody", "--n", "512", "--backend", "cpu", "--paused"});
  Chromium browser;
  browser.set_viewport(1280, 754);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("you.steers && last > 3", 60s));
  const auto place = [&] {
    return browser.evaluate("Array.from(pen.getImageData(330, 150, 560, 500).data)"
                            ".filter((_, i) => i % 4 === 1)");
  };
  // Pixels that are brighter in one than in the other by more than what a codec changes.
  const auto differing = [](const nlohmann::json& a, const nlohmann::json& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      count += std::abs(a[i].get<int>() - b[i].get<int>()) > 40;
    return count;
  };
  nlohmann::json before;
  std::size_t still = 1;
  for (int i = 0; i < 60 && still > 0; ++i) {
    before = place();
    std::this_thread::sleep_for(1s);
    still = differing(before, place());
  }
  ASSERT_EQ(still, 0u) << "a paused picture stands still";
  browser.mouse("mouseMoved", 560, 250);
  browser.mouse("mousePressed", 560, 250, "left");
  for (int step = 1; step <= 10; ++step) {
    browser.mouse("mouseMoved", 560 + 15 * step, 250, "left");
    std::this_thread::sleep_for(50ms);  // as a hand does
  }
  browser.mouse("mouseReleased", 710, 250, "left");
  std::size_t turned = 0;
  for (int i = 0; i < 60 && turned < 100; ++i) {
    std::this_thread::sleep_for(500ms);
    turned = differing(before, place());
  }
  EXPECT_GE(turned, 100u) << "the camera went round the bodies";
  EXPECT_EQ(program.end(), exit_ok) << program.child().error();
}

/// How the picture is seen: its colours, after a decoder of the browser's.
TEST_F(BrowserPage, ShowsH264AndFallsBackToJpeg) {
  ServedProgram program({"heat", "--nx", "128", "--ny", "128", "--backend", "cpu"});
  Chromium browser;
  browser.set_viewport(1000, 634);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("last > 3", 60s));
  const bool decodes = browser.evaluate("can_decode()").get<bool>();
  EXPECT_EQ(browser.evaluate("codec"), decodes ? "H.264" : "JPEG");
  // The same place in the dark ground of the menu bar, by both ways.
  const std::string colour =
      "Array.from(pen.getImageData(canvas.width - 300, 4, 1, 1).data).slice(0, 3)";
  settle(browser);
  const auto first = browser.evaluate(colour).get<std::vector<int>>();
  browser.evaluate("no_h264 = true, tell({t: 'codecs', h264: false}), close_decoder()");
  ASSERT_TRUE(browser.becomes_true("codec === 'JPEG'", 30s));
  settle(browser);
  const auto second = browser.evaluate(colour).get<std::vector<int>>();
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(first[c], second[c], 6) << "channel " << c;
}

/// One who watches can look closer, vote and ask, and nothing else.
TEST_F(BrowserPage, AWatcherLooksOnUntilSteeringIsHandedOver) {
  ServedProgram program({"heat", "--nx", "128", "--ny", "128", "--backend", "cpu"});
  PageClient desk(program.steering_link());
  ASSERT_TRUE(desk.see(2, 60s));
  Chromium browser;
  browser.set_viewport(800, 600);
  browser.navigate(program.watching_link());
  const auto until = [&](const std::string& expression) {
    for (int i = 0; i < 300; ++i) {
      if (browser.evaluate(expression).get<bool>()) return true;
      desk.hear("no text has that", 50ms);
    }
    return false;
  };
  ASSERT_TRUE(until("last > 0 && !you.steers"));
  EXPECT_TRUE(browser.evaluate("at('link').hidden").get<bool>()) << "no link to pass on";
  browser.wheel(400, 200, 0, -500);
  EXPECT_TRUE(until("zoom > 1 && !at('fit').hidden")) << "a zoom of its own";
  browser.evaluate("at('steer').click()");
  ASSERT_TRUE(desk.hear("\"asking\":[2]", 20s));
  desk.send(R"({"t":"give","to":2})");
  ASSERT_TRUE(until("you.steers && zoom === 1"));
  EXPECT_TRUE(until("canvas.width === 800")) << "the window takes the size of whoever steers";
}

/// A lecture has its notes beside the picture, and what the hall votes.
TEST_F(BrowserPage, GivesALectureWithNotesAndVotes) {
  ServedProgram program({"--lecture", "nbody"});
  Chromium browser;
  browser.set_viewport(1280, 754);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("you.steers && !at('notes').hidden", 60s));
  PageClient hall(program.watching_link());
  const auto until_asked = [&] {
    for (int slide = 0; slide < 20; ++slide) {
      for (const std::string& text : hall.texts)
        if (text.find("\"topic\":\"ask\"") != std::string::npos &&
            text.find("\"open\":true") != std::string::npos)
          return true;
      press(browser, "PageDown", "PageDown");
      hall.hear("\"open\":true", 1500ms);
    }
    return false;
  };
  ASSERT_TRUE(until_asked()) << "the first lecture asks the hall";
  EXPECT_TRUE(browser.becomes_true("at('notes').innerText.includes('Next: ')", 20s));
  const int width = browser.evaluate("canvas.width").get<int>();
  EXPECT_LT(width, 1000) << "the picture leaves room for the notes";
  hall.send(R"({"t":"vote","v":4})");
  for (const std::string& text : hall.texts)
    EXPECT_EQ(text.find("\"topic\":\"notes\""), std::string::npos) << "not for the hall";
  browser.evaluate("at('show-notes').click()");
  EXPECT_TRUE(browser.becomes_true("at('notes').hidden && canvas.width === 1280", 30s));
  EXPECT_EQ(program.end(), exit_ok);
}

/// A picture dropped on the page reaches the program as one dropped on the window.
TEST_F(BrowserPage, TakesFiles) {
  ServedProgram program({"scaling", "--backend", "cpu"});
  Chromium browser;
  browser.set_viewport(1280, 754);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("you.steers && last > 2", 60s));
  // A PNG that the browser makes, and the drop of it.
  browser.evaluate(R"(new Promise(done => {
    const made = document.createElement('canvas');
    made.width = 64; made.height = 48;
    made.getContext('2d').fillRect(0, 0, 20, 20);
    made.toBlob(blob => {
      const carried = new DataTransfer();
      carried.items.add(new File([blob], 'my picture.png', {type: 'image/png'}));
      canvas.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true, cancelable: true,
                                                  clientX: 600, clientY: 300}));
      done(true);
    });
  }))");
  settle(browser);
  settle(browser);
  EXPECT_EQ(browser.evaluate("flashed"), "") << "nothing was refused";
  // What is no picture is told of by the program, not by the page.
  browser.evaluate(
      R"(canvas.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: (() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['no picture'], 'n.png', {type: 'image/png'}));
    return carried; })()})), true)");
  settle(browser);
  EXPECT_EQ(program.end(), exit_ok) << program.child().error();
}

TEST_F(BrowserPage, FitsATabletThatIsTouched) {
  ServedProgram program({"nbody", "--n", "512", "--backend", "cpu"});
  Chromium browser;
  browser.set_viewport(820, 1180, 2, true);
  browser.navigate(program.steering_link());
  ASSERT_TRUE(browser.becomes_true("you.steers && canvas.width > 820 && last > 2", 60s));
  const auto inside = browser.evaluate(
      "[...document.querySelectorAll('#bar button')].filter(b => !b.hidden).every(b => {"
      "const box = b.getBoundingClientRect();"
      "return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight; })");
  EXPECT_TRUE(inside.get<bool>()) << "no button is cut off";
  const double shape = browser.evaluate("canvas.width / canvas.height").get<double>();
  const double room =
      browser.evaluate("at('room').clientWidth / at('room').clientHeight").get<double>();
  EXPECT_NEAR(shape, room, 0.01) << "it fills the page";
  browser.touch("touchStart", {{400, 500}});
  browser.touch("touchMove", {{450, 520}});
  browser.touch("touchEnd", {});
  EXPECT_TRUE(browser.evaluate("by_touch && fingers.size === 0").get<bool>());
  settle(browser);
}

}  // namespace
}  // namespace livewarp
