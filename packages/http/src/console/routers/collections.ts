import { Collections, listEmbeddingModels } from "@quarry/catalog";
import { isContractProvider } from "@quarry/plugin/domain";
import { Plugins, type PluginsShape } from "@quarry/host";
import { runEffect } from "../../rpc/index.ts";
import { type CollectionRecord, DocumentRepository, type StatusCounts } from "@quarry/store";
import { Effect, Schema } from "effect";
import { router, signedIn } from "../trpc/trpc.ts";

/** Collection as the list shows it: its properties and its counts. */
export interface CollectionSummary extends Pick<
  CollectionRecord,
  | "name"
  | "description"
  | "embeddingProvider"
  | "embeddingModel"
  | "defaultSearchMode"
  | "chunkCount"
  | "sizeBytes"
  | "createdAt"
> {
  readonly documents: StatusCounts;
}

export interface CollectionPage {
  readonly collections: readonly CollectionSummary[];
  /** Number of all matches. */
  readonly total: number;
}

/** Embedding model that a new collection can use. */
export interface ModelChoice {
  readonly provider: string;
  readonly model: string;
  readonly dimension: number;
  readonly description: string;
  /** Whether a collection needs, can have or does not use a key of its own. */
  readonly credential: "required" | "optional" | "none";
  /** Whether the server can embed with it now. */
  readonly isConfigured: boolean;
  /** Whether it is the model of a collection that is created without one. */
  readonly isDefault: boolean;
}

/** Options that this server has for a new collection. */
export interface CollectionChoices {
  readonly models: readonly ModelChoice[];
  /** Vector stores, in the order of the config. */
  readonly vectorStores: readonly { readonly name: string; readonly isDefault: boolean }[];
  readonly rerankingModels: readonly string[];
}

const LARGEST_PAGE = 200;

const ListInput = Schema.toStandardSchemaV1(
  Schema.Struct({
    /** Prefix of the names, case-insensitive. */
    name: Schema.optionalKey(Schema.String),
    limit: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: LARGEST_PAGE })),
    cursor: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  }),
);

/** Creates the router of reads that combine several parts of the contract. */
export const makeCollectionsRouter = Effect.gen(function* () {
  const collections = yield* Collections;
  const documents = yield* DocumentRepository;
  const plugins = yield* Plugins;

  const summary = (collection: CollectionRecord) =>
    Effect.map(documents.countsByStatus(collection.id), (counts) => summaryOf(collection, counts));

  return router({
    /** Collections with their counts, oldest first. A key that is limited to certain collections gets only these. */
    list: signedIn.input(ListInput).query(({ ctx, input }): Promise<CollectionPage> => {
      const names = ctx.principal.collections;
      const page = collections.list({
        limit: input.limit,
        offset: input.cursor ?? 0,
        ...(input.name !== undefined && input.name !== "" && { namePrefix: input.name }),
        ...(names !== undefined && { names: [...names] }),
      });
      return runEffect(
        Effect.gen(function* () {
          const { items, total } = yield* page;
          return { collections: yield* Effect.forEach(items, summary), total };
        }),
      );
    }),

    /** Options for creating a collection, or for changing an existing one. */
    choices: signedIn.query(() => choicesOf(plugins)),
  });
});

const summaryOf = (collection: CollectionRecord, documents: StatusCounts): CollectionSummary => ({
  name: collection.name,
  description: collection.description,
  embeddingProvider: collection.embeddingProvider,
  embeddingModel: collection.embeddingModel,
  defaultSearchMode: collection.defaultSearchMode,
  chunkCount: collection.chunkCount,
  sizeBytes: collection.sizeBytes,
  createdAt: collection.createdAt,
  documents,
});

const choicesOf = (plugins: PluginsShape): CollectionChoices => {
  const { embedders, defaultEmbedder, vectorStores, vectorStore, rerankers } = plugins;
  const models = listEmbeddingModels(plugins, true).map(({ provider, model, dimension, description }): ModelChoice => {
    const embedder = embedders.get(provider);
    return {
      provider,
      model,
      dimension,
      description,
      credential: embedder?.capabilities.credential ?? "required",
      isConfigured: embedder !== undefined,
      isDefault: false,
    };
  });
  const first = models.findIndex(({ provider }) => provider === defaultEmbedder.name);
  return {
    models: models
      .map((choice, index) => (index === first ? { ...choice, isDefault: true } : choice))
      .toSorted((one, other) => rankOf(one) - rankOf(other)),
    vectorStores: [...vectorStores.keys()].map((name) => ({ name, isDefault: name === vectorStore.name })),
    rerankingModels: [...rerankers.values()].flatMap(({ capabilities }) => capabilities.models),
  };
};

/**
 * Sort rank of a choice: the default first, then other configured models. The contract's built-in models come last if
 * they are not configured.
 */
const rankOf = ({ isDefault, isConfigured, provider }: ModelChoice): number => {
  if (isDefault) return 0;
  if (!isConfigured) return 3;
  return isContractProvider(provider) ? 2 : 1;
};
