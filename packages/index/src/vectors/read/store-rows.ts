import { randomInt } from "node:crypto";
import { appendToIndex, type IndexEnd, removeIndexFile, rowsPerSpan } from "../storage/index-file.ts";
import { type Column, computedColumn } from "../storage/row-columns.ts";
import { CodeMatrix } from "./code-matrix.ts";
import type { Mirror } from "./mirror.ts";
import { indexColumns } from "./stored-index.ts";

const MAX_ID = 2 ** 47;
/**
 * Clock difference after which a span is stored: spans also record removals, which must happen before the file trims
 * its tombstones.
 */
const CLOCK_PER_SPAN = 16_384;
/** When idle, rows are stored if a tenth of all is not stored. */
const STORED_SHARE = 0.9;

/** Whether enough rows in memory are unstored to store them even while there is other work. */
export const isSpanDue = (mirror: Mirror): boolean =>
  !mirror.isUnstorable &&
  mirror.vectors instanceof CodeMatrix &&
  (mirror.length - mirror.index.rows >= rowsPerSpan(columnsOfMirror(mirror, mirror.vectors)) ||
    mirror.clock - mirror.index.clock >= CLOCK_PER_SPAN);

export const hasManyUnstoredRows = ({ index, length }: Mirror): boolean => index.rows < STORED_SHARE * length;

/** Stores the next span of rows. */
export const storeSpan = (mirror: Mirror): void => {
  const codes = mirror.vectors as CodeMatrix;
  const { collection, index, clock, length } = mirror;
  const columns = columnsOfMirror(mirror, codes);
  const to = Math.min(length, index.rows + rowsPerSpan(columns));
  const state = { maxNorm: codes.maxNorm, clock, era: collection.eraOf(clock), removed: mirror.removed };
  const end: IndexEnd = index.rows === 0 ? { ...index, id: randomInt(1, MAX_ID) } : index;
  try {
    mirror.index = appendToIndex(collection.path, collection.dimension, end, { columns, to, ...state });
    mirror.removed = [];
  } catch {
    // For example, the disk is full: the next start takes longer. The index is removed, because it lacks later changes.
    mirror.isUnstorable = true;
    removeIndexFile(collection.path);
  }
};

const columnsOfMirror = (mirror: Mirror, codes: CodeMatrix): readonly Column[] =>
  indexColumns(
    computedColumn(Float64Array, (row) => (mirror.isLive(row) ? mirror.rid(row) : -mirror.rid(row))),
    computedColumn(Uint32Array, (row) => mirror.checksum(row)),
    codes,
  );
