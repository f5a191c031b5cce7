import { describeValue, type DomainError, isUuid, notFound } from "@quarry/domain";
import { type ByteRange, type FileContent, FileStore, type FileStoreError } from "@quarry/files";
import { JobQueue } from "@quarry/jobs";
import { type ChunkPage, PassageIndex, type PassageIndexError } from "@quarry/search";
import {
  Database,
  type DocumentListRequest,
  type DocumentRecord,
  DocumentRepository,
  type Page,
  type StoreError,
} from "@quarry/store";
import { Context, Effect, Layer } from "effect";
import { Collections } from "./collections.ts";
import { Purge } from "./purge.ts";

/** Chunks of a page when nobody says how many: all that a document can have. */
const ALL_CHUNKS = 2 ** 31 - 1;

export interface DocumentsShape {
  list(
    collectionName: string,
    request: DocumentListRequest,
  ): Effect.Effect<Page<DocumentRecord>, DomainError | StoreError>;
  /** `not_found` for an unknown collection or document; so it is for all below. */
  get(collectionName: string, documentId: string): Effect.Effect<DocumentRecord, DomainError | StoreError>;
  /** In any state: at once invisible and unsearchable; its data is removed by a durable job. */
  remove(collectionName: string, documentId: string): Effect.Effect<void, DomainError | StoreError>;
  /** The live chunks, in order; none while the document was never ready. */
  chunks(
    collectionName: string,
    documentId: string,
    page: { readonly limit?: number | undefined; readonly offset?: number | undefined },
  ): Effect.Effect<ChunkPage, DomainError | StoreError | PassageIndexError>;
  /** The original file, or a part of it. */
  file(collectionName: string, documentId: string): Effect.Effect<DocumentFile, DomainError | StoreError>;
}

export interface DocumentFile {
  readonly document: DocumentRecord;
  read(range?: ByteRange): Effect.Effect<FileContent, FileStoreError>;
}

/** The documents of the collections. */
export class Documents extends Context.Service<Documents, DocumentsShape>()("@quarry/catalog/Documents") {
  static readonly layer: Layer.Layer<
    Documents,
    never,
    Collections | DocumentRepository | Database | FileStore | JobQueue | PassageIndex | Purge
  > = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const collections = yield* Collections;
      const repository = yield* DocumentRepository;
      const database = yield* Database;
      const files = yield* FileStore;
      const jobs = yield* JobQueue;
      const passages = yield* PassageIndex;
      const purge = yield* Purge;

      const find = Effect.fnUntraced(function* (collectionName: string, documentId: string) {
        const collection = yield* collections.get(collectionName);
        const document = isUuid(documentId) ? yield* repository.find(collection.id, documentId) : undefined;
        if (document === undefined) return yield* documentNotFound(documentId, collectionName);
        return { collection, document };
      });

      const list = (collectionName: string, request: DocumentListRequest) =>
        Effect.flatMap(collections.get(collectionName), (collection) => repository.list(collection.id, request));

      const get = (collectionName: string, documentId: string) =>
        Effect.map(find(collectionName, documentId), ({ document }) => document);

      const remove = Effect.fn("Documents.remove")(function* (collectionName: string, documentId: string) {
        const { collection } = yield* find(collectionName, documentId);
        const removed = yield* database.transaction((transaction) =>
          Effect.gen(function* () {
            const document = yield* repository.remove(collection.id, documentId, transaction);
            if (document === undefined) return undefined;
            yield* jobs.cancelBySubject(documentId, transaction);
            yield* purge.document(collection, document, transaction);
            return document;
          }),
        );
        if (removed === undefined) return yield* documentNotFound(documentId, collectionName);
      });

      const chunks: DocumentsShape["chunks"] = Effect.fnUntraced(function* (collectionName, documentId, page) {
        const { collection, document } = yield* find(collectionName, documentId);
        if (document.liveGeneration === null) return { passages: [], total: 0 };
        return yield* passages.listChunks(collection.id, document.id, document.liveGeneration, {
          limit: page.limit ?? ALL_CHUNKS,
          offset: page.offset ?? 0,
        });
      });

      const file = (collectionName: string, documentId: string) =>
        Effect.map(find(collectionName, documentId), ({ collection, document }) => ({
          document,
          read: (range?: ByteRange) => files.read({ collectionId: collection.id, documentId: document.id }, range),
        }));

      return { list, get, remove, chunks, file };
    }),
  );
}

export const documentNotFound = (documentId: string, collectionName: string): DomainError =>
  notFound(`document ${describeValue(documentId)} does not exist in collection ${describeValue(collectionName)}`);
