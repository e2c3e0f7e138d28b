"""A hand on a real table: what the camera saw changes the hand, never refused (spec 1.5, 1.11).

The placement that counts is the last steady one of all active pawns before the first corner shows
its face. Until then every pawn's last corner is kept while it is lifted, so that pawns carried off
one after another do not undo a placement, and a pawn that was put elsewhere while others were away
is asked about.
"""

from rules.games.vale_avi.facts import fact_key, with_facts
from rules.games.vale_avi.state import (
    CENTRE,
    INDEX,
    NO_CORNERS,
    STATED,
    AskCard,
    Doubt,
    Hand,
    Laid,
    Lift,
    Moved,
    Phase,
    Pick,
    Picks,
    Place,
    See,
    Swept,
    Table,
    Turned,
    Unclear,
    nobody,
)
from rules.moves import Facts
from rules.tabletop import Hidden

TableAction = Place | Lift | Turned | See | AskCard | Doubt | Laid | Unclear | Swept


def observe(hand: Hand, locked: bool, action: TableAction) -> tuple[Hand, bool]:
    """The hand after what was seen, and whether its placement is locked now."""
    match action:
        case Place():
            return (hand, True) if locked else _settle(_placed(hand, action))
        case Lift(seat=seat):
            return (hand, True) if locked else (_lifted(hand, seat), False)
        case Turned(place=place):
            return _turned(hand, locked, place)
        case See(place=place) if place == CENTRE:
            return _centre(hand, action), locked
        case See():
            return _corner(*_turned(hand, locked, action.place), action)
        case AskCard():
            return _table(hand, asks=(*_other_asks(hand, action.place), action)), locked
        case Doubt():
            return (hand, True) if locked else (_doubted(hand, action), False)
        case Laid():
            return _table(hand, fresh=True, unclear=False), locked
        case Unclear():
            return _table(hand, unclear=True), locked
        case Swept(whole=whole):
            return _swept(hand, locked, whole), locked


def lock(hand: Hand) -> Hand | None:
    """The hand with the placement that counts, or None while there is none."""
    if hand.table.settled is None:
        return None
    return hand._replace(picks=hand.table.settled, table=hand.table._replace(revealed=True))


def state_facts(hand: Hand, locked: bool, facts: Facts) -> tuple[Hand, bool]:
    """A person says what lies where in the present hand. Raises IllegalAction(BAD_FACT)."""
    fixed = with_facts(hand, facts)
    table = hand.table
    seats = [int(key.removeprefix("pick:")) for key, _ in facts if key.startswith("pick:")]
    new = tuple(seat for seat in seats if seat not in hand.order)
    settled = None if table.settled is None else _instead(table.settled, fixed.picks, seats)
    keys = {key for key, _ in facts}
    fixed = fixed._replace(
        order=hand.order + new,
        table=table._replace(
            settled=settled,
            last=_instead(table.last, fixed.picks, seats),
            looks=table.looks + (STATED,) * len(new),
            moved=tuple(move for move in table.moved if move.seat not in seats),
            stale=tuple(seat for seat in table.stale if seat not in seats),
            words=tuple(sorted((dict(table.words) | dict(facts)).items())),
            now=None if "centre" in keys else table.now,
            asks=tuple(ask for ask in table.asks if fact_key(ask.place) not in keys),
        ),
    )
    if locked:
        return _table(fixed, settled=fixed.picks), True
    return _settle(fixed)


def _instead(picks: Picks, stated: Picks, seats: list[int]) -> Picks:
    return tuple(stated[seat] if seat in seats else old for seat, old in enumerate(picks))


def phase_of(hand: Hand, locked: bool) -> Phase:
    if locked:
        return Phase.LOCKED
    return Phase.SETUP if hand.centre is None else Phase.PLACING


def after_gate(hand: Hand) -> tuple[Hand, bool]:
    """The table said "go on" after a corner was turned early: lock as soon as everybody stands."""
    return _settle(hand)


def gate_question(hand: Hand) -> str:
    """The id of the question whether the hand counts at all, "" where none is due."""
    return f"{hand.table.gate}:{hand.number}" if hand.table.gate else ""


def said(hand: Hand, question: str) -> str | None:
    return dict(hand.table.answers).get(question)


def interrupted(hand: Hand) -> tuple[Hand, bool]:
    """A new deal lies there before this hand was written (VA-T11): what is settled is locked, else
    the table says whether the hand counts."""
    if (snapshot := lock(hand)) is not None:
        return snapshot, True
    table = hand.table
    return _table(hand, revealed=True, gate=table.gate or "EL_YARIM"), False


def _table(hand: Hand, **changes: object) -> Hand:
    return hand._replace(table=hand.table._replace(**changes))  # type: ignore[arg-type]


def _stated(hand: Hand, key: str) -> bool:
    return key in dict(hand.table.words)


def _complete(hand: Hand) -> bool:
    return not hand.table.stale and all(hand.picks[seat] is not None for seat in hand.active)


def _settle(hand: Hand) -> tuple[Hand, bool]:
    """Take a steady placement of everybody as the one that would count; lock it where a face
    shows."""
    if not _complete(hand):
        return hand, False
    settled = _table(hand, settled=hand.picks, last=hand.picks, doubts=())
    if not hand.table.revealed:
        return settled, False
    gate = gate_question(hand)
    return settled, not gate or said(hand, gate) == "DEVAM"


