import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GivenUp } from "@quarry/plugin/workers/inside";
import { openReader } from "./support/open-reader.ts";
import { fileHome, run } from "./support/index-home.ts";
import { passageOf } from "./support/passage-of.ts";

/** More passages than are scored at once. */
const PASSAGES = 5_000;
const words = Array.from({ length: 40 }, (_, at) => `term${at}`);

test("a canceled search stops at any point, and the next one returns complete results", async () => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-search-"));
  await using home = fileHome(directory);
  const { index } = await home.open();
  await run(index.ensure("c"));
  const passages = Array.from({ length: PASSAGES }, (_, at) =>
    passageOf(at, words.filter((_word, index) => at % (index + 1) === 0).join(" ")),
  );
  await run(index.put("c", passages));

  const keep = () => {};
  for (const [query, filter] of [
    [words.join(" "), undefined],
    [`"${words[0]} ${words[1]}" ${words.join(" ")}`, undefined],
    [words.slice(0, 5).join(" "), { op: "exists", path: "nothing", negated: true }],
  ] as const) {
    const operation = { kind: "keywordSearch", query, topK: 10, ...(filter !== undefined && { filter }) } as never;
    let scans = 0;
    const other = openReader(join(directory, "c.db"));
    const expected = other.run(operation, () => void (scans += 1));
    other.close();
    expect(scans).toBeGreaterThan(query.split(" ").length);
    const reader = openReader(join(directory, "c.db"));
    let returned = 0;
    for (let end = 1; end < scans; end += Math.ceil(scans / 25)) {
      let left = end;
      const leave = () => {
        if (--left === 0) throw new GivenUp();
      };
      try {
        // Uses a different query each time, because the scores of the last one are cached. With cached terms a query
        // has fewer checkpoints.
        reader.run({ ...(operation as object), query: `${query} x${end}` } as never, leave);
      } catch (error) {
        expect(error).toBeInstanceOf(GivenUp);
        returned += 1;
      }
    }
    expect(returned).toBeGreaterThan(5);
    expect(reader.run(operation, keep)).toEqual(expected);
    reader.close();
  }
});
