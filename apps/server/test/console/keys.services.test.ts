import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

const KEYS = "/v1/admin/keys";

interface Key {
  readonly name: string;
  readonly scope: string;
  readonly collections: readonly string[] | null;
  readonly state: string;
  readonly expires_at: string | null;
}

const keyNamed = async (name: string): Promise<Key | undefined> => {
  const { keys } = await server.api.expect<{ keys: Key[] }>(200, "GET", KEYS);
  return keys.find((key) => key.name === name);
};

const made = async (json: object): Promise<string> =>
  (await server.api.expect<{ key: string }>(201, "POST", KEYS, { json })).key;

const statusWith = async (token: string): Promise<number> =>
  (await server.api.call("GET", "/v1/collections", { token })).status;

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

const openForm = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("alertdialog", { name: "New key" }).waitFor();
};

const submit = (page: Page) => page.getByRole("button", { name: "Create key" }).click();

test("without keys, the page offers the first step", async () => {
  const page = await browser.open("/console/keys");
  await page.getByRole("heading", { name: "No keys yet" }).waitFor();
  await axe(page);
  await page.getByRole("button", { name: "Create the first key" }).click();
  await page.getByRole("alertdialog", { name: "New key" }).waitFor();
  await axe(page);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
});

describe("a new key", () => {
  beforeAll(async () => {
    for (const name of ["manuals", "faq"]) await server.api.createCollection(name);
  });

  test("is created for some collections, shown once, copied, and used", async () => {
    const page = await browser.open("/console/keys");
    await openForm(page);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("dashboard");
    await page.getByRole("radio", { name: /^Selected collections/ }).check({ force: true });
    await page.getByRole("checkbox", { name: "manuals" }).check({ force: true });
    await page.getByRole("textbox", { name: "Another name" }).fill("later");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("checkbox", { name: "later" }).isChecked(), POLL).toBe(true);
    await axe(page);
    await screenshot(page, "keys form light", { of: "window" });
    await submit(page);
    const dialog = page.getByRole("alertdialog", { name: "dashboard is ready" });
    await dialog.waitFor();
    const key = await dialog.getByRole("region", { name: "Key", exact: true }).innerText();
    expect(key).toMatch(/^qk_[\w-]{43}$/);
    await axe(page);
    await dialog.getByRole("button", { name: "Copy" }).first().click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    const curl = await dialog.getByRole("region", { name: "Try it" }).innerText();
    expect(curl).toContain(`curl ${server.api.address}/v1/collections`);
    expect(curl).toContain(`-H "Authorization: Bearer ${key}"`);
    expect(await statusWith(key)).toBe(200);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await row(page, "dashboard").waitFor();
    // The secret is no longer in the page or in the browser's storage.
    expect(await page.content()).not.toContain(key);
    const retained = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(retained).not.toContain(key);
    expect(await keyNamed("dashboard")).toMatchObject({
      scope: "read",
      collections: ["manuals", "later"],
      expires_at: null,
    });
  });

  test("can be created by keyboard alone, with the scope admin and for thirty days", async () => {
    const page = await browser.open("/console/keys");
    const button = page.getByRole("button", { name: "New key" });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    await page.keyboard.type("operator");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    // Skips the field for where the key may be used, which stays "everywhere".
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "In 30 days" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Name", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "operator is ready" }).waitFor();
    const key = await keyNamed("operator");
    expect(key).toMatchObject({ scope: "admin", collections: null });
    const days = (Date.parse(key!.expires_at!) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    await page.getByRole("button", { name: "I have copied it" }).click();
    // The focus returns to the element that opened the dialog.
    await expect.poll(() => button.evaluate((element) => element === document.activeElement), POLL).toBe(true);
  });

  test("expires at the end of the chosen day, in the user's time zone", async () => {
    const page = await browser.open("/console/keys");
    await openForm(page);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("guest");
    await page.getByRole("button", { name: /Expires/ }).click();
    await page.getByRole("option", { name: "On a date" }).click();
    await submit(page);
    await page.getByText("Choose today or a later day").waitFor();
    await page.getByLabel("Last day").fill("2098-12-31");
    await submit(page);
    await page.getByRole("alertdialog", { name: "guest is ready" }).waitFor();
    // Kolkata is five and a half hours ahead.
    expect((await keyNamed("guest"))?.expires_at).toMatch(/^2098-12-31T18:30:00(\.0+)?Z$/);
  });

  test("can have an access filter and sign tokens, but no filter with full access", async () => {
    const page = await browser.open("/console/keys");
    await openForm(page);
    const filter = page.getByRole("textbox", { name: "Access filter" });
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("staff");
    await filter.fill('{"acl": ');
    await submit(page);
    await page.getByText("Must be a JSON object").waitFor();
    await filter.fill('{"acl": "group:staff"}');
    await page.getByRole("button", { name: /Tokens/ }).click();
    await page.getByRole("option", { name: "Signs tokens, HS256" }).click();
    await axe(page);
    await screenshot(page, "keys form signing", { of: "window" });
    await submit(page);
    const dialog = page.getByRole("alertdialog", { name: "staff is ready" });
    await dialog.getByText("The key itself grants no access.").waitFor();
    await axe(page);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await row(page, "staff").getByText("signs HS256").waitFor();
    await row(page, "staff").getByText("filter", { exact: true }).waitFor();
    expect(await keyNamed("staff")).toMatchObject({ filter: { acl: "group:staff" }, signing: "HS256", scope: "read" });

    await openForm(page);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("whole");
    await filter.fill('{"acl": 1}');
    await page.getByRole("radio", { name: /^Full access/ }).check({ force: true });
    await filter.waitFor({ state: "detached" });
    await submit(page);
    await page.getByRole("alertdialog", { name: "whole is ready" }).waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await row(page, "whole").waitFor();
    expect(await row(page, "whole").getByText("filter", { exact: true }).count()).toBe(0);
  });

  test("that is invalid is reported with the reason, and the input is preserved", async () => {
    await made({ name: "taken", scope: "read" });
    const page = await browser.open("/console/keys", { allow: [/^status 409: POST/] });
    await row(page, "taken").waitFor();
    await openForm(page);
    await submit(page);
    await page.getByText("1 to 64 letters, digits, dots, underscores or hyphens").waitFor();
    const name = page.getByRole("textbox", { name: "Name", exact: true });
    await name.fill("taken");
    await page.getByText("A key with this name exists or existed").waitFor();
    await page.getByRole("radio", { name: /^Selected collections/ }).check({ force: true });
    await page.getByText("Choose at least one collection.").waitFor();
    await axe(page);
    await page.getByRole("radio", { name: /^All collections/ }).check({ force: true });
    // Another user creates the key first.
    await made({ name: "raced", scope: "read" });
    await name.fill("raced");
    await submit(page);
    await page.getByRole("alert").filter({ hasText: 'a key named "raced" exists or existed' }).waitFor();
    expect(await name.inputValue()).toBe("raced");
  });
});

