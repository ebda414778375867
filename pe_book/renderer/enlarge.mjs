// Larger: one explorer fills the screen.

/** Let an explorer fill the screen until Escape, or the button again. */
export function enlarge(element, button) {
  const open = element.closest("dialog.pe-screen");
  if (open) return open.close();
  const menu = button.closest(".pe-menu");
  menu.open = true;
  const dialog = document.createElement("dialog");
  dialog.className = "pe-screen";
  dialog.setAttribute("aria-labelledby", element.getAttribute("aria-labelledby"));
  // Of its kind and height, so that on the page nothing moves, and no hidden call is shown.
  const place = document.createElement("div");
  place.className = element.className;
  place.style.height = getComputedStyle(element).height;
  element.replaceWith(place);
  dialog.append(element);
  document.body.append(dialog);
  button.textContent = "Close";
  dialog.addEventListener("close", () => {
    place.replaceWith(element);
    dialog.remove();
    button.textContent = "Larger";
    menu.open = false;
    menu.firstChild.focus({ preventScroll: true });
  });
  dialog.showModal();
  button.focus();
}
