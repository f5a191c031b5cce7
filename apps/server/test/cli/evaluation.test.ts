import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { makeCliWorld, useFolder } from "./cli-world.ts";

const folder = useFolder();
const server = useSharedServer();
const { run, quarry, json, newCollection, filesOf, output } = makeCliWorld(server, folder);

const BIRDS: Readonly<Record<string, string>> = {
  "herons.md": "# Herons\n\nHerons stand still in shallow water and wait for fish.",
  "owls.md": "# Owls\n\nOwls hunt at night and hear a mouse under the snow.",
  "geese.md": "# Geese\n\nGeese fly in a wedge, and the first of them changes.",
  "night/bats.md": "# Bats\n\nBats are no birds at all.",
};

let collection: string;

beforeAll(async () => {
  collection = await newCollection();
  await output("ingest", collection, await filesOf("animals", BIRDS));
});

const golden = async (name: string, ...questions: readonly unknown[]): Promise<string> => {
  const path = join(folder, name);
  const lines = questions.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  await writeFile(path, lines.join("\n"));
  return path;
};

interface Report {
  readonly measurements: readonly {
    readonly name: string;
    readonly recall: number;
    readonly mrr: number;
    readonly ndcg: number;
    readonly scores: readonly { readonly line: number; readonly recall: number; readonly missing: readonly string[] }[];
  }[];
  readonly comparison?: {
    readonly verdict: string;
    readonly metrics: { readonly recall: { readonly difference: number } };
  };
}

