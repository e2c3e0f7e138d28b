"""What lies on a training scene: cards, pawns and hands, a few at random, as people lay them."""

from dataclasses import replace

import numpy as np

from models.train.kit import FLAT_HANDS, SOLID_HANDS, TRAIN_SEEDS_FROM, Kit
from rules.tabletop import Owner, PawnSide
from vision.scene.scene import SceneCard, SceneHand, ScenePawn


def named_faces(kit: Kit, rng: np.random.Generator, deck: str, count: int) -> list[str]:
    """``count`` different faces the deck has."""
    files = [name for name in kit.faces.deck(deck).files if name != "back"]
    return [str(name) for name in rng.choice(files, min(count, len(files)), replace=False)]


def crooked_card(
    rng: np.random.Generator, face: str | None, at: tuple[float, float], turn: float
) -> SceneCard:
    radians = np.radians(turn)
    x, y = np.array(at) + rng.normal(0, 9, 2)
    sideways = 90 * (rng.random() < 0.08)
    return SceneCard(
        face=face,
        x_mm=float(x * np.cos(radians) - y * np.sin(radians)),
        y_mm=float(x * np.sin(radians) + y * np.cos(radians)),
        angle_deg=float(turn + rng.normal(0, 11) + sideways + 180 * (rng.random() < 0.5)),
    )


def spare_cards(rng: np.random.Generator, faces: list[str], turn: float) -> list[SceneCard]:
    """The deck's rest as a pile, and loose cards further out."""
    cards = []
    if rng.random() < 0.5:
        pile = rng.uniform(-1, 1, 2) * (300, 220)
        if np.abs(pile).max() > 150:
            base = rng.uniform(0, 360)
            for _ in range(int(rng.integers(2, 9))):
                x, y = pile + rng.normal(0, 2.0, 2)
                angle = float(base + rng.normal(0, 2.5))
                cards.append(SceneCard(face=None, x_mm=float(x), y_mm=float(y), angle_deg=angle))
    for face in faces[: int(rng.choice([0, 0, 1, 2, 4, 7]))]:
        away, bearing = rng.uniform(190, 380), rng.uniform(0, 2 * np.pi)
        cards.append(
            SceneCard(
                face=face if rng.random() < 0.5 else None,
                x_mm=float(away * np.cos(bearing)),
                y_mm=float(away * 0.75 * np.sin(bearing)),
                angle_deg=float(rng.uniform(0, 360)),
            )
        )
    return cards


def some_pawns(
    rng: np.random.Generator, cards: list[SceneCard], count: int, pawn_mm: float
) -> tuple[ScenePawn, ...]:
    """Pawns on the cards, often several on one: touching, half stacked; some beside all cards."""
    owners = [list(Owner)[index] for index in rng.permutation(6)[:count]]
    crowd = cards[int(rng.integers(len(cards)))] if rng.random() < 0.4 else None
    pawns: list[ScenePawn] = []
    for owner in owners:
        target = crowd if crowd is not None and rng.random() < 0.7 else None
        card = target or cards[int(rng.integers(len(cards)))]
        x, y = np.array((card.x_mm, card.y_mm)) + rng.normal(0, 17, 2)
        if pawns and rng.random() < 0.2:
            other, bearing = pawns[-1], rng.uniform(0, 2 * np.pi)
            apart = pawn_mm * rng.uniform(0.45, 1.1)
            x = other.x_mm + apart * np.cos(bearing)
            y = other.y_mm + apart * np.sin(bearing)
        elif rng.random() < 0.15:
            x, y = rng.uniform(-1, 1, 2) * (300, 220)
        pawns.append(
            ScenePawn(
                owner=owner,
                side=PawnSide.UPRIGHT if rng.random() < 0.5 else PawnSide.FLIPPED,
                x_mm=float(x),
                y_mm=float(y),
                angle_deg=float(rng.uniform(0, 360)),
            )
        )
    return tuple(pawns)


def a_hand(rng: np.random.Generator, reach_mm: float) -> SceneHand:
    bearing = rng.uniform(0, 360)
    return SceneHand(
        x_mm=float(rng.normal(0, reach_mm / 1.6)),
        y_mm=float(rng.normal(0, reach_mm / 2)),
        angle_deg=float(bearing),
        kind=TRAIN_SEEDS_FROM + int(rng.integers(FLAT_HANDS + SOLID_HANDS)),
    )


def maybe_carries(rng: np.random.Generator, hand: SceneHand, faces: list[str]) -> SceneHand:
    pick = rng.random()
    if pick < 0.25:
        side = PawnSide.UPRIGHT if rng.random() < 0.5 else PawnSide.FLIPPED
        owner = list(Owner)[int(rng.integers(6))]
        pawn = ScenePawn(owner=owner, side=side, x_mm=hand.x_mm, y_mm=hand.y_mm)
        return replace(hand, holds=pawn)
    if pick < 0.45:
        away = np.radians(hand.angle_deg + 180)
        card = SceneCard(
            face=str(rng.choice(faces)) if rng.random() < 0.5 else None,
            x_mm=float(hand.x_mm + 30 * np.cos(away)),
            y_mm=float(hand.y_mm + 30 * np.sin(away)),
            angle_deg=float(hand.angle_deg + rng.normal(90, 25)),
        )
        return replace(hand, holds=card)
    return hand
