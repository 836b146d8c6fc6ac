#include "app/serve/http/http_rules.h"

#include <gtest/gtest.h>

#include "app/serve/http/serve_token.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

HttpSite site_below(const std::string& base_path) {
  return {base_path, {"https://Hub.example.org"}, true, 1000};
}

class HttpRulesTest : public testing::Test {
 protected:
  HttpRequest request(const std::string& method, const std::string& place) const {
    return {method, "/user/a/" + place, "here:7007", "", false, {}};
  }
  std::string watching() const { return "?token=" + rules.watching_token(); }
  std::string steering() const { return "?token=" + rules.steering_token(); }
  HttpRequest web_socket(const std::string& origin) const {
    HttpRequest wanted = request("GET", "ws" + watching());
    wanted.wants_web_socket = true;
    wanted.origin = origin;
    return wanted;
  }
  HttpRequest upload(std::uint64_t bytes) const {
    HttpRequest wanted =
        request("POST", "upload" + steering() + "&viewer=3&secret=s&name=a%20b%2Fc.png");
    wanted.content_length = bytes;
    return wanted;
  }
  /// 0: it is none.
  int status_of(const HttpRequest& wanted) const {
    const HttpDecision decision = rules.decide(wanted);
    const auto* answer = std::get_if<HttpAnswer>(&decision);
    if (answer) {
      EXPECT_TRUE(answer->text.ends_with(".")) << answer->text;
      EXPECT_EQ(answer->text.find_first_of("\r\n"), std::string::npos) << answer->text;
    }
    return answer ? answer->status : 0;
  }
  int status_of_target(const std::string& target) const {
    HttpRequest wanted = request("GET", "");
    wanted.target = target;
    return status_of(wanted);
  }

  HttpRules rules{site_below("/user/a/")};
};

TEST_F(HttpRulesTest, EitherTokenOpensThePage) {
  EXPECT_EQ(status_of(request("GET", watching())), 0);
  EXPECT_EQ(status_of(request("GET", steering() + "&more=1")), 0);
  EXPECT_TRUE(std::get<ServePage>(rules.decide(request("HEAD", watching()))).head_alone);
}

TEST_F(HttpRulesTest, NoOtherTokenDoes) {
  const std::string right = rules.watching_token();
  ASSERT_EQ(right.size(), 32u);
  EXPECT_NE(right, rules.steering_token());
  std::string wrong = right;
  wrong.back() = wrong.back() == 'a' ? 'b' : 'a';
  for (const std::string& query :
       {std::string(), std::string("?"), std::string("?token="), std::string("?token"),
        "?token=" + wrong, "?token=" + right + "0", "?token=" + right.substr(1), "?Token=" + right,
        "?token=" + right + "&token=" + right, "?a?token=" + right})
    for (const char* place : {"", "ws", "upload"})
      EXPECT_EQ(status_of(request("GET", place + query)), 403) << query;
}

TEST_F(HttpRulesTest, ThereIsNothingElse) {
  const std::string token = watching();
  for (const std::string& target :
       {"/" + token, "/user/a" + token, "/user/b/" + token, "/user/a/index.html" + token,
        "/user/a/../a/" + token, "/user/a/%2e%2e/" + token, "/user/a/ws/" + token,
        "/user/a/%77s" + token, "/user/a//ws" + token, "/user/a/ws%00" + token,
        std::string("/user/a/ws\0", 11) + token, "/user/a/ws;x" + token, "user/a/" + token,
        "http://here:7007/user/a/" + token, "/USER/a/" + token, "/user/a/..%2f" + token,
        "/user/a/\\..\\ws" + token, std::string("*"), std::string()})
    EXPECT_EQ(status_of_target(target), 404) << target;
  EXPECT_EQ(status_of_target("/user/a/" + token + std::string(2048, 'a')), 414);
}

TEST_F(HttpRulesTest, AnswersMethodsThatFit) {
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", ""})
    EXPECT_EQ(status_of(request(method, watching())), 405) << method;
  EXPECT_EQ(status_of(request("POST", watching())), 405);
  EXPECT_EQ(status_of(request("POST", "ws" + watching())), 405);
  EXPECT_EQ(status_of(request("GET", "upload" + steering())), 405);
  EXPECT_EQ(status_of(request("GET", "ws" + watching())), 426) << "no upgrade is asked for";
}

TEST_F(HttpRulesTest, PagesOfOtherSitesOpenNoWebSocket) {
  for (const char* own : {"", "http://here:7007", "https://here:7007", "HTTP://HERE:7007",
                          "https://hub.example.org", "https://HUB.example.org"})
    EXPECT_EQ(status_of(web_socket(own)), 0) << own;
  for (const char* foreign : {"null", "http://here:7008", "http://here", "https://evil.org",
                              "http://hub.example.org", "https://hub.example.org.evil.org",
                              "https://hub.example.org:444", "file://", "http://here:7007/", "x"})
    EXPECT_EQ(status_of(web_socket(foreign)), 403) << foreign;
  HttpRequest usual_port = web_socket("https://here");
  usual_port.host = "here:443";
  EXPECT_EQ(status_of(usual_port), 0);
  HttpRequest no_host = web_socket("http://");
  no_host.host = "";
  EXPECT_EQ(status_of(no_host), 403);
}

