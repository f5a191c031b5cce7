import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileHome, run } from "./support/index-home.ts";
import { passageOf } from "./support/passage-of.ts";

const VERSION = "00000000000a1";
const passage = passageOf(0, "granite", {
  id: "a",
  documentId: "",
  generation: 0,
  chunkIndex: 0,
  vectorVersion: VERSION,
});

test("a start reports exactly the collections with an unfinished write", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  await using home = fileHome(directory);
  const first = await home.open();
  for (const collection of ["left", "settled", "dropped", "quiet"]) await run(first.index.ensure(collection));
  const { vectorWrites } = first.index;
  for (const collection of ["left", "settled", "dropped"]) await run(vectorWrites.begin(collection, VERSION, ["a"]));
  await run(vectorWrites.complete("settled", VERSION, [passage]));
  await run(vectorWrites.settle("settled", VERSION));
  await run(first.index.drop("dropped"));
  await first.close();

  const { index } = await home.open();
  expect(await run(index.vectorWrites.collections)).toEqual(["left"]);
  // Reported only once: the process knows about marks that it leaves itself.
  expect(await run(index.vectorWrites.collections)).toEqual([]);
  expect(existsSync(join(directory, "settled.open-writes"))).toBe(false);
  expect(existsSync(join(directory, "dropped.open-writes"))).toBe(false);
});

test("a collection with two open writes stays marked until both are settled", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("busy"));
  const { vectorWrites } = first.index;
  await run(vectorWrites.begin("busy", VERSION, ["a"]));
  await run(vectorWrites.begin("busy", "00000000000a2", ["b"]));
  await run(vectorWrites.settle("busy", VERSION));
  await first.close();
  const second = await home.open();
  expect(await run(second.index.vectorWrites.collections)).toEqual(["busy"]);
  await run(second.index.vectorWrites.settle("busy", "00000000000a2"));
  expect(await run(second.index.vectorWrites.open("busy"))).toEqual([]);
  await second.close();
  const third = await home.open();
  expect(await run(third.index.vectorWrites.collections)).toEqual([]);
});
