import { describe, expect, test } from "vitest";
import type { Failure } from "./harness/api.ts";
import type { Collection } from "./harness/resources.ts";
import { useSharedServer } from "./harness/shared/use-shared-server.ts";
import { makeCliWorld, useFolder } from "./cli/cli-world.ts";
import { exported, imported } from "./transfer/archive.ts";

const server = useSharedServer();
const { quarry } = makeCliWorld(server, useFolder());

const STRATEGIES = ["sentence", "paragraph", "section", "page", "fixed"] as const;

type WithStrategy = Collection & { readonly chunk_strategy?: string };

const facts = (subject: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Fact ${index} is about the ${subject} and its place.`).join(" ");

const TABLE = [
  "| Item | Price |",
  "| --- | --- |",
  ...Array.from({ length: 6 }, (_, at) => `| item ${at} | ${at * 3} EUR |`),
];

/** Sections smaller than a chunk of 128 tokens, a paragraph of nearly that size, and a table. */
const NOTES = [
  `# Rivers\n\n${facts("river", 3)}`,
  `# Lakes\n\n${facts("lake", 3)}\n\n${facts("shore", 10)}`,
  `# Prices\n\n${facts("price", 7)}\n\n${TABLE.join("\n")}`,
].join("\n\n");

const open = (name: string, fields: object = {}) =>
  server.api.createCollection(name, { chunk_size: 128, chunk_overlap: 0, ...fields });

const put = (name: string, json: object) =>
  server.api.call<WithStrategy & Failure>("PUT", `/v1/collections/${name}`, { json });

const chunksOf = async (collection: string, id: string) =>
  (await server.api.chunks(collection, id)).map(({ text }) => text);

const chunked = async (collection: string): Promise<readonly string[]> => {
  const { id, status } = await server.api.ingest({ collection, filename: "notes.md", bytes: NOTES });
  expect(status).toBe("ready");
  return chunksOf(collection, id);
};

describe("chunk strategies", () => {
  test("split at their own boundaries, and lose no words", async () => {
    const all = new Map<string, readonly string[]>();
    for (const chunk_strategy of STRATEGIES) {
      const collection = await open(`by_${chunk_strategy}`, { chunk_strategy });
      expect(collection).toMatchObject({ chunk_strategy });
      all.set(chunk_strategy, await chunked(collection.name));
    }
    const words = (texts: readonly string[]) => texts.join(" ").split(/\s+/);
    for (const texts of all.values()) expect(words(texts)).toEqual(words(all.get("sentence")!));
    expect(all.get("section")!.filter((text) => /^(Rivers|Lakes|Prices)\n/.test(text))).toHaveLength(3);
    expect(all.get("paragraph")).toContain(facts("shore", 10));
    expect(all.get("sentence")![0]).toMatch(/^Rivers\n[^]*\n\nLakes\n/);
    expect(
      all
        .get("fixed")!
        .slice(0, -1)
        .some((text) => !/(\.|EUR)$/.test(text)),
    ).toBe(true);
    expect(all.get("page")![0]).toContain("Lakes");
    for (const texts of all.values()) {
      expect(texts.some((text) => text.includes("Item") && text.includes("item 5"))).toBe(true);
    }
  });

  test("make one chunk of each PDF page that fits, with the strategy page", async () => {
    const { name } = await open("pages", { chunk_strategy: "page", chunk_size: 2_000 });
    const [library] = (await server.api.expect<{ collections: Collection[] }>(200, "GET", "/v1/collections?name=pages"))
      .collections;
    expect(library).toMatchObject({ name, chunk_strategy: "page" });
    const { libraryFiles } = await import("./fixtures/library.ts");
    const file = (await libraryFiles()).find(({ filename }) => filename.endsWith(".pdf"))!;
    const { id, status } = await server.api.ingest({ collection: name, ...file });
    expect(status).toBe("ready");
    const pages = (await server.api.chunks(name, id)).map(({ metadata }) => metadata["page"]);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages).toEqual([...new Set(pages)]);
  });
});

describe("a collection's strategy", () => {
  test("is absent if unset, and defaults to sentence", async () => {
    expect(await open("unsaid")).not.toHaveProperty("chunk_strategy");
    await open("said", { chunk_strategy: "sentence" });
    expect(await chunked("unsaid")).toEqual(await chunked("said"));
  });

  test("applies to documents processed after a change, and null resets it to the default", async () => {
    await open("changing");
    const { id } = await server.api.ingest({ collection: "changing", filename: "notes.md", bytes: NOTES });
    const before = await chunksOf("changing", id);
    expect((await put("changing", { chunk_strategy: "section" })).body).toMatchObject({ chunk_strategy: "section" });
    expect((await put("changing", { description: "kept" })).body).toMatchObject({ chunk_strategy: "section" });
    expect(await chunksOf("changing", id)).toEqual(before);
    const again = await quarry("documents", "reprocess", "changing", "--all");
    expect(again).toMatchObject({ code: 0, stdout: "1 of 1 documents queued for reprocessing\n" });
    await server.api.settled("changing", id);
    const after = await chunksOf("changing", id);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await chunksOf("by_section", await firstOf("by_section")));
    expect((await put("changing", { chunk_strategy: null })).body).not.toHaveProperty("chunk_strategy");
  });

  test.each(["semantic", "SECTION", "", 1, ["page"], true])("rejects %j", async (chunk_strategy) => {
    const refused = { status: 400, body: { detail: expect.stringMatching(/^chunk_strategy: must be one of/) } };
    const json = { name: "refused", chunk_strategy };
    expect(await server.api.call("POST", "/v1/collections", { json })).toMatchObject(refused);
    expect(await put("said", { chunk_strategy })).toMatchObject(refused);
    expect((await server.api.call("GET", "/v1/collections/refused")).status).toBe(404);
  });

  test("is transferred with an archive, also if unset", async () => {
    const archive = await exported(server.api, "by_paragraph");
    expect(await imported(server.api, "brought", archive, "?new_ids=true")).toMatchObject({
      chunk_strategy: "paragraph",
    });
    expect(await chunksOf("brought", await firstOf("brought"))).toEqual(
      await chunksOf("by_paragraph", await firstOf("by_paragraph")),
    );
    const unsaid = await imported(server.api, "unsaid_too", await exported(server.api, "unsaid"), "?new_ids=true");
    expect(unsaid).not.toHaveProperty("chunk_strategy");
  });

  test("is set on the command line", async () => {
    const made = await quarry("--json", "collection", "create", "by_hand", "--chunk-strategy", "page");
    expect(JSON.parse(made.stdout)).toMatchObject({ name: "by_hand", chunk_strategy: "page" });
    const wrong = await quarry("collection", "create", "by_hand_too", "--chunk-strategy", "chapter");
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("sentence, paragraph, section, page, fixed"),
    });
    const neither = await quarry("documents", "reprocess", "by_hand");
    expect(neither).toMatchObject({ code: 2, stderr: expect.stringContaining("or --all") });
  });
});

const firstOf = async (collection: string): Promise<string> => (await server.api.documents(collection))[0]!.id;
