import { type Passage, type PassageIndexService, hasVector, vectorIdOf } from "@quarry/index";
import { createHash } from "node:crypto";
import { conflict } from "@quarry/plugin/domain";
import { fileKeyOf, type FileStoreService } from "@quarry/store/files";
import type { PluginsShape } from "@quarry/host";
import type { VectorRecord } from "@quarry/plugin";
import type { CollectionRecord, DocumentRecord, DocumentRepositoryService } from "@quarry/store";
import type { CollectionIndexShape } from "../collection-index.ts";
import { isExpired } from "../find-document.ts";
import { collectionNotFound, type CollectionsShape } from "../collections.ts";
import { hasModel } from "../no-model.ts";
import { hasSameVectors, indexDefinitionOf, liveTargetOf, type VectorTarget } from "../vector-writes/vector-targets.ts";
import { storedRecords } from "../vector-writes/target-records.ts";
import {
  type ArchivedDocument,
  type ArchivedPassage,
  type ArchiveEnd,
  documentEntry,
  END,
  fileEntry,
  MANIFEST,
  PASSAGE_BYTES_AT_ONCE,
  PASSAGES_AT_ONCE,
  passagesEntry,
  vectorsEntry,
} from "./archive-format.ts";
import { archivedChunk, archivedDirect, manifestOf, recordOf, withoutVector } from "./archived-records.ts";
import { isDamage, isMissingFile, type RunStep, withDamageConverted } from "./export-steps.ts";
import { entry, jsonEntry, littleEndian } from "./archive-entries.ts";
import { LackingNotes } from "./lacking-notes.ts";
import { MAX_TAR_ENTRY_BYTES, TAR_END, tarHeader, tarPadding } from "./tar-header.ts";

export interface ExportServices {
  readonly collections: CollectionsShape;
  readonly documents: DocumentRepositoryService;
  readonly files: FileStoreService;
  readonly index: CollectionIndexShape;
  readonly plugins: PluginsShape;
  readonly passages: PassageIndexService;
}

/** Number of documents listed at a time. */
const DOCUMENTS_AT_ONCE = 100;

/** Maximum attempts to read a document whose chunks are replaced meanwhile; after that it is exported without them. */
const MAX_ATTEMPTS = 5;

const ZEROS = new Uint8Array(65_536);

/** Number of passages scanned at a time for client-written ones. */
const SCAN_BATCH = 1_000;

/**
 * Streams the archive of a collection on demand. Between two parts it holds no lock and no transaction, and at most one
 * entry of passages in memory. A document's record follows all its data and marks it as complete. A document that
 * changed meanwhile is withdrawn, and exported again if it still exists.
 */
export class CollectionExport {
  readonly #services: ExportServices;
  readonly #collection: CollectionRecord;
  readonly #run: RunStep;
  readonly #digest = createHash("sha256");
  readonly #counts = { documents: 0, chunks: 0, vectors: 0 };
  readonly #lacking = new LackingNotes();
  #parts = 0;

  constructor(services: ExportServices, collection: CollectionRecord, run: RunStep) {
    this.#services = services;
    this.#collection = collection;
    this.#run = withDamageConverted(run);
  }

