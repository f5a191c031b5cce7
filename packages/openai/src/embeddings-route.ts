import { Boundary, Scope } from "@quarry/api";
import type { GroupRoute } from "@quarry/http/protocols";
import { describeValue, type JsonValue } from "@quarry/plugin/domain";
import { mapInTimeSlices, TimeSlice } from "@quarry/plugin/time-slice";
import { Effect } from "effect";
import { Fields } from "./fields.ts";
import { namedModels, noSuchModel, type NamedModel } from "./models.ts";
import { invalid } from "./problems.ts";
import { type OpenAiOptions, reading, type Services } from "./services.ts";

/** Maximum body size: the maximum number of tokens of a request, as ids, with a margin. */
const BODY_BYTES = 8 * 1_048_576;

/** OpenAI's own limits. */
const MAX_INPUTS = 2_048;
const MAX_TOKENS = 8_192;
const MAX_ALL_TOKENS = 300_000;

/** Maximum number of JSON values: each token, text and array of tokens is one. So many numbers take 10 ms to parse. */
const MAX_VALUES = MAX_ALL_TOKENS + 2 * MAX_INPUTS;

/** Estimated length of a token, to count a text's tokens by its length: billing does not depend on it. */
const CHARACTERS_PER_TOKEN = 4;

/** Creates the route `POST /v1/embeddings`. */
export const embeddingsRoute = ({ plugins, embeddings }: Services, options: OpenAiOptions): GroupRoute => ({
  verb: "POST",
  path: "/v1/embeddings",
  scope: Scope.READ,
  boundary: Boundary.UNTOUCHED,
  answer: async (request) => {
    const body = new Fields(await request.json(BODY_BYTES, MAX_VALUES));
    const name = body.required("model", body.text("model", 1_000));
    const model = namedModels(plugins, options).get(name);
    if (model === undefined) throw noSuchModel(name);
    const dimension = dimensionIn(body, model);
    const format = body.oneOf("encoding_format", ["float", "base64"]) ?? "float";
    const { texts, tokens } = await textsIn(body.required("input", body.value("input")));
    const use = {
      embedder: model.embedder,
      collectionId: "",
      model: model.model.name,
      dimension,
      credential: undefined,
    };
    const embedding = embeddings
      .documents(
        use,
        texts.map((text) => ({ text })),
      )
      .pipe(
        // The embedder's own failure states what the caller may know.
        Effect.catchTag("EmbeddingFailure", ({ error }) => Effect.fail(error)),
      );
    const vectors = await reading(request, embedding);
    const shown = await mapInTimeSlices(vectors, (vector) => (format === "base64" ? base64Of(vector) : [...vector]));
    const data = shown.map((embedding, index) => ({ object: "embedding", index, embedding }));
    return { json: { object: "list", model: name, data, usage: { prompt_tokens: tokens, total_tokens: tokens } } };
  },
});

const dimensionIn = (body: Fields, { id, model }: NamedModel): number => {
  const requested = body.integer("dimensions", 1, 1_000_000) ?? model.dimension;
  if (requested === model.dimension) return requested;
  const { dimensionRange: range } = model;
  if (range !== undefined && requested >= range.minimum && requested <= range.maximum) return requested;
  const may = range === undefined ? String(model.dimension) : `from ${range.minimum} to ${range.maximum}`;
  throw invalid("dimensions", `must be ${may} for the model '${id}', got ${requested}`);
};

/** Encodes a vector as base64, in little-endian order, which all supported machines use. */
const base64Of = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString("base64");

interface Texts {
  readonly texts: readonly string[];
  readonly tokens: number;
}

const isTokens = (value: JsonValue): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item) && (item as number) >= 0);

/** Reads one or several texts, also as token ids of cl100k_base. All limits are checked before anything is decoded. */
const textsIn = async (input: JsonValue): Promise<Texts> => {
  if (Array.isArray(input) && input.length === 0) throw invalid("input", "must not be empty");
  const isList = Array.isArray(input) && !isTokens(input);
  const items: readonly JsonValue[] = isList ? input : [input];
  if (items.length > MAX_INPUTS) throw invalid("input", `must have at most ${MAX_INPUTS} items, got ${items.length}`);
  const paramOf = (index: number): string => (isList ? `input[${index}]` : "input");
  const value = items.map((item, index) => textOrTokens(item, paramOf(index)));
  const tokens = value.reduce(
    (sum, each) => sum + (typeof each === "string" ? Math.ceil(each.length / CHARACTERS_PER_TOKEN) : each.length),
    0,
  );
  if (tokens > MAX_ALL_TOKENS)
    throw invalid("input", `must have at most ${MAX_ALL_TOKENS} tokens in all, got ${tokens}`);
  const texts: string[] = [];
  const slice = new TimeSlice();
  for (const [index, each] of value.entries()) {
    const text = typeof each === "string" ? each : await decoded(each, paramOf(index));
    if (text.trim() === "") throw invalid(paramOf(index), "must not be blank");
    texts.push(text);
    if (slice.isOver) await slice.renew();
  }
  return { texts, tokens };
};

const textOrTokens = (item: JsonValue, param: string): string | readonly number[] => {
  if (typeof item === "string") return item;
  if (!isTokens(item))
    throw invalid(param, `must be a string or an array of token ids, got ${describeValue(item)}`, "invalid_type");
  if (item.length > MAX_TOKENS) throw invalid(param, `must have at most ${MAX_TOKENS} tokens, got ${item.length}`);
  return item;
};

/** Decodes token ids. The first call loads the vocabulary: a tenth of a second, and some megabytes. */
const decoded = async (ids: readonly number[], param: string): Promise<string> => {
  const { decode, vocabularySize } = await import("gpt-tokenizer/encoding/cl100k_base");
  const beyond = ids.find((id) => id >= vocabularySize);
  if (beyond !== undefined)
    throw invalid(param, `${beyond} is not a token of cl100k_base, which has ${vocabularySize}`);
  return decode(ids);
};
