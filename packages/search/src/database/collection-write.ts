import { type ExpectedVersions, type Passage, describedText, vectorIdOf } from "@quarry/index";
import { type RawBuilder, sql } from "kysely";

import type { ExternalTermIndex, PreparedTerms } from "../external-terms/external-term-index.ts";
import { decodeText, encodeText } from "./bytes.ts";
import { type CollectionState, saveState } from "./collection-state.ts";
import type { Query } from "./index-database.ts";
import { inBatches, insertRows } from "./insert-rows.ts";

/** Passages of one put, each id once. */
export interface PreparedPut {
  readonly kind: "put";
  readonly passages: readonly Passage[];
  readonly prepared: PreparedTerms;
  /** Whether only passages that still exist are written, in the documents that they are in. */
  readonly isRewrite: boolean;
}

/** Ids of vectors whose passages were removed. */
type Obsolete = readonly string[];

export type PreparedOperation =
  | PreparedPut
  | { readonly kind: "removeGeneration"; readonly documentId: string; readonly generation: number }
  /** `shared` is JSON. */
  | {
      readonly kind: "describe";
      readonly documentId: string;
      readonly generation: number;
      readonly shared: string;
    }
  | { readonly kind: "removeDocument"; readonly documentId: string }
  | {
      readonly kind: "removeIds";
      readonly ids: readonly string[];
      /** Passages with other versions than expected are not deleted. */
      readonly expected?: ExpectedVersions | undefined;
    };

/**
 * Rows of shared metadata updated by one statement. Each has up to 128 KB, so together they stay below MariaDB's
 * maximum packet (16 MB).
 */
const DESCRIBED_AT_ONCE = 64;

interface NamedRow extends StoredRow {
  readonly id: Uint8Array;
  readonly vector_version: string;
}

interface StoredRow {
  readonly seq: number;
  readonly document: number;
  readonly length: number;
}

/** Writes to a collection in one transaction. The transaction has locked `state`. */
export class CollectionWrite {
  readonly #query: Query;
  readonly #state: CollectionState;
  readonly #terms: ExternalTermIndex;
  /** Numbers of the deleted passages. */
  readonly #deleted: number[] = [];
  /** Change in the number of passages per document. */
  readonly #changes = new Map<number, number>();

  constructor(query: Query, state: CollectionState, terms: ExternalTermIndex) {
    this.#query = query;
    this.#state = state;
    this.#terms = terms;
  }

  /** Applies an operation. Returns the ids of the vectors whose passages were replaced or removed by id. */
  async apply(operation: PreparedOperation): Promise<Obsolete> {
    switch (operation.kind) {
      case "put":
        return this.#put(operation);
      case "removeGeneration":
        await this.#remove(await this.#ofRuns(operation.documentId, sql`and d.generation = ${operation.generation}`));
        return [];
      case "describe":
        await this.#describe(operation);
        return [];
      case "removeDocument":
        await this.#remove(await this.#ofRuns(operation.documentId, sql``));
        return [];
      case "removeIds":
        return this.#removeNamed(operation.ids, operation.expected);
    }
  }

  /** Returns the vector version that each passage refers to; null if the passage doesn't exist. */
  async versionsOf(ids: readonly string[]): Promise<readonly (string | null)[]> {
    const rows = await this.#ofIds(ids);
    const versions = new Map(rows.map((row) => [decodeText(row.id), row.vector_version]));
    return ids.map((id) => versions.get(id.toWellFormed()) ?? null);
  }

  /** Writes the counters collected so far. Must be called at the end, before the commit. */
  async finish(): Promise<void> {
    if (this.#deleted.length > 0) await this.#terms.remove(this.#query, this.#state.number, this.#deleted);
    await this.#countDocuments();
    await saveState(this.#query, this.#state);
  }

  async #put(put: PreparedPut): Promise<Obsolete> {
    if (put.passages.length === 0) return [];
    if (put.isRewrite) return this.#rewrite(put);
    const { passages, prepared } = put;
    const obsolete = await this.#removeNamed(passages.map(({ id }) => id));
    const documents = await this.#documentsOf(passages, prepared);
    const seqs = await this.#terms.add(this.#query, this.#state, prepared);
    await this.#insert(put, documents, seqs, passages.keys());
    return obsolete;
  }

  /** Replaces the terms of existing passages. Passages that were removed meanwhile are not restored. */
  async #rewrite(put: PreparedPut): Promise<Obsolete> {
    const { passages, prepared } = put;
    const known = await this.#ofIds(passages.map(({ id }) => id));
    const documentOf = new Map(known.map(({ id, document }) => [decodeText(id), Number(document)]));
    await this.#remove(known);
    const documents = passages.map(({ id }) => documentOf.get(id) ?? 0);
    const seqs = await this.#terms.add(this.#query, this.#state, prepared);
    const isLiving = (index: number) => documentOf.has(passages[index]!.id);
    await this.#insert(put, documents, seqs, [...passages.keys()].filter(isLiving));
    this.#deleted.push(...seqs.filter((_, index) => !isLiving(index)));
    return [];
  }

