#include "site/server/node/reports/finished_answer.hpp"

#include <chrono>
#include <string>
#include <utility>

#include "site/people/secrets.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

constexpr int internal_status = 500;

class Finished final : public Reply::Sink {
 public:
  Finished(Reply reply, const Request& request, const std::shared_ptr<AnswerBooks>& books)
      : reply_(std::move(reply)),
        method_(write_method(request.method)),
        path_(request.target.substr(0, request.target.find('?'))),  // what follows may be a secret
        address_(write_address(request.address)),
        asked_at_(std::chrono::steady_clock::now()),
        books_(books) {}

  ~Finished() override {
    if (is_answered_) return;
    Response response;
    response.status = internal_status;
    response.fault = "nobody answered it";
    finish(std::move(response));
  }

  void answer(Response response) override { finish(std::move(response)); }

 private:
  void finish(Response response) {
    const auto books = books_.lock();
    if (is_answered_ || !books) return;
    is_answered_ = true;
    ++books->by_status[response.status];
    if (response.status == internal_status) give_id(*books, response);
    if (const std::string_view event = security_event_of(response.status); !event.empty() && !response.is_noted) {
      books->security.note(event, address_, response.person, response.refusal);
    }
    if (books->has_access_log) log(*books, response);
    reply_(std::move(response));
  }

  // A name for what went wrong, which the player is shown and the log has too.
  void give_id(AnswerBooks& books, Response& response) const {
    const std::string id = people::make_id('e');
    books.log.write(LogLevel::error, "internal_error",
                    {{"id", id},
                     {"method", method_},
                     {"path", path_},
                     {"address", address_},
                     {"code", response.refusal},
                     {"reason", response.fault}});
    response = error_answer(internal_status, "internal", reason_of_internal_error(id));
  }

  void log(AnswerBooks& books, const Response& response) const {
    const auto took =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - asked_at_);
    books.log.write(LogLevel::info, "request",
                    {{"address", address_},
                     {"method", method_},
                     {"path", path_},
                     {"status", response.status},
                     {"bytes", response.source ? response.source->length()
                               : response.body ? response.body->size()
                                               : 0},
                     {"ms", took.count()}});
  }

  Reply reply_;
  std::string method_;
  std::string path_;
  std::string address_;
  std::chrono::steady_clock::time_point asked_at_;
  std::weak_ptr<AnswerBooks> books_;
  bool is_answered_ = false;
};

}  // namespace

Reply finished_reply(Reply reply, const Request& request, const std::shared_ptr<AnswerBooks>& books) {
  return Reply(std::make_shared<Finished>(std::move(reply), request, books));
}

}  // namespace crownstar::server
