import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParsedBlock } from "@quarry/plugin";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allFixtures, type Fixture, fixturePerType, type MarkedPhrase } from "../src/fixtures/index.ts";
import { readFileBlocks } from "../src/parsing.ts";

const TYPES = "pdf docx pptx xlsx html htm md txt csv tsv xml json png jpg jpeg tiff bmp gif".split(" ");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-fixtures-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async ({ filename, bytes }: Fixture) => {
  const path = join(folder, filename);
  await writeFile(path, bytes);
  return readFileBlocks(path);
};

/** Collapses white space: line breaks depend on the format. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ");

const textOfPage = (blocks: readonly ParsedBlock[], page: number | null): string =>
  plain(
    blocks
      .filter((block) => (block.page ?? null) === page)
      .map(({ text }) => text)
      .join(" "),
  );

/** Returns the headings above each block. */
const sections = (
  blocks: readonly ParsedBlock[],
): readonly { readonly block: ParsedBlock; readonly path: string[] }[] => {
  let path: { level: number; text: string }[] = [];
  return blocks.map((block) => {
    if (block.kind === "heading") {
      const level = block.level ?? 1;
      path = [...path.filter((above) => above.level < level), { level, text: block.text }];
    }
    return { block, path: path.map(({ text }) => text) };
  });
};

const expectPhrase = (blocks: readonly ParsedBlock[], { text, page, section }: MarkedPhrase): void => {
  expect(textOfPage(blocks, page)).toContain(text);
  if (section === undefined) return;
  const holders = sections(blocks).filter(({ block }) => plain(block.text).includes(text));
  expect(holders.map(({ path }) => path)).toContainEqual([...section]);
};

const fixtures = await allFixtures();

test("every file type has a fixture", async () => {
  const made = await fixturePerType();
  expect(TYPES.filter((fileType) => !made.has(fileType))).toEqual([]);
});

describe("every parser reads the fixtures of its types", () => {
  test.each(fixtures)("$name", async (fixture) => {
    const { blocks, info } = await read(fixture);
    for (const phrase of fixture.phrases) expectPhrase(blocks, phrase);
    for (const row of fixture.table ?? []) {
      const rows = blocks.filter(({ kind }) => kind.startsWith("table_")).map(({ text }) => text);
      expect(rows).toContain(row.join(" | "));
    }
    expect(info).toMatchObject(fixture.info ?? {});
    if (fixture.pageCount !== undefined) expect(info.pageCount).toBe(fixture.pageCount);
    expect(info.ocrPageCount ?? 0).toBe(fixture.scannedPages ?? 0);
    expect(blocks.map(({ text }) => text).join(" ")).not.toContain("read by anyone");
  });
});
