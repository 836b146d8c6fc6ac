#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace livewarp {

/// The head of a request, as a stranger wrote it.
struct HttpRequest {
  std::string method, target;
  std::string host, origin;                     ///< empty: not said
  bool wants_web_socket = false;                ///< asks for an upgrade to it
  std::optional<std::uint64_t> content_length;  ///< bytes of the body
};

/// An answer that is text. It ends the connection.
struct HttpAnswer {
  int status = 200;
  std::string text;
  std::vector<std::string> headers;  ///< beside type and length: "Allow: GET"
  std::string type = "text/plain; charset=utf-8";
};

inline constexpr std::size_t longest_http_head = std::size_t{8} << 10;  // bytes

/// Reads the head, with the empty line that ends it; an answer where it is none.
std::variant<HttpRequest, HttpAnswer> read_http_head(std::string_view head);

/// All as it goes over the wire. `head_alone`: without the text, as HEAD asks for.
std::string to_wire(const HttpAnswer& answer, bool head_alone);

}  // namespace livewarp
