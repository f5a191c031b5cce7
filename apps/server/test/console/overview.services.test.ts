import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@quarry/services";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestServer, useServer } from "../harness/test-server.ts";
import { WildFolder } from "../plugins/wild-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const directory = mkdtempSync(join(tmpdir(), "quarry-overview-"));
const configFile = join(directory, "quarry.config.json");
const sha256 = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  reader: { scope: "read", sha256: sha256("reader-token") },
  limited: { scope: "read", collections: ["manuals"], sha256: sha256("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(directory, { recursive: true }));

const THEMES = ["light", "dark"] as const;
const WIDTHS = [1280, 360];

/** Locates a number by its label, as a reader finds it. */
const stat = (page: Page, label: string) =>
  page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd[1]");

const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Creates everyday traffic: documents that succeed and one that fails, queries, and some refused queries. */
const work = async ({ api }: TestServer): Promise<void> => {
  await api.createCollection("manuals");
  await api.createCollection("contracts");
  for (let number = 1; number <= 12; number++) {
    const bytes = `# Pump ${number}\n\nThe gasket of pump ${number} is replaced every year.\n`.repeat(40);
    await api.ingest({ collection: "manuals", filename: `pump-${number}.md`, bytes });
  }
  await api.ingest({ collection: "contracts", filename: "scan-without-text.txt", bytes: "   " });
  for (let number = 1; number <= 40; number++) await api.query("manuals", { query: `gasket of pump ${number}` });
  for (let number = 0; number < 3; number++) await api.badQuery("manuals", { query: "pump", top_k: -1 });
};

describe("the overview of an empty service", () => {
  const server = useServer({ SERVICE_CONFIG: configFile });
  const browser = useBrowser(server);

  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      test(`shows the first steps, in ${theme}, ${width} px wide`, async () => {
        const page = await browser.open("/console", { theme, width });
        await page.getByText("All systems operational").waitFor();
        await page.getByText("Live", { exact: true }).waitFor();
        expect(await page.title()).toBe("Overview · Quarry");
        expect(await stat(page, "Collections").textContent()).toBe("0");
        const steps = card(page, "Three steps to your first answer");
        expect(await steps.getByRole("heading", { level: 3 }).allTextContents()).toEqual([
          "Create a collection",
          "Add files",
          "Search",
        ]);
        await axe(page);
        await fits(page);
        await screenshot(page, `overview empty ${theme} ${width}`);
      });
    }
  }

  test("links from the first step to the collections", async () => {
    const page = await browser.open("/console");
    await page.getByRole("link", { name: "Create a collection" }).click();
    await page.waitForURL("**/console/collections");
  });

  test("offers a read-only key only the step that it may take", async () => {
    const page = await browser.open("/console", { key: "reader-token" });
    const steps = card(page, "Three steps to your first answer");
    await steps.getByRole("link", { name: "Open the search" }).waitFor();
    expect(await steps.getByRole("link").count()).toBe(1);
    await steps.getByText("This needs an admin key.").waitFor();
  });
});

