"""The page's error base, and the two things ``device`` turns into one clear sentence at start."""


class WebError(Exception):
    """Anything this package raises on purpose."""


class PortInUse(WebError):
    """Somebody else listens on ``port``; nothing was started."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"port {port} on {host} is in use")
        self.host = host
        self.port = port


class PortRefused(WebError):
    """The system does not let us listen there (a port below 1024, an address that is not ours)."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"cannot listen on {host}:{port}: {reason}")
        self.host = host
        self.port = port
        self.reason = reason
