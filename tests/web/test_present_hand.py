"""The hand on the table as facts: what the sheets of the page begin from."""

from tests.web.table import Evening


def facts(evening: Evening) -> dict[str, str | None]:
    return {fact.key: fact.value for fact in evening.score.facts}


def test_what_was_tapped_of_the_present_hand_is_known_until_it_is_written(evening: Evening) -> None:
    evening.begin(game="belote", players=3)
    evening.write(alan="1", koz="S", ceza_2="RENONS SIRA_DISI", acik="TH")
    known = facts(evening)
    assert (known["alan"], known["koz"], known["acik"]) == ("1", "S", "TH")
    assert known["ceza:2"] == "RENONS SIRA_DISI"
    evening.write(ceza_2="RENONS", acik="9S")
    assert facts(evening)["ceza:2"] == "RENONS"
    evening.write(sayilan="40 40 96 1")
    assert facts(evening) == {}


def test_a_wrong_going_out_is_written_mended_and_taken_out(evening: Evening) -> None:
    evening.begin(game="uc-on-uc", players=3)
    for cost in ("7", "9"):
        evening.write(hatali_1=cost)
        assert facts(evening)["hatali:1"] == cost
    evening.write(hatali_1="")
    assert "hatali:1" not in facts(evening)
    evening.write(cikan="0", el_0="=0", el_1="=5", el_2="=6")
    assert evening.score.hands[0].faults == ()
