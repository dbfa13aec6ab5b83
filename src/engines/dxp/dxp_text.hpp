// The messages of DamExchange as text: a letter, then fields of fixed widths.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/refusal.hpp"

namespace crownstar::dxp {

using base::Checked;

// No message is longer, a chat in many words included.

struct DxpRequest {
  std::string name;               // of the program that asks
  bool is_answerer_white = true;  // the colour of the program that answers
  int minutes = 0;                // for so many moves
  int moves = 0;                  // 0: for all
  std::string position;           // `W` or `B` and a letter a square, as Hub has it; empty for the first one

  bool operator==(const DxpRequest&) const = default;
};

enum class DxpVerdict : char { accepted = '0', unsupported = '1', refused = '2' };

struct DxpAnswer {
  std::string name;
  DxpVerdict verdict = DxpVerdict::accepted;

  bool operator==(const DxpAnswer&) const = default;
};

struct DxpMove {
  int seconds = 0;
  int from = 0;
  int to = 0;
  std::vector<int> captured;

  bool operator==(const DxpMove&) const = default;
};

// As the sender has it.
enum class DxpResult : char { unknown = '0', lost = '1', drawn = '2', won = '3' };

struct DxpEnd {
  DxpResult result = DxpResult::unknown;
  bool is_last = false;  // no game follows

  bool operator==(const DxpEnd&) const = default;
};

struct DxpChat {
  std::string text;

  bool operator==(const DxpChat&) const = default;
};

struct DxpBack {
  int move = 1;
  bool is_white = true;  // who is to move again

  bool operator==(const DxpBack&) const = default;
};

struct DxpBackAnswer {
  DxpVerdict verdict = DxpVerdict::refused;

  bool operator==(const DxpBackAnswer&) const = default;
};

using DxpMessage = std::variant<DxpRequest, DxpAnswer, DxpMove, DxpEnd, DxpChat, DxpBack, DxpBackAnswer>;

// Refused with the reason where a field is missing or no number.
Checked<DxpMessage> read_dxp(std::string_view text);

// Without the zero byte behind it. Numbers past their fields are cut to the greatest that fits.
std::string write_dxp(const DxpMessage& message);

}  // namespace crownstar::dxp
