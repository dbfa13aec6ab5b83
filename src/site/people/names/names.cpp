#include "site/people/names/names.hpp"

#include <algorithm>
#include <array>

#include "base/limits.hpp"
#include "base/text/utf8.hpp"
#include "site/people/names/confusables.hpp"
#include "site/people/names/letters.hpp"

namespace crownstar::people {
namespace {

enum class Script { sign, latin, greek, cyrillic, none };

bool is_between(char32_t letter, char32_t first, char32_t last) { return letter >= first && letter <= last; }

bool is_digit(char32_t letter) { return is_between(letter, '0', '9'); }

Script script_of(char32_t letter) {
  if (is_digit(letter) || letter == '-' || letter == '_') return Script::sign;
  if (is_between(letter, 'a', 'z') || is_between(letter, 'A', 'Z')) return Script::latin;
  // Latin-1 and Latin Extended-A, without the signs of multiplication and division and the letters that read as two.
  if (is_between(letter, 0xC0, 0x17F) && letter != 0xD7 && letter != 0xF7 && letter != 0x149) return Script::latin;
  if (letter == 0x386 || (is_between(letter, 0x388, 0x3CE) && letter != 0x38B && letter != 0x38D && letter != 0x3A2)) {
    return Script::greek;
  }
  if (is_between(letter, 0x400, 0x45F) || letter == 0x490 || letter == 0x491) return Script::cyrillic;
  return Script::none;
}

// Letters of Greek and Cyrillic, in the case as written, that resemble no letter of the other two scripts.
constexpr std::u32string_view unlike_others =
    U"ΔΘΞΣΨΩδζθλξσψω"
    U"БДЖИЙЛЦЧШЩЪЫЭЮЯбвджийлнцчшщъыэюя";

// Lower-case letters without accents for U+00C0 to U+017F, 64 in a row; `*` where one letter stands for two (pair_of).
constexpr std::string_view latin_bases =
    "aaaaaa*ceeeeiiiidnooooo*ouuuuy**aaaaaa*ceeeeiiiidnooooo*ouuuuy*y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii**jjkkklllllll"
    "lllnnnnnn*nnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
static_assert(latin_bases.size() == 0x180 - 0xC0);

std::u32string_view pair_of(char32_t letter) {
  switch (letter) {
    case 0xC6:
    case 0xE6:
      return U"ae";
    case 0xDE:
    case 0xFE:
      return U"th";
    case 0xDF:
      return U"ss";
    case 0x132:
    case 0x133:
      return U"ij";
    case 0x152:
    case 0x153:
      return U"oe";
    default:
      return {};
  }
}

// Accents of Greek, from U+0386 on: the letter without its mark, in lower case.
char32_t greek_base(char32_t letter) {
  constexpr std::u32string_view marked = U"ΆΈΉΊΌΎΏΐΪΫάέήίΰϊϋόύώς";
  constexpr std::u32string_view plain = U"αεηιουωιιυαεηιυιυουωσ";
  static_assert(marked.size() == plain.size());
  if (const std::size_t at = marked.find(letter); at != std::u32string_view::npos) return plain[at];
  return is_between(letter, 0x391, 0x3A9) ? letter + 0x20 : letter;
}

char32_t cyrillic_base(char32_t letter) {
  if (is_between(letter, 0x410, 0x42F)) letter += 0x20;
  if (is_between(letter, 0x400, 0x40F)) letter += 0x50;
  if (letter == 0x490) letter = 0x491;
  constexpr std::u32string_view marked = U"ѐёѓїќѝўйґ";
  constexpr std::u32string_view plain = U"еегікиуиг";
  static_assert(marked.size() == plain.size());
  const std::size_t at = marked.find(letter);
  return at == std::u32string_view::npos ? letter : plain[at];
}

// One letter in lower case and without its accents, as one letter or two.
std::u32string base_of(char32_t letter) {
  if (is_between(letter, 'A', 'Z')) return {letter + ('a' - 'A')};
  if (const std::u32string_view pair = pair_of(letter); !pair.empty()) return std::u32string(pair);
  if (is_between(letter, 0xC0, 0x17F)) return {static_cast<char32_t>(latin_bases[letter - 0xC0])};
  if (is_between(letter, 0x386, 0x3CE)) return {greek_base(letter)};
  if (script_of(letter) == Script::cyrillic) return {cyrillic_base(letter)};
  return {letter};
}

// Letters that are written alike in lower or in upper case, digits among them, to one of them. The letters of Greek and
// Cyrillic in it only meet the digits, for names of these scripts hold a letter that keeps them apart from Latin.
char32_t shape_of(char32_t letter) {
  switch (letter) {
    case '0':
    case U'ο':
    case U'о':
      return 'o';
    case '1':
    case 'i':
    case U'ι':
    case U'і':
    case U'ӏ':
      return 'l';
    case '3':
      return U'з';
    default:
      return letter;
  }
}

std::string with_letters_joined(std::string text) {
  for (const auto& [two, one] : {std::pair{std::string_view("rn"), 'm'}, std::pair{std::string_view("vv"), 'w'}}) {
    for (std::size_t at = text.find(two); at != std::string::npos; at = text.find(two, at)) {
      text.replace(at, two.size(), 1, one);
    }
  }
  return text;
}

// Letters and pairs of our own list, beside Unicode's, which has none of them but `rn`. Two letters stand for one here,
// since `vvv` could be joined in two ways.
std::u32string_view spelled_out(char32_t letter, char32_t& single) {
  switch (letter) {
    case 'm':
      return U"rn";
    case 'w':
      return U"vv";
    case '5':
      single = 's';
      break;
    case '0':
      single = 'o';
      break;
    case '1':
    case 'i':
      single = 'l';
      break;
    default:
      single = letter;
  }
  return {&single, 1};
}

// In lower case, by Unicode's list, with every letter still apart.
std::u32string shapes_of(std::u32string_view letters) {
  std::u32string shapes;
  char32_t before = 0;
  for (const char32_t letter : letters) {
    if (letter == '-' || letter == '_') continue;
    std::u32string_view like = confusable_with(letter);
    if (like.empty()) like = {&letter, 1};
    // After a capital C a capital I is no l: LUCIA is not LUDA, though cI could pass for d.
    if (before == 'C' && base_of(letter) == U"i") like = U"i";
    for (const char32_t each : like) shapes += base_of(each);
    before = letter;
  }
  return shapes;
}

Answer<void> check_signs(std::u32string_view letters) {
  const auto is_sign = [](char32_t letter) { return letter == '-' || letter == '_'; };
  if (is_sign(letters.front()) || is_sign(letters.back())) {
    return refused("name_unfit", "a name begins and ends with a letter or a digit");
  }
  for (std::size_t i = 1; i < letters.size(); ++i) {
    if (is_sign(letters[i]) && is_sign(letters[i - 1])) return refused("name_unfit", "a name has one - or _ at a time");
  }
  return {};
}

Answer<void> check_scripts(std::u32string_view letters) {
  Script script = Script::sign;
  for (const char32_t letter : letters) {
    const Script here = script_of(letter);
    if (here == Script::none) {
      return refused("name_unfit",
                     "a name is made of letters (Latin, Greek or Cyrillic), digits, - and _, without spaces");
    }
    if (here == Script::sign) continue;
    if (script != Script::sign && script != here) {
      return refused("name_unfit", "the letters of a name are all of one script");
    }
    script = here;
  }
  if (script == Script::sign) return refused("name_unfit", "a name has at least one letter");
  if (script == Script::latin) return {};
  if (std::ranges::any_of(letters, [](char32_t letter) { return unlike_others.contains(letter); })) return {};
  return refused("name_unfit",
                 "every letter of this name looks like one of another alphabet; add one that does not, or write it in "
                 "Latin letters");
}

}  // namespace

Answer<void> check_name(std::string_view name) {
  const auto letters = base::decode_utf8(name);
  if (!letters) return refused("name_unfit", "the name is not UTF-8");
  if (letters->size() < limits::name_letters_least || letters->size() > limits::name_letters) {
    return refused("name_unfit", "a name has 3 to 20 letters and digits");
  }
  if (auto checked = check_scripts(*letters); !checked) return checked;
  if (auto checked = check_signs(*letters); !checked) return checked;
  if (is_reserved_name(name)) return refused("name_unfit", "this name is reserved; choose another");
  return {};
}

std::string name_key(std::string_view name) {
  std::u32string key;
  for (const char32_t letter : base::decode_utf8(name).value_or(U"")) {
    if (letter == '-' || letter == '_') continue;
    for (const char32_t base : base_of(letter)) key += shape_of(base);
  }
  return with_letters_joined(base::encode_utf8(key));
}

std::string name_skeleton(std::string_view name) {
  const std::u32string shapes = shapes_of(base::decode_utf8(name).value_or(U""));
  std::u32string skeleton;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    // Not `ci`: Alicia is not Alida.
    if (shapes[i] == 'c' && i + 1 < shapes.size() && (shapes[i + 1] == 'l' || shapes[i + 1] == '1')) {
      skeleton += U'd';
      ++i;
      continue;
    }
    char32_t single = 0;
    skeleton += spelled_out(shapes[i], single);
  }
  return std::string(skeleton_mark) + base::encode_utf8(skeleton);
}

