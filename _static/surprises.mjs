// The filter of "What libraries really do" (surprises.py): rows that have all the words and the chosen
// method and kind stay.
const form = document.querySelector(".book-surprises > form");
const rows = [...form.parentElement.querySelectorAll("tbody > tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());

function filter() {
  const { method, kind, words, count } = form.elements;
  const sought = words.value.toLowerCase().split(/\s+/);
  let shown = 0;
  rows.forEach((row, index) => {
    const fits =
      ["", row.dataset.method].includes(method.value) &&
      ["", row.dataset.kind].includes(kind.value);
    row.hidden = !(fits && sought.every((word) => texts[index].includes(word)));
    shown += !row.hidden;
  });
  count.value = shown === rows.length ? `${shown} surprises` : `${shown} of ${rows.length}`;
  form.querySelector("[type=reset]").hidden = shown === rows.length;
}

form.addEventListener("input", filter);
// The fields have their first values only after the event.
form.addEventListener("reset", () => setTimeout(filter));
filter();
