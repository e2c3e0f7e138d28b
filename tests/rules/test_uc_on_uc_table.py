"""Üç On Üç Remi at a real table: hands laid open at the end of a round, nothing guessed (spec 5.7,
0.3)."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.uc_on_uc import UC_ON_UC
from rules.games.uc_on_uc.cards import Costs
from rules.games.uc_on_uc.melds import Hand
from rules.games.uc_on_uc.state import (
    Deal,
    Discard,
    Draw,
    Ended,
    GoOut,
    Lay,
    Phase,
    Pile,
    Reshuffle,
    Show,
    Tell,
)
from rules.match import Act
from rules.moves import Next, Score
from rules.simulate.uc_on_uc import POLICIES, play_match
from tests.rules.by_hand import ByHand
from tests.rules.uc_drive import begun, dealt, played, seated, shown

RELAXED = settings(deadline=None, max_examples=15, derandomize=True)


def table_of(count: int = 2, **options: object) -> ByHand:
    return ByHand("uc-on-uc", count, options, first=0)


def test_a_round_is_written_when_every_hand_lies_open() -> None:
    table = table_of(3)
    assert table.view.sentence.args == {"number": 1, "rank": "3"}
    table.tap(GoOut(2), shown(2, "3S 9D 9H"))
    assert table.view.sentence.args["seats"] == "0,1"
    table.tap(shown(0, "3H 9S KH"), shown(1, "QH KH AH"))
    assert (table.phase, table.points) == ("PUANLAMA", [(22, 21, 0)])
    shows = {notice.args["seat"]: notice.args for notice in table.view.shows}
    assert (shows[2]["groups"], shows[2]["left"]) == ("(9H 9D 3S)", "")
    assert shows[0]["cost"] == 22
    table.next()
    assert (table.match.state.hand.dealer, table.match.state.hand.round) == (1, 2)
    table.check()


def test_cards_are_tapped_one_by_one() -> None:
    table = table_of()
    table.tap(GoOut(1))
    for seat, hand in ((0, "3H 9S KH"), (1, "3S 9D 9H")):
        for card in hand.split():
            tap = next(
                tap
                for tap in table.view.taps
                if tap.label.code == "EL_KARTI" and tap.label.args["card"] == card
            )
            assert tap.seat == seat
            table.tap(Lay(seat, int(tap.action["spot"]), card))
    assert table.points == [(22, 0)]
    json.dumps([dict(tap.action) for tap in table.view.taps])


def test_people_may_count_themselves() -> None:
    table = table_of(3, dizilis="oyuncunun")
    table.tap(GoOut(1), Tell(1, 0), Tell(0, 12), shown(2, "(3H 9S KH)"))
    assert table.points == [(12, 0, 22)]
    table.correct(1, el_0="=7")
    assert table.points == [(7, 0, 22)]
    with pytest.raises(IllegalAction) as refused:
        table.correct(1, el_0="=777")
    assert refused.value.code is Refusal.BAD_COUNT
    table.next()
    table.tap(GoOut(1), Tell(1, 5))
    assert table.asked == ["CIKIS_BOZUK"]
    before = table.match.state
    for action in (Tell(0, -1), Tell(0, 81), Tell(5, 3)):
        with pytest.raises(IllegalAction):
            table.tap(action)
        assert table.match.state == before
    table.tap(Tell(1, 0), Tell(0, 4), Lay(0, 1, "4H"))
    assert table.phase == "SON_TUR"  # a card in place of what was said
    table.check()


def test_open_hands_are_read_as_an_event_list() -> None:
    table = table_of()
    table.card("0:1", _3H=0.9)
    assert table.match.state.hand.table.opened == (None, None)  # nobody went out yet
    table.tap(GoOut(1))
    assert UC_ON_UC.needs(table.match.state).places == tuple(
        f"{seat}:{spot}" for seat in (0, 1) for spot in (1, 2, 3)
    )
    for place, card in (("0:3", "KH"), ("0:1", "3H"), ("0:2", "9S"), ("1:1", "3S"), ("1:2", "9D")):
        table.card(place, **{f"_{card}": 0.9, "_ZZ": 0.1})
        table.card(place, **{f"_{card}": 0.8})
    assert UC_ON_UC.needs(table.match.state).places == ("1:3",)
    table.card("1:3")
    assert table.asked == ["EL_KARTI"]
    table.answer("9H")
    assert table.points == [(22, 0)]
    table.check()


def test_an_unread_card_is_a_question_and_never_guessed() -> None:
    table = table_of()
    table.tap(GoOut(1), shown(1, "3S 9D 9H"), shown(0, "3H ? KH"))
    assert (table.phase, table.asked) == ("SAYIM", ["EL_KARTI"])
    with pytest.raises(IllegalAction) as refused:
        table.do(Act(action=Score()))
    assert refused.value.code is Refusal.UNREAD_CARD
    table.answer("KS")
    assert table.points == [(0, 0)]
    table.undo()
    assert table.asked == ["EL_KARTI"]


def test_more_of_a_card_than_the_decks_hold_is_a_misread() -> None:
    table = table_of()
    table.tap(Discard(0, "9D"), GoOut(1), shown(1, "3S 9D 9H"), shown(0, "3H 9S KH"))
    assert (table.phase, table.asked) == ("SAYIM", ["AYNI_KART"])
    with pytest.raises(IllegalAction) as refused:
        table.do(Act(action=Score()))
    assert refused.value.code is Refusal.COMPOSITION
    table.answer("1")
    assert table.phase == "SON_TUR"
    table.tap(shown(1, "3S 9C 9H"))
    assert table.points == [(22, 0)]
    two = table_of(3)
    two.tap(GoOut(1), shown(1, "3S 9D 9H"), shown(0, "3H 9D KH"), shown(2, "AC 2C 3C"))
    assert two.phase == "PUANLAMA"  # two decks


def test_a_hand_misread_as_many_copies_of_a_card_harms_nothing() -> None:
    table = table_of(2)
    for _ in range(2):
        table.tap(GoOut(0), Tell(0, 0), Tell(1, 9))
        table.next()
    table.tap(GoOut(1), shown(0, "9D 9D 9D 9D KH"), shown(1, "5S 5H 5D 5C 4C"))
    assert table.asked == ["AYNI_KART"]
    table.answer("0")
    table.tap(shown(0, "9D 9H 9S 9C KH"))
    assert table.points[2] == (10, 0)
    assert Hand(["9D"] * 14 + ["KH"], Costs("5")).cost() == 10


def test_a_hand_of_a_wrong_size_is_refused() -> None:
    table = table_of()
    table.tap(GoOut(1))
    before = table.match.state
    wrong = (
        Show(0, (), ("3H", "9S")),
        Show(0, (("3H", "9S", "KH"),), ("AS",)),
        Show(0, (), ("3H", "9S", "ZZ")),
        Show(7, (), ("3H", "9S", "KH")),
        Lay(0, 4, "3H"),
        Lay(0, 1, "1H"),
        GoOut(0),
        Next(),
    )
    for action in wrong:
        with pytest.raises(IllegalAction):
            table.tap(action)
        assert table.match.state == before


def test_a_wrong_going_out_is_told_and_play_goes_on() -> None:
    table = table_of()
    table.tap(GoOut(0), shown(0, "3H 9S KH"))
    assert table.question.ask.args["cost"] == 22
    table.answer("HATALI_SAY")
    assert (table.phase, table.warned) == ("OYUN", ["HATALI_CIKIS"])
    table.tap(GoOut(1), shown(1, "3S 9D 9H"), shown(0, "3H 9S KH"))
    assert table.points == [(22, 0)]
    assert [str(fault.code) for fault in table.view.hands[0].faults] == ["HATALI_CIKIS"]
    table.check()


def test_a_misread_going_out_is_entered_again() -> None:
    table = table_of()
    table.tap(GoOut(1), shown(0, "3H 9S KH"), shown(1, "3S 9D 8H"))
    table.answer_to("CIKIS_BOZUK", "1")
    assert table.phase == "SON_TUR"
    table.tap(shown(1, "3S 9D 9H"))
    assert table.points == [(22, 0)]


def test_who_went_out_is_asked_when_all_hands_lie_open() -> None:
    table = table_of()
    table.tap(shown(0, "3H 9S KH"), shown(1, "3S 9D 9H"))
    assert table.asked == ["KIM_CIKTI"]
    assert [answer.id for answer in table.question.answers] == ["1", "YIGIN_BITTI"]
    table.answer("1")
    assert table.points == [(22, 0)]


def test_a_stock_that_ran_out_scores_everybody() -> None:
    table = table_of()
    table.tap(Ended(), shown(0, "3H 9S KH"), shown(1, "4S 9D 9C"))
    assert table.points == [(22, 22)]


def test_groups_as_laid_count_and_the_better_ones_are_shown() -> None:
    table = table_of(dizilis="oyuncunun")
    table.tap(GoOut(1), shown(0, "(3H 9S KH)"))
    assert table.warned == ["SON_TUR", "PER_DEGIL"]
    table.tap(shown(1, "3S (9D 9H) "))
    assert table.points == [(22, 0)]  # who went out with a hand that divides costs nothing
    table.next()
    table.tap(GoOut(0), shown(0, "(8S 8H 8D 8C)"), shown(1, "4S (2D 3D) 9D"))
    assert table.points[1] == (0, 18)


def test_the_hint_names_the_better_arrangement() -> None:
    table = table_of(dizilis="oyuncunun")
    table.tap(GoOut(1), shown(0, "3H 9S 9C"))
    hint = next(notice for notice in table.view.notices if notice.code == "DAHA_IYI")
    assert (hint.args["laid"], hint.args["best"]) == (21, 0)
    assert hint.args["groups"] == "(9S 9C 3H)"


def test_a_correction_changes_its_own_round_and_the_totals() -> None:
    table = table_of()
    table.tap(GoOut(1), shown(0, "3H 9S KH"), shown(1, "3S 9D 9H"))
    table.next()
    table.tap(GoOut(1), shown(0, "4H 9S KH QD"), shown(1, "4S 9D 9H 9C"))
    assert table.points == [(22, 0), (33, 0)]
    table.correct(1, el_0="3H 9S 9C")
    assert (table.points, table.totals) == ([(0, 0), (33, 0)], (33, 0))
    table.undo()
    assert table.totals == (55, 0)
    table.void(1)
    assert (table.points, table.totals) == ([(0, 0), (33, 0)], (33, 0))
    assert table.match.state.hand.round == 2
    table.next()
    assert table.match.state.hand.round == 3
    table.check()


def test_an_open_round_that_does_not_count_is_dealt_again() -> None:
    table = table_of()
    table.tap(GoOut(1))
    table.void()
    assert table.view.hands[0].void
    table.next()
    hand = table.match.state.hand
    assert (hand.number, hand.round, hand.dealer) == (2, 1, 0)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("el:0", "(3H 9S KH"),
        ("el:0", "3H ZZ KH"),
        ("el:0", "=on"),
        ("cikan", "5"),
        ("bitti", "belki"),
        ("atik", "1H"),
        ("el:4", "3H 9S KH"),
        ("joker", "3"),
    ],
)
def test_facts_that_cannot_be_are_refused(key: str, value: str) -> None:
    table = table_of()
    before = table.match.state
    with pytest.raises(IllegalAction) as refused:
        table.correct(None, **{key.replace(":", "_"): value})
    assert refused.value.code is Refusal.BAD_FACT
    assert table.match.state == before


def test_options_out_of_range_say_what_would_be_right() -> None:
    for key, value in (("deste", 4), ("jokerler", 1), ("surat_degeri", "11"), ("hazir", "yok")):
        with pytest.raises(IllegalAction) as refused:
            UC_ON_UC.options({key: value})
        assert refused.value.code is Refusal.OPTION_RANGE
        assert refused.value.args_["expected"]
    with pytest.raises(IllegalAction) as refused:
        table_of(4, deste=1)
    assert refused.value.code is Refusal.OPTION_RANGE


def test_eight_may_play() -> None:
    state = begun(8, Mode.TABLE)
    assert state.options.deste == 3
    assert len({player.owner for player in seated(8)}) == 6


def test_the_stock_is_made_anew_from_the_discards() -> None:
    state = dealt(begun(2), ["2C 4C 6C", "5D 7D TD"], "2H")
    state = state._replace(hand=state.hand._replace(stock=("KC",)))
    state = played(state, Draw(1, Pile.STOCK), Discard(1, "KC"))
    assert (state.phase, state.hand.pile) == (Phase.RESHUFFLE, ("2H", "KC"))
    with pytest.raises(IllegalAction):
        played(state, Reshuffle(("KC",)))
    state = played(state, Reshuffle(("2H",)))
    assert (state.phase, state.hand.stock, state.hand.pile) == (Phase.DRAW, ("2H",), ("KC",))
    state = played(state, Draw(0, Pile.STOCK), Discard(0, "2H"), Reshuffle(("KC",)))
    taken = played(state, Draw(1, Pile.DISCARDS))
    alone = taken._replace(hand=taken.hand._replace(stock=()))
    over = played(alone, Discard(1, "2H"))
    assert (over.phase, over.hand.ended) == (Phase.COUNT, True)
    assert all(played(over, Score()).records[-1].deltas)


def test_tam_refuses_what_is_out_of_turn_or_not_held() -> None:
    state = dealt(begun(2), ["2C 4C 6C", "5D 7D TD"], "2H")
    for action in (Draw(0, Pile.STOCK), Discard(1, "2C"), GoOut(1, "2C"), Show(1), Ended()):
        with pytest.raises(IllegalAction):
            played(state, action)
    drawn = played(state, Draw(1, Pile.STOCK))
    for action in (Discard(1, "KD"), Draw(1, Pile.STOCK), Discard(0, "5D")):
        with pytest.raises(IllegalAction):
            played(drawn, action)
    fresh = begun(2)
    for deck in (("AS",), ("AS",) * 52):
        with pytest.raises(IllegalAction):
            played(fresh, Deal(deck))


@given(st.sampled_from((2, 3, 4)), st.booleans(), st.booleans(), st.integers(0, 2**32))
@RELAXED
def test_a_table_that_sees_only_the_open_hands_writes_the_same(
    count: int, extra: bool, bonus: bool, seed: int
) -> None:
    rng = Random(seed)
    options = {"jokerler": 2 if extra else 0, "as_yuksek": extra, "bonus_tur": bonus}
    chosen = UC_ON_UC.options(options)
    over = play_match((POLICIES["sensible"],) * count, seated(count), rng, chosen)
    first = over.records[0].first
    table = ByHand("uc-on-uc", count, options, first=first, seated=seated(count))
    for number, record in enumerate(over.records):
        if number:
            table.next()
        facts = dict(record.known)
        out = facts["cikan"]
        table.tap(GoOut(int(out)) if out else Ended())
        for seat in table.match.state.hand.active:
            cards = facts[f"el:{seat}"].split()
            rng.shuffle(cards)
            table.tap(Show(seat, (), tuple(cards)))
    assert [record.deltas for record in table.match.state.records] == [
        record.deltas for record in over.records
    ]
    assert table.view.winners == UC_ON_UC.winners(over)
