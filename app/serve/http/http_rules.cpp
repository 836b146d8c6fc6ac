#include "app/serve/http/http_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "app/serve/http/serve_token.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

namespace {

constexpr std::size_t longest_target = 2048;

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = char(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool consists_of(std::string_view text, std::string_view others) {
  return std::ranges::all_of(text, [&](unsigned char c) {
    return c < 128 && (std::isalnum(c) || others.find(char(c)) != std::string_view::npos);
  });
}

/// Without a port that goes without saying.
std::string authority_of(std::string_view host, std::string_view port) {
  if (host.ends_with(port)) host.remove_suffix(port.size());
  return in_lower_case(host);
}

/// "https://hub.example.org", as browsers write it. It becomes part of a header: nothing else may.
std::string checked_origin(const std::string& origin) {
  const std::string lower = in_lower_case(origin);
  for (const std::string_view scheme : {"http://", "https://"})
    if (lower.starts_with(scheme) && lower.size() > scheme.size() &&
        consists_of(std::string_view(lower).substr(scheme.size()), ".-:[]"))
      return lower;
  throw Error("\"" + printable(origin) + "\" is no origin",
              "One is like https://hub.example.org, without a path.");
}

void check_base_path(const std::string& path) {
  if (!path.starts_with('/') || !path.ends_with('/') || !consists_of(path, "/-._~@") ||
      path.find("//") != std::string::npos || path.find("..") != std::string::npos)
    throw Error("\"" + printable(path) + "\" is no base path",
                "One begins and ends with /: /user/anna/livewarp/");
}

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = char(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hexadecimal_digit(text[i + 1]), low = hexadecimal_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += char(high * 16 + low);
    i += 2;
  }
  return decoded;
}

HttpAnswer method_not_allowed(const char* allowed) {
  return {
      405, fmt::format("Only {} is answered here.", allowed), {fmt::format("Allow: {}", allowed)}};
}

HttpAnswer no_such_page() { return {404, "There is no such page."}; }

}  // namespace

/// What stands behind the question mark, name by name.
class HttpRules::Query {
 public:
  explicit Query(std::string_view text) : text_(text) {}

  /// As it stands there; nothing where the name is missing, or there twice.
  std::optional<std::string_view> value(std::string_view name) const {
    std::optional<std::string_view> found;
    for (std::string_view left = text_; !left.empty();) {
      const std::string_view one = left.substr(0, left.find('&'));
      left.remove_prefix(std::min(left.size(), one.size() + 1));
      const std::size_t equals = one.find('=');
      if (equals == std::string_view::npos || one.substr(0, equals) != name) continue;
      if (found) return std::nullopt;
      found = one.substr(equals + 1);
    }
    return found;
  }

 private:
  std::string_view text_;
};

HttpRules::HttpRules(HttpSite site)
    : site_(std::move(site)), steering_token_(random_token()), watching_token_(random_token()) {
  check_base_path(site_.base_path);
  for (std::string& origin : site_.origins) origin = checked_origin(origin);
}

HttpRules::Right HttpRules::right_of(const Query& query) const {
  const auto token = query.value("token");
  if (!token) return Right::none;
  const bool steers = same_token(*token, steering_token_);
  const bool watches = same_token(*token, watching_token_);
  return steers ? Right::steer : watches ? Right::watch : Right::none;
}

/// A page of another place may send requests from a user's browser; which place, Origin says. Who
/// sends none is no browser.
bool HttpRules::is_foreign(const HttpRequest& request) const {
  if (request.origin.empty()) return false;
  const std::string origin = in_lower_case(request.origin);
  if (std::ranges::find(site_.origins, origin) != site_.origins.end()) return false;
  for (const auto& [scheme, port] :
       {std::pair<std::string_view, std::string_view>{"http://", ":80"}, {"https://", ":443"}})
    if (origin.starts_with(scheme))
      return request.host.empty() ||
             authority_of(origin.substr(scheme.size()), port) != authority_of(request.host, port);
  return true;
}

HttpDecision HttpRules::decide_upload(const HttpRequest& request, const Query& query) const {
  if (!site_.takes_uploads) return HttpAnswer{403, "This server takes no files."};
  if (!request.content_length)
    return HttpAnswer{411, "A file is sent with its length: Content-Length is missing."};
  if (*request.content_length > site_.largest_upload)
    return HttpAnswer{413, fmt::format("The file is too large: {} at most are taken.",
                                       memory_size(site_.largest_upload))};
  std::int64_t viewer = 0;
  const auto secret = query.value("secret");
  if (!read_integer(std::string(query.value("viewer").value_or("")), viewer) || viewer < 1 ||
      viewer > 2'000'000'000 || !secret)
    return HttpAnswer{403, "Only the page of the one who steers sends files."};
  const auto name = percent_decoded(query.value("name").value_or(""));
  if (!name || name->empty()) return HttpAnswer{400, "The file has no name that can be read."};
  return TakeUpload{int(viewer), std::string(*secret), *name, *request.content_length};
}

HttpDecision HttpRules::decide(const HttpRequest& request) const {
  const std::string_view target = request.target;
  if (target.size() > longest_target)
    return HttpAnswer{414, fmt::format("An address takes at most {} bytes.", longest_target)};
  const bool gets = request.method == "GET", posts = request.method == "POST",
             heads = request.method == "HEAD";
  if (!gets && !posts && !heads) return method_not_allowed("GET, HEAD, POST");
  const std::string_view path = target.substr(0, target.find('?'));
  const Query query(target.size() > path.size() ? target.substr(path.size() + 1)
                                                : std::string_view());
  // Compared as it stands there: nothing is decoded, so nothing can mean something else.
  if (!path.starts_with(site_.base_path)) return no_such_page();
  const std::string_view place = path.substr(site_.base_path.size());
  if (place != "" && place != "ws" && place != "upload") return no_such_page();
  const Right right = right_of(query);
  if (right == Right::none)
    return HttpAnswer{403,
                      "The link is incomplete or of another run: its token is not this one's."};
  if (place == "") return posts ? HttpDecision(method_not_allowed("GET, HEAD")) : ServePage{heads};
  if (is_foreign(request))
    return HttpAnswer{403, "A page of another site may not use this server."};
  if (place == "upload") return posts ? decide_upload(request, query) : method_not_allowed("POST");
  if (!gets) return method_not_allowed("GET");
  if (!request.wants_web_socket)
    return HttpAnswer{426, "This address speaks WebSocket alone.", {"Upgrade: websocket"}};
  return OpenWebSocket{right == Right::steer};
}

HttpAnswer HttpRules::page_answer(const std::string& page) const {
  std::string ancestors = "'self'";
  for (const std::string& origin : site_.origins) ancestors += " " + origin;
  return {200,
          page,
          {"Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline'; "
           "style-src 'unsafe-inline'; connect-src 'self' ws: wss:; img-src blob: data:; "
           "base-uri 'none'; form-action 'none'; frame-ancestors " +
               ancestors,
           "Referrer-Policy: no-referrer"},
          "text/html; charset=utf-8"};
}

}  // namespace livewarp