describe("an existing key", () => {
  test("is revoked after confirmation, and listed among the ended keys", async () => {
    const key = await made({ name: "old-importer", scope: "write" });
    const page = await browser.open("/console/keys");
    await page.getByRole("button", { name: "Revoke old-importer" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke old-importer?" });
    await question.waitFor();
    await axe(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await statusWith(key)).toBe(200);
    await page.getByRole("button", { name: "Revoke old-importer" }).click();
    await question.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("old-importer was revoked").waitFor();
    expect(await statusWith(key)).toBe(401);
    await page.getByText(/^Revoked and expired/).click();
    await row(page, "old-importer").getByText("revoked").waitFor();
    await axe(page);
  });

  test("that is signed in is marked, and revoking it signs out", async () => {
    const key = await made({ name: "mine", scope: "admin" });
    const page = await browser.open("/console/keys", { key, allow: [/^status 401: /] });
    await row(page, "mine").getByText("yours").waitFor();
    await page.getByRole("button", { name: "Revoke mine" }).click();
    await page.getByText("revoking it signs you out").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("textbox", { name: /key/i }).waitFor();
  });
});

test("a key with fewer rights doesn't see the keys page", async () => {
  const limited = await made({ name: "limited-admin", scope: "admin", collections: ["manuals"] });
  const page = await browser.open("/console", { key: limited });
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Search" }).waitFor();
  expect(await page.getByRole("link", { name: "Keys" }).count()).toBe(0);
});

test("a failed request can be retried", async () => {
  const page = await browser.open("/console", { allow: [/^status 500: /] });
  await page.getByRole("link", { name: "Keys" }).waitFor();
  await page.route("**/console/api/v1/admin/keys", (route) =>
    route.fulfill({ status: 500, json: { detail: "Internal server error" } }),
  );
  await page.getByRole("link", { name: "Keys" }).click();
  await page.getByRole("heading", { name: "Server error" }).waitFor();
  await axe(page);
  await page.unroute("**/console/api/v1/admin/keys");
  await page.getByRole("button", { name: "Retry" }).click();
  await row(page, "dashboard").waitFor();
});

test.each([
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
  { theme: "light", width: 360 },
] as const)("the keys page is accessible and fits the window: $theme, $width px", async ({ theme, width }) => {
  const page = await browser.open("/console/keys", { theme, width });
  await row(page, "dashboard").waitFor();
  await axe(page);
  await fits(page);
  await screenshot(page, `keys ${theme} ${width}`);
  await openForm(page);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(`look-${theme}-${width}`);
  await axe(page);
  await fits(page);
  await screenshot(page, `keys form ${theme} ${width}`, { of: "window" });
  await submit(page);
  await page.getByRole("button", { name: "I have copied it" }).waitFor();
  await axe(page);
  await fits(page);
  await screenshot(page, `keys made ${theme} ${width}`, { of: "window" });
});
