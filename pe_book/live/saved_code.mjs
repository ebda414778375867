// What the reader wrote in a cell, stored in this browser alone.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** The stored code of one cell, with the book's code that it began from. */
export class SavedCode {
  constructor(id) {
    this.key = `pe-live ${root.pathname}${DOCUMENTATION_OPTIONS.pagename}#${id}`;
  }

  /** What is stored; what cannot be read is put aside, under another key, and `setAside` is true. */
  read() {
    let text = null;
    try {
      text = localStorage.getItem(this.key);
      return checked(JSON.parse(text));
    } catch {
      this.setAside = text !== null && this.putAside(text);
      return null;
    }
  }

  putAside(text) {
    try {
      localStorage.setItem(`${this.key} (unreadable)`, text);
      localStorage.removeItem(this.key);
    } catch {
      // Without room it stays where it is, and is not read.
    }
    return true;
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

function checked(value) {
  const isCode = ({ code, book }) => typeof code === "string" && typeof (book ?? "") === "string";
  if (value === null || isCode(value)) return value;
  throw new TypeError("this is no stored code");
}
