import STORED from "../data/gallery_tables.json" with { type: "json" };
import { view, withTables } from "../mistakes/view.mjs";

const EXHIBITS = withTables(STORED);

export const update = (settings) => view(EXHIBITS, settings);
