// Files that are dropped on the page, over sockets of this machine.
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/serve/testing/served_test.h"
#include "kernels/core/base/file_bytes.h"

namespace livewarp {
namespace {

using test::PageClient;

class ServerUploadsTest : public test::ServedTest {
 protected:
  test::HttpReply upload(const std::string& page_link, const std::string& id,
                         const std::string& secret, const std::string& name,
                         std::string_view body) const {
    const test::Link link(page_link);
    return test::http(link, "POST",
                      "/upload?" + link.query + "&viewer=" + id + "&secret=" + secret +
                          "&name=" + name,
                      {"Origin: http://" + link.authority()}, body);
  }
  std::string secret_of(PageClient& page) const {
    const auto you = page.hear("\"secret\"", patience);
    return you ? nlohmann::json::parse(*you).at("secret").get<std::string>() : "";
  }
  std::size_t files() const {
    return std::size_t(std::distance(std::filesystem::directory_iterator(options.uploads), {}));
  }
};

TEST_F(ServerUploadsTest, AFileOfWhoSteersArrives) {
  PageClient lecturer(server->steering_link());
  const std::string bytes(300'000, 'a');
  const auto reply =
      upload(server->steering_link(), "1", secret_of(lecturer), "..%2F.a%20b.png", bytes);
  EXPECT_EQ(reply.status, 200) << reply.body;
  ASSERT_TRUE(wait_for_inputs(1));
  const std::string path = std::get<DroppedFile>(input(0)).path;
  EXPECT_EQ(path, options.uploads + "/_.a_b.png");
  const auto read = bytes_of_file(path, 1'000'000);
  EXPECT_EQ(std::string(read.begin(), read.end()), bytes);
  EXPECT_EQ(upload(server->steering_link(), "1", secret_of(lecturer), "empty", "").status, 200);
  EXPECT_EQ(files(), 2u);
}

TEST_F(ServerUploadsTest, NobodyElseSendsFiles) {
  PageClient lecturer(server->steering_link()), student(server->watching_link());
  const std::string secret = secret_of(lecturer);
  EXPECT_EQ(upload(server->watching_link(), "2", "", "a", "a").status, 403);
  EXPECT_EQ(upload(server->watching_link(), "2", secret, "a", "a").status, 403);
  EXPECT_EQ(upload(server->steering_link(), "1", "wrong", "a", "a").status, 403);
  lecturer.send(R"({"t":"give","to":2})");
  const std::string lent = secret_of(student);
  EXPECT_NE(lent, secret);
  EXPECT_EQ(upload(server->steering_link(), "1", secret, "a", "a").status, 403);
  EXPECT_EQ(upload(server->watching_link(), "2", lent, "a", "a").status, 200);
  EXPECT_EQ(files(), 1u);
}

TEST_F(ServerUploadsTest, WhatIsTooLargeIsRefusedBeforeItComes) {
  options.largest_upload = 1 << 20;
  restart();
  PageClient lecturer(server->steering_link());
  const auto reply = upload(server->steering_link(), "1", secret_of(lecturer), "a",
                            std::string((1 << 20) + 1, 'a'));
  EXPECT_EQ(reply.status, 413);
  EXPECT_EQ(reply.body, "The file is too large: 1 MiB at most are taken.");
  EXPECT_EQ(files(), 0u);
}

TEST_F(ServerUploadsTest, HalfAFileIsNone) {
  PageClient lecturer(server->steering_link());
  const test::Link link(server->steering_link());
  {
    test::PlainSocket socket(link.host, link.port);
    socket.write("POST /upload?" + link.query + "&viewer=1&secret=" + secret_of(lecturer) +
                 "&name=a HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf");
    ASSERT_TRUE(wait([&] { return files() == 1; })) << "under another name";
    EXPECT_FALSE(std::filesystem::exists(options.uploads + "/a"));
  }
  EXPECT_TRUE(wait([&] { return files() == 0; }));
}

}  // namespace
}  // namespace livewarp
