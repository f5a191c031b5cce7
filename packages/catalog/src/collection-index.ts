import { localVectorsIn, PassageIndex, PassageIndexError, termStatistics } from "@quarry/index";
import { type DomainError, limits } from "@quarry/plugin/domain";
import { type EmbedderUse, Embeddings } from "@quarry/embedding";
import { type OpenReranker, Plugins } from "@quarry/host";
import { PluginError } from "@quarry/plugin";
import { searchFailureToDomain, type SearchTarget } from "@quarry/search";
import {
  type CollectionRecord,
  DamageRegistry,
  DocumentRepository,
  IndexChangeRepository,
  type IndexDefinition,
  type SearchedCollection,
  SecretBox,
  type SecretBoxError,
  type SecretLocation,
  type StoreError,
} from "@quarry/store";
import { Context, Effect, Layer, type Redacted } from "effect";
import { embedderOf } from "./embedder-of.ts";
import { hybridAlpha } from "./hybrid-alpha.ts";
import { liveTargetOf, type VectorTarget } from "./vector-writes/vector-targets.ts";
import { vectorCollectionOf } from "./vector-collection.ts";
import { vectorsMissing } from "./damage-reporting/damage-messages.ts";
import { bindServices } from "./bind-services.ts";

export interface CollectionIndexShape {
  /**
   * Creates the collection's passage index, which is all that keyword search needs. Costs almost nothing after the
   * first call. Fails if the index was created before and is now damaged or missing, and with `restoring` while a
   * repair rebuilds it.
   */
  ensurePassages(collection: CollectionRecord): Effect.Effect<void, PassageIndexError | StoreError>;
  /**
   * Does `ensurePassages` and creates the collection in its vector store. Fails if the collection was created in the
   * store before and the store no longer knows it: the config now names another store, or the store lost it.
   */
  ensure(collection: CollectionRecord): Effect.Effect<void, PassageIndexError | PluginError | StoreError>;
  /**
   * Does the same for a query, which has already read together with the collection whether a repair is rebuilding it.
   */
  ensureSearched(
    collection: SearchedCollection,
    needsVectors: boolean,
  ): Effect.Effect<void, PassageIndexError | PluginError | StoreError>;
  /**
   * Fails while part of the collection's index is known to be damaged or missing, because new data could not be found.
   */
  refuseDamaged(collection: CollectionRecord): Effect.Effect<void, DomainError>;
  /** Forgets that the index exists; called when the collection is removed. */
  forget(collectionId: string): Effect.Effect<void>;
  /** Returns the embedder and key for texts stored in one of the collection's indexes. */
  embedderUse(collectionId: string, index: IndexDefinition): Effect.Effect<EmbedderUse, SecretBoxError>;
  /** Returns the settings and indexes of the collection that search needs. */
  target(collection: CollectionRecord): SearchTarget<StoreError | SecretBoxError>;
}

type IndexServices = Effect.Success<typeof indexServices>;

const indexServices = Effect.gen(function* () {
  return {
    embeddings: yield* Embeddings,
    passages: yield* PassageIndex,
    plugins: yield* Plugins,
    documents: yield* DocumentRepository,
    changes: yield* IndexChangeRepository,
    secrets: yield* SecretBox,
    damaged: yield* DamageRegistry,
    /** Names of indexes known to exist. */
    ensured: new Set<string>(),
  };
});

/** Locations of a collection's passages and vectors, and its embedders. */
export class CollectionIndex extends Context.Service<CollectionIndex, CollectionIndexShape>()(
  "@quarry/catalog/CollectionIndex",
) {
  static readonly layer = Layer.effect(
    CollectionIndex,
    Effect.map(indexServices, (services): CollectionIndexShape =>
      bindServices(services, { ensurePassages, ensure, ensureSearched, refuseDamaged, forget, embedderUse, target }),
    ),
  );
}

const once = <E>({ ensured }: IndexServices, name: string, make: Effect.Effect<unknown, E>): Effect.Effect<void, E> =>
  Effect.suspend(() =>
    ensured.has(name)
      ? Effect.void
      : Effect.andThen(
          make,
          Effect.sync(() => void ensured.add(name)),
        ),
  );

/**
 * Fails without running a query if the passages are known to be damaged: an undamaged part could return a wrong answer.
 */
const makePassages = (services: IndexServices, collection: CollectionRecord) =>
  Effect.suspend(() => {
    const found = services.damaged.find(collection.id, "passages");
    if (found === undefined) return once(services, passagesOf(collection.id), services.passages.ensure(collection.id));
    const { reason, message } = found;
    return Effect.fail(new PassageIndexError({ reason, message, collectionId: collection.id }));
  });

const refuseDamagedVectors = (services: IndexServices, collection: CollectionRecord) =>
  Effect.suspend(() => {
    const found = services.damaged.find(collection.id, "vectors");
    if (found === undefined) return Effect.void;
    const { plugin } = liveTarget(services, collection).store;
    return Effect.fail(new PluginError({ plugin, reason: "damaged", message: found.message }));
  });

/** Fails while passages are being rebuilt, because results would be incomplete. */
const refuseRestoring = Effect.fnUntraced(function* ({ changes }: IndexServices, { id }: CollectionRecord) {
  const current = yield* changes.current(id);
  if (current.some(({ state }) => state === "restoring")) return yield* restoring(id);
});

const ensurePassages = (services: IndexServices, collection: CollectionRecord) =>
  Effect.andThen(refuseRestoring(services, collection), makePassages(services, collection));

