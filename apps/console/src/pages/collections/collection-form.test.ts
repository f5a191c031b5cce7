import { expect, test } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { collectionProblems, creationOf, nameProblem, newForm, refusedField } from "./collection-form.ts";

const CHOICES = {
  models: [
    {
      provider: "local",
      model: "built-in",
      dimension: 1_024,
      description: "",
      credential: "none",
      isConfigured: true,
      isDefault: true,
    },
    {
      provider: "provider_a",
      model: "small",
      dimension: 1_536,
      description: "",
      credential: "required",
      isConfigured: true,
      isDefault: false,
    },
  ],
  vectorStores: [{ name: "default", isDefault: true }],
  rerankingModels: ["judge-1"],
} as const;

const FORM = newForm(CHOICES);

test.each([
  ["", undefined],
  ["pumps_3", undefined],
  ["P", undefined],
  ["x".repeat(128), undefined],
  ["x".repeat(129), expect.stringContaining("129")],
  ["3pumps", expect.stringContaining("begin with a letter")],
  ["_pumps", expect.stringContaining("begin with a letter")],
  ["feed pumps", expect.stringContaining("underscore")],
  ["pümps", expect.stringContaining("“ü”")],
  ["pump🎉", expect.stringContaining("“🎉”")],
])("the name %j is validated by the contract's rules", (name, problem) => {
  expect(nameProblem(name)).toEqual(problem);
});

test("a form with only a name uses the service's defaults and hybrid search", () => {
  const form = { ...FORM, name: "pumps" };
  expect(collectionProblems(form, CHOICES)).toEqual({});
  expect(creationOf(form, CHOICES)).toEqual({
    name: "pumps",
    embedding_provider: "local",
    embedding_model: "built-in",
    chunk_size: 512,
    chunk_overlap: 50,
    default_search_mode: "hybrid",
    default_top_k: 10,
  });
});

test("invalid fields are detected before the request is sent", () => {
  const wrong = {
    ...FORM,
    model: "provider_a small",
    chunkSize: 64,
    chunkOverlap: 64,
    topK: 0,
    minScore: 1.5,
    dimension: 0,
    metadata: "[1]",
  };
  expect(Object.keys(collectionProblems(wrong, CHOICES)).toSorted()).toEqual(
    ["chunkOverlap", "dimension", "embeddingKey", "metadata", "minScore", "name", "topK"].toSorted(),
  );
});

test("no API key is sent for a model without one, even if one was typed for another model", () => {
  expect(creationOf({ ...FORM, name: "a", embeddingKey: "sk-1" }, CHOICES)).not.toHaveProperty("embedding_api_key");
  const requested = creationOf({ ...FORM, name: "a", model: "provider_a small", embeddingKey: "sk-1" }, CHOICES);
  expect(requested).toMatchObject({ embedding_provider: "provider_a", embedding_api_key: "sk-1" });
});

test("a service error is shown at the field that it names", () => {
  expect(refusedField(new ApiError("chunk_size: must be at least 64, got 3", 400))).toEqual({
    chunkSize: "Must be at least 64, got 3.",
  });
  expect(refusedField(new ApiError('a collection named "a" exists already', 409))).toEqual({
    name: 'A collection named "a" exists already.',
  });
  expect(refusedField(new ApiError("metadata.owner: is too long", 400))).toEqual({ metadata: "Is too long." });
  expect(refusedField(new ApiError("no room on the disk", 503))).toEqual({});
});