  /** Inserts the passages of a put that have these indexes. */
  async #insert(
    { passages, prepared }: PreparedPut,
    documents: readonly number[],
    seqs: readonly number[],
    indexes: Iterable<number>,
  ): Promise<void> {
    const rows = [...indexes].map((index) => {
      const { id, chunkIndex, tokenCount, contextText, text, vectorVersion = "", layout = "" } = passages[index]!;
      const [document, length] = [documents[index]!, prepared.lengths[index]!];
      this.#change(document, 1);
      this.#state.liveCount += 1;
      this.#state.liveLength += length;
      const numbers = [chunkIndex, tokenCount, length] as const;
      const texts = [prepared.own[index]!, contextText, text, vectorVersion, layout] as const;
      return [this.#state.number, seqs[index]!, encodeText(id), document, ...numbers, ...texts];
    });
    await insertRows(
      this.#query,
      "passages",
      [
        "collection",
        "seq",
        "id",
        "document",
        "chunk_index",
        "token_count",
        "length",
        "metadata",
        "context",
        "text",
        "vector_version",
        "boxes",
      ],
      rows,
    );
  }

  /** Updates shared metadata in few statements, however many distinct values there are. */
  async #describe({ documentId, generation, shared }: Extract<PreparedOperation, { kind: "describe" }>): Promise<void> {
    const describedOf = describedText(shared);
    for (let [after, isLast] = [-1, false]; !isLast;) {
      const rows = await this.#query((kysely) =>
        kysely
          .selectFrom("passage_documents")
          .select(["number", "metadata"])
          .where("collection", "=", this.#state.number)
          .where("document_id", "=", encodeText(documentId))
          .where("generation", "=", generation)
          .where("number", ">", after)
          .orderBy("number")
          .limit(DESCRIBED_AT_ONCE)
          .execute(),
      );
      const described = rows.map(({ number, metadata }) => ({ number: Number(number), text: describedOf(metadata) }));
      const changed = described.filter(({ text }, at) => text !== rows[at]!.metadata);
      if (changed.length > 0) await this.#setShared(changed);
      after = described.at(-1)?.number ?? after;
      isLast = rows.length < DESCRIBED_AT_ONCE;
    }
  }

  async #setShared(rows: readonly { readonly number: number; readonly text: string }[]): Promise<void> {
    const numbers = rows.map(({ number }) => number);
    const cases = rows.map(({ number, text }) => sql`when ${sql.lit(number)} then ${text}`);
    await this.#query((kysely) =>
      kysely
        .updateTable("passage_documents")
        .set({ metadata: sql<string>`case number ${sql.join(cases, sql` `)} end` })
        .where("collection", "=", this.#state.number)
        .where("number", "in", numbers)
        .execute(),
    );
  }

  async #removeNamed(ids: readonly string[], expected?: ExpectedVersions): Promise<Obsolete> {
    const found = await this.#ofIds(ids);
    const versions = new Map(ids.map((id, at) => [id.toWellFormed(), expected?.[at]]));
    const rows = expected ? found.filter((row) => versions.get(decodeText(row.id)) === row.vector_version) : found;
    await this.#remove(rows);
    return rows.map(({ id, vector_version }) => vectorIdOf({ id: decodeText(id), vectorVersion: vector_version }));
  }

  /** Returns the number of each passage's document. Adds documents that are new. */
  async #documentsOf(passages: readonly Passage[], { shared, sharedOf }: PreparedTerms): Promise<readonly number[]> {
    const keys = passages.map(({ documentId, generation }, ordinal) =>
      documentKey(documentId, generation, shared[sharedOf[ordinal]!]!),
    );
    const numbers = await this.#knownDocuments(new Set(passages.map(({ documentId }) => documentId)));
    const added: (readonly (string | number | Uint8Array)[])[] = [];
    for (const [ordinal, key] of keys.entries()) {
      if (numbers.has(key)) continue;
      const { documentId, generation } = passages[ordinal]!;
      const number = this.#state.nextDocument++;
      numbers.set(key, number);
      added.push([this.#state.number, number, encodeText(documentId), generation, 0, shared[sharedOf[ordinal]!]!]);
    }
    await insertRows(
      this.#query,
      "passage_documents",
      ["collection", "number", "document_id", "generation", "passages", "metadata"],
      added,
    );
    return keys.map((key) => numbers.get(key)!);
  }

  async #knownDocuments(ids: ReadonlySet<string>): Promise<Map<string, number>> {
    const numbers = new Map<string, number>();
    for (const part of inBatches([...ids])) {
      const rows = await this.#query((kysely) =>
        kysely
          .selectFrom("passage_documents")
          .select(["number", "document_id", "generation", "metadata"])
          .where("collection", "=", this.#state.number)
          .where("document_id", "in", part.map(encodeText))
          .execute(),
      );
      for (const { number, document_id, generation, metadata } of rows) {
        numbers.set(documentKey(decodeText(document_id), Number(generation), metadata), Number(number));
      }
    }
    return numbers;
  }

  async #ofIds(ids: readonly string[]): Promise<readonly NamedRow[]> {
    const found: NamedRow[] = [];
    for (const part of inBatches([...new Set(ids)])) {
      const rows = await this.#query((kysely) =>
        kysely
          .selectFrom("passages")
          .select(["seq", "document", "length", "id", "vector_version"])
          .where("collection", "=", this.#state.number)
          .where("id", "in", part.map(encodeText))
          .execute(),
      );
      found.push(...rows);
    }
    return found;
  }

  async #ofRuns(documentId: string, more: RawBuilder<unknown>): Promise<readonly StoredRow[]> {
    const { rows } = await this.#query((kysely) =>
      sql<StoredRow>`select p.seq, p.document, p.length from passage_documents d
        join passages p on p.collection = d.collection and p.document = d.number
        where d.collection = ${this.#state.number} and d.document_id = ${encodeText(documentId)} ${more}`.execute(
        kysely,
      ),
    );
    return rows;
  }

  async #remove(rows: readonly StoredRow[]): Promise<void> {
    for (const part of inBatches(rows)) {
      await this.#query((kysely) =>
        kysely
          .deleteFrom("passages")
          .where("collection", "=", this.#state.number)
          .where(
            "seq",
            "in",
            part.map(({ seq }) => Number(seq)),
          )
          .execute(),
      );
    }
    for (const { seq, document, length } of rows) {
      this.#change(Number(document), -1);
      this.#deleted.push(Number(seq));
      this.#state.liveCount -= 1;
      this.#state.liveLength -= Number(length);
    }
  }

  #change(document: number, by: number): void {
    this.#changes.set(document, (this.#changes.get(document) ?? 0) + by);
  }

  async #countDocuments(): Promise<void> {
    const byChange = Map.groupBy(this.#changes.entries(), ([, change]) => change);
    for (const [change, entries] of byChange) {
      for (const part of inBatches(entries.map(([document]) => document))) {
        await this.#query((kysely) =>
          kysely
            .updateTable("passage_documents")
            .set((expression) => ({ passages: expression("passages", "+", change) }))
            .where("collection", "=", this.#state.number)
            .where("number", "in", part)
            .execute(),
        );
      }
    }
    await this.#deleteEmptyDocuments();
  }

  async #deleteEmptyDocuments(): Promise<void> {
    const fewer = [...this.#changes].flatMap(([document, change]) => (change <= 0 ? [document] : []));
    for (const part of inBatches(fewer)) {
      await this.#query((kysely) =>
        kysely
          .deleteFrom("passage_documents")
          .where("collection", "=", this.#state.number)
          .where("number", "in", part)
          .where("passages", "=", 0)
          .execute(),
      );
    }
  }
}

const documentKey = (documentId: string, generation: number, shared: string): string =>
  `${documentId}\0${generation}\0${shared}`;
