import { randomUUID } from "node:crypto";
import { type Answer, json } from "./answer.ts";
import { bearerKey } from "./bearer-key.ts";
import { openAiError, openAiProtocolError } from "./openai-errors.ts";
import type { ProviderServerOptions } from "./protocol.ts";
import type { ProviderCallRecord } from "./provider-record.ts";
import { type ProviderServer, startProviderServer } from "./provider-server.ts";
import { textVector } from "./text-vector.ts";

export interface OpenAiModel {
  readonly dimension: number;
  readonly canShorten: boolean;
}

export interface OpenAiServerOptions extends ProviderServerOptions {
  /** Default: OpenAI's. */
  readonly models?: Readonly<Record<string, OpenAiModel>>;
  /** Deployments of Azure OpenAI, with their models. */
  readonly deployments?: Readonly<Record<string, string>>;
  /** Whether it ignores `encoding_format`, like servers that don't support it: embeddings are always numbers. */
  readonly floatsOnly?: boolean;
}

/** https://platform.openai.com/docs/guides/embeddings */
const OPENAI_MODELS: Readonly<Record<string, OpenAiModel>> = {
  "text-embedding-3-small": { dimension: 1536, canShorten: true },
  "text-embedding-3-large": { dimension: 3072, canShorten: true },
  "text-embedding-ada-002": { dimension: 1536, canShorten: false },
};

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const MAX_TEXTS = 2_048;
const MAX_TOKENS_PER_TEXT = 8_192;
const MAX_TOKENS = 300_000;

/** Serves `POST /v1/embeddings` like OpenAI, and `POST /openai/deployments/<name>/embeddings` like Azure OpenAI. */
export const startOpenAiServer = (options: OpenAiServerOptions = {}): Promise<ProviderServer> =>
  startProviderServer(options, {
    textsOf: ({ input }) => (typeof input === "string" ? [input] : Array.isArray(input) ? (input as string[]) : []),
    keyOf: (headers) => bearerKey(headers) ?? (headers["api-key"] as string | undefined),
    answer: (call) => answer(call, options),
    error: openAiProtocolError,
  });

const answer = (call: ProviderCallRecord, options: OpenAiServerOptions): Answer => {
  const { pathname } = new URL(call.path, "http://x");
  const deployment = /^\/openai\/deployments\/([^/]+)\/embeddings$/.exec(pathname)?.[1];
  if (call.method !== "POST" || (pathname !== "/v1/embeddings" && deployment === undefined)) {
    return openAiError(404, `Invalid URL (${call.method} ${pathname})`, "invalid_request_error", null);
  }
  const name = deployment === undefined ? call.body["model"] : options.deployments?.[decodeURIComponent(deployment)];
  if (deployment !== undefined && name === undefined) {
    return json(404, {
      error: { code: "DeploymentNotFound", message: "The API deployment for this resource does not exist." },
    });
  }
  const model = (options.models ?? OPENAI_MODELS)[String(name)];
  if (model === undefined) {
    const message = `The model \`${String(name)}\` does not exist or you do not have access to it.`;
    return openAiError(404, message, "invalid_request_error", "model_not_found");
  }
  return refusal(call, model) ?? embeddings(call, String(name), model, options.floatsOnly ?? false);
};

const invalid = (message: string): Answer => openAiError(400, message, "invalid_request_error", null);

const refusal = ({ body, texts, tokens }: ProviderCallRecord, model: OpenAiModel): Answer | undefined => {
  const { dimensions } = body;
  if (texts.length === 0 || texts.some((text) => typeof text !== "string" || text === "")) {
    return invalid(
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  }
  if (texts.length > MAX_TEXTS) return invalid(`'$.input' is too long: at most ${MAX_TEXTS} items.`);
  if (dimensions !== undefined && !model.canShorten) {
    return invalid("This model does not support specifying dimensions.");
  }
  if (
    dimensions !== undefined &&
    (!Number.isInteger(dimensions) || (dimensions as number) < 1 || (dimensions as number) > model.dimension)
  ) {
    return invalid(
      `Invalid value for 'dimensions' = ${JSON.stringify(dimensions)}. Must be less than or equal to ${model.dimension}.`,
    );
  }
  const long = tokens.findIndex((count) => count > MAX_TOKENS_PER_TEXT);
  if (long >= 0) return invalid(`Invalid 'input[${long}]': maximum input length is ${MAX_TOKENS_PER_TEXT} tokens.`);
  const sum = tokens.reduce((all, one) => all + one, 0);
  if (sum <= MAX_TOKENS) return undefined;
  const message = `Requested ${sum} tokens, max ${MAX_TOKENS} tokens per request`;
  return openAiError(400, message, "max_tokens_per_request", "max_tokens_per_request");
};

const embeddings = (call: ProviderCallRecord, name: string, model: OpenAiModel, floatsOnly: boolean): Answer => {
  const { body, texts, tokens, fault } = call;
  const requested = (body["dimensions"] as number | undefined) ?? model.dimension;
  const dimension = fault === "wrong_dimension" ? requested + 1 : requested;
  const asBase64 = body["encoding_format"] === "base64" && !floatsOnly;
  const data = texts.map((text, index) => {
    const vector = textVector(text, dimension);
    return { object: "embedding", index, embedding: asBase64 ? toBase64(vector) : Array.from(vector) };
  });
  if (fault === "out_of_order") data.reverse();
  if (fault === "wrong_count") data.pop();
  const count = tokens.reduce((all, one) => all + one, 0);
  return json(
    200,
    { object: "list", data, model: name, usage: { prompt_tokens: count, total_tokens: count } },
    { "x-request-id": `req_${randomUUID().replaceAll("-", "")}`, "openai-version": "2020-10-01" },
  );
};

const toBase64 = (vector: Float32Array): string => {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString("base64");
};
