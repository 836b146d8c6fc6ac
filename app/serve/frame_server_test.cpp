// The server as its viewers find it, over sockets of this machine.
#include <unistd.h>

#include "app/serve/frame_server.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/serve/testing/served_test.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::http;
using test::Link;
using test::PageClient;
using FrameServerTest = test::ServedTest;

TEST_F(FrameServerTest, ServesThePageToBothLinks) {
  for (const std::string& url : {server->steering_link(), server->watching_link()}) {
    const Link link(url);
    const auto reply = http(link, "GET", link.path + "?" + link.query);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "<p>the page");
    EXPECT_NE(reply.head.find("Content-Security-Policy: "), std::string::npos);
    EXPECT_EQ(http(link, "HEAD", link.path + "?" + link.query).body, "");
  }
  EXPECT_NE(server->steering_link(), server->watching_link());
  const Link link(server->watching_link());
  EXPECT_EQ(link.port, server->port());
  EXPECT_EQ(http(link, "GET", "/").status, 403);
  EXPECT_EQ(http(link, "GET", "/etc/passwd").status, 404);
  EXPECT_EQ(http(link, "BREW", "/").status, 405);
  EXPECT_EQ(test::http_raw(link, "\x16\x03\x01\r\n\r\n").status, 400);
  EXPECT_EQ(test::http_raw(link, "GET / HTTP/1.1\r\nA: " + std::string(20'000, 'a')).status, 431);
}

TEST_F(FrameServerTest, OnlyTheRightOnesOpenAWebSocket) {
  const Link link(server->watching_link());
  EXPECT_THROW(test::WebClient(link, "/ws"), std::runtime_error);
  EXPECT_THROW(test::WebClient(link, "/ws?token=0"), std::runtime_error);
  EXPECT_THROW(PageClient(server->watching_link(), {{"Origin: http://evil.org"}}),
               std::runtime_error);
  PageClient own(server->watching_link(), {{"Origin: http://" + link.authority()}});
  EXPECT_TRUE(own.hear("\"you\"", patience));
}

TEST_F(FrameServerTest, OnlyWhoSteersIsHeard) {
  PageClient lecturer(server->steering_link());
  ASSERT_TRUE(lecturer.hear("\"steers\":true", patience));
  PageClient student(server->watching_link());
  student.send(R"({"t":"text","s":"student"})");
  ASSERT_TRUE(student.hear("You are watching", patience));
  lecturer.send(R"({"t":"text","s":"lecturer"})");
  lecturer.send(R"({"t":"key","code":"KeyA","key":"a","down":true})");
  ASSERT_TRUE(wait_for_inputs(2));
  EXPECT_EQ(std::get<TypedText>(input(0)).text, "lecturer");
  EXPECT_EQ(std::get<KeyPress>(input(1)).code, "KeyA");
}

TEST_F(FrameServerTest, FramesArriveAsTheyWereMade) {
  PageClient page(server->watching_link());
  ASSERT_TRUE(wait([&] { return server->demand().jpeg; }));
  auto frame = std::make_shared<EncodedFrame>();
  *frame = {Codec::jpeg, true, 1280, 720, 7, {}};
  for (int i = 0; i < 200'000; ++i) frame->bytes.push_back(std::uint8_t(i * 7));
  server->send(frame);
  std::optional<test::WebMessage> message;
  do message = page.web().receive(patience);
  while (message && message->kind == test::WebMessage::Kind::text);
  ASSERT_TRUE(message);
  const test::ReceivedFrame got = test::frame_in(*message);
  EXPECT_EQ(got.version, 1);
  EXPECT_EQ(got.codec, 0);
  EXPECT_TRUE(got.key);
  EXPECT_EQ(got.number, 7u);
  EXPECT_EQ(got.width, 1280);
  EXPECT_EQ(got.height, 720);
  EXPECT_EQ(got.bytes, std::string_view(reinterpret_cast<const char*>(frame->bytes.data()),
                                        frame->bytes.size()));
}

TEST_F(FrameServerTest, ASlowPageHoldsUpNobody) {
  PageClient fast(server->watching_link()), slow(server->watching_link());
  slow.acknowledges = false;
  ASSERT_TRUE(fast.hear("\"viewers\":2", patience));
  for (std::uint32_t number = 1; number <= 60; ++number) {
    send(number);
    ASSERT_TRUE(fast.see(number, patience));
  }
  slow.catch_up();
  EXPECT_EQ(slow.numbers, (std::vector<std::uint32_t>{1, 2}));
  slow.send(R"({"t":"shown","n":2})");
  ASSERT_TRUE(slow.see(3, patience));
  EXPECT_EQ(slow.numbers.back(), 60u) << "the newest one";
  EXPECT_EQ(server->figures().sent, 63u);
  EXPECT_EQ(server->figures().dropped, 57u);
}

TEST_F(FrameServerTest, TwentyWatchBesideOneThatNeverReads) {
  std::deque<PageClient> watching;
  for (int i = 0; i < 20; ++i) watching.emplace_back(server->watching_link());
  test::WebClient stuck(Link(server->watching_link()),
                        test::socket_target(Link(server->watching_link())),
                        {.receive_bytes = 4096});
  ASSERT_TRUE(wait([&] { return server->figures().viewers == 21; }));
  constexpr std::uint32_t frames = 60;
  for (std::uint32_t number = 1; number <= frames; ++number) {
    send(number, 50'000);
    for (PageClient& one : watching) ASSERT_TRUE(one.see(number, patience)) << number;
  }
  const ServeFigures figures = server->figures();
  EXPECT_LE(figures.sent, 20 * frames + 2) << "no more than two wait for it";
  EXPECT_TRUE(wait([&] { return server->figures().dropped >= frames - 3; }));
  EXPECT_EQ(figures.bytes_a_frame, 50'000);
  // More text than the system takes for it: it is told to go, the others read on.
  const std::string text(100'000, 'a');
  for (int i = 0; i < 120 && server->figures().viewers == 21; ++i) {
    const std::string topic = std::to_string(i);
    server->tell("t", "{\"topic\":\"t" + topic + "\",\"x\":\"" + text + "\"}", Audience::everybody);
    for (PageClient& one : watching) ASSERT_TRUE(one.hear("\"t" + topic + "\"", patience));
  }
  EXPECT_TRUE(wait([&] { return server->figures().viewers == 20; }));
  send(1000);
  for (PageClient& one : watching) EXPECT_TRUE(one.see(frames + 1, patience));
}

TEST(FrameServer, OnAllAddressesItsLinksNameTheMachine) {
  ServeOptions options;
  options.address = "0.0.0.0";
  options.port = 0;
  const FrameServer server(options, [](ViewerInput) {});
  char name[256] = "";
  ASSERT_EQ(gethostname(name, sizeof name), 0);
  EXPECT_TRUE(server.steering_link().starts_with("http://" + std::string(name) + ":"))
      << server.steering_link();
}

TEST_F(FrameServerTest, WhoComesAgainIsToldAgain) {
  server->tell("title", R"({"topic":"title","text":"n-body"})", Audience::everybody);
  server->tell("notes", R"({"topic":"notes","text":"slowly"})", Audience::steering);
  {
    PageClient lecturer(server->steering_link());
    EXPECT_TRUE(lecturer.hear("n-body", patience));
    EXPECT_TRUE(lecturer.hear("slowly", patience));
    lecturer.send(R"({"t":"key","code":"KeyA","key":"a","down":true})");
    ASSERT_TRUE(wait_for_inputs(1));
  }
  ASSERT_TRUE(wait_for_inputs(2));
  EXPECT_TRUE(std::holds_alternative<LetGo>(input(1))) << "the connection is gone";
  PageClient again(server->steering_link()), student(server->watching_link());
  EXPECT_TRUE(again.hear("n-body", patience));
  EXPECT_TRUE(again.hear("slowly", patience));
  EXPECT_TRUE(student.hear("n-body", patience));
  student.hear("nothing", std::chrono::milliseconds(50));
  EXPECT_FALSE(student.hear("slowly", std::chrono::milliseconds(0)));
}

TEST_F(FrameServerTest, SteeringGoesFromHandToHand) {
  PageClient lecturer(server->steering_link()), student(server->watching_link());
  ASSERT_TRUE(student.hear("\"id\":2", patience));
  student.send(R"({"t":"ask"})");
  ASSERT_TRUE(lecturer.hear("\"asking\":[2]", patience));
  lecturer.send(R"({"t":"give","to":2})");
  ASSERT_TRUE(student.hear("\"steers\":true", patience));
  student.send(R"({"t":"text","s":"mine"})");
  ASSERT_TRUE(wait_for_inputs(2));
  EXPECT_TRUE(std::holds_alternative<LetGo>(input(0)));
  EXPECT_EQ(std::get<TypedText>(input(1)).text, "mine");
  lecturer.texts.clear();
  lecturer.send(R"({"t":"take"})");
  ASSERT_TRUE(lecturer.hear("\"steers\":true", patience));
  EXPECT_TRUE(std::holds_alternative<LetGo>(input(2)));
}

TEST_F(FrameServerTest, CountsTheVotesOfTheHall) {
  PageClient lecturer(server->steering_link()), student(server->watching_link());
  server->ask("which");
  for (PageClient* page : {&lecturer, &student}) page->send(R"({"t":"vote","v":2})");
  EXPECT_TRUE(wait([&] { return server->votes().votes == std::vector<double>{2, 2}; }));
  EXPECT_EQ(server->votes().viewers, 2);
  server->ask("");
  EXPECT_TRUE(wait([&] { return server->votes().votes.empty(); }));
}

TEST_F(FrameServerTest, AMessageThatIsTooLongEndsOnePageAlone) {
  PageClient long_one(server->watching_link()), other(server->watching_link());
  long_one.send(std::string(70'000, ' '));
  ASSERT_TRUE(long_one.end(patience));
  EXPECT_EQ(long_one.closed->code, 1009) << "too big";
  PageClient broken(server->watching_link());
  broken.web().send_raw("\x81\x02no");  // without a mask
  ASSERT_TRUE(broken.end(patience));
  EXPECT_EQ(broken.closed->code, 1002) << "no client says it so";
  PageClient garbled(server->watching_link());
  garbled.send("\xff");
  ASSERT_TRUE(garbled.end(patience));
  EXPECT_EQ(garbled.closed->code, 1007) << "no UTF-8";
  send(1);
  EXPECT_TRUE(other.see(1, patience));
}

TEST_F(FrameServerTest, WhoTalksNonsenseIsToldWhyItEnds) {
  PageClient page(server->watching_link());
  for (int i = 0; i < 21; ++i) page.send("{");
  ASSERT_TRUE(page.end(patience));
  EXPECT_EQ(page.closed->code, 1008);
  EXPECT_EQ(page.closed->bytes,
            "The page says what nobody understands: a message is no JSON object.");
}

TEST_F(FrameServerTest, AHallThatIsFullSaysSo) {
  options.most_viewers = 2;
  restart();
  PageClient first(server->watching_link());
  {
    PageClient second(server->watching_link());
    try {
      PageClient third(server->watching_link());
      FAIL() << "there was a third";
    } catch (const std::runtime_error& error) {
      const std::string answer = error.what();
      EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
      EXPECT_TRUE(answer.ends_with("The hall is full: 2 are watching already.")) << answer;
    }
  }
  ASSERT_TRUE(wait([&] { return server->figures().viewers == 1; }));
  EXPECT_NO_THROW(PageClient(server->watching_link()));
}

TEST_F(FrameServerTest, ConnectionsByTheHundredAreTurnedAway) {
  options.most_viewers = 4;
  restart();
  const Link link(server->watching_link());
  PageClient page(server->watching_link());
  std::deque<test::PlainSocket> idle;
  for (int i = 0; i < 200; ++i) idle.emplace_back(link.host, link.port);
  std::string answer;
  ASSERT_TRUE(idle[100].read(answer, patience));
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 ")) << answer;
  EXPECT_NE(answer.find("The server is full: 68 connections are open."), std::string::npos);
  std::string nothing;
  EXPECT_FALSE(idle[199].read(nothing, patience)) << "it is closed";
  send(1);
  EXPECT_TRUE(page.see(1, patience));
  idle[0].write("GET /?" + link.query + " HTTP/1.1\r\n\r\n");
  std::string served;
  ASSERT_TRUE(idle[0].read(served, patience));
  EXPECT_TRUE(served.starts_with("HTTP/1.1 200 ")) << served;
  idle.clear();
  EXPECT_TRUE(wait([&] { return http(link, "GET", "/?" + link.query).status == 200; }));
}

TEST_F(FrameServerTest, APortThatIsTakenIsNamed) {
  options.port = server->port();
  try {
    FrameServer second(options, [](const ViewerInput&) {});
    FAIL() << "it was given twice";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              "port " + std::to_string(options.port) + " of 127.0.0.1 is taken by another program");
    EXPECT_EQ(error.advice(), "--port 0 takes any that is free");
  }
  EXPECT_NO_THROW(restart()) << "it is free at once when its server ends";
}

TEST(FrameServer, RefusesAddressesOfOthers) {
  const auto refusal = [](const std::string& address, int port) {
    ServeOptions options;
    options.address = address;
    options.port = port;
    try {
      FrameServer server(options, [](const ViewerInput&) {});
      return std::string("taken");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal("192.0.2.1", 0), "192.0.2.1 is no address of this machine");
  EXPECT_EQ(refusal("localhost:1", 0), "\"localhost:1\" is no IP address");
  EXPECT_EQ(refusal("127.0.0.1", 70'000), "there is no port 70000");
  EXPECT_EQ(refusal("0.0.0.0", 0), "taken");
}

}  // namespace
}  // namespace livewarp
