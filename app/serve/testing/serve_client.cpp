#include "app/serve/testing/serve_client.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace livewarp::test {

namespace {

constexpr PlainSocket::Patience long_enough{20'000};

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char c : bytes) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

HttpReply reply_in(const std::string& bytes) {
  HttpReply reply;
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos || !bytes.starts_with("HTTP/1.1 ")) return reply;
  reply.status = std::stoi(bytes.substr(9, 3));
  reply.head = bytes.substr(0, end + 2);
  reply.body = bytes.substr(end + 4);
  return reply;
}

/// Some servers say how long an answer is, and do not end the connection.
bool is_whole(const HttpReply& reply) {
  constexpr std::string_view name = "\r\nContent-Length:";
  const std::size_t at = reply.head.find(name);
  return at != std::string::npos &&
         reply.body.size() >= std::stoull(reply.head.substr(at + name.size())) &&
         !reply.body.empty();
}

std::string lines_of(const std::vector<std::string>& headers) {
  std::string lines;
  for (const std::string& header : headers) lines += header + "\r\n";
  return lines;
}

/// Masked, as a client has to.
std::string web_frame(int opcode, std::string_view payload) {
  std::string frame{char(0x80 | opcode)};
  const std::size_t size = payload.size();
  const int size_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += char(0x80 | int(size_bytes == 0 ? size : size_bytes == 2 ? 126 : 127));
  for (int i = size_bytes; i-- > 0;) frame += char(size >> (8 * i));
  constexpr std::string_view mask = "\x12\x34\x56\x78";
  frame += mask;
  for (std::size_t i = 0; i < size; ++i) frame += char(payload[i] ^ mask[i % 4]);
  return frame;
}

}  // namespace

Link::Link(const std::string& url) {
  const std::string rest = url.substr(url.find("//") + 2);
  const std::size_t slash = rest.find('/'), question = rest.find('?');
  const std::string place = rest.substr(0, slash);
  host = place.substr(0, place.find(':'));
  if (place.find(':') != std::string::npos) port = std::stoi(place.substr(place.find(':') + 1));
  if (slash != std::string::npos) path = rest.substr(slash, question - slash);
  if (question != std::string::npos) query = rest.substr(question + 1);
}

HttpReply http_raw(const Link& link, std::string_view bytes) {
  PlainSocket socket(link.host, link.port);
  try {
    socket.write(bytes);
  } catch (const std::runtime_error&) {
    // The answer may have come before all was said.
  }
  std::string read;
  for (;;) {
    const auto count = socket.read(read, long_enough);
    const HttpReply reply = reply_in(read);
    if (!count || *count == 0 || is_whole(reply)) return reply;
  }
}

HttpReply http(const Link& link, const std::string& method, const std::string& target,
               const std::vector<std::string>& headers, std::string_view body) {
  std::string request =
      method + " " + target + " HTTP/1.1\r\nHost: " + link.authority() + "\r\n" + lines_of(headers);
  if (method == "POST") request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  return http_raw(link, request + "\r\n" + std::string(body));
}

ReceivedFrame frame_in(const WebMessage& message) {
  constexpr std::size_t header = 16;
  if (message.kind != WebMessage::Kind::binary || message.bytes.size() < header)
    throw std::runtime_error("a message is no frame");
  const std::string_view all = message.bytes;
  const auto number = [&](std::size_t at, std::size_t count) {
    return little_endian(all.substr(at, count));
  };
  return {int(number(0, 1)), int(number(1, 1)),  (number(2, 1) & 1) != 0, number(4, 4),
          int(number(8, 2)), int(number(10, 2)), number(12, 4),           all.substr(header)};
}

WebClient::WebClient(const Link& link, const std::string& target, const Options& options)
    : socket_(link.host, link.port, options.receive_bytes), answers_pings_(options.answers_pings) {
  socket_.write("GET " + target + " HTTP/1.1\r\nHost: " + link.authority() +
                "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
                lines_of(options.headers) + "\r\n");
  while (read_.find("\r\n\r\n") == std::string::npos) {
    const auto count = socket_.read(read_, long_enough);
    if (!count || *count == 0) throw std::runtime_error("no answer to a WebSocket's request");
  }
  // The answer to that key is the example of RFC 6455.
  if (!read_.starts_with("HTTP/1.1 101") ||
      read_.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == std::string::npos) {
    while (socket_.read(read_, PlainSocket::Patience(500)).value_or(0) > 0) continue;
    throw std::runtime_error(read_);
  }
  read_.erase(0, read_.find("\r\n\r\n") + 4);
}

void WebClient::send(int opcode, std::string_view payload) {
  socket_.write(web_frame(opcode, payload));
}

