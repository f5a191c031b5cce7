import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useServer } from "../harness/test-server.ts";
import { axe } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { type Filled, fill } from "./fill.ts";
import { fits } from "./fits.ts";
import { addressesOf, ROUTES } from "./routes.ts";
import { screenshot } from "./screenshot.ts";

const server = useServer();
const browser = useBrowser(server);

let filled: Filled;
beforeAll(async () => {
  filled = await fill(server.api);
});

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Waits until the page has loaded all of its data. */
const isWhole = async (page: Page): Promise<void> => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 45_000 }).toBe(0);
};

test("the console has routes", () => {
  expect(ROUTES).toContain("/collections");
  expect(ROUTES.length).toBeGreaterThan(5);
});

for (const route of ROUTES) {
  test(`${route}: is accessible and doesn't scroll sideways, in light and dark, on a laptop and a phone`, async () => {
    const addresses = addressesOf(route, filled);
    const page = await browser.open(addresses[0]!);
    for (const address of addresses) {
      const name = address
        .replaceAll(filled.documentId, "document")
        .replaceAll(filled.pagedId, "document")
        .replaceAll(filled.webhookId, "webhook")
        .slice(1);
      if (address !== addresses[0]) await page.goto(address);
      // Colours don't depend on the width, so the dark theme is checked at one width only.
      for (const [theme, size] of [
        ["dark", LAPTOP],
        ["light", PHONE],
        ["light", LAPTOP],
      ] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.setViewportSize(size);
        await isWhole(page);
        await screenshot(page, `page ${name.replaceAll("/", " ")} ${theme} ${size.width}`);
        await axe(page);
        await fits(page);
      }
    }
  });
}
