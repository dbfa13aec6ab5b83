"""Requests that two programs could read in two ways: each hides a second request, which must not be answered."""

from __future__ import annotations

HIDDEN = b"GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"


def post(headers: bytes, body: bytes = b"", start: bytes = b"POST /api/guest HTTP/1.1") -> bytes:
    return start + b"\r\nHost: x\r\nContent-Type: application/json\r\n" + headers + b"\r\n" + body


CHUNKED_END = b"0\r\n\r\n"

REFUSED = {
    "both lengths": post(b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", b"0\r\n\r\n" + HIDDEN),
    "both lengths, the other way round": post(b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", b"0\r\n\r\n" + HIDDEN),
    "two lengths": post(b"Content-Length: 0\r\nContent-Length: 35\r\n", HIDDEN),
    "the same length twice": post(b"Content-Length: 2\r\nContent-Length: 2\r\n", b"{}" + HIDDEN),
    "a list of lengths": post(b"Content-Length: 2, 2\r\n", b"{}" + HIDDEN),
    "a length with a sign": post(b"Content-Length: +2\r\n", b"{}" + HIDDEN),
    "a negative length": post(b"Content-Length: -1\r\n", HIDDEN),
    "a length in another base": post(b"Content-Length: 0x2\r\n", b"{}" + HIDDEN),
    "a length too long for a word": post(b"Content-Length: 18446744073709551618\r\n", b"{}" + HIDDEN),
    "an empty length": post(b"Content-Length:\r\n", HIDDEN),
    "a space before the colon": post(b"Content-Length : 35\r\n", HIDDEN),
    "a tab before the colon": post(b"Transfer-Encoding\t: chunked\r\n", CHUNKED_END + HIDDEN),
    "identity": post(b"Transfer-Encoding: identity\r\n", HIDDEN),
    "chunked, identity": post(b"Transfer-Encoding: chunked, identity\r\n", CHUNKED_END + HIDDEN),
    "gzip, chunked": post(b"Transfer-Encoding: gzip, chunked\r\n", CHUNKED_END + HIDDEN),
    "chunked twice in a line": post(b"Transfer-Encoding: chunked, chunked\r\n", CHUNKED_END + HIDDEN),
    "chunked twice": post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", CHUNKED_END + HIDDEN),
    "chunked and another": post(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n", CHUNKED_END + HIDDEN),
    "xchunked": post(b"Transfer-Encoding: xchunked\r\n", CHUNKED_END + HIDDEN),
    "chunked in quotes": post(b'Transfer-Encoding: "chunked"\r\n', CHUNKED_END + HIDDEN),
    "chunked with a parameter": post(b"Transfer-Encoding: chunked;x=1\r\n", CHUNKED_END + HIDDEN),
    "a vertical tab before chunked": post(b"Transfer-Encoding: \x0bchunked\r\n", CHUNKED_END + HIDDEN),
    "a zero byte after chunked": post(b"Transfer-Encoding: chunked\0\r\n", CHUNKED_END + HIDDEN),
    "an empty encoding": post(b"Transfer-Encoding:\r\n", HIDDEN),
    "chunked in the next line": post(b"Transfer-Encoding:\r\n chunked\r\n", CHUNKED_END + HIDDEN),
    "a header that goes on": post(b"X: a\r\n Content-Length: 35\r\n", HIDDEN),
    "a first header with a space": b"GET / HTTP/1.1\r\n Content-Length: 35\r\nHost: x\r\n\r\n" + HIDDEN,
    "a bare LF": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\nContent-Length: 35\r\n\r\n" + HIDDEN,
    "a bare CR": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\rContent-Length: 35\r\n\r\n" + HIDDEN,
    "a zero byte": b"GET / HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n" + HIDDEN,
    "a header without a colon": b"GET / HTTP/1.1\r\nHost: x\r\nX\r\n\r\n" + HIDDEN,
    "a header without a name": b"GET / HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n" + HIDDEN,
    "encoding in HTTP/1.0": post(b"Transfer-Encoding: chunked\r\n", CHUNKED_END + HIDDEN, b"POST /api/guest HTTP/1.0"),
    "two hosts": b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n" + HIDDEN,
    "no host": b"GET / HTTP/1.1\r\n\r\n" + HIDDEN,
    "a host that is a list": b"GET / HTTP/1.1\r\nHost: x, y\r\n\r\n" + HIDDEN,
    "a whole address with another host": b"GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN,
    "two spaces in the first line": b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN,
    "a space in the address": b"GET /a b HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN,
    "a space after the version": b"GET / HTTP/1.1 \r\nHost: x\r\n\r\n" + HIDDEN,
    "another version": b"GET / HTTP/1.2\r\nHost: x\r\n\r\n" + HIDDEN,
    "a chunk's size with a sign": post(b"Transfer-Encoding: chunked\r\n", b"+2\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    "a chunk's size with 0x": post(b"Transfer-Encoding: chunked\r\n", b"0x2\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    "a chunk's size past any word": post(b"Transfer-Encoding: chunked\r\n", b"fffffffffffffffff2\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    "a chunk longer than its size": post(b"Transfer-Encoding: chunked\r\n", b"1\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    "a chunk's size with a bare LF": post(b"Transfer-Encoding: chunked\r\n", b"2\n{}\n0\n\n" + HIDDEN + b"\r\n\r\n"),
    "a header after the body": post(b"Transfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\nContent-Length: 35\r\n\r\n" + HIDDEN),
    "a cookie after the body": post(b"Transfer-Encoding: chunked\r\n", b"2\r\n{}\r\n0\r\nCookie: a=b\r\n\r\n" + HIDDEN),
}

# As every program may write them: both requests are answered.
TAKEN = {
    "a length": post(b"Content-Length: 2\r\n", b"{}" + HIDDEN),
    "chunks": post(b"Transfer-Encoding: chunked\r\n", b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n" + HIDDEN),
    "chunks in another case": post(b"transfer-encoding:CHUNKED\r\n", b"2\r\n{}\r\n0\r\n\r\n" + HIDDEN),
    "no body": b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n" + HIDDEN,
    "a length of nothing": b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n" + HIDDEN,
}
