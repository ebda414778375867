// What a finger asks for: nothing around it moves, and a scroll of the page leaves the sliders as they were.

/** While a finger is on an element, it keeps its height: nothing is laid out. */
export function keepHeight(element) {
  element.addEventListener("pointerdown", ({ pointerType }) => {
    if (pointerType !== "touch") return;
    const touch = new AbortController();
    const keep = (height) => {
      element.style.height = height;
      element.classList.toggle("pe-keeps-height", Boolean(height));
    };
    const release = () => {
      keep("");
      touch.abort();
    };
    // Not what it measures on the screen: a talk scales its slides.
    keep(getComputedStyle(element).height);
    for (const end of ["pointerup", "pointercancel"])
      addEventListener(end, release, { signal: touch.signal });
  });
}

/** A text keeps the most lines that it has had at its width, so that what follows does not jump. */
export function keepLines(element) {
  let width = 0;
  new ResizeObserver(([{ borderBoxSize }]) => {
    const [{ inlineSize, blockSize }] = borderBoxSize;
    element.style.minHeight = inlineSize === width ? `${blockSize}px` : "";
    width = inlineSize;
  }).observe(element);
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

/** Call once when an element is within a screen's height of the window. */
export function whenNear(element, call) {
  const watch = new IntersectionObserver(
    ([{ isIntersecting }]) => {
      if (!isIntersecting) return;
      watch.disconnect();
      call();
    },
    { rootMargin: "100% 0px" },
  );
  watch.observe(element);
}