describe("eval", () => {
  test("reports recall, MRR and nDCG of each mode, and the missed documents", async () => {
    const path = await golden(
      "golden.jsonl",
      "// What everybody asks.",
      { query: "shallow water fish", expected: ["herons.md"] },
      "",
      { query: "mouse under snow", expected: [{ file: "animals/owls.md", text: "hear  a MOUSE" }] },
      { query: "wedge", expected: ["geese.md", "night/bats.md"] },
      { query: "birds at all", expected: [{ section: "Bats" }], filter: { filename: "bats.md" } },
    );
    const { measurements } = await json<Report>("eval", collection, path, "--top-k", "1");
    expect(measurements.map(({ name }) => name)).toEqual(["semantic", "keyword", "hybrid"]);
    const keyword = measurements[1]!;
    expect(keyword).toMatchObject({ recall: (1 + 1 + 0.5 + 1) / 4, mrr: 1 });
    expect(keyword.scores.map(({ line, missing }) => [line, missing])).toEqual([
      [2, []],
      [4, []],
      [5, ["night/bats.md"]],
      [6, []],
    ]);
    const text = await quarry("eval", collection, path, "--top-k", "1", "--mode", "keyword");
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^keyword +1 +0\.875 +1\.000 +/m);
    expect(text.stdout).toContain(
      "keyword: 1 of 4 questions missed something\n  line 5: wedge\n    missing  night/bats.md\n",
    );
  });

  test("reports expected files that the collection doesn't have", async () => {
    const path = await golden("unknown.jsonl", { query: "herons", expected: ["heron.md", "erons.md", "herons.md"] });
    const { stderr } = await quarry("eval", collection, path, "--mode", "keyword");
    expect(stderr).toContain('has no document "heron.md"');
    expect(stderr).toContain('has no document "erons.md"');
    expect(stderr).not.toContain('"herons.md"');
  });

  // Regression: the byte order mark at the start of files from Windows programs was taken as part of the first
  // question.
  test("reads a file with a byte order mark and Windows line endings", async () => {
    const question = JSON.stringify({ query: "herons", expected: ["herons.md"] });
    const path = await golden("windows.jsonl", `\uFEFF${question}\r\n${question}\r\n`);
    const { measurements } = await json<Report>("eval", collection, path, "--mode", "keyword");
    expect(measurements[0]!.scores.map(({ line, recall }) => [line, recall])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test("reports only the first invalid lines of a file in another format", async () => {
    const path = await golden("prose.jsonl", ...Array.from({ length: 5_000 }, () => "[1]"));
    const { code, stderr } = await quarry("eval", collection, path);
    expect(code).toBe(2);
    expect(stderr).toContain("prose.jsonl:10: must be a JSON object, one on each line; and 4990 more lines");
  });

  test("compares two settings, and reports no difference for a few questions with equal results", async () => {
    const path = await golden("few.jsonl", { query: "herons", expected: ["herons.md"] });
    const words = ["eval", collection, path, "--compare", "mode=keyword", "mode=hybrid,top_k=3,alpha=0.2"];
    const { comparison } = await json<Report>(...words);
    expect(comparison).toMatchObject({
      metrics: { recall: { difference: 0 } },
      verdict: "No significant difference with 1 question. With only 1 question, add more before you rely on it.",
    });
  });

  test("reports a statistically significant difference between two settings", async () => {
    const empty = await newCollection();
    const questions = Array.from({ length: 30 }, () => ({ query: "herons", expected: [{ text: "Herons" }] }));
    const path = await golden("many.jsonl", ...questions);
    const words = ["eval", collection, path, "--mode", "keyword", "--compare"];
    const { comparison } = await json<Report>(...words, `collection=${empty}`, `collection=${collection}`);
    expect(comparison).toMatchObject({ metrics: { recall: { difference: 1 } } });
    expect(comparison!.verdict).toBe(
      `collection=${collection} is better than collection=${empty} (recall and MRR and nDCG).`,
    );
  });

  test("fails below a minimum recall, and reads questions from standard input", async () => {
    const question = JSON.stringify({ query: "wedge", expected: ["geese.md", "owls.md"] });
    const measure = (goal: string) =>
      run(["eval", collection, "-", "--mode", "keyword", "--min-recall", goal], { input: question });
    const below = await measure("0.6");
    expect(below.code).toBe(1);
    expect(below.stderr).toBe("quarry: keyword: recall is 0.500, below 0.6\n");
    expect(below.stdout).toContain("0.500");
    expect(await measure("0.5")).toMatchObject({ code: 0 });
    const above = await measure("2");
    expect(above.code).toBe(2);
    expect(above.stderr).toContain("argument '2' is invalid. must be a number, 0 to 1.");
  });

  test("reports all invalid lines at once, before the first query", async () => {
    const path = await golden(
      "wrong.jsonl",
      { query: " ", expected: ["a.md"] },
      { query: "x", expected: [] },
      { query: "x", expected: [{ fil: "a.md" }] },
      { query: "x", expected: [{ grade: 2 }] },
      { query: "x", expected: ["a.md"], filters: {} },
      "{",
      { query: "x", expected: [{ file: "a.md", page: 0 }] },
      { query: "x", expected: ["a.md"], filter: { year: { $above: 2020 } } },
    );
    const ended = await quarry("eval", collection, path);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    for (let line = 1; line <= 8; line += 1) expect(ended.stderr).toContain(`wrong.jsonl:${line}: `);
    expect(ended.stderr).toContain("expected[0].fil: unknown; it may be file, page");
    expect(ended.stderr).toContain("wrong.jsonl:6: must be a JSON object on one line: ");
    expect(ended.stderr).not.toContain("(line 1 column");
    expect(ended.stderr).toContain("wrong.jsonl:7: expected[0].page: must be a whole number, at least 1");
    expect(ended.stderr).toContain("wrong.jsonl:8: filter.year.$above: unknown operator");
    expect((await quarry("eval", collection, join(folder, "missing.jsonl"))).code).toBe(2);
    expect((await quarry("eval", "missing", await golden("ok.jsonl", { query: "x", expected: ["a.md"] }))).code).toBe(
      3,
    );
    const few = path.replace("wrong", "few");
    for (const setting of ["mode=psychic", "alpha=2", "colour=blue"]) {
      expect(await quarry("eval", collection, few, "--compare", setting, "mode=hybrid")).toMatchObject({ code: 2 });
    }
  });
});
