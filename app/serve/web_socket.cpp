#include "app/serve/web_socket.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <string_view>
#include <utility>

#include "app/serve/viewer_message.h"

namespace livewarp {

namespace {

namespace websocket = boost::beast::websocket;
using WebSocketError = boost::beast::error_code;
using UpgradeParser = boost::beast::http::request_parser<boost::beast::http::empty_body>;

class WebSocket : public OpenConnection,
                  public ViewerLink,
                  public std::enable_shared_from_this<WebSocket> {
 public:
  WebSocket(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site)
      : OpenConnection(site.open), site_(site),
        stream_(boost::asio::ip::tcp::socket(
            context, socket.is_v6() ? boost::asio::ip::tcp::v6() : boost::asio::ip::tcp::v4(),
            socket.release())),
        timer_(context) {}

  void start(const std::string& head, bool has_steering_link);

  void send_text(std::shared_ptr<const std::string> text) override {
    waiting_text_bytes_ += text->size();
    texts_.push_back(std::move(text));
    write_next();
  }
  void send_frame(const FrameHeader& header, std::shared_ptr<const EncodedFrame> frame) override {
    frames_.push_back({header, std::move(frame)});
    write_next();
  }
  void close(CloseCode code, const std::string& reason) override;
  std::size_t waiting_text_bytes() const override { return waiting_text_bytes_; }

  void end_at_once() override {
    boost::beast::get_lowest_layer(stream_).close();
    end();
  }
  bool ends_politely() const override { return is_open_; }

 private:
  struct WaitingFrame {
    FrameHeader header;
    std::shared_ptr<const EncodedFrame> frame;
  };

  void set_limits();
  void opened(const WebSocketError& error);
  void read();
  void take(const WebSocketError& error);
  void write_next();
  void write_text();
  void write_frame();
  void leave();
  void end();

  ServedSite& site_;
  websocket::stream<boost::beast::tcp_stream> stream_;
  boost::asio::steady_timer timer_;  // of closing
  boost::beast::flat_buffer read_;
  std::deque<std::shared_ptr<const std::string>> texts_;
  std::deque<WaitingFrame> frames_;
  std::size_t waiting_text_bytes_ = 0;
  int id_ = 0;
  bool is_open_ = false, writing_ = false, closing_ = false, ended_ = false, left_ = false;
};

void WebSocket::set_limits() {
  using std::chrono::seconds;
  boost::beast::get_lowest_layer(stream_).expires_never();  // the WebSocket has its own
  // Pings go out after half of the idle time, and whoever answers none is gone.
  stream_.set_option(websocket::stream_base::timeout{seconds(10), seconds(40), true});
  stream_.set_option(websocket::permessage_deflate{});  // frames are compressed already
  stream_.read_message_max(longest_viewer_message);
  stream_.auto_fragment(false);
  WebSocketError ignored;
  boost::beast::get_lowest_layer(stream_).socket().set_option(boost::asio::ip::tcp::no_delay(true),
                                                              ignored);
}

void WebSocket::start(const std::string& head, bool has_steering_link) {
  set_limits();
  UpgradeParser parser;
  WebSocketError failed;
  parser.put(boost::asio::buffer(head), failed);
  id_ = site_.hub.join(*this, has_steering_link);
  stream_.async_accept(parser.get(), [self = shared_from_this()](const WebSocketError& error) {
    self->opened(error);
  });
}

void WebSocket::opened(const WebSocketError& error) {
  if (error || closing_) return end_at_once();
  is_open_ = true;
  // Who says goodbye has left, however long the connection takes to end.
  stream_.control_callback([this](websocket::frame_type kind, boost::beast::string_view) {
    if (kind == websocket::frame_type::close) leave();
  });
  read();
  write_next();
}

void WebSocket::read() {
  stream_.async_read(read_, [self = shared_from_this()](const WebSocketError& error, std::size_t) {
    self->take(error);
  });
}

void WebSocket::take(const WebSocketError& error) {
  if (error) return end();
  const auto bytes = read_.cdata();
  if (stream_.got_text())
    site_.hub.receive(id_, {static_cast<const char*>(bytes.data()), bytes.size()});
  else
    site_.hub.receive_no_text(id_);
  read_.consume(read_.size());
  if (!ended_) read();
}

void WebSocket::write_next() {
  if (!is_open_ || writing_ || closing_ || ended_) return;
  if (!texts_.empty())
    write_text();
  else if (!frames_.empty())
    write_frame();
}

void WebSocket::write_text() {
  writing_ = true;
  stream_.text(true);
  stream_.async_write(boost::asio::buffer(*texts_.front()),
                      [self = shared_from_this()](const WebSocketError& error, std::size_t) {
                        if (error) return self->end();
                        self->writing_ = false;
                        self->waiting_text_bytes_ -= self->texts_.front()->size();
                        self->texts_.pop_front();
                        self->write_next();
                      });
}

void WebSocket::write_frame() {
  writing_ = true;
  stream_.binary(true);
  const WaitingFrame& one = frames_.front();
  const std::array<boost::asio::const_buffer, 2> parts{boost::asio::buffer(one.header),
                                                       boost::asio::buffer(one.frame->bytes)};
  stream_.async_write(parts, [self = shared_from_this()](const WebSocketError& error, std::size_t) {
    if (error) return self->end();
    self->writing_ = false;
    const std::uint32_t number = self->frames_.front().frame->number;
    self->frames_.pop_front();
    self->site_.hub.written(self->id_, number);
    self->write_next();
  });
}

void WebSocket::close(CloseCode code, const std::string& reason) {
  if (std::exchange(closing_, true)) return;
  // Who does not read does not see the goodbye either.
  timer_.expires_after(std::chrono::milliseconds(900));
  timer_.async_wait([self = shared_from_this()](const WebSocketError& error) {
    if (!error) self->end_at_once();
  });
  if (!is_open_) return;
  stream_.async_close({websocket::close_code(code), reason},
                      [self = shared_from_this()](const WebSocketError&) { self->end(); });
}

void WebSocket::end() {
  if (std::exchange(ended_, true)) return;
  timer_.cancel();
  boost::beast::get_lowest_layer(stream_).close();
  leave();
}

void WebSocket::leave() {
  if (!std::exchange(left_, true)) site_.hub.leave(id_);
}

}  // namespace

void open_web_socket(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site,
                     const std::string& head, bool has_steering_link) {
  std::make_shared<WebSocket>(context, std::move(socket), site)->start(head, has_steering_link);
}

}  // namespace livewarp
