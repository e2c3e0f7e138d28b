"""The drawn pawns, as the print sheet has them (design: "Pawns (mm)", disc radius 16)."""

from dataclasses import dataclass
from math import cos, radians, sin


@dataclass(frozen=True, slots=True, kw_only=True)
class Pawn:
    """``outline`` is the shape around the origin, in the print sheet's millimetres."""

    owner: str
    fill: str
    outline: str


PAWNS: tuple[Pawn, ...] = (
    Pawn(owner="red", fill="#C8202B", outline="M-7.3 0A7.3 7.3 0 1 1 7.3 0A7.3 7.3 0 1 1 -7.3 0Z"),
    Pawn(
        owner="blue",
        fill="#2F74EE",
        outline="M0-9.6 2.88-3.46 9.61-2.62 4.66 2.01 5.94 8.67 0 5.4-5.94 8.67-4.66 2.01-9.61-2.62"
        "-2.88-3.46Z",
    ),
    Pawn(owner="yellow", fill="#FFCB05", outline="M-6.7-6.7H6.7V6.7H-6.7Z"),
    Pawn(owner="turquoise", fill="#35CBE3", outline="M0-8.8 8.66 6.2H-8.66Z"),
    Pawn(
        owner="purple",
        fill="#5E1793",
        outline="M8.02-6.39A9.2 9.2 0 1 0 8.02 6.39A6.7 6.7 0 1 1 8.02-6.39Z",
    ),
    Pawn(
        owner="pink",
        fill="#DE7A93",
        outline="M-3.2-8.9H3.2V-3.2H8.9V3.2H3.2V8.9H-3.2V3.2H-8.9V-3.2H-3.2Z",
    ),
)


def _segment(middle_deg: float, width_deg: float, inner: float, outer: float) -> str:
    """A piece of the cut edge; 0 degrees points up, clockwise."""

    def at(angle_deg: float, radius: float) -> str:
        angle = radians(angle_deg)
        return f"{radius * sin(angle):.3f} {-radius * cos(angle):.3f}"

    first, last = middle_deg - width_deg / 2, middle_deg + width_deg / 2
    return (
        f"M{at(first, outer)}A{outer} {outer} 0 0 1 {at(last, outer)}"
        f"L{at(last, inner)}A{inner} {inner} 0 0 0 {at(first, inner)}Z"
    )


FLIPPED_RING: tuple[str, str] = (
    "".join(_segment(middle_deg, 52.0, 12.5, 16.0) for middle_deg in (0, 120, 240)),
    "".join(_segment(middle_deg, 50.0, 12.5, 16.0) for middle_deg in (60, 180, 300)),
)
