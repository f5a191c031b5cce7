import type { DatabaseSync, StatementSync } from "node:sqlite";
import { presentWord } from "@quarry/plugin/facts";
import type { Checkpoint } from "@quarry/plugin/workers/inside";
import { decodeSegmentRows, isDeleted, type SegmentRows } from "../postings/segment-rows.ts";
import { blockOf, findInBlock, forEachInBlock, type VisitTerm } from "../postings/term-blocks.ts";
import { FIELD_VALUE, WORD } from "../postings/marks.ts";
import type { PostingList } from "../postings/posting-list.ts";
import type { Column } from "../columns/column.ts";
import type { CollectionSegmentCache, SegmentCache } from "../segment-cache.ts";
import { makeColumn } from "../columns/column-kinds.ts";
import type { FieldValueView, SegmentSource } from "../columns/posting-source.ts";
import type { IndexView, SegmentView } from "../query/index-view.ts";
import type { CachedPostings, CachedTerms } from "../query/cached-postings.ts";
import { type CountedWord, WordList } from "../spelling/word-list.ts";
import { BLOCK, damaged, DELETED_OF, ROWS_OF, TERMS_OF, verifiedData } from "./checksums.ts";
import { BLOCKS_PER_SEGMENT, DOCUMENTS, LIVE } from "./schema.ts";
import { prepareAll, type Segment } from "./segment-store.ts";

interface SegmentRecord extends Readonly<Segment> {
  readonly deletedVersion: number;
  readonly kind: number;
}

/** Maximum number of cached paths of a segment: some 100 bytes each. */
const MAX_CACHED_PATHS = 1_000;
/** First character of the terms that mark the presence of a value at a path. */
const PRESENT = presentWord("").slice(0, 1);

/** Values read between two checks of whether the caller still waits. */
const VALUES_PER_CHECK = 4_096;

/** Reads the segments of a collection. Every method runs inside the caller's snapshot. */
export class SegmentViews implements SegmentSource {
  readonly terms: CachedTerms;
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #columns: CollectionSegmentCache<Column>;
  /**
   * Paths of each segment. The key is the segment's `rows` array, which is the same for all versions of the segment.
   */
  readonly #paths = new WeakMap<Uint32Array, ReadonlySet<string>>();
  readonly #checkpoint: Checkpoint;
  #current: FieldValueView = { passages: { version: -1, segments: [], liveCount: 0, liveLength: 0 }, documents: [] };

