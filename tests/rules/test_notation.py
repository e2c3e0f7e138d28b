"""Written hands: the golden files say what must come out, after ``#=``; errors name their line."""

from pathlib import Path

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction
from rules.notation import NOTATIONS, NotationError, score

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "hands").glob("*/*.hakem"))
TWO = "oyuncular: Ayşe, Oğuz\n"


def test_every_game_has_golden_hands_and_an_example() -> None:
    assert {path.parent.name for path in GOLDEN} >= set(NOTATIONS)
    for game, notation in NOTATIONS.items():
        assert score(game, notation.example).hands
        assert notation.told.endswith(".")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_hands(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = [line[2:].strip() for line in text.splitlines() if line.startswith("#=")]
    totals = [line for line in expected if not line.startswith("kazanan")]
    winners = [line.partition(":")[2].strip() for line in expected if line not in totals]
    told = score(path.parent.name, text)
    assert [" ".join(map(str, hand.result.totals)) for hand in told.hands] == totals
    assert [told.players[seat].name for seat in told.winners] == winners


def test_the_example_of_the_help_is_refereed() -> None:
    told = score("vale-avi", NOTATIONS["vale-avi"].example)
    assert told.totals == (15, 0, 11)
    assert [hand.result.deltas for hand in told.hands] == [(3, 2, 5), (2, 2, 3), (10, -4, 3)]
    assert told.winners == (0,)


def test_a_due_extra_hand_names_its_contenders() -> None:
    told = score(
        "vale-avi",
        "oyuncular: A, B, C\nseçenekler: hedef=3\nel K | KB=A KD=Q | A KB D, B KB D, C KD D",
    )
    assert (told.winners, told.contenders) == ((), (0, 1))


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("", 1, Refusal.BAD_FACT),
        ("el K | KB=A | Ayşe KB D", 1, Refusal.BAD_FACT),
        ("oyuncular: Ayşe", 1, Refusal.BAD_PLAYERS),
        ("oyuncular: A, B, C, D, E, F, G", 1, Refusal.BAD_PLAYERS),
        (TWO + "seçenekler: hedef=0", 2, Refusal.OPTION_RANGE),
        (TWO + "seçenekler: hedef", 2, Refusal.BAD_FACT),
        (TWO + "seçenekler: hdef=3", 2, Refusal.OPTION_RANGE),
        (TWO + "oyuncular: B, C", 2, Refusal.BAD_FACT),
        (TWO + "\n\nel K | KB=A", 4, Refusal.BAD_FACT),
        (TWO + "el Z | KB=A | Ayşe KB D, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el ? | KB=A | Ayşe KB D, Oğuz KB D", 2, Refusal.UNREAD_CARD),
        (TWO + "el K | XX=A | Ayşe KB D, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=A KB=K | Ayşe KB D, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=10 | Ayşe KB D, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=A | Veli KB D, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=A | Ayşe KB X, Oğuz KB D", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=A |", 2, Refusal.BAD_FACT),
        (TWO + "el K | KB=A | Ayşe KB D", 2, Refusal.NOT_READY),
        (TWO + "el K | KB=A | Ayşe KB D, Ayşe KB D", 2, Refusal.OUT_OF_TURN),
        (TWO + "el K | KB=A | Ayşe KB D, Oğuz KD D", 2, Refusal.UNREAD_CARD),
        (TWO + "el K | KB=K KD=K | Ayşe KB D, Oğuz KD D", 2, Refusal.COMPOSITION),
        (TWO + "el K | KB=A | Ayşe KB D, Oğuz KB D\n" * 3, 4, Refusal.ILLEGAL_ACTION),
        (
            TWO + "seçenekler: hedef=1\n" + "el K | KB=A KD=J | Ayşe KB D, Oğuz KD D\n" * 2,
            4,
            Refusal.MATCH_OVER,
        ),
    ],
)
def test_errors_name_their_line_and_code(text: str, line: int, code: Refusal) -> None:
    with pytest.raises(NotationError) as refused:
        score("vale-avi", text)
    assert (refused.value.line, refused.value.code) == (line, code)
    assert str(refused.value).startswith(f"line {line}: {code}")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        score("okey", TWO)
    assert refused.value.code is Refusal.UNKNOWN_GAME


THREE = "oyuncular: Ayşe, Oğuz, Su Su\n"


