import { createRequire } from "node:module";
import { Effect } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  byLength,
  capabilitiesOf,
  embedderOf,
  type OpenEmbeddings,
  openEmbeddings,
  run,
  useOf,
} from "./embedding-fixture.ts";

let opened: OpenEmbeddings;

beforeEach(async () => {
  opened = await openEmbeddings();
});
afterEach(() => opened.close());

const isVocabularyLoaded = (): boolean =>
  Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("o200k_base"));

const local = { usesTermStatistics: true, maxBatchTokens: 40 };
const model = { name: "text-embedding-3-small", dimension: 2, description: "" };
const passages = [
  { text: "of a river", contextText: "Geography", tokenCount: 3 },
  { text: "of a lake", tokenCount: 3 },
];

const callsWith = async (capabilities: ReturnType<typeof capabilitiesOf>): Promise<readonly (readonly string[])[]> => {
  const service = embedderOf((_, texts) => Effect.succeed(byLength(texts)));
  const use = useOf({ service, capabilities }, { dimension: 2 });
  await run(opened.embeddings.documents(use, passages));
  await run(opened.embeddings.query(use, "rivers"));
  return service.calls;
};

test("where nobody counts tokens no vocabulary is loaded, and the embedder gets the same texts", async () => {
  const uncounted = await callsWith(capabilitiesOf(local));
  expect(uncounted).toEqual([["Geography\n\nof a river", "of a lake"], ["rivers"]]);
  expect(isVocabularyLoaded()).toBe(false);
  const bounded = await callsWith(capabilitiesOf({ ...local, models: [{ ...model, maxInputTokens: 8_192 }] }));
  expect(bounded).toEqual(uncounted);
  expect(isVocabularyLoaded()).toBe(true);
});

test("what nobody counts still goes in calls of a bounded size", async () => {
  const calls = await callsWith(capabilitiesOf({ ...local, maxBatchTokens: 15 }));
  expect(calls).toEqual([["Geography\n\nof a river"], ["of a lake"], ["rivers"]]);
});
