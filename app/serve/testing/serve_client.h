#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace livewarp::test {

/// A connected socket that waits for so long, never longer. Throws `std::runtime_error`.
class PlainSocket {
 public:
  using Patience = std::chrono::milliseconds;
  /// `receive_bytes`: of the system's buffer; 0: as many as it likes.
  PlainSocket(const std::string& host, int port, int receive_bytes = 0);
  ~PlainSocket();
  PlainSocket(const PlainSocket&) = delete;
  PlainSocket& operator=(const PlainSocket&) = delete;

  void write(std::string_view bytes);
  /// Adds what comes to `bytes`: 0 after `patience` without any; nothing once the other side has
  /// ended.
  std::optional<std::size_t> read(std::string& bytes, Patience patience);

 private:
  int descriptor_;
};

/// "http://127.0.0.1:7007/a?token=b", in parts.
struct Link {
  explicit Link(const std::string& url);
  std::string host, path, query;  ///< the query without its question mark
  int port = 80;
  std::string authority() const { return host + ":" + std::to_string(port); }
};

struct HttpReply {
  int status = 0;  ///< 0: the connection ended without an answer
  std::string head, body;
};

/// One request, a connection of its own. Header lines without their ends.
HttpReply http(const Link& link, const std::string& method, const std::string& target,
               const std::vector<std::string>& headers = {}, std::string_view body = {});
/// As it stands there.
HttpReply http_raw(const Link& link, std::string_view bytes);

/// A message of a WebSocket.
struct WebMessage {
  enum class Kind { text, binary, closed };
  Kind kind = Kind::text;
  std::string bytes;  ///< of `closed`: the reason
  int code = 0;       ///< of `closed`; 0: the connection ended without one
};

/// A frame as a page gets it.
struct ReceivedFrame {
  int version = 0, codec = 0;
  bool key = false;
  std::uint32_t number = 0;
  int width = 0, height = 0;
  std::uint32_t microseconds = 0;
  std::string_view bytes;
};
/// Throws `std::runtime_error` where it is none. It looks into the message.
ReceivedFrame frame_in(const WebMessage& message);

/// A WebSocket's end without a browser, written out: it shares nothing with the server.
class WebClient {
 public:
  using Patience = PlainSocket::Patience;
  struct Options {
    std::vector<std::string> headers = {};  ///< of the request: "Origin: http://a"
    int receive_bytes = 0;                  ///< see `PlainSocket`
    bool answers_pings = true;
  };

  /// `target`: path and query. Throws `std::runtime_error` with the answer where it is refused.
  WebClient(const Link& link, const std::string& target, const Options& options);
  WebClient(const Link& link, const std::string& target) : WebClient(link, target, Options{}) {}

  void send_text(std::string_view text) { send(1, text); }
  void send_binary(std::string_view bytes) { send(2, bytes); }
  void send(int opcode, std::string_view payload);
  void send_raw(std::string_view bytes) { socket_.write(bytes); }
  void close();  ///< says so

  /// The next message; nothing after `patience` without one.
  std::optional<WebMessage> receive(Patience patience);
  bool is_closed() const { return closed_; }

 private:
  struct Piece {
    int opcode;
    bool last;
    std::string payload;
  };
  std::optional<Piece> take_piece();
  std::optional<WebMessage> take_message();

  PlainSocket socket_;
  bool answers_pings_, closed_ = false;
  std::string read_;
  std::size_t at_ = 0;  // what is before was taken
  WebMessage begun_;
};

/// The WebSocket's address beside a page's.
std::string socket_target(const Link& page);

/// A page without a browser: says which frames it has drawn, and keeps count.
class PageClient {
 public:
  using Patience = PlainSocket::Patience;
  explicit PageClient(const std::string& page_link, const WebClient::Options& options = {});

  void send(std::string_view json) { web_.send_text(json); }
  /// Takes what comes, for so long at most, until a text holds `words`: that text; nothing without.
  std::optional<std::string> hear(std::string_view words, Patience patience);
  /// Until that many frames have come in all; false if they do not.
  bool see(std::size_t frames, Patience patience);
  /// Takes what has come by now.
  void catch_up() { hear("no text has that", Patience(0)); }
  /// Until the connection has ended: with what; nothing if it does not.
  std::optional<WebMessage> end(Patience patience);

  bool acknowledges = true;                 ///< says what it has drawn
  std::size_t frames = 0, bytes = 0;        ///< that came
  std::vector<std::uint32_t> numbers;       ///< of the frames
  std::optional<ReceivedFrame> last_frame;  ///< its bytes are in the next member
  std::string last_bytes;
  std::vector<std::string> texts;
  std::optional<WebMessage> closed;
  WebClient& web() { return web_; }

 private:
  bool take(Patience patience);  // false: nothing came

  WebClient web_;
};

}  // namespace livewarp::test
