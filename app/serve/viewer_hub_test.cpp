#include "app/serve/viewer_hub.h"

#include <gtest/gtest.h>

#include <deque>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace livewarp {
namespace {

using namespace std::chrono_literals;

/// A page that only remembers.
class NotedLink : public ViewerLink {
 public:
  void send_text(std::shared_ptr<const std::string> text) override {
    texts.push_back(*text);
    waiting += stuck ? text->size() : 0;
  }
  void send_frame(const FrameHeader& header, std::shared_ptr<const EncodedFrame> frame) override {
    headers.push_back(header);
    numbers.push_back(frame->number);
  }
  void close(CloseCode code, const std::string& reason) override {
    closed = code;
    why = reason;
  }
  std::size_t waiting_text_bytes() const override { return waiting; }

  /// The last text of that topic.
  nlohmann::json last(const std::string& topic) const {
    nlohmann::json found;
    for (const std::string& text : texts)
      if (const auto json = nlohmann::json::parse(text); json.at("topic") == topic) found = json;
    return found;
  }

  std::vector<std::string> texts;
  std::vector<FrameHeader> headers;
  std::vector<std::uint32_t> numbers;
  std::optional<CloseCode> closed;
  std::string why;
  bool stuck = false;
  std::size_t waiting = 0;
};

class ViewerHubTest : public testing::Test {
 protected:
  struct Page {
    NotedLink link;
    int id = 0;
  };
  Page& come(bool has_steering_link) {
    Page& page = pages.emplace_back();
    page.id = hub.join(page.link, has_steering_link);
    return page;
  }
  void say(const Page& page, const std::string& json) { hub.receive(page.id, json); }
  /// What was passed on since, in letters: m(ove), b(utton), s(ize), f(ile), l(et go), or ?.
  std::string passed() {
    std::string letters;
    for (const ViewerInput& input : inputs)
      letters += std::holds_alternative<PointerMove>(input)     ? 'm'
                 : std::holds_alternative<PointerButton>(input) ? 'b'
                 : std::holds_alternative<PageSize>(input)      ? 's'
                 : std::holds_alternative<DroppedFile>(input)   ? 'f'
                 : std::holds_alternative<LetGo>(input)         ? 'l'
                                                                : '?';
    inputs.clear();
    return letters;
  }
  void send(std::uint32_t number, Codec codec = Codec::jpeg, bool key = true) {
    auto frame = std::make_shared<EncodedFrame>();
    *frame = {codec, key, 640, 480, number, std::vector<std::uint8_t>(100)};
    hub.send(frame);
  }
  void show(const Page& page, std::uint32_t number) {
    hub.written(page.id, number);
    say(page, "{\"t\":\"shown\",\"n\":" + std::to_string(number) + "}");
  }
  FrameDemand demand() const { return hub.demand(now - 1h); }

