import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { failure, fileHome, run } from "./support/index-home.ts";
import { passageIndexSuite } from "./support/passage-index-suite.ts";
import { takeFacts } from "./support/remove-field-values.ts";
import { passageOf } from "./support/passage-of.ts";

describe("in SQLite files", () => {
  passageIndexSuite(fileHome);
});

const makeDirectory = (): string => mkdtempSync(join(tmpdir(), "quarry-search-"));

test.each([
  ["another analyzer version built it", "analyzer_version = 0"],
  ["it has an older format", "postings_version = 1"],
  ["it contains only one spelling of each word", "postings_version = 4"],
])("the keyword index is rebuilt from the texts when %s", async (_, outdated) => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  const texts = ["granite rock", "marble rock", "rock", "a sign-off"];
  await run(
    first.index.put(
      "c",
      texts.map((text, number) => passageOf(number + 1, text)),
    ),
  );
  await run(first.index.removeIds("c", ["chunk-3"]));
  const before = await run(first.index.keywordSearch("c", { query: "rock marble", topK: 9 }));
  await first.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  database.exec(`update state set ${outdated}; delete from block`);
  database.close();
  const second = await home.open();
  expect(await run(second.index.keywordSearch("c", { query: "rock marble", topK: 9 }))).toEqual(before);
  expect((await run(second.index.repairQuery("c", "mrable"))).query).toBe("marble");
  const { hits } = await run(second.index.keywordSearch("c", { query: "signoff", topK: 9 }));
  expect(hits.map(({ id }) => id)).toEqual(["chunk-4"]);
  expect(before.hits.length).toBe(2);
});

test("a file from before vector versions and checksums remains usable", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  await run(first.index.put("c", [passageOf(1, "granite"), passageOf(2, "marble", { documentId: "", generation: 0 })]));
  await first.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  for (const table of ["document", "segment_rows", "segment_terms", "segment_deleted", "block"]) {
    database.exec(`alter table ${table} drop column sum`);
  }
  for (const column of ["head_sum", "text_sum", "vector_version"]) {
    database.exec(`alter table passage drop column ${column}`);
  }
  takeFacts(database);
  database.exec("drop table vector_write; drop table origin; update state set schema_version = 1");
  database.close();
  const { index } = await home.open();
  expect(await run(index.get("c", ["chunk-1", "chunk-2"]))).toMatchObject([{ text: "granite" }, { text: "marble" }]);
  expect((await run(index.keywordSearch("c", { query: "marble", topK: 9 }))).hits).toMatchObject([{ id: "chunk-2" }]);
  expect(await run(index.vectorWrites.open("c"))).toEqual([]);
  expect(await run(index.vectorWrites.remove("c", "0123456789abc", ["chunk-2"]))).toEqual({
    count: 1,
    obsolete: ["chunk-2"],
  });
});

test("a file from before passages had layouts remains usable", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  await run(first.index.put("c", [passageOf(1, "granite")]));
  await first.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  database.exec("alter table passage drop column boxes; update state set schema_version = 3");
  database.close();
  const { index } = await home.open();
  await run(index.put("c", [passageOf(2, "marble", { layout: "gAgAgAgA" })]));
  await run(index.verify("c"));
  const passages = await run(index.get("c", ["chunk-1", "chunk-2"]));
  expect(passages.map(({ text, layout }) => [text, layout])).toEqual([
    ["granite", undefined],
    ["marble", "gAgAgAgA"],
  ]);
});

test("other collections can be written and read while a large one is rebuilt, and its own calls wait", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  for (const name of ["large", "other"]) await run(first.index.ensure(name));
  const passages = Array.from({ length: 8_000 }, (_, number) =>
    passageOf(number, `granite ${"rock ".repeat(40)}${number}`),
  );
  await run(first.index.put("large", passages));
  await first.close();
  const database = new DatabaseSync(join(directory, "large.db"));
  database.exec("update state set postings_version = 1; delete from block");
  database.close();
  const { index } = await home.open();
  const order: string[] = [];
  const large = [
    run(index.keywordSearch("large", { query: "granite", topK: 1 })),
    run(index.put("large", [passageOf(9_000, "marble")])),
    run(index.count("large")),
  ].map((call) => call.then(() => order.push("large")));
  await run(index.put("other", [passageOf(1, "granite")]));
  expect(await run(index.count("other"))).toBe(1);
  order.push("other");
  await Promise.all(large);
  expect(order).toEqual(["other", "large", "large", "large"]);
  expect((await run(index.keywordSearch("large", { query: "marble", topK: 9 }))).hits.length).toBe(1);
  expect(await run(index.count("large"))).toBe(8_001);
});

test("an index closed during a rebuild leaves the collection to the next start", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("c"));
  const passages = Array.from({ length: 9_000 }, (_, number) =>
    passageOf(number, `granite ${"rock ".repeat(40)}${number}`),
  );
  await run(first.index.put("c", passages));
  await first.close();
  const database = new DatabaseSync(join(directory, "c.db"));
  database.exec("update state set postings_version = 1; delete from block");
  database.close();
  const second = await home.open();
  await run(second.index.ensure("another"));
  const cut = run(second.index.keywordSearch("c", { query: "granite", topK: 1 })).then(
    ({ hits }) => hits.length,
    ({ isRetryable }) => isRetryable,
  );
  await run(second.index.count("another"));
  await second.close();
  // Depends on which was faster.
  expect([1, true]).toContain(await cut);
  const third = await home.open();
  expect((await run(third.index.keywordSearch("c", { query: "granite", topK: 9_000 }))).hits.length).toBe(9_000);
});

test("a damaged file is reported as damaged and affects no other collection", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const first = await home.open();
  await run(first.index.ensure("good"));
  writeFileSync(join(directory, "bad.db"), "this is no database ".repeat(1_000));
  expect((await failure(first.index.count("bad"))).reason).toBe("damaged");
  expect(await run(first.index.count("good"))).toBe(0);
});

test("dropping a collection leaves no files", async () => {
  const directory = makeDirectory();
  await using home = fileHome(directory);
  const { index } = await home.open();
  await run(index.ensure("c"));
  await run(index.put("c", [passageOf(1, "granite")]));
  await run(index.count("c"));
  await run(index.drop("c"));
  expect(readdirSync(directory)).toEqual([]);
});
