import type { CollectionChoices, ModelChoice } from "@quarry/http/console";
import { failureOf } from "../../api/api-error.ts";
import type { contract, Message } from "../../api/rest.ts";
import { collections as collectionsTexts } from "../../strings/collections.ts";
import { objectOf } from "../../ui/json-object.ts";
import { KEEP_SECRET, type SecretChange, secretOf } from "./secret-change.ts";

const texts = collectionsTexts.form;

export type SearchMode = Message<contract.Collection>["default_search_mode"];
export type ChunkStrategy = NonNullable<Message<contract.Collection>["chunk_strategy"]>;

/** Query defaults of a collection: the fields common to its creation and its settings. */
export interface AnswerForm {
  readonly description: string;
  readonly searchMode: SearchMode;
  /** NaN is an empty field, here and below. */
  readonly topK: number;
  readonly minScore: number;
  readonly alpha: number;
  /** Default lifetime of a document in days. */
  readonly ttlDays: number;
  readonly strategy: ChunkStrategy | "default";
  readonly reranking: boolean;
  readonly rerankingModel: string;
  readonly rerankingKey: SecretChange;
  /** JSON; empty for an empty object. */
  readonly metadata: string;
}

export interface CollectionForm extends AnswerForm {
  readonly name: string;
  /** Model key, see `modelKey`. */
  readonly model: string;
  readonly embeddingKey: string;
  readonly dimension: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  readonly store: string;
}

/** Reason why a field is invalid, by field. */
export type Problems<Form> = { readonly [Field in keyof Form]?: string };

export const modelKey = ({ provider, model }: Pick<ModelChoice, "provider" | "model">): string =>
  `${provider} ${model}`;

export const choiceOf = (choices: CollectionChoices, key: string): ModelChoice =>
  choices.models.find((choice) => modelKey(choice) === key) ?? choices.models[0]!;

/** Provider of a collection without a model: its vectors come from the caller. */
export const NO_PROVIDER = "none";

const DAY_SECONDS = 86_400;
const MAX_TTL_SECONDS = 2_000_000_000;

/** Converts days to seconds, the contract's unit. */
export const secondsOf = (days: number): number => Math.round(days * DAY_SECONDS);

/** Converts seconds to days. NaN for no expiry. */
export const daysOf = (seconds: number | undefined): number => (seconds ?? Number.NaN) / DAY_SECONDS;

const DEFAULT_TOP_K = 10;
const DEFAULT_CHUNK_SIZE = 512;
const DEFAULT_CHUNK_OVERLAP = 50;

/**
 * The service's own defaults, written out. The exception is hybrid search, which finds the results of both its parts.
 */
export const newForm = (choices: CollectionChoices): CollectionForm => ({
  name: "",
  description: "",
  model: modelKey(choices.models[0]!),
  embeddingKey: "",
  dimension: Number.NaN,
  chunkSize: DEFAULT_CHUNK_SIZE,
  chunkOverlap: DEFAULT_CHUNK_OVERLAP,
  strategy: "default",
  store: choices.vectorStores.find(({ isDefault }) => isDefault)?.name ?? "",
  searchMode: "hybrid",
  topK: DEFAULT_TOP_K,
  minScore: Number.NaN,
  alpha: Number.NaN,
  ttlDays: Number.NaN,
  reranking: false,
  rerankingModel: choices.rerankingModels[0] ?? "rerank-v3.5",
  rerankingKey: KEEP_SECRET,
  metadata: "",
});

const MAX_NAME = 128;

/** Returns the error in the name typed so far, or undefined while it is empty. */
export const nameProblem = (name: string): string | undefined => {
  if (name === "") return undefined;
  if (!/^[a-zA-Z]/.test(name)) return texts.nameStart;
  const wrong = /[^a-zA-Z0-9_]/u.exec(name);
  if (wrong !== null) return texts.nameWrong(wrong[0]);
  return name.length > MAX_NAME ? texts.nameLong(name.length) : undefined;
};

const isIntegerWithin = (value: number, minimum: number, maximum: number): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum;

const isShareOrEmpty = (value: number): boolean => Number.isNaN(value) || (value >= 0 && value <= 1);