void WebClient::close() { send(8, "\x03\xe8"); }

std::optional<WebClient::Piece> WebClient::take_piece() {
  const std::string_view read = std::string_view(read_).substr(at_);
  if (read.size() < 2) return std::nullopt;
  std::size_t header = 2, size = static_cast<unsigned char>(read[1]) & 127;
  if (size >= 126) {
    const std::size_t bytes = size == 126 ? 2 : 8;
    if (read.size() < 2 + bytes) return std::nullopt;
    size = big_endian(read.substr(2, bytes));
    header += bytes;
  }
  if (read.size() < header + size) return std::nullopt;
  Piece piece{read[0] & 15, (read[0] & 0x80) != 0, std::string(read.substr(header, size))};
  at_ += header + size;
  if (at_ == read_.size() || at_ > (std::size_t{1} << 20)) read_.erase(0, std::exchange(at_, 0));
  return piece;
}

std::optional<WebMessage> WebClient::take_message() {
  while (auto piece = take_piece()) {
    if (piece->opcode == 9 && answers_pings_) send(10, piece->payload);
    if (piece->opcode == 8) {
      closed_ = true;
      if (piece->payload.size() < 2) return WebMessage{WebMessage::Kind::closed, "", 1005};
      try {
        send(8, piece->payload.substr(0, 2));
      } catch (const std::runtime_error&) {
        // It has gone already.
      }
      return WebMessage{WebMessage::Kind::closed, piece->payload.substr(2),
                        int(big_endian(piece->payload.substr(0, 2)))};
    }
    if (piece->opcode > 2) continue;
    if (piece->opcode != 0)
      begun_ = {piece->opcode == 1 ? WebMessage::Kind::text : WebMessage::Kind::binary, {}, 0};
    begun_.bytes += piece->payload;
    if (piece->last) return std::exchange(begun_, {});
  }
  return std::nullopt;
}

std::optional<WebMessage> WebClient::receive(Patience patience) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  for (;;) {
    if (closed_) return std::nullopt;
    if (auto message = take_message()) return message;
    const auto left =
        std::chrono::duration_cast<Patience>(limit - std::chrono::steady_clock::now());
    const auto count = socket_.read(read_, std::max(left, Patience(0)));
    if (!count) {
      closed_ = true;
      return WebMessage{WebMessage::Kind::closed, "", 0};
    }
    if (*count == 0 && left <= Patience(0)) return std::nullopt;
  }
}

std::string socket_target(const Link& page) { return page.path + "ws?" + page.query; }

PageClient::PageClient(const std::string& page_link, const WebClient::Options& options)
    : web_(Link(page_link), socket_target(Link(page_link)), options) {}

bool PageClient::take(Patience patience) {
  const auto message = web_.receive(patience);
  if (!message) return false;
  if (message->kind == WebMessage::Kind::closed) {
    closed = message;
  } else if (message->kind == WebMessage::Kind::text) {
    texts.push_back(message->bytes);
  } else {
    last_frame = frame_in(*message);
    bytes += last_frame->bytes.size();
    last_bytes = std::string(last_frame->bytes);
    last_frame->bytes = {};
    numbers.push_back(last_frame->number);
    ++frames;
    if (acknowledges) try {
        send("{\"t\":\"shown\",\"n\":" + std::to_string(last_frame->number) + "}");
      } catch (const std::runtime_error&) {
        // It has ended: the next message says so.
      }
  }
  return true;
}

std::optional<std::string> PageClient::hear(std::string_view words, Patience patience) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  for (std::size_t looked = 0;;) {
    for (; looked < texts.size(); ++looked)
      if (texts[looked].find(words) != std::string::npos) return texts[looked];
    const auto left =
        std::chrono::duration_cast<Patience>(limit - std::chrono::steady_clock::now());
    if (!take(std::max(left, Patience(0))) && left <= Patience(0)) return std::nullopt;
    if (closed) return std::nullopt;
  }
}

bool PageClient::see(std::size_t count, Patience patience) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (frames < count && !closed) {
    const auto left =
        std::chrono::duration_cast<Patience>(limit - std::chrono::steady_clock::now());
    if (left <= Patience(0)) return false;
    take(left);
  }
  return frames >= count;
}

std::optional<WebMessage> PageClient::end(Patience patience) {
  const auto limit = std::chrono::steady_clock::now() + patience;
  while (!closed) {
    const auto left =
        std::chrono::duration_cast<Patience>(limit - std::chrono::steady_clock::now());
    if (left <= Patience(0)) return std::nullopt;
    take(left);
  }
  return closed;
}

}  // namespace livewarp::test
