// Votes on a talk's questions, in two rounds: before and after the class has talked about them. The
// speaker types the counts, and bars show them. They are kept until the tab is closed.

const ROUNDS = ["before", "after"];
const channel = new BroadcastChannel("votes");

/** The counts of one question: fields and bars for each option and round. */
class Vote {
  constructor(element) {
    this.element = element;
    this.key = `vote ${element.dataset.question}`;
    this.fields = ROUNDS.map((round) => [...element.querySelectorAll(`input[name=${round}]`)]);
    this.clear = element.querySelector("button");
    this.clear.addEventListener("click", () => {
      this.show([]);
      this.changed();
      this.fields[0][0].focus();
    });
    element.addEventListener("input", () => this.changed());
    element.addEventListener("keydown", (event) => event.key === "Enter" && this.next(event));
    this.show(this.stored() ?? []);
  }

  /** What each field holds, by round and option; what is no count is not kept. */
  get counts() {
    return this.fields.map((fields) =>
      fields.map(({ value, validity }) => (validity.valid ? value : "")),
    );
  }

  /** The speaker has typed: the bars follow, and so does the other window. */
  changed() {
    this.draw();
    this.keep();
    channel.postMessage({ key: this.key, counts: this.counts });
  }

  show(counts) {
    for (const [round, fields] of this.fields.entries())
      for (const [option, field] of fields.entries()) field.value = counts[round]?.[option] ?? "";
    this.draw();
  }

  /** A bar is as long as its option's share of the votes of its round. */
  draw() {
    for (const [round, counts] of this.counts.entries()) {
      const all = counts.reduce((sum, count) => sum + Number(count), 0);
      const bars = this.element.querySelectorAll(`.bar.${ROUNDS[round]}`);
      for (const [option, bar] of bars.entries())
        bar.style.setProperty("--share", all && Number(counts[option]) / all);
    }
    this.clear.hidden = !this.counts.flat().some(Boolean);
  }

  /** The field of an option that is to be filled next: in the first round, until it is complete. */
  field(option) {
    const round = this.fields.find((fields) => fields.some(({ value }) => !value));
    return (round ?? this.fields.at(-1))[option];
  }

  /** Go to the option below; behind the last one the keys turn the pages again. */
  next(event) {
    const round = this.fields.find((fields) => fields.includes(event.target));
    if (!round) return;
    event.preventDefault();
    const below = round[round.indexOf(event.target) + 1];
    if (below) below.select();
    else event.target.blur();
  }

  stored() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key));
    } catch {
      return null; // storage is blocked, or what it holds is not ours
    }
  }

  keep() {
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.counts));
    } catch {
      // Where storage is blocked they last as long as the page.
    }
  }
}

/** Let the votes of a talk be counted; a letter leads to the option's field. */
export function countVotes(deck) {
  const votes = new Map();
  for (const element of document.querySelectorAll(".ballot")) votes.set(element, new Vote(element));
  channel.onmessage = ({ data: { key, counts } }) => {
    for (const vote of votes.values()) {
      if (vote.key !== key) continue;
      vote.show(counts);
      vote.keep();
    }
  };
  addEventListener(
    "keydown",
    (event) => {
      const vote = votes.get(deck.getCurrentSlide().querySelector(".ballot"));
      if (!vote || event.ctrlKey || event.metaKey || event.altKey) return;
      const field = vote.field(event.key.toUpperCase().charCodeAt(0) - 65);
      if (event.key.length !== 1 || !field) return;
      // Before reveal.js, for which some letters have other meanings.
      event.preventDefault();
      event.stopImmediatePropagation();
      field.select();
    },
    true,
  );
}