describe("the overview of a service in use", () => {
  const server = useServer({ SERVICE_CONFIG: configFile });
  const browser = useBrowser(server);
  beforeAll(() => work(server.current));

  for (const theme of THEMES) {
    for (const width of WIDTHS) {
      test(`shows the figures, in ${theme}, ${width} px wide`, async () => {
        const page = await browser.open("/console", { theme, width });
        await card(page, "Requests").locator("canvas").waitFor();
        await card(page, "Query latency").locator("canvas").waitFor();
        expect(await stat(page, "Documents").textContent()).toBe("13");
        await card(page, "Failed documents").getByRole("link", { name: "scan-without-text.txt" }).waitFor();
        await axe(page);
        await fits(page);
        await screenshot(page, `overview busy ${theme} ${width}`);
      });
    }
  }

  test("updates without a reload", async () => {
    const page = await browser.open("/console");
    const kinds = page.getByRole("table", { name: "Requests by route" });
    const queries = kinds.getByRole("row", { name: /^Queries/ });
    await queries.waitFor();
    const before = await queries.textContent();
    await server.api.query("manuals", { query: "one more" });
    await expect.poll(() => queries.textContent(), POLL).not.toBe(before);
    await server.api.ingest({ collection: "contracts", filename: "new.txt", bytes: "A new contract." });
    await expect.poll(() => stat(page, "Documents").textContent(), POLL).toBe("14");
  });

  test("shows charts as tables for screen readers", async () => {
    const page = await browser.open("/console");
    const requests = card(page, "Requests");
    expect(await requests.getByRole("figure").getAttribute("aria-labelledby")).not.toBeNull();
    await page.getByRole("figure", { name: /requests in the last hour/ }).waitFor();
    await requests.getByText("Show as a table").press("Enter");
    const table = requests.getByRole("table");
    expect(await table.getByRole("columnheader").allTextContents()).toEqual(["Time", "Queries", "Uploads", "Other"]);
    expect(await table.getByRole("row").count()).toBe(61);
    await axe(page);
    await screenshot(page, "overview table");
  });

  test("shows a chart's values at the pointer, and updates them", async () => {
    const page = await browser.open("/console");
    const requests = card(page, "Requests");
    const { width, height } = (await requests.locator(".u-over").boundingBox())!;
    await requests.locator(".u-over").hover({ position: { x: width - 4, y: height / 2 } });
    const reported = requests.getByRole("figure").locator("strong");
    await expect.poll(() => reported.count(), POLL).toBe(3);
    const before = await reported.allTextContents();
    await server.api.query("manuals", { query: "under the pointer" });
    await expect.poll(() => reported.allTextContents(), POLL).not.toEqual(before);
  });

  test("shows the last 5 minutes on request", async () => {
    const page = await browser.open("/console");
    await page.getByRole("radio", { name: "5 minutes" }).click();
    await page
      .getByRole("figure", { name: /requests in the last 5 minutes|No requests in the last 5 minutes/ })
      .waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    await screenshot(page, "overview five minutes");
  });

  test("redraws the charts in the chosen theme", async () => {
    const page = await browser.open("/console");
    const canvas = card(page, "Requests").locator("canvas");
    const picture = () => canvas.evaluate((element) => (element as unknown as { toDataURL: () => string }).toDataURL());
    await canvas.waitFor();
    const light = await picture();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(picture, POLL).not.toBe(light);
  });

  test("shows a limited key only its own collections", async () => {
    const page = await browser.open("/console", { key: "limited-token" });
    await page.getByText("Your key is limited to 1 collection (manuals).").waitFor();
    expect(await stat(page, "Documents").textContent()).toBe("12");
    expect(await card(page, "Requests").count()).toBe(0);
    expect(await page.getByText("scan-without-text.txt").count()).toBe(0);
    await axe(page);
    await screenshot(page, "overview limited");
  });
});

describe("the overview of a service that stops and starts again", async () => {
  const server = useServer({ SERVICE_PORT: String(await freePort()) });
  const browser = useBrowser(server);

  test("reports the lost connection, and recovers by itself", async () => {
    // Requests keep failing until the service is reachable.
    const page = await browser.open("/console", { allow: [/^request failed/, /^status 5/, /ERR_CONNECTION_REFUSED/] });
    await page.getByText("Live", { exact: true }).waitFor();
    await server.current.stop();
    await page.getByText("Reconnecting…").waitFor();
    await page.getByText("Last known state").waitFor();
    await axe(page);
    await screenshot(page, "overview away");
    await server.current.startAgain();
    await page.getByText("Live", { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByText("All systems operational").waitFor();
  });
});

describe("the overview of an unhealthy service", () => {
  let folder: WildFolder;
  let wild: TestServer;
  const browser = useBrowser({
    get current() {
      return wild;
    },
  });

  beforeAll(async () => {
    folder = await WildFolder.make();
    wild = await folder.start({ apiKeys });
    await wild.api.createCollection("broken");
    await folder.setMoods({ health: "throws", search: "throws" });
    await wild.api.call("POST", "/v1/collections/broken/query", { json: { query: "x", search_mode: "semantic" } });
  });
  afterAll(() => wild.dispose());

  for (const theme of THEMES) {
    test(`shows failing dependencies with their error, and server errors, in ${theme}`, async () => {
      const page = await browser.open("/console", { theme });
      const health = card(page, "Health");
      await health.getByText("One dependency is unavailable").waitFor();
      await health.getByText(/"wild-store" crashed in health/).waitFor();
      await card(page, "Server errors").getByText("POST /v1/collections/{collection_name}/query").waitFor();
      await axe(page);
      await screenshot(page, `overview ill ${theme}`);
    });
  }

  test("shows the reason only to administrators", async () => {
    const page = await browser.open("/console", { key: "reader-token" });
    await page.getByText("The reason is shown to administrators.").waitFor();
    expect(await page.getByText("wild-store broke").count()).toBe(0);
  });
});
