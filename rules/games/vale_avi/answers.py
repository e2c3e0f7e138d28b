"""What an answer does. It keeps its meaning when the log is folded anew: one that fits nothing any
more changes nothing."""

from rules.book import asked
from rules.codes import Ask, Reply
from rules.games.vale_avi.facts import fact_key
from rules.games.vale_avi.flow import OPEN_PHASES, settle_outcome
from rules.games.vale_avi.options import Side
from rules.games.vale_avi.questions import NO_COUNT
from rules.games.vale_avi.state import CENTRE, PICKS, Hand, Laid, Phase, Pick, See, State
from rules.games.vale_avi.table import after_gate, phase_of, state_facts
from rules.moves import Answer


def answered(state: State, answer: Answer) -> State:
    """The state after an answer. One that fits nothing any more (the log is folded anew after a
    correction) changes nothing; an unknown kind raises IllegalAction(NO_QUESTION)."""
    kind, number, subject = asked(answer)
    if kind == Ask.SONUC_DEGISTI:
        by_totals = answer.answer == Reply.DUZELTILMIS
        return settle_outcome(state, number, subject, corrected=by_totals)
    hand = state.hand
    if number != hand.number or state.phase not in OPEN_PHASES:
        return state
    if answer.answer == Reply.YENI_EL and hand.table.now is not None:
        new_deal = (*state.waiting, Laid(), See(CENTRE, hand.table.now))
        return state._replace(hand=_noted(hand, answer, void=True), waiting=new_deal)
    if answer.answer == NO_COUNT:
        return state._replace(hand=_noted(hand, answer, void=True))
    locked = state.phase is Phase.LOCKED
    changed, now_locked = _effect(hand, locked, kind, subject, answer)
    return state._replace(hand=changed, phase=phase_of(changed, now_locked))


def _effect(hand: Hand, locked: bool, kind: str, subject: str, answer: Answer) -> tuple[Hand, bool]:
    value = answer.answer
    match kind:
        case Ask.ERKEN_ACILDI | Ask.EL_YARIM:
            gone_on = _noted(hand, answer)
            return (gone_on, True) if locked else after_gate(gone_on)
        case Ask.KIM_NEREDE | Ask.PIYON_YERI if value in PICKS:
            return state_facts(hand, locked, ((f"pick:{subject}", value),))
        case Ask.KIM_USTUSTE if value in PICKS:
            seat = subject.partition(":")[2]
            return state_facts(hand, locked, ((f"pick:{seat}", value),))
        case Ask.MERKEZ_DEGISTI:
            return state_facts(hand, locked, (("centre", value),))
        case Ask.HANGI_KART:
            return state_facts(hand, locked, ((fact_key(subject), value),))
        case Ask.COMPOSITION:
            place, _, rank = value.partition("=")
            return state_facts(hand, locked, ((fact_key(place), rank),))
        case Ask.IHLAL:
            return _judged(hand, int(subject), answer), locked
        case Ask.DUZEN_BELIRSIZ:
            return hand._replace(table=hand.table._replace(unclear=False)), locked
        case Ask.GERI_ALINDI:
            return hand._replace(table=hand.table._replace(held=False)), locked
        case _:
            return _noted(hand, answer), locked


def _judged(hand: Hand, seat: int, answer: Answer) -> Hand:
    """The table says on which side a pawn counts that lay upright although flipped was forced."""
    pick = hand.picks[seat]
    if pick is None:
        return hand
    picks = list(hand.picks)
    picks[seat] = Pick(pick.corner, Side(answer.answer))
    return _noted(hand, answer)._replace(picks=tuple(picks))


def _noted(hand: Hand, answer: Answer, void: bool = False) -> Hand:
    answers = dict(hand.table.answers) | {answer.question: answer.answer}
    noted = tuple(sorted(answers.items()))
    return hand._replace(table=hand.table._replace(answers=noted, void=hand.table.void or void))
