import type { PreTrainedModel, PreTrainedTokenizer } from "@huggingface/transformers";
import type { ModelInfo, ModelJob, ModelOptions } from "../model-protocol.ts";
import { embedTexts } from "./embed-texts.ts";
import { importTransformers, type Transformers } from "./import-transformers.ts";
import { locateModel } from "./locate-model.ts";
import { scorePairs } from "./score-pairs.ts";
import type { ServedModel } from "./serve-model.ts";
import { type ModelParts, TokenInputs } from "./token-inputs.ts";

/** Input length of models that declare no limit, in tokens. */
const FALLBACK_MAX_TOKENS = 512;

/** Loads the model, and tests it with one word: a model of the wrong kind or size fails now, not during an upload. */
export async function loadModel(options: ModelOptions): Promise<ServedModel<ModelInfo, ModelJob, Float32Array>> {
  const transformers = await importTransformers();
  const { tokenizer, model } = await loadParts(transformers, options);
  const maxTokens = Math.min(options.maxTokens ?? Infinity, tokenLimit(tokenizer, model));
  const inputs = new TokenInputs(transformers, tokenizer, maxTokens);
  const parts: ModelParts = { inputs, forward: (batch) => model(batch) as Promise<Record<string, unknown>> };
  const run = (job: ModelJob) =>
    job.kind === "embed" ? embedTexts(parts, options, job.texts) : scorePairs(parts, job.query, job.passages);
  await run(
    options.task.kind === "embed" ? { kind: "embed", texts: ["a"] } : { kind: "score", query: "a", passages: ["a"] },
  );
  return { info: { maxTokens }, run };
}

async function loadParts(transformers: Transformers, options: ModelOptions) {
  const { env, AutoTokenizer, AutoModel, AutoModelForSequenceClassification } = transformers;
  const { folder, subfolder, hasExternalData } = await locateModel(options);
  env.allowRemoteModels = false;
  const local = { local_files_only: true } as const;
  const kind = options.task.kind === "embed" ? AutoModel : AutoModelForSequenceClassification;
  const tokenizer = await AutoTokenizer.from_pretrained(folder, local);
  const model = await kind.from_pretrained(folder, {
    ...local,
    subfolder,
    dtype: options.dtype,
    device: options.device,
    session_options: { intraOpNumThreads: options.threads, interOpNumThreads: 1 },
    ...(hasExternalData && { use_external_data_format: true }),
  });
  return { tokenizer, model };
}

/** Returns the token limit: the lower one of the tokenizer's and the model's. */
function tokenLimit(tokenizer: PreTrainedTokenizer, model: PreTrainedModel): number {
  const config = model.config as { readonly model_type?: string; readonly max_position_embeddings?: number };
  // RoBERTa and related models number token positions from 2.
  const taken = /roberta|camembert|mpnet/.test(config.model_type ?? "") ? 2 : 0;
  const positions = (config.max_position_embeddings ?? Infinity) - taken;
  // Tokenizers without a limit declare 1e30.
  const limit = Math.min(tokenizer.model_max_length ?? Infinity, positions);
  return limit > 0 && limit < 2 ** 31 ? limit : FALLBACK_MAX_TOKENS;
}
