"""What the tests of the page ask of a real browser: whether it fits, and can be hit and named."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Page

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP hakem.local 127.0.0.1",  # plain http, as on the table's own network
]
SCREENS = ((320, 568), (360, 740), (740, 360), (820, 1180), (1280, 800), (1920, 1080), (3840, 2160))


def is_defect(line: ConsoleMessage) -> bool:
    """A refused command is no defect; a breach of the page's policy is one."""
    return line.type == "error" and not line.text.startswith("Failed to load resource")


Open = Callable[..., Page]
FITS = {"scrolls": False, "out": 0, "cut": 0, "torn": 0, "over": 0}


def settles(page: Page) -> object:
    """``misfits`` once the page has followed its new size, with its next frames."""
    for _ in range(20):
        if misfits(page) == FITS:
            break
        page.wait_for_timeout(100)
    return misfits(page)


def misfits(page: Page) -> object:
    """Whether the page scrolls; how much of the board leaves the screen, its tile or its paper."""
    return page.evaluate(
        """() => {
          const root = document.documentElement;
          const out = [...document.querySelectorAll('.tile, .total span, .place, .bar, .actions')]
            .map((node) => node.getBoundingClientRect())
            .filter((box) => box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
          const inside = [...document.querySelectorAll('.tile')].filter((tile) => {
            const box = tile.getBoundingClientRect();
            return [...tile.querySelectorAll('.total span, .aside > *, .notches')].some((part) => {
              const one = part.getBoundingClientRect();
              return one.right > box.right + 1 || one.bottom > box.bottom + 1;
            });
          });
          const paper = document.querySelector('.paper')?.getBoundingClientRect();
          const torn = [...document.querySelectorAll('.paper .tap, .paper .now > *')].filter(
            (part) => part.checkVisibility() && part.getBoundingClientRect().bottom > paper.bottom,
          );
          const over = [...document.querySelectorAll('.tile')].filter((tile) => {
            const total = tile.querySelector('.total span').getBoundingClientRect();
            return [...tile.querySelectorAll('.aside > *')].some((part) => {
              const box = document.createRange();
              box.selectNodeContents(part);
              const text = box.getBoundingClientRect();
              const beside = text.left >= total.right || text.top >= total.bottom - 1;
              return part.textContent && !beside;
            });
          });
          return {
            scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight,
            out: out.length,
            cut: inside.length,
            torn: torn.length,
            over: over.length,
          };
        }"""
    )


def still(page: Page) -> None:
    """Wait until nothing moves and no colour changes any more: what is measured halfway is
    nobody's fault."""
    page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          await frame();
          await Promise.allSettled(document.getAnimations().map((one) => one.finished));
          await frame();
        }"""
    )


def targets(page: Page) -> object:
    """What a finger may miss (44 px), and what a screen reader cannot name."""
    still(page)
    return page.evaluate(
        """() => ({
          small: [...document.querySelectorAll('button, a[href], input')]
            .filter((node) => node.checkVisibility())
            .map((node) => [node, node.getBoundingClientRect()])
            .filter(([node, box]) => box.height < 43.5 || box.width < 43.5)
            .map(([node]) => node.className),
          unnamed: [...document.querySelectorAll('button, a[href]')]
            .filter((node) => !(node.getAttribute('aria-label') || node.textContent).trim())
            .length,
        })"""
    )
