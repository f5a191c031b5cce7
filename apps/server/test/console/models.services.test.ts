import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useModelHub } from "../cli/model-hub.ts";
import { DataFolder } from "../harness/data-folder.ts";
import { TestServer } from "../harness/test-server.ts";
import { tokenizer, weights } from "../models/tiny-static-model.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

// Hub that has none of the models.
const hub = await useModelHub();
let server: TestServer;
let gate: string;

beforeAll(async () => {
  const folder = await DataFolder.make();
  for (const name of ["mine", "broken"]) {
    await mkdir(folder.file("models", name), { recursive: true });
    await writeFile(folder.file("models", name, "tokenizer.json"), tokenizer);
    await writeFile(folder.file("models", name, "model.safetensors"), name === "mine" ? weights : "nothing");
  }
  gate = folder.file("gate");
  const gated = {
    plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
    settings: { gate, log: folder.file("embedded") },
  };
  await writeFile(folder.file("quarry.config.json"), JSON.stringify({ embedders: { gated } }));
  server = await TestServer.start({ HF_ENDPOINT: hub.url, SERVICE_CONFIG: folder.file("quarry.config.json") }, folder);
  for (const name of ["manuals", "letters"]) {
    await server.api.createCollection(name);
    await server.api.ingest({ collection: name, filename: "a.txt", bytes: "The warranty covers the pump." });
  }
}, 240_000);
afterAll(() => server?.dispose());

const browser = useBrowser({
  get current() {
    return server;
  },
});

const model = (page: Page, name: string) =>
  page.getByRole("region", { name: "Local models" }).getByRole("listitem").filter({ hasText: name });

const current = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

const looksRight = async (page: Page, name: string): Promise<void> => {
  for (const [theme, width] of [
    ["light", 1280],
    ["dark", 1280],
    ["light", 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
    await fits(page);
    await screenshot(page, `models ${name} ${theme} ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
};

const embedderOf = async (collection: string): Promise<string> =>
  (await server.api.expect<{ embedding_provider: string }>(200, "GET", `/v1/collections/${collection}`))
    .embedding_provider;

test("a model is used after its cost is shown, and rolled back", async () => {
  const page = await browser.open("/console/plugins");
  await page.getByRole("tab", { name: "Local models" }).click();
  const known = model(page, "multilingual-e5-small");
  for (const part of ["Embedder", "Languages: about 100", "136 MB", "MIT", "not downloaded"])
    await known.getByText(part).waitFor();
  await model(page, "mine").getByText("downloaded", { exact: true }).waitFor();
  await model(page, "local").getByText("default", { exact: true }).waitFor();
  expect(await model(page, "provider_a").count()).toBe(0);
  await looksRight(page, "list");

  await page.getByRole("button", { name: "Use this model: mine" }).click();
  const dialog = page.getByRole("dialog", { name: "Use mine" });
  await dialog.getByText("Selected collections").click();
  const show = dialog.getByRole("button", { name: "Show the cost" });
  expect(await show.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "manuals" }).check({ force: true });
  await looksRight(page, "dialog");
  await show.click();

  const card = current(page, "mine");
  await card.getByText("Ready to start").waitFor();
  for (const part of ["Chunks per second", "1 collection", "1 chunk of 1 document", "less than a minute", "Disk space"])
    await card.getByText(part, { exact: true }).waitFor();
  expect(await embedderOf("manuals")).toBe("local");
  await looksRight(page, "cost");

  await card.getByRole("button", { name: "Start" }).click();
  await card.getByText("In use", { exact: true }).waitFor();
  await model(page, "mine").getByText("default", { exact: true }).waitFor();
  expect([await embedderOf("manuals"), await embedderOf("letters")]).toEqual(["mine", "local"]);
  await looksRight(page, "done");
  // Other pages read the new default.
  await page.getByRole("tab", { name: "Config file" }).click();
  await page.getByText('"mine"', { exact: true }).waitFor();
  await page.goBack();

  await card.getByRole("button", { name: "Roll back" }).click();
  const question = page.getByRole("alertdialog");
  await looksRight(page, "rollback");
  await question.getByRole("button", { name: "Roll back" }).click();
  await card.getByText("Rolled back", { exact: true }).waitFor();
  expect(await embedderOf("manuals")).toBe("local");
  expect(await card.getByRole("button").count()).toBe(0);
});

test("a model's use shows its progress, and can be cancelled", async () => {
  const page = await browser.open("/console/plugins/models");
  await model(page, "gated").waitFor();
  await page.getByRole("button", { name: "Use this model: gated" }).click();
  await page.getByRole("dialog", { name: "Use gated" }).getByRole("button", { name: "Show the cost" }).click();
  const card = current(page, "gated");
  const start = card.getByRole("button", { name: "Start" });
  await start.waitFor();
  // From here on no text is embedded.
  await writeFile(gate, "0");
  await start.click();
  await card.getByRole("progressbar", { name: "Progress of the model" }).waitFor();
  await card.getByText("0 of 2 collections").waitFor();
  expect(await page.getByRole("button", { name: "Use this model: mine" }).isDisabled()).toBe(true);
  await looksRight(page, "progress");
  await card.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the use" }).click();
  await card.getByText("Cancelled", { exact: true }).waitFor();
  expect(await embedderOf("manuals")).toBe("local");
  await looksRight(page, "cancelled");
});

test("a model that can't be downloaded or read shows the reason", async () => {
  const page = await browser.open("/console/plugins/models");
  for (const [name, reason] of [
    ["potion-base-8m", /the hub answered 404/],
    ["broken", /contains no table of token vectors/],
  ] as const) {
    await page.getByRole("button", { name: `Use this model: ${name}` }).click();
    const dialog = page.getByRole("dialog", { name: `Use ${name}` });
    await dialog.getByRole("button", { name: "Show the cost" }).click();
    const card = current(page, name);
    await card.getByText("Failed", { exact: true }).waitFor();
    await card.getByRole("alert").filter({ hasText: reason }).waitFor();
    await looksRight(page, `failed ${name}`);
  }
});

test("a key that administers only some collections doesn't see the models page", async () => {
  const { key } = await makeKey(server.api, { name: "limited", scope: "admin", collections: ["manuals"] });
  const page = await browser.open("/console/plugins/models", { key });
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Search" }).waitFor();
  expect(await page.getByRole("link", { name: "Plugins and config" }).count()).toBe(0);
  expect(await page.getByText("multilingual-e5-small").count()).toBe(0);
});
