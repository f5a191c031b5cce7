import { BoundedMap } from "../bounded-map.ts";
import type { ValueColumn } from "./value-column.ts";

/** Reads a column of a segment. */
export type ReadColumn = () => ValueColumn;

/** The columns of one collection: a segment never changes, so they stay right. */
export type SegmentColumns = (segment: number, path: string, read: ReadColumn) => ValueColumn;

/** Columns that ranges were asked of, of all collections that a thread reads, within a bound of memory. */
export class KeptColumns {
  readonly #columns: BoundedMap<string, ValueColumn>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#columns = new BoundedMap(maxBytes, { weigh: ({ byteLength }) => byteLength });
  }

  /** Each call is for another collection. */
  collection(): SegmentColumns {
    const collection = ++this.#lastCollection;
    return (segment, path, read) => this.#columns.ensure(`${collection}/${segment}/${path}`, read);
  }
}
