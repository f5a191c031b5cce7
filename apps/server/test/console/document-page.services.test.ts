import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { mail } from "../formats/mails.ts";
import { libraryFile } from "../fixtures/library.ts";
import { pdfFile } from "../fixtures/pdf-file.ts";
import { documentsPath } from "../harness/api.ts";
import type { Chunk } from "../harness/resources.ts";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

/** More pages than any window can show. */
const PAGES = 120;

const GUIDE = `# Pumps

How the pumps of the plant are looked after.

## Gaskets

A gasket is changed every year, and whenever it leaks.

## Bearings

Bearings are greased in spring. Grease that is black is replaced.
`;

const open = (collection: string, id: string, options: Parameters<typeof browser.open>[1] = {}, below = "") =>
  browser.open(`/console/collections/${collection}/documents/${id}${below}`, options);

const guide = async (collection: string) => {
  await server.api.createCollection(collection, { chunk_size: 64, chunk_overlap: 0 });
  return server.api.ingest({ collection, filename: "guide.md", bytes: GUIDE, metadata: { plant: "north" } });
};

const manual = async (collection: string) => {
  await server.api.createCollection(collection);
  const pages = Array.from(
    { length: PAGES },
    (_, page) => `Part ${page + 1} of the manual. Valve V-${page + 1} is here.`,
  );
  return server.api.ingest({ collection, filename: "manual.pdf", bytes: await pdfFile(pages) });
};

const chunksOf = (collection: string, id: string) =>
  server.api.expect<{ chunks: Chunk[]; total: number }>(200, "GET", documentsPath(collection, id, "chunks"));

test("a document shows its details and processing times, and each chunk with its section", async () => {
  const { id } = await guide("facts");
  const page = await open("facts", id, {}, "/details");
  await page.getByRole("heading", { level: 1, name: "guide.md" }).waitFor();
  const facts = page.getByRole("region", { name: "Details" });
  await facts.getByText("Ready").waitFor();
  await facts.getByText(id).waitFor();
  await facts.getByText('"plant": "north"').waitFor();
  const reading = page.getByRole("region", { name: "Parsing" });
  await reading.getByText("None reported by the parser.").waitFor();
  for (const step of ["Waiting", "Parsing", "Chunking", "Embedding", "Storing vectors", "Indexing terms", "Total"]) {
    await reading
      .getByText(step, { exact: true })
      .locator("..")
      .getByText(/^\d+(\.\d)? m?s$/)
      .waitFor();
  }
  await page.getByRole("tab", { name: "Chunks" }).click();
  const { chunks } = await chunksOf("facts", id);
  for (const { chunk_index, text } of chunks) {
    const chunk = page.getByRole("article", { name: `Chunk ${chunk_index}`, exact: true });
    expect((await chunk.getByRole("paragraph").textContent())!.trim()).toBe(text.trim());
  }
  await page.getByRole("article").filter({ hasText: "leaks" }).getByText("Gaskets").first().waitFor();
  await page.getByRole("button", { name: "Copy the id of chunk 0" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(chunks[0]!.id);
  await axe(page);
});

test("a document page begins with the content: page images of a PDF, and rendered text of Markdown", async () => {
  const { id } = await guide("content");
  const page = await open("content", id);
  const content = page.getByRole("region", { name: "Document", exact: true });
  // The page's own heading is the only one of its level.
  await content.getByRole("heading", { level: 3, name: "Gaskets" }).waitFor();
  await content.getByText("A gasket is changed every year").waitFor();
  expect(await content.textContent()).not.toContain("##");
  await page.getByText("guide.md").first().waitFor();
  await axe(page);
  await screenshot(page, "document content markdown");
  const handbook = await libraryFile("quarry-handbook.pdf");
  const pdf = await server.api.ingest({ collection: "content", ...handbook });
  const pages = await open("content", pdf.id);
  await pages.getByRole("img", { name: "Image of page 1" }).waitFor();
  await pages.getByRole("button", { name: "Next page" }).click();
  await pages.getByRole("img", { name: "Image of page 2" }).waitFor();
  await screenshot(pages, "document content pages");
});

test("untrusted Markdown runs no scripts and loads no images", async () => {
  await server.api.createCollection("foreign");
  const bytes = [
    "# Hello",
    "[script](javascript:alert(1)) and [data](data:text/html,x) and [fine](https://example.com/a)",
    "![tracker](https://tracker.example/pixel.png)",
    "<img src=x onerror=alert(1)> <script>alert(1)</script> <a href='javascript:alert(1)'>raw</a>",
  ].join("\n\n");
  const { id } = await server.api.ingest({ collection: "foreign", filename: "foreign.md", bytes });
  const page = await open("foreign", id);
  const content = page.getByRole("region", { name: "Document", exact: true });
  await content.getByRole("heading", { name: "Hello" }).waitFor();
  expect(await content.locator("img, script").count()).toBe(0);
  const links = content.getByRole("link");
  const targets = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).protocol),
  );
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((protocol) => !/^https?:$/.test(protocol))).toEqual([]);
});

