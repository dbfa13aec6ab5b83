// How people come to a server and to its tables: guests, and matches made and joined over HTTP.
// It does not know what they do there.
#pragma once

#include <string>
#include <vector>

namespace crownstar::load {

class HttpCaller;

// Their cookies.
std::vector<std::string> make_guests(int port, int count);

// `request` is the body of POST /api/matches without seats; the first guest makes it, the others sit down in turns. Its
// id; empty if it could not be made.
std::string make_match(HttpCaller& caller, const std::string& request, const std::vector<std::string>& guests);

}  // namespace crownstar::load