export const answerProblems = (form: AnswerForm): Problems<AnswerForm> => ({
  ...(!isIntegerWithin(form.topK, 1, 1_000) && { topK: texts.topKWrong }),
  ...(!isShareOrEmpty(form.minScore) && { minScore: texts.minScoreWrong }),
  ...(!isShareOrEmpty(form.alpha) && { alpha: texts.alphaWrong }),
  ...(!Number.isNaN(form.ttlDays) &&
    !isIntegerWithin(secondsOf(form.ttlDays), 1, MAX_TTL_SECONDS) && { ttlDays: texts.ttlWrong }),
  ...(objectOf(form.metadata) === undefined && { metadata: texts.metadataWrong }),
});

/** Returns everything that the service would refuse, as far as it is known here. */
export const collectionProblems = (form: CollectionForm, choices: CollectionChoices): Problems<CollectionForm> => {
  const { credential, provider } = choiceOf(choices, form.model);
  const name = form.name === "" ? texts.nameMissing : nameProblem(form.name);
  const isSizeRight = isIntegerWithin(form.chunkSize, 64, 10_000);
  const isOverlapRight = isIntegerWithin(form.chunkOverlap, 0, 5_000);
  return {
    ...answerProblems(form),
    ...(name !== undefined && { name }),
    ...(credential === "required" && form.embeddingKey === "" && { embeddingKey: texts.apiKeyMissing }),
    ...((provider === NO_PROVIDER || !Number.isNaN(form.dimension)) &&
      !isIntegerWithin(form.dimension, 1, 8_192) && { dimension: texts.dimensionWrong }),
    ...(!isSizeRight && { chunkSize: texts.chunkSizeWrong }),
    ...(!isOverlapRight
      ? { chunkOverlap: texts.chunkOverlapWrong }
      : isSizeRight &&
        form.chunkOverlap >= form.chunkSize && { chunkOverlap: texts.chunkOverlapLarge(form.chunkSize) }),
  };
};

export const creationOf = (
  form: CollectionForm,
  choices: CollectionChoices,
): Message<contract.CreateCollectionRequest> => {
  const { provider, model, credential } = choiceOf(choices, form.model);
  const rerankingKey = secretOf(form.rerankingKey);
  return {
    name: form.name,
    embedding_provider: provider,
    ...(provider !== NO_PROVIDER && { embedding_model: model }),
    chunk_size: form.chunkSize,
    chunk_overlap: form.chunkOverlap,
    default_search_mode: form.searchMode,
    default_top_k: form.topK,
    ...(form.description !== "" && { description: form.description }),
    ...(credential !== "none" && form.embeddingKey !== "" && { embedding_api_key: form.embeddingKey }),
    ...(!Number.isNaN(form.dimension) && { dimension: form.dimension }),
    ...(form.strategy !== "default" && { chunk_strategy: form.strategy }),
    ...(!Number.isNaN(form.minScore) && { default_min_score: form.minScore }),
    ...(!Number.isNaN(form.alpha) && { default_alpha: form.alpha }),
    ...(!Number.isNaN(form.ttlDays) && { default_ttl_seconds: secondsOf(form.ttlDays) }),
    ...(form.reranking && { reranking_enabled: true, reranking_model: form.rerankingModel }),
    ...(form.reranking && rerankingKey !== undefined && { reranking_api_key: rerankingKey }),
    ...(form.metadata.trim() !== "" && { metadata: objectOf(form.metadata)! }),
  };
};

const FIELDS: Readonly<Record<string, keyof CollectionForm>> = {
  name: "name",
  description: "description",
  embedding_provider: "model",
  embedding_model: "model",
  embedding_api_key: "embeddingKey",
  dimension: "dimension",
  chunk_size: "chunkSize",
  chunk_overlap: "chunkOverlap",
  chunk_strategy: "strategy",
  vector_store: "store",
  default_search_mode: "searchMode",
  default_top_k: "topK",
  default_min_score: "minScore",
  default_alpha: "alpha",
  default_ttl_seconds: "ttlDays",
  reranking_model: "rerankingModel",
  reranking_api_key: "rerankingKey",
  metadata: "metadata",
};

const CONFLICT = 409;

/**
 * Returns the field that the service refused, by the name at the start of its message. A conflict means that the name
 * is taken.
 */
export const refusedField = (error: unknown): Problems<CollectionForm> => {
  const { message, status } = failureOf(error);
  if (status === CONFLICT) return { name: sentence(message) };
  const [, name, problem] = /^([a-z_]+)(?:\.[^:]*)?: (.+)$/s.exec(message) ?? [];
  const field = name === undefined ? undefined : FIELDS[name];
  return field === undefined ? {} : { [field]: sentence(problem!) };
};

/** Formats the service's message as a sentence, without the field name at its start. */
export const sentence = (text: string): string =>
  `${text[0]!.toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
