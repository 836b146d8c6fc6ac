// The window in a browser, without one: a client stands for the page.
#include "app/browser/browser_screen.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <turbojpeg.h>

#include <array>
#include <optional>
#include <thread>

#include "app/serve/testing/serve_client.h"
#include "app/testing/off_screen.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::PageClient;

/// A screen whose panels are one filled rectangle.
class BrowserScreenTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = test::why_no_offscreen(); !why.empty()) GTEST_SKIP() << why;
    gl_.emplace();
    context_ = ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ServeOptions options;
    options.port = 0;
    options.page = "page";
    screen_.emplace(*gl_, options);
  }
  void TearDown() override {
    screen_.reset();
    if (context_) ImGui::DestroyContext(context_);
  }

  /// A frame as the loop makes it, all of that colour.
  void frame(ImU32 colour) {
    screen_->begin_panels();
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour);
    ImGui::Begin("all", nullptr, ImGuiWindowFlags_NoDecoration);
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::Render();
    screen_->draw_panels(false);
    EXPECT_TRUE(screen_->settle(10s));
    screen_->swap();
  }
  /// Frames of that colour, until so many have come to the page in all.
  void frames_until(PageClient& page, std::size_t count, ImU32 colour) {
    for (int i = 0; i < 200 && page.frames < count; ++i) {
      screen_->poll(0.01);
      if (screen_->facts().width > 0) frame(colour);
      page.see(count, 20ms);
    }
    ASSERT_GE(page.frames, count);
  }
  /// The page's newest frame, which is JPEG, in its middle.
  static std::array<int, 3> middle(PageClient& page) {
    const auto [width, height] = std::pair{page.last_frame->width, page.last_frame->height};
    std::vector<unsigned char> rgb(std::size_t(3 * width * height));
    const tjhandle decoder = tjInitDecompress();
    const auto& bytes = page.last_bytes;
    EXPECT_EQ(tjDecompress2(decoder, reinterpret_cast<const unsigned char*>(bytes.data()),
                            (unsigned long)bytes.size(), rgb.data(), width, 0, height, TJPF_RGB, 0),
              0);
    tjDestroy(decoder);
    const unsigned char* pixel = &rgb[std::size_t(3 * (height / 2 * width + width / 2))];
    return {pixel[0], pixel[1], pixel[2]};
  }

  /// How the page's newest frame keeps colour.
  static int sampling(PageClient& page) {
    int width = 0, height = 0, kept = -1, space = 0;
    const tjhandle decoder = tjInitDecompress();
    const auto* bytes = reinterpret_cast<const unsigned char*>(page.last_bytes.data());
    tjDecompressHeader3(decoder, bytes, (unsigned long)page.last_bytes.size(), &width, &height,
                        &kept, &space);
    tjDestroy(decoder);
    return kept;
  }

  std::optional<Offscreen> gl_;
  ImGuiContext* context_ = nullptr;
  std::optional<BrowserScreen> screen_;
};

TEST_F(BrowserScreenTest, NobodyLooksAtAMinimisedWindow) {
  screen_->poll(0);
  EXPECT_EQ(screen_->facts().width, 0);
  EXPECT_FALSE(screen_->poll(0.01));
}

TEST_F(BrowserScreenTest, ThePageSeesWhatIsDrawn) {
  PageClient page(screen_->server().steering_link());
  frames_until(page, 1, IM_COL32(200, 40, 60, 255));
  EXPECT_EQ(page.last_frame->width, 1280);
  EXPECT_EQ(page.last_frame->height, 720);
  const std::array<int, 3> seen = middle(page);
  EXPECT_NEAR(seen[0], 200, 4);
  EXPECT_NEAR(seen[1], 40, 4);
  EXPECT_NEAR(seen[2], 60, 4);
  EXPECT_EQ(screen_->report().errors, 0) << screen_->report().first_error;
}

// Frames that are never polled for: the panels alone ask what has come.
TEST_F(BrowserScreenTest, InputThatComesWhileThePictureIsDrawnIsInThatFrame) {
  PageClient page(screen_->server().steering_link());
  frames_until(page, 1, IM_COL32_WHITE);
  page.send(R"({"t":"move","x":321,"y":123})");
  const ImVec2& mouse = ImGui::GetIO().MousePos;
  for (int i = 0; i < 500 && mouse.x != 321; ++i) {
    std::this_thread::sleep_for(10ms);
    frame(IM_COL32_WHITE);
  }
  EXPECT_EQ(mouse.x, 321);
  EXPECT_EQ(mouse.y, 123);
  EXPECT_TRUE(screen_->poll(0)) << "another frame shows what becomes of it";
}

TEST_F(BrowserScreenTest, TheWindowIsAsLargeAsThePage) {
  PageClient page(screen_->server().steering_link());
  page.send(R"({"t":"size","w":901,"h":601,"ratio":1.5})");
  for (int i = 0; i < 200 && screen_->facts().width != 900; ++i) screen_->poll(0.01);
  EXPECT_EQ(screen_->facts().width, 900) << "even: H.264 has no odd pixels";
  EXPECT_EQ(screen_->facts().height, 600);
  EXPECT_NEAR(screen_->facts().content_scale, 1.5, 1e-9);
  frames_until(page, 1, IM_COL32_WHITE);
  EXPECT_EQ(page.last_frame->width, 900);
  page.send(R"({"t":"size","w":7680,"h":4320,"ratio":2})");
  const int most = gl_->gl().software ? 1920 : 3840;
  for (int i = 0; i < 200 && screen_->facts().width != most; ++i) screen_->poll(0.01);
  EXPECT_EQ(screen_->facts().width, most) << "larger ones are enlarged by the page";
  EXPECT_NEAR(screen_->facts().content_scale, 2.0 * most / 7680, 1e-9);
}

