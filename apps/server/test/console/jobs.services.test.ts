import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { jobOf, listJobs } from "../jobs/jobs-api.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-console-jobs-"));
const gate = join(folder, "gate");
const configFile = join(folder, "quarry.config.json");
const gated = {
  plugin: fileURLToPath(new URL("../changes/gated-embedder.ts", import.meta.url)),
  settings: { gate, log: join(folder, "log") },
};
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  reader: { scope: "read", sha256: digestOf("reader-token") },
  limited: { scope: "admin", collections: ["harbour"], sha256: digestOf("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ embedders: { gated }, apiKeys }));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(gate, { force: true }));

const server = useServer({ SERVICE_CONFIG: configFile });
const browser = useBrowser(server);

const JOBS = "/console/jobs";

let made = 0;
/** Creates a collection whose documents the gate blocks or refuses. */
const newCollection = async (): Promise<string> => {
  const name = `manuals_${(made += 1)}`;
  await server.api.createCollection(name, { embedding_provider: "gated" });
  return name;
};

const upload = (collection: string, filename: string) =>
  server.api.upload({ collection, filename, bytes: `The text of ${collection}/${filename}.` });

/** Creates documents that fail because their embedder refuses them. */
const failedDocuments = async (...filenames: string[]) => {
  const collection = await newCollection();
  writeFileSync(gate, "refuse");
  const documents = await Promise.all(filenames.map((filename) => upload(collection, filename)));
  for (const { id } of documents) expect((await server.api.settled(collection, id)).status).toBe("failed");
  return { collection, ids: documents.map(({ id }) => id) };
};

/** Removes jobs of earlier tests: the list of failed jobs is empty afterwards. */
const clear = async () => {
  rmSync(gate, { force: true });
  for (const { collection, document_id: id } of (await listJobs(server.api, "?state=failed")).jobs) {
    await server.api.deleteDocument(collection!, id!);
  }
};

const rows = (page: Page, state: string) => page.getByRole("list", { name: state }).getByRole("listitem");
const tab = (page: Page, name: string) => page.getByRole("tab", { name: new RegExp(`^${name}`) });

describe("failed jobs", () => {
  beforeEach(clear);

  test("are shown with the full error, and can be retried until the document is ready and the list empty", async () => {
    const { collection, ids } = await failedDocuments("pump.txt");
    const page = await browser.open(JOBS);
    const row = rows(page, "Failed");
    await row.getByRole("link", { name: "pump.txt" }).waitFor();
    const { error } = await jobOf(server.api, ids[0]!, "failed");
    await row.getByText(error!).waitFor();
    await row.getByText("attempt 1 of 5").waitFor();
    expect(await row.getByRole("link", { name: "pump.txt" }).getAttribute("href")).toBe(
      `/console/collections/${collection}/documents/${ids[0]}`,
    );
    rmSync(gate);
    await row.getByRole("button", { name: "Retry: pump.txt" }).click();
    await page.getByText("pump.txt was queued again").waitFor();
    await page.getByRole("heading", { name: "No failed jobs" }).waitFor();
    expect((await server.api.settled(collection, ids[0]!)).status).toBe("ready");
  });

  test("that can't be retried show the reason", async () => {
    const { collection, ids } = await failedDocuments("gone.txt");
    const page = await browser.open(JOBS, { allow: [/^status 404: POST/] });
    const again = page.getByRole("button", { name: "Retry: gone.txt" });
    await again.waitFor();
    // The document is deleted between two polls of the page.
    await page.route(/\/v1\/admin\/jobs\?/, (route) => route.abort("aborted"));
    await server.api.deleteDocument(collection, ids[0]!);
    await again.click();
    await page.getByText("The job could not be retried").waitFor();
    await page.getByText(/job .* does not exist/).waitFor();
  });

  test("are all retried together, after confirmation", async () => {
    const names = Array.from({ length: 12 }, (_, index) => `part-${index}.txt`);
    const { collection, ids } = await failedDocuments(...names);
    const page = await browser.open(JOBS);
    await page.getByRole("button", { name: "Retry all 12" }).click();
    const dialog = page.getByRole("dialog", { name: "Retry 12 jobs?" });
    await axe(page);
    rmSync(gate);
    await dialog.getByRole("button", { name: "Retry" }).click();
    await page.getByText("12 jobs queued again").waitFor();
    for (const id of ids) expect((await server.api.settled(collection, id)).status).toBe("ready");
    await page.getByRole("heading", { name: "No failed jobs" }).waitFor();
  });

  test("are filtered by kind, and the URL contains the filter", async () => {
    await failedDocuments("kept.txt");
    const page = await browser.open(`${JOBS}?state=failed&kind=purge`);
    await page.getByText("There are no jobs of the kind Removal.").waitFor();
    await page.getByRole("button", { name: "Show all kinds" }).click();
    await page.getByRole("link", { name: "kept.txt" }).waitFor();
    await page.getByRole("button", { name: /Kind of job/ }).click();
    await page.getByRole("option", { name: /Document/ }).click();
    await expect.poll(() => page.url(), POLL).toContain("kind=ingest");
    await page.reload();
    await page.getByRole("link", { name: "kept.txt" }).waitFor();
  });
});

test("running, completed and scheduled jobs appear without a reload", async () => {
  await clear();
  const collection = await newCollection();
  const page = await browser.open(`${JOBS}?state=processing`);
  await page.getByRole("heading", { name: "No running jobs" }).waitFor();
  writeFileSync(gate, "0");
  const { id } = await upload(collection, "slow.txt");
  await rows(page, "Running").getByText("slow.txt").waitFor();
  rmSync(gate);
  await server.api.settled(collection, id);
  await page.getByRole("heading", { name: "No running jobs" }).waitFor();
  await tab(page, "Done").click();
  await rows(page, "Done").getByText("slow.txt").first().waitFor();
  await server.api.deleteDocument(collection, id);
  await tab(page, "Scheduled").click();
  // It waits longest, and the page renders only the visible part of the list.
  const waiting = page.getByRole("region", { name: "Scheduled" });
  const deleted = rows(page, "Scheduled").getByText(`Deleted document of ${collection}`);
  await expect
    .poll(() => waiting.evaluate((list) => list.scrollTo(0, list.scrollHeight)).then(() => deleted.count()), POLL)
    .toBe(1);
  await rows(page, "Scheduled")
    .getByText(/starts in \d+ (min|sec)/)
    .first()
    .waitFor();
});

test("a stuck job is shown with the reason", async () => {
  await clear();
  const collection = await newCollection();
  writeFileSync(gate, "0");
  const { id } = await upload(collection, "stuck.txt");
  await jobOf(server.api, id, "processing");
  // A test can't wait until a job is stuck, so it moves this job's claim back by an hour.
  const database = new DatabaseSync(server.current.folder.file("quarry.db"));
  database.exec("pragma busy_timeout = 5000");
  database.prepare("update jobs set claimed_at = claimed_at - 3600000 where subject = ?").run(id);
  database.close();
  const page = await browser.open(JOBS);
  await page.getByText("1 looks stuck").waitFor();
  await tab(page, "Stuck").click();
  await rows(page, "Stuck").getByText("stuck.txt").waitFor();
  await page.getByText(/far longer than usual/).waitFor();
  await axe(page);
  await screenshot(page, "jobs stuck");
  rmSync(gate);
  await server.api.settled(collection, id);
  await page.getByRole("heading", { name: "No stuck jobs" }).waitFor();
});

test("the jobs page is only for keys that may see the whole service", async () => {
  for (const key of ["reader-token", "limited-token"]) {
    const page = await browser.open(JOBS, { key });
    await page.getByRole("navigation").first().waitFor();
    expect(await page.getByRole("link", { name: "Jobs" }).count()).toBe(0);
    expect(await page.getByRole("heading", { name: "Jobs" }).count()).toBe(0);
  }
});

test("the jobs page reports a lost connection, and reconnects", async () => {
  await clear();
  const page = await browser.open(JOBS, { allow: [/./] });
  await page.getByRole("heading", { name: "No failed jobs" }).waitFor();
  await page.route(/\/console\/api\//, (route) => route.abort("connectionrefused"));
  await page.getByText("Reconnecting…").waitFor();
  await page.unroute(/\/console\/api\//);
  await page.getByText("Live", { exact: true }).waitFor();
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 390, 360]) {
    test(`the jobs page is accessible and fits the window: ${theme}, ${width} px`, async () => {
      await clear();
      await failedDocuments(
        "operators-guide.txt",
        "a-very-long-name-of-a-file-that-somebody-really-has-2026-11-23.txt",
      );
      const page = await browser.open(JOBS, { theme, width });
      await page.getByRole("link", { name: "operators-guide.txt" }).waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `jobs ${theme} ${width}`);
      await tab(page, "Stuck").click();
      await page.getByRole("heading", { name: "No stuck jobs" }).waitFor();
      await axe(page);
      await screenshot(page, `jobs empty ${theme} ${width}`);
      await tab(page, "Scheduled").click();
      await screenshot(page, `jobs waiting ${theme} ${width}`);
    });
  }
}
