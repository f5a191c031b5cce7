import { randomUUID } from "node:crypto";
import { type Answer, json } from "./answer.ts";
import { bearerKey } from "./bearer-key.ts";
import { cohereError, cohereProtocolError } from "./cohere-errors.ts";
import { rerankResults } from "./cohere-rerank.ts";
import type { ProviderServerOptions } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";
import { type ProviderServer, startProviderServer } from "./provider-server.ts";
import { textVector } from "./text-vector.ts";

export interface CohereServerOptions extends ProviderServerOptions {
  /** Names of reranking models. Default: Cohere's. */
  readonly rerankModels?: readonly string[];
}

interface CohereModel {
  readonly dimensions: readonly number[];
  readonly maxTokens: number;
}

/** https://docs.cohere.com/docs/cohere-embed; the default dimension first. */
const EMBED_MODELS: Readonly<Record<string, CohereModel>> = {
  "embed-english-v3.0": { dimensions: [1024], maxTokens: 512 },
  "embed-multilingual-v3.0": { dimensions: [1024], maxTokens: 512 },
  "embed-english-light-v3.0": { dimensions: [384], maxTokens: 512 },
  "embed-multilingual-light-v3.0": { dimensions: [384], maxTokens: 512 },
  "embed-v4.0": { dimensions: [1536, 1024, 512, 256], maxTokens: 128_000 },
};

const RERANK_MODELS = [
  "rerank-v3.5",
  "rerank-v4.0-pro",
  "rerank-v4.0-fast",
  "rerank-english-v3.0",
  "rerank-multilingual-v3.0",
];

/** https://docs.cohere.com/reference/embed */
const MAX_TEXTS = 96;

const INPUT_TYPES: ReadonlySet<unknown> = new Set(["search_document", "search_query", "classification", "clustering"]);

/** Serves `POST /v2/embed` and `POST /v2/rerank` like Cohere. */
export const startCohereServer = (options: CohereServerOptions = {}): Promise<ProviderServer> =>
  startProviderServer(options, {
    textsOf: ({ texts, documents }) => (texts ?? documents ?? []) as string[],
    keyOf: bearerKey,
    answer: (call) => answer(call, options),
    error: cohereProtocolError,
  });

const answer = (call: ProviderCallRecord, options: CohereServerOptions): Answer => {
  const { pathname } = new URL(call.path, "http://x");
  if (call.method === "POST" && pathname === "/v2/embed") return embed(call);
  if (call.method === "POST" && pathname === "/v2/rerank") return rerank(call, options.rerankModels ?? RERANK_MODELS);
  return json(404, { message: `no such endpoint: ${call.method} ${pathname}` });
};

const noModel = (name: unknown): Answer =>
  cohereError(
    404,
    `model '${String(name)}' not found, make sure the correct model ID was used and that you have access to the model.`,
  );

const embed = (call: ProviderCallRecord): Answer => {
  const { body, texts, tokens, fault } = call;
  const model = EMBED_MODELS[String(body["model"])];
  if (model === undefined) return noModel(body["model"]);
  const refused = refusal(call, model);
  if (refused !== undefined) return refused;
  const requested = (body["output_dimension"] as number | undefined) ?? model.dimensions[0]!;
  const dimension = fault === "wrong_dimension" ? requested - 1 : requested;
  const float = texts.map((text) => Array.from(textVector(text, dimension)));
  if (fault === "wrong_count") float.pop();
  const billed = tokens.reduce((sum, count) => sum + Math.min(count, model.maxTokens), 0);
  return json(200, {
    id: randomUUID(),
    texts,
    embeddings: { float },
    meta: { api_version: { version: "2" }, billed_units: { input_tokens: billed } },
    response_type: "embeddings_by_type",
  });
};

const invalid = (message: string): Answer => cohereError(400, `invalid request: ${message}`);

const refusal = ({ body, texts, tokens }: ProviderCallRecord, model: CohereModel): Answer | undefined => {
  if (texts.length === 0) return invalid("at least one text is required");
  if (texts.length > MAX_TEXTS)
    return invalid(`total number of texts must be at most ${MAX_TEXTS} - received ${texts.length}`);
  if (!INPUT_TYPES.has(body["input_type"])) return invalid("valid input_type must be provided with the provided model");
  if (!(body["embedding_types"] as unknown[] | undefined)?.includes("float"))
    return invalid("embedding_types must be provided");
  const dimension = body["output_dimension"];
  if (dimension !== undefined && model.dimensions.length === 1) {
    return invalid("output_dimension is not supported for this model");
  }
  if (dimension !== undefined && !model.dimensions.includes(dimension as number)) {
    return invalid(`output_dimension must be one of ${model.dimensions.join(", ")}`);
  }
  const long = tokens.findIndex((count) => count > model.maxTokens);
  if (body["truncate"] === "NONE" && long >= 0) {
    return invalid(
      `too many tokens: total number of tokens in text at index ${long} is ${tokens[long]} and exceeds the limit of ${model.maxTokens}`,
    );
  }
  return undefined;
};

const rerank = (call: ProviderCallRecord, models: readonly string[]): Answer => {
  const { body, texts, fault } = call;
  const { model, query, top_n: topN } = body;
  if (!models.includes(String(model))) return noModel(model);
  if (typeof query !== "string" || query === "")
    return cohereError(400, "invalid request: query must be at least 1 token long");
  if (texts.length === 0) return cohereError(400, "invalid request: list of documents must not be empty");
  const empty = texts.indexOf("");
  if (empty >= 0) return cohereError(400, `invalid request: document at index ${empty} cannot be empty`);
  const results = rerankResults(query, texts).slice(0, (topN as number | undefined) ?? texts.length);
  if (fault === "wrong_count") results.pop();
  return json(200, {
    id: randomUUID(),
    results,
    meta: { api_version: { version: "2" }, billed_units: { search_units: Math.ceil(texts.length / 100) } },
  });
};
