// The search of "What libraries really do" (surprises.py): rows that have all the words stay.
const form = document.querySelector(".book-surprises > form");
const rows = [...form.parentElement.querySelectorAll("tbody > tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());

function filter() {
  const { words, count } = form.elements;
  const sought = words.value.toLowerCase().split(/\s+/);
  rows.forEach((row, index) => {
    row.hidden = !sought.every((word) => texts[index].includes(word));
  });
  const shown = rows.filter((row) => !row.hidden).length;
  count.value = shown === rows.length ? `${shown} surprises` : `${shown} of ${rows.length}`;
}

form.addEventListener("input", filter);
filter();
