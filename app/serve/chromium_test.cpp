// That tests of the page can believe their browser.
#include <gtest/gtest.h>

#include <stdexcept>

#include "app/serve/testing/chromium.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

const std::string noting_page =
    "data:text/html,<body style='margin:0;background:rgb(255,0,0);height:3000px'><script>"
    "var seen=[];const note=e=>seen.push(e.type+' '+(e.key||e.clientX||''));"
    "for(const t of ['mousedown','mouseup','keydown','wheel','touchstart'])"
    "addEventListener(t,note)</script>";

TEST(ChromiumTest, DoesWhatAUserDoes) {
  if (!test::Chromium::is_there()) GTEST_SKIP() << "there is no /usr/bin/chromium";
  test::Chromium browser;
  browser.set_viewport(640, 480, 2);
  browser.navigate(noting_page);
  EXPECT_EQ(browser.evaluate("innerWidth*1000+devicePixelRatio"), 640'002);
  EXPECT_EQ(browser.evaluate("Promise.resolve('a'+1)"), "a1");
  EXPECT_THROW(browser.evaluate("nothing.there"), std::runtime_error);
  browser.mouse("mousePressed", 20, 30, "left");
  browser.mouse("mouseReleased", 21, 30, "left");
  browser.key("keyDown", "KeyA", "a", "a");
  browser.wheel(50, 60, 0, 100);
  EXPECT_TRUE(browser.becomes_true(
      "['mousedown 20','mouseup 21','keydown a','wheel 50'].every(e=>seen.includes(e))", 20s))
      << browser.evaluate("seen");
  browser.set_viewport(400, 300, 1, true);
  browser.touch("touchStart", {{10, 20}});
  browser.touch("touchEnd", {});
  EXPECT_TRUE(browser.becomes_true("seen.includes('touchstart ')", 20s));
  const auto png = browser.screenshot();
  ASSERT_GT(png.size(), 100u);
  EXPECT_EQ(std::string(png.begin() + 1, png.begin() + 4), "PNG");
}

}  // namespace
}  // namespace livewarp