test("an email in the list links to its attachments", async () => {
  await server.api.createCollection("mails");
  const bytes = mail("Crane papers", "The papers are attached.", [["load.txt", "The crane lifts nine tons."]]);
  await server.api.ingest({ collection: "mails", filename: "papers.eml", bytes });
  const page = await browser.open("/console/collections/mails");
  // The subject is the title.
  const row = page.getByRole("listitem").filter({ hasText: "papers.eml" });
  await row.getByRole("link", { name: "Crane papers" }).waitFor();
  await row.getByText("1 attachment:").waitFor();
  await row.getByRole("link", { name: "load.txt" }).click();
  await page.getByRole("heading", { level: 1, name: "load.txt" }).waitFor();
});

test("content that was left out of a document is reported with the reason", async () => {
  await server.api.createCollection("left_out");
  const bytes = await pdfFile(
    ["One", "Two", "Three", "Four"].map((name) => `Harbour handbook\n\n\n${name} of the cranes.`),
  );
  const { id } = await server.api.ingest({ collection: "left_out", filename: "handbook.pdf", bytes });
  const page = await open("left_out", id, {}, "/details");
  await page
    .getByRole("region", { name: "Skipped content" })
    .getByText(/3 header and footer lines: .* kept once/)
    .waitFor();
});

test("chunks are found by page, by text and by URL", async () => {
  const { id } = await manual("pages");
  const { total } = await chunksOf("pages", id);
  const page = await open("pages", id, {}, "/chunks");
  await page.getByRole("heading", { name: "Page 1", exact: true }).waitFor();
  expect(await page.getByRole("article").count()).toBeLessThan(total);

  await page.getByLabel("Go to page").fill("97");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await page.getByRole("article").filter({ hasText: "Part 97 of the manual" }).waitFor();

  await page.getByLabel("Find in the text").fill("valve v-11");
  // 11, and 110 to 119.
  await page.getByText("1 of 11").waitFor();
  await page.locator("mark").filter({ hasText: "Valve V-11" }).first().waitFor();
  await page.getByRole("button", { name: "Next match" }).click();
  await page.getByText("2 of 11").waitFor();
  await page.getByRole("article").filter({ hasText: "Part 110 of the manual" }).waitFor();
  await axe(page);

  const linked = await open("pages", id, {}, `#chunk-${total - 1}`);
  const target = linked.locator("article[aria-current=true]");
  await target.filter({ hasText: `Part ${PAGES} of the manual` }).waitFor();
});

test("the original file is downloaded unchanged, also with a read-only key", async () => {
  const { id } = await guide("original");
  const { key } = await makeKey(server.api, { name: "reader", scope: "read" });
  const page = await open("original", id, { key });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).and(page.locator("[href$='/file']")).click(),
  ]);
  expect(download.suggestedFilename()).toBe("guide.md");
  expect(await readFile(await download.path(), "utf8")).toBe(GUIDE);
  expect(await page.getByRole("button", { name: /Delete|Reprocess/ }).count()).toBe(0);
});

