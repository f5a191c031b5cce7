import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonObject } from "@quarry/plugin/domain";
import { passageTerms } from "../postings/passage-terms.ts";
import { BuiltSegment, type BuiltTerms } from "../postings/built-terms.ts";
import { type NewSegment, SegmentBuilder } from "../postings/segment-builder.ts";
import type { Passage } from "../passages/passage.ts";
import { headSum, PASSAGE_COLUMNS, type PassageRow, requirePassage, textSum } from "./checksums.ts";
import { DocumentTable } from "./document-table.ts";
import { fieldValuesOf } from "../postings/field-value-list.ts";
import { type DeletedRow, prepareAll } from "./segment-store.ts";
import { splitMetadata } from "../passages/split-metadata.ts";
import { vectorIdOf } from "../passages/vector-id.ts";
import type { ExpectedVersions } from "../passages/vector-write-log.ts";

interface StoredRow {
  readonly row: number;
  readonly vectorVersion: string;
  readonly document: number;
  readonly length: number;
}

/** Writes passages. Collects the transaction's changes to the keyword index. */
export class PassageTable {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly documents: DocumentTable;
  #nextRow: number;
  /** New segments in the order of their rows. */
  #added: NewSegment[] = [];
  #deleted: DeletedRow[] = [];

  constructor(database: DatabaseSync, nextRow: number, nextDocument: number) {
    this.#statements = prepareAll(database, SQL);
    this.documents = new DocumentTable(database, nextDocument);
    this.#nextRow = nextRow;
  }

  get nextRow(): number {
    return this.#nextRow;
  }

  /** Returns the vector version of a passage; null if the passage doesn't exist. */
  versionOf(id: string): string | null {
    return (this.#statements.byId.get(id) as StoredRow | undefined)?.vectorVersion ?? null;
  }

  /** Begins a segment of passages whose terms are already built. All of them must be put next, in order. */
  beginBuilt(terms: BuiltTerms): BuiltSegment {
    const segment = new BuiltSegment(terms);
    this.#added.push(segment);
    return segment;
  }

  /**
   * Writes a passage. Analyses it, unless its terms are in `built`. Returns the vector version of the passage that it
   * replaces.
   */
  put(passage: Passage, built?: BuiltSegment): string | undefined {
    const previous = this.#statements.byId.get(passage.id) as StoredRow | undefined;
    if (previous !== undefined) this.#delete(previous);
    const { shared, own } = splitMetadata(passage);
    const document = this.documents.add(passage, shared);
    const row = this.#nextRow++;
    const { id, chunkIndex, tokenCount, contextText, text, layout = "", vectorVersion = "" } = passage;
    const length =
      built === undefined
        ? this.#builder().add({ row, id, document }, passageTerms(passage), fieldValuesOf(own.value))
        : built.add({ row, id, document });
    const head = headSum({ row, id, document, chunkIndex, tokenCount, ownMetadata: own.json, vectorVersion });
    const numbers = [row, id, document, chunkIndex, tokenCount, length] as const;
    const sums = [head, textSum(contextText, text, layout)] as const;
    this.#statements.insert.run(...numbers, own.json, contextText, text, vectorVersion, ...sums, layout);
    return previous?.vectorVersion;
  }

  removeGeneration(documentId: string, generation: number): void {
    for (const row of this.#statements.ofGeneration.all(documentId, generation))
      this.#delete(row as unknown as StoredRow);
  }

  removeDocument(documentId: string): void {
    for (const row of this.#statements.ofDocument.all(documentId)) this.#delete(row as unknown as StoredRow);
  }

  /** Removes the passages among `ids` that exist and have the expected vector versions. Returns their vector ids. */
  removeIds(ids: readonly string[], expected?: ExpectedVersions): readonly string[] {
    const vectorIds: string[] = [];
    for (const [at, id] of ids.entries()) {
      const row = this.#statements.byId.get(id) as StoredRow | undefined;
      if (row === undefined || (expected !== undefined && expected[at] !== row.vectorVersion)) continue;
      this.#delete(row);
      vectorIds.push(vectorIdOf({ id, vectorVersion: row.vectorVersion }));
    }
    return vectorIds;
  }

  /** Returns the changes since the last call. */
  takeChanges(): { readonly added: readonly NewSegment[]; readonly deleted: readonly DeletedRow[] } {
    const changes = { added: this.#added, deleted: this.#deleted };
    this.#added = [];
    this.#deleted = [];
    return changes;
  }

  /** Returns the builder of the last segment, which the next passage belongs to. */
  #builder(): SegmentBuilder {
    const last = this.#added.at(-1);
    if (last instanceof SegmentBuilder) return last;
    const builder = new SegmentBuilder();
    this.#added.push(builder);
    return builder;
  }

  /** Indexes up to `limit` passages with rows above `after` again, in order. */
  reindex(after: number, limit: number): SegmentBuilder {
    const builder = new SegmentBuilder();
    for (const passage of this.#statements.after.all(after, limit) as unknown as PassageRow[]) {
      requirePassage(passage);
      const fieldValues = fieldValuesOf(JSON.parse(passage.ownMetadata) as JsonObject);
      const length = builder.add(passage, passageTerms(passage), fieldValues);
      this.#statements.setLength.run(length, passage.row);
      this.documents.reindex(passage.document);
    }
    return builder;
  }

  #delete({ row, document, length }: Omit<StoredRow, "vectorVersion">): void {
    this.#statements.delete.run(row);
    this.documents.remove(document);
    this.#deleted.push({ row, length });
  }
}

const SQL = {
  byId: "select row, document, length, vector_version as vectorVersion from passage where id = ?",
  insert: `insert into passage (row, id, document, chunk_index, token_count, length, metadata, context, text,
    vector_version, head_sum, text_sum, boxes) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  delete: "delete from passage where row = ?",
  ofGeneration: `select row, document, length from passage where document in
    (select number from document where document_id = ? and generation = ?)`,
  ofDocument: `select row, document, length from passage where document in
    (select number from document where document_id = ?)`,
  after: `select ${PASSAGE_COLUMNS} from passage where row > ? order by row limit ?`,
  setLength: "update passage set length = ? where row = ?",
} as const;
