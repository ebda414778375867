// What a finger asks for: nothing around it moves, and a scroll of the page leaves the sliders as they were.

/** While a finger is on an element, it and the lines that follow it keep their height: nothing is laid out. */
export function keepHeight(element, lines) {
  element.addEventListener("pointerdown", ({ pointerType }) => {
    if (pointerType !== "touch") return;
    const kept = [element, ...lines()];
    const touch = new AbortController();
    // Not what they measure on the screen: a talk scales its slides.
    const heights = kept.map((each) => getComputedStyle(each).height);
    const keep = (state) =>
      kept.forEach(({ classList, style }, i) => {
        style.height = state ? heights[i] : "";
        classList.toggle("pe-keeps-height", state);
      });
    const release = () => {
      keep(false);
      touch.abort();
    };
    keep(true);
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, release, { signal: touch.signal });
  });
}

/** Where a touch that moved a slider turns into a scroll of the page, `restore` gets the settings before it. */
export class ScrollGuard {
  constructor(form, settings, restore) {
    Object.assign(this, { before: null, scrolled: false });
    form.addEventListener("pointerdown", ({ pointerType }) => {
      this.before = pointerType === "touch" ? settings() : null;
      this.scrolled = false;
    });
    form.addEventListener("keydown", () => (this.scrolled = false));
    form.addEventListener("pointercancel", () => {
      this.scrolled = this.before !== null;
      if (this.scrolled) restore(this.before);
    });
    // The slider tells its change only after the scroll.
    form.addEventListener(
      "change",
      (event) => {
        if (!this.scrolled) return;
        event.stopImmediatePropagation();
        restore(this.before);
      },
      { capture: true },
    );
  }
}

/** Call once when one of the elements is within a screen's height of the window. */
export function whenNear(elements, call) {
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      call();
    },
    { rootMargin: "100% 0px" },
  );
  for (const each of elements) watch.observe(each);
}
