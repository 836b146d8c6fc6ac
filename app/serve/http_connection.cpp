#include "app/serve/http_connection.h"

#include <fmt/format.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/serve/web_socket.h"
#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

using namespace std::chrono_literals;
using HttpSocket = boost::asio::ip::tcp::socket;
using HttpError = boost::system::error_code;

class HttpConnection : public OpenConnection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site)
      : OpenConnection(site.open), context_(context), site_(site), is_v6_(socket.is_v6()),
        socket_(context, is_v6_ ? boost::asio::ip::tcp::v6() : boost::asio::ip::tcp::v4(),
                socket.release()),
        timer_(context) {}

  void end_at_once() override {
    HttpError ignored;
    timer_.cancel();
    socket_.close(ignored);
  }

  void read_head() {
    end_after(10s);
    boost::asio::async_read_until(
        socket_, boost::asio::dynamic_buffer(read_, longest_http_head), "\r\n\r\n",
        [self = shared_from_this()](const HttpError& error, std::size_t size) {
          if (error && error != boost::asio::error::not_found) return self->end_at_once();
          self->take_head(error ? longest_http_head + 1 : size);
        });
  }

  void answer(const HttpAnswer& answer, bool head_alone = false) {
    end_after(10s);
    to_write_ = to_wire(answer, head_alone);
    boost::asio::async_write(socket_, boost::asio::buffer(to_write_),
                             [self = shared_from_this()](const HttpError& error, std::size_t) {
                               if (error) return self->end_at_once();
                               self->say_no_more();
                             });
  }

 private:
  void end_after(std::chrono::seconds time) {
    timer_.expires_after(time);
    timer_.async_wait([self = shared_from_this()](const HttpError& error) {
      if (!error) self->end_at_once();
    });
  }

  void take_head(std::size_t size) {
    if (size > longest_http_head)
      return answer(
          {431, fmt::format("A request's head takes at most {} bytes.", longest_http_head)});
    const std::string head = read_.substr(0, size);
    read_.erase(0, size);
    const auto request = read_http_head(head);
    if (const auto* refused = std::get_if<HttpAnswer>(&request)) return answer(*refused);
    const HttpDecision decision = site_.rules.decide(std::get<HttpRequest>(request));
    std::visit(
        [&](const auto& what) {
          if constexpr (std::is_same_v<std::decay_t<decltype(what)>, OpenWebSocket>)
            open(what, head);
          else
            serve(what);
        },
        decision);
  }

  void serve(const HttpAnswer& refused) { answer(refused); }
  void serve(const ServePage& page) {
    answer(site_.rules.page_answer(site_.page), page.head_alone);
  }
  void serve(const TakeUpload& upload) {
    if (!site_.hub.may_upload(upload.viewer, upload.secret))
      return answer({403, "Only the page of the one who steers sends files."});
    viewer_ = upload.viewer;
    secret_ = upload.secret;
    left_ = upload.bytes;
    try {
      upload_ = site_.uploads.begin(upload.name);
    } catch (const Error& error) {
      return answer({503, std::string(error.what()) + "."});
    }
    // Whoever sends so slowly would hold a place for ever.
    end_after(60s + std::chrono::seconds(upload.bytes >> 18));
    take_body(std::exchange(read_, {}));
  }

  void open(const OpenWebSocket& wanted, const std::string& head) {
    if (site_.hub.size() >= site_.most_viewers)
      return answer(
          {503, fmt::format("The hall is full: {} are watching already.", site_.most_viewers)});
    timer_.cancel();
    HttpError failed;
    const int descriptor = socket_.release(failed);
    if (!failed)
      open_web_socket(context_, ConnectedSocket(descriptor, is_v6_), site_, head, wanted.steering);
  }

  void take_body(std::string_view bytes) {
    bytes = bytes.substr(0, left_);
    left_ -= bytes.size();
    try {
      upload_->write(bytes);
      if (left_ == 0) return finish_upload();
    } catch (const Error& error) {
      return answer({507, std::string(error.what()) + "."});
    }
    socket_.async_read_some(boost::asio::buffer(body_),
                            [self = shared_from_this()](const HttpError& error, std::size_t size) {
                              if (error) return self->end_at_once();
                              self->take_body({self->body_.data(), size});
                            });
  }

  void finish_upload() {
    if (!site_.hub.may_upload(viewer_, secret_))
      return answer({403, "Somebody else steers by now."});
    const std::string path = upload_->keep();
    upload_.reset();
    site_.hub.take_upload(path);
    answer({200, "The file has arrived."});
  }

  /// What the other side still sends is read for a while: a socket that is closed before takes the
  /// answer with it.
  void say_no_more() {
    HttpError ignored;
    socket_.shutdown(HttpSocket::shutdown_send, ignored);
    end_after(5s);
    read_on();
  }
  void read_on() {
    socket_.async_read_some(boost::asio::buffer(body_),
                            [self = shared_from_this()](const HttpError& error, std::size_t) {
                              if (error) return self->end_at_once();
                              self->read_on();
                            });
  }

  boost::asio::io_context& context_;
  ServedSite& site_;
  bool is_v6_;
  HttpSocket socket_;
  boost::asio::steady_timer timer_;
  std::string read_, to_write_;
  std::array<char, 16384> body_{};
  std::unique_ptr<UploadFolder::Upload> upload_;
  std::uint64_t left_ = 0;
  int viewer_ = 0;
  std::string secret_;
};

}  // namespace

void serve_http(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site) {
  std::make_shared<HttpConnection>(context, std::move(socket), site)->read_head();
}

void turn_away(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site,
               const HttpAnswer& answer) {
  std::make_shared<HttpConnection>(context, std::move(socket), site)->answer(answer);
}

}  // namespace livewarp
