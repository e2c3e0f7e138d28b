"""What leaves: a CSV that a Turkish Excel opens right and that runs nothing; JSON."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from device.archive import Archive
from tests.web.conftest import Phone
from tests.web.past import PLAYED
from tests.web.table import Evening

Phones = Callable[..., Phone]
BOM = b"\xef\xbb\xbf"


def rows(body: bytes, separator: str = ";") -> list[list[str]]:
    assert body.startswith(BOM)
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig")), delimiter=separator))


def test_a_match_is_a_row_for_each_hand(evening: Evening, phone: Phones) -> None:
    PLAYED["vale-avi"](evening)
    answer = phone().get("/gecmis/1.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hakem-1.csv"'
    assert rows(answer.data) == [
        ["el", "Ayşe", "Oğuz", "Ayşe (toplam)", "Oğuz (toplam)", "not"],
        ["1", "3", "-1", "3", "-1", ""],
        ["2", "3", "-1", "6", "-2", ""],
    ]


def test_english_excel_parts_cells_by_commas(evening: Evening, phone: Phones) -> None:
    PLAYED["belote"](evening)
    viewer = phone()
    viewer.client.set_cookie("dil", "en", domain="192.168.1.20")
    head = rows(viewer.get("/gecmis/1.csv").data, ",")[0]
    assert head[:3] == ["hand", "Ayşe + İpek", "Oğuz + Deniz"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =x", "\uff1dcmd"])
def test_no_name_is_a_formula(evening: Evening, phone: Phones, name: str) -> None:
    evening.begin(names=(name, "Oğuz"))
    evening.play_hand()
    head = rows(phone().get("/gecmis/1.csv").data)[0]
    assert head[1] == f"'{name}"
    everything = rows(phone().get("/gecmis.csv").data)
    assert everything[1][5] == f"'{name}"
    told = phone().get("/gecmis.json").json
    assert told is not None
    assert told["matches"][0]["players"][0]["name"] == name


def test_separators_and_quotes_in_a_name_stay_in_its_cell(evening: Evening, phone: Phones) -> None:
    names = ('A;y"ş,e', "Oğuz")
    evening.begin(names=names)
    evening.play_hand()
    assert rows(phone().get("/gecmis/1.csv").data)[0][1:3] == list(names)


def test_everything_has_a_row_for_each_player_and_hand(evening: Evening, phone: Phones) -> None:
    for play in PLAYED.values():
        play(evening)
    body = rows(phone().get("/gecmis.csv").data)
    assert len(body) == 1 + 2 * 2 + 3 * 3 + 1 * 2 + 2 * 4 + 11 * 3
    assert {row[2] for row in body[1:]} == set(PLAYED)
    assert {len(row) for row in body} == {11}
    assert body[1][4:9] == ["1", "Ayşe", "3", "3", "1"]


def test_json_holds_what_the_view_says(evening: Evening, phone: Phones) -> None:
    PLAYED["uc-on-uc"](evening)
    answer = phone().get("/gecmis/1.json")
    told = json.loads(answer.data)
    assert told["hakem"] == 1
    (match,) = told["matches"]
    score = evening.score
    assert match["totals"] == [seat.total for seat in score.seats]
    assert [hand["points"] for hand in match["hands"]] == [list(h.deltas) for h in score.hands]
    assert match["winners"] == [0]
    assert match["options"] == dict(score.options)
    assert not match["simulated"]


def test_staged_matches_leave_apart_and_say_so(
    tmp_path: Path, evening: Evening, phone: Phones
) -> None:
    staged = Evening(tmp_path / "simulasyon", simulated=True)
    PLAYED["vale-avi"](staged)
    staged.close()
    PLAYED["blof"](evening)
    kept = {one.key: one.simulated for one in Archive(tmp_path).shelf().matches}
    assert kept == {"s1": True, "1": False}
    viewer = phone()
    assert {row[-1] for row in rows(viewer.get("/gecmis/s1.csv").data)[1:]} == {"simülasyon"}
    assert {row[-1] for row in rows(viewer.get("/gecmis.csv").data)[1:]} == {"0"}
    answer = viewer.get("/gecmis.csv?masa=simulasyon")
    assert 'filename="hakem-simulasyon.csv"' in answer.headers["Content-Disposition"]
    assert {(row[2], row[-1]) for row in rows(answer.data)[1:]} == {("vale-avi", "1")}
    for path, simulated in (("/gecmis/s1.json", True), ("/gecmis.json", False)):
        told = json.loads(viewer.get(path).data)
        assert [match["simulated"] for match in told["matches"]] == [simulated], path


def test_a_picture_of_a_match_nobody_finished_does_not_say_that_it_goes_on(
    evening: Evening, phone: Phones
) -> None:
    for _ in range(2):
        evening.begin()
        evening.play_hand()
    leads = {"1": "Yarım kaldı", "2": "Sürüyor"}
    for key, lead in leads.items():
        page = phone().get(f"/gecmis/{key}").text
        told = page.partition('id="drawing">')[2].partition("</script>")[0]
        assert json.loads(told)["lead"] == lead


def test_a_match_that_is_not_there_is_told(phone: Phones) -> None:
    for path in ("/gecmis/9", "/gecmis/9.csv", "/gecmis/9.json", "/gecmis/%2e%2e"):
        answer = phone().get(path)
        assert answer.status_code == 404, path
