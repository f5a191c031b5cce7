import type { DatabaseSync, StatementSync } from "node:sqlite";
import { BoundedMap, type JsonObject } from "@quarry/plugin/domain";
import type { SomePassages } from "../passages/passage-index.ts";
import type { DocumentGeneration, PassageText } from "../passages/passage.ts";
import type { StoredPassage } from "../passages/protocol.ts";
import type { MetadataSource, SharedMetadata } from "../query/row-filter.ts";
import type { LogRow } from "../passages/vector-write-log.ts";
import type { PassageIndexError } from "../passages/passage-index-error.ts";
import {
  damaged,
  DOCUMENT_COLUMNS,
  type DocumentRow,
  HEAD_COLUMNS,
  PASSAGE_COLUMNS,
  type PassageHead,
  type PassageRow,
  requireDocument,
  requireHead,
  requirePassage,
  requireText,
  TEXT_COLUMNS,
  type TextRow,
} from "./checksums.ts";
import { prepareAll } from "./segment-store.ts";

/**
 * Number of cached metadata objects of each kind: some 10 MB at 500 bytes each. Row numbers are never reused, so
 * entries stay valid.
 */
const CACHED_METADATA = 20_000;

/** Number of cached identities of passages: some 4 MB. Common words find the same passages again and again. */
const CACHED_IDENTITIES = 20_000;

type StoredRow = PassageRow & StoredPassage & Pick<DocumentRow, "documentSum">;

interface Identity extends DocumentGeneration {
  readonly id: string;
  readonly vectorVersion: string;
}

/** Reads the passages of a collection. Every method runs inside the caller's snapshot. */
export class PassageReads implements MetadataSource {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #shared = new BoundedMap<number, SharedMetadata>(CACHED_METADATA);
  readonly #completeMetadata = new BoundedMap<number, JsonObject>(CACHED_METADATA);
  readonly #identities = new Map<number, Identity>();

  constructor(database: DatabaseSync) {
    this.#statements = prepareAll(database, SQL);
  }

  /** Returns passages by id. Stops after the passage that reaches `maxCharacters`. */
  get(ids: readonly string[], maxCharacters?: number): SomePassages<StoredPassage> {
    return readUntil(maxCharacters, ids, (id) => {
      const found = this.#statements.byId.get(id) as StoredRow | undefined;
      return found && checked(found);
    });
  }

  byRows(rows: readonly number[], maxCharacters?: number): readonly StoredPassage[] {
    return readUntil(maxCharacters, rows, (row) => this.byRow(row)).passages;
  }

  byRow(row: number): StoredPassage {
    const found = this.#statements.byRow.get(row) as StoredRow | undefined;
    if (found === undefined) throw noPassage(row);
    return checked(found);
  }

  scan(after: string | undefined, limit: number): readonly StoredPassage[] {
    const { fromFirst, scan } = this.#statements;
    const found = after === undefined ? fromFirst.all(limit) : scan.all(after, limit);
    return (found as unknown as StoredRow[]).map(checked);
  }

  generations(): readonly DocumentGeneration[] {
    return this.#statements.generations.all().map((row) => ({
      documentId: String(row["documentId"]),
      generation: Number(row["generation"]),
    }));
  }

  vectorWrites(): readonly LogRow[] {
    return this.#statements.vectorWrites.all().map((row) => ({
      version: String(row["version"]),
      kind: Number(row["kind"]),
      ids: String(row["ids"]),
      // Infinite, because only one process uses the file.
      ageMs: Number.POSITIVE_INFINITY,
    }));
  }

  rowOf(id: string): number | undefined {
    const found = this.#statements.rowOfId.get(id) as PassageHead | undefined;
    if (found === undefined) return undefined;
    requireHead(found);
    return found.row;
  }

  idOf(row: number): string {
    return this.#head(row).id;
  }

  textOf(row: number): PassageText {
    const found = this.#statements.text.get(row) as TextRow | undefined;
    if (found === undefined) throw noPassage(row);
    requireText(row, found);
    return found;
  }

  identify(row: number): Identity {
    let identity = this.#identities.get(row);
    if (identity === undefined) {
      const { id, document, vectorVersion = "" } = this.#head(row);
      const { documentId, generation } = this.#document(document);
      identity = { id, documentId, generation, vectorVersion };
      // LRU bookkeeping would cost more than reading all of them again now and then.
      if (this.#identities.size >= CACHED_IDENTITIES) this.#identities.clear();
      this.#identities.set(row, identity);
    }
    return identity;
  }

  shared(document: number): SharedMetadata {
    return this.#shared.ensure(document, () => {
      const found = this.#document(document);
      return { documentId: found.documentId, metadata: JSON.parse(found.metadata) as JsonObject };
    });
  }

  completeMetadata(row: number): JsonObject {
    return this.#completeMetadata.ensure(row, () => {
      const { document, ownMetadata } = this.#head(row);
      return { ...this.shared(document).metadata, ...(JSON.parse(ownMetadata) as JsonObject) };
    });
  }

  #head(row: number): PassageHead {
    const found = this.#statements.head.get(row) as PassageHead | undefined;
    if (found === undefined) throw noPassage(row);
    requireHead(found);
    return found;
  }

  #document(number: number): DocumentRow {
    const found = this.#statements.document.get(number) as DocumentRow | undefined;
    if (found === undefined) throw damaged(`what is shared by the passages of document ${number} is missing`);
    requireDocument(found);
    return found;
  }
}

const readUntil = <Name>(
  maxCharacters = Number.POSITIVE_INFINITY,
  names: readonly Name[],
  read: (name: Name) => StoredPassage | undefined,
): SomePassages<StoredPassage> => {
  const passages: StoredPassage[] = [];
  let characters = 0;
  let scanned = 0;
  while (scanned < names.length && characters < maxCharacters) {
    const passage = read(names[scanned++]!);
    if (passage === undefined) continue;
    passages.push(passage);
    characters += passage.text.length + passage.ownMetadata.length + passage.sharedMetadata.length;
  }
  return { passages, scanned };
};

/** Returns the error for a missing row. The postings refer to it, so it existed. */
const noPassage = (row: number): PassageIndexError => damaged(`passage ${row} is missing`);

/** Verifies a passage and returns it without the fields that only its checksums need. */
const checked = (stored: StoredRow): StoredPassage => {
  requirePassage(stored);
  const { row: _, document: number, headSum: __, textSum: ___, documentSum, ...passage } = stored;
  const { documentId, generation, sharedMetadata: metadata } = passage;
  requireDocument({ number, documentId, generation, metadata, documentSum });
  return passage;
};

const PASSAGE = `select ${PASSAGE_COLUMNS}, document_id as documentId, generation, document.metadata as sharedMetadata,
  sum as documentSum from passage join document on number = document`;
const HEAD = `select ${HEAD_COLUMNS} from passage`;

const SQL = {
  byId: `${PASSAGE} where id = ?`,
  byRow: `${PASSAGE} where row = ?`,
  fromFirst: `${PASSAGE} order by id limit ?`,
  scan: `${PASSAGE} where id > ? order by id limit ?`,
  generations: "select distinct document_id as documentId, generation from document where passages > 0",
  rowOfId: `${HEAD} where id = ?`,
  head: `${HEAD} where row = ?`,
  text: `select ${TEXT_COLUMNS} from passage where row = ?`,
  vectorWrites: "select version, kind, ids from vector_write order by number",
  document: `select ${DOCUMENT_COLUMNS} from document where number = ?`,
} as const;
