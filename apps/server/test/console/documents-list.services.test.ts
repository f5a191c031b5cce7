import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { fill, type Operation } from "../lists/lists-api.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { useFileFolder } from "./file-folder.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useSharedServer();
const browser = useBrowser(server);
const files = useFileFolder();

const DOCUMENTS = [
  { filename: "pump.md", metadata: { team: "water", year: 2021, tags: ["steel", "old"] }, bytes: "The pump." },
  { filename: "Valve.md", metadata: { team: "water", year: 2024, tags: ["steel"] }, bytes: "A valve, longer." },
  { filename: "turbine.txt", metadata: { team: "power", year: 2024 }, bytes: "The turbine turns, and turns." },
  { filename: "Old pump.txt", metadata: { team: "power", year: 1999 }, bytes: "Gone." },
] as const;

beforeAll(async () => {
  await server.api.createCollection("plant");
  for (const document of DOCUMENTS) await server.api.ingest({ collection: "plant", ...document });
});

const documents = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const names = (page: Page) => documents(page).getByRole("listitem").getByRole("link").filter({ hasText: /\./ });
const namesAre = async (page: Page, expected: readonly string[]): Promise<void> => {
  await expect.poll(() => names(page).allTextContents(), POLL).toEqual(expected);
};

/** Checks the current page at its own width and at a phone's. */
const inspect = async (page: Page, name: string): Promise<void> => {
  const { width, height } = page.viewportSize()!;
  await axe(page);
  await screenshot(page, name, { of: "window" });
  await page.setViewportSize({ width: 360, height });
  await fits(page);
  await screenshot(page, `${name} 360`, { of: "window" });
  await page.setViewportSize({ width, height });
};

const find = (page: Page, part: string) => page.getByRole("searchbox", { name: "File name contains" }).fill(part);

const sortBy = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: /Sort$/ }).click();
  await page.getByRole("option", { name }).click();
};

const addCondition = async (page: Page, field: string, value: string): Promise<void> => {
  await page.getByRole("button", { name: "Add condition" }).click();
  await page.getByRole("textbox", { name: "Field" }).last().fill(field);
  await page.getByRole("textbox", { name: "Value" }).last().fill(value);
};

test("the list is searched by name, sorted and filtered, and going back restores its state", async () => {
  const page = await browser.open("/console/collections/plant");
  await namesAre(page, ["Old pump.txt", "turbine.txt", "Valve.md", "pump.md"]);
  await sortBy(page, "Name, A to Z");
  await namesAre(page, ["Old pump.txt", "pump.md", "turbine.txt", "Valve.md"]);
  await sortBy(page, "Largest first");
  await namesAre(page, ["turbine.txt", "Valve.md", "pump.md", "Old pump.txt"]);
  await find(page, "PUMP");
  await namesAre(page, ["pump.md", "Old pump.txt"]);
  await page.getByText("2 documents match").waitFor();
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await addCondition(page, "team", "water");
  await namesAre(page, ["pump.md"]);
  await page.getByRole("button", { name: "Filters (1)" }).waitFor();
  await axe(page);

  await names(page).first().click();
  await page.getByRole("heading", { level: 1, name: "pump.md" }).waitFor();
  await page.goBack();
  await namesAre(page, ["pump.md"]);
  expect(await page.getByRole("textbox", { name: "Value" }).inputValue()).toBe("water");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await namesAre(page, ["pump.md", "Old pump.txt"]);
  await find(page, "nothing is called so");
  await page.getByText("No matching documents").waitFor();
  await page.getByRole("button", { name: "Show all documents" }).click();
  await namesAre(page, ["turbine.txt", "Valve.md", "pump.md", "Old pump.txt"]);
});

test("a rejected filter is reported as an error, and a valid one shows the list again", async () => {
  const page = await browser.open("/console/collections/plant?filters=%7B%22page%22%3A3%7D", {
    allow: [/^status 400: GET/],
  });
  await page.getByRole("alert").filter({ hasText: "Request refused" }).waitFor();
  await page.getByRole("textbox", { name: "Field" }).fill("year");
  await page.getByRole("textbox", { name: "Value" }).fill("1999");
  await namesAre(page, ["Old pump.txt"]);
});

