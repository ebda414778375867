// What the reader wrote in a cell, stored in this browser alone.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** The stored code of one cell, with the book's code that it began from. */
export class SavedCode {
  constructor(id) {
    this.key = `pe-live ${root.pathname}${DOCUMENTATION_OPTIONS.pagename}#${id}`;
  }

  /** What is stored, or null where nothing is, or nothing that can be read. */
  read() {
    try {
      return checked(JSON.parse(localStorage.getItem(this.key)));
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

function checked(value) {
  const isCode = ({ code, book }) => typeof code === "string" && typeof (book ?? "") === "string";
  if (value === null || isCode(value)) return value;
  throw new TypeError("not stored code");
}
