"""Smaller answers: text goes gzipped to whoever takes it; what never changes is packed once."""

import gzip
import threading

from flask import Response, request

PACKED = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/manifest+json",
        "image/svg+xml",
    }
)
FIXED = frozenset({"static", "sheet"})
"""Endpoints whose answers never change under their address."""
LEAST_BYTES = 1024
KEPT_LEVEL, PASSING_LEVEL = 9, 5


class Packer:
    """An ``after_request`` of one app. The addresses of static files change with their content, so
    their packed bytes are kept for ever. Event streams and pictures pass as they are."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._lock = threading.Lock()

    def __call__(self, response: Response) -> Response:
        if response.mimetype not in PACKED:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code != 200 or not request.accept_encodings.quality("gzip"):
            return response
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) >= LEAST_BYTES:
            response.set_data(self._packed(body))
            response.headers["Content-Encoding"] = "gzip"
            response.headers.pop("ETag", None)
        return response

    def _packed(self, body: bytes) -> bytes:
        if request.endpoint not in FIXED:
            return gzip.compress(body, PASSING_LEVEL, mtime=0)
        with self._lock:
            if request.path not in self._kept:
                self._kept[request.path] = gzip.compress(body, KEPT_LEVEL, mtime=0)
            return self._kept[request.path]
