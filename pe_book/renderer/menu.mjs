// The menu of an explorer.

/** Close a menu by Escape, and by a press beside it; while its explorer fills the screen, it stays. */
export function closeOutside(menu) {
  const fillsScreen = () => menu.closest("dialog.pe-screen") !== null;
  menu?.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open || fillsScreen()) return;
    menu.open = false;
    menu.firstChild.focus();
  });
  menu?.addEventListener("toggle", () => {
    if (!menu.open) return;
    const close = ({ target }) => {
      if (menu.contains(target)) return;
      menu.open = fillsScreen(); // where it is the button that closes
      if (!menu.open) removeEventListener("pointerdown", close);
    };
    addEventListener("pointerdown", close);
  });
}

/** Open the table, or close it, and go where it begins. */
export function openTable(table, menu) {
  table.open = !table.open;
  menu.open = false;
  const to = table.open ? table : menu;
  to.firstChild.focus({ focusVisible: true });
  to.scrollIntoView({ block: "nearest" });
}
