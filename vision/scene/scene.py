"""A table scene as data: what lies where, under which lamp, seen by which camera.

Millimetres on the cloth, origin where the camera's axis meets it, x right and y down in the picture
of an untilted, unrotated camera. Angles in degrees, clockwise in the picture. Later items lie on
top of earlier ones; hands lie over everything.
"""

from dataclasses import dataclass, field

from rules.tabletop import Owner, PawnSide


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneCard:
    face: str | None  # "QH", or None when it lies face down
    x_mm: float
    y_mm: float
    angle_deg: float
    deck: str | None = None  # another deck's card (a stranger); None: the look's deck


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenePawn:
    owner: Owner
    side: PawnSide
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneHand:
    """A hand reaching in: fingertips at (x, y), the arm leaving in direction ``angle_deg`` (90 =
    towards the lower edge of the picture). ``kind`` chooses skin and sleeve; a closed set."""

    x_mm: float
    y_mm: float
    angle_deg: float
    kind: int = 0
    holds: SceneCard | ScenePawn | None = None  # carried by the fingers, drawn under them


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneProp:
    """Clutter: a glass, a phone, coins, a plate, shells, drawn procedurally by name."""

    kind: str
    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    size_mm: float = 70.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What stays the same for an evening: deck, cloth, lamp, camera. All chosen by the caller."""

    deck: str  # name of a face folder
    back: int = 0  # seed of the procedural back, unless the deck brings back.png
    cloth: int = 0  # seed of the cloth
    lamp: int = 0  # seed of the light: colour, side, falloff, strength
    card_mm: tuple[float, float] = (63.0, 88.0)
    pawn_mm: float = 25.0
    width_mm: float = 700.0  # cloth seen across the picture's width at its centre
    tilt_deg: float = 0.0  # away from straight down
    tilt_towards_deg: float = 90.0  # direction in the picture the camera leans from
    roll_deg: float = 0.0  # rotation of the camera about its own axis
    blur_px: float = 0.5
    noise: float = 2.0  # standard deviation, grey levels


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    look: Look
    cards: tuple[SceneCard, ...] = ()
    pawns: tuple[ScenePawn, ...] = ()
    hands: tuple[SceneHand, ...] = ()
    props: tuple[SceneProp, ...] = ()
    offset_mm: tuple[float, float] = field(default=(0.0, 0.0))  # the whole cloth pushed (a bump)
    turn_deg: float = 0.0
