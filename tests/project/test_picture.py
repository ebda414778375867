"""README's picture: the live figure near the top, in few bytes, thin lines in their own color."""

import io
import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from tools import picture

PAGE = """<!doctype html><style>
  body { margin: 0 } .it, .pe-still { height: 300px } .it { background: rgb(0, 0, 255) }
  .pe-still { background: rgb(255, 0, 0) } .space { height: 2000px }
</style>
<div class="space"></div><div class="it"><div class="pe-still"></div></div><div class="space"></div>
<script>
  document.querySelector(".it").addEventListener("pointerenter", () =>
    setTimeout(() => { document.querySelector(".pe-still").hidden = true; }, 200));
</script>"""


def as_png(pixels: np.ndarray) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(buffer, "PNG")
    return buffer.getvalue()


def test_thin_lines_keep_their_color_when_compressed(monkeypatch):
    """Thousands of shades around a short line, and room for few of them."""
    rows, columns = np.mgrid[:400, :600]
    pixels = np.stack([rows // 2, 255 - rows // 2, columns // 3], axis=-1)
    pixels[200, :20] = 255, 0, 0
    monkeypatch.setattr(picture, "LIMIT", len(picture.small(as_png(pixels))) // 2)
    small = picture.small(as_png(pixels))
    assert len(small) < picture.LIMIT
    shown = np.asarray(Image.open(io.BytesIO(small)).convert("RGB")).astype(int)
    assert shown.shape == pixels.shape
    assert np.abs(shown[200, :20] - pixels[200, :20]).max() < 10


def test_a_picture_that_stays_too_large_is_an_error(monkeypatch):
    monkeypatch.setattr(picture, "LIMIT", 1000)
    noise = np.random.default_rng(0).integers(0, 256, (60, 80, 3))
    with pytest.raises(SystemExit, match="larger than 1000 bytes even in 32 colors"):
        picture.small(as_png(noise))


def test_readmes_picture_is_up_to_date_in_kind(root):
    assert picture.TARGET.stat().st_size < picture.LIMIT
    assert Image.open(picture.TARGET).size == (picture.SIZE["width"], picture.SIZE["height"])
    assert str(picture.TARGET.relative_to(root)) in (root / "README.md").read_text("utf-8")


@pytest.mark.site
def test_the_screenshot_shows_the_live_figure(root, tmp_path):
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    target = tmp_path / "taken.png"
    command = [sys.executable, "-m", "tools", "picture", "--pages", tmp_path, "--page", "page.html"]
    command += ["--selector", ".it", "--target", target]
    done = subprocess.run(command, cwd=root, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{target}: {target.stat().st_size / 1000:.0f} kB\n"
    taken = Image.open(target).convert("RGB")
    assert taken.size == (1280, 860)
    white, blue = (255, 255, 255), (0, 0, 255)
    assert [taken.getpixel((640, y)) for y in (129, 130, 429, 430)] == [white, blue, blue, white]
