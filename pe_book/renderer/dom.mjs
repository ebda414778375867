// The document is changed as little as a new drawing asks for.

const SVG = "http://www.w3.org/2000/svg";

/** A new element with these properties and children. */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function button(name, press) {
  const made = make("button", { type: "button", textContent: name });
  made.addEventListener("click", press);
  return made;
}

/** Give an element this text. Its text node stays: for a child that is exchanged, every `:has()` of the
    styles would be asked anew. */
export function rewrite(element, text) {
  const [node] = element.childNodes;
  if (node?.nodeType !== Node.TEXT_NODE || node.nextSibling) element.textContent = text;
  else if (node.data !== text) node.data = text;
}

/** Make the children of `node` those described, [tag, attributes, children or text] each. */
export function patch(node, described) {
  described.forEach((each, i) => {
    if (node.childNodes[i]?.described === each) return;
    const [tag, attributes, inside = []] = each;
    const child = childOf(node, i, tag);
    child.described = each;
    patchAttributes(child, attributes);
    if (Array.isArray(inside)) patch(child, inside);
    else if (child.inside !== inside) {
      child.inside = inside;
      rewrite(child, String(inside));
    }
  });
  while (node.childNodes.length > described.length) node.lastChild.remove();
}

/** The child at place `i`, made anew if it has another tag or is not there. */
function childOf(node, i, tag) {
  const child = node.childNodes[i];
  if (child?.localName === tag) return child;
  const isCanvas = tag === "canvas";
  const fresh = isCanvas ? document.createElement(tag) : document.createElementNS(SVG, tag);
  fresh.patched = {};
  if (child) child.replaceWith(fresh);
  else node.append(fresh);
  return fresh;
}

function patchAttributes(child, attributes) {
  for (const key in attributes)
    if (child.patched[key] !== attributes[key]) child.setAttribute(key, attributes[key]);
  for (const key in child.patched) if (!(key in attributes)) child.removeAttribute(key);
  child.patched = attributes;
}
