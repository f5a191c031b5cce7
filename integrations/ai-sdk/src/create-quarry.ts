import { type EmbeddingModelV3, NoSuchModelError, type ProviderV3, type RerankingModelV3 } from "@ai-sdk/provider";
import { createQuarryClient } from "@quarry/client";
import { embeddingModel, type QuarryEmbeddingModelSettings } from "./embedding-model.ts";
import { rerankingModel } from "./reranking-model.ts";
import { searchTool, type QuarrySearchTool, type QuarrySearchToolSettings } from "./search-tool.ts";

export interface QuarryProviderSettings {
  /** Base URL of the service, such as `https://quarry.example.com`; with or without a trailing `/v1`. */
  readonly baseURL: string;
  /** The API secret or an access key with the scope `read`. */
  readonly apiKey: string;
  /** Headers of model calls. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface QuarryProvider extends ProviderV3 {
  /** Returns an embedding model of the service, by an id from `GET /v1/models`. */
  embeddingModel(modelId: string, settings?: QuarryEmbeddingModelSettings): EmbeddingModelV3;
  /** Returns a reranking model of the service, or its default one. */
  rerankingModel(modelId?: string): RerankingModelV3;
  /** Returns a tool with which a language model searches a collection. */
  searchTool(settings: QuarrySearchToolSettings): QuarrySearchTool;
}

/** Creates a provider; sends nothing before the first call. */
export const createQuarry = (settings: QuarryProviderSettings): QuarryProvider => {
  const { apiKey, headers = {}, fetch = globalThis.fetch } = settings;
  const address = settings.baseURL.replace(/\/(?:v1\/?)?$/, "");
  const client = createQuarryClient({ baseUrl: address, apiKey, fetch });
  const connection = { address, headers: { authorization: `Bearer ${apiKey}`, ...headers }, fetch };
  return {
    specificationVersion: "v3",
    embeddingModel: (modelId, options) => embeddingModel(connection, modelId, options),
    rerankingModel: (modelId) => rerankingModel(connection, modelId),
    searchTool: (options) => searchTool(client, options),
    languageModel: (modelId) => {
      throw new NoSuchModelError({ modelId, modelType: "languageModel" });
    },
    imageModel: (modelId) => {
      throw new NoSuchModelError({ modelId, modelType: "imageModel" });
    },
  };
};
