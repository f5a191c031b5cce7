import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { libraryFile } from "../fixtures/library.ts";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { drop } from "./drop.ts";
import { useFileFolder } from "./file-folder.ts";
import { fits } from "./fits.ts";
import { makeKey } from "./make-key.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);
const files = useFileFolder();

/** More than one list request returns, and than any window can show. */
const MANY = 150;

/** The first documents of a newly started server take longer than rendering alone. */
const PROCESSED = { timeout: 120_000 };

/** Number of concurrent uploads of the page. */
const MAX_IN_FLIGHT = 3;

const documents = (page: Page) => page.getByRole("region", { name: "Documents", exact: true });
const row = (page: Page, filename: string) => documents(page).getByRole("listitem").filter({ hasText: filename });
const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" }).first();
const upload = (page: Page, filename: string) => uploads(page).getByRole("listitem").filter({ hasText: filename });
const zone = (page: Page) => page.getByText("Drop files or whole folders here");
const filter = (page: Page, name: string) => page.getByRole("radio", { name });

const choose = async (page: Page, button: string, paths: string | readonly string[]): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: button }).click(),
  ]);
  await chooser.setFiles(typeof paths === "string" ? paths : [...paths]);
};

interface InFlight {
  mostInFlight: number;
}

/** Counts concurrent requests inside the page: browser events arrive too late for that. */
const countInFlight = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const counted = globalThis as unknown as InFlight;
    const { send } = XMLHttpRequest.prototype;
    let inFlight = 0;
    counted.mostInFlight = 0;
    XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, ...body) {
      this.addEventListener("readystatechange", () => {
        if (this.readyState === XMLHttpRequest.DONE) inFlight -= 1;
      });
      inFlight += 1;
      counted.mostInFlight = Math.max(counted.mostInFlight, inFlight);
      send.apply(this, body);
    };
  });

test("chosen files are uploaded and processed, each with its progress", async () => {
  await server.api.createCollection("chosen");
  const handbook = await libraryFile("quarry-handbook.pdf");
  const page = await browser.open("/console/collections/chosen");
  await page.getByRole("heading", { name: "No documents yet" }).waitFor();
  await axe(page);
  await screenshot(page, "documents empty");
  await choose(page, "Choose files", [
    files.write("handbook.pdf", handbook.bytes),
    files.write("pump.txt", "The pump needs a new gasket every year."),
    files.write("valve.md", "# Valves\n\nA valve that leaks is closed first."),
  ]);
  await uploads(page).getByText("3 ready").waitFor(PROCESSED);
  await page.getByRole("heading", { name: "3 files added" }).waitFor();
  await upload(page, "pump.txt").getByText("1 chunk").waitFor();
  await row(page, "handbook.pdf").getByText("Ready").waitFor();
  await row(page, "handbook.pdf")
    .getByText(/^\d+ chunks$/)
    .waitFor();
  expect((await server.api.documents("chosen")).map(({ filename }) => filename).toSorted()).toEqual([
    "handbook.pdf",
    "pump.txt",
    "valve.md",
  ]);
  await axe(page);
  await fits(page);
  await page.getByRole("button", { name: "Clear list" }).click();
  await uploads(page).waitFor({ state: "detached" });
});

test("a file dropped anywhere on the page is uploaded", async () => {
  await server.api.createCollection("anywhere");
  const single = files.write("anywhere.txt", "A file far from the zone.");
  const page = await browser.open("/console/collections/anywhere");
  await zone(page).waitFor();
  await drop(page.getByRole("heading", { level: 1 }), [single]);
  await uploads(page).getByText("1 ready").waitFor(PROCESSED);
  expect((await server.api.documents("anywhere")).map(({ filename }) => filename)).toEqual(["anywhere.txt"]);
});

test("dropped files and folders are uploaded with their paths, a bounded number at a time", async () => {
  await server.api.createCollection("dropped");
  for (let index = 0; index < MANY; index += 1) files.write(`manuals/pumps/pump-${index}.txt`, `Pump number ${index}.`);
  files.write("manuals/.DS_Store", "what a system leaves behind");
  const single = files.write("single.txt", "A file by itself.");
  const page = await browser.open("/console/collections/dropped");
  await countInFlight(page);
  await drop(zone(page), [`${files.path}/manuals`, single]);
  await uploads(page)
    .getByText(`Uploading ${MANY + 1} files`)
    .waitFor();
  await screenshot(page, "documents uploading");
  expect(await uploads(page).getByRole("listitem").count()).toBeLessThan(40);
  await uploads(page)
    .getByText(`${MANY + 1} ready`)
    .waitFor({ timeout: 120_000 });
  expect(await page.evaluate(() => (globalThis as unknown as InFlight).mostInFlight)).toBe(MAX_IN_FLIGHT);
  const retained = await server.api.documents("dropped");
  expect(retained).toHaveLength(MANY + 1);
  expect(retained.find(({ filename }) => filename === "pump-7.txt")!.metadata).toEqual({
    path: "manuals/pumps/pump-7.txt",
  });
  expect(retained.find(({ filename }) => filename === "single.txt")!.metadata).toEqual({});
  await page.getByRole("radio", { name: `Ready ${MANY + 1}` }).waitFor();
});

