import { createHash } from "node:crypto";
import { conflict, type DomainError } from "@quarry/domain";
import type { FileStoreError, FileStoreService } from "@quarry/files";
import type { PluginError, VectorRecord } from "@quarry/plugin";
import { type Passage, type PassageIndexError, type PassageIndexService, vectorIdOf } from "@quarry/search";
import type { CollectionRecord, DocumentRecord, DocumentRepositoryService, StoreError } from "@quarry/store";
import type { Effect } from "effect";
import type { CollectionIndexShape } from "../collection-index.ts";
import { collectionNotFound, type CollectionsShape } from "../collections.ts";
import { hasSameVectors, indexPlaceOf, type VectorPlace } from "../index-places.ts";
import {
  type ArchivedDocument,
  type ArchivedPassage,
  type ArchiveEnd,
  documentEntry,
  END,
  fileEntry,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  MANIFEST,
  PASSAGE_BYTES_AT_ONCE,
  PASSAGES_AT_ONCE,
  passagesEntry,
  vectorsEntry,
} from "./archive-format.ts";
import { MAX_TAR_ENTRY_BYTES, TAR_END, tarHeader, tarPadding } from "./tar-header.ts";

export interface ExportServices {
  readonly collections: CollectionsShape;
  readonly documents: DocumentRepositoryService;
  readonly files: FileStoreService;
  readonly index: CollectionIndexShape;
  readonly passages: PassageIndexService;
}

export type ExportFailure = DomainError | StoreError | FileStoreError | PassageIndexError | PluginError;

/** Runs one step of an export. */
export type RunStep = <A>(step: Effect.Effect<A, ExportFailure>) => Promise<A>;

/** Documents listed at a time. */
const DOCUMENTS_AT_ONCE = 100;

/** A document that gets other chunks while its chunks are read is read again so often; then it goes without them. */
const MOST_ATTEMPTS = 5;

/** Passages looked through at a time for those that clients wrote. */
const SCANNED_AT_ONCE = 1_000;

/**
 * Makes the archive of a collection piece by piece, as it is asked for: between two pieces no lock and no transaction is
 * held, and no more is in memory than one entry of passages. A document's record comes behind all that belongs to it, and says that it
 * is whole; what changed meanwhile is withdrawn and, if it is still there, comes once more.
 */
export class CollectionExport {
  readonly #services: ExportServices;
  readonly #collection: CollectionRecord;
  readonly #run: RunStep;
  readonly #digest = createHash("sha256");
  readonly #counts = { documents: 0, chunks: 0, vectors: 0 };
  #parts = 0;

