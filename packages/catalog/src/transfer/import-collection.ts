import {
  type Passage,
  type PassageIndexError,
  type PassageIndexService,
  vectorIdOf,
  versionWithoutVector,
} from "@quarry/index";
import { alreadyExists, chunkId, type DomainError, importedDocumentId, isUuid, limits } from "@quarry/plugin/domain";
import type { FileStoreError, FileStoreService } from "@quarry/store/files";
import { ingestJob } from "../ingest-job.ts";
import type { OpenVectorStore, PluginsShape } from "@quarry/host";
import type { JobQueueService } from "@quarry/jobs";
import type { PluginError } from "@quarry/plugin";
import {
  attachmentIdUnder,
  type DatabaseService,
  type DocumentInfo,
  type DocumentRepositoryService,
  type RestoredDocument,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Effect } from "effect";
import type { CollectionsShape, CreateCollection } from "../collections.ts";
import { vectorCollectionOf } from "../vector-collection.ts";
import { newVersion } from "../vector-writes/written-vectors.ts";
import {
  type ArchivedDocument,
  type ArchivedPassage,
  END,
  MAX_PASSAGES_BYTES,
  MAX_RECORD_BYTES,
  PASSAGES_AT_ONCE,
} from "./archive-format.ts";
import type { DocumentSpool } from "./document-spool.ts";
import type { ImportLease } from "./import-lease.ts";
import { checkDocument, isEmbedded, notWhole, type OpenDocument, runOf, withWarning } from "./open-document.ts";
import { readDocument, readEnd, readPassages, readVectors, withDocumentId } from "./read-records.ts";
import { broken, type TarReader } from "./tar-reader.ts";
import type { TarEntry } from "./tar-header.ts";

export interface ImportServices {
  readonly collections: CollectionsShape;
  readonly database: DatabaseService;
  readonly documents: DocumentRepositoryService;
  readonly files: FileStoreService;
  readonly jobs: JobQueueService;
  readonly passages: PassageIndexService;
  readonly plugins: PluginsShape;
}

export type ImportFailure = DomainError | StoreError | FileStoreError | PassageIndexError | PluginError;

export interface ImportPlan {
  /** Id of the new collection; not visible before the end. */
  readonly collectionId: string;
  readonly collection: CreateCollection;
  /** Dimension of the archive's vectors. */
  readonly dimension: number;
  readonly newIds: boolean;
  /** Whether all documents are reprocessed and the archive's vectors ignored. */
  readonly reembed: boolean;
  /** Maximum bytes of a file. */
  readonly maxFileBytes: number;
}

/** Chunks of an imported document count as those of its first run. */
const GENERATION = 1;

/** Number of documents written per statement. */
const DOCUMENTS_AT_ONCE = 100;

/**
 * Reads from the archive. Errors in the archive are the sender's; any other error is a defect or a broken connection.
 */
export const reading = <A>(read: () => Promise<A>): Effect.Effect<A, DomainError> =>
  Effect.tryPromise({ try: read, catch: (error) => error as DomainError });

/**
 * Stores an archive entry by entry under the id of a collection that doesn't exist yet. Creates the collection after
 * the last entry, if the stored data matches the archive's end.
 */
export class CollectionImport {
  readonly #services: ImportServices;
  readonly #plan: ImportPlan;
  readonly #archive: TarReader;
  readonly #spool: DocumentSpool;
  readonly #store: OpenVectorStore;
  readonly #vectorCollection: string;
  readonly #vectorVersion = newVersion();
  readonly #counts = { documents: 0, chunks: 0, vectors: 0 };
  /** Number of these chunks and vectors' passages that have no vector. */
  #withoutVectors = 0;
  #open: OpenDocument | undefined;

  constructor(services: ImportServices, plan: ImportPlan, archive: TarReader, spool: DocumentSpool) {
    this.#services = services;
    this.#plan = plan;
    this.#archive = archive;
    this.#spool = spool;
    this.#store = services.plugins.vectorStore;
    this.#vectorCollection = vectorCollectionOf({ id: plan.collectionId, indexNumber: 1 });
  }