test("a long list renders only the visible rows, and shows its last row after scrolling", async () => {
  const page = await browser.open("/console/collections/dropped");
  const [oldest] = await server.api.documents("dropped");
  await documents(page)
    .getByRole("link", { name: /^pump-/ })
    .first()
    .waitFor();
  expect(await documents(page).getByRole("listitem").count()).toBeLessThan(40);
  await page
    .getByRole("region", { name: "Documents" })
    .last()
    .evaluate((list) => list.scrollTo(0, list.scrollHeight));
  const link = documents(page).getByRole("link", { name: oldest!.filename, exact: true });
  await link.waitFor();
  // Navigation does not reload the console, and the row is found again on the way back.
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  await link.press("Enter");
  await page.getByRole("heading", { level: 1, name: oldest!.filename }).waitFor();
  await page.goBack();
  await documents(page)
    .getByRole("link", { name: /^pump-/ })
    .first()
    .waitFor();
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
});

test("all documents are selected and reprocessed, and selected ones are deleted", async () => {
  await server.api.createCollection("many");
  for (let index = 0; index < 5; index += 1) {
    await server.api.ingest({ collection: "many", filename: `${index}.txt`, bytes: `Gasket number ${index}.` });
  }
  const page = await browser.open("/console/collections/many");
  await row(page, "3.txt").locator("label").click();
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await page.getByRole("button", { name: "Select all 5" }).click();
  await page.getByText("5 selected").waitFor();
  await axe(page);
  await screenshot(page, "documents selected");
  const before = await server.api.documents("many");
  await page.getByRole("button", { name: "Reprocess" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reprocess 5 documents" }).click();
  await page.getByText("5 documents queued for reprocessing").waitFor();
  await page.getByRole("radio", { name: "Ready 5" }).waitFor();
  const after = await server.api.documents("many");
  for (const [index, { updated_at }] of after.entries()) expect(updated_at).not.toBe(before[index]!.updated_at);

  await row(page, "3.txt").locator("label").click();
  await row(page, "4.txt").locator("label").click();
  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 documents?" });
  await axe(page);
  await dialog.getByRole("button", { name: "Delete 2 documents" }).click();
  await page.getByRole("radio", { name: "All 3" }).waitFor();
  await row(page, "4.txt").waitFor({ state: "detached" });
  expect((await server.api.documents("many")).map(({ filename }) => filename)).toEqual(["0.txt", "1.txt", "2.txt"]);
});

test("documents that others add and delete appear and disappear without a reload", async () => {
  await server.api.createCollection("shared");
  const page = await browser.open("/console/collections/shared");
  await page.getByRole("heading", { name: "No documents yet" }).waitFor();
  const { id } = await server.api.ingest({ collection: "shared", filename: "theirs.txt", bytes: "Of somebody else." });
  await row(page, "theirs.txt").getByText("Ready").waitFor();
  await server.api.deleteDocument("shared", id);
  await page.getByRole("heading", { name: "No documents yet" }).waitFor();
});

test("a read-only key sees all documents, and is offered no actions", async () => {
  await server.api.createCollection("read_only");
  await server.api.ingest({ collection: "read_only", filename: "seen.txt", bytes: "To be read." });
  await server.api.ingest({ collection: "read_only", filename: "blank.txt", bytes: "  " });
  const { key } = await makeKey(server.api, { name: "reader", scope: "read" });
  const page = await browser.open("/console/collections/read_only", { key });
  await page.getByText("This key is read-only").waitFor();
  await row(page, "seen.txt").getByText("Ready").waitFor();
  await row(page, "blank.txt").getByText("Failed").waitFor();
  expect(await page.getByRole("button", { name: /Choose|Select|Retry|Delete|Reprocess/ }).count()).toBe(0);
  expect(await page.getByRole("checkbox").count()).toBe(0);
  await axe(page);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 390]) {
    test(`the documents page is accessible and fits the window: ${theme}, ${width} px`, async () => {
      const name = `look_${theme}_${width}`;
      await server.api.createCollection(name);
      const handbook = await libraryFile("quarry-handbook.pdf");
      await server.api.ingest({ collection: name, filename: "Maintenance handbook.pdf", bytes: handbook.bytes });
      await server.api.ingest({ collection: name, filename: "Release notes.md", bytes: "# 1.4\n\nPumps are quieter." });
      await server.api.ingest({ collection: name, filename: "Prices.csv", bytes: "part,price\ngasket,4\n" });
      await server.api.ingest({ collection: name, filename: "Empty page.html", bytes: "<html></html>" });
      await server.api.ingest({ collection: name, filename: "Cut off.pdf", bytes: "%PDF-1.7 and no more" });
      const page = await browser.open(`/console/collections/${name}`, { theme, width, allow: [/^status 400: POST/] });
      await row(page, "Maintenance handbook.pdf").getByText("Ready").waitFor();
      await choose(page, "Choose files", [
        files.write("A note about pumps.txt", "The pump needs a new gasket every year."),
        files.write("Broken scan.pdf", "no PDF at all"),
        files.write("setup.exe", "a program"),
      ]);
      await uploads(page).getByText("1 ready · 2 failed").waitFor(PROCESSED);
      await row(page, "A note about pumps.txt").getByText("Ready").waitFor();
      await screenshot(page, `documents ${theme} ${width}`);
      await filter(page, "Failed").click();
      await row(page, "Cut off.pdf").waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `documents failed ${theme} ${width}`);
    });
  }
}
