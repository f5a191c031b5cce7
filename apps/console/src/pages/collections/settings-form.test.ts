import { expect, test } from "vitest";
import { changedFields, settingsOf, updateOf } from "./settings-form.ts";
import type { Collection } from "./use-collections.ts";

const COLLECTION: Collection = {
  id: "0b0d0c5e-0000-4000-8000-000000000000",
  name: "pumps",
  description: "Pumps",
  embedding_provider: "local",
  embedding_model: "built-in",
  dimension: 64,
  chunk_size: 512,
  chunk_overlap: 50,
  document_count: 0,
  has_api_key: false,
  reranking_enabled: true,
  reranking_model: "judge-1",
  has_reranking_api_key: true,
  default_top_k: 10,
  default_min_score: 0.2,
  default_search_mode: "hybrid",
  metadata: { owner: "service" },
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
};

const STORED = settingsOf(COLLECTION);

test("an update omits unchanged fields", () => {
  expect(updateOf(STORED, settingsOf(COLLECTION))).toEqual({});
  // An empty number (NaN) equals the stored empty number.
  expect(changedFields(STORED, { ...STORED, alpha: Number.NaN })).toEqual([]);
});

test("an emptied optional field clears its stored value", () => {
  const lasting = settingsOf({ ...COLLECTION, default_ttl_seconds: 3_600 });
  expect(updateOf(lasting, { ...lasting, ttlDays: 2 })).toEqual({ default_ttl_seconds: 172_800 });
  expect(updateOf(lasting, { ...lasting, ttlDays: Number.NaN })).toEqual({ default_ttl_seconds: null });
  const emptied = { ...STORED, description: "", minScore: Number.NaN, metadata: "" };
  expect(updateOf(STORED, emptied)).toEqual({ description: "", default_min_score: null, metadata: {} });
});

test("a reranking key is left unchanged, replaced or removed", () => {
  expect(updateOf(STORED, { ...STORED, rerankingKey: { kind: "set", value: "" } })).toEqual({});
  expect(updateOf(STORED, { ...STORED, rerankingKey: { kind: "set", value: "rk" } })).toEqual({
    reranking_api_key: "rk",
  });
  expect(updateOf(STORED, { ...STORED, rerankingKey: { kind: "remove" } })).toEqual({ reranking_api_key: "" });
});

test("a chunk strategy is set, and reset to the default", () => {
  expect(updateOf(STORED, { ...STORED, strategy: "page" })).toEqual({ chunk_strategy: "page" });
  const chosen = settingsOf({ ...COLLECTION, chunk_strategy: "page" });
  expect(updateOf(chosen, { ...chosen, strategy: "default" })).toEqual({ chunk_strategy: null });
});
