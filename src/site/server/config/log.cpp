#include "site/server/config/log.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>

#include <fmt/format.h>
#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "base/limits.hpp"
#include "base/text/json.hpp"
#include "base/text/utf8.hpp"
#include "site/server/http/answers.hpp"
#include "site/server/http/request_text.hpp"

namespace crownstar::server {
namespace {

constexpr std::array<std::string_view, 4> level_words{"debug", "info", "warning", "error"};

std::string now_text() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec, rest);
}

// Bare where no reader could take it for anything else.
std::string text_value(std::string_view value) {
  const bool is_bare = !value.empty() && std::ranges::all_of(value, [](char letter) {
    return letter > ' ' && letter < 0x7f && letter != '"' && letter != '=' && letter != '\\';
  });
  return is_bare ? std::string(value) : base::json_quoted(base::is_utf8(value) ? value : "not a text");
}

}  // namespace

std::string write_log_line(LogForm form, std::string_view at, LogLevel level, std::string_view what,
                           Log::Fields fields) {
  const std::string_view word = level_words[static_cast<std::size_t>(level)];
  if (form == LogForm::text) {
    std::string line = fmt::format("{} level={} what={}", at, word, what);
    for (const auto& [name, value] : fields) line += fmt::format(" {}={}", name, text_value(value.text));
    return line;
  }
  std::string line = fmt::format(R"({{"at":"{}","level":"{}","what":"{}")", at, word, what);
  for (const auto& [name, value] : fields) {
    const std::string_view text = value.text;
    line += fmt::format(R"(,"{}":{})", name,
                        value.is_number ? value.text : base::json_quoted(base::is_utf8(text) ? text : "not a text"));
  }
  return line + '}';
}

struct Log::Writer {
  std::shared_ptr<spdlog::logger> logger;
};

Log::Log(LogLevel level, LogForm form) : level_(level), form_(form), writer_(std::make_unique<Writer>()) {
  spdlog::init_thread_pool(limits::log_lines_waiting, 1);
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  sink->set_pattern("%v");
  writer_->logger = std::make_shared<spdlog::async_logger>("crownstar", std::move(sink), spdlog::thread_pool(),
                                                           spdlog::async_overflow_policy::overrun_oldest);
  writer_->logger->set_level(spdlog::level::trace);
  writer_->logger->flush_on(spdlog::level::trace);
}

Log::~Log() {
  writer_->logger->flush();
  writer_->logger.reset();
  spdlog::shutdown();
}

void Log::write(LogLevel level, std::string_view what, Fields fields) {
  if (level >= level_) write_always(level, what, fields);
}

void Log::write_always(LogLevel level, std::string_view what, Fields fields) {
  writer_->logger->info("{}", write_log_line(form_, now_text(), level, what, fields));
}

}  // namespace crownstar::server
