// What the reader wrote in a cell, stored in this browser alone.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** The stored code of one cell, with the book's code that it began from. */
export class SavedCode {
  constructor(id) {
    this.key = `pe-live ${root.pathname}${DOCUMENTATION_OPTIONS.pagename}#${id}`;
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  /** Store the code, or remove it; false where the browser stores nothing. */
  write(value) {
    try {
      if (value) localStorage.setItem(this.key, JSON.stringify(value));
      else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }
}
