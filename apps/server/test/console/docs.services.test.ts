import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { axe } from "./axe.ts";
import { POLL, type OpenOptions, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useSharedServer();
const browser = useBrowser(server);

const openDocs = async (options: OpenOptions = {}): Promise<Page> => {
  const page = await browser.open("/docs", { key: null, ...options });
  await operation(page, "get", "/v1/collections").waitFor();
  return page;
};

const operation = (page: Page, method: string, path: string) =>
  page.locator(`.opblock-${method}`, { has: page.getByText(path, { exact: true }) });

/** Returns a page's custom properties, which are its colours and type. Builds minify colour values. */
const tokensOf = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const sheets = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const names = sheets.flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []));
    const style = getComputedStyle(document.documentElement);
    const own = new Set(names.filter((name) => name.startsWith("--") && style.getPropertyValue(name) !== ""));
    const plain = (value: string) => value.replaceAll(/\s+/g, " ").replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3");
    return Object.fromEntries([...own].map((name) => [name, plain(style.getPropertyValue(name))]));
  });

const colorScheme = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test(`the API reference is accessible and fits the window: ${theme}, ${width} px`, async () => {
      const page = await openDocs({ theme, width });
      await screenshot(page, `docs ${theme} ${width}`);
      await axe(page);
      await fits(page);
      const create = operation(page, "post", "/v1/collections");
      await create.getByRole("button").first().click();
      await create.getByRole("heading", { name: "Request body" }).waitFor();
      await screenshot(page, `docs operation ${theme} ${width}`, { of: "window" });
      await fits(page);
    });
  }

  test(`the API reference has the console's design tokens in ${theme}`, async () => {
    const docs = await tokensOf(await openDocs({ theme }));
    const signIn = await browser.open("/console", { key: null, theme });
    await signIn.getByRole("button", { name: "Sign in" }).waitFor();
    const console_ = await tokensOf(signIn);
    expect(Object.keys(docs)).toContain("--surface");
    expect(docs).toEqual(Object.fromEntries(Object.keys(docs).map((name) => [name, console_[name]])));
  });
}

test("a chosen theme persists after a reload, applies to other tabs, and can be reset to the system's", async () => {
  const page = await openDocs();
  const other = await page.context().newPage();
  await other.goto("/docs");
  await page.getByLabel("Theme").selectOption("Dark");
  expect(await colorScheme(page)).toBe("dark");
  await expect.poll(() => colorScheme(other), POLL).toBe("dark");
  await page.reload();
  expect(await colorScheme(page)).toBe("dark");
  expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
  await page.getByLabel("Theme").selectOption("System");
  expect(await colorScheme(page)).toBe("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => colorScheme(page), POLL).toBe("dark");
});

test("an operation can be tried with a key, and opens by its link", async () => {
  await server.api.createCollection("tried_from_docs");
  const page = await openDocs();
  await page.getByRole("button", { name: "Authorize" }).click();
  const dialog = page.locator(".modal-ux");
  await dialog.getByRole("textbox").fill(server.current.secret);
  await dialog.getByRole("button", { name: "Apply credentials" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const list = operation(page, "get", "/v1/collections");
  await list.getByRole("button").first().click();
  await list.getByRole("button", { name: "Try it out" }).click();
  // The field is prefilled with the example, which would exclude the test's own value.
  await list.locator('tr[data-param-name="name"] input').fill("");
  await list.getByRole("button", { name: "Execute" }).click();
  await list.getByText("tried_from_docs").first().waitFor();

  await page.goto("about:blank");
  await page.goto("/docs#/Collection/listCollections");
  await operation(page, "get", "/v1/collections").getByText("Parameters").waitFor();
});
