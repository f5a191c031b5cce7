import type { EmbeddingModelV3 } from "@ai-sdk/provider";
import { type Connection, post } from "./post.ts";

export interface QuarryEmbeddingModelSettings {
  /** Length of the vectors, for models with several. Default: the model's own. `embed` of AI SDK 7 may override it. */
  readonly dimensions?: number;
}

/** Limits of one request, and the service's estimate of a text's tokens. */
const MAX_VALUES = 2_048;
const MAX_TOKENS = 300_000;
const CHARACTERS_PER_TOKEN = 4;

interface EmbeddingsBody {
  readonly data: readonly { readonly embedding: number[] }[];
  readonly usage: { readonly total_tokens: number };
}

/** Returns an embedding model of the specification v3, which AI SDK 6 and 7 accept. */
export const embeddingModel = (
  connection: Connection,
  modelId: string,
  settings: QuarryEmbeddingModelSettings = {},
): EmbeddingModelV3 => ({
  specificationVersion: "v3",
  provider: "quarry.embedding",
  modelId,
  maxEmbeddingsPerCall: MAX_VALUES,
  supportsParallelCalls: true,
  doEmbed: async ({ values, ...call }) => {
    // AI SDK 7 passes it to models of this specification, too.
    const { dimensions = settings.dimensions } = call as QuarryEmbeddingModelSettings;
    const embeddings: number[][] = [];
    let tokens = 0;
    let headers: Record<string, string> = {};
    for (const input of withinBounds(values)) {
      const request = { model: modelId, input, ...(dimensions !== undefined && { dimensions }) };
      const answer = await post<EmbeddingsBody>(connection, "/v1/embeddings", "data", request, call);
      embeddings.push(...answer.body.data.map(({ embedding }) => embedding));
      tokens += answer.body.usage.total_tokens;
      headers = answer.headers;
    }
    return { embeddings, usage: { tokens }, response: { headers }, warnings: [] };
  },
});

/** Splits the values into batches within the limits of a request. */
const withinBounds = (values: readonly string[]): string[][] => {
  const parts: string[][] = [];
  let capacity = 0;
  for (const value of values) {
    const tokens = Math.ceil(value.length / CHARACTERS_PER_TOKEN);
    if (parts.length === 0 || tokens > capacity) {
      parts.push([]);
      capacity = MAX_TOKENS;
    }
    parts.at(-1)!.push(value);
    capacity -= tokens;
  }
  return parts;
};
