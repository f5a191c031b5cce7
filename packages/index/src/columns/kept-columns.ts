import { BoundedMap } from "../bounded-map.ts";
import type { Column } from "./column.ts";

/** The columns of one collection's segments, each read when it is asked for first: a segment never changes, so they stay right. */
export interface SegmentColumns {
  readonly get: (segment: number, path: string) => Column | undefined;
  readonly add: (segment: number, path: string, column: Column) => void;
}

/** An order of the values may be made later: it takes so many bytes a value. */
const ORDER_BYTES = 4;

interface Kept {
  readonly column: Column;
  readonly bytes: number;
}

/** Columns of segments of all collections that a thread reads, within a bound of memory. */
export class KeptColumns {
  readonly #columns: BoundedMap<string, Kept>;
  #lastCollection = 0;

  constructor(maxBytes: number) {
    this.#columns = new BoundedMap(maxBytes, { weigh: ({ bytes }) => bytes });
  }

  /** Each call is for another collection. */
  collection(): SegmentColumns {
    const collection = ++this.#lastCollection;
    const keyOf = (segment: number, path: string): string => `${collection}/${segment}/${path}`;
    return {
      get: (segment, path) => this.#columns.get(keyOf(segment, path))?.column,
      add: (segment, path, column) =>
        this.#columns.set(keyOf(segment, path), { column, bytes: column.size + ORDER_BYTES * column.atoms.count }),
    };
  }
}
