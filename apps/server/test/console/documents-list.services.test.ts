import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { useFileFolder } from "./file-folder.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
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

const find = (page: Page, part: string) => page.getByRole("searchbox", { name: "Part of the file name" }).fill(part);

const sortBy = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("button", { name: /Sort$/ }).click();
  await page.getByRole("option", { name }).click();
};

const addCondition = async (page: Page, field: string, value: string): Promise<void> => {
  await page.getByRole("button", { name: "Add a condition" }).click();
  await page.getByRole("textbox", { name: "Field" }).last().fill(field);
  await page.getByRole("textbox", { name: "Value" }).last().fill(value);
};

test("the list is found by a part of the name, sorted and filtered, and its address leads back to it", async () => {
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
  await page.getByRole("button", { name: "Clear the filters" }).click();
  await namesAre(page, ["pump.md", "Old pump.txt"]);
  await find(page, "nothing is called so");
  await page.getByText("No document matches").waitFor();
  await page.getByRole("button", { name: "Show all documents" }).click();
  await namesAre(page, ["turbine.txt", "Valve.md", "pump.md", "Old pump.txt"]);
});

test("a filter that the service refuses is told in its words, and the list comes back with a better one", async () => {
  const page = await browser.open("/console/collections/plant?filters=%7B%22page%22%3A3%7D", {
    allow: [/^status 400: GET/],
  });
  await page.getByRole("alert").filter({ hasText: "The service refused this" }).waitFor();
  await page.getByRole("textbox", { name: "Field" }).fill("year");
  await page.getByRole("textbox", { name: "Value" }).fill("1999");
  await namesAre(page, ["Old pump.txt"]);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`the tools of the list in ${theme}, ${width} px wide`, async () => {
      const filters = encodeURIComponent(JSON.stringify({ year: { $gte: 2000 } }));
      const page = await browser.open(`/console/collections/plant?sort=filename&filters=${filters}`, { theme, width });
      await namesAre(page, ["pump.md", "turbine.txt", "Valve.md"]);
      await axe(page);
      await fits(page);
      await screenshot(page, `list tools ${theme} ${width}`);
    });
  }
}

test("what is said of a document is edited, and others' changes are not undone", async () => {
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
  await dialog.getByText("It has to be a JSON object").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await metadata.fill('{"team": "heat", "checked": true}');
  await dialog.getByRole("textbox", { name: "File name" }).fill("Boiler handbook.md");
  await dialog.getByRole("textbox", { name: "Own id" }).fill("heat/boiler");
  await dialog.getByLabel("Goes at").fill("2090-01-31T18:30");
  await axe(page);
  await screenshot(page, "edit document");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Boiler handbook.md" }).waitFor();
  const saved = await server.api.document("plant", id);
  expect(saved).toMatchObject({
    filename: "Boiler handbook.md",
    metadata: { team: "heat", checked: true },
    external_id: "heat/boiler",
    // By the reader's clock, which is five and a half hours before that of UTC.
    expires_at: "2090-01-31T13:00:00.000Z",
  });

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const path = `/v1/collections/plant/documents/${id}`;
  await server.api.expect(200, "PATCH", path, { json: { metadata: { checked: false } } });
  await dialog.getByRole("textbox", { name: "Own id" }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Somebody else has changed the document meanwhile").waitFor();
  expect(await metadata.inputValue()).toContain('"checked": false');
  await dialog.getByRole("textbox", { name: "Own id" }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const again = await server.api.document("plant", id);
  expect(again).not.toHaveProperty("external_id");
  expect(again.metadata).toEqual({ team: "heat", checked: false });
});

test("a text is added, replaced by its own id, and refused where a page may not be fetched", async () => {
  await server.api.createCollection("texts");
  const page = await browser.open("/console/collections/texts", { allow: [/^status 400: POST/] });
  const add = page.getByRole("button", { name: "Add a text or page" });
  const dialog = page.getByRole("dialog", { name: "Add a text or a page" });
  const addText = async (text: string): Promise<void> => {
    await add.click();
    await dialog.getByRole("textbox", { name: "Text" }).fill(text);
    await dialog.getByRole("textbox", { name: "File name" }).fill("ferry.md");
    await dialog.getByRole("textbox", { name: "Own id" }).fill("library/ferry");
    await dialog.getByRole("textbox", { name: "Metadata" }).fill('{"kind": "note"}');
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await addText("# Ferries\n\nThe ferry leaves at nine.");
  await page.getByText("Added; it can be searched in a moment").waitFor();
  await page.getByRole("radio", { name: "Ready 1" }).waitFor();
  await addText("# Ferries\n\nThe ferry leaves at ten.");
  await page.getByText("The document is replaced in a moment").waitFor();
  await addText("# Ferries\n\nThe ferry leaves at ten.");
  await page.getByText("The document is the same already").waitFor();
  const [only, ...others] = await server.api.documents("texts");
  expect(others).toEqual([]);
  expect(only).toMatchObject({ filename: "ferry.md", external_id: "library/ferry", metadata: { kind: "note" } });

  await add.click();
  await dialog.getByRole("radio", { name: "Page at an address" }).click();
  await dialog.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1/");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByText("url", { exact: false }).last().waitFor();
  await axe(page);
  await screenshot(page, "add page");
});

test("files that are sent again with their path as own id replace what came from there before", async () => {
  await server.api.createCollection("folder");
  const page = await browser.open("/console/collections/folder");
  const send = async (text: string): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page.getByRole("button", { name: "Choose files" }).click(),
    ]);
    await chooser.setFiles([files.write("rota.txt", text)]);
  };
  await page.getByText("Replace what came from the same path before").click();
  await send("Anna has Monday.");
  await page.getByText("1 ready").waitFor();
  await send("Anna has Monday.");
  await page.getByText("2 ready").waitFor();
  await send("Ben has Monday.");
  await page.getByText("3 ready").waitFor();
  const kept = await server.api.documents("folder");
  expect(kept.map(({ filename }) => filename)).toEqual(["rota.txt"]);
  expect(kept[0]).toMatchObject({ external_id: "rota.txt" });
});
