import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { until } from "../harness/until.ts";
import { type Received, Receiver } from "../webhooks/receiver.ts";
import { createWebhook, deliveriesOf, PUBLIC_URL, removeAll, type Webhook, WEBHOOKS } from "../webhooks/resources.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const folder = mkdtempSync(join(tmpdir(), "quarry-console-webhooks-"));
const configFile = join(folder, "quarry.config.json");
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex");
const apiKeys = {
  reader: { scope: "read", sha256: digestOf("reader-token") },
  limited: { scope: "admin", collections: ["manuals"], sha256: digestOf("limited-token") },
};
writeFileSync(configFile, JSON.stringify({ apiKeys }));
afterAll(() => rmSync(folder, { recursive: true }));

const server = useServer({ SERVICE_CONFIG: configFile });
// Registered before the browser's hook: hooks run in reverse order, and no page may lose the data that it shows.
afterEach(async () => {
  await removeAll(server.api);
  await server.api.call("DELETE", "/v1/collections/manuals");
});
const browser = useBrowser(server);

const PAGE = "/console/webhooks";

const all = async (): Promise<readonly Webhook[]> =>
  (await server.api.expect<{ webhooks: Webhook[] }>(200, "GET", WEBHOOKS)).webhooks;

/** Opens the dialog that creates a webhook, with its address filled in. */
const filledIn = async (page: Page, url: string) => {
  await page.getByRole("button", { name: "New webhook" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("URL").fill(url);
  return dialog;
};

/** Clicks a checkbox by its label, as a reader would: the input itself is only for screen readers. */
const tick = (dialog: Locator, label: string) => dialog.getByText(label, { exact: true }).click();

/** Runs a receiver program that verifies one delivery with a snippet, as a user would run it. */
const checked = (language: "js" | "py", snippet: string, { body, headers }: Received, secret: string): string => {
  const signature = String(headers["x-service-signature"]);
  const file = join(folder, language === "js" ? "check.mjs" : "check.py");
  const call =
    language === "js"
      ? `import { readFileSync } from "node:fs";\nconsole.log(isFromQuarry(readFileSync(0), ${JSON.stringify(signature)}));\n`
      : `import sys\nprint(is_from_quarry(sys.stdin.buffer.read(), ${JSON.stringify(signature)}))\n`;
  writeFileSync(file, `${snippet}\n${call}`);
  const [program, ...options] = language === "js" ? [process.execPath, file] : ["python3", file];
  const environment = { PATH: process.env["PATH"], WEBHOOK_SECRET: secret };
  return execFileSync(program!, options, { input: body, env: environment, encoding: "utf8" }).trim();
};

describe("a new webhook", () => {
  test("is created from an empty list; its secret is shown once, and its snippets verify deliveries", async () => {
    await using receiver = await Receiver.start();
    await server.api.createCollection("manuals");
    const page = await browser.open(PAGE);
    await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
    const dialog = await filledIn(page, receiver.url);
    await tick(dialog, "Processing");
    await tick(dialog, "Failed");
    await dialog.getByRole("button", { name: /Collections/ }).click();
    await page.getByRole("option", { name: /Selected collections/ }).click();
    await tick(dialog, "manuals");
    await dialog.getByLabel("Description").fill("Tells the wiki");
    await axe(page);
    await dialog.getByRole("button", { name: "Create webhook" }).click();

    const shown = page.getByRole("alertdialog", { name: "Copy the signing secret now" });
    const secret = (await shown.getByLabel("Secret", { exact: true }).textContent())!;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [webhook] = await all();
    expect(webhook).toMatchObject({
      url: receiver.url,
      events: ["document.processing", "document.ready"],
      collections: ["manuals"],
      description: "Tells the wiki",
    });
    await shown.getByRole("button", { name: "Copy the secret" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await axe(page);
    await screenshot(page, "webhooks secret");

    await server.api.expect(200, "POST", `${WEBHOOKS}/${webhook!.id}/test`);
    const received = await until("the test", async () => receiver.received[0]);
    const snippet = async () => (await shown.getByRole("region").textContent())!;
    expect(checked("js", await snippet(), received, secret)).toBe("true");
    expect(checked("js", await snippet(), received, "another")).toBe("false");
    await shown.getByRole("tab", { name: "Python" }).click();
    expect(checked("py", await snippet(), received, secret)).toBe("True");

    await shown.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("heading", { name: "Tells the wiki" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Tells the wiki" }).waitFor();
    expect(await page.content()).not.toContain(secret);
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(secret);
  });

  test("with invalid fields is rejected with the reason, and the input is preserved", async () => {
    const page = await browser.open(PAGE, { allow: [/^status 400: POST/] });
    const dialog = await filledIn(page, "https://10.0.0.1/hook");
    await tick(dialog, "Ready");
    await tick(dialog, "Failed");
    const create = dialog.getByRole("button", { name: "Create webhook" });
    await create.click();
    await dialog.getByText("Choose at least one.").waitFor();
    await tick(dialog, "Ready");
    await create.click();
    await dialog.getByText(/private/).waitFor();
    expect(await dialog.getByLabel("URL").inputValue()).toBe("https://10.0.0.1/hook");
    await axe(page);
    expect(await all()).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("of a limited key must name collections", async () => {
    await server.api.createCollection("manuals");
    await createWebhook(server.api, { description: "of others" });
    const page = await browser.open(PAGE, { key: "limited-token" });
    const dialog = await filledIn(page, PUBLIC_URL);
    await dialog.getByText("Your key is limited to some collections").waitFor();
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await dialog.getByText("Choose at least one.").waitFor();
    await tick(dialog, "manuals");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.goto(PAGE);
    await page.getByRole("list", { name: "Webhooks" }).waitFor();
    expect(await page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").count()).toBe(1);
  });
});

describe("a webhook", () => {
  test("is edited, paused, resumed and deleted", async () => {
    const { id } = await createWebhook(server.api, { description: "Before" });
    const page = await browser.open(PAGE);
    await page.getByRole("link", { name: "Before" }).click();
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit webhook" });
    await dialog.getByLabel("Description").fill("After");
    await tick(dialog, "Processing");
    await tick(dialog, "Deleted");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "After" }).waitFor();
    expect((await all())[0]).toMatchObject({
      description: "After",
      events: ["document.ready", "document.failed", "document.deleted"],
      url: PUBLIC_URL,
      collections: null,
    });
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByText(/^Paused: no new deliveries/).waitFor();
    expect((await all())[0]).toMatchObject({ active: false });
    await page.getByRole("button", { name: "Resume" }).click();
    await expect.poll(async () => (await all())[0]?.active, POLL).toBe(true);
    await page.getByRole("button", { name: "Delete" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete this webhook?" });
    await axe(page);
    await question.getByRole("button", { name: "Delete webhook" }).click();
    await page.getByText("Webhook deleted").waitFor();
    await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
    expect((await server.api.call("GET", `${WEBHOOKS}/${id}`)).status).toBe(404);
  });

  test("is tested, and its receiver's response is shown", async () => {
    await using receiver = await Receiver.start();
    const { id } = await createWebhook(server.api, { url: receiver.url });
    const page = await browser.open(`${PAGE}/${id}`);
    await page.getByRole("button", { name: "Send test" }).click();
    const dialog = page.getByRole("dialog", { name: "Test" });
    await dialog.getByText("The receiver responded with 200.").waitFor();
    expect(receiver.received).toHaveLength(1);
    await axe(page);
    await screenshot(page, "webhooks test", { of: "window" });
    receiver.status = 503;
    await dialog.getByRole("button", { name: "Send another" }).click();
    await dialog.getByText("The receiver responded with 503.").waitFor();
    await receiver[Symbol.asyncDispose]();
    await dialog.getByRole("button", { name: "Send another" }).click();
    await dialog.getByText("The connection was refused.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("list", { name: "Deliveries" }).getByText("Retrying").first().waitFor();
  });

  test("shows deliveries as they happen, and redelivers one", async () => {
    await using receiver = await Receiver.start();
    await server.api.createCollection("manuals");
    const { id } = await createWebhook(server.api, { url: receiver.url, events: ["document.ready"] });
    const page = await browser.open(`${PAGE}/${id}`);
    await page.getByRole("heading", { name: "No deliveries yet" }).waitFor();
    const document = await server.api.ingest({ collection: "manuals", filename: "a.txt", bytes: "A text on herons." });
    const list = page.getByRole("list", { name: "Deliveries" });
    const row = list.getByRole("button", { name: /Delivered.*Ready.*manuals.*200/ });
    await row.click();
    expect(await row.getAttribute("aria-expanded")).toBe("true");
    const body = JSON.parse((await list.getByRole("region").textContent())!) as object;
    expect(body).toEqual(receiver.received[0]!.payload);
    expect(await list.getByRole("link", { name: document.id }).getAttribute("href")).toBe(
      `/console/collections/manuals/documents/${document.id}`,
    );
    await axe(page);
    await list.getByRole("button", { name: "Redeliver" }).click();
    await page.getByText("Delivery queued again").waitFor();
    await expect.poll(() => receiver.received.length, POLL).toBe(2);
    expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id);
    await row.waitFor();
    expect((await deliveriesOf(server.api, id)).total).toBe(1);
  });

  test("that doesn't exist is reported as not found", async () => {
    const page = await browser.open(`${PAGE}/11111111-1111-4111-8111-111111111111`, { allow: [/^status 404: GET/] });
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    await axe(page);
  });
});

test("the webhooks page requires a key with the scope admin", async () => {
  const page = await browser.open(PAGE, { key: "reader-token" });
  await page.getByRole("navigation").first().waitFor();
  expect(await page.getByRole("link", { name: "Webhooks" }).count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Webhooks" }).count()).toBe(0);
});

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 390, 360]) {
    test(`the webhooks page is accessible and fits the window: ${theme}, ${width} px`, async () => {
      await using receiver = await Receiver.start();
      await server.api.createCollection("manuals");
      const page = await browser.open(PAGE, { theme, width });
      await page.getByRole("heading", { name: "No webhooks yet" }).waitFor();
      await screenshot(page, `webhooks empty ${theme} ${width}`);
      await createWebhook(server.api, { description: "Tells the wiki", collections: ["manuals"] });
      await createWebhook(server.api, {
        url: `${PUBLIC_URL}/${"a-long-way/".repeat(12)}`,
        events: ["document.failed"],
      });
      const { id } = await createWebhook(server.api, {
        url: receiver.url,
        description: "Rebuilds the index of the shop",
      });
      const paused = await createWebhook(server.api, { description: "Not now" });
      await server.api.expect(200, "PUT", `${WEBHOOKS}/${paused.id}`, { json: { active: false } });
      await page.reload();
      await page.getByRole("link", { name: "Not now" }).waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `webhooks ${theme} ${width}`);

      await server.api.ingest({ collection: "manuals", filename: "a.txt", bytes: "A text on herons." });
      await server.api.ingest({ collection: "manuals", filename: "empty.txt", bytes: "" });
      receiver.status = 500;
      await server.api.expect(200, "POST", `${WEBHOOKS}/${id}/test`);
      await page.getByRole("link", { name: "Rebuilds the index of the shop" }).click();
      const list = page.getByRole("list", { name: "Deliveries" });
      await list.getByText("Retrying").first().waitFor();
      await list
        .getByRole("button", { name: /Delivered/ })
        .nth(1)
        .click();
      await list.getByRole("button", { name: "Redeliver" }).waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `webhooks detail ${theme} ${width}`);

      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("dialog").getByLabel("URL").waitFor();
      await axe(page);
      await fits(page);
      await screenshot(page, `webhooks form ${theme} ${width}`, { of: "window" });
    });
  }
}
