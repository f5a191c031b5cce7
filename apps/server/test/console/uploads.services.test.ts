import { freePort } from "@quarry/services";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { useFileFolder } from "./file-folder.ts";
import { screenshot } from "./screenshot.ts";

const MEGABYTE = 1_048_576;

/** Bandwidth of the window's connection, for uploads that must take a while. */
const SLOW_BYTES_PER_SECOND = 2 * MEGABYTE;

const files = useFileFolder();

/** Returns a file that takes a while to send and no time to process. */
const text = (bytes: number): string => "The pump needs a new gasket every year.".padEnd(bytes, "\n");

const uploads = (page: Page) => page.getByRole("region", { name: "Uploads" }).first();
const upload = (page: Page, filename: string) => uploads(page).getByRole("listitem").filter({ hasText: filename });

const choose = async (page: Page, ...paths: readonly string[]): Promise<void> => {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).click(),
  ]);
  await chooser.setFiles([...paths]);
};

const slow = async (page: Page): Promise<void> => {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  });
};

describe("rejected files", () => {
  const server = useServer({ SERVICE_MAX_UPLOAD_SIZE_MB: "1" });
  const browser = useBrowser(server);

  test("are each shown with the reason, and don't block other files", async () => {
    await server.api.createCollection("refused");
    const page = await browser.open("/console/collections/refused", { allow: [/^status 4(00|13): POST/] });
    await choose(
      page,
      files.write("huge.txt", text(30 * MEGABYTE)),
      files.write("large.txt", text(MEGABYTE + 1)),
      files.write("setup.exe", "a program"),
      files.write("blank.txt", "   "),
      files.write("good.txt", "The pump needs a new gasket every year."),
    );
    await uploads(page).getByText("1 ready · 4 failed").waitFor({ timeout: 120_000 });
    for (const name of ["huge.txt", "large.txt"]) {
      await upload(page, name).getByText(/1 MB/).waitFor();
      await upload(page, name).getByText("SERVICE_MAX_UPLOAD_SIZE_MB").waitFor();
    }
    await upload(page, "setup.exe").getByText("Files of the type .exe can't be read.").waitFor();
    await upload(page, "blank.txt").getByText("no text that could be extracted").waitFor();
    await page.getByRole("heading", { name: "4 of 5 files failed" }).waitFor();
    await axe(page);
    await screenshot(page, "uploads refused");
    expect((await server.api.documents("refused")).map(({ filename }) => filename).toSorted()).toEqual([
      "blank.txt",
      "good.txt",
    ]);
  });

  test("are retried: unreadable files are reprocessed, and rejected ones uploaded again", async () => {
    await server.api.createCollection("again");
    const page = await browser.open("/console/collections/again", { allow: [/^status 400: POST/] });
    await choose(page, files.write("blank.txt", "   "), files.write("setup.exe", "a program"));
    await page.getByRole("heading", { name: "2 files could not be added" }).waitFor({ timeout: 60_000 });
    const [before] = await server.api.documents("again");
    await Promise.all([
      page.waitForResponse((response) => response.status() === 400),
      page.waitForResponse((response) => response.url().endsWith(`/${before!.id}/reprocess`)),
      page.getByRole("button", { name: "Retry failed" }).click(),
    ]);
    // The heading may still be that of the first attempt.
    await until("the second failure", async () => {
      const documents = await server.api.documents("again");
      expect(documents.map(({ id }) => id)).toEqual([before!.id]);
      const [{ status, updated_at }] = documents as [(typeof documents)[0]];
      return status === "failed" && updated_at !== before!.updated_at ? true : undefined;
    });
    await page.getByRole("heading", { name: "2 files could not be added" }).waitFor({ timeout: 60_000 });
  });
});

describe("uploads in progress", () => {
  const server = useServer();
  const browser = useBrowser(server);

  test("are cancelled one by one or all at once, and nothing of them is stored", async () => {
    await server.api.createCollection("cancelled");
    const page = await browser.open("/console/collections/cancelled");
    await slow(page);
    const names = Array.from({ length: 8 }, (_, index) => `slow-${index}.txt`);
    await choose(page, ...names.map((name) => files.write(name, text(12 * MEGABYTE))));
    await upload(page, "slow-0.txt")
      .getByText(/Uploading [1-9]/)
      .waitFor();
    await upload(page, "slow-7.txt").getByText("Queued").waitFor();
    await page.getByRole("button", { name: "Cancel slow-0.txt" }).click();
    await upload(page, "slow-0.txt").waitFor({ state: "detached" });
    await upload(page, "slow-3.txt").getByText("Uploading").waitFor();
    await page.getByRole("button", { name: "Cancel all" }).click();
    await uploads(page).waitFor({ state: "detached" });
    expect(await server.api.documents("cancelled")).toEqual([]);
  });

  test("continue while other pages are shown, and closing the window requires confirmation", async () => {
    await server.api.createCollection("left");
    const page = await browser.open("/console/collections/left");
    await slow(page);
    await choose(page, files.write("going-on.txt", text(4 * MEGABYTE)));
    await upload(page, "going-on.txt").getByText("Uploading").waitFor();
    await page.getByRole("link", { name: "Search" }).first().click();
    await page.waitForURL("**/console/search*");
    const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.goBack();
    await upload(page, "going-on.txt")
      .getByText(/chunks?$/)
      .waitFor({ timeout: 60_000 });
    expect((await server.api.documents("left")).map(({ filename }) => filename)).toEqual(["going-on.txt"]);
  });
});

describe("when the service is killed", async () => {
  const server = useServer({ SERVICE_PORT: String(await freePort()) });
  const browser = useBrowser(server);

  test("uploads wait until it is back, and each file becomes one document", async () => {
    await server.api.createCollection("broken_off");
    const page = await browser.open("/console/collections/broken_off", { allow: [/^(request failed|status 50\d): /] });
    await slow(page);
    const names = Array.from({ length: 5 }, (_, index) => `part-${index}.txt`);
    await choose(page, ...names.map((name) => files.write(name, text(3 * MEGABYTE))));
    await upload(page, "part-0.txt")
      .getByText(/Uploading [1-9]/)
      .waitFor();
    await server.current.kill();
    await uploads(page).getByText("The service can't be reached").waitFor();
    await screenshot(page, "uploads interrupted");
    await server.current.startAgain();
    await uploads(page).getByText("5 ready").waitFor({ timeout: 120_000 });
    expect((await server.api.documents("broken_off")).map(({ filename }) => filename).toSorted()).toEqual(names);
  });
});
