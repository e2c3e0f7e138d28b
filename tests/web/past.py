"""Short matches of all five games, played to their end, to be remembered."""

from collections.abc import Callable

from tests.web.table import Evening
from web import port


def _next(evening: Evening) -> None:
    assert evening.submit(port.NextHand()).ok


def vale_avi(evening: Evening) -> None:
    """Two hands: Ayşe 3 and 6, Oğuz −1 and −2."""
    evening.begin(hedef=5)
    evening.play_hand()
    _next(evening)
    evening.play_hand()


def blof(evening: Evening) -> None:
    evening.begin(game="blof", players=3, el_sayisi=3)
    for number, left in enumerate(((5, 0, 17), (0, 9, 8), (1, 0, 2))):
        evening.write(**{f"left_{seat}": str(cards) for seat, cards in enumerate(left)})
        if number < 2:
            _next(evening)


def alman_whisti(evening: Evening) -> None:
    evening.begin(game="alman-whisti")
    evening.write(tricks="9-4")


def belote(evening: Evening) -> None:
    evening.begin(game="belote", players=4, hedef=300)
    evening.write(alan="0", koz="S", sayilan="73 103 1", ilan_0="brelan J")
    _next(evening)
    evening.write(alan="0", koz="H", sayilan="100 76 0")


def uc_on_uc(evening: Evening) -> None:
    evening.begin(game="uc-on-uc", players=3)
    for number in range(11):
        evening.write(cikan="0", el_0="=0", el_1=f"={number + 1}", el_2="=20")
        if number < 10:
            _next(evening)


PLAYED: dict[str, Callable[[Evening], None]] = {
    "vale-avi": vale_avi,
    "blof": blof,
    "alman-whisti": alman_whisti,
    "belote": belote,
    "uc-on-uc": uc_on_uc,
}
"""By game: play one short match of it to its end."""
