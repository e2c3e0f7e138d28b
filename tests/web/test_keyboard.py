"""A whole match without a pointer: every key of it a Tab, an Enter, an Escape or an arrow; what a
screen reader is told meanwhile; and two hands on "next" at once."""

from playwright.sync_api import Page, Route, expect

from tests.web.browser import Open
from tests.web.table import Evening

MOST_TABS = 80
WHERE = """(selector) => {
  const node = document.activeElement;
  if (node.matches(selector)) return 'there';
  return node === document.body ? 'lost' : 'on';
}"""


def reach(page: Page, selector: str) -> None:
    """By Tab alone, as far as it takes."""
    page.locator(selector).first.wait_for()
    for _ in range(MOST_TABS):
        if page.evaluate(WHERE, selector) == "there":
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def press(page: Page, selector: str) -> None:
    reach(page, selector)
    page.keyboard.press("Enter")


def lay(page: Page, place: str, *facts: tuple[str, str]) -> None:
    """Open a place of the cloth, say what lies and stands there, close it."""
    press(page, f"[data-place={place}]")
    for key, value in facts:
        button = f'dialog [data-key="{key}"][data-value="{value}"]'
        press(page, button)
        expect(page.locator(button)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate(WHERE, f"[data-place={place}]") == "there", "the focus is where it was"


def hears(page: Page, text: str) -> None:
    expect(page.locator("#hear")).to_contain_text(text)


def test_a_whole_match_by_keys_alone(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    for number, name in ((1, "Ayşe"), (2, "Oğuz")):
        reach(page, f".people li:nth-child({number}) input")
        page.keyboard.type(name)
    for left in (3, 2):
        press(page, ".people li:nth-child(3) [data-do=drop]")
        expect(page.locator(".people input")).to_have_count(left)
    press(page, "[data-do=custom]")
    press(page, "[data-key=baslayan][data-at='1']")
    for _ in range(8):  # 13 down to 5
        press(page, "[data-do=step][data-key=hedef][data-by='-1']")
    press(page, "[data-do=start]")
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    assert evening.score.target == 5
    for hand, total in ((1, "3"), (2, "6")):
        lay(page, "M", ("centre", "K"))
        hears(page, "Sıra: ")
        first = next(seat.seat for seat in evening.score.seats if seat.turn)
        picks = {0: ("KB", "KB D"), 1: ("KD", "KD T")}
        for seat in (first, 1 - first):
            place, pick = picks[seat]
            lay(page, place, (f"pick:{seat}", pick))
        lay(page, "KB", ("KB", "A"))
        lay(page, "KD", ("KD", "Q"))
        press(page, "[data-do=lock]")
        expect(page.locator("[data-count='0']")).to_have_text(total)
        if hand == 1:
            hears(page, "1. el yazıldı")
            press(page, "[data-do=next]")
    hears(page, "Kazanan: Ayşe")
    assert evening.score.winners == (0,)
    press(page, "a.result")
    expect(page.get_by_role("heading", name="Maçın gidişi")).to_be_visible()


def test_two_phones_press_next_at_once(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    phones = [opened("/", pin=True) for _ in range(2)]
    held: list[Route] = []
    for page in phones:
        page.route("**/komut", lambda route: held.append(route))
        with page.expect_request("**/komut"):
            page.locator("[data-do=next]").click()
    assert len(held) == 2, "both are on their way, about the same hand"
    statuses = []
    for page, route in zip(phones, held, strict=True):
        with page.expect_response("**/komut") as answer:
            route.continue_()
        statuses.append(answer.value.status)
    assert statuses == [200, 409]
    for page in phones:
        expect(page.get_by_role("heading", name="2. el")).to_be_visible()
    expect(phones[1].get_by_role("alert").filter(has_text="ekranınız yenilendi")).to_be_visible()
    assert [hand.number for hand in evening.score.hands] == [1]
    assert evening.score.hand == 2
