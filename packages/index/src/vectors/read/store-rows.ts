import { randomInt } from "node:crypto";
import { appendToIndex, type IndexEnd, removeIndexFile, rowsPerStretch } from "../storage/index-file.ts";
import { type Column, computedColumn } from "../storage/row-columns.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import { indexColumns } from "./stored-index.ts";

const MOST_ID = 2 ** 47;
/** A span also says what was removed: before what the file remembers of that is gone. */
const CLOCK_PER_STRETCH = 16_384;
/** With nothing else to do, rows are stored when a tenth of all is not. */
const STORED_SHARE = 0.9;

/** Whether so many rows in memory are unstored that they should be stored, even while there is more to do. */
export const isStretchFull = (mirror: Mirror): boolean =>
  mirror.vectors instanceof CodeMatrix &&
  (mirror.length - mirror.index.rows >= rowsPerStretch(columnsOfMirror(mirror, mirror.vectors)) ||
    mirror.clock - mirror.index.clock >= CLOCK_PER_STRETCH);

export const isMuchUnstored = ({ index, length }: Mirror): boolean => index.rows < STORED_SHARE * length;

/** Stores the next span of rows. */
export const storeSpan = (mirror: Mirror): void => {
  const codes = mirror.vectors as CodeMatrix;
  const { collection, index, clock, length } = mirror;
  const columns = columnsOfMirror(mirror, codes);
  const to = Math.min(length, index.rows + rowsPerStretch(columns));
  const state = { longest: codes.longest, clock, era: collection.eraOf(clock), removed: mirror.removed };
  const end: IndexEnd = index.rows === 0 ? { ...index, id: randomInt(1, MOST_ID) } : index;
  try {
    mirror.index = appendToIndex(collection.path, collection.dimension, end, { columns, to, ...state });
    mirror.removed = [];
  } catch {
    // A full disk, say: the next start takes longer. What is there of it lacks what came since.
    mirror.isUnstorable = true;
    removeIndexFile(collection.path);
  }
};

const columnsOfMirror = (mirror: Mirror, codes: CodeMatrix): readonly Column[] =>
  indexColumns(
    computedColumn(Float64Array, (row) => (mirror.isLive(row) ? mirror.rid(row) : -mirror.rid(row))),
    computedColumn(Uint32Array, (row) => mirror.check(row)),
    codes,
  );