const liveTarget = ({ plugins }: IndexServices, collection: CollectionRecord) => liveTargetOf(plugins, collection);

const ensureVectors = (services: IndexServices, collection: CollectionRecord) =>
  Effect.suspend(() => {
    const { store, vectorCollection: name, index } = liveTarget(services, collection);
    // A store that was replaced under the same name must not look like an empty collection.
    if (collection.isIndexMade) return requireCollection(store, name, collection.name);
    return Effect.andThen(
      store.service.ensureCollection({ collection: name, dimension: index.dimension }),
      services.changes.markMade(collection.id),
    );
  });

const refuseDamaged = (services: IndexServices, collection: CollectionRecord) =>
  Effect.andThen(ensurePassages(services, collection), refuseDamagedVectors(services, collection)).pipe(
    Effect.catch((error) =>
      error.reason === "damaged" || error.reason === "missing"
        ? Effect.fail(searchFailureToDomain(error))
        : Effect.void,
    ),
  );

const makeVectors = (services: IndexServices, collection: CollectionRecord) =>
  Effect.andThen(
    refuseDamagedVectors(services, collection),
    once(services, vectorCollectionOf(collection), ensureVectors(services, collection)),
  );

// Passages first: `isIndexMade` in the record covers both.
const ensure = (services: IndexServices, collection: CollectionRecord) =>
  Effect.andThen(ensurePassages(services, collection), makeVectors(services, collection));

const ensureSearched = (services: IndexServices, collection: SearchedCollection, needsVectors: boolean) =>
  Effect.suspend(() => {
    if (collection.isRestoring) return Effect.fail(restoring(collection.id));
    const made = makePassages(services, collection);
    return needsVectors ? Effect.andThen(made, makeVectors(services, collection)) : made;
  });

const forget = ({ ensured }: IndexServices, collectionId: string) =>
  Effect.sync(() => {
    ensured.delete(passagesOf(collectionId));
    const prefix = vectorCollectionOf({ id: collectionId, indexNumber: 0 }).slice(0, -1);
    for (const name of ensured) if (name.startsWith(prefix)) ensured.delete(name);
  });

const openKey = ({ secrets }: IndexServices, sealed: string | null, location: SecretLocation) =>
  sealed === null ? Effect.succeed(undefined) : secrets.open(sealed, location);

const embedderUse = (services: IndexServices, collectionId: string, index: IndexDefinition) =>
  Effect.map(openKey(services, index.embeddingApiKey, { collectionId, field: "embedding_api_key" }), (credential) => ({
    embedder: embedderOf(services.plugins, index.embeddingProvider),
    collectionId,
    model: index.embeddingModel,
    dimension: index.dimension,
    credential,
    statistics: termStatistics(services.passages, collectionId),
  }));

const reranker = (services: IndexServices, collection: CollectionRecord) => {
  const location: SecretLocation = { collectionId: collection.id, field: "reranking_api_key" };
  const credential = Effect.suspend(() => openKey(services, collection.rerankingApiKey, location));
  return rerankerFor(services.plugins.rerankers, collection.rerankingModel, credential);
};

const lagging = ({ documents }: IndexServices, collectionId: string) =>
  Effect.map(documents.lagging(collectionId, limits.MAX_FILTER_LIST_VALUES + 1), (ids) =>
    ids.length > limits.MAX_FILTER_LIST_VALUES ? undefined : ids,
  );

const target = (services: IndexServices, collection: CollectionRecord): SearchTarget<StoreError | SecretBoxError> => {
  const { store, vectorCollection, index } = liveTarget(services, collection);
  const { capabilities } = embedderOf(services.plugins, index.embeddingProvider);
  return {
    collectionId: collection.id,
    vectorCollection,
    vectorStore: store.service,
    localVectors: store.directory === undefined ? undefined : localVectorsIn(store.directory),
    maxTopK: store.capabilities.maxTopK,
    embedQuery: (query) =>
      Effect.flatMap(embedderUse(services, collection.id, index), (use) => services.embeddings.query(use, query)),
    weighsTerms: capabilities.usesTermStatistics,
    reranker: reranker(services, collection),
    alpha: collection.defaultAlpha ?? hybridAlpha(capabilities, collection.chunkCount),
    ...(collection.laggingCount > 0 && { lagging: lagging(services, collection.id) }),
    liveGenerations: services.documents.liveGenerations,
  };
};

const restoring = (collectionId: string) =>
  new PassageIndexError({
    reason: "restoring",
    message: `the passages of collection ${collectionId} are being rebuilt`,
  });

const passagesOf = (collectionId: string): string => `passages of ${collectionId}`;

const requireCollection = (store: VectorTarget["store"], vectorCollection: string, collectionName: string) =>
  Effect.mapError(store.service.count(vectorCollection), (error) =>
    error.reason === "not_found"
      ? new PluginError({
          plugin: store.plugin,
          reason: "damaged",
          message: vectorsMissing(collectionName, store),
          cause: error,
        })
      : error,
  );

/** Returns the first reranker that has the model. */
const rerankerFor = (
  rerankers: ReadonlyMap<string, OpenReranker>,
  model: string,
  credential: Effect.Effect<Redacted.Redacted | undefined, SecretBoxError>,
): SearchTarget["reranker"] => {
  const found = [...rerankers.values()].find(({ capabilities }) => capabilities.models.includes(model));
  return found && { service: found.service, capabilities: found.capabilities, model, credential };
};
