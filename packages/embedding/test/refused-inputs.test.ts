import { PluginError } from "@quarry/plugin";
import { countTokens } from "@quarry/text";
import { Effect } from "effect";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  byLength,
  capabilitiesOf,
  embedderOf,
  type OpenEmbeddings,
  openEmbeddings,
  run,
  textsOf,
  useOf,
} from "./embedding-fixture.ts";

let opened: OpenEmbeddings;

beforeEach(async () => {
  opened = await openEmbeddings();
});
afterEach(() => opened.close());

test("a batch that is too large is halved, and later batches use the smaller size", async () => {
  const service = embedderOf((_, texts) =>
    texts.length > 3
      ? Effect.fail(new PluginError({ plugin: "p", reason: "invalid", message: "too many" }))
      : Effect.succeed(byLength(texts)),
  );
  const use = useOf({ service, capabilities: capabilitiesOf(), pace: { concurrency: 1 } }, { dimension: 2 });
  const vectors = await run(opened.embeddings.documents(use, textsOf("x", 10)));
  expect(vectors).toHaveLength(10);
  expect(service.calls.filter(({ length }) => length > 3)).toHaveLength(3);
  const before = service.calls.length;
  await run(opened.embeddings.documents(use, textsOf("y", 9)));
  expect(service.calls.slice(before).map(({ length }) => length)).toEqual([3, 3, 3]);
});

test("a rejected text is reported with its size, and isolating it takes few calls", async () => {
  const service = embedderOf((_, texts) =>
    texts.includes("bad 5")
      ? Effect.fail(new PluginError({ plugin: "p", reason: "invalid", message: "the text is not liked." }))
      : Effect.succeed(byLength(texts)),
  );
  const use = useOf({ service, capabilities: capabilitiesOf({ maxBatchTexts: 64 }) }, { dimension: 2 });
  const { error, outage } = await run(Effect.flip(opened.embeddings.documents(use, textsOf("bad", 64))));
  expect(error.isRetryable).toBe(false);
  expect(outage).toBeUndefined();
  expect(error.message).toBe(
    "provider refuses a chunk of 3 tokens (5 characters) for text-embedding-3-small: the text is not liked. Use a collection with a smaller chunk_size, or another model",
  );
  expect(service.calls.length).toBeLessThanOrEqual(9);
});

test("no text above the model's limit is sent: the context is dropped first, then the text is truncated", async () => {
  const service = embedderOf((_, texts) => Effect.succeed(byLength(texts)));
  const model = { name: "small", dimension: 2, maxInputTokens: 100, description: "" };
  const use = useOf({ service, capabilities: capabilitiesOf({ models: [model] }) }, { model: "small", dimension: 2 });
  const words = (count: number) => Array.from({ length: count }, (_, index) => `heron${index % 7}`).join(" ");
  const passage = (text: string, contextText = "") => ({ text, contextText, tokenCount: countTokens(text) });
  const short = passage(words(10), "Birds > Herons");
  const tight = passage(words(20), `Herons ${words(30)}`);
  const long = passage(words(90));
  const emoji = passage("🦩".repeat(300));
  await run(opened.embeddings.documents(use, [short, tight, long, emoji]));
  await run(opened.embeddings.query(use, words(500)));
  const [first, second, third, fourth, query] = service.calls.flat() as [string, string, string, string, string];
  expect(first).toBe(`Birds > Herons\n\n${short.text}`);
  expect(second).toBe(tight.text);
  for (const cut of [third, fourth, query]) {
    expect(countTokens(cut)).toBeLessThanOrEqual(100);
    expect(countTokens(cut)).toBeGreaterThan(85);
    expect(cut.isWellFormed()).toBe(true);
  }
  expect(long.text.startsWith(`${third} `)).toBe(true);
});
