// Writes a picture as a PNG file.
#pragma once

#include <string>

#include "site/server/picture/canvas.hpp"

namespace crownstar::server {

std::string png_of(const Canvas& picture);

}  // namespace crownstar::server