  FrameSlots::Time now{1000h};
  std::vector<ViewerInput> inputs;
  bool input_fails = false;
  std::deque<Page> pages;
  ViewerHub hub{[this](const ViewerInput& input) {
                  if (input_fails) throw std::runtime_error("no");
                  inputs.push_back(input);
                },
                [this] { return now; }};
};

const std::string move = R"({"t":"move","x":1,"y":2})";

TEST_F(ViewerHubTest, OnlyWhoSteersIsHeard) {
  const Page &lecturer = come(true), &student = come(false);
  say(lecturer, move);
  say(lecturer, R"({"t":"button","b":0,"down":true,"x":3,"y":4})");
  EXPECT_EQ(passed(), "mmb");
  say(student, move);
  say(student, R"({"t":"letgo"})");
  EXPECT_EQ(passed(), "");
  EXPECT_EQ(student.link.last("refused").at("why"), "You are watching: ask to steer first.");
  const std::size_t texts = student.link.texts.size();
  for (int i = 0; i < 50; ++i) say(student, move);
  EXPECT_EQ(student.link.texts.size(), texts) << "once a second is enough";
  now += 2s;
  say(student, move);
  EXPECT_EQ(student.link.texts.size(), texts + 1);
}

TEST_F(ViewerHubTest, SaysWhoSteersAndWhoAsks) {
  const Page &lecturer = come(true), &student = come(false);
  EXPECT_EQ(lecturer.link.last("you").at("steers"), true);
  EXPECT_EQ(lecturer.link.last("you").at("secret").get<std::string>().size(), 32u);
  EXPECT_EQ(student.link.last("you").at("id"), student.id);
  EXPECT_EQ(student.link.last("you").at("steers"), false);
  EXPECT_FALSE(student.link.last("you").contains("secret"));
  say(student, R"({"t":"ask"})");
  EXPECT_EQ(lecturer.link.last("hall").at("asking"), nlohmann::json({student.id}));
  EXPECT_EQ(lecturer.link.last("hall").at("viewers"), 2);
  EXPECT_FALSE(student.link.last("hall").contains("asking"));
  say(lecturer, "{\"t\":\"give\",\"to\":" + std::to_string(student.id) + "}");
  EXPECT_EQ(student.link.last("you").at("steers"), true);
  EXPECT_EQ(lecturer.link.last("you").at("may_take"), true);
  EXPECT_FALSE(lecturer.link.last("you").contains("secret"));
  say(student, move);
  say(lecturer, move);
  EXPECT_EQ(passed(), "lm") << "what was held is let go, and one alone moves";
  say(lecturer, R"({"t":"take"})");
  EXPECT_EQ(lecturer.link.last("you").at("steers"), true);
  hub.leave(lecturer.id);
  EXPECT_EQ(passed(), "ll");
  EXPECT_EQ(student.link.last("hall").at("steered"), false);
}

TEST_F(ViewerHubTest, TheSizeIsThatOfWhoSteers) {
  const Page &lecturer = come(true), &student = come(false);
  say(lecturer, R"({"t":"size","w":1000,"h":700,"ratio":1})");
  EXPECT_EQ(passed(), "s");
  say(student, R"({"t":"size","w":500,"h":400,"ratio":2})");
  EXPECT_EQ(passed(), "");
  EXPECT_TRUE(student.link.last("refused").is_null());
  say(lecturer, "{\"t\":\"give\",\"to\":" + std::to_string(student.id) + "}");
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_TRUE(std::holds_alternative<LetGo>(inputs[0]));
  EXPECT_EQ(std::get<PageSize>(inputs[1]).width, 500);
}

TEST_F(ViewerHubTest, TellsTopicsAlsoToWhoComesLater) {
  const Page& lecturer = come(true);
  hub.tell("a", R"({"topic":"a","x":1})", Audience::everybody);
  hub.tell("b", R"({"topic":"b","x":1})", Audience::steering);
  hub.tell("a", R"({"topic":"a","x":2})", Audience::everybody);
  const std::size_t texts = lecturer.link.texts.size();
  hub.tell("a", R"({"topic":"a","x":2})", Audience::everybody);
  EXPECT_EQ(lecturer.link.texts.size(), texts) << "it knows";
  EXPECT_EQ(lecturer.link.last("b").at("x"), 1);
  const Page& student = come(false);
  EXPECT_EQ(student.link.last("a").at("x"), 2);
  EXPECT_TRUE(student.link.last("b").is_null());
  say(lecturer, "{\"t\":\"give\",\"to\":" + std::to_string(student.id) + "}");
  EXPECT_EQ(student.link.last("b").at("x"), 1);
}

TEST_F(ViewerHubTest, AsksForTheFramesThatSomebodyCanTake) {
  EXPECT_FALSE(demand().jpeg || demand().h264 || demand().h264_key) << "nobody is there";
  const Page& page = come(false);
  EXPECT_TRUE(demand().jpeg);
  EXPECT_FALSE(demand().h264);
  say(page, R"({"t":"codecs","h264":true})");
  EXPECT_FALSE(demand().jpeg);
  EXPECT_TRUE(demand().h264_key);
  EXPECT_TRUE(demand().h264);
  EXPECT_FALSE(hub.demand(now - 100ms).h264) << "the last key frame is too young";
  EXPECT_TRUE(hub.demand(now - 600ms).h264_key);
  send(1, Codec::h264);
  EXPECT_TRUE(demand().h264);
  EXPECT_FALSE(demand().h264_key);
  EXPECT_TRUE(hub.demand(now).h264) << "the chain goes on at once";
  send(2, Codec::h264, false);
  EXPECT_FALSE(demand().h264) << "there is no room";
  show(page, 1);
  EXPECT_TRUE(demand().h264);
  say(page, R"({"t":"hidden","hidden":true})");
  EXPECT_FALSE(demand().h264);
}

TEST_F(ViewerHubTest, FramesCarryTheirHeader) {
  const Page& page = come(false);
  send(0x01020304);
  ASSERT_EQ(page.link.headers.size(), 1u);
  const std::uint32_t time = 1000u * 3600u * 1'000'000u;  // of 64 bits, those that go
  const std::vector<std::uint32_t> expected{1,
                                            0,
                                            1,
                                            0,
                                            4,
                                            3,
                                            2,
                                            1,
                                            640 & 255,
                                            640 >> 8,
                                            480 & 255,
                                            480 >> 8,
                                            time & 255,
                                            time >> 8 & 255,
                                            time >> 16 & 255,
                                            time >> 24};
  EXPECT_EQ(std::vector<std::uint32_t>(page.link.headers[0].begin(), page.link.headers[0].end()),
            expected);
}

TEST_F(ViewerHubTest, ASlowPageSeesFewerFramesThanAFastOne) {
  const Page &fast = come(true), &slow = come(false);
  for (std::uint32_t number = 1; number <= 30; ++number) {
    send(number);
    now += 10ms;
    show(fast, number);
    if (number % 10 == 0)
      for (const std::uint32_t one : std::vector(slow.link.numbers)) show(slow, one);
  }
  EXPECT_EQ(fast.link.numbers.size(), 30u);
  EXPECT_EQ(slow.link.numbers, (std::vector<std::uint32_t>{1, 2, 10, 11, 20, 21, 30}));
  const ServeFigures figures = hub.figures();
  EXPECT_EQ(figures.sent, 37u);
  EXPECT_EQ(figures.dropped, 23u);
  EXPECT_EQ(figures.viewers, 2);
  EXPECT_TRUE(figures.steered);
  EXPECT_EQ(figures.bytes_a_frame, 100);
  EXPECT_NEAR(figures.round_trip_ms, 10, 1e-6);
}

TEST_F(ViewerHubTest, ClosesWhoSaysTooMuch) {
  const Page &busy = come(true), &loud = come(false);
  for (int i = 0; i < 6000; ++i) {
    say(busy, move);
    now += 2ms;
  }
  EXPECT_FALSE(busy.link.closed) << "500 messages a second are fine";
  int said = 0;
  while (!loud.link.closed && said < 3000) {
    say(loud, R"({"t":"ask"})");
    ++said;
  }
  EXPECT_EQ(loud.link.closed, CloseCode::policy);
  EXPECT_EQ(loud.link.why, "The page says more than 600 messages a second.");
  EXPECT_EQ(said, 1201);
  passed();
  say(busy, move);
  EXPECT_EQ(passed(), "m");
}

TEST_F(ViewerHubTest, ClosesWhoTalksNonsense) {
  const Page& page = come(true);
  for (int i = 0; i < ViewerHub::most_malformed; ++i) say(page, "{");
  EXPECT_FALSE(page.link.closed);
  EXPECT_EQ(page.link.last("refused").at("why"),
            "The server does not understand the page: a message is no JSON object.");
  hub.receive_no_text(page.id);
  EXPECT_EQ(page.link.closed, CloseCode::policy);
  say(page, move);
  EXPECT_EQ(passed(), "") << "it is not heard any more";
}

TEST_F(ViewerHubTest, ClosesWhoDoesNotRead) {
  Page& page = come(false);
  const Page& other = come(false);
  page.link.stuck = true;
  for (int i = 0; i < 100; ++i)
    hub.tell("a", std::string(8000, char('a' + i % 20)), Audience::everybody);
  EXPECT_EQ(page.link.closed, CloseCode::policy);
  EXPECT_LE(page.link.waiting, ViewerHub::most_text_bytes);
  EXPECT_FALSE(other.link.closed);
}

TEST_F(ViewerHubTest, ClosesAPageThatShowsNothing) {
  const Page& page = come(false);
  send(1);
  hub.written(page.id, 1);
  for (int i = 0; i < 11; ++i, now += 1s) hub.look();
  EXPECT_FALSE(page.link.closed);
  send(2);
  for (int i = 0; i < 12; ++i, now += 1s) hub.look();
  EXPECT_EQ(page.link.closed, CloseCode::policy);
  EXPECT_FALSE(demand().jpeg);
}

TEST_F(ViewerHubTest, CountsVotes) {
  const Page &first = come(true), &second = come(false);
  say(second, R"({"t":"vote","v":1})");
  EXPECT_EQ(second.link.last("refused").at("why"), "There is nothing to vote on now.");
  hub.ask("which is faster");
  say(second, R"({"t":"vote","v":1})");
  say(second, R"({"t":"vote","v":2})");
  say(first, R"({"t":"vote","v":3})");
  EXPECT_EQ(hub.votes().votes, (std::vector<double>{3, 2}));
  EXPECT_EQ(hub.votes().viewers, 2);
  hub.ask("");
  EXPECT_TRUE(hub.votes().votes.empty());
}

TEST_F(ViewerHubTest, FilesAreOfWhoSteers) {
  const Page &lecturer = come(true), &student = come(false);
  const std::string secret = lecturer.link.last("you").at("secret");
  EXPECT_TRUE(hub.may_upload(lecturer.id, secret));
  EXPECT_FALSE(hub.may_upload(lecturer.id, ""));
  EXPECT_FALSE(hub.may_upload(student.id, secret));
  EXPECT_FALSE(hub.may_upload(student.id, ""))
      << "who does not steer has no secret, not an empty one";
  EXPECT_FALSE(hub.may_upload(99, secret));
  hub.take_upload("/tmp/a");
  EXPECT_EQ(passed(), "f");
  say(lecturer, "{\"t\":\"give\",\"to\":" + std::to_string(student.id) + "}");
  EXPECT_FALSE(hub.may_upload(lecturer.id, secret));
  say(lecturer, R"({"t":"take"})");
  EXPECT_FALSE(hub.may_upload(lecturer.id, secret)) << "there is a new one";
}

TEST_F(ViewerHubTest, AnInputThatFailsHarmsNobody) {
  const Page& lecturer = come(true);
  input_fails = true;
  say(lecturer, move);
  input_fails = false;
  say(lecturer, move);
  EXPECT_EQ(passed(), "m");
}

}  // namespace
}  // namespace livewarp
