import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Graph, type GraphConstant, onnxFile } from "./onnx-file.ts";
import { isWord, TINY_VOCABULARY, tinyTokenizer, tinyTokenizerConfig } from "./tiny-tokenizer.ts";

/** Length of the tiny embedder's vectors. */
export const TINY_DIMENSION = 64;

/** Maximum number of tokens of an input, including the start and end tokens. */
export const TINY_MAX_TOKENS = 64;

export interface TinyModelOptions {
  /** `classifier` is a model of the wrong kind for the checks of both plugins: three numbers per text. */
  readonly kind: "embedder" | "reranker" | "classifier";
  /** Default: `onnx/model.onnx`. */
  readonly file?: string;
  /** Seed of the random weights. */
  readonly seed?: number;
}

/**
 * Writes a model folder in the hub's layout, with random weights. The embedder's vector of a token depends on the token
 * alone; the reranker counts the known words that query and passage share.
 */
export async function writeTinyModel(folder: string, options: TinyModelOptions): Promise<void> {
  const { kind, file = "onnx/model.onnx", seed = 1 } = options;
  const isEmbedder = kind === "embedder";
  const config = {
    model_type: "bert",
    architectures: [isEmbedder ? "BertModel" : "BertForSequenceClassification"],
    hidden_size: TINY_DIMENSION,
    max_position_embeddings: TINY_MAX_TOKENS,
    vocab_size: TINY_VOCABULARY.length,
  };
  const graph = isEmbedder ? embedderGraph(seed) : rerankerGraph(seed, kind === "classifier" ? 3 : 1);
  await mkdir(join(folder, file, ".."), { recursive: true });
  await writeFile(join(folder, "config.json"), JSON.stringify(config));
  await writeFile(join(folder, "tokenizer.json"), JSON.stringify(tinyTokenizer));
  await writeFile(join(folder, "tokenizer_config.json"), JSON.stringify(tinyTokenizerConfig(TINY_MAX_TOKENS)));
  await writeFile(join(folder, file), onnxFile(graph));
}

function embedderGraph(seed: number): Graph {
  return {
    nodes: [{ operator: "Gather", inputs: ["weights", "input_ids"], output: "last_hidden_state" }],
    // Letters have a low weight, so words determine which texts are similar.
    constants: [tokenWeights(seed, (id) => (isWord(id) ? 1 : 0.1))],
    inputs: ["input_ids", "attention_mask"],
    output: { name: "last_hidden_state", shape: ["texts", "tokens", TINY_DIMENSION] },
  };
}

function rerankerGraph(seed: number, labels: number): Graph {
  return {
    nodes: [
      { operator: "Gather", inputs: ["weights", "input_ids"], output: "tokens" },
      { operator: "Cast", inputs: ["attention_mask"], output: "mask", attributes: { to: 1 } },
      { operator: "Cast", inputs: ["token_type_ids"], output: "types", attributes: { to: 1 } },
      { operator: "Mul", inputs: ["mask", "types"], output: "of_passage" },
      { operator: "Sub", inputs: ["mask", "of_passage"], output: "of_query" },
      ...["query", "passage"].flatMap((part) => [
        { operator: "Unsqueeze", inputs: [`of_${part}`, "axis_2"], output: `${part}_mask` },
        { operator: "Mul", inputs: ["tokens", `${part}_mask`], output: `${part}_tokens` },
        {
          operator: "ReduceSum",
          inputs: [`${part}_tokens`, "axis_1"],
          output: `${part}_sum`,
          attributes: { keepdims: 0 },
        },
      ]),
      { operator: "Mul", inputs: ["query_sum", "passage_sum"], output: "products" },
      { operator: "ReduceSum", inputs: ["products", "axis_1"], output: "shared", attributes: { keepdims: 1 } },
      // Linear head: a logit of about 1 per shared word, less 2.
      { operator: "MatMul", inputs: ["shared", "head"], output: "weighed" },
      { operator: "Add", inputs: ["weighed", "bias"], output: "logits" },
    ],
    constants: [
      tokenWeights(seed, (id) => (isWord(id) ? 1 : 0)),
      { name: "axis_1", dimensions: [1], values: BigInt64Array.of(1n) },
      { name: "axis_2", dimensions: [1], values: BigInt64Array.of(2n) },
      { name: "head", dimensions: [1, labels], values: new Float32Array(labels).fill(1) },
      { name: "bias", dimensions: [labels], values: new Float32Array(labels).fill(-2) },
    ],
    inputs: ["input_ids", "attention_mask", "token_type_ids"],
    output: { name: "logits", shape: ["texts", labels] },
  };
}

/** Returns one vector per token, of the length that `lengthOf` returns. */
function tokenWeights(seed: number, lengthOf: (id: number) => number): GraphConstant {
  const random = randomSigns(seed);
  const values = Float32Array.from(
    TINY_VOCABULARY.flatMap((_, id) =>
      Array.from({ length: TINY_DIMENSION }, () => (random() * lengthOf(id)) / Math.sqrt(TINY_DIMENSION)),
    ),
  );
  return { name: "weights", dimensions: [TINY_VOCABULARY.length, TINY_DIMENSION], values };
}

/** Returns a generator of random 1 or -1, deterministic for a seed (xorshift). */
function randomSigns(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 1) === 1 ? 1 : -1;
  };
}