test("values of documents are counted, and selecting them narrows the list", async () => {
  const page = await browser.open("/console/collections/plant?sort=filename");
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  const facet = (field: string) => page.getByRole("group", { name: field, exact: true });
  await facet("year").getByText("1999 to 2024").waitFor();
  await facet("tags").getByRole("button", { name: "steel 2 documents" }).click();
  await namesAre(page, ["pump.md", "Valve.md"]);
  expect(await page.getByRole("textbox", { name: "Field" }).inputValue()).toBe("tags");
  await facet("file_type").getByRole("button", { name: "md 2 documents" }).waitFor();
  await facet("year").getByRole("button", { name: "2024 1 document" }).click();
  await namesAre(page, ["Valve.md"]);
  await facet("tags").getByRole("button", { name: "steel 1 document" }).click();
  await namesAre(page, ["turbine.txt", "Valve.md"]);
  await axe(page);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`the tools of the list are accessible and fit the window: ${theme}, ${width} px`, async () => {
      const filters = encodeURIComponent(JSON.stringify({ year: { $gte: 2000 } }));
      const page = await browser.open(`/console/collections/plant?sort=filename&filters=${filters}`, { theme, width });
      await namesAre(page, ["pump.md", "turbine.txt", "Valve.md"]);
      await axe(page);
      await fits(page);
      await screenshot(page, `list tools ${theme} ${width}`);
    });
  }
}

test("editing a document saves its fields, and doesn't overwrite concurrent changes", async () => {
  const { id } = await server.api.ingest({
    collection: "plant",
    filename: "boiler.md",
    bytes: "The boiler.",
    metadata: { team: "heat", draft: true },
  });
  const page = await browser.open(`/console/collections/plant/documents/${id}`, { allow: [/^status 412: PATCH/] });
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit the document" });
  const metadata = dialog.getByRole("textbox", { name: "Metadata" });
  await metadata.fill('{"team": ');
  await dialog.getByText("Must be a JSON object").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await metadata.fill('{"team": "heat", "checked": true}');
  await dialog.getByRole("textbox", { name: "File name" }).fill("Boiler handbook.md");
  await dialog.getByRole("textbox", { name: "External id" }).fill("heat/boiler");
  await dialog.getByLabel("Expires at").fill("2090-01-31T18:30");
  await inspect(page, "edit document");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Boiler handbook.md" }).waitFor();
  const saved = await server.api.document("plant", id);
  expect(saved).toMatchObject({
    filename: "Boiler handbook.md",
    metadata: { team: "heat", checked: true },
    external_id: "heat/boiler",
    // Entered in the reader's time zone, which is five and a half hours ahead of UTC.
    expires_at: "2090-01-31T13:00:00.000Z",
  });

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const path = `/v1/collections/plant/documents/${id}`;
  await server.api.expect(200, "PATCH", path, { json: { metadata: { checked: false } } });
  await dialog.getByRole("textbox", { name: "External id" }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Someone else changed the document meanwhile").waitFor();
  expect(await metadata.inputValue()).toContain('"checked": false');
  await dialog.getByRole("textbox", { name: "External id" }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const again = await server.api.document("plant", id);
  expect(again).not.toHaveProperty("external_id");
  expect(again.metadata).toEqual({ team: "heat", checked: false });
});

test("a text is added and replaced by its external id, and a URL with a private host is rejected", async () => {
  await server.api.createCollection("texts");
  const page = await browser.open("/console/collections/texts", { allow: [/^status 400: POST/] });
  const add = page.getByRole("button", { name: "Add a text or page" });
  const dialog = page.getByRole("dialog", { name: "Add a text or a page" });
  const addText = async (text: string): Promise<void> => {
    await add.click();
    await dialog.getByRole("textbox", { name: "Text" }).fill(text);
    await dialog.getByRole("textbox", { name: "File name" }).fill("ferry.md");
    await dialog.getByRole("textbox", { name: "External id" }).fill("library/ferry");
    await dialog.getByRole("textbox", { name: "Metadata" }).fill('{"kind": "note"}');
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await addText("# Ferries\n\nThe ferry leaves at nine.");
  await page.getByText("Added; it will be searchable in a moment").waitFor();
  await page.getByRole("radio", { name: "Ready 1" }).waitFor();
  await addText("# Ferries\n\nThe ferry leaves at ten.");
  await page.getByText("The document will be replaced in a moment").waitFor();
  await addText("# Ferries\n\nThe ferry leaves at ten.");
  await page.getByText("The document is unchanged").waitFor();
  const [only, ...others] = await server.api.documents("texts");
  expect(others).toEqual([]);
  expect(only).toMatchObject({ filename: "ferry.md", external_id: "library/ferry", metadata: { kind: "note" } });

  await add.click();
  await dialog.getByRole("radio", { name: "Web page" }).click();
  await dialog.getByRole("textbox", { name: "URL" }).fill("http://127.0.0.1/");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("with a public host").waitFor();
  await inspect(page, "add page");
});

test("files uploaded again with their path as external id replace the earlier version", async () => {
  await server.api.createCollection("folder");
  const page = await browser.open("/console/collections/folder");
  const send = async (text: string): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose files" }).click(),
    ]);
    await chooser.setFiles([files.write("rota.txt", text)]);
  };
  await page.getByText("Replace documents from the same path").click();
  await send("Anna has Monday.");
  await page.getByText("1 ready").waitFor();
  await send("Anna has Monday.");
  await page.getByText("2 ready").waitFor();
  await send("Ben has Monday.");
  await page.getByText("3 ready").waitFor();
  const retained = await server.api.documents("folder");
  expect(retained.map(({ filename }) => filename)).toEqual(["rota.txt"]);
  expect(retained[0]).toMatchObject({ external_id: "rota.txt" });
});