test("a document is reprocessed while its page is open, and deleted after confirmation", async () => {
  const { id, updated_at } = await guide("again");
  const page = await open("again", id, {}, "/details");
  await page.getByRole("region", { name: "Details" }).getByText("Ready").waitFor();
  await page.getByRole("button", { name: "Reprocess" }).click();
  await page.getByText("Queued for reprocessing").waitFor();
  expect((await server.api.settled("again", id)).updated_at).not.toBe(updated_at);
  await page.getByRole("region", { name: "Details" }).getByText("Ready").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete document" }).click();
  await page.waitForURL("**/console/collections/again");
  await page.getByRole("heading", { name: "No documents yet" }).waitFor();
});

test("a failed document shows the reason, and an unknown document is reported as not found", async () => {
  await server.api.createCollection("failing");
  const { id } = await server.api.ingest({ collection: "failing", filename: "blank.txt", bytes: "  " });
  const page = await open("failing", id);
  await page.getByText("The file has no text that could be extracted").waitFor();
  // The page promises nothing about a document that failed.
  await page.getByText("there is no text and no chunks").waitFor();
  await page.getByRole("tab", { name: "Chunks" }).click();
  await page.getByText("there is no text and no chunks").waitFor();
  expect(await page.getByText("when the document is ready").count()).toBe(0);
  await axe(page);
  const gone = await open("failing", "6f1f2f0e-54a5-4b0c-9f4e-000000000000", { allow: [/^status 404: GET/] });
  await gone.getByText("Not found").waitFor();
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`a document page is accessible and fits the window: ${theme}, ${width} px`, async () => {
      const collection = `look_${theme}_${width}`;
      await server.api.createCollection(collection, { chunk_size: 128, chunk_overlap: 0 });
      const handbook = await libraryFile("quarry-handbook.pdf");
      const { id } = await server.api.ingest({ collection, ...handbook, metadata: { department: "people" } });
      const page = await open(collection, id, { theme, width }, "#chunk-1");
      await page.getByRole("article").first().waitFor();
      await page.getByLabel("Find in the text").fill("quarry");
      await page.locator("mark").first().waitFor();
      await screenshot(page, `document ${theme} ${width}`);
      await axe(page);
      await fits(page);
    });
  }
}

test("a document given as chunks shows each chunk's metadata, and is edited like any other", async () => {
  await server.api.createCollection("given");
  const { id } = await server.api.expect<{ id: string }>(201, "POST", documentsPath("given"), {
    json: {
      filename: "handbook",
      metadata: { team: "people" },
      chunks: [
        { text: "Up to three days a week.", metadata: { paragraph: "3.1", tags: ["home"] } },
        { text: "On Fridays." },
      ],
    },
  });
  await server.api.settled("given", id);
  const page = await open("given", id, {}, "/chunks");
  const chunk = (index: number) => page.getByRole("article", { name: `Chunk ${index}`, exact: true });
  await chunk(0).getByText("3.1").waitFor();
  await chunk(0).getByText('["home"]').waitFor();
  expect(await chunk(1).getByText("paragraph").count()).toBe(0);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByText("Metadata of single chunks stays.").waitFor();
  await page.getByRole("textbox", { name: "File name" }).fill("handbook 2");
  await page.getByRole("textbox", { name: "Metadata" }).fill('{"team": "all", "paragraph": "0"}');
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "handbook 2" }).waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("region", { name: "Details" }).getByText('"team": "all"').waitFor();
  await axe(page);
  const { chunks } = await chunksOf("given", id);
  expect(chunks.map(({ metadata }) => [metadata["team"], metadata["paragraph"]])).toEqual([
    ["all", "3.1"],
    ["all", "0"],
  ]);
});
