"""What the status light says: a view in, a pattern out. Pure."""

from enum import Enum

from web.port import Snapshot


class Pattern(Enum):
    """(on_s, off_s); an off time of 0 is a steady light, an on time of 0 a dark one."""

    READY = (1.0, 0.0)  # "next hand" may be pressed
    PLAYING = (0.08, 2.92)  # a heartbeat: the referee watches
    ASKING = (0.6, 0.6)  # an answer is needed on the phone
    BLIND = (0.12, 0.12)  # no camera, or it stopped
    OFFLINE = (0.12, 1.4)  # no network: no phone finds the page
    IDLE = (0.0, 1.0)  # no match
    INVITING = (0.3, 0.3)  # a phone asks for control: press "next" to allow it


COLOUR = {
    Pattern.READY: "green",
    Pattern.PLAYING: "green",
    Pattern.ASKING: "yellow",
    Pattern.BLIND: "red",
    Pattern.OFFLINE: "red",
    Pattern.IDLE: "green",
    Pattern.INVITING: "yellow",
}
"""Where the light has colours."""
SOUND = {
    Pattern.READY: 1,
    Pattern.PLAYING: 0,
    Pattern.ASKING: 2,
    Pattern.BLIND: 3,
    Pattern.OFFLINE: 3,
    Pattern.IDLE: 0,
    Pattern.INVITING: 1,
}
"""Beeps when this begins."""


def pattern(snapshot: Snapshot, *, online: bool = True) -> Pattern:
    """The most urgent thing the table should know. ``online``: the machine is in a network."""
    score = snapshot.score
    if snapshot.problem is not None or snapshot.camera.state in ("none", "stopped"):
        return Pattern.BLIND
    if not online:
        return Pattern.OFFLINE
    if score is None:
        return Pattern.IDLE
    if score.questions:
        return Pattern.ASKING
    return Pattern.READY if score.next_ready else Pattern.PLAYING