/** More than are processed before the response. */
const MANY = 1_010;

const row = (page: Page, filename: string) => documents(page).getByRole("listitem").filter({ hasText: filename });

test("a bulk change applies to all matches except deselected ones, after a dry run has counted them", async () => {
  await server.api.createCollection("filtered");
  for (const [index, year] of [2019, 2024, 2024, 2024].entries()) {
    const bytes = `Note ${index}`;
    await server.api.upload({ collection: "filtered", filename: `${index}.txt`, bytes, metadata: { year, old: true } });
  }
  const page = await browser.open("/console/collections/filtered?filters=%7B%22year%22%3A2024%7D");
  await namesAre(page, ["3.txt", "2.txt", "1.txt"]);
  await page.getByRole("button", { name: "Select all 3" }).click();
  await row(page, "2.txt").locator("label").click();
  await page.getByText("2 selected").waitFor();
  const requested = page.waitForRequest((request) => request.postData()?.includes("dry_run") === true);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  expect((await requested).postDataJSON()).toMatchObject({ dry_run: true });
  const dialog = page.getByRole("alertdialog", { name: "Update 2 documents" });
  await dialog.getByText("2 documents match.").waitFor();
  const confirm = dialog.getByRole("button", { name: "Update 2 documents" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "Metadata" }).fill('{"team": "docs", "old": null}');
  await inspect(page, "bulk change");
  // A document added now was not counted, and stays unchanged.
  await server.api.upload({ collection: "filtered", filename: "4.txt", bytes: "New", metadata: { year: 2024 } });
  await confirm.click();
  await page.getByText("2 documents updated").waitFor();
  expect((await server.api.documents("filtered")).map(({ metadata }) => metadata)).toEqual([
    { year: 2019, old: true },
    { year: 2024, team: "docs" },
    { year: 2024, old: true },
    { year: 2024, team: "docs" },
    { year: 2024 },
  ]);

  await page.getByRole("button", { name: "Select all 4" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete 4 documents" }).click();
  await page.getByText("4 documents deleted").waitFor();
  await page.getByRole("button", { name: "Show all documents" }).click();
  await namesAre(page, ["0.txt"]);
});

test("deleting more than a thousand documents is an operation, with progress and cancellation", async () => {
  await server.api.createCollection("many");
  await fill(server.api, "many", MANY, {});
  // On a fast machine the operation ends before it can be cancelled.
  const page = await browser.open("/console/collections/many", { allow: [/^status 409: POST .*\/cancel/] });
  await page.getByRole("button", { name: "Select all 1,010" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 1,010 documents?" });
  await dialog.getByRole("button", { name: "Delete 1,010 documents" }).click();
  const end = page.getByText(/^(Completed: |Cancelled after )/);
  const cancel = page.getByRole("button", { name: "Cancel: Deleting documents" });
  await cancel.or(end).first().waitFor();
  await inspect(page, "operation");
  if (await cancel.isVisible()) await cancel.click({ timeout: 1_000 }).catch(() => undefined);
  await end.first().waitFor();
  await cancel.waitFor({ state: "detached" });
  const { operations } = await server.api.expect<{ operations: readonly Operation[] }>(200, "GET", "/v1/operations");
  expect(operations).toHaveLength(1);
  expect(["cancelled", "completed"]).toContain(operations[0]!.state);
});

test("documents with identical bytes are grouped, with a link to each", async () => {
  await server.api.createCollection("copies");
  const open = () => browser.open("/console/collections/copies");
  const ingest = (filename: string, bytes: string) => server.api.ingest({ collection: "copies", filename, bytes });
  await ingest("alone.md", "Nobody else.");
  const page = await open();
  await page.getByRole("button", { name: "Duplicates" }).click();
  await page.getByText("No two documents have the same content.").waitFor();
  await page.keyboard.press("Escape");
  for (const filename of ["one.md", "two.md"]) await ingest(filename, "The same.");
  await page.getByRole("button", { name: "Duplicates" }).click();
  const groups = page.getByRole("dialog").getByRole("list", { name: "Identical documents" });
  await groups.getByText("2 documents").waitFor();
  expect(await groups.getByRole("link").allTextContents()).toEqual(["one.md", "two.md"]);
  await inspect(page, "duplicates");
  await groups.getByRole("link", { name: "two.md" }).click();
  await page.getByRole("heading", { level: 1, name: "two.md" }).waitFor();
});
