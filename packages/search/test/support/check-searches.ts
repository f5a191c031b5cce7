import type { Passage, PassageIndexService } from "@quarry/index";
import { setTimeout as sleep } from "node:timers/promises";
import { compareStrings, type Filter } from "@quarry/plugin/domain";
import fc from "fast-check";
import { expect } from "vitest";

import { filter, passage, query } from "./arbitraries.ts";
import { type IndexHome, run } from "./index-home.ts";
import { referenceSearch } from "./reference-bm25.ts";

type Step =
  | { readonly kind: "put"; readonly passages: readonly Passage[] }
  | { readonly kind: "removeIds"; readonly ids: readonly string[] }
  | { readonly kind: "removeDocument"; readonly documentId: string }
  | { readonly kind: "removeGeneration"; readonly documentId: string; readonly generation: number }
  | { readonly kind: "settle" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("put" as const), passages: fc.array(passage, { maxLength: 12 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("removeIds" as const),
      ids: fc.array(
        passage.map(({ id }) => id),
        { maxLength: 6 },
      ),
    }),
  },
  fc.record({ kind: fc.constant("removeDocument" as const), documentId: fc.constantFrom("d1", "d2", "nobody") }),
  fc.record({
    kind: fc.constant("removeGeneration" as const),
    documentId: fc.constantFrom("d1", "d3"),
    generation: fc.constantFrom(1, 2),
  }),
  fc.record({ kind: fc.constant("settle" as const) }),
);

/** Applies a step to the model, the expected content of the collection. */
const applyToModel = (model: Map<string, Passage>, action: Step): void => {
  if (action.kind === "put") for (const item of action.passages) model.set(item.id, item);
  if (action.kind === "removeIds") for (const id of action.ids) model.delete(id);
  for (const { id, documentId, generation } of [...model.values()]) {
    if (action.kind === "removeDocument" && documentId === action.documentId) model.delete(id);
    if (action.kind === "removeGeneration" && documentId === action.documentId && generation === action.generation) {
      model.delete(id);
    }
  }
};

const applyToIndex = async (index: PassageIndexService, collection: string, action: Step): Promise<void> => {
  if (action.kind === "put") await run(index.put(collection, action.passages));
  if (action.kind === "removeIds") await run(index.removeIds(collection, action.ids));
  if (action.kind === "removeDocument") await run(index.removeDocument(collection, action.documentId));
  if (action.kind === "removeGeneration") {
    await run(index.removeGeneration(collection, action.documentId, action.generation));
  }
  if (action.kind === "settle") await sleep(2);
};

/** Compares scores, not ids: if two scores differ only by rounding, either order is correct. */
const expectSameHits = (
  got: readonly { readonly id: string; readonly score: number }[],
  expected: readonly { readonly id: string; readonly score: number }[],
): void => {
  expect(got.length).toBe(expected.length);
  const scores = new Map(expected.map(({ id, score }) => [id, score]));
  for (const [rank, hit] of got.entries()) {
    expect(hit.score).toBeCloseTo(expected[rank]!.score, 6);
    expect(hit.score).toBeCloseTo(scores.get(hit.id)!, 6);
    const next = got[rank + 1];
    if (next?.score === hit.score) expect(compareStrings(hit.id, next.id)).toBeLessThan(0);
  }
};

/** Number of concurrent histories, each in its own collection. A server handles all of them as it does one. */
const AT_ONCE = 32;
/**
 * Number of successive histories in one collection, which is emptied in between. Creating a collection takes some
 * servers seconds.
 */
const PER_COLLECTION = 10;

const history = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  asked: fc.array(fc.record({ query, filter, topK: fc.constantFrom(1, 3, 100) }), { minLength: 4, maxLength: 4 }),
});

/**
 * Checks that searches agree with textbook BM25 and the reference filter after any writes, and that all homes agree
 * with one another to the last bit: in `histories` random histories, with four queries each. QUARRY_TEST_SEED repeats a
 * run with its seed.
 */
