"""Under which names and numbers this machine is found at home."""

import socket
from contextlib import suppress
from pathlib import Path

OWN_NETWORK = Path("/etc/hakem/network")
"""Name and password of the network the box makes where it finds none, a line each."""


def own_network(path: Path = OWN_NETWORK) -> tuple[str, str] | None:
    """None where there is none, or it may not be read by whoever asks."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return (lines[0], lines[1]) if len(lines) >= 2 else None


def by_name(port: int = 80) -> str:
    """The address that stays the same when the network gives new numbers."""
    return f"http://{socket.gethostname()}.local" + ("" if port == 80 else f":{port}")


def addresses(port: int) -> tuple[str, ...]:
    """URLs a phone may type, the numeric one first (``name.local`` does not resolve everywhere)."""
    at = "" if port == 80 else f":{port}"
    return (f"http://{_address()}{at}", by_name(port))


PROBES = ("192.0.2.1", "10.42.0.2")
"""Nobody's address, reached by the way into the internet; a neighbour in the box's own network,
which leads nowhere else (deploy/hakem-network)."""


def _address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    for other in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((other, 9))
            return str(probe.getsockname()[0])
    return "127.0.0.1"