TEST_F(HttpRulesTest, TheLinkSaysWhoMaySteer) {
  HttpRequest wanted = web_socket("");
  EXPECT_FALSE(std::get<OpenWebSocket>(rules.decide(wanted)).steering);
  wanted.target = "/user/a/ws" + steering();
  EXPECT_TRUE(std::get<OpenWebSocket>(rules.decide(wanted)).steering);
}

TEST_F(HttpRulesTest, TakesFilesOfTheRightSize) {
  const auto taken = std::get<TakeUpload>(rules.decide(upload(1000)));
  EXPECT_EQ(taken.viewer, 3);
  EXPECT_EQ(taken.secret, "s");
  EXPECT_EQ(taken.name, "a b/c.png");
  EXPECT_EQ(taken.bytes, 1000u);
  EXPECT_EQ(status_of(upload(1001)), 413);
  HttpRequest endless = upload(1);
  endless.content_length.reset();
  EXPECT_EQ(status_of(endless), 411);
  HttpRequest foreign = upload(1);
  foreign.origin = "https://evil.org";
  EXPECT_EQ(status_of(foreign), 403);
}

TEST_F(HttpRulesTest, FilesNeedAViewerAndAName) {
  const auto status = [&](const std::string& query) {
    HttpRequest wanted = request("POST", "upload" + watching() + query);
    wanted.content_length = 1;
    return status_of(wanted);
  };
  EXPECT_EQ(status("&viewer=1&secret=s&name=a"), 0);
  EXPECT_EQ(status("&secret=s&name=a"), 403);
  EXPECT_EQ(status("&viewer=1&name=a"), 403);
  EXPECT_EQ(status("&viewer=-1&secret=s&name=a"), 403);
  EXPECT_EQ(status("&viewer=99999999999999999999&secret=s&name=a"), 403);
  EXPECT_EQ(status("&viewer=1&secret=s"), 400);
  EXPECT_EQ(status("&viewer=1&secret=s&name=%"), 400);
  EXPECT_EQ(status("&viewer=1&secret=s&name=%zz"), 400);
}

TEST_F(HttpRulesTest, ThePageMayDoWhatItNeeds) {
  const HttpAnswer answer = rules.page_answer("<p>");
  const std::string wire = to_wire(answer, false);
  for (const char* part :
       {"HTTP/1.1 200 OK\r\n", "\r\nCache-Control: no-store\r\n",
        "\r\nReferrer-Policy: no-referrer\r\n", "\r\nX-Content-Type-Options: nosniff\r\n",
        "\r\nContent-Type: text/html; charset=utf-8\r\n", "default-src 'none'",
        "frame-ancestors 'self' https://hub.example.org\r\n", "\r\nContent-Length: 3\r\n",
        "\r\n\r\n<p>"})
    EXPECT_NE(wire.find(part), std::string::npos) << part;
  EXPECT_TRUE(to_wire(answer, true).ends_with("\r\n\r\n"));
}

TEST(HttpRules, RefusesWhatWouldBreakAHeader) {
  for (const char* path : {"", "a/", "/a", "/a/../b/", "/a b/", "/a\r\n/", "//", "/a?/"})
    EXPECT_THROW(HttpRules(site_below(path)), Error) << path;
  for (const char* origin :
       {"", "hub.org", "https://", "https://a/b", "https://a\r\nX: 1", "https://a b"}) {
    HttpSite site = site_below("/");
    site.origins = {origin};
    EXPECT_THROW(HttpRules{site}, Error) << origin;
  }
}

TEST(HttpHead, ReadsWhatIsSaid) {
  const auto read = read_http_head("GET /ws?a=b HTTP/1.1\r\nhost: Here:1\r\nOrigin: http://a\r\n"
                                   "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\r\n");
  const auto& request = std::get<HttpRequest>(read);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/ws?a=b");
  EXPECT_EQ(request.host, "Here:1");
  EXPECT_EQ(request.origin, "http://a");
  EXPECT_TRUE(request.wants_web_socket);
  EXPECT_FALSE(request.content_length);
  const auto post = read_http_head("POST / HTTP/1.1\r\nContent-Length: 12\r\n\r\n");
  EXPECT_EQ(std::get<HttpRequest>(post).content_length, 12u);
  EXPECT_FALSE(std::get<HttpRequest>(post).wants_web_socket);
}

TEST(HttpHead, RefusesWhatIsNone) {
  const auto status = [](const std::string& head) {
    const auto read = read_http_head(head);
    const auto* answer = std::get_if<HttpAnswer>(&read);
    return answer ? answer->status : 0;
  };
  for (const char* head :
       {"", "\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n", "GET / HTTP/1.1\r\nA b\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", "\x16\x03\x01\x02"})
    EXPECT_EQ(status(head), 400) << head;
  EXPECT_EQ(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 411);
  EXPECT_EQ(status("GET / HTTP/1.1\r\nA: " + std::string(9000, 'a') + "\r\n\r\n"), 431);
}

TEST(ServeToken, IsAnotherOneEachTime) {
  EXPECT_NE(random_token(), random_token());
  EXPECT_EQ(random_token().find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_TRUE(same_token("ab", "ab"));
  EXPECT_FALSE(same_token("ab", "ac"));
  EXPECT_FALSE(same_token("ab", "abc"));
}

}  // namespace
}  // namespace livewarp
