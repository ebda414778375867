// A figure as the text of one SVG, for pages before their scripts, for paper, and for notebooks that have
// only been saved. Its heat maps are PNG images of a pixel for each cell.

import { crc32, deflateSync } from "node:zlib";
import { px } from "./axis.mjs";
import { Figure } from "./figure.mjs";
import { colored, frameOf, nodesOf, planOf } from "./scene.mjs";

const PNG = [137, 80, 78, 71, 13, 10, 26, 10];
const RGBA = 6; // the color type of PNG
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** The SVG of traces and a layout; `alt` describes it. A scene has two, of which the page's width chooses. */
export function still({ data, layout, scene }, tokens, alt, kind) {
  if (scene) return stillOf(scene, tokens, alt, false) + stillOf(scene, tokens, alt, true);
  const figure = new Figure(tokens);
  figure.show({ data, layout });
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    role: "img",
    class: kind,
    "aria-label": alt,
    ...figure.frameOf(),
  };
  const maps = figure.heatMaps().map((map) => imageOf(figure, map));
  return markup(["svg", attributes, [...maps, ...figure.sheet()]]);
}

function stillOf(given, tokens, alt, narrow) {
  const scene = colored(given, tokens);
  const plan = planOf(scene, narrow);
  const attributes = { xmlns: "http://www.w3.org/2000/svg", role: "img", "aria-label": alt };
  const frame = { ...frameOf(plan), class: narrow ? "pe-narrow" : "pe-wide" };
  return markup(["svg", { ...attributes, ...frame }, nodesOf(scene, plan)]);
}

function imageOf(figure, map) {
  const { left, top, width, height } = figure.boxOf(map);
  const place = { x: px(left), y: px(top), width: px(width), height: px(height) };
  const attributes = { preserveAspectRatio: "none", style: "image-rendering:pixelated" };
  return ["image", { ...place, ...attributes, href: dataAddress(figure.pixelsOf(map)) }];
}

/** What was described, as text. */
export function markup([tag, attributes, inside = []]) {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const written = given.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  const content = Array.isArray(inside) ? inside.map(markup).join("") : escaped(inside);
  return `<${tag}${written}>${content}</${tag}>`;
}

const escaped = (value) => String(value).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);

/** Pixels as the address of a PNG. */
function dataAddress({ columns, rows, words }) {
  const pixels = Buffer.from(words.buffer);
  const lines = Array.from({ length: rows }, (_, row) => [
    Buffer.of(0), // each line as it is, without a filter
    pixels.subarray(4 * columns * row, 4 * columns * (row + 1)),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(rows, 4);
  header.set([8, RGBA], 8);
  const png = Buffer.concat([
    Buffer.from(PNG),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}

function chunk(type, data) {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
