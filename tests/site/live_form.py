"""A form that is answered by Python on its page, as readers use it: by code, a file, an example."""

from tests.site.live_cells import PATIENCE, Live, squeezed

# As the browser hands over what is dropped.
DROP = """(place, { form, name, bytes }) => {
  const file = new File([new Uint8Array(bytes)], name);
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(file);
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
    if (place.dispatchEvent(event)) throw new Error(`the browser would take the ${kind}`);
    if (kind === "dragover" && !document.querySelector(`${form}.pe-over`))
      throw new Error("nothing shows that a file may be dropped");
  }
}"""


class LiveForm(Live):
    """A form on its page: its editor, its fields and its answer."""

    def __init__(self, visit, name: str, file: str) -> None:
        self.visit, self.page, self.name = visit, visit.page, f"#{name}"
        self.cell = self.page.locator(self.name)
        self.button("Stop").wait_for()
        self.editor = self.cell.get_by_role("textbox", name="Code")
        self.state = self.cell.locator(".pe-state")
        self.output = self.cell.get_by_role("region", name="Answer")
        self.example = self.cell.get_by_label("start with")
        self.file = self.cell.get_by_label(file)

    def wait(self) -> str:
        """Wait for the answer or the error; its text."""
        self.cell.locator(".pe-run[aria-disabled=false]").wait_for(timeout=PATIENCE)
        return squeezed(self.output.inner_text())

    def bring(self, name: str, content: bytes) -> str:
        """Choose a file; the answer."""
        self.file.set_input_files({"name": name, "mimeType": "", "buffer": content})
        return self.wait()

    def drop(self, on: str, name: str, content: bytes) -> str:
        """Drop a file on a place of the page; the answer."""
        given = {"form": self.name, "name": name, "bytes": list(content)}
        self.page.locator(on).first.evaluate(DROP, given)
        assert not self.cell.evaluate("(box) => box.matches('.pe-over')")
        return self.wait()
