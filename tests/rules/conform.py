"""What the conformance suite needs to know of each game besides its protocol: which option values
are worth trying, where its cards are, and how to replay a deal with the cards nobody saw unknown.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

from rules.game import AnyGame, Mode, Player
from rules.games import GAMES
from rules.moves import Lock, Void
from rules.tabletop import (
    CardGone,
    CardOpen,
    LayoutSeen,
    PacketClosed,
    Reading,
    TableCleared,
    TableEvent,
)

YES_NO = (False, True)
VARIANTS: Mapping[str, Mapping[str, Sequence[object]]] = {
    "vale-avi": {
        "hedef": (13, 3),
        "duz_siniri": (2, 1),
        "vale_carpani": (2, 3),
        "baslayan": ("rastgele", "sirayla"),
        "beraberlik_puani": ("toplam", "ek_el"),
        "ek_elde_sayac": ("surer", "sifirla"),
        "ihlal": ("sor", "ters_say"),
        "ek_el_siniri": (None, 1),
    },
    "blof": {
        "el_sayisi": (3, 5, 7),
        "itiraz": ("siradaki", "herkes"),
        "sure_sn": (1, 3, 5, 7, 10),
        "erken_kapat": YES_NO,
        "yon": ("saat", "ters"),
    },
    "alman-whisti": {
        "sayilan": (13, 26),
        "kozsuz": YES_NO,
        "dusuk_el": YES_NO,
        "puanlama": ("sade", "alti_ustu"),
        "hedef": (None, 5, 50),
        "renons": ("uyar", "uc_el", "eli_kaybeder"),
    },
    "belote": {
        "kisi": (None,),
        "hedef": (1000, 300),
        "papaz": (10, 4),
        "koz_mecburi": YES_NO,
        "ortak_istisna": YES_NO,
        "alt_koz": YES_NO,
        "kart_tekrari": YES_NO,
        "uzun_seri": ("uzunluk", "sinif"),
        "esit_seri": ("ilk", "hicbiri"),
        "yedi_degisimi": (None, True, False),
        "belote_beyani": ("zorunlu", "otomatik"),
        "bittim": YES_NO,
        "renons_cezasi": ("rakibe_10", "ikisi", "sadece_eksi"),
        "icerde": YES_NO,
        "dagitan": (None, "kazanan", "sirayla"),
    },
    "uc-on-uc": {
        "deste": ("auto", 2, 3),
        "as_yuksek": YES_NO,
        "surat_degeri": ("10", "11-12-13"),
        "jokerler": (0, 2),
        "ek_tur_14": YES_NO,
        "bonus_tur": YES_NO,
        "hizli": YES_NO,
        "dizilis": ("en_iyi", "oyuncunun"),
    },
}


def combinations(name: str) -> int:
    return math.prod(len(values) for values in VARIANTS[name].values())


def variant(name: str, number: int) -> dict[str, object]:
    """The combination of options with this number: mixed radix, so that every value and every pair
    of neighbours comes up early."""
    chosen: dict[str, object] = {}
    for key, values in VARIANTS[name].items():
        number, at = divmod(number, len(values))
        chosen[key] = values[at]
    return chosen


def drawn(action: Any, rng: Random) -> Any:
    """A deal or a new stock stands for every order of its cards: one of them."""
    for field in ("deck", "stock"):
        cards = list(getattr(action, field, ()))
        if cards:
            rng.shuffle(cards)
            return replace(action, **{field: tuple(cards)})
    return action


LONGEST = 250
"""Actions in a deal: random play of some games may go on for ever, and is then given up."""


def walk(
    game: AnyGame, options: Any, players: tuple[Player, ...], rng: Random, *, deals: int
) -> Iterator[tuple[Any, tuple[Any, ...], Any]]:
    """(state, what is legal, the action taken) of random legal play, until so many hands are closed
    or the match is over; the last one with the action None."""
    state = game.begin(options=options, players=players, mode=Mode.FULL)
    steps = closed = 0
    while (legal := game.legal(state)) and game.closed_hands(state) < deals:
        action = drawn(legal[int(rng.random() * len(legal))], rng)
        if steps > LONGEST:
            action = Void()
        yield state, legal, action
        state = game.apply(state, action)
        steps = steps + 1 if game.closed_hands(state) == closed else 0
        closed = game.closed_hands(state)
    yield state, legal, None


def neighbours(game: AnyGame, action: Any) -> Iterator[Any]:
    """Actions that differ in one value: another seat, card, count or suit."""
    values: Mapping[str, Sequence[object]] = {
        "seat": range(-1, 7),
        "card": (*game.info.deck, "?", "ZZ"),
        "count": range(-1, 20),
        "suit": "SHDCX",
    }
    for field, others in values.items():
        if hasattr(action, field):
            yield from (replace(action, **{field: other}) for other in others)


def events(game: AnyGame, state: Any, rng: Random) -> Iterator[TableEvent]:
    """A few things the camera might say now, about places of the game or of another one."""
    places = [place.name for place in game.layout(state.options).places] + ["M", "elsewhere"]
    labels = list(game.info.deck)
    for _ in range(rng.randint(0, 2)):
        place, now_s = rng.choice(places), float(rng.randint(0, 99))
        reading = Reading(dict.fromkeys(rng.sample(labels, rng.randint(0, 2)), 0.5))
        yield rng.choice(
            (
                CardOpen(now_s, place, reading),
                CardOpen(now_s, place, reading),
                CardGone(now_s, place),
                PacketClosed(now_s, place, rng.randint(0, 20)),
                LayoutSeen(now_s),
                TableCleared(now_s),
            )
        )


def cards(name: str, state: Any) -> list[str] | None:
    """Every card of the deal that is on the table or in a hand, where the game knows them."""
    hand = state.hand
    match name:
        case "blof":
            lie = [*chain(*hand.hands), *hand.pile]
            return lie + ["burned"] * hand.burned if lie else None
        case "alman-whisti":
            tricks = [card for trick in hand.tricks for card in (trick.led, trick.followed)]
            lie = [*chain(*hand.hands), *hand.stock, *([hand.led] if hand.led else []), *tricks]
            return lie or None
        case "belote" if hand.turned:
            lie = [*chain(*hand.hands), *hand.stock, *(play.card for play in hand.lying)]
            lie += [play.card for trick in hand.tricks for play in trick.plays]
            under = hand.turned if hand.swapped is None else f"7{hand.trump}"
            return lie if under in lie else [*lie, under]
        case "uc-on-uc":
            return [*chain(*hand.hands), *hand.stock, *hand.pile] or None
    return None


def whole(name: str, state: Any) -> int:
    """How many cards there are."""
    if name == "uc-on-uc":
        return int(state.options.deste) * (52 + state.options.jokerler)
    return 32 if name == "belote" else 52


Unseen = Callable[[Any, Any, Any], Sequence[Any]]
"""What people can tell of an action of TAM at a real table: the state before it, the action, the
state after it."""


def _vale_avi(before: Any, action: Any, after: Any) -> Sequence[Any]:
    """The centre, the pawns, and only the corners that somebody stands on."""
    from rules.games.vale_avi.state import CENTRE, Laid, See

    hand = after.hand
    if type(action).__name__ == "Deal":
        return [Laid(), See(CENTRE, action.centre)]
    if type(action).__name__ != "Place":
        return [action]
    placed = replace(action, look=float(len(hand.order)))
    if after.phase != "KILITLI":
        return [placed]
    cards = dict(zip(("KB", "KD", "GB", "GD"), hand.corners, strict=True))
    under = {pick.corner for pick in hand.picks if pick is not None}
    return [placed, Lock(), *(See(corner, cards[corner]) for corner in under)]


def _blof(before: Any, action: Any, after: Any) -> Sequence[Any]:
    """Counts and claims; a throw that is called is turned over."""
    if type(action).__name__ == "Throw":
        return [replace(action, cards=())]
    return [] if type(action).__name__ == "Deal" else [action]


def _alman_whisti(before: Any, action: Any, after: Any) -> Sequence[Any]:
    """The turned cards and the tricks; hands, draws and the stock stay closed."""
    from rules.games.alman_whisti.state import Turned

    if type(action).__name__ == "Play" and not before.hand.led and before.hand.turned:
        return [Turned(before.hand.turned), action]
    return [] if type(action).__name__ == "Deal" else [action]


def _belote(before: Any, action: Any, after: Any) -> Sequence[Any]:
    """The turned card, and everything that is said and played."""
    from rules.games.belote.state import Turn

    return [Turn(after.hand.turned)] if type(action).__name__ == "Deal" else [action]


def _uc_on_uc(before: Any, action: Any, after: Any) -> Sequence[Any]:
    """Who went out, and the hands as they lie open at the end, well arranged."""
    from rules.games.uc_on_uc.scoring import best
    from rules.games.uc_on_uc.state import Ended, GoOut, Show

    match type(action).__name__:
        case "Deal" | "Draw" | "Discard" | "Reshuffle":
            return []
        case "GoOut":
            return [GoOut(action.seat)]
        case "Score":
            hand = before.hand
            ended = [Ended()] if hand.ended else []
            laid = {seat: best(before, hand, seat) for seat in hand.active}
            shown = [Show(seat, each.groups, each.left) for seat, each in laid.items()]
            return [*ended, *shown, action]
    return [action]


UNSEEN: Mapping[str, Unseen] = {
    "vale-avi": _vale_avi,
    "blof": _blof,
    "alman-whisti": _alman_whisti,
    "belote": _belote,
    "uc-on-uc": _uc_on_uc,
}

assert set(GAMES) <= set(VARIANTS)
