import STORED from "../data/gallery_equations.json" with { type: "json" };
import { view } from "../mistakes/view.mjs";

export const update = (settings) => view(STORED, settings);
