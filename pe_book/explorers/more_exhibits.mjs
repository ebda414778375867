import STORED from "../data/gallery_more_tables.json" with { type: "json" };
import { viewOfTables } from "../mistakes/view.mjs";

export const update = (settings) => viewOfTables(STORED, settings);
