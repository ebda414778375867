// What scrolls sideways can be reached by keyboard, and what does not is no stop on the way.
// The theme does this for code; formulas, tables and figures are left to us. Chromium and Firefox
// do it by themselves for scrollers that hold no control; this can go when Safari does too.
const scrollers = "div.math, .pst-scrollable-table-container, .output.text_html";

const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth + 1) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const element of document.querySelectorAll(scrollers)) watch.observe(element);