  constructor(services: ExportServices, collection: CollectionRecord, run: RunStep) {
    this.#services = services;
    this.#collection = collection;
    this.#run = run;
  }

  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#entries()) {
      this.#digest.update(piece);
      yield piece;
    }
    const end: ArchiveEnd = { ...this.#counts, sha256: this.#digest.digest("hex") };
    yield* jsonEntry(END, end);
    yield TAR_END;
  }

  async *#entries(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* jsonEntry(MANIFEST, manifestOf(this.#collection));
    let last: DocumentRecord | undefined;
    for (;;) {
      const { documents } = this.#services;
      const page = await this.#run(documents.listAfter(this.#collection.id, last, DOCUMENTS_AT_ONCE));
      for (const { id } of page) yield* this.#document(id);
      if (page.length < DOCUMENTS_AT_ONCE) break;
      last = page.at(-1);
    }
    yield* this.#directVectors();
    // A collection that was deleted meanwhile would look like one that had little in it.
    await this.#livePlace();
  }

  async *#document(id: string): AsyncGenerator<Uint8Array, void, undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const document = await this.#find(id);
      if (document === undefined) return;
      const withChunks = attempt <= MOST_ATTEMPTS && document.status === "ready" && document.liveGeneration !== null;
      const chunks = withChunks ? yield* this.#chunks(document) : { count: 0, tokens: 0, isWhole: true };
      const isFileWhole = chunks.isWhole ? yield* this.#file(document) : false;
      const now = await this.#find(id);
      const isSame = now !== undefined && (!withChunks || now.liveGeneration === document.liveGeneration);
      // Of what is still the same, nothing was removed while it was read; what it lacks now, it lacks for good.
      if (isSame && isFileWhole) {
        yield* jsonEntry(documentEntry(this.#nextPart()), recordOf(document, withChunks ? chunks : undefined));
        this.#counts.documents += 1;
        this.#counts.chunks += chunks.count;
        return;
      }
      yield* jsonEntry(documentEntry(this.#nextPart()), { id, withdrawn: true } satisfies ArchivedDocument);
      if (isSame && withChunks) attempt = MOST_ATTEMPTS;
    }
  }

  #find(id: string): Promise<DocumentRecord | undefined> {
    return this.#run(this.#services.documents.find(this.#collection.id, id));
  }

  /** The chunks of the live generation; not whole when one of them lacks its vector. */
  async *#chunks({ id, liveGeneration }: DocumentRecord) {
    const { passages } = this.#services;
    let after: number | undefined;
    let count = 0;
    let tokens = 0;
    for (;;) {
      const range = { limit: PASSAGES_AT_ONCE, after, maxCharacters: PASSAGE_BYTES_AT_ONCE / 4 };
      const page = await this.#run(passages.listChunks(this.#collection.id, id, liveGeneration!, range));
      if (page.passages.length === 0) return { count, tokens, isWhole: count > 0 };
      const vectors = await this.#vectorsOf(page.passages);
      const found = page.passages.flatMap((passage) => vectors.get(vectorIdOf(passage)) ?? []);
      if (found.length < page.passages.length) return { count, tokens, isWhole: false };
      yield* this.#part(page.passages.map(archivedChunk), found);
      count += page.passages.length;
      for (const { tokenCount } of page.passages) tokens += tokenCount;
      after = page.passages.at(-1)!.chunkIndex;
    }
  }

  async #vectorsOf(passages: readonly Passage[]): Promise<ReadonlyMap<string, VectorRecord>> {
    const { store, vectorCollection } = await this.#livePlace();
    const records = await this.#run(store.service.get(vectorCollection, passages.map(vectorIdOf)));
    return new Map(records.map((record) => [record.id, record]));
  }

  /** Where the vectors are at the moment: a change may move them, but not to another model. */
  async #livePlace(): Promise<VectorPlace> {
    const { collections, index } = this.#services;
    const { id, name } = this.#collection;
    const current = await this.#run(collections.get(name));
    if (current.id !== id) throw collectionNotFound(name);
    const { live } = await this.#run(index.places(current));
    if (hasSameVectors(live.index, indexPlaceOf(this.#collection))) return live;
    throw conflict(
      `the collection has changed to the embedding model ${live.index.embeddingModel} during the export; begin it again`,
    );
  }

  /** False when the file could not be read to its end because its document is gone; the rest of it is then zeros. */
  async *#file(document: DocumentRecord): AsyncGenerator<Uint8Array, boolean, undefined> {
    const { id, fileSize } = document;
    if (fileSize > MAX_TAR_ENTRY_BYTES) throw conflict(`the file of document ${id} is larger than an archive can hold`);
    let left = fileSize;
    yield tarHeader(fileEntry(id), fileSize);
    try {
      const content = await this.#run(this.#services.files.read({ collectionId: this.#collection.id, documentId: id }));
      for await (const piece of content.bytes) {
        if (piece.byteLength > left) throw new Error(`the file of document ${id} is longer than its record says`);
        left -= piece.byteLength;
        yield piece;
      }
      if (left > 0) throw new Error(`the file of document ${id} is shorter than its record says`);
    } catch (error) {
      if ((await this.#find(id)) !== undefined) throw error;
      for (; left > 0; left -= Math.min(left, ZEROS.byteLength)) yield ZEROS.subarray(0, left);
      yield tarPadding(fileSize);
      return false;
    }
    yield tarPadding(fileSize);
    return true;
  }

  /** What clients wrote. */
  async *#directVectors(): AsyncGenerator<Uint8Array, void, undefined> {
    if (!(await this.#hasDirect())) return;
    const { passages } = this.#services;
    let after: string | undefined;
    for (;;) {
      const page = await this.#run(passages.scan(this.#collection.id, { after, limit: SCANNED_AT_ONCE }));
      const direct = page.filter(({ documentId }) => documentId === "");
      for (let start = 0; start < direct.length; start += PASSAGES_AT_ONCE) {
        yield* this.#directPart(direct.slice(start, start + PASSAGES_AT_ONCE));
      }
      if (page.length < SCANNED_AT_ONCE) return;
      after = page.at(-1)!.id;
    }
  }

  async #hasDirect(): Promise<boolean> {
    await this.#run(this.#services.index.ensurePassages(this.#collection));
    const page = await this.#run(
      this.#services.passages.listChunks(this.#collection.id, "", 0, { limit: 1, offset: 0 }),
    );
    return page.total > 0;
  }

  async *#directPart(passages: readonly Passage[]): AsyncGenerator<Uint8Array, void, undefined> {
    const stored = await this.#vectorsOf(passages);
    // The vector of one that is replaced or deleted at this moment may be gone.
    const whole = passages.filter((passage) => stored.has(vectorIdOf(passage)));
    const part = (batch: readonly Passage[]) =>
      this.#part(
        batch.map(archivedDirect),
        batch.map((passage) => stored.get(vectorIdOf(passage))!),
      );
    let batch: Passage[] = [];
    let size = 0;
    for (const passage of whole) {
      batch.push(passage);
      size += passage.text.length;
      if (size < PASSAGE_BYTES_AT_ONCE) continue;
      yield* part(batch);
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield* part(batch);
    this.#counts.vectors += whole.length;
  }

  *#part(passages: readonly ArchivedPassage[], records: readonly VectorRecord[]): Generator<Uint8Array> {
    const part = this.#nextPart();
    yield* entry(passagesEntry(part), Buffer.from(passages.map((passage) => `${JSON.stringify(passage)}\n`).join("")));
    yield* entry(vectorsEntry(part), littleEndian(records, this.#collection.dimension));
  }

  #nextPart(): number {
    this.#parts += 1;
    return this.#parts;
  }
}