export const checkSearches = async (homes: readonly IndexHome[], histories: number): Promise<void> => {
  const indexes = await Promise.all(homes.map(async (home) => (await home.open()).index));
  let collections = 0;
  const newName = () => `${homes[0]!.collection}-${++collections}`;
  const seed = Number(process.env["QUARRY_TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 30));
  const lanes = Array.from({ length: AT_ONCE }, async (_, lane) => {
    const place = new Place(indexes, newName);
    const isRight = fc.asyncProperty(history, (each) => place.check(each));
    await fc.assert(isRight, {
      numRuns: Math.ceil(histories / AT_ONCE),
      seed: seed + lane,
      includeErrorInReport: true,
    });
    await place.leave();
  });
  await Promise.all(lanes).catch((error: unknown) => {
    throw new Error(`with QUARRY_TEST_SEED=${seed}`, { cause: error });
  });
};

/**
 * A collection with the same name in every index. It is replaced after a number of histories, and after a failed
 * history.
 */
class Place {
  readonly #indexes: readonly PassageIndexService[];
  readonly #newName: () => string;
  #name: string | undefined;
  #histories = 0;

  constructor(indexes: readonly PassageIndexService[], newName: () => string) {
    this.#indexes = indexes;
    this.#newName = newName;
  }

  async check({
    steps,
    asked: requested,
  }: {
    readonly steps: readonly Step[];
    readonly asked: readonly Question[];
  }): Promise<void> {
    const model = new Map<string, Passage>();
    for (const action of steps) applyToModel(model, action);
    const name = await this.#enter();
    const answers = await Promise.all(
      this.#indexes.map(async (index) => {
        for (const action of steps) await applyToIndex(index, name, action);
        return await answersOf(index, name, [...model.keys()], requested);
      }),
    );
    for (const others of answers.slice(1)) expect(others).toEqual(answers[0]);
    checkAnswers(answers[0]!, model, requested);
    this.#histories += 1;
    await Promise.all(this.#indexes.map((index) => run(index.removeIds(name, [...model.keys()]))));
    this.#name = name;
    if (this.#histories % PER_COLLECTION === 0) await this.leave();
  }

  async leave(): Promise<void> {
    const name = this.#name;
    this.#name = undefined;
    if (name !== undefined) await Promise.all(this.#indexes.map((index) => run(index.drop(name))));
  }

  async #enter(): Promise<string> {
    const known = this.#name;
    // Cleared until the history has ended successfully.
    this.#name = undefined;
    if (known !== undefined) return known;
    const name = this.#newName();
    await Promise.all(this.#indexes.map((index) => run(index.ensure(name))));
    return name;
  }
}

interface Question {
  readonly query: string;
  readonly filter: Filter | undefined;
  readonly topK: number;
}

const answersOf = async (
  index: PassageIndexService,
  name: string,
  ids: readonly string[],
  requested: readonly Question[],
) => ({
  count: await run(index.count(name)),
  stored: await run(index.get(name, ids)),
  scanned: await run(index.scan(name, { limit: 1_000 })),
  searches: await Promise.all(
    requested.map(async (question) => ({
      all: await run(index.keywordSearch(name, { ...question, topK: 1_000 })),
      some: await run(index.keywordSearch(name, question)),
      scores: new Map([...(await run(index.keywordScores(name, question.query, [...ids, "nobody"])))].toSorted()),
    })),
  ),
});

const checkAnswers = (
  { count, stored, scanned, searches }: Awaited<ReturnType<typeof answersOf>>,
  model: ReadonlyMap<string, Passage>,
  requested: readonly Question[],
): void => {
  expect(count).toBe(model.size);
  expect(stored).toEqual([...model.values()]);
  expect(scanned).toEqual([...model.values()].toSorted((a, b) => compareStrings(a.id, b.id)));
  for (const [index, { all, some, scores }] of searches.entries()) {
    const question = requested[index]!;
    expectSameHits(all.hits, referenceSearch(model.values(), question.query, question.filter));
    expect(all.exhausted).toBe(true);
    expect(some.hits).toEqual(all.hits.slice(0, question.topK));
    expect(scores.size).toBe(model.size);
    for (const { id, score } of referenceSearch(model.values(), question.query)) {
      expect(scores.get(id)).toBeCloseTo(score, 6);
    }
    for (const { id, score } of all.hits) expect(scores.get(id)).toBe(score);
  }
};
