import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-console-"));
const gate = join(folder, "gate");
const log = join(folder, "embedded");
const config = join(folder, "quarry.config.jsonc");
writeFileSync(log, "");
writeFileSync(
  config,
  JSON.stringify({
    embedders: {
      gated: {
        plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
        settings: { gate, log },
      },
    },
    vectorStores: { second: { plugin: "@quarry/vector-embedded" } },
  }),
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = useServer({ SERVICE_CONFIG: config });
const browser = useBrowser(server);

const LOOKS = [
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
  { theme: "light", width: 390 },
] as const;

const TEXT = "The feed pump moves water uphill. Its gasket seals the flange. Tighten the bolts in turn.";

const makeKey = async (body: Readonly<Record<string, unknown>>): Promise<string> =>
  (await server.api.expect<{ readonly key: string }>(201, "POST", "/v1/admin/keys", { json: body })).key;

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

const read = (name: string) => server.api.expect<Record<string, unknown>>(200, "GET", `/v1/collections/${name}`);

const openTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole("tab", { name, exact: true }).click();
  await page.getByRole("tab", { name, exact: true, selected: true }).waitFor();
};

/** Checks the current page: its width and accessibility (axe). Takes a screenshot. */
const inspect = async (page: Page, name: string): Promise<void> => {
  await screenshot(page, name);
  await axe(page);
  await fits(page);
};

test("an empty page offers the first step, which works by keyboard alone", async () => {
  const page = await browser.open("/console/collections");
  await page.getByRole("heading", { name: "No collections yet" }).waitFor();
  await inspect(page, "collections empty");
  await page.getByRole("button", { name: "New collection" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "New collection" });
  await expect
    .poll(() => dialog.getByLabel("Name").evaluate((input) => input === document.activeElement), POLL)
    .toBe(true);
  await page.keyboard.type("by_keyboard");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Made without a mouse");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await heading(page, "by_keyboard").waitFor();
  expect(await read("by_keyboard")).toMatchObject({ description: "Made without a mouse", chunk_size: 512 });
});

test("invalid fields are reported at the field, before and after the form is sent", async () => {
  await server.api.createCollection("taken");
  const page = await browser.open("/console/collections", { allow: [/^status 409: POST/, /^status 400: POST/] });
  await page.getByRole("button", { name: "New collection" }).click();
  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByLabel("Name", { exact: false }).first();
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText("Enter a name.").waitFor();
  await name.fill("pump manuals");
  await dialog.getByText("Can't have spaces: use an underscore.").waitFor();
  await name.fill("1pump");
  await dialog.getByText("Must begin with a letter a–z or A–Z.").waitFor();
  await name.fill("taken");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText("exists already").waitFor();
  await expect.poll(() => name.evaluate((input) => input === document.activeElement), POLL).toBe(true);
  await name.fill("taken_2");
  await dialog.getByText("exists already").waitFor({ state: "detached" });
  await dialog.getByText("More settings").click();
  await dialog.getByLabel("Overlap, in tokens").fill("600");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText("Must be less than the size, 512.").waitFor();
  await dialog.getByLabel("Overlap, in tokens").fill("40");
  await dialog.getByLabel("Size, in tokens").fill("400");
  // Only the service knows which dimensions a model supports: it returns the error, and the error is shown at the
  // field.
  await dialog.getByRole("button", { name: /Embedding model/ }).click();
  await page.getByRole("option", { name: "gated-a" }).click();
  await dialog.getByLabel("Dimensions").fill("8000");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText(/^Must be 256 for the model gated-a/).waitFor();
  await inspect(page, "collections create refused");
  await dialog.getByLabel("Dimensions").fill("256");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await heading(page, "taken_2").waitFor();
  expect(await read("taken_2")).toMatchObject({ chunk_size: 400, chunk_overlap: 40, dimension: 256 });
});

