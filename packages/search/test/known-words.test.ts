import { wordTerm } from "@quarry/text";
import { expect, test } from "vitest";
import { openIndex, run } from "./support/open-index.ts";
import { passageOf } from "./support/passage-of.ts";

const COLLECTION = "8d6f3a52-7d0c-4c55-9f0e-7a4f8f1c2d10";

test("an indexed word is not repaired until the last passage that contains it is removed", async () => {
  await using opened = await openIndex();
  const { index } = opened;
  await run(index.ensure(COLLECTION));
  await run(index.put(COLLECTION, [passageOf(1, "the turbine rotates"), passageOf(2, "the turbines rotate")]));
  await run(index.put(COLLECTION, [passageOf(3, "a turbone is something else")]));
  // As requested by an embedder that weights words by rarity. The index stores words under these terms.
  await run(index.termFrequencies(COLLECTION, [wordTerm("turbone")]));
  expect(await run(index.repairQuery(COLLECTION, "turbone"))).toEqual({ query: "turbone", repairs: [] });

  await run(index.removeIds(COLLECTION, ["chunk-3"]));
  const repaired = await run(index.repairQuery(COLLECTION, "turbone"));
  expect(repaired.repairs).toMatchObject([{ word: "turbone" }]);
  expect(repaired.query).toMatch(/^turbine/);
});

test("a dropped collection is not answered from the cache", async () => {
  await using opened = await openIndex();
  const { index } = opened;
  await run(index.ensure(COLLECTION));
  await run(index.put(COLLECTION, [passageOf(1, "the turbine rotates")]));
  await run(index.termFrequencies(COLLECTION, [wordTerm("turbine")]));
  expect((await run(index.repairQuery(COLLECTION, "turbine"))).repairs).toEqual([]);
  await run(index.drop(COLLECTION));
  await expect(run(index.repairQuery(COLLECTION, "turbine"))).rejects.toMatchObject({ reason: "not_found" });
});
