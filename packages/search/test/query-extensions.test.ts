import type { Passage } from "@quarry/index";
import { Effect } from "effect";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { SearchResult } from "../src/index.ts";
import { passage, query } from "./support/arbitraries.ts";
import { openIndex } from "./support/open-index.ts";
import { searchFixture } from "./support/search-fixture.ts";

const open = await openIndex();
afterAll(() => open[Symbol.asyncDispose]());

let collections = 0;
const newFixture = () => searchFixture(open, `extended${++collections}`);

const MODES = ["semantic", "keyword", "hybrid"] as const;
const idsOf = (results: readonly SearchResult[]) => results.map(({ id }) => id);

const chunk = (documentId: string, chunkIndex: number, text: string): Passage => ({
  id: `${documentId}-${String(chunkIndex).padStart(3, "0")}`,
  documentId,
  generation: 1,
  chunkIndex,
  text,
  contextText: "",
  metadata: { document_id: documentId },
  tokenCount: 3,
});

const stored = async (passages: readonly Passage[]) => {
  const fixture = await newFixture();
  for (const { documentId } of passages) if (documentId !== "") fixture.live.set(documentId, 1);
  await fixture.add(passages);
  return fixture;
};

describe("maxChunksPerDocument", () => {
  test("returns the best chunks of each document up to topK, exactly as if all were ranked first", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(passage, { selector: ({ id }) => id, minLength: 1, maxLength: 40 }),
        query,
        fc.constantFrom(...MODES),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 12 }),
        async (passages, text, mode, most, topK) => {
          const fixture = await newFixture();
          for (const id of ["d1", "d2"]) fixture.live.set(id, 1);
          await fixture.add(passages);
          const all = await fixture.search({ query: text, mode, topK: 1_000 });
          const seen = new Map<string, number>();
          const wanted = all.results.filter(({ documentId }) => {
            const count = (seen.get(documentId) ?? 0) + 1;
            seen.set(documentId, count);
            return documentId === "" || count <= most;
          });
          const { results } = await fixture.search({ query: text, mode, topK, maxChunksPerDocument: most });
          // Among passages with the same score a vector store can return any.
          expect(results.map(({ score }) => score)).toEqual(wanted.slice(0, topK).map(({ score }) => score));
          const documents = results.map(({ documentId }) => documentId).filter((id) => id !== "");
          for (const id of documents)
            expect(documents.filter((other) => other === id).length).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("finds other documents when one document fills the first candidates of both branches", async () => {
    const long = Array.from({ length: 400 }, (_, index) => chunk("long", index, "granite granite quarry"));
    const others = Array.from({ length: 5 }, (_, index) =>
      chunk(`short${index}`, 0, `granite ${"and slate ".repeat(9)}`),
    );
    const fixture = await stored([...long, ...others]);
    for (const mode of MODES) {
      const { results } = await fixture.search({ query: "granite quarry", mode, topK: 4, maxChunksPerDocument: 1 });
      expect(results.map(({ documentId }) => documentId)).toEqual(["long", "short0", "short1", "short2"]);
    }
  });
});

describe("diversity", () => {
  const texts = ["granite quarry", "granite quarry", "granite quarry", "granite slate", "granite marble chalk"];
  const passages = texts.map((text, index) => chunk(`d${index}`, 0, text));

  test("ranks different texts before repeated ones and leaves the scores unchanged", async () => {
    const fixture = await stored(passages);
    for (const mode of MODES) {
      const plain = await fixture.search({ query: "granite quarry", mode });
      const same = await fixture.search({ query: "granite quarry", mode, diversity: 0 });
      expect(idsOf(same.results)).toEqual(idsOf(plain.results));
      const { results } = await fixture.search({ query: "granite quarry", mode, diversity: 0.7 });
      expect(results[0]).toEqual(plain.results[0]);
      expect(results.slice(0, 3).map(({ text }) => text)).toEqual(expect.arrayContaining(texts.slice(2)));
      const scores = new Map(plain.results.map(({ id, score }) => [id, score]));
      expect(new Map(results.map(({ id, score }) => [id, score]))).toEqual(scores);
    }
  });

  test("selects from more than topK candidates, but never from below the threshold", async () => {
    const fixture = await stored(passages);
    const plain = await fixture.search({ query: "granite quarry", mode: "semantic" });
    const two = await fixture.search({ query: "granite quarry", mode: "semantic", topK: 2, diversity: 0.9 });
    expect(two.results[1]!.text).not.toBe("granite quarry");
    const minScore = plain.results[2]!.score;
    const best = await fixture.search({ query: "granite quarry", mode: "semantic", topK: 2, diversity: 0.9, minScore });
    expect(best.results.map(({ text }) => text)).toEqual(["granite quarry", "granite quarry"]);
  });
});