const ZEROS = new Uint8Array(65_536);

function* entry(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  yield tarHeader(name, bytes.byteLength);
  yield bytes;
  yield tarPadding(bytes.byteLength);
}

const jsonEntry = (name: string, value: Manifest | ArchivedDocument | ArchiveEnd): Generator<Uint8Array> =>
  entry(name, Buffer.from(`${JSON.stringify(value, null, 1)}\n`));

const littleEndian = (records: readonly VectorRecord[], dimension: number): Uint8Array => {
  const bytes = Buffer.alloc(records.length * dimension * Float32Array.BYTES_PER_ELEMENT);
  let at = 0;
  for (const { vector } of records) for (const value of vector) at = bytes.writeFloatLE(value, at);
  return bytes;
};

const archivedChunk = (passage: Passage): ArchivedPassage => ({
  document_id: passage.documentId,
  chunk_index: passage.chunkIndex,
  token_count: passage.tokenCount,
  text: passage.text,
  context: passage.contextText,
  metadata: passage.metadata,
});

const archivedDirect = ({ id, text, metadata }: Passage): ArchivedPassage => ({
  document_id: "",
  id,
  chunk_index: 0,
  token_count: 0,
  text,
  context: "",
  metadata,
});

const recordOf = (
  document: DocumentRecord,
  chunks: { readonly count: number; readonly tokens: number } | undefined,
): ArchivedDocument => ({
  id: document.id,
  filename: document.filename,
  file_type: document.fileType,
  file_size: document.fileSize,
  sha256: document.contentHash,
  metadata: document.metadata,
  ready: chunks !== undefined,
  chunk_count: chunks?.count ?? 0,
  token_count: chunks?.tokens ?? 0,
  info: chunks === undefined ? null : document.info,
  created_at: document.createdAt,
});

const manifestOf = (collection: CollectionRecord): Manifest => ({
  format: FORMAT,
  version: FORMAT_VERSION,
  collection: {
    name: collection.name,
    description: collection.description,
    embedding_provider: collection.embeddingProvider,
    embedding_model: collection.embeddingModel,
    dimension: collection.dimension,
    chunk_size: collection.chunkSize,
    chunk_overlap: collection.chunkOverlap,
    chunk_strategy: collection.chunkStrategy,
    reranking_enabled: collection.rerankingEnabled,
    reranking_model: collection.rerankingModel,
    default_top_k: collection.defaultTopK,
    default_min_score: collection.defaultMinScore,
    default_search_mode: collection.defaultSearchMode,
    default_alpha: collection.defaultAlpha,
    metadata: collection.metadata,
  },
  counts: { documents: collection.documentCount, chunks: collection.chunkCount },
});
