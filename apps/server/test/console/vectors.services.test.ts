import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

const upsert = (collection: string, vectors: readonly object[]) =>
  server.api.expect(200, "POST", `/v1/collections/${collection}/vectors/upsert`, { json: { vectors } });

test("an entry is added with its text embedded, found, replaced and deleted", async () => {
  await server.api.createCollection("entries");
  const page = await browser.open("/console/collections/entries/vectors");
  await page.getByText("No direct vectors").waitFor();
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Id" }).fill("valve-7");
  await dialog.getByRole("textbox", { name: "Text", exact: true }).fill("The valve opens at nine bar.");
  await dialog.getByRole("textbox", { name: "Metadata" }).fill('{"team": "north"}');
  await axe(page);
  await dialog.getByRole("button", { name: "Save entry" }).click();
  const row = page.getByRole("row").filter({ hasText: "valve-7" });
  await row.getByText("The valve opens at nine bar.").waitFor();
  const query = { query: "nine bar valve", filters: { team: "north" } };
  expect((await server.api.query("entries", query)).results.map(({ id }) => id)).toEqual(["valve-7"]);

  await row.getByRole("button", { name: "Edit valve-7" }).click();
  await dialog.getByRole("textbox", { name: "Text", exact: true }).fill("The valve opens at ten bar.");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await row.getByText("ten bar").waitFor();

  await row.getByRole("button", { name: "Delete valve-7" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete entry" }).click();
  await page.getByText("No direct vectors").waitFor();
  expect((await server.api.query("entries", query)).results).toEqual([]);
});

test("many entries are listed page by page and found by id, and a read-only key is offered no changes", async () => {
  await server.api.createCollection("many");
  const numbers = Array.from({ length: 120 }, (_, number) => number);
  await upsert(
    "many",
    numbers.map((number) => ({
      id: `e-${number}`,
      text: `Entry ${number}.`,
      embed: false,
      metadata: { even: number % 2 === 0 },
    })),
  );
  const { key } = await makeKey(server.api, { name: "entries-reader", scope: "read" });
  const page = await browser.open("/console/collections/many/vectors", { key });
  const rows = page.getByRole("rowheader");
  await page.getByText("120 entries").waitFor();
  await expect.poll(() => rows.count(), POLL).toBe(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => rows.count(), POLL).toBe(100);
  expect(await page.getByRole("button", { name: /^(Add entry|Edit|Delete)/ }).count()).toBe(0);
  await page.getByRole("searchbox", { name: "Find by id" }).fill("e-117");
  await expect.poll(() => rows.allTextContents(), POLL).toEqual(["e-117"]);
  await page.getByRole("searchbox", { name: "Find by id" }).fill("none");
  await page.getByText("No matching entries").waitFor();
  await axe(page);
});

test("a collection without a model accepts custom vectors of its dimension", async () => {
  await server.api.createCollection("own", { embedding_provider: "none", dimension: 3 });
  const page = await browser.open("/console/collections/own/vectors", { width: 390 });
  await page.getByRole("button", { name: "Add entry" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Id" }).fill("a");
  await dialog.getByRole("textbox", { name: "Vector values" }).fill("[1, 2]");
  await dialog.getByText("Must be a JSON array of 3 numbers.").waitFor();
  expect(await dialog.getByRole("button", { name: "Save entry" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "Vector values" }).fill("[1, 2, 2]");
  await dialog.getByRole("button", { name: "Save entry" }).click();
  await page.getByRole("rowheader", { name: "a" }).waitFor();
  await fits(page);
  await screenshot(page, "vectors 390");
});
