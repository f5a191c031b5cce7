import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonObject } from "@quarry/plugin/domain";
import { fieldValuesOf } from "../postings/field-value-list.ts";
import { SegmentBuilder } from "../postings/segment-builder.ts";
import type { Passage } from "../passages/passage.ts";
import { describedText, type SplitMetadata } from "../passages/split-metadata.ts";
import { documentSum, requireDocument } from "./checksums.ts";
import { type DeletedRow, prepareAll } from "./segment-store.ts";

/** Documents remembered by what their passages share; an ingest works on a few at a time. */
const MOST_CACHED = 256;
/** Rows of a run read together: a document of given chunks may have as many as chunks, with as much metadata each. */
const AT_ONCE = 256;

interface StoredDocument {
  readonly number: number;
  readonly facts: number | null;
  readonly metadata: string;
}

type Sums = Parameters<typeof requireDocument>[0];

const NO_TERMS = { terms: [], length: 0, words: new Set<string>() };

/**
 * Shared data of the passages of a document's run, their number, and the filter terms that find them. Collects what the
 * transaction changes in the segments of documents. Runs inside the caller's transaction.
 */
export class DocumentTable {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #numbers = new Map<string, number>();
  readonly #changes = new Map<number, number>();
  #added = new SegmentBuilder();
  #deleted: DeletedRow[] = [];
  #next: number;

  constructor(database: DatabaseSync, next: number) {
    this.#statements = prepareAll(database, SQL);
    this.#next = next;
  }

  get next(): number {
    return this.#next;
  }

  /** Counts a passage that is added, and gives the number of its document. */
  add({ documentId, generation }: Passage, metadata: SplitMetadata["shared"]): number {
    const key = `${documentId}\0${generation}\0${metadata.json}`;
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#find(documentId, generation, metadata);
      if (this.#numbers.size >= MOST_CACHED) this.#numbers.clear();
      this.#numbers.set(key, number);
    }
    this.#change(number, 1);
    return number;
  }

  /** Counts a passage that is removed. */
  remove(number: number): void {
    this.#change(number, -1);
  }

  /** Puts this in the place of what the passages of a run share, but for what chunks were given of their own. */
  describe(documentId: string, generation: number, shared: string): void {
    const describedOf = describedText(shared);
    let after = 0;
    for (;;) {
      const rows = this.#statements.ofRun.all(documentId, generation, after, AT_ONCE);
      for (const row of rows as unknown as readonly StoredDocument[]) {
        after = row.number;
        const described = describedOf(row.metadata);
        if (row.metadata === described) continue;
        const sum = documentSum(row.number, documentId, generation, described);
        this.#statements.setMetadata.run(described, sum, row.number);
        if (row.facts !== null) this.#deleted.push({ row: row.facts, length: 0 });
        this.#post(row.number, this.#next++, JSON.parse(described) as JsonObject);
      }
      if (rows.length < AT_ONCE) break;
    }
    // They are remembered by what was shared.
    this.#numbers.clear();
  }

  /** Sees to it that the field values of a document of before there were any are written. */
  markFieldValues(number: number): void {
    const document = this.#statements.document.get(number) as (StoredDocument & Sums) | undefined;
    if (document === undefined || document.facts !== null) return;
    requireDocument(document);
    this.#post(number, this.#next++, JSON.parse(document.metadata) as JsonObject);
  }

  /** Writes the counts, and hands over what has changed since the last call. */
  flush(): { readonly added: SegmentBuilder; readonly deleted: readonly DeletedRow[] } {
    for (const [number, change] of this.#changes) {
      this.#statements.count.run(change, number);
      const removed = change < 0 ? this.#statements.deleteEmpty.get(number) : undefined;
      if (removed === undefined) continue;
      this.#numbers.clear();
      if (removed["facts"] !== null) this.#deleted.push({ row: Number(removed["facts"]), length: 0 });
    }
    this.#changes.clear();
    const changes = { added: this.#added, deleted: this.#deleted };
    this.#added = new SegmentBuilder();
    this.#deleted = [];
    return changes;
  }

  #find(documentId: string, generation: number, { json, value }: SplitMetadata["shared"]): number {
    const found = this.#statements.find.get(documentId, generation, json) as StoredDocument | undefined;
    if (found?.facts === null) this.#post(found.number, this.#next++, value);
    if (found !== undefined) return found.number;
    const number = this.#next++;
    const sum = documentSum(number, documentId, generation, json);
    this.#statements.insert.run(number, documentId, generation, json, sum);
    this.#post(number, number, value);
    return number;
  }

  #post(number: number, row: number, metadata: JsonObject): void {
    this.#statements.setFacts.run(row, number);
    this.#added.add({ row, id: "", document: number }, NO_TERMS, fieldValuesOf(metadata));
  }

  #change(number: number, by: number): void {
    this.#changes.set(number, (this.#changes.get(number) ?? 0) + by);
  }
}

const SQL = {
  find: "select number, facts from document where document_id = ? and generation = ? and metadata = ?",
  document: `select number, document_id as documentId, generation, metadata, sum as documentSum, facts
    from document where number = ?`,
  insert: "insert into document (number, document_id, generation, metadata, passages, sum) values (?, ?, ?, ?, 0, ?)",
  ofRun: `select number, facts, metadata from document where document_id = ? and generation = ? and number > ?
    order by number limit ?`,
  setMetadata: "update document set metadata = ?, sum = ? where number = ?",
  setFacts: "update document set facts = ? where number = ?",
  count: "update document set passages = passages + ? where number = ?",
  deleteEmpty: "delete from document where number = ? and passages = 0 returning facts",
} as const;
