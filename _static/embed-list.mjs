// The list of what can be embedded: each button gives its line.
import { offer } from "./pe_book/renderer/embedding.mjs";

addEventListener("click", ({ target }) => {
  if (!target.matches("li > button")) return;
  const title = target.previousElementSibling.textContent;
  offer(target, { address: `${target.name}.html`, title, height: target.dataset.height });
});
