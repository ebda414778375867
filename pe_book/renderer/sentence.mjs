// The sentence of an explorer, its numbers in the colors of what they name in the figure.

import { rewrite } from "./dom.mjs";

/** Put a sentence of parts into its element; parts of the same roles only change their text. */
export function say(element, sentenceParts) {
  const roles = sentenceParts.map(([role]) => role).join();
  if (element.dataset.roles === roles) {
    sentenceParts.forEach(([, text], i) => rewrite(element.children[i], text));
    return;
  }
  element.dataset.roles = roles;
  element.replaceChildren(
    ...sentenceParts.map(([role, text]) => {
      const part = document.createElement(role ? "b" : "span");
      if (role) part.className = `pe-${role}`;
      part.textContent = text;
      return part;
    }),
  );
}
