import type { Page, Response } from "playwright-core";
import { expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { useBrowser } from "./browser.ts";

const server = useServer();
const browser = useBrowser(server);

/** JavaScript that the first page may take, as it goes over the wire. */
const MAX_SCRIPT_BYTES = 250_000;

/** The scripts of a page, from its first request until its first heading. */
const scriptsOf = async (path: string, heading: string, key?: null): Promise<readonly Response[]> => {
  const page: Page = await browser.open("about:blank", { ...(key === null && { key }) });
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  await page.goto(path, { waitUntil: "networkidle" }).catch(() => undefined);
  await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  return responses.filter((response) => response.request().resourceType() === "script");
};

const sizeOf = async (response: Response): Promise<number> => (await response.request().sizes()).responseBodySize;

test("the first page takes no more than 250 KB of JavaScript, signed in or not", async () => {
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

test("what carries a hash in its name is kept for good, and the page itself is asked for anew", async () => {
  const scripts = await scriptsOf("/console", "Sign in", null);
  const hashed = scripts.find((script) => script.url().includes("/assets/"));
  expect(await hashed!.headerValue("cache-control")).toContain("immutable");
  expect(await hashed!.headerValue("content-encoding")).toBe("gzip");
  const index = await server.api.call("GET", "/console", { token: null });
  expect(index.headers.get("cache-control")).toBe("no-cache");
  expect(index.headers.get("content-security-policy")).toContain("style-src 'self'");
});
