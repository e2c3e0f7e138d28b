"""Sounds, the caller and the buzz: silent until somebody taps, one switch for all of them.

The browser's own voice, notes and buzz are listened to, not heard.
"""

from playwright.sync_api import Page, expect

from tests.web.browser import Open
from tests.web.table import Evening
from web import port

LISTEN = """
window.said = []; window.notes = 0; window.buzzes = [];
speechSynthesis.speak = (one) => window.said.push(one.lang + ' ' + one.text);
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.notes += 1; begin.call(this, at); };
navigator.vibrate = (pattern) => window.buzzes.push(pattern);
"""


def listened(page: Page) -> Page:
    """Loaded anew with an ear on what would sound."""
    page.add_init_script(LISTEN)
    page.reload()
    return page


def says(page: Page, text: str) -> None:
    page.wait_for_function("(text) => window.said.some((one) => one.includes(text))", arg=text)


def test_a_board_is_silent_until_it_is_tapped(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = listened(opened("/"))
    evening.play_hand()
    expect(page.locator(".sentence strong")).to_have_text("1. el yazıldı")
    assert page.evaluate("[said.length, notes, buzzes.length]") == [0, 0, 0]
    button = page.get_by_role("button", name="Ses", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.notes > 0")
    before = page.evaluate("notes")
    assert evening.submit(port.NextHand()).ok
    evening.play_hand()
    page.wait_for_function("(before) => window.notes > before", arg=before)
    assert page.evaluate("said") == []
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_the_caller_tells_turns_scores_questions_and_the_winner(
    evening: Evening, opened: Open
) -> None:
    evening.begin(hedef=5)
    page = listened(opened("/ayarlar"))
    page.get_by_role("button", name="Ses ve anons").click()
    page.goto(page.url.replace("/ayarlar", "/"))
    expect(page.locator(".tile")).to_have_count(2)
    evening.say(centre="K")
    says(page, "tr-TR Sıra: ")
    evening.say(p0="KB D", p1="KD T")
    evening.say(KB="A", KD="Q")
    evening.submit(port.Lock())
    says(page, "1. el yazıldı. Ayşe: 3. Oğuz: -1")
    evening.undo()
    says(page, "yeniden yazılsın mı?")
    asked = evening.score.questions[0]
    evening.submit(port.Answer(question=asked.id, answer=asked.answers[0].id))
    assert evening.submit(port.NextHand()).ok
    evening.play_hand()
    says(page, "Kazanan: Ayşe")
    assert page.evaluate("buzzes.length") > 0


def test_one_tap_mutes_it_all(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = listened(opened("/ayarlar"))
    page.get_by_role("button", name="Ses ve anons").click()
    page.goto(page.url.replace("/ayarlar", "/"))
    page.get_by_role("button", name="Ses", exact=True).click()
    evening.play_hand()
    expect(page.locator(".sentence strong")).to_have_text("1. el yazıldı")
    assert page.evaluate("[said.length, notes, buzzes.length]") == [0, 0, 0]
    page.get_by_role("button", name="Ses", exact=True).click()
    says(page, "Ses açık")  # as loud as it was
