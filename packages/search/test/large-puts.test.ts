import type { Passage } from "@quarry/index";
import { Effect, Fiber } from "effect";
import fc from "fast-check";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { filter, passage, query } from "./support/arbitraries.ts";
import { openIndex, run } from "./support/open-index.ts";

const open = await openIndex();
afterAll(() => open[Symbol.asyncDispose]());

const passageOf = (number: number, run = { documentId: "", generation: 0 }): Passage => ({
  ...{ id: `p${number}`, ...run, chunkIndex: 0, tokenCount: 3, contextText: "" },
  ...{ text: `granite number${number} group${number % 7}`, metadata: { part: number % 3 } },
});

/** More passages than one message has: their terms are built outside the writer thread. */
const LARGE_PUT = 257;

let collections = 0;
const newCollection = async (): Promise<string> => {
  const id = `large${++collections}`;
  await run(open.index.ensure(id));
  return id;
};

const put = (id: string, passages: readonly Passage[]) => run(open.index.put(id, passages));

test("passages of a large put are found like those of small ones, also if they replace each other", async () => {
  const history = fc.record({
    first: fc.array(passage, { maxLength: 20 }),
    large: fc.array(passage, { minLength: LARGE_PUT, maxLength: 400 }),
    last: fc.array(passage, { maxLength: 20 }),
    removed: fc.array(fc.nat({ max: 60 }), { maxLength: 10 }),
    requests: fc.array(fc.record({ query, filter: fc.option(filter, { nil: undefined }) }), {
      minLength: 12,
      maxLength: 12,
    }),
  });
  await fc.assert(
    fc.asyncProperty(history, async ({ first, large, last, removed, requests }) => {
      const [one, other] = [await newCollection(), await newCollection()];
      const ids = removed.map((number) => `00000000-chunk-${number}`);
      // At the same time, and nevertheless in order: small puts and removals don't overtake a large put.
      const puts = [put(one, first), put(one, large), put(one, last)];
      await Promise.all([...puts, run(open.index.removeIds(one, ids)), put(one, first)]);
      await put(other, first);
      for (let start = 0; start < large.length; start += 100) await put(other, large.slice(start, start + 100));
      await put(other, last);
      await run(open.index.removeIds(other, ids));
      await put(other, first);
      expect(await run(open.index.count(one))).toBe(await run(open.index.count(other)));
      for (const request of requests) {
        const [found, expected] = await Promise.all(
          [one, other].map((id) => run(open.index.keywordSearch(id, { ...request, topK: 50, withPassages: true }))),
        );
        expect(found).toEqual(expected);
      }
      for (const id of [one, other]) await run(open.index.drop(id));
    }),
    { numRuns: 15 },
  );
});

test("a removal that follows a large put removes its passages, also if the put was interrupted", async () => {
  const id = await newCollection();
  const passages = Array.from({ length: 600 }, (_, number) => passageOf(number, { documentId: "d1", generation: 1 }));
  for (let round = 0; round < 5; round += 1) {
    const writing = Effect.runFork(open.index.put(id, passages));
    await setImmediate();
    await run(Fiber.interrupt(writing));
    await run(open.index.removeDocument(id, "d1"));
    expect(await run(open.index.count(id))).toBe(0);
  }
  // All puts have ended.
  await put(id, passages.slice(0, LARGE_PUT));
  expect(await run(open.index.count(id))).toBe(LARGE_PUT);
});

test("many large puts at the same time are all found", async () => {
  const id = await newCollection();
  const puts = Array.from({ length: 6 }, (_, at) => Array.from({ length: 300 }, (_, row) => passageOf(at * 300 + row)));
  await Promise.all(puts.map((passages) => put(id, passages)));
  expect(await run(open.index.count(id))).toBe(1_800);
  for (const number of [0, 299, 300, 1_234, 1_799]) {
    const { hits } = await run(open.index.keywordSearch(id, { query: `number${number}`, topK: 5 }));
    expect(hits.map((hit) => hit.id)).toEqual([`p${number}`]);
  }
  const search = { query: "group3", topK: 300, filter: { op: "eq", path: "part", value: 1, negated: false } } as const;
  const { hits } = await run(open.index.keywordSearch(id, search));
  expect(hits.length).toBe(puts.flat().filter((_, number) => number % 7 === 3 && number % 3 === 1).length);
  await run(open.index.verify(id));
});
