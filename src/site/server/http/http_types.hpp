// Types of HTTP: requests, responses, bodies that are read in pieces, and the two ends of a long response, which is a
// WebSocket or a stream of lines. They do not depend on the networking library.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "site/server/http/address.hpp"

namespace crownstar::server {

// Shared by every connection that sends it.
using Bytes = std::shared_ptr<const std::string>;

inline Bytes bytes_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

enum class Method : std::uint8_t { get, head, post, put, patch, remove, options, other };

struct Header {
  std::string name;
  std::string value;
};

struct Field {  // of a query or a form
  std::string name;
  std::string value;
};

struct Request {
  Method method = Method::get;
  std::string target;                 // as it came
  std::vector<std::string> segments;  // of the path, decoded; none for `/`
  std::vector<Field> query;
  std::vector<Header> headers;
  std::string body;
  Address address;         // whose it is, behind the proxies that are trusted
  bool is_secure = false;  // TLS here or at a trusted proxy
  bool is_upgrade = false;
  std::vector<std::string> parameters;  // what stood for the names in the pattern of the route

  bool is_safe() const { return method == Method::get || method == Method::head || method == Method::options; }
  std::string_view header(std::string_view name) const;  // the first of that name, whatever its case
  // All of that name as one list, as RFC 9110 (5.3) reads them: some proxies add a line of their own below the
  // sender's.
  std::string header_list(std::string_view name) const;
  std::string_view query_value(std::string_view name) const;
  std::string_view parameter(std::size_t index) const { return parameters[index]; }
};

// The sending end of a long response. All calls are made on the event loop's thread.
class Outlet {
 public:
  virtual ~Outlet() = default;
  // Sends one message or one line. If the queue is full, the connection closes and sends nothing more.
  virtual void send(Bytes bytes) = 0;
  // Closes after what has been sent. The reason is shown to the client.
  virtual void close(std::string_view reason) = 0;
  // The measured round trip, which a player loses in every turn; zero if it is not measured.
  virtual std::chrono::milliseconds lag() const = 0;
};

// The receiving end of a long response.
class StreamHandler {
 public:
  virtual ~StreamHandler() = default;
  virtual void on_open(Outlet& outlet) = 0;  // first of all; the outlet lives until on_close
  virtual void on_message(std::string_view text) = 0;
  virtual void on_close() = 0;  // last of all
};

// A body that is read piece by piece while it is sent, so that only one piece of it is in memory. Its length is known
// beforehand.
class BodySource {
 public:
  // Null: the rest cannot be had. The client sees a body that ends too early, and the connection closes.
  using Took = std::function<void(Bytes piece)>;

  virtual ~BodySource() = default;
  virtual std::uint64_t length() const = 0;
  // Calls `took` once with the next piece, which is not empty, on the event loop's thread. The next one is asked for
  // after that. Whoever asked may be gone by then.
  virtual void read(Took took) = 0;
};

struct Response {
  int status = 200;
  std::string media;
  std::vector<Header> headers;
  Bytes body;
  std::shared_ptr<BodySource> source;  // in place of `body`
  std::shared_ptr<StreamHandler>
      stream;  // a long answer: a socket where the request was an upgrade, else a stream of lines
  // For the log alone.
  std::string refusal;    // the code of an error
  std::string fault;      // why it is an internal error; the one who asked gets a name of it instead
  std::string person;     // the id of the one who asked, where that is known
  bool is_noted = false;  // a security event of its own says that it was refused
};

// Answers one request. Further answers, and answers after the client has disconnected, are dropped.
class Reply {
 public:
  class Sink {
   public:
    virtual ~Sink() = default;
    virtual void answer(Response response) = 0;
  };

  explicit Reply(std::shared_ptr<Sink> sink) : sink_(std::move(sink)) {}
  void operator()(Response response) const { sink_->answer(std::move(response)); }

 private:
  std::shared_ptr<Sink> sink_;
};

// Handles the requests that the transport receives.
class RequestHandler {
 public:
  virtual ~RequestHandler() = default;
  virtual void answer(Request request, Reply reply) = 0;
};

inline bool is_same_name(std::string_view first, std::string_view second) {
  if (first.size() != second.size()) return false;
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  };
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (lower(first[i]) != lower(second[i])) return false;
  }
  return true;
}

}  // namespace crownstar::server
