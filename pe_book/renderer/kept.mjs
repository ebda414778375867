// The values of position p, d_model and base B go with the reader from page to page, as long as the tab is open
// (declare/encoding.py).

import { isOnScale } from "./controls.mjs";

const KEY = "pe-kept";

/** The values that this explorer takes over: those that its page leaves as they are declared. */
export function kept({ data, controls }) {
  const given = read();
  return Object.fromEntries(
    controls.specs
      .filter((control) => control.kept && data.start[control.name] === (control.default ?? 0))
      .filter((control) => control.name in given && isOnScale(control, given[control.name]))
      .map(({ name }) => [name, given[name]]),
  );
}

/** Keep for the next page what the reader has changed, here or on a page before. */
export function keep({ data, controls }) {
  const [given, settings] = [read(), controls.settings()];
  for (const { name, kept } of controls.specs)
    if (kept && (name in given || settings[name] !== data.start[name]))
      given[name] = settings[name];
  try {
    sessionStorage.setItem(KEY, JSON.stringify(given));
  } catch {
    // a browser may forbid it, as in a frame
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}
