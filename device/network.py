"""Under which names and numbers this machine is found at home."""

import socket
import threading
from collections.abc import Callable
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


NOWHERE = "127.0.0.1"
WATCHED_EVERY_S = 5.0


def online() -> bool:
    """Whether this machine is in a network, its own included: whether a phone may find it."""
    return _address() != NOWHERE


class NetworkWatch:
    """Tells ``on_change`` whether there is a network: at the start, and whenever that changes."""

    def __init__(
        self,
        on_change: Callable[[bool], None],
        *,
        every_s: float = WATCHED_EVERY_S,
        look: Callable[[], bool] = online,
    ) -> None:
        self._on_change, self._every_s, self._look = on_change, every_s, look
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(timeout=2)

    def _run(self) -> None:
        told: bool | None = None
        while not self._stopping.is_set():
            now = self._look()
            if now != told:
                self._on_change(now)
                told = now
            self._stopping.wait(self._every_s)


def _address() -> str:
    """This machine's address in its network; no packet is sent to find it."""
    for other in PROBES:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
            probe.connect((other, 9))
            return str(probe.getsockname()[0])
    return NOWHERE
