// Waits for the pieces of a body that is read while it is sent.
#pragma once

#include <memory>
#include <optional>

#include "site/server/http/http_types.hpp"
#include "site/server/net/channel.hpp"

namespace crownstar::server {

class PieceWait : public std::enable_shared_from_this<PieceWait> {
 public:
  explicit PieceWait(const Executor& executor) : arrival_(executor) {}

  // Null: the rest cannot be had, or nobody waits for it any more.
  Task<Bytes> next(BodySource& source) {
    piece_.reset();
    if (!has_given_up_) {
      source.read([weak = weak_from_this()](Bytes piece) {
        if (const auto self = weak.lock()) self->take(std::move(piece));
      });
    }
    while (!piece_ && !has_given_up_) co_await arrival_.wait();
    co_return has_given_up_ ? nullptr : std::move(*piece_);
  }

  // Whoever waits goes on at once: the source may need long, or may have ended before it could answer.
  void give_up() {
    has_given_up_ = true;
    arrival_.set();
  }

 private:
  void take(Bytes piece) {
    piece_ = std::move(piece);
    arrival_.set();
  }

  AsyncEvent arrival_;
  std::optional<Bytes> piece_;
  bool has_given_up_ = false;
};

}  // namespace crownstar::server