  /** Imports everything after the manifest. */
  readonly store: Effect.Effect<void, ImportFailure> = Effect.gen({ self: this }, function* () {
    const { collectionId, dimension, reembed } = this.#plan;
    yield* this.#services.passages.ensure(collectionId);
    if (!reembed) {
      yield* this.#store.service.ensureCollection({ collection: this.#vectorCollection, dimension });
    }
    for (;;) {
      const entry = yield* reading(() => this.#archive.next());
      if (entry.name === END) break;
      yield* this.#take(entry);
    }
    yield* this.#checkEnd();
  });

  /** Creates the collection, in the transaction that ends the lease. */
  commit(lease: ImportLease): Effect.Effect<void, DomainError | StoreError> {
    const { collections, database } = this.#services;
    const { collection, collectionId } = this.#plan;
    return database.transaction((transaction) =>
      Effect.gen({ self: this }, function* () {
        yield* lease.cancel(transaction);
        yield* collections.create(collection, transaction, collectionId);
        const batches = this.#spool.batches(DOCUMENTS_AT_ONCE);
        for (;;) {
          const next = yield* Effect.promise(() => batches.next());
          if (next.done === true) return;
          yield* this.#restore(next.value, transaction);
        }
      }),
    );
  }

  readonly #restore = Effect.fnUntraced(
    { self: this },
    function* (batch: readonly RestoredDocument[], transaction: Transaction) {
      const { documents, jobs } = this.#services;
      const restored = yield* documents.restore(batch, transaction);
      const pending = restored.filter(({ status }) => status === "pending");
      yield* Effect.forEach(pending, (document) => jobs.enqueue(ingestJob(document), transaction), { discard: true });
    },
  );