bool is_reserved_name(std::string_view name) {
  constexpr std::array whole{"admin",     "administrator", "anonymous", "api",      "bot",      "computer",  "deleted",
                             "engine",    "everybody",     "everyone",  "guest",    "house",    "me",        "mod",
                             "moderator", "nobody",        "null",      "official", "operator", "referee",   "root",
                             "security",  "server",        "staff",     "support",  "system",   "undefined", "you"};
  // `admin2` would pass for `admin` in a hurry.
  const std::size_t end = name.find_last_not_of("23456789-_");
  const std::string_view stem = name.substr(0, end == std::string_view::npos ? 0 : end + 1);
  for (const auto form : {name_key, name_skeleton}) {
    if (form(name).starts_with(form("crownstar"))) return true;
    if (std::ranges::any_of(whole, [&](std::string_view word) { return form(stem) == form(word); })) return true;
  }
  return false;
}

std::string friendly_name(const std::function<std::uint64_t()>& draw) {
  constexpr std::array tempers{"Bold",  "Brave",  "Bright",  "Calm",  "Clever", "Fair",   "Gentle", "Glad",
                               "Happy", "Honest", "Jolly",   "Keen",  "Kind",   "Lively", "Lucky",  "Merry",
                               "Neat",  "Nimble", "Patient", "Plain", "Quick",  "Quiet",  "Sharp",  "Steady",
                               "Sunny", "Swift",  "Tidy",    "Warm",  "Wise",   "Witty"};
  constexpr std::array animals{"Badger", "Bear",  "Beaver", "Bison", "Crane", "Dolphin", "Eagle",  "Falcon",
                               "Finch",  "Fox",   "Goose",  "Hare",  "Heron", "Horse",   "Ibis",   "Koala",
                               "Lark",   "Lynx",  "Marmot", "Moose", "Otter", "Owl",     "Panda",  "Puffin",
                               "Raven",  "Robin", "Seal",   "Stork", "Swan",  "Tiger",   "Turtle", "Whale"};
  const std::string temper = tempers.at(draw() % tempers.size());
  const std::string animal = animals.at(draw() % animals.size());
  return temper + "-" + animal + "-" + std::to_string(100 + draw() % 900);
}

}  // namespace crownstar::people