test("a provider's key is requested if needed, and no longer on the page once the collection exists", async () => {
  const page = await browser.open("/console/collections");
  await page.getByRole("button", { name: "New collection" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").first().fill("with_key");
  await dialog.getByRole("button", { name: /^Embedding model|Embedding model$/ }).click();
  await page.getByRole("option", { name: "text-embedding-3-small" }).click();
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText("This provider needs an API key.").waitFor();
  await dialog.getByLabel("API key of the provider").fill("sk-not-to-be-seen");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await heading(page, "with_key").waitFor();
  expect(await read("with_key")).toMatchObject({ embedding_provider: "provider_a", has_api_key: true });
  expect(await page.content()).not.toContain("sk-not-to-be-seen");
});

test("a collection with a non-default store is created on that store", async () => {
  const page = await browser.open("/console/collections");
  await page.getByRole("button", { name: "New collection" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").first().fill("elsewhere");
  await dialog.getByText("More settings").click();
  await dialog.getByRole("button", { name: /Vector store/ }).click();
  await page.getByRole("option", { name: "second" }).click();
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await heading(page, "elsewhere").waitFor();
  await until("the collection to be on the other store", async () => {
    const { body } = await server.api.call<{ readonly current: { readonly vector_store: string } }>(
      "GET",
      "/v1/collections/elsewhere/changes",
    );
    return body.current.vector_store === "second" ? true : undefined;
  });
});

test("a collection without a model needs a dimension, and can have an expiry for its documents", async () => {
  const page = await browser.open("/console/collections");
  await page.getByRole("button", { name: "New collection" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel("Name").first().fill("own_vectors");
  await dialog.getByRole("button", { name: /Embedding model/ }).click();
  await page.getByRole("option", { name: "None: bring your own vectors" }).click();
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await dialog.getByText("Must be a whole number from 1 to 8,192.").waitFor();
  await dialog.getByLabel("Dimensions").fill("3");
  await dialog.getByText("More settings").click();
  await dialog.getByLabel("Days until documents expire").fill("30");
  await inspect(page, "collection without a model");
  await dialog.getByRole("button", { name: "Create collection" }).click();
  await heading(page, "own_vectors").waitFor();
  expect(await read("own_vectors")).toMatchObject({
    embedding_provider: "none",
    dimension: 3,
    default_ttl_seconds: 2_592_000,
    default_search_mode: "keyword",
  });
  await openTab(page, "Settings");
  await page.getByText("None: own vectors, 3 dimensions").waitFor();
  await page.getByLabel("Days until documents expire").fill("");
  await page.getByLabel("Days until documents expire").blur();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Settings saved").waitFor();
  expect(await read("own_vectors")).not.toHaveProperty("default_ttl_seconds");
});

test("the list shows descriptions and filters collections by name", async () => {
  await server.api.createCollection("listed_pumps", { description: "Manuals of the pumps in hall 3" });
  await server.api.ingest({ collection: "listed_pumps", filename: "pump.txt", bytes: TEXT });
  for (const look of LOOKS) {
    const page = await browser.open("/console/collections", look);
    const row = page.getByRole("row", { name: /listed_pumps/ });
    await row.getByText("Manuals of the pumps in hall 3").waitFor();
    await inspect(page, `collections list ${look.theme} ${look.width}`);
    await page.getByLabel("Filter by name").fill("LISTED");
    await page.getByText(/^1 of 1 collection$/).waitFor();
    await page.getByLabel("Filter by name").fill("no such");
    await page.getByRole("heading", { name: "No matching collections" }).waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await row.waitFor();
  }
});

test("the form of a new collection is accessible and fits the window, in all themes and widths", async () => {
  for (const look of LOOKS) {
    const page = await browser.open("/console/collections", look);
    await page.getByRole("button", { name: "New collection" }).click();
    await page.getByRole("alertdialog").getByText("More settings").waitFor();
    await inspect(page, `collections create ${look.theme} ${look.width}`);
    await page.getByRole("alertdialog").getByText("More settings").click();
    await page.getByLabel("Metadata").scrollIntoViewIfNeeded();
    await inspect(page, `collections create more ${look.theme} ${look.width}`);
  }
});

test("only changed settings are saved, and leaving unsaved changes requires confirmation", async () => {
  await server.api.createCollection("to_set", { metadata: { owner: "service" } });
  const page = await browser.open("/console/collections/to_set");
  await openTab(page, "Settings");
  await page.getByLabel("Description").fill("What the pump is made of");
  await page.getByLabel("Minimum score").fill("0.25");
  await page.getByLabel("Minimum score").blur();
  await page.getByText("2 unsaved changes").waitFor();
  // Leaves by a tab, a link and the back button: each asks for confirmation, and staying preserves the input.
  await page.getByRole("tab", { name: "Analytics" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.evaluate(() => history.back());
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Description").inputValue()).toBe("What the pump is made of");
  // Meanwhile another user changes another setting.
  await server.api.expect(200, "PUT", "/v1/collections/to_set", { json: { default_top_k: 25 } });
  await page
    .getByRole("switch", { name: "Rerank results" })
    .or(page.getByLabel("Rerank results"))
    .first()
    .setChecked(true, { force: true });
  await page.getByRole("button", { name: "Set a key" }).click();
  await page.getByLabel("API key of the reranker").fill("rk-secret");
  await inspect(page, "collection settings unsaved");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Settings saved").waitFor();
  expect(await read("to_set")).toMatchObject({
    description: "What the pump is made of",
    default_min_score: 0.25,
    default_top_k: 25,
    reranking_enabled: true,
    has_reranking_api_key: true,
    metadata: { owner: "service" },
  });
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByLabel("Minimum score").fill("");
  await page.getByLabel("Minimum score").blur();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect.poll(async () => (await read("to_set"))["has_reranking_api_key"], POLL).toBe(false);
  expect((await read("to_set"))["default_min_score"]).toBeNull();
  // The service stores the change before the page knows; until then leaving asks for confirmation.
  await page.getByText("unsaved change").waitFor({ state: "hidden" });
  await openTab(page, "Analytics");
});

test("the settings are accessible and fit the window, in all themes and widths", async () => {
  await server.api.createCollection("look_set", { description: "Handbooks of all machines" });
  for (const look of LOOKS) {
    const page = await browser.open("/console/collections/look_set/settings", look);
    await page.getByRole("heading", { name: "Danger zone" }).waitFor();
    await inspect(page, `collection settings ${look.theme} ${look.width}`);
  }
});

test("an archive is downloaded, and imported under another name", async () => {
  await server.api.createCollection("to_copy");
  await server.api.ingest({ collection: "to_copy", filename: "pump.txt", bytes: TEXT });
  const page = await browser.open("/console/collections/to_copy/settings", { allow: [/^status 409: POST/] });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download archive" }).click(),
  ]);
  const archive = await readFile(await download.path());
  await page.getByRole("link", { name: "Collections", exact: true }).first().click();
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Import a collection" });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText("Choose the archive.").waitFor();
  await inspect(page, "collections import");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    dialog.getByRole("button", { name: "Choose a file" }).click(),
  ]);
  await chooser.setFiles({ name: "to_copy.tar", mimeType: "application/x-tar", buffer: archive });
  await dialog.getByLabel("Name").fill("to_copy");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByText(/exists already/).waitFor();
  await dialog.getByLabel("Name").fill("the_copy");
  await dialog.getByText("Give the documents new ids").click();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await heading(page, "the_copy").waitFor();
  expect(await read("the_copy")).toMatchObject({ document_count: 1 });
});

test("analytics show top queries, queries without results, and charts with their tables", async () => {
  await server.api.createCollection("asked");
  await server.api.ingest({ collection: "asked", filename: "pump.txt", bytes: TEXT });
  const empty = await browser.open("/console/collections/asked/analytics");
  await empty.getByRole("heading", { name: "Not queried yet" }).waitFor();
  await inspect(empty, "collection analytics empty");
  for (const query of [
    "feed pump",
    "feed pump",
    "feed pump",
    "gasket flange",
    "tighten bolts",
    "zeppelin",
    "zeppelin",
  ]) {
    await server.api.query("asked", { query, search_mode: "keyword" });
  }
  for (const look of LOOKS) {
    const page = await browser.open("/console/collections/asked/analytics", look);
    const top = page.getByRole("table", { name: "Top queries" });
    await top.getByRole("row", { name: /feed pump 3/ }).waitFor();
    await page
      .getByRole("table", { name: "Queries without results" })
      .getByRole("row", { name: /zeppelin 2/ })
      .waitFor();
    await page.getByRole("radio", { name: "24 hours" }).click();
    await page.locator("canvas").first().waitFor();
    await inspect(page, `collection analytics ${look.theme} ${look.width}`);
    await page.getByText("Show as a table").first().click();
    await page.getByRole("region", { name: "The chart's numbers" }).getByRole("row").nth(1).waitFor();
  }
});

const held = async (name: string): Promise<void> => {
  await server.api.createCollection(name, { embedding_provider: "gated", chunk_size: 64, chunk_overlap: 0 });
  const lines = Array.from({ length: 2_500 }, (_, line) => `Note ${line} of ${name}: pump ${line} moves water.`);
  await server.api.ingest({ collection: name, filename: "notes.txt", bytes: lines.join("\n\n") });
};

test("a model change shows its cost and progress, and is cancelled, completed and rolled back", async () => {
  await held("to_change");
  const page = await browser.open("/console/collections/to_change/index");
  await page.getByRole("button", { name: /Embedding model/ }).click();
  await page.getByRole("option", { name: "gated-b" }).click();
  await page.getByText(/will be embedded again with gated-b/).waitFor();
  await inspect(page, "collection index cost");
  // Only a limited number of texts is embedded until the gate opens.
  writeFileSync(log, "");
  writeFileSync(gate, "300");
  await page.getByRole("button", { name: "Start the change" }).click();
  await page.getByRole("progressbar", { name: "Progress of the index change" }).waitFor();
  await page.getByText(/^Index changing, [1-9]\d? %/).waitFor();
  await inspect(page, "collection index running");
  await page.getByRole("button", { name: "Cancel the change" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the change" }).click();
  await page.getByRole("table", { name: "History" }).getByText("Cancelled").waitFor();
  rmSync(gate);
  await page.getByRole("button", { name: /Embedding model/ }).click();
  await page.getByRole("option", { name: "gated-b" }).click();
  await page.getByRole("button", { name: "Start the change" }).click();
  await page.getByRole("table", { name: "History" }).getByText("Switched").waitFor({ timeout: 60_000 });
  await expect.poll(async () => (await read("to_change"))["embedding_model"], POLL).toBe("gated-b");
  for (const look of LOOKS) {
    const seen = await browser.open("/console/collections/to_change/index", look);
    await seen.getByRole("button", { name: "Roll back" }).waitFor();
    await seen.getByText("Current index").or(seen.getByText("Dimensions")).first().waitFor();
    await inspect(seen, `collection index ${look.theme} ${look.width}`);
  }
  await page.getByRole("button", { name: "Roll back" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Roll back" }).click();
  await expect.poll(async () => (await read("to_change"))["embedding_model"], { timeout: 60_000 }).toBe("gated-a");
});

test("a failed model change reports the reason and leaves the index unchanged", async () => {
  await held("to_fail");
  writeFileSync(gate, "refuse");
  const page = await browser.open("/console/collections/to_fail/index");
  await page.getByRole("button", { name: /Embedding model/ }).click();
  await page.getByRole("option", { name: "gated-b" }).click();
  await page.getByRole("button", { name: "Start the change" }).click();
  await page.getByText(/the key is refused/i).waitFor({ timeout: 60_000 });
  await inspect(page, "collection index failed");
  rmSync(gate);
  expect(await read("to_fail")).toMatchObject({ embedding_model: "gated-a" });
});

test("deleting a collection requires typing its name", async () => {
  await server.api.createCollection("to_delete");
  await server.api.ingest({ collection: "to_delete", filename: "pump.txt", bytes: TEXT });
  const page = await browser.open("/console/collections/to_delete/settings", { allow: [/^status 404: GET/] });
  await page.getByRole("button", { name: "Delete collection" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete to_delete?" });
  await dialog.getByText(/^1 document \(\d+ B\) with 1 chunk will be permanently deleted/).waitFor();
  const confirm = dialog.getByRole("button", { name: "Delete collection" });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Type to_delete to confirm").fill("to_delet");
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Type to_delete to confirm").fill("to_delete");
  await inspect(page, "collection delete");
  await confirm.click();
  await page.getByText("to_delete was deleted").waitFor();
  await heading(page, "Collections").waitFor();
  expect((await server.api.call("GET", "/v1/collections/to_delete")).status).toBe(404);
  await page.goto("/console/collections/to_delete");
  await page.getByRole("heading", { name: "Collection not found" }).waitFor();
});

test("a read-only key is offered no actions that would be rejected", async () => {
  await server.api.createCollection("read_me");
  const key = await makeKey({ name: "console-reader", scope: "read" });
  const page = await browser.open("/console/collections/read_me/settings", { key });
  await page.getByText("Only an admin key can change settings.").waitFor();
  expect(await page.getByLabel("Description").isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Delete collection" }).count()).toBe(0);
  await inspect(page, "collection settings read-only");
  await openTab(page, "Index");
  await page.getByText("This needs an admin key.").waitFor();
  expect(await page.getByRole("button", { name: "Start the change" }).count()).toBe(0);
  await page.goto("/console/collections");
  await page.getByRole("row", { name: /read_me/ }).waitFor();
  expect(await page.getByRole("button", { name: "New collection" }).count()).toBe(0);
});

test("a key limited to collections sees only these", async () => {
  await server.api.createCollection("mine");
  await server.api.createCollection("not_mine");
  const key = await makeKey({ name: "console-limited", scope: "write", collections: ["mine"] });
  const page = await browser.open("/console/collections", { key, allow: [/^status 403: GET/] });
  await page.getByRole("row", { name: /mine/ }).waitFor();
  await page.getByText(/^1 of 1 collection$/).waitFor();
  expect(await page.getByText("not_mine").count()).toBe(0);
  await page.goto("/console/collections/not_mine");
  await page.getByRole("heading", { name: "This key isn't allowed to do that" }).waitFor();
});

beforeAll(() => rmSync(gate, { force: true }));
