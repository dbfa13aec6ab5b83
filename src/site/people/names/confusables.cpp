// Written by tools/make_confusables.py from confusables.txt of Unicode 17.0.0: change that, not this.
//
// The list is Unicode's, cut down to the letters of names and without accents. It is used under this licence:
//
// UNICODE LICENSE V3
//
// COPYRIGHT AND PERMISSION NOTICE
//
// Copyright (c) 1991-2025 Unicode, Inc.
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of data files and any associated
// documentation (the "Data Files") or software and any associated documentation (the "Software") to deal in the Data
// Files or Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, and/or sell copies of the Data Files or Software, and to permit persons to whom the Data Files or
// Software are furnished to do so, provided that either (a) this copyright and permission notice appear with all copies
// of the Data Files or Software, or (b) this copyright and permission notice appear in associated Documentation.
//
// THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
// LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD PARTY
// RIGHTS.
//
// IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL
// INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
// AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
// PERFORMANCE OF THE DATA FILES OR SOFTWARE.
//
// Except as contained in this notice, the name of a copyright holder shall not be used in advertising or otherwise to
// promote the sale, use or other dealings in these Data Files or Software without prior written authorization of the
// copyright holder.
#include "site/people/names/confusables.hpp"

#include <algorithm>
#include <array>

