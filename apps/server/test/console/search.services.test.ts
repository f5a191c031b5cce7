import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

const LIBRARY = new URL("../../demo/library/", import.meta.url);

beforeAll(async () => {
  await server.api.createCollection("manuals", { default_search_mode: "hybrid" });
  await server.api.createCollection("notes");
  for (const filename of ["quarry-handbook.pdf", "rest-guide.html"]) {
    const bytes = await readFile(new URL(filename, LIBRARY));
    const document = await server.api.ingest({ collection: "manuals", filename, bytes, metadata: { team: "docs" } });
    expect(document.status).toBe("ready");
  }
  const bytes = Buffer.from("Deleted documents are gone at once, said the note.\n");
  await server.api.ingest({ collection: "notes", filename: "note.txt", bytes });
});

const ask = async (page: Page, query: string): Promise<void> => {
  await page.getByRole("searchbox", { name: "Question or keywords" }).fill(query);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("article").first().waitFor();
};

const addressed = (query: string, a: object, b?: object): string =>
  `/console/search?${new URLSearchParams({ q: query, a: JSON.stringify(a), ...(b && { b: JSON.stringify(b) }) })}`;

test("a search shows each result with file, page and section, marked terms, and score details", async () => {
  const page = await browser.open("/console/search");
  await page.getByText("Ask a question").waitFor();
  await ask(page, "deleting documents");
  const api = await server.api.query("manuals", { query: "deleting documents" });
  expect(await page.getByRole("article").count()).toBe(api.results.length);
  const first = page.getByRole("article").first();
  expect(await first.textContent()).toContain(api.results[0]!.score.toFixed(3));
  expect(await first.locator("mark").allTextContents()).not.toEqual([]);
  await page.getByText("quarry-handbook.pdf").first().waitFor();
  await page
    .getByText(/^quarry-handbook\.pdf · page \d+ · /)
    .first()
    .waitFor();
  const parts = await first.getByLabel("Score details").textContent();
  expect(parts).toContain("Semantic");
  expect(parts).toContain("Keyword");
  expect(parts).toContain("α");
});

test("mode and filter are sent as set, and the URL contains the filter", async () => {
  const page = await browser.open("/console/search");
  await ask(page, "deleting documents");
  const requested = page.waitForRequest((request) => request.postData()?.includes('"keyword"') === true);
  await page.getByRole("radio", { name: /^Keyword/ }).check({ force: true });
  expect((await requested).postDataJSON()).toMatchObject({ query: "deleting documents", search_mode: "keyword" });
  await page.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("textbox", { name: "Field" }).fill("page");
  await page.getByRole("textbox", { name: "Value" }).fill("18");
  await expect
    .poll(() => page.getByText(/^page \d+/).allTextContents(), POLL)
    .toSatisfy((places: string[]) => places.length > 0 && places.every((place) => place.startsWith("page 18")));
  await page.reload();
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe("18");
  await page.getByRole("button", { name: "JSON" }).click();
  expect(JSON.parse(await page.getByLabel("Filter as JSON").inputValue())).toEqual({ page: { $eq: 18 } });
  await page.getByLabel("Filter as JSON").fill('{"page": ');
  await page.getByText("Not a JSON object").waitFor();
});

test("values of the found documents are counted, and selecting them narrows the results", async () => {
  const page = await browser.open("/console/search");
  await ask(page, "deleting documents");
  const types = page.getByRole("group", { name: "file_type", exact: true });
  await types.getByRole("button", { name: "pdf 1 document" }).waitFor();
  await types.getByRole("button", { name: "html 1 document" }).click();
  await expect
    .poll(() => page.getByRole("article").allTextContents(), POLL)
    .toSatisfy((cards: string[]) => cards.length > 0 && cards.every((card) => card.includes("rest-guide.html")));
  expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe("html");
  await types.getByRole("button", { name: "html 1 document" }).click();
  await page.getByRole("article").getByText("quarry-handbook.pdf").first().waitFor();
});

