import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { useSharedServer } from "../harness/shared/use-shared-server.ts";
import { axe } from "./axe.ts";
import { POLL, useBrowser } from "./browser.ts";
import { fits } from "./fits.ts";
import { screenshot } from "./screenshot.ts";

const server = useSharedServer();
const browser = useBrowser(server);

/** Limit on the JavaScript of the first page, in bytes transferred. */
const MAX_SCRIPT_BYTES = 250_000;

/** Returns the scripts that a page loads from its first request until its first heading. */
const scriptsOf = async (path: string, heading: string, key?: null): Promise<readonly Response[]> => {
  const page: Page = await browser.open("about:blank", { ...(key === null && { key }) });
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(path, { waitUntil: "networkidle" }).catch(() => undefined);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  return responses.filter((response) => response.request().resourceType() === "script");
};

const sizeOf = async (response: Response): Promise<number> => (await response.request().sizes()).responseBodySize;

test("the first page loads at most 250 KB of JavaScript, signed in or not", async () => {
  for (const [heading, key] of [["Sign in", null], ["Overview"]] as const) {
    const scripts = await scriptsOf("/console", heading, key);
    expect(scripts.length).toBeGreaterThan(1);
    const sizes = await Promise.all(scripts.map(sizeOf));
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`${heading}: ${total} bytes of JavaScript in ${scripts.length} files`);
    expect(total).toBeGreaterThan(10_000);
    expect(total).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  }
});

test("files with a hash in their name are cached permanently, and the page itself is revalidated", async () => {
  const scripts = await scriptsOf("/console", "Sign in", null);
  const hashed = scripts.find((script) => script.url().includes("/assets/"));
  expect(await hashed!.headerValue("cache-control")).toContain("immutable");
  expect(await hashed!.headerValue("content-encoding")).toBe("gzip");
  const index = await server.api.call("GET", "/console", { token: null });
  expect(index.headers.get("cache-control")).toBe("no-cache");
  expect(index.headers.get("content-security-policy")).toContain("style-src 'self'");
});

test("the logo is shown until the page's code has loaded, and is then replaced by the requested page", async () => {
  for (const [theme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    const page = await browser.open("about:blank", { theme, width });
    let letCome = (): void => undefined;
    const held = new Promise<void>((resolve) => (letCome = resolve));
    await page.route(/\/assets\/.*\.js$/, (route) => held.then(() => route.continue()));
    await page.goto("/console", { waitUntil: "commit" });
    await page.getByText("Quarry", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("status").getAttribute("aria-busy"), POLL).toBe("true");
    await screenshot(page, `opening ${theme} ${width}`, { of: "window" });
    await axe(page);
    await fits(page);
    letCome();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(await page.locator(".opening").count()).toBe(0);
  }
});
