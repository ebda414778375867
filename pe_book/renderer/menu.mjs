// The menu of an explorer.

/** Close a menu by Escape, and by a press beside it. */
export function closeOutside(menu) {
  menu?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.firstChild.focus();
  });
  menu?.addEventListener("toggle", () => {
    if (!menu.open) return;
    const close = ({ target }) => {
      if (menu.contains(target)) return;
      menu.open = false;
      removeEventListener("pointerdown", close);
    };
    addEventListener("pointerdown", close);
  });
}
