import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonObject } from "@quarry/domain";
import type { DocumentGeneration } from "../passage.ts";
import type { Stretch } from "../passage-index.ts";
import type { StoredPassage } from "../protocol.ts";
import type { ChunkPart } from "./stretch-texts.ts";
import { BoundedMap } from "../bounded-map.ts";
import type { PassageText } from "../ranking/phrase-check.ts";
import type { MetadataSource, SharedMetadata } from "../ranking/row-filter.ts";
import type { LogRow } from "../vector-write-log.ts";
import { prepareAll } from "./segment-store.ts";

/** Parsed metadata kept: some 10 MB of each kind at 500 bytes a piece. Rows are never reused, so entries stay true. */
const METADATA_KEPT = 20_000;

/** Names of passages kept: some 4 MB. Common words find the same passages again and again. */
const IDENTITIES_KEPT = 20_000;

interface Identity extends DocumentGeneration {
  readonly id: string;
  readonly vectorVersion: string;
}

/** A chunk as it is stored, as far as its text goes: what tells its place stands in its own metadata. */
interface StoredPart {
  readonly chunkIndex: number;
  readonly text: string;
  readonly metadata: string;
}

/** The passages of a collection, read. Every method runs inside the caller's snapshot. */
export class PassageReads implements MetadataSource {
  readonly #statements: Readonly<Record<keyof typeof SQL, StatementSync>>;
  readonly #shared = new BoundedMap<number, SharedMetadata>(METADATA_KEPT);
  readonly #whole = new BoundedMap<number, JsonObject>(METADATA_KEPT);
  readonly #identities = new Map<number, Identity>();

  constructor(database: DatabaseSync) {
    this.#statements = prepareAll(database, SQL);
  }

  get(ids: readonly string[]): readonly StoredPassage[] {
    return ids.flatMap((id) => (this.#statements.byId.get(id) as StoredPassage | undefined) ?? []);
  }

  scan(after: string | undefined, limit: number): readonly StoredPassage[] {
    const { fromFirst, scan } = this.#statements;
    const found = after === undefined ? fromFirst.all(limit) : scan.all(after, limit);
    return found as unknown as StoredPassage[];
  }

  /** By chunk index. */
  partsOf({ documentId, generation, fromIndex, toIndex }: Stretch): readonly ChunkPart[] {
    const found = this.#statements.parts.all(documentId, generation, fromIndex, toIndex);
    return (found as unknown as readonly StoredPart[]).map(({ metadata, ...part }) => ({
      ...part,
      metadata: JSON.parse(metadata) as JsonObject,
    }));
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
      // The file is one process's own.
      ageMs: Number.POSITIVE_INFINITY,
    }));
  }

  rowOf(id: string): number | undefined {
    const found = this.#statements.rowOfId.get(id);
    return found && Number(found["row"]);
  }

  idOf(row: number): string {
    return String(this.#statements.idOfRow.get(row)!["id"]);
  }

  textOf(row: number): PassageText {
    return this.#statements.text.get(row) as unknown as PassageText;
  }

  identify(row: number): Identity {
    let identity = this.#identities.get(row);
    if (identity === undefined) {
      const found = this.#statements.identity.get(row)!;
      identity = {
        id: String(found["id"]),
        documentId: String(found["documentId"]),
        generation: Number(found["generation"]),
        vectorVersion: String(found["vectorVersion"]),
      };
      // To know which was used last would cost more than to read them all again some day.
      if (this.#identities.size >= IDENTITIES_KEPT) this.#identities.clear();
      this.#identities.set(row, identity);
    }
    return identity;
  }

  shared(document: number): SharedMetadata {
    return this.#shared.ensure(document, () => {
      const found = this.#statements.document.get(document)!;
      const metadata = JSON.parse(String(found["metadata"])) as JsonObject;
      return { documentId: String(found["documentId"]), metadata };
    });
  }

  hasDirect(): boolean {
    return this.#statements.direct.get() !== undefined;
  }

  whole(row: number): JsonObject {
    return this.#whole.ensure(row, () => {
      const found = this.#statements.metadata.get(row)!;
      const { metadata } = this.shared(Number(found["document"]));
      return { ...metadata, ...(JSON.parse(String(found["metadata"])) as JsonObject) };
    });
  }
}

const PASSAGE = `select p.id, d.document_id as documentId, d.generation, p.chunk_index as chunkIndex, p.text,
  p.context as contextText, p.token_count as tokenCount, p.vector_version as vectorVersion,
  d.metadata as sharedMetadata, p.metadata as ownMetadata`;
const WITH_DOCUMENT = "from passage p join document d on d.number = p.document";
const OF_DOCUMENT = `from document d join passage p on p.document = d.number
  where d.document_id = ? and d.generation = ?`;

const SQL = {
  byId: `${PASSAGE} ${WITH_DOCUMENT} where p.id = ?`,
  fromFirst: `${PASSAGE} ${WITH_DOCUMENT} order by p.id limit ?`,
  scan: `${PASSAGE} ${WITH_DOCUMENT} where p.id > ? order by p.id limit ?`,
  parts: `select p.chunk_index as chunkIndex, p.text, p.metadata ${OF_DOCUMENT}
    and p.chunk_index between ? and ? order by p.chunk_index, p.row`,
  generations: "select distinct document_id as documentId, generation from document where passages > 0",
  rowOfId: "select row from passage where id = ?",
  idOfRow: "select id from passage where row = ?",
  text: "select text, context as contextText from passage where row = ?",
  vectorWrites: "select version, kind, ids from vector_write order by number",
  identity: `select p.id, p.vector_version as vectorVersion, d.document_id as documentId, d.generation from passage p
    join document d on d.number = p.document where p.row = ?`,
  direct: "select 1 from document where document_id = '' limit 1",
  document: "select document_id as documentId, metadata from document where number = ?",
  metadata: "select document, metadata from passage where row = ?",
} as const;
