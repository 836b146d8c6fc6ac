#pragma once

#include <string>

#include "app/serve/served_site.h"

namespace boost::asio {
class io_context;
}

namespace livewarp {

/// Reads one request and answers it, or hands the connection on to `open_web_socket`. It ends by
/// itself.
void serve_http(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site);

/// Answers before anything is asked, and ends.
void turn_away(boost::asio::io_context& context, ConnectedSocket socket, ServedSite& site,
               const HttpAnswer& answer);

}  // namespace livewarp
