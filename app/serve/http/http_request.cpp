#include "app/serve/http/http_request.h"

#include <fmt/format.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/rfc7230.hpp>
#include <boost/beast/http/status.hpp>
#include <limits>

namespace livewarp {

namespace {

namespace http = boost::beast::http;
using HttpParser = http::request_parser<http::empty_body>;

HttpAnswer unreadable() { return {400, "The request is no HTTP that this server reads."}; }

/// The value of a header that may stand there once; nothing where it is there twice.
std::optional<std::string> only_value(const http::fields& fields, http::field name) {
  if (fields.count(name) > 1) return std::nullopt;
  const auto found = fields.find(name);
  return found == fields.end() ? std::string() : std::string(found->value());
}

std::variant<HttpRequest, HttpAnswer> request_in(const HttpParser& parser) {
  const auto& read = parser.get();
  if (parser.chunked())
    return HttpAnswer{411, "A body is sent with its length: Content-Length is missing."};
  const auto host = only_value(read, http::field::host);
  const auto origin = only_value(read, http::field::origin);
  if (!host || !origin) return unreadable();
  HttpRequest request{std::string(read.method_string()),
                      std::string(read.target()),
                      *host,
                      *origin,
                      parser.upgrade() &&
                          http::token_list{read[http::field::upgrade]}.exists("websocket"),
                      {}};
  if (const auto length = parser.content_length()) request.content_length = *length;
  return request;
}

}  // namespace

std::variant<HttpRequest, HttpAnswer> read_http_head(std::string_view head) {
  if (head.size() > longest_http_head)
    return HttpAnswer{431,
                      fmt::format("A request's head takes at most {} bytes.", longest_http_head)};
  HttpParser parser;
  parser.header_limit(std::uint32_t(longest_http_head));
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // decided with the rest
  boost::beast::error_code error;
  parser.put(boost::asio::buffer(head.data(), head.size()), error);
  if (!parser.is_header_done()) return unreadable();
  return request_in(parser);
}

std::string to_wire(const HttpAnswer& answer, bool head_alone) {
  std::string wire =
      fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n"
                  "Connection: close\r\nCache-Control: no-store\r\n"
                  "X-Content-Type-Options: nosniff\r\n",
                  answer.status,
                  std::string(http::obsolete_reason(http::int_to_status(unsigned(answer.status)))),
                  answer.type, answer.text.size());
  for (const std::string& header : answer.headers) wire += header + "\r\n";
  return wire + "\r\n" + (head_alone ? "" : answer.text);
}

}  // namespace livewarp
