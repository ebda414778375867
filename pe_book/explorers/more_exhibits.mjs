import STORED from "../data/gallery_more_tables.json" with { type: "json" };
import { view } from "../mistakes/view.mjs";

export const update = (settings) => view(STORED, settings);
