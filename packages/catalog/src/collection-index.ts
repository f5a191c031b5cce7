import { type OpenEmbedder, type OpenReranker, Plugins } from "@quarry/host";
import type { PluginError } from "@quarry/plugin";
import { PassageIndex, type PassageIndexError, type SearchTarget } from "@quarry/search";
import {
  type CollectionRecord,
  DocumentRepository,
  SecretBox,
  type SecretBoxError,
  type SecretPlace,
  type StoreError,
} from "@quarry/store";
import { Context, Effect, Layer, type Redacted } from "effect";
import { embedderOf } from "./embedder-of.ts";
import { vectorCollectionOf } from "./vector-collection.ts";

/** An embedder with the collection's own key, if it has one. */
export interface KeyedEmbedder {
  readonly embedder: OpenEmbedder;
  readonly credential: Redacted.Redacted | undefined;
}

export interface CollectionIndexShape {
  /** Makes the collection's place in the passage index and the vector store; after the first time it costs nothing. */
  ensure(collection: CollectionRecord): Effect.Effect<void, PassageIndexError | PluginError>;
  /** Forgets that it was made; for who removes it. */
  forget(collectionId: string): Effect.Effect<void>;
  embedder(collection: CollectionRecord): Effect.Effect<KeyedEmbedder, SecretBoxError>;
  /** All that search needs to know of the collection. */
  target(collection: CollectionRecord): Effect.Effect<SearchTarget<StoreError>, SecretBoxError>;
}

/** Where a collection's passages and vectors are, and who embeds for it. */
export class CollectionIndex extends Context.Service<CollectionIndex, CollectionIndexShape>()(
  "@quarry/catalog/CollectionIndex",
) {
  static readonly layer: Layer.Layer<CollectionIndex, never, PassageIndex | Plugins | DocumentRepository | SecretBox> =
    Layer.effect(
      CollectionIndex,
      Effect.gen(function* () {
        const passages = yield* PassageIndex;
        const plugins = yield* Plugins;
        const documents = yield* DocumentRepository;
        const secrets = yield* SecretBox;
        const ensured = new Set<string>();

        const ensure = (collection: CollectionRecord) =>
          Effect.suspend(() => {
            const vectorCollection = vectorCollectionOf(collection);
            if (ensured.has(vectorCollection)) return Effect.void;
            const { dimension } = collection;
            return Effect.all([
              passages.ensure(collection.id),
              plugins.vectorStore.service.ensureCollection({ collection: vectorCollection, dimension }),
            ]).pipe(Effect.andThen(Effect.sync(() => void ensured.add(vectorCollection))));
          });

        const forget = (collectionId: string) =>
          Effect.sync(() => {
            const prefix = vectorCollectionOf({ id: collectionId, indexGeneration: 0 }).slice(0, -1);
            for (const name of ensured) if (name.startsWith(prefix)) ensured.delete(name);
          });

        const openKey = (sealed: string | null, place: SecretPlace) =>
          sealed === null ? Effect.succeed(undefined) : secrets.open(sealed, place);

        const embedder = (collection: CollectionRecord) =>
          Effect.map(
            openKey(collection.embeddingApiKey, { collectionId: collection.id, field: "embedding_api_key" }),
            (credential) => ({ embedder: embedderOf(plugins, collection.embeddingProvider), credential }),
          );

        const reranker = (collection: CollectionRecord) =>
          Effect.map(
            openKey(collection.rerankingApiKey, { collectionId: collection.id, field: "reranking_api_key" }),
            (credential) => rerankerFor(plugins.rerankers, collection.rerankingModel, credential),
          );

        const target = Effect.fnUntraced(function* (collection: CollectionRecord) {
          const { embedder: chosen, credential } = yield* embedder(collection);
          return {
            collectionId: collection.id,
            vectorCollection: vectorCollectionOf(collection),
            vectorStore: plugins.vectorStore.service,
            maxTopK: plugins.vectorStore.capabilities.maxTopK,
            embedder: {
              service: chosen.service,
              capabilities: chosen.capabilities,
              model: collection.embeddingModel,
              dimension: collection.dimension,
              credential,
            },
            reranker: yield* reranker(collection),
            alpha: chosen.capabilities.hybridAlpha,
            liveGenerations: documents.liveGenerations,
          };
        });

        return { ensure, forget, embedder, target };
      }),
    );
}

/** The first reranker that has the model. */
const rerankerFor = (
  rerankers: ReadonlyMap<string, OpenReranker>,
  model: string,
  credential: Redacted.Redacted | undefined,
): SearchTarget["reranker"] => {
  const found = [...rerankers.values()].find(({ capabilities }) => capabilities.models.includes(model));
  return found && { service: found.service, capabilities: found.capabilities, model, credential };
};
