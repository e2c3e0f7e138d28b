"""Under which names and numbers this machine is found at home."""

import socket


def addresses(port: int) -> tuple[str, ...]:
    """URLs a phone may type, the numeric one first (``name.local`` does not resolve everywhere)."""
    at = "" if port == 80 else f":{port}"
    return (f"http://{_address()}{at}", f"http://{socket.gethostname()}.local{at}")


def _address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