  constructor(database: DatabaseSync, postings: CachedPostings, columns: SegmentCache<Column>, checkpoint: Checkpoint) {
    this.#statements = prepareAll(database, SQL);
    this.terms = postings.collection((segment, term, encoded) => this.#find(segment, term, encoded), checkpoint);
    this.#columns = columns.collection();
    this.#checkpoint = checkpoint;
  }

  /** Returns the snapshot's segments. Reads only those that are new or changed. */
  view(): IndexView {
    return this.fieldValues().passages;
  }

  /** Same as `view`, plus the segments of the metadata that passages of a document share. */
  fieldValues(): FieldValueView {
    const version = Number(this.#statements.version.get()!["version"]);
    const { passages, documents } = this.#current;
    if (version === passages.version) return this.#current;
    const known = new Map([...passages.segments, ...documents].map((segment) => [segment.number, segment]));
    const segmentsOf = (records: readonly SegmentRecord[]): readonly SegmentView[] =>
      records.map((record) => this.#segment(record, known.get(record.number)));
    const records = this.#statements.segments.all() as unknown as SegmentRecord[];
    const ofPassages = records.filter(({ kind }) => kind !== DOCUMENTS);
    this.#current = {
      passages: {
        version,
        segments: segmentsOf(ofPassages),
        liveCount: ofPassages.reduce((sum, { liveCount }) => sum + liveCount, 0),
        liveLength: ofPassages.reduce((sum, { liveLength }) => sum + liveLength, 0),
      },
      documents: segmentsOf(records.filter(({ kind }) => kind === DOCUMENTS)),
    };
    return this.#current;
  }

  mayContain(segment: SegmentView, path: string): boolean {
    const known = this.#paths.get(segment.rows) ?? this.#readPaths(segment);
    return known.size > MAX_CACHED_PATHS || known.has(presentWord(path));
  }

  /** Reads the terms that mark which paths a segment has: all of them, or `MAX_CACHED_PATHS` plus one. */
  #readPaths(segment: SegmentView): ReadonlySet<string> {
    const paths = new Set<string>();
    this.#forEachTerm(segment, FIELD_VALUE.text + PRESENT, (bytes, start, end) => {
      if (paths.size <= MAX_CACHED_PATHS) paths.add(PRESENT + bytes.toString("utf8", start, end));
    });
    this.#paths.set(segment.rows, paths);
    return paths;
  }

  rowsWith(segment: SegmentView, fieldValue: string): PostingList | undefined {
    const term = FIELD_VALUE.text + fieldValue;
    return this.#find(segment, term, Buffer.from(term));
  }

  /** Calls `visit` for each entry of a segment that begins with `prefix`, which includes the mark. */
  #forEachTerm(segment: SegmentView, prefix: string, visit: VisitTerm): void {
    const encoded = Buffer.from(prefix);
    const first = segment.number * BLOCKS_PER_SEGMENT;
    for (let index = Math.max(0, blockOf(segment.firstTerms, prefix)); index < segment.firstTerms.length; index++) {
      // The block that could contain the prefix itself can end before it.
      const firstTerm = segment.firstTerms[index]!;
      if (firstTerm > prefix && !firstTerm.startsWith(prefix)) return;
      if (!forEachInBlock(this.#block(first + index), encoded, visit)) return;
    }
  }

  column(segment: SegmentView, key: string): Column {
    return this.#columns.ensure(segment.number, () => this.#readColumn(segment, key), key);
  }

  #readColumn(segment: SegmentView, key: string): Column {
    let count = 0;
    const column = makeColumn(key);
    column.kind.fill(column, segment.rows.length, (prefix, visit) =>
      this.#forEachTerm(segment, FIELD_VALUE.text + prefix, (...valueTerm) => {
        visit(...valueTerm);
        if (++count % VALUES_PER_CHECK === 0) this.#checkpoint();
      }),
    );
    return column;
  }

  #find(segment: SegmentView, term: string, encoded: Buffer): PostingList | undefined {
    const index = blockOf(segment.firstTerms, term);
    if (index < 0) return undefined;
    return findInBlock(this.#block(segment.number * BLOCKS_PER_SEGMENT + index), encoded);
  }

  /** Reads the spelling dictionary of a segment completely. */
  words(segment: SegmentView): WordList {
    const words: CountedWord[] = [];
    this.#forEachTerm(segment, WORD.text, (bytes, start, end, { count }) =>
      words.push({ word: bytes.toString("utf8", start, end), count }),
    );
    return new WordList(words);
  }

  #block(id: number): Uint8Array {
    return verifiedData(this.#statements.block.get(id), BLOCK, id);
  }

  #segment(record: SegmentRecord, known: SegmentView | undefined): SegmentView {
    const { number, firstRow, deletedVersion } = record;
    if (known?.deletedVersion === deletedVersion) return known;
    const deletedRow = this.#statements.deleted.get(number);
    const deleted = deletedRow && verifiedData<Uint8Array>(deletedRow, DELETED_OF, number);
    if (known !== undefined) return { ...known, deletedVersion, deleted };
    const rows = decodeSegmentRows(verifiedData(this.#statements.rows.get(number), ROWS_OF, number));
    requireCounts(record, rows, deleted);
    const firstTerms = JSON.parse(verifiedData(this.#statements.terms.get(number), TERMS_OF, number)) as string[];
    return { ...rows, number, firstRow, deletedVersion, deleted, firstTerms };
  }
}

/** Fails with `damaged` if the stored counts don't match the segment's rows: scores depend on them. */
const requireCounts = (
  record: SegmentRecord,
  { rows, lengths }: SegmentRows,
  deleted: Uint8Array | undefined,
): void => {
  let [count, length] = [0, 0];
  for (let ordinal = 0; ordinal < rows.length; ordinal += 1) {
    if (isDeleted(deleted, ordinal)) continue;
    count += 1;
    length += lengths[ordinal]!;
  }
  const { number, firstRow, rowCount, liveCount, liveLength } = record;
  if (count === liveCount && length === liveLength && rows.length === rowCount && rows[0] === firstRow) return;
  throw damaged(`the counts of segment ${number} are not those of its passages`);
};

const SQL = {
  version: "select version from state",
  segments: `select number, first_row as firstRow, row_count as rowCount, live_count as liveCount, live_length as liveLength,
    deleted_version as deletedVersion, kind from segment where status = ${LIVE} order by first_row`,
  rows: "select data, sum from segment_rows where segment = ?",
  terms: "select data, sum from segment_terms where segment = ?",
  deleted: "select data, sum from segment_deleted where segment = ?",
  block: "select data, sum from block where id = ?",
} as const;
