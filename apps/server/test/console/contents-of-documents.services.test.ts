import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { documentsPath } from "../harness/api.ts";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useSharedServer();
const browser = useBrowser(server);

const ROWS = 450;
const csv = `part,name\r\n${Array.from({ length: ROWS }, (_, at) => `P-${at},pump ${at}\r\n`).join("")}`;

const guide = async (collection: string): Promise<string> => {
  await server.api.createCollection(collection);
  const { filename, bytes } = await libraryFile("operators-guide.docx");
  return (await server.api.ingest({ collection, filename, bytes })).id;
};

test("a document's tables are shown as tables, each with a link to its CSV file", async () => {
  const id = await guide("tables");
  const page = await browser.open(`/console/collections/tables/documents/${id}`);
  await page.getByRole("tab", { name: "Tables" }).click();
  await page.waitForURL(`**/documents/${id}/tables`);
  const first = page.getByRole("table", { name: "Table 1", exact: true });
  await first.getByRole("columnheader", { name: "For a department" }).waitFor();
  await first.getByRole("cell", { name: "4 to 8" }).waitFor();
  expect(await page.getByRole("table").count()).toBe(4);
  await page.getByText("Installation › Requirements").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV of table 1" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("operators-guide.docx-1.csv");
  expect(await readFile(await download.path(), "utf8")).toMatch(/^Resource,For a trial,/);
  await axe(page);
  await screenshot(page, "document tables");
  await page.getByRole("tab", { name: "Chunks" }).click();
  await page.getByRole("article", { name: "Chunk 0" }).waitFor();
  await page.waitForURL(`**/documents/${id}/chunks`);
  await page.getByRole("tab", { name: "Document" }).click();
  await page.waitForURL(`**/documents/${id}`);
});

test("the rows of a long table are loaded on request, until all are shown", async () => {
  await server.api.createCollection("rows");
  const { id } = await server.api.ingest({ collection: "rows", filename: "parts.csv", bytes: csv });
  const page = await browser.open(`/console/collections/rows/documents/${id}/tables`);
  const table = page.getByRole("table", { name: "Table 1", exact: true });
  await page.getByText("10 of 450 rows").waitFor();
  await page.getByRole("button", { name: "More rows" }).click();
  await page.getByText("210 of 450 rows").waitFor();
  await page.getByRole("button", { name: "More rows" }).click();
  await page.getByText("410 of 450 rows").waitFor();
  await page.getByRole("button", { name: "More rows" }).click();
  await table.getByRole("cell", { name: "P-449" }).waitFor();
  await expect.poll(() => table.getByRole("row").count()).toBe(ROWS + 1);
  expect(await page.getByRole("button", { name: "More rows" }).count()).toBe(0);
});

test("a document's Markdown can be copied and downloaded", async () => {
  const id = await guide("taken");
  const page = await browser.open(`/console/collections/taken/documents/${id}/markdown`);
  const markdown = (await server.api.call("GET", `${documentsPath("taken", id)}/markdown`)).text;
  await page.getByRole("region", { name: "Markdown" }).getByText("# Installation").first().waitFor();
  await page.getByRole("button", { name: "Copy the Markdown" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(markdown);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("region", { name: "Markdown" }).getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("operators-guide.docx.md");
  expect(await readFile(await download.path(), "utf8")).toBe(markdown);
  await axe(page);
  await screenshot(page, "document markdown");
});

test("a document without tables reports this, and a failed document reports that it has no text", async () => {
  await server.api.createCollection("none");
  const note = await server.api.ingest({ collection: "none", filename: "note.txt", bytes: "No tables here." });
  const page = await browser.open(`/console/collections/none/documents/${note.id}/tables`);
  await page.getByText("No tables were found in this document.").waitFor();
  const broken = await server.api.ingest({ collection: "none", filename: "broken.pdf", bytes: "%PDF-1.7 no" });
  const failed = await browser.open(`/console/collections/none/documents/${broken.id}/tables`);
  await failed.getByText("there is no text and no chunks").waitFor();
});

test.each(["light", "dark"] as const)("tables and Markdown fit a phone, in the %s theme", async (theme) => {
  const id = await guide(`phone_${theme}`);
  for (const tab of ["tables", "markdown"]) {
    const page = await browser.open(`/console/collections/phone_${theme}/documents/${id}/${tab}`, {
      theme,
      width: 360,
    });
    await (tab === "tables"
      ? page.getByRole("cell", { name: "4 to 8" }).waitFor()
      : page.getByText("# Installation").first().waitFor());
    await axe(page);
    await fits(page);
    await screenshot(page, `document ${tab} ${theme} 360`);
  }
});