describe("alpha", () => {
  test("weights the two scores as requested, else as the target defines, and is reported with them", async () => {
    const fixture = await stored([chunk("d", 0, "granite quarry"), chunk("e", 0, "granite and slate")]);
    const scoresOf = async (request: Parameters<typeof fixture.search>[0]) =>
      new Map(
        (await fixture.search({ query: "granite slate", ...request })).results.map(({ id, score }) => [id, score]),
      );
    expect(await scoresOf({ alpha: 0 })).toEqual(await scoresOf({ mode: "keyword" }));
    expect(await scoresOf({ alpha: 1 })).toEqual(await scoresOf({ mode: "semantic" }));
    const [reported] = (await fixture.search({ query: "granite slate", alpha: 0.8 })).results;
    const { semantic, keyword, alpha } = reported!.parts!;
    expect(alpha).toBe(0.8);
    expect(reported!.score).toBeCloseTo(0.8 * semantic! + 0.2 * keyword!, 12);
    const [byDefault] = (await fixture.search({ query: "granite slate" })).results;
    expect(byDefault!.parts!.alpha).toBe(0.3);
    const [single] = (await fixture.search({ query: "granite slate", mode: "keyword", alpha: 0.8 })).results;
    expect(single!.parts).not.toHaveProperty("alpha");
  });
});

describe("a misspelt query", () => {
  test("is embedded as written, and explain reports the repair", async () => {
    const fixture = await stored(
      Array.from({ length: 5 }, (_, index) => chunk(`d${index}`, 0, "granite from the quarry")),
    );
    const embedded: string[] = [];
    const embedQuery = (text: string) => Effect.sync(() => void embedded.push(text)).pipe(Effect.as(undefined));
    const answer = await fixture.search({ query: "grnite quarry" }, { embedQuery });
    expect(embedded).toEqual(["grnite quarry"]);
    expect(answer.repairs).toMatchObject([{ word: "grnite", replacement: "granite" }]);
    const quiet = await fixture.search({ query: "grnite quarry", explain: false }, { embedQuery });
    expect(quiet).not.toHaveProperty("repairs");
  });
});

describe("highlight", () => {
  const TEXT =
    "Opening hours differ by season. The ferries to the island leave every two hours. 𠮷 Bicycles travel free on all ferries.";

  const shown = async (text: string, mode: (typeof MODES)[number], highlight: object = {}) => {
    const fixture = await stored([chunk("d1", 0, TEXT)]);
    const { results } = await fixture.search({ query: text, mode, topK: 1, highlight: highlight as never });
    return results[0]?.highlights?.map(({ text: fragment, offset, matches }) => {
      const characters = [...fragment];
      expect([...TEXT].slice(offset, offset + characters.length).join("")).toBe(fragment);
      return matches.map(({ start, end }) => characters.slice(start, end).join(""));
    });
  };

  test("marks the words that match the query, including misspelt query words", async () => {
    expect(await shown("ferry bicycle", "keyword")).toEqual([["ferries", "Bicycles", "ferries"]]);
    expect(await shown("ferris islnd", "hybrid", { fragmentChars: 60 })).toEqual([["ferries", "island"], ["ferries"]]);
  });

  test("is the nearest sentence in a semantic search", async () => {
    expect(await shown("do bicycles cost", "semantic")).toEqual([["Bicycles"]]);
  });

  test("covers a limited part of a long text, which is processed in slices", async () => {
    const long = `${"Herons stand still. ".repeat(5_000)}The ferry leaves. ${"Herons stand still. ".repeat(5_000)}`;
    const fixture = await stored([chunk("d1", 0, `${long}The ferry is back.`)]);
    const requested = { query: "ferry", mode: "keyword", topK: 1, highlight: {} as never } as const;
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    const { results } = await fixture.search(requested);
    clearInterval(counting);
    expect(results[0]?.highlights?.map(({ offset }) => offset)).toEqual([long.indexOf("The ferry")]);
    expect(turns).toBeGreaterThan(0);
  });

  test("is empty for an empty text", async () => {
    const fixture = await stored([chunk("d1", 0, "")]);
    const { results } = await fixture.search({ query: "ferry", mode: "semantic", topK: 1, highlight: {} as never });
    expect(results.map(({ highlights }) => highlights)).toEqual([[]]);
  });

  test("is absent unless requested", async () => {
    const fixture = await stored([chunk("d1", 0, TEXT)]);
    const { results } = await fixture.search({ query: "ferry", mode: "keyword", topK: 1 });
    expect(results[0]).not.toHaveProperty("highlights");
  });
});
