// Escapes a text that goes into a document of XML or HTML.
#pragma once

#include <string>
#include <string_view>

namespace crownstar::base {

// A name may be anything: none of it may be read as a part of the document, between tags or as an attribute in double
// quotes. XML has no control characters: each becomes a space.
inline std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
  }
  return safe;
}

}  // namespace crownstar::base
