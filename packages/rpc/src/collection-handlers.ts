import { CollectionService, type CreateCollectionRequest, type UpdateCollectionRequest } from "@quarry/api";
import { Collections, type CreateCollection, type UpdateCollection } from "@quarry/catalog";
import { limits } from "@quarry/domain";
import { Effect, Redacted } from "effect";
import { type BoundService, bindService } from "./handler.ts";
import { fromSearchMode, toCollection } from "./messages.ts";
import { runEffect } from "./run-effect.ts";

/** The rpcs of CollectionService. */
export const makeCollectionHandlers: Effect.Effect<BoundService, never, Collections> = Effect.gen(function* () {
  const collections = yield* Collections;
  return bindService(CollectionService, {
    createCollection: async (request) => toCollection(await runEffect(collections.create(fromCreate(request)))),

    getCollection: async (request) => toCollection(await runEffect(collections.get(request.name))),

    listCollections: async (request) => {
      const page = await runEffect(
        collections.list({
          limit: request.limit ?? limits.DEFAULT_PAGE_SIZE,
          offset: request.offset ?? 0,
          ...(request.name !== undefined && { namePrefix: request.name }),
        }),
      );
      return { collections: page.items.map(toCollection), total: page.total };
    },

    updateCollection: async (request) =>
      toCollection(await runEffect(collections.update(request.name, fromUpdate(request)))),

    deleteCollection: async (request) => {
      await runEffect(collections.remove(request.name));
      return { status: "ok", message: `Collection '${request.name}' deleted` };
    },
  });
});

const redacted = (key: string | undefined): Redacted.Redacted | undefined =>
  key === undefined ? undefined : Redacted.make(key);

const fromCreate = (request: CreateCollectionRequest): CreateCollection => ({
  name: request.name,
  description: request.description,
  embeddingProvider: request.embeddingProvider,
  embeddingModel: request.embeddingModel,
  embeddingApiKey: redacted(request.embeddingApiKey),
  dimension: request.dimension,
  chunkSize: request.chunkSize,
  chunkOverlap: request.chunkOverlap,
  defaultTopK: request.defaultTopK,
  defaultMinScore: request.defaultMinScore,
  defaultSearchMode: fromSearchMode(request.defaultSearchMode),
  rerankingEnabled: request.rerankingEnabled,
  rerankingModel: request.rerankingModel,
  rerankingApiKey: redacted(request.rerankingApiKey),
  metadata: request.metadata,
});

const fromUpdate = (request: UpdateCollectionRequest): UpdateCollection => ({
  description: request.description,
  metadata: request.metadata,
  rerankingEnabled: request.rerankingEnabled,
  rerankingModel: request.rerankingModel,
  rerankingApiKey: redacted(request.rerankingApiKey),
  defaultTopK: request.defaultTopK,
  defaultMinScore: request.clearDefaultMinScore ? null : request.defaultMinScore,
  defaultSearchMode: fromSearchMode(request.defaultSearchMode),
});
