import { describeValue, type DomainError, invalidArgument, isContractProvider } from "@quarry/plugin/domain";
import type { PluginsShape } from "@quarry/host";
import type { CollectionRecord, IndexChangeKind } from "@quarry/store";
import { Redacted } from "effect";
import { chooseEmbedding, type EmbeddingChoice, type EmbeddingRequest, requestedProvider } from "./embedding-choice.ts";
import { NO_PROVIDER } from "./no-model.ts";

/** Requested settings of a collection's index; an omitted setting stays unchanged. */
export interface ChangeRequest extends EmbeddingRequest {
  readonly vectorStore?: string | undefined;
  /** Whether to rebuild the index unchanged. */
  readonly repair?: boolean | undefined;
}

export interface ChangePlan extends EmbeddingChoice {
  readonly kind: IndexChangeKind;
  readonly vectorStore: string;
  /** Whether the collection's own key remains in use. */
  readonly keepsKey: boolean;
}

/** Fills in omitted settings and rejects invalid combinations. Throws a `DomainError` that names the field. */
export const planIndexChange = (
  collection: CollectionRecord,
  request: ChangeRequest,
  plugins: PluginsShape,
): ChangePlan => {
  if (request.repair === true) return planRepair(collection, request);
  const vectorStore = chooseStore(collection, request, plugins);
  const changesModel = EMBEDDING_FIELDS.some((field) => request[field] !== undefined);
  if (!changesModel && request.vectorStore === undefined) {
    throw invalidArgument("vector_store, embedding_provider, embedding_model, dimension or repair: one is required");
  }
  const current = {
    provider: collection.embeddingProvider,
    model: collection.embeddingModel,
    dimension: collection.dimension,
  };
  const keepsKey =
    request.embeddingApiKey === undefined &&
    (requestedProvider(request, plugins) ?? current.provider) === current.provider;
  const embedding = changesModel ? nextEmbedding(collection, request, plugins, keepsKey) : current;
  const isSameModel =
    embedding.provider === current.provider &&
    embedding.model === current.model &&
    embedding.dimension === current.dimension;
  if (isSameModel && vectorStore === collection.vectorStore) throw nothingToChange(collection, changesModel);
  checkStoreDimension(vectorStore, embedding.dimension, plugins);
  return { kind: isSameModel ? "store" : "model", vectorStore, keepsKey, ...embedding };
};

const EMBEDDING_FIELDS = ["embeddingProvider", "embeddingModel", "dimension", "embeddingApiKey"] as const;

const planRepair = (collection: CollectionRecord, request: ChangeRequest): ChangePlan => {
  if (request.vectorStore !== undefined || EMBEDDING_FIELDS.some((field) => request[field] !== undefined)) {
    throw invalidArgument("repair: rebuilds the index unchanged; no other field can be given with it");
  }
  return {
    kind: "repair",
    vectorStore: collection.vectorStore,
    keepsKey: true,
    provider: collection.embeddingProvider,
    model: collection.embeddingModel,
    dimension: collection.dimension,
  };
};

const chooseStore = (collection: CollectionRecord, request: ChangeRequest, plugins: PluginsShape): string => {
  const name = request.vectorStore;
  if (name === undefined) return collection.vectorStore;
  if (plugins.vectorStores.has(name)) return name;
  throw invalidArgument(
    `vector_store: must be one of ${[...plugins.vectorStores.keys()].join(", ")}, got ${describeValue(name)}`,
  );
};

/** Same as for a new collection, except that the current model is the default if the provider stays the same. */
const nextEmbedding = (
  collection: CollectionRecord,
  request: ChangeRequest,
  plugins: PluginsShape,
  keepsKey: boolean,
): EmbeddingChoice => {
  const provider = requestedProvider(request, plugins) ?? collection.embeddingProvider;
  const keepsProvider = provider === collection.embeddingProvider;
  const model = request.embeddingModel ?? (keepsProvider ? collection.embeddingModel : undefined);
  const keepsModel = keepsProvider && model === collection.embeddingModel;
  // A stored key counts as a supplied one.
  const stored = keepsKey && collection.embeddingApiKey !== null ? STORED_KEY : undefined;
  const choice = {
    embeddingProvider: provider,
    embeddingModel: model,
    dimension: request.dimension ?? (keepsModel ? collection.dimension : undefined),
    embeddingApiKey: request.embeddingApiKey ?? stored,
  };
  if (provider === NO_PROVIDER && !keepsProvider) {
    throw invalidArgument(
      `embedding_provider: a collection with a model can't be changed to ${describeValue(provider)}; create a new one and write its vectors there`,
    );
  }
  if (!plugins.embedders.has(provider) && isContractProvider(provider)) {
    throw invalidArgument(
      `embedding_provider: no embedder is configured for ${describeValue(provider)}; it may be ${[...plugins.embedders.keys()].join(", ")}`,
    );
  }
  return chooseEmbedding(choice, plugins);
};

const STORED_KEY = Redacted.make("stored");

const nothingToChange = (collection: CollectionRecord, changesModel: boolean): DomainError =>
  changesModel
    ? invalidArgument(
        `embedding_model: the collection already has vectors of ${collection.embeddingModel} with ${collection.dimension} dimensions`,
      )
    : invalidArgument(`vector_store: the collection is on ${describeValue(collection.vectorStore)} already`);

const checkStoreDimension = (name: string, dimension: number, plugins: PluginsShape): void => {
  const maxDimension = plugins.vectorStores.get(name)?.capabilities.maxDimension ?? dimension;
  if (dimension > maxDimension) {
    throw invalidArgument(
      `vector_store: ${describeValue(name)} takes vectors of at most ${maxDimension} dimensions; these have ${dimension}`,
    );
  }
};
