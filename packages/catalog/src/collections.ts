import {
  type ChunkStrategy,
  COLLECTION_NAME_PATTERN,
  describeValue,
  type DomainError,
  invalidArgument,
  isCollectionName,
  type JsonObject,
  limits,
  newId,
  notFound,
  type SearchMode,
} from "@quarry/plugin/domain";
import { Plugins } from "@quarry/host";
import { JobQueue } from "@quarry/jobs";
import {
  type CollectionListRequest,
  type CollectionPatch,
  type CollectionRecord,
  CollectionRepository,
  Database,
  IndexChangeRepository,
  type Page,
  type SearchedCollection,
  SecretBox,
  type SecretLocation,
  type StoreError,
  type Transaction,
} from "@quarry/store";
import { Context, Effect, Layer, Redacted } from "effect";
import { refusing } from "./refusing.ts";
import { checkMetadata } from "./check-metadata.ts";
import { chooseEmbedding, type EmbeddingRequest } from "./embedding-choice.ts";
import { trainingSubject } from "./training-job.ts";
import { indexChangeSubject, indexRetireSubject } from "./index-change-job.ts";
import { Purge } from "./purge.ts";

/** Settings of a new collection; only the name has no default. */
export interface CreateCollection extends EmbeddingRequest {
  readonly name: string;
  readonly description?: string | undefined;
  readonly chunkSize?: number | undefined;
  readonly chunkOverlap?: number | undefined;
  /** Default: the chunker's, which is "sentence". */
  readonly chunkStrategy?: ChunkStrategy | undefined;
  readonly defaultTopK?: number | undefined;
  readonly defaultMinScore?: number | undefined;
  readonly defaultSearchMode?: SearchMode | undefined;
  /** Default: the embedder's. */
  readonly defaultAlpha?: number | undefined;
  /** Default: documents don't expire. */
  readonly defaultTtlSeconds?: number | undefined;
  readonly rerankingEnabled?: boolean | undefined;
  readonly rerankingModel?: string | undefined;
  readonly rerankingApiKey?: Redacted.Redacted | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Settings that can change after creation; undefined keeps the current value. */
export interface UpdateCollection {
  readonly description?: string | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly rerankingEnabled?: boolean | undefined;
  readonly rerankingModel?: string | undefined;
  /** An empty string removes the stored key. */
  readonly rerankingApiKey?: Redacted.Redacted | undefined;
  readonly defaultTopK?: number | undefined;
  /** Null clears. */
  readonly defaultMinScore?: number | null | undefined;
  readonly defaultSearchMode?: SearchMode | undefined;
  /** Null clears. */
  readonly defaultAlpha?: number | null | undefined;
  /** Applies to new documents. Null clears. */
  readonly defaultTtlSeconds?: number | null | undefined;
  /** Applies to documents processed from now on. Null clears. */
  readonly chunkStrategy?: ChunkStrategy | null | undefined;
}

export interface CollectionsShape {
  /**
   * Creates a collection. Generates an id if the request has none. Fails with `already_exists` if the name is taken,
   * and with `invalid_argument` that names an invalid setting.
   */
  create(
    request: CreateCollection,
    within?: Transaction,
    id?: string,
  ): Effect.Effect<CollectionRecord, DomainError | StoreError>;
  list(request: CollectionListRequest): Effect.Effect<Page<CollectionRecord>, StoreError>;
  /** Fails with `not_found` if no collection has this name. */
  get(name: string): Effect.Effect<CollectionRecord, DomainError | StoreError>;
  /** Does the same for a query. */
  getSearched(name: string): Effect.Effect<SearchedCollection, DomainError | StoreError>;
  update(name: string, change: UpdateCollection): Effect.Effect<CollectionRecord, DomainError | StoreError>;
  /**
   * Removes a collection. When it returns, no data of the collection can be found; a durable job then deletes the data.
   */
  remove(name: string): Effect.Effect<void, DomainError | StoreError>;
}

/** The collections of this service. */
export class Collections extends Context.Service<Collections, CollectionsShape>()("@quarry/catalog/Collections") {
  static readonly layer = Layer.effect(
    Collections,
    Effect.gen(function* () {
      const repository = yield* CollectionRepository;
      const plugins = yield* Plugins;
      const secrets = yield* SecretBox;
      const purge = yield* Purge;
      const jobs = yield* JobQueue;
      const database = yield* Database;
      const changes = yield* IndexChangeRepository;

      const get = (name: string) => required(name, repository.findByName);
      const getSearched = (name: string) => required(name, repository.findSearched);

      const seal = (key: Redacted.Redacted | undefined, location: SecretLocation): string | null =>
        key === undefined || Redacted.value(key) === "" ? null : secrets.seal(key, location);

      const create = Effect.fn("Collections.create")(function* (
        request: CreateCollection,
        within?: Transaction,
        id: string = newId(),
      ) {
        const { embedding, settings } = yield* refusing(() => ({
          embedding: chooseEmbedding(request, plugins),
          settings: chooseSettings(request),
        }));
        const collection = {
          ...settings,
          id,
          name: request.name,
          embeddingProvider: embedding.provider,
          embeddingModel: embedding.model,
          dimension: embedding.dimension,
          embeddingApiKey: seal(request.embeddingApiKey, { collectionId: id, field: "embedding_api_key" }),
          rerankingApiKey: seal(request.rerankingApiKey, { collectionId: id, field: "reranking_api_key" }),
          vectorStore: plugins.vectorStore.name,
        };
        return yield* repository.insert(collection, within);
      });

      const update = Effect.fn("Collections.update")(function* (name: string, change: UpdateCollection) {
        const { rerankingApiKey, ...rest } = change;
        if (change.metadata !== undefined) yield* refusing(() => checkMetadata(change.metadata as JsonObject));
        const collection = yield* get(name);
        const patch: CollectionPatch = withoutUndefined(rest);
        if (rerankingApiKey === undefined) return yield* repository.update(collection.id, patch);
        const sealed = seal(rerankingApiKey, { collectionId: collection.id, field: "reranking_api_key" });
        return yield* repository.update(collection.id, { ...patch, rerankingApiKey: sealed });
      });

      const remove = Effect.fn("Collections.remove")(function* (name: string) {
        const { id } = yield* get(name);
        const removed = yield* database.transaction(
          Effect.fnUntraced(function* (transaction: Transaction) {
            const collection = yield* changes.lockCollection(id, transaction);
            if (collection === undefined) return false;
            // Before the record and its index changes are deleted: they state which other indexes contain its vectors.
            yield* purge.collection(collection, transaction);
            yield* jobs.cancelBySubject(indexChangeSubject(id), transaction);
            yield* jobs.cancelBySubject(indexRetireSubject(id), transaction);
            yield* jobs.cancelBySubject(trainingSubject(id), transaction);
            // Runs in this process end at once; other processes notice at their next heartbeat.
            yield* repository.remove(id, () => jobs.recheckLeases(transaction), transaction);
            return true;
          }),
        );
        if (!removed) return yield* collectionNotFound(name);
      });

      return { create, list: repository.list, get, getSearched, update, remove };
    }),
  );
}

const required = <Found extends CollectionRecord>(
  name: string,
  find: (name: string) => Effect.Effect<Found | undefined, StoreError>,
): Effect.Effect<Found, DomainError | StoreError> =>
  Effect.flatMap(find(name), (collection) =>
    collection === undefined ? Effect.fail(collectionNotFound(name)) : Effect.succeed(collection),
  );

export const collectionNotFound = (name: string): DomainError =>
  notFound(`collection ${describeValue(name)} does not exist`);

/** Fills in the settings of a new collection and rejects invalid ones. Throws a `DomainError` that names the field. */
export const chooseSettings = (request: CreateCollection) => {
  const { name, metadata = {} } = request;
  if (!isCollectionName(name)) {
    throw invalidArgument(`name: must match ${COLLECTION_NAME_PATTERN}, got ${describeValue(name)}`);
  }
  checkMetadata(metadata);
  const chunkSize = request.chunkSize ?? limits.DEFAULT_CHUNK_SIZE;
  const chunkOverlap = request.chunkOverlap ?? limits.DEFAULT_CHUNK_OVERLAP;
  if (chunkOverlap >= chunkSize) {
    throw invalidArgument(`chunk_overlap: must be less than chunk_size (${chunkSize}), got ${chunkOverlap}`);
  }
  return {
    description: request.description ?? "",
    chunkSize,
    chunkOverlap,
    chunkStrategy: request.chunkStrategy ?? null,
    rerankingEnabled: request.rerankingEnabled ?? false,
    rerankingModel: request.rerankingModel ?? limits.DEFAULT_RERANKING_MODEL,
    defaultTopK: request.defaultTopK ?? limits.DEFAULT_TOP_K,
    defaultMinScore: request.defaultMinScore ?? null,
    defaultSearchMode: request.defaultSearchMode ?? "semantic",
    defaultAlpha: request.defaultAlpha ?? null,
    defaultTtlSeconds: request.defaultTtlSeconds ?? null,
    metadata,
  };
};

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

const withoutUndefined = <T extends object>(value: T): Defined<T> =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Defined<T>;
