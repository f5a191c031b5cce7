import type { contract, Message } from "../../api/rest.ts";
import { type AnswerForm, daysOf, secondsOf } from "./collection-form.ts";
import { objectOf, textOfObject } from "../../ui/json-object.ts";
import { KEEP_SECRET, secretOf } from "./secret-change.ts";
import type { CollectionPatch } from "./use-collections.ts";

/** Returns the current settings. */
export const settingsOf = (collection: Message<contract.Collection>): AnswerForm => ({
  description: collection.description,
  searchMode: collection.default_search_mode,
  topK: collection.default_top_k,
  minScore: collection.default_min_score ?? Number.NaN,
  alpha: collection.default_alpha ?? Number.NaN,
  ttlDays: daysOf(collection.default_ttl_seconds),
  strategy: collection.chunk_strategy ?? "default",
  reranking: collection.reranking_enabled,
  rerankingModel: collection.reranking_model,
  rerankingKey: KEEP_SECRET,
  metadata: textOfObject(collection.metadata),
});

/** Returns the fields that differ from the stored ones. */
export const changedFields = (stored: AnswerForm, form: AnswerForm): readonly (keyof AnswerForm)[] =>
  (Object.keys(stored) as (keyof AnswerForm)[]).filter((field) =>
    field === "rerankingKey" ? secretOf(form.rerankingKey) !== undefined : !Object.is(stored[field], form[field]),
  );

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Request with changed fields only, to preserve concurrent changes by others. */
export const updateOf = (stored: AnswerForm, form: AnswerForm): CollectionPatch => {
  const changed = new Set(changedFields(stored, form));
  const all: { readonly [Field in keyof AnswerForm]: CollectionPatch } = {
    description: { description: form.description },
    searchMode: { default_search_mode: form.searchMode },
    topK: { default_top_k: form.topK },
    minScore: { default_min_score: orNull(form.minScore) },
    alpha: { default_alpha: orNull(form.alpha) },
    ttlDays: { default_ttl_seconds: orNull(secondsOf(form.ttlDays)) },
    strategy: { chunk_strategy: form.strategy === "default" ? null : form.strategy },
    reranking: { reranking_enabled: form.reranking },
    rerankingModel: { reranking_model: form.rerankingModel },
    rerankingKey: { reranking_api_key: secretOf(form.rerankingKey) ?? "" },
    metadata: { metadata: objectOf(form.metadata) ?? {} },
  };
  return Object.assign({}, ...[...changed].map((field) => all[field]));
};