def _placed(hand: Hand, action: Place) -> Hand:
    """After the first face whoever had not placed may still do so if the hand goes on (VA-T2); but
    where pawns were in doubt nothing seen then is a placement: the table says who stood where."""
    seat, pick, table = action.seat, action.pick, hand.table
    late = table.revealed and (bool(table.doubts) or hand.picks[seat] is not None)
    if seat not in hand.active or late or _stated(hand, f"pick:{seat}"):
        return hand
    first = seat not in hand.order
    moved = table.moved if first else _moves(hand, action)
    return hand._replace(
        picks=_at(hand.picks, seat, pick),
        order=(*hand.order, seat) if first else hand.order,
        table=table._replace(
            last=_at(table.last, seat, pick),
            looks=(*table.looks, action.look) if first else table.looks,
            moved=moved,
            stale=tuple(other for other in table.stale if other != seat),
            doubts=tuple(doubt for doubt in table.doubts if not _settles(action, doubt)),
            sure=_with(table.sure, f"pick:{seat}", action.sure),
        ),
    )


def _settles(action: Place, doubt: Doubt) -> bool:
    """A pawn that is told apart now ends a doubt about an edge, or about an unreadable pawn
    there."""
    if doubt.why is Hidden.STACKED:
        return False
    return doubt.why is Hidden.EDGE or doubt.where == action.pick.corner


def _with(
    pairs: tuple[tuple[str, float], ...], key: str, value: float
) -> tuple[tuple[str, float], ...]:
    return tuple(sorted((dict(pairs) | {key: value}).items()))


def _at(picks: tuple[Pick | None, ...], seat: int, pick: Pick | None) -> tuple[Pick | None, ...]:
    return (*picks[:seat], pick, *picks[seat + 1 :])


def _moves(hand: Hand, action: Place) -> tuple[Moved, ...]:
    """``PIYON_OYNADI`` once a later player has placed; gone again when the pawn is put back."""
    table, seat = hand.table, action.seat
    known = {move.seat: move.was for move in table.moved}
    was = known.get(seat, table.last[seat])
    others = tuple(move for move in table.moved if move.seat != seat)
    followed = table.looks[-1] != table.looks[hand.order.index(seat)]
    if was is None or was == action.pick or not (followed or seat in known):
        return others
    return (*others, Moved(seat, was, action.pick))


def _lifted(hand: Hand, seat: int) -> Hand:
    frozen = hand.table.revealed or _stated(hand, f"pick:{seat}")
    return hand if frozen else hand._replace(picks=_at(hand.picks, seat, None))


def _turned(hand: Hand, locked: bool, place: str) -> tuple[Hand, bool]:
    """A face shows. The first one locks the last steady placement of everybody; without one the
    table decides whether the hand counts (VA-T2), or says who stood where if pawns hide each
    other."""
    table = hand.table
    if place in table.turned:
        return hand, locked
    shown = _table(hand, turned=(*table.turned, place), revealed=True)
    if locked or table.revealed:
        return shown, locked
    if (snapshot := lock(shown)) is not None:
        return snapshot, True
    return (shown if table.doubts else _table(shown, gate="ERKEN_ACILDI")), False


def _centre(hand: Hand, action: See) -> Hand:
    """Before anybody placed the newest vote counts; afterwards a change is a question (VA-T13)."""
    if _stated(hand, "centre"):
        return hand
    if hand.centre is None or hand.centre is action.rank or not hand.order:
        return _read(_table(hand, now=None)._replace(centre=action.rank), action)
    return _table(hand, now=action.rank)


def _corner(hand: Hand, locked: bool, action: See) -> tuple[Hand, bool]:
    if _stated(hand, action.place):
        return hand, locked
    at = INDEX[action.place]
    corners = (*hand.corners[:at], action.rank, *hand.corners[at + 1 :])
    return _read(hand._replace(corners=corners), action), locked


def _read(hand: Hand, action: See) -> Hand:
    """Keep how sure the reading was and its picture; a question about the card is settled by it."""
    table = hand.table
    key = fact_key(action.place)
    pictures = dict(table.pictures)
    if action.picture is not None:
        pictures[key] = action.picture
    return _table(
        hand,
        sure=_with(table.sure, key, action.sure),
        pictures=tuple(sorted(pictures.items())),
        asks=_other_asks(hand, action.place),
    )


def _other_asks(hand: Hand, place: str) -> tuple[AskCard, ...]:
    return tuple(ask for ask in hand.table.asks if ask.place != place)


def _doubted(hand: Hand, doubt: Doubt) -> Hand:
    """Pawns on each other: whoever was known to stand there has to be confirmed (VA-T3). So has
    everybody whose pawn is away from a steady placement: this one may be it, put down anew."""
    table = hand.table
    if doubt.why is not Hidden.EDGE and doubt.where not in INDEX:
        return hand
    doubts = (*(old for old in table.doubts if old != doubt), doubt)
    stacked = doubt.why is Hidden.STACKED
    there = {
        seat
        for seat in hand.active
        if stacked and (pick := hand.picks[seat]) is not None and pick.corner == doubt.where
    }
    there = {seat for seat in there if not _stated(hand, f"pick:{seat}")}
    away = {seat for seat in hand.active if table.settled and hand.picks[seat] is None}
    stale = tuple(sorted({*table.stale, *there, *away}))
    settled = None if there else table.settled
    return _table(hand, doubts=doubts, stale=stale, settled=settled)


def _swept(hand: Hand, locked: bool, whole: bool) -> Hand:
    """The cards went. Before anybody placed, what was read of them is forgotten (VA-T9)."""
    if locked or hand.order:
        return _table(hand, swept=True, cleared=hand.table.cleared or whole)
    return hand._replace(
        centre=None,
        corners=NO_CORNERS,
        table=Table(fresh=True, last=nobody(len(hand.picks))),
    )
