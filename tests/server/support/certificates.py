"""Certificates of the tests' own: an authority, and what it signs for a name or an address."""

from __future__ import annotations

import subprocess
from pathlib import Path


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


class Authority:
    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self.key = folder / f"{name}.key"
        self.certificate = folder / f"{name}.pem"
        self._make(self.key)
        subject = ["-subj", f"/CN=tests {name}", "-days", "2", "-addext", "keyUsage=critical,keyCertSign"]
        openssl("req", "-x509", "-new", "-key", self.key, *subject, "-out", self.certificate)

    @staticmethod
    def _make(key: Path) -> None:
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key)

    def sign(self, alternative: str) -> tuple[Path, Path]:
        """A certificate and its key for `DNS:localhost` or `IP:127.0.0.1`."""
        stem = alternative.replace(":", "-")
        certificate, key = self._folder / f"{stem}.pem", self._folder / f"{stem}.key"
        request, extension = self._folder / f"{stem}.csr", self._folder / f"{stem}.ext"
        self._make(key)
        extension.write_text(f"subjectAltName={alternative}\n", encoding="ascii")
        openssl("req", "-new", "-key", key, "-subj", "/CN=tests", "-out", request)
        signed = ["-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial", "-days", "2"]
        openssl("x509", "-req", "-in", request, *signed, "-extfile", extension, "-out", certificate)
        return certificate, key
