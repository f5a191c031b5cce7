import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { failure, fileHome, run } from "./support/index-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";
import { passageOf } from "./support/passage-of.ts";

describe("on files of SQLite", () => {
  passageIndexSuite(fileHome);
});

const makeDirectory = (): string => mkdtempSync(join(tmpdir(), "quarry-search-"));

test("the keyword index is rebuilt from the texts when another analyzer version made it", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  await run(first.index.put("c", [passageOf(1, "granite rock"), passageOf(2, "marble rock"), passageOf(3, "rock")]));
  await run(first.index.removeIds("c", ["chunk-3"]));
  const before = await run(first.index.keywordSearch("c", { query: "rock marble", topK: 9 }));
  await first.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  database.exec("update state set analyzer_version = 0; delete from block");
  database.close();
  const second = await home.open();
  expect(await run(second.index.keywordSearch("c", { query: "rock marble", topK: 9 }))).toEqual(before);
  expect(before.hits.length).toBe(2);
});

test("a damaged file is reported as such and spoils no other collection", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("good"));
  writeFileSync(join(directory, "bad.db"), "this is no database ".repeat(1_000));
  expect((await failure(first.index.count("bad"))).reason).toBe("corrupt");
  expect(await run(first.index.count("good"))).toBe(0);
});

test("nothing is left of a dropped collection", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const { index } = await home.open();
  await run(index.ensure("c"));
  await run(index.put("c", [passageOf(1, "granite")]));
  await run(index.count("c"));
  await run(index.drop("c"));
  expect(readdirSync(directory)).toEqual([]);
});