  #take(entry: TarEntry): Effect.Effect<void, ImportFailure> {
    const [folder, rest = ""] = entry.name.split("/", 2);
    if (folder === "passages" && /^\d{8}\.ndjson$/.test(rest)) return this.#importPassages(entry.name);
    if (folder === "files") return this.#importFile(rest, entry);
    if (folder === "documents" && /^\d{8}\.json$/.test(rest)) return this.#importDocument(entry.name);
    return Effect.fail(broken(`it has an unexpected entry ${JSON.stringify(entry.name)}`));
  }

  readonly #importPassages = Effect.fnUntraced({ self: this }, function* (name: string) {
    const bytes = yield* reading(() => this.#archive.whole(MAX_PASSAGES_BYTES));
    const passages = yield* reading(async () => readPassages(name, bytes, PASSAGES_AT_ONCE));
    const vectorsName = name.replace("passages/", "vectors/").replace(".ndjson", ".f32");
    const vectorsEntry = yield* reading(() => this.#archive.next());
    if (vectorsEntry.name !== vectorsName) return yield* broken(`${name} must be followed by ${vectorsName}`);
    const { dimension, reembed, collectionId } = this.#plan;
    const most = PASSAGES_AT_ONCE * limits.MAX_DIMENSION * Float32Array.BYTES_PER_ELEMENT;
    const vectorBytes = yield* reading(() => this.#archive.whole(most));
    const withVectors = passages.filter(isEmbedded);
    const vectors = yield* reading(async () => readVectors(vectorsName, vectorBytes, withVectors.length, dimension));
    const documentId = passages[0]!.document_id;
    if (documentId === "") {
      if (this.#open !== undefined) return yield* notWhole(this.#open);
      if (reembed)
        return yield* broken(
          "it has vectors that clients wrote, which can't be embedded again: import it without reembed",
        );
      this.#counts.vectors += passages.length;
      this.#withoutVectors += passages.length - withVectors.length;
    } else yield* reading(async () => this.#addChunks(documentId, passages));
    if (reembed) return;
    const stored = passages.map((passage) => this.#stored(passage));
    yield* this.#services.passages.put(collectionId, stored);
    if (vectors.length === 0) return;
    yield* this.#store.service.upsert(
      this.#vectorCollection,
      stored
        .filter((_, at) => isEmbedded(passages[at]!))
        .map((passage, at) => {
          const { metadata, text } = passage;
          return { id: vectorIdOf(passage), metadata, text, vector: vectors[at]! };
        }),
    );
  });

  #addChunks(documentId: string, passages: readonly ArchivedPassage[]): void {
    const open = this.#opened(documentId);
    if (open.file !== undefined) throw broken(`chunks of document ${documentId} come after its file`);
    let { lastIndex, tokens, withoutVectors } = open;
    for (const passage of passages) {
      if (!isEmbedded(passage)) withoutVectors += 1;
      if (passage.chunk_index <= lastIndex) throw broken(`the chunks of document ${documentId} are not in their order`);
      lastIndex = passage.chunk_index;
      tokens += passage.token_count;
    }
    this.#open = { ...open, chunks: open.chunks + passages.length, tokens, withoutVectors, lastIndex };
  }

  #opened(id: string): OpenDocument {
    if (this.#open !== undefined && this.#open.id !== id) throw notWhole(this.#open);
    return this.#open ?? { id, chunks: 0, tokens: 0, withoutVectors: 0, lastIndex: -1, file: undefined };
  }

  #stored(passage: ArchivedPassage): Passage {
    const { chunk_index: chunkIndex, token_count: tokenCount, text, context: contextText, boxes: layout } = passage;
    const shared = { chunkIndex, tokenCount, text, contextText, layout };
    if (passage.id !== undefined) {
      const { id, metadata } = passage;
      const vectorVersion = isEmbedded(passage) ? this.#vectorVersion : versionWithoutVector(this.#vectorVersion);
      return { ...shared, id, documentId: "", generation: 0, metadata, vectorVersion };
    }
    const documentId = this.#importedIdOf(passage.document_id);
    const metadata = withDocumentId(passage.metadata, documentId);
    return { ...shared, id: chunkId(documentId, GENERATION, chunkIndex), documentId, generation: GENERATION, metadata };
  }

  /**
   * Maps the ids of attachments to the imported documents' ids. New ids are derived from the collection's id, so no
   * mapping has to be stored.
   */
  #importedInfo(info: DocumentInfo | null): DocumentInfo | null {
    if (info?.attachments === undefined) return info;
    return { ...info, attachments: info.attachments.map((file) => ({ ...file, id: this.#importedIdOf(file.id) })) };
  }

  #importedIdOf(documentId: string): string {
    return this.#plan.newIds ? importedDocumentId(documentId, this.#plan.collectionId) : documentId;
  }

  readonly #importFile = Effect.fnUntraced({ self: this }, function* (id: string, { name, size }: TarEntry) {
    const { collectionId, maxFileBytes } = this.#plan;
    yield* reading(async () => {
      // Checks before writing anything.
      if (!isUuid(id)) throw broken(`it has an unexpected entry ${JSON.stringify(name)}`);
      if (size > maxFileBytes) throw broken(`${name} must be at most ${maxFileBytes} bytes, got ${size}`);
      if (this.#opened(id).file !== undefined) throw broken(`it has the file of document ${id} twice`);
    });
    const key = { collectionId, documentId: this.#importedIdOf(id) };
    const file = yield* this.#services.files.write(key, this.#archive.bytes(), { maxBytes: maxFileBytes });
    this.#open = { ...this.#opened(id), file };
  });

  readonly #importDocument = Effect.fnUntraced({ self: this }, function* (name: string) {
    const bytes = yield* reading(() => this.#archive.whole(MAX_RECORD_BYTES));
    const record = yield* reading(async () => readDocument(name, bytes, this.#services.plugins.parsers));
    const open = yield* reading(async () => this.#opened(record.id));
    if ("withdrawn" in record) yield* this.#withdraw(open);
    else yield* this.#accept(record, open);
    this.#open = undefined;
  });

  readonly #accept = Effect.fnUntraced(
    { self: this },
    function* (record: Exclude<ArchivedDocument, { readonly withdrawn: true }>, open: OpenDocument) {
      yield* reading(async () => checkDocument(record, open));
      const id = this.#importedIdOf(record.id);
      const { original } = record;
      if (original !== undefined)
        yield* this.#services.files.remove({ collectionId: this.#plan.collectionId, documentId: id });
      if ((yield* this.#services.documents.findById(id)) !== undefined) {
        return yield* alreadyExists(
          `a document with the id ${id} exists already; import with new_ids=true to give all of them new ones`,
        );
      }
      const { filename, metadata, created_at: createdAt, info } = record;
      yield* reading(() =>
        this.#spool.add({
          id,
          collectionId: this.#plan.collectionId,
          filename,
          fileType: record.file_type,
          fileSize: record.file_size,
          contentHash: record.sha256,
          metadata,
          createdAt,
          externalId:
            record.external_id === undefined
              ? null
              : attachmentIdUnder(record.external_id, (parent) => this.#importedIdOf(parent)),
          expiresAt: record.expires_at ?? null,
          sourceUrl: record.source_url ?? null,
          run:
            record.ready && !this.#plan.reembed
              ? { ...runOf(open), info: this.#importedInfo(withWarning(info, original)) }
              : null,
        }),
      );
      this.#counts.documents += 1;
      this.#counts.chunks += open.chunks;
      this.#withoutVectors += open.withoutVectors;
    },
  );

  /** Removes a document that was changed or deleted while it was exported. It can follow again. */
  readonly #withdraw = Effect.fnUntraced({ self: this }, function* ({ id }: OpenDocument) {
    const { files, passages } = this.#services;
    const { collectionId, reembed } = this.#plan;
    const documentId = this.#importedIdOf(id);
    yield* files.remove({ collectionId, documentId });
    if (reembed) return;
    for (;;) {
      const page = yield* passages.listChunks(collectionId, documentId, GENERATION, { limit: PASSAGES_AT_ONCE });
      if (page.passages.length === 0) return;
      const ids = page.passages.map((passage) => passage.id);
      yield* this.#store.service.deleteByIds(this.#vectorCollection, ids);
      yield* passages.removeIds(collectionId, ids);
    }
  });

  /** Compares the counts and the digest of the data read with the archive's end, and with the counts in the stores. */
  readonly #checkEnd = Effect.fnUntraced({ self: this }, function* () {
    const digest = this.#archive.digestBefore;
    const bytes = yield* reading(() => this.#archive.whole(MAX_RECORD_BYTES));
    const end = yield* reading(async () => readEnd(bytes));
    yield* reading(() => this.#archive.end());
    if (this.#open !== undefined) return yield* notWhole(this.#open);
    for (const counter of ["documents", "chunks", "vectors"] as const) {
      if (end[counter] === this.#counts[counter]) continue;
      return yield* broken(`it has ${this.#counts[counter]} ${counter}, and end.json says ${end[counter]}`);
    }
    if (end.sha256 !== digest)
      return yield* broken("its bytes differ from the exported ones: the digest in end.json does not match");
    if (end.lacking !== undefined) {
      yield* Effect.logWarning("an archive lacks data that was damaged at the export", {
        collection: this.#plan.collection.name,
        lacking: end.lacking,
      });
    }
    if (this.#plan.reembed) return;
    const passages = yield* this.#services.passages.count(this.#plan.collectionId);
    const vectors = yield* this.#store.service.count(this.#vectorCollection);
    const expected = end.chunks + end.vectors;
    if (passages !== expected || vectors !== expected - this.#withoutVectors) {
      return yield* broken(
        `ids occur in it twice: of ${expected} passages ${passages} are left, with ${vectors} vectors`,
      );
    }
  });
}
