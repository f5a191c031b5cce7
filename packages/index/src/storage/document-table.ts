import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BoundedMap, type JsonObject } from "@quarry/plugin/domain";
import { fieldValuesOf } from "../postings/field-value-list.ts";
import { SegmentBuilder } from "../postings/segment-builder.ts";
import type { Passage } from "../passages/passage.ts";
import { describedText, type SplitMetadata } from "../passages/split-metadata.ts";
import { DOCUMENT_COLUMNS, type DocumentRow, documentSum, requireDocument } from "./checksums.ts";
import { type DeletedRow, prepareAll } from "./segment-store.ts";

/** Maximum number of cached document numbers, by shared metadata. An ingestion works on a few documents at a time. */
const MAX_CACHED_NUMBERS = 256;
/**
 * Rows of a run that are read together. A document of client-supplied chunks can have one row per chunk, each with as
 * much metadata.
 */
const ROWS_PER_READ = 256;

interface StoredDocument {
  readonly number: number;
  readonly facts: number;
  readonly metadata: string;
}

const NO_TERMS = { terms: [], length: 0, words: new Set<string>() };

/**
 * Stores the data that passages of a run share, the number of these passages, and the filter terms of the data.
 * Collects the transaction's changes to the segments of documents. Runs inside the caller's transaction.
 */
export class DocumentTable {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #numbers = new BoundedMap<string, number>(MAX_CACHED_NUMBERS);
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

  /** Counts an added passage. Returns the number of its document. */
  add({ documentId, generation }: Passage, metadata: SplitMetadata["shared"]): number {
    const key = `${documentId}\0${generation}\0${metadata.json}`;
    const number = this.#numbers.ensure(key, () => this.#find(documentId, generation, metadata));
    this.#change(number, 1);
    return number;
  }

  /** Counts a removed passage. */
  remove(number: number): void {
    this.#change(number, -1);
  }

  /** Replaces the metadata shared by the passages of a run. The own fields of client-supplied chunks are preserved. */
  describe(documentId: string, generation: number, shared: string): void {
    const updateMetadata = describedText(shared);
    let after = 0;
    for (;;) {
      const rows = this.#statements.ofRun.all(documentId, generation, after, ROWS_PER_READ);
      for (const row of rows as unknown as readonly StoredDocument[]) {
        after = row.number;
        const updatedMetadata = updateMetadata(row.metadata);
        if (row.metadata === updatedMetadata) continue;
        const sum = documentSum(row.number, documentId, generation, updatedMetadata);
        this.#statements.setMetadata.run(updatedMetadata, sum, row.number);
        this.#deleted.push({ row: row.facts, length: 0 });
        this.#indexFieldValues(row.number, this.#next++, JSON.parse(updatedMetadata) as JsonObject);
      }
      if (rows.length < ROWS_PER_READ) break;
    }
    // The cache is keyed by the shared metadata.
    this.#numbers.clear();
  }

  /** Indexes the field values of a document again, unless it has done so since its postings were deleted. */
  reindex(number: number): void {
    const document = this.#statements.withoutFacts.get(number) as DocumentRow | undefined;
    if (document === undefined) return;
    requireDocument(document);
    this.#indexFieldValues(number, this.#next++, JSON.parse(document.metadata) as JsonObject);
  }

  /** Writes the counts. Returns the changes since the last call. */
  flush(): { readonly added: SegmentBuilder; readonly deleted: readonly DeletedRow[] } {
    for (const [number, change] of this.#changes) {
      this.#statements.count.run(change, number);
      const removed = change < 0 ? this.#statements.deleteEmpty.get(number) : undefined;
      if (removed === undefined) continue;
      this.#numbers.clear();
      this.#deleted.push({ row: Number(removed["facts"]), length: 0 });
    }
    this.#changes.clear();
    const changes = { added: this.#added, deleted: this.#deleted };
    this.#added = new SegmentBuilder();
    this.#deleted = [];
    return changes;
  }

  #find(documentId: string, generation: number, { json, value }: SplitMetadata["shared"]): number {
    const found = this.#statements.find.get(documentId, generation, json);
    if (found !== undefined) return Number(found["number"]);
    const number = this.#next++;
    const sum = documentSum(number, documentId, generation, json);
    this.#statements.insert.run(number, documentId, generation, json, sum);
    this.#indexFieldValues(number, number, value);
    return number;
  }

  #indexFieldValues(number: number, row: number, metadata: JsonObject): void {
    this.#statements.setFieldValueRow.run(row, number);
    this.#added.add({ row, id: "", document: number }, NO_TERMS, fieldValuesOf(metadata));
  }

  #change(number: number, by: number): void {
    this.#changes.set(number, (this.#changes.get(number) ?? 0) + by);
  }
}

const SQL = {
  // Only the last rows of a run: chunks with metadata of their own have a row each, and a search of all of them took
  // half of the time of a document of 10,000 chunks. An equal row that is not found is stored twice.
  find: `select number from (select number, metadata from document
    where document_id = ? and generation = ? order by number desc limit ${ROWS_PER_READ}) where metadata = ?`,
  withoutFacts: `select ${DOCUMENT_COLUMNS} from document where number = ? and facts is null`,
  insert: "insert into document (number, document_id, generation, metadata, passages, sum) values (?, ?, ?, ?, 0, ?)",
  ofRun: `select number, facts, metadata from document where document_id = ? and generation = ? and number > ?
    order by number limit ?`,
  setMetadata: "update document set metadata = ?, sum = ? where number = ?",
  setFieldValueRow: "update document set facts = ? where number = ?",
  count: "update document set passages = passages + ? where number = ?",
  deleteEmpty: "delete from document where number = ? and passages = 0 returning facts",
} as const;
