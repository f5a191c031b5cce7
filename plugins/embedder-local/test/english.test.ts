import type { TermStatistics } from "@quarry/plugin";
import { analyze } from "@quarry/text";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, expect, it } from "vitest";
import embedderLocal from "../src/index.ts";
import { embedQueries } from "./eval/semantic-scores.ts";

const scope = Scope.makeUnsafe();
const made = Scope.provide(embedderLocal.make({ workerMemoryMb: 256 }, { dataDirectory: ".", log: () => {} }), scope);
let embedder: Effect.Success<typeof made>;
beforeAll(async () => {
  embedder = await Effect.runPromise(made);
});
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)));

const collection = (texts: readonly string[], documentCount = texts.length) => {
  const sets = texts.map((text) => new Set(analyze(text)));
  const asked: string[] = [];
  const statistics: TermStatistics = {
    read: (terms) => {
      asked.push(...terms);
      const documentFrequencies = terms.map((term) => sets.filter((set) => set.has(term)).length);
      return Effect.succeed({ documentCount, documentFrequencies });
    },
  };
  return { statistics, asked };
};

const ENGLISH = ["The holiday rules of the house.", "Your dog and the gift shop."];
const GERMAN = ["Das Gift ist in der Flasche.", "Die Rente und der Urlaub."];
const vectorOf = async (query: string, { statistics }: ReturnType<typeof collection>) =>
  (await embedQueries(embedder, [query], statistics))[0]!;

it("looks for words near to a query's in a little collection in English", async () => {
  const vector = await vectorOf("vacation", collection(ENGLISH));
  expect(vector).not.toEqual(await vectorOf("vacation", collection(GERMAN)));
});

it("leaves queries of a collection in another language as they were", async () => {
  // "Gift" is poison, and near to English words that the collection has as well.
  const [vector] = await embedQueries(embedder, ["Gift"], collection([...GERMAN, "Der Present ist da."]).statistics);
  expect(vector).toEqual(await vectorOf("Gift", collection(["Gift"], 5000)));
});

it("leaves queries in another language as they were, and asks for nothing more", async () => {
  const { statistics, asked } = collection(ENGLISH);
  const query = "Welche Regeln gelten für den Urlaub in der Firma?";
  await embedQueries(embedder, [query], statistics);
  expect(new Set(asked)).toEqual(new Set(analyze(query).filter((term) => asked.includes(term))));
});

it("asks nothing more of a large collection", async () => {
  const { statistics, asked } = collection(ENGLISH, 5000);
  await embedQueries(embedder, ["vacation of the dog"], statistics);
  expect(asked).toEqual([...new Set(analyze("vacation dog"))]);
});

it("bounds what it asks for a long query", async () => {
  const { statistics, asked } = collection(ENGLISH);
  const words = Array.from({ length: 2000 }, (_, at) => `${["dog", "house", "rule", "shop"][at % 4]!}${at} word${at}`);
  await embedQueries(
    embedder,
    [`${"vacation holiday salary doctor car theft rent bread ".repeat(50)}${words.join(" ")}`],
    statistics,
  );
  expect(asked.length).toBeLessThan(12_000);
});

it("gives a query the same vector alone and among others, in any language", async () => {
  const { statistics } = collection(ENGLISH);
  const texts = ["vacation", "Welche Regeln gelten für den Urlaub?", "puppy presents", "休暇"];
  const request = { model: "quarry-local-v1", dimension: 1024, inputType: "query", statistics, texts } as const;
  const { vectors } = await Effect.runPromise(embedder.embed(request));
  expect(vectors).toEqual(await embedQueries(embedder, texts, statistics));
});

it("keeps English words that the collection takes for misspelt, and repairs others", async () => {
  const { statistics } = collection(["The chess club. The goal is near the pool.", "Your hall and the rope."]);
  const repair = (text: string) =>
    Effect.succeed({
      text: text.replace("goat", "goal").replace("pooll", "pool"),
      repairs: [
        { word: "goat", replacement: "goal" },
        { word: "pooll", replacement: "pool" },
      ].filter(({ word }) => text.includes(word)),
    });
  const repairing = { ...statistics, repair };
  const vectorsOf = (text: string) => embedQueries(embedder, [text], repairing);
  expect(await vectorsOf("milk of a goat at the pooll")).toEqual(
    await embedQueries(embedder, ["milk of a goat at the pool"], statistics),
  );
  expect(await vectorsOf("pooll")).toEqual(await embedQueries(embedder, ["pool"], statistics));
  const large = { ...repairing, read: collection(["goal"], 5000).statistics.read };
  expect(await embedQueries(embedder, ["goat"], large)).toEqual(await embedQueries(embedder, ["goal"], large));
});
