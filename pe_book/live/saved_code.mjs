// What the reader wrote in a cell, stored in this browser alone.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** The stored code of one cell. */
export class SavedCode {
  constructor(id) {
    this.key = `pe-live ${root.pathname}${DOCUMENTATION_OPTIONS.pagename}#${id}`;
  }

  /** What is stored, or null where nothing is, or where the browser stores nothing. */
  read() {
    try {
      return localStorage.getItem(this.key);
    } catch {
      return null;
    }
  }

  /** Store the code, or remove it if it is null; false where the browser stores nothing. */
  write(code) {
    try {
      if (code === null) localStorage.removeItem(this.key);
      else localStorage.setItem(this.key, code);
      return true;
    } catch {
      return false;
    }
  }
}
