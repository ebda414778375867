// What the reader wrote survives a reload: in this browser alone.

const root = new URL(document.documentElement.dataset.content_root ?? "./", location.href);

/** What this browser keeps of one cell: its code, and the book's code that it began from. */
export class Kept {
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

  /** False where the browser keeps nothing; the page's own stand-in for storage forgets. */
  write(value) {
    try {
      if (!(localStorage instanceof Storage)) return false;
      if (value) localStorage.setItem(this.key, JSON.stringify(value));
      else localStorage.removeItem(this.key);
      return true;
    } catch {
      return false;
    }
  }
}
