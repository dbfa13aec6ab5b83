"""Tests of make_confusables.py, with lines as Unicode writes them."""

from __future__ import annotations

import unittest

import make_confusables

LISTED = """\
# confusables.txt
# Version: 17.0.0
#
0030 ;\t004F ;\tMA\t# ( 0 \u2192 O ) DIGIT ZERO \u2192 LATIN CAPITAL LETTER O\t#
006D ;\t0072 006E ;\tMA\t# ( m \u2192 rn ) LATIN SMALL LETTER M \u2192 LATIN SMALL LETTER R, LATIN SMALL LETTER N\t#
00F6 ;\t0629 ;\tMA\t# LATIN SMALL LETTER O WITH DIAERESIS \u2192 ARABIC LETTER TEH MARBUTA\t#
00F8 ;\t006F 0338 ;\tMA\t# LATIN SMALL LETTER O WITH STROKE \u2192 LATIN SMALL LETTER O, COMBINING LONG SOLIDUS OVERLAY\t#
0438 ;\t1D0E ;\tMA\t# CYRILLIC SMALL LETTER I \u2192 LATIN LETTER SMALL CAPITAL REVERSED N\t#
1D426 ;\t0072 006E ;\tMA\t# MATHEMATICAL BOLD SMALL M \u2192 LATIN SMALL LETTER R, LATIN SMALL LETTER N\t#
"""


class MakeConfusables(unittest.TestCase):
    def test_letters_of_names_are_kept_without_accents(self) -> None:
        found = {chr(number): like for number, like in make_confusables.skeletons(LISTED).items()}
        self.assertEqual(found, {"0": "O", "m": "rn", "\u00f8": "o", "\u0438": "\u1d0e", "\u0439": "\u1d0e", "\u045d": "\u1d0e"})

    def test_what_is_written_says_whose_list_it_is(self) -> None:
        text = make_confusables.source(LISTED)
        self.assertIn("of Unicode 17.0.0", text)
        self.assertIn('{0x438, U"\\u1D0E"},  // cyrillic small letter i\n', text)
        self.assertIn("UNICODE LICENSE V3", text)

    def test_another_file_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "not Unicode's"):
            make_confusables.source("a list of my own\n")


if __name__ == "__main__":
    unittest.main()