  async *bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const buffer of this.#entries()) {
      this.#digest.update(buffer);
      yield buffer;
    }
    const lacking = this.#lacking.all;
    const end: ArchiveEnd = { ...this.#counts, sha256: this.#digest.digest("hex"), ...(lacking && { lacking }) };
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
    // A collection deleted during the export would look like one with little content.
    await this.#liveTarget();
  }

  async *#document(id: string): AsyncGenerator<Uint8Array, void, undefined> {
    let hasLostChunks = false;
    for (let attempt = 1; ; attempt += 1) {
      const document = await this.#find(id);
      if (document === undefined) return;
      const withChunks = attempt <= MAX_ATTEMPTS && document.status === "ready" && document.liveGeneration !== null;
      const chunks = withChunks ? yield* this.#chunks(document) : { count: 0, tokens: 0, isWhole: true };
      const file = chunks.isWhole ? yield* this.#file(document) : "deleted";
      const now = await this.#find(id);
      const isSame = now?.fileId === document.fileId && (!withChunks || now.liveGeneration === document.liveGeneration);
      // If the document is unchanged, nothing was removed while it was read, so missing data is missing permanently.
      const isExportable = file === "whole" || (chunks.isWhole && withChunks);
      if (isSame && file !== "deleted" && isExportable) {
        if (file !== "whole") this.#lacking.add("originals", id);
        if (hasLostChunks) this.#lacking.add("chunks", id);
        const archived = recordOf(document, withChunks ? chunks : undefined);
        yield* jsonEntry(
          documentEntry(this.#nextPart()),
          file === "whole" ? archived : { ...archived, original: file },
        );
        this.#counts.documents += 1;
        this.#counts.chunks += chunks.count;
        return;
      }
      yield* jsonEntry(documentEntry(this.#nextPart()), { id, withdrawn: true } satisfies ArchivedDocument);
      if (isSame && !withChunks && file !== "whole") {
        this.#lacking.add("documents", id);
        return;
      }
      if (!isSame || !withChunks) continue;
      hasLostChunks = true;
      attempt = MAX_ATTEMPTS;
    }
  }

  /** Returns undefined if the document was deleted or has expired. */
  async #find(id: string): Promise<DocumentRecord | undefined> {
    const document = await this.#run(this.#services.documents.find(this.#collection.id, id));
    return document === undefined || isExpired(document) ? undefined : document;
  }

  /** Exports the chunks of the live generation. They are not complete if one lacks its vector. */
  async *#chunks(document: DocumentRecord) {
    try {
      return yield* this.#wholeChunks(document);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { count: 0, tokens: 0, isWhole: false };
    }
  }

  async *#wholeChunks({ id, liveGeneration, chunkCount }: DocumentRecord) {
    const { passages } = this.#services;
    let after: number | undefined;
    let count = 0;
    let tokens = 0;
    for (;;) {
      const range = { limit: PASSAGES_AT_ONCE, after, maxCharacters: PASSAGE_BYTES_AT_ONCE / 4 };
      const page = await this.#run(passages.listChunks(this.#collection.id, id, liveGeneration!, range));
      if (page.passages.length === 0) return { count, tokens, isWhole: count > 0 && count === chunkCount };
      const vectors = await this.#vectorsOf(page.passages);
      // Without a model, chunks are found by keyword search only.
      const isWhole = !hasModel(this.#collection) || page.passages.every((passage) => vectors.has(vectorIdOf(passage)));
      if (!isWhole) return { count, tokens, isWhole };
      yield* this.#part(page.passages, archivedChunk, vectors);
      count += page.passages.length;
      for (const { tokenCount } of page.passages) tokens += tokenCount;
      after = page.passages.at(-1)!.chunkIndex;
    }
  }

  async #vectorsOf(passages: readonly Passage[]): Promise<ReadonlyMap<string, VectorRecord>> {
    return this.#run(storedRecords(await this.#liveTarget(), passages));
  }

  /** Returns the readable vectors, and records the others as missing. */
  async #readableVectorsOf(passages: readonly Passage[]): Promise<ReadonlyMap<string, VectorRecord>> {
    try {
      return await this.#vectorsOf(passages);
    } catch (error) {
      if (!isDamage(error)) throw error;
      if (passages.length === 1) {
        this.#lacking.add("vectors", passages[0]!.id);
        return new Map();
      }
      const middle = passages.length >> 1;
      const first = await this.#readableVectorsOf(passages.slice(0, middle));
      return new Map([...first, ...(await this.#readableVectorsOf(passages.slice(middle)))]);
    }
  }

  /** Returns the current live index: a change can move the vectors, but not to another model. */
  async #liveTarget(): Promise<VectorTarget> {
    const { collections, plugins } = this.#services;
    const { id, name } = this.#collection;
    const current = await this.#run(collections.get(name));
    if (current.id !== id) throw collectionNotFound(name);
    const live = liveTargetOf(plugins, current);
    if (hasSameVectors(live.index, indexDefinitionOf(this.#collection))) return live;
    throw conflict(
      `the collection has changed to the embedding model ${live.index.embeddingModel} during the export; start it again`,
    );
  }

  /**
   * Exports the original and returns the outcome: "deleted" if its document was deleted. If its bytes can't be read or
   * differ from the uploaded ones, the archive has no entry for it, or one to be ignored, with missing bytes filled
   * with zeros.
   */
  async *#file(document: DocumentRecord): AsyncGenerator<Uint8Array, FileOutcome, undefined> {
    const { id, fileId, fileSize, contentHash } = document;
    if (fileSize > MAX_TAR_ENTRY_BYTES) throw conflict(`the file of document ${id} is larger than an archive can hold`);
    const digest = createHash("sha256");
    let remaining = fileSize;
    let isBegun = false;
    try {
      const content = await this.#run(this.#services.files.read(fileKeyOf(this.#collection.id, fileId)));
      if (content.size !== fileSize) return await this.#outcomeOf(id, "changed");
      yield tarHeader(fileEntry(id), fileSize);
      isBegun = true;
      for await (const buffer of content.bytes) {
        if (buffer.byteLength > remaining) break;
        remaining -= buffer.byteLength;
        digest.update(buffer);
        yield buffer;
      }
    } catch (error) {
      if (!isMissingFile(error) && (await this.#find(id)) !== undefined) throw error;
      if (!isBegun) return await this.#outcomeOf(id, "missing");
    }
    const isWhole = remaining === 0 && digest.digest("hex") === contentHash;
    for (; remaining > 0; remaining -= Math.min(remaining, ZEROS.byteLength)) yield ZEROS.subarray(0, remaining);
    yield tarPadding(fileSize);
    return isWhole ? "whole" : this.#outcomeOf(id, "changed");
  }

  async #outcomeOf(id: string, damage: "missing" | "changed"): Promise<FileOutcome> {
    return (await this.#find(id)) === undefined ? "deleted" : damage;
  }

  /** Exports the client-written vectors. */
  async *#directVectors(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* this.#listedVectors();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#lacking.addUnlisted();
    }
  }

  async *#listedVectors(): AsyncGenerator<Uint8Array, void, undefined> {
    if (!(await this.#hasDirect())) return;
    const { passages } = this.#services;
    let after: string | undefined;
    for (;;) {
      const page = await this.#run(passages.scan(this.#collection.id, { after, limit: SCAN_BATCH }));
      const direct = page.filter(({ documentId }) => documentId === "");
      for (let start = 0; start < direct.length; start += PASSAGES_AT_ONCE) {
        yield* this.#directPart(direct.slice(start, start + PASSAGES_AT_ONCE));
      }
      if (page.length < SCAN_BATCH) return;
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
    let remaining = passages;
    for (let attempt = 1; remaining.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
      const stored = await this.#readableVectorsOf(remaining.filter(hasVector));
      const isWhole = (passage: Passage) => !hasVector(passage) || stored.has(vectorIdOf(passage));
      yield* this.#directBatches(remaining.filter(isWhole), stored);
      remaining = await this.#replacedSince(remaining.filter((passage) => !isWhole(passage)));
    }
  }

  /**
   * Returns the passages that were rewritten since they were read and now have another vector. Other passages without a
   * vector were deleted.
   */
  async #replacedSince(passages: readonly Passage[]): Promise<readonly Passage[]> {
    if (passages.length === 0) return [];
    const ids = passages.map(({ id }) => id);
    const known = new Set(passages.map(vectorIdOf));
    const now = await this.#run(this.#services.passages.get(this.#collection.id, ids));
    return now.filter((passage) => !known.has(vectorIdOf(passage)));
  }

  *#directBatches(
    passages: readonly Passage[],
    vectors: ReadonlyMap<string, VectorRecord>,
  ): Generator<Uint8Array, void, undefined> {
    const part = (batch: readonly Passage[]) => this.#part(batch, archivedDirect, vectors);
    let batch: Passage[] = [];
    let size = 0;
    for (const passage of passages) {
      batch.push(passage);
      size += passage.text.length;
      if (size < PASSAGE_BYTES_AT_ONCE) continue;
      yield* part(batch);
      batch = [];
      size = 0;
    }
    if (batch.length > 0) yield* part(batch);
    this.#counts.vectors += passages.length;
  }

  *#part(
    passages: readonly Passage[],
    archived: (passage: Passage) => ArchivedPassage,
    vectors: ReadonlyMap<string, VectorRecord>,
  ): Generator<Uint8Array> {
    const part = this.#nextPart();
    const records = passages.flatMap((passage) => vectors.get(vectorIdOf(passage)) ?? []);
    const lines = passages.map((passage) => {
      const line = archived(passage);
      return `${JSON.stringify(vectors.has(vectorIdOf(passage)) ? line : withoutVector(line))}\n`;
    });
    yield* entry(passagesEntry(part), Buffer.from(lines.join("")));
    yield* entry(vectorsEntry(part), littleEndian(records, this.#collection.dimension));
  }

  #nextPart(): number {
    this.#parts += 1;
    return this.#parts;
  }
}

type FileOutcome = "whole" | "missing" | "changed" | "deleted";
