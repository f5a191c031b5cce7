import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type DirectCount, type DirectPage, type DirectRange, MOST_SCANNED } from "../passages/direct-range.ts";
import { hasBit } from "../columns/row-bits.ts";
import type { RowSet } from "../columns/row-set.ts";
import type { StoredPassage } from "../passages/protocol.ts";
import type { RowFilter } from "../query/row-filter.ts";
import { prepareAll } from "./segment-store.ts";

/** Rows that match a filter in a collection. */
export interface FilteredRows {
  readonly rows: RowSet;
  /** Filter for rows that the field values can't decide. */
  readonly undecidedFilter: RowFilter | undefined;
}

/** A row that a filter can match. `wasScanned` is set if its metadata had to be read. */
interface MatchedRow {
  readonly row: number;
  readonly isMatch: boolean;
  readonly wasScanned: boolean;
}

/** Reads the direct passages in order of their rows. Every method runs inside the caller's snapshot. */
export class DirectReads {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #byRow: (row: number) => StoredPassage;

  constructor(database: DatabaseSync, byRow: (row: number) => StoredPassage) {
    this.#statements = prepareAll(database, SQL);
    this.#byRow = byRow;
  }

  page(range: Omit<DirectRange, "filter">, filtered: FilteredRows | undefined): DirectPage<StoredPassage> {
    const { rows, end } = filtered === undefined ? this.#rows(range) : this.#matching(range, filtered);
    const passages: StoredPassage[] = [];
    let characters = 0;
    for (const row of rows) {
      const passage = this.#byRow(row);
      passages.push(passage);
      characters += passage.text.length + passage.ownMetadata.length;
      if (characters >= range.maxCharacters) return { passages, next: row };
    }
    return { passages, next: end };
  }

  count(filtered: FilteredRows | undefined): DirectCount {
    const document = this.#document();
    if (document === undefined) return { count: 0, last: undefined };
    const last = this.#statements.last.get(document.number)?.["row"] as number | undefined;
    if (filtered === undefined) return { count: document.passages, last };
    let count = 0;
    for (const { isMatch } of this.#scan(filtered, {})) if (isMatch) count += 1;
    return { count, last };
  }

  /** Returns the document of the direct passages. They all share the same empty metadata, so there is at most one. */
  #document(): { readonly number: number; readonly passages: number } | undefined {
    return this.#statements.document.get() as { number: number; passages: number } | undefined;
  }

  #rows({ after = -1, upTo = Number.MAX_SAFE_INTEGER, limit }: Omit<DirectRange, "filter">) {
    const found = this.#statements.rows.all(this.#document()?.number ?? null, after, upTo, limit);
    const rows = found.map(({ row }) => Number(row));
    return { rows, end: rows.length < limit ? undefined : rows.at(-1) };
  }

  #matching({ limit, ...range }: Omit<DirectRange, "filter">, filtered: FilteredRows) {
    const rows: number[] = [];
    let scans = 0;
    for (const { row, isMatch, wasScanned } of this.#scan(filtered, range)) {
      if (isMatch) rows.push(row);
      if (wasScanned) scans += 1;
      if (rows.length === limit || scans === MOST_SCANNED) return { rows, end: row };
    }
    return { rows, end: undefined };
  }

  *#scan(
    { rows, undecidedFilter }: FilteredRows,
    { after = -1, upTo = Infinity }: Pick<DirectRange, "after" | "upTo">,
  ): Generator<MatchedRow> {
    const document = this.#document()?.number;
    for (const [index, segment] of rows.view.segments.entries()) {
      const last = segment.rows.at(-1);
      if (last === undefined || last <= after) continue;
      const bits = rows.bitsOf(index);
      for (let ordinal = 0; ordinal < segment.rows.length; ordinal += 1) {
        // Skips a whole word of rows that don't match.
        if ((ordinal & 31) === 0 && bits[ordinal >>> 5] === 0) ordinal += 31;
        else if (hasBit(bits, ordinal) && segment.documents[ordinal] === document) {
          const row = segment.rows[ordinal]!;
          if (row <= after) continue;
          if (row > upTo) return;
          const wasScanned = undecidedFilter !== undefined && !rows.isCertain(index, ordinal);
          const isMatch = !wasScanned || undecidedFilter.matches(row, segment.documents[ordinal]!);
          yield { row, isMatch, wasScanned };
        }
      }
    }
  }
}

const SQL = {
  document: "select number, passages from document where document_id = '' and passages > 0",
  rows: "select row from passage where document = ? and chunk_index = 0 and row between ? + 1 and ? order by row limit ?",
  last: "select row from passage where document = ? and chunk_index = 0 order by row desc limit 1",
} as const;
