"""How cards lie whose indices are to be read: fans, ribbons, columns, melds in rows, heaps."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Spots = Floats
"""count x (x mm, y mm, degrees clockwise), bottom card first."""


def some_spots(rng: np.random.Generator) -> tuple[Spots, bool]:
    """Where the cards of a scene lie, and whether they are a held hand."""
    roll = rng.random()
    if roll < 0.36:
        return fan(rng, _a_number(rng)), True
    if roll < 0.52:
        return fan(rng, _a_number(rng)), False
    if roll < 0.66:
        return ribbon(rng, _a_number(rng)), False
    if roll < 0.86:
        return _melds(rng), False
    if roll < 0.94:
        count = int(rng.integers(1, 9))
        spread = rng.uniform(25, 110)
        spots = np.column_stack([rng.normal(0, spread, (count, 2)), rng.uniform(0, 360, count)])
        return _centred(spots), False
    return _facing(rng), False


def _a_number(rng: np.random.Generator) -> int:
    return int(rng.choice([13, 13, 13, 10, 8, 7, 5, 3, 11, 14, 9, 6]))


CORNER_MM = (31.5, 44.0)
"""Of a card, from its middle."""


def fan(rng: np.random.Generator, count: int, *, open_mm: float = 0.0) -> Spots:
    """Round a pivot near the lower edge; seldom spread so that the right corners show.

    ``open_mm``: at least so much of each card's left corner shows, as of a hand that is shown to be
    read.
    """
    pivot = rng.uniform(28, 85)
    least = np.degrees(open_mm / np.hypot(pivot + CORNER_MM[1], CORNER_MM[0]))
    step = max(rng.uniform(4.5, 11.0), least * rng.uniform(1.0, 1.3))
    slide = rng.uniform(-1, 5) if rng.random() < 0.5 else 0.0
    order = np.arange(count) - (count - 1) / 2
    turn = order * min(step, max(least, 150 / count)) + rng.normal(0, rng.uniform(0.2, 1.6), count)
    away = pivot + rng.normal(0, rng.uniform(0.3, 4.0), count)
    radians = np.radians(turn)
    x = np.sin(radians) * away + order * slide
    spots = np.stack([x, -np.cos(radians) * away, turn], axis=1)
    return _centred(spots if open_mm else _order(rng, spots))


def ribbon(rng: np.random.Generator, count: int, *, open_mm: float = 0.0) -> Spots:
    """Side by side on the cloth, straight or in a shallow arc; ``open_mm`` as in a fan."""
    step = max(rng.uniform(9.5, 26), open_mm + 1.5)
    order = np.arange(count) - (count - 1) / 2
    bow = rng.normal(0, 0.4)
    turn = order * bow + rng.normal(0, rng.uniform(0.2, 3.0), count)
    x = order * step + rng.normal(0, 1.2, count)
    y = 0.5 * np.radians(bow) * order**2 * step + rng.normal(0, rng.uniform(0.2, 2.5), count)
    if rng.random() < 0.2:  # a column: the upper edges show
        return _centred(np.stack([y, order * rng.uniform(15, 32), turn], axis=1))
    spots = np.stack([x, y, turn], axis=1)
    return _centred(spots if open_mm else _order(rng, spots))


def _melds(rng: np.random.Generator) -> Spots:
    """Groups of three to six in rows, or columns beside each other."""
    groups = []
    x, y, across = 0.0, 0.0, int(rng.integers(1, 4))
    for number in range(int(rng.integers(2, 7))):
        count = int(rng.integers(3, 6))
        step, column = rng.uniform(12, 24), rng.random() < 0.12
        order = np.arange(count)
        spots = np.zeros((count, 3))
        spots[:, 1 if column else 0] = order * step
        spots[:, :2] += rng.normal(0, rng.uniform(0.3, 2.5), (count, 2))
        spots[:, 2] = rng.normal(0, 4) + rng.normal(0, rng.uniform(0.3, 3), count)
        spots[:, :2] += (x, y)
        groups.append(spots)
        x += 63 + step * (count - 1) * (not column) + rng.uniform(2, 25)
        if (number + 1) % across == 0:
            x, y = float(rng.normal(0, 15)), y + rng.uniform(60, 108)
    return _centred(np.vstack(groups))


def _facing(rng: np.random.Generator) -> Spots:
    """Two hands that look at each other, as from both sides of a table."""
    first, second = fan(rng, int(rng.integers(4, 9))), fan(rng, int(rng.integers(4, 9)))
    apart = rng.uniform(70, 120)
    second = np.column_stack([-second[:, 0], -second[:, 1] - apart, second[:, 2] + 180])
    return _centred(np.vstack([first + np.array([0, apart, 0]), second]))


def _order(rng: np.random.Generator, spots: Spots) -> Spots:
    """Nearly always the left card lies lowest; a card in twenty-five was put in elsewhere."""
    if rng.random() < 0.1:
        spots = spots[::-1]
    place = np.arange(len(spots)) + (rng.random(len(spots)) < 0.04) * rng.uniform(-2, 2, len(spots))
    return np.asarray(spots[np.argsort(place)])


def _centred(spots: Spots) -> Spots:
    middle = (spots[:, :2].min(axis=0) + spots[:, :2].max(axis=0)) / 2
    return np.asarray(spots - (*middle, 0.0))


def towards(angle_deg: float) -> Floats:
    """The unit vector in a direction, clockwise from the right as a picture shows it."""
    return np.array([np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))])
