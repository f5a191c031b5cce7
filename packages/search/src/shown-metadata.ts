import type { Passage } from "@quarry/index";
import type { JsonObject } from "@quarry/plugin/domain";
import { tablePlaceAfter, unpackBlocks } from "@quarry/text";

/**
 * Returns the metadata shown in answers: the stored metadata and, for a chunk of a table, `table` with the number of
 * the table in its document and the rows contained in the text. `table` is derived from the chunk's blocks, so no index
 * and no store contains it. A field of this name in the upload's metadata takes precedence.
 */
export const shownMetadata = (passage: Passage): JsonObject => {
  const { metadata } = passage;
  if (Object.hasOwn(metadata, "table")) return metadata;
  const table = tableOf(passage, metadata);
  return table === undefined ? metadata : { ...metadata, table };
};

type TableRows = {
  readonly number: number;
  readonly first_row: number | null;
  readonly last_row: number | null;
};

/** Returns the table with the most rows, or the first of those. */
const tableOf = ({ documentId, layout = "" }: Passage, { start_char: start }: JsonObject): TableRows | undefined => {
  const found = documentId === "" || typeof start !== "number" ? undefined : unpackBlocks(layout, start);
  if (found === undefined) return undefined;
  let [place, open, best] = [found.before, NO_ROWS, NO_ROWS];
  for (const block of found.blocks) {
    place = tablePlaceAfter(place, block);
    if (block.kind !== "table_row" && block.kind !== "table_header") continue;
    if (open.number !== place.tables) open = { number: place.tables, first: place.rows, last: place.rows };
    else open = { ...open, first: open.first === 0 ? place.rows : open.first, last: place.rows };
    if (best.number === open.number || best.number === 0 || rowsIn(open) > rowsIn(best)) best = open;
  }
  if (best.number === 0) return undefined;
  const [first_row, last_row] = rowsIn(best) === 0 ? [null, null] : [best.first, best.last];
  return { number: best.number, first_row, last_row };
};

/** Row 0 is the header. */
const NO_ROWS = { number: 0, first: 0, last: 0 };

const rowsIn = ({ first, last }: typeof NO_ROWS): number => (last === 0 ? 0 : last - first + 1);
