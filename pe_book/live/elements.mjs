// Elements as the modules of this folder make them.

export function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function button(name, press) {
  const made = make("button", { type: "button", textContent: name });
  made.addEventListener("click", press);
  return made;
}
