"""What anybody may see of a match of Vale Avı: the state as ``rules.view`` values and codes."""

from rules.book import EXTRA, seats_of
from rules.codes import Ask, Say, Warn
from rules.games.vale_avi.facts import (
    cards_of,
    fact_key,
    needed_places,
    people,
    person,
    unsure,
)
from rules.games.vale_avi.flow import OPEN_PHASES
from rules.games.vale_avi.questions import open_questions
from rules.games.vale_avi.scoring import (
    must_flip,
    out_of_turn,
    upright_though_forced,
)
from rules.games.vale_avi.state import CENTRE, CORNERS, Hand, Phase, Record, State
from rules.tabletop import Hidden
from rules.view import (
    FactView,
    HandView,
    Notice,
    PlaceView,
    QuestionView,
    ScoreView,
    SeatView,
)

NAME = "vale-avi"


def turn_of(state: State) -> int | None:
    """The seat that has to place now, where the order is known."""
    hand = state.hand
    if state.phase not in (Phase.SETUP, Phase.PLACING) or hand.table.settled is not None:
        return None
    rota = hand.rota
    new = [seat for seat in rota if seat not in hand.order]
    lifted = [seat for seat in rota if hand.picks[seat] is None]
    return next(iter(new or lifted), None)


def view(state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
    questions = open_questions(state)
    sentence = _sentence(state, questions)
    ready = state.phase is Phase.SCORED
    over = state.phase is Phase.OVER
    waits = Notice(code=Say.CEVAP_BEKLENIYOR) if questions else sentence
    return ScoreView(
        seq=seq,
        game=NAME,
        phase=state.phase,
        hand=state.hand.number,
        extra=state.hand.extra,
        target=state.options.hedef,
        options=state.options.values(),
        seats=tuple(_seat(state, seat) for seat in range(len(state.players))),
        places=_places(state, covered),
        sentence=sentence,
        notices=tuple(_notices(state)),
        questions=questions,
        hands=tuple(_record(record) for record in state.records),
        next_ready=ready,
        next_missing=None if ready else waits,
        winners=seats_of(state.then) if over else (),
    )


def _seat(state: State, seat: int) -> SeatView:
    hand, total = state.hand, state.totals[seat]
    player, pick = state.players[seat], hand.picks[seat]
    last = state.records[-1].deltas[seat] if state.records else None
    playing = state.phase in OPEN_PHASES and seat in hand.active
    played = any(not record.void for record in state.records)
    return SeatView(
        seat=seat,
        name=player.name,
        owner=player.owner,
        total=total,
        last=last,
        to_go=max(0, state.options.hedef - total),
        active=seat in hand.active,
        turn=turn_of(state) == seat,
        must_flip=playing and must_flip(state, seat),
        leader=played and total == max(state.totals),
        pick=None if pick is None else pick.corner,
        side=None if pick is None else pick.side,
    )


def _places(state: State, covered: frozenset[str]) -> tuple[PlaceView, ...]:
    hand, table = state.hand, state.hand.table
    words = dict(table.words)
    playing = state.phase in OPEN_PHASES
    asked = {ask.place for ask in table.asks}
    views = []
    for place, rank in cards_of(hand).items():
        shown = rank is not None or place in table.turned
        lies = "closed" if hand.centre is not None and place != CENTRE else "empty"
        doubtful = place in asked or (place == CENTRE and table.now is not None)
        key = fact_key(place)
        doubtful = doubtful or (playing and unsure(hand, key))
        views.append(
            PlaceView(
                name=place,
                state="open" if shown else lies,
                rank=rank,
                sure=rank is not None and not doubtful,
                by_person=key in words,
                covered=place in covered,
            )
        )
    return tuple(views)


def _sentence(state: State, questions: tuple[QuestionView, ...]) -> Notice:
    hand = state.hand
    if state.phase is Phase.OVER:
        return _won(state)
    pausing = [q for q in questions if q.ask.code != Ask.KIM_USTUSTE]
    if pausing and (state.phase is not Phase.PLACING or hand.table.revealed):
        return Notice(code=Say.CEVAP_BEKLENIYOR)
    match state.phase:
        case Phase.SCORED:
            return _scored(state)
        case Phase.LOCKED:
            return _locked(hand)
        case Phase.PLACING:
            return _placing(state)
        case _:
            return _setting_up(state)


def _won(state: State) -> Notice:
    winners = seats_of(state.then)
    if len(winners) == 1:
        return Notice(code=Say.KAZANAN, args=person(state, winners[0]))
    return Notice(code=Say.KAZANANLAR, args=people(state, winners))


def _scored(state: State) -> Notice:
    record = state.records[-1]
    number = {"number": record.number}
    if record.void:
        return Notice(code=Say.EL_SAYILMADI, args=number)
    if state.then.startswith(EXTRA):
        return Notice(code=Say.BERABERE, args=people(state, seats_of(state.then)))
    return Notice(code=Say.EL_YAZILDI, args=number)


def _locked(hand: Hand) -> Notice:
    needed = needed_places(hand)
    if not needed:
        return Notice(code=Say.YAZILIYOR)
    if not hand.table.turned:
        return Notice(code=Say.YERLER_KILITLI)
    return Notice(code=Say.KART_BEKLENIYOR, args={"places": ", ".join(needed)})


def _placing(state: State) -> Notice:
    hand = state.hand
    if hand.table.settled is not None:
        return Notice(code=Say.HERKES_YERLESTI)
    if not hand.rota:
        missing = [seat for seat in hand.active if hand.picks[seat] is None]
        return Notice(code=Say.SERBEST_YERLESTIRME, args=people(state, missing))
    seat = turn_of(state)
    if seat is None:
        return Notice(code=Say.EKSIK_PIYON, args=people(state, hand.table.stale))
    code = Say.SIRA_TERS if must_flip(state, seat) else Say.SIRA
    return Notice(code=code, args=person(state, seat))


def _setting_up(state: State) -> Notice:
    hand = state.hand
    if not hand.rota:
        return Notice(code=Say.BASLAYAN_CEKILIYOR)
    if not hand.table.fresh:
        return Notice(code=Say.KARTLARI_DIZIN)
    return Notice(code=Say.ORTA_KART_BEKLENIYOR, args=person(state, hand.rota[0]))


def _notices(state: State) -> list[Notice]:
    hand = state.hand
    notices: list[Notice] = []
    if hand.extra:
        notices.append(Notice(code=Warn.EK_EL, args=people(state, hand.active)))
    if state.phase in OPEN_PHASES:
        notices += _warnings(state, hand)
    notices += [
        Notice(code=Warn.OYUNDAN_CIKTI, args=person(state, seat))
        for seat in state.left
        if seat in hand.active
    ]
    notices += [
        Notice(code=Warn.SONUC_TARTISMALI, args={"number": record.number})
        for record in state.records
        if record.accepted and record.accepted != record.then
    ]
    return notices


def _warnings(state: State, hand: Hand) -> list[Notice]:
    table = hand.table
    found = [Notice(code=Warn.SIRA_DISI, args=person(state, seat)) for seat in out_of_turn(hand)]
    found += [
        Notice(
            code=Warn.PIYON_OYNADI,
            args=person(state, move.seat) | {"was": str(move.was), "now": str(move.now)},
        )
        for move in table.moved
    ]
    found += [
        Notice(code=Warn.ZORUNLU_TERS, args=person(state, seat))
        for seat in hand.active
        if upright_though_forced(state, hand, seat)
    ]
    for doubt in table.doubts:
        match doubt.why:
            case Hidden.STACKED:
                found.append(Notice(code=Warn.PIYON_USTUSTE, args={"place": doubt.where or ""}))
            case Hidden.EDGE:
                found.append(Notice(code=Warn.PIYON_SINIRDA))
            case Hidden.UNREADABLE:
                found.append(Notice(code=Warn.PIYON_OKUNMUYOR))
    if table.gate == Warn.ERKEN_ACILDI:
        found.append(Notice(code=Warn.ERKEN_ACILDI, args={"place": table.turned[0]}))
    if table.unclear:
        found.append(Notice(code=Warn.DUZEN_BELIRSIZ))
    if state.waiting:
        found.append(Notice(code=Warn.YENI_EL_BEKLIYOR))
    return found


def _record(record: Record) -> HandView:
    return HandView(
        number=record.number,
        extra=record.extra,
        void=record.void,
        corrected=bool(record.corrected),
        deltas=record.deltas,
        totals=record.totals,
        facts=_facts(record),
        faults=record.faults,
    )


def _facts(record: Record) -> tuple[FactView, ...]:
    """The centre, the four corners and the picks of those who played; unread ones with value
    None."""
    by_person = {*dict(record.table.words), *record.corrected}
    sure, pictures = dict(record.table.sure), dict(record.table.pictures)
    values: dict[str, str | None] = {"centre": record.centre}
    values |= dict(zip(CORNERS, record.corners, strict=True))
    values |= {
        f"pick:{seat}": None if record.picks[seat] is None else str(record.picks[seat])
        for seat in record.active
    }
    return tuple(
        FactView(
            key=key,
            value=value,
            by_person=key in by_person,
            confidence=None if key in by_person else sure.get(key),
            picture=pictures.get(key),
        )
        for key, value in values.items()
    )
