#include "site/people/passwords/passwords.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/limits.hpp"
#include "base/text/utf8.hpp"
#include "site/people/names/letters.hpp"
#include "site/people/names/names.hpp"
#include "site/people/passwords/well_known_passwords.hpp"

namespace crownstar::people {
namespace {

// Beginnings that the lists of leaked passwords are full of, by `name_key`; what follows them may be digits and signs.
constexpr std::array usual{"password", "passwort",  "motdepasse", "contrasena", "wachtwoord", "parol",    "qwerty",
                           "qwertz",   "azerty",    "asdf",       "zxcv",       "yxcv",       "iloveyou", "letmein",
                           "welcome",  "admin",     "monkey",     "dragon",     "football",   "baseball", "superman",
                           "batman",   "sunshine",  "princess",   "master",     "shadow",     "michael",  "trustno",
                           "abc",      "crownstar", "checkers",   "draughts",   "йцукен",     "пароль"};

bool is_run(const std::u32string& letters) {
  const auto steps_by = [&](int step) {
    for (std::size_t i = 1; i < letters.size(); ++i) {
      if (static_cast<int>(letters[i]) - static_cast<int>(letters[i - 1]) != step) return false;
    }
    return true;
  };
  return steps_by(0) || steps_by(1) || steps_by(-1);
}

bool is_common(std::string_view password) {
  std::string small(password);
  std::ranges::transform(small, small.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return is_well_known_password(small);
}

bool is_usual(const std::u32string& letters) {
  std::u32string stem = letters;
  while (!stem.empty() && std::u32string_view(U"0123456789!.?*#$@-_+").contains(stem.back())) stem.pop_back();
  if (stem.empty()) return letters.size() < 12;  // digits and signs alone
  const std::string key = name_key(base::encode_utf8(stem));
  return std::ranges::any_of(usual, [&](std::string_view word) {
    const std::string plain = name_key(word);
    return key == plain || key == plain + plain || (plain == "qwerty" && key == "qwertyulop");
  });
}

}  // namespace

Answer<void> check_password(std::string_view password, std::string_view name) {
  const auto letters = base::decode_utf8(password);
  if (!letters) return refused("password_unfit", "the password is not UTF-8");
  if (letters->size() < limits::password_letters_least) {
    return refused("password_unfit", "a password has at least " + std::to_string(limits::password_letters_least) +
                                         " letters; three or four words make a good one");
  }
  if (letters->size() > limits::password_letters) {
    return refused("password_unfit", "a password has at most " + std::to_string(limits::password_letters) + " letters");
  }
  if (is_run(*letters) || is_usual(*letters) || is_common(password)) {
    return refused("password_unfit",
                   "this password is one of the first that anybody tries; three or four words are better");
  }
  const std::string key = name_key(password);
  const std::string own = name_key(name);
  constexpr std::size_t least_name = 4;  // a shorter one is in many a word
  if (!own.empty() && (key == own || key == own + own || (own.size() >= least_name && key.contains(own)))) {
    return refused("password_unfit", "the name is in the password; choose another");
  }
  return {};
}

}  // namespace crownstar::people
