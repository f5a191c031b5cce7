import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestServer } from "../harness/test-server.ts";
import { WildFolder } from "../plugins/wild-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const SECRET = "sk-planted-in-the-settings-7c1d";
const PASSWORD = "pw-planted-in-an-address-4f9a";

let folder: WildFolder;
let server: TestServer;

beforeAll(async () => {
  folder = await WildFolder.make();
  const leaky = fileURLToPath(new URL("../admin/leaky.js", import.meta.url));
  await folder.write("leaky.js", await readFile(leaky, "utf8"));
  const settings = {
    apiKey: SECRET,
    headers: { "x-token": "tk-planted-in-a-header" },
    baseUrl: `https://user:${PASSWORD}@models.example.com/v1`,
  };
  server = await folder.start(
    { rerankers: { judge: { plugin: "./leaky.js", settings } } },
    { SERVICE_ENCRYPTION_KEY: "0123456789abcdef".repeat(4) },
  );
});
afterAll(() => server?.dispose());

const browser = useBrowser({
  get current() {
    return server;
  },
});

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, kind: string, name: string) =>
  region(page, kind)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });

const NO_SECRETS = [SECRET, PASSWORD, "tk-planted-in-a-header", "0123456789abcdef0123"];

const expectNoSecret = async (page: Page) => {
  const html = await page.content();
  for (const secret of NO_SECRETS) expect(html.includes(secret), secret).toBe(false);
};

describe("plugins", () => {
  test("are grouped by kind, with version, health and capabilities", async () => {
    const page = await browser.open("/console/plugins");
    const wild = card(page, "Embedders", "wild");
    await wild.waitFor();
    const message = await wild.innerText();
    for (const part of [
      "default",
      "healthy",
      "wild-embedder",
      "contract v1",
      "16 texts, 10,000 tokens",
      "32 dimensions",
    ]) {
      expect(message).toContain(part);
    }
    expect(await card(page, "Embedders", "local").innerText()).toMatch(/v\d+\.\d+\.\d+/);
    expect(await card(page, "Vector stores", "default").innerText()).toContain("Maximum dimension");
    const office = region(page, "Parsers").getByRole("listitem").filter({ hasText: "docx" }).first();
    expect(await office.innerText()).toMatch(/Used for\s+docx\s+pptx\s+xlsx/);
    await axe(page);
  });

  test("that fail show the error and can be checked again, without exposing secrets", async () => {
    const page = await browser.open("/console/plugins");
    const judge = card(page, "Rerankers", "judge");
    await judge.waitFor();
    expect(await judge.innerText()).toMatch(/failing[^]*401 for <hidden>/);
    await judge.getByText("Settings", { exact: true }).click();
    await judge.getByText('"apiKey": "<hidden>"').waitFor();
    await expectNoSecret(page);
    await page
      .getByRole("status")
      .getByText(/^1 of \d+ plugins is failing$/)
      .waitFor();

    await folder.setMoods({ health: "throws" });
    await page.getByRole("button", { name: "Check again" }).click();
    const store = card(page, "Vector stores", "default");
    await store
      .getByText(/crashed in health/)
      .first()
      .waitFor();
    // A `health` that throws is also a fault.
    await store.getByText("1 contract violation").waitFor();
    await axe(page);
    await folder.setMoods({});
    await page.getByRole("button", { name: "Check again" }).click();
    await store.getByText("healthy", { exact: true }).waitFor();
  });
});

describe("settings", () => {
  test("are found by search terms, and show whether they are set", async () => {
    const page = await browser.open("/console/plugins/settings");
    const search = page.getByRole("searchbox", { name: "Find a setting" });
    await search.fill("parsing timeout");
    const setting = page.getByRole("listitem").filter({ hasText: "SERVICE_PARSE_TIMEOUT_SECONDS" });
    expect(await setting.innerText()).toMatch(/\b3\b[^]*Default: 600[^]*set/);
    await page
      .getByRole("status")
      .getByText(/^1 of \d+ settings$/)
      .waitFor();
    await search.fill("no such words");
    await page.getByRole("heading", { name: "No matching settings" }).waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("checkbox", { name: /Only configured settings/ }).check({ force: true });
    await expect.poll(() => page.getByText("SERVICE_ENCRYPTION_KEY").count(), POLL).toBe(1);
    expect(await page.getByText("SERVICE_LOG_LEVEL").count()).toBe(0);
    const secret = page.getByRole("listitem").filter({ hasText: "SERVICE_ENCRYPTION_KEY" });
    expect(await secret.innerText()).toMatch(/••••[^]*secret[^]*set/);
    await expectNoSecret(page);
    await axe(page);
  });
});

describe("configuration", () => {
  test("is shown by section, with changed sections open and without secrets", async () => {
    const page = await browser.open("/console/plugins");
    await page.getByRole("tab", { name: "Config file" }).click();
    await page.getByText(folder.data.file("config", "quarry.config.json")).waitFor();
    const changed = page.getByRole("region", { name: "Content of rerankers" });
    expect(await changed.innerText()).toContain('"apiKey": "<hidden>"');
    expect(await page.getByRole("region", { name: "Content of parserLimits" }).isVisible()).toBe(false);
    await expectNoSecret(page);
    await axe(page);
    // The tab has its own address: going back leads to the previous one.
    expect(new URL(page.url()).pathname).toBe("/console/plugins/file");
    await page.goBack();
    await card(page, "Embedders", "wild").waitFor();
  });
});

test("a failed request can be retried", async () => {
  const page = await browser.open("/console", { allow: [/^status 500: /] });
  const link = page.getByRole("link", { name: "Plugins and config" });
  await link.waitFor();
  for (const [path, tab] of [
    ["**/console/api/v1/admin/plugins", "Plugins"],
    ["**/console/api/v1/admin/config", "Settings"],
  ] as const) {
    await page.route(path, (route) => route.fulfill({ status: 500, json: { detail: "Internal server error" } }));
    await link.click();
    await page.getByRole("tab", { name: tab, exact: true }).click();
    await page.getByRole("heading", { name: "Server error" }).waitFor();
    await axe(page);
    await page.unroute(path);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Server error" }).waitFor({ state: "detached" });
  }
});

test("a key with fewer rights doesn't see the plugins page", async () => {
  const json = { name: "writer", scope: "write" };
  const { key } = await server.api.expect<{ key: string }>(201, "POST", "/v1/admin/keys", { json });
  const page = await browser.open("/console", { key });
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Search" }).waitFor();
  expect(await page.getByRole("link", { name: "Plugins and config" }).count()).toBe(0);
});

describe("the plugin pages are accessible and fit the window", () => {
  const windows = [
    { theme: "light", width: 1280 },
    { theme: "dark", width: 1280 },
    { theme: "light", width: 360 },
  ] as const;
  test.each(windows)("$theme, $width px", async ({ theme, width }) => {
    for (const [path, shown] of [
      ["", "Check again"],
      ["/settings", "Find a setting"],
      ["/file", "defaultEmbedder"],
    ] as const) {
      const page = await browser.open(`/console/plugins${path}`, { theme, width });
      await page.getByText(shown, { exact: true }).first().waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `plugins${path.replace("/", " ")} ${theme} ${width}`);
    }
  });
});