namespace crownstar::people {
namespace {

struct Confusable {
  char32_t letter;
  std::u32string_view looks_like;
};

// In the order of the letters.
constexpr auto confusables = std::to_array<Confusable>({
    {0x030, U"O"},        // digit zero
    {0x031, U"l"},        // digit one
    {0x049, U"l"},        // latin capital letter i
    {0x06D, U"rn"},       // latin small letter m
    {0x0C6, U"AE"},       // latin capital letter ae
    {0x0CC, U"l"},        // latin capital letter i with grave
    {0x0CD, U"l"},        // latin capital letter i with acute
    {0x0CE, U"l"},        // latin capital letter i with circumflex
    {0x0CF, U"l"},        // latin capital letter i with diaeresis
    {0x0D0, U"D"},        // latin capital letter eth
    {0x0D8, U"O"},        // latin capital letter o with stroke
    {0x0E6, U"ae"},       // latin small letter ae
    {0x0F0, U"\u2202"},   // latin small letter eth
    {0x0F8, U"o"},        // latin small letter o with stroke
    {0x0FE, U"p"},        // latin small letter thorn
    {0x110, U"D"},        // latin capital letter d with stroke
    {0x111, U"d"},        // latin small letter d with stroke
    {0x126, U"H"},        // latin capital letter h with stroke
    {0x127, U"h"},        // latin small letter h with stroke
    {0x128, U"l"},        // latin capital letter i with tilde
    {0x12A, U"l"},        // latin capital letter i with macron
    {0x12C, U"l"},        // latin capital letter i with breve
    {0x12E, U"l"},        // latin capital letter i with ogonek
    {0x130, U"l"},        // latin capital letter i with dot above
    {0x131, U"i"},        // latin small letter dotless i
    {0x132, U"lJ"},       // latin capital ligature ij
    {0x133, U"ij"},       // latin small ligature ij
    {0x13F, U"l\u00B7"},  // latin capital letter l with middle dot
    {0x140, U"l\u00B7"},  // latin small letter l with middle dot
    {0x141, U"L"},        // latin capital letter l with stroke
    {0x142, U"l"},        // latin small letter l with stroke
    {0x14B, U"n"},        // latin small letter eng
    {0x152, U"OE"},       // latin capital ligature oe
    {0x153, U"oe"},       // latin small ligature oe
    {0x166, U"T"},        // latin capital letter t with stroke
    {0x167, U"t"},        // latin small letter t with stroke
    {0x17F, U"f"},        // latin small letter long s
    {0x386, U"A"},        // greek capital letter alpha with tonos
    {0x388, U"E"},        // greek capital letter epsilon with tonos
    {0x389, U"H"},        // greek capital letter eta with tonos
    {0x38A, U"l"},        // greek capital letter iota with tonos
    {0x38C, U"O"},        // greek capital letter omicron with tonos
    {0x38E, U"Y"},        // greek capital letter upsilon with tonos
    {0x390, U"i"},        // greek small letter iota with dialytika and tonos
    {0x391, U"A"},        // greek capital letter alpha
    {0x392, U"B"},        // greek capital letter beta
    {0x395, U"E"},        // greek capital letter epsilon
    {0x396, U"Z"},        // greek capital letter zeta
    {0x397, U"H"},        // greek capital letter eta
    {0x398, U"O"},        // greek capital letter theta
    {0x399, U"l"},        // greek capital letter iota
    {0x39A, U"K"},        // greek capital letter kappa
    {0x39B, U"\u0245"},   // greek capital letter lamda
    {0x39C, U"M"},        // greek capital letter mu
    {0x39D, U"N"},        // greek capital letter nu
    {0x39F, U"O"},        // greek capital letter omicron
    {0x3A1, U"P"},        // greek capital letter rho
    {0x3A3, U"\u01A9"},   // greek capital letter sigma
    {0x3A4, U"T"},        // greek capital letter tau
    {0x3A5, U"Y"},        // greek capital letter upsilon
    {0x3A7, U"X"},        // greek capital letter chi
    {0x3AA, U"l"},        // greek capital letter iota with dialytika
    {0x3AB, U"Y"},        // greek capital letter upsilon with dialytika
    {0x3AC, U"a"},        // greek small letter alpha with tonos
    {0x3AD, U"\uA793"},   // greek small letter epsilon with tonos
    {0x3AE, U"n"},        // greek small letter eta with tonos
    {0x3AF, U"i"},        // greek small letter iota with tonos
    {0x3B0, U"u"},        // greek small letter upsilon with dialytika and tonos
    {0x3B1, U"a"},        // greek small letter alpha
    {0x3B2, U"\u00DF"},   // greek small letter beta
    {0x3B3, U"y"},        // greek small letter gamma
    {0x3B4, U"\u1E9F"},   // greek small letter delta
    {0x3B5, U"\uA793"},   // greek small letter epsilon
    {0x3B7, U"n"},        // greek small letter eta
    {0x3B8, U"O"},        // greek small letter theta
    {0x3B9, U"i"},        // greek small letter iota
    {0x3BA, U"\u0138"},   // greek small letter kappa
    {0x3BD, U"v"},        // greek small letter nu
    {0x3BF, U"o"},        // greek small letter omicron
    {0x3C1, U"p"},        // greek small letter rho
    {0x3C3, U"o"},        // greek small letter sigma
    {0x3C4, U"\u1D1B"},   // greek small letter tau
    {0x3C5, U"u"},        // greek small letter upsilon
    {0x3C6, U"\u0278"},   // greek small letter phi
    {0x3CA, U"i"},        // greek small letter iota with dialytika
    {0x3CB, U"u"},        // greek small letter upsilon with dialytika
    {0x3CC, U"o"},        // greek small letter omicron with tonos
    {0x3CD, U"u"},        // greek small letter upsilon with tonos
    {0x400, U"E"},        // cyrillic capital letter ie with grave
    {0x401, U"E"},        // cyrillic capital letter io
    {0x403, U"\u0393"},   // cyrillic capital letter gje
    {0x404, U"\uA792"},   // cyrillic capital letter ukrainian ie
    {0x405, U"S"},        // cyrillic capital letter dze
    {0x406, U"l"},        // cyrillic capital letter byelorussian-ukrainian i
    {0x407, U"l"},        // cyrillic capital letter yi
    {0x408, U"J"},        // cyrillic capital letter je
    {0x40C, U"K"},        // cyrillic capital letter kje
    {0x40E, U"Y"},        // cyrillic capital letter short u
    {0x410, U"A"},        // cyrillic capital letter a
    {0x411, U"b"},        // cyrillic capital letter be
    {0x412, U"B"},        // cyrillic capital letter ve
    {0x413, U"\u0393"},   // cyrillic capital letter ghe
    {0x415, U"E"},        // cyrillic capital letter ie
    {0x417, U"3"},        // cyrillic capital letter ze
    {0x41A, U"K"},        // cyrillic capital letter ka
    {0x41B, U"\u0245"},   // cyrillic capital letter el
    {0x41C, U"M"},        // cyrillic capital letter em
    {0x41D, U"H"},        // cyrillic capital letter en
    {0x41E, U"O"},        // cyrillic capital letter o
    {0x41F, U"\u03A0"},   // cyrillic capital letter pe
    {0x420, U"P"},        // cyrillic capital letter er
    {0x421, U"C"},        // cyrillic capital letter es
    {0x422, U"T"},        // cyrillic capital letter te
    {0x423, U"Y"},        // cyrillic capital letter u
    {0x424, U"\u03A6"},   // cyrillic capital letter ef
    {0x425, U"X"},        // cyrillic capital letter ha
    {0x42B, U"bl"},       // cyrillic capital letter yeru
    {0x42C, U"b"},        // cyrillic capital letter soft sign
    {0x42E, U"lO"},       // cyrillic capital letter yu
    {0x430, U"a"},        // cyrillic small letter a
    {0x431, U"6"},        // cyrillic small letter be
    {0x432, U"\u0299"},   // cyrillic small letter ve
    {0x433, U"r"},        // cyrillic small letter ghe
    {0x435, U"e"},        // cyrillic small letter ie
    {0x437, U"\u025C"},   // cyrillic small letter ze
    {0x438, U"\u1D0E"},   // cyrillic small letter i
    {0x439, U"\u1D0E"},   // cyrillic small letter short i
    {0x43A, U"\u0138"},   // cyrillic small letter ka
    {0x43C, U"\u028D"},   // cyrillic small letter em
    {0x43D, U"\u029C"},   // cyrillic small letter en
    {0x43E, U"o"},        // cyrillic small letter o
    {0x43F, U"\u03C0"},   // cyrillic small letter pe
    {0x440, U"p"},        // cyrillic small letter er
    {0x441, U"c"},        // cyrillic small letter es
    {0x442, U"\u1D1B"},   // cyrillic small letter te
    {0x443, U"y"},        // cyrillic small letter u
    {0x444, U"\u0278"},   // cyrillic small letter ef
    {0x445, U"x"},        // cyrillic small letter ha
    {0x448, U"w"},        // cyrillic small letter sha
    {0x44A, U"\u02C9b"},  // cyrillic small letter hard sign
    {0x44B, U"\u0185i"},  // cyrillic small letter yeru
    {0x44C, U"\u0185"},   // cyrillic small letter soft sign
    {0x44F, U"\u1D19"},   // cyrillic small letter ya
    {0x450, U"e"},        // cyrillic small letter ie with grave
    {0x451, U"e"},        // cyrillic small letter io
    {0x453, U"r"},        // cyrillic small letter gje
    {0x454, U"\uA793"},   // cyrillic small letter ukrainian ie
    {0x455, U"s"},        // cyrillic small letter dze
    {0x456, U"i"},        // cyrillic small letter byelorussian-ukrainian i
    {0x457, U"i"},        // cyrillic small letter yi
    {0x458, U"j"},        // cyrillic small letter je
    {0x45B, U"h"},        // cyrillic small letter tshe
    {0x45C, U"\u0138"},   // cyrillic small letter kje
    {0x45D, U"\u1D0E"},   // cyrillic small letter i with grave
    {0x45E, U"y"},        // cyrillic small letter short u
    {0x45F, U"u"},        // cyrillic small letter dzhe
    {0x490, U"\u0393'"},  // cyrillic capital letter ghe with upturn
    {0x491, U"r'"},       // cyrillic small letter ghe with upturn
});
static_assert(std::ranges::is_sorted(confusables, {}, &Confusable::letter));

}  // namespace

std::u32string_view confusable_with(char32_t letter) {
  const auto* const found = std::ranges::lower_bound(confusables, letter, {}, &Confusable::letter);
  return found != confusables.end() && found->letter == letter ? found->looks_like : std::u32string_view();
}

}  // namespace crownstar::people