@pytest.mark.parametrize(
    ("hand", "line", "code"),
    [
        ("el Ayşe=1 Oğuz=2", 2, Refusal.BAD_FACT),
        ("el Ayşe=1 Oğuz=2 Su Su=3", 2, Refusal.BAD_FACT),
        ("el Ayşe=0 Oğuz=0 Su Su=3", 2, Refusal.BAD_FACT),
        ("el Ayşe=0 Oğuz=40 Su Su=13", 2, Refusal.BAD_FACT),
        ("el Veli | Veli 7x2", 2, Refusal.BAD_FACT),
        ("el Ayşe | Veli 7x2", 2, Refusal.BAD_FACT),
        ("el Ayşe | Ayşe yedi", 2, Refusal.BAD_FACT),
        ("el Ayşe | Ayşe 7x2", 2, Refusal.ILLEGAL_ACTION),
        ("el Ayşe | Ayşe 7x1", 2, Refusal.BAD_COUNT),
        ("el Ayşe | Ayşe 7x2\n  Su Su x1", 3, Refusal.OUT_OF_TURN),
        ("el Ayşe | Ayşe 7x2\n  Su Su blöf 7 7", 3, Refusal.CALL_REJECTED),
        ("el Ayşe | Ayşe 7x2,\n\n  Oğuz blöf 7 ?", 4, Refusal.UNREAD_CARD),
        ("el Ayşe | Ayşe 7x2, Oğuz blöf 7", 2, Refusal.BAD_COUNT),
        ("el Ayşe | Ayşe 7x2, Oğuz blöf 7S 7S", 2, Refusal.COMPOSITION),
        ("el Ayşe=0 Oğuz=4 Su Su=3\nel Su Su | Su Su 7x2", 3, Refusal.BAD_FACT),
    ],
)
def test_a_hand_of_blof_that_cannot_be_names_its_line(hand: str, line: int, code: Refusal) -> None:
    with pytest.raises(NotationError) as refused:
        score("blof", THREE + hand)
    assert (refused.value.line, refused.value.code) == (line, code)


@pytest.mark.parametrize(
    ("deal", "line", "code"),
    [
        ("el Ayşe=8", 2, Refusal.BAD_FACT),
        ("el Ayşe=8 Oğuz=6", 2, Refusal.BAD_FACT),
        ("el Ayşe=8 Oğuz=5 renons Veli", 2, Refusal.BAD_FACT),
        ("el Veli | 5S: 2S 4S", 2, Refusal.BAD_FACT),
        ("el Ayşe | 5S: 2S", 2, Refusal.BAD_FACT),
        ("el Ayşe | 5S: 2S 4X", 2, Refusal.ILLEGAL_ACTION),
        ("el Ayşe | 5S: 2S 4S,\n  3C: 2S 5S", 3, Refusal.COMPOSITION),
        ("el Ayşe | 5S: 2S 4S", 2, Refusal.BAD_FACT),
        ("el Ayşe | 5S: 2S ?,\n  3C: 2H 5H", 3, Refusal.BAD_FACT),
        ("el Ayşe | " + "Ayşe, " * 26 + "Oğuz", 2, Refusal.ILLEGAL_ACTION),
        ("el Ayşe=8 Oğuz=5\nel Ayşe=8 Oğuz=5", 3, Refusal.MATCH_OVER),
    ],
)
def test_a_deal_of_alman_whisti_that_cannot_be_names_its_line(
    deal: str, line: int, code: Refusal
) -> None:
    with pytest.raises(NotationError) as refused:
        score("alman-whisti", TWO + deal)
    assert (refused.value.line, refused.value.code) == (line, code)


@pytest.mark.parametrize(
    ("renons", "totals"), [("uyar", (5, 8)), ("uc_el", (8, 5)), ("eli_kaybeder", (13, 0))]
)
def test_a_proven_revoke_is_told_and_counts_where_the_table_says_so(
    renons: str, totals: tuple[int, int]
) -> None:
    tricks = "3C: Ayşe, " + "Ayşe, " * 11 + "2H: AS 7D, KS 9S, QS 4S, "
    tricks += "Oğuz, " * 8 + "Ayşe, " * 3
    told = score("alman-whisti", f"{TWO}seçenekler: renons={renons}\nel Ayşe | {tricks}")
    assert [str(fault.code) for fault in told.hands[0].faults] == ["RENONS"]
    assert told.totals == totals


def test_with_a_window_anybody_calls_and_silence_lets_a_throw_stand() -> None:
    hand = "el Ayşe | Ayşe 7x2, Su Su bluff 7 7, Ayşe 8x4, Oğuz x1, Su Su pass, Ayşe pas\n"
    hand += "  Oğuz 2x4, Su Su x2, Ayşe pas, Oğuz pas, Su Su Ax4, Ayşe pas, Oğuz pas\n"
    hand += "  Su Su Ax4, Ayşe pas, Oğuz pas, Su Su Ax4, Ayşe pas, Oğuz pas\n"
    hand += "  Su Su Ax4, Ayşe pas, Oğuz pas, Su Su 3x1, Ayşe pas"
    told = score("blof", f"{THREE}seçenekler: itiraz=herkes\n{hand}")
    assert told.totals == (12, 12, 0)