test("comparing two modes shows each result's rank in the other mode", async () => {
  const page = await browser.open("/console/search");
  await ask(page, "deleting documents");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("heading", { name: "Settings B" }).waitFor();
  // Both sets of settings are collapsed: the results are compared.
  await expect.poll(() => page.getByRole("radiogroup", { name: "Mode" }).count(), POLL).toBe(0);
  expect(await page.getByRole("button", { name: "Show settings" }).count()).toBe(2);
  await page.getByText("#1 in A").first().waitFor();
  await page
    .getByText(/#\d+ in B/)
    .first()
    .waitFor();
  await axe(page);
  await screenshot(page, "search compare light 1280");
  await page.getByRole("button", { name: "Stop comparing" }).click();
  await expect.poll(() => page.getByRole("heading", { name: "Settings B" }).count(), POLL).toBe(0);
});

test("several collections are searched at once", async () => {
  const page = await browser.open(addressed("deleted documents", { collections: ["manuals", "notes"] }));
  await page.getByRole("article").first().waitFor();
  await page.getByRole("link", { name: "note.txt" }).waitFor();
  const checked = await page.getByRole("checkbox", { checked: true }).count();
  expect(checked).toBe(2);
});

test("the correction of a misspelled term is reported, as are missing results", async () => {
  const page = await browser.open(addressed("documnets", { collections: ["manuals"], mode: "keyword" }));
  await page.getByText("No results for “documnets”: searched for “documents”").waitFor();
  await page.goto(addressed("zzzzqqqq", { collections: ["manuals"], mode: "keyword" }));
  await page.getByText("No results").waitFor();
});

test("an error of the service is shown", async () => {
  const a = { collections: ["manuals"], filters: { page: { $near: 1 } } };
  const page = await browser.open(addressed("documents", a), { allow: [/^status 400: /] });
  await page.getByText("$near").first().waitFor();
  await page.getByRole("alert").filter({ hasText: "Request refused" }).waitFor();
});

test("the request copied as curl returns the same results", async () => {
  const a = { collections: ["manuals"], mode: "hybrid", topK: 3, filters: { team: { $in: ["docs", "it's"] } } };
  const page = await browser.open(addressed(`what's "a document"?`, a));
  await page.getByRole("article").first().waitFor();
  await page.getByRole("button", { name: "Copy as code" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy", exact: true }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  const env = { ...process.env, QUARRY_API_KEY: server.current.secret };
  const { stdout } = await promisify(execFile)("sh", ["-c", curl], { env });
  const shown = await page.locator("article strong").allTextContents();
  const { results } = JSON.parse(stdout) as { readonly results: readonly { readonly score: number }[] };
  expect(results.map(({ score }) => score.toFixed(3))).toEqual(shown);
  expect(curl).not.toContain(server.current.secret);
  for (const language of ["TypeScript", "Python"]) {
    await page.getByRole("tab", { name: language }).click();
    await page.getByRole("region", { name: language }).waitFor();
  }
  await axe(page);
});

test("a result links to its page with the image in view, or to its chunk without page images", async () => {
  const of = (type: string) =>
    browser.open(addressed("deleting documents", { collections: ["manuals"], filters: { file_type: type } }));
  const page = await of("pdf");
  const link = page.getByRole("article").first().getByRole("link").first();
  // The link shows the file's title; its name is shown next to the page.
  expect(await link.textContent()).not.toContain(".pdf");
  await link.click();
  await page.waitForURL(/\/console\/collections\/manuals\/documents\/[0-9a-f-]+\/pages\/\d+\?chunk=\d+$/);
  const picture = page.getByRole("img", { name: /^Image of page \d+$/ });
  await picture.waitFor();
  const whole = () =>
    picture.evaluate((image) => {
      const { top, bottom, height } = image.getBoundingClientRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(whole, POLL).toBe(true);
  const html = await of("html");
  await html.getByRole("article").first().getByRole("link").first().click();
  await html.waitForURL(/\/console\/collections\/manuals\/documents\/[0-9a-f-]+#chunk-\d+$/);
  await html.locator("article[aria-current=true]").waitFor();
});

test("the shortcuts / and Ctrl+K focus the search field, with the current collection selected", async () => {
  const page = await browser.open("/console/collections/notes");
  await page.getByRole("heading", { level: 1, name: "notes" }).waitFor();
  await page.keyboard.press("/");
  await page.waitForURL("**/console/search?collection=notes");
  const field = page.getByRole("searchbox", { name: "Question or keywords" });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement), POLL).toBe(true);
  // In a text field the shortcut is an ordinary character.
  await page.keyboard.type("and/or");
  expect(await field.inputValue()).toBe("and/or");
  await page.getByRole("button", { name: "Copy as code" }).focus();
  await page.keyboard.press("Control+k");
  await expect.poll(() => field.evaluate((input) => input === document.activeElement), POLL).toBe(true);
});

test("pages share the data of collections, whichever is opened first", async () => {
  const orders = [
    ["Search", "Keys", "Webhooks", "Search"],
    ["Keys", "Search", "Webhooks", "Keys"],
  ];
  for (const order of orders) {
    const page = await browser.open("/console");
    for (const name of order) {
      await page.getByRole("navigation").getByRole("link", { name, exact: true }).first().click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      if (name === "Search") await page.getByRole("checkbox", { name: "manuals" }).waitFor();
      if (name !== "Keys") continue;
      await page.getByRole("button", { name: "New key" }).first().click();
      await page.getByRole("radio", { name: /^Selected collections/ }).check({ force: true });
      await page.getByRole("alertdialog").getByRole("checkbox", { name: "manuals" }).waitFor({ state: "attached" });
      await page.getByRole("button", { name: "Cancel" }).click();
    }
  }
});

test("many collections can be filtered, and selected ones remain visible", async () => {
  for (let number = 1; number <= 8; number += 1) await server.api.createCollection(`team_${number}`);
  const page = await browser.open(addressed("", { collections: ["notes"] }));
  await page.getByRole("searchbox", { name: "Filter collections" }).fill("TEAM_7");
  const boxes = page.getByRole("checkbox");
  await expect.poll(() => boxes.count(), POLL).toBe(2);
  await page.getByRole("checkbox", { name: "notes", checked: true }).waitFor();
  await page.getByText("team_7", { exact: true }).click();
  await page.getByRole("checkbox", { name: "team_7", checked: true }).waitFor();
});

test("a read-only key searches only its own collections", async () => {
  const { key } = await makeKey(server.api, { name: "searcher", scope: "read", collections: ["notes"] });
  const page = await browser.open("/console/search", { key });
  await ask(page, "deleted documents");
  await page.getByRole("link", { name: "note.txt" }).waitFor();
  expect(await page.getByText("manuals").count()).toBe(0);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`the search page is accessible and fits the window: ${theme}, ${width} px`, async () => {
      const page = await browser.open(addressed("deleting documents", { collections: ["manuals"] }), { theme, width });
      await page.getByRole("article").first().waitFor();
      await screenshot(page, `search ${theme} ${width}`);
      await axe(page);
      await fits(page);
    });
  }
}