TEST_F(BrowserScreenTest, WhoComesWhileThePictureRestsSeesIt) {
  PageClient first(screen_->server().steering_link());
  frames_until(first, 1, IM_COL32(0, 0, 255, 255));
  screen_->poll(0);
  PageClient second(screen_->server().watching_link());
  bool due = false;
  for (int i = 0; i < 300 && !due; ++i) due = screen_->poll(0.01);
  EXPECT_TRUE(due) << "a frame is due for who has come";
  frames_until(second, 1, IM_COL32(0, 0, 255, 255));
}

TEST_F(BrowserScreenTest, ARestingPictureIsSentOnceMoreAndSharp) {
  PageClient page(screen_->server().steering_link());
  frames_until(page, 1, IM_COL32(250, 20, 20, 255));
  EXPECT_EQ(sampling(page), TJSAMP_420) << "moving: the colour of two by two pixels";
  for (int i = 0; i < 300 && sampling(page) != TJSAMP_444; ++i) {
    screen_->poll(0.01);
    page.see(page.frames + 1, 5ms);
  }
  EXPECT_EQ(sampling(page), TJSAMP_444) << "at rest: of every pixel";
  const std::size_t before = page.frames;
  for (int i = 0; i < 40; ++i) screen_->poll(0.01);
  page.see(before + 1, 50ms);
  EXPECT_EQ(page.frames, before) << "once";
}

TEST_F(BrowserScreenTest, TheHallIsAskedAndVotes) {
  PageClient desk(screen_->server().steering_link()), hall(screen_->server().watching_link());
  ASSERT_TRUE(desk.hear("\"steers\":true", 5s));
  screen_->ask_hall(HallQuestion{"3 7", "Which is the fastest?", {"Naive", "Tile"}, false});
  const auto asked = hall.hear("\"topic\":\"ask\"", 5s);
  ASSERT_TRUE(asked);
  EXPECT_NE(asked->find("Which is the fastest?"), std::string::npos);
  EXPECT_NE(asked->find("\"candidates\":[\"Naive\",\"Tile\"]"), std::string::npos) << *asked;
  hall.send(R"({"t":"vote","v":1})");
  for (int i = 0; i < 300 && screen_->hall_votes()->votes.empty(); ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(screen_->hall_votes()->votes, std::vector<double>{1});
  EXPECT_EQ(screen_->hall_votes()->viewers, 1) << "who asks does not vote";
  screen_->ask_hall(std::nullopt);
  EXPECT_TRUE(hall.hear("\"open\":false", 5s));
}

TEST_F(BrowserScreenTest, NotesAreForWhoSteersAlone) {
  PageClient desk(screen_->server().steering_link()), hall(screen_->server().watching_link());
  ASSERT_TRUE(desk.hear("\"steers\":true", 5s));
  const auto notes = screen_->make_notes();
  ui::LecturerView view;
  view.lecture.title = "N-body";
  view.lecture.slides = {"All pairs", "Tiles"};
  view.notes = {"Ask who has seen a bank conflict."};
  view.next = "Tiles";
  notes->draw(view);
  const auto told = desk.hear("\"topic\":\"notes\"", 5s);
  ASSERT_TRUE(told);
  EXPECT_NE(told->find("Ask who has seen a bank conflict."), std::string::npos);
  screen_->set_clipboard("livewarp bench heat");
  EXPECT_TRUE(desk.hear("livewarp bench heat", 5s));
  hall.hear("never said", 200ms);
  for (const std::string& text : hall.texts) {
    EXPECT_EQ(text.find("bank conflict"), std::string::npos) << text;
    EXPECT_EQ(text.find("livewarp bench"), std::string::npos) << text;
  }
}

TEST_F(BrowserScreenTest, HandsReachTheUserInterface) {
  PageClient page(screen_->server().steering_link());
  frames_until(page, 1, IM_COL32_WHITE);
  page.send(R"({"t":"move","x":321,"y":123})");
  page.send(R"({"t":"button","b":0,"down":true})");
  page.send(R"({"t":"key","code":"Escape","key":"Escape","down":true})");
  for (int i = 0; i < 100 && !(ImGui::IsMouseDown(0) && screen_->escape_held()); ++i) {
    screen_->poll(0.01);
    frame(IM_COL32_WHITE);
  }
  EXPECT_TRUE(ImGui::IsMouseDown(0));
  EXPECT_TRUE(screen_->escape_held());
  EXPECT_EQ(ImGui::GetIO().MousePos.x, 321);
  page.web().close();
  for (int i = 0; i < 300 && ImGui::IsMouseDown(0); ++i) {
    screen_->poll(0.01);
    frame(IM_COL32_WHITE);
  }
  EXPECT_FALSE(ImGui::IsMouseDown(0)) << "a lost connection holds no button";
}

}  // namespace
}  // namespace livewarp
