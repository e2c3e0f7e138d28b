"""What an installed page stands on: a manifest whose pictures are there, a fresh worker."""

import json
import re
import struct
from collections.abc import Callable
from urllib.parse import urljoin

from tests.web.conftest import Phone
from web.app import STATIC
from web.scripts import OWN, of_every_page
from web.sheets import SHEETS

Phones = Callable[..., Phone]


def test_the_manifest_names_pictures_of_the_size_it_says(phone: Phones) -> None:
    viewer = phone()
    page = viewer.get("/katil").text
    found = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert found
    manifest = json.loads(viewer.get(found.group(1)).data)
    assert manifest["display"] == "standalone"
    assert urljoin(found.group(1), manifest["start_url"]) == manifest["scope"] == "/"
    sizes = set()
    for icon in manifest["icons"]:
        answer = viewer.get(urljoin(found.group(1), icon["src"]))
        assert answer.mimetype == icon["type"]
        if icon["type"] == "image/png":
            wide, high = struct.unpack(">II", answer.data[16:24])
            assert icon["sizes"] == f"{wide}x{high}"
            sizes.add(wide)
    assert sizes == {192, 512}


def test_the_worker_rules_the_whole_page_and_is_asked_for_anew(phone: Phones) -> None:
    answer = phone().get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_clip_is_given_in_pieces_to_who_asks_for_pieces(phone: Phones) -> None:
    viewer = phone()
    found = re.search(r"/static/(\w+)/", viewer.get("/katil").text)
    assert found
    path = f"/static/{found.group(1)}/awake/awake.mp4"
    answer = viewer.get(path, headers={"Range": "bytes=0-1"})
    assert answer.status_code == 206
    assert answer.mimetype == "video/mp4"
    assert len(answer.data) == 2


def test_what_never_runs_bears_no_policy_and_what_may_does(phone: Phones) -> None:
    viewer = phone()
    page = viewer.get("/katil")
    style = re.search(r'href="([^"]+all\.css)"', page.text)
    assert style
    assert "Content-Security-Policy" not in viewer.get(style.group(1)).headers
    assert viewer.get(style.group(1)).headers["X-Content-Type-Options"] == "nosniff"
    for path in ("/katil", "/durum", "/qr.svg", "/sw.js", "/gecmis.json"):
        assert "default-src 'none'" in viewer.get(path).headers["Content-Security-Policy"], path


def test_one_sheet_holds_them_all_and_is_kept_for_ever(phone: Phones) -> None:
    viewer = phone()
    linked = re.findall(r'rel="stylesheet" href="([^"]+)"', viewer.get("/katil").text)
    assert len(linked) == 1
    answer = viewer.get(linked[0])
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    for name in SHEETS:
        assert STATIC.joinpath("css", f"{name}.css").read_text() in answer.text
    own = {path.stem for path in STATIC.joinpath("css").glob("*.css")} - set(SHEETS)
    assert own == {"archive", "rules"}


def needed(module: str) -> set[str]:
    """A module, what it imports, what that imports, and so on."""
    found, waiting = set[str](), {module}
    while waiting:
        name = waiting.pop()
        found.add(name)
        text = STATIC.joinpath("js", name).read_text()
        waiting |= set(re.findall(r'from "\./(\w+\.js)"', text)) - found
    return found


def test_every_page_fetches_at_once_what_it_runs_and_nothing_else(phone: Phones) -> None:
    common = needed("main.js")
    assert common == set(of_every_page(STATIC))
    pages = STATIC.joinpath("js", "pages.js").read_text()
    own = dict(re.findall(r'(\w+): \(\) => import\("\./(\w+\.js)"\)', pages))
    assert set(own) == set(OWN)
    for page, module in own.items():
        assert needed(module) - common == set(OWN[page]), page
    fetched = re.findall(r'rel="modulepreload" href="[^"]+/(\w+\.js)"', phone().get("/katil").text)
    assert set(fetched) == common | {"others.js"}
