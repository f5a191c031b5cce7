import type { TermStatistics } from "@quarry/plugin";
import { analyze, queryWords } from "@quarry/text";
import { Effect, Exit, Scope } from "effect";
import { afterAll, beforeAll, expect, it } from "vitest";
import embedderLocal from "../src/index.ts";
import { LANGUAGE_TERMS } from "../src/english/collection-language.ts";
import { SpelledQuery } from "../src/spelled-query.ts";
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
  const requested: string[] = [];
  const statistics: TermStatistics = {
    read: (terms) => {
      requested.push(...terms);
      const documentFrequencies = terms.map((term) => sets.filter((set) => set.has(term)).length);
      return Effect.succeed({ documentCount, documentFrequencies });
    },
  };
  return { statistics, asked: requested };
};

/** Returns query terms in all their spellings, without duplicates. */
const spelled = (query: string) => [...new Set(new SpelledQuery(queryWords(query)).terms)].toSorted();

const ENGLISH = ["The holiday rules of the house.", "Your dog and the gift shop."];
const GERMAN = ["Das Gift ist in der Flasche.", "Die Rente und der Urlaub."];
const vectorOf = async (query: string, { statistics }: ReturnType<typeof collection>) =>
  (await embedQueries(embedder, [query], statistics))[0]!;

it("related English words change a query's vector in a small English collection only", async () => {
  const vector = await vectorOf("vacation", collection(ENGLISH));
  expect(vector).not.toEqual(await vectorOf("vacation", collection(GERMAN)));
});

it("a collection in another language leaves a query's vector unchanged", async () => {
  // "Gift" means poison, and is close to English words that the collection also contains.
  const [vector] = await embedQueries(embedder, ["Gift"], collection([...GERMAN, "Der Present ist da."]).statistics);
  expect(vector).toEqual(await vectorOf("Gift", collection(["Gift"], 5000)));
});

it("a query in another language requests only its own terms", async () => {
  const { statistics, asked: requested } = collection(ENGLISH);
  const query = "Welche Regeln gelten für den Urlaub in der Firma?";
  await embedQueries(embedder, [query], statistics);
  expect(requested.toSorted()).toEqual(spelled(query));
});

it("in a large collection, only the query's terms and the language terms are requested", async () => {
  const { statistics, asked: requested } = collection(ENGLISH, 5000);
  await embedQueries(embedder, ["vacation of the dog"], statistics);
  expect(requested.toSorted()).toEqual([...spelled("vacation of the dog"), ...LANGUAGE_TERMS].toSorted());
});

it("a query without words requests no terms", async () => {
  const { statistics, asked: requested } = collection(ENGLISH, 5000);
  await embedQueries(embedder, ["?!"], statistics);
  expect(requested).toEqual([]);
});

it("the number of terms requested for a long query is limited", async () => {
  const { statistics, asked: requested } = collection(ENGLISH);
  const words = Array.from({ length: 2000 }, (_, at) => `${["dog", "house", "rule", "shop"][at % 4]!}${at} word${at}`);
  await embedQueries(
    embedder,
    [`${"vacation holiday salary doctor car theft rent bread ".repeat(50)}${words.join(" ")}`],
    statistics,
  );
  expect(requested.length).toBeLessThan(12_000);
});

it("a query gets the same vector alone and in a batch, in any language", async () => {
  const { statistics } = collection(ENGLISH);
  const texts = ["vacation", "Welche Regeln gelten für den Urlaub?", "puppy presents", "休暇"];
  const request = { model: "quarry-local-v2", dimension: 1024, inputType: "query", statistics, texts } as const;
  const { vectors } = await Effect.runPromise(embedder.embed(request));
  expect(vectors).toEqual(await embedQueries(embedder, texts, statistics));
});

it("words that a small collection has in another spelling count as known", async () => {
  const { statistics } = collection(["The wifi of the house is slow.", "A sign-off of the shop."]);
  const { statistics: others } = collection(["It is about a router."]);
  const read: TermStatistics["read"] = (terms) =>
    statistics.read(terms).pipe(
      Effect.map(({ documentCount, documentFrequencies }) => ({
        documentCount,
        documentFrequencies: terms.map((term, at) => (term === "=signoff" ? 1 : documentFrequencies[at]!)),
      })),
    );
  const vectorsOf = (query: string) => embedQueries(embedder, [query], { read });
  expect(await vectorsOf("wi-fi")).toEqual(await vectorsOf("wifi"));
  expect(await vectorsOf("signoff")).toEqual(await vectorsOf("sign-off"));
  expect(await embedQueries(embedder, ["wi-fi"], others)).not.toEqual(await vectorsOf("wi-fi"));
});

it("a query needs two reads: its own terms, then the language and related terms", async () => {
  const { statistics } = collection(ENGLISH);
  const calls: number[] = [];
  const counting: TermStatistics = {
    read: (terms) => {
      calls.push(terms.length);
      return statistics.read(terms);
    },
  };
  await embedQueries(embedder, ["vacation of the dog"], counting);
  expect(calls.length).toBe(2);
  calls.length = 0;
  await embedQueries(embedder, ["vacation of the dog"], {
    read: (terms) => Effect.map(counting.read(terms), (read) => ({ ...read, documentCount: 5000 })),
  });
  expect(calls).toEqual([4, LANGUAGE_TERMS.length]);
});

it("a small collection leaves English words unrepaired, and repairs others", async () => {
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
